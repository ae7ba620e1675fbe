//! Values assumed for symbols.

use std::collections::BTreeMap;
use std::fmt;
use wcec::Symbol;

/// Values for symbols, by name (`n`) or by key (`Class.method(descriptor):n`). A key is more specific than a name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assumptions(pub BTreeMap<String, f64>);

/// No value of Java's integer types, and so no size and no count, is greater.
const GREATEST: f64 = i64::MAX as f64;

/// Text that is no assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadAssumption(String);

impl fmt::Display for BadAssumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no assumption; write a symbol and a number from 0 to {GREATEST:e}, as in n=100",
            self.0
        )
    }
}

impl std::error::Error for BadAssumption {}

impl Assumptions {
    /// Reads one `name=value` and adds it. A later value of the same name replaces an earlier one.
    ///
    /// # Errors
    /// [`BadAssumption`] where there is no name, or no number from 0 to the greatest `long`.
    pub fn parse(&mut self, text: &str) -> Result<(), BadAssumption> {
        let bad = || BadAssumption(text.to_owned());
        let (name, value) = text.rsplit_once('=').ok_or_else(bad)?;
        let value: f64 = value.trim().parse().map_err(|_| bad())?;
        if name.trim().is_empty() || !(0.0..=GREATEST).contains(&value) {
            return Err(bad());
        }
        self.0.insert(name.trim().to_owned(), value);
        Ok(())
    }

    /// The value assumed for a symbol.
    pub fn value(&self, symbol: &Symbol) -> Option<f64> {
        self.0
            .get(&symbol.key)
            .or_else(|| self.0.get(&symbol.name))
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_number() {
        let mut assumptions = Assumptions::default();
        assert!(assumptions.parse("n=100").is_ok());
        assert!(assumptions.parse("a.length = 1e3").is_ok());
        assert_eq!(assumptions.0["n"].to_bits(), 100_f64.to_bits());
        assert_eq!(assumptions.0["a.length"].to_bits(), 1000_f64.to_bits());
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["n", "n=", "=3", "n=x", "n=-1", "n=1e19", "n=inf", "n=NaN"] {
            assert!(Assumptions::default().parse(text).is_err(), "{text}");
        }
    }
}
