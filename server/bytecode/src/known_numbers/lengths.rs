//! The lengths of arrays in static fields that the class initialiser sets once.

use crate::class_file::{ClassFile, Method};
use crate::descriptor::Descriptor;
use crate::instruction::{Constant, InvokeKind, Op};

/// A value on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Number(i64),
    /// An array of this length.
    Array(i64),
    Other,
}

/// The maximum depth of followed calls of the class's own methods.
const MAX_DEPTH: u32 = 2;

/// The lengths, by field name.
pub(super) fn lengths(class: &ClassFile<'_>) -> Vec<(Vec<u8>, i64)> {
    let initialisers = class
        .methods
        .iter()
        .filter(|method| method.name == "<clinit>");
    let mut found = Vec::new();
    for method in initialisers {
        execute(class, method, &mut found, 0);
    }
    found.retain(|(name, _)| {
        let writes = class.methods.iter().flat_map(|method| {
            let code = method.code.iter().flat_map(|code| &code.instructions);
            code.filter(|instruction| match instruction.op {
                Op::PutStatic { pool } => class
                    .member(pool)
                    .is_none_or(|member| member.name_bytes() == &name[..]),
                _ => false,
            })
        });
        class.writes_alone(name) && writes.count() == 1
    });
    found
}

/// Executes a method from its beginning to its first branch, and returns its result.
fn execute(
    class: &ClassFile<'_>,
    method: &Method,
    found: &mut Vec<(Vec<u8>, i64)>,
    depth: u32,
) -> Option<Value> {
    let mut stack: Vec<Value> = Vec::new();
    for instruction in &method.code.as_ref()?.instructions {
        match instruction.op {
            Op::Nop | Op::CheckCast { .. } => {}
            Op::Push(Constant::Int(number)) => stack.push(Value::Number(i64::from(number))),
            Op::Push(_) | Op::New { .. } | Op::GetStatic { .. } => stack.push(Value::Other),
            Op::Dup => stack.push(*stack.last()?),
            Op::NewArray { .. } => {
                let length = stack.pop()?;
                stack.push(match length {
                    Value::Number(length) => Value::Array(length),
                    _ => Value::Other,
                });
            }
            Op::ArrayStore(_) => {
                stack.truncate(stack.len().checked_sub(3)?);
            }
            Op::Pop => {
                stack.pop()?;
            }
            Op::PutStatic { pool } => {
                let value = stack.pop()?;
                let member = class.member(pool)?;
                if let Value::Array(length) = value
                    && member.class_bytes() == class.name.as_bytes()
                {
                    found.push((member.name_bytes().to_vec(), length));
                }
            }
            Op::Invoke { kind, pool } => {
                let member = class.member(pool)?;
                let (arguments, result) =
                    Descriptor::new(member.descriptor_bytes()).count_and_result();
                let has_receiver = !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic);
                let count = arguments + usize::from(has_receiver);
                stack.truncate(stack.len().checked_sub(count)?);
                if result.is_some() {
                    let is_own = kind == InvokeKind::Static
                        && member.class_bytes() == class.name.as_bytes()
                        && depth < MAX_DEPTH;
                    let mut methods = class.methods.iter().filter(|method| {
                        is_own
                            && method.name.as_bytes() == member.name_bytes()
                            && method.descriptor.as_bytes() == member.descriptor_bytes()
                    });
                    // The fields that it writes do not matter here: only the initialiser may write these fields.
                    let returned = methods
                        .next()
                        .and_then(|method| execute(class, method, &mut Vec::new(), depth + 1));
                    stack.push(returned.unwrap_or(Value::Other));
                }
            }
            Op::Return(Some(_)) => return stack.pop(),
            _ => return None,
        }
    }
    None
}
