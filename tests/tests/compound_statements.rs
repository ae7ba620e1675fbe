//! Statements that were not measured, compiled by the real javac, and the patterns they consist of.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use bytecode::ClassFile;

/// Each method contains one statement. The expected events are beside it as `operation type size`, sorted, with a count if
/// there are several; `~` marks transferred and approximated events, and `?` unpriced ones.
const TEXT: &str = include_str!("../fixtures/java/CompoundStatements.java");

#[test]
fn the_patterns_of_a_statement_are_those_beside_it() {
    let pricer = support::default_pricer();
    for jdk in support::jdks("the_patterns_of_a_statement_are_those_beside_it") {
        let bytes = support::compile(&jdk, "CompoundStatements", TEXT);
        let class = ClassFile::parse(&bytes).expect("a class");
        let mut wrong = Vec::new();
        let mut compared = 0;
        for line in TEXT.lines() {
            let Some((code, expected)) = line.split_once(" // ") else {
                continue;
            };
            let (before, _) = code.split_once('(').expect("a method");
            let name = before.split_whitespace().last().expect("a name");
            let units = support::price(&pricer, &class, support::method(&class, name, ""));
            let mut counts = std::collections::BTreeMap::new();
            for unit in units {
                let pattern = pricer.pattern(unit.pattern).expect("a pattern");
                let mark = match pattern.provenance {
                    pricing::Provenance::Transferred | pricing::Provenance::Approximated => "~",
                    pricing::Provenance::Unpriced => "?",
                    _ => "",
                };
                let key = (
                    pattern.operation,
                    pattern.data_type,
                    &pattern.data_size,
                    mark,
                );
                *counts.entry(key).or_insert(0.0) += unit.count;
            }
            let found: Vec<String> = counts
                .into_iter()
                .map(|((operation, data_type, size, mark), count)| {
                    let times = if (count - 1.0_f64).abs() < f64::EPSILON {
                        String::new()
                    } else {
                        format!("{count}·")
                    };
                    format!("{times}{mark}{operation} {data_type} {size}")
                })
                .collect();
            let found = found.join(", ");
            if found != expected {
                wrong.push(format!(
                    "{code}\n    found    {found}\n    expected {expected}"
                ));
            }
            compared += 1;
        }
        assert!(
            wrong.is_empty(),
            "JDK {}:\n{}",
            jdk.version,
            wrong.join("\n")
        );
        assert_eq!(compared, 24, "statements with an expectation");
    }
}
