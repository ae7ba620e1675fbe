//! The cost of a method, parsed from a report so that it can be evaluated at values of its symbols.

use crate::bound::{Condition, Factor, Values};
use crate::report::{self, Method};
use documents::SymbolKind;
use posterior::{Device, Features, Joules, Posterior};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The value of a symbol without one, if one number is needed; the same everywhere in jouled.
const NOMINAL: f64 = 10.0;

/// The same for the energy of one call, in joules.
const NOMINAL_CALL: f64 = 1e-7;

/// A cost expression.
#[derive(Debug, Clone)]
pub(crate) struct ReportedCost(Vec<CostTerm>);

#[derive(Debug, Clone)]
pub(crate) struct CostTerm {
    pub(crate) factor: Factor,
    pub(crate) features: Features,
    pub(crate) alternatives: Vec<ReportedCost>,
}

impl ReportedCost {
    /// Parses the cost of a method; `None` if a factor, a feature or a number is not valid.
    pub(crate) fn read(method: &Method, posterior: &Posterior) -> Option<Self> {
        let symbols = method.assumptions.iter();
        let symbols: Vec<&str> = symbols.map(|symbol| symbol.symbol.as_str()).collect();
        Self::of_terms(method.cost.as_ref()?, &symbols, posterior)
    }

    fn of_terms(terms: &[report::Term], symbols: &[&str], posterior: &Posterior) -> Option<Self> {
        let terms = terms.iter().map(|term| {
            let mut features = term
                .features
                .iter()
                .map(|(name, count)| Some((posterior.feature_id(name)?, *count)))
                .collect::<Option<Features>>()?;
            features.device_count = term.device_count;
            features.n_noise = term.n_noise;
            features.given_joules = term.given_joules;
            let alternatives = term.alternatives.iter();
            Some(CostTerm {
                factor: Factor::parse(&term.factor, symbols)?,
                features,
                alternatives: alternatives
                    .map(|terms| Self::of_terms(terms, symbols, posterior))
                    .collect::<Option<_>>()?,
            })
        });
        terms.collect::<Option<_>>().map(Self)
    }

    /// The cost plus a term multiplied by a count; `None` if it has an unknown feature.
    pub(crate) fn plus(
        &self,
        more: &report::Term,
        times: f64,
        posterior: &Posterior,
    ) -> Option<Self> {
        let Self(more) = Self::of_terms(std::slice::from_ref(more), &[], posterior)?;
        let mut sum = self.clone();
        for term in more {
            let known = sum
                .0
                .iter_mut()
                .find(|known| known.factor.is_one() && known.alternatives.is_empty());
            match known {
                Some(known) => known.features.add_scaled(&term.features, times),
                None => sum.0.push(CostTerm {
                    features: term.features.scaled(times),
                    ..term
                }),
            }
        }
        Some(sum)
    }

    pub(crate) fn terms(&self) -> &[CostTerm] {
        &self.0
    }

    /// The same with other names for the symbols.
    pub(crate) fn renamed(&self, names: &BTreeMap<String, String>) -> Self {
        let terms = self.0.iter().map(|term| CostTerm {
            factor: term.factor.renamed(names),
            features: term.features.clone(),
            alternatives: term
                .alternatives
                .iter()
                .map(|cost| cost.renamed(names))
                .collect(),
        });
        Self(terms.collect())
    }

