//! A posterior, a mapping and a device: what a number rests on.

use crate::analysis::MethodAnalysis;
use crate::assumptions::Assumptions;
use crate::formula::formula;
use posterior::{Device, Energy, Features, Joules, Posterior};
use pricing::{Mapping, Pricer, Shares, Tally};
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use wcec::Symbol;

/// The value taken for every symbol but energies where one number is needed, as for sorting. It is never shown as a result.
pub const NOMINAL: f64 = 10.0;

/// A longer formula is told in short over a method, in characters; its hover has all of it.
const LONGEST_FORMULA: usize = 100;

/// What a number rests on, in words.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ModelInfo {
    /// The name of the posterior.
    pub name: String,
    /// The device, or `any` for the mixture of the measured ones.
    pub device: String,
    /// `additive` or `instruction`.
    pub structure: String,
    /// How the virtual machine ran what was measured.
    pub mode: String,
    /// The mapping and its version.
    pub mapping: String,
    /// The digest of the posterior.
    pub digest: String,
    /// What was measured.
    #[serde(skip)]
    pub hardware: String,
    /// The JDK that was measured.
    #[serde(skip)]
    pub jdk: String,
    /// What a reader of the numbers must know.
    #[serde(skip)]
    pub caveats: Vec<String>,
}

#[derive(Debug)]
struct Inner {
    pricer: Pricer,
    device: Device,
    info: ModelInfo,
}

/// A posterior, a mapping and a device. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Model(Arc<Inner>);

/// A method's cost at assumed values.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// What is executed; `None` where a symbol has no value.
    pub tally: Option<Tally>,
    /// The symbols without a value.
    pub missing: Vec<Arc<Symbol>>,
    /// The symbols with the value that was used.
    pub used: Vec<(Arc<Symbol>, f64)>,
}

impl Model {
    /// Joins the three.
    pub fn new(posterior: Arc<Posterior>, mapping: Mapping, device: Device) -> Self {
        let info = ModelInfo {
            name: posterior.name().to_owned(),
            device: posterior.device_name(device).unwrap_or("any").to_owned(),
            structure: posterior.structure().to_string(),
            mode: posterior.mode().to_string(),
            mapping: format!("{}/{}", mapping.name(), Mapping::VERSION),
            digest: posterior.digest().to_owned(),
            hardware: posterior.hardware().to_string(),
            jdk: posterior.jdk().to_string(),
            caveats: posterior.provenance().caveats.clone(),
        };
        Self(Arc::new(Inner {
            pricer: Pricer::new(posterior, mapping),
            device,
            info,
        }))
    }

    /// What a number of this model rests on.
    pub fn info(&self) -> &ModelInfo {
        &self.0.info
    }

    /// The pricer.
    pub fn pricer(&self) -> &Pricer {
        &self.0.pricer
    }

    /// The posterior.
    pub fn posterior(&self) -> &Posterior {
        self.0.pricer.posterior()
    }

    /// The device that is shown.
    pub fn device(&self) -> Device {
        self.0.device
    }

    /// The feature counts of what is executed.
    pub fn features(&self, tally: &Tally) -> Features {
        self.0.pricer.features(tally)
    }

    /// The distribution of the energy of one run.
    pub fn predict(&self, tally: &Tally) -> Energy {
        self.posterior()
            .predict(&self.features(tally), self.0.device)
    }

    /// The mean energy of one run.
    pub fn mean(&self, tally: &Tally) -> Joules {
        self.posterior().mean(&self.features(tally), self.0.device)
    }

    /// How many joules somebody gave, where a tally is nothing else.
    pub fn given(&self, tally: &Tally) -> Option<f64> {
        let energy = self.0.pricer.energy_pattern();
        let mut counts = tally.iter();
        match (counts.next(), counts.next()) {
            (Some((pattern, count)), None) if pattern == energy => Some(count),
            _ => None,
        }
    }

    /// The shares of executed events by provenance.
    pub fn shares(&self, tally: &Tally) -> Shares {
        self.0.pricer.shares(tally)
    }

