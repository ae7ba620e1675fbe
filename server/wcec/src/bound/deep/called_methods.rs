//! What the names of called methods tell.

use crate::method::MethodInput;
use bytecode::{ClassFile, Op};
use std::borrow::Cow;

/// The method that a call calls.
#[derive(Debug)]
pub(super) struct Called<'a> {
    pub(super) class: Cow<'a, str>,
    pub(super) name: Cow<'a, str>,
    pub(super) descriptor: Cow<'a, str>,
}

/// What the call at an instruction calls.
pub(super) fn called<'a>(input: &MethodInput<'a>, at: u32) -> Option<Called<'a>> {
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

/// How the names of methods begin that change their receiver, or return something else each time.
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

/// True for a method whose name says that it changes what it is called on, or that it answers differently each time.
pub(super) fn changes(name: &str) -> bool {
    CHANGES.iter().any(|verb| {
        let rest = name.strip_prefix(verb);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    })
}

/// Methods that take one element of a queue, a stack or a list, which has one less then.
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

/// Methods that go on to the next part of something that ends: a stream, a spliterator, a text that is taken apart.
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

/// Methods of iterators that leave how many elements there are to come.
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
const TAKES_NEXT: [&str; 13] = [
    "next",
    "nextBigDecimal",
    "nextBigInteger",
    "nextBoolean",
    "nextByte",
    "nextDouble",
    "nextElement",
    "nextFloat",
    "nextInt",
    "nextLine",
    "nextLong",
    "nextShort",
    "nextToken",
];

/// True for a method that takes an element of an iterator in the direction of `next`, which is the method's usual name.
pub(super) fn takes_from_iterator(name: &str, next: &str) -> bool {
    name == next || next == "next" && TAKES_NEXT.contains(&name)
}

/// True for a method that takes something of what it is called on.
pub(super) fn takes(name: &str) -> bool {
    TAKES_ELEMENT.contains(&name) || GOES_ON.contains(&name)
}

/// Methods of collections and iterators that leave how much there is, although their names may tell otherwise.
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

/// Methods of a set of bits that leave it as it is.
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
    /// True where what it is called on is as large afterwards, by its name.
    pub(super) fn keeps_size(&self) -> bool {
        let name = &*self.name;
        if self.class == "java/util/BitSet" {
            return KEEPS_BITS.contains(&name);
        }
        KEEPS_SIZE.contains(&name) || !changes(name)
    }

    /// True where it takes nothing and returns an int or a long.
    pub(super) fn is_number(&self) -> bool {
        matches!(&*self.descriptor, "()I" | "()J")
    }
}
