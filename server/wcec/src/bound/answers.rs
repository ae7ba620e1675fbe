//! Whether a call answers as it would have answered when the method began.

use super::Bounds;
use super::deep::called_methods::{Called, called};
use super::state::Answer;
use crate::returned::Returned;
use crate::side_effects::{
    ALL_ELEMENTS, CALLEE, Effects, answers_differently, element_mark, is_harmless,
};
use crate::values::{Node, Values};
use bytecode::{Code, Op, parameter_types};
use std::borrow::Cow;

/// At most this many methods are examined for what a call may read.
const MAX_READ: usize = 16;

/// What the code of a method may read.
enum Reads<'a> {
    /// Fields by name, and elements of arrays by their marks.
    Only(Vec<Cow<'a, str>>),
    Anything,
}

/// Final classes of the JDK whose methods run no code of the program for arguments of these same types.
const CLOSED: [&str; 14] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
];

/// True for a call that runs nothing but code of the JDK: its receiver and its arguments can have no code of the program.
fn runs_no_other_code(called: &Called<'_>) -> bool {
    let is_closed = |class: &str| !class.contains('/') || CLOSED.contains(&class);
    let asks_array = called.class == "java/lang/reflect/Array" && called.name == "getLength";
    asks_array
        || !answers_differently(&called.class, &called.name)
            && CLOSED.contains(&&*called.class)
            && parameter_types(&called.descriptor).all(|of| is_closed(of.element))
}

impl<'a> Bounds<'a> {
    /// Whether a call still answers as when the method began, as far as this method, and what it calls in its class, may have
    /// written something. Other callees are not examined.
    pub(super) fn answer(&mut self, values: &Values<'_>, at: u32) -> Answer {
        if let Some(known) = self.answers.get(&at) {
            return *known;
        }
        let answer = called(self.input, at).map_or(Answer::Changed, |called| {
            self.answer_of_call(values, at, &called)
        });
        self.answers.insert(at, answer);
        answer
    }

    /// True for a call that answers the same each time unless an unknown callee changes something: its code only reads what
    /// nothing writes before.
    pub(super) fn answers_alike(&mut self, values: &Values<'_>, at: u32) -> bool {
        let follows = values.outcome(at).is_some_and(|outcome| {
            let returned = outcome.returned.as_ref();
            returned.is_some_and(Returned::is_known_from_arguments)
        });
        match self.answer(values, at) {
            Answer::Kept => follows || matches!(self.reads(at), Reads::Only(_)),
            Answer::Assumed => follows,
            Answer::Changed => false,
        }
    }

    fn answer_of_call(&mut self, values: &Values<'_>, at: u32, called: &Called<'_>) -> Answer {
        let is_of_other_class = *called.class != *self.input.class.name;
        let reads = if is_of_other_class && runs_no_other_code(called) {
            // It reads no fields of the program, but perhaps the array that it gets.
            let arrays = called.descriptor.contains('[').then_some(ALL_ELEMENTS);
            let arrays = arrays.into_iter().flatten().map(Cow::Borrowed);
            Reads::Only(arrays.collect())
        } else {
            if self.changes_something(at) {
                return Answer::Changed;
            }
            let reads = self.reads(at);
            if matches!(reads, Reads::Anything)
                && self.runs_own_method(at)
                && self.is_asked_before(at)
            {
                // The time, or a random number, is another one each time.
                return self.answer_from_anything(values, called, at).assumed();
            }
            reads
        };
        match reads {
            Reads::Only(names) => {
                let is_kept = names.iter().all(|name| self.is_unwritten_before(name, at));
                if is_kept {
                    Answer::Kept
                } else {
                    Answer::Changed
                }
            }
            Reads::Anything => self.answer_from_anything(values, called, at),
        }
    }

    fn answer_from_anything(
        &mut self,
        values: &Values<'_>,
        called: &Called<'_>,
        at: u32,
    ) -> Answer {
        let mut names: Vec<String> = self
            .written()
            .iter()
            .map(|(_, name)| name.to_string())
            .collect();
        names.retain(|name| !name.starts_with(CALLEE));
        names.sort_unstable();
        names.dedup();
        let mut answer = Answer::Kept;
        for name in names {
            if self.is_unwritten_before(&name, at) {
                continue;
            }
            if ALL_ELEMENTS.contains(&&*name) {
                if self.fills_only_new_arrays(values, &name) {
                    continue;
                }
            } else if self.may_be_read_by(&name, &called.class, &called.name) {
                return Answer::Changed;
            }
            answer = Answer::Assumed;
        }
        answer
    }

