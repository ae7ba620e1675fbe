//! The cost of the `equals`, `hashCode` and `toString` that the compiler generates for a record: instructions that are linked
//! at run time.

use super::price_document::Reading;
use super::prices::Prices;
use super::sites::{Site, written_by_asking};
use cost::{Assumption, AssumptionKind, Assumptions, Cost};
use std::sync::Arc;
use wcec::{Estimate, OpenCalls, Summary, Unpriceds};

/// The class that links them.
const FACTORY: &str = "java/lang/runtime/ObjectMethods";

/// The characters around a component: `=`, `, `.
const AROUND: u32 = 3;

/// The characters assumed for a component's text if nothing more is known.
const TEXT: u32 = 64;

/// What such a method executes, and what that relies on; `None` for any other instruction, and for numbers with a fraction,
/// which have no price.
pub(super) fn cost(site: &Site, prices: &Prices, reading: Reading) -> Option<Arc<Summary>> {
    let parts = site.record.as_deref()?;
    let record = prices.record()?;
    let (asked, writes) = match &*site.name {
        "equals" => ("equals(Ljava/lang/Object;)Z", false),
        "hashCode" => ("hashCode()I", false),
        "toString" => ("toString()Ljava/lang/String;", true),
        _ => return None,
    };
    let of_object = prices.of_unknown_receiver(asked)?;
    let mut tally = record.once.clone();
    let mut assumptions = Assumptions::default();
    let mut assume = |condition: &str, is_of_library: bool| {
        assumptions.add(Assumption {
            method: Arc::from(format!("ObjectMethods.{}", site.name)),
            file: None,
            line: None,
            kind: AssumptionKind::Estimated {
                condition: condition.to_owned(),
            },
            is_of_library,
        });
    };
    assume(&record.condition, true);
    let mut characters = parts.characters;
    let mut digits = 0;
    for component in &parts.components {
        tally.add_scaled(&record.component, 1.0);
        let (text, is_whole_number) = match &**component {
            "Z" => (5, false),
            "C" => (1, false),
            "B" => (4, true),
            "S" => (6, true),
            "I" => (11, true),
            "J" => (20, true),
            "F" | "D" if writes => return None,
            "F" | "D" => (0, false),
            _ => {
                let Estimate {
                    condition,
                    tally: asked,
                    ..
                } = &**of_object;
                tally.add_scaled(asked, 1.0);
                assume(condition, false);
                (TEXT, false)
            }
        };
        characters = characters.saturating_add(text + AROUND);
        digits += if is_whole_number { text } else { 0 };
    }
    if writes {
        let joined = prices.concatenation()?;
        tally.add_scaled(&joined.once, 1.0);
        let components = u32::try_from(parts.components.len()).unwrap_or(u32::MAX - 1);
        tally.add_scaled(&joined.parts(components + 1, reading), 1.0);
        tally.add_scaled(&joined.character(reading), f64::from(characters));
        tally.add_scaled(&joined.digit, f64::from(digits));
    }
    Some(Arc::new(Summary {
        class: Arc::from(FACTORY),
        name: Arc::clone(&site.name),
        descriptor: Arc::clone(&site.descriptor),
        cost: Cost::from(tally),
        unpriced: Unpriceds::default(),
        assumptions,
        writes: written_by_asking(parts.components.iter().map(AsRef::as_ref)),
        open_calls: OpenCalls::any(),
        outcome: None,
        limits: Vec::new(),
        whole: None,
    }))
}
