//! The rules, one file for each.

mod append_char;
mod append_concatenation;
mod append_value;
mod array_copy;
mod array_fill;
mod bound_in_condition;
mod boxed_local;
mod builder_to_string;
mod contains_in_loop;
mod empty_concatenation;
mod entry_set;
mod equals_empty;
mod field_in_loop;
mod format_to_concatenation;
mod get_or_default;
mod hash_code_boxed;
mod index_of_char;
mod invariant_expression;
mod key_set_contains;
mod length_in_condition;
mod linked_list;
mod long_counter;
mod parity;
mod parse_boxed;
mod range_for_each;
mod regex_in_loop;
mod row_in_loop;
mod set_add;
mod size_in_condition;
mod stream_sum;
mod string_buffer;
mod string_in_loop;
mod to_string_boxed;

use crate::candidate::Candidate;
use crate::code::Code;

/// A kind of advice.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name, and that of its page in docs/advice.
    pub name: &'static str,
    /// Its advice in one sentence.
    pub summary: &'static str,
    /// Whether it saves in compiled code: on each measured JDK, the 95% interval of what one of its kernels saves lies above 0,
    /// and that of none lies below 0 (docs/benchmarks/advice.md).
    pub saves_compiled: bool,
    find: for<'a, 'c> fn(&'a Code<'c>, &'static str) -> Vec<Candidate>,
}

/// All rules, by name.
pub const RULES: [Rule; 33] = [
    Rule {
        name: "append-char",
        summary: "Append a character instead of a string of one character",
        saves_compiled: false,
        find: append_char::find,
    },
    Rule {
        name: "append-concatenation",
        summary: "Append the parts of a concatenation one by one",
        saves_compiled: true,
        find: append_concatenation::find,
    },
    Rule {
        name: "append-value",
        summary: "Append a number without converting it to a string first",
        saves_compiled: true,
        find: append_value::find,
    },
    Rule {
        name: "array-copy",
        summary: "Copy an array with System.arraycopy instead of a loop",
        saves_compiled: true,
        find: array_copy::find,
    },
    Rule {
        name: "array-fill",
        summary: "Fill an array with Arrays.fill instead of a loop",
        saves_compiled: false,
        find: array_fill::find,
    },
    Rule {
        name: "bound-in-condition",
        summary: "Read an array element or field once that a loop compares its counter with",
        saves_compiled: false,
        find: bound_in_condition::find,
    },
    Rule {
        name: "boxed-local",
        summary: "Use a primitive type for a counter or sum that is boxed",
        saves_compiled: true,
        find: boxed_local::find,
    },
    Rule {
        name: "builder-to-string",
        summary: "Ask a builder itself instead of the string that it makes",
        saves_compiled: true,
        find: builder_to_string::find,
    },
    Rule {
        name: "contains-in-loop",
        summary: "Look values up in a set instead of a list, in a loop",
        saves_compiled: true,
        find: contains_in_loop::find,
    },
    Rule {
        name: "empty-concatenation",
        summary: "Convert a number with String.valueOf instead of concatenating it with \"\"",
        saves_compiled: false,
        find: empty_concatenation::find,
    },
    Rule {
        name: "entry-set",
        summary: "Go through the entries of a map instead of its keys, where each value is read",
        saves_compiled: true,
        find: entry_set::find,
    },
    Rule {
        name: "equals-empty",
        summary: "Ask isEmpty() instead of comparing with \"\"",
        saves_compiled: false,
        find: equals_empty::find,
    },
    Rule {
        name: "field-in-loop",
        summary: "Read a field once, before a loop that reads it again and again",
        saves_compiled: false,
        find: field_in_loop::find,
    },
    Rule {
        name: "format-to-concatenation",
        summary: "Concatenate strings instead of String.format with %s alone",
        saves_compiled: true,
        find: format_to_concatenation::find,
    },
    Rule {
        name: "get-or-default",
        summary: "Look a key up once with getOrDefault instead of containsKey and get",
        saves_compiled: false,
        find: get_or_default::find,
    },
    Rule {
        name: "hash-code-boxed",
        summary: "Compute the hash code of a number without boxing it",
        saves_compiled: false,
        find: hash_code_boxed::find,
    },
    Rule {
        name: "index-of-char",
        summary: "Search for a character instead of a string of one character",
        saves_compiled: true,
        find: index_of_char::find,
    },
    Rule {
        name: "invariant-expression",
        summary: "Compute before a loop what is the same in each repetition",
        saves_compiled: false,
        find: invariant_expression::find,
    },
    Rule {
        name: "key-set-contains",
        summary: "Ask containsKey instead of keySet().contains",
        saves_compiled: true,
        find: key_set_contains::find,
    },
    Rule {
        name: "length-in-condition",
        summary: "Ask for the length of a string once, before a loop",
        saves_compiled: false,
        find: length_in_condition::find,
    },
    Rule {
        name: "linked-list",
        summary: "Use an ArrayList where elements of a LinkedList are read by their index",
        saves_compiled: true,
        find: linked_list::find,
    },
    Rule {
        name: "long-counter",
        summary: "Count with an int where a long counter stays in its range",
        saves_compiled: false,
        find: long_counter::find,
    },
    Rule {
        name: "parity",
        summary: "Test divisibility by a power of two with & instead of %",
        saves_compiled: true,
        find: parity::find,
    },
    Rule {
        name: "parse-boxed",
        summary: "Parse a number to a primitive value without boxing it",
        saves_compiled: false,
        find: parse_boxed::find,
    },
    Rule {
        name: "range-for-each",
        summary: "Repeat with a loop instead of a stream of indexes",
        saves_compiled: true,
        find: range_for_each::find,
    },
    Rule {
        name: "regex-in-loop",
        summary: "Compile a regular expression once, before a loop",
        saves_compiled: true,
        find: regex_in_loop::find,
    },
    Rule {
        name: "row-in-loop",
        summary: "Read the row of a two-dimensional array once, before a loop over it",
        saves_compiled: false,
        find: row_in_loop::find,
    },
    Rule {
        name: "set-add",
        summary: "Ask what add returns instead of contains before add",
        saves_compiled: false,
        find: set_add::find,
    },
    Rule {
        name: "size-in-condition",
        summary: "Ask for the size of a list once, before a loop",
        saves_compiled: false,
        find: size_in_condition::find,
    },
    Rule {
        name: "stream-sum",
        summary: "Sum up an array with a loop instead of a stream",
        saves_compiled: true,
        find: stream_sum::find,
    },
    Rule {
        name: "string-buffer",
        summary: "Use a StringBuilder where nobody shares the StringBuffer",
        saves_compiled: false,
        find: string_buffer::find,
    },
    Rule {
        name: "string-in-loop",
        summary: "Build a string with a StringBuilder instead of += in a loop",
        saves_compiled: true,
        find: string_in_loop::find,
    },
    Rule {
        name: "to-string-boxed",
        summary: "Convert a number to text without boxing it",
        saves_compiled: false,
        find: to_string_boxed::find,
    },
];

/// The rule with a name.
pub fn rule_named(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// All edits that keep the behaviour of the text and may save energy, in the order of the text.
pub fn find(code: &Code<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    for rule in &RULES {
        let found = (rule.find)(code, rule.name).into_iter();
        all.extend(found.filter(|candidate| candidate.is_sound(code)));
    }
    all.sort_by_key(|candidate| (candidate.range.start, candidate.rule));
    all
}
