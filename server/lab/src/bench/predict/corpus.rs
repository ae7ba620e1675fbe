//! Programs written by hand, which no fit uses.
//!
//! A file has Java classes and comments that say how to run them:
//!
//! ```text
//! // cluster: binary search              the algorithm, which several files may share
//! // relative: binary_search              a program of the campaign with the same task, in other words; if there is one
//! // types: int long                     the word T stands for each of these types
//! // run present: Lookup.all(5000, 1)    a program: a name and a numeric expression
//! // run present@800: Lookup.all(800, 1) the same code with another size
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use campaign::ProgramKind;
use harness::suite::Source;

/// The folder of the programs, in the repository.
pub(super) const FOLDER: &str = "tests/predict/programs";
/// The class that makes the data of the programs, copied into the package of each that uses it.
const DATA: &str = "Data";

/// A program of the corpus.
#[derive(Clone, Debug)]
pub(super) struct CorpusProgram {
    /// What is executed. The name is that of its code, and of its size if there are several.
    pub(super) source: Source,
    /// The algorithm.
    pub(super) cluster: String,
    /// Whether a program of the campaign has the same task, so a fit may have seen its like.
    pub(super) has_relative: bool,
    /// The name without the size.
    pub(super) code: String,
    /// The size, if the code is measured in several.
    pub(super) size: Option<u64>,
}

/// All programs of a folder whose names contain a text, in the order of the files' names.
///
/// # Errors
/// If a file cannot be read, or a comment is not understood.
pub(super) fn read(folder: &Path, only: Option<&str>) -> Result<Vec<CorpusProgram>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            files.push(path);
        }
    }
    files.sort();
    let data = fs::read_to_string(folder.join(format!("{DATA}.java"))).unwrap_or_default();
    let mut programs = Vec::new();
    for path in &files {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.context("a file's name is not text")?;
        if stem == DATA {
            continue;
        }
        let text = fs::read_to_string(path)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        let found = of_file(stem, &text, &data);
        programs.extend(found.with_context(|| format!("in {}", path.display()))?);
    }
    let mut names = BTreeSet::new();
    for program in &programs {
        let name = &program.source.name;
        ensure!(names.insert(name), "two programs have the name {name}");
    }
    if let Some(text) = only {
        programs.retain(|program| program.source.name.contains(text));
    }
    ensure!(
        !programs.is_empty(),
        "no program is in {}",
        folder.display()
    );
    Ok(programs)
}

/// The programs of a file.
fn of_file(stem: &str, text: &str, data: &str) -> Result<Vec<CorpusProgram>> {
    let mut cluster = None;
    let mut has_relative = false;
    let mut types = Vec::new();
    let mut runs = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("// cluster: ") {
            cluster = Some(name.trim().to_owned());
        } else if line.starts_with("// relative: ") {
            has_relative = true;
        } else if let Some(names) = line.strip_prefix("// types: ") {
            types.extend(names.split_whitespace());
        } else if let Some(run) = line.strip_prefix("// run ") {
            runs.push(
                run.split_once(": ")
                    .context("a run without an expression")?,
            );
        }
    }
    let cluster = cluster.context("no line `// cluster: NAME`")?;
    ensure!(!runs.is_empty(), "no line `// run NAME: EXPRESSION`");
    let mut programs = Vec::new();
    for (run, expression) in runs {
        let (run, size) = match run.split_once('@') {
            Some((run, size)) => (run, Some(size.parse().context("a size is a number")?)),
            None => (run, None),
        };
        for of in if types.is_empty() { &[""][..] } else { &types } {
            let mut code = format!("{stem}.{run}");
            if types.len() > 1 {
                code = format!("{code}.{of}");
            }
            programs.push(CorpusProgram {
                source: source(&code, size, of, text, expression, data)?,
                cluster: cluster.clone(),
                has_relative,
                code,
                size,
            });
        }
    }
    Ok(programs)
}

/// A program in a package of its own, so that none shares classes with another.
///
/// Its loop is longer than 35 bytes. C1 inlines shorter methods into their callers, and then they have no compiled code to measure.
fn source(
    code: &str,
    size: Option<u64>,
    of: &str,
    text: &str,
    expression: &str,
    data: &str,
) -> Result<Source> {
    let name = size.map_or_else(|| code.to_owned(), |size| format!("{code}@{size}"));
    let package = name.replace(|sign: char| !sign.is_ascii_alphanumeric(), "_");
    let package = format!("p_{package}");
    let class = "Measured";
    for line in text.lines().chain(data.lines()) {
        if line.starts_with("import ") || line.starts_with("package ") {
            bail!("a program is put into a package of its own: write names of classes in full");
        }
    }
    let own = with_type(text, of);
    let expression = with_type(expression, of);
    let data = if text.contains(DATA) { data } else { "" };
    Ok(Source {
        name,
        class: format!("{package}/{class}"),
        kind: ProgramKind::Composite,
        held_out: false,
        triple: None,
        executions: 1.0,
        text: format!(
            "package {package};\n\
             public final class {class} {{\n    \
                 static volatile int zero;\n    \
                 static volatile double result;\n    \
                 public static void run(int n) {{\n        \
                     int i;\n        \
                     double sum = 0;\n        \
                     for (i = 0; i < n; i++) {{\n            \
                         int before = zero;\n            \
                         sum += before + ({expression});\n        \
                     }}\n        \
                     result = sum;\n    \
                 }}\n\
             }}\n{own}\n{data}"
        ),
    })
}

/// The text with a type in place of the word `T`.
fn with_type(text: &str, of: &str) -> String {
    if of.is_empty() {
        return text.to_owned();
    }
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('T') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        out.push_str(before);
        let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        out.push_str(if is_whole { of } else { "T" });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// cluster: sums\n// types: int double\n// run up: Sums.up(10)\n// run up@99: Sums.up(99)\n\
                        class Sums {\n    static T up(int n) { T sum = 0; return sum; /* The */ }\n}\n";

    #[test]
    fn a_file_has_a_program_for_each_run_and_type() {
        let programs = of_file("Sums", TEXT, "").unwrap();
        let names: Vec<&str> = programs.iter().map(|of| of.source.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "Sums.up.int",
                "Sums.up.double",
                "Sums.up.int@99",
                "Sums.up.double@99"
            ]
        );
        let last = &programs[3];
        assert_eq!(
            (last.cluster.as_str(), last.code.as_str(), last.size),
            ("sums", "Sums.up.double", Some(99))
        );
        assert_eq!(last.source.class, "p_Sums_up_double_99/Measured");
        let text = &last.source.text;
        assert!(text.contains("static double up(int n) { double sum = 0; return sum; /* The */ }"));
        assert!(text.contains("sum += before + (Sums.up(99));"));
    }

    #[test]
    fn a_file_says_what_it_lacks() {
        let said = |text| of_file("X", text, "").unwrap_err().to_string();
        assert!(said("class X { }").contains("cluster"));
        assert!(said("// cluster: x\n").contains("run NAME"));
        assert!(said("// cluster: x\n// run x\n").contains("expression"));
        assert!(said("// cluster: x\n// run x: 1\nimport java.util.List;\n").contains("in full"));
    }
}
