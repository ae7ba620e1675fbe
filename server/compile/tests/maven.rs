//! Maven projects, from their POMs to classes.


use compile::{Compiler, Completeness};
use files::Limits;
use problems::Severity;
use project_model::{DiscoverOptions, Project};
use source::SourceFile;
use crate::support::{Tree, assert_complete, compile, file, jar, jar_of, library};

const MAIN: &str = "package p; public class Main { }";

fn options(tree: &Tree) -> DiscoverOptions {
    DiscoverOptions {
        maven_repository: Some(tree.path("m2")),
        gradle_home: Some(tree.path("gradle")),
        ..DiscoverOptions::default()
    }
}

fn discover(tree: &Tree) -> Project {
    Project::discover(&[tree.path("project")], &options(tree)).unwrap()
}

fn pom(rest: &str) -> String {
    format!(
        "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>{rest}</project>"
    )
}

/// A dependency `group:artifact:version` with further elements.
fn dependency(coordinates: &str, more: &str) -> String {
    let mut parts = coordinates.split(':');
    let mut element = |name: &str| match parts.next() {
        Some(text) => format!("<{name}>{text}</{name}>"),
        None => String::new(),
    };
    let (group, artifact, version) = (
        element("groupId"),
        element("artifactId"),
        element("version"),
    );
    format!("<dependency>{group}{artifact}{version}{more}</dependency>")
}

/// Puts an artefact into the repository, with a jar without classes.
fn install(tree: &Tree, coordinates: &str, rest: &str) {
    install_jar(tree, coordinates, rest, &jar([]));
}

fn install_jar(tree: &Tree, coordinates: &str, rest: &str, jar: &[u8]) {
    let parts: Vec<&str> = coordinates.split(':').collect();
    let [group, artifact, version] = parts[..] else {
        unreachable!("three parts")
    };
    let base = format!(
        "m2/{}/{artifact}/{version}/{artifact}-{version}",
        group.replace('.', "/")
    );
    let text = pom(&format!(
        "<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{rest}"
    ));
    tree.write(&format!("{base}.pom"), text);
    tree.write(&format!("{base}.jar"), jar);
}

/// A project of one module with these dependencies and further elements in its POM.
fn project(dependencies: &[String], rest: &str) -> Tree {
    let text = pom(&format!(
        "<groupId>g</groupId><artifactId>a</artifactId><version>1</version>\n\
         <dependencies>{}</dependencies>{rest}",
        dependencies.concat()
    ));
    Tree::new([
        ("project/pom.xml", text.as_str()),
        ("project/src/main/java/p/Main.java", MAIN),
    ])
}

/// The names of the jars of the project's first set, in their order.
fn jars(project: &Project) -> Vec<&str> {
    let entries = project.source_sets[0].class_path.iter();
    let jars = entries.filter(|path| path.is_file());
    jars.map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect()
}

fn messages(project: &Project) -> Vec<&str> {
    let problems = project.problems.iter();
    problems.map(|problem| problem.message.as_str()).collect()
}

