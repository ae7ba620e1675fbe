//! The format `jouled.library/1` of given prices, and the conversion of a price to a cost.

use cost::{
    Cost, Measure, Place, PlatformCondition, PlatformConditions, Polynomial, Root, Symbol,
    SymbolKind,
};
use pricing::{Pricer, Tally};
use serde::Deserialize;
use std::sync::Arc;
use wcec::Limit;

/// The version of the format.
pub(super) const SCHEMA: &str = "jouled.library/1";

/// Why a file of prices cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PricesError {
    /// The text is not JSON of this form.
    #[error(
        "the library prices cannot be read: {0}; compare them with model-data/library/natives.json"
    )]
    Malformed(#[from] serde_json::Error),
    /// The text has another version.
    #[error("the library prices have the format {0:?}; this program reads {SCHEMA:?}")]
    OtherSchema(String),
    /// An estimate that does not say what it assumes, or an upper bound that assumes something.
    #[error(
        "{method}: an estimate needs its condition in \"assumes\", and an upper bound has none"
    )]
    Unconditional {
        /// The method.
        method: String,
    },
    /// A `per_unit_of` that is not known.
    #[error(
        "{method}: {per:?} is unknown; write \"argument N\", \"argument N sorted\", \"length of argument N\", \"text N\" or \"receiver.length\"; in a limit also \"text receiver\", \"size of receiver\", \"size of argument N\", \"length of receiver.FIELD\", \"length of argument N.FIELD\", or two of them with \" times \" between"
    )]
    UnknownFactor {
        /// The method.
        method: String,
        /// The text of `per_unit_of`.
        per: String,
    },
    /// A `usual_share` outside of its range.
    #[error("{method}: \"usual_share\" is {share}; it must be above 0 and at most 1")]
    NoShare {
        /// The method.
        method: String,
        /// The share.
        share: f64,
    },
    /// A `usual_compiled_steps` outside of its range.
    #[error("{method}: \"usual_compiled_steps\" is {steps}; it must be above 0 and at most 1000")]
    NoSteps {
        /// The method.
        method: String,
        /// The number of steps.
        steps: f64,
    },
    /// A condition of the platform that does not exist.
    #[error(
        "{method}: {condition:?} is not a condition of the platform; write one of {}",
        conditions()
    )]
    UnknownCondition {
        /// The method.
        method: String,
        /// The name of the condition.
        condition: String,
    },
}

/// The names of the conditions of the platform.
fn conditions() -> String {
    PlatformCondition::ALL
        .map(PlatformCondition::name)
        .join(", ")
}

#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) schema: String,
    /// One step of the compiled loop that `usual_compiled_steps` counts.
    #[serde(default)]
    pub(super) compiled_step: Vec<Counted>,
    pub(super) concatenation: Option<PricedConcatenation>,
    pub(super) record: Option<PricedRecord>,
    #[serde(default)]
    pub(super) unknown_receiver: Vec<PricedUnknownReceiver>,
    #[serde(default)]
    pub(super) unknown_receiver_limit: Vec<PricedUnknownReceiver>,
    pub(super) limits: Option<PricedLimits>,
    #[serde(default)]
    pub(super) methods: Vec<PricedMethod>,
}

/// The limits of the worst cases of methods whose code says too little.
#[derive(Deserialize)]
pub(super) struct PricedLimits {
    /// What all of them rest on.
    pub(super) assumes: String,
    /// What one step executes.
    pub(super) step: Vec<Counted>,
    pub(super) methods: Vec<LimitedMethod>,
}

