//! Differences for readers.

use std::cmp::Ordering;

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

/// The same beside a limit, with enough digits to be on the right side of it: `+9.96%` is below a limit of 10%.
pub(crate) fn percent_beside(change: f64, limit: f64) -> String {
    const MOST_DIGITS: usize = 4;
    let size = change * 100.0;
    let side = |size: f64| {
        let difference = size - limit * 100.0;
        if difference.abs() < 1e-9 {
            Ordering::Equal
        } else {
            difference.total_cmp(&0.0)
        }
    };
    let usual = match size {
        size if change >= 9.0 || size < 0.095 => return percent(size / 100.0),
        size if size >= 9.95 => 0,
        _ => 1,
    };
    let shown = (usual..=MOST_DIGITS)
        .map(|digits| format!("{size:.digits$}"))
        .find(|text| {
            text.parse()
                .is_ok_and(|shown: f64| side(shown) == side(size))
        });
    match shown {
        Some(shown) => format!("+{shown}%"),
        None if side(size) == Ordering::Less => format!("just under +{}", share(limit)),
        None => format!("just over +{}", share(limit)),
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
    use super::{percent, percent_beside};

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
    #[test]
    fn a_change_is_on_the_right_side_of_its_limit() {
        for (change, limit, expected) in [
            (0.0996, 0.1, "+9.96%"),
            (0.0999, 0.1, "+9.99%"),
            (0.099_996, 0.1, "+9.9996%"),
            (0.099_999_99, 0.1, "just under +10%"),
            (0.1, 0.1, "+10%"),
            (0.1 + 1e-16, 0.1, "+10%"),
            (0.1004, 0.1, "+10.04%"),
            (0.104, 0.105, "+10%"),
            (0.1046, 0.105, "+10%"),
            (0.1049, 0.1045, "+10.5%"),
            (0.2, 0.1, "+20%"),
            (-0.0996, 0.1, "−10%"),
            (0.000_2, 0.1, "+0.02%"),
            (30.0, 0.1, "×31"),
            (f64::INFINITY, 0.1, "over ×1000000"),
            (0.0, 0.0, "0%"),
        ] {
            assert_eq!(percent_beside(change, limit), expected, "{change} {limit}");
        }
    }
}
