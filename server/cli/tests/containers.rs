//! Archives, and archives inside archives, as reports name and price their classes.

use serde_json::Value;
use std::io::{Cursor, Write as _};
use crate::support::{Folder, Run, compiled, jouled};
use zip::write::SimpleFileOptions;

fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default();
        archive.start_file(*name, options).expect("an entry");
        archive.write_all(bytes).expect("an entry");
    }
    archive.finish().expect("an archive").into_inner()
}

fn class(text: &str, wanted: &str) -> Vec<u8> {
    let mut classes = compiled("A.java", text).into_iter();
    classes.find(|(name, _)| name == wanted).expect("a class").1
}

/// Every method as `JAR!/ENTRY METHOD`, without the folder, with its report.
fn methods(folder: &Folder, run: &Run) -> Vec<(String, Value)> {
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let named = methods.iter().map(|method| {
        let text = |key: &str| {
            method[key]
                .as_str()
                .unwrap_or("-")
                .replace(folder.path(), "")
        };
        (
            format!("{}!/{} {}", text("jar"), text("entry"), text("method")),
            method.clone(),
        )
    });
    named
        .filter(|(name, _)| !name.ends_with("<init>"))
        .collect()
}

fn json(paths: &[&str]) -> Run {
    let arguments = [&["report", "--calls", "project", "--format", "json"], paths].concat();
    jouled(&arguments)
}

