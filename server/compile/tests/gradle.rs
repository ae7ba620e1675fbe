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

/// Projects `core` and `app`, where `app` has this script.
fn core_and_app(name: &str, script: &str) -> Tree {
    let path = format!("project/app/{name}");
    Tree::new([
        ("project/settings.gradle", "['core', 'app'].each { include it }\n"),
        ("project/core/build.gradle", "plugins { id 'java' }\n"),
        (&*path, script),
        (
            "project/core/src/main/java/core/Core.java",
            "package core; public class Core { public static int x; }",
        ),
        (
            "project/app/src/main/java/app/App.java",
            "package app; class App { int f() { return core.Core.x; } }",
        ),
    ])
}

/// Whether the main set of `app` may use more than jouled knows, and whether it uses `core`.
fn of_app(project: &Project) -> (bool, bool) {
    let at = |name: &str| {
        let mut sets = project.source_sets.iter();
        let output = format!("{name}/build/classes/java/main");
        sets.position(|set| set.output.ends_with(&output)).unwrap()
    };
    let app = &project.source_sets[at("app")];
    (app.is_partial, app.sees.contains(&at("core")))
}

#[test]
fn a_project_is_used_however_its_dependent_says_so() {
    for (name, script) in [
        ("build.gradle", "dependencies { ['core'].each { implementation project(\":$it\") } }"),
        ("build.gradle", "['core'].each { name ->\n dependencies { implementation project(\":$name\") }\n}"),
        ("build.gradle", "def all = ['core']\ndependencies { all.each { String p -> api project(':' + p) } }"),
        ("build.gradle", "dependencies { for (p in ['core']) { implementation project(\":$p\") } }"),
        ("build.gradle", "dependencies { if (x) implementation project(':core') }"),
        ("build.gradle", "dependencies {\n if (x) {\n } else if (y) {\n implementation project(':core')\n }\n}"),
        ("build.gradle", "dependencies { implementation files(project(':core').sourceSets.main.output) }"),
        ("build.gradle", "dependencies { implementation files([project(':core').sourceSets.main.output]) }"),
        ("build.gradle", "dependencies.implementation project(':core')"),
        (
            "build.gradle",
            "plugins.withId('java') { dependencies { implementation project(':core') } }",
        ),
        ("build.gradle", "project.dependencies { implementation project(':core') }"),
        ("build.gradle", "project(':app').dependencies { implementation project(':core') }"),
        ("build.gradle", "dependencies { def path = ':core'\n implementation project(path) }"),
        ("build.gradle", "sourceSets { main { compileClasspath += project(':core').sourceSets.main.output } }"),
        ("build.gradle.kts", "dependencies { listOf(\"core\").forEach { implementation(project(\":$it\")) } }"),
        ("build.gradle.kts", "dependencies { if (x) implementation(project(\":core\")) else api(project(\":core\")) }"),
        (
            "build.gradle.kts",
            "testing { suites { val test by getting(JvmTestSuite::class) { dependencies { implementation(project(\":core\")) } } } }",
        ),
    ] {
        let project = discover(&core_and_app(name, script));
        assert_eq!(messages(&project), [""; 0], "{script}");
        assert_eq!(of_app(&project), (false, true), "{script}");
    }
}

