//! The options of an analysis.

use crate::device_model::{DeviceModel, devices_of};
use crate::record::MethodIndex;

/// The options of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The level of the intervals, such as 0.9.
    pub level: f64,
    /// The part of the energy that each method is expected to have, in any unit, such as predicted joules. Methods that are not
    /// named have none. `None` expects the same of each.
    pub prior: Option<Vec<(MethodIndex, f64)>>,
    /// The bias of the sampled shares of methods in addition to sampling error: the standard deviation of their logarithm.
    pub method_bias: f64,
    /// The same for lines, and for methods sampled at safepoints: a sample may show code near what ran.
    pub coarse_bias: f64,
    /// Packages, classes, or dotted prefixes whose methods are kept. The energy of all other methods is charged to the nearest
    /// kept caller. An empty list keeps all.
    pub filter: Vec<String>,
    /// The models of networks and disks: at most one of each kind.
    pub devices: Vec<DeviceModel>,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            level: 0.9,
            prior: None,
            method_bias: 0.015,
            coarse_bias: 0.05,
            filter: Vec::new(),
            devices: devices_of(&DEFAULT_DEVICES),
        }
    }
}

/// The devices of a machine by default.
const DEFAULT_DEVICES: [&str; 2] = ["ethernet-1g", "nvme-ssd"];

impl AnalysisOptions {
    /// The level if it is valid; otherwise 0.9.
    pub(crate) fn sane_level(&self) -> f64 {
        if self.level > 0.0 && self.level < 1.0 {
            self.level
        } else {
            0.9
        }
    }

    pub(crate) fn bias_of_methods(&self, is_coarse: bool) -> f64 {
        if is_coarse {
            sane(self.coarse_bias.max(self.method_bias))
        } else {
            sane(self.method_bias)
        }
    }

    pub(crate) fn bias_of_lines(&self) -> f64 {
        sane(self.coarse_bias)
    }

    /// Whether to keep the methods of a class. The name has slashes.
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

/// A bias if it is valid; otherwise 0.
fn sane(bias: f64) -> f64 {
    if bias.is_finite() {
        bias.clamp(0.0, 1.0)
    } else {
        0.0
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
