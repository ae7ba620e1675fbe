//! The unit of all energies in this program.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// An energy in joules.
///
/// `Display` uses pJ, nJ, µJ, mJ, J or kJ and three significant digits. Values outside these units are printed in joules with an
/// exponent. Width and alignment of the format string apply to the number together with its unit.
///
/// ```
/// use posterior::Joules;
/// assert_eq!(Joules(4.0226e-8).to_string(), "40.2 nJ");
/// assert_eq!(Joules(999.6e-9).to_string(), "1.00 µJ");
/// assert_eq!(Joules(0.0).to_string(), "0 J");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Joules(pub f64);

impl Joules {
    /// No energy.
    pub const ZERO: Self = Self(0.0);

    /// The larger of the two. If one is NaN, the other.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The energy without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Appends what `Display` shows, with spaces in front up to this width. Tables do this thousands of times.
    pub fn push_right(self, text: &mut String, width: usize) {
        let shown = shown(self.0);
        let missing = width.saturating_sub(shown.chars().count());
        text.extend(std::iter::repeat_n(' ', missing));
        text.push_str(&shown);
    }

    /// This many of a unit: `mJ`, or `uJ` if `µ` is hard to type. `None` if there is no such unit.
    pub fn of(number: f64, unit: &str) -> Option<Self> {
        let mut units = WRITTEN_UNITS.iter();
        let (_, joules) = units.find(|(name, _)| *name == unit)?;
        // Powers of ten below 1 have no exact value; those above do.
        Some(Self(if *joules < 1.0 {
            number / (1.0 / joules).round()
        } else {
            number * joules
        }))
    }

    /// Reads an energy as people write it, such as `2 mJ`; `None` unless it is a number of at least 0 with a unit.
    pub fn parse(text: &str) -> Option<Self> {
        let written = text.trim();
        let parsed = WRITTEN_UNITS.iter().find_map(|(unit, _)| {
            let number = written.strip_suffix(unit)?.trim().parse::<f64>().ok()?;
            Self::of(number, unit)
        });
        parsed.filter(|energy| energy.is_finite() && energy.0 >= 0.0)
    }

    /// Whether the value is neither infinite nor NaN.
    pub fn is_finite(self) -> bool {
        self.0.is_finite()
    }
}

/// The units that people write, with their size in joules.
const WRITTEN_UNITS: [(&str, f64); 8] = [
    ("pJ", 1e-12),
    ("nJ", 1e-9),
    ("uJ", 1e-6),
    ("µJ", 1e-6),
    // The Greek letter, which looks like the micro sign.
    ("μJ", 1e-6),
    ("mJ", 1e-3),
    ("kJ", 1e3),
    ("J", 1.0),
];

/// The units that `Display` uses, by the decimal exponent of their size in joules.
const UNITS: [(i32, &str); 6] = [
    (-12, "pJ"),
    (-9, "nJ"),
    (-6, "µJ"),
    (-3, "mJ"),
    (0, "J"),
    (3, "kJ"),
];

/// Below this decimal exponent, a value in pJ would be a row of zeros.
const SMALLEST_EXPONENT: i32 = -14;
/// Above this decimal exponent, a value in kJ would have more than three digits.
const LARGEST_EXPONENT: i32 = 5;

impl fmt::Display for Joules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&shown(self.0))
    }
}

impl Joules {
    /// The energy with two significant digits, such as `3.2 µJ`, for values that are not known more precisely.
    pub fn about(self) -> String {
        let rounded = format!("{:.1e}", self.0).parse().unwrap_or(self.0);
        let text = shown(rounded);
        match text.split_once(' ') {
            Some((number, _)) if number.contains('e') => format!("{rounded:.1e} J"),
            // The third digit is a 0.
            Some((number, unit)) if number.contains('.') => {
                let number = number.get(..number.len() - 1).unwrap_or(number);
                format!("{} {unit}", number.trim_end_matches('.'))
            }
            _ => text,
        }
    }
}

