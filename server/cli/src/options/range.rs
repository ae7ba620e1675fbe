//! A symbol with a range of values.

use crate::failure::NameNotFound;
use anyhow::Result;
use ide::AssumedValues;
use std::str::FromStr;

/// `n=1..1000`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Range {
    pub(crate) symbol: String,
    from: f64,
    to: f64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!("\"{text}\" is not a range; write a symbol and two numbers, as in n=1..1000")
        };
        let (symbol, range) = text.rsplit_once('=').ok_or_else(bad)?;
        let (from, to) = range.split_once("..").ok_or_else(bad)?;
        let number = |text: &str| -> Result<f64, String> {
            let number = text.trim().parse::<f64>().map_err(|_| bad())?;
            Some(number)
                .filter(|number| AssumedValues::is_value(*number))
                .ok_or_else(bad)
        };
        let (from, to) = (number(from)?, number(to)?);
        if symbol.trim().is_empty() || from >= to {
            return Err(bad());
        }
        Ok(Self {
            symbol: symbol.trim().to_owned(),
            from,
            to,
        })
    }
}

impl Range {
    /// `count` values from one end to the other, evenly spaced by difference or by ratio. They are whole numbers if there are
    /// enough of these.
    pub(crate) fn points(&self, count: usize, by_ratio: bool) -> Result<Vec<f64>> {
        if by_ratio && self.from <= 0.0 {
            return Err(NameNotFound::from(format!(
                "--log needs a range above 0; write --vary {}=1..{}",
                self.symbol, self.to
            ))
            .into());
        }
        let last = count.saturating_sub(1).max(1) as f64;
        let is_whole = self.to - self.from >= last && self.from.fract() == 0.0;
        let mut points: Vec<f64> = (0..count)
            .map(|index| {
                let part = index as f64 / last;
                let value = if by_ratio {
                    self.from * (self.to / self.from).powf(part)
                } else {
                    self.from + (self.to - self.from) * part
                };
                let value = if is_whole { value.round() } else { value };
                value.clamp(self.from, self.to)
            })
            .collect();
        points.dedup();
        Ok(points)
    }
}

#[cfg(test)]
mod tests {
    use super::Range;

    fn points(text: &str, count: usize, by_ratio: bool) -> Vec<f64> {
        let range: Range = text.parse().expect("a range");
        range.points(count, by_ratio).expect("points")
    }

    #[test]
    fn points_are_even_by_difference_or_by_ratio() {
        assert_eq!(points("n=0..100", 5, false), [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert_eq!(points("n=1..1000", 4, true), [1.0, 10.0, 100.0, 1000.0]);
        // There are fewer whole numbers than requested.
        assert_eq!(
            points("n=1..9", 9, true),
            [1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 9.0]
        );
        assert_eq!(points("e=0..1", 3, false), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "n",
            "n=5",
            "n=5..1",
            "=1..5",
            "n=a..b",
            "n=-1e19..5",
            "n=1..inf",
            "n=1..1",
        ] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
        for text in ["n=0..9", "n=-3..9"] {
            let range: Range = text.parse().expect("a range");
            assert!(range.points(3, true).is_err(), "{text}");
        }
    }
}
