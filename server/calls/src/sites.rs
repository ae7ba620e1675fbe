//! The calls in a class, as far as they are known without other classes.

use super::fitted::fitted;
use bytecode::{ClassFile, Code, Comparison, Constant, InvokeKind, Method, Op, Test};
use flow::Flow;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use wcec::{Arguments, Values};

/// A call in a method's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) passed: Arguments,
    pub(crate) kind: InvokeKind,
    /// The class that the instruction names; empty for `invokedynamic`.
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// The origin of the receiver, if its creation is visible.
    pub(crate) receiver: Option<Box<ValueOrigin>>,
    /// The arguments whose creation is visible, by index.
    pub(crate) arguments: Vec<(u16, ValueOrigin)>,
    /// Whether the method cannot return after the call: it is creating an exception.
    pub(crate) is_on_way_to_throw: bool,
    /// Whether the method's cost may depend on what the call costs if it ends with an exception: because a handler catches the
    /// exception, or because the method cannot return after the call.
    pub(crate) may_end_by_exception: bool,
    /// Whether the call is in an `assert` statement, which runs only if assertions are enabled.
    pub(crate) is_in_assertion: bool,
    /// For `invokedynamic`, the method that the created object will call.
    pub(crate) lambda: Option<Arc<LambdaBody>>,
    /// For a concatenation of strings, the number of constant characters.
    pub(crate) characters: Option<u32>,
    /// For a generated method of a record, the parts that it visits.
    pub(crate) record: Option<Box<RecordParts>>,
}

/// The parts that the `equals`, `hashCode` and `toString` of a record visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordParts {
    /// The types of the components.
    pub(crate) components: Vec<Arc<str>>,
    /// The number of characters in the names of the record and its components.
    pub(crate) characters: u32,
}

impl Site {
    /// Whether the class of the receiver decides which method runs.
    pub(crate) const fn receiver_decides(&self) -> bool {
        matches!(self.kind, InvokeKind::Virtual | InvokeKind::Interface)
    }
}

/// How an object was created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueOrigin {
    /// `new` of this class.
    New(Arc<str>),
    /// A lambda or a method reference.
    Lambda(Arc<LambdaBody>),
    /// Read from a field: as the values written there.
    Field { class: Arc<str>, name: Arc<str> },
    /// Returned by a method.
    Result {
        class: Arc<str>,
        name: Arc<str>,
        descriptor: Arc<str>,
    },
}

/// How the objects in a class's final and private fields, and the results of its methods, are created, if that is always the
/// same way.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins {
    /// By the names of the fields.
    fields: Vec<(Arc<str>, ValueOrigin)>,
    /// The fields of other classes that its methods write, by class and name.
    pub(crate) written_elsewhere: Vec<(Arc<str>, Arc<str>)>,
    /// By the indices of the methods.
    results: Vec<(u32, ValueOrigin)>,
}

impl Origins {
    pub(crate) fn field(&self, name: &str) -> Option<&ValueOrigin> {
        let mut fields = self.fields.iter();
        fields
            .find(|(field, _)| **field == *name)
            .map(|(_, made)| made)
    }

    pub(crate) fn forget_fields(&mut self) {
        self.fields.clear();
    }

    pub(crate) fn result(&self, method: u32) -> Option<&ValueOrigin> {
        let at = self
            .results
            .binary_search_by_key(&method, |(known, _)| *known)
            .ok()?;
        Some(&self.results[at].1)
    }
}

/// The body of a lambda, or the method that a method reference names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LambdaBody {
    /// The interface that the object implements.
    pub(crate) interface: Arc<str>,
    /// What else it implements: `(Runnable & Other) () -> …`.
    pub(crate) further: Vec<Arc<str>>,
    /// The name of the interface's method.
    pub(crate) method: Arc<str>,
    /// How the object calls its method. A method reference may name one that subclasses override.
    pub(crate) kind: InvokeKind,
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// The captured values, which are the body's first arguments.
    pub(crate) captured: Arguments,
}