#[derive(Deserialize)]
pub(super) struct LimitedMethod {
    pub(super) method: String,
    pub(super) why: String,
    pub(super) assumes: Option<String>,
    pub(super) cost: Vec<LimitPart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitPart {
    per_unit_of: Option<String>,
    steps: f64,
}

#[derive(Deserialize)]
pub(super) struct PricedUnknownReceiver {
    pub(super) method: String,
    pub(super) assumes: String,
    pub(super) function_runs: Option<u32>,
    pub(super) cost: Vec<Part>,
}

#[derive(Deserialize)]
pub(super) struct PricedConcatenation {
    pub(super) once: Vec<Counted>,
    pub(super) part: Part,
    pub(super) character: Part,
    pub(super) digit: Vec<Counted>,
}

#[derive(Deserialize)]
pub(super) struct PricedRecord {
    pub(super) assumes: String,
    pub(super) once: Vec<Counted>,
    pub(super) component: Vec<Counted>,
}

#[derive(Deserialize)]
pub(super) struct PricedMethod {
    pub(super) method: String,
    pub(super) why: String,
    pub(super) bound: Bound,
    pub(super) assumes: Option<String>,
    #[serde(default)]
    pub(super) platform: Vec<String>,
    pub(super) cost: Vec<Part>,
}

/// How a given price relates to the true cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The method does not cost more.
    Upper,
    /// It may cost more. Under the condition that the estimate names, it is assumed not to.
    Estimate,
}

// A misspelled key would change the price without a word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    pub(super) per_unit_of: Option<String>,
    /// Upper limits of the number of times that this is executed.
    #[serde(default)]
    pub(super) limited_by: Vec<String>,
    #[serde(default = "once")]
    pub(super) times: f64,
    /// In interpreted mode, the share of the events that a usual call executes.
    #[serde(default = "once")]
    pub(super) usual_share: f64,
    /// In compiled mode, the number of steps of a compiled loop that a usual call executes.
    pub(super) usual_compiled_steps: Option<f64>,
    pub(super) events: Vec<Counted>,
}

impl Part {
    /// What each time executes at most; `None` if the posterior lacks a pattern.
    pub(super) fn at_most_tally(&self, pricer: &Pricer) -> Option<Tally> {
        Some(tally_of(&self.events, pricer)?.scaled(self.times))
    }

    /// What each time of a usual call executes; `None` if the posterior lacks a pattern. Native code is the same whether Java
    /// code is interpreted or compiled, so each mode has its own measure: a share of interpreted events, or steps of a compiled
    /// loop. If the model does not know that loop, this is the maximum.
    ///
    /// # Errors
    ///
    /// If the share or the number of steps is out of range.
    pub(super) fn usual_tally(
        &self,
        method: &str,
        compiled_step: &[Counted],
        pricer: &Pricer,
    ) -> Result<Option<Tally>, PricesError> {
        let share = self.usual_share;
        if !(share > 0.0 && share <= 1.0) {
            let method = method.to_owned();
            return Err(PricesError::NoShare { method, share });
        }
        if let Some(steps) = self
            .usual_compiled_steps
            .filter(|steps| !(*steps > 0.0 && *steps <= MOST_STEPS))
        {
            let method = method.to_owned();
            return Err(PricesError::NoSteps { method, steps });
        }
        let Some(at_most) = self.at_most_tally(pricer) else {
            return Ok(None);
        };
        if pricer.is_interpreted() {
            return Ok(Some(at_most.scaled(share)));
        }
        let step = tally_of(compiled_step, pricer).filter(|step| !step.is_empty());
        Ok(match self.usual_compiled_steps.zip(step) {
            Some((steps, step)) => Some(step.scaled(self.times * steps)),
            None => Some(at_most),
        })
    }
}

/// Far more steps than native code takes for one element.
const MOST_STEPS: f64 = 1000.0;

const fn once() -> f64 {
    1.0
}

#[derive(Deserialize)]
pub(super) struct Counted {
    pub(super) operation: String,
    pub(super) data_type: String,
    pub(super) data_size: String,
    pub(super) count: f64,
}

/// The conditions of the platform that a price relies on.
pub(super) fn platform_of(method: &PricedMethod) -> Result<PlatformConditions, PricesError> {
    let mut platform = PlatformConditions::default();
    for named in &method.platform {
        let mut all = PlatformCondition::ALL.into_iter();
        let known = all.find(|condition| condition.name() == named);
        platform.add(known.ok_or_else(|| PricesError::UnknownCondition {
            method: method.method.clone(),
            condition: named.clone(),
        })?);
    }
    Ok(platform)
}

/// Selects one of the two prices of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The maximum cost of a call, for worst cases.
    AtMost,
    /// The usual cost, for typical energies.
    Usual,
}

