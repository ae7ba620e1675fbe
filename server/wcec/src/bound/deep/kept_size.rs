//! Whether an object keeps its size, whoever has a reference to it.

use super::super::Bounds;
use super::Scope;
use super::called_methods::{Called, called};
use crate::side_effects::is_harmless;
use crate::values::{Id, Node, Values};
use bytecode::{ArrayElement, DataType, Descriptor, Op};

/// How deep joins and views are followed.
const MAX_DEPTH: u32 = 6;

/// Classes of texts that no other class extends.
const TEXTS: [&str; 3] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
];

/// Types of texts that other objects may have too.
const TYPES_OF_TEXTS: [&str; 4] = [
    "java/lang/Appendable",
    "java/lang/CharSequence",
    "java/lang/Comparable",
    "java/lang/Object",
];

/// Methods of the JDK that change a size although their names do not say so.
const RESIZES_TOO: [&str; 3] = ["repeat", "transfer", "tryTransfer"];

/// Methods of objects of the JDK that only read or keep their arguments.
const READS_ARGUMENTS: [&str; 18] = [
    "<init>",
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "append",
    "contains",
    "containsAll",
    "equals",
    "indexOf",
    "offer",
    "print",
    "println",
    "push",
    "put",
    "remove",
    "removeAll",
    "set",
];

