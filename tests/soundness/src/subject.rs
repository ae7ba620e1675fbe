//! A program to judge, and its calls.

use std::path::Path;

use anyhow::{Context, Result};
use cost::{Measure, Place, Root};
use ide::Specifications;
use source::SourceFile;
use trace::{Call, Value};
use wcec::declared::DeclaredLoop;

use crate::collections;
use crate::family::Family;

/// The comment before a clause without a loop.
const STRAY: &str = "// The next clause precedes no loop.";
/// The field whose value an object's methods without parameters return.
const COUNT: &str = "count";
/// The prefix of methods whose callees are known.
const KNOWN: &str = "known";

/// A Java file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its name.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A program and the calls into it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Its name in reports.
    pub name: String,
    /// The aspect that it is written to break.
    pub family: Family,
    /// Its text.
    pub sources: Vec<Source>,
    /// The calls. If there are none, every static method is called with values that fit its parameters.
    pub calls: Vec<Call>,
    /// The static fields that loops may depend on, by class and name, with their initial values.
    pub statics: Vec<((String, String), i64)>,
    /// The names of methods in which nothing depends on data, so that the bound equals what is executed.
    pub exact: Vec<String>,
}

/// A static field of a user's file, its declaration in the text, and its value when a call begins.
const STATIC: (&str, &str, i64) = ("limit", "static int limit = 5;", 5);

impl Subject {
    /// A user's file: its methods are also called with the smallest and largest values of their types. Loops may depend on
    /// a field `static int limit = 5;` of the class with the file's name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_file(path: &Path) -> Result<Self> {
        let told = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(told)?;
        let file = path.file_name().map(|name| name.to_string_lossy());
        let file = file.with_context(told)?.into_owned();
        let class = file.trim_end_matches(".java").to_owned();
        let (field, declaration, value) = STATIC;
        let statics = (text.contains(declaration)).then(|| ((class, field.to_owned()), value));
        Ok(Self {
            name: file.clone(),
            family: Family::Beyond,
            sources: vec![Source { file, text }],
            calls: Vec::new(),
            statics: statics.into_iter().collect(),
            exact: Vec::new(),
        })
    }

    /// What its text declares about loops, and the lines of the clauses without a loop.
    pub(crate) fn clauses(&self) -> (Vec<DeclaredLoop>, Vec<u32>) {
        let mut loops = Vec::new();
        let mut stray = Vec::new();
        // Programs with clauses have only one file, so line numbers are unambiguous.
        for source in &self.sources {
            let read = Specifications::of(&SourceFile::parse(source.text.as_str()));
            loops.extend(read.loops);
            stray.extend(read.problems.iter().map(|problem| problem.line));
        }
        (loops, stray)
    }

    /// The lines of the clauses without a loop, as marked in the text on the line before.
    pub(crate) fn marked_as_stray(&self) -> Vec<u32> {
        let lines = self.sources.iter().flat_map(|source| source.text.lines());
        (2..)
            .zip(lines)
            .filter(|(_, line)| line.trim() == STRAY)
            .map(|(line, _)| line)
            .collect()
    }

    /// True for a method whose name says that its callees are known, so that it needs no assumptions about fields.
    pub(crate) fn knows_fields(&self, name: &str) -> bool {
        self.family == Family::Fields && name.starts_with(KNOWN)
    }

    /// The value of a symbol that is known when a call begins; `None` if the call does not show it.
    pub(crate) fn value_at(&self, call: &Call, place: &Place, measure: &Measure) -> Option<f64> {
        let mut path = place.path.iter().map(AsRef::as_ref);
        let root = match &place.root {
            Root::Receiver => call.receiver.clone()?,
            Root::Argument(index) => call.arguments.get(usize::from(*index))?.clone(),
            Root::Static(class) => {
                let field = path.next()?;
                let mut statics = self.statics.iter();
                let found = statics.find(|((of, name), _)| of == class.as_ref() && name == field);
                Value::Whole(found?.1)
            }
        };
        let mut values = vec![root];
        for step in path {
            values = values
                .into_iter()
                .map(|value| follow(value, step))
                .collect::<Option<Vec<_>>>()?
                .concat();
        }
        // The largest of several elements counts. Without elements, nothing is done with them.
        let mut measured = values.iter().map(|value| measured(value, measure));
        measured.try_fold(0.0_f64, |most, value| {
            let value = value?;
            Some(if values.len() == 1 {
                value
            } else {
                most.max(value)
            })
        })
    }
}

