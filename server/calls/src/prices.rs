//! Prices that are given instead of found: of methods without bytecode.

use cost::{
    Assumption, AssumptionKind, Assumptions, Cost, Measure, Place, PlatformCondition,
    PlatformConditions, Polynomial, Root, Symbol, SymbolKind,
};
use pricing::{Pricer, Tally};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::sync::{Arc, LazyLock};
use wcec::{ELEMENT, Estimate, Summary, Unpriceds, Writes, simple_name};

/// The prices that come with the program, as JSON of the format `jouled.library/1`.
pub const NATIVES: &str = include_str!("../../../model-data/library/natives.json");

/// The prices of methods whose code is not followed, in the same format: what they do hangs on what the program did before,
/// on other threads or on rare input, and the condition says on which.
pub const SETTLED: &str = include_str!("../../../model-data/library/settled.json");

/// The version of the format.
const SCHEMA: &str = "jouled.library/1";

/// Why a file of prices cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PricesError {
    /// It is no JSON of the expected form.
    #[error(
        "the library prices cannot be read: {0}; compare them with model-data/library/natives.json"
    )]
    Malformed(#[from] serde_json::Error),
    /// It is of another version.
    #[error("the library prices are of the format {0:?}; this program reads {SCHEMA:?}")]
    OtherSchema(String),
    /// An estimate that does not say what it assumes, or an upper bound that assumes something.
    #[error(
        "{method}: an estimate says in \"assumes\" under which condition it holds, and an upper bound assumes nothing"
    )]
    Unconditional {
        /// The method.
        method: String,
    },
    /// A `per` of another form.
    #[error(
        "{method}: {per:?} is unknown; write \"argument N\", \"argument N sorted\", \"text N\" or \"receiver.length\""
    )]
    UnknownFactor {
        /// The method.
        method: String,
        /// What is written.
        per: String,
    },
    /// A condition of the platform that there is not.
    #[error(
        "{method}: {condition:?} is no condition of the platform; write one of {}",
        conditions()
    )]
    UnknownCondition {
        /// The method.
        method: String,
        /// What is written.
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
struct Document {
    schema: String,
    concatenation: Option<PricedConcatenation>,
    record: Option<PricedRecord>,
    #[serde(default)]
    chosen: Vec<PricedChoice>,
    #[serde(default)]
    chosen_at_most: Vec<PricedChoice>,
    methods: Vec<PricedMethod>,
}

#[derive(Deserialize)]
struct PricedChoice {
    method: String,
    assumes: String,
    runs: Option<u32>,
    cost: Vec<Part>,
}

#[derive(Deserialize)]
struct PricedConcatenation {
    once: Vec<Counted>,
    character: Vec<Counted>,
    digit: Vec<Counted>,
}

#[derive(Deserialize)]
struct PricedRecord {
    assumes: String,
    once: Vec<Counted>,
    component: Vec<Counted>,
}

#[derive(Deserialize)]
struct PricedMethod {
    method: String,
    why: String,
    bound: Bound,
    assumes: Option<String>,
    #[serde(default)]
    platform: Vec<String>,
    cost: Vec<Part>,
}

/// What a given price is to the true cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The method does not cost more.
    Upper,
    /// It may cost more; under the condition that the estimate names it is taken not to.
    Estimate,
}

#[derive(Deserialize)]
struct Part {
    per: Option<String>,
    #[serde(default = "once")]
    times: f64,
    events: Vec<Counted>,
}

const fn once() -> f64 {
    1.0
}

#[derive(Deserialize)]
struct Counted {
    operation: String,
    data_type: String,
    data_size: String,
    count: f64,
}

/// Prices of methods without bytecode.
#[derive(Debug, Default)]
pub struct Prices {
    /// By `class.name(descriptor)`, by `class.name` for all methods of that name, or by `class.*` for all of a class.
    given: FxHashMap<String, ListedPrice>,
    concatenation: Option<Concatenation>,
    record: Option<Record>,
    /// By name and descriptor: methods of objects whose class nobody can tell.
    chosen: FxHashMap<String, Arc<Estimate>>,
    /// The same for those of which only a largest cost can be told.
    at_most: FxHashMap<String, Arc<Estimate>>,
}

