//! What is known about the values of a call: ranges of numbers, and which objects are there.

use crate::passed_object::{LENGTHS, PassedClass, PassedObject};
use bytecode::{BinaryOp, Comparison, DataType, Descriptor, Method, parameter_types};
use flow::Known;

/// The length of an array that the caller is free to choose, unless a given number is larger.
const LONG: i64 = 1 << 20;
/// Every virtual machine has arrays of this length.
const LONGEST: i64 = (1 << 31) - 9;
pub(crate) const INTS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);
pub(crate) const LONGS: (i64, i64) = (i64::MIN, i64::MAX);

/// What is known about a value during a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passing {
    /// Nothing.
    Any,
    /// It is a number in this range.
    Number(i64, i64),
    /// It is `null`.
    Null,
    /// It is an object or an array.
    Object(PassedObject),
}

impl From<PassedObject> for Passing {
    fn from(object: PassedObject) -> Self {
        Self::Object(object)
    }
}

impl Passing {
    /// The object, if it is known to be one.
    pub const fn as_object(self) -> Option<PassedObject> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(crate) const fn of_type(data_type: DataType) -> Self {
        match data_type {
            DataType::Int => Self::Number(INTS.0, INTS.1),
            DataType::Long => Self::Number(LONGS.0, LONGS.1),
            _ => Self::Any,
        }
    }

    pub(crate) const fn range(self, otherwise: (i64, i64)) -> (i64, i64) {
        match self {
            Self::Number(low, high) => (low, high),
            _ => otherwise,
        }
    }

    /// What is known about a value that is one of two.
    pub(crate) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number(a, b), Self::Number(c, d)) => Self::Number(a.min(c), b.max(d)),
            (Self::Object(one), Self::Object(other)) => Self::Object(one.join(other)),
            _ if self == other => self,
            _ => Self::Any,
        }
    }

    /// A range whose ends are limits if they are not those before.
    pub(crate) fn widened(self, before: Self, limits: &[i64]) -> Self {
        let below = |number: i64| {
            let lower = limits.iter().rev().find(|limit| **limit <= number);
            lower.copied().unwrap_or(LONGS.0)
        };
        let above = |number: i64| {
            let higher = limits.iter().find(|limit| **limit >= number);
            higher.copied().unwrap_or(LONGS.1)
        };
        match (self, before) {
            (Self::Number(low, high), Self::Number(known_low, known_high)) => Self::Number(
                if low < known_low { below(low) } else { low },
                if high > known_high { above(high) } else { high },
            ),
            (Self::Object(object), Self::Object(known))
                if object.length.0 < known.length.0 || object.length.1 > known.length.1 =>
            {
                Self::Object(PassedObject {
                    length: LENGTHS,
                    ..object
                })
            }
            _ => self,
        }
    }

    /// What a method's arguments are, with the receiver.
    pub fn arguments(class: &str, method: &Method, known: &[Option<Known>]) -> Vec<Self> {
        let descriptor = &method.descriptor;
        let numbers = known.iter().flatten().map(|known| match known {
            Known::Number(number) | Known::Array(number) => i64::from(*number),
            Known::Null | Known::Object => 0,
        });
        let longest = numbers.fold(LONG / 2, i64::max);
        let long = (2 * longest).min(LONGEST);
        let types = parameter_types(descriptor);
        let arguments = Descriptor::new(descriptor.as_bytes()).arguments();
        let arguments = arguments.zip(types).enumerate();
        let arguments = arguments.map(|(index, (data_type, name))| {
            let class = PassedClass::new(name.element, name.dimensions);
            match (known.get(index).copied().flatten(), data_type) {
                (Some(Known::Number(number)), _) => {
                    Self::Number(i64::from(number), i64::from(number))
                }
                (Some(Known::Array(length)), _) => {
                    let length = i64::from(length);
                    Self::Object(PassedObject::given(class).of_length((length, length)))
                }
                (Some(Known::Object), _) | (None, DataType::Reference) => {
                    Self::Object(PassedObject::given(class).of_length((long, long)))
                }
                (Some(Known::Null), _) => Self::Null,
                // There is no such object.
                _ if (name.element, name.dimensions) == ("java/lang/Void", 0) => Self::Null,
                (None, data_type) => Self::of_type(data_type),
            }
        });
        let class = PassedClass::of_class(class);
        let receiver = match &*method.name {
            _ if method.is_static() => None,
            "<init>" => Some(PassedObject::new(class).into()),
            _ => Some(PassedObject::given(class).into()),
        };
        receiver.into_iter().chain(arguments).collect()
    }
}

