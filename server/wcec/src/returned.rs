//! A value as an expression over the arguments of a method: its result, or what it stores in a field.

use bytecode::{BinaryOp, Comparison, DataType};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Larger expressions are discarded.
pub(crate) const MAX_SIZE: u32 = 12;

/// A value after a call, unless an exception ends it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Returned {
    /// The argument at this position, counting the receiver.
    Passed(u16),
    /// A number.
    Number(i64),
    /// The length of an array.
    Length(Box<Self>),
    /// A new array of a length, or another array of which only the length matters.
    Array(Box<Self>),
    /// What a field of an object, or a static field, holds when the method begins.
    Field {
        /// The object.
        object: Option<Box<Self>>,
        /// Which field.
        field: Arc<FieldName>,
    },
    /// The result of an operation on two ints or two longs.
    Computed {
        /// Which one.
        operation: Operation,
        /// True for longs.
        is_wide: bool,
        /// The operands.
        sides: Box<(Self, Self)>,
    },
    /// The larger or the smaller of two numbers.
    Extreme {
        /// True for the larger.
        is_largest: bool,
        /// The numbers.
        sides: Box<(Self, Self)>,
    },
    /// One or the other.
    OneOf(Box<(Self, Self)>),
    /// −1, 0 or 1 if the first number is less than the second, equal, or larger.
    Compared(Box<(Self, Self)>),
    /// 1 if a comparison of two numbers holds, else 0: what `boolean isBelow(int a, int b) { return a < b; }` returns.
    Tested {
        /// How they are compared.
        #[serde(with = "ComparisonInFile")]
        comparison: Comparison,
        /// The numbers.
        sides: Box<(Self, Self)>,
    },
    /// A number not below the first and not above the second, as far as these are known.
    Between(Box<(Option<Self>, Option<Self>)>),
}

/// A comparison in a file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Comparison")]
enum ComparisonInFile {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// A field, as code names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FieldName {
    /// The class in binary form with slashes.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Remainder,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    ShiftLeft,
    /// `a >> b`
    ShiftRight,
    /// `a >>> b`
    ShiftRightUnsigned,
}

impl Operation {
    pub(crate) const fn of(operation: BinaryOp) -> Self {
        match operation {
            BinaryOp::Add => Self::Add,
            BinaryOp::Sub => Self::Subtract,
            BinaryOp::Mul => Self::Multiply,
            BinaryOp::Div => Self::Divide,
            BinaryOp::Rem => Self::Remainder,
            BinaryOp::And => Self::And,
            BinaryOp::Or => Self::Or,
            BinaryOp::Xor => Self::Xor,
            BinaryOp::Shl => Self::ShiftLeft,
            BinaryOp::Shr => Self::ShiftRight,
            BinaryOp::Ushr => Self::ShiftRightUnsigned,
        }
    }

    /// The instruction for it.
    pub(crate) const fn instruction(self) -> BinaryOp {
        match self {
            Self::Add => BinaryOp::Add,
            Self::Subtract => BinaryOp::Sub,
            Self::Multiply => BinaryOp::Mul,
            Self::Divide => BinaryOp::Div,
            Self::Remainder => BinaryOp::Rem,
            Self::And => BinaryOp::And,
            Self::Or => BinaryOp::Or,
            Self::Xor => BinaryOp::Xor,
            Self::ShiftLeft => BinaryOp::Shl,
            Self::ShiftRight => BinaryOp::Shr,
            Self::ShiftRightUnsigned => BinaryOp::Ushr,
        }
    }
}

impl Returned {
    /// False for a value that is only known to be one of several.
    pub(crate) const fn is_known_from_arguments(&self) -> bool {
        !matches!(self, Self::OneOf(_) | Self::Between(_))
    }

