//! The length of a text that is one of several literals, as in `negative ? "-" : ""`.

use super::super::Bounds;
use super::super::argument::Frame;
use crate::values::{Id, Node, Values};
use bytecode::{Constant, Instruction, Op};
use cost::{Measure, Polynomial, Root, ValueRange};

/// The most values that are followed from one text.
const MOST_VALUES: usize = 16;

/// The least and the largest length of several literals.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub(super) least: u32,
    pub(super) most: u32,
    /// The same in bytes of the JDK's array.
    bytes: (u32, u32),
}

impl Lengths {
    fn of(length: u32, is_latin: bool) -> Self {
        let bytes = if is_latin {
            length
        } else {
            length.saturating_mul(2)
        };
        Self {
            least: length,
            most: length,
            bytes: (bytes, bytes),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            bytes: (
                self.bytes.0.min(other.bytes.0),
                self.bytes.1.max(other.bytes.1),
            ),
        }
    }
}

impl Bounds<'_> {
    /// The lengths of the literals that a value may be; `None` if it may be anything else.
    pub(super) fn lengths_of_literals(&self, values: &Values<'_>, id: Id) -> Option<Lengths> {
        let mut seen = vec![id];
        let mut at = 0;
        let mut lengths: Option<Lengths> = None;
        while let Some(id) = seen.get(at).copied() {
            at += 1;
            let length = match values.node(id) {
                Node::Join { .. } => {
                    for (_, one) in values.joined(id) {
                        if !seen.contains(one) {
                            seen.push(*one);
                        }
                    }
                    if seen.len() > MOST_VALUES {
                        return None;
                    }
                    continue;
                }
                Node::Made { at, .. } => {
                    let Some(Instruction {
                        op: Op::Push(Constant::Text { length, is_latin }),
                        ..
                    }) = self.input.code.instructions.get(at as usize)
                    else {
                        return None;
                    };
                    Lengths::of(*length, *is_latin)
                }
                _ => return None,
            };
            lengths = Some(lengths.map_or(length, |others| others.or(length)));
        }
        lengths
    }

    /// The range of the length of a passed text that is one of several literals.
    pub(in crate::bound) fn length_of_one_of(
        &mut self,
        frame: Frame<'_>,
        root: &Root,
        measure: &Measure,
    ) -> Option<ValueRange> {
        let is_asked = measure.is_of_text()
            || matches!(measure, Measure::Result(asked) if **asked == *"length");
        let id = self.passed_value(frame, root).filter(|_| is_asked)?;
        let values = self.values()?;
        let lengths = self.lengths_of_literals(&values, id)?;
        let (least, most) = match measure {
            Measure::TextBytes => lengths.bytes,
            _ => (lengths.least, lengths.most),
        };
        let number = |number: u32| Some(Polynomial::constant(i64::from(number)));
        Some(ValueRange {
            upper: number(most),
            lower: number(least),
        })
    }
}
