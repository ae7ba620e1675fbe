//! Code besides Java that a change touches: other languages and class files are named as not seen.

use std::path::Path;
use crate::support::git::{commits, diff_in, git};
use crate::support::{Folder, Run, class, jouled};

const JAVA: &str = "package p; class A { static int f(int a) { return a; } }";

fn is_incomplete(run: &Run, said: &[&str]) {
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    for said in said {
        assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
    }
}

/// Commits a class file, with a changed byte if requested.
fn commit(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).expect("a file");
    git(folder, &["add", "-A", "-f"]);
    git(folder, &["commit", "-q", "-m", "more"]);
}

#[test]
fn a_touched_file_of_another_language_is_missed_by_name() {
    for name in [
        "src/p/K.kt",
        "src/p/K.scala",
        "src/p/K.groovy",
        "vars/K.GROOVY",
        "src/main/webapp/k.jsp",
        "src/main/webapp/k.jspx",
        "src/main/webapp/WEB-INF/tags/k.tag",
        "k.jsh",
    ] {
        let changed = commits(&[("src/p/A.java", JAVA), (name, "one")], &[(name, "two")]);
        let added = commits(&[("src/p/A.java", JAVA)], &[(name, "one")]);
        let removed = commits(&[("src/p/A.java", JAVA), (name, "one")], &[(name, "")]);
        for folder in [changed, added, removed] {
            let said = [&format!("not seen: {name}")[..], "another language"];
            is_incomplete(&diff_in(folder.path(), &["HEAD~1", "HEAD"]), &said);
        }
    }
}

#[test]
fn other_comments_in_another_language_are_no_change() {
    for (name, text) in [
        ("src/p/K.kt", "fun f(n: Int): Int {\n    return n\n}\n"),
        ("src/p/K.scala", "object K {\n  def f(n: Int) = n\n}\n"),
        ("src/p/K.groovy", "def f(int n) {\n    n\n}\n"),
    ] {
        let commented = format!(
            "/* One\n * more. */\n{}",
            text.replacen('\n', " // two\n", 1)
        );
        let folder = commits(
            &[("src/p/A.java", JAVA), (name, text)],
            &[(name, &commented)],
        );
        let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
        assert_eq!(run.code, 0, "{name}: {}{}", run.stdout, run.stderr);
        std::fs::write(folder.path().join(name), commented.replace('n', "m")).expect("a file");
        let said = format!("not seen: {name}");
        is_incomplete(&diff_in(folder.path(), &["HEAD"]), &[&said]);
    }
}