#[test]
fn a_module_with_a_parent_and_another_module_compiles() {
    let tree = Tree::new([
        (
            "project/pom.xml",
            &*pom(&format!(
                "<groupId>g</groupId><artifactId>parent</artifactId><version>1</version><packaging>pom</packaging>\
                 <modules><module>core</module><module>app</module></modules>\
                 <properties><greeter.version>2.${{minor}}</greeter.version><minor>5</minor></properties>\
                 <dependencyManagement><dependencies>{}</dependencies></dependencyManagement>",
                dependency("lib:greeter:${greeter.version}", "")
            )),
        ),
        (
            "project/core/pom.xml",
            &pom(&format!(
                "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>\
                 <artifactId>core</artifactId><dependencies>{}</dependencies>",
                dependency("lib:greeter", "")
            )),
        ),
        (
            "project/app/pom.xml",
            &pom(&format!(
                "<parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version></parent>\
                 <artifactId>app</artifactId><dependencies>{}</dependencies>",
                dependency("${project.groupId}:core:${project.version}", "")
            )),
        ),
        (
            "project/core/src/main/java/core/Core.java",
            "package core; public class Core { public String hi() { return lib.Greeter.greet(); } }",
        ),
        // The tests of both modules have the same name.
        (
            "project/core/src/test/java/t/Help.java",
            "package t; class Help { int core() { return new core.Core().hi().length(); } }",
        ),
        (
            "project/app/src/main/java/app/App.java",
            "package app; class App { String hi() { return new core.Core().hi() + lib.Greeter.greet(); } }",
        ),
        (
            "project/app/src/test/java/t/Help.java",
            "package t; class Help { int app() { return app; } int app = 1; }",
        ),
        (
            "project/app/src/test/java/t/UsesHelp.java",
            "package t; class UsesHelp { int f() { return new Help().app(); } }",
        ),
    ]);
    let greeter = library(
        "Greeter.java",
        "package lib; public class Greeter { public static String greet() { return \"hello\"; } }",
    );
    install_jar(&tree, "lib:greeter:2.5", "", &jar_of(&greeter));
    let project = discover(&tree);
    assert_eq!(messages(&project), [""; 0]);
    assert_eq!(project.source_sets.len(), 4);
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 5);
    compilation.files.iter().for_each(assert_complete);
    // A module on its own finds the other one through the parent POM.
    let alone = Project::discover(&[tree.path("project/app")], &options(&tree)).unwrap();
    let compilation = compile(&alone);
    assert_eq!(compilation.files.len(), 3);
    compilation.files.iter().for_each(assert_complete);
    // If its parent cannot be read, for example while it is being written, a module still knows the others.
    let parent = std::fs::read(tree.path("project/pom.xml")).unwrap();
    tree.write("project/pom.xml", "<project><modules>");
    let broken = discover(&tree);
    assert_eq!(broken.source_sets.len(), 4);
    let app = broken.set_of(&tree.path("project/app/src/main/java/app/App.java"));
    let core = broken.set_of(&tree.path("project/core/src/main/java/core/Core.java"));
    assert!(broken.source_sets[app].sees.contains(&core));
    tree.write("project/pom.xml", parent);
    // A single file finds everything, too.
    let path = tree.path("project/app/src/test/java/t/UsesHelp.java");
    let single = Project::discover(&[path], &options(&tree)).unwrap();
    assert_complete(file(&compile(&single), "UsesHelp.java"));
}

#[test]
fn tests_see_main_and_main_does_not_see_tests() {
    let tree = project(&[], "");
    tree.write(
        "project/src/main/java/p/Main.java",
        "package p; class Main { Help help; }",
    );
    tree.write(
        "project/src/test/java/p/Help.java",
        "package p; class Help { Main main; }",
    );
    let compilation = compile(&discover(&tree));
    assert_complete(file(&compilation, "Help.java"));
    let main = file(&compilation, "Main.java");
    assert!(main.problems[0].message.contains("cannot find symbol"));
}

#[test]
fn the_nearest_version_wins() {
    let tree = project(&[dependency("x:far:1", ""), dependency("x:near:1", "")], "");
    install(
        &tree,
        "x:far:1",
        &format!(
            "<dependencies>{}</dependencies>",
            dependency("x:deep:1", "")
        ),
    );
    install(
        &tree,
        "x:deep:1",
        &format!(
            "<dependencies>{}</dependencies>",
            dependency("x:shared:3", "")
        ),
    );
    install(
        &tree,
        "x:near:1",
        &format!(
            "<dependencies>{}</dependencies>",
            dependency("x:shared:2", "")
        ),
    );
    for version in [2, 3] {
        install(&tree, &format!("x:shared:{version}"), "");
    }
    assert_eq!(
        jars(&discover(&tree)),
        ["far-1.jar", "near-1.jar", "deep-1.jar", "shared-2.jar"]
    );
}

