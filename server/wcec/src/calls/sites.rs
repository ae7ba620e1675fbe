//! The calls in a class, as far as they can be told without knowing other classes.

use super::producers::{self, Passed, Values};
use crate::flow::Flow;
use bytecode::{ClassFile, Code, InvokeKind, Method, Op};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::Arc;

/// One call of a method's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) passed: Passed,
    pub(crate) kind: InvokeKind,
    /// The class that the instruction names; empty for `invokedynamic`.
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// What the receiver is, where its making is seen.
    pub(crate) receiver: Option<Made>,
    /// The arguments whose making is seen, by index.
    pub(crate) arguments: Vec<(u16, Made)>,
    /// True where control never returns from its method behind it: an exception is being made.
    pub(crate) is_on_way_to_throw: bool,
    /// For `invokedynamic` the method that the object it makes will call.
    pub(crate) lambda: Option<Arc<LambdaBody>>,
    /// For a concatenation of strings the number of characters that it adds itself.
    pub(crate) characters: Option<u32>,
}

/// How an object was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Made {
    /// `new` of this class.
    New(Arc<str>),
    /// A lambda or a method reference.
    Lambda(Arc<LambdaBody>),
}

/// The body of a lambda, or the method that a method reference names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LambdaBody {
    /// The interface that the object implements.
    pub(crate) interface: Arc<str>,
    /// The name of the interface's method.
    pub(crate) method: Arc<str>,
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// What it captures: the first of what its body gets.
    pub(crate) captured: Passed,
}

/// Texts that occur again and again.
#[derive(Debug, Default)]
pub(crate) struct Interner(FxHashSet<Arc<str>>);

impl Interner {
    pub(crate) fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(text);
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// The calls of one method, in the order of its code.
pub(crate) fn sites(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    flow: &mut Flow,
    names: &mut Interner,
) -> Vec<Site> {
    let values = producers::values(class, code);
    let returns = if values.calls.is_empty() {
        Vec::new()
    } else {
        flow.blocks_that_return(code)
    };
    let mut found: Vec<Site> = Vec::with_capacity(values.calls.len());
    for passed in &values.calls {
        let Some(instruction) = code.instructions.get(passed.instruction as usize) else {
            continue;
        };
        let Op::Invoke { kind, pool } = instruction.op else {
            continue;
        };
        let Some(member) = class.member(pool) else {
            continue;
        };
        let lambda = (kind == InvokeKind::Dynamic)
            .then(|| lambda(class, pool, passed, names))
            .flatten();
        let made = |producer: &Option<u32>, found: &[Site], names: &mut Interner| {
            made(class, method, code, &values, found, (*producer)?, names)
        };
        let receiver = made(&passed.receiver, &found, names);
        let arguments = passed
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(index, producer)| Some((index as u16, made(producer, &found, names)?)))
            .collect();
        found.push(Site {
            passed: passed.clone(),
            kind,
            class: names.intern(&member.class()),
            name: names.intern(&member.name()),
            descriptor: names.intern(&member.descriptor()),
            receiver,
            arguments,
            is_on_way_to_throw: flow
                .block_of(passed.instruction)
                .and_then(|block| returns.get(block))
                .is_some_and(|returns| !returns),
            lambda,
            characters: (kind == InvokeKind::Dynamic
                && matches!(&*member.name(), "makeConcatWithConstants" | "makeConcat"))
            .then(|| class.concatenated_characters(pool) as u32),
        });
    }
    found
}

fn lambda(
    class: &ClassFile<'_>,
    pool: u16,
    passed: &Passed,
    names: &mut Interner,
) -> Option<Arc<LambdaBody>> {
    let bodies = class.lambda_bodies(pool);
    let body = bodies
        .first()
        .filter(|body| body.descriptor.starts_with('('))?;
    let made = class.member(pool)?;
    let descriptor = made.descriptor();
    let interface = descriptor
        .rsplit_once(")L")
        .and_then(|(_, result)| result.strip_suffix(';'))?;
    Some(Arc::new(LambdaBody {
        interface: names.intern(interface),
        method: names.intern(&made.name()),
        class: names.intern(&body.class),
        name: names.intern(&body.name),
        descriptor: names.intern(&body.descriptor),
        captured: passed.clone(),
    }))
}

/// How the value that an instruction makes came about, looking through a local that is assigned once.
fn made(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    values: &Values,
    found: &[Site],
    producer: u32,
    names: &mut Interner,
) -> Option<Made> {
    let mut producer = producer;
    // A local may be a copy of another one; no more steps than this are looked through.
    for _ in 0..4 {
        match code.instructions.get(producer as usize)?.op {
            Op::New { pool } => {
                let name: Cow<'_, str> = class.class(pool)?;
                return Some(Made::New(names.intern(&name)));
            }
            Op::Invoke {
                kind: InvokeKind::Dynamic,
                ..
            } => {
                let site = found
                    .binary_search_by_key(&producer, |site| site.passed.instruction)
                    .ok()?;
                return found[site].lambda.clone().map(Made::Lambda);
            }
            Op::Load { slot, .. } => producer = values.only_store(method, slot)?,
            _ => return None,
        }
    }
    None
}
