//! The given prices of methods without bytecode.

use super::not_followed::NOT_FOLLOWED;
use super::price_document::{
    Bound, Counted, Document, Part, PricedConcatenation, PricedUnknownReceiver, PricesError,
    Reading, SCHEMA, constant_of, cost_of, limit_of, limits_of, platform_of, tally_of,
};
use cost::{
    Assumption, AssumptionKind, Assumptions, Atom, Cost, Factor, PlatformConditions, Symbol,
    SymbolKind,
};
use pricing::{Pricer, Tally};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wcec::{ALL_ELEMENTS, Estimate, Limit, OpenCalls, Summary, Unpriceds, Writes, simple_name};

/// The built-in prices, as JSON of the format `jouled.library/1`.
pub const NATIVES: &str = include_str!("../../../model-data/library/natives.json");

/// The built-in limits of worst cases, in the same format.
pub const LIMITS: &str = include_str!("../../../model-data/library/limits.json");

/// The prices of methods without bytecode.
#[derive(Debug, Default)]
pub struct Prices {
    /// By `class.name(descriptor)`, by `class.name` for all methods of that name, or by `class.*` for all methods of a class.
    given: FxHashMap<String, ListedPrice>,
    concatenation: Option<Concatenation>,
    record: Option<Record>,
    /// By name and descriptor: methods of objects whose class is unknown.
    unknown_receiver: FxHashMap<String, Arc<Estimate>>,
    /// The same for methods of which only a maximum cost is known.
    unknown_receiver_limit: FxHashMap<String, Arc<Estimate>>,
    /// By `class.name(descriptor)`: methods of the JDK whose worst cases are limited.
    limits: FxHashMap<String, WorstCaseLimit>,
}

/// What a method of the JDK costs at most, in terms of what it gets. Only worst cases use it.
#[derive(Debug)]
pub struct WorstCaseLimit {
    /// The reason that explanations give.
    pub why: Arc<str>,
    /// The limit.
    pub cost: Cost,
    assumptions: Assumptions,
}

impl WorstCaseLimit {
    /// Whether what callers see of the method is this limit.
    pub fn is_of(&self, summary: &Summary) -> bool {
        summary.assumptions.iter().eq(self.assumptions.iter())
    }

    /// What callers see of the method: the limit in place of the cost of its code, unless that assumes no count and rests on
    /// no more.
    pub(super) fn instead_of(&self, followed: Summary) -> Summary {
        let assumptions = &followed.assumptions;
        if followed.unpriced.is_empty()
            && assumptions.counts() == 0
            && assumptions.len() <= self.assumptions.len()
        {
            return followed;
        }
        let mut assumptions = self.assumptions.clone();
        assumptions.platform = followed.assumptions.platform;
        Summary {
            cost: self.cost.clone(),
            unpriced: Unpriceds::default(),
            assumptions,
            limits: Vec::new(),
            whole: None,
            ..followed
        }
    }
}

/// The price of a method, and what it relies on.
#[derive(Debug)]
pub struct ListedPrice {
    /// The reason that reports give for the price.
    pub why: Arc<str>,
    /// How the price relates to the true cost.
    pub bound: Bound,
    /// The condition of an estimate.
    condition: Option<String>,
    /// The conditions of the platform that it relies on.
    platform: PlatformConditions,
    /// The maximum cost of a call.
    cost: Cost,
    /// The usual cost of a call.
    usual_cost: Cost,
    /// The upper limits of the numbers that it depends on.
    limits: Vec<Limit>,
}

/// The prices of a concatenation of strings.
#[derive(Debug)]
pub(super) struct Concatenation {
    /// Once.
    pub(super) once: Tally,
    /// For each digit of a number.
    pub(super) digit: Tally,
    part: Shared,
    character: Shared,
}

/// What is executed at most, and what a usual call executes.
#[derive(Debug)]
struct Shared {
    at_most: Tally,
    usual: Tally,
}

