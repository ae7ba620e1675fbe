//! Gradle builds, from their scripts to classes.


use project_model::{DiscoverOptions, Project};
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

/// Puts an artefact into Gradle's cache, each file in a folder named by its digest.
fn install_jar(tree: &Tree, coordinates: &str, needs: &[&str], jar: &[u8]) {
    let parts: Vec<&str> = coordinates.split(':').collect();
    let [group, artifact, version] = parts[..] else {
        unreachable!("three parts")
    };
    let dependency = |coordinates: &&str| {
        let parts: Vec<&str> = coordinates.split(':').collect();
        format!(
            "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>",
            parts[0], parts[1], parts[2]
        )
    };
    let needs: String = needs.iter().map(dependency).collect();
    let base = format!("gradle/caches/modules-2/files-2.1/{group}/{artifact}/{version}");
    let pom = format!(
        "<project><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
         <dependencies>{needs}</dependencies></project>"
    );
    tree.write(&format!("{base}/0a/{artifact}-{version}.pom"), pom);
    tree.write(&format!("{base}/0b/{artifact}-{version}.jar"), jar);
}

fn install(tree: &Tree, coordinates: &str, needs: &[&str]) {
    install_jar(tree, coordinates, needs, &jar([]));
}

/// A project with one script, and these artefacts in the cache.
fn project(name: &str, script: &str, artefacts: &[&str]) -> Tree {
    let path = format!("project/{name}");
    let tree = Tree::new([
        (&*path, script),
        ("project/src/main/java/p/Main.java", MAIN),
    ]);
    for artefact in artefacts {
        install(&tree, artefact, &[]);
    }
    tree
}

/// The names of the jars of the project's first set, sorted.
fn jars(project: &Project) -> Vec<&str> {
    let entries = project.source_sets[0].class_path.iter();
    let jars = entries.filter(|path| path.is_file());
    let mut names: Vec<_> = jars
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    names.sort_unstable();
    names
}

fn messages(project: &Project) -> Vec<&str> {
    let problems = project.problems.iter();
    problems.map(|problem| problem.message.as_str()).collect()
}

#[test]
fn a_build_of_several_projects_compiles() {
    let tree = Tree::new([
        (
            "project/settings.gradle",
            "rootProject.name = 'all'\ninclude 'core', ':app'\ninclude ':deep:er'\n\
             project(':deep:er').projectDir = file('elsewhere')\n",
        ),
        ("project/gradle.properties", "greeterVersion = 2.5\n"),
        (
            "project/build.gradle",
            "subprojects {\n  apply plugin: 'java-library'\n  dependencies {\n    testImplementation libs.shared\n  }\n}\n",
        ),
        (
            "project/gradle/libs.versions.toml",
            "[versions]\nshared = \"3\"\n[libraries]\nshared = { module = \"x:shared\", version.ref = \"shared\" }\n",
        ),
        (
            "project/core/build.gradle",
            "dependencies {\n    api \"lib:greeter:${greeterVersion}\"\n}\n",
        ),
        (
            "project/app/build.gradle.kts",
            "plugins { `java-library` }\ndependencies {\n    implementation(project(\":core\"))\n    implementation(projects.deep.er)\n}\n",
        ),
        (
            "project/core/src/main/java/core/Core.java",
            "package core; public class Core { public String hi() { return lib.Greeter.greet(); } }",
        ),
        (
            "project/elsewhere/src/main/java/deeper/Deeper.java",
            "package deeper; public class Deeper { public int f() { return 1; } }",
        ),
        (
            "project/app/src/main/java/app/App.java",
            "package app; class App { String hi() { return new core.Core().hi() + lib.Greeter.greet() + new deeper.Deeper().f(); } }",
        ),
        (
            "project/app/src/test/java/app/AppTest.java",
            "package app; class AppTest { String hi() { return new App().hi() + shared.Shared.x; } }",
        ),
    ]);
    let greeter = library(
        "Greeter.java",
        "package lib; public class Greeter { public static String greet() { return \"hello\"; } }",
    );
    let shared = library(
        "Shared.java",
        "package shared; public class Shared { public static int x; }",
    );
    install_jar(&tree, "lib:greeter:2.5", &[], &jar_of(&greeter));
    install_jar(&tree, "x:shared:3", &[], &jar_of(&shared));
    let project = discover(&tree);
    assert_eq!(messages(&project), [""; 0]);
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 4);
    compilation.files.iter().for_each(assert_complete);
    // A single file finds it, too.
    let path = tree.path("project/app/src/test/java/app/AppTest.java");
    let single = Project::discover(&[path], &options(&tree)).unwrap();
    assert_complete(file(&compile(&single), "AppTest.java"));
}

