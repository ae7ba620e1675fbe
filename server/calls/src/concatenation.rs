//! The cost of `"a" + b`, which javac compiles to an instruction that is linked at run time.

use super::price_document::Reading;
use super::prices::Prices;
use super::sites::{Site, written_by_asking};
use bytecode::{DataType, Descriptor};
use cost::{Assumptions, Cost, Measure, Place, Polynomial, Root, Symbol, SymbolKind};
use pricing::{PatternId, Tally};
use std::sync::Arc;
use wcec::{OpenCalls, Summary, Unpriceds};

/// `null` is appended as its name.
const NULL: i64 = 4;

/// The method that returns an object's text.
const TO_STRING: &str = "toString()Ljava/lang/String;";

/// The class that links concatenations.
const FACTORY: &str = "java/lang/invoke/StringConcatFactory";

/// The cost of a concatenation: its characters, its numbers, and the `toString` of its objects. `None` for any other
/// instruction, and for numbers with a fraction, which have no price.
pub(super) fn cost(
    site: &Site,
    prices: &Prices,
    reading: Reading,
    energy: PatternId,
) -> Option<Arc<Summary>> {
    let own = site.characters?;
    let parts = prices.concatenation()?;
    let mut cost = Cost::from(parts.once.clone());
    let mut characters = Polynomial::constant(i64::from(own));
    let mut digits = 0;
    let mut asked: Vec<&str> = Vec::new();
    let descriptor = Descriptor::new(site.descriptor.as_bytes());
    let mut rest = site.descriptor.strip_prefix('(')?;
    for (index, data_type) in descriptor.arguments().enumerate() {
        let length = argument_length(rest);
        let text = rest.get(..length)?;
        rest = rest.get(length..)?;
        let argument = Argument {
            site,
            index: u16::try_from(index).ok()?,
        };
        // The length of the longest number of its type.
        let written = match text {
            "Z" => 5,
            "C" => 1,
            "B" => 4,
            "S" => 6,
            "I" => 11,
            "J" => 20,
            "Ljava/lang/String;" => {
                let length = argument.symbol(Vec::new(), Measure::TextLength);
                characters = characters.checked_add(&Polynomial::symbol(length))?;
                NULL
            }
            _ if data_type == DataType::Reference => {
                asked.push(text);
                let called = argument.symbol(Vec::new(), Measure::Energy(Arc::from(TO_STRING)));
                let energy = Cost::from(Tally::from_iter([(energy, 1.0)]));
                cost.add(energy.times(&Polynomial::symbol(called)));
                let path = vec![Arc::from("toString()")];
                let length = argument.symbol(path, Measure::TextLength);
                characters = characters.checked_add(&Polynomial::symbol(length))?;
                NULL
            }
            _ => return None,
        };
        if matches!(text, "B" | "S" | "I" | "J") {
            digits += written;
        }
        characters = characters.checked_add(&Polynomial::constant(written))?;
    }
    let arguments = u32::try_from(descriptor.arguments().count()).ok()?;
    cost.add(Cost::from(
        parts.parts(arguments + u32::from(own > 0), reading),
    ));
    cost.add(Cost::from(parts.character(reading)).times(&characters));
    cost.add(Cost::from(parts.digit.clone()).times(&Polynomial::constant(digits)));
    Some(Arc::new(Summary {
        class: Arc::from(FACTORY),
        name: Arc::clone(&site.name),
        descriptor: Arc::clone(&site.descriptor),
        cost,
        unpriced: Unpriceds::default(),
        assumptions: Assumptions::default(),
        writes: written_by_asking(asked.into_iter()),
        open_calls: OpenCalls::any(),
        outcome: None,
        limits: Vec::new(),
        whole: None,
    }))
}

/// The length of the first type in a list of descriptors.
fn argument_length(descriptors: &str) -> usize {
    let dimensions = descriptors.bytes().take_while(|byte| *byte == b'[').count();
    let element = descriptors.get(dimensions..).unwrap_or_default();
    let length = if element.starts_with('L') {
        element.find(';').map_or(element.len(), |end| end + 1)
    } else {
        element.len().min(1)
    };
    dimensions + length
}

/// An argument of a concatenation.
struct Argument<'s> {
    site: &'s Site,
    index: u16,
}

impl Argument<'_> {
    fn symbol(&self, path: Vec<Arc<str>>, measure: Measure) -> Arc<Symbol> {
        let index = self.index;
        let (asked, meaning, kind) = match measure {
            Measure::Energy(_) => (
                "toString",
                "the energy in joules of one call of toString",
                SymbolKind::Callback,
            ),
            _ if path.is_empty() => ("length()", "the number of characters", SymbolKind::Field),
            _ => (
                "toString().length()",
                "the number of characters of the text",
                SymbolKind::Field,
            ),
        };
        let name = format!("arg{index}.{asked}");
        let place = Place {
            root: Root::Argument(index),
            path,
        };
        Arc::new(Symbol {
            key: format!(
                "{FACTORY}.{}{}:{name}",
                self.site.name, self.site.descriptor
            ),
            meaning: format!("{meaning} of the part {index} of a concatenation"),
            name,
            kind,
            line: None,
            place: Some((place, measure)),
            test: None,
        })
    }
}
