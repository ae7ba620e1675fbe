//! The best meter for a short campaign.

use std::time::Duration;

use anyhow::bail;
use meters::{Description, MeterFinding, Selector};

/// A meter, and why no other one was chosen.
#[derive(Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) selector: Selector,
    /// One sentence for each working meter that was not chosen.
    pub(super) passed_over: Vec<String>,
}

/// The first working meter that finishes in time. Findings start with the most direct meters and end with the model of power.
/// `duration` gives the length of a campaign with a meter.
///
/// # Errors
/// If no meter works.
pub(super) fn best(
    findings: &[MeterFinding],
    duration: impl Fn(&Description) -> Duration,
    limit: Duration,
) -> anyhow::Result<Choice> {
    let mut passed_over = Vec::new();
    for finding in findings {
        let Ok(description) = &finding.state else {
            continue;
        };
        let takes = duration(description);
        if takes <= limit || description.modelled {
            return Ok(Choice {
                selector: Selector::of(finding.kind),
                passed_over,
            });
        }
        passed_over.push(format!(
            "{} works but needs windows of {} s, so it would take {}; choose it with --meter {}",
            finding.kind.name,
            description.shortest_window_s,
            humantime::format_duration(takes),
            finding.kind.name
        ));
    }
    bail!("no meter works here; `calibrate doctor` says why, and what to do")
}

#[cfg(test)]
mod tests {
    use meters::{KINDS, MeterError, Scope};

    use super::*;

    fn finding(name: &str, window_s: Option<f64>) -> MeterFinding {
        let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
        let state = window_s.map(|shortest_window_s| Description {
            kind: kind.name,
            what: String::new(),
            scope: Scope::Package,
            modelled: name == "cpu-time",
            resolution_j: None,
            wrap_period_s: None,
            samples_per_second: None,
            shortest_window_s,
            notes: Vec::new(),
        });
        MeterFinding {
            kind,
            state: state.ok_or_else(|| MeterError::Absent {
                meter: kind.name,
                reason: "it is not here".to_owned(),
                fix: "buy one".to_owned(),
            }),
        }
    }

    fn chosen(findings: &[MeterFinding]) -> (&'static str, usize) {
        let duration = |of: &Description| Duration::from_secs_f64(1000.0 * of.shortest_window_s);
        let choice = best(findings, duration, Duration::from_mins(1)).unwrap();
        (choice.selector.kind.name, choice.passed_over.len())
    }

    #[test]
    fn the_most_direct_meter_that_ends_in_time_is_chosen() {
        let works = |name| finding(name, Some(0.01));
        let fails = |name| finding(name, None);
        let slow = |name| finding(name, Some(1.0));
        assert_eq!(
            chosen(&[works("powercap"), works("cpu-time")]),
            ("powercap", 0)
        );
        assert_eq!(
            chosen(&[fails("powercap"), works("pmic"), works("cpu-time")]),
            ("pmic", 0)
        );
        assert_eq!(
            chosen(&[slow("perf"), slow("battery"), works("cpu-time")]),
            ("cpu-time", 2)
        );
        // The model of power is better than nothing, however long it takes.
        assert_eq!(
            chosen(&[fails("powercap"), slow("cpu-time")]),
            ("cpu-time", 0)
        );
        assert!(best(&[fails("powercap")], |_| Duration::ZERO, Duration::MAX).is_err());
    }

    #[test]
    fn a_meter_that_is_passed_over_can_be_chosen_by_what_is_said_of_it() {
        let findings = [
            finding("battery", Some(2.5)),
            finding("cpu-time", Some(0.003)),
        ];
        let duration = |of: &Description| Duration::from_secs_f64(1000.0 * of.shortest_window_s);
        let choice = best(&findings, duration, Duration::from_mins(1)).unwrap();
        let said = &choice.passed_over[0];
        assert!(
            said.contains("41m 40s") && said.contains("--meter battery"),
            "{said}"
        );
    }
}
