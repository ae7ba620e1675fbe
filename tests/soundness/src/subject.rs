//! A program that is to be judged, and what it is called with.

use std::path::Path;

use anyhow::{Context, Result};
use cost::{Measure, Place, Root};
use ide::Specifications;
use source::SourceFile;
use trace::{Call, Value};
use wcec::declared::DeclaredLoop;

use crate::collections;
use crate::family::Family;

/// The comment before a clause that precedes no loop.
const STRAY: &str = "// The next clause precedes no loop.";
/// The field in which objects count what their methods without parameters say.
const COUNT: &str = "count";
/// What the name of a method begins with whose callees are known.
const KNOWN: &str = "known";

/// A Java file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its name.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A program and the calls that are made into it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// What it is called in reports.
    pub name: String,
    /// What it is written to break.
    pub family: Family,
    /// Its text.
    pub sources: Vec<Source>,
    /// The calls; where there are none, every static method is called with values that fit its parameters.
    pub calls: Vec<Call>,
    /// The static fields that loops may depend on, by class and name, with their first values.
    pub statics: Vec<((String, String), i64)>,
    /// The names of the methods in which nothing depends on data, so that the bound is what is executed.
    pub exact: Vec<String>,
}

/// A static field of a file of one's own, and what it holds when a call begins: the text says so in these words.
const STATIC: (&str, &str, i64) = ("limit", "static int limit = 5;", 5);

impl Subject {
    /// A file of one's own: its methods are called with the least and largest values of their types, too. Loops may depend on a
    /// field `static int limit = 5;` of the class that has the file's name.
    ///
    /// # Errors
    /// Where it cannot be read.
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

    /// What its text says of loops, and the lines of the clauses that say something of nothing.
    pub(crate) fn clauses(&self) -> (Vec<DeclaredLoop>, Vec<u32>) {
        let mut loops = Vec::new();
        let mut stray = Vec::new();
        // Programs with clauses are of one file, so that lines are not mistaken.
        for source in &self.sources {
            let read = Specifications::of(&SourceFile::parse(source.text.as_str()));
            loops.extend(read.loops);
            stray.extend(read.problems.iter().map(|problem| problem.line));
        }
        (loops, stray)
    }

    /// The lines of the clauses that the text itself marks, on the line before, as those that precede no loop.
    pub(crate) fn marked_as_stray(&self) -> Vec<u32> {
        let lines = self.sources.iter().flat_map(|source| source.text.lines());
        (2..)
            .zip(lines)
            .filter(|(_, line)| line.trim() == STRAY)
            .map(|(line, _)| line)
            .collect()
    }

    /// True for a method whose name says that what it calls is known, so that it has to assume nothing of fields.
    pub(crate) fn knows_fields(&self, name: &str) -> bool {
        self.family == Family::Fields && name.starts_with(KNOWN)
    }

    /// The value of a symbol that is known when a call begins; `None` where the call does not say.
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
        // Of several elements the largest counts; where there is none, nothing is done with it.
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

/// The value at entry of what a name stands for: a parameter, a field, a length or a size. A symbol of such a name
/// means that, wherever it comes from. `None` for other names.
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

fn follow(value: Value, step: &str) -> Option<Vec<Value>> {
    match value {
        // The method throws an exception before it uses it.
        Value::Null => Some(Vec::new()),
        Value::Array(elements) | Value::List(elements) if step == "[]" => Some(elements),
        Value::Filled { values, .. } if step == "[]" => Some(values),
        // Views and walks are as large as what they show.
        Value::Filled { .. } | Value::List(_)
            if matches!(step, "keySet()" | "entrySet()" | "values()" | "iterator()") =>
        {
            Some(vec![value])
        }
        Value::Object { fields, .. } => {
            let field = fields.into_iter().find(|(name, _)| name == step)?;
            Some(vec![field.1])
        }
        _ => None,
    }
}

fn measured(value: &Value, measure: &Measure) -> Option<f64> {
    match (measure, value) {
        (Measure::Value, Value::Whole(number)) => Some(*number as f64),
        (Measure::ArrayLength, Value::Array(elements))
        | (Measure::Result(_), Value::List(elements)) => Some(elements.len() as f64),
        // All that is passed is ASCII.
        (Measure::Result(_) | Measure::TextLength | Measure::TextBytes, Value::Text(text)) => {
            Some(text.len() as f64)
        }
        (Measure::Result(method), Value::Filled { class, values }) => {
            collections::size(class, values, method)
        }
        (_, Value::Null) => Some(0.0),
        // Objects of the programs count in this field what they say.
        (Measure::Result(_), Value::Object { fields, .. }) => {
            let (_, count) = fields.iter().find(|(name, _)| name == COUNT)?;
            measured(count, &Measure::Value)
        }
        (Measure::Chain(links), Value::Object { fields, .. }) => {
            let next = fields
                .iter()
                .filter(|(name, _)| links.split('|').any(|link| link == name));
            next.map(|(_, next)| measured(next, measure))
                .try_fold(1.0, |sum, count| Some(sum + count?))
        }
        _ => None,
    }
}
