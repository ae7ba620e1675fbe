//! What a change saves in a method, and why it may not be offered.

use diff::{MethodName, Side};
use ide::{Joules, percent};
use serde::Serialize;
use std::fmt;

/// The minimum probability that a change saves energy for offering it.
const LEAST_PROBABILITY: f64 = 0.9;

/// The minimum saving for an offer, as a share of the method's typical energy.
const LEAST_SHARE: f64 = 0.05;

/// The typical energy of one call in joules, with the same assumed values for both texts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CallEnergy {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The ends of its 90% interval.
    pub interval: [f64; 2],
}

impl CallEnergy {
    /// `None` if a number is out of range.
    pub(crate) fn of(side: &Side) -> Option<Self> {
        let (mean, sd) = (side.mean?, side.sd?);
        let interval = [0.05, 0.95].map(|share| quantile(&side.density, share).unwrap_or(mean));
        (mean.is_finite() && sd.is_finite()).then_some(Self { mean, sd, interval })
    }

    /// `4.1 µJ (3.2 µJ to 5.3 µJ)`: the mean and its 90% interval.
    pub fn words(&self) -> String {
        let [low, high] = self.interval.map(|end| Joules(end).about());
        format!("{} ({low} to {high})", Joules(self.mean).about())
    }
}

/// The quantile of a density; `None` if it has no points.
fn quantile(density: &[(f64, f64)], share: f64) -> Option<f64> {
    let area = |pair: &[(f64, f64)]| match pair {
        [(from, low), (to, high)] => (to - from) * (low + high) / 2.0,
        _ => 0.0,
    };
    let whole: f64 = density.windows(2).map(area).sum();
    let mut left = share * whole;
    for pair in density.windows(2) {
        let part = area(pair);
        if let [(from, _), (to, _)] = pair
            && left <= part
            && part > 0.0
        {
            return Some(from + (to - from) * left / part);
        }
        left -= part;
    }
    density.last().map(|(energy, _)| *energy)
}

/// A probability as text, never exactly 0 or 1: `= 0.93`, `> 0.99`, `< 0.01`.
pub fn probability(share: f64) -> String {
    if share > 0.99 {
        "> 0.99".to_owned()
    } else if share < 0.01 {
        "< 0.01".to_owned()
    } else {
        format!("= {share:.2}")
    }
}

/// What a change saves in one call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Saving {
    /// The method.
    pub method: MethodName,
    /// The first line of its code before the change, from 1.
    pub line: Option<u32>,
    /// A call before the change.
    pub before: CallEnergy,
    /// A call after it.
    pub after: CallEnergy,
    /// The expected saving of a call in joules; negative if it costs more.
    pub joules: f64,
    /// The posterior's uncertainty about the saving, in joules. What both texts execute cancels.
    pub sd: f64,
    /// P(less): the probability that a call costs less after the change, from 0 to 1.
    pub p_less: f64,
    /// The saving as a share of the energy before; negative if it costs more.
    pub share: f64,
    /// Whether branches and loops are the same, so that both run equally often, or both sides share the estimates.
    pub runs_alike: bool,
    /// Whether the model is of compiled code, in which measurements of this kind of edit showed no saving.
    pub is_none_when_compiled: bool,
}

impl Saving {
    /// `saves 1.2 µJ per call (30%, P > 0.99)`, or `costs 1.2 µJ more per call (30%, P(less) < 0.01)`.
    pub fn words(&self) -> String {
        let share = percent(self.share.abs(), 0);
        let energy = Joules(self.joules.abs()).about();
        if self.joules > 0.0 {
            let sure = probability(self.p_less);
            format!("saves {energy} per call ({share}, P {sure})")
        } else {
            let sure = probability(self.p_less);
            format!("costs {energy} more per call ({share}, P(less) {sure})")
        }
    }

