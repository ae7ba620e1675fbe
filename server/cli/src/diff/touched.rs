//! Finds what a change touches from the source text of both sides, because reports do not contain code that was not compiled.

mod clauses;
mod escapes;
mod fields;
mod key;
mod texts;
mod unseen;
mod values;

use super::side::ComparedSide;
use ::diff::{Report, SourceChange, Touched};
use escapes::{Decoded, EscapedLineEnds};
use fields::{Declared, Fields};
use ide::report::Severity;
use key::{Key, named};
use source::{
    Method, MethodKind, Outline, SourceFile, differ_by_local_names_alone, differ_by_values_alone,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use texts::Texts;
pub(super) use unseen::{add_empty, add_unseen, place};
use values::ChangedResults;

/// A method in the text of one side.
struct Piece {
    name: String,
    file: String,
    line: u32,
    code: String,
    /// The declarations of changed fields that it uses.
    fields: String,
    /// The names of these fields.
    field_names: Vec<String>,
    /// The methods of the report that it was compiled to.
    compiled: Vec<usize>,
    /// Why there may be none.
    reason: Option<String>,
}

/// The pieces of all changed files.
type Pieces = BTreeMap<Key, Vec<Piece>>;

/// The methods that differ between two sides, and failures that may hide any difference. Each folder has the files of its side.
pub(super) fn between(base: (&ComparedSide, &Path), head: (&ComparedSide, &Path)) -> SourceChange {
    let decoded = (Decoded::of(&base.0.texts), Decoded::of(&head.0.texts));
    let (before, after) = (&decoded.0.texts, &decoded.1.texts);
    let changed = changed_files(before, after);
    let results = ChangedResults::between(&changed, before, after);
    let fields = Fields::between(&changed, before, after, &results);
    let mut change = SourceChange::default();
    let of_side = |report: &Report, decoded: &Decoded, side: usize| {
        let called = |code: &str| results.code_called_in(code, side);
        let declared = fields.declared(&changed, &decoded.texts, called);
        let mut files = changed.clone();
        files.extend(fields.readers(&changed, &decoded.texts));
        pieces(&files, report, decoded, &declared)
    };
    let (of_base, unplaced_of_base) = of_side(&base.0.report, &decoded.0, 0);
    let (of_head, unplaced) = of_side(&head.0.report, &decoded.1, 1);
    change.unplaced = unplaced;
    change.unplaced_of_base = unplaced_of_base;
    change.declared = clauses::between(before, after);
    let keys: BTreeSet<&Key> = of_base.keys().chain(of_head.keys()).collect();
    for key in keys {
        let (one, two) = (of_base.get(key), of_head.get(key));
        let list = |pieces: Option<&Vec<Piece>>| pieces.map_or(0, Vec::len);
        for place in 0..list(one).max(list(two)) {
            let one = one.and_then(|pieces| pieces.get(place));
            let two = two.and_then(|pieces| pieces.get(place));
            change.methods.extend(touched(one, two));
        }
    }
    let failed = changed
        .iter()
        .filter(|file| has_error(&head.0.report, file));
    for (file, text) in failed.filter_map(|file| Some((file, after.get(*file)?))) {
        if !SourceFile::parse(Arc::clone(text)).is_clean() {
            change.failures.push(format!("{file} has a syntax error"));
        }
    }
    files_that_explain_nothing(&mut change, &changed, base.0, head.0);
    files_that_were_not_read(&mut change, base, head);
    change
}

/// The files whose code differs.
fn changed_files<'t>(before: &'t Texts, after: &'t Texts) -> Vec<&'t String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let code = |texts: &Texts, name: &String| {
        let source = SourceFile::parse(Arc::clone(texts.get(name)?));
        Some(source.code(0..source.text().len()))
    };
    names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name))
        .filter(|name| code(before, name) != code(after, name))
        .collect()
}

/// The files of two sides whose energy may differ although their own text is the same: they read a field whose declaration
/// changed, or call a method that may return another value.
pub(super) fn readers(before: &Texts, after: &Texts) -> BTreeSet<String> {
    let (before, after) = (&Decoded::of(before).texts, &Decoded::of(after).texts);
    let changed = changed_files(before, after);
    let mut results = ChangedResults::between(&changed, before, after);
    let fields = Fields::between(&changed, before, after, &results);
    let sides = [before, after];
    let mut files = BTreeSet::new();
    for texts in sides {
        let readers = fields.readers(&changed, texts);
        let read = [&changed[..], &readers].concat();
        results.add_readers(&read, texts, |code| fields.have_values_in(code));
        files.extend(readers.into_iter().cloned());
    }
    for texts in sides {
        files.extend(results.callers(&changed, texts).into_iter().cloned());
    }
    files
}

