//! Text goes in, class files and diagnostics come out, with the real javac of each JDK found.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support;

use std::fs;
use std::io::Write;
use std::sync::Arc;

use jdk::{ClassFile, CompileRequest, JavacSeverity, SourceUnit};
use crate::support::{compiled, each_jdk, request, start};

fn major_version(class: &[u8]) -> u16 {
    assert_eq!(class[..4], [0xca, 0xfe, 0xba, 0xbe]);
    u16::from_be_bytes([class[6], class[7]])
}

fn contains(class: &[u8], text: &str) -> bool {
    class
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn a_unit_becomes_class_files_with_debug_tables() {
    for jdk in each_jdk("a_unit_becomes_class_files_with_debug_tables") {
        let service = start(&jdk).await;
        let text = "package a.b; public class Outer { int twice(int number) { int local = number; \
                    return local * 2; } class Inner {} }";
        let response = compiled(&service, request([("/project/src/a/b/Outer.java", text)])).await;
        let mut names: Vec<_> = response
            .classes
            .iter()
            .map(|class| class.binary_name.as_str())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["a/b/Outer", "a/b/Outer$Inner"]);
        let class = response.class("a/b/Outer").unwrap();
        assert_eq!(class.source, Some(0));
        // The class-file version of a feature version: JVMS 4.1, table 4.1-A.
        assert_eq!(major_version(&class.bytes), jdk.version.feature + 44);
        for name in [
            "LineNumberTable",
            "LocalVariableTable",
            "local",
            "MethodParameters",
            "Outer.java",
        ] {
            assert!(contains(&class.bytes, name), "{name} on {jdk}");
        }
        assert!(
            !contains(&class.bytes, "/project"),
            "the path stays out of the class"
        );
        assert!(response.diagnostics.is_empty());
    }
}