#[test]
fn an_application_is_read_with_its_libraries_and_each_row_names_its_entry() {
    let both = "package p; public class A { int f(int a) { return B.g(a); } } class B { static int g(int a) { return a * 3; } }";
    let (app, lib) = (class(both, "p/A"), class(both, "p/B"));
    let lib = archive(&[("p/B.class", &lib)]);
    let fat = archive(&[
        ("BOOT-INF/classes/p/A.class", &app),
        ("BOOT-INF/lib/b.jar", &lib),
    ]);
    let folder = Folder::new();
    for (name, content) in [
        ("app.jar", &fat),
        ("app.war", &fat),
        ("app.ear", &fat),
        ("app.zip", &fat),
    ] {
        let path = folder.write(name, content);
        let run = json(&[&path]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let found = methods(&folder, &run);
        let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
        let expected = [
            format!("/{name}!/BOOT-INF/classes/p/A.class f"),
            format!("/{name}!/BOOT-INF/lib/b.jar!/p/B.class g"),
        ];
        assert_eq!(names, expected);
        assert_eq!(
            found[0].1["worst"]["unpriced"],
            serde_json::json!([]),
            "the library is followed"
        );
    }
}

#[test]
fn of_a_class_in_two_jars_each_has_its_own_price() {
    let folder = Folder::new();
    let cheap = "package p; public class A { int f(int a) { return B.g(a); } } class B { static int g(int a) { return a; } }";
    let dear = cheap.replace("return a;", "return a * a * a * a * a * a * a;");
    let jar = |name: &str, text: &str| {
        let (a, b) = (class(text, "p/A"), class(text, "p/B"));
        folder.write(name, &archive(&[("p/A.class", &a), ("p/B.class", &b)]))
    };
    let (one, two) = (jar("jars/one.jar", cheap), jar("jars/two.jar", &dear));
    let mean = |run: &Run, name: &str| {
        let found = methods(&folder, run)
            .into_iter()
            .find(|(found, _)| found == name);
        found.expect("the method").1["typical"]["mean"]
            .as_f64()
            .expect("a mean")
    };
    let alone = [&one, &two].map(|path| json(&[path]));
    let both = json(&[&format!("{}/jars", folder.path())]);
    assert_eq!(both.code, 0, "{}", both.stderr);
    for (jar, alone) in ["one", "two"].into_iter().zip(&alone) {
        for method in ["A.class f", "B.class g"] {
            let name = format!("/jars/{jar}.jar!/p/{method}");
            assert!(
                (mean(&both, &name) - mean(alone, &name)).abs() < 1e-18,
                "{name}"
            );
        }
    }
    let f = |jar: &str| mean(&both, &format!("/jars/{jar}.jar!/p/A.class f"));
    assert!(
        f("two") > 1.5 * f("one"),
        "A is the same in both, and calls its own B"
    );
}

#[test]
fn nothing_to_read_is_an_error() {
    let folder = Folder::new();
    folder.write("empty/notes.txt", b"nothing");
    folder.write(
        "sources/lib-sources.jar",
        &archive(&[("p/A.java", b"class A {}")]),
    );
    folder.write("broken/a.jar", b"no jar");
    for name in ["empty", "sources", "broken"] {
        for format in ["text", "json", "csv"] {
            let path = format!("{}/{name}", folder.path());
            let run = jouled(&["report", &path, "--format", format]);
            assert_eq!((run.code, &*run.stdout), (1, ""), "{name} {}", run.stderr);
            assert!(
                run.stderr.contains(name) && run.stderr.contains("contains no"),
                "{}",
                run.stderr
            );
        }
    }
}

#[test]
fn what_is_broken_is_named_and_the_rest_is_read_with_another_exit_code() {
    let good = crate::support::class();
    let folder = Folder::new();
    let app = folder.write(
        "app.jar",
        &archive(&[
            ("p/Sum.class", &good),
            ("p/Broken.class", &good[..40]),
            ("../Out.class", &good),
            ("lib/broken.jar", b"no jar"),
        ]),
    );
    for (arguments, code) in [
        (&["report", &app][..], 1),
        (&["report", "--strict", &app], 4),
    ] {
        let run = jouled(arguments);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(run.stdout.contains("p.Sum.of(int, int)"));
        for name in ["p/Broken.class", "../Out.class", "lib/broken.jar"] {
            assert!(run.stderr.contains(name), "{name}: {}", run.stderr);
        }
    }
}

#[test]
fn the_release_that_is_asked_for_decides_which_class_is_priced() {
    let old = class(
        "package p; public class A { int f(int a) { return a; } }",
        "p/A",
    );
    let new = class(
        "package p; public class A { int f(int a) { return a * a * a * a; } }",
        "p/A",
    );
    let folder = Folder::new();
    let jar = folder.write(
        "a.jar",
        &archive(&[
            (
                "META-INF/MANIFEST.MF",
                b"Manifest-Version: 1.0\nMulti-Release: true\n\n",
            ),
            ("p/A.class", &old),
            ("META-INF/versions/11/p/A.class", &new),
        ]),
    );
    let entry = |release: &str| {
        let run = jouled(&["report", "--format", "json", "--release", release, &jar]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        (methods(&folder, &run)[0].0.clone(), run.stderr)
    };
    let (at_8, said) = entry("8");
    assert_eq!(at_8, "/a.jar!/p/A.class f");
    assert!(
        said.contains("Java 11 are not used: the release is set to 8"),
        "{said}"
    );
    assert_eq!(entry("11").0, "/a.jar!/META-INF/versions/11/p/A.class f");
}

#[test]
fn a_newer_class_file_is_read_as_far_as_it_is_known() {
    let mut newer = crate::support::class();
    newer[7] = 75;
    let mut unknown = newer.clone();
    // The tag of the first constant.
    unknown[10] = 99;
    let folder = Folder::new();
    let jar = folder.write("a.jar", &archive(&[("p/Sum.class", &newer)]));
    let run = jouled(&["report", &jar]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("p.Sum.of(int, int)"));
    assert!(
        run.stderr
            .contains("newer format than Java 25, the newest that jouled knows (the newest class is for Java 31)"),
        "{}",
        run.stderr
    );
    // A table says it, too.
    let out = format!("{}/out", folder.path());
    let run = jouled(&["report", "--each", &jar, "--out", &out]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let status = std::fs::read_to_string(format!("{out}/status.csv")).expect("a table");
    assert!(
        status.contains(",ok,") && status.contains("anything new is not in the numbers"),
        "{status}"
    );
    let broken = folder.write("b.jar", &archive(&[("p/Sum.class", &unknown)]));
    let run = jouled(&["report", &broken]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("in the format of Java 31"),
        "{}",
        run.stderr
    );
}

/// The class with the attribute `SourceDebugExtension`, as the compilers of Kotlin and JSP write it.
fn with_source_map(class: &[u8], map: &str) -> Vec<u8> {
    let count = u16::from_be_bytes([class[8], class[9]]);
    let mut at = 10;
    let mut index = 1;
    while index < count {
        at += match class[at] {
            1 => 3 + usize::from(u16::from_be_bytes([class[at + 1], class[at + 2]])),
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            5 | 6 => {
                index += 1;
                9
            }
            _ => 5,
        };
        index += 1;
    }
    let mut new = class[..8].to_vec();
    new.extend((count + 1).to_be_bytes());
    new.extend(&class[10..at]);
    let name = b"SourceDebugExtension";
    new.push(1);
    new.extend((name.len() as u16).to_be_bytes());
    new.extend(name);
    let file = b"SourceFile";
    let rest = &class[at..];
    // The class has one attribute, the name of its file; the other goes behind it.
    let attributes = rest.len() - 10;
    assert_eq!(rest[attributes..attributes + 2], [0, 1], "{}", file.len());
    new.extend(&rest[..attributes]);
    new.extend(2_u16.to_be_bytes());
    new.extend(&rest[attributes + 2..]);
    new.extend(count.to_be_bytes());
    new.extend((map.len() as u32).to_be_bytes());
    new.extend(map.as_bytes());
    new
}

#[test]
fn lines_are_those_of_the_source_that_a_class_was_made_from() {
    let text =
        "package p; public class A {\n int f(int a) {\n  a *= 3;\n  a += 7;\n  return a; } }";
    let map = "SMAP\nA.java\nJSP\n*S JSP\n*F\n+ 0 shop.jsp\npages/shop.jsp\n*L\n40:3\n41:4,2\n*E\n";
    let mapped = with_source_map(&class(text, "p/A"), map);
    let folder = Folder::new();
    let jar = folder.write("a.jar", &archive(&[("p/A.class", &mapped)]));
    let run = json(&[&jar]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, method) = methods(&folder, &run).remove(0);
    assert_eq!(method["file"], "shop.jsp");
    assert_eq!(method["line"], 40);
    let lines = method["lines"].as_array().expect("lines");
    let lines: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["line"].as_u64())
        .collect();
    assert_eq!(lines, [40, 41]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jar_that_inflates_to_ten_gigabytes_is_refused_in_little_memory() {
    // Ten classes of a gigabyte cannot be; 700 of 15 MiB can.
    let zeros = vec![0; 15 << 20];
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    bomb.start_file("p/C0.class", options).expect("an entry");
    bomb.write_all(&zeros).expect("an entry");
    let first = bomb.finish_into_readable().expect("an archive");
    let mut copies = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut first = first;
    for number in 0..700 {
        let entry = first.by_index_raw(0).expect("an entry");
        let name = format!("p/C{number}.class");
        copies.raw_copy_file_rename(entry, name).expect("an entry");
    }
    let folder = Folder::new();
    let bomb = folder.write(
        "bomb.jar",
        &copies.finish().expect("an archive").into_inner(),
    );
    let run = jouled(&["report", &bomb]);
    assert_eq!((run.code, &*run.stdout), (1, ""), "{}", run.stderr);
    assert!(
        run.stderr.contains("unpack to over 256 MiB"),
        "{}",
        run.stderr
    );
    let out = format!("{}/out", folder.path());
    let each = jouled(&[
        "report",
        "--each",
        &bomb,
        "--out",
        &out,
        "--memory-limit",
        "500",
    ]);
    assert_eq!(each.code, 1);
    let status = std::fs::read_to_string(format!("{out}/status.csv")).expect("a table");
    assert!(status.contains("unpack to over 256 MiB"), "{status}");
}
