//! Method and field descriptors (JVM specification 4.3), read in place.

use crate::instruction::DataType;

/// The type a field descriptor has on the operand stack; `None` for text that is no descriptor.
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
    /// Wraps the text; it is read only as far as it is well-formed.
    pub const fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    /// The types of the arguments on the operand stack, in order, without a receiver.
    pub const fn arguments(self) -> ArgumentTypes<'a> {
        let rest = match self.0.split_first() {
            Some((b'(', rest)) => rest,
            _ => &[],
        };
        ArgumentTypes { rest }
    }

    /// The number of arguments and the type of the result, in one go.
    pub fn count_and_result(self) -> (usize, Option<DataType>) {
        let mut arguments = self.arguments();
        let count = arguments.by_ref().count();
        let result = match arguments.rest.split_first() {
            Some((b')', result)) => field_type(result),
            _ => self.result(),
        };
        (count, result)
    }

    /// The type of the result, `None` for `void`.
    pub fn result(self) -> Option<DataType> {
        let close = self.0.iter().rposition(|byte| *byte == b')')?;
        field_type(self.0.get(close + 1..)?)
    }
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