/// The price of a method and what it rests on.
#[derive(Debug)]
pub struct ListedPrice {
    /// As what the method is priced.
    pub why: Arc<str>,
    /// What the price is to the true cost.
    pub bound: Bound,
    /// Under which condition an estimate holds.
    condition: Option<String>,
    /// The conditions of the platform that it takes for granted.
    platform: PlatformConditions,
    cost: Cost,
}

/// What a concatenation of strings costs.
#[derive(Debug)]
pub(super) struct Concatenation {
    /// Once.
    pub(super) once: Tally,
    /// For each character of the result.
    pub(super) character: Tally,
    /// For each digit of a number, besides.
    pub(super) digit: Tally,
}

/// What the methods cost that a record has by itself.
#[derive(Debug)]
pub(super) struct Record {
    /// Under which condition.
    pub(super) condition: String,
    /// Once.
    pub(super) once: Tally,
    /// For each component.
    pub(super) component: Tally,
}

impl Prices {
    /// The prices that come with the program. Empty for a posterior that does not know their patterns.
    pub fn of_natives(pricer: &Pricer) -> Self {
        let mut prices = Self::read(NATIVES, pricer).unwrap_or_default();
        let settled = Self::read(SETTLED, pricer).unwrap_or_default();
        prices.given.extend(settled.given);
        prices
    }

    /// Reads prices. A method of which the posterior does not know a pattern has none.
    ///
    /// # Errors
    /// [`PricesError`] says what is wrong with the text.
    pub fn read(text: &str, pricer: &Pricer) -> Result<Self, PricesError> {
        let document: Document = serde_json::from_str(text)?;
        if document.schema != SCHEMA {
            return Err(PricesError::OtherSchema(document.schema));
        }
        let mut given = FxHashMap::default();
        for method in document.methods {
            if (method.bound == Bound::Estimate) != method.assumes.is_some() {
                return Err(PricesError::Unconditional {
                    method: method.method,
                });
            }
            let platform = platform_of(&method)?;
            if let Some(cost) = cost_of(&method, pricer)? {
                let price = ListedPrice {
                    why: Arc::from(method.why),
                    bound: method.bound,
                    platform,
                    condition: method.assumes,
                    cost,
                };
                given.insert(method.method, price);
            }
        }
        let concatenation = document.concatenation.and_then(|parts| {
            Some(Concatenation {
                once: tally_of(&parts.once, pricer)?,
                character: tally_of(&parts.character, pricer)?,
                digit: tally_of(&parts.digit, pricer)?,
            })
        });
        let record = document.record.and_then(|parts| {
            Some(Record {
                condition: parts.assumes,
                once: tally_of(&parts.once, pricer)?,
                component: tally_of(&parts.component, pricer)?,
            })
        });
        let estimates = |choices: Vec<PricedChoice>| {
            let known = choices.into_iter().filter_map(|choice| {
                let estimate = Estimate {
                    condition: choice.assumes,
                    tally: constant_of(&choice.cost, pricer)?,
                    runs: choice.runs,
                };
                Some((choice.method, Arc::new(estimate)))
            });
            known.collect()
        };
        Ok(Self {
            given,
            concatenation,
            record,
            chosen: estimates(document.chosen),
            at_most: estimates(document.chosen_at_most),
        })
    }

    /// The prices of a concatenation of strings.
    pub(super) const fn concatenation(&self) -> Option<&Concatenation> {
        self.concatenation.as_ref()
    }

    /// The prices of the methods that a record has by itself.
    pub(super) const fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// What is given for a method, named `class.name(descriptor)`.
    pub fn given(&self, method: &str) -> Option<&ListedPrice> {
        let open = method.find('(').unwrap_or(method.len());
        let named = self.given.get(method);
        let named = named.or_else(|| self.given.get(&method[..open]));
        named.or_else(|| {
            let (class, _) = method[..open].rsplit_once('.')?;
            self.given.get(&format!("{class}.*"))
        })
    }

    /// What a method, by name and descriptor, is taken to cost where nobody can tell which one runs.
    pub(crate) fn chosen(&self, method: &str) -> Option<&Arc<Estimate>> {
        self.chosen.get(method)
    }

    /// What it is taken to cost at most then, where the method is one of the JDK's interfaces.
    pub(crate) fn chosen_at_most(&self, method: &str) -> Option<&Arc<Estimate>> {
        self.chosen(method).or_else(|| self.at_most.get(method))
    }