/// The price of a method; `None` if the posterior lacks a pattern.
///
/// # Errors
///
/// If a part depends on something unknown, or its share is out of range.
pub(super) fn cost_of(
    method: &PricedMethod,
    reading: Reading,
    compiled_step: &[Counted],
    pricer: &Pricer,
) -> Result<Option<Cost>, PricesError> {
    let mut sum = Cost::zero();
    for part in &method.cost {
        let tally = match reading {
            Reading::AtMost => part.at_most_tally(pricer),
            Reading::Usual => part.usual_tally(&method.method, compiled_step, pricer)?,
        };
        let Some(tally) = tally else {
            return Ok(None);
        };
        let cost = Cost::from(tally);
        sum.add(match &part.per_unit_of {
            None => cost,
            Some(per) => cost.times(&factor(&method.method, per)?),
        });
    }
    Ok(Some(sum))
}

/// The limit of a method's worst case.
///
/// # Errors
///
/// If a part depends on something unknown.
pub(super) fn limit_of(method: &LimitedMethod, step: &Tally) -> Result<Cost, PricesError> {
    let mut sum = Cost::zero();
    for part in &method.cost {
        let cost = Cost::from(step.scaled(part.steps));
        sum.add(match &part.per_unit_of {
            None => cost,
            Some(per) => cost.times(&product(&method.method, per)?),
        });
    }
    Ok(sum)
}

/// The upper limits of the numbers that a price depends on.
pub(super) fn limits_of(method: &PricedMethod) -> Result<Vec<Limit>, PricesError> {
    let mut limits = Vec::new();
    for part in &method.cost {
        for at_most in &part.limited_by {
            let per = part.per_unit_of.as_deref().unwrap_or_default();
            limits.push(Limit {
                symbol: symbol(&method.method, per)?,
                at_most: symbol(&method.method, at_most)?,
            });
        }
    }
    Ok(limits)
}

/// What parts that depend on nothing execute; `None` if the posterior lacks a pattern, or a part depends on something.
pub(super) fn constant_of(parts: &[Part], pricer: &Pricer) -> Option<Tally> {
    let mut sum = Tally::new();
    for part in parts {
        if part.per_unit_of.is_some() {
            return None;
        }
        sum.add_scaled(&part.at_most_tally(pricer)?, 1.0);
    }
    Some(sum)
}

/// `None` if the posterior lacks a pattern.
pub(super) fn tally_of(events: &[Counted], pricer: &Pricer) -> Option<Tally> {
    let mut tally = Tally::new();
    for event in events {
        let pattern = pricer.find(&event.operation, &event.data_type, &event.data_size)?;
        tally.add(pattern, event.count);
    }
    Some(tally)
}

/// The factor of a part: a symbol, or for `sorted` a symbol times its binary logarithm.
fn factor(method: &str, per: &str) -> Result<Polynomial, PricesError> {
    let Some(sorted) = per.strip_suffix(" sorted") else {
        return Ok(Polynomial::symbol(symbol(method, per)?));
    };
    let elements = Polynomial::symbol(symbol(method, sorted)?);
    let levels = Polynomial::logarithm(2, elements.clone());
    elements
        .checked_mul(&levels)
        .ok_or_else(|| PricesError::UnknownFactor {
            method: method.to_owned(),
            per: per.to_owned(),
        })
}

/// The factor of a part of a limit: one or two symbols.
fn product(method: &str, per: &str) -> Result<Polynomial, PricesError> {
    let mut product = Polynomial::constant(1);
    for factor in per.split(" times ") {
        let factor = Polynomial::symbol(size(method, factor)?);
        product = product.checked_mul(&factor).ok_or_else(|| {
            let (method, per) = (method.to_owned(), per.to_owned());
            PricesError::UnknownFactor { method, per }
        })?;
    }
    Ok(product)
}