impl Shared {
    fn read(
        part: &Part,
        compiled_step: &[Counted],
        pricer: &Pricer,
    ) -> Result<Option<Self>, PricesError> {
        let usual = part.usual_tally("concatenation", compiled_step, pricer)?;
        let both = part.at_most_tally(pricer).zip(usual);
        Ok(both.map(|(at_most, usual)| Self { at_most, usual }))
    }

    fn times(&self, times: f64, reading: Reading) -> Tally {
        let each = match reading {
            Reading::AtMost => &self.at_most,
            Reading::Usual => &self.usual,
        };
        each.scaled(times)
    }
}

impl Concatenation {
    /// `None` if the posterior lacks a pattern.
    fn read(
        parts: &PricedConcatenation,
        compiled_step: &[Counted],
        pricer: &Pricer,
    ) -> Result<Option<Self>, PricesError> {
        let part = Shared::read(&parts.part, compiled_step, pricer)?;
        let character = Shared::read(&parts.character, compiled_step, pricer)?;
        let tallies = tally_of(&parts.once, pricer).zip(tally_of(&parts.digit, pricer));
        Ok(tallies
            .zip(part.zip(character))
            .map(|((once, digit), (part, character))| Self {
                once,
                digit,
                part,
                character,
            }))
    }

    /// The cost of this number of arguments and constants.
    pub(super) fn parts(&self, count: u32, reading: Reading) -> Tally {
        self.part.times(f64::from(count), reading)
    }

    /// The cost of each character of the result.
    pub(super) fn character(&self, reading: Reading) -> Tally {
        self.character.times(1.0, reading)
    }
}

/// The prices of the methods that the compiler generates for a record.
#[derive(Debug)]
pub(super) struct Record {
    /// The condition.
    pub(super) condition: String,
    /// Once.
    pub(super) once: Tally,
    /// For each component.
    pub(super) component: Tally,
}

impl ListedPrice {
    const fn cost(&self, reading: Reading) -> &Cost {
        match reading {
            Reading::AtMost => &self.cost,
            Reading::Usual => &self.usual_cost,
        }
    }
}

impl Prices {
    /// The built-in prices. Empty for a posterior that does not know their patterns.
    pub fn of_natives(pricer: &Pricer) -> Self {
        let mut prices = Self::read(NATIVES, pricer).unwrap_or_default();
        let not_followed = Self::read(NOT_FOLLOWED, pricer).unwrap_or_default();
        prices.given.extend(not_followed.given);
        let limits = Self::read(LIMITS, pricer).unwrap_or_default();
        prices.limits = limits.limits;
        prices
    }