    /// Why the change is not offered; `None` if it is.
    pub fn refusal(&self) -> Option<NotOffered> {
        if self.is_none_when_compiled {
            Some(NotOffered::NoneWhenCompiled)
        } else if !self.runs_alike {
            // The difference of two estimates of how often code runs would look like a saving.
            Some(NotOffered::OtherControlFlow)
        } else if self.share <= 0.0 {
            Some(NotOffered::CostsMore { share: -self.share })
        } else if self.p_less < LEAST_PROBABILITY {
            Some(NotOffered::Unsure {
                p_less: self.p_less,
            })
        } else if self.share < LEAST_SHARE {
            Some(NotOffered::TooSmall { share: self.share })
        } else {
            None
        }
    }
}

/// Why a change is not offered.
#[derive(Debug, Clone, PartialEq)]
pub enum NotOffered {
    /// The edits do not fit the text.
    NoFit,
    /// The changed text does not compile, for this reason.
    DoesNotCompile(String),
    /// No method with a number has the code.
    NotPriced,
    /// Only one of the texts has unpriced calls.
    UnpricedCalls,
    /// In the model, both texts execute the same.
    NoDifference,
    /// Branches or loops of the method differ, so the estimates of how often code runs differ, too.
    OtherControlFlow,
    /// In compiled code, measurements showed no saving, whatever the model predicts.
    NoneWhenCompiled,
    /// It costs more, by this share.
    CostsMore {
        /// The share, at least 0.
        share: f64,
    },
    /// It saves too small a share of its method's energy.
    TooSmall {
        /// The share, from 0 to 1.
        share: f64,
    },
    /// It is too uncertain whether it saves anything.
    Unsure {
        /// The probability that it does.
        p_less: f64,
    },
}

impl NotOffered {
    /// The kind of reason, for counting proposals.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoFit => "the edits do not fit the text",
            Self::DoesNotCompile(_) => "the changed text does not compile",
            Self::NotPriced => "the method has no typical energy",
            Self::UnpricedCalls => "one of the two texts has calls without a price",
            Self::NoDifference => "the model sees no difference",
            Self::OtherControlFlow => {
                "branches or loops change, and how often those run is only estimated"
            }
            Self::NoneWhenCompiled => "measurements of compiled code showed no saving",
            Self::CostsMore { .. } => "costs more",
            Self::TooSmall { .. } => "saves less than 5% of the method",
            Self::Unsure { .. } => "P(saves) is less than 0.9",
        }
    }
}

impl fmt::Display for NotOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DoesNotCompile(reason) => write!(f, "{}: {reason}", self.kind()),
            Self::CostsMore { share } => write!(f, "costs {:.1}% more", share * 100.0),
            Self::TooSmall { share } => write!(
                f,
                "saves {:.1}% of its method, less than {:.0}%",
                share * 100.0,
                LEAST_SHARE * 100.0
            ),
            Self::Unsure { p_less } => {
                write!(f, "P(saves) is {p_less:.2}, less than {LEAST_PROBABILITY}")
            }
            _ => f.write_str(self.kind()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_density() {
        // Uniform from 2 to 4, then a triangle that falls from 1 to 0.
        let uniform = [(2.0, 0.5), (3.0, 0.5), (4.0, 0.5)];
        assert_eq!(quantile(&uniform, 0.05), Some(2.1));
        assert_eq!(quantile(&uniform, 0.5), Some(3.0));
        assert_eq!(quantile(&[], 0.5), None);
        let steps = 2_000_u32;
        let triangle: Vec<(f64, f64)> = (0..=steps)
            .map(|step| f64::from(step) / f64::from(steps))
            .map(|x| (x, 2.0 * (1.0 - x)))
            .collect();
        // The share below x is 1 - (1 - x)².
        let expected = 1.0 - 0.05_f64.sqrt();
        let found = quantile(&triangle, 0.95).unwrap_or_default();
        assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
    }

    #[test]
    fn nothing_is_told_as_certain() {
        assert_eq!(probability(1.0), "> 0.99");
        assert_eq!(probability(0.0), "< 0.01");
        assert_eq!(probability(0.934), "= 0.93");
    }
}
