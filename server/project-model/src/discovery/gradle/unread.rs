//! Finds declarations in statements that are not interpreted.

use super::configuration::Use;
use super::statement::{Argument, Expression, Segment, Statement};

/// Where a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Other,
    Dependencies,
    Sets { is_java: bool },
}

/// Blocks that declare nothing that the project's own code uses.
const OF_OTHERS: [&str; 4] = ["buildscript", "pluginManagement", "publishing", "signing"];

/// Names of what belongs to other projects.
const PROJECTS: [&str; 9] = [
    "allprojects",
    "subprojects",
    "childProjects",
    "getAllprojects",
    "getSubprojects",
    "configure",
    "afterProject",
    "beforeProject",
    "projectsEvaluated",
];

/// Whether a statement may add dependencies or folders of Java code, in whatever block of it.
pub(super) fn may_declare(statement: &Statement) -> bool {
    declares(statement, Around::Other)
}

/// Whether a statement names other projects of the build, in whatever block of it.
pub(super) fn names_projects(statement: &Statement) -> bool {
    statement.chain.iter().any(|segment| {
        let is_project = segment.name == "project" && !segment.arguments.is_empty();
        is_project
            || PROJECTS.contains(&segment.name.as_str())
            || segment.body.iter().any(names_projects)
    }) || skips(statement, &PROJECTS)
}

/// Whether one of these names is in the part of a statement that is not understood.
fn skips(statement: &Statement, names: &[&str]) -> bool {
    let mut skipped = statement.skipped.iter();
    skipped.any(|skipped| names.contains(&skipped.as_str()))
}

fn declares(statement: &Statement, around: Around) -> bool {
    let assigned = statement.assigned.iter();
    skips(statement, &["dependencies", "sourceSets"])
        || (around == Around::Dependencies && !statement.skipped.is_empty())
        || chain_declares(&statement.chain, around)
        || assigned.into_iter().any(value_declares)
}

fn chain_declares(chain: &[Segment], mut around: Around) -> bool {
    for segment in chain {
        let name = segment.name.as_str();
        if OF_OTHERS.contains(&name) {
            return false;
        }
        match around {
            Around::Dependencies => {
                let is_required = Use::of(name).is_some_and(|use_of| use_of.is_required);
                if (is_required || name == "add") && !segment.arguments.is_empty() {
                    return true;
                }
            }
            Around::Sets { is_java: true }
                if matches!(name, "srcDir" | "srcDirs" | "setSrcDirs") =>
            {
                return true;
            }
            _ => {}
        }
        around = match (name, around) {
            ("dependencies", _) => Around::Dependencies,
            ("sourceSets", _) => Around::Sets { is_java: false },
            ("java", Around::Sets { .. }) => Around::Sets { is_java: true },
            (_, around) => around,
        };
        let is_in = |inner: &Statement| declares(inner, around);
        let mut given = segment.arguments.iter().map(|Argument { value, .. }| value);
        if segment.body.iter().any(is_in) || given.any(value_declares) {
            return true;
        }
    }
    false
}

fn value_declares(value: &Expression) -> bool {
    match value {
        Expression::Chain(chain) => chain_declares(chain, Around::Other),
        Expression::List(items) => items.iter().any(|item| value_declares(&item.value)),
        Expression::Sum(terms) => terms.iter().any(value_declares),
        Expression::Text(_) | Expression::Number(_) | Expression::Unknown => false,
    }
}
