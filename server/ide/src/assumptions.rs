//! Values assumed for symbols.

use cost::{ITERATION, Symbol, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Values for symbols: by name everywhere (`n`), in a method (`pkg.Class.method:n`), or in one overload
/// (`pkg.Class.method(I)V:n`). The most specific value applies.
///
/// Between the parts of a method's name, dots, slashes and, for nested classes, `$` mean the same. A constructor is
/// `pkg.Class.<init>`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AssumedValues {
    by_name: BTreeMap<String, f64>,
    /// By method in [`normal`] form, `:`, and the name.
    by_method: BTreeMap<String, f64>,
    /// The requested symbols, shared by all copies.
    asked: Asked,
}

/// The symbols whose values were requested, and the keys that had one.
#[derive(Debug, Clone, Default)]
struct Asked(Arc<Mutex<AskedNames>>);

#[derive(Debug, Default)]
struct AskedNames {
    symbols: BTreeSet<String>,
    used: BTreeSet<String>,
}

/// Whether a reader may know this value: not an energy of a call, and not an iteration.
fn is_proposed(symbol: &Symbol) -> bool {
    symbol.kind != SymbolKind::Callback && !symbol.name.starts_with(ITERATION)
}

/// Two sets of values are equal whatever was requested from them.
impl PartialEq for Asked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Asked {
    fn note(&self, symbol: &Symbol, key: Option<&str>) {
        // A panic elsewhere leaves the names intact.
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_proposed(symbol) && !names.symbols.contains(&symbol.name) {
            names.symbols.insert(symbol.name.clone());
        }
        if let Some(key) = key
            && !names.used.contains(key)
        {
            names.used.insert(key.to_owned());
        }
    }
}

/// The largest value of Java's integer types. None is less than its negation.
const GREATEST: f64 = i64::MAX as f64;

/// Text that is not an assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadAssumption(String);

impl fmt::Display for BadAssumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not an assumption; write a symbol and a number from -{GREATEST:e} to {GREATEST:e}, as in n=100",
            self.0
        )
    }
}

impl std::error::Error for BadAssumption {}

impl AssumedValues {
    /// Whether no value is given.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty() && self.by_method.is_empty()
    }

    /// Reads one `name=value` and adds it. A later value for the same name replaces an earlier one.
    ///
    /// # Errors
    /// [`BadAssumption`] if there is no name, or no number in the range of a `long`.
    pub fn parse(&mut self, text: &str) -> Result<(), BadAssumption> {
        let bad = || BadAssumption(text.to_owned());
        let (key, value) = text.rsplit_once('=').ok_or_else(bad)?;
        let value: f64 = value.trim().parse().map_err(|_| bad())?;
        self.insert(key, value).map_err(|_| bad())
    }

    /// Adds a value for a symbol, `n`, or for a symbol of a method, `pkg.Class.method:n`. A later value for the same key replaces
    /// an earlier one.
    ///
    /// # Errors
    /// [`BadAssumption`] if there is no name, or no number in the range of a `long`.
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

    /// Adds all values of another set. They replace those with the same keys.
    pub fn extend(&mut self, other: &Self) {
        self.by_name.extend(other.by_name.clone());
        self.by_method.extend(other.by_method.clone());
    }

    /// Whether a number can be the value of a parameter or a field, a size or a count.
    pub fn is_value(value: f64) -> bool {
        (-GREATEST..=GREATEST).contains(&value)
    }

    /// The value assumed for a symbol.
    pub fn value(&self, symbol: &Symbol) -> Option<f64> {
        if self.is_empty() {
            return None;
        }
        let of_name = || {
            let (key, value) = self.by_name.get_key_value(&symbol.name)?;
            Some((key, *value))
        };
        let found = self.of_method(symbol).or_else(of_name);
        self.asked.note(symbol, found.map(|(key, _)| key.as_str()));
        found.map(|(_, value)| value)
    }

    fn of_method(&self, symbol: &Symbol) -> Option<(&String, f64)> {
        if self.by_method.is_empty() {
            return None;
        }
        let key = normal(&symbol.key);
        let of = |method: &str| {
            let found = self
                .by_method
                .get_key_value(&format!("{method}:{}", symbol.name));
            found.map(|(key, value)| (key, *value))
        };
        let (method, _) = key.rsplit_once(':')?;
        let without_descriptor = method.split('(').next().unwrap_or(method);
        of(method).or_else(|| of(without_descriptor))
    }

    /// Whether a requested symbol used the value of this key, in the form of [`AssumedValues::insert`].
    pub fn was_used(&self, key: &str) -> bool {
        let key = match key.rsplit_once(':') {
            None => key.trim().to_owned(),
            Some((method, name)) => format!("{}:{}", normal(method.trim()), name.trim()),
        };
        let names = self.asked.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.used.contains(&key)
    }

    /// The names of requested symbols that readers may set, sorted.
    pub fn asked_for(&self) -> Vec<String> {
        let names = self.asked.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.symbols.iter().cloned().collect()
    }
}

/// A method's name with one separator between its parts, whichever the user wrote.
fn normal(method: &str) -> String {
    method.replace(['.', '$'], "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(method: &str, name: &str) -> Symbol {
        Symbol {
            key: format!("{method}:{name}"),
            name: name.to_owned(),
            kind: SymbolKind::Parameter,
            line: None,
            meaning: String::new(),
            place: None,
            test: None,
        }
    }

    fn assumptions(texts: &[&str]) -> AssumedValues {
        let mut assumptions = AssumedValues::default();
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
    fn a_parameter_may_be_negative() {
        let assumed = assumptions(&["n=-3"]);
        assert_eq!(assumed.value(&symbol("A.f()V", "n")), Some(-3.0));
    }

    #[test]
    fn a_key_that_no_symbol_asked_for_is_told() {
        let assumed = assumptions(&["n=1", "m=2", "p.A.f:k=3", "p.A.g:k=4"]);
        let copy = assumed.clone();
        for name in ["n", "k", "length"] {
            copy.value(&symbol("p/A.f(I)V", name));
        }
        assert!(assumed.was_used("n") && assumed.was_used("p.A.f:k"));
        assert!(!assumed.was_used("m") && !assumed.was_used("p.A.g:k"));
        assert_eq!(assumed.asked_for(), ["k", "length", "n"]);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "n", "n=", "=3", "n=x", "n=1e19", "n=-1e19", "n=inf", "n=NaN", ":n=1", "A.f:=1", ":=1",
        ] {
            assert!(AssumedValues::default().parse(text).is_err(), "{text}");
        }
    }
}