/// Shared copies of repeated texts.
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

/// What the methods of a class write into its fields and return, collected method by method.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// For each final or private field, its origin; `None` if values of several origins are written.
    fields: Vec<(Arc<str>, Option<ValueOrigin>)>,
    written_elsewhere: Vec<(Arc<str>, Arc<str>)>,
    results: Vec<(u32, ValueOrigin)>,
}

impl Writes {
    fn add(
        &mut self,
        (class, method, code): (&ClassFile<'_>, &Method, &Code),
        number: u32,
        (values, found): (&Values, &[Site]),
        names: &mut Interner,
    ) {
        let mut made =
            |producer: &Option<u32>| made(class, method, code, values, found, (*producer)?, names);
        let mut results = values.results.iter();
        if let Some(first) = results.next().and_then(&mut made)
            && results.all(|producer| made(producer).as_ref() == Some(&first))
        {
            self.results.push((number, first.without_captures()));
        }
        for (pool, producer) in &values.writes {
            let Some(member) = class.member(*pool) else {
                continue;
            };
            let name = member.name();
            if !is_object(&member.descriptor()) {
                continue;
            }
            if member.class() != class.name {
                let (owner, field) = (Arc::from(&*member.class()), Arc::from(&*name));
                self.written_elsewhere.push((owner, field));
                continue;
            }
            if !class.is_own_field(&name) {
                continue;
            }
            let made = made(producer).map(ValueOrigin::without_captures);
            match self.fields.iter_mut().find(|(field, _)| **field == *name) {
                Some((_, known)) => {
                    if *known != made {
                        *known = None;
                    }
                }
                None => self.fields.push((Arc::from(&*name), made)),
            }
        }
    }

    pub(crate) fn into_origins(self) -> Origins {
        let fields = self.fields.into_iter();
        Origins {
            fields: fields
                .filter_map(|(name, made)| Some((name, made?)))
                .collect(),
            written_elsewhere: self.written_elsewhere,
            results: self.results,
        }
    }
}

impl ValueOrigin {
    /// The same for code that does not see what a lambda captures.
    fn without_captures(self) -> Self {
        let Self::Lambda(body) = self else {
            return self;
        };
        let mut body = LambdaBody::clone(&body);
        body.captured = Arguments {
            instruction: 0,
            receiver: None,
            producers: vec![None; body.captured.producers.len()],
        };
        Self::Lambda(Arc::new(body))
    }
}

/// The calls of one method, in the order of its code.
pub(crate) fn sites(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    (flow, names): (&mut Flow, &mut Interner),
    (number, writes): (u32, &mut Writes),
) -> Vec<Site> {
    let values = wcec::producers_of_values(class, code);
    let returns = if values.calls.is_empty() {
        Vec::new()
    } else {
        flow.blocks_that_return(code)
    };
    let never_returns = returns.first() != Some(&true);
    let assertions = if values.calls.is_empty() {
        Vec::new()
    } else {
        assertions(class, code)
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
        let is_of_this = kind == InvokeKind::Virtual
            && member.class_bytes() == OBJECT
            && is_this((class, method, code), passed.receiver);
        let receiver_class = if is_of_this {
            Cow::Borrowed(&class.name[..])
        } else {
            member.class()
        };
        let arguments = passed
            .producers
            .iter()
            .enumerate()
            .filter_map(|(index, producer)| {
                let made = made(producer, &found, names);
                let of_type = || {
                    let class = final_class(class, method, code, (*producer)?)?;
                    Some(ValueOrigin::New(names.intern(class)))
                };
                Some((index as u16, made.or_else(of_type)?))
            });
        let arguments = fitted(arguments.collect());
        let block = flow.block_of(passed.instruction);
        let is_caught = |block: usize| {
            flow.successors(block)
                .iter()
                .any(|edge| edge.is_exceptional())
        };
        let is_on_way_to_throw = block
            .and_then(|block| returns.get(block))
            .is_some_and(|returns| !returns);
        found.push(Site {
            passed: passed.clone(),
            kind,
            class: names.intern(&receiver_class),
            name: names.intern(&member.name()),
            descriptor: names.intern(&member.descriptor()),
            receiver: receiver.map(Box::new),
            arguments,
            is_on_way_to_throw,
            may_end_by_exception: never_returns
                || is_on_way_to_throw
                || block.is_none_or(is_caught),
            is_in_assertion: (assertions.iter())
                .any(|assertion| assertion.contains(&passed.instruction)),
            lambda,
            characters: (kind == InvokeKind::Dynamic
                && matches!(&*member.name(), "makeConcatWithConstants" | "makeConcat"))
            .then(|| class.concatenated_characters(pool) as u32),
            record: (kind == InvokeKind::Dynamic
                && class.super_name.as_deref() == Some("java/lang/Record")
                && matches!(&*member.name(), "equals" | "hashCode" | "toString"))
            .then(|| {
                let fields = class.lambda_bodies(pool).into_iter();
                let types = fields.map(|field| names.intern(&field.descriptor));
                Box::new(RecordParts {
                    components: types.collect(),
                    characters: (class.name.len() + class.concatenated_characters(pool)) as u32,
                })
            }),
        });
    }
    writes.add((class, method, code), number, (&values, &found), names);
    found
}

/// javac names this class if a method of `Object` is called on an object whose class does not override it.
const OBJECT: &[u8] = b"java/lang/Object";

/// Whether a receiver is `this`, and the class named is this class or one below it.
fn is_this((class, method, code): (&ClassFile<'_>, &Method, &Code), receiver: Option<u32>) -> bool {
    let load = receiver.and_then(|at| code.instructions.get(at as usize));
    let is_loaded = load.is_some_and(|load| matches!(load.op, Op::Load { slot: 0, .. }));
    let mut instructions = code.instructions.iter();
    is_loaded
        && !method.is_static()
        && !class.is_interface()
        && !instructions.any(|one| matches!(one.op, Op::Store { slot: 0, .. }))
}

/// The instructions of the `assert` statements. javac puts them behind a test of `$assertionsDisabled`, which jumps over them.
fn assertions(class: &ClassFile<'_>, code: &Code) -> Vec<Range<u32>> {
    let mut found = Vec::new();
    let instructions = &code.instructions;
    for (at, (one, next)) in instructions
        .iter()
        .zip(instructions.iter().skip(1))
        .enumerate()
    {
        let Op::GetStatic { pool } = one.op else {
            continue;
        };
        let Op::Branch { test, target } = next.op else {
            continue;
        };
        let is_flag = test == Test::Zero(Comparison::Ne)
            && (class.member(pool)).is_some_and(|member| &*member.name() == "$assertionsDisabled");
        if is_flag {
            found.push(at as u32 + 2..target);
        }
    }
    found
}

fn lambda(
    class: &ClassFile<'_>,
    pool: u16,
    passed: &Arguments,
    names: &mut Interner,
) -> Option<Arc<LambdaBody>> {
    let (kind, body) = class.lambda_body(pool)?;
    let made = class.member(pool)?;
    let descriptor = made.descriptor();
    let interface = descriptor
        .rsplit_once(")L")
        .and_then(|(_, result)| result.strip_suffix(';'))?;
    Some(Arc::new(LambdaBody {
        interface: names.intern(interface),
        further: (class.linked_classes(pool).map(|of| names.intern(&of))).collect(),
        method: names.intern(&made.name()),
        kind,
        class: names.intern(&body.class),
        name: names.intern(&body.name),
        descriptor: names.intern(&body.descriptor),
        captured: passed.clone(),
    }))
}

/// Whether an object of this type may have a more specific class.
fn is_object(descriptor: &str) -> bool {
    descriptor.starts_with('L') && descriptor != "Ljava/lang/String;"
}

/// Value classes that cannot be extended.
const FINAL_CLASSES: [&str; 9] = [
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Double",
    "java/lang/Float",
];

/// What `toString`, `hashCode` or `equals` of values of these types may write: anything, if a class implements them itself.
pub(super) fn written_by_asking<'t>(
    mut descriptors: impl Iterator<Item = &'t str>,
) -> wcec::Writes {
    let answers_itself = |descriptor: &str| {
        let class = descriptor.strip_prefix('L');
        let class = class.and_then(|class| class.strip_suffix(';'));
        class.is_some_and(|class| !FINAL_CLASSES.contains(&class))
    };
    if descriptors.any(answers_itself) {
        wcec::Writes::anything()
    } else {
        wcec::Writes::nothing()
    }
}

/// The class of the object that an instruction leaves, if its type allows no other class.
fn final_class(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    producer: u32,
) -> Option<&'static str> {
    let of_type = |descriptor: &str| {
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        FINAL_CLASSES.into_iter().find(|known| *known == name)
    };
    match code.instructions.get(producer as usize)?.op {
        Op::Push(Constant::Text { .. }) => Some(FINAL_CLASSES[0]),
        Op::GetField { pool } | Op::GetStatic { pool } => {
            of_type(&class.member(pool)?.descriptor())
        }
        Op::Invoke { pool, .. } => {
            let member = class.member(pool)?;
            let descriptor = member.descriptor();
            of_type(descriptor.split_once(')')?.1)
        }
        Op::CheckCast { pool } => {
            let name = class.class(pool)?;
            FINAL_CLASSES.into_iter().find(|known| *known == name)
        }
        Op::Load { slot, .. } => {
            let is_store = |op: Op| matches!(op, Op::Store { slot: stored, .. } if stored == slot);
            if code.instructions.iter().any(|one| is_store(one.op)) {
                return None;
            }
            let mut at = u16::from(!method.is_static());
            for of in bytecode::parameter_types(&method.descriptor) {
                if at == slot && of.dimensions == 0 {
                    return FINAL_CLASSES
                        .into_iter()
                        .find(|known| **known == *of.element);
                }
                let is_wide = of.dimensions == 0 && matches!(of.element, "long" | "double");
                at = at.checked_add(1 + u16::from(is_wide))?;
            }
            None
        }
        _ => None,
    }
}