#[test]
fn dependencies_are_understood_however_they_are_written() {
    let groovy = "
        plugins { id 'java' version '1' }
        def v = '1'
        ext { versions = [b: '1'] }
        ext.c = \"1\"
        dependencies {
            // implementation 'x:comment:1'
            implementation 'x:a:1', \"x:b:$versions.b\"
            compileOnly group: 'x', name: 'c', version: c
            testImplementation('x:d:' + v) { exclude group: 'x', module: 'no' }
            implementation([group: 'x', name: 'e', version: \"${v}\"])
            api('x:f:1@jar')
            annotationProcessor 'x:processor:1'
            runtimeOnly 'x:absent:1'
            implementation files('own/g.jar')
            implementation fileTree(dir: 'own', include: ['*.jar'])
            constraints { implementation 'x:h:1' }
            implementation 'x:h'
        }";
    let kotlin = "
        plugins { java }
        val v = \"1\"
        val c by extra(\"1\")
        extra[\"b\"] = \"1\"
        dependencies {
            /* implementation(\"x:comment:1\") */
            implementation(\"x:a:1\")
            implementation(\"x:b:${extra[\"b\"]}\")
            compileOnly(group = \"x\", name = \"c\", version = c)
            testImplementation(\"x:d:\" + v) { exclude(group = \"x\", module = \"no\") }
            \"implementation\"(\"x:e:$v\")
            add(\"api\", \"x:f:1\")
            annotationProcessor(\"x:processor:1\")
            runtimeOnly(\"x:absent:1\")
            implementation(files(\"own/g.jar\"))
            constraints { implementation(\"x:h:1\") }
            implementation(\"x:h\")
        }";
    for (name, script) in [("build.gradle", groovy), ("build.gradle.kts", kotlin)] {
        let artefacts = [
            "x:a:1",
            "x:b:1",
            "x:c:1",
            "x:e:1",
            "x:f:1",
            "x:h:1",
            "x:no:1",
            "x:processor:1",
            "x:comment:1",
        ];
        let tree = project(name, script, &artefacts);
        install(&tree, "x:d:1", &["x:no:1", "x:yes:1"]);
        install(&tree, "x:yes:1", &[]);
        tree.write("project/own/g.jar", jar([]));
        let project = discover(&tree);
        assert_eq!(messages(&project), [""; 0], "{name}");
        let expected = [
            "a-1.jar",
            "b-1.jar",
            "c-1.jar",
            "d-1.jar",
            "e-1.jar",
            "f-1.jar",
            "g.jar",
            "h-1.jar",
            "yes-1.jar",
        ];
        assert_eq!(jars(&project), expected, "{name}");
    }
}

#[test]
fn the_newest_version_wins() {
    let script = "dependencies { implementation 'x:near:1'; implementation 'x:shared:2' }";
    let tree = project("build.gradle", script, &["x:shared:2", "x:shared:10"]);
    install(&tree, "x:near:1", &["x:shared:10"]);
    assert_eq!(jars(&discover(&tree)), ["near-1.jar", "shared-10.jar"]);
}

#[test]
fn a_platform_has_versions() {
    let script = "dependencies { implementation platform('x:bom:1'); implementation 'x:a' }";
    let tree = project("build.gradle", script, &["x:a:7", "x:a:8"]);
    let managed = "<dependencyManagement><dependencies><dependency><groupId>x</groupId><artifactId>a</artifactId>\
        <version>7</version></dependency></dependencies></dependencyManagement>";
    tree.write(
        "gradle/caches/modules-2/files-2.1/x/bom/1/0/bom-1.pom",
        format!("<project><groupId>x</groupId><artifactId>bom</artifactId><version>1</version><packaging>pom</packaging>{managed}</project>"),
    );
    let project = discover(&tree);
    assert_eq!(messages(&project), [""; 0]);
    assert_eq!(jars(&project), ["a-7.jar"]);
}

#[test]
fn plugins_that_are_scripts_of_the_build_count() {
    let tree = project(
        "build.gradle.kts",
        "plugins { id(\"our.conventions\") }",
        &["x:a:1"],
    );
    tree.write(
        "project/buildSrc/src/main/kotlin/our.conventions.gradle.kts",
        "plugins { `java-library` }\ndependencies { implementation(\"x:a:1\") }\napply(from = \"$rootDir/more.gradle\")\n",
    );
    tree.write(
        "project/more.gradle",
        "dependencies { implementation 'x:b:1' }",
    );
    install(&tree, "x:b:1", &[]);
    assert_eq!(jars(&discover(&tree)), ["a-1.jar", "b-1.jar"]);
}

#[test]
fn what_a_script_computes_is_told_with_its_line_and_what_to_do() {
    let script = "dependencies {\n  implementation 'x:a:1'\n  implementation computed('x')\n  implementation \"x:b:${now()}\"\n}\n";
    let tree = project("build.gradle", script, &[]);
    let project = discover(&tree);
    let told: Vec<_> = project
        .problems
        .iter()
        .map(|problem| (problem.line, &*problem.message))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    let of = |line: u32| told.iter().find(|(at, _)| *at == Some(line)).unwrap().1;
    assert!(of(2).contains("x:a:1") && of(2).contains("build the project once with Gradle"));
    for line in [3, 4] {
        assert!(
            of(line).contains("not run") && of(line).contains("classPath"),
            "{}",
            of(line)
        );
    }
}

#[test]
fn source_sets_have_their_folders_and_see_main() {
    let script = "plugins { id 'java' }\nsourceSets {\n  main { java { srcDirs = ['code'] } }\n  jmh { java.srcDir 'bench' }\n}\n";
    let tree = project("build.gradle", script, &[]);
    tree.write(
        "project/code/q/A.java",
        "package q; public class A { int f() { return r.Made.x; } }",
    );
    tree.write(
        "project/bench/q/B.java",
        "package q; class B { A a; p.Main main; }",
    );
    tree.write(
        "project/build/generated/sources/annotationProcessor/java/main/r/Made.java",
        "package r; public class Made { public static int x; }",
    );
    let compilation = compile(&discover(&tree));
    assert_eq!(compilation.files.len(), 3);
    compilation.files.iter().for_each(assert_complete);
}

#[test]
fn the_language_is_that_of_the_build() {
    for script in [
        "java { sourceCompatibility = JavaVersion.VERSION_1_8 }",
        "java {\n toolchain { languageVersion = JavaLanguageVersion.of(8) }\n}",
        "tasks.withType(JavaCompile).configureEach { options.release = 8 }",
        "tasks.withType<JavaCompile> { options.release.set(8) }",
        "sourceCompatibility = '1.8'",
    ] {
        let tree = project("build.gradle", script, &[]);
        let project = discover(&tree);
        assert_eq!(project.source_sets[0].language_level, Some(8), "{script}");
    }
}

#[test]
fn hostile_scripts_end() {
    let deep = "a { ".repeat(100_000);
    let brackets = "a(".repeat(100_000);
    let list = "dependencies { implementation ".to_owned() + &"[".repeat(100_000);
    let text = "def a = \"${".repeat(10_000);
    let lines = (0..64).map(|at| format!("ext.v{} = \"${{v{at}}}${{v{at}}}\"", at + 1));
    let twice = lines.collect::<Vec<_>>().join("\n");
    let itself = "apply from: 'build.gradle'\napply from: 'build.gradle'\n";
    let circle = "dependencies { implementation project(':') }";
    for script in [
        &deep,
        &brackets,
        &list,
        &text,
        &format!("ext.v0 = 'x'\n{twice}"),
        itself,
        circle,
        "}}}",
        "'",
        "\"\"\"",
        "\\",
    ] {
        let tree = project("build.gradle", script, &[]);
        tree.write("project/settings.gradle", script);
        assert_eq!(discover(&tree).sources.len(), 1);
    }
}

#[test]
fn a_script_may_not_lead_out_of_the_project() {
    let script = "sourceSets { main { java { srcDir '../outside'; srcDir '/' } } }";
    let tree = project("build.gradle", script, &[]);
    tree.write("outside/p/Secret.java", "package p; class Secret { }");
    let project = discover(&tree);
    assert!(project.context.is_empty());
    assert!(
        messages(&project)
            .iter()
            .any(|message| message.contains("outside the project"))
    );
}

#[test]
fn a_warning_about_a_platform_names_the_line_of_the_script() {
    let script = "plugins {\n    id 'java'\n    id 'org.springframework.boot' version '3.2.1'\n}\n\
         dependencies { implementation 'org.springframework:spring-web' }\n";
    let tree = project("build.gradle", script, &[]);
    let problems = discover(&tree).problems;
    let file = tree.path("project/build.gradle");
    let is_named =
        |problem: &&problems::Problem| problem.message.contains("spring-boot-dependencies");
    let problem = problems.iter().find(is_named).unwrap();
    assert_eq!(
        (problem.file.as_deref(), problem.line),
        (Some(&*file), Some(3))
    );
    assert!(
        problems
            .iter()
            .all(|problem| problem.file.as_ref().is_none_or(|file| !file.is_dir()))
    );
}
