//! Reads method and field descriptors (JVM specification 4.3) in place.

use crate::instruction::DataType;
use std::fmt;

/// The operand stack type of a field descriptor; `None` if the text is not a descriptor.
pub fn field_type(descriptor: &[u8]) -> Option<DataType> {
    match descriptor.first()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => Some(DataType::Int),
        b'J' => Some(DataType::Long),
        b'F' => Some(DataType::Float),
        b'D' => Some(DataType::Double),
        b'L' | b'[' => Some(DataType::Reference),
        _ => None,
    }
}

/// A method descriptor, for instance `(I[JLjava/lang/String;)V`.
#[derive(Debug, Clone, Copy)]
pub struct Descriptor<'a>(&'a [u8]);

impl<'a> Descriptor<'a> {
    /// Wraps the text. Reading stops at the first malformed part.
    pub const fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    /// The operand stack types of the arguments, in order, without a receiver.
    pub const fn arguments(self) -> ArgumentTypes<'a> {
        let rest = match self.0.split_first() {
            Some((b'(', rest)) => rest,
            _ => &[],
        };
        ArgumentTypes { rest }
    }

    /// The number of arguments and the type of the result, in one pass.
    pub fn count_and_result(self) -> (usize, Option<DataType>) {
        let mut arguments = self.arguments();
        let count = arguments.by_ref().count();
        let result = match arguments.rest.split_first() {
            Some((b')', result)) => field_type(result),
            _ => self.result(),
        };
        (count, result)
    }

    /// The type of the result; `None` for `void`.
    pub fn result(self) -> Option<DataType> {
        let close = self.0.iter().rposition(|byte| *byte == b')')?;
        field_type(self.0.get(close + 1..)?)
    }
}

/// The name of a parameter's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeName<'a> {
    /// `int`, or a class with slashes; for an array, that of its elements.
    pub element: &'a str,
    /// The number of array dimensions; 0 for anything else.
    pub dimensions: usize,
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.element.replace('/', "."))?;
        (0..self.dimensions).try_for_each(|_| f.write_str("[]"))
    }
}

/// The types of a method's parameters. The list ends at the first malformed part.
pub fn parameter_types(descriptor: &str) -> impl Iterator<Item = TypeName<'_>> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        let (name, behind) = type_name(rest)?;
        rest = behind;
        Some(name)
    })
}

/// The types as Java names them, with packages: `int`, `java.lang.String[]`.
pub fn parameter_names(descriptor: &str) -> Vec<String> {
    let types = parameter_types(descriptor);
    types.map(|name| name.to_string()).collect()
}

/// A class in an instruction's constant, as Java names it: `java.util.Map$Entry`, `int[][]`.
pub fn class_in_java(name: &str) -> String {
    match type_name(name) {
        Some((array, "")) if name.starts_with('[') => array.to_string(),
        _ => name.replace('/', "."),
    }
}

/// The first type of a descriptor, and the rest.
fn type_name(text: &str) -> Option<(TypeName<'_>, &str)> {
    let bare = text.trim_start_matches('[');
    let (element, rest) = if let Some(class) = bare.strip_prefix('L') {
        class.split_once(';')?
    } else {
        let name = match bare.as_bytes().first()? {
            b'B' => "byte",
            b'C' => "char",
            b'D' => "double",
            b'F' => "float",
            b'I' => "int",
            b'J' => "long",
            b'S' => "short",
            b'Z' => "boolean",
            _ => return None,
        };
        (name, &bare[1..])
    };
    let dimensions = text.len() - bare.len();
    let name = TypeName {
        element,
        dimensions,
    };
    Some((name, rest))
}

/// Iterator over the argument types of a method descriptor.
#[derive(Debug, Clone)]
pub struct ArgumentTypes<'a> {
    rest: &'a [u8],
}

impl Iterator for ArgumentTypes<'_> {
    type Item = DataType;

    fn next(&mut self) -> Option<DataType> {
        let data_type = field_type(self.rest)?;
        let mut length = self.rest.iter().take_while(|byte| **byte == b'[').count();
        length += match self.rest.get(length)? {
            b'L' => 1 + self.rest[length..].iter().position(|byte| *byte == b';')?,
            _ => 1,
        };
        self.rest = self.rest.get(length..)?;
        Some(data_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DataType::{Double, Int, Long, Reference};

    fn arguments(text: &str) -> Vec<DataType> {
        Descriptor::new(text.as_bytes()).arguments().collect()
    }

    #[test]
    fn arguments_and_result() {
        assert_eq!(arguments("()V"), []);
        assert_eq!(
            arguments("(I[JLjava/lang/String;[[Ljava/lang/Object;DZ)J"),
            [Int, Reference, Reference, Reference, Double, Int]
        );
        assert_eq!(Descriptor::new(b"(I)J").result(), Some(Long));
        assert_eq!(Descriptor::new(b"(I)[J").result(), Some(Reference));
        let both = |text: &'static [u8]| Descriptor::new(text).count_and_result();
        assert_eq!(both(b"(I[JLjava/lang/String;)J"), (3, Some(Long)));
        assert_eq!(both(b"()V"), (0, None));
        assert_eq!(Descriptor::new(b"(I)V").result(), None);
    }

    #[test]
    fn text_that_is_no_descriptor_ends_early() {
        assert_eq!(arguments("(I"), [Int]);
        assert_eq!(arguments("(ILjava/lang"), [Int]);
        assert_eq!(arguments("(["), []);
        assert_eq!(arguments(""), []);
        assert_eq!(
            Descriptor::new(b"(I?)J").count_and_result(),
            (1, Some(Long))
        );
        assert_eq!(Descriptor::new(b"(I)").result(), None);
        assert_eq!(Descriptor::new(b"").result(), None);
    }
}

#[cfg(test)]
mod names {
    use super::parameter_names;

    #[test]
    fn parameters_are_named_as_in_java() {
        assert_eq!(
            parameter_names("(I[[JLjava/util/Map$Entry;[Ljava/lang/String;)V"),
            [
                "int",
                "long[][]",
                "java.util.Map$Entry",
                "java.lang.String[]"
            ]
        );
        assert!(parameter_names("()Ljava/lang/String;").is_empty());
        for damaged in ["", "(", "(L", "([", "(é", "(Ljava", "I)V", "(V)V"] {
            assert!(parameter_names(damaged).is_empty(), "{damaged}");
        }
    }
}
