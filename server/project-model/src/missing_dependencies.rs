//! All that a project lacks in one message, and what to do about it.

use std::collections::BTreeSet;

use crate::{BuildTool, Project};

/// Names that a message has.
const MAX_NAMED: usize = 3;

/// What a project lacks on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingDependencies {
    /// The cause and what to do, in one line.
    pub text: String,
    /// What can be asked for it; `None` where it is not there, which the text says.
    pub tool: Option<BuildTool>,
}

impl MissingDependencies {
    /// What of the dependencies of a project is not on this machine; `None` where all is there. The build tool is looked for
    /// and not run.
    pub fn of(project: &Project) -> Option<Self> {
        let names: BTreeSet<&str> = project.missing.iter().map(|one| &*one.name).collect();
        let first: Vec<&str> = names.iter().take(MAX_NAMED).copied().collect();
        let more = names.len().saturating_sub(MAX_NAMED);
        let named = match (&*first, more) {
            ([], _) => return None,
            ([one], _) => format!("the dependency {one} is"),
            (some, 0) => format!("the dependencies {} are", some.join(", ")),
            (some, more) => format!("the dependencies {} and {more} more are", some.join(", ")),
        };
        let them = if names.len() == 1 { "it" } else { "them" };
        let cause = format!("{named} not on this machine, so code that needs {them} is not priced");
        Some(match BuildTool::of(project) {
            Ok(tool) => Self {
                text: format!(
                    "{cause}; {}, or let jouled ask the build tool",
                    tool.remedy()
                ),
                tool: Some(tool),
            },
            Err(error) => Self {
                text: format!("{cause}; {error}"),
                tool: None,
            },
        })
    }
}
