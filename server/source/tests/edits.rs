//! An edited file equals the result of parsing the edited text from scratch.

use proptest::prelude::*;
use proptest::sample::Index;
use source::{ParseLimits, SourceFile};

const TEXT: &str = "package p;
import module java.base;

/** Counts. */
class Counter<T> {
    private int count = 0; // 漢字 🦀
    static { System.out.println(\"\\u0041 }\"); }

    Counter(int start) {
        check(start);
        super();
        count = start;
    }

    <U extends Number> int add(U u, int... by) {
        for (int i = 0; i < by.length; i++) {
            count += by[i] + new Object() { int one() { return 1; } }.one();
        }
        run(x -> { class Local { } return x; }, () -> 2);
        return count;
    }

    record Point(int x, int y) { Point { } }
    enum Kind { A { void f() { } }, B; void f() { } }
}
";

fn is_same(edited: &SourceFile) -> Result<(), TestCaseError> {
    let parsed = SourceFile::parse(edited.text());
    prop_assert_eq!(
        edited.line_index().line_count(),
        parsed.line_index().line_count()
    );
    // Error recovery of the parser may depend on the tree that it reuses.
    if parsed.is_clean() {
        prop_assert!(edited.is_clean());
        prop_assert_eq!(edited.methods(), parsed.methods());
        prop_assert_eq!(edited.classes(), parsed.classes());
    }
    Ok(())
}

fn replacement() -> impl Strategy<Value = String> {
    let pieces = [
        "",
        " ",
        "\n",
        "\r\n",
        "x",
        "{ }",
        "int y = 1;",
        "() -> 1",
        "new Object() { }",
        "/*",
        "*/",
        "//",
        "\"",
        "\\",
        "super();",
        ";",
        "{",
        "}",
        "漢",
        "🦀",
        "import module a;",
        "void m() { }\n",
    ];
    prop::sample::select(pieces.map(str::to_owned).to_vec())
}

proptest! {
    #[test]
    fn edits_in_sequence(edits in prop::collection::vec((any::<Index>(), 0_usize..12, replacement()), 1..8)) {
        let mut file = SourceFile::parse(TEXT);
        for (at, length, replacement) in edits {
            let start = at.index(file.text().len() + 1);
            file.edit(start..start + length, &replacement);
            is_same(&file)?;
        }
    }

    #[test]
    fn undone_edits(edits in prop::collection::vec((any::<Index>(), replacement()), 1..6)) {
        let mut file = SourceFile::parse(TEXT);
        let mut undo = Vec::new();
        for (at, replacement) in edits {
            let at = file.text().floor_char_boundary(at.index(file.text().len() + 1));
            file.edit(at..at, &replacement);
            undo.push(at..at + replacement.len());
        }
        for range in undo.into_iter().rev() {
            file.edit(range, "");
        }
        prop_assert_eq!(file.text(), TEXT);
        is_same(&file)?;
    }
}

#[test]
fn a_method_typed_character_by_character() -> Result<(), TestCaseError> {
    let typed = "int typed(long n) { return new Object() { int f() { return 1; } }.f(); }\n";
    for place in ["    private int", "    record Point", "    enum Kind"] {
        let mut at = TEXT.find(place).expect("the fixture has these places");
        let mut file = SourceFile::parse(TEXT);
        for character in typed.chars() {
            file.edit(at..at, character.encode_utf8(&mut [0; 4]));
            at += character.len_utf8();
            is_same(&file)?;
        }
        assert!(file.methods().iter().any(|method| method.name == "typed"));
    }
    Ok(())
}

#[test]
fn a_mask_that_an_edit_at_a_distance_lifts_is_lifted() {
    // Without the statement before it, `super()` is known to the grammar.
    let text = "class A { A() { f(); /* far */ super(); } }";
    let mut file = SourceFile::parse(text);
    let statement = text.find("f();").expect("the fixture has it");
    file.edit(statement..statement + 4, "");
    assert!(file.is_clean());
    // A comment that opens before it removes it from the text.
    file.edit(0..0, "/* ");
    assert!(file.classes().is_empty());
}

#[test]
fn an_edit_outside_the_text_or_inside_a_character_is_moved() {
    let mut file = SourceFile::parse("class A { } // 🦀");
    let crab = file.text().len() - 4;
    file.edit(crab + 1..crab + 3, "x");
    assert_eq!(file.text(), "class A { } // x🦀");
    file.edit(900..1_000, "\nclass B { }");
    assert_eq!(file.classes().len(), 2);
}

#[test]
fn the_limits_hold_for_edits() {
    let limits = ParseLimits {
        max_bytes: 20,
        ..ParseLimits::default()
    };
    let mut file = SourceFile::parse_within("class A { }", limits);
    assert!(file.has_tree());
    file.edit(0..0, "class B { }\n");
    assert!(!file.has_tree());
}