#[test]
fn one_in_the_working_tree_is_missed_and_one_that_nobody_touched_is_not() {
    let name = "src/p/K.kt";
    let folder = commits(
        &[("src/p/A.java", JAVA), (name, "one")],
        &[(
            "src/p/A.java",
            "package p; class A { static int f(int a) { return 1; } }",
        )],
    );
    let folder = folder.path();
    let run = diff_in(folder, &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(diff_in(folder, &["HEAD"]).code, 0);
    std::fs::write(folder.join(name), "two").expect("a file");
    is_incomplete(&diff_in(folder, &["HEAD"]), &["not seen: src/p/K.kt"]);
}

#[test]
fn what_the_base_excludes_and_build_scripts_count_nowhere() {
    let settings = ("jouled.toml", "exclude = [\"vars\"]\n");
    let before = [
        settings,
        ("src/p/A.java", JAVA),
        ("vars/K.groovy", "one"),
        ("build.gradle.kts", "plugins { java }\n"),
    ];
    let after = [
        ("vars/K.groovy", "two"),
        ("build.gradle.kts", "plugins { java }\n// more\n"),
    ];
    let folder = commits(&before, &after);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_touched_class_without_its_text_and_a_damaged_one_are_missed_by_name() {
    let folder = commits(&[("p/A.java", JAVA)], &[("README", "more")]);
    let folder = folder.path();
    let good = class();
    commit(folder, "p/Sum.class", &good);
    let run = diff_in(folder, &["HEAD~1", "HEAD"]);
    is_incomplete(&run, &["not seen: p/Sum.class", "no Java source"]);
    commit(folder, "p/Sum.class", &good[..good.len() / 2]);
    let run = diff_in(folder, &["HEAD~1", "HEAD"]);
    is_incomplete(&run, &["not seen: p/Sum.class", "damaged"]);
    // With its source text, it is a compiled class.
    let text = "package p; public class Sum { int of(int a, int b) { return a + b; } }";
    commit(folder, "p/Sum.java", text.as_bytes());
    commit(folder, "p/Sum.class", &good);
    let run = diff_in(folder, &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let mut other = good.clone();
    let name = other
        .windows(2)
        .rposition(|part| part == b"of")
        .expect("a name");
    other[name] = b'i';
    commit(folder, "p/Sum.class", &other);
    let run = diff_in(folder, &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn two_folders_are_searched_as_revisions_are() {
    const OTHER: &str = "package p; class B { static int g(int a) { return a; } }";
    let dear = OTHER.replace("return a;", "return a * a * a;");
    let not_searched = [
        ("build/p/B.java", OTHER, &dear[..]),
        (".hidden/p/B.java", OTHER, &dear),
    ];
    let languages = [("p/K.kt", "one", "two"), ("p/K.class", "one", "two")];
    for (name, before, after) in not_searched.into_iter().chain(languages) {
        let folder = Folder::new();
        folder.write("base/p/A.java", JAVA.as_bytes());
        folder.write("head/p/A.java", JAVA.as_bytes());
        folder.write(&format!("base/{name}"), before.as_bytes());
        let (base, head) = (
            format!("{}/base", folder.path()),
            format!("{}/head", folder.path()),
        );
        let compare = || jouled(&["diff", &base, &head]);
        is_incomplete(&compare(), &[&format!("not seen: {name}")]);
        folder.write(&format!("head/{name}"), before.as_bytes());
        assert_eq!(compare().code, 0, "{name}");
        folder.write(&format!("head/{name}"), after.as_bytes());
        is_incomplete(&compare(), &[&format!("not seen: {name}")]);
    }
}

#[cfg(unix)]
#[test]
fn links_in_two_folders_are_told_apart() {
    let folder = Folder::new();
    for side in ["base", "head"] {
        folder.write(&format!("{side}/p/A.java"), JAVA.as_bytes());
    }
    let (base, head) = (
        format!("{}/base", folder.path()),
        format!("{}/head", folder.path()),
    );
    let link = |side: &str, target: &str| {
        let path = format!("{side}/p/B.java");
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink(target, path).expect("a link");
    };
    link(&head, "../../other/B.java");
    is_incomplete(&jouled(&["diff", &base, &head]), &["not seen: p/B.java"]);
    link(&base, "../../other/B.java");
    assert_eq!(jouled(&["diff", &base, &head]).code, 0);
}

#[test]
fn what_is_excluded_from_two_projects_counts_in_neither_of_their_folders() {
    let folder = Folder::new();
    for (side, text) in [("base", "return a;"), ("head", "return a * a * a;")] {
        folder.write(&format!("{side}/jouled.toml"), b"exclude = [\"src/g\"]\n");
        folder.write(&format!("{side}/src/p/A.java"), JAVA.as_bytes());
        let excluded = format!("package g; class G {{ static int f(int a) {{ {text} }} }}");
        folder.write(&format!("{side}/src/g/G.java"), excluded.as_bytes());
        folder.write(&format!("{side}/src/g/K.kt"), text.as_bytes());
    }
    for below in ["", "/src"] {
        let side = |name: &str| format!("{}/{name}{below}", folder.path());
        let run = jouled(&["diff", &side("base"), &side("head")]);
        assert_eq!(run.code, 0, "{below}: {}{}", run.stdout, run.stderr);
        assert!(!run.stdout.contains("removed"), "{}", run.stdout);
    }
}