/// The value at entry of a named parameter, field, length or size. A symbol with such a name means this value, wherever the
/// symbol comes from. `None` for other names.
pub(crate) fn named(call: &Call, parameters: &[String], name: &str) -> Option<f64> {
    let known = parameters.iter().zip(&call.arguments);
    let receiver = match &call.receiver {
        Some(Value::Object { fields, .. }) => fields.as_slice(),
        _ => &[],
    };
    let mut known = known.map(|(name, value)| (name.clone(), value)).chain(
        receiver
            .iter()
            .map(|(name, value)| (format!("this.{name}"), value)),
    );
    known.find_map(|(known, value)| {
        let rest = name.strip_prefix(known.as_str())?;
        match (rest, value) {
            ("", Value::Whole(number)) => Some(*number as f64),
            (".length", Value::Array(elements)) | (".size()", Value::List(elements)) => {
                Some(elements.len() as f64)
            }
            (".length()", Value::Text(text)) => Some(text.len() as f64),
            (".length" | ".length()" | ".size()", Value::Null) => Some(0.0),
            _ => None,
        }
    })
}

/// The field with this name; `None` if there is no such field, or a class hides one of another class.
fn only_field<'v>(fields: &'v [(String, Value)], name: &str) -> Option<&'v Value> {
    let mut named = fields.iter().filter(|(known, _)| known == name);
    let (_, value) = named.next()?;
    named.next().is_none().then_some(value)
}

fn follow(value: Value, step: &str) -> Option<Vec<Value>> {
    match value {
        // The method throws an exception before it uses the value.
        Value::Null => Some(Vec::new()),
        Value::Array(elements) | Value::List(elements) if step == "[]" => Some(elements),
        Value::Filled { values, .. } if step == "[]" => Some(values),
        // Views and iterators are as large as their source.
        Value::Filled { .. } | Value::List(_)
            if matches!(step, "keySet()" | "entrySet()" | "values()" | "iterator()") =>
        {
            Some(vec![value])
        }
        Value::Object { fields, .. } => Some(vec![only_field(&fields, step)?.clone()]),
        _ => None,
    }
}

fn measured(value: &Value, measure: &Measure) -> Option<f64> {
    match (measure, value) {
        (Measure::Value, Value::Whole(number)) => Some(*number as f64),
        (Measure::ArrayLength, Value::Array(elements))
        | (Measure::Result(_), Value::List(elements)) => Some(elements.len() as f64),
        // All passed texts are ASCII.
        (Measure::Result(_) | Measure::TextLength | Measure::TextBytes, Value::Text(text)) => {
            Some(text.len() as f64)
        }
        (Measure::Result(method), Value::Filled { class, values }) => {
            collections::size(class, values, method)
        }
        (_, Value::Null) => Some(0.0),
        // Objects of the programs return the value of this field.
        (Measure::Result(_), Value::Object { fields, .. }) => {
            measured(only_field(fields, COUNT)?, &Measure::Value)
        }
        (Measure::Chain(links), Value::Object { fields, .. }) => {
            // A link may also be a call, whose answer is unknown.
            let next = links.split('|').map(|link| only_field(fields, link));
            next.map(|next| measured(next?, measure))
                .try_fold(1.0, |sum, count| Some(sum + count?))
        }
        _ => None,
    }
}