impl Bounds<'_> {
    /// True if none of these calls changes the size of an object.
    pub(super) fn keeps_size_in_calls(
        &self,
        scope: Scope<'_>,
        object: Id,
        mut calls: impl Iterator<Item = u32>,
    ) -> bool {
        let values = scope.values;
        if self.is_text(values, object) {
            return true;
        }
        let is_private = self.is_private(values, object);
        !calls.any(|at| self.may_resize(values, (object, is_private), at))
    }

    /// Whether a call may change the size of an object; `is_private` says that nobody else has a reference to it.
    fn may_resize(&self, values: &Values<'_>, (object, is_private): (Id, bool), at: u32) -> bool {
        let Some(called) = called(self.input, at) else {
            return true;
        };
        let is_harmless = is_harmless(&called.class, &called.name, &called.descriptor);
        if is_harmless || !self.may_change_anything(at) {
            return false;
        }
        let passed = values.passed(at);
        let (receiver, others) =
            passed.split_at(usize::from(!passed.is_empty() && !self.is_static_call(at)));
        let runs_program = !called.is_of_jdk() || called.runs_program();
        let may_be_it = |id: &Id| self.may_be_same(values, (object, is_private), *id, 0);
        let is_passed = Descriptor::new(called.descriptor.as_bytes())
            .arguments()
            .zip(others)
            .any(|(of, id)| of == DataType::Reference && may_be_it(id));
        if is_passed
            && (runs_program || receiver.is_empty() || !READS_ARGUMENTS.contains(&&*called.name))
        {
            return true;
        }
        let is_receiver = receiver.iter().any(|receiver| {
            may_be_it(receiver)
                && !(called.name == "<init>" && *receiver == object)
                && (*receiver == object || !self.are_of_other_types(values, object, &called))
        });
        if is_receiver && called.is_of_jdk() {
            let resizes = !called.keeps_size() || RESIZES_TOO.contains(&&*called.name);
            return resizes || runs_program && !is_private;
        }
        is_receiver || runs_program && !is_private
    }

    /// True for a text that never changes.
    fn is_text(&self, values: &Values<'_>, id: Id) -> bool {
        let is_declared = match values.node(id) {
            Node::Entry(slot) => {
                let index = self.argument(slot).map(|(index, _)| index);
                let mut names = bytecode::parameter_types(&self.input.method.descriptor);
                let of = index.and_then(|index| names.nth(index));
                of.is_some_and(|of| of.to_string() == "java.lang.String")
            }
            _ => false,
        };
        is_declared
            || self
                .classes_of(values, id)
                .any(|class| class == "java/lang/String")
    }

    /// The classes whose methods are called on an object.
    fn classes_of<'b>(
        &'b self,
        values: &'b Values<'_>,
        id: Id,
    ) -> impl Iterator<Item = std::borrow::Cow<'b, str>> {
        self.calls()
            .filter(move |at| values.passed(*at).first() == Some(&id) && !self.is_static_call(*at))
            .filter_map(|at| called(self.input, at).map(|called| called.class))
    }

    /// True if the receiver of a call has a type that the object cannot have.
    fn are_of_other_types(&self, values: &Values<'_>, object: Id, called: &Called<'_>) -> bool {
        let is_other = |one: &str, two: &str| {
            TEXTS.contains(&one) && two != one && !TYPES_OF_TEXTS.contains(&two)
        };
        self.classes_of(values, object)
            .any(|class| is_other(&class, &called.class) || is_other(&called.class, &class))
    }

    /// True for an object that the method creates and keeps to itself.
    fn is_private(&self, values: &Values<'_>, object: Id) -> bool {
        let instructions = &self.input.code.instructions;
        let stores_references = || {
            let mut ops = instructions.iter().map(|instruction| instruction.op);
            ops.any(|op| op == Op::ArrayStore(ArrayElement::Reference))
        };
        let is_passed = |at: u32| {
            let others = usize::from(!self.is_static_call(at));
            let passed = values.passed(at).get(others..).unwrap_or_default();
            passed.contains(&object)
        };
        let is_of_program = |at: u32| {
            values.passed(at).first() == Some(&object)
                && called(self.input, at).is_none_or(|called| !called.is_of_jdk())
        };
        self.is_created(values, object)
            && !values.is_kept_elsewhere(object)
            && !stores_references()
            && !self.calls().any(|at| is_passed(at) || is_of_program(at))
    }

    /// True for an object that the method creates.
    fn is_created(&self, values: &Values<'_>, object: Id) -> bool {
        match values.node(object) {
            Node::Made { at, .. } => {
                let instruction = self.input.code.instructions.get(at as usize);
                instruction.is_some_and(|instruction| matches!(instruction.op, Op::New { .. }))
            }
            _ => false,
        }
    }

    /// Whether a value may be an object or a view of it.
    fn may_be_same(
        &self,
        values: &Values<'_>,
        (object, is_private): (Id, bool),
        other: Id,
        depth: u32,
    ) -> bool {
        if other == object || depth > MAX_DEPTH {
            return true;
        }
        let is_any = |ids: Vec<Id>| {
            let mut ids = ids.into_iter();
            ids.any(|id| self.may_be_same(values, (object, is_private), id, depth + 1))
        };
        match (values.node(object), values.node(other)) {
            (_, Node::Null | Node::Number(_)) => false,
            (Node::Join { .. }, _) if !self.is_created(values, other) => true,
            (Node::Join { .. }, _) => {
                let is_private = self.is_private(values, other);
                !is_private
                    || (values.joined(object).iter()).any(|(_, id)| {
                        self.may_be_same(values, (other, is_private), *id, depth + 1)
                    })
            }
            (_, Node::Join { .. }) => is_any(values.joined(other).iter().map(|of| of.1).collect()),
            _ if self.is_created(values, object) => match values.node(other) {
                Node::Entry(_) => false,
                Node::Called { at } => !is_private || is_any(values.passed(at).to_vec()),
                _ => !is_private && !self.is_created(values, other),
            },
            (Node::Entry(_), _) => !self.is_created(values, other),
            _ => !self.is_created(values, other) || !self.is_private(values, other),
        }
    }
}

impl Called<'_> {
    /// True for a method of the JDK that may run code of the program: a function that it gets, or one that it is.
    fn runs_program(&self) -> bool {
        let is_of_data = self.class.starts_with("java/util/")
            && !self.class.starts_with("java/util/function/")
            && self.class != "java/util/Comparator"
            || self.class.starts_with("java/io/Print")
            || TEXTS.contains(&&*self.class)
            || TYPES_OF_TEXTS.contains(&&*self.class)
            || matches!(
                &*self.class,
                "java/lang/Iterable"
                    | "java/lang/Boolean"
                    | "java/lang/Byte"
                    | "java/lang/Character"
                    | "java/lang/Double"
                    | "java/lang/Float"
                    | "java/lang/Integer"
                    | "java/lang/Long"
                    | "java/lang/Math"
                    | "java/lang/Short"
                    | "java/lang/System"
            );
        let functions = [
            "java/util/function/",
            "java/util/Comparator",
            "java/lang/Runnable",
        ];
        !is_of_data || functions.iter().any(|of| self.descriptor.contains(of))
    }
}