    /// Reads prices. Methods with a pattern that the posterior does not know get none.
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
            let limits = limits_of(&method)?;
            let usual_cost = cost_of(&method, Reading::Usual, &document.compiled_step, pricer)?;
            if let Some((cost, usual_cost)) =
                cost_of(&method, Reading::AtMost, &[], pricer)?.zip(usual_cost)
            {
                let price = ListedPrice {
                    why: Arc::from(method.why),
                    bound: method.bound,
                    platform,
                    condition: method.assumes,
                    cost,
                    usual_cost,
                    limits,
                };
                given.insert(method.method, price);
            }
        }
        let concatenation = match document.concatenation {
            Some(parts) => Concatenation::read(&parts, &document.compiled_step, pricer)?,
            None => None,
        };
        let record = document.record.and_then(|parts| {
            Some(Record {
                condition: parts.assumes,
                once: tally_of(&parts.once, pricer)?,
                component: tally_of(&parts.component, pricer)?,
            })
        });
        let estimates = |choices: Vec<PricedUnknownReceiver>| {
            let known = choices.into_iter().filter_map(|choice| {
                let estimate = Estimate {
                    condition: choice.assumes,
                    tally: constant_of(&choice.cost, pricer)?,
                    runs: choice.function_runs,
                };
                Some((choice.method, Arc::new(estimate)))
            });
            known.collect()
        };
        let mut limits = FxHashMap::default();
        if let Some(section) = document.limits
            && let Some(step) = tally_of(&section.step, pricer)
        {
            for method in section.methods {
                let mut assumptions = Assumptions::default();
                let condition = match &method.assumes {
                    Some(own) => format!("{}, and {own}", section.assumes),
                    None => section.assumes.clone(),
                };
                assumptions.add(estimated(&method.method, &condition));
                let limit = WorstCaseLimit {
                    cost: limit_of(&method, &step)?,
                    why: Arc::from(method.why),
                    assumptions,
                };
                limits.insert(method.method, limit);
            }
        }
        Ok(Self {
            given,
            concatenation,
            record,
            unknown_receiver: estimates(document.unknown_receiver),
            unknown_receiver_limit: estimates(document.unknown_receiver_limit),
            limits,
        })
    }

    /// The prices of a concatenation of strings.
    pub(super) const fn concatenation(&self) -> Option<&Concatenation> {
        self.concatenation.as_ref()
    }

    /// The prices of the methods that the compiler generates for a record.
    pub(super) const fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// The price given for a method, named `class.name(descriptor)`.
    pub fn given(&self, method: &str) -> Option<&ListedPrice> {
        let open = method.find('(').unwrap_or(method.len());
        let named = self.given.get(method);
        let named = named.or_else(|| self.given.get(&method[..open]));
        named.or_else(|| {
            let (class, _) = method[..open].rsplit_once('.')?;
            self.given.get(&format!("{class}.*"))
        })
    }

    /// The limit of the worst case of a method of the JDK, named `class.name(descriptor)`.
    pub fn limit(&self, method: &str) -> Option<&WorstCaseLimit> {
        self.limits.get(method)
    }

    /// The assumed cost of a method, by name and descriptor, if the method that runs is unknown.
    pub(crate) fn of_unknown_receiver(&self, method: &str) -> Option<&Arc<Estimate>> {
        self.unknown_receiver.get(method)
    }

    /// The assumed maximum cost then, if the method belongs to one of the JDK's interfaces.
    pub(crate) fn limit_of_unknown_receiver(&self, method: &str) -> Option<&Arc<Estimate>> {
        self.of_unknown_receiver(method)
            .or_else(|| self.unknown_receiver_limit.get(method))
    }

    /// One of the two prices of a method, named `class.name(descriptor)`.
    pub(super) fn get(&self, method: &str, reading: Reading) -> Option<Arc<Summary>> {
        let given = self.given(method)?;
        let open = method.find('(').unwrap_or(method.len());
        let (class, name) = method[..open].rsplit_once('.')?;
        let mut assumptions = Assumptions::default();
        assumptions.platform = given.platform;
        if let Some(condition) = &given.condition {
            assumptions.add(estimated(method, condition));
        }
        Some(Arc::new(Summary {
            class: Arc::from(class),
            name: Arc::from(name),
            descriptor: Arc::from(&method[open..]),
            cost: given.cost(reading).clone(),
            unpriced: Unpriceds::default(),
            assumptions,
            writes: writes_of(class, name),
            // The price is of all that the method does.
            open_calls: OpenCalls::none(),
            outcome: None,
            limits: given.limits.clone(),
            whole: None,
        }))
    }

    /// What a usual call of a method, named `class.name(descriptor)`, executes if everything that its price depends on has this
    /// size; `None` if the method has no price.
    pub fn expected(&self, method: &str, size: f64) -> Option<Tally> {
        Some(at_size(&self.given(method)?.usual_cost, size))
    }

    /// The number of prices.
    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// Whether there are no prices.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }
}

/// The condition of the price of a method, named `class.name(descriptor)`.
fn estimated(method: &str, condition: &str) -> Assumption {
    let path = method.split('(').next().unwrap_or(method);
    let (class, name) = path.rsplit_once('.').unwrap_or(("", path));
    Assumption {
        method: Arc::from(format!("{}.{name}", simple_name(class))),
        file: None,
        line: None,
        kind: AssumptionKind::Estimated {
            condition: condition.to_owned(),
        },
        is_of_library: true,
    }
}

