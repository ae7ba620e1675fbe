//! The compiled structure: an event counts one kind of work, such as an integer operation in a loop that becomes vector
//! instructions.
//!
//! Single instructions hardly survive compilation: locals become registers, and there is no operand stack. So a kind of work
//! covers everything that costs about the same, and nothing is subtracted. Patterns have the names of the additive structure, so
//! prices of native methods mean the same. If the place in a loop matters, it is the pattern's data size.
//!
//! What a call costs depends on its callee, which a compiler may copy into the caller, so the callee's return counts it. The call
//! itself counts its arguments and, if it is virtual, finding the callee.

use crate::additive;
use crate::mapping::Mapping;
use crate::operation::{OPERATIONS, Operation};
use crate::pattern::{Pattern, Provenance};
use crate::tally::PatternId;
use bytecode::events::{Action, CompilerRole, Event, Source};
use bytecode::{BinaryOp, DataType, InvokeKind};
use posterior::{Features, Posterior};

const TYPES: usize = DataType::ALL.len();
/// The operation of a callee's return, with a [`CodeContext`] of its own.
const RETURN: Operation = Operation::StaticCall;

/// A place where a compiler generates other code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum CodeContext {
    Vector,
    Chain,
    Data,
    Virtual,
    Interface,
    /// The divisor is a constant, so a compiler multiplies instead.
    Constant,
    /// The return of a callee, which stands for the call.
    Method,
    InlinedMethod,
}

impl CodeContext {
    const ALL: [Self; 8] = [
        Self::Vector,
        Self::Chain,
        Self::Data,
        Self::Virtual,
        Self::Interface,
        Self::Constant,
        Self::Method,
        Self::InlinedMethod,
    ];

    /// The place of an event; `None` if it does not matter.
    fn of(event: &Event) -> Option<Self> {
        match event.action {
            Action::Call {
                kind: InvokeKind::Virtual,
                ..
            } => return Some(Self::Virtual),
            Action::Call {
                kind: InvokeKind::Interface,
                ..
            } => return Some(Self::Interface),
            Action::Return if event.role == CompilerRole::None => return Some(Self::Method),
            Action::Binary(BinaryOp::Div | BinaryOp::Rem)
                if matches!(event.data_type, DataType::Int | DataType::Long)
                    && matches!(
                        event.size_operand(),
                        Source::Constant | Source::Ldc | Source::Ldc2
                    ) =>
            {
                return Some(Self::Constant);
            }
            _ => {}
        }
        match event.role {
            CompilerRole::None => None,
            CompilerRole::Vector => Some(Self::Vector),
            CompilerRole::Chain => Some(Self::Chain),
            CompilerRole::Data => Some(Self::Data),
            CompilerRole::Inlined => Some(Self::InlinedMethod),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Vector => CompilerRole::Vector.name(),
            Self::Chain => CompilerRole::Chain.name(),
            Self::Data => CompilerRole::Data.name(),
            Self::Virtual => "virtual",
            Self::Interface => "interface",
            Self::Constant => "constant",
            Self::Method => "method",
            Self::InlinedMethod => CompilerRole::Inlined.name(),
        }
    }
}

/// The pattern of an event; `None` if another pattern includes it or compiled code does not execute it.
pub(crate) fn pattern_of(event: &Event) -> Option<PatternId> {
    if event.action == Action::Return {
        let id = id_at(CodeContext::of(event)?, RETURN, DataType::Int);
        return Some(PatternId(id as u16));
    }
    let plain = additive::pattern_of(event, Mapping::Stack)?;
    let operation = Operation::of(event)?;
    if matches!(operation, Operation::StaysOnStack) {
        return None;
    }
    Some(match CodeContext::of(event) {
        None => plain,
        Some(place) => PatternId(id_at(place, operation, event.data_type) as u16),
    })
}

const fn id_at(place: CodeContext, operation: Operation, data_type: DataType) -> usize {
    additive::PATTERNS
        + (place as usize * OPERATIONS.len() + operation as usize) * TYPES
        + data_type as usize
}

/// The kind of work that one execution of an event counts in the compiled structure, as the name of a feature. `None` for the
/// body of a callee, and for events that are free in compiled code.
pub fn work_of_event(event: &Event) -> Option<&'static str> {
    if event.action == Action::Return {
        return work(RETURN, DataType::Int, CodeContext::of(event));
    }
    let operation = Operation::of(event)?;
    work(operation, event.data_type, CodeContext::of(event))
}

/// The content and the counts of each pattern, by [`PatternId`].
pub(crate) fn table(posterior: &Posterior) -> Vec<Pattern> {
    let pattern =
        |operation: usize, data_type: DataType, place: Option<CodeContext>, size: &str| {
            let (kind, name, _) = OPERATIONS[operation];
            let (features, provenance) = price(posterior, kind, data_type, place);
            Pattern {
                operation: name,
                data_type: data_type.name(),
                data_size: size.to_owned(),
                provenance,
                features,
            }
        };
    let mut table =
        Vec::with_capacity(additive::PATTERNS + CodeContext::ALL.len() * OPERATIONS.len() * TYPES);
    for operation in 0..OPERATIONS.len() {
        for data_type in DataType::ALL {
            for size in additive::SIZES {
                table.push(pattern(operation, data_type, None, size));
            }
        }
    }
    for place in CodeContext::ALL {
        for operation in 0..OPERATIONS.len() {
            for data_type in DataType::ALL {
                table.push(pattern(operation, data_type, Some(place), place.name()));
            }
        }
    }
    table
}

