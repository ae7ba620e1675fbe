//! The byte layout of a type's values: a flat list of steps, so hostile types cannot nest deeply or widely.

use std::rc::Rc;

use crate::bytes::{Bytes, Text};
use crate::maps::Map;
use crate::metadata::{Field, Type, Types, Unit};

/// Types of a JDK nest three levels deep.
const DEEPEST_NEST: usize = 8;
/// All types of a JDK have about 3,000 steps.
const MOST_STEPS: usize = 100_000;
/// The maximum number of fields requested at once.
pub(crate) const MOST_FIELDS: usize = 10;

/// One step in the layout of a value.
#[derive(Clone, Debug)]
enum Step {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// A string, with the type number of its pool.
    Text(i64),
    Reference(i64),
    /// An array with a count. Each element has at least one step.
    Array(i64, Rc<[Step]>),
}

/// A requested value.
#[derive(Clone, Debug, Default)]
pub(crate) enum Value<'a> {
    /// There is no such field, or it has a kind that no reader needs.
    #[default]
    Missing,
    Number(i64, Unit),
    Fraction(f64),
    Text(i64, Text<'a>),
    Reference(Constant),
    List(List<'a>),
}

/// A value in a pool.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Constant {
    pub(crate) type_id: i64,
    pub(crate) key: i64,
}

/// The complete elements of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<'a> {
    pub(crate) type_id: i64,
    pub(crate) length: usize,
    pub(crate) elements: Bytes<'a>,
}

/// The requested fields, in this order.
pub(crate) type Values<'a> = [Value<'a>; MOST_FIELDS];

/// How to read some fields of a type.
#[derive(Debug)]
pub(crate) struct Layout {
    steps: Vec<(Step, Unit, Option<usize>)>,
    /// Which of the requested fields it has.
    has: [bool; MOST_FIELDS],
}

impl Layout {
    pub(crate) fn has(&self, field: usize) -> bool {
        self.has.get(field).copied().unwrap_or_default()
    }

    /// Reads a value; `None` if the bytes end too early.
    pub(crate) fn read<'a>(&self, bytes: &mut Bytes<'a>) -> Option<Values<'a>> {
        let mut values = Values::default();
        for (step, unit, place) in &self.steps {
            match place.and_then(|place| values.get_mut(place)) {
                Some(value) => *value = step.read(bytes, *unit)?,
                None => step.skip(bytes)?,
            }
        }
        Some(values)
    }

    /// Whether a value takes no bytes.
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(crate) fn skip(&self, bytes: &mut Bytes<'_>) -> Option<()> {
        self.steps
            .iter()
            .try_for_each(|(step, ..)| step.skip(bytes))
    }
}

impl Step {
    fn read<'a>(&self, bytes: &mut Bytes<'a>, unit: Unit) -> Option<Value<'a>> {
        let number = |number: i64| Value::Number(number, unit);
        Some(match self {
            Self::Byte => number((bytes.byte()? as i8).into()),
            Self::Short => number(bytes.short()?.into()),
            Self::Char => number((bytes.short()? as u16).into()),
            Self::Int => number(bytes.int()?.into()),
            Self::Long => number(bytes.long()?),
            Self::Float => Value::Fraction(bytes.float()?.into()),
            Self::Double => Value::Fraction(bytes.double()?),
            Self::Text(type_id) => Value::Text(*type_id, bytes.text()?),
            Self::Reference(type_id) => Value::Reference(Constant {
                type_id: *type_id,
                key: bytes.long()?,
            }),
            Self::Array(type_id, element) => {
                let length = bytes.count()?;
                let elements = *bytes;
                skip_elements(bytes, length, element)?;
                Value::List(List {
                    type_id: *type_id,
                    length,
                    elements,
                })
            }
        })
    }

    fn skip(&self, bytes: &mut Bytes<'_>) -> Option<()> {
        match self {
            Self::Array(_, element) => {
                let length = bytes.count()?;
                skip_elements(bytes, length, element)
            }
            _ => self.read(bytes, Unit::Other).map(drop),
        }
    }
}

