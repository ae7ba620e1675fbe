//! How much the energies of the same programs differ between two JDKs, for code that runs on another JDK than the model's.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::document::{MeasuredJdk, Mode};

/// A comparison of two JDKs by two campaigns with the same programs on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredDifference {
    /// How the JVMs ran the programs.
    pub mode: Mode,
    /// The versions of the two JDKs.
    pub jdks: [String; 2],
    /// The machine and the meter of the first.
    pub machine: String,
    /// The number of programs with a measurable energy under both.
    pub programs: u64,
    /// The median ratio of the energy under the first JDK to that under the second.
    pub ratio: f64,
    /// The standard deviation of the logarithm of this ratio.
    pub sd_log: f64,
    /// Half of the programs differ by at least this factor, which is at least 1.
    pub median_factor: f64,
    /// A tenth of the programs differ by at least this factor, which is at least 1.
    pub p90_factor: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "schema")]
    _schema: String,
    differences: Vec<MeasuredDifference>,
}

/// Measured results of `calibrate compare --format json`.
static MEASURED: LazyLock<Vec<MeasuredDifference>> = LazyLock::new(|| {
    let text = include_str!("../../../model-data/jdk-differences.json");
    serde_json::from_str(text)
        .map_or_else(|_| Vec::new(), |document: Document| document.differences)
});

impl MeasuredJdk {
    /// The feature release, such as 17 of `17.0.15+6` and 8 of `1.8.0_392`; `None` if the version does not begin with a number.
    pub fn feature(&self) -> Option<u32> {
        feature(&self.version)
    }

    /// What readers must know if code for the JDK with this feature release is priced by a model of this JDK; `None` if both have
    /// the same release.
    pub fn difference_from(&self, used: u32, mode: Mode) -> Option<String> {
        if self.feature() == Some(used) {
            return None;
        }
        let measured_on = self
            .feature()
            .map_or_else(|| self.version.clone(), |feature| feature.to_string());
        let releases = |difference: &MeasuredDifference| {
            let [first, second] = &difference.jdks;
            Some((feature(first)?, feature(second)?))
        };
        let of_mode = MEASURED.iter().filter(|difference| difference.mode == mode);
        let told = of_mode
            .filter_map(|difference| Some((difference, releases(difference)?)))
            .max_by_key(|(_, (first, second))| {
                let has = |release: u32| release == *first || release == *second;
                u32::from(has(used)) + self.feature().map_or(0, |own| u32::from(has(own)))
            });
        let change = told.map_or_else(
            || "how much that changes was not measured in this mode".to_owned(),
            |(difference, (first, second))| {
                format!(
                    "from {} to {}, half of the programs change by ×{:.2} or more, a tenth by ×{:.1}",
                    first.min(second),
                    first.max(second),
                    difference.median_factor,
                    difference.p90_factor
                )
            },
        );
        Some(format!(
            "measured on JDK {measured_on}, used for JDK {used} ({change})"
        ))
    }
}

fn feature(version: &str) -> Option<u32> {
    let mut numbers = version
        .split(|byte: char| !byte.is_ascii_digit())
        .map(str::parse);
    let first = numbers.next()?.ok()?;
    // Before 9, the feature release came second.
    match numbers.next() {
        Some(Ok(feature)) if first == 1 => Some(feature),
        _ => Some(first),
    }
}

#[cfg(test)]
mod tests {
    use super::{MEASURED, MeasuredDifference, MeasuredJdk, Mode};

    fn jdk(version: &str) -> MeasuredJdk {
        MeasuredJdk {
            distribution: "OpenJDK".to_owned(),
            version: version.to_owned(),
            options: Vec::new(),
        }
    }

    #[test]
    fn the_feature_release_is_the_first_number_or_the_second_of_old_versions() {
        for (version, feature) in [
            ("17.0.15+6-Debian-1deb12u1", Some(17)),
            ("21", Some(21)),
            ("25-ea", Some(25)),
            ("1.8.0_392", Some(8)),
            ("", None),
            ("unknown", None),
            ("99999999999", None),
        ] {
            assert_eq!(jdk(version).feature(), feature, "{version}");
        }
    }

    #[test]
    fn a_model_of_the_same_release_says_nothing() {
        assert_eq!(jdk("17.0.1").difference_from(17, Mode::Interpreter), None);
    }

    #[test]
    fn a_model_of_another_release_says_how_far_releases_are_apart() {
        // Without a comparison of these two releases, that of two others is told.
        for (mode, used, told) in [
            (Mode::Interpreter, 17, ["17.", "21."]),
            (Mode::Interpreter, 25, ["21.", "25."]),
            (Mode::C2, 25, ["21.", "25."]),
            (Mode::C2, 11, ["17.", "21."]),
        ] {
            let is_told = |one: &&MeasuredDifference| {
                let mut versions = one.jdks.iter().zip(told);
                one.mode == mode && versions.all(|(version, begin)| version.starts_with(begin))
            };
            let measured = MEASURED.iter().find(is_told).expect("a comparison");
            let said = jdk("21.0.6").difference_from(used, mode).expect("a text");
            let [first, second] = told.map(|begin| begin.trim_end_matches('.'));
            let begin =
                format!("measured on JDK 21, used for JDK {used} (from {first} to {second},");
            assert!(said.starts_with(&begin), "{said}");
            for factor in [
                format!("{:.2}", measured.median_factor),
                format!("{:.1}", measured.p90_factor),
            ] {
                assert!(said.contains(&factor), "{said}");
            }
        }
    }

    #[test]
    fn what_was_not_measured_is_not_told_as_no_difference() {
        let said = jdk("17.0.1").difference_from(25, Mode::C1).expect("a text");
        assert!(said.contains("was not measured in this mode"), "{said}");
        let said = jdk("strange")
            .difference_from(25, Mode::C2)
            .expect("a text");
        assert!(said.starts_with("measured on JDK strange, used"), "{said}");
    }
}
