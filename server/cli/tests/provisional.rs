//! Numbers that are not complete yet say so, and `fresh` means that all are complete.
#![cfg(unix)]

use std::path::Path;

use crate::support::Folder;
use crate::support::editor::Editor;

const A: &str = "package p; class A {\n    int twice(int a) {\n        return new B().square(a) + new B().square(a);\n    }\n}\n";
const B: &str = "package p; class B {\n    int square(int a) {\n        return a * a;\n    }\n}\n";

#[test]
fn a_number_without_the_sign_never_changes_and_fresh_means_all() {
    let folder = Folder::new();
    folder.write("project/src/p/B.java", B.as_bytes());
    let file = folder.write("project/src/p/A.java", A.as_bytes());
    let file = Path::new(&file);
    let root = Path::new(folder.path()).join("project");
    // The second session starts with the cache of the first one.
    for session in ["first", "second"] {
        let mut editor = Editor::start(&root, |command| {
            command.env("JOULED_CALLS", "project");
        });
        editor.open(file, A);
        let words = editor.wait_for_status_with("numbers with …");
        let is_told = words.contains("being followed") || words.contains("being compiled");
        assert!(is_told, "{session}: {words}");
        let mut unmarked = Vec::new();
        editor.wait_for_methods(file, |methods| {
            let title = methods.first().cloned().unwrap_or_default();
            if title.contains('J') && !title.ends_with('…') {
                unmarked.push(title);
            }
            // A few more, so that a later change would be noticed.
            unmarked.len() > 20
        });
        let last = unmarked.last().expect("a title").clone();
        assert!(
            unmarked.iter().all(|title| *title == last),
            "{session}: {unmarked:?}"
        );
        assert!(!last.contains("not followed"), "{session}: {last}");
        editor.wait_for_status("fresh");
        editor.end();
    }
}
