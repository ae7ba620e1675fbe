//! Properties of every text, shared with the fuzz target.

use contracts::{Elements, read};

/// Reads a text as a comment, and checks that everything found is in it.
pub(crate) fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let whole = 0..text.len();
    let found = read(&text, std::slice::from_ref(&whole));
    let mut end = 0;
    for clause in &found.clauses {
        assert!(clause.range.start >= end, "clauses follow each other");
        end = clause.range.end;
        assert!(
            text.get(clause.range.clone())
                .is_some_and(|text| text.ends_with(';'))
        );
    }
    for problem in &found.problems {
        assert!(text.get(problem.range.clone()).is_some(), "{problem:?}");
    }
    let elements = Elements {
        worst: Some(text.clone().into_owned()),
        quantile: Some(0.99),
        when: Some(text.clone().into_owned()),
        ..Elements::default()
    };
    let _ = elements.contract();
    let elements = Elements {
        typical: Some(text.into_owned()),
        ..Elements::default()
    };
    let _ = elements.contract();
}