/// What is executed if every value has this size.
pub(super) fn at_size(cost: &Cost, size: f64) -> Tally {
    cost.evaluate(&|symbol: &Symbol| Some(usual(symbol, size)))
        .unwrap_or_default()
}

/// The value used for a symbol of a price if every size is this.
pub(super) const fn usual(symbol: &Symbol, size: f64) -> f64 {
    match symbol.kind {
        SymbolKind::Callback => symbol.kind.nominal(),
        _ => size,
    }
}

/// Whether a part of a price depends on more than the energy of called methods.
pub(super) fn depends_on_size(factor: &Factor) -> bool {
    let symbols = factor.symbols();
    (symbols.iter()).any(|symbol| symbol.kind != SymbolKind::Callback)
}

/// The size that a part of a price is proportional to, if a caller may know it.
pub(super) fn size_of(factor: &Factor) -> Option<&Arc<Symbol>> {
    let [(Atom::Symbol(symbol), 1)] = factor.powers() else {
        return None;
    };
    let (place, _) = symbol.place.as_ref()?;
    (symbol.kind != SymbolKind::Callback && place.path.is_empty()).then_some(symbol)
}

/// What a method without bytecode may write. This is known only for methods that are known to read and not to write.
fn writes_of(class: &str, name: &str) -> Writes {
    let is_seen = match class {
        "java/lang/Math"
        | "java/lang/StrictMath"
        | "java/lang/Float"
        | "java/lang/Double"
        | "java/lang/Class" => true,
        "java/lang/Object" => matches!(name, "hashCode" | "getClass" | "clone"),
        "java/lang/Thread" => matches!(name, "currentThread" | "isAlive" | "holdsLock"),
        "java/lang/reflect/Array" => matches!(name, "newArray" | "multiNewArray" | "getLength"),
        "jdk/internal/misc/VM" => name == "getNanoTimeAdjustment",
        "jdk/internal/reflect/Reflection" => {
            matches!(name, "getCallerClass" | "getClassAccessFlags")
        }
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
        for element in ALL_ELEMENTS {
            writes.add(element);
        }
    }
    writes
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
        for text in [NATIVES, NOT_FOLLOWED] {
            let document: Document = serde_json::from_str(text).expect("JSON");
            let prices = Prices::read(text, &pricer()).expect("prices");
            assert_eq!(prices.len(), document.methods.len());
        }
        let document: Document = serde_json::from_str(LIMITS).expect("JSON");
        let limits = Prices::read(LIMITS, &pricer()).expect("limits").limits;
        assert_eq!(limits.len(), document.limits.expect("limits").methods.len());
    }

    #[test]
    fn a_limit_names_sizes_that_a_caller_knows() {
        let of = |per: &str| {
            let text = format!(
                r#"{{"schema": "jouled.library/1", "limits": {{"assumes": "x",
                    "step": [{{"operation": "get_field", "data_type": "int", "data_size": "load", "count": 1}}],
                    "methods": [{{"method": "a/B.c(La/D;[I)V", "why": "y", "cost": [{{"per_unit_of": "{per}", "steps": 2}}]}}]}}}}"#
            );
            let prices = Prices::read(&text, &pricer())?;
            let symbols = prices.limits["a/B.c(La/D;[I)V"].cost.symbols();
            Ok::<_, PricesError>(symbols.iter().map(|it| it.name.clone()).collect::<Vec<_>>())
        };
        for (per, names) in [
            ("text receiver", &["text this"][..]),
            ("size of argument 0", &["size of arg0"]),
            ("length of argument 1", &["length of arg1"]),
            ("length of receiver.mag", &["length of this.mag"]),
            (
                "length of argument 0.mag times size of receiver",
                &["length of arg0.mag", "size of this"],
            ),
        ] {
            assert_eq!(of(per).expect("a limit"), names);
        }
        for wrong in [
            "length of receiver",
            "size of argument 0.f",
            "size of x",
            "text receiver times",
        ] {
            let error = of(wrong).expect_err("an error").to_string();
            assert!(error.contains("is unknown; write"), "{error}");
        }
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
}