fn price(
    posterior: &Posterior,
    operation: Operation,
    data_type: DataType,
    place: Option<CodeContext>,
) -> (Features, Provenance) {
    let unpriced = (Features::new(), Provenance::Unpriced);
    if operation == Operation::Callee {
        return unpriced;
    }
    let Some(kind) = work(operation, data_type, place) else {
        return (Features::new(), Provenance::Correction);
    };
    // Work that was not measured in a loop of its kind costs the same as elsewhere.
    let general = work(operation, data_type, None).unwrap_or(kind);
    let feature = |kind: &str| posterior.feature_id(&format!("work:{kind}"));
    let (feature, provenance) = match (feature(kind), feature(general)) {
        (Some(feature), _) => (feature, Provenance::Modelled),
        (None, Some(feature)) => (feature, Provenance::Approximated),
        (None, None) => return unpriced,
    };
    let mut features = Features::new();
    features.add(feature, 1.0);
    features.device_count = 1.0;
    features.n_noise = 1.0;
    (features, provenance)
}

/// The kind of work of an operation; `None` if there is none.
fn work(
    operation: Operation,
    data_type: DataType,
    place: Option<CodeContext>,
) -> Option<&'static str> {
    use Operation as O;
    let is_real = matches!(data_type, DataType::Float | DataType::Double);
    let in_loop = |plain, vector, chain| match place {
        Some(CodeContext::Vector) => vector,
        Some(CodeContext::Chain) => chain,
        _ => plain,
    };
    let in_vector = |plain, vector| in_loop(plain, vector, plain);
    Some(match operation {
        O::VariableDeclaration | O::StackOnly | O::StaysOnStack | O::Clipped | O::Callee => {
            return None;
        }
        O::Addition | O::Subtraction | O::Multiplication | O::Negation if is_real => {
            in_loop("real", "real_vector", "real_chain")
        }
        O::Division if is_real => in_loop("real_division", "real_division", "real_division_chain"),
        O::Modulo if is_real => "real_remainder",
        O::Division | O::Modulo if matches!(place, Some(CodeContext::Constant)) => {
            "division_by_constant"
        }
        O::Division | O::Modulo if data_type == DataType::Long => "long_division",
        O::Division | O::Modulo => "int_division",
        O::Multiplication => in_loop("multiplication", "integer_vector", "multiplication_chain"),
        O::Addition
        | O::Subtraction
        | O::Negation
        | O::LeftShift
        | O::RightShift
        | O::LogicalRightShift
        | O::BitAnd
        | O::BitOr
        | O::BitXor
        | O::BitComplement
        | O::Increase
        | O::I2B
        | O::I2C
        | O::I2S
        | O::I2L
        | O::L2I => in_loop("integer", "integer_vector", "integer_chain"),
        O::D2F | O::F2D => in_loop("real", "real_vector", "real_chain"),
        O::D2I | O::D2L | O::F2I | O::F2L => "real_to_integer",
        O::I2D | O::I2F | O::L2D | O::L2F => "integer_to_real",
        O::Compare => "comparison",
        O::IfEq
        | O::IfNe
        | O::IfLt
        | O::IfGe
        | O::IfGt
        | O::IfLe
        | O::IfIcmpEq
        | O::IfIcmpNe
        | O::IfIcmpLt
        | O::IfIcmpGe
        | O::IfIcmpGt
        | O::IfIcmpLe
        | O::IfAcmpEq
        | O::IfAcmpNe
        | O::IfNull
        | O::IfNonnull => match place {
            Some(CodeContext::Vector) => "branch_vector",
            Some(CodeContext::Data) => "branch_on_data",
            _ => "branch",
        },
        O::Tableswitch | O::Lookupswitch => "switch",
        O::Goto => in_vector("jump", "jump_vector"),
        O::GetField | O::GetStaticField => "field_read",
        O::PutField | O::PutStaticField if data_type == DataType::Reference => "reference_write",
        O::PutField | O::PutStaticField => "field_write",
        O::ArrayLength => "array_length",
        O::ArrayLoad | O::ArrayLoadNarrow => in_vector("array_read", "array_read_vector"),
        O::ArrayStore | O::ArrayStoreNarrow if data_type == DataType::Reference => {
            "reference_array_write"
        }
        O::ArrayStore | O::ArrayStoreNarrow => in_vector("array_write", "array_write_vector"),
        O::ArrayAllocation | O::ArrayAllocationOther => "new_array",
        O::ObjectAllocation => "new_object",
        O::Return
        | O::NonStaticReturn
        | O::StaticCall
        | O::NonStaticCall
        | O::NonStaticCallOther => match place {
            Some(CodeContext::Virtual) => "virtual_call",
            Some(CodeContext::Interface) => "interface_call",
            Some(CodeContext::Method) => "method",
            Some(CodeContext::InlinedMethod) => "inlined_method",
            _ => return None,
        },
        O::Invokedynamic => "dynamic_call",
        O::Argument => "argument",
        O::Checkcast | O::Instanceof => "type_check",
        O::Monitor => "monitor",
        O::Throw => "throw",
    })
}
