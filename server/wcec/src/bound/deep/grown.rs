//! The size of a collection or a text to which the method itself adds.

use super::super::Bounds;
use super::super::value::Side;
use super::Scope;
use super::called_methods::{Called, called};
use crate::values::{Id, Node};
use bytecode::{Constant, Op};
use cost::{Measure, Polynomial, SIZES};
use std::sync::Arc;

/// Methods of `java.util` that add at most one element to a collection.
const GIVES_ONE: [&str; 15] = [
    "add",
    "addElement",
    "addFirst",
    "addLast",
    "compute",
    "computeIfAbsent",
    "merge",
    "offer",
    "offerFirst",
    "offerLast",
    "push",
    "put",
    "putFirst",
    "putIfAbsent",
    "putLast",
];

/// Methods of `java.util` that add nothing to a collection, and whose result cannot be used to do so.
const GIVES_NOTHING: [&str; 59] = [
    "<init>",
    "ceiling",
    "ceilingKey",
    "clear",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "element",
    "elementAt",
    "ensureCapacity",
    "entrySet",
    "equals",
    "first",
    "firstElement",
    "firstKey",
    "floor",
    "floorKey",
    "forEach",
    "get",
    "getFirst",
    "getLast",
    "getOrDefault",
    "hashCode",
    "higher",
    "higherKey",
    "indexOf",
    "isEmpty",
    "iterator",
    "keySet",
    "last",
    "lastElement",
    "lastIndexOf",
    "lastKey",
    "lower",
    "lowerKey",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollFirstEntry",
    "pollLast",
    "pollLastEntry",
    "pop",
    "remove",
    "removeAll",
    "removeFirst",
    "removeIf",
    "removeLast",
    "replaceAll",
    "retainAll",
    "set",
    "size",
    "sort",
    "stream",
    "toArray",
    "toString",
    "values",
];

/// Methods that take a collection and keep its size: copies, and methods of `java.util.Collections`.
const READS_ARGUMENT: [&str; 12] = [
    "<init>",
    "addAll",
    "containsAll",
    "copyOf",
    "equals",
    "max",
    "min",
    "putAll",
    "removeAll",
    "reverse",
    "shuffle",
    "sort",
];

/// Constructors that create an empty object.
const MAKES_EMPTY: [&str; 4] = ["()V", "(I)V", "(IF)V", "(Ljava/util/Comparator;)V"];

/// Loops around a call are counted up to this depth.
const MAX_LOOPS: usize = 4;

