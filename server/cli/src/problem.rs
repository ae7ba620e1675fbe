//! What could not be read or analysed, as reports and messages have it.

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
            // What is said about the project's own folder names no file in it.
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

/// A problem as one line: `file:line: severity: message`.
pub(crate) fn problem_text(problem: &Problem, project: &Project) -> String {
    line_of(&problem_report(problem, Some(project)))
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
