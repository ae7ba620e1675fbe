//! Texts that exceed a parser's limits stay usable.

use std::time::Duration;

use source::{ColumnEncoding, ParseLimits, Position, ProblemKind, SourceFile};

#[test]
fn a_text_over_the_size_limit_has_lines_and_a_reason_but_no_methods() {
    let limit = ParseLimits::default().max_bytes;
    let line = "class A { void f() { g(); } }\n";
    let text = line.repeat(10_000_000 / line.len() + 1);
    assert!(text.len() > limit);
    let mut file = SourceFile::parse(text);
    assert!(!file.has_tree() && file.methods().is_empty());
    let problems = file.problems();
    assert!(
        matches!(problems[..], [ref p] if p.kind == ProblemKind::TooLarge { bytes: file.text().len(), max_bytes: limit })
    );
    assert!(problems[0].kind.to_string().contains("over the limit"));
    let end = Position {
        line: u32::MAX,
        column: 0,
    };
    let end = file.line_index().offset(end, ColumnEncoding::Utf16);
    file.edit(line.len()..end, "");
    assert!(file.has_tree() && file.methods().len() == 1);
}

#[test]
fn a_parse_over_the_time_limit_is_given_up() {
    let limits = ParseLimits {
        max_time: Duration::ZERO,
        ..ParseLimits::default()
    };
    let file =
        SourceFile::parse_within("class A { int f() { return 1; } }\n".repeat(2_000), limits);
    assert!(!file.has_tree());
    assert!(matches!(
        file.problems()[0].kind,
        ProblemKind::TooSlow { .. }
    ));
}

#[test]
fn deep_nesting_needs_no_deep_stack() {
    let deep = 50_000;
    let texts = [
        format!(
            "class A {{ int f() {{ return {}1{}; }} }}",
            "(".repeat(deep),
            ")".repeat(deep)
        ),
        format!(
            "class A {{ int f() {{ return 1{}; }} }}",
            " + 1".repeat(deep)
        ),
        format!(
            "class A {{ void f() {} {} }}",
            "{".repeat(deep),
            "}".repeat(deep)
        ),
        "class A { ".repeat(deep),
        "x(() -> ".repeat(deep),
    ];
    for text in texts {
        let file = SourceFile::parse(text);
        file.methods();
        file.problems();
    }
}
