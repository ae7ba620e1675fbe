//! A program to measure, and the structure of its Java text.

use campaign::{ProgramKind, Triple};

/// The name of the empty loop.
pub const BASELINE: &str = "baseline";

/// One in this many composite methods, kernels and algorithms is held out: no fit of features uses it.
pub const HELD_OUT_STEP: u32 = 4;

/// One program.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The name.
    pub name: String,
    /// The name of its class, with slashes.
    pub class: String,
    /// The purpose of measuring it.
    pub kind: ProgramKind,
    /// Whether it is held out: no fit of features uses it.
    pub held_out: bool,
    /// The classification of a pattern.
    pub triple: Option<Triple>,
    /// How often the loop's body executes the measured code.
    pub executions: f64,
    /// The Java text of its class.
    pub text: String,
}

/// A program under construction.
#[derive(Debug)]
pub(super) struct Snippet {
    pub(super) name: String,
    pub(super) kind: ProgramKind,
    pub(super) triple: Option<Triple>,
    /// Members of the class besides `run`.
    pub(super) members: String,
    /// The text before the loop.
    pub(super) declarations: String,
    /// The loop's contents, one text for each execution.
    pub(super) statements: Vec<String>,
}

impl Snippet {
    pub(super) fn new(name: impl Into<String>, kind: ProgramKind) -> Self {
        Self {
            name: name.into(),
            kind,
            triple: None,
            members: String::new(),
            declarations: String::new(),
            statements: Vec::new(),
        }
    }

    pub(super) fn source(self) -> Source {
        let class = format!("P_{}", self.name);
        let (members, declarations) = (self.members, self.declarations);
        let statements = self.statements.join("\n            ");
        let text = format!(
            "package measured;\n\
             \n\
             public final class {class} {{\n    \
                 {members}\n    \
                 public static void run(int n) {{\n        \
                     int i;\n        \
                     {declarations}\n        \
                     for (i = 0; i < n; i++) {{\n            \
                         {statements}\n        \
                     }}\n    \
                 }}\n\
             }}\n"
        );
        Source {
            name: self.name,
            class: format!("measured/{class}"),
            kind: self.kind,
            held_out: false,
            triple: self.triple,
            executions: self.statements.len().max(1) as f64,
            text,
        }
    }
}

/// Renames the variables of a statement: each word of `from` becomes the one beside it.
pub(super) fn rename(statement: &str, names: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(statement.len());
    let mut word = String::new();
    let mut after_dot = false;
    let flush = |word: &mut String, out: &mut String, after_dot: bool| {
        let renamed = names
            .iter()
            .find(|(from, _)| from == word && !after_dot)
            .map_or(word.as_str(), |(_, to)| to.as_str());
        out.push_str(renamed);
        word.clear();
    };
    for character in statement.chars() {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
        } else {
            flush(&mut word, &mut out, after_dot);
            after_dot = character == '.';
            out.push(character);
        }
    }
    flush(&mut word, &mut out, after_dot);
    out
}
