//! Eclipse projects, from `.classpath` to classes.


use project_model::{DiscoverOptions, Project};
use crate::support::{Tree, assert_complete, compile, jar, jar_of, library};

fn discover(tree: &Tree) -> Project {
    let options = DiscoverOptions {
        maven_repository: Some(tree.path("m2")),
        gradle_home: Some(tree.path("gradle")),
        ..DiscoverOptions::default()
    };
    Project::discover(&[tree.path("work/app")], &options).unwrap()
}

fn tree(entries: &str) -> Tree {
    let text =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<classpath>\n{entries}\n</classpath>");
    Tree::new([
        ("work/app/.classpath", text.as_str()),
        ("work/app/.git/HEAD", ""),
        (
            "work/app/code/app/App.java",
            "package app; class App { String hi() { return lib.Greeter.greet() + new made.Made().f(); } }",
        ),
        (
            "work/app/gen/made/Made.java",
            "package made; public class Made { public int f() { return 1; } }",
        ),
    ])
}

#[test]
fn entries_are_sources_libraries_and_outputs() {
    let tree = tree(
        "<classpathentry kind=\"src\" path=\"code\"/>\n\
         <classpathentry kind=\"src\" path=\"gen\" output=\"bin/gen\"/>\n\
         <classpathentry kind=\"lib\" path=\"jars/greeter.jar\"/>\n\
         <classpathentry kind=\"var\" path=\"M2_REPO/x/y/1/y-1.jar\"/>\n\
         <classpathentry kind=\"con\" path=\"org.eclipse.jdt.launching.JRE_CONTAINER/x\"/>\n\
         <classpathentry kind=\"output\" path=\"bin\"/>",
    );
    let greeter = library(
        "Greeter.java",
        "package lib; public class Greeter { public static String greet() { return \"hello\"; } }",
    );
    tree.write("work/app/jars/greeter.jar", jar_of(&greeter));
    tree.write("m2/x/y/1/y-1.jar", jar([]));
    let project = discover(&tree);
    assert!(project.problems.is_empty(), "{:?}", project.problems);
    let outputs: Vec<_> = project
        .source_sets
        .iter()
        .map(|set| set.output.clone())
        .collect();
    assert_eq!(outputs.len(), 2);
    assert!(
        outputs.contains(&tree.path("work/app/bin"))
            && outputs.contains(&tree.path("work/app/bin/gen"))
    );
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 2);
    compilation.files.iter().for_each(assert_complete);
}

#[test]
fn what_eclipse_alone_knows_is_told_with_its_line() {
    let tree = tree(
        "<classpathentry kind=\"src\" path=\"code\"/>\n\
         <classpathentry kind=\"con\" path=\"org.eclipse.jdt.USER_LIBRARY/mine\"/>\n\
         <classpathentry kind=\"lib\" path=\"absent.jar\"/>\n\
         <classpathentry kind=\"src\" path=\"/other\"/>",
    );
    let problems = discover(&tree).problems;
    let lines: Vec<_> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [Some(4), Some(5), Some(6)], "{problems:?}");
    assert!(
        problems
            .iter()
            .all(|problem| problem.message.contains("classPath"))
    );
}

#[test]
fn a_project_beside_it_is_found_by_its_name() {
    let tree = tree(
        "<classpathentry kind=\"src\" path=\"code\"/>\n<classpathentry kind=\"src\" path=\"/Greeters\"/>",
    );
    // The projects of one repository.
    std::fs::remove_dir_all(tree.path("work/app/.git")).unwrap();
    tree.write("work/.git/HEAD", "");
    tree.write(
        "work/app/code/app/App.java",
        "package app; class App { String hi() { return lib.Greeter.greet(); } }",
    );
    tree.write(
        "work/folder/.project",
        "<projectDescription><name>Greeters</name></projectDescription>",
    );
    tree.write(
        "work/folder/.classpath",
        "<classpath><classpathentry kind=\"src\" path=\"src\"/></classpath>",
    );
    tree.write(
        "work/folder/src/lib/Greeter.java",
        "package lib; public class Greeter { public static String greet() { return \"hello\"; } }",
    );
    let project = discover(&tree);
    assert!(project.problems.is_empty(), "{:?}", project.problems);
    let compilation = compile(&project);
    let app = compilation
        .files
        .iter()
        .find(|file| file.file.ends_with("App.java"))
        .unwrap();
    assert_complete(app);
}
