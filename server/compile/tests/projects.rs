//! Projects without build files, from their folders to classes.


use compile::Completeness;
use files::Limits;
use problems::Severity;
use project_model::{DiscoverOptions, Project};
use project_settings::PathGlobs;
use crate::support::{Tree, assert_complete, compile, file, jar, jar_of, library, problems};

const LIBRARY: &str =
    "package lib; public class Greeter { public static String greet() { return \"hello\"; } }";
const USES_LIBRARY: &str = "package app;
import lib.Greeter;
public class App {
    String greeting() { return Greeter.greet(); }
    int answer() { return 42; }
}
";

#[test]
fn a_loose_file_is_compiled_against_the_files_beside_it() {
    let tree = Tree::new([
        (
            "Main.java",
            "class Main { int f() { return Helper.value(); } }",
        ),
        (
            "Helper.java",
            "class Helper { static int value() { return broken; } }",
        ),
        ("deep/Other.java", "class Other { }"),
    ]);
    let project = tree.project_of(["Main.java"], &DiscoverOptions::default());
    assert_eq!(tree.names(&project.sources), ["Main.java"]);
    assert_eq!(tree.names(&project.context), ["Helper.java"]);
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 1);
    assert_complete(file(&compilation, "Main.java"));
    assert_eq!(compilation.files[0].classes[0].binary_name, "Main");
}

#[test]
fn a_loose_file_of_a_source_tree_sees_all_its_roots() {
    let tree = Tree::new([
        (
            "src/main/java/p/Value.java",
            "package p; public record Value(Unit unit) { }",
        ),
        (
            "src/main/java/p/Unit.java",
            "package p; public enum Unit { JOULE { int f() { return 1; } }; int f() { return 0; } }",
        ),
        (
            "src/main/java/p/Unrelated.java",
            "package p; class Unrelated extends Missing<Nothing> { }",
        ),
        (
            "src/test/java/p/ValueTest.java",
            "package p; class ValueTest { Value v = new Value(Unit.JOULE); }",
        ),
    ]);
    let project = tree.project_of(
        ["src/test/java/p/ValueTest.java"],
        &DiscoverOptions::default(),
    );
    assert_eq!(
        tree.names(&project.source_roots),
        ["src/main/java", "src/test/java"]
    );
    let compilation = compile(&project);
    assert_complete(file(&compilation, "ValueTest.java"));
}

#[test]
fn source_roots_follow_from_packages() {
    let tree = Tree::new([
        (
            "one/src/main/java/p/q/A.java",
            "/* header */ package p.q; public class A { public int f() { return 1; } }",
        ),
        (
            "one/src/test/java/p/q/ATest.java",
            "package p.q; class ATest { int f() { return new A().f(); } }",
        ),
        ("two/code/r/B.java", "package r; class B extends p.q.A { }"),
        ("C.java", "class C { }"),
    ]);
    let project = tree.project();
    assert_eq!(
        tree.names(&project.source_roots),
        ["", "one/src/main/java", "one/src/test/java", "two/code"]
    );
    assert_eq!(
        project.relative(&project.sources[1]).to_str(),
        Some("one/src/main/java/p/q/A.java")
    );
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 4);
    compilation.files.iter().for_each(assert_complete);
}

#[test]
fn outputs_of_builds_are_no_sources() {
    let tree = Tree::new([
        ("src/app/build/A.java", "package app.build; class A { }"),
        ("build/generated/B.java", "class B { }"),
        ("target/C.java", "class C { }"),
        ("node_modules/D.java", "class D { }"),
        (".git/E.java", "class E { }"),
        ("src/module-info.java", "module m { }"),
    ]);
    let project = tree.project();
    assert_eq!(
        tree.names(&project.sources),
        ["src/app/build/A.java", "src/module-info.java"]
    );
    // A module descriptor has no code.
    let compilation = compile(&project);
    assert_eq!(compilation.files.len(), 1);
    assert_complete(&compilation.files[0]);
}

#[test]
fn class_outputs_beside_the_sources_are_on_the_class_path() {
    for output in [
        "target/classes",
        "build/classes/java/main",
        "bin",
        "out/production/app",
    ] {
        let tree = Tree::new([("src/main/java/app/App.java", USES_LIBRARY)]);
        for class in library("Greeter.java", LIBRARY) {
            tree.write(
                &format!("{output}/{}.class", class.binary_name),
                class.bytes,
            );
        }
        let project = tree.project();
        assert_eq!(tree.names(&project.class_path), [output]);
        assert_complete(file(&compile(&project), "App.java"));
    }
}