/// A piece that differs, or that only one side has.
fn touched(base: Option<&Piece>, head: Option<&Piece>) -> Option<Touched> {
    let code = |piece: Option<&Piece>| piece.map(|piece| piece.code.clone());
    let fields = |piece: Option<&Piece>| piece.map(|piece| piece.fields.clone());
    let is_by_field = code(base) == code(head);
    if is_by_field && fields(base) == fields(head) {
        return None;
    }
    let shown = head.or(base)?;
    let values = base.zip(head).filter(|_| is_by_field);
    let values = values.map(|(base, head)| [&base.field_names[..], &head.field_names].concat());
    let reason = |piece: Option<&Piece>| piece.and_then(|piece| piece.reason.clone());
    Some(Touched {
        name: shown.name.clone(),
        file: Some(shown.file.clone()),
        line: Some(shown.line),
        base: base.map(|piece| piece.compiled.clone()),
        head: head.map(|piece| piece.compiled.clone()),
        reason: reason(head).or_else(|| reason(base)),
        is_by_field,
        is_by_names: is_by_names(base, head),
        is_by_values: base
            .zip(head)
            .is_some_and(|(base, head)| differ_by_values_alone(&base.code, &head.code)),
        fields: values.unwrap_or_default(),
    })
}

/// Whether both sides have the piece, and it differs only in the names of locals.
fn is_by_names(base: Option<&Piece>, head: Option<&Piece>) -> bool {
    let (Some(base), Some(head)) = (base, head) else {
        return false;
    };
    base.fields == head.fields && differ_by_local_names_alone(&base.code, &head.code)
}

/// The pieces of files, and the methods of the report that belong to none of them.
fn pieces(
    files: &[&String],
    report: &Report,
    decoded: &Decoded,
    declared: &[Declared],
) -> (Pieces, Vec<usize>) {
    let mut unplaced: Vec<usize> = Vec::new();
    let mut methods: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, method) in report.methods.iter().enumerate() {
        if let Some(file) = &method.file {
            methods.entry(file).or_default().push(index);
        }
    }
    let mut pieces = Pieces::new();
    for file in files {
        let Some(text) = decoded.texts.get(*file) else {
            continue;
        };
        let lines = decoded.lines(file);
        let source = SourceFile::parse(Arc::clone(text));
        let outline = source.outline();
        let of_file = methods.get(file.as_str()).map_or(&[][..], Vec::as_slice);
        let compiled = compiled((outline, lines), report, of_file);
        let placed: BTreeSet<&usize> = compiled.values().flatten().collect();
        unplaced.extend(of_file.iter().filter(|index| !placed.contains(index)));
        let written = outline.methods.iter().enumerate();
        // Lambdas are part of the methods that contain them.
        let with_code = written
            .filter(|(_, method)| method.body.is_some() && method.kind != MethodKind::Lambda);
        for (place, method) in with_code {
            let (key, name) = named(method);
            let code = source.code(method.range.clone());
            let makes = match method.kind {
                MethodKind::Constructor | MethodKind::CompactConstructor => Some(false),
                MethodKind::StaticInitializer => Some(true),
                _ => None,
            };
            let in_class = makes.map(|is_static| (&method.class[..], is_static));
            let (fields, field_names) = fields::added_to(&code, in_class, declared);
            pieces.entry(key).or_default().push(Piece {
                name,
                file: (*file).clone(),
                line: lines.written(method.header_line),
                code,
                fields,
                field_names,
                compiled: compiled.get(&place).cloned().unwrap_or_default(),
                reason: reason(report, file, (method, lines)),
            });
        }
    }
    for index in &unplaced {
        let made = report.methods.get(*index);
        let made = made.filter(|made| ["<init>", "<clinit>"].contains(&&made.method[..]));
        if let Some((made, file)) = made.and_then(|made| Some((made, made.file.clone()?))) {
            let in_class = Some((&made.class[..], made.method == "<clinit>"));
            let (fields, field_names) = fields::added_to("", in_class, declared);
            if fields.is_empty() {
                continue;
            }
            let (key, name) = named_unwritten(made);
            pieces.entry(key).or_default().push(Piece {
                name,
                file,
                line: made.line.unwrap_or(1),
                code: String::new(),
                fields,
                field_names,
                compiled: vec![*index],
                reason: None,
            });
        }
    }
    (pieces, unplaced)
}

/// The key of a constructor or initialiser that is not in the source, and its displayed name.
fn named_unwritten(made: &::diff::Method) -> (Key, String) {
    let class = made.class.replace('/', ".");
    let key = (made.class.clone(), "unwritten", made.method.clone());
    (key, format!("{class}.{}()", made.method))
}