#[test]
fn what_is_managed_goes_before_what_dependencies_ask_for() {
    let management = format!(
        "<dependencyManagement><dependencies>{}{}</dependencies></dependencyManagement>",
        dependency("x:shared:4", ""),
        dependency("x:bom:1", "<type>pom</type><scope>import</scope>"),
    );
    let tree = project(
        &[dependency("x:a:1", ""), dependency("x:b", "")],
        &management,
    );
    install(
        &tree,
        "x:a:1",
        &format!(
            "<dependencies>{}</dependencies>",
            dependency("x:shared:2", "")
        ),
    );
    install(&tree, "x:b:9", "");
    install(&tree, "x:shared:4", "");
    let managed = [dependency("x:b:9", ""), dependency("x:shared:5", "")].concat();
    install(
        &tree,
        "x:bom:1",
        &format!(
            "<packaging>pom</packaging><dependencyManagement><dependencies>{managed}</dependencies></dependencyManagement>"
        ),
    );
    let project = discover(&tree);
    assert_eq!(jars(&project), ["a-1.jar", "b-9.jar", "shared-4.jar"]);
    assert_eq!(messages(&project), [""; 0]);
}

#[test]
fn exclusions_scopes_and_optional_dependencies_leave_out() {
    let excluded = "<exclusions><exclusion><groupId>x</groupId><artifactId>no</artifactId></exclusion></exclusions>";
    let tree = project(
        &[
            dependency("x:a:1", excluded),
            dependency("x:t:1", "<scope>test</scope>"),
        ],
        "",
    );
    let wanted = [
        dependency("x:no:1", ""),
        dependency("x:test:1", "<scope>test</scope>"),
        dependency("x:provided:1", "<scope>provided</scope>"),
        dependency("x:optional:1", "<optional>true</optional>"),
        dependency("x:yes:1", ""),
        // Only running the program needs it, so javac does not report its absence.
        dependency("x:absent:1", "<scope>runtime</scope>"),
    ];
    install(
        &tree,
        "x:a:1",
        &format!("<dependencies>{}</dependencies>", wanted.concat()),
    );
    for name in ["no", "test", "provided", "optional", "yes", "t"] {
        install(&tree, &format!("x:{name}:1"), "");
    }
    let project = discover(&tree);
    assert_eq!(jars(&project), ["a-1.jar", "t-1.jar", "yes-1.jar"]);
    assert_eq!(messages(&project), [""; 0]);
}

#[test]
fn profiles_count_that_are_active_of_themselves() {
    let profile = |name: &str, activation: &str| {
        format!(
            "<profile><id>{name}</id><activation>{activation}</activation><dependencies>{}</dependencies></profile>",
            dependency(&format!("x:{name}:1"), "")
        )
    };
    let default = "<activeByDefault>true</activeByDefault>";
    let exists = "<file><exists>${basedir}/flag</exists></file>";
    let asked = "<property><name>asked</name></property>";
    let profiles = [
        profile("default", default),
        profile("file", exists),
        profile("asked", asked),
    ];
    let tree = project(&[], &format!("<profiles>{}</profiles>", profiles.concat()));
    for name in ["default", "file", "asked"] {
        install(&tree, &format!("x:{name}:1"), "");
    }
    assert_eq!(jars(&discover(&tree)), ["default-1.jar"]);
    tree.write("project/flag", "");
    assert_eq!(jars(&discover(&tree)), ["file-1.jar"]);
    tree.write("project/.mvn/maven.config", "-Dasked\n-T4\n");
    assert_eq!(jars(&discover(&tree)), ["asked-1.jar", "file-1.jar"]);
}

#[test]
fn a_system_dependency_is_the_jar_that_it_names() {
    let path = "<scope>system</scope><systemPath>${project.basedir}/own/x.jar</systemPath>";
    let tree = project(&[dependency("x:x:1", path)], "");
    tree.write("project/own/x.jar", jar([]));
    assert_eq!(jars(&discover(&tree)), ["x.jar"]);
}