#[test]
fn a_statement_that_is_not_understood_is_told_and_its_module_may_use_everything() {
    for (name, script) in [
        ("build.gradle", "dependencies {\n unknown.each { implementation project(it) }\n}"),
        ("build.gradle", "dependencies {\n implementation project(':core' + x)\n}"),
        ("build.gradle", "dependencies {\n implementation files(computed())\n}"),
        ("build.gradle", "dependencies {\n common()\n}"),
        ("build.gradle", "dependencies {\n with common\n}"),
        ("build.gradle", "dependencies {\n implementation project(':gone')\n}"),
        ("build.gradle", "dependencies {\n add(name, project(':core'))\n}"),
        ("build.gradle", "dependencies {\n switch (x) { case 1: implementation project(':core') }\n}"),
        ("build.gradle", "dependencies {\n implementation files('../core/build/libs/core.jar')\n}"),
        ("build.gradle", "\n(x ? a : b).each { dependencies { implementation project(':core') } }"),
        ("build.gradle", "\nwhen(x) { dependencies { implementation project(':core') } }"),
        ("build.gradle", "\ndef f(p) { p.dependencies { implementation project(':core') } }"),
        ("build.gradle", "\ndependencies common"),
        ("build.gradle", "\napply from: 'https://example.org/x.gradle'"),
        ("build.gradle", "\napply from: where()"),
        ("build.gradle", "\nsourceSets { main { java { srcDir computed() } } }"),
        ("build.gradle", "\nsourceSets.all { java.srcDirs = ['x'] }"),
        ("build.gradle.kts", "dependencies {\n when (x) { \"a\" -> implementation(project(\":core\")) }\n}"),
        (
            "build.gradle.kts",
            "\nkotlin { sourceSets { val main by getting { dependencies { implementation(project(\":core\")) } } } }",
        ),
    ] {
        let tree = core_and_app(name, script);
        let project = discover(&tree);
        let file = tree.path(&format!("project/app/{name}"));
        let is_told = |problem: &problems::Problem| {
            problem.file.as_ref() == Some(&file)
                && problem.line == Some(2)
                && problem.message.contains("classPath")
        };
        assert!(project.problems.iter().any(is_told), "{script}: {:?}", project.problems);
        assert!(of_app(&project).0, "{script}");
    }
}

#[test]
fn a_script_above_that_is_not_understood_counts_for_the_projects_below() {
    for script in [
        "subprojects.findAll { it.name != 'core' }.each { p -> p.dependencies { implementation project(':core') } }",
        "gradle.projectsEvaluated { rootProject.subprojects { dependencies { implementation project(':core') } } }",
        "project(computed()) { dependencies { implementation project(':core') } }",
    ] {
        let tree = core_and_app("build.gradle", "plugins { id 'java' }");
        tree.write("project/build.gradle", script);
        assert!(of_app(&discover(&tree)).0, "{script}");
    }
}

#[test]
fn what_declares_nothing_is_not_told() {
    let script = "
        plugins { id 'java' }
        configurations { extra.extendsFrom implementation }
        tasks.named('jar') { from sourceSets.main.output }
        shadowJar { dependencies { exclude(dependency('x:a')) } }
        publishing { publications { maven { pom { dependencies { dependency { } } } } } }
        jacocoTestReport { sourceSets sourceSets.main }
        sourceSets { main { java { srcDir \"$buildDir/made\"; srcDir tasks.make } resources { srcDir computed() } } }
        dependencies {
            println 'hello'
            logger.info('hello')
            testImplementation sourceSets.main.output
            runtimeOnly computed()
            components { all { } }
        }
        if (project.hasProperty('x')) { version = '2' } else { version = '3' }
        tasks.register('x') { doLast { println project.name } }
        ";
    let tree = core_and_app("build.gradle", script);
    let project = discover(&tree);
    assert_eq!(messages(&project), [""; 0]);
    assert!(!of_app(&project).0);
}

#[test]
fn a_set_that_uses_a_later_one_sees_it() {
    let script = "dependencies { implementation sourceSets.api.output }\nsourceSets { api { java { srcDir 'api' } } }";
    let tree = project("build.gradle", script, &[]);
    tree.write("project/api/a/Api.java", "package a; public class Api { }");
    tree.write("project/src/main/java/p/Main.java", "package p; class Main { a.Api api; }");
    let compilation = compile(&discover(&tree));
    compilation.files.iter().for_each(assert_complete);
}

#[test]
fn plugins_that_are_programs_and_included_builds_may_add_more() {
    let program = core_and_app("build.gradle", "plugins {\n id 'our.plugin'\n}");
    program.write(
        "project/buildSrc/build.gradle",
        "gradlePlugin { plugins { ours { id = 'our.plugin'; implementationClass = 'X' } } }",
    );
    assert!(of_app(&discover(&program)).0);
    let included = core_and_app("build.gradle", "dependencies { implementation 'g:lib:1' }");
    included.write("project/settings.gradle", "include 'core', 'app'\nincludeBuild 'other'");
    included.write("project/other/settings.gradle", "include 'lib'");
    assert!(of_app(&discover(&included)).0);
}
