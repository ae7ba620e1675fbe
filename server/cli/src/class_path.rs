//! `jouled class-path`: prints what the code of a project is compiled against.

use crate::exit::ExitReason;
use crate::options::{ClassPath, Options};
use crate::settings::Settings;
use crate::{input, screen};
use anyhow::Result;
use project_model::BuildTool;

pub(crate) fn run(options: &Options, arguments: &ClassPath) -> Result<ExitReason> {
    let settings = Settings::new(options, &arguments.analysis, &arguments.paths);
    let mut project = input::discover(&settings, &arguments.paths)?;
    if arguments.run_build_tool {
        let tool = BuildTool::of(&project)?;
        let cache = input::cache()?;
        crate::screen::print_message(format_args!("jouled: running {}", tool.command()));
        tool.ask(&cache)?;
        project = input::discover(&settings, &arguments.paths)?;
    }
    let mut out = screen::out();
    for entry in &project.class_path {
        out.line(format_args!("{}", entry.display()))?;
    }
    out.flush()?;
    let problems = project.problems.iter().chain(&settings.problems);
    let mut incomplete = false;
    let problems: Vec<_> = problems
        .map(|problem| {
            incomplete |= problem.severity != problems::Severity::Info;
            crate::problem::problem_report(problem, Some(&project))
        })
        .collect();
    crate::problem::print(&problems, true);
    Ok(if incomplete && arguments.analysis.strict {
        ExitReason::Incomplete
    } else {
        ExitReason::Complete
    })
}