#[test]
fn what_is_missing_is_told_with_its_line_and_what_to_do() {
    let management = dependency("x:absent:1", "");
    let tree = project(&[management], "");
    let project = discover(&tree);
    let problem = &project.problems[0];
    assert_eq!(problem.severity, Severity::Warning);
    assert_eq!(
        (problem.file.clone(), problem.line),
        (Some(tree.path("project/pom.xml")), Some(2))
    );
    for part in ["x:absent:1", "mvn dependency:resolve", "classPath"] {
        assert!(problem.message.contains(part), "{}", problem.message);
    }
}

#[test]
fn generated_sources_and_those_of_plugins_are_used() {
    let plugin = "<build><plugins><plugin><artifactId>build-helper-maven-plugin</artifactId><executions><execution>\
        <goals><goal>add-source</goal></goals><configuration><sources><source>more</source></sources>\
        </configuration></execution></executions></plugin></plugins></build>";
    let tree = project(&[], plugin);
    tree.write(
        "project/src/main/java/p/Main.java",
        "package p; class Main { int f() { return q.Made.x + r.More.x; } }",
    );
    tree.write(
        "project/target/generated-sources/annotations/q/Made.java",
        "package q; public class Made { public static int x; }",
    );
    tree.write(
        "project/more/r/More.java",
        "package r; public class More { public static int x; }",
    );
    assert_complete(file(&compile(&discover(&tree)), "Main.java"));
}

#[test]
fn the_language_is_that_of_the_build() {
    let tree = project(
        &[],
        "<properties><maven.compiler.release>8</maven.compiler.release></properties>",
    );
    let text = "package p; class Main { String f(int x) { return \"a\" + x; } }";
    tree.write("project/src/main/java/p/Main.java", text);
    // Written for a newer version than the build file sets; it is compiled anyway.
    tree.write(
        "project/src/test/java/p/New.java",
        "package p; record New(int x) { }",
    );
    let compilation = compile(&discover(&tree));
    let major = |name: &str| file(&compilation, name).classes[0].bytes[7];
    assert_eq!(major("Main.java"), 52);
    assert_complete(file(&compilation, "New.java"));
    assert!(major("New.java") >= 60);
}

#[test]
fn hostile_poms_end_with_a_problem() {
    let bomb =
        "<!DOCTYPE p [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><project>&b;</project>";
    let outside = "<!DOCTYPE p [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><project><artifactId>&a;</artifactId></project>";
    let deep = "<a>".repeat(200_000);
    let circle = pom(
        "<parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version><relativePath>../other/pom.xml</relativePath></parent>\
         <groupId>g</groupId><artifactId>b</artifactId><version>1</version>",
    );
    for text in [
        bomb, outside, &deep, &circle, "", "<project", "\u{0}", "<x/>",
    ] {
        let tree = project(&[], "");
        tree.write("project/pom.xml", text);
        tree.write(
            "other/pom.xml",
            pom("<parent><groupId>g</groupId><artifactId>b</artifactId><version>1</version><relativePath>../project/pom.xml</relativePath></parent>\
                 <groupId>g</groupId><artifactId>a</artifactId><version>1</version>"),
        );
        let project = discover(&tree);
        assert_eq!(project.sources.len(), 1);
        assert!(!project.problems.is_empty(), "{text:.80}");
        assert!(
            !messages(&project).join("").contains("root:"),
            "{:?}",
            project.problems
        );
    }
}

#[test]
fn artefacts_that_need_each_other_end() {
    let tree = project(&[dependency("x:a:1", "")], "");
    let needs = |name: &str| format!("<dependencies>{}</dependencies>", dependency(name, ""));
    install(&tree, "x:a:1", &needs("x:b:1"));
    install(&tree, "x:b:1", &needs("x:a:1"));
    assert_eq!(jars(&discover(&tree)), ["a-1.jar", "b-1.jar"]);
}

