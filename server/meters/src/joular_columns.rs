//! The columns of Joular Core's CSV file that contain the time and a power.
//!
//! The columns and their names differ between its versions: `timestamp,cpu_power,gpu_power,total_power,cpu_usage,…` or
//! `Timestamp,Total Power (W),CPU Power (W),…`. The header shows which is which.

/// The powers in the file.
pub(crate) const POWERS: [&str; 4] = ["total", "cpu", "gpu", "process"];

/// Column indices, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) seconds: usize,
    pub(crate) watts: usize,
}

impl Columns {
    /// The first two columns, for a recording without a known header.
    pub(crate) const FIRST_TWO: Self = Self {
        seconds: 0,
        watts: 1,
    };

    /// The columns that a header names for one of [`POWERS`]; `None` if the line is not a header, or lacks that power.
    pub(crate) fn of_header(line: &str, power: &str) -> Option<Self> {
        let names: Vec<String> = line.split(',').map(words).collect();
        let place = |wanted: &[&str]| {
            names
                .iter()
                .position(|name| wanted.contains(&name.as_str()))
        };
        let watts = match power {
            "process" => place(&[
                "process power",
                "app power",
                "pid or app power",
                "pid power",
            ]),
            other => place(&[&format!("{other} power")]),
        };
        Some(Self {
            seconds: place(&["timestamp"])?,
            watts: watts?,
        })
    }
}

/// A column's name in lower case with single spaces, without its unit: `Total Power (W)` and `total_power` are equal.
fn words(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default();
    let name = name.to_ascii_lowercase().replace('_', " ");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_of_either_version_tells_the_columns() {
        let small = "timestamp,cpu_power,gpu_power,total_power,cpu_usage,pid_or_app_power";
        let large = "Timestamp,Total Power (W), CPU Power (W),GPU Power (W),CPU Usage (%),Process Power (W)";
        let at = |line, power| Columns::of_header(line, power).map(|columns| columns.watts);
        assert_eq!(POWERS.map(|power| at(small, power)), [3, 1, 2, 5].map(Some));
        assert_eq!(POWERS.map(|power| at(large, power)), [1, 2, 3, 5].map(Some));
        for line in ["", "time,power", "1700000001,45.2,0.0,45.2", "total_power"] {
            assert_eq!(at(line, "total"), None, "{line}");
        }
    }
}
