//! The goals that a model should meet here, and what was found.

use serde::Serialize;

use super::figures::ErrorFigures;
use super::judged::{GroupKind, Judged};
use super::pairs::PairBin;

/// The fewest codes that say something.
const CODES: usize = 300;

/// A goal with what was found.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Goal {
    pub(super) what: String,
    pub(super) wanted: String,
    pub(super) found: String,
    pub(super) is_met: bool,
}

/// The goals of a kind of model.
pub(super) fn goals(judged: &Judged) -> Vec<Goal> {
    if judged.is_off_by_factors {
        of_compiled_code(judged)
    } else {
        of_an_interpreter(judged)
    }
}

fn of_an_interpreter(judged: &Judged) -> Vec<Goal> {
    let median = |of: &ErrorFigures| of.median.value;
    let p90 = |of: &ErrorFigures| of.p90.value;
    let bias = |of: &ErrorFigures| of.bias.value.abs();
    let at_most = |what: &str, found: Option<f64>, most: f64| {
        let found = found?;
        let wanted = format!("at most {}", percent(most));
        Some(Goal::new(what, wanted, percent(found), found <= most))
    };
    let group = |kind| judged.group(kind);
    let all = group(GroupKind::All);
    let goals = [
        at_most("median error", all.map(median), 0.04),
        at_most("p90, others", group(GroupKind::Others).map(p90), 0.12),
        at_most(
            "p90, short loops",
            group(GroupKind::ShortLoops).map(p90),
            0.16,
        ),
        at_most("bias, in either direction", all.map(bias), 0.02),
    ];
    let mut goals: Vec<Goal> = goals.into_iter().flatten().collect();
    goals.extend(all.into_iter().flat_map(|all| of_all(all, 0.86, 0.94)));
    goals
}

fn of_compiled_code(judged: &Judged) -> Vec<Goal> {
    let median = |of: &ErrorFigures| of.median.value;
    let at_most = |what: &str, found: Option<f64>, most: f64| {
        let found = found?;
        let factor = |value: f64| format!("×/÷{value:.2}");
        let wanted = format!("at most {}", factor(most));
        Some(Goal::new(what, wanted, factor(found), found <= most))
    };
    let all = judged.group(GroupKind::All);
    let anchored = judged.anchored.as_ref();
    let goals = [
        at_most("median error", all.map(median), 1.4),
        at_most(
            "median error, anchored by one size",
            anchored.map(median),
            1.1,
        ),
    ];
    let mut goals: Vec<Goal> = goals.into_iter().flatten().collect();
    goals.extend(all.into_iter().flat_map(|all| of_all(all, 0.85, 0.95)));
    goals.extend(orders("unrelated programs", &judged.unrelated, 0.65, 0.8));
    goals.extend(orders("versions", &judged.versions, 0.8, 0.95));
    goals.extend(calibrated(
        "unrelated programs",
        &judged.unrelated_reliability,
    ));
    goals.extend(calibrated("versions", &judged.version_reliability));
    goals
}

/// The goal that each probability is in the interval of the share of its bin that is right.
fn calibrated(of: &str, bins: &[PairBin]) -> Option<Goal> {
    let is_inside = |bin: &&PairBin| (bin.right.low..=bin.right.high).contains(&bin.mean);
    let inside = bins.iter().filter(is_inside).count();
    let all = bins.len();
    (all > 0).then(|| {
        Goal::new(
            &format!("P(A > B) of {of} in the interval of its bin"),
            "all bins".to_owned(),
            format!("{inside} of {all}"),
            inside == all,
        )
    })
}

/// The goals of both kinds.
fn of_all(all: &ErrorFigures, least: f64, most: f64) -> [Goal; 2] {
    let covered = all.coverage.value;
    [
        Goal::new(
            "in 90% intervals",
            format!("{} to {}", percent(least), percent(most)),
            percent(covered),
            (least..=most).contains(&covered),
        ),
        Goal::new(
            "codes",
            format!("at least {CODES}"),
            all.programs.to_string(),
            all.programs >= CODES,
        ),
    ]
}

