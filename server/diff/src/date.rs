//! Days of the calendar, to tell whether an acknowledgement has expired.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A day, as in `2026-11-21`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// What is no day of the calendar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a date; write one as 2026-11-21")]
pub struct BadDate(String);

impl Date {
    /// A day of the Gregorian calendar, `None` where it has no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => return None,
        };
        (1..=days)
            .contains(&day)
            .then_some(Self { year, month, day })
    }

    /// The day, in UTC, of a number of seconds since 1970; `None` before that year and after the year 9999.
    ///
    /// Source: Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let days = u64::try_from(seconds).ok()? / 86_400 + 719_468;
        let era = days / 146_097;
        let day_of_era = days % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 {
            month_from_march + 3
        } else {
            month_from_march - 9
        };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        let year = u16::try_from(year).ok().filter(|year| *year <= 9999)?;
        Self::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }
}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let bad = || BadDate(text.chars().take(32).collect());
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else {
            return Err(bad());
        };
        let is_number = |part: &str, digits| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !(is_number(year, 4) && is_number(month, 2) && is_number(day, 2)) {
            return Err(bad());
        }
        let date = (year
            .parse()
            .ok()
            .zip(month.parse().ok())
            .zip(day.parse().ok()))
        .and_then(|((year, month), day)| Self::new(year, month, day));
        date.ok_or_else(bad)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar_and_nothing_else() {
        for text in ["2026-11-21", "2024-02-29", "2000-02-29", "1970-01-01"] {
            assert_eq!(
                text.parse::<Date>().map(|date| date.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "",
            "2026-11",
            "2026-13-01",
            "2026-00-01",
            "2026-02-29",
            "1900-02-29",
            "2026-11-31",
            "26-11-21",
            "2026-1-1",
            "+026-01-01",
            "2026-11-21T00:00",
            "2026-11-00",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn days_come_in_their_order() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        assert!(date("2026-12-31") < date("2027-01-01"));
        assert!(date("2026-02-28") < date("2026-03-01"));
    }

    /// `date -u -d @SECONDS +%F` gives the same.
    #[test]
    fn the_day_of_a_second() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_251_199, "2024-02-29"),
            (1_709_251_200, "2024-03-01"),
            (4_102_444_799, "2099-12-31"),
        ] {
            let date = Date::from_unix_seconds(seconds).map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some(day), "{seconds}");
        }
        assert_eq!(Date::from_unix_seconds(-1), None);
        assert_eq!(Date::from_unix_seconds(i64::MAX), None);
    }
}
