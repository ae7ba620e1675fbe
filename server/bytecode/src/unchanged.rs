//! Which methods of a class are the same in two states of the class, so that what is known about them needs no new analysis.

use crate::class_file::{ClassFile, Method};
use crate::code::Code;
use crate::instruction::{Constant as Pushed, Op};
use crate::pool::utf8;
use ristretto_classfile::Constant;
use ristretto_classfile::attributes::LocalVariableTable;
use std::collections::BTreeMap;

/// The maximum depth of constants that refer to other constants.
const MAX_DEPTH: u32 = 4;

/// For each method of a class, whether an analysis of it finds the same as in another state of the class: its name, code, lines
/// and annotations are the same, and so are the methods of the class that it leads to, and everything else in the class that
/// influences the analysis of a method. The order of the constant pool does not matter.
///
/// All are different if the states have different fields or methods. `may_be_same` is false for methods that differ for another
/// reason.
pub fn unchanged_methods(
    before: &ClassFile<'_>,
    after: &ClassFile<'_>,
    may_be_same: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut unchanged = vec![false; after.methods.len()];
    if !has_same_frame(before, after) {
        return unchanged;
    }
    let methods = before.methods.iter().zip(&after.methods);
    let mut changed = Vec::new();
    for ((at, is_same), (old, new)) in unchanged.iter_mut().enumerate().zip(methods) {
        *is_same = may_be_same(at) && is_same_method((before, old), (after, new));
        if !*is_same {
            changed.push(at);
        }
    }
    if changed.is_empty() {
        return unchanged;
    }
    if before.known_numbers() != after.known_numbers() {
        unchanged.fill(false);
        return unchanged;
    }
    // The analysis of a method may read the code of other methods of its class that it mentions.
    let callers = callers(after);
    while let Some(at) = changed.pop() {
        for caller in callers.get(&at).into_iter().flatten() {
            if let Some(is_same) = unchanged.get_mut(*caller)
                && std::mem::take(is_same)
            {
                changed.push(*caller);
            }
        }
    }
    unchanged
}

/// Whether two states of a class are the same apart from the code of their methods.
fn has_same_frame(before: &ClassFile<'_>, after: &ClassFile<'_>) -> bool {
    let names = |class: &ClassFile<'_>, fields: &[u16]| -> Vec<Option<String>> {
        let names = fields.iter().map(|field| utf8(&class.pool, *field));
        names.map(|name| name.map(Into::into)).collect()
    };
    let has_same = |fields: fn(&ClassFile<'_>) -> Vec<u16>| {
        names(before, &fields(before)) == names(after, &fields(after))
    };
    before.name == after.name
        && before.super_name == after.super_name
        && before.interfaces == after.interfaces
        && before.source_file == after.source_file
        && before.access_flags == after.access_flags
        && before.major_version == after.major_version
        && before.methods.len() == after.methods.len()
        && before.methods.iter().zip(&after.methods).all(|(old, new)| {
            old.name == new.name
                && old.descriptor == new.descriptor
                && old.access_flags == new.access_flags
                && old.code.is_some() == new.code.is_some()
        })
        && before.fields().eq(after.fields())
        && has_same(|class| class.own_fields.clone())
        && has_same(|class| class.closed_fields.clone())
        && has_same(|class| class.final_fields.clone())
}

/// For each method, the methods of the class that mention it.
fn callers(class: &ClassFile<'_>) -> BTreeMap<usize, Vec<usize>> {
    let methods = class.methods.iter().enumerate();
    let places: BTreeMap<(&[u8], &[u8]), usize> = methods
        .map(|(at, method)| {
            let name = (method.name.as_bytes(), method.descriptor.as_bytes());
            (name, at)
        })
        .collect();
    let mut callers: BTreeMap<usize, Vec<usize>> = BTreeMap::default();
    for (at, method) in class.methods.iter().enumerate() {
        let code = method.code.iter().flat_map(|code| &code.instructions);
        for instruction in code {
            let Op::Invoke { pool, .. } = instruction.op else {
                continue;
            };
            let called = class.member(pool);
            let called = called.filter(|member| member.class == class.name.as_bytes());
            let called = called.and_then(|member| places.get(&(member.name, member.descriptor)));
            let passed = class.lambda_bodies(pool);
            let passed = passed.iter().filter_map(|member| {
                places.get(&(member.name.as_bytes(), member.descriptor.as_bytes()))
            });
            for mentioned in called.into_iter().chain(passed) {
                callers.entry(*mentioned).or_default().push(at);
            }
        }
    }
    callers
}

