//! The results for each family of programs, by judge.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::Result;

use crate::family::Family;
use crate::judge::{Fault, Verdict};
use crate::judges::Judge;
use crate::suite::{Bench, ExecutedSubjects};
use crate::summary::{SoundnessSummary, Violation};

/// The results for many programs, by family and judge.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The figures.
    pub summaries: BTreeMap<(Family, Judge), SoundnessSummary>,
    /// Clauses without a loop that were not reported, and clauses that were reported although a loop follows them.
    pub clauses: Vec<String>,
}

impl Board {
    /// Judges executed programs in every way and adds the results. Returns the violations that were added.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn add(
        &mut self,
        bench: &Bench,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<(Judge, Violation)>> {
        let mut added = Vec::new();
        for judge in bench.judges() {
            let verdicts = bench.judge_by(judge, executed, fault)?;
            added.extend(self.add_verdicts(judge, executed, &verdicts));
        }
        for subject in &executed.subjects {
            let (found, marked) = (subject.clauses().1, subject.marked_as_stray());
            let untold = marked.iter().filter(|line| !found.contains(line));
            let wrong = found.iter().filter(|line| !marked.contains(line));
            for line in untold {
                let text = format!(
                    "{}: the clause at line {line} precedes no loop, but is not reported",
                    subject.name
                );
                self.clauses.push(text);
            }
            for line in wrong {
                let text = format!(
                    "{}: the clause at line {line} is reported, but a loop follows it",
                    subject.name
                );
                self.clauses.push(text);
            }
        }
        Ok(added)
    }

    fn add_verdicts(
        &mut self,
        judge: Judge,
        executed: &ExecutedSubjects,
        verdicts: &[Vec<Verdict>],
    ) -> Vec<(Judge, Violation)> {
        let mut added = Vec::new();
        for (at, verdicts) in verdicts.iter().enumerate() {
            let Some(subject) = executed.subjects.get(at) else {
                continue;
            };
            let summary = self.summaries.entry((subject.family, judge)).or_default();
            let before = summary.violations.len();
            summary.add_program(executed, at, verdicts);
            let new = summary.violations[before..].iter().cloned();
            added.extend(new.map(|violation| (judge, violation)));
        }
        added
    }

    /// The summary of a judge over all families.
    pub fn of(&self, judge: Judge) -> SoundnessSummary {
        let mut all = SoundnessSummary::default();
        for ((_, of), summary) in &self.summaries {
            if *of == judge {
                all.join(summary);
            }
        }
        all
    }

    /// True if nothing is wrong.
    pub fn is_sound(&self) -> bool {
        let mut summaries = self.summaries.values();
        self.clauses.is_empty()
            && summaries.all(|summary| summary.violations.is_empty() && summary.inexact.is_empty())
    }

    /// The methods with violations: for each, the number of its calls that violate, and the call that is off by most.
    pub fn broken(&self) -> Vec<(Family, Judge, usize, &Violation)> {
        let mut found = Vec::new();
        for ((family, judge), summary) in &self.summaries {
            let mut methods: BTreeMap<(&str, &str), (usize, &Violation)> = BTreeMap::new();
            for violation in &summary.violations {
                let name = (violation.name.as_str(), violation.call.method.name.as_str());
                let entry = methods.entry(name).or_insert((0, violation));
                entry.0 += 1;
                if violation.comparison.ratio() < entry.1.comparison.ratio() {
                    entry.1 = violation;
                }
            }
            let methods = methods.into_values();
            found.extend(methods.map(|(calls, worst)| (*family, *judge, calls, worst)));
        }
        found
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10} {:<24} {:>8} {:>8} {:>10} {:>8} {:>9} {:>8} {:>8} {:>8} {:>8}",
            "family",
            "compared with executions",
            "programs",
            "calls",
            "violations",
            "broken",
            "undecided",
            "unknown",
            "cut off",
            "exact",
            "inexact"
        )?;
        for ((family, judge), summary) in &self.summaries {
            writeln!(
                f,
                "{:<10} {:<24} {:>8} {:>8} {:>10} {:>8} {:>9} {:>8} {:>8} {:>8} {:>8}",
                family.tag(),
                judge.name(),
                summary.programs,
                summary.compared,
                summary.violations.len(),
                summary.assumption_failed,
                summary.not_decided,
                summary.unknown.len(),
                summary.not_whole,
                summary.exact,
                summary.inexact.len()
            )?;
        }
        write!(
            f,
            "{} clauses are reported wrongly, or wrongly not reported",
            self.clauses.len()
        )
    }
}
