//! Build tools that print the class path of a project, instead of jouled reading the build files.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use project_model::{BuildTool, BuildToolError, DiscoverOptions, Project};
use crate::support::{Tree, assert_complete, compile, file, jar_of, library};

const APP: &str = "package app; class App { String hi() { return lib.Greeter.greet(); } }";

/// The folder with the build tools of a test, in the process that runs it.
const TOOLS: &str = "JOULED_TEST_TOOLS";

/// Runs a test in its own process, with build tools on its `PATH` that print a file of the project. True in that process.
fn has_build_tools(test: &str) -> bool {
    if std::env::var_os(TOOLS).is_some() {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    for tool in ["mvn", "gradle"] {
        let tool = folder.path().join(tool);
        std::fs::write(&tool, "#!/bin/sh\ntouch was-run\ncat answer\n").unwrap();
        std::fs::set_permissions(tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = std::iter::once(folder.path().to_path_buf())
        .chain(std::env::split_paths(&path))
        .collect();
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env("PATH", std::env::join_paths(path).unwrap())
        .env(TOOLS, folder.path())
        .status()
        .unwrap();
    assert!(status.success());
    false
}

/// A project whose build tool prints this, with a wrapper script that must not be run.
fn tree(build: (&str, &str), wrapper: &str, prints: &str) -> Tree {
    let tree = Tree::new([
        (&*format!("project/{}", build.0), build.1),
        ("project/src/main/java/app/App.java", APP),
        ("project/.git/HEAD", ""),
    ]);
    let greeter = library(
        "Greeter.java",
        "package lib; public class Greeter { public static String greet() { return \"hello\"; } }",
    );
    tree.write("elsewhere/greeter.jar", jar_of(&greeter));
    let printed = prints.replace("JAR", tree.path("elsewhere/greeter.jar").to_str().unwrap());
    let printed = printed.replace("PROJECT", tree.path("project").to_str().unwrap());
    tree.write("project/answer", format!("{printed}\n"));
    let wrapper = format!("project/{wrapper}");
    tree.write(&wrapper, "#!/bin/sh\ntouch wrapper-was-run\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(tree.path(&wrapper), executable).unwrap();
    tree
}

fn discover(tree: &Tree) -> Project {
    let options = DiscoverOptions {
        cache: Some(tree.path("cache")),
        maven_repository: Some(tree.path("m2")),
        gradle_home: Some(tree.path("gradle")),
        ..DiscoverOptions::default()
    };
    Project::discover(&[tree.path("project")], &options).unwrap()
}

const POM: &str = "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies>\
    <dependency><groupId>x</groupId><artifactId>computed</artifactId><version>1</version></dependency></dependencies></project>";
const SCRIPT: &str = "dependencies { implementation computed() }";

#[test]
fn what_a_build_tool_tells_is_kept_until_a_build_file_changes() {
    if !has_build_tools("what_a_build_tool_tells_is_kept_until_a_build_file_changes") {
        return;
    }
    let tools = std::env::var(TOOLS).unwrap();
    for (build, wrapper, prints) in [
        (
            ("pom.xml", POM),
            "mvnw",
            "[INFO] Dependencies classpath:\nJAR",
        ),
        (
            ("build.gradle", SCRIPT),
            "gradlew",
            "noise\njouled-class-path\tPROJECT\tJAR",
        ),
    ] {
        let tree = tree(build, wrapper, prints);
        let project = discover(&tree);
        assert_eq!(project.problems.len(), 1, "{:?}", project.problems);
        let tool = BuildTool::of(&project).unwrap();
        let question = tool.question();
        for part in [wrapper, "is not used", "build scripts", &tools, "trust"] {
            assert!(question.contains(part), "{question}");
        }
        let was_run = tree.path("project/was-run");
        assert!(!was_run.exists(), "before anybody agreed");
        assert_eq!(tool.ask(&tree.path("cache")).unwrap(), 1);
        assert!(was_run.exists());
        assert!(!tree.path("project/wrapper-was-run").exists());
        let project = discover(&tree);
        assert!(project.problems.is_empty(), "{:?}", project.problems);
        assert_complete(file(&compile(&project), "App.java"));
        // A changed build has no answer yet.
        tree.write(&format!("project/{}", build.0), format!("{}\n", build.1));
        assert_eq!(discover(&tree).problems.len(), 1);
    }
}

#[test]
fn a_build_tool_that_does_not_answer_is_told_of() {
    if !has_build_tools("a_build_tool_that_does_not_answer_is_told_of") {
        return;
    }
    let tree = tree(("pom.xml", POM), "mvnw", "[ERROR] no network");
    let tool = BuildTool::of(&discover(&tree)).unwrap();
    let error = tool.ask(&tree.path("cache")).unwrap_err();
    assert!(error.to_string().contains("[ERROR] no network"), "{error}");
    std::fs::remove_file(tree.path("project/pom.xml")).unwrap();
    let error = BuildTool::of(&discover(&tree)).unwrap_err();
    assert!(matches!(error, BuildToolError::NoBuild { .. }), "{error}");
}