type InClass<'c, 'p, T> = (&'c ClassFile<'p>, &'c T);

fn is_same_method(old: InClass<'_, '_, Method>, new: InClass<'_, '_, Method>) -> bool {
    let ((before, old), (after, new)) = (old, new);
    old.annotations == new.annotations
        && match (&old.code, &new.code) {
            (Some(old), Some(new)) => is_same_code((before, old), (after, new)),
            (None, None) => true,
            _ => false,
        }
}

fn is_same_code(old: InClass<'_, '_, Code>, new: InClass<'_, '_, Code>) -> bool {
    let ((before, old), (after, new)) = (old, new);
    let mut instructions = old.instructions.iter().zip(&new.instructions);
    let mut handlers = old.handlers.iter().zip(&new.handlers);
    let (locals, new_locals) = (old.local_tables.raw(), new.local_tables.raw());
    let mut of_locals = locals.iter().zip(new_locals);
    old.instructions.len() == new.instructions.len()
        && old.lines == new.lines
        && old.switches == new.switches
        && old.leaders == new.leaders
        && old.max_locals == new.max_locals
        && old.is_synchronized == new.is_synchronized
        && old.handlers.len() == new.handlers.len()
        && locals.len() == new_locals.len()
        && instructions.all(|(old, new)| {
            (old.opcode, old.wide) == (new.opcode, new.wide)
                && is_same_op((before, old.op), (after, new.op))
        })
        && handlers.all(|(old, new)| old == new)
        && of_locals.all(|(old, new)| is_same_local((before, old), (after, new)))
}

fn is_same_local(
    (before, old): InClass<'_, '_, LocalVariableTable>,
    (after, new): InClass<'_, '_, LocalVariableTable>,
) -> bool {
    (old.start_pc, old.length, old.index) == (new.start_pc, new.length, new.index)
        && before.text(old.name_index) == after.text(new.name_index)
        && before.text(old.descriptor_index) == after.text(new.descriptor_index)
}

fn is_same_op(old: (&ClassFile<'_>, Op), new: (&ClassFile<'_>, Op)) -> bool {
    let ((before, old), (after, new)) = (old, new);
    let is_same = |old: u16, new: u16| is_same_constant((before, old), (after, new), MAX_DEPTH);
    match (old, new) {
        (Op::GetStatic { pool: old }, Op::GetStatic { pool: new })
        | (Op::PutStatic { pool: old }, Op::PutStatic { pool: new })
        | (Op::GetField { pool: old }, Op::GetField { pool: new })
        | (Op::PutField { pool: old }, Op::PutField { pool: new })
        | (Op::New { pool: old }, Op::New { pool: new })
        | (Op::CheckCast { pool: old }, Op::CheckCast { pool: new })
        | (Op::InstanceOf { pool: old }, Op::InstanceOf { pool: new })
        | (
            Op::NewArray {
                pool: Some(old), ..
            },
            Op::NewArray {
                pool: Some(new), ..
            },
        ) => is_same(old, new),
        (
            Op::Invoke {
                kind: old_kind,
                pool: old,
            },
            Op::Invoke { kind, pool: new },
        ) => old_kind == kind && is_same(old, new),
        (
            Op::MultiNewArray {
                pool: old,
                dimensions: old_dimensions,
            },
            Op::MultiNewArray {
                pool: new,
                dimensions,
            },
        ) => old_dimensions == dimensions && is_same(old, new),
        // Comparing numbers would take 0.0 for −0.0.
        (Op::Push(Pushed::Float(old)), Op::Push(Pushed::Float(new))) => {
            old.to_bits() == new.to_bits()
        }
        (Op::Push(Pushed::Double(old)), Op::Push(Pushed::Double(new))) => {
            let (old, new) = (old.0, new.0);
            old.to_bits() == new.to_bits()
        }
        (old, new) => old == new,
    }
}

/// Whether two constants are the same as far as this crate tells anybody about them.
fn is_same_constant(old: (&ClassFile<'_>, u16), new: (&ClassFile<'_>, u16), depth: u32) -> bool {
    let ((before, old), (after, new)) = (old, new);
    let Some(deeper) = depth.checked_sub(1) else {
        return false;
    };
    let is_same = |old: u16, new: u16| is_same_constant((before, old), (after, new), deeper);
    let (Some(one), Some(two)) = (before.pool.get(old), after.pool.get(new)) else {
        return false;
    };
    match (one, two) {
        (Constant::FieldRef { .. }, Constant::FieldRef { .. })
        | (Constant::MethodRef { .. }, Constant::MethodRef { .. })
        | (Constant::InterfaceMethodRef { .. }, Constant::InterfaceMethodRef { .. }) => {
            is_same_member((before, old), (after, new))
        }
        (
            Constant::InvokeDynamic {
                bootstrap_method_attr_index: one,
                ..
            },
            Constant::InvokeDynamic {
                bootstrap_method_attr_index: two,
                ..
            },
        )
        | (
            Constant::Dynamic {
                bootstrap_method_attr_index: one,
                ..
            },
            Constant::Dynamic {
                bootstrap_method_attr_index: two,
                ..
            },
        ) => {
            let arguments = |class: &'_ ClassFile<'_>, at: u16| {
                class.bootstrap_arguments.get(usize::from(at)).cloned()
            };
            let (Some(one), Some(two)) = (arguments(before, *one), arguments(after, *two)) else {
                return false;
            };
            one.len() == two.len()
                && one.iter().zip(&two).all(|(old, new)| is_same(*old, *new))
                && is_same_member((before, old), (after, new))
        }
        (
            Constant::MethodHandle {
                reference_kind: one,
                reference_index: old,
            },
            Constant::MethodHandle {
                reference_kind: two,
                reference_index: new,
            },
        ) => one == two && is_same(*old, *new),
        (Constant::Class(old), Constant::Class(new))
        | (Constant::String(old), Constant::String(new))
        | (Constant::MethodType(old), Constant::MethodType(new)) => {
            let texts = (before.text(*old), after.text(*new));
            texts.0.is_some() && texts.0 == texts.1
        }
        (Constant::Integer(old), Constant::Integer(new)) => old == new,
        (Constant::Long(old), Constant::Long(new)) => old == new,
        (Constant::Float(old), Constant::Float(new)) => old.to_bits() == new.to_bits(),
        (Constant::Double(old), Constant::Double(new)) => old.to_bits() == new.to_bits(),
        _ => false,
    }
}

fn is_same_member(
    (before, old): (&ClassFile<'_>, u16),
    (after, new): (&ClassFile<'_>, u16),
) -> bool {
    let (Some(old), Some(new)) = (before.member(old), after.member(new)) else {
        return false;
    };
    (old.class, old.name, old.descriptor) == (new.class, new.name, new.descriptor)
}
