//! Shares for readers.

/// A share with this many decimals: `38%`, `12.5%`. A share that rounds to 0 has no sign.
pub fn percent(share: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}%", 100.0 * share);
    match text.strip_prefix('-') {
        Some(positive) if !positive.contains(|c: char| ('1'..='9').contains(&c)) => {
            positive.to_owned()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn nothing_has_no_sign() {
        for (share, decimals, expected) in [
            (-0.0, 0, "0%"),
            (-0.004, 0, "0%"),
            (-0.000_4, 1, "0.0%"),
            (-0.006, 0, "-1%"),
            (0.125, 1, "12.5%"),
            (1.0, 0, "100%"),
        ] {
            assert_eq!(percent(share, decimals), expected, "{share}");
        }
    }
}