fn shown(joules: f64) -> String {
    if joules.is_nan() {
        return "NaN J".to_owned();
    }
    if joules == 0.0 {
        return "0 J".to_owned();
    }
    // Round before choosing the unit: 999.6 nJ is 1.00 µJ, never 1000 nJ.
    let Some((digits, exponent)) = rounded(joules).or_else(|| exactly_rounded(joules)) else {
        return format!("{joules} J");
    };
    if !(SMALLEST_EXPONENT..=LARGEST_EXPONENT).contains(&exponent) {
        return format!("{joules:.2e} J");
    }
    let unit_exponent = exponent.div_euclid(3) * 3;
    let (unit_exponent, unit) = UNITS
        .into_iter()
        .find(|&(size, _)| size >= unit_exponent)
        .unwrap_or((0, "J"));
    // The decimal point is placed among the rounded digits, because dividing the value again could round twice.
    let mut text = String::with_capacity(16);
    if joules < 0.0 {
        text.push('-');
    }
    let left_of_point = exponent - unit_exponent + 1;
    if left_of_point < 1 {
        text.push_str("0.");
        text.extend((left_of_point..0).map(|_| '0'));
    }
    for (place, digit) in (0..).zip(digits) {
        if place > 0 && place == left_of_point {
            text.push('.');
        }
        text.push(char::from(digit));
    }
    text.push(' ');
    text.push_str(unit);
    text
}

/// The powers of ten from which a unit is chosen, and the next one.
const POWERS: [f64; 21] = [
    1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0,
    1e1, 1e2, 1e3, 1e4, 1e5, 1e6,
];

/// Three significant digits and the decimal exponent of the first, if floating-point numbers determine them for certain.
fn rounded(joules: f64) -> Option<([u8; 3], i32)> {
    /// Powers of ten up to here are exact, so a number is scaled with a single rounding.
    const EXACT: [f64; 17] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    ];
    /// Much more than that rounding error, for numbers below 1000.
    const NEXT_TO_A_HALF: f64 = 1e-9;
    let size = joules.abs();
    let above = POWERS.partition_point(|power| *power <= size);
    if above == 0 || above == POWERS.len() {
        return None;
    }
    let mut exponent = above as i32 - 1 + SMALLEST_EXPONENT;
    let scale = *EXACT.get((2 - exponent).unsigned_abs() as usize)?;
    let scaled = if exponent <= 2 {
        size * scale
    } else {
        size / scale
    };
    if (scaled - scaled.floor() - 0.5).abs() < NEXT_TO_A_HALF {
        return None;
    }
    let mut number = scaled.round() as u32;
    if number >= 1000 {
        number /= 10;
        exponent += 1;
    }
    let digit = |of: u32| b'0' + (of % 10) as u8;
    Some((
        [digit(number / 100), digit(number / 10), digit(number)],
        exponent,
    ))
}

/// The same from all digits of the number.
fn exactly_rounded(joules: f64) -> Option<([u8; 3], i32)> {
    let scientific = format!("{:.2e}", joules.abs());
    let (mantissa, exponent) = scientific.split_once('e')?;
    let mut digits = [b'0'; 3];
    let found = mantissa.bytes().filter(u8::is_ascii_digit);
    for (digit, found) in digits.iter_mut().zip(found) {
        *digit = found;
    }
    Some((digits, exponent.parse().ok()?))
}

impl Add for Joules {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Joules {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Joules {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Joules {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Joules {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<f64> for Joules {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl Div for Joules {
    type Output = f64;
    fn div(self, other: Self) -> f64 {
        self.0 / other.0
    }
}

impl Sum for Joules {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Joules;

    fn shown(joules: f64) -> String {
        Joules(joules).to_string()
    }

    #[test]
    fn an_energy_is_read_as_people_write_it() {
        for (text, joules) in [
            ("2 mJ", 0.002),
            (" 0.5kJ ", 500.0),
            ("3J", 3.0),
            ("7 uJ", 7e-6),
            ("7 µJ", 7e-6),
            ("7 μJ", 7e-6),
            ("1e3 pJ", 1e-9),
            ("0 J", 0.0),
        ] {
            assert_eq!(Joules::parse(text), Some(Joules(joules)), "{text}");
        }
        for text in [
            "", "J", "2", "2 W", "2 MJ", "-2 mJ", "nan J", "inf J", "1e400 J", "2 mJ J",
        ] {
            assert_eq!(Joules::parse(text), None, "{text}");
        }
    }