impl Bounds<'_> {
    /// The largest size when a loop begins: the original size plus what earlier calls add. `None` if anything else may add
    /// elements, or if it is unknown how often a call runs.
    pub(super) fn grown_size(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        asked: &str,
    ) -> Option<Polynomial> {
        if !SIZES.contains(&asked) || self.fuel == 0 {
            return None;
        }
        let values = scope.values;
        let made = match values.node(object) {
            Node::Made { at, .. } => Some(at),
            Node::Entry(_) => None,
            Node::Field { memory, .. } if values.node(memory) == Node::Untouched => None,
            _ => return None,
        };
        if made.is_some() && (values.is_kept_elsewhere(object) || self.stores_objects()) {
            return None;
        }
        let mut sum = self.size_at_first(scope, object, made, asked)?;
        let calls: Vec<u32> = self.calls().collect();
        for at in calls {
            let passed = values.passed(at).to_vec();
            let receiver = passed.first().filter(|_| !self.is_static_call(at));
            let is_receiver = receiver.is_some_and(|receiver| self.is_of(scope, *receiver, object));
            let arguments = passed.get(usize::from(is_receiver)..).unwrap_or_default();
            if !is_receiver && !arguments.contains(&object) {
                continue;
            }
            let called = called(self.input, at)?;
            if arguments.contains(&object) {
                // A method that takes it as a plain object keeps a reference to it.
                let is_read = called.class.starts_with("java/util/")
                    && READS_ARGUMENT.contains(&&*called.name)
                    && (called.name != "<init>" || !called.descriptor.contains("Object;"))
                    && !(called.class == "java/util/Collections" && called.name == "addAll");
                // If the method did not create the object, it does not know who else has a reference to it.
                if is_receiver || made.is_some() && !is_read {
                    return None;
                }
                continue;
            }
            let is_inside = (self.flow.block_of(at))
                .is_some_and(|block| scope.body.is_loop && scope.body.contains(block as u32));
            if !is_builder(&called) && (asked != "size" || called.class == "java/util/BitSet") {
                return None;
            }
            let given = self.given(scope, &called, &passed)?;
            if given.as_constant() == Some(0.into()) {
                continue;
            }
            if is_inside {
                return None;
            }
            if self.is_before(scope.body, at) {
                let times = self.times_called(scope, at, made)?;
                sum = sum.checked_add(&given.checked_mul(&times)?)?;
            }
        }
        Some(sum)
    }

    /// True if a value is an object, or the same text builder returned by its own methods.
    fn is_of(&self, scope: Scope<'_>, mut id: Id, object: Id) -> bool {
        let values = scope.values;
        for _ in 0..16 {
            if self.is_same_object(values, id, object) {
                return true;
            }
            let Node::Called { at } = values.node(id) else {
                return false;
            };
            let is_builder = called(self.input, at).is_some_and(|called| is_builder(&called));
            match values.passed(at).first() {
                Some(receiver) if is_builder => id = *receiver,
                _ => return false,
            }
        }
        true
    }

    /// The size when the method began, or when it created the object.
    fn size_at_first(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        made: Option<u32>,
        asked: &str,
    ) -> Option<Polynomial> {
        if made.is_none() {
            let path = self.path(scope.values, object, 0)?;
            path.place()?;
            let name = Self::asked(&path, asked);
            let measure = Measure::Result(Arc::from(asked));
            let amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
            return Some(amount.value);
        }
        let makes = |at: &u32| {
            scope.values.passed(*at).first() == Some(&object)
                && called(self.input, *at).is_some_and(|called| {
                    let is_known = called.class.starts_with("java/util/") || is_builder(&called);
                    called.name == "<init>"
                        && is_known
                        && MAKES_EMPTY.contains(&&*called.descriptor)
                })
        };
        self.calls().any(|at| makes(&at)).then(Polynomial::default)
    }

    /// The most that a call adds to its receiver.
    fn given(
        &mut self,
        scope: Scope<'_>,
        called: &Called<'_>,
        passed: &[Id],
    ) -> Option<Polynomial> {
        let number = |number: i64| Some(Polynomial::constant(number));
        if is_builder(called) {
            return match (&*called.name, passed) {
                ("append", [_, text]) if called.descriptor.starts_with("(Ljava/lang/String;)") => {
                    self.length_of_appended(scope, *text)
                }
                ("append", _) if called.descriptor.starts_with("(C)") => number(1),
                ("append", _) if called.descriptor.starts_with("(I)") => number(11),
                ("append", _) if called.descriptor.starts_with("(J)") => number(20),
                ("append", _) if called.descriptor.starts_with("(Z)") => number(5),
                ("insert", _) if called.descriptor.starts_with("(IC)") => number(1),
                (
                    "<init>" | "charAt" | "delete" | "deleteCharAt" | "indexOf" | "lastIndexOf"
                    | "length" | "isEmpty" | "reverse" | "setCharAt" | "toString" | "substring"
                    | "equals" | "hashCode" | "capacity" | "ensureCapacity",
                    _,
                ) => number(0),
                _ => None,
            };
        }
        if !called.class.starts_with("java/util/") {
            return None;
        }
        match (&*called.name, passed) {
            (name, _) if GIVES_ONE.contains(&name) => number(1),
            (name, _) if GIVES_NOTHING.contains(&name) => number(0),
            ("addAll" | "putAll", [_, other]) => {
                let path = self.path(scope.values, *other, 0)?;
                path.place()?;
                if !self.keeps_size(scope, *other, true) {
                    return None;
                }
                let name = Self::asked(&path, "size");
                let measure = Measure::Result(Arc::from("size"));
                let amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
                Some(amount.value)
            }
            _ => None,
        }
    }

    /// The length of an appended text.
    fn length_of_appended(&mut self, scope: Scope<'_>, text: Id) -> Option<Polynomial> {
        if let Node::Made { at, .. } = scope.values.node(text)
            && let Some(instruction) = self.input.code.instructions.get(at as usize)
            && let Op::Push(Constant::Text { length, .. }) = instruction.op
        {
            return Some(Polynomial::constant(i64::from(length)));
        }
        let path = self.path(scope.values, text, 0)?;
        path.place()?;
        // A null text is appended as "null".
        let name = Self::asked(&path, "length");
        let length = self.asked_of(scope, &path, &name, Measure::TextLength, false, Side::Upper)?;
        Polynomial::extreme(true, [length.value, Polynomial::constant(4)])
    }

    /// The most times a call runs: since the method began, or each time since the object was created.
    fn times_called(&self, scope: Scope<'_>, at: u32, made: Option<u32>) -> Option<Polynomial> {
        let values = scope.values;
        let block = self.flow.block_of(at)? as u32;
        let made = match made {
            Some(made) => Some(self.flow.block_of(made)? as u32),
            None => None,
        };
        let mut times = Polynomial::constant(1);
        let mut loops = 0;
        for header in 0..self.flow.len() as u32 {
            let blocks = self.natural_loop(values, header);
            let contains = |block: u32| blocks.binary_search(&block).is_ok();
            if !contains(block) || made.is_some_and(contains) {
                continue;
            }
            loops += 1;
            let around = (self.around.iter()).find(|body| body.header == header);
            let ended = self.ended.iter().find(|ended| ended.body.header == header);
            let passes = around.and_then(|body| body.passes.as_ref());
            let passes = passes.or_else(|| ended?.body.passes.as_ref())?;
            // Its header block runs once more, for the test that ends it.
            let more = Polynomial::constant(i64::from(block == header));
            times = times.checked_mul(&passes.checked_add(&more)?)?;
        }
        (loops <= MAX_LOOPS).then_some(times)
    }

    /// True if the method stores objects in arrays.
    fn stores_objects(&self) -> bool {
        let mut all = self.input.code.instructions.iter();
        all.any(|instruction| {
            matches!(
                instruction.op,
                Op::ArrayStore(bytecode::ArrayElement::Reference)
            )
        })
    }
}

/// True for a method of a text builder.
fn is_builder(called: &Called<'_>) -> bool {
    matches!(
        &*called.class,
        "java/lang/StringBuilder" | "java/lang/StringBuffer"
    )
}
