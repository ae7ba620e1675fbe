//! Numbers of runs as text.

use crate::hint_style::percent;
use cost::superscript;
use profile::Estimate;

/// `±9%`: half of the 90% interval.
pub(crate) fn plus_minus(estimate: &Estimate) -> String {
    profile::forms::relative(estimate)
}

/// A number of calls: `512 calls`, `1.2·10⁶ calls`.
pub(crate) fn calls(count: u64) -> String {
    match count {
        few if few < 10_000 => escape::how_many(few, "call", "calls"),
        many => {
            let text = format!("{:.1e}", many as f64);
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
            let exponent = superscript(exponent.parse().unwrap_or(0));
            format!("{mantissa}·10{exponent} calls")
        }
    }
}

/// `14% of the run`
pub(crate) fn share_of_run(share: f64) -> String {
    format!("{} of the run", percent(share))
}

/// Whether the run's numbers were measured by a meter or computed by a model of power.
pub(crate) const fn modelled_or_measured(is_modelled: bool) -> &'static str {
    if is_modelled { "modelled" } else { "measured" }
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn many_calls_have_two_digits() {
        for (count, text) in [
            (0, "0 calls"),
            (1, "1 call"),
            (9_999, "9999 calls"),
            (10_000, "1·10⁴ calls"),
            (1_234_567, "1.2·10⁶ calls"),
            (99_999_999, "1·10⁸ calls"),
            (u64::MAX, "1.8·10¹⁹ calls"),
        ] {
            assert_eq!(calls(count), text);
        }
    }
}