/// For each method of an outline, the indices of its methods in the report.
fn compiled(
    (outline, lines): (&Outline, &EscapedLineEnds),
    report: &Report,
    of_file: &[usize],
) -> BTreeMap<usize, Vec<usize>> {
    let places: BTreeMap<(usize, usize), usize> = outline
        .methods
        .iter()
        .enumerate()
        .map(|(place, method)| ((method.range.start, method.range.end), place))
        .collect();
    let mut compiled: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &index in of_file {
        let Some(made) = report.methods.get(index) else {
            continue;
        };
        let line = made.line.map(|line| lines.read(line).0);
        let found = outline.method_of(&made.class, &made.method, &made.descriptor, line);
        let found = found.and_then(|found| within(outline, found));
        let place = found.and_then(|found| places.get(&(found.range.start, found.range.end)));
        if let Some(&place) = place {
            compiled.entry(place).or_default().push(index);
        }
        // An instance initialiser is part of each constructor.
        if made.method == "<init>" {
            let initialisers = outline.methods.iter().enumerate().filter(|(_, method)| {
                method.kind == MethodKind::InstanceInitializer && method.class == made.class
            });
            for (place, _) in initialisers {
                compiled.entry(place).or_default().push(index);
            }
        }
    }
    compiled
}

/// The method that contains a lambda; any other method unchanged.
fn within<'o>(outline: &'o Outline, method: &'o Method) -> Option<&'o Method> {
    if method.kind != MethodKind::Lambda {
        return Some(method);
    }
    let around = outline.methods.iter().filter(|other| {
        other.kind != MethodKind::Lambda
            && other.range.start <= method.range.start
            && method.range.end <= other.range.end
    });
    around.min_by_key(|other| other.range.len())
}

/// The compiler's first error in a method.
fn reason(
    report: &Report,
    file: &str,
    (method, lines): (&Method, &EscapedLineEnds),
) -> Option<String> {
    let mut errors = report.problems.iter().filter(|problem| {
        problem.severity == Severity::Error
            && problem.file.as_deref() == Some(file)
            && problem.line.is_some_and(|line| {
                let (first, last) = lines.read(line);
                first <= *method.lines.end() && *method.lines.start() <= last
            })
    });
    errors.next().map(|error| error.message.clone())
}

fn has_error(report: &Report, file: &str) -> bool {
    let mut problems = report.problems.iter();
    problems
        .any(|problem| problem.severity == Severity::Error && problem.file.as_deref() == Some(file))
}

/// A changed file with an error that the base does not have counts once if none of its methods is missing: the error may be in
/// a field or a header.
fn files_that_explain_nothing(
    change: &mut SourceChange,
    changed: &[&String],
    base: &ComparedSide,
    head: &ComparedSide,
) {
    let errors = |side: &ComparedSide, file: &str| -> Vec<String> {
        let problems = side.report.problems.iter();
        problems
            .filter(|problem| {
                problem.severity == Severity::Error && problem.file.as_deref() == Some(file)
            })
            .map(|problem| problem.message.clone())
            .collect()
    };
    for file in changed {
        let before = errors(base, file);
        let mut new = errors(head, file);
        new.retain(|message| !before.contains(message));
        let is_explained = change.methods.iter().any(|method| {
            let lacks = [&method.base, &method.head];
            let lacks = lacks.into_iter().flatten().any(Vec::is_empty);
            method.file.as_deref() == Some(file.as_str()) && (lacks || method.reason.is_some())
        });
        if let Some(reason) = new.into_iter().next().filter(|_| !is_explained) {
            change.methods.push(of_file(file, reason));
        }
    }
}

/// A file that could not be read is touched if its bytes differ.
fn files_that_were_not_read(
    change: &mut SourceChange,
    (base, base_folder): (&ComparedSide, &Path),
    (head, head_folder): (&ComparedSide, &Path),
) {
    let mut seen = BTreeSet::new();
    for side in [base, head] {
        for problem in &side.report.problems {
            let Some(file) = problem.file.as_ref().filter(|file| {
                problem.severity == Severity::Error && problem.line.is_none() && is_java(file)
            }) else {
                continue;
            };
            let has_text = base.texts.contains_key(file) || head.texts.contains_key(file);
            if has_text || !seen.insert(file) {
                continue;
            }
            let bytes = |folder: &Path| files::read(&folder.join(file), files::JAVA).ok();
            let (before, after) = (bytes(base_folder), bytes(head_folder));
            if before.is_none() || before != after {
                change.methods.push(of_file(file, problem.message.clone()));
            }
        }
    }
}

fn of_file(file: &str, reason: String) -> Touched {
    Touched {
        name: file.to_owned(),
        file: Some(file.to_owned()),
        line: None,
        base: None,
        head: Some(Vec::new()),
        reason: Some(reason),
        ..Touched::default()
    }
}

fn is_java(file: &str) -> bool {
    let extension = Path::new(file).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("java"))
}
