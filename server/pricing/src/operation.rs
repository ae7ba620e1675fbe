//! The operations of the additive structure: the levels of the paper's Table 3, and operations priced like a similar one.

use bytecode::events::{Action, Event, IfForm};
use bytecode::{ArrayElement, BinaryOp, Comparison, DataType, InvokeKind};

/// How an operation is priced. A level with the operation's own name in the posterior takes precedence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Price {
    /// By the level with its name.
    Own,
    /// By the level with its name, which was measured in another form.
    OwnUnmeasured,
    /// As several executions of another operation.
    Relative {
        operation: &'static str,
        /// The type of the level; `None` for the event's own.
        data_type: Option<DataType>,
        /// Whether the data size is that of a constant. Otherwise, it is the event's own.
        constant: bool,
        times: f64,
    },
    /// By a call cell.
    Cell { measured: bool },
    /// As a static call with a result, plus the difference of the two call cells.
    NonStaticReturn,
    /// Minus one variable declaration.
    StaysOnStack,
    /// Nothing: a saving that was not subtracted.
    Free,
    /// Its cost is unknown.
    Unpriced,
}

/// The operations, with the names of the paper's Table 3 if it has a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Operation {
    Addition,
    Subtraction,
    Multiplication,
    Division,
    Modulo,
    LeftShift,
    RightShift,
    LogicalRightShift,
    BitAnd,
    BitOr,
    BitXor,
    BitComplement,
    Increase,
    Negation,
    D2F,
    D2I,
    D2L,
    F2D,
    F2I,
    F2L,
    I2D,
    I2F,
    I2L,
    L2D,
    L2F,
    L2I,
    I2B,
    I2C,
    I2S,
    IfEq,
    IfNe,
    IfLt,
    IfGe,
    IfGt,
    IfLe,
    IfIcmpEq,
    IfIcmpNe,
    IfIcmpLt,
    IfIcmpGe,
    IfIcmpGt,
    IfIcmpLe,
    IfAcmpEq,
    IfAcmpNe,
    IfNull,
    IfNonnull,
    Tableswitch,
    Lookupswitch,
    VariableDeclaration,
    GetField,
    GetStaticField,
    PutField,
    PutStaticField,
    ArrayLength,
    ArrayLoad,
    ArrayLoadNarrow,
    ArrayStore,
    ArrayStoreNarrow,
    ArrayAllocation,
    ArrayAllocationOther,
    ObjectAllocation,
    Return,
    NonStaticReturn,
    StaticCall,
    NonStaticCall,
    NonStaticCallOther,
    Goto,
    Argument,
    StackOnly,
    Compare,
    Checkcast,
    Instanceof,
    Monitor,
    Throw,
    Invokedynamic,
    StaysOnStack,
    Clipped,
    Callee,
}

use Price::{Cell, Free, NonStaticReturn, Own, OwnUnmeasured, Relative, StaysOnStack, Unpriced};

