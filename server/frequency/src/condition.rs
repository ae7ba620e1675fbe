//! The values that a conditional branch compares, if its own block shows them.

use crate::code::CodeView;
use crate::operand::producer;
use bytecode::{BinaryOp, Comparison, Constant, DataType, Op, Test};

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An `int` with zero.
    Zero,
    /// Two `int`s.
    Ints,
    /// A reference with `null`.
    Null,
    /// Two references.
    References,
    /// Two `long`s.
    Long,
    /// Two `float`s or `double`s.
    Floating,
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    This,
    Parameter,
    Local,
    Field,
    Static,
    Element,
    Call,
    /// The length of an array.
    Length,
    Constant,
    /// `instanceof`
    Type,
    /// A bit operation.
    Bits,
    Remainder,
    Arithmetic,
}

/// The condition of a branch.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) form: Form,
    /// The relation for which the branch is taken.
    pub(crate) relation: Comparison,
    pub(crate) subject: Option<Subject>,
    /// The value that it is compared with, unless that is an implicit zero or null.
    pub(crate) other: Option<Subject>,
    /// The local, if the subject is one.
    pub(crate) slot: Option<u16>,
    /// The local that it is compared with.
    pub(crate) other_slot: Option<u16>,
    /// The constant that it is compared with; 0 if there is none.
    pub(crate) value: f32,
    /// The method that returned the subject or the value that it is compared with.
    pub(crate) called: Option<String>,
    pub(crate) is_boolean_call: bool,
    /// The field that the subject was read from.
    pub(crate) field: Option<String>,
    pub(crate) is_boolean_field: bool,
}

/// Larger constants only count as large.
const LARGEST: f32 = 1024.0;

/// The condition of the branch or switch at the end of a block as a text that is equal for equal conditions; `None` if the block
/// ends otherwise.
pub fn question(view: &CodeView<'_>, block: u32) -> Option<String> {
    if let Op::Switch { index, .. } = view.instructions(block).last()?.op {
        let switch = view.code.switches.get(index as usize)?;
        let cases: Vec<i32> = switch.cases.iter().map(|(value, _)| *value).collect();
        return Some(format!("{cases:?}"));
    }
    let condition = Condition::of(view, block)?.anywhere();
    Some(format!("{condition:?}"))
}

impl Condition {
    /// The condition without the slots of locals, which change if a local is added elsewhere.
    pub(crate) fn anywhere(self) -> Self {
        Self {
            slot: None,
            other_slot: None,
            ..self
        }
    }

    /// The condition of the branch that ends a block; `None` if the block ends otherwise.
    pub(crate) fn of(view: &CodeView<'_>, block: u32) -> Option<Self> {
        let range = view.flow.instructions(block as usize);
        let (start, end) = (range.start as u32, range.end as u32 - 1);
        let Op::Branch { test, .. } = view.code.instructions.get(end as usize)?.op else {
            return None;
        };
        let producer = |at, below| producer(view.class, view.code, start, at, below);
        let op = |at: u32| Some(view.code.instructions.get(at as usize)?.op);
        let (form, relation, first, second) = match test {
            Test::Null { null } => (Form::Null, equality(null), producer(end, 0), None),
            Test::References { equal } => {
                let (first, second) = (producer(end, 1), producer(end, 0));
                (Form::References, equality(equal), first, second)
            }
            Test::Ints(relation) => (Form::Ints, relation, producer(end, 1), producer(end, 0)),
            Test::Zero(relation) => {
                let made = producer(end, 0);
                match made.and_then(op) {
                    Some(Op::Compare(data_type)) => {
                        let at = made?;
                        let words = crate::operand::words(data_type);
                        let form = if data_type == DataType::Long {
                            Form::Long
                        } else {
                            Form::Floating
                        };
                        (form, relation, producer(at, words), producer(at, 0))
                    }
                    _ => (Form::Zero, relation, made, None),
                }
            }
        };
        let mut condition = Self {
            form,
            relation,
            subject: None,
            other: None,
            slot: None,
            other_slot: None,
            value: 0.0,
            called: None,
            is_boolean_call: false,
            field: None,
            is_boolean_field: false,
        };
        if let Some(op) = second.and_then(op) {
            condition.other = Some(condition.look_at(view, op));
            condition.other_slot = condition.slot.take();
            if let Op::Push(constant) = op {
                condition.value = number(constant);
            }
        }
        if let Some(op) = first.and_then(op) {
            condition.subject = Some(condition.look_at(view, op));
        }
        Some(condition)
    }

    /// The kind of value that an instruction produces. Stores its details.
    fn look_at(&mut self, view: &CodeView<'_>, op: Op) -> Subject {
        match op {
            Op::Load { slot, .. } => {
                self.slot = Some(slot);
                if slot == 0 && !view.method.is_static() {
                    Subject::This
                } else if view.is_parameter(slot) {
                    Subject::Parameter
                } else {
                    Subject::Local
                }
            }
            Op::Push(_) => Subject::Constant,
            Op::GetField { pool } | Op::GetStatic { pool } => {
                if let Some(member) = view.class.member(pool) {
                    self.is_boolean_field = &*member.descriptor() == "Z";
                    self.field = Some(member.name().into_owned());
                }
                if matches!(op, Op::GetStatic { .. }) {
                    Subject::Static
                } else {
                    Subject::Field
                }
            }
            Op::Invoke { pool, .. } => {
                if let Some(member) = view.class.member(pool) {
                    self.is_boolean_call = member.descriptor().ends_with(")Z");
                    self.called = Some(member.name().into_owned());
                }
                Subject::Call
            }
            Op::ArrayLoad(_) => Subject::Element,
            Op::ArrayLength => Subject::Length,
            Op::InstanceOf { .. } => Subject::Type,
            Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _) => Subject::Bits,
            Op::Binary(BinaryOp::Rem, _) => Subject::Remainder,
            _ => Subject::Arithmetic,
        }
    }
}

const fn equality(equal: bool) -> Comparison {
    if equal {
        Comparison::Eq
    } else {
        Comparison::Ne
    }
}

fn number(constant: Constant) -> f32 {
    let value = match constant {
        Constant::Int(value) => value as f32,
        Constant::Long(value) => ({ value.0 }) as f32,
        Constant::Float(value) => value,
        Constant::Double(value) => ({ value.0 }) as f32,
        Constant::Null | Constant::Text { .. } | Constant::Pool(_) => 0.0,
    };
    if value.is_nan() {
        0.0
    } else {
        value.clamp(-LARGEST, LARGEST)
    }
}
