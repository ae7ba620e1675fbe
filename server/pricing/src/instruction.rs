//! The instruction structure: an event counts one feature, its instruction in the context of its operands.
//!
//! A feature is named `mnemonic/first,second` with the sources of the operands, or just `mnemonic` if the context was not
//! distinguished. A fused comparison is named after its two instructions, `lcmp+ifge`; a result that stays on the stack is
//! `stays/int`, and an argument `argument/int`.

use crate::mapping::Mapping;
use crate::pattern::{Pattern, Provenance};
use crate::tally::PatternId;
use bytecode::DataType;
use bytecode::events::{Action, Event, IfForm, Source};
use posterior::{Features, Posterior};

const SOURCES: [Source; 9] = [
    Source::None,
    Source::Load,
    Source::Constant,
    Source::Ldc,
    Source::Ldc2,
    Source::Field,
    Source::Array,
    Source::Call,
    Source::Nested,
];

/// Rows of the table: the opcodes, then events that are not a single instruction.
const FUSED: usize = 202;
const FUSED_TYPES: [(DataType, &str); 3] = [
    (DataType::Long, "lcmp"),
    (DataType::Float, "fcmp"),
    (DataType::Double, "dcmp"),
];
const IFS: [&str; 6] = ["ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle"];
const STAYS: usize = FUSED + FUSED_TYPES.len() * IFS.len();
const CLIPPED: usize = STAYS + DataType::ALL.len();
const ARGUMENT: usize = CLIPPED + DataType::ALL.len();
const CALLEE: usize = ARGUMENT + DataType::ALL.len();
const ROWS: usize = CALLEE + 1;

const CONTEXTS: usize = SOURCES.len() * SOURCES.len();

/// The opcode of the first conditional branch on zero.
const IFEQ: u8 = 153;

/// The pattern of an event; `None` if the mapping treats it as free.
pub(crate) fn pattern_of(event: &Event, mapping: Mapping) -> Option<PatternId> {
    let data_type = event.data_type as usize;
    let row = match event.action {
        Action::StaysOnStack => STAYS + data_type,
        Action::Argument => ARGUMENT + data_type,
        Action::Callee => CALLEE,
        Action::If {
            form: IfForm::Wide, ..
        } => {
            let kind = FUSED_TYPES
                .iter()
                .position(|(wide, _)| *wide == event.data_type)
                .unwrap_or(0);
            let branch = usize::from(event.opcode.saturating_sub(IFEQ)).min(IFS.len() - 1);
            FUSED + kind * IFS.len() + branch
        }
        _ => usize::from(long_form(event.opcode)).min(FUSED - 1),
    };
    if mapping == Mapping::Paper
        && matches!(
            event.action,
            Action::StaysOnStack | Action::Argument | Action::Goto
        )
    {
        return None;
    }
    let context = match event.action {
        Action::StaysOnStack | Action::Callee => 0,
        _ => event.operands[0] as usize * SOURCES.len() + event.operands[1] as usize,
    };
    Some(PatternId((row * CONTEXTS + context) as u16))
}

/// What one event counts in the instruction structure, by feature name.
#[derive(Debug, Clone, PartialEq)]
pub struct InstructionCount {
    /// The feature of the instruction in its context, such as `iadd/load,constant`.
    pub exact: String,
    /// The feature of the instruction without a context, such as `iadd`.
    pub plain: String,
    /// The count: −1 for a result that stays on the stack.
    pub count: f64,
    /// Whether something is executed. A saving is not.
    pub executed: bool,
}

/// What an event counts in the instruction structure under the mapping `stack`; `None` for the body of a callee, whose own events
/// count instead.
pub fn instruction_count(event: &Event) -> Option<InstructionCount> {
    let pattern = usize::from(pattern_of(event, Mapping::Stack)?.0);
    let (row, context) = (pattern / CONTEXTS, pattern % CONTEXTS);
    let (name, data_type) = row_name(row);
    let plain = if data_type.is_empty() {
        name.to_owned()
    } else {
        format!("{name}/{data_type}")
    };
    if row == CALLEE {
        return None;
    }
    let saving = (STAYS..CLIPPED).contains(&row);
    let sources = sources_of(context);
    let exact = if saving || (ARGUMENT..CALLEE).contains(&row) || sources.is_empty() {
        plain.clone()
    } else {
        format!("{name}/{sources}")
    };
    Some(InstructionCount {
        exact,
        plain,
        count: if saving {
            -event.weight()
        } else {
            event.weight()
        },
        executed: !saving,
    })
}

