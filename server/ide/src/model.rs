//! A posterior, a mapping and a device: what a number rests on.

use crate::analysis::MethodAnalysis;
use crate::assumptions::Assumptions;
use crate::displayed_worst::DisplayedWorst;
use crate::formula::{MIN_JOULES, formula, short_formula};
use posterior::{Device, Energy, Features, Joules, Posterior};
use pricing::{Mapping, Pricer, Shares, Tally};
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use wcec::Symbol;

/// The value taken for every symbol but energies where one number is needed, as for sorting. It is never shown as a result.
pub const NOMINAL: f64 = 10.0;

/// The title over a method is no longer, in characters, with the sign and the space before it.
const LONGEST_TITLE: usize = 58;

/// A formula in a table or a hover is no longer, in characters.
pub const LONGEST_FORMULA: usize = 60;

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
        let mean = self.posterior().mean(&self.features(tally), self.0.device);
        Joules(without_residue(mean.0))
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
        self.evaluate_shown(&DisplayedWorst::of(self, method, assumptions), assumptions)
    }

    /// The same of a worst case as it is shown.
    pub fn evaluate_shown(&self, shown: &DisplayedWorst, assumptions: &Assumptions) -> Evaluation {
        let told = shown
            .symbols
            .iter()
            .filter_map(|symbol| Some((Arc::clone(symbol), assumptions.value(symbol)?)));
        let used = shown.given.iter().cloned().chain(told).collect();
        match (shown.cost).evaluate(&|symbol: &Symbol| assumptions.value(symbol)) {
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
        match cost.constant() {
            Some(constant) if !cost.has_negative(self.0.pricer.means()) => Cow::Borrowed(constant),
            _ => Cow::Owned(Self::nominal_of(
                &DisplayedWorst::of(self, method, assumptions),
                assumptions,
            )),
        }
    }

    /// The same of a worst case as it is shown.
    pub fn nominal_of(shown: &DisplayedWorst, assumptions: &Assumptions) -> Tally {
        let value = |symbol: &Symbol| Some(assumptions.value(symbol).unwrap_or(symbol.nominal()));
        shown.cost.evaluate(&value).unwrap_or_default()
    }

    /// The worst case of a method as a formula over its symbols.
    pub fn formula(&self, method: &MethodAnalysis, assumptions: &Assumptions) -> String {
        formula(&DisplayedWorst::of(self, method, assumptions).cost, self)
    }

    /// The same in at most 60 characters.
    pub fn short_formula(&self, method: &MethodAnalysis, assumptions: &Assumptions) -> String {
        short_formula(
            &DisplayedWorst::of(self, method, assumptions).cost,
            self,
            LONGEST_FORMULA,
        )
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
        let shown = DisplayedWorst::of(self, method, assumptions);
        let evaluation = self.evaluate_shown(&shown, assumptions);
        let mut missing = missing(&shown);
        // At the nominal values a call in a loop shows up too; only whether there is one matters here.
        if shown.unpriced.is_none() {
            let shares = self.shares(&Self::nominal_of(&shown, assumptions));
            if shares.callees_not_followed > 0.0 {
                missing.push_str(" · calls not followed");
            }
        }
        let mut text = match &evaluation.tally {
            _ if shown.is_speculative() => String::from("no useful worst case"),
            Some(tally) if tally.is_empty() => String::from("no cost besides the call"),
            Some(tally) => {
                let energy = self.predict(tally);
                let mut text = energy.mean().to_string();
                if shown.is_whole() {
                    let _ = write!(text, " · p99 {}", energy.wcec_quantile(0.99));
                }
                for (symbol, value) in &evaluation.used {
                    let _ = write!(text, " · {} = {value}", symbol.name);
                }
                text
            }
            None => short_formula(
                &shown.cost,
                self,
                LONGEST_TITLE.saturating_sub(missing.chars().count()),
            ),
        };
        text.push_str(&missing);
        text
    }
}

/// What rounding leaves of energies that cancel each other is no energy.
pub(crate) fn without_residue(joules: f64) -> f64 {
    if joules.abs() < MIN_JOULES {
        0.0
    } else {
        joules
    }
}

/// What is assumed and what is missing of a worst case: ` · 2 counts assumed`, ` · 3 callees unpriced`, or both in short.
fn missing(shown: &DisplayedWorst) -> String {
    let plus = |has_more: bool| if has_more { "+" } else { "" };
    let counts = shown.assumed_counts();
    let assumed = format!("{counts}{}", plus(shown.rests_on.has_more));
    let parts = shown.unpriced.as_ref().filter(|parts| !parts.is_empty());
    let unpriced = parts.map(|parts| {
        (
            parts.len(),
            format!("{}{}", parts.len(), plus(parts.has_more)),
        )
    });
    let several = |count: usize, one: &'static str, more: &'static str| {
        if count == 1 { one } else { more }
    };
    match (counts, unpriced) {
        (0, None) => String::new(),
        (0, Some((count, unpriced))) => {
            let callees = several(count, "callee", "callees");
            format!(" · {unpriced} {callees} unpriced")
        }
        (_, None) => {
            let word = several(counts, "count", "counts");
            format!(" · {assumed} {word} assumed")
        }
        (_, Some((_, unpriced))) => format!(" · {assumed} assumed · {unpriced} unpriced"),
    }
}