    pub(crate) fn size(&self) -> u32 {
        match self {
            Self::Passed(_) | Self::Number(_) => 1,
            Self::Length(of) | Self::Array(of) => 1 + of.size(),
            Self::Field { object, .. } => 1 + object.as_ref().map_or(0, |of| of.size()),
            Self::Computed { sides, .. }
            | Self::Extreme { sides, .. }
            | Self::OneOf(sides)
            | Self::Tested { sides, .. }
            | Self::Compared(sides) => 1 + sides.0.size() + sides.1.size(),
            Self::Between(ends) => {
                let ends = [&ends.0, &ends.1].into_iter().flatten();
                1 + ends.map(Self::size).max().unwrap_or_default()
            }
        }
    }

    /// Its range, if every argument and every computed value is in the range of its type.
    pub(crate) fn range(&self, of_type: (i128, i128)) -> (i128, i128) {
        let both = |sides: &(Self, Self)| (sides.0.range(of_type), sides.1.range(of_type));
        match self {
            Self::Passed(_) | Self::Computed { .. } | Self::Array(_) | Self::Field { .. } => {
                of_type
            }
            Self::Number(number) => (i128::from(*number), i128::from(*number)),
            Self::Length(_) => (0, i128::from(i32::MAX)),
            Self::Compared(_) => (-1, 1),
            Self::Tested { .. } => (0, 1),
            Self::Extreme { is_largest, sides } => {
                let (one, two) = both(sides);
                if *is_largest {
                    (one.0.max(two.0), one.1.max(two.1))
                } else {
                    (one.0.min(two.0), one.1.min(two.1))
                }
            }
            Self::OneOf(sides) => {
                let (one, two) = both(sides);
                (one.0.min(two.0), one.1.max(two.1))
            }
            Self::Between(ends) => {
                let end = |of: &Option<Self>| of.as_ref().map_or(of_type, |of| of.range(of_type));
                (end(&ends.0).0, end(&ends.1).1)
            }
        }
    }

    /// A number between two, if one of them is known and neither is too large.
    pub(crate) fn between(low: Option<Self>, high: Option<Self>) -> Option<Self> {
        let is_small = |end: &Self| end.size() < MAX_SIZE;
        let ends = (low.filter(is_small), high.filter(is_small));
        (ends.0.is_some() || ends.1.is_some()).then(|| Self::Between(Box::new(ends)))
    }

    pub(crate) fn computed(
        operation: Operation,
        data_type: DataType,
        one: Self,
        two: Self,
    ) -> Self {
        Self::Computed {
            operation,
            is_wide: data_type.is_wide(),
            sides: Box::new((one, two)),
        }
    }

    /// The larger or the smaller of two numbers: one of them, if their ranges decide, or if it is the extreme of the other and
    /// a third.
    pub(crate) fn extreme(is_largest: bool, one: Self, two: Self) -> Self {
        let contains = |extreme: &Self, part: &Self| match extreme {
            Self::Extreme {
                is_largest: of_largest,
                sides,
            } => *of_largest == is_largest && (sides.0 == *part || sides.1 == *part),
            _ => extreme == part,
        };
        if contains(&one, &two) {
            return one;
        }
        if contains(&two, &one) {
            return two;
        }
        let of_type = (i128::from(i64::MIN), i128::from(i64::MAX));
        let ranges = (one.range(of_type), two.range(of_type));
        if ranges.0.1 <= ranges.1.0 {
            return if is_largest { two } else { one };
        }
        if ranges.1.1 <= ranges.0.0 {
            return if is_largest { one } else { two };
        }
        Self::Extreme {
            is_largest,
            sides: Box::new((one, two)),
        }
    }

    /// The length of an array.
    pub(crate) fn length(array: Self) -> Self {
        match array {
            Self::Array(length) => *length,
            array => Self::Length(Box::new(array)),
        }
    }

