//! Annotations of methods that are only in class files (retention `CLASS`).

use ristretto_classfile::ConstantPool;
use ristretto_classfile::attributes::{self, AnnotationElement};

/// The maximum depth of nested annotations.
const MAX_DEPTH: u32 = 2;

/// An annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The descriptor of its type, such as `Lp/Name;`.
    pub descriptor: String,
    /// The given elements, by name.
    pub elements: Vec<(String, AnnotationValue)>,
}

/// The value of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum AnnotationValue {
    /// A string.
    Text(String),
    /// A `double`.
    Number(f64),
    /// One or several annotations.
    Annotations(Vec<Annotation>),
    /// Anything else.
    Other,
}

impl Annotation {
    /// The value of an element.
    pub fn element(&self, name: &str) -> Option<&AnnotationValue> {
        let found = self.elements.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value)
    }
}

/// Converts the class-file library's annotations.
pub(crate) fn of(
    raw: &[attributes::Annotation],
    pool: &ConstantPool<'_>,
) -> impl Iterator<Item = Annotation> {
    raw.iter()
        .map(|annotation| read(annotation, pool, MAX_DEPTH))
}

fn read(annotation: &attributes::Annotation, pool: &ConstantPool<'_>, depth: u32) -> Annotation {
    let text = |index: u16| {
        crate::pool::utf8(pool, index)
            .unwrap_or_default()
            .into_owned()
    };
    Annotation {
        descriptor: text(annotation.type_index),
        elements: annotation
            .elements
            .iter()
            .map(|pair| (text(pair.name_index), value(&pair.value, pool, depth)))
            .collect(),
    }
}

fn value(element: &AnnotationElement, pool: &ConstantPool<'_>, depth: u32) -> AnnotationValue {
    match element {
        AnnotationElement::String { const_value_index } => {
            crate::pool::utf8(pool, *const_value_index).map_or(AnnotationValue::Other, |text| {
                AnnotationValue::Text(text.into_owned())
            })
        }
        AnnotationElement::Double { const_value_index } => pool
            .try_get_double(*const_value_index)
            .map_or(AnnotationValue::Other, |number| {
                AnnotationValue::Number(*number)
            }),
        AnnotationElement::Annotation { annotation } if depth > 0 => {
            AnnotationValue::Annotations(vec![read(annotation, pool, depth - 1)])
        }
        AnnotationElement::Array { values } if depth > 0 => {
            let annotations = values.iter().filter_map(|value| match value {
                AnnotationElement::Annotation { annotation } => {
                    Some(read(annotation, pool, depth - 1))
                }
                _ => None,
            });
            AnnotationValue::Annotations(annotations.collect())
        }
        _ => AnnotationValue::Other,
    }
}