fn skip_elements(bytes: &mut Bytes<'_>, length: usize, element: &[Step]) -> Option<()> {
    for _ in 0..length {
        element.iter().try_for_each(|step| step.skip(bytes))?;
    }
    Some(())
}

/// Computes layouts, each once, with a limit on all of them together.
#[derive(Debug)]
pub(crate) struct Layouts<'t> {
    types: &'t Types,
    asked: fn(&str) -> &'static [&'static str],
    steps_left: usize,
    known: Map<i64, Option<Rc<Layout>>>,
}

impl<'t> Layouts<'t> {
    /// `asked` gives the requested fields by type name; for an unknown type, the first field.
    pub(crate) fn new(types: &'t Types, asked: fn(&str) -> &'static [&'static str]) -> Self {
        Self {
            types,
            asked,
            steps_left: MOST_STEPS,
            known: Map::default(),
        }
    }

    /// The layout of a type, unless it is invalid.
    pub(crate) fn of(&mut self, type_id: i64) -> Option<Rc<Layout>> {
        if let Some(known) = self.known.get(&type_id) {
            return known.clone();
        }
        let types = self.types;
        let layout = types
            .get(type_id)
            .and_then(|described| self.build(type_id, described));
        let layout = layout.map(Rc::new);
        self.known.insert(type_id, layout.clone());
        layout
    }

    fn build(&mut self, type_id: i64, described: &'t Type) -> Option<Layout> {
        let asked = (self.asked)(&described.name);
        let mut layout = Layout {
            steps: Vec::new(),
            has: [false; MOST_FIELDS],
        };
        if let Some(step) = primitive(type_id, &described.name) {
            self.spend()?;
            layout.steps.push((step, Unit::Other, Some(0)));
            layout.has[0] = true;
            return Some(layout);
        }
        for field in &described.fields {
            let mut steps = Vec::new();
            self.field(field, DEEPEST_NEST, &mut steps)?;
            let place = match asked {
                [] => layout.steps.is_empty().then_some(0),
                _ => asked.iter().position(|name| *name == &*field.name),
            };
            match <[Step; 1]>::try_from(steps) {
                Ok([step]) => {
                    if let Some(has) = place.and_then(|place| layout.has.get_mut(place)) {
                        *has = true;
                    }
                    layout.steps.push((step, field.unit, place));
                }
                Err(steps) => {
                    let steps = steps.into_iter().map(|step| (step, Unit::Other, None));
                    layout.steps.extend(steps);
                }
            }
        }
        Some(layout)
    }

    fn spend(&mut self) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        Some(())
    }

    fn field(&mut self, field: &Field, depth: usize, steps: &mut Vec<Step>) -> Option<()> {
        self.spend()?;
        if !field.is_array {
            return self.single(field, depth, steps);
        }
        let mut element = Vec::new();
        self.single(field, depth, &mut element)?;
        if element.is_empty() {
            // Any number of such elements would take no bytes.
            return None;
        }
        steps.push(Step::Array(field.type_id, element.into()));
        Some(())
    }

    fn single(&mut self, field: &Field, depth: usize, steps: &mut Vec<Step>) -> Option<()> {
        if field.is_reference {
            steps.push(Step::Reference(field.type_id));
            return Some(());
        }
        let types = self.types;
        let described = types.get(field.type_id)?;
        if let Some(step) = primitive(field.type_id, &described.name) {
            steps.push(step);
            return Some(());
        }
        let depth = depth.checked_sub(1)?;
        described
            .fields
            .iter()
            .try_for_each(|inner| self.field(inner, depth, steps))
    }
}

fn primitive(type_id: i64, name: &str) -> Option<Step> {
    Some(match name {
        "boolean" | "byte" => Step::Byte,
        "short" => Step::Short,
        "char" => Step::Char,
        "int" => Step::Int,
        "long" => Step::Long,
        "float" => Step::Float,
        "double" => Step::Double,
        "java.lang.String" => Step::Text(type_id),
        _ => return None,
    })
}