    /// The price of a method, named `class.name(descriptor)`.
    pub(crate) fn get(&self, method: &str) -> Option<Arc<Summary>> {
        let given = self.given(method)?;
        let open = method.find('(').unwrap_or(method.len());
        let (class, name) = method[..open].rsplit_once('.')?;
        let mut assumptions = Assumptions::default();
        assumptions.platform = given.platform;
        if let Some(condition) = &given.condition {
            assumptions.add(Assumption {
                method: Arc::from(format!("{}.{name}", simple_name(class))),
                file: None,
                line: None,
                kind: AssumptionKind::Estimated {
                    condition: condition.clone(),
                },
                is_of_library: true,
            });
        }
        Some(Arc::new(Summary {
            class: Arc::from(class),
            name: Arc::from(name),
            descriptor: Arc::from(&method[open..]),
            cost: given.cost.clone(),
            unpriced: Unpriceds::default(),
            assumptions,
            is_upper_bound: false,
            writes: writes_of(class, name),
            returned: None,
            whole: None,
        }))
    }

    /// What a method, named `class.name(descriptor)`, is taken to execute where all that its price depends on has this size;
    /// `None` where nothing is given for it.
    pub fn expected(&self, method: &str, size: f64) -> Option<Tally> {
        Some(at_size(&self.given(method)?.cost, size))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }
}

/// What is executed where every value is this size.
pub(super) fn at_size(cost: &Cost, size: f64) -> Tally {
    let value_of = |symbol: &Symbol| {
        Some(match symbol.kind {
            SymbolKind::Callback => symbol.kind.nominal(),
            _ => size,
        })
    };
    cost.evaluate(&value_of).unwrap_or_default()
}

/// The methods that [`SETTLED`] prices, by class.
static SETTLED_METHODS: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Names {
        methods: Vec<Name>,
    }
    #[derive(Deserialize)]
    struct Name {
        method: String,
    }
    let mut by_class: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let names = serde_json::from_str(SETTLED).map_or_else(|_| Vec::new(), |it: Names| it.methods);
    for Name { method } in names {
        let open = method.find('(').unwrap_or(method.len());
        if let Some(dot) = method[..open].rfind('.') {
            let name = method[dot + 1..].to_owned();
            by_class
                .entry(method[..dot].to_owned())
                .or_default()
                .push(name);
        }
    }
    by_class
});

/// The classes of the JDK whose arithmetic is known not to wrap around where it counts, by [`SETTLED`].
static WHOLE_CLASSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Settled {
        whole: Whole,
    }
    #[derive(Deserialize)]
    struct Whole {
        classes: Vec<String>,
    }
    serde_json::from_str(SETTLED).map_or_else(|_| Vec::new(), |it: Settled| it.whole.classes)
});

/// True for a class of the JDK that checks its indices before it computes with them.
pub(super) fn is_whole(class: &str) -> bool {
    WHOLE_CLASSES.iter().any(|known| known == class)
}

/// True for a class whose methods compute with nothing but what such a class passes to them.
pub(super) fn computes_with_what_is_passed(class: &str) -> bool {
    matches!(
        class,
        "java/util/Arrays" | "java/lang/System" | "jdk/internal/util/ArraysSupport"
    )
}

/// True for a method of the JDK whose code is not followed, because [`SETTLED`] says what it costs.
pub(super) fn is_settled(class: &str, name: &str, descriptor: &str) -> bool {
    let Some(methods) = SETTLED_METHODS.get(class) else {
        return false;
    };
    methods.iter().any(|method| {
        let rest = method.strip_prefix(name);
        method == "*" || rest.is_some_and(|rest| rest.is_empty() || rest == descriptor)
    })
}

