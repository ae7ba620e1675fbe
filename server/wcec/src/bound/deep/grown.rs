//! The size of a collection or a text to which the method itself adds.

use super::super::Bounds;
use super::super::argument::longest_text;
use super::super::value::Side;
use super::called_methods::{Called, called};
use super::{Body, Scope, linear};
use crate::values::{Id, Node};
use bytecode::Op;
use cost::{Measure, Polynomial, SIZES, ValueRange};
use flow::Flow;
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
const READS_ARGUMENT: [&str; 11] = [
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

/// Constructors of collections that copy one.
const COPIES: [&str; 6] = [
    "(Ljava/util/Collection;)V",
    "(Ljava/util/EnumMap;)V",
    "(Ljava/util/Map;)V",
    "(Ljava/util/PriorityQueue;)V",
    "(Ljava/util/SortedMap;)V",
    "(Ljava/util/SortedSet;)V",
];

/// Constructors that create an empty object.
const MAKES_EMPTY: [&str; 4] = ["()V", "(I)V", "(IF)V", "(Ljava/util/Comparator;)V"];

/// Loops around a call are counted up to this depth.
const MAX_LOOPS: usize = 4;

/// Calls on the result of calls are followed up to this length. Beyond it, any value may be the object.
const LONGEST_CHAIN: usize = 1024;

/// When a size is asked for.
#[derive(Debug, Clone, Copy)]
enum Until {
    /// When the loop begins.
    Loop,
    /// When an instruction is reached.
    Reached(u32),
    /// The same, and what the object made room for counts as its size.
    OutOfRoom(u32),
}

impl Until {
    /// True for an instruction before it in the same block.
    fn is_after(self, at: u32, body: &Body, flow: &Flow) -> bool {
        match self {
            Self::Loop => false,
            Self::Reached(until) | Self::OutOfRoom(until) => {
                at < until && flow.block_of(at) == Some(body.header as usize)
            }
        }
    }

    const fn is_of_room(self) -> bool {
        matches!(self, Self::OutOfRoom(_))
    }
}

impl<'a> Bounds<'a> {
    /// The largest size when a loop begins: the original size plus what earlier calls add. `None` if anything else may add
    /// elements, or if it is unknown how often a call runs.
    pub(super) fn grown_size(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        asked: &str,
    ) -> Option<Polynomial> {
        self.grown(scope, object, asked, Until::Loop)
    }

    /// The same when a loop begins or when an instruction is executed.
    fn grown(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        asked: &str,
        until: Until,
    ) -> Option<Polynomial> {
        // What a call adds may depend on the size itself: `text.setLength(text.length() - 1)`.
        if !SIZES.contains(&asked) || self.fuel == 0 || self.is_growing {
            return None;
        }
        self.is_growing = true;
        let grown = self.grown_by_calls(scope, object, asked, until);
        self.is_growing = false;
        grown
    }

    fn grown_by_calls(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        asked: &str,
        until: Until,
    ) -> Option<Polynomial> {
        let values = scope.values;
        let made = match values.node(object) {
            Node::Made { at, .. } => Some(at),
            Node::Entry(_) => None,
            Node::Field { memory, .. } if values.node(memory) == Node::Untouched => None,
            _ => return None,
        };
        let is_same = |id: Id| self.is_of(scope, id, object);
        if made.is_some()
            && (values.is_kept_elsewhere(object)
                || values.keeps_other(object, is_same)
                || self.stores_objects())
        {
            return None;
        }
        let mut sum = self.size_at_first(scope, object, made, asked)?;
        let calls: Vec<u32> = self.calls().collect();
        for at in calls {
            let passed = values.passed(at).to_vec();
            let receiver = passed.first().filter(|_| !self.is_static_call(at));
            let is_receiver = receiver.is_some_and(|receiver| self.is_of(scope, *receiver, object));
            let arguments = passed.get(usize::from(is_receiver)..).unwrap_or_default();
            let is_argument = (arguments.iter()).any(|passed| self.is_of(scope, *passed, object));
            if !is_receiver && !is_argument {
                continue;
            }
            let called = called(self.input, at)?;
            if is_argument {
                // A method that takes it as a plain object keeps a reference to it.
                let is_read = called.class.starts_with("java/util/")
                    && (READS_ARGUMENT.contains(&&*called.name)
                        || called.name == "<init>" && COPIES.contains(&&*called.descriptor))
                    && !(called.class == "java/util/Collections" && called.name == "addAll");
                // If the method did not create the object, it does not know who else has a reference to it.
                if is_receiver || made.is_some() && !is_read {
                    return None;
                }
                continue;
            }
            let is_inside = (self.flow.block_of(at))
                .is_some_and(|block| scope.body.is_loop && scope.body.contains(block as u32));
            let counts = if is_builder(&called) {
                "length"
            } else {
                "size"
            };
            if asked != counts || called.class == "java/util/BitSet" {
                return None;
            }
            let given = match (&*called.name, &passed[..]) {
                ("ensureCapacity", [_, least]) if until.is_of_room() => {
                    self.not_negative(scope, *least)?
                }
                _ => self.given(scope, &called, &passed)?,
            };
            if given.as_constant() == Some(0.into()) {
                continue;
            }
            if is_inside {
                return None;
            }
            if self.is_before(scope.body, at) || until.is_after(at, scope.body, self.flow) {
                let times = self.times_called(scope, at, made)?.as_signed()?;
                sum = sum.checked_add(&given.checked_mul(&times)?)?;
            }
        }
        Some(sum)
    }

    /// The size of an object when a call passes it, if calls of the method on it change it before. It has no largest value if it
    /// is unknown by how much.
    pub(super) fn grown_when_passed(
        &mut self,
        scope: Scope<'_>,
        object: Id,
        asked: &str,
        until: u32,
    ) -> Option<ValueRange> {
        let mut changing = Vec::new();
        let calls: Vec<u32> = self.calls().collect();
        for at in calls {
            let receiver = scope.values.passed(at).first();
            let changes = at != until
                && !self.is_static_call(at)
                && receiver.is_some_and(|receiver| self.is_of(scope, *receiver, object))
                && called(self.input, at).is_some_and(|called| {
                    called.is_of_jdk() && called.name != "<init>" && !called.keeps_size()
                });
            if changes && self.may_precede(at, until) {
                changing.push(at);
            }
        }
        changing.first()?;
        let reached = Until::Reached(until);
        let are_counted = (changing.iter()).all(|at| {
            self.is_before(scope.body, *at) || reached.is_after(*at, scope.body, self.flow)
        });
        let upper = if are_counted {
            self.grown(scope, object, asked, reached)
        } else {
            None
        };
        Some(ValueRange { upper, lower: None })
    }

    /// The most characters in a text builder that the method created, or bytes in the array of that builder, when an
    /// instruction passes it.
    ///
    /// The JDK makes the array larger if the text does not fit: to twice its size and two characters more, or to what is
    /// needed. So it has room for at most twice the characters that the text has had, or for as many as at the beginning. A
    /// character takes one or two bytes.
    pub(super) fn built(
        &mut self,
        scope: Scope<'_>,
        passed: Id,
        at: u32,
        is_array: bool,
    ) -> Option<Polynomial> {
        let values = scope.values;
        let mut object = passed;
        for _ in 0..LONGEST_CHAIN {
            let Node::Called { at } = values.node(object) else {
                break;
            };
            if !called(self.input, at).is_some_and(|called| returns_itself(&called)) {
                return None;
            }
            object = *values.passed(at).first()?;
        }
        if !matches!(values.node(object), Node::Made { .. }) {
            return None;
        }
        let (at_first, constructor) = self.constructor_of(scope, object)?;
        if !is_array {
            return self.grown(scope, object, "length", Until::Reached(at));
        }
        let most = self.grown(scope, object, "length", Until::OutOfRoom(at))?;
        let room = match (&*constructor.descriptor, &at_first[..]) {
            ("()V", _) => Polynomial::constant(16),
            ("(I)V", [_, room]) => self.not_negative(scope, *room)?,
            ("(Ljava/lang/String;)V", [_, text]) => {
                (self.length_of_appended(scope, *text)?).checked_add(&Polynomial::constant(16))?
            }
            _ => return None,
        };
        let grown = most.checked_scale(4.into())?;
        grown.checked_add(&room.checked_scale(2.into())?)
    }

    /// What the constructor of a text builder gets, and that constructor.
    fn constructor_of(&self, scope: Scope<'_>, object: Id) -> Option<(Vec<Id>, Called<'a>)> {
        let mut made = self.calls().filter_map(|at| {
            let passed = scope.values.passed(at);
            let called = called(self.input, at)?;
            let is_it = passed.first() == Some(&object) && called.name == "<init>";
            (is_it && is_builder(&called)).then(|| (passed.to_vec(), called))
        });
        made.next()
    }

    /// The largest value of a number, or 0.
    fn not_negative(&mut self, scope: Scope<'_>, id: Id) -> Option<Polynomial> {
        let amount = self.amount_of(scope, id, Side::Upper, 0)?;
        Polynomial::signed_ceiling(&amount.value, 1)
    }

    /// True if a value is an object, or the same text builder returned by its own methods.
    fn is_of(&self, scope: Scope<'_>, mut id: Id, object: Id) -> bool {
        let values = scope.values;
        for _ in 0..LONGEST_CHAIN {
            if self.is_same_object(values, id, object) {
                return true;
            }
            let Node::Called { at } = values.node(id) else {
                return false;
            };
            let is_itself = called(self.input, at).is_some_and(|called| returns_itself(&called));
            match values.passed(at).first() {
                Some(receiver) if is_itself => id = *receiver,
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
        // A builder has a capacity, too.
        if self.constructor_of(scope, object).is_some() && asked != "length" {
            return None;
        }
        if let Some((passed, constructor)) = self.constructor_of(scope, object)
            && constructor.descriptor == "(Ljava/lang/String;)V"
        {
            return self.length_of_appended(scope, *passed.get(1)?);
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
                ("append", [_, text]) if called.descriptor.starts_with("([C)") => {
                    let length = self.array_length(scope, *text, Side::Upper, 0)?;
                    Some(length.value)
                }
                ("append", [_, _, _, length]) if called.descriptor.starts_with("([CII)") => {
                    self.not_negative(scope, *length)
                }
                ("append", [_, _]) => number(longest_text(&called.descriptor)?),
                ("appendCodePoint", _) => number(2),
                ("setLength", [text, length]) if self.is_old_length(scope, *length, *text) => {
                    number(0)
                }
                ("setLength", [_, length]) => self.not_negative(scope, *length),
                ("insert", _) if called.descriptor.starts_with("(IC)") => number(1),
                ("insert", [_, _, text])
                    if called.descriptor.starts_with("(ILjava/lang/String;)") =>
                {
                    self.length_of_appended(scope, *text)
                }
                (
                    "<init>" | "charAt" | "delete" | "deleteCharAt" | "indexOf" | "lastIndexOf"
                    | "length" | "isEmpty" | "reverse" | "setCharAt" | "toString" | "substring"
                    | "equals" | "hashCode" | "capacity" | "ensureCapacity" | "trimToSize",
                    _,
                ) => number(0),
                _ => None,
            };
        }
        if !called.class.starts_with("java/util/") {
            return None;
        }
        match (&*called.name, passed) {
            // A view through which one can add, and an iterator that can add.
            ("keySet" | "entrySet" | "values", [_, _, ..]) => None,
            ("iterator", _) if self.casts_to_list_iterator() => None,
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

    /// True for a length that the same text builder has had, or a smaller one.
    fn is_old_length(&self, scope: Scope<'_>, length: Id, text: Id) -> bool {
        let length = linear(scope.values, length, 0);
        let parts = length
            .as_ref()
            .map(|length| (length.constant, &length.terms[..]));
        let Some((..=0, [(asked, 1)])) = parts else {
            return false;
        };
        let Node::Called { at } = scope.values.node(*asked) else {
            return false;
        };
        let is_length = called(self.input, at)
            .is_some_and(|called| is_builder(&called) && called.name == "length");
        is_length && scope.values.passed(at) == [text]
    }

    fn casts_to_list_iterator(&self) -> bool {
        let mut all = self.input.code.instructions.iter();
        all.any(|instruction| match instruction.op {
            Op::CheckCast { pool } => {
                self.input.class.class(pool).as_deref() == Some("java/util/ListIterator")
            }
            _ => false,
        })
    }

    /// The length of an appended text.
    fn length_of_appended(&mut self, scope: Scope<'_>, text: Id) -> Option<Polynomial> {
        if let Some(lengths) = self.lengths_of_literals(scope.values, text) {
            return Some(Polynomial::constant(i64::from(lengths.most)));
        }
        let path = self.path(scope.values, text, 0)?;
        path.place()?;
        // A null text is appended as "null".
        let name = Self::asked(&path, "length");
        let changes = path.is_held();
        let length = self.asked_of(
            scope,
            &path,
            &name,
            Measure::TextLength,
            changes,
            Side::Upper,
        )?;
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
pub(super) fn is_builder(called: &Called<'_>) -> bool {
    matches!(
        &*called.class,
        "java/lang/StringBuilder" | "java/lang/StringBuffer"
    )
}

/// True for a method of a text builder that returns the builder.
fn returns_itself(called: &Called<'_>) -> bool {
    let (_, result) = called.descriptor.rsplit_once(')').unwrap_or_default();
    is_builder(called)
        && result.strip_prefix('L').and_then(|of| of.strip_suffix(';')) == Some(&*called.class)
}