/// The symbol of a size that only limits depend on: of the receiver, of a collection, or of an array in a field.
fn size(method: &str, per: &str) -> Result<Arc<Symbol>, PricesError> {
    let found = [("text ", true), ("size of ", true), ("length of ", false)]
        .into_iter()
        .find_map(|(prefix, is_whole)| {
            let (object, field) = match per.strip_prefix(prefix)?.split_once('.') {
                Some((object, field)) => (object, Some(field)),
                None => (per.strip_prefix(prefix)?, None),
            };
            let root = match object.strip_prefix("argument ") {
                Some(index) => Root::Argument(index.parse::<u16>().ok()?),
                None if object == "receiver" => Root::Receiver,
                None => return None,
            };
            (field.is_some() != is_whole).then_some((prefix, root, field))
        });
    let Some((prefix, root, field)) = found else {
        return symbol(method, per);
    };
    let is_text = prefix == "text " && method.starts_with("java/lang/String.");
    let (measure, kind) = match prefix {
        "text " if is_text => (Measure::TextLength, SymbolKind::Field),
        "text " => (Measure::Result(Arc::from("length")), SymbolKind::Field),
        "size of " => (Measure::Result(Arc::from("size")), SymbolKind::Field),
        _ => (Measure::ArrayLength, SymbolKind::ArrayLength),
    };
    let place = Place {
        root,
        path: field.into_iter().map(Arc::from).collect(),
    };
    let name = per.replace("argument ", "arg").replace("receiver", "this");
    Ok(Arc::new(Symbol {
        key: format!("{method}:{name}"),
        meaning: format!("the {per} of {}", called(method)),
        name,
        kind,
        line: None,
        place: Some((place, measure)),
        test: None,
    }))
}

/// `java/lang/System.arraycopy(…)V` becomes `System.arraycopy`.
fn called(method: &str) -> &str {
    let called = method.split('(').next().unwrap_or(method);
    called.rsplit('/').next().unwrap_or(called)
}

/// Whether an argument of a method is a `String`.
fn takes_text(method: &str, index: u16) -> bool {
    let descriptor = method.find('(').map_or("", |start| &method[start..]);
    let mut types = bytecode::parameter_types(descriptor);
    let taken = types.nth(usize::from(index));
    taken.is_some_and(|taken| (taken.element, taken.dimensions) == ("java/lang/String", 0))
}

fn symbol(method: &str, per: &str) -> Result<Arc<Symbol>, PricesError> {
    let called = called(method);
    let (root, measure, kind, meaning) = if per == "receiver.length" {
        (
            Root::Receiver,
            Measure::ArrayLength,
            SymbolKind::ArrayLength,
            format!("the length of the array that {called} is called on"),
        )
    } else if let Some(index) = per
        .strip_prefix("length of argument ")
        .and_then(|index| index.parse::<u16>().ok())
    {
        (
            Root::Argument(index),
            Measure::ArrayLength,
            SymbolKind::ArrayLength,
            format!(
                "the length of the array that is argument {} of {called}",
                u32::from(index) + 1
            ),
        )
    } else if let Some(index) = per
        .strip_prefix("text ")
        .and_then(|index| index.parse::<u16>().ok())
    {
        (
            Root::Argument(index),
            if takes_text(method, index) {
                Measure::TextLength
            } else {
                Measure::Result(Arc::from("length"))
            },
            SymbolKind::Field,
            format!(
                "the length of argument {} of {called}",
                u32::from(index) + 1
            ),
        )
    } else if let Some(index) = per
        .strip_prefix("argument ")
        .and_then(|index| index.parse::<u16>().ok())
    {
        (
            Root::Argument(index),
            Measure::Value,
            SymbolKind::Parameter,
            format!("argument {} of {called}", u32::from(index) + 1),
        )
    } else {
        return Err(PricesError::UnknownFactor {
            method: method.to_owned(),
            per: per.to_owned(),
        });
    };
    let place = Place {
        root,
        path: Vec::new(),
    };
    let name = per
        .replace("argument ", "arg")
        .replace("text ", "length of arg")
        .replace("receiver.", "this.");
    Ok(Arc::new(Symbol {
        key: format!("{method}:{name}"),
        meaning,
        name,
        kind,
        line: None,
        place: Some((place, measure)),
        test: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::symbol;

    #[test]
    fn a_size_is_named_as_people_name_it() {
        let copy = "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V";
        let meaning =
            |method: &str, per: &str| symbol(method, per).expect("a symbol").meaning.clone();
        assert_eq!(
            meaning(copy, "argument 4"),
            "argument 5 of System.arraycopy"
        );
        let cloned = meaning(
            "java/lang/Object.clone()Ljava/lang/Object;",
            "receiver.length",
        );
        assert_eq!(
            cloned,
            "the length of the array that Object.clone is called on"
        );
    }
}