    /// The same with these values in place of the arguments and of the fields' contents.
    pub(crate) fn with_passed(
        &self,
        passed: &[Option<Self>],
        read: &impl Fn(Option<Self>, &Arc<FieldName>) -> Option<Self>,
    ) -> Option<Self> {
        let one = |of: &Self| of.with_passed(passed, read);
        let both = |sides: &(Self, Self)| Some(Box::new((one(&sides.0)?, one(&sides.1)?)));
        Some(match self {
            Self::Passed(index) => passed.get(usize::from(*index))?.clone()?,
            Self::Number(number) => Self::Number(*number),
            Self::Length(of) => Self::length(one(of)?),
            Self::Array(length) => Self::Array(Box::new(one(length)?)),
            Self::Field { object, field } => {
                let object = match object {
                    Some(object) => Some(one(object)?),
                    None => None,
                };
                read(object, field)?
            }
            Self::Computed {
                operation,
                is_wide,
                sides,
            } => Self::Computed {
                operation: *operation,
                is_wide: *is_wide,
                sides: both(sides)?,
            },
            Self::Extreme { is_largest, sides } => Self::Extreme {
                is_largest: *is_largest,
                sides: both(sides)?,
            },
            Self::OneOf(sides) => Self::OneOf(both(sides)?),
            Self::Compared(sides) => Self::Compared(both(sides)?),
            Self::Tested { comparison, sides } => Self::tested(*comparison, *both(sides)?),
            Self::Between(ends) => {
                let end = |of: &Option<Self>| of.as_ref().and_then(one);
                Self::between(end(&ends.0), end(&ends.1))?
            }
        })
    }

    /// False if it may be another value each time it is worked out.
    fn is_one_value(&self) -> bool {
        match self {
            Self::Passed(_) | Self::Number(_) => true,
            Self::Length(of) | Self::Array(of) => of.is_one_value(),
            Self::Field { object, .. } => object.as_ref().is_none_or(|of| of.is_one_value()),
            Self::Computed { sides, .. }
            | Self::Extreme { sides, .. }
            | Self::Compared(sides)
            | Self::Tested { sides, .. } => sides.0.is_one_value() && sides.1.is_one_value(),
            Self::OneOf(_) | Self::Between(_) => false,
        }
    }

    /// One of two; a comparison of two numbers chooses the first.
    pub(crate) fn chosen(
        comparison: Option<&(Comparison, Self, Self)>,
        first: Self,
        second: Self,
    ) -> Option<Self> {
        if first == second {
            return Some(first);
        }
        let flag = Self::chosen_flag(comparison, &first, &second);
        if let Some(flag) = flag.filter(|flag| flag.size() <= MAX_SIZE) {
            return Some(flag);
        }
        if let Some((comparison, left, right)) = comparison
            && left.is_one_value()
            && right.is_one_value()
        {
            let is_less = match comparison {
                Comparison::Lt | Comparison::Le => Some(true),
                Comparison::Gt | Comparison::Ge => Some(false),
                Comparison::Eq | Comparison::Ne => None,
            };
            let is_largest = match is_less {
                Some(is_less) if first == *left && second == *right => Some(!is_less),
                Some(is_less) if first == *right && second == *left => Some(is_less),
                _ => None,
            };
            if let Some(is_largest) = is_largest {
                return Some(Self::extreme(is_largest, first, second));
            }
        }
        let either = Self::OneOf(Box::new((first, second)));
        (either.size() <= MAX_SIZE).then_some(either)
    }
}

impl Returned {
    /// 0 or 1.
    pub(crate) fn unknown_flag() -> Self {
        Self::OneOf(Box::new((Self::Number(0), Self::Number(1))))
    }

    /// 1 if a comparison holds, else 0.
    fn tested(comparison: Comparison, sides: (Self, Self)) -> Self {
        let (comparison, left, right) = Self::simplified(comparison, sides.0, sides.1);
        Self::Tested {
            comparison,
            sides: Box::new((left, right)),
        }
    }

    /// The comparison of two numbers that a comparison of its result with 0 stands for.
    pub(crate) fn simplified(
        comparison: Comparison,
        left: Self,
        right: Self,
    ) -> (Comparison, Self, Self) {
        if right != Self::Number(0) {
            return (comparison, left, right);
        }
        match (comparison, left) {
            (_, Self::Compared(sides)) => (comparison, sides.0, sides.1),
            (Comparison::Ne, Self::Tested { comparison, sides }) => (comparison, sides.0, sides.1),
            (Comparison::Eq, Self::Tested { comparison, sides }) => {
                (comparison.negated(), sides.0, sides.1)
            }
            (_, left) => (comparison, left, right),
        }
    }