#[test]
fn jars_in_lib_folders_and_given_ones_are_on_the_class_path() {
    let jar = jar_of(&library("Greeter.java", LIBRARY));
    let tree = Tree::new([("src/app/App.java", USES_LIBRARY)]);
    tree.write("lib/greeter.jar", &jar);
    tree.write("lib/readme.txt", "no jar");
    let project = tree.project();
    assert_eq!(tree.names(&project.class_path), ["lib/greeter.jar"]);
    assert_complete(file(&compile(&project), "App.java"));

    let tree = Tree::new([("src/app/App.java", USES_LIBRARY)]);
    tree.write("elsewhere/greeter.jar", &jar);
    let options = DiscoverOptions {
        class_path: vec![tree.path("elsewhere/greeter.jar"), tree.path("gone.jar")],
        ..DiscoverOptions::default()
    };
    let project = tree.project_of(["src"], &options);
    assert_complete(file(&compile(&project), "App.java"));
    let missing: Vec<_> = project.problems.iter().map(ToString::to_string).collect();
    assert_eq!(missing.len(), 1);
    assert!(
        missing[0].ends_with(
            "gone.jar: warning: this entry of the class path does not exist and is left out"
        ),
        "{missing:?}"
    );
}

#[test]
fn a_truncated_jar_on_the_class_path_costs_only_what_needs_it() {
    let jar = jar_of(&library("Greeter.java", LIBRARY));
    let tree = Tree::new([
        ("app/App.java", USES_LIBRARY),
        ("app/B.java", "package app; class B { }"),
    ]);
    tree.write("lib/greeter.jar", &jar[..jar.len() / 2]);
    let project = tree.project();
    assert!(project.class_path.is_empty());
    let left_out = project.problems[0].to_string();
    assert!(
        left_out.contains("greeter.jar: error: this jar cannot be opened"),
        "{left_out}"
    );
    let compilation = compile(&project);
    assert_complete(file(&compilation, "B.java"));
    let app = file(&compilation, "App.java");
    assert_eq!(app.completeness, Completeness::Partial);
    assert_eq!(problems(app)[0], (2, "package lib does not exist"));
}

#[test]
fn a_jar_that_javac_alone_cannot_read_is_left_out_by_name() {
    let whole = jar([("x/Made.class".to_owned(), &b"none"[..])]);
    let entry = whole.windows(4).position(|at| at == b"PK\x01\x02").unwrap();
    // As in the central directory (APPNOTE 4.3.12): encrypted, or with an unknown method.
    for (at, value) in [(8, 1), (10, 98)] {
        let mut damaged = whole.clone();
        damaged[entry + at] = value;
        let tree = Tree::new([
            (
                "src/p/A.java",
                "package p; class A { int f() { return 1; } }",
            ),
            (
                "src/p/B.java",
                "package p; class B { int f() { return new A().f(); } }",
            ),
        ]);
        tree.write("lib/damaged.jar", &damaged);
        let project = tree.project();
        assert_eq!(project.class_path, [tree.path("lib/damaged.jar")]);
        let compilation = compile(&project);
        assert!(
            compilation
                .files
                .iter()
                .all(|file| file.completeness == Completeness::Complete),
            "{compilation:#?}"
        );
        let told: Vec<_> = compilation.problems().collect();
        assert_eq!(told.len(), 1, "{told:#?}");
        assert_eq!(told[0].file, Some(tree.path("lib/damaged.jar")));
        assert!(
            told[0]
                .message
                .contains("left out of the class path: invalid CEN header"),
            "{told:#?}"
        );
    }
}

#[test]
fn a_missing_dependency_prices_what_compiles_and_says_what_does_not() {
    let tree = Tree::new([
        ("app/App.java", USES_LIBRARY),
        (
            "app/Base.java",
            "package app;
import lib.*;
@Tagged
class Base extends lib.Thing implements Runnable {
    int kept() { return 1; }
    Thing made = new Thing();
    Thing lost() { return made; }
    @Override public void run() { }
}
",
        ),
        (
            "app/User.java",
            "package app; class User { int f(Base b) { return b.kept() + new App().answer(); } }",
        ),
    ]);
    let compilation = compile(&tree.project());
    assert_complete(file(&compilation, "User.java"));
    let app = file(&compilation, "App.java");
    assert_eq!(app.completeness, Completeness::Partial);
    assert_eq!(
        problems(app),
        [(2, "package lib does not exist"), (4, "cannot find symbol")]
    );
    assert!(app.omitted.is_empty(), "{:#?}", app.omitted);
    assert_eq!(
        app.unknown.types.iter().collect::<Vec<_>>(),
        ["lib/Greeter"]
    );
    let base = file(&compilation, "Base.java");
    assert_eq!(
        base.completeness,
        Completeness::Partial,
        "{:#?}",
        base.problems
    );
    assert_eq!(base.classes.len(), 1);
    let kept = b"kept".as_slice();
    assert!(
        base.classes[0]
            .bytes
            .windows(kept.len())
            .any(|bytes| bytes == kept)
    );
    assert!(problems(base).contains(&(4, "package lib does not exist")));
}

