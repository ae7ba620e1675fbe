//! Conclusions from the names of called methods.

use crate::method::MethodInput;
use bytecode::{ClassFile, Op};
use cost::SIZES;
use std::borrow::Cow;

/// The target of a call.
#[derive(Debug)]
pub(in crate::bound) struct Called<'a> {
    pub(in crate::bound) class: Cow<'a, str>,
    pub(in crate::bound) name: Cow<'a, str>,
    pub(in crate::bound) descriptor: Cow<'a, str>,
}

/// The target of the call at an instruction.
pub(in crate::bound) fn called<'a>(input: &MethodInput<'a>, at: u32) -> Option<Called<'a>> {
    let Op::Invoke { pool, .. } = input.code.instructions.get(at as usize)?.op else {
        return None;
    };
    let class: &'a ClassFile<'_> = input.class;
    let member = class.member(pool)?;
    Some(Called {
        class: member.class(),
        name: member.name(),
        descriptor: member.descriptor(),
    })
}

/// The index in the constant pool of the field that an instruction reads.
pub(in crate::bound) fn field_read(input: &MethodInput<'_>, at: u32) -> Option<u16> {
    match input.code.instructions.get(at as usize)?.op {
        Op::GetField { pool } | Op::GetStatic { pool } => Some(pool),
        _ => None,
    }
}

/// Prefixes of methods that change their receiver, or that return something different each time.
const CHANGES: [&str; 62] = [
    "accept",
    "acquire",
    "add",
    "advance",
    "append",
    "await",
    "build",
    "cas",
    "clear",
    "close",
    "compareAnd",
    "compute",
    "consume",
    "copy",
    "create",
    "decrement",
    "delete",
    "dequeue",
    "drain",
    "enqueue",
    "ensure",
    "exchange",
    "find",
    "flush",
    "getAnd",
    "grow",
    "increment",
    "insert",
    "iterator",
    "listIterator",
    "load",
    "make",
    "merge",
    "move",
    "new",
    "next",
    "nextElement",
    "offer",
    "open",
    "parse",
    "poll",
    "pop",
    "previous",
    "pull",
    "push",
    "put",
    "read",
    "receive",
    "remove",
    "replace",
    "reset",
    "resize",
    "retain",
    "set",
    "shift",
    "skip",
    "spliterator",
    "swap",
    "take",
    "trim",
    "update",
    "write",
];

/// True for a method whose name says that it changes its receiver, or returns something different each time.
pub(super) fn changes(name: &str) -> bool {
    CHANGES.iter().any(|verb| {
        let rest = name.strip_prefix(verb);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    })
}

/// Methods that remove one element from a queue, a stack or a list.
pub(super) const TAKES_ELEMENT: [&str; 13] = [
    "poll",
    "pollFirst",
    "pollLast",
    "pollFirstEntry",
    "pollLastEntry",
    "pop",
    "remove",
    "removeFirst",
    "removeLast",
    "take",
    "takeFirst",
    "takeLast",
    "dequeue",
];

/// Classes whose elements cannot be taken before their time: an object of one of these has elements and gives none.
const MAKES_WAIT: [&str; 3] = [
    "java/util/concurrent/BlockingQueue",
    "java/util/concurrent/DelayQueue",
    "java/util/concurrent/TransferQueue",
];

/// Methods that advance to the next part of something finite: a stream, a spliterator, a text in parts.
pub(super) const GOES_ON: [&str; 12] = [
    "read",
    "readLine",
    "readByte",
    "readChar",
    "nextToken",
    "getNextEntry",
    "getNextJarEntry",
    "tryAdvance",
    "find",
    "nextElement",
    "next",
    "advance",
];

/// Methods of iterators that do not change how many elements are left.
pub(super) const KEEPS_REST: [&str; 10] = [
    "hasNext",
    "hasMoreElements",
    "hasMoreTokens",
    "hasPrevious",
    "countTokens",
    "nextIndex",
    "previousIndex",
    "remove",
    "set",
    "<init>",
];