    /// What a method executes in the worst case at the assumed values of its symbols.
    pub fn evaluate(&self, method: &MethodAnalysis, assumptions: &Assumptions) -> Evaluation {
        let means = self.0.pricer.means();
        let used = method
            .cost
            .symbols
            .iter()
            .filter_map(|symbol| Some((Arc::clone(symbol), assumptions.value(symbol)?)))
            .collect();
        match method
            .cost
            .cost
            .evaluate(means, &|symbol: &Symbol| assumptions.value(symbol))
        {
            Ok(tally) => Evaluation {
                tally: Some(tally),
                missing: Vec::new(),
                used,
            },
            Err(missing) => Evaluation {
                tally: None,
                missing,
                used,
            },
        }
    }

    /// The worst case with every symbol that has no value at [`NOMINAL`]: for sorting only.
    pub fn nominal<'m>(
        &self,
        method: &'m MethodAnalysis,
        assumptions: &Assumptions,
    ) -> Cow<'m, Tally> {
        let cost = &method.cost.cost;
        if let Some(constant) = cost.constant() {
            return Cow::Borrowed(constant);
        }
        let tally = cost.evaluate(self.0.pricer.means(), &|symbol: &Symbol| {
            Some(assumptions.value(symbol).unwrap_or(symbol.kind.nominal()))
        });
        Cow::Owned(tally.unwrap_or_default())
    }

    /// The cost of a method as a formula over its symbols.
    pub fn formula(&self, method: &MethodAnalysis) -> String {
        formula(&method.cost.cost, self)
    }

    /// The formula where it is short enough to stand over a method; else its constant part and what it depends on.
    fn short_formula(&self, method: &MethodAnalysis) -> String {
        let formula = self.formula(method);
        if formula.chars().count() <= LONGEST_FORMULA {
            return formula;
        }
        let terms = method.cost.cost.terms();
        let constant = terms
            .first()
            .filter(|term| term.factor.is_one() && term.alternatives.is_empty())
            .map_or_else(Tally::new, |term| term.tally.clone());
        let symbols = &method.cost.symbols;
        let names: Vec<&str> = symbols
            .iter()
            .take(2)
            .map(|symbol| symbol.name.as_str())
            .collect();
        let more = symbols.len().saturating_sub(names.len());
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {more} more")
        };
        format!("{} + … by {}{more}", self.mean(&constant), names.join(", "))
    }

    /// The text over a method.
    pub(crate) fn lens(&self, method: &MethodAnalysis, assumptions: &Assumptions) -> String {
        format!("⚡ {}", self.headline(method, assumptions))
    }

    /// What stands over a method: its mean and 99% quantile or its formula, and what is not in the number.
    pub fn headline(&self, method: &MethodAnalysis, assumptions: &Assumptions) -> String {
        if let Some(reason) = method.not_analysed {
            return format!("not priced: {reason}");
        }
        let evaluation = self.evaluate(method, assumptions);
        let mut text = match &evaluation.tally {
            Some(tally) if tally.is_empty() => String::from("nothing of its own"),
            Some(tally) => {
                let energy = self.predict(tally);
                let mut text = format!("{} · p99 {}", energy.mean(), energy.wcec_quantile(0.99));
                for (symbol, value) in &evaluation.used {
                    let _ = write!(text, " · {} = {value}", symbol.name);
                }
                text
            }
            None => self.short_formula(method),
        };
        if let Some(followed) = &method.followed {
            let unpriced = &followed.unpriced;
            if !unpriced.is_empty() {
                let more = if unpriced.has_more { "+" } else { "" };
                let callees = if unpriced.len() == 1 {
                    "callee"
                } else {
                    "callees"
                };
                let _ = write!(text, " · {}{more} {callees} unpriced", unpriced.len());
            }
            return text;
        }
        // At the nominal values a call in a loop shows up too; only whether there is one matters here.
        if self
            .shares(&self.nominal(method, assumptions))
            .callees_not_followed
            > 0.0
        {
            text.push_str(" · calls not followed");
        }
        text
    }
}