/// Operation, name and price, in the order of the enum.
#[rustfmt::skip]
pub(crate) const OPERATIONS: &[(Operation, &str, Price)] = &[
    (Operation::Addition, "addition", Own),
    (Operation::Subtraction, "subtraction", Own),
    (Operation::Multiplication, "multiplication", Own),
    (Operation::Division, "division", Own),
    (Operation::Modulo, "modulo", Own),
    (Operation::LeftShift, "left_shift", Own),
    (Operation::RightShift, "right_shift", Own),
    (Operation::LogicalRightShift, "logical_right_shift", Own),
    (Operation::BitAnd, "bit_and", Own),
    (Operation::BitOr, "bit_or", Own),
    (Operation::BitXor, "bit_xor", Own),
    (Operation::BitComplement, "bit_complement", Own),
    (Operation::Increase, "increase", Own),
    (Operation::Negation, "negation", Own),
    (Operation::D2F, "d2f", Own),
    (Operation::D2I, "d2i", Own),
    (Operation::D2L, "d2l", Own),
    (Operation::F2D, "f2d", Own),
    (Operation::F2I, "f2i", Own),
    (Operation::F2L, "f2l", Own),
    (Operation::I2D, "i2d", Own),
    (Operation::I2F, "i2f", Own),
    (Operation::I2L, "i2l", Own),
    (Operation::L2D, "l2d", Own),
    (Operation::L2F, "l2f", Own),
    (Operation::L2I, "l2i", Own),
    (Operation::I2B, "i2b", Own),
    (Operation::I2C, "i2c", Own),
    (Operation::I2S, "i2s", Own),
    (Operation::IfEq, "if_eq", Own),
    (Operation::IfNe, "if_ne", Own),
    (Operation::IfLt, "if_lt", Own),
    (Operation::IfGe, "if_ge", Own),
    (Operation::IfGt, "if_gt", Own),
    (Operation::IfLe, "if_le", Own),
    (Operation::IfIcmpEq, "if_icmp_eq", Own),
    (Operation::IfIcmpNe, "if_icmp_ne", Own),
    (Operation::IfIcmpLt, "if_icmp_lt", Own),
    (Operation::IfIcmpGe, "if_icmp_ge", Own),
    (Operation::IfIcmpGt, "if_icmp_gt", Own),
    (Operation::IfIcmpLe, "if_icmp_le", Own),
    (Operation::IfAcmpEq, "if_acmp_eq", Own),
    (Operation::IfAcmpNe, "if_acmp_ne", Own),
    (Operation::IfNull, "if_null", Own),
    (Operation::IfNonnull, "if_nonnull", Own),
    (Operation::Tableswitch, "tableswitch", Own),
    (Operation::Lookupswitch, "lookupswitch", Own),
    (Operation::VariableDeclaration, "variable_declaration", Own),
    (Operation::GetField, "get_field", Own),
    (Operation::GetStaticField, "get_static_field", Own),
    (Operation::PutField, "put_field", Own),
    (Operation::PutStaticField, "put_static_field", Own),
    (Operation::ArrayLength, "array_length", Own),
    (Operation::ArrayLoad, "array_load", Own),
    (Operation::ArrayLoadNarrow, "array_load", OwnUnmeasured),
    (Operation::ArrayStore, "array_store", Own),
    (Operation::ArrayStoreNarrow, "array_store", OwnUnmeasured),
    (Operation::ArrayAllocation, "array_allocation", Own),
    (Operation::ArrayAllocationOther, "array_allocation", OwnUnmeasured),
    (Operation::ObjectAllocation, "object_allocation", Own),
    (Operation::Return, "return", Own),
    (Operation::NonStaticReturn, "non_static_return", NonStaticReturn),
    (Operation::StaticCall, "static_call", Cell { measured: true }),
    (Operation::NonStaticCall, "non_static_call", Cell { measured: true }),
    (Operation::NonStaticCallOther, "non_static_call", Cell { measured: false }),
    (Operation::Goto, "goto", Relative { operation: "variable_declaration", data_type: Some(DataType::Int), constant: false, times: 1.0 }),
    (Operation::Argument, "argument", Relative { operation: "variable_declaration", data_type: None, constant: false, times: 0.5 }),
    (Operation::StackOnly, "stack_only", Relative { operation: "variable_declaration", data_type: Some(DataType::Int), constant: false, times: 0.5 }),
    (Operation::Compare, "compare", Relative { operation: "subtraction", data_type: None, constant: false, times: 1.0 }),
    (Operation::Checkcast, "checkcast", Relative { operation: "get_field", data_type: Some(DataType::Int), constant: false, times: 1.0 }),
    (Operation::Instanceof, "instanceof", Relative { operation: "get_field", data_type: Some(DataType::Int), constant: false, times: 1.0 }),
    (Operation::Monitor, "monitor", Relative { operation: "put_field", data_type: Some(DataType::Int), constant: false, times: 1.0 }),
    (Operation::Throw, "throw", Relative { operation: "return", data_type: Some(DataType::Int), constant: true, times: 1.0 }),
    (Operation::Invokedynamic, "invokedynamic", Relative { operation: "return", data_type: None, constant: true, times: 1.0 }),
    (Operation::StaysOnStack, "stays_on_stack", StaysOnStack),
    (Operation::Clipped, "clipped", Free),
    (Operation::Callee, "callee", Unpriced),
];