/// A range, or the limits if it does not fit into them.
pub(crate) const fn fitting((low, high): (i64, i64), limits: (i64, i64)) -> Passing {
    if low >= limits.0 && high <= limits.1 {
        Passing::Number(low, high)
    } else {
        Passing::Number(limits.0, limits.1)
    }
}

/// The range of a computation's result.
pub(crate) fn computed(
    operation: BinaryOp,
    (a, b): (i64, i64),
    (c, d): (i64, i64),
    limits: (i64, i64),
) -> Passing {
    let wide = |number: i64| i128::from(number);
    let (low, high) = match operation {
        BinaryOp::Add => (wide(a) + wide(c), wide(b) + wide(d)),
        BinaryOp::Sub => (wide(a) - wide(d), wide(b) - wide(c)),
        BinaryOp::Mul => {
            let corners = [(a, c), (a, d), (b, c), (b, d)];
            let products = corners.map(|(one, two)| wide(one) * wide(two));
            let low = products.iter().copied().fold(i128::MAX, i128::min);
            (low, products.iter().copied().fold(i128::MIN, i128::max))
        }
        BinaryOp::Div if c > 0 => {
            let corners = [(a, c), (a, d), (b, c), (b, d)];
            let quotients = corners.map(|(one, two)| wide(one) / wide(two));
            let low = quotients.iter().copied().fold(i128::MAX, i128::min);
            (low, quotients.iter().copied().fold(i128::MIN, i128::max))
        }
        BinaryOp::Rem if c > 0 => {
            let most = wide(d) - 1;
            let low = if a >= 0 { 0 } else { (-most).max(wide(a)) };
            (low, if b <= 0 { 0 } else { most.min(wide(b)) })
        }
        BinaryOp::And if a >= 0 || c >= 0 => {
            let most = if a >= 0 && c >= 0 {
                b.min(d)
            } else if a >= 0 {
                b
            } else {
                d
            };
            (0, wide(most))
        }
        BinaryOp::Shr | BinaryOp::Ushr if a >= 0 && c == d && (0..32).contains(&c) => {
            (wide(a >> c), wide(b >> c))
        }
        BinaryOp::Shr | BinaryOp::Ushr if a >= 0 => (0, wide(b)),
        BinaryOp::Shl if c == d && (0..31).contains(&c) => (wide(a) << c, wide(b) << c),
        _ => (wide(limits.0), wide(limits.1)),
    };
    match (i64::try_from(low), i64::try_from(high)) {
        (Ok(low), Ok(high)) => fitting((low, high), limits),
        _ => Passing::Number(limits.0, limits.1),
    }
}

/// The ranges of two numbers between which a comparison holds; `None` if it holds between none.
pub(crate) fn compared(
    one: (i64, i64),
    comparison: Comparison,
    other: (i64, i64),
) -> Option<((i64, i64), (i64, i64))> {
    let (mut left, mut right) = (one, other);
    match comparison {
        Comparison::Eq => {
            left = (one.0.max(other.0), one.1.min(other.1));
            right = left;
        }
        Comparison::Ne => {
            left = without(one, other);
            right = without(other, one);
        }
        Comparison::Lt => {
            left.1 = one.1.min(other.1.saturating_sub(1));
            right.0 = other.0.max(one.0.saturating_add(1));
        }
        Comparison::Le => {
            left.1 = one.1.min(other.1);
            right.0 = other.0.max(one.0);
        }
        Comparison::Gt => {
            left.0 = one.0.max(other.0.saturating_add(1));
            right.1 = other.1.min(one.1.saturating_sub(1));
        }
        Comparison::Ge => {
            left.0 = one.0.max(other.0);
            right.1 = other.1.min(one.1);
        }
    }
    (left.0 <= left.1 && right.0 <= right.1).then_some((left, right))
}

/// A range without a number at its end.
const fn without((mut low, mut high): (i64, i64), other: (i64, i64)) -> (i64, i64) {
    if other.0 == other.1 {
        if low == other.0 {
            low = low.saturating_add(1);
        }
        if high == other.0 {
            high = high.saturating_sub(1);
        }
    }
    (low, high)
}