fn sources_of(context: usize) -> String {
    let sources: Vec<&str> = [context / SOURCES.len(), context % SOURCES.len()]
        .into_iter()
        .filter_map(|index| SOURCES.get(index))
        .filter(|source| **source != Source::None)
        .map(|source| source.name())
        .collect();
    sources.join(",")
}

/// For a saving on the stack, the pattern that counts the part that was not subtracted.
pub(crate) fn clipped(saving: PatternId) -> PatternId {
    PatternId(saving.0 + ((CLIPPED - STAYS) * CONTEXTS) as u16)
}

/// The inverse of [`clipped`].
pub(crate) fn saving_of(clipped_saving: PatternId) -> PatternId {
    PatternId(clipped_saving.0 - ((CLIPPED - STAYS) * CONTEXTS) as u16)
}

/// `iload_2` is `iload` with its slot in the opcode.
const fn long_form(opcode: u8) -> u8 {
    match opcode {
        26..=45 => 21 + (opcode - 26) / 4,
        59..=78 => 54 + (opcode - 59) / 4,
        19 => 18,
        200 => 167,
        201 => 168,
        other => other,
    }
}

/// The content and the counts of each pattern, by [`PatternId`].
pub(crate) fn table(posterior: &Posterior) -> Vec<Pattern> {
    let mut table = Vec::with_capacity(ROWS * CONTEXTS);
    for row in 0..ROWS {
        let (name, data_type) = row_name(row);
        for context in 0..CONTEXTS {
            table.push(pattern(posterior, row, name, data_type, context));
        }
    }
    table
}

fn pattern(
    posterior: &Posterior,
    row: usize,
    name: &'static str,
    data_type: &'static str,
    context: usize,
) -> Pattern {
    let sources = sources_of(context);
    let mut features = Features::new();
    let provenance = match row {
        CALLEE => Provenance::Unpriced,
        CLIPPED..ARGUMENT => Provenance::Correction,
        STAYS..CLIPPED => {
            if let Some(feature) = posterior.feature_id(&format!("{name}/{data_type}")) {
                features.add(feature, -1.0);
                features.device_count = -1.0;
            }
            Provenance::Correction
        }
        _ => {
            let plain = if data_type.is_empty() {
                name.to_owned()
            } else {
                format!("{name}/{data_type}")
            };
            let exact = posterior.feature_id(&format!("{name}/{sources}"));
            let (feature, provenance) = match exact {
                Some(feature) => (Some(feature), Provenance::Modelled),
                None => (posterior.feature_id(&plain), Provenance::Approximated),
            };
            match feature {
                Some(feature) => {
                    features.add(feature, 1.0);
                    features.device_count = 1.0;
                    features.n_noise = 1.0;
                    // Without operands, there is no context to distinguish.
                    if sources.is_empty() {
                        Provenance::Modelled
                    } else {
                        provenance
                    }
                }
                None => Provenance::Unpriced,
            }
        }
    };
    Pattern {
        operation: name,
        data_type,
        data_size: sources,
        provenance,
        features,
    }
}

fn row_name(row: usize) -> (&'static str, &'static str) {
    let typed = |first: usize| {
        DataType::ALL
            .get(row - first)
            .map_or("", |data_type| data_type.name())
    };
    match row {
        CALLEE => ("callee", ""),
        ARGUMENT..CALLEE => ("argument", typed(ARGUMENT)),
        CLIPPED..ARGUMENT => ("clipped", typed(CLIPPED)),
        STAYS..CLIPPED => ("stays", typed(STAYS)),
        FUSED..STAYS => (FUSED_NAMES[(row - FUSED).min(FUSED_NAMES.len() - 1)], ""),
        _ => (bytecode::mnemonic(row as u8), ""),
    }
}

const FUSED_NAMES: [&str; 18] = [
    "lcmp+ifeq",
    "lcmp+ifne",
    "lcmp+iflt",
    "lcmp+ifge",
    "lcmp+ifgt",
    "lcmp+ifle",
    "fcmp+ifeq",
    "fcmp+ifne",
    "fcmp+iflt",
    "fcmp+ifge",
    "fcmp+ifgt",
    "fcmp+ifle",
    "dcmp+ifeq",
    "dcmp+ifne",
    "dcmp+iflt",
    "dcmp+ifge",
    "dcmp+ifgt",
    "dcmp+ifle",
];
