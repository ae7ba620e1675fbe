//! The options of an analysis.

use crate::device_model::{DeviceModel, devices_of};
use crate::record::MethodIndex;

/// The options of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The level of the intervals, such as 0.9.
    pub level: f64,
    /// What methods are expected to have of the energy, in any unit, such as predicted joules; methods that are not named have
    /// nothing. `None` expects the same of each.
    pub prior: Option<Vec<(MethodIndex, f64)>>,
    /// How far the shares of samples are off beside chance: the standard deviation of their logarithm.
    pub share_bias: f64,
    /// Packages, classes, or beginnings of them at a dot, whose methods are kept; the energy of all others is charged to the nearest
    /// caller that is kept. Empty keeps all.
    pub filter: Vec<String>,
    /// The models of networks and disks: at most one of a kind.
    pub devices: Vec<DeviceModel>,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            level: 0.9,
            prior: None,
            share_bias: 0.05,
            filter: Vec::new(),
            devices: devices_of(&DEFAULT_DEVICES),
        }
    }
}

/// What a machine has unless somebody says otherwise.
const DEFAULT_DEVICES: [&str; 2] = ["ethernet-1g", "nvme-ssd"];

impl AnalysisOptions {
    /// The level, where it is one; otherwise 0.9.
    pub(crate) fn sane_level(&self) -> f64 {
        if self.level > 0.0 && self.level < 1.0 {
            self.level
        } else {
            0.9
        }
    }

    /// The bias, where it is one; otherwise none.
    pub(crate) fn sane_bias(&self) -> f64 {
        if self.share_bias.is_finite() {
            self.share_bias.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Whether the methods of a class are kept; its name has slashes.
    pub(crate) fn keeps(&self, class: &str) -> bool {
        self.filter.is_empty()
            || self.filter.iter().any(|prefix| {
                let prefix = prefix.trim().trim_end_matches('*').replace('.', "/");
                class.strip_prefix(prefix.as_str()).is_some_and(|rest| {
                    rest.is_empty() || prefix.ends_with('/') || rest.starts_with(['/', '$'])
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::AnalysisOptions;

    #[test]
    fn a_package_is_no_beginning_of_another() {
        let options = |prefix: &str| AnalysisOptions {
            filter: vec![prefix.to_owned()],
            ..AnalysisOptions::default()
        };
        for prefix in ["com.foo", "com/foo", "com.foo.", "com.foo.*", "com.foo.A"] {
            assert!(options(prefix).keeps("com/foo/A"), "{prefix}");
            assert!(options(prefix).keeps("com/foo/A$1"), "{prefix}");
            assert!(!options(prefix).keeps("com/foobar/A"), "{prefix}");
        }
        assert!(!options("com.foo.A").keeps("com/foo/AB"));
        assert!(options("").filter.len() == 1 && !options("").keeps("A"));
        assert!(AnalysisOptions::default().keeps("A"));
    }
}