    #[test]
    fn three_significant_digits_in_the_unit_that_fits() {
        assert_eq!(shown(4.0226e-8), "40.2 nJ");
        assert_eq!(shown(1.24e-6), "1.24 µJ");
        assert_eq!(shown(5.074_944e-11), "50.7 pJ");
        assert_eq!(shown(0.0312), "31.2 mJ");
        assert_eq!(shown(1.0), "1.00 J");
        assert_eq!(shown(299.0), "299 J");
        assert_eq!(shown(12_340.0), "12.3 kJ");
        assert_eq!(shown(123_400.0), "123 kJ");
    }

    #[test]
    fn two_significant_digits_keep_their_size() {
        for (joules, text) in [
            (2.58e11, "2.6e11 J"),
            (1e6, "1.0e6 J"),
            (1.24e-15, "1.2e-15 J"),
            (-9.97e-20, "-1.0e-19 J"),
            (1.24e-6, "1.2 µJ"),
            (0.0, "0 J"),
        ] {
            assert_eq!(Joules(joules).about(), text);
        }
    }

    #[test]
    fn rounding_moves_on_to_the_next_unit() {
        assert_eq!(shown(999.4e-9), "999 nJ");
        assert_eq!(shown(999.6e-9), "1.00 µJ");
        assert_eq!(shown(9.999e-9), "10.0 nJ");
        assert_eq!(shown(999.9), "1.00 kJ");
        assert_eq!(shown(999_900.0), "1.00e6 J");
    }

    proptest! {
        /// The same digits as from arithmetic on the decimal text.
        #[test]
        fn the_digits_are_those_of_the_rounded_value(mantissa in 1.0_f64..10.0, exponent in -16_i32..8, negative: bool) {
            let joules: f64 = format!("{}{mantissa}e{exponent}", if negative { "-" } else { "" }).parse().expect("a number");
            let text = shown(joules);
            let (number, unit) = text.split_once(' ').expect("a unit");
            let size = match unit {
                "pJ" => -12, "nJ" => -9, "µJ" => -6, "mJ" => -3, "J" => 0, "kJ" => 3, _ => panic!("{unit}"),
            };
            let (number, more) = number.split_once('e').unwrap_or((number, "0"));
            let size = size + more.parse::<i32>().expect("an exponent");
            let value: f64 = format!("{number}e{size}").parse().expect("a number");
            prop_assert_eq!(format!("{value:e}"), format!("{:e}", format!("{joules:.2e}").parse::<f64>().expect("a number")));
            let digits = number.trim_start_matches(['-', '0', '.']).chars().filter(char::is_ascii_digit).count();
            prop_assert_eq!(digits, 3, "{}", text);
        }
    }

    #[test]
    fn zero_negative_tiny_and_huge() {
        assert_eq!(shown(0.0), "0 J");
        assert_eq!(shown(-0.0), "0 J");
        assert_eq!(shown(-3.25e-9), "-3.25 nJ");
        assert_eq!(shown(-999.6e-9), "-1.00 µJ");
        assert_eq!(shown(1.234e-13), "0.123 pJ");
        assert_eq!(shown(1.234e-14), "0.0123 pJ");
        assert_eq!(shown(1.234e-15), "1.23e-15 J");
        assert_eq!(shown(5e-324), "4.94e-324 J");
        assert_eq!(shown(f64::MAX), "1.80e308 J");
    }

    #[test]
    fn what_is_not_finite_is_said_as_such() {
        assert_eq!(shown(f64::NAN), "NaN J");
        assert_eq!(shown(f64::INFINITY), "inf J");
        assert_eq!(shown(f64::NEG_INFINITY), "-inf J");
    }

    #[test]
    fn a_column_is_what_display_makes_of_it() {
        for joules in [4.0226e-8, 1.24e-6, -1e-9, 0.0, 1e-20, f64::NAN] {
            for width in [0, 3, 10] {
                let mut text = String::from("a");
                Joules(joules).push_right(&mut text, width);
                assert_eq!(text, format!("a{:>width$}", Joules(joules)));
            }
        }
    }

    #[test]
    fn width_applies_to_number_and_unit_together() {
        assert_eq!(format!("{:>10}|", Joules(4.0226e-8)), "   40.2 nJ|");
        assert_eq!(format!("{:<10}|", Joules(1.24e-6)), "1.24 µJ   |");
    }
}
