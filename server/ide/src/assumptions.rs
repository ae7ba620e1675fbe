//! Values assumed for symbols.

use std::collections::BTreeMap;
use std::fmt;
use wcec::Symbol;

/// Values for symbols: everywhere by name (`n`), in one method (`pkg.Class.method:n`), or in one of
/// several methods of a name (`pkg.Class.method(I)V:n`). The most specific one holds.
///
/// Dots, slashes and, for classes within classes, `$` mean the same between the parts of a method's
/// name. A constructor is `pkg.Class.<init>`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assumptions {
    by_name: BTreeMap<String, f64>,
    /// By a method in [`normal`] form, `:`, and the name.
    by_method: BTreeMap<String, f64>,
}

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
        let (key, value) = text.rsplit_once('=').ok_or_else(bad)?;
        let value: f64 = value.trim().parse().map_err(|_| bad())?;
        self.insert(key, value).map_err(|_| bad())
    }

    /// Adds a value for a symbol, `n`, or for a symbol of a method, `pkg.Class.method:n`. A later value
    /// of the same key replaces an earlier one.
    ///
    /// # Errors
    /// [`BadAssumption`] where there is no name, or no number from 0 to the greatest `long`.
    pub fn insert(&mut self, key: &str, value: f64) -> Result<(), BadAssumption> {
        let bad = || BadAssumption(format!("{key}={value}"));
        if !Self::is_value(value) {
            return Err(bad());
        }
        match key.rsplit_once(':') {
            None if key.trim().is_empty() => return Err(bad()),
            None => self.by_name.insert(key.trim().to_owned(), value),
            Some((method, name)) if method.trim().is_empty() || name.trim().is_empty() => {
                return Err(bad());
            }
            Some((method, name)) => {
                let key = format!("{}:{}", normal(method.trim()), name.trim());
                self.by_method.insert(key, value)
            }
        };
        Ok(())
    }

    /// Adds all values of another set, which replace those of the same keys.
    pub fn extend(&mut self, other: &Self) {
        self.by_name.extend(other.by_name.clone());
        self.by_method.extend(other.by_method.clone());
    }

    /// Whether a number can be a size or a count.
    pub fn is_value(value: f64) -> bool {
        (0.0..=GREATEST).contains(&value)
    }

    /// The value assumed for a symbol.
    pub fn value(&self, symbol: &Symbol) -> Option<f64> {
        self.of_method(symbol)
            .or_else(|| self.by_name.get(&symbol.name).copied())
    }

    fn of_method(&self, symbol: &Symbol) -> Option<f64> {
        if self.by_method.is_empty() {
            return None;
        }
        let key = normal(&symbol.key);
        let of = |method: &str| self.by_method.get(&format!("{method}:{}", symbol.name));
        let (method, _) = key.rsplit_once(':')?;
        let without_descriptor = method.split('(').next().unwrap_or(method);
        of(method).or_else(|| of(without_descriptor)).copied()
    }
}

/// A method's name with one sign between its parts, whichever the user prefers.
fn normal(method: &str) -> String {
    method.replace(['.', '$'], "/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wcec::SymbolKind;

    fn symbol(method: &str, name: &str) -> Symbol {
        Symbol {
            key: format!("{method}:{name}"),
            name: name.to_owned(),
            kind: SymbolKind::Parameter,
            line: None,
            meaning: String::new(),
            place: None,
        }
    }

    fn assumptions(texts: &[&str]) -> Assumptions {
        let mut assumptions = Assumptions::default();
        for text in texts {
            assumptions.parse(text).expect("an assumption");
        }
        assumptions
    }

    #[test]
    fn a_name_and_a_number() {
        let assumed = assumptions(&["n=100", "a.length = 1e3"]);
        assert_eq!(assumed.value(&symbol("A.f()V", "n")), Some(100.0));
        assert_eq!(assumed.value(&symbol("A.f()V", "a.length")), Some(1000.0));
        assert_eq!(assumed.value(&symbol("A.f()V", "m")), None);
    }

    #[test]
    fn a_method_goes_before_a_name_and_its_descriptor_before_the_method() {
        let assumed = assumptions(&["n=1", "p.A.f(I)V:n=3", "p.A.f:n=2"]);
        assert_eq!(assumed.value(&symbol("p/A.f(I)V", "n")), Some(3.0));
        assert_eq!(assumed.value(&symbol("p/A.f(J)V", "n")), Some(2.0));
        assert_eq!(assumed.value(&symbol("p/A.g(I)V", "n")), Some(1.0));
        assert_eq!(assumed.value(&symbol("p/A.f(I)V", "m")), None);
    }

    #[test]
    fn a_method_is_written_with_dots_slashes_or_dollars() {
        let inner = symbol("p/Outer$Inner.<init>([Ljava/lang/String;)V", "a.length");
        for method in [
            "p.Outer.Inner.<init>",
            "p/Outer$Inner.<init>",
            "p/Outer/Inner/<init>",
            "p.Outer$Inner.<init>([Ljava.lang.String;)V",
        ] {
            let assumed = assumptions(&[&format!("{method}:a.length=7")]);
            assert_eq!(assumed.value(&inner), Some(7.0), "{method}");
        }
        let assumed = assumptions(&["Inner.<init>:a.length=7"]);
        assert_eq!(assumed.value(&inner), None);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "n", "n=", "=3", "n=x", "n=-1", "n=1e19", "n=inf", "n=NaN", ":n=1", "A.f:=1", ":=1",
        ] {
            assert!(Assumptions::default().parse(text).is_err(), "{text}");
        }
    }
}
