//! What other files see of a file.

use std::hash::{DefaultHasher, Hash, Hasher};

use tree_sitter::Node;

use crate::SourceFile;

impl SourceFile {
    /// A digest of what can be compiled into other files: everything except comments, layout and the bodies of methods,
    /// constructors and initialisers. Values of fields count, because those of constants are copied. If [`Self::hash_interface`]
    /// cannot decide, everything counts. The digest is valid only in this process. Computed once on demand for all clones.
    pub fn interface_digest(&self) -> u64 {
        *self.interface.get_or_init(|| {
            let mut hasher = DefaultHasher::new();
            if !self.hash_interface(&mut hasher) {
                hasher = DefaultHasher::new();
                self.text().hash(&mut hasher);
            }
            hasher.finish()
        })
    }

    /// Hashes the content of [`Self::interface_digest`] for a digest that is valid longer. False if the text was not parsed, or
    /// if a Unicode escape in it stands for an ASCII character.
    pub fn hash_interface(&self, hasher: &mut impl Hasher) -> bool {
        let Some(tree) = self.tree() else {
            return false;
        };
        // javac reads an escaped character like the character itself, so what looks like a comment or a body here may not be one.
        if has_escaped_sign(self.text()) {
            return false;
        }
        let mut cursor = tree.walk();
        // A node finds its parent only from the root, through everything before it.
        let mut around: Vec<Node<'_>> = Vec::new();
        loop {
            let node = cursor.node();
            let is_seen = !node.is_extra() && !is_body(node, around.last());
            if is_seen && cursor.goto_first_child() {
                around.push(node);
                continue;
            }
            if is_seen {
                self.text().get(node.byte_range()).hash(hasher);
            }
            while !cursor.goto_next_sibling() {
                around.pop();
                if !cursor.goto_parent() {
                    return true;
                }
            }
        }
    }
}

/// Whether a Unicode escape (Java Language Specification 3.3) stands for an ASCII character, which may begin or end anything.
fn has_escaped_sign(text: &str) -> bool {
    text.match_indices("\\u").any(|(at, _)| {
        let digits = text[at + 1..].trim_start_matches('u');
        let digits = digits.as_bytes();
        digits.starts_with(b"00")
            && digits
                .get(2)
                .is_some_and(|digit| (b'0'..b'8').contains(digit))
    })
}

fn is_body(node: Node<'_>, parent: Option<&Node<'_>>) -> bool {
    match node.kind() {
        "constructor_body" => true,
        "block" => parent.is_some_and(|parent| {
            matches!(
                parent.kind(),
                "method_declaration"
                    | "compact_constructor_declaration"
                    | "static_initializer"
                    | "class_body"
                    | "enum_body_declarations"
            )
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "package a;\nclass A extends B {\n  static final int N = 3;\n  { n(); }\n  \
        A() { super(); }\n  int f(int x) { return x + N; }\n}\n";

    #[test]
    fn an_escape_that_may_end_a_comment_or_a_body_hides_nothing() {
        for text in [
            "class K { /* \\u002a\\u002f static final int N = 10; /* */ }",
            "class K { static void f() { \\u007d static final int N = 10; static void g() \\u007b } }",
            "class K { String s = \"\\uuu0022; int a = 1; /* \"; }",
        ] {
            let own = SourceFile::parse(text).interface_digest();
            assert_eq!(SourceFile::parse(text).interface_digest(), own, "{text}");
            let other = text.replace("10", "11").replace("int a = 1", "int a = 2");
            assert_ne!(SourceFile::parse(other).interface_digest(), own, "{text}");
        }
        let harmless = "class K { String s = \"\\u00e9\\u20ac\"; void f() { int a = 1; } }";
        let body = harmless.replace("a = 1", "a = 2");
        assert_eq!(
            SourceFile::parse(harmless).interface_digest(),
            SourceFile::parse(body).interface_digest()
        );
    }

    fn digest_after(old: &str, new: &str) -> u64 {
        assert!(TEXT.contains(old), "{old}");
        SourceFile::parse(TEXT.replace(old, new)).interface_digest()
    }

    #[test]
    fn bodies_comments_and_layout_are_nobodys_business() {
        let own = SourceFile::parse(TEXT).interface_digest();
        for (old, new) in [
            ("return x + N;", "return x;"),
            ("{ n(); }", "{ }"),
            ("super();", "super(1);"),
            ("  int f", "\n\n  // f\n  int   f"),
        ] {
            assert_eq!(digest_after(old, new), own, "{old} -> {new}");
        }
    }

    #[test]
    fn what_others_compile_against_counts() {
        let own = SourceFile::parse(TEXT).interface_digest();
        for (old, new) in [
            ("int f(int x)", "long f(int x)"),
            ("int f(int x)", "int g(int x)"),
            ("N = 3", "N = 4"),
            ("extends B", "extends C"),
            ("package a", "package b"),
            ("static final", "final"),
        ] {
            assert_ne!(digest_after(old, new), own, "{old} -> {new}");
        }
    }
}
