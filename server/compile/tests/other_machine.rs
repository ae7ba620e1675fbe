//! Paths of other machines in build files. `//tmp/x` and `/tmp/x` are the same file on Unix, so a file that exists and is not
//! used was rejected because of its name.
#![cfg(unix)]

use project_model::{DiscoverOptions, Project};
use crate::support::{Tree, jar};

/// What is found in a project with one build file. In it, `{}` is the path of a folder with a jar and sources, as a path of
/// this machine or of another one.
fn discover(name: &str, text: &str, is_remote: bool) -> (Vec<String>, Project) {
    let tree = Tree::new([
        (
            "project/src/main/java/p/Main.java",
            "package p; class Main { }",
        ),
        ("elsewhere/q/Other.java", "package q; class Other { }"),
    ]);
    tree.write("elsewhere/x.jar", jar([]));
    let elsewhere = tree.path("elsewhere").display().to_string();
    let named = if is_remote {
        format!("/{elsewhere}")
    } else {
        elsewhere
    };
    tree.write(&format!("project/{name}"), text.replace("{}", &named));
    let options = DiscoverOptions {
        maven_repository: Some(tree.path("m2")),
        gradle_home: Some(tree.path("gradle")),
        ..DiscoverOptions::default()
    };
    let project = Project::discover(&[tree.path("project")], &options).unwrap();
    let top = tree.path("").canonicalize().unwrap().join("elsewhere");
    let entries = project.source_sets.iter().flat_map(|set| &set.class_path);
    let found = project.class_path.iter().chain(entries);
    let found = found.filter(|path| {
        let place = path.canonicalize().unwrap_or_else(|_| (*path).clone());
        place.starts_with(&top)
    });
    (
        found.map(|path| path.display().to_string()).collect(),
        project,
    )
}

#[test]
fn a_build_file_has_no_file_of_another_machine_opened() {
    let system = "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId>\
        <version>1</version><dependencies><dependency><groupId>x</groupId><artifactId>x</artifactId><version>1</version>\
        <scope>system</scope><systemPath>{}/x.jar</systemPath></dependency></dependencies></project>";
    let library = "<classpath><classpathentry kind=\"src\" path=\"src/main/java\"/>\
        <classpathentry kind=\"lib\" path=\"{}/x.jar\"/></classpath>";
    for (name, text) in [
        ("pom.xml", system),
        (".classpath", library),
        (
            "build.gradle",
            "plugins { id 'java' }\ndependencies { implementation files('{}/x.jar') }",
        ),
        (
            "build.gradle",
            "plugins { id 'java' }\ndependencies { implementation fileTree('{}') }",
        ),
        (
            "build.gradle.kts",
            "plugins { java }\ndependencies { implementation(files(\"{}/x.jar\")) }",
        ),
    ] {
        // As a path of this machine it is used, which shows that the test works.
        let (found, project) = discover(name, text, false);
        assert!(!found.is_empty(), "{name}: {:?}", project.problems);
        let (found, project) = discover(name, text, true);
        assert!(found.is_empty(), "{name}: {found:?}");
        let is_told = project
            .problems
            .iter()
            .any(|it| it.message.contains("elsewhere") || it.message.contains("x:x"));
        assert!(
            is_told || text.contains("fileTree"),
            "{name}: {:?}",
            project.problems
        );
    }
}