/// Methods that take the next element of an iterator or a scanner. `nextIndex` only looks at it.
const TAKES_NEXT: [&str; 15] = [
    "advance",
    "next",
    "nextBigDecimal",
    "nextBigInteger",
    "nextBoolean",
    "nextByte",
    "nextChar",
    "nextDouble",
    "nextElement",
    "nextFloat",
    "nextInt",
    "nextLine",
    "nextLong",
    "nextShort",
    "nextToken",
];

/// True for a method that takes an element from an iterator in the direction of `next`, the name of its usual method.
pub(super) fn takes_from_iterator(name: &str, next: &str) -> bool {
    name == next || next == "next" && TAKES_NEXT.contains(&name)
}

/// True for a method that takes something from its receiver.
pub(super) fn takes(name: &str) -> bool {
    TAKES_ELEMENT.contains(&name) || GOES_ON.contains(&name)
}

/// Methods of collections and iterators that keep the size, although their names suggest otherwise.
const KEEPS_SIZE: [&str; 9] = [
    "find",
    "findFirst",
    "iterator",
    "listIterator",
    "next",
    "nextElement",
    "previous",
    "set",
    "spliterator",
];

/// Methods of a bit set that do not change it.
const KEEPS_BITS: [&str; 11] = [
    "cardinality",
    "equals",
    "get",
    "intersects",
    "isEmpty",
    "length",
    "nextClearBit",
    "nextSetBit",
    "previousClearBit",
    "previousSetBit",
    "size",
];

impl Called<'_> {
    /// True if, by the method's name, its receiver keeps its size.
    pub(super) fn keeps_size(&self) -> bool {
        let name = &*self.name;
        if self.class == "java/util/BitSet" {
            return KEEPS_BITS.contains(&name);
        }
        KEEPS_SIZE.contains(&name) || !changes(name)
    }

    /// True for a method that, by its name, sets something else than what another method answers: `setOrdinate` leaves
    /// `getDimension` as it was.
    pub(super) fn sets_other(&self, asked: &str) -> bool {
        let property = |name: &str, verbs: &[&str]| {
            let mut rests = verbs.iter().filter_map(|verb| name.strip_prefix(verb));
            let rest =
                rests.find(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()));
            rest.map(str::to_ascii_lowercase)
        };
        let set = property(&self.name, &["set"]);
        let asked = property(asked, &["get", "is", "has"]).unwrap_or_else(|| asked.to_owned());
        set.is_some_and(|set| !set.contains(&asked) && !asked.contains(&set))
    }

    /// True for a method that takes an element whenever there is one, if it does what its name says. `remove(object)` may find
    /// nothing.
    pub(super) fn takes_element(&self) -> bool {
        let by_index = self.name == "remove" && self.descriptor.starts_with("(I)");
        TAKES_ELEMENT.contains(&&*self.name)
            && (self.descriptor.starts_with("()") || by_index)
            && !MAKES_WAIT.contains(&&*self.class)
    }

    /// True for a method of the JDK, which does what its name says.
    pub(super) fn is_of_jdk(&self) -> bool {
        self.class.starts_with("java/") || self.class.starts_with("javax/")
    }

    /// True if it has no parameters and returns an int or a long.
    pub(super) fn is_number(&self) -> bool {
        matches!(&*self.descriptor, "()I" | "()J")
    }

    /// True for the size that `isEmpty` and the indices of an object go by. The capacity and the limit of a buffer are other
    /// numbers, and so is the size of a bit set.
    pub(super) fn is_extent(&self) -> bool {
        let is_extent = match &*self.name {
            "length" => true,
            "size" => self.class != "java/util/BitSet",
            _ => false,
        };
        is_extent && self.is_number()
    }

    /// True for a size in the JDK, whose documentation says that it is at least 0. In other classes a name proves nothing.
    pub(in crate::bound) fn is_size_of_jdk(&self) -> bool {
        self.class.starts_with("java/") && SIZES.contains(&&*self.name) && self.is_number()
    }
}
