//! Differences for readers.

/// Larger factors are not written in digits.
const LARGEST_FACTOR: f64 = 1e6;

/// `+4.0%`, `−12%`, `+0.02%`, `×31`: percentages that people can distinguish, without exponents and without a signed zero.
pub(crate) fn percent(change: f64) -> String {
    let sign = if change < 0.0 { "−" } else { "+" };
    let size = change.abs() * 100.0;
    if change >= LARGEST_FACTOR {
        format!("over ×{LARGEST_FACTOR}")
    } else if change >= 9.0 {
        format!("×{:.0}", change + 1.0)
    } else if size >= 9.95 {
        format!("{sign}{size:.0}%")
    } else if size >= 0.095 {
        format!("{sign}{size:.1}%")
    } else if size >= 0.0095 {
        format!("{sign}{size:.2}%")
    } else if size > 0.0 {
        format!("{sign}0.01% at most")
    } else {
        String::from("0%")
    }
}

/// A probability with enough digits to distinguish it from 1.
pub(crate) fn probability(p: f64) -> String {
    if p > 0.999_95 {
        String::from("> 0.9999")
    } else if p < 0.000_05 {
        String::from("< 0.0001")
    } else {
        format!("{p:.4}")
    }
}

/// `2%`, `0.5%`.
pub(crate) fn share(share: f64) -> String {
    let text = format!("{:.3}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn no_exponent_and_no_signed_zero() {
        for (change, expected) in [
            (0.0, "0%"),
            (-0.0, "0%"),
            (1e-12, "+0.01% at most"),
            (-1e-300, "−0.01% at most"),
            (0.000_2, "+0.02%"),
            (-0.000_949, "−0.09%"),
            (0.04, "+4.0%"),
            (-0.0996, "−10%"),
            (0.123, "+12%"),
            (30.0, "×31"),
            (1e300, "over ×1000000"),
            (f64::INFINITY, "over ×1000000"),
            (-1.0, "−100%"),
        ] {
            assert_eq!(percent(change), expected, "{change}");
        }
    }
}
