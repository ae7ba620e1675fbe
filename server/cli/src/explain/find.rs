//! Finds the method that a user named.

use crate::failure::NameNotFound;
use crate::input::Input;
use crate::settings::Settings;
use anyhow::Result;
use ide::{
    AssumedValues, DeclaredLoop, MethodAnalysis, MethodName, MethodPattern, Program, Specifications,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The maximum number of suggested names if none matches.
const MAX_PROPOSALS: usize = 5;

/// The maximum number of candidates listed if several match.
const MAX_CANDIDATES: usize = 20;

/// Names with less similarity to the typed one are not suggested.
const MIN_LIKENESS: f64 = 0.6;

/// A method of the input, and what belongs to it.
pub(super) struct FoundMethod {
    pub(super) name: MethodName,
    /// Its class file.
    pub(super) bytes: Arc<[u8]>,
    pub(super) file: Option<String>,
    pub(super) assumptions: AssumedValues,
    pub(super) loops: Vec<DeclaredLoop>,
    is_of_jdk: bool,
    left_out: Vec<RangeInclusive<u32>>,
}

impl FoundMethod {
    /// The program that follows its calls.
    pub(super) fn program<'i>(&self, input: &'i Input) -> Option<&'i Program> {
        if self.is_of_jdk {
            input.of_jdk.as_ref()
        } else {
            input.program.as_deref()
        }
    }

    /// Whether its code is missing because of an error.
    pub(super) fn is_left_out(&self, method: &MethodAnalysis) -> bool {
        method
            .line
            .is_some_and(|line| self.left_out.iter().any(|lines| lines.contains(&line)))
    }
}

/// The place of a class.
#[derive(Debug, Clone, Copy)]
enum ClassLocation {
    /// The indices of a source of classes, and of the class in it.
    Class(usize, usize),
    /// The indices of a compiled file, and of the class in it.
    File(usize, usize),
}

/// The only method of the input with this name.
pub(super) fn find(input: &Input, settings: &Settings, wanted: &str) -> Result<FoundMethod> {
    let mut all = all_methods(input);
    let pattern = MethodPattern::new(wanted);
    let mut matching: Vec<(MethodName, ClassLocation)> = all
        .iter()
        .filter(|(name, _)| pattern.matches(name))
        .cloned()
        .collect();
    // Bridges and accessors have the names of methods in the source.
    if matching.iter().any(|(name, _)| !name.is_synthetic) {
        matching.retain(|(name, _)| !name.is_synthetic);
    }
    matching.dedup_by(|one, two| one.0 == two.0);
    match matching.as_slice() {
        [] => {
            all.retain(|(name, _)| !name.is_synthetic);
            Err(unknown(wanted, &pattern, &all).into())
        }
        [(name, place)] => found(input, settings, name.clone(), *place),
        several => Err(ambiguous(wanted, several).into()),
    }
}

/// The methods with code, sorted.
fn all_methods(input: &Input) -> Vec<(MethodName, ClassLocation)> {
    let mut all = Vec::new();
    let mut add = |bytes: &[u8], place: ClassLocation| {
        let methods = MethodName::all_of(bytes).unwrap_or_default();
        all.extend(methods.into_iter().map(|name| (name, place)));
    };
    for (source, classes) in input.classes.iter().enumerate() {
        for index in 0..classes.len() {
            // A class that cannot be read has no methods to explain.
            let _ = classes.with_bytes(index, |bytes| {
                add(bytes, ClassLocation::Class(source, index));
            });
        }
    }
    if let Some((_, compilation)) = &input.compiled {
        for (index, file) in compilation.files.iter().enumerate() {
            for (class, compiled) in file.classes.iter().enumerate() {
                add(&compiled.bytes, ClassLocation::File(index, class));
            }
        }
    }
    all.sort_by(|one, two| one.0.cmp(&two.0));
    all
}

fn found(
    input: &Input,
    settings: &Settings,
    name: MethodName,
    place: ClassLocation,
) -> Result<FoundMethod> {
    let gone = || anyhow::anyhow!("{name} can no longer be read");
    match place {
        ClassLocation::Class(source, index) => {
            let source = input.classes.get(source).ok_or_else(gone)?;
            let bytes = source
                .with_bytes(index, |bytes| Arc::from(bytes))
                .map_err(|_| gone())?;
            Ok(FoundMethod {
                file: Some(source.origin(index)),
                assumptions: settings.all.assume.everywhere().clone(),
                loops: Vec::new(),
                is_of_jdk: source.is_of_jdk(),
                left_out: Vec::new(),
                bytes,
                name,
            })
        }
        ClassLocation::File(index, class) => {
            let (project, compilation) = input.compiled.as_ref().ok_or_else(gone)?;
            let file = compilation.files.get(index).ok_or_else(gone)?;
            let class = file.classes.get(class).ok_or_else(gone)?;
            Ok(FoundMethod {
                file: Some(project.relative(&file.file).display().to_string()),
                assumptions: settings.assumptions(&file.file).into_owned(),
                loops: Specifications::read(&file.text).loops,
                is_of_jdk: false,
                left_out: file.lines_left_out(),
                bytes: Arc::clone(&class.bytes),
                name,
            })
        }
    }
}

fn unknown(
    wanted: &str,
    pattern: &MethodPattern,
    all: &[(MethodName, ClassLocation)],
) -> NameNotFound {
    if all.is_empty() {
        return NameNotFound::from(format!(
            "there is no method {wanted}: nothing with code was found"
        ));
    }
    let typed = pattern.short().to_lowercase();
    let of_method = typed.rsplit('.').next().unwrap_or_default();
    let likeness = |name: &MethodName| {
        let whole = strsim::jaro_winkler(&typed, &name.short().to_lowercase());
        let alone = strsim::jaro_winkler(of_method, &name.name.to_lowercase());
        whole.max(alone)
    };
    // The names of constructors and initialisers are not written in Java.
    let is_proposed = |name: &MethodName| !name.name.starts_with('<') || wanted.contains('<');
    let mut near: Vec<(f64, String)> = all
        .iter()
        .filter(|(name, _)| is_proposed(name))
        .map(|(name, _)| (likeness(name), name.to_string()))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .collect();
    near.sort_by(|one, two| two.0.total_cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
    // A class may be both in the sources and in an archive.
    near.dedup_by(|one, two| one.1 == two.1);
    if near.is_empty() {
        return NameNotFound::from(format!("there is no method {wanted}"));
    }
    let mut lines = vec![format!("there is no method {wanted}; similar names:")];
    let proposals = near.iter().take(MAX_PROPOSALS);
    lines.extend(proposals.map(|(_, name)| format!("  {name}")));
    NameNotFound(lines)
}

fn ambiguous(wanted: &str, several: &[(MethodName, ClassLocation)]) -> NameNotFound {
    let mut lines = vec![format!("{wanted} matches {} methods:", several.len())];
    let candidates = several.iter().take(MAX_CANDIDATES);
    lines.extend(candidates.map(|(name, _)| format!("  {name}")));
    if several.len() > MAX_CANDIDATES {
        lines.push(String::from("  and more"));
    }
    lines.push(String::from(
        "add its class, its package or the types of its parameters; put parentheses in quotes",
    ));
    NameNotFound(lines)
}
