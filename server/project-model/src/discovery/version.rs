//! Versions in the order of Maven, and the version requirements in build files.

use std::cmp::Ordering;

/// A part of a version: `1.0-rc2` has `1`, `0`, `rc` and `2`.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Number(&'a str),
    Word(&'a str),
}

impl Part<'_> {
    fn rank(&self) -> u8 {
        let Self::Word(word) = self else {
            return 20;
        };
        match word.to_ascii_lowercase().as_str() {
            "alpha" | "a" => 0,
            "beta" | "b" => 1,
            "milestone" | "m" => 2,
            "rc" | "cr" => 3,
            "snapshot" => 4,
            "" | "final" | "ga" | "release" => 5,
            "sp" => 6,
            _ => 7,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => {
                // They may be of any length, so they are not converted to numbers.
                let left = left.trim_start_matches('0');
                let right = right.trim_start_matches('0');
                left.len().cmp(&right.len()).then_with(|| left.cmp(right))
            }
            (Self::Word(left), Self::Word(right)) if self.rank() == 7 && other.rank() == 7 => {
                left.to_ascii_lowercase().cmp(&right.to_ascii_lowercase())
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

fn parts(version: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for piece in version.split(['.', '-', '_', '+']) {
        let mut rest = piece;
        while let Some(first) = rest.chars().next() {
            let is_number = first.is_ascii_digit();
            let end = rest
                .find(|c: char| c.is_ascii_digit() != is_number)
                .unwrap_or(rest.len());
            let (part, more) = rest.split_at(end);
            parts.push(if is_number {
                Part::Number(part)
            } else {
                Part::Word(part)
            });
            rest = more;
        }
    }
    parts
}

/// Compares versions (Maven's `ComparableVersion`): numbers by value, `alpha` < `beta` < `milestone` < `rc` < `snapshot` <
/// release < `sp` < other words < numbers.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (parts(left), parts(right));
    for at in 0..left.len().max(right.len()) {
        // A missing part counts as 0, or as a release.
        let missing = |other: Option<&Part<'_>>| match other {
            Some(Part::Number(_)) => Part::Number(""),
            _ => Part::Word(""),
        };
        let ordering = match (left.get(at), right.get(at)) {
            (Some(left), Some(right)) => left.compare(right),
            (Some(left), None) => left.compare(&missing(Some(left))),
            (None, right) => {
                right.map_or(Ordering::Equal, |other| missing(Some(other)).compare(other))
            }
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    Ordering::Equal
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    version: String,
    is_included: bool,
}

/// A version requirement in a build file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Requirement {
    /// This one.
    Exact(String),
    /// The newest with this prefix: `1.+` in Gradle.
    Prefix(String),
    /// The newest of all.
    Newest,
    /// The newest in one of several intervals: `[1,2),[3,)`.
    Within(Vec<Interval>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Interval {
    low: Option<Bound>,
    high: Option<Bound>,
}

impl Interval {
    fn contains(&self, version: &str) -> bool {
        let above = self.low.as_ref().is_none_or(|low| {
            let ordering = compare(version, &low.version);
            ordering == Ordering::Greater || (low.is_included && ordering == Ordering::Equal)
        });
        let below = self.high.as_ref().is_none_or(|high| {
            let ordering = compare(version, &high.version);
            ordering == Ordering::Less || (high.is_included && ordering == Ordering::Equal)
        });
        above && below
    }
}

impl Requirement {
    pub(super) fn parse(text: &str) -> Self {
        let text = text.trim();
        if let Some(intervals) = intervals(text) {
            return Self::Within(intervals);
        }
        match text {
            "LATEST" | "RELEASE" | "+" | "latest.release" | "latest.integration" => Self::Newest,
            _ => match text.strip_suffix('+') {
                Some(prefix) if prefix.ends_with(['.', '-']) => Self::Prefix(prefix.to_owned()),
                _ => Self::Exact(text.to_owned()),
            },
        }
    }

    fn admits(&self, version: &str) -> bool {
        match self {
            Self::Exact(exact) => version == exact,
            Self::Prefix(prefix) => version.starts_with(prefix.as_str()),
            Self::Newest => true,
            Self::Within(intervals) => intervals.iter().any(|interval| interval.contains(version)),
        }
    }

    /// The newest of the existing versions that satisfies the requirement.
    pub(super) fn newest(&self, versions: impl IntoIterator<Item = String>) -> Option<String> {
        versions
            .into_iter()
            .filter(|version| self.admits(version))
            .max_by(|left, right| compare(left, right))
    }
}

fn intervals(text: &str) -> Option<Vec<Interval>> {
    if !text.starts_with(['[', '(', ']']) {
        return None;
    }
    let mut intervals = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let opening = rest.chars().next()?;
        if !matches!(opening, '[' | '(' | ']') {
            return None;
        }
        let end = rest.get(1..)?.find([']', ')', '['])? + 1;
        let inner = rest.get(1..end)?;
        let is_closed = rest.get(end..=end)? == "]";
        let bound = |version: &str, is_included| {
            let version = version.trim();
            (!version.is_empty()).then(|| Bound {
                version: version.to_owned(),
                is_included,
            })
        };
        intervals.push(match inner.split_once(',') {
            Some((low, high)) => Interval {
                low: bound(low, opening == '['),
                high: bound(high, is_closed),
            },
            None => Interval {
                low: bound(inner, true),
                high: bound(inner, true),
            },
        });
        rest = rest.get(end + 1..)?.trim_start_matches([',', ' ']);
    }
    Some(intervals)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn versions_are_ordered_as_maven_orders_them() {
        // From the documentation of Maven's ComparableVersion, and of the version order of POMs.
        let ordered = [
            "1-alpha1",
            "1-alpha2",
            "1-alpha10",
            "1-beta",
            "1-m1",
            "1-rc1",
            "1-SNAPSHOT",
            "1",
            "1-sp",
            "1-abc",
            "1.0.1",
            "1.1",
            "1.2",
            "1.10",
            "2",
            "10",
        ];
        for (at, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(compare(left, right), at.cmp(&other), "{left} and {right}");
            }
        }
        for (left, right) in [
            ("1", "1.0.0"),
            ("1.ga", "1"),
            ("01.2", "1.2"),
            ("1-cr1", "1-rc1"),
        ] {
            assert_eq!(compare(left, right), Ordering::Equal, "{left} and {right}");
        }
    }

    #[test]
    fn ranges_choose_the_newest_that_is_there() {
        let there = ["1.0", "1.5", "2.0-alpha", "2.0", "3.1"];
        let newest = |text: &str| {
            let requirement = Requirement::parse(text);
            requirement.newest(there.map(str::to_owned))
        };
        for (text, expected) in [
            ("[1,2)", Some("2.0-alpha")),
            ("[1.0,1.5)", Some("1.0")),
            ("(,1.5]", Some("1.5")),
            ("[2.0]", Some("2.0")),
            ("(,1],[3,)", Some("3.1")),
            ("[1.0,1.5[", Some("1.0")),
            ("1.+", Some("1.5")),
            ("+", Some("3.1")),
            ("1.5", Some("1.5")),
            ("9", None),
            ("[9,)", None),
        ] {
            assert_eq!(newest(text).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_requirement(text in "[\\[\\](),0-9a.+é -]{0,24}", version in "[0-9a-c.é-]{0,12}") {
            let _ = Requirement::parse(&text).newest([version]);
        }

        #[test]
        fn the_order_is_one(a in "[0-9a-b.-]{0,8}", b in "[0-9a-b.-]{0,8}") {
            prop_assert_eq!(compare(&a, &b), compare(&b, &a).reverse());
        }
    }
}
