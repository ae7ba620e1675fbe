//! Configurations of a project: who uses their dependencies.

/// How the dependencies of a configuration are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Use {
    /// Whether javac needs it.
    pub(super) is_required: bool,
    /// Whether projects that depend on this one get them, too.
    pub(super) is_handed_on: bool,
    /// Whether only versions are set.
    pub(super) is_constraint: bool,
}

/// The ends of the names of configurations that javac needs.
const COMPILED: [&str; 8] = [
    "implementation",
    "api",
    "compileonly",
    "compileonlyapi",
    "compile",
    "provided",
    "optional",
    "platform",
];

/// Configurations of tools.
const TOOLS: [&str; 7] = [
    "kapt",
    "ksp",
    "errorprone",
    "checkstyle",
    "pmd",
    "spotbugs",
    "detekt",
];

/// Whether a name is certainly that of a configuration, and not of a function of the script.
pub(super) fn is_usual(configuration: &str) -> bool {
    let name = configuration.to_ascii_lowercase();
    let is_run = ["runtimeonly", "runtime"]
        .iter()
        .any(|end| name.ends_with(end));
    is_run || Use::of(configuration).is_none_or(|use_of| use_of.is_required || use_of.is_constraint)
}

impl Use {
    /// `None` if it is not a class path of Java code: annotation processors, tools.
    pub(super) fn of(configuration: &str) -> Option<Self> {
        let name = configuration.to_ascii_lowercase();
        if name.ends_with("annotationprocessor") || name.ends_with("classpath") {
            return None;
        }
        if TOOLS.contains(&name.as_str()) {
            return None;
        }
        Some(Self {
            is_required: COMPILED.iter().any(|end| name.ends_with(end)),
            is_handed_on: matches!(
                name.as_str(),
                "api" | "compileonlyapi" | "compile" | "constraint" | "testfixturesapi"
            ),
            is_constraint: name == "constraint",
        })
    }
}
