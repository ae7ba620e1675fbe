//! A cost as text: `0.4 µJ + 1.9 µJ·n`.

use crate::cost::{Cost, Term};
use crate::shape::Factor;
use posterior::Joules;
use pricing::Tally;
use std::borrow::Cow;
use std::fmt::Write;

/// Smaller energies in joules are not shown, because they are rounding residues.
pub const MIN_JOULES: f64 = 1e-15;

/// The prices of a formula's parts.
pub trait PartPrices {
    /// The mean in joules of what is executed.
    fn mean(&self, tally: &Tally) -> Joules;

    /// The given joules, if a tally consists only of these.
    fn given(&self, tally: &Tally) -> Option<f64>;

    /// The mean of each pattern in joules, which decides which terms matter.
    fn pattern_means(&self) -> &[f64];
}

/// The maximum length of a formula in a table or a hover, in characters.
pub const LONGEST_FORMULA: usize = 60;

/// What stands for a formula that cannot be shortened.
const LONG: &str = "a long formula";

/// The maximum number of terms in a displayed worst case, besides the constant.
const MAX_TERMS: usize = 6;

/// The cost as a sum of mean energies times factors, with the given prices. If a term would be negative, as in `n²/2 − n/2`, the
/// sum is one of binomials: `C(n, 2)`.
pub fn formula(cost: &Cost, prices: &impl PartPrices) -> String {
    if !cost.has_negative(prices.pattern_means()) {
        return text(cost.terms().iter(), prices, &Factor::to_string);
    }
    let cost = cost.clone().in_binomials();
    text(cost.terms().iter(), prices, &Factor::binomial_text)
}

/// The formula in at most this many characters. If there is no room, the least important terms are merged into the others, which
/// come in the order of their weight, and `≤` says so.
pub fn short_formula(cost: &Cost, prices: &impl PartPrices, longest: usize) -> String {
    let means = prices.pattern_means();
    let Some(plain) = cost.without_extremes() else {
        return String::from(LONG);
    };
    let mut is_folded = matches!(plain, Cow::Owned(_));
    let plain = &*plain;
    // Without its negative terms, a sum is larger.
    let positive = plain
        .has_negative(means)
        .then(|| plain.without_negative_terms(means));
    is_folded |= positive.is_some();
    let plain = positive.as_ref().unwrap_or(plain);
    for most in (0..=MAX_TERMS).rev() {
        let folded = plain.folded_to(most, means);
        is_folded |= folded.terms().len() < plain.terms().len();
        for width in [longest, 24, 12, 6] {
            let shown = if is_folded {
                format!("≤ {}", ranked(&folded, prices, width))
            } else {
                let name_of = |factor: &Factor| on_screen(factor, width);
                text(folded.terms().iter(), prices, &name_of)
            };
            // Terms are merged before a name is cut. The last term can only be cut.
            if shown.chars().count() <= longest {
                return shown;
            }
            if most > 1 {
                break;
            }
        }
    }
    String::from(LONG)
}

fn ranked(cost: &Cost, prices: &impl PartPrices, width: usize) -> String {
    let mut terms: Vec<&Term> = cost.terms().iter().collect();
    terms.sort_by(|one, two| {
        let nominal = |term: &Term| {
            prices.mean(&term.tally).0 * term.factor.value(&|symbol| symbol.nominal())
        };
        nominal(two).total_cmp(&nominal(one))
    });
    text(terms.into_iter(), prices, &|factor| {
        on_screen(factor, width)
    })
}

fn text<'t>(
    terms: impl Iterator<Item = &'t Term>,
    prices: &impl PartPrices,
    name_of: &impl Fn(&Factor) -> String,
) -> String {
    let mut text = String::new();
    for term in terms {
        let mean = prices.mean(&term.tally);
        if let Some(calls) = prices.given(&term.tally) {
            // One of its factors is already an energy.
            text.push_str(if text.is_empty() { "" } else { " + " });
            if (calls - 1.0).abs() > f64::EPSILON {
                let _ = write!(text, "{calls}·");
            }
            let _ = write!(text, "{}", name_of(&term.factor));
        } else if mean.0.abs() >= MIN_JOULES {
            let sign = match (text.is_empty(), mean.0 < 0.0) {
                (true, true) => "−",
                (true, false) => "",
                (false, true) => " − ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            text.push_str(&mean.abs().to_string());
            if !term.factor.is_one() {
                let _ = write!(text, "·{}", name_of(&term.factor));
            }
        }
    }
    if text.is_empty() {
        text.push_str("0 J");
    }
    text
}

/// A factor with readable names: `parameter 5` for `arg4`, `n′` for a second n, and the end of a long name.
fn on_screen(factor: &Factor, width: usize) -> String {
    let mut text = factor.to_string();
    let mut symbols = factor.symbols();
    // One name may be the prefix of another: `arg1` and `arg10`.
    symbols.sort_by_key(|symbol| std::cmp::Reverse(symbol.name.len()));
    for symbol in symbols {
        let name = &symbol.name;
        let mut shown = match name.split_once('#') {
            Some((stem, number)) => {
                let marks = number
                    .parse::<usize>()
                    .map_or(1, |number| number.clamp(2, 4) - 1);
                format!("{stem}{}", "′".repeat(marks))
            }
            None => name.clone(),
        };
        let digits = shown.strip_prefix("arg").map(|rest| {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            rest.split_at(end)
        });
        if let Some((digits, rest)) = digits
            && let Ok(index) = digits.parse::<u32>()
            && (rest.is_empty() || rest.starts_with(['.', '[', '′']))
        {
            shown = format!("parameter {}{rest}", index.saturating_add(1));
        }
        let length = shown.chars().count();
        if length > width {
            let end: String = shown.chars().skip(length - width).collect();
            shown = format!("…{end}");
        }
        if shown != *name {
            text = text.replace(name.as_str(), &shown);
        }
    }
    text
}

/// The smallest energy in the formula of a cost; `None` if there is none.
pub fn least_part(cost: &Cost, prices: &impl PartPrices) -> Option<Joules> {
    let in_binomials =
        (cost.has_negative(prices.pattern_means())).then(|| cost.clone().in_binomials());
    let cost = in_binomials.as_ref().unwrap_or(cost);
    let own = |term: &&Term| prices.given(&term.tally).is_none() && !term.tally.is_empty();
    let parts = cost.terms().iter().filter(own);
    let parts = parts.map(|term| prices.mean(&term.tally));
    parts.min_by(|one, two| one.0.total_cmp(&two.0))
}
