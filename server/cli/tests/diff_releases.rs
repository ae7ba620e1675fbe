//! Jars with classes for particular releases, and jars inside jars.

use std::io::Write as _;
use std::path::Path;
use crate::support::{Folder, compiled, jouled};

const CHEAP: &str = "package p; public class A { int f(int n) { return n + 1; } }";
const DEAR: &str = "package p; public class A { int f(int n) { for (int i = 0; i < 100; i++) { n += i * n; } return n; } }";
const MANIFEST: &[u8] = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";

fn class(text: &str) -> Vec<u8> {
    let mut classes = compiled("A.java", text).into_iter();
    classes.next().expect("the class").1
}

fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).expect("an entry");
        writer.write_all(bytes).expect("an entry");
    }
    writer.finish().expect("a jar").into_inner()
}

/// Compares two lists of files, as jars and as folders.
fn compared(base: &[(&str, &[u8])], head: &[(&str, &[u8])], code: i32, said: &str) {
    let folder = Folder::new();
    for (name, entries) in [("base", base), ("head", head)] {
        folder.write(&format!("{name}.jar"), &jar(entries));
        for (entry, bytes) in entries {
            folder.write(&format!("{name}/{entry}"), bytes);
        }
    }
    for end in [".jar", ""] {
        let path = |side: &str| {
            let path = Path::new(folder.path()).join(format!("{side}{end}"));
            path.display().to_string()
        };
        let run = jouled(&["diff", "--calls", "project", &path("base"), &path("head")]);
        assert_eq!(run.code, code, "{end}: {}{}", run.stdout, run.stderr);
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(all.contains(said), "{said}: {all}");
    }
}

#[test]
fn what_the_jdk_runs_is_what_is_compared() {
    let (cheap, dear) = (class(CHEAP), class(DEAR));
    let base: [(&str, &[u8]); 1] = [("p/A.class", &cheap)];
    let with = |version: &'static str| -> [(&str, &[u8]); 3] {
        [
            ("META-INF/MANIFEST.MF", MANIFEST),
            (version, &dear),
            ("p/A.class", &cheap),
        ]
    };
    compared(
        &base,
        &with("META-INF/versions/9/p/A.class"),
        3,
        "p.A.f(int)",
    );
    let newer = with("META-INF/versions/999/p/A.class");
    compared(&base, &newer, 0, "its classes for Java 999 are not used");
}

#[test]
fn a_jar_inside_that_differs_passes_nothing() {
    let (cheap, dear) = (class(CHEAP), class(DEAR));
    let (one, two) = (jar(&[("p/A.class", &cheap)]), jar(&[("p/A.class", &dear)]));
    let around = class("package q; public class A { int g() { return 1; } }");
    let with = |inside: Option<&'static str>, bytes| -> Vec<(&str, &[u8])> {
        let class: (&str, &[u8]) = ("q/A.class", &around);
        let inside = inside.map(|name| (name, bytes));
        std::iter::once(class).chain(inside).collect()
    };
    let name = "lib/2.jar";
    let without = with(None, &[]);
    let (before, after) = (with(Some(name), &one), with(Some(name), &two));
    compared(&without, &before, 4, name);
    compared(&before, &without, 4, name);
    compared(&before, &after, 4, name);
    compared(&before, &before, 0, name);
}
