//! Jars whose manifests add to the class path: files of this machine and of others, and things that are not files. None of them
//! prevents the compilation of the rest of a project.

use std::io::Write;

use project_model::{DiscoverOptions, Project};
use crate::support::{Tree, assert_complete, compile, config, file, jdk};

const GOOD: &str = "package p; class Good { int f() { return lib.Limits.MOST; } }";

fn jar(class_path: &str, classes: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    jar.start_file("META-INF/MANIFEST.MF", options).unwrap();
    // A line has at most 72 bytes.
    let value: Vec<char> = format!("Class-Path: {class_path}").chars().collect();
    let lines: Vec<String> = value.chunks(60).map(String::from_iter).collect();
    write!(
        jar,
        "Manifest-Version: 1.0\r\n{}\r\n\r\n",
        lines.join("\r\n ")
    )
    .unwrap();
    for (name, bytes) in classes {
        jar.start_file(format!("{name}.class"), options).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap().into_inner()
}

fn limits() -> Vec<(String, Vec<u8>)> {
    let javac = jdk::BlockingJavac::start(jdk(), config()).unwrap();
    let text = "package lib; public class Limits { public static final int MOST = 3; }";
    let request = jdk::CompileRequest {
        sources: vec![jdk::SourceUnit::new("Limits.java", text)],
        ..jdk::CompileRequest::default()
    };
    let response = javac.compile(request).unwrap();
    let classes = response.classes.into_iter();
    classes
        .map(|class| (class.binary_name, class.bytes))
        .collect()
}

fn messages(project: &Project) -> Vec<String> {
    project.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_name_that_javac_cannot_take_costs_nothing_but_itself() {
    let tree = Tree::new([("src/p/Good.java", GOOD)]);
    let classes = limits();
    let mut names = vec![
        "b.jar?x",
        "b.jar#x",
        "a%00.jar",
        "%",
        "a|b.jar",
        "[x]",
        "foo:bar",
        "C:/x.jar",
        "https://example.org/x.jar",
        "/dev/zero",
        "missing.jar",
        "no.jar",
        "a.jar",
        "../lib/a.jar",
    ];
    let elsewhere = [
        "file://host.invalid/share/x.jar",
        "//host.invalid/share/x.jar",
        r"\\host.invalid\share\x.jar",
        "%2F%2Fhost.invalid/share/x.jar",
        "FILE:////host.invalid/../x.jar//host.invalid",
    ];
    names.extend(elsewhere);
    tree.write("lib/no.jar", "no jar");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo")
            .arg(tree.path("lib/pipe"))
            .status();
        assert!(made.unwrap().success());
        names.push("pipe");
    }
    for name in names {
        tree.write("lib/a.jar", jar(name, &classes));
        let project = tree.project();
        assert_complete(file(&compile(&project), "Good.java"));
        let is_told = messages(&project)
            .iter()
            .any(|text| text.contains("a.jar") && text.contains("another machine"));
        let is_elsewhere = elsewhere[..4].contains(&name);
        assert_eq!(is_told, is_elsewhere, "{name}: {:?}", messages(&project));
        assert_eq!(project.class_path, [tree.path("lib/a.jar")], "{name}");
    }
}

#[test]
fn a_jar_that_another_one_names_is_seen_and_told_of_in_the_same_way() {
    let tree = Tree::new([("src/p/Good.java", GOOD)]);
    tree.write("given/a.jar", jar("deep/b.jar c%20d.jar", &[]));
    tree.write(
        "given/deep/b.jar",
        jar("//host.invalid/share/x.jar ../c.jar ../a.jar", &[]),
    );
    tree.write("given/c d.jar", jar("", &[]));
    tree.write("given/c.jar", jar("deep/../a.jar", &limits()));
    let options = DiscoverOptions {
        class_path: vec![tree.path("given/a.jar")],
        ..DiscoverOptions::default()
    };
    let project = tree.project_of(["src"], &options);
    let expected = [
        "given/a.jar",
        "given/deep/b.jar",
        "given/c.jar",
        "given/c d.jar",
    ];
    assert_eq!(tree.names(&project.class_path), expected);
    let told = messages(&project);
    assert!(
        told.iter()
            .any(|text| text.contains("b.jar") && text.contains("//host.invalid/share/x.jar")),
        "{told:?}"
    );
    assert_complete(file(&compile(&project), "Good.java"));
}

/// A project's own entry may be a pipe by the time javac reads it.
#[cfg(unix)]
#[test]
fn a_pipe_among_the_entries_is_not_waited_for() {
    let tree = Tree::new([("src/p/Good.java", "package p; class Good { }")]);
    let mut project = tree.project();
    let made = std::process::Command::new("mkfifo")
        .arg(tree.path("pipe.jar"))
        .status();
    assert!(made.unwrap().success());
    project.class_path = vec![tree.path("pipe.jar"), "/dev/zero".into()];
    assert_complete(file(&compile(&project), "Good.java"));
}
