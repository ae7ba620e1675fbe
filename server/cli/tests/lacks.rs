//! Dependencies that are not on this machine: one status, one message with its cause, and the build tool if the user agrees.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use crate::support::Folder;
use crate::support::editor::Editor;

const TEXT: &str =
    "package p; import x.lib.Greeter; class A { int f(int a) { return Greeter.of(a); } }";

/// A project that names five missing artifacts, and a Maven that records that it ran.
fn project(folder: &Folder) {
    let names = ["a", "b", "c", "d", "e"];
    let dependency = |name: &&str| {
        format!(
            "<dependency><groupId>x.lib</groupId><artifactId>{name}</artifactId><version>1</version></dependency>\n"
        )
    };
    let dependencies: String = names.iter().map(dependency).collect();
    let pom = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version>\n\
         <dependencies>\n{dependencies}</dependencies></project>"
    );
    folder.write("project/pom.xml", pom.as_bytes());
    folder.write("project/src/main/java/p/A.java", TEXT.as_bytes());
    let tool = folder.write("bin/mvn", b"#!/bin/sh\ntouch \"${0%/*}/was-run\"\n");
    std::fs::set_permissions(tool, std::fs::Permissions::from_mode(0o755)).expect("executable");
}

fn session(folder: &Folder) -> Editor {
    let path = std::env::var("PATH").unwrap_or_default();
    let project = Path::new(folder.path()).join("project");
    let mut editor = Editor::start(&project, |command| {
        command
            .env("HOME", folder.path())
            .env("PATH", format!("{}/bin:{path}", folder.path()));
    });
    editor.open(&project.join("src/main/java/p/A.java"), TEXT);
    editor
}

fn text_of(message: &Value) -> &str {
    message["params"]["message"].as_str().unwrap_or_default()
}

#[test]
fn what_is_missing_is_one_status_and_one_message_with_its_cause() {
    let folder = Folder::new();
    project(&folder);
    let mut editor = session(&folder);
    let status = editor.wait_for_status("missingDependency");
    let cause =
        "the dependencies x.lib:a:1, x.lib:b:1, x.lib:c:1 and 2 more are not on this machine";
    assert!(status.starts_with(cause), "{status}");
    assert!(status.contains("mvn dependency:resolve"), "{status}");
    editor.end_and_see(|seen| {
        let told = |method: &str| {
            let of_method = seen.iter().filter(|message| message["method"] == method);
            let texts = of_method.map(|message| text_of(message).to_owned());
            texts
                .filter(|text| text.contains("x.lib"))
                .collect::<Vec<String>>()
        };
        let asked = told("window/showMessageRequest");
        assert!(
            matches!(&asked[..], [one] if one.contains(cause) && one.contains("/bin/mvn")),
            "{asked:?}"
        );
        assert!(told("window/showMessage").is_empty());
        assert_eq!(told("window/logMessage").len(), 1, "{seen:?}");
    });
    let ran = Path::new(folder.path()).join("bin/was-run");
    assert!(!ran.exists(), "nobody has agreed");
}

#[test]
fn the_build_tool_runs_once_the_user_agrees() {
    let folder = Folder::new();
    project(&folder);
    let mut editor = session(&folder);
    let asked = editor.wait_for("a question", |message| {
        message["method"] == "window/showMessageRequest"
    });
    assert!(text_of(&asked).contains("build scripts"), "{asked}");
    let ran = Path::new(folder.path()).join("bin/was-run");
    assert!(!ran.exists());
    editor.answer(&asked, json!({ "title": "Run it" }));
    let end = Instant::now() + Duration::from_mins(1);
    while !ran.exists() {
        assert!(Instant::now() < end, "the build tool runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    editor.end();
}
