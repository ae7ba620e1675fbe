//! The description of a chunk's types: which fields are stored, and in which order.

use std::rc::Rc;

use crate::bytes::{Bytes, Text};
use crate::maps::Map;

/// The length of the most negative number in characters.
const LONGEST_NUMBER: usize = 20;

/// A type with its fields.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) name: Rc<str>,
    pub(crate) fields: Vec<Field>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Rc<str>,
    pub(crate) type_id: i64,
    /// Whether the value is stored as a key of the type's pool.
    pub(crate) is_reference: bool,
    pub(crate) is_array: bool,
    pub(crate) unit: Unit,
}

/// The unit of a field's numbers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Unit {
    /// Neither a time nor a duration.
    #[default]
    Other,
    TicksSinceStart,
    NanosSinceEpoch,
    MillisSinceEpoch,
    SpanTicks,
    SpanNanos,
    SpanMicros,
    SpanMillis,
    SpanSeconds,
}

impl Unit {
    fn of(annotation: &str, value: &str) -> Option<Self> {
        Some(match (annotation, value) {
            ("jdk.jfr.Timestamp", "TICKS") => Self::TicksSinceStart,
            ("jdk.jfr.Timestamp", "NANOSECONDS_SINCE_EPOCH") => Self::NanosSinceEpoch,
            ("jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH") => Self::MillisSinceEpoch,
            ("jdk.jfr.Timespan", "TICKS") => Self::SpanTicks,
            ("jdk.jfr.Timespan", "NANOSECONDS") => Self::SpanNanos,
            ("jdk.jfr.Timespan", "MICROSECONDS") => Self::SpanMicros,
            ("jdk.jfr.Timespan", "MILLISECONDS") => Self::SpanMillis,
            ("jdk.jfr.Timespan", "SECONDS") => Self::SpanSeconds,
            _ => return None,
        })
    }
}

/// The types of a chunk, by number.
#[derive(Debug, Default)]
pub(crate) struct Types {
    by_id: Map<i64, Type>,
}

/// An element of the description, with the data read from it.
enum Element {
    Class(i64),
    /// A field of the class, the last one so far.
    Field(i64),
    Other,
}

impl Types {
    pub(crate) fn get(&self, id: i64) -> Option<&Type> {
        self.by_id.get(&id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (i64, &Type)> {
        self.by_id.iter().map(|(&id, described)| (id, described))
    }

    /// Reads the event that describes types, starting after its type number.
    pub(crate) fn read(mut bytes: Bytes<'_>) -> Option<Self> {
        let bytes = &mut bytes;
        let (_start, _duration, _id) = (bytes.long()?, bytes.long()?, bytes.long()?);
        let mut strings = Vec::new();
        for _ in 0..bytes.count()? {
            strings.push(match bytes.text()? {
                Text::Plain(text) => Rc::from(text),
                Text::Null => Rc::from(""),
                Text::Reference(_) => return None,
            });
        }
        let mut types = Self::default();
        let mut units = Vec::new();
        // The open elements, with the number of children still to come for each. So deep nesting uses no stack.
        let mut open: Vec<(Element, usize)> = Vec::new();
        loop {
            let parent = open.last().map(|(element, _)| element);
            let element = types.element(bytes, &strings, parent, &mut units)?;
            open.push((element, bytes.count()?));
            loop {
                let Some((_, children)) = open.last_mut() else {
                    types.give_units(units);
                    return Some(types);
                };
                if *children > 0 {
                    *children -= 1;
                    break;
                }
                open.pop();
            }
        }
    }

    /// Reads the name and the attributes of an element.
    fn element(
        &mut self,
        bytes: &mut Bytes<'_>,
        strings: &[Rc<str>],
        parent: Option<&Element>,
        units: &mut Vec<FieldAnnotation>,
    ) -> Option<Element> {
        let string = |bytes: &mut Bytes<'_>| strings.get(usize::try_from(bytes.int()?).ok()?);
        let kind = string(bytes)?.as_ref();
        let (mut name, mut value) = (None, None);
        let mut type_id = None;
        let mut id = None;
        let (mut is_reference, mut is_array) = (false, false);
        for _ in 0..bytes.count()? {
            let key = string(bytes)?.as_ref();
            let text = string(bytes)?;
            match key {
                "name" => name = Some(text),
                "value" => value = Some(text),
                "id" => id = number(text),
                "class" => type_id = number(text),
                "constantPool" => is_reference = &**text == "true",
                "dimension" => is_array = number(text).is_some_and(|dimension| dimension > 0),
                _ => {}
            }
        }
        Some(match (kind, parent) {
            ("class", _) => {
                let id = id?;
                let described = Type {
                    name: name?.clone(),
                    fields: Vec::new(),
                };
                self.by_id.insert(id, described);
                Element::Class(id)
            }
            ("field", Some(&Element::Class(class))) => {
                self.by_id.get_mut(&class)?.fields.push(Field {
                    name: name?.clone(),
                    type_id: type_id?,
                    is_reference,
                    is_array,
                    unit: Unit::Other,
                });
                Element::Field(class)
            }
            ("annotation", Some(&Element::Field(class))) => {
                if let (Some(annotation), Some(value)) = (type_id, value) {
                    units.push(FieldAnnotation {
                        class,
                        field: self.by_id.get(&class)?.fields.len().checked_sub(1)?,
                        annotation,
                        value: value.clone(),
                    });
                }
                Element::Other
            }
            _ => Element::Other,
        })
    }

    /// Annotations refer to their type by a number, and that type may be described after them.
    fn give_units(&mut self, annotations: Vec<FieldAnnotation>) {
        for found in annotations {
            let annotation = self.by_id.get(&found.annotation);
            let unit = annotation.and_then(|known| Unit::of(&known.name, &found.value));
            let field = self.by_id.get_mut(&found.class);
            let field = field.and_then(|class| class.fields.get_mut(found.field));
            if let (Some(unit), Some(field)) = (unit, field) {
                field.unit = unit;
            }
        }
    }
}

/// A hostile file may refer to the same long text again and again.
fn number(text: &str) -> Option<i64> {
    if text.len() > LONGEST_NUMBER {
        return None;
    }
    text.parse().ok()
}

struct FieldAnnotation {
    class: i64,
    field: usize,
    annotation: i64,
    value: Rc<str>,
}
