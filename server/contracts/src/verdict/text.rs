//! Verdicts in words.

use super::{ContractStatus, Limit, Verdict, VerdictReason, Witness};
use crate::contract::BudgetedEnergy;
use std::fmt;

/// The maximum number of assumptions that a verdict names; it counts the others.
const MAX_ASSUMPTIONS: usize = 12;

/// From this multiple of the budget on, an energy is given as a multiple of it.
const MULTIPLE: f64 = 10.0;

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percentile = match self.promise {
            BudgetedEnergy::Worst => percentile(self.quantile),
            BudgetedEnergy::Typical => {
                let end = match self.outcome {
                    ContractStatus::Violated => "lower",
                    _ => "upper",
                };
                format!("the {end} end of the average's interval:")
            }
        };
        match (self.outcome, &self.decisive, &self.limit) {
            (ContractStatus::Violated, Some(at), limit) => {
                write!(f, "violated: {percentile} {}", over(at))?;
                if let Some(limit) = limit {
                    write!(f, "; it holds when {limit}")?;
                }
            }
            (ContractStatus::Met, Some(at), _) => {
                write!(f, "met{}: {percentile} {}", assuming(self), within(at))?;
            }
            (ContractStatus::HoldsWhen, at, Some(limit)) => {
                write!(f, "holds when {limit}{}", assuming(self))?;
                if let Some(at) = at {
                    write!(f, ": {percentile} {}", within(at))?;
                }
            }
            (outcome, at, limit) => {
                f.write_str(match outcome {
                    ContractStatus::Met => "met",
                    ContractStatus::Violated => "violated",
                    ContractStatus::HoldsWhen | ContractStatus::Undecided => "undecided",
                })?;
                f.write_str(&assuming(self))?;
                for (index, reason) in self.reasons.iter().enumerate() {
                    write!(f, "{} {reason}", if index == 0 { ":" } else { ";" })?;
                }
                match (at, limit) {
                    (Some(at), _) if at.energy > at.budget => {
                        write!(f, "; at most {percentile} {}", over(at))?;
                        if let Some(limit) = limit {
                            write!(f, "; it holds when {limit}")?;
                        }
                    }
                    (_, Some(limit)) => write!(f, "; what is priced holds when {limit}")?,
                    (Some(at), None) => write!(f, "; what is priced is {}", within(at))?,
                    (None, None) => {}
                }
            }
        }
        if !self.assumed.is_empty() {
            write!(f, " (assumed: {})", values(&self.assumed))?;
        }
        Ok(())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, symbol) in self.symbols.iter().enumerate() {
            let and = if index == 0 { "" } else { " and " };
            write!(f, "{and}{symbol} ≤ {}", self.at_most)?;
        }
        if let Some(deciding) = &self.deciding {
            write!(f, " ({deciding} decides)")?;
        }
        Ok(())
    }
}

impl fmt::Display for VerdictReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpriced(what) => write!(f, "{what}"),
            Self::Opaque(symbol) => write!(f, "nothing is known about {symbol}"),
            Self::UnknownMethod(symbol) => write!(
                f,
                "the class of the object decides which method runs for {symbol}; name that class as the type, or give the \
                 joules of one call, as in `--assume {symbol}=1e-6`"
            ),
            Self::NoLeast(symbol) => write!(
                f,
                "{symbol} has no smallest value; add it to the condition, as in `when {symbol} >= 0`"
            ),
            Self::NoValues => f.write_str("no values satisfy the condition after `when`"),
            Self::UpperBound => f.write_str(
                "the worst case is over the budget, but it is an upper bound that runs may never reach",
            ),
            Self::MayThrow(doubt) => {
                f.write_str(
                    "the worst case is over the budget, but calls with these values may end with an exception, which the \
                     contract does not cover",
                )?;
                (doubt.as_ref()).map_or(Ok(()), |doubt| write!(f, ": {doubt}"))
            }
            Self::Interval(interval, remedy) => {
                write!(
                    f,
                    "the average of a call is {interval}, and the budget lies in that interval"
                )?;
                remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
            }
            Self::TooClose => f.write_str(
                "the energy is too close to the budget, or has too many paths, to decide",
            ),
        }
    }
}

/// `, assuming that … and that …`
fn assuming(verdict: &Verdict) -> String {
    let all = &verdict.rests_on;
    let shown = all.iter().take(MAX_ASSUMPTIONS);
    let shown: Vec<String> = shown.map(|one| format!("that {one}")).collect();
    let mut text = match shown.as_slice() {
        [] => return String::new(),
        shown => format!(", assuming {}", shown.join(" and ")),
    };
    if all.len() > shown.len() {
        text += " and ";
        text += &(all.len() - shown.len()).to_string();
        text += " more";
    }
    text
}

fn within(at: &Witness) -> String {
    if at.budget.0 <= 0.0 {
        return format!("{} of {}{}", at.energy, at.budget, place(at));
    }
    format!(
        "{} of {}{}, {} below",
        at.energy,
        at.budget,
        place(at),
        share(at.margin())
    )
}

fn over(at: &Witness) -> String {
    let (place, times) = (place(at), at.energy / at.budget);
    if at.budget.0 <= 0.0 {
        format!("{} is above {}{place}", at.energy, at.budget)
    } else if times >= MULTIPLE {
        format!(
            "{} is {times:.0} times the budget of {}{place}",
            at.energy, at.budget
        )
    } else {
        let above = share(times - 1.0);
        format!("{} is {above} above {}{place}", at.energy, at.budget)
    }
}

fn place(at: &Witness) -> String {
    if at.values.is_empty() {
        String::new()
    } else {
        format!(" at {}", values(&at.values))
    }
}

fn values(values: &[(String, f64)]) -> String {
    let values = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    values.collect::<Vec<String>>().join(", ")
}

/// `14%`, `0.3%`
fn share(of: f64) -> String {
    let percent = 100.0 * of;
    if percent >= 10.0 {
        format!("{percent:.0}%")
    } else if percent >= 0.1 {
        format!("{percent:.1}%")
    } else {
        "less than 0.1%".to_owned()
    }
}

/// `p99`, `p99.9`
pub(crate) fn percentile(quantile: f64) -> String {
    let text = format!("{:.6}", quantile * 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("p{text}")
}