/// The conditions of the platform that a price takes for granted.
fn platform_of(method: &PricedMethod) -> Result<PlatformConditions, PricesError> {
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

fn cost_of(method: &PricedMethod, pricer: &Pricer) -> Result<Option<Cost>, PricesError> {
    let mut sum = Cost::zero();
    for part in &method.cost {
        let Some(tally) = tally_of(&part.events, pricer) else {
            return Ok(None);
        };
        let cost = Cost::from(
            tally
                .iter()
                .map(|(pattern, count)| (pattern, count * part.times))
                .collect::<Tally>(),
        );
        sum.add(match &part.per {
            None => cost,
            Some(per) => cost.times(&factor(&method.method, per)?),
        });
    }
    Ok(Some(sum))
}

/// What parts that depend on nothing execute; `None` where the posterior lacks a pattern or one depends on something.
fn constant_of(parts: &[Part], pricer: &Pricer) -> Option<Tally> {
    let mut sum = Tally::new();
    for part in parts {
        if part.per.is_some() {
            return None;
        }
        sum.add_scaled(&tally_of(&part.events, pricer)?, part.times);
    }
    Some(sum)
}

/// `None` where the posterior lacks a pattern.
fn tally_of(events: &[Counted], pricer: &Pricer) -> Option<Tally> {
    let mut tally = Tally::new();
    for event in events {
        let pattern = pricer.find(&event.operation, &event.data_type, &event.data_size)?;
        tally.add(pattern, event.count);
    }
    Some(tally)
}

/// What a method without bytecode may write. Only of those that are known to look and not to touch it is known.
fn writes_of(class: &str, name: &str) -> Writes {
    let is_seen = match class {
        "java/lang/Math"
        | "java/lang/StrictMath"
        | "java/lang/Float"
        | "java/lang/Double"
        | "java/lang/Class" => true,
        "java/lang/Object" => matches!(name, "hashCode" | "getClass"),
        "java/lang/System" => matches!(
            name,
            "arraycopy" | "nanoTime" | "currentTimeMillis" | "identityHashCode"
        ),
        _ => false,
    };
    if !is_seen {
        return Writes::anything();
    }
    let mut writes = Writes::nothing();
    if name == "arraycopy" {
        writes.add(ELEMENT);
    }
    writes
}

/// What a part is multiplied by: a symbol, or one times the halvings that leave nothing of it.
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

fn symbol(method: &str, per: &str) -> Result<Arc<Symbol>, PricesError> {
    // `java/lang/System.arraycopy(…)V` as `System.arraycopy`.
    let called = method.split('(').next().unwrap_or(method);
    let called = called.rsplit('/').next().unwrap_or(called);
    let (root, measure, kind, meaning) = if per == "receiver.length" {
        (
            Root::Receiver,
            Measure::ArrayLength,
            SymbolKind::ArrayLength,
            format!("the length of the array that {called} is called on"),
        )
    } else if let Some(index) = per
        .strip_prefix("text ")
        .and_then(|index| index.parse::<u16>().ok())
    {
        (
            Root::Argument(index),
            Measure::Result(Arc::from("length")),
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
    use super::*;
    use posterior::Posterior;
    use pricing::Mapping;

    fn pricer() -> Pricer {
        Pricer::new(Arc::new(Posterior::default_model()), Mapping::Stack)
    }

    #[test]
    fn every_price_that_comes_along_is_read() {
        for text in [NATIVES, SETTLED] {
            let document: Document = serde_json::from_str(text).expect("JSON");
            let prices = Prices::read(text, &pricer()).expect("prices");
            assert_eq!(prices.len(), document.methods.len());
        }
    }

    #[test]
    fn the_code_of_a_settled_method_is_not_followed() {
        assert!(is_settled(
            "java/lang/ThreadLocal",
            "setInitialValue",
            "()Ljava/lang/Object;"
        ));
        assert!(!is_settled(
            "java/lang/ThreadLocal",
            "set",
            "(Ljava/lang/Object;)V"
        ));
        assert!(!is_settled("java/lang/ThreadLocal", "setInitial", "ValueI"));
        assert!(!is_settled("java/lang/String", "length", "()I"));
    }

    #[test]
    fn an_estimate_without_a_condition_is_refused() {
        let of = |bound: &str, more: &str| {
            let text = format!(
                r#"{{"schema": "jouled.library/1", "methods": [
                    {{"method": "a/B.c", "why": "x", "bound": "{bound}"{more}, "cost": []}}]}}"#
            );
            Prices::read(&text, &pricer())
        };
        let condition = r#", "assumes": "y""#;
        assert!(of("upper", "").is_ok());
        assert!(of("estimate", condition).is_ok());
        for refused in [of("estimate", ""), of("upper", condition)] {
            let error = refused.expect_err("an error").to_string();
            assert!(error.starts_with("a/B.c: "), "{error}");
        }
    }

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