#[test]
fn a_broken_file_costs_the_others_nothing() {
    let tree = Tree::new([
        (
            "p/Broken.java",
            "package p;
class Broken {
    int wrong() { return \"text\"; }
    int unfinished() { int x = ; }
    int right() { return 1; }
    static final int K = 7;
}
",
        ),
        (
            "p/User.java",
            "package p; class User { int f() { return new Broken().wrong() + Broken.K; } }",
        ),
        (
            "p/Torn.java",
            "package p; class Torn { void f() { if (true) { } }",
        ),
        ("p/Empty.java", ""),
    ]);
    let compilation = compile(&tree.project());
    assert_complete(file(&compilation, "User.java"));
    assert_complete(file(&compilation, "Empty.java"));
    let broken = file(&compilation, "Broken.java");
    assert_eq!(broken.completeness, Completeness::Partial);
    assert_eq!(
        problems(broken),
        [
            (4, "illegal start of expression"),
            (
                3,
                "incompatible types: java.lang.String cannot be converted to int"
            ),
        ]
    );
    let omitted: Vec<_> = broken.omitted.iter().map(|o| o.lines.clone()).collect();
    assert_eq!(omitted, [4..=4, 3..=3]);
    let torn = file(&compilation, "Torn.java");
    assert_eq!(problems(torn)[0], (1, "reached end of file while parsing"));
    assert_ne!(torn.completeness, Completeness::Complete);
}

#[test]
fn a_class_that_two_files_declare_is_compiled_from_each() {
    let tree = Tree::new([
        ("a/A.java", "class A { int f; }"),
        ("b/A.java", "class A { int g; }"),
    ]);
    let compilation = compile(&tree.project());
    for compiled in &compilation.files {
        assert_complete(compiled);
        assert_eq!(compiled.classes.len(), 1);
    }
}

#[test]
fn many_files_that_depend_on_each_other_are_compiled_in_pieces() {
    let count = 450;
    let tree = Tree::new([]);
    for number in 0..count {
        // Each file uses a distant one, so no order of batches would work.
        let other = (number + count / 2) % count;
        let broken = if number == 7 {
            "int broken() { return missing; }"
        } else {
            ""
        };
        tree.write(
            &format!("src/p/C{number}.java"),
            format!(
                "package p; class C{number} {{ static final int K = {number}; int f(C{other} c) {{ return c.g() + C{other}.K; }} \
                 int g() {{ return 1; }} {broken} }}"
            ),
        );
    }
    let mut steps = Vec::new();
    let project = tree.project();
    let compilation = compile::compile_blocking(
        &project,
        crate::support::jdk(),
        crate::support::config(),
        None,
        &mut |step, done, total| {
            assert!(done <= total && total == count);
            steps.push((step, done));
        },
    )
    .unwrap();
    assert_eq!(
        steps.last(),
        Some(&(compile::ProgressStep::Compiling, count))
    );
    assert!(steps.iter().any(|(_, done)| (1..count).contains(done)));
    for compiled in &compilation.files {
        if compiled.file.ends_with("C7.java") {
            assert_eq!(problems(compiled), [(1, "cannot find symbol")]);
            assert_eq!(compiled.omitted.len(), 1);
        } else {
            assert_complete(compiled);
        }
        assert_eq!(compiled.classes.len(), 1);
    }
}

#[test]
fn an_expression_too_deep_for_javac_costs_its_file_only() {
    let depth = 1_000_000;
    let (open, close) = ("(".repeat(depth), ")".repeat(depth));
    let deep = format!("class Deep {{ static int f() {{ return {open}1{close}; }} }}");
    let tree = Tree::new([
        (
            "A.java",
            "class A { int f() { return new Z().f() + Deep.f(); } }",
        ),
        ("Deep.java", deep.as_str()),
        ("Z.java", "class Z { int f() { return new A().f(); } }"),
    ]);
    let compilation = compile(&tree.project());
    assert_complete(file(&compilation, "A.java"));
    assert_complete(file(&compilation, "Z.java"));
    let deep = file(&compilation, "Deep.java");
    assert_eq!(deep.completeness, Completeness::Failed);
    assert!(
        deep.problems[0].message.contains("nested too deep"),
        "{:?}",
        deep.problems
    );
}

#[test]
fn a_file_over_which_javac_hangs_costs_itself_only() {
    // Each implicit lambda is attributed once for each overload, level by level.
    let nested = (0..40).fold("1".to_owned(), |inner, level| {
        format!("f((x{level}) -> {{ return {inner}; }})")
    });
    let endless = format!(
        "import java.util.function.*; class Endless {{ static int f(IntFunction<Integer> g) {{ return 0; }} \
         static int f(LongFunction<Integer> g) {{ return 0; }} static int f(DoubleFunction<Integer> g) {{ return 0; }} \
         int hang() {{ return {nested}; }} }}"
    );
    let tree = Tree::new([
        ("A.java", "class A { Endless e; }"),
        ("Endless.java", endless.as_str()),
    ]);
    let config = jdk::ServiceConfig {
        // The first compilation of a cold process takes less CPU time than this.
        time_limit: std::time::Duration::from_secs(3),
        ..crate::support::config()
    };
    let compilation = compile::compile_blocking(
        &tree.project(),
        // A shared process would go on with it.
        tests::jdk(),
        config,
        None,
        &mut |_, _, _| {},
    );
    let compilation = compilation.unwrap();
    assert_complete(file(&compilation, "A.java"));
    let endless = file(&compilation, "Endless.java");
    assert_eq!(endless.completeness, Completeness::Failed);
    assert!(
        endless.problems[0]
            .message
            .contains("no answer within 3 s"),
        "{:?}",
        endless.problems
    );
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() {
    let tree = Tree::new([("src/p/A.java", "package p; class A { }")]);
    std::os::unix::fs::symlink(tree.path("src"), tree.path("src/p/loop")).unwrap();
    std::os::unix::fs::symlink(tree.path("src/p/A.java"), tree.path("src/p/B.java")).unwrap();
    let project = tree.project();
    assert_eq!(tree.names(&project.sources), ["src/p/A.java"]);
    assert_eq!(project.problems.len(), 1);
    assert_eq!(project.problems[0].severity, Severity::Info);
    assert!(project.problems[0].file.as_ref().unwrap().ends_with("loop"));
}

#[test]
fn bounds_are_kept_and_named() {
    let tree = Tree::new([
        ("A.java", "class A { }"),
        ("B.java", "class B { /* long */ }"),
        ("C.java", ""),
    ]);
    let with = |limits| {
        let options = DiscoverOptions {
            limits,
            ..DiscoverOptions::default()
        };
        tree.project_of([""], &options)
    };
    let few = with(Limits {
        max_source_files: 2,
        ..Limits::default()
    });
    assert_eq!(few.sources.len(), 2);
    assert!(
        few.problems[0]
            .message
            .contains("over 2 Java files: the rest is left out")
    );
    let small = with(Limits {
        max_source_bytes: 15,
        ..Limits::default()
    });
    let compilation = compile(&small);
    assert_complete(file(&compilation, "A.java"));
    let large = file(&compilation, "B.java");
    assert_eq!(large.completeness, Completeness::Failed);
    assert!(large.problems[0].message.contains("over 15 bytes"));
    let visited = with(Limits {
        max_visited: 2,
        ..Limits::default()
    });
    assert!(
        visited.problems[0]
            .message
            .contains("over 2 files and folders")
    );
}

#[test]
fn what_is_no_java_is_refused_by_name() {
    let tree = Tree::new([("notes.txt", "")]);
    let discover = |path| Project::discover(&[tree.path(path)], &DiscoverOptions::default());
    let error = |path| discover(path).unwrap_err().to_string();
    assert!(error("notes.txt").ends_with("notes.txt is neither a folder nor a .java file"));
    assert!(error("gone").contains("gone cannot be read"));
    let empty = discover("").unwrap();
    assert_eq!(empty.problems[0].message, "there are no .java files here");
    assert!(compile(&empty).files.is_empty());
}

#[test]
fn excluded_files_and_folders_are_not_searched_for_sources() {
    let tree = Tree::new([
        ("src/p/A.java", "package p; class A { }"),
        ("src/p/ATest.java", "package p; class ATest { }"),
        ("generated/p/B.java", "package p; class B { }"),
    ]);
    let options = DiscoverOptions {
        exclude: PathGlobs::new(["generated", "**/*Test.java"])
            .0
            .within(tree.path("")),
        ..DiscoverOptions::default()
    };
    let project = tree.project_of([""], &options);
    assert_eq!(tree.names(&project.sources), ["src/p/A.java"]);
    // A file that is requested by name is priced.
    let project = tree.project_of(["src/p/ATest.java"], &options);
    assert_eq!(tree.names(&project.sources), ["src/p/ATest.java"]);
}