    /// The conditions under which its loops repeat.
    pub(crate) fn conditions(&self) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for term in &self.0 {
            conditions.extend(term.factor.conditions());
            conditions.extend(term.alternatives.iter().flat_map(Self::conditions));
        }
        conditions
    }

    /// Its highest degree, and the text of the term with that degree.
    pub(crate) fn degree(&self) -> (f64, String) {
        let mut highest = (0.0, String::from("1"));
        let terms = self.0.iter();
        let counted = |term: &&CostTerm| !term.features.is_zero() || !term.alternatives.is_empty();
        for term in terms.filter(counted) {
            let of_factor = term.factor.degree();
            let same = |name: &str| name.to_owned();
            let alternatives = term.alternatives.iter().map(Self::degree);
            let inner = alternatives.max_by(|one, two| one.0.total_cmp(&two.0));
            let (degree, text) = match inner {
                Some((inner, text)) if inner > 0.0 && of_factor > 0.0 => (
                    of_factor + inner,
                    format!("{}·{text}", term.factor.text(&same)),
                ),
                Some((inner, text)) if inner > 0.0 => (inner, text),
                _ => (of_factor, term.factor.text(&same)),
            };
            if degree > highest.0 {
                highest = (degree, text);
            }
        }
        highest
    }

    /// The largest number of executions that grow with a symbol up to a limit, and the text of that factor; `None` if there are
    /// none.
    pub(crate) fn limit(&self) -> Option<(f64, String)> {
        let terms = self.0.iter();
        let limits = terms.filter_map(|term| {
            let inner = term.alternatives.iter().filter_map(Self::limit);
            let inner = inner.max_by(|one, two| one.0.total_cmp(&two.0));
            let text = || term.factor.text(&str::to_owned);
            match (term.factor.limit(), inner) {
                (Some(limit), Some((inner, _))) => Some((limit * inner, text())),
                (Some(limit), None) => Some((limit, text())),
                (None, inner) => inner,
            }
        });
        limits.max_by(|one, two| one.0.total_cmp(&two.0))
    }

    /// Whether it depends on symbols.
    pub(crate) fn is_symbolic(&self) -> bool {
        let mut terms = self.0.iter();
        terms.any(|term| !term.factor.is_one() || !term.alternatives.is_empty())
    }

    /// What is executed at these values. Of several alternatives, this is the one with the largest mean over the mixture of the
    /// devices, as in the analysis.
    pub(crate) fn at(&self, values: &Values, posterior: &Posterior) -> Features {
        let mut sum = Features::new();
        for term in &self.0 {
            let times = term.factor.value(values);
            sum.add_scaled(&term.features, times);
            let mut costliest: Option<(Joules, Features)> = None;
            for alternative in &term.alternatives {
                let features = alternative.at(values, posterior);
                let mean = posterior.mean(&features, Device::Any);
                if costliest.as_ref().is_none_or(|(best, _)| mean > *best) {
                    costliest = Some((mean, features));
                }
            }
            if let Some((_, features)) = costliest {
                sum.add_scaled(&features, times);
            }
        }
        sum
    }

    /// The cost as a sum of mean energies times factors: `0.4 µJ + 1.9 µJ·n`.
    pub(crate) fn formula(&self, posterior: &Posterior, device: Device) -> String {
        let mut text = String::new();
        let same = |name: &str| name.to_owned();
        for term in &self.0 {
            let mean = posterior.mean(&term.features, device);
            let factor = term.factor.text(&same);
            let times = if term.factor.is_one() {
                String::new()
            } else {
                format!("·{factor}")
            };
            if mean.0 != 0.0 {
                text.push_str(match (text.is_empty(), mean.0 < 0.0) {
                    (true, true) => "−",
                    (true, false) => "",
                    (false, true) => " − ",
                    (false, false) => " + ",
                });
                if term.features.is_empty() && term.features.given_joules != 0.0 {
                    // A factor of the term is itself an energy.
                    if (term.features.given_joules - 1.0).abs() > f64::EPSILON {
                        let _ = write!(text, "{}·", term.features.given_joules);
                    }
                    text.push_str(&factor);
                } else {
                    let _ = write!(text, "{}{times}", mean.abs());
                }
            }
            if !term.alternatives.is_empty() {
                if !text.is_empty() {
                    text.push_str(" + ");
                }
                let of = term.alternatives.iter();
                let of: Vec<String> = of.map(|cost| cost.formula(posterior, device)).collect();
                let _ = write!(text, "max({}){times}", of.join(", "));
            }
        }
        if text.is_empty() {
            text.push_str("0 J");
        }
        text
    }
}

/// The value of a symbol without one.
pub(crate) fn nominal(kind: SymbolKind) -> f64 {
    if kind == SymbolKind::Callback {
        NOMINAL_CALL
    } else {
        NOMINAL
    }
}
