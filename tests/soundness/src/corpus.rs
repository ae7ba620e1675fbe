//! Programs written by hand, each of their methods called with values that fit its parameters.

use crate::family::Family;
use crate::subject::{Source, Subject};

/// A file: its name and text, its family, the methods whose bound is what they execute, and the first values of the
/// static fields that loops depend on.
type File = (
    &'static str,
    &'static str,
    Family,
    &'static [&'static str],
    &'static [(&'static str, &'static str, i64)],
);

const FILES: [File; 43] = [
    (
        "Classics.java",
        include_str!("../corpus/Classics.java"),
        Family::General,
        &[
            "fibonacci",
            "sum",
            "dot",
            "horner",
            "strides",
            "countdown",
            "prefixSums",
        ],
        &[],
    ),
    (
        "Flow.java",
        include_str!("../corpus/Flow.java"),
        Family::General,
        &[],
        &[],
    ),
    (
        "Fibonacci.java",
        include_str!("../../fixtures/java/Fibonacci.java"),
        Family::General,
        &["fibonacci"],
        &[],
    ),
    (
        "MatrixMultiplication.java",
        include_str!("../../fixtures/java/MatrixMultiplication.java"),
        Family::General,
        &["multiply"],
        &[],
    ),
    (
        "Passing.java",
        include_str!("../corpus/Passing.java"),
        Family::Results,
        &[],
        &[],
    ),
    (
        "Clauses.java",
        include_str!("../corpus/Clauses.java"),
        Family::Clauses,
        &[],
        &[],
    ),
    (
        "Suffixes.java",
        include_str!("../corpus/Suffixes.java"),
        Family::Suffixes,
        &[],
        &[],
    ),
    (
        "Fields.java",
        include_str!("../corpus/Fields.java"),
        Family::Fields,
        &[],
        &[("Fields", "limit", 5)],
    ),
    (
        "Entry.java",
        include_str!("../corpus/Entry.java"),
        Family::Entry,
        &[],
        &[("Entry", "limit", 5)],
    ),
    (
        "Integers.java",
        include_str!("../corpus/Integers.java"),
        Family::Integers,
        &[],
        &[],
    ),
    (
        "Least.java",
        include_str!("../corpus/Least.java"),
        Family::Least,
        &[],
        &[("Least", "limit", 5)],
    ),
    (
        "Contracts.java",
        include_str!("../corpus/Contracts.java"),
        Family::Contracts,
        &["total", "triangle", "strided", "countdown"],
        &[("Contracts", "limit", 5)],
    ),
    (
        "Beyond.java",
        include_str!("../corpus/Beyond.java"),
        Family::Beyond,
        &[],
        &[("Beyond", "limit", 5)],
    ),
    (
        "Results.java",
        include_str!("../corpus/Results.java"),
        Family::Results,
        &[],
        &[("Results", "limit", 5)],
    ),
    (
        "Odd.java",
        include_str!("../corpus/Odd.java"),
        Family::Integers,
        &[],
        &[("Odd", "shared", 5)],
    ),
    (
        "Wrapping.java",
        include_str!("../corpus/Wrapping.java"),
        Family::Integers,
        &[],
        &[("Wrapping", "limit", 5)],
    ),
    (
        "Jumps.java",
        include_str!("../corpus/Jumps.java"),
        Family::Beyond,
        &[],
        &[("Jumps", "limit", 5)],
    ),
    (
        "Handed.java",
        include_str!("../corpus/Handed.java"),
        Family::Results,
        &[],
        &[("Handed", "limit", 5)],
    ),
    (
        "Starts.java",
        include_str!("../corpus/Starts.java"),
        Family::Suffixes,
        &[],
        &[("Starts", "limit", 5)],
    ),
    (
        "Assigned.java",
        include_str!("../corpus/Assigned.java"),
        Family::Fields,
        &[],
        &[("Assigned", "limit", 5)],
    ),
    (
        "Stored.java",
        include_str!("../corpus/Stored.java"),
        Family::Fields,
        &[],
        &[("Stored", "limit", 5)],
    ),
    (
        "Written.java",
        include_str!("../corpus/Written.java"),
        Family::Fields,
        &[],
        &[("Written", "limit", 5)],
    ),
    (
        "Protocols.java",
        include_str!("../corpus/Protocols.java"),
        Family::Beyond,
        &[],
        &[("Protocols", "limit", 5)],
    ),
    (
        "Loose.java",
        include_str!("../corpus/Loose.java"),
        Family::Clauses,
        &[],
        &[("Loose", "limit", 5)],
    ),
    (
        "Declared.java",
        include_str!("../corpus/Declared.java"),
        Family::Clauses,
        &[],
        &[("Declared", "limit", 5)],
    ),
    (
        "Swapped.java",
        include_str!("../corpus/Swapped.java"),
        Family::Entry,
        &[],
        &[("Swapped", "limit", 5)],
    ),
    (
        "Narrow.java",
        include_str!("../corpus/Narrow.java"),
        Family::Integers,
        &[],
        &[("Narrow", "limit", 5)],
    ),
    (
        "Alias.java",
        include_str!("../corpus/Alias.java"),
        Family::Fields,
        &[],
        &[("Alias", "limit", 5)],
    ),
    (
        "Mixed.java",
        include_str!("../corpus/Mixed.java"),
        Family::Suffixes,
        &[],
        &[("Mixed", "limit", 5)],
    ),
    (
        "Known.java",
        include_str!("../corpus/Known.java"),
        Family::Results,
        &[],
        &[("Known", "limit", 5)],
    ),
    (
        "Thrown.java",
        include_str!("../corpus/Thrown.java"),
        Family::Beyond,
        &[],
        &[("Thrown", "limit", 5)],
    ),
    (
        "Depths.java",
        include_str!("../corpus/Depths.java"),
        Family::Beyond,
        &[],
        &[("Depths", "limit", 5)],
    ),
    (
        "Shapes.java",
        include_str!("../corpus/Shapes.java"),
        Family::Beyond,
        &[],
        &[("Shapes", "limit", 5)],
    ),
    (
        "Listed.java",
        include_str!("../corpus/Listed.java"),
        Family::Beyond,
        &[],
        &[("Listed", "limit", 5)],
    ),
    (
        "Amortised.java",
        include_str!("../corpus/Amortised.java"),
        Family::Beyond,
        &[],
        &[("Amortised", "limit", 5)],
    ),
    (
        "TextRecursion.java",
        include_str!("../corpus/textbook/TextRecursion.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextNumbers.java",
        include_str!("../corpus/textbook/TextNumbers.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextSorting.java",
        include_str!("../corpus/textbook/TextSorting.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextSearching.java",
        include_str!("../corpus/textbook/TextSearching.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextStrings.java",
        include_str!("../corpus/textbook/TextStrings.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextTables.java",
        include_str!("../corpus/textbook/TextTables.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextGuards.java",
        include_str!("../corpus/textbook/TextGuards.java"),
        Family::Textbook,
        &[],
        &[],
    ),
    (
        "TextObjects.java",
        include_str!("../corpus/textbook/TextObjects.java"),
        Family::Textbook,
        &[],
        &[],
    ),
];

/// The programs.
pub fn corpus() -> Vec<Subject> {
    let subjects = FILES.iter().map(|(file, text, family, exact, statics)| {
        let statics = statics
            .iter()
            .map(|(class, field, value)| (((*class).to_owned(), (*field).to_owned()), *value));
        Subject {
            name: (*file).to_owned(),
            family: *family,
            sources: vec![Source {
                file: (*file).to_owned(),
                text: (*text).to_owned(),
            }],
            calls: Vec::new(),
            statics: statics.collect(),
            exact: exact.iter().map(|name| (*name).to_owned()).collect(),
        }
    });
    subjects.collect()
}
