//! Calendar days, for the expiry of acknowledgements.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

use jiff::civil;
use jiff::tz::Offset;

/// A day, as in `2026-11-21`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

/// A text that is not a calendar day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a date; write it as 2026-11-21")]
pub struct BadDate(String);

impl Date {
    /// The day, in UTC, of a number of seconds since 1970; `None` after the year 9999.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        Some(Self(Offset::UTC.to_datetime(time).date()))
    }
}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let bad = || BadDate(text.chars().take(32).collect());
        let date = Self(text.parse().map_err(|_| bad())?);
        // The package also reads other forms, for example with a time.
        if date.to_string() == text {
            Ok(date)
        } else {
            Err(bad())
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
            "20261121",
            " 2026-11-21",
            "2026-11-21[u-ca=gregory]",
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
            (-1, "1969-12-31"),
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
        assert_eq!(Date::from_unix_seconds(i64::MIN), None);
        assert_eq!(Date::from_unix_seconds(i64::MAX), None);
    }
}