/// The goals of orders at predicted ratios of 1.2 to 1.5, and from 2 on.
fn orders(of: &str, bins: &[PairBin], near: f64, far: f64) -> Vec<Goal> {
    bins.iter()
        .filter_map(|bin| {
            let least = if (1.2..1.5).contains(&bin.from) {
                near
            } else if bin.from >= 2.0 {
                far
            } else {
                return None;
            };
            let found = bin.right.value;
            Some(Goal::new(
                &format!("order of {of} at ratios {}", bin.range()),
                format!("at least {}", percent(least)),
                percent(found),
                found >= least,
            ))
        })
        .collect()
}

fn percent(value: f64) -> String {
    format!("{:.1}%", 100.0 * value)
}

impl Goal {
    fn new(what: &str, wanted: String, found: String, is_met: bool) -> Self {
        Self {
            what: what.to_owned(),
            wanted,
            found,
            is_met,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::Estimated;
    use super::super::judged::JudgedGroup;
    use super::*;

    fn estimated(value: f64) -> Estimated {
        Estimated {
            value,
            low: value - 0.05,
            high: value + 0.05,
        }
    }

    fn figures(median: f64, p90: f64, bias: f64, coverage: f64) -> ErrorFigures {
        ErrorFigures {
            programs: 300,
            clusters: 100,
            median: estimated(median),
            p90: estimated(p90),
            bias: estimated(bias),
            coverage: estimated(coverage),
        }
    }

    fn judged(is_off_by_factors: bool, groups: Vec<(GroupKind, ErrorFigures)>) -> Judged {
        Judged {
            model: String::new(),
            digest: String::new(),
            structure: String::new(),
            is_off_by_factors,
            notes: Vec::new(),
            repeatability: 0.01,
            groups: groups
                .into_iter()
                .map(|(kind, figures)| JudgedGroup { kind, figures })
                .collect(),
            anchored: Some(figures(1.2, 2.0, 1.0, 0.0)),
            scale: 1.0,
            rescaled: None,
            unrelated: Vec::new(),
            versions: Vec::new(),
            unrelated_reliability: Vec::new(),
            version_reliability: Vec::new(),
            worst: Vec::new(),
            programs: Vec::new(),
        }
    }

    fn bin(from: f64, mean: f64, right: f64) -> PairBin {
        PairBin {
            from,
            to: Some(from + 0.5),
            pairs: 10,
            mean,
            right: estimated(right),
        }
    }

    fn met(goals: &[Goal]) -> Vec<(&str, bool)> {
        goals
            .iter()
            .map(|of| (of.what.as_str(), of.is_met))
            .collect()
    }

    #[test]
    fn an_interpreter_has_its_own_goals_for_short_loops() {
        let found = goals(&judged(
            false,
            vec![
                (GroupKind::All, figures(0.04, 0.2, -0.03, 0.95)),
                (GroupKind::ShortLoops, figures(0.1, 0.15, 0.0, 0.9)),
                (GroupKind::Others, figures(0.1, 0.15, 0.0, 0.9)),
            ],
        ));
        assert_eq!(
            met(&found),
            [
                ("median error", true),
                ("p90, others", false),
                ("p90, short loops", true),
                ("bias, in either direction", false),
                ("in 90% intervals", false),
                ("codes", true),
            ]
        );
    }

    #[test]
    fn compiled_code_has_goals_in_factors_and_of_orders() {
        let mut of = judged(true, vec![(GroupKind::All, figures(1.4, 3.0, 1.0, 0.95))]);
        of.unrelated = vec![bin(1.0, 1.1, 0.1), bin(1.2, 1.3, 0.66), bin(2.0, 3.0, 0.79)];
        of.versions = vec![bin(1.2, 1.3, 0.79), bin(4.0, 9.0, 0.95)];
        of.unrelated_reliability = vec![bin(0.5, 0.55, 0.52), bin(0.9, 0.95, 0.85)];
        of.version_reliability = vec![bin(0.9, 0.95, 0.95)];
        let found = goals(&of);
        assert_eq!(
            met(&found),
            [
                ("median error", true),
                ("median error, anchored by one size", false),
                ("in 90% intervals", true),
                ("codes", true),
                ("order of unrelated programs at ratios 1.2 to 1.7", true),
                ("order of unrelated programs at ratios 2 to 2.5", false),
                ("order of versions at ratios 1.2 to 1.7", false),
                ("order of versions at ratios 4 to 4.5", true),
                (
                    "P(A > B) of unrelated programs in the interval of its bin",
                    false
                ),
                ("P(A > B) of versions in the interval of its bin", true),
            ]
        );
        assert_eq!(found[0].found, "×/÷1.40");
    }
}