impl Operation {
    /// The name of its events and of its transferred price. Unlike `name`, that of its level, it differs for each form, because
    /// forms can have different prices.
    pub(crate) const fn form(self, name: &'static str) -> &'static str {
        match self {
            Self::ArrayLoadNarrow => "array_load_narrow",
            Self::ArrayStoreNarrow => "array_store_narrow",
            Self::ArrayAllocationOther => "array_allocation_other",
            Self::NonStaticCallOther => "non_static_call_other",
            _ => name,
        }
    }

    /// The operation of an event; `None` if another pattern includes it.
    pub(crate) fn of(event: &Event) -> Option<Self> {
        Some(match event.action {
            Action::Binary(operation) => Self::of_binary(operation),
            Action::BitComplement => Self::BitComplement,
            Action::Increment => Self::Increase,
            Action::Negate => Self::Negation,
            Action::Convert(to) => Self::of_conversion(event.data_type, to),
            Action::Narrow(element) => match element {
                ArrayElement::Char => Self::I2C,
                ArrayElement::Short => Self::I2S,
                _ => Self::I2B,
            },
            Action::Compare => Self::Compare,
            Action::If {
                falls_through,
                form,
            } => Self::of_if(falls_through, form),
            Action::Switch { table: true } => Self::Tableswitch,
            Action::Switch { table: false } => Self::Lookupswitch,
            Action::Goto => Self::Goto,
            Action::Store => Self::VariableDeclaration,
            Action::GetField { is_static: true } => Self::GetStaticField,
            Action::GetField { is_static: false } => Self::GetField,
            Action::PutField { is_static: true } => Self::PutStaticField,
            Action::PutField { is_static: false } => Self::PutField,
            Action::ArrayLoad { narrow: false } => Self::ArrayLoad,
            Action::ArrayLoad { narrow: true } => Self::ArrayLoadNarrow,
            Action::ArrayStore { narrow: false } => Self::ArrayStore,
            Action::ArrayStore { narrow: true } => Self::ArrayStoreNarrow,
            Action::ArrayLength => Self::ArrayLength,
            Action::ArrayAllocation {
                unit_length: true,
                dimensions: 1,
            } => Self::ArrayAllocation,
            Action::ArrayAllocation { .. } => Self::ArrayAllocationOther,
            Action::ObjectAllocation => Self::ObjectAllocation,
            Action::Call { kind, returns } => match (kind, returns) {
                (InvokeKind::Dynamic, _) => Self::Invokedynamic,
                (InvokeKind::Static, true) => Self::Return,
                (_, true) => Self::NonStaticReturn,
                (InvokeKind::Static, false) => Self::StaticCall,
                (InvokeKind::Virtual, false) => Self::NonStaticCall,
                (InvokeKind::Special | InvokeKind::Interface, false) => Self::NonStaticCallOther,
            },
            Action::Argument => Self::Argument,
            Action::Callee => Self::Callee,
            // The measured call patterns include the callee's return.
            Action::Return => return None,
            Action::StaysOnStack => Self::StaysOnStack,
            Action::CheckCast => Self::Checkcast,
            Action::InstanceOf => Self::Instanceof,
            Action::Throw => Self::Throw,
            Action::Monitor => Self::Monitor,
            Action::StackOnly => Self::StackOnly,
        })
    }

    const fn of_binary(operation: BinaryOp) -> Self {
        match operation {
            BinaryOp::Add => Self::Addition,
            BinaryOp::Sub => Self::Subtraction,
            BinaryOp::Mul => Self::Multiplication,
            BinaryOp::Div => Self::Division,
            BinaryOp::Rem => Self::Modulo,
            BinaryOp::Shl => Self::LeftShift,
            BinaryOp::Shr => Self::RightShift,
            BinaryOp::Ushr => Self::LogicalRightShift,
            BinaryOp::And => Self::BitAnd,
            BinaryOp::Or => Self::BitOr,
            BinaryOp::Xor => Self::BitXor,
        }
    }

    const fn of_conversion(from: DataType, to: DataType) -> Self {
        use DataType::{Double, Float, Long};
        match (from, to) {
            (Double, Float) => Self::D2F,
            (Double, Long) => Self::D2L,
            (Double, _) => Self::D2I,
            (Float, Double) => Self::F2D,
            (Float, Long) => Self::F2L,
            (Float, _) => Self::F2I,
            (Long, Double) => Self::L2D,
            (Long, Float) => Self::L2F,
            (Long, _) => Self::L2I,
            (_, Double) => Self::I2D,
            (_, Float) => Self::I2F,
            (_, _) => Self::I2L,
        }
    }

    const fn of_if(falls_through: Comparison, form: IfForm) -> Self {
        match (form, falls_through) {
            (IfForm::Zero | IfForm::Wide, Comparison::Eq) => Self::IfEq,
            (IfForm::Zero | IfForm::Wide, Comparison::Ne) => Self::IfNe,
            (IfForm::Zero | IfForm::Wide, Comparison::Lt) => Self::IfLt,
            (IfForm::Zero | IfForm::Wide, Comparison::Ge) => Self::IfGe,
            (IfForm::Zero | IfForm::Wide, Comparison::Gt) => Self::IfGt,
            (IfForm::Zero | IfForm::Wide, Comparison::Le) => Self::IfLe,
            (IfForm::Ints, Comparison::Eq) => Self::IfIcmpEq,
            (IfForm::Ints, Comparison::Ne) => Self::IfIcmpNe,
            (IfForm::Ints, Comparison::Lt) => Self::IfIcmpLt,
            (IfForm::Ints, Comparison::Ge) => Self::IfIcmpGe,
            (IfForm::Ints, Comparison::Gt) => Self::IfIcmpGt,
            (IfForm::Ints, Comparison::Le) => Self::IfIcmpLe,
            (IfForm::References, Comparison::Eq) => Self::IfAcmpEq,
            (IfForm::References, _) => Self::IfAcmpNe,
            (IfForm::Null, Comparison::Eq) => Self::IfNull,
            (IfForm::Null, _) => Self::IfNonnull,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enumeration() {
        for (index, (operation, name, _)) in OPERATIONS.iter().enumerate() {
            assert_eq!(*operation as usize, index, "{name}");
        }
        assert_eq!(OPERATIONS.len(), Operation::Callee as usize + 1);
    }
}
