//! The code of a text as the compiler sees it, without comments and white space.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use crate::SourceFile;

/// Pieces of code that are kept as they are, including white space.
const LITERALS: [&str; 2] = ["string_literal", "character_literal"];

impl SourceFile {
    /// The tokens of a part of the text, separated by one space. Text that the grammar does not understand stays as written;
    /// without a tree, that is the whole text.
    pub fn code(&self, part: Range<usize>) -> String {
        let text = self.text().get(part.clone()).unwrap_or_default();
        let Some(tree) = self.tree() else {
            return text.to_owned();
        };
        let mut code = String::with_capacity(text.len());
        let mut add = |token: Option<&str>| {
            let token = token.unwrap_or_default().trim();
            if !token.is_empty() {
                code.push_str(if code.is_empty() { "" } else { " " });
                code.push_str(token);
            }
        };
        let mut end = part.start;
        leaves(tree.walk(), &part, |leaf| {
            let range = leaf.start_byte().max(part.start)..leaf.end_byte().min(part.end);
            add(self.text().get(end..range.start));
            if !is_comment(leaf) {
                add(self.text().get(range.clone()));
            }
            end = range.end.max(end);
        });
        add(self.text().get(end..part.end));
        code
    }

    /// The comments, in their order.
    pub fn comments(&self) -> Vec<&str> {
        let ranges = self.comment_ranges().into_iter();
        ranges.filter_map(|range| self.text().get(range)).collect()
    }

    /// The bytes of the comments, in their order.
    pub fn comment_ranges(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if let Some(tree) = self.tree() {
            leaves(tree.walk(), &(0..self.text().len()), |leaf| {
                if is_comment(leaf) {
                    found.push(leaf.byte_range());
                }
            });
        }
        found
    }
}

fn is_comment(leaf: Node<'_>) -> bool {
    matches!(leaf.kind(), "line_comment" | "block_comment")
}

/// Visits the tokens and comments of a part of a text, in order.
fn leaves(mut cursor: TreeCursor<'_>, part: &Range<usize>, mut visit: impl FnMut(Node<'_>)) {
    loop {
        // Expressions may nest deeper than a thread's stack.
        let node = cursor.node();
        let is_inside = node.start_byte() < part.end && part.start < node.end_byte();
        let is_whole = node.child_count() == 0 || LITERALS.contains(&node.kind());
        if is_inside && is_whole {
            visit(node);
        }
        if is_inside && !is_whole && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::SourceFile;

    fn code(text: &str) -> String {
        let text = format!("class A {{ {text} }}");
        let source = SourceFile::parse(text.as_str());
        source.code(10..text.len() - 2)
    }

    #[test]
    fn comments_and_spaces_make_no_difference_and_all_else_does() {
        for text in [
            "int f() { return a + 1; }",
            "int f(/* nothing */) {\n    // one more\n    return a + 1;\r\n}",
            "/** Says it. */ int f ( ) { return a+1 ; }",
            "int f() { // one\r return a /**/ + 1; }",
            "int f() { /* \0 */ return a + 1; }",
        ] {
            assert_eq!(code(text), "int f ( ) { return a + 1 ; }", "{text}");
        }
        for (one, two) in [
            ("String a = \"// a\";", "String a = \"// b\";"),
            ("int a = b + +c;", "int a = b ++c;"),
            ("int a = b + +c;", "int a = b + ++c;"),
            (
                "String a = \"\"\"\n  a\n\"\"\";",
                "String a = \"\"\"\n a\n\"\"\";",
            ),
            ("String a = '\"' + \"a b\";", "String a = '\"' + \"a  b\";"),
            ("String a = \"\\\"  /* a */\";", "String a = \"\\\"\";"),
            ("char a = ' ';", "char a = '\t';"),
            ("int a;", "inta;"),
            ("int a = b >> c;", "int a = b >>> c;"),
            // As in javac, any line terminator ends this comment.
            ("int a; // b\r int c;", "int a; // b"),
        ] {
            assert_ne!(code(one), code(two), "{one}");
        }
    }

    #[test]
    fn what_is_not_understood_stays() {
        for (one, two) in [
            ("int f() { return \"a; }", "int f() { return \"b; }"),
            ("int f() { return # 1; }", "int f() { return # 2; }"),
            ("int f() { /* a", "int f() { g(); /* a"),
        ] {
            assert_ne!(code(one), code(two), "{one}");
        }
        for text in [
            "\"",
            "'",
            "\"\"\"",
            "/*",
            "//",
            "\\",
            "\"\\",
            "é/* é",
            "'\\u0022'",
            "\"é",
            "/",
            "\0",
        ] {
            SourceFile::parse(text).code(0..text.len());
            SourceFile::parse(text).code(1..9);
            SourceFile::parse(text).comments();
            code(text);
        }
        let deep = "(".repeat(200_000);
        assert_eq!(SourceFile::parse(deep.as_str()).code(0..0), "");
        SourceFile::parse(deep.as_str()).code(0..deep.len());
    }

    #[test]
    fn comments_are_not_looked_for_in_literals() {
        let text = "//@ a\nclass A { String s = \"//@ b\"; /*@ c @*/ char d = '\"'; /** \" */ }";
        let source = SourceFile::parse(text);
        assert_eq!(source.comments(), ["//@ a", "/*@ c @*/", "/** \" */"]);
    }
}
