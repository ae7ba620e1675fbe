//! Searches a class for its known numbers, on the first request.

use super::KnownNumbers;
use super::lengths::lengths;
use crate::class_file::{ClassFile, Method};
use crate::instruction::{Constant, DataType, InvokeKind, Op};
use crate::member::MemberRef;

const FINAL: u16 = 0x0010;

impl ClassFile<'_> {
    /// The number in a field of the class whenever a method other than a constructor or an initialiser reads it, if the class
    /// itself shows it; `None` for any other field.
    pub fn number_in_field(&self, field: &MemberRef<'_>) -> Option<i64> {
        if field.class != self.name.as_bytes() {
            return None;
        }
        self.known_numbers().field(field.name)
    }

    /// The length of the array in a static field of the class, whenever it has one; `None` if the class does not show it.
    pub fn length_in_field(&self, field: &MemberRef<'_>) -> Option<i64> {
        if field.class != self.name.as_bytes() {
            return None;
        }
        self.known_numbers().length(field.name)
    }

    /// The number that a method of the class always returns, if it does nothing else and cannot be overridden.
    pub fn number_returned(&self, method: &MemberRef<'_>) -> Option<i64> {
        if method.class != self.name.as_bytes() {
            return None;
        }
        self.known_numbers().method(method.name, method.descriptor)
    }

    pub(crate) fn known_numbers(&self) -> &KnownNumbers {
        self.known_numbers.get_or_init(|| KnownNumbers::of(self))
    }
}

impl KnownNumbers {
    fn of(class: &ClassFile<'_>) -> Self {
        let methods = class.methods.iter().filter_map(|method| {
            let is_settled = method.is_static()
                || method.is_private()
                || method.is_final()
                || class.access_flags & FINAL != 0;
            let number = returned(method).filter(|_| is_settled)?;
            let (name, descriptor) = (method.name.as_bytes(), method.descriptor.as_bytes());
            Some((name.to_vec(), descriptor.to_vec(), number))
        });
        Self {
            methods: methods.collect(),
            fields: fields(class),
            lengths: lengths(class),
        }
    }
}

const fn number(op: Op) -> Option<i64> {
    match op {
        Op::Push(Constant::Int(value)) => Some(value as i64),
        Op::Push(Constant::Long(value)) => Some(value.0),
        _ => None,
    }
}

fn returned(method: &Method) -> Option<i64> {
    match &method.code.as_ref()?.instructions[..] {
        [value, last] if matches!(last.op, Op::Return(Some(_))) => number(value.op),
        _ => None,
    }
}

/// The fields that are written only at the beginnings of all constructors, or of the class initialiser, always with the same
/// number, before any other code can read them.
fn fields(class: &ClassFile<'_>) -> Vec<(Vec<u8>, i64)> {
    let mut found: Vec<(Vec<u8>, i64)> = Vec::new();
    let mut refused: Vec<Vec<u8>> = Vec::new();
    let is_maker = |method: &Method| matches!(&method.name[..], "<init>" | "<clinit>");
    for method in &class.methods {
        let Some(code) = &method.code else {
            continue;
        };
        let quiet = if is_maker(method) {
            quiet_beginning(class, method)
        } else {
            0
        };
        for (at, instruction) in code.instructions.iter().enumerate() {
            let (Op::PutField { pool } | Op::PutStatic { pool }) = instruction.op else {
                continue;
            };
            let Some(member) = class.member(pool) else {
                continue;
            };
            if member.class_bytes() != class.name.as_bytes() {
                continue;
            }
            let name = member.name_bytes();
            let before = at.checked_sub(1).and_then(|at| code.instructions.get(at));
            let value = before.and_then(|before| number(before.op));
            let known = found.iter().find(|field| field.0 == name);
            let is_same = |value: i64| known.is_none_or(|known| known.1 == value);
            match value.filter(|value| at < quiet && is_same(*value)) {
                Some(value) if known.is_none() => found.push((name.to_vec(), value)),
                Some(_) => {}
                None => refused.push(name.to_vec()),
            }
        }
    }
    found.retain(|(name, _)| {
        !refused.contains(name) && class.writes_alone(name) && all_write(class, name)
    });
    found
}

/// Whether each constructor, or the class initialiser, writes a field.
fn all_write(class: &ClassFile<'_>, field: &[u8]) -> bool {
    let writes = |method: &Method, is_static: bool| {
        let code = method.code.iter().flat_map(|code| &code.instructions);
        let mut code = code.map(|instruction| instruction.op);
        code.any(|op| match op {
            Op::PutStatic { pool } if is_static => names(class, pool, field),
            Op::PutField { pool } if !is_static => names(class, pool, field),
            _ => false,
        })
    };
    let of = |name: &'static str| {
        let methods = class.methods.iter();
        methods.filter(move |method| method.name == name)
    };
    of("<clinit>").any(|method| writes(method, true))
        || of("<init>").next().is_some()
            && of("<init>").all(|method| writes(method, false) || calls_another(class, method))
}

fn names(class: &ClassFile<'_>, pool: u16, field: &[u8]) -> bool {
    class
        .member(pool)
        .is_some_and(|member| member.name_bytes() == field)
}

/// Whether a constructor begins with `this(…)`.
fn calls_another(class: &ClassFile<'_>, method: &Method) -> bool {
    let code = method.code.iter().flat_map(|code| &code.instructions);
    let mut called = code.filter_map(|instruction| match instruction.op {
        Op::Invoke {
            kind: InvokeKind::Special,
            pool,
        } => class.member(pool),
        _ => None,
    });
    let first = called.find(|member| member.name_bytes() == b"<init>");
    first.is_some_and(|member| member.class_bytes() == class.name.as_bytes())
}

/// How many instructions run in sequence before other code may run or get the object: before the first call, apart from the
/// constructor of `Object`, and before the object is stored anywhere. An exception may end a constructor after that.
fn quiet_beginning(class: &ClassFile<'_>, method: &Method) -> usize {
    let Some(code) = &method.code else {
        return 0;
    };
    let is_of = |pool: u16, of: &[u8]| {
        let member = class.member(pool);
        member.is_some_and(|member| member.class_bytes() == of)
    };
    let is_constructor = |pool: u16| {
        let member = class.member(pool);
        member.is_some_and(|member| member.name_bytes() == b"<init>")
    };
    let is_this = |op: Op| {
        matches!(
            op,
            Op::Load {
                data_type: DataType::Reference,
                slot: 0
            }
        )
    };
    let is_loud = |at: usize, op: Op| match op {
        Op::Invoke { pool, .. } => !is_of(pool, b"java/lang/Object") || !is_constructor(pool),
        Op::PutStatic { pool } => !is_of(pool, class.name.as_bytes()),
        Op::New { .. } | Op::GetStatic { .. } => true,
        op if is_this(op) && !method.is_static() => {
            let next = code.instructions.get(at + 1).map(|next| next.op);
            !matches!(
                next,
                Some(Op::Push(_) | Op::Load { .. } | Op::Invoke { .. } | Op::GetField { .. })
            )
        }
        op => op.ends_block(),
    };
    let mut instructions = (0..).zip(&code.instructions);
    let loud = instructions.position(|(at, instruction)| is_loud(at, instruction.op));
    loud.unwrap_or(code.instructions.len())
}
