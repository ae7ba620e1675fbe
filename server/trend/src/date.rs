//! Days and weeks of a history.

use crate::trend::Revision;
use jiff::civil::Date;
use jiff::{Timestamp, tz::Offset};
use std::str::FromStr;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The beginning of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// A day, as seconds since 1970.
    Day(i64),
    /// This many days before its end.
    Days(i64),
}

impl Since {
    /// The first time in seconds since 1970, if the last commit is from `end`.
    pub const fn seconds(self, end: i64) -> i64 {
        match self {
            Self::Day(seconds) => seconds,
            Self::Days(days) => end.saturating_sub(days.saturating_mul(DAY)),
        }
    }
}

impl FromStr for Since {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(date) = text.parse::<Date>() {
            let start = Offset::UTC.to_timestamp(date.at(0, 0, 0, 0));
            let start = start.map_err(|error| error.to_string())?;
            return Ok(Self::Day(start.as_second()));
        }
        let at = text.find(|letter: char| !letter.is_ascii_digit());
        let (count, unit) = text.split_at(at.unwrap_or(text.len()));
        let days = match unit {
            "d" => 1,
            "w" => 7,
            "m" => 30,
            "y" => 365,
            _ => 0,
        };
        match count.parse::<i64>() {
            Ok(count) if count > 0 && days > 0 => Ok(Self::Days(count.saturating_mul(days))),
            _ => Err(String::from(
                "write a day such as 2025-01-31, or a time before the last commit such as 90d, 12w, 6m or 2y",
            )),
        }
    }
}

/// Which commits of a history to analyse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Every {
    /// All.
    #[default]
    Commit,
    /// The last one of each day (UTC).
    Day,
    /// The last one of each week, which begins on Monday.
    Week,
    /// The last one of each month.
    Month,
}

impl Every {
    /// Two times in the same period have the same number.
    fn number(self, seconds: i64) -> i64 {
        let days = seconds.div_euclid(DAY);
        match self {
            Self::Commit => 0,
            Self::Day => days,
            // 1 January 1970 was a Thursday.
            Self::Week => (days + 3).div_euclid(7),
            Self::Month => {
                let date = civil(seconds);
                i64::from(date.year()) * 12 + i64::from(date.month())
            }
        }
    }
}

/// The commits to analyse, from a history in chronological order. The newest one is always included.
pub fn sampled(history: Vec<Revision>, every: Every) -> Vec<Revision> {
    if every == Every::Commit {
        return history;
    }
    let mut kept: Vec<Revision> = Vec::new();
    // A wrong clock may give a commit an earlier time than its parent.
    let mut last = i64::MIN;
    for revision in history {
        let number = every.number(revision.seconds).max(last);
        if number == last {
            kept.pop();
        }
        last = number;
        kept.push(revision);
    }
    kept
}

/// The day of a time, such as `2025-01-31`.
pub fn day(seconds: i64) -> String {
    civil(seconds).to_string()
}

fn civil(seconds: i64) -> Date {
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    Offset::UTC.to_datetime(time).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Revision {
        Revision {
            id: seconds.to_string(),
            seconds,
            ..Revision::default()
        }
    }

    #[test]
    fn days_and_times_before_the_end() {
        assert_eq!("1970-01-03".parse(), Ok(Since::Day(2 * DAY)));
        assert_eq!("2w".parse(), Ok(Since::Days(14)));
        assert_eq!(Since::Days(14).seconds(15 * DAY), DAY);
        for bad in [
            "",
            "w",
            "2",
            "0d",
            "-3d",
            "2025-13-01",
            "yesterday",
            "2 w",
            "9999999999999999999d",
        ] {
            assert!(bad.parse::<Since>().is_err(), "{bad}");
        }
    }

    #[test]
    fn of_each_week_the_last_commit_is_kept() {
        // Thursday, Sunday, Monday, a Friday with a clock that is behind, and the Monday after.
        let history = [0, 3 * DAY + 5, 4 * DAY, DAY, 11 * DAY].map(at).to_vec();
        let kept = sampled(history.clone(), Every::Week);
        let days: Vec<i64> = kept.iter().map(|one| one.seconds / DAY).collect();
        assert_eq!(days, [3, 1, 11]);
        assert_eq!(sampled(history, Every::Commit).len(), 5);
        assert_eq!(day(31 * DAY), "1970-02-01");
        let months = sampled(vec![at(0), at(30 * DAY), at(31 * DAY)], Every::Month);
        assert_eq!(months.len(), 2);
        assert_eq!(day(i64::MAX), "1970-01-01");
    }
}
