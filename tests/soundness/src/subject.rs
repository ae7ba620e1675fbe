//! A program that is to be judged, and what it is called with.

use trace::{Call, Value};
use wcec::{Measure, Place, Root};

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
    /// Its text.
    pub sources: Vec<Source>,
    /// The calls; where there are none, every static method is called with values that fit its parameters.
    pub calls: Vec<Call>,
    /// The static fields that loops may depend on, by class and name, with their first values.
    pub statics: Vec<((String, String), i64)>,
    /// The names of the methods in which nothing depends on data, so that the bound is what is executed.
    pub exact: Vec<String>,
}

impl Subject {
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

fn follow(value: Value, step: &str) -> Option<Vec<Value>> {
    match value {
        // The method throws an exception before it uses it.
        Value::Null => Some(Vec::new()),
        Value::Array(elements) | Value::List(elements) if step == "[]" => Some(elements),
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
        (Measure::Result(_), Value::Text(text)) => Some(text.len() as f64),
        (_, Value::Null) => Some(0.0),
        _ => None,
    }
}
