//! `jouled/launches`: the tests and mains of a document, and how to run each for profiling. The server runs none of them.

use std::path::Path;

use escape::plain;
use project_model::{Launch, Project};
use serde::Serialize;
use source::{Method, MethodKind};

use crate::snapshot::Snapshot;

/// The annotations of tests, for `JUnit` and `TestNG`.
const TESTS: [&str; 5] = [
    "@Test",
    "@ParameterizedTest",
    "@RepeatedTest",
    "@TestFactory",
    "@TestTemplate",
];

/// A method that can be profiled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedLaunch {
    /// The line of its name, counted from 0.
    line: u32,
    /// Its last line, counted from 0.
    end_line: u32,
    /// `main` or `test`.
    kind: &'static str,
    /// `Class.method`
    name: String,
    /// The arguments of `jouled`; empty if there is a problem.
    arguments: Vec<String>,
    /// The folder to run it in.
    folder: String,
    /// Why it cannot run now, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// The tests and mains, from top to bottom.
pub(crate) fn answer(snapshot: &Snapshot, project: &Project, path: &Path) -> Vec<ListedLaunch> {
    let methods = snapshot.source.methods().iter();
    let launches = methods.filter_map(|method| {
        let (kind, launch) = if is_main(method) {
            ("main", Launch::of_main(project, path, &method.class))
        } else if is_test(snapshot.source.text(), method) {
            let launch = Launch::of_test(project, &method.class, Some(&method.name));
            ("test", launch)
        } else {
            return None;
        };
        let class = method.class.rsplit(['/', '$']).next().unwrap_or_default();
        let (arguments, folder, problem) = match launch {
            Ok(launch) => {
                let before = ["profile", "--"].map(String::from).into_iter();
                let folder = launch.folder.display().to_string();
                (before.chain(launch.command).collect(), folder, None)
            }
            Err(problem) => (Vec::new(), String::new(), Some(plain(&problem))),
        };
        Some(ListedLaunch {
            line: method.header_line.saturating_sub(1),
            end_line: method.lines.end().saturating_sub(1),
            kind,
            name: plain(&format!("{class}.{}", method.name)),
            arguments,
            folder,
            problem,
        })
    });
    launches.collect()
}

fn is_main(method: &Method) -> bool {
    method.kind == MethodKind::Method
        && method.name == "main"
        && method.is_static
        && method.parameters.len() < 2
        && method.body.is_some()
}

fn is_test(text: &str, method: &Method) -> bool {
    if method.kind != MethodKind::Method || method.body.is_none() {
        return false;
    }
    // Annotations and modifiers come before the name.
    let before = text.get(method.range.start..method.header.start);
    let mut words = before.unwrap_or_default().split_whitespace();
    words.any(|word| {
        let name = word.split('(').next().unwrap_or_default();
        TESTS.contains(&name)
    })
}
