//! Types of the values of settings.

use ide::Joules;

/// Which lines have hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hints {
    /// Every line that costs energy, or whose cost is unknown.
    All,
    /// The few lines with most of the typical energy of their method.
    #[default]
    Hot,
    /// None.
    None,
}

/// Which calls are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calls {
    /// Those of the project and of the JDK.
    #[default]
    All,
    /// Those of the project.
    Project,
    /// None: only what the method itself executes.
    None,
}

impl Calls {
    /// The value for a setting's word.
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "all" => Some(Self::All),
            "project" => Some(Self::Project),
            "none" => Some(Self::None),
            _ => None,
        }
    }

    /// The word in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Project => "project",
            Self::None => "none",
        }
    }
}

/// The units of energy and their decimal exponents. Both characters for micro on keyboards are accepted.
const UNITS: [(&str, i32); 8] = [
    ("pJ", -12),
    ("nJ", -9),
    ("µJ", -6),
    ("μJ", -6),
    ("uJ", -6),
    ("mJ", -3),
    ("kJ", 3),
    ("J", 0),
];

/// Parses a number of at least 0 with a unit, such as `5 nJ`.
pub(super) fn energy(text: &str) -> Option<Joules> {
    let text = text.trim();
    let (number, exponent) = UNITS
        .iter()
        .find_map(|(unit, exponent)| Some((text.strip_suffix(unit)?, exponent)))?;
    let number = number.trim_end();
    // Parsed as one decimal number, so that 5 nJ is the nearest double.
    let (mantissa, own) = match number.split_once(['e', 'E']) {
        Some((mantissa, own)) => (mantissa, own.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let exponent = own.checked_add(*exponent)?;
    let value: f64 = format!("{mantissa}e{exponent}").parse().ok()?;
    (value.is_finite() && value >= 0.0).then_some(Joules(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_energy_is_a_number_and_a_unit() {
        for (text, joules) in [
            ("5 nJ", 5e-9),
            ("5nJ", 5e-9),
            (" 0.5 µJ ", 0.5e-6),
            ("0.5 μJ", 0.5e-6),
            ("3 uJ", 3e-6),
            ("1e3 pJ", 1e-9),
            ("2 mJ", 2e-3),
            ("1 kJ", 1e3),
            ("0 J", 0.0),
        ] {
            assert_eq!(energy(text), Some(Joules(joules)), "{text}");
        }
        for text in [
            "5",
            "nJ",
            "",
            "-1 nJ",
            "5 NJ",
            "5 W",
            "NaN J",
            "inf J",
            "1e999999999999 J",
            "e J",
            "1e2e3 J",
            "1e400 J",
            "1e2147483647 kJ",
        ] {
            assert_eq!(energy(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_of_an_energy_is_read_again(mantissa in 100_u32..1000, exponent in -14_i32..6) {
            let shown = Joules(f64::from(mantissa) / 100.0 * 10_f64.powi(exponent)).to_string();
            let read = energy(&shown).map(|energy| energy.to_string());
            prop_assert_eq!(read, Some(shown));
        }

        #[test]
        fn any_text_is_an_energy_or_none(text in ".{0,30}") {
            let _ = energy(&text);
        }
    }
}
