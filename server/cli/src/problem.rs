//! What could not be read or analysed, in reports and messages.

use std::collections::{BTreeMap, BTreeSet};

use escape::how_many;
use ide::report::{ProblemReport, Severity};
use problems::{Problem, in_one_line};
use project_model::Project;

pub(crate) fn problem_report(problem: &Problem, project: Option<&Project>) -> ProblemReport {
    ProblemReport {
        file: problem
            .file
            .as_ref()
            .map(|file| {
                project
                    .map_or(file.as_path(), |project| project.relative(file))
                    .display()
                    .to_string()
            })
            // A problem of the whole project names no file.
            .filter(|file| !file.is_empty()),
        line: problem.line,
        severity: match problem.severity {
            problems::Severity::Error => Severity::Error,
            problems::Severity::Warning => Severity::Warning,
            problems::Severity::Info => Severity::Info,
        },
        message: problem.message.clone(),
    }
}

/// The maximum number of printed problems of each severity that name a file, unless the user wants all: one missing jar causes
/// hundreds.
const SHOWN: usize = 10;

/// Prints problems on standard error, one per line. Those without a file are about the whole project, and come last.
pub(crate) fn print<'p>(problems: impl IntoIterator<Item = &'p ProblemReport>, are_all: bool) {
    for line in lines_of(problems, are_all) {
        crate::screen::print_message(format_args!("{line}"));
    }
}

/// The lines that [`print`] prints.
pub(crate) fn lines_of<'p>(
    problems: impl IntoIterator<Item = &'p ProblemReport>,
    are_all: bool,
) -> Vec<String> {
    let (mut lines, mut of_project) = (Vec::new(), Vec::new());
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    let mut more: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for problem in problems {
        let Some(file) = &problem.file else {
            of_project.push(line_of(problem));
            continue;
        };
        let severity = problem.severity.name();
        let shown = shown.entry(severity).or_default();
        if are_all || *shown < SHOWN {
            *shown += 1;
            lines.push(line_of(problem));
        } else {
            let (count, files) = more.entry(severity).or_default();
            *count += 1;
            files.insert(file);
        }
    }
    for (severity, (count, files)) in more {
        let (one, several) = match severity {
            "error" => ("more error", "more errors"),
            "warning" => ("more warning", "more warnings"),
            _ => ("more remark", "more remarks"),
        };
        lines.push(format!(
            "... and {} in {}; --all-problems prints them",
            how_many(count, one, several),
            how_many(files.len(), "file", "files"),
        ));
    }
    lines.extend(of_project);
    lines
}

pub(crate) fn line_of(problem: &ProblemReport) -> String {
    let mut text = String::new();
    let names_its_file = |file: &&String| problem.line.is_none() && problem.message.contains(*file);
    if let Some(file) = problem.file.as_ref().filter(|file| !names_its_file(file)) {
        text.push_str(file);
        if let Some(line) = problem.line {
            text.push(':');
            text.push_str(&line.to_string());
        }
        text.push_str(": ");
    }
    text.push_str(problem.severity.name());
    text.push_str(": ");
    text.push_str(&in_one_line(&problem.message));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(file: Option<&str>, number: u32) -> ProblemReport {
        ProblemReport {
            file: file.map(str::to_owned),
            line: Some(number),
            severity: Severity::Error,
            message: format!("cannot find symbol {number}"),
        }
    }

    #[test]
    fn a_flood_of_errors_is_cut_and_counted() {
        let mut problems: Vec<_> = (0..25)
            .map(|at| error(Some(&format!("A{}.java", at / 8)), at))
            .collect();
        problems.insert(0, error(None, 99));
        let lines = lines_of(&problems, false);
        assert_eq!(lines.len(), SHOWN + 2);
        assert_eq!(lines[0], "A0.java:0: error: cannot find symbol 0");
        assert_eq!(
            lines[SHOWN],
            "... and 15 more errors in 3 files; --all-problems prints them"
        );
        assert!(
            lines[SHOWN + 1].contains("cannot find symbol 99"),
            "{lines:?}"
        );
        assert_eq!(lines_of(&problems, true).len(), problems.len());
    }
}