    /// True for a call that can only run one method of this class.
    pub(super) fn runs_own_method(&self, at: u32) -> bool {
        let call = self.input.code.instructions.get(at as usize);
        call.is_some_and(|call| match call.op {
            Op::Invoke { kind, pool } => Effects::new(self.input.class).body(kind, pool).is_some(),
            _ => false,
        })
    }

    /// True if the same method may be called before.
    fn is_asked_before(&mut self, at: u32) -> bool {
        let code = self.input.code;
        let op = |at: u32| code.instructions.get(at as usize).map(|call| call.op);
        let Some(Op::Invoke { pool, .. }) = op(at) else {
            return true;
        };
        (0..code.instructions.len() as u32).any(|other| {
            matches!(op(other), Some(Op::Invoke { pool: of, .. }) if of == pool)
                && self.may_precede(other, at)
        })
    }

    /// True for a call of a method of this class that writes a field or an element.
    pub(super) fn changes_something(&self, at: u32) -> bool {
        let written = self.written();
        let from = written.partition_point(|(instruction, _)| *instruction < at);
        let mut of_call =
            (written[from..].iter()).take_while(|(instruction, _)| *instruction == at);
        of_call.any(|(_, name)| !name.starts_with(CALLEE))
    }

    /// What the method reads that a call runs, if that can only be one method of this class.
    fn reads(&self, at: u32) -> Reads<'a> {
        let class = self.input.class;
        let effects = Effects::new(class);
        let mut names = Vec::new();
        let mut seen: Vec<*const Code> = Vec::new();
        let call = self.input.code.instructions.get(at as usize);
        let Some(Op::Invoke { kind, pool }) = call.map(|call| call.op) else {
            return Reads::Anything;
        };
        let mut pending = vec![(kind, pool)];
        while let Some((kind, pool)) = pending.pop() {
            let Some((_, code)) = effects.body(kind, pool) else {
                let member = class.member(pool);
                let is_harmless = member.is_some_and(|member| {
                    is_harmless(&member.class(), &member.name(), &member.descriptor())
                        && !answers_differently(&member.class(), &member.name())
                });
                if is_harmless {
                    continue;
                }
                return Reads::Anything;
            };
            let this: *const Code = code;
            if seen.contains(&this) {
                continue;
            }
            if seen.len() >= MAX_READ {
                return Reads::Anything;
            }
            seen.push(this);
            for instruction in &code.instructions {
                match instruction.op {
                    Op::GetField { pool } | Op::GetStatic { pool } => {
                        names.extend(class.member(pool).map(|member| member.name()));
                    }
                    Op::ArrayLoad(element) => names.push(Cow::Borrowed(element_mark(element))),
                    Op::Invoke { kind, pool } => pending.push((kind, pool)),
                    _ => {}
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        Reads::Only(names)
    }

    /// True if each store to arrays of this kind is to one that this method allocates.
    pub(super) fn fills_only_new_arrays(&self, values: &Values<'_>, mark: &str) -> bool {
        let written = self.written().iter();
        let mut stores = written.filter(|(_, name)| name == mark);
        stores.all(|(at, _)| {
            let array = values.accessed(*at).map(|(array, _)| values.node(array));
            matches!(array, Some(Node::Allocated { .. }))
        })
    }

    /// False for fields of this class that code of another class should not see: that class has no way to name them, and
    /// this class has no method of this name.
    pub(super) fn may_be_read_by(&self, field: &str, class: &str, method: &str) -> bool {
        let own = self.input.class;
        let outermost = |name: &str| name.split('$').next().map(str::to_owned);
        let is_of_file = |name: &str| outermost(name) == outermost(&own.name);
        // The code of a method that the class inherits is in another file.
        let is_inherited = || {
            let above = own.super_name.as_deref();
            *class == *own.name && above.is_some_and(|above| !is_of_file(above))
        };
        own.methods.iter().any(|known| *known.name == *method)
            || is_of_file(class) && !is_inherited()
            || (own.methods.iter())
                .filter_map(|method| method.code.as_ref())
                .flat_map(|code| &code.instructions)
                .any(|instruction| {
                    let (Op::PutField { pool } | Op::PutStatic { pool }) = instruction.op else {
                        return false;
                    };
                    let member = own.member(pool);
                    member
                        .is_none_or(|member| *member.name() == *field && member.class() != own.name)
                })
    }
}