    /// One of two truth values, of which at least one is known: both conditions together, or one of them.
    fn chosen_flag(
        comparison: Option<&(Comparison, Self, Self)>,
        first: &Self,
        second: &Self,
    ) -> Option<Self> {
        let (comparison, left, right) = comparison?;
        let is_flag = |of: &Self| {
            let range = of.range((i128::MIN, i128::MAX));
            range.0 >= 0 && range.1 <= 1
        };
        if !is_flag(first) || !is_flag(second) {
            return None;
        }
        let holds = |is_negated: bool| {
            let comparison = if is_negated {
                comparison.negated()
            } else {
                *comparison
            };
            Self::tested(comparison, (left.clone(), right.clone()))
        };
        let (is_largest, test, other) = match (first, second) {
            (Self::Number(1), Self::Number(0)) => return Some(holds(false)),
            (Self::Number(0), Self::Number(1)) => return Some(holds(true)),
            (Self::Number(0), other) => (false, holds(true), other),
            (other, Self::Number(0)) => (false, holds(false), other),
            (Self::Number(1), other) => (true, holds(false), other),
            (other, Self::Number(1)) => (true, holds(true), other),
            _ => return None,
        };
        Some(Self::Extreme {
            is_largest,
            sides: Box::new((test, other.clone())),
        })
    }
}

/// The result of a JDK method whose code is not examined, or expresses it differently.
pub(crate) fn of_known(class: &[u8], name: &[u8], descriptor: &[u8]) -> Option<Returned> {
    let passed = Returned::Passed;
    // A result that does not fit throws an exception, and one that fits is the result of the long operation.
    let exactly = |operation, one, two| Returned::computed(operation, DataType::Long, one, two);
    Some(match (class, name, descriptor) {
        (
            b"java/lang/Math" | b"java/lang/StrictMath" | b"java/lang/Integer" | b"java/lang/Long",
            b"min" | b"max",
            b"(II)I" | b"(JJ)J",
        ) => Returned::extreme(name == b"max", passed(0), passed(1)),
        (b"java/lang/Math" | b"java/lang/StrictMath", b"clamp", b"(JII)I" | b"(JJJ)J") => {
            let raised = Returned::extreme(true, passed(0), passed(1));
            Returned::extreme(false, raised, passed(2))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"addExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Add, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"subtractExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Subtract, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"multiplyExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Multiply, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"incrementExact", b"(I)I" | b"(J)J") => {
            exactly(Operation::Add, passed(0), Returned::Number(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"decrementExact", b"(I)I" | b"(J)J") => {
            exactly(Operation::Subtract, passed(0), Returned::Number(1))
        }
        (b"java/lang/Integer", b"compare", b"(II)I")
        | (b"java/lang/Long", b"compare", b"(JJ)I") => {
            Returned::Compared(Box::new((passed(0), passed(1))))
        }
        (b"java/lang/reflect/Array", b"getLength", _) => Returned::Length(Box::new(passed(0))),
        ([b'[', ..], b"clone", _) => {
            Returned::Array(Box::new(Returned::Length(Box::new(passed(0)))))
        }
        (b"java/util/Arrays", b"copyOf", _) => Returned::Array(Box::new(passed(1))),
        (b"java/util/Objects", b"requireNonNull" | b"checkIndex", _)
        | (b"java/lang/Math", b"toIntExact", _) => passed(0),
        // The length of an array that grows: at most this much more. Computed without a limit, because a result beyond the
        // int range is cut off.
        (b"jdk/internal/util/ArraysSupport", b"newLength", b"(III)I") => {
            let more = Returned::extreme(true, passed(1), passed(2));
            let grown = Returned::computed(Operation::Add, DataType::Long, passed(0), more);
            Returned::OneOf(Box::new((Returned::Number(0), grown)))
        }
        _ => return None,
    })
}