#[tokio::test]
async fn an_error_says_where_it_is_in_bytes_and_lines() {
    for jdk in each_jdk("an_error_says_where_it_is_in_bytes_and_lines") {
        let service = start(&jdk).await;
        let text = "class A {\n  String é = \"𝄞\"; int x = unknown + 1;\n  int y = \"text\";\n}\n";
        let good = "class Good {}";
        let response = service
            .compile(request([("Good.java", good), ("A.java", text)]))
            .await
            .unwrap();
        assert!(!response.success);
        assert!(
            response.classes.is_empty(),
            "javac makes all classes or none"
        );
        let found: Vec<_> = response
            .errors()
            .map(|error| {
                let location = error.location.as_ref().unwrap();
                assert_eq!(location.source, 1);
                assert!(location.bytes.contains(&location.caret));
                (
                    error.code.as_str(),
                    &text[location.bytes.clone()],
                    location.line,
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("compiler.err.cant.resolve.location", "unknown", 2),
                ("compiler.err.prob.found.req", "\"text\"", 3),
            ]
        );
        assert!(
            response.diagnostics[0]
                .message
                .contains("symbol:   variable unknown")
        );
    }
}

#[tokio::test]
async fn text_that_does_not_parse_has_a_position_too() {
    for jdk in each_jdk("text_that_does_not_parse_has_a_position_too") {
        let service = start(&jdk).await;
        for (text, line) in [
            ("class A { void m() {", 1),
            ("class A {\n int = 3; }", 2),
            ("}", 1),
        ] {
            let response = service.compile(request([("A.java", text)])).await.unwrap();
            let first = response.errors().next().unwrap();
            assert_eq!(
                first.location.as_ref().unwrap().line,
                line,
                "{text:?} on {jdk}"
            );
        }
        let empty = compiled(&service, request([("A.java", "")])).await;
        assert!(empty.classes.is_empty());
        let nothing = compiled(&service, CompileRequest::default()).await;
        assert!(nothing.classes.is_empty());
    }
}

#[tokio::test]
async fn warnings_are_off_and_a_note_is_no_error() {
    for jdk in each_jdk("warnings_are_off_and_a_note_is_no_error") {
        let service = start(&jdk).await;
        let text = "import java.util.*; class A { void m() { List raw = new ArrayList(); raw.add(1); \
                    new Date(1, 1, 1); } }";
        let response = compiled(&service, request([("A.java", text)])).await;
        assert!(
            response
                .diagnostics
                .iter()
                .all(|diagnostic| diagnostic.severity == JavacSeverity::Note),
            "{:?}",
            response.diagnostics
        );
    }
}

#[tokio::test]
async fn two_units_may_depend_on_each_other() {
    for jdk in each_jdk("two_units_may_depend_on_each_other") {
        let service = start(&jdk).await;
        let response = compiled(
            &service,
            request([
                ("p/Even.java", "package p; public class Even { static boolean is(int n) { return n == 0 || q.Odd.is(n - 1); } public static boolean of(int n) { return is(n); } }"),
                ("q/Odd.java", "package q; public class Odd { public static boolean is(int n) { return n != 0 && p.Even.of(n - 1); } }"),
            ]),
        )
        .await;
        assert_eq!(response.class("p/Even").unwrap().source, Some(0));
        assert_eq!(response.class("q/Odd").unwrap().source, Some(1));
    }
}

#[tokio::test]
async fn a_dependency_is_given_as_classes_in_memory_in_a_folder_or_in_a_jar() {
    for jdk in each_jdk("a_dependency_is_given_as_classes_in_memory_in_a_folder_or_in_a_jar") {
        let service = start(&jdk).await;
        let library = |constant: u8| {
            format!(
                "package lib; public class Library {{ public static int value() {{ return {constant}; }} public static class Nested {{}} public static int v{constant}; }}"
            )
        };
        let use_of = |constant: u8| {
            let text =
                format!("class User {{ lib.Library.Nested n; int x = lib.Library.v{constant}; }}");
            request([("User.java", text.as_str())])
        };
        let first = compiled(&service, request([("Library.java", &library(1))])).await;
        let second = compiled(&service, request([("Library.java", &library(2))])).await;
        let in_memory: Vec<_> = first
            .classes
            .iter()
            .map(|class| ClassFile {
                binary_name: class.binary_name.clone(),
                bytes: Arc::from(class.bytes.clone()),
            })
            .collect();

        assert!(
            !service.compile(use_of(1)).await.unwrap().success,
            "without the dependency"
        );
        compiled(
            &service,
            CompileRequest {
                classes: in_memory.clone(),
                ..use_of(1)
            },
        )
        .await;

        let folder = tempfile::Builder::new()
            .prefix("Klassenordner ü ")
            .tempdir()
            .unwrap();
        second.write_classes(folder.path()).unwrap();
        let class_path = vec![folder.path().to_path_buf()];
        compiled(
            &service,
            CompileRequest {
                class_path: class_path.clone(),
                ..use_of(2)
            },
        )
        .await;
        // Classes in memory hide those in folders.
        let both = CompileRequest {
            class_path,
            classes: in_memory,
            ..use_of(1)
        };
        compiled(&service, both).await;

        let jar = folder.path().join("library.jar");
        write_jar(&jar, &first);
        let with_jar = |constant| CompileRequest {
            class_path: vec![folder.path().join("is not there"), jar.clone()],
            keep_warm: true,
            ..use_of(constant)
        };
        compiled(&service, with_jar(1)).await;
        compiled(&service, with_jar(1)).await;
        // A replaced jar is opened again, although it was kept warm.
        fs::remove_file(&jar).unwrap();
        assert!(!service.compile(with_jar(1)).await.unwrap().success);
        write_jar(&jar, &second);
        compiled(&service, with_jar(2)).await;
    }
}

fn write_jar(path: &std::path::Path, response: &jdk::CompileResponse) {
    let mut jar = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for class in &response.classes {
        jar.start_file(
            format!("{}.class", class.binary_name),
            zip::write::SimpleFileOptions::default(),
        )
        .unwrap();
        jar.write_all(&class.bytes).unwrap();
    }
    jar.finish().unwrap();
}

#[tokio::test]
async fn neither_sources_on_the_class_path_nor_the_service_itself_are_seen() {
    for jdk in each_jdk("neither_sources_on_the_class_path_nor_the_service_itself_are_seen") {
        let service = start(&jdk).await;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Lurking.java"), "class Lurking {}").unwrap();
        for text in [
            "class A { Lurking l; }",
            "class A { jouled.javac.Service s; }",
        ] {
            let response = service
                .compile(CompileRequest {
                    class_path: vec![folder.path().to_path_buf()],
                    ..request([("A.java", text)])
                })
                .await
                .unwrap();
            assert!(!response.success, "{text} on {jdk}");
        }
    }
}

#[tokio::test]
async fn records_patterns_and_text_blocks_of_the_jdk_compile() {
    for jdk in each_jdk("records_patterns_and_text_blocks_of_the_jdk_compile") {
        let service = start(&jdk).await;
        let text = r#"
            sealed interface Shape permits Shape.Dot, Shape.Line {
                record Dot(int x, int y) implements Shape {}
                record Line(Dot from, Dot to) implements Shape {}
                String NAME = """
                    a \
                    block""";
                static int of(Object o) { return o instanceof Dot dot && dot.x > 0 ? switch (dot.y) { case 1, 2 -> 3; default -> { yield 4; } } : 0; }
            }"#;
        let response = compiled(&service, request([("Shape.java", text)])).await;
        assert_eq!(response.classes.len(), 3);
        if jdk.version.feature >= 21 {
            let text = "record P(int x, Object y) { static int of(Object o) { return switch (o) { case P(int x, P(var z, var w)) when x > 0 -> z; case String s -> 1; case null, default -> 0; }; } }";
            compiled(&service, request([("P.java", text)])).await;
        }
        if jdk.version.feature >= 25 {
            let text = "void main() { IO.println(1); }";
            let response = compiled(&service, request([("Compact.java", text)])).await;
            assert_eq!(response.classes[0].binary_name, "Compact");
        }
    }
}

#[tokio::test]
async fn a_release_restricts_language_and_library() {
    for jdk in each_jdk("a_release_restricts_language_and_library") {
        let service = start(&jdk).await;
        let with_release = |release, text| CompileRequest {
            release: Some(release),
            keep_warm: true,
            ..request([("A.java", text)])
        };
        let response = compiled(
            &service,
            with_release(11, "class A { String s = \"\".strip(); }"),
        )
        .await;
        assert_eq!(major_version(&response.classes[0].bytes), 55);
        for text in ["record A() {}", "class A { String s = \"\".formatted(); }"] {
            let response = service.compile(with_release(11, text)).await.unwrap();
            assert!(!response.success, "{text} on {jdk}");
        }
        // The same paths without a release: nothing of the last request remains.
        compiled(
            &service,
            CompileRequest {
                keep_warm: true,
                ..request([("A.java", "record A() {}")])
            },
        )
        .await;
        let error = service
            .compile(with_release(3, "class A {}"))
            .await
            .unwrap_err();
        assert!(error.to_string().contains("release"), "{error}");
        support::assert_alive(&service).await;
    }
}

#[tokio::test]
async fn a_language_level_restricts_the_language_alone() {
    for jdk in each_jdk("a_language_level_restricts_the_language_alone") {
        let service = start(&jdk).await;
        let at_level = |level, text| CompileRequest {
            language_level: Some(level),
            keep_warm: true,
            ..request([("A.java", text)])
        };
        let text = "class A { String s = \"\".formatted(); }";
        let response = compiled(&service, at_level(8, text)).await;
        assert_eq!(major_version(&response.classes[0].bytes), 52);
        let refused = service.compile(at_level(8, "record A() {}")).await.unwrap();
        assert!(!refused.success, "on {jdk}");
    }
}

#[tokio::test]
async fn a_modular_project_compiles_against_its_module_path() {
    for jdk in each_jdk("a_modular_project_compiles_against_its_module_path") {
        let service = start(&jdk).await;
        let library = compiled(
            &service,
            request([
                (
                    "library/module-info.java",
                    "module library { exports library; }",
                ),
                (
                    "library/library/Api.java",
                    "package library; public class Api {}",
                ),
            ]),
        )
        .await;
        let folder = tempfile::tempdir().unwrap();
        library.write_classes(folder.path()).unwrap();
        let user = |add_modules: &[&str], sources| CompileRequest {
            module_path: vec![folder.path().to_path_buf()],
            add_modules: add_modules.iter().map(|name| (*name).to_owned()).collect(),
            sources,
            ..CompileRequest::default()
        };
        let class = SourceUnit::new(
            "user/User.java",
            "package user; class User extends library.Api {}",
        );
        let module = SourceUnit::new("module-info.java", "module user { requires library; }");
        compiled(&service, user(&[], vec![module, class.clone()])).await;
        compiled(&service, user(&["library"], vec![class.clone()])).await;
        assert!(
            !service
                .compile(user(&[], vec![class]))
                .await
                .unwrap()
                .success
        );
    }
}

#[tokio::test]
async fn unusual_names_and_a_byte_order_mark_compile() {
    for jdk in each_jdk("unusual_names_and_a_byte_order_mark_compile") {
        let service = start(&jdk).await;
        let response = service
            .compile(request([
                ("untitled:Untitled-1", "public class Buffer {}"),
                ("dir with space/100%/Grüße.java", "public class Grüße {}"),
                (
                    "Mark.java",
                    "\u{feff}public class Mark { int é = missing; }",
                ),
            ]))
            .await
            .unwrap();
        let found: Vec<_> = response
            .errors()
            .map(|error| error.location.clone().unwrap())
            .collect();
        assert_eq!(found.len(), 1, "{:?}", response.diagnostics);
        let text = "\u{feff}public class Mark { int é = missing; }";
        assert_eq!(&text[found[0].bytes.clone()], "missing");
        let response = service
            .compile(request([("Other.java", "public class Name {}")]))
            .await
            .unwrap();
        assert_eq!(
            response.diagnostics[0].code,
            "compiler.err.class.public.should.be.in.file"
        );
    }
}

#[tokio::test]
async fn classes_are_written_only_where_they_are_asked_for_and_never_outside() {
    let folder = tempfile::tempdir().unwrap();
    let mut response = jdk::CompileResponse {
        classes: vec![jdk::CompiledClass {
            binary_name: "a/B".to_owned(),
            bytes: vec![1, 2],
            source: None,
        }],
        ..jdk::CompileResponse::default()
    };
    response.write_classes(folder.path()).unwrap();
    assert_eq!(fs::read(folder.path().join("a/B.class")).unwrap(), [1, 2]);
    for name in ["../B", "/etc/B", "a/../../B"] {
        response.classes[0].binary_name = name.to_owned();
        let inner = folder.path().join("inner");
        assert!(response.write_classes(&inner).is_err(), "{name}");
        assert!(!folder.path().join("B.class").exists());
    }
}