/// How the value that an instruction leaves was created. Looks through locals that are assigned once.
fn made(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    values: &Values,
    found: &[Site],
    producer: u32,
    names: &mut Interner,
) -> Option<ValueOrigin> {
    let mut producer = producer;
    // A local may be a copy of another one; this limits the steps.
    for _ in 0..4 {
        match code.instructions.get(producer as usize)?.op {
            Op::New { pool } => {
                let name: Cow<'_, str> = class.class(pool)?;
                return Some(ValueOrigin::New(names.intern(&name)));
            }
            Op::Invoke {
                kind: InvokeKind::Dynamic,
                ..
            } => {
                let site = found
                    .binary_search_by_key(&producer, |site| site.passed.instruction)
                    .ok()?;
                return found[site].lambda.clone().map(ValueOrigin::Lambda);
            }
            Op::Load { slot, .. } => producer = values.only_store(method, slot)?,
            Op::GetField { pool } | Op::GetStatic { pool } => {
                let member = class.member(pool)?;
                return is_object(&member.descriptor()).then(|| ValueOrigin::Field {
                    class: names.intern(&member.class()),
                    name: names.intern(&member.name()),
                });
            }
            Op::Invoke { pool, .. } => {
                let member = class.member(pool)?;
                let descriptor = member.descriptor();
                let (_, result) = descriptor.split_once(')')?;
                return is_object(result).then(|| ValueOrigin::Result {
                    class: names.intern(&member.class()),
                    name: names.intern(&member.name()),
                    descriptor: names.intern(&descriptor),
                });
            }
            _ => return None,
        }
    }
    None
}
