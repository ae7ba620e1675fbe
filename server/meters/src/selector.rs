//! The choice of a meter: its kind and its settings.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::MeterError;
use crate::meter::Meter;
use crate::sysfs::System;

type Open = fn(&Selector, &System) -> Result<Box<dyn Meter>, MeterError>;

/// A kind of meter.
#[derive(Debug)]
pub struct MeterKind {
    /// Its name in selectors.
    pub name: &'static str,
    /// A short description.
    pub title: &'static str,
    /// Its settings.
    pub settings: &'static [&'static str],
    /// An example of a valid selector.
    pub example: &'static str,
    /// Whether any machine may have it. Otherwise, it needs an address or a file.
    pub is_local: bool,
    pub(crate) open: Open,
}

impl PartialEq for MeterKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The choice of a meter and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// The kind.
    pub kind: &'static MeterKind,
    pub(crate) settings: BTreeMap<String, String>,
}

impl Selector {
    /// A kind without settings.
    pub fn of(kind: &'static MeterKind) -> Self {
        Self {
            kind,
            settings: BTreeMap::new(),
        }
    }

    /// A setting, if given.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// A setting that is a finite number greater than 0.
    pub(crate) fn positive(&self, key: &'static str) -> Result<Option<f64>, MeterError> {
        self.text(key)
            .map(|text| {
                text.parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite() && *number > 0.0)
                    .ok_or_else(|| self.invalid_value(key, text, "a number greater than 0"))
            })
            .transpose()
    }

    /// A setting that is a finite number.
    pub(crate) fn number(&self, key: &'static str) -> Result<Option<f64>, MeterError> {
        self.text(key)
            .map(|text| {
                text.parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite())
                    .ok_or_else(|| self.invalid_value(key, text, "a number"))
            })
            .transpose()
    }

    /// A required setting.
    pub(crate) fn required(&self, key: &'static str) -> Result<&str, MeterError> {
        self.text(key).ok_or_else(|| MeterError::Selector {
            given: self.to_string(),
            problem: format!("`{key}` is missing"),
            fix: format!("type {}", self.kind.example),
        })
    }

    /// The error for an invalid value.
    pub(crate) fn invalid_value(&self, key: &str, found: &str, expected: &str) -> MeterError {
        MeterError::Selector {
            given: self.to_string(),
            problem: format!("{key}={found} is not {expected}"),
            fix: format!("for example, type {}", self.kind.example),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (at, (key, value)) in self.settings.iter().enumerate() {
            let before = if at == 0 { ':' } else { ',' };
            write!(f, "{before}{key}={value}")?;
        }
        Ok(())
    }
}