#[test]
fn a_build_file_may_not_lead_out_of_the_project() {
    let build = "<build><sourceDirectory>/</sourceDirectory><testSourceDirectory>../outside</testSourceDirectory></build>";
    let tree = project(
        &[
            dependency("../../secret:x:1", ""),
            dependency("x:../../../secret:1", ""),
        ],
        build,
    );
    tree.write("outside/p/Secret.java", "package p; class Secret { }");
    let project = discover(&tree);
    assert!(project.context.is_empty());
    assert!(project.source_sets.iter().all(|set| set.roots.is_empty()));
    assert!(
        messages(&project)
            .iter()
            .any(|message| message.contains("outside the project"))
    );
}

#[test]
fn limits_hold_for_build_files() {
    let tree = project(&[dependency("x:a:1", "")], &" ".repeat(4_000));
    install(
        &tree,
        "x:a:1",
        &format!("<dependencies>{}</dependencies>", dependency("x:b:1", "")),
    );
    install(&tree, "x:b:1", "");
    let with = |limits| DiscoverOptions {
        limits,
        ..options(&tree)
    };
    let of = |limits| Project::discover(&[tree.path("project")], &with(limits)).unwrap();
    let large = of(Limits {
        max_build_file_bytes: 2_000,
        ..Limits::default()
    });
    assert!(
        messages(&large)[0].contains("over 2000 bytes"),
        "{:?}",
        large.problems
    );
    let many = of(Limits {
        max_build_files: 2,
        ..Limits::default()
    });
    assert!(
        messages(&many)[0].contains("over 2 build files"),
        "{:?}",
        many.problems
    );
    let wide = of(Limits {
        max_dependencies: 1,
        ..Limits::default()
    });
    assert!(
        messages(&wide)[0].contains("over 1 dependencies"),
        "{:?}",
        wide.problems
    );
}

#[test]
fn without_build_files_none_is_read() {
    let tree = project(&[dependency("x:absent:1", "")], "");
    let options = DiscoverOptions {
        without_build_files: true,
        ..options(&tree)
    };
    let project = Project::discover(&[tree.path("project")], &options).unwrap();
    assert!(project.problems.is_empty() && project.source_sets.is_empty());
}

/// Puts the classes of a text where the build would.
fn build(tree: &Tree, text: &str, output: &str) {
    for class in library("A.java", text) {
        tree.write(
            &format!("{output}/{}.class", class.binary_name),
            class.bytes,
        );
    }
}

#[test]
fn code_for_annotation_processors_has_the_classes_of_the_build() {
    let tree = project(&[dependency("x:lombok:1", "")], "");
    let lombok = library("Data.java", "package lombok; public @interface Data { }");
    install_jar(&tree, "x:lombok:1", "", &jar_of(&lombok));
    let annotated = "package p;\nimport lombok.Data;\n@Data public class A { int x; }\n";
    tree.write("project/src/main/java/p/A.java", annotated);
    tree.write(
        "project/src/main/java/p/B.java",
        "package p; class B { int f(A a) { return a.getX(); } }",
    );
    // The output of the processor.
    let processed = "package p;\n\npublic class A { int x; public int getX() { return x; } }";
    build(&tree, processed, "project/target/classes");
    let compilation = compile(&discover(&tree));
    let a = file(&compilation, "A.java");
    assert!(a.is_from_build && a.completeness == Completeness::Complete);
    assert!(a.problems[0].message.contains("from the build's classes"));
    // The build has no classes of this one. javac finds the generated members in the other's classes.
    assert!(!file(&compilation, "B.java").is_from_build);
    // If a file is newer than its built classes, javac compiles it. Other files still see the built ones.
    tree.write(
        "project/src/main/java/p/C.java",
        "package p; class C { int f(A a) { return a.getX(); } }",
    );
    let later = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
    let source = std::fs::File::options()
        .write(true)
        .open(tree.path("project/src/main/java/p/A.java"));
    source.unwrap().set_modified(later).unwrap();
    let compilation = compile(&discover(&tree));
    assert!(!file(&compilation, "A.java").is_from_build);
}

