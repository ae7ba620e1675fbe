//! Values of the JDK's classes: which ones can be created, and how large they are.

use trace::Value;

/// The elements of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elements {
    /// Anything.
    Any,
    /// Objects that can be compared.
    Ordered,
    /// Indices of bits.
    Bits,
    /// Texts.
    Texts,
}

/// A class whose values can be created.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CreatableClass {
    /// Its name in binary form with slashes.
    pub(crate) name: &'static str,
    pub(crate) of: Elements,
    /// True if keys and values alternate.
    pub(crate) is_map: bool,
}

const LISTS: [&str; 5] = [
    "java/util/List",
    "java/util/Collection",
    "java/lang/Iterable",
    "java/util/AbstractList",
    "java/util/AbstractCollection",
];

/// Names of types, and the class that is created for each.
const MADE: [(&str, &str, Elements, bool); 24] = [
    (
        "java/util/ArrayList",
        "java/util/ArrayList",
        Elements::Any,
        false,
    ),
    (
        "java/util/LinkedList",
        "java/util/LinkedList",
        Elements::Any,
        false,
    ),
    ("java/util/Vector", "java/util/Vector", Elements::Any, false),
    ("java/util/Stack", "java/util/Stack", Elements::Any, false),
    (
        "java/util/Queue",
        "java/util/LinkedList",
        Elements::Any,
        false,
    ),
    (
        "java/util/Deque",
        "java/util/LinkedList",
        Elements::Any,
        false,
    ),
    (
        "java/util/ArrayDeque",
        "java/util/ArrayDeque",
        Elements::Any,
        false,
    ),
    (
        "java/util/PriorityQueue",
        "java/util/PriorityQueue",
        Elements::Ordered,
        false,
    ),
    ("java/util/Set", "java/util/HashSet", Elements::Any, false),
    (
        "java/util/HashSet",
        "java/util/HashSet",
        Elements::Any,
        false,
    ),
    (
        "java/util/LinkedHashSet",
        "java/util/LinkedHashSet",
        Elements::Any,
        false,
    ),
    (
        "java/util/TreeSet",
        "java/util/TreeSet",
        Elements::Ordered,
        false,
    ),
    (
        "java/util/SortedSet",
        "java/util/TreeSet",
        Elements::Ordered,
        false,
    ),
    (
        "java/util/NavigableSet",
        "java/util/TreeSet",
        Elements::Ordered,
        false,
    ),
    ("java/util/Map", "java/util/HashMap", Elements::Any, true),
    (
        "java/util/HashMap",
        "java/util/HashMap",
        Elements::Any,
        true,
    ),
    (
        "java/util/LinkedHashMap",
        "java/util/LinkedHashMap",
        Elements::Any,
        true,
    ),
    (
        "java/util/TreeMap",
        "java/util/TreeMap",
        Elements::Ordered,
        true,
    ),
    (
        "java/util/SortedMap",
        "java/util/TreeMap",
        Elements::Ordered,
        true,
    ),
    ("java/util/Iterator", WALK, Elements::Any, false),
    (WALK, WALK, Elements::Any, false),
    (BITS, BITS, Elements::Bits, false),
    (
        "java/lang/StringBuilder",
        "java/lang/StringBuilder",
        Elements::Texts,
        false,
    ),
    (
        "java/lang/StringBuffer",
        "java/lang/StringBuffer",
        Elements::Texts,
        false,
    ),
];

const WALK: &str = "java/util/ListIterator";
const BITS: &str = "java/util/BitSet";

/// The class to create for a parameter's type.
pub(crate) fn class(name: &str) -> Option<CreatableClass> {
    let name = if LISTS.contains(&name) { LIST } else { name };
    let mut all = MADE.iter();
    let (_, made, of, is_map) = all.find(|(known, ..)| *known == name)?;
    Some(CreatableClass {
        name: made,
        of: *of,
        is_map: *is_map,
    })
}

const LIST: &str = "java/util/ArrayList";

/// The primitive type of a boxed one; a type that accepts anything gets a number.
pub(crate) fn boxed(name: &str) -> Option<char> {
    Some(match name {
        "java/lang/Integer" | "java/lang/Object" | "java/lang/Number" | "java/lang/Comparable" => {
            'I'
        }
        "java/lang/Long" => 'J',
        "java/lang/Short" => 'S',
        "java/lang/Byte" => 'B',
        "java/lang/Character" => 'C',
        "java/lang/Boolean" => 'Z',
        "java/lang/Double" => 'D',
        _ => return None,
    })
}

/// The number of elements, bits or characters of such a value, as this method returns it.
pub(crate) fn size(class: &str, values: &[Value], method: &str) -> Option<f64> {
    let count = match class {
        BITS => {
            let bits = values.iter().filter_map(|value| match value {
                Value::Whole(bit) => Some(*bit),
                _ => None,
            });
            let last = bits.max();
            match method {
                "length" => last.map_or(0, |last| last as usize + 1),
                "cardinality" => distinct(values.iter()),
                "size" => last.map_or(64, |last| (last as usize / 64 + 1) * 64),
                _ => return None,
            }
        }
        "java/lang/StringBuilder" | "java/lang/StringBuffer" if method == "length" => values
            .iter()
            .map(|value| match value {
                Value::Text(text) => text.len(),
                _ => 0,
            })
            .sum(),
        _ if !matches!(method, "size" | "remaining") => return None,
        _ if class.ends_with("Map") => distinct(values.iter().step_by(2)),
        _ if class.ends_with("Set") => distinct(values.iter()),
        _ => values.len(),
    };
    Some(count as f64)
}

fn distinct<'v>(values: impl Iterator<Item = &'v Value>) -> usize {
    let mut known: Vec<&Value> = Vec::new();
    for value in values {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    known.len()
}
