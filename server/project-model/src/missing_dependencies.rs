//! Combines everything that a project lacks into one message, with what to do about it.

use std::collections::BTreeSet;

use crate::{BuildTool, Project};

/// The maximum number of names in a message.
const MAX_NAMED: usize = 3;

/// Everything that a project lacks on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingDependencies {
    /// The cause and what to do, in one line.
    pub text: String,
    /// The build tool that can be asked for it; `None` if it is missing, which the text says.
    pub tool: Option<BuildTool>,
}

impl MissingDependencies {
    /// The dependencies of a project that are not on this machine; `None` if there are none. Finds the build tool, but does not
    /// run it.
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