#[test]
fn other_buffers_see_what_processors_have_added() {
    let tree = project(&[], "");
    tree.write(
        "project/src/main/java/p/A.java",
        "package p;\nimport lombok.Data;\n@Data public class A { int x; }\n",
    );
    tree.write(
        "project/src/main/java/lombok/Data.java",
        "package lombok; public @interface Data { }",
    );
    let processed = "package p;\n\npublic class A { int x; public int getX() { return x; } }";
    build(&tree, processed, "project/target/classes");
    let project = discover(&tree);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let compiler = Compiler::start(crate::support::jdk(), crate::support::config())
            .await
            .unwrap();
        let path = |name: &str| tree.path("project/src/main/java/p").join(name);
        let edited = "package p;\nimport lombok.Data;\n@Data public class A { int x, y; }\n";
        let a = compiler
            .compile_buffer(&project, &path("A.java"), 1, SourceFile::parse(edited))
            .await;
        assert!(!a.is_from_build);
        let user = "package p; class B { int f(A a) { return a.getX(); } }";
        let b = compiler
            .compile_buffer(&project, &path("B.java"), 1, SourceFile::parse(user))
            .await;
        assert_complete(&b);
    });
}

#[test]
fn a_module_whose_pom_does_not_tell_all_may_use_everything() {
    let module = |rest: &str| {
        let dependency = |rest: &str| format!("<dependency><groupId>g</groupId>{rest}</dependency>");
        let rest = rest.replace("CORE", &dependency("<artifactId>core</artifactId><version>1</version>"));
        let rest = rest.replace("OPEN", &dependency("<artifactId>${open}</artifactId><version>1</version>"));
        format!("<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version>{rest}</project>")
    };
    let dependencies = |inner: &str| format!("<dependencies>{inner}</dependencies>");
    let profile = format!(
        "<profiles><profile><id>ci</id>{}</profile></profiles>",
        dependencies("CORE")
    );
    let system = dependencies(
        "<dependency><groupId>x</groupId><artifactId>y</artifactId><version>1</version><scope>system</scope>\
         <systemPath>${basedir}/../core/target/core.jar</systemPath></dependency>",
    );
    let parent = |group: &str| {
        format!("<parent><groupId>{group}</groupId><artifactId>gone</artifactId><version>1</version></parent>")
    };
    let version = |artifact: &str| {
        dependencies(&format!(
            "<dependency><groupId>g</groupId><artifactId>{artifact}</artifactId><version>${{open}}</version></dependency>"
        ))
    };
    for (rest, top, is_partial) in [
        (dependencies("CORE"), "", false),
        (dependencies("OPEN"), "", true),
        (profile, "", true),
        (system, "", true),
        (parent("g"), "", true),
        // It cannot know the modules of this build.
        (parent("x"), "", false),
        (version("core"), "", true),
        (version("other"), "", false),
        (String::new(), "<module>${more}</module>", true),
    ] {
        let top = format!(
            "<project><groupId>g</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>\
             <modules><module>core</module><module>app</module>{top}</modules></project>"
        );
        let core = "<project><groupId>g</groupId><artifactId>core</artifactId><version>1</version></project>";
        let tree = Tree::new([
            ("project/pom.xml", &*top),
            ("project/core/pom.xml", core),
            ("project/app/pom.xml", &*module(&rest)),
            ("project/core/src/main/java/c/C.java", "package c; public class C { }"),
            ("project/app/src/main/java/a/A.java", "package a; class A { }"),
        ]);
        let options = DiscoverOptions {
            maven_repository: Some(tree.path("m2")),
            ..DiscoverOptions::default()
        };
        let project = Project::discover(&[tree.path("project")], &options).unwrap();
        let mut sets = project.source_sets.iter();
        let app = sets.find(|set| set.output.ends_with("app/target/classes")).unwrap();
        assert_eq!(app.is_partial, is_partial, "{rest}");
    }
}
