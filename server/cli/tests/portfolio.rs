//! `jouled portfolio`: from tables to pages, and messages about tables that cannot be read.

use std::io::{Cursor, Write as _};
use std::path::Path;
use crate::support::{Folder, compiled, jouled};
use zip::write::SimpleFileOptions;

fn at(folder: &Folder, name: &str) -> String {
    Path::new(folder.path()).join(name).display().to_string()
}

fn archive(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default();
        archive
            .start_file(name.as_str(), options)
            .expect("an entry");
        archive.write_all(bytes).expect("an entry");
    }
    archive.finish().expect("an archive").into_inner()
}

/// A folder `apps` with an application that contains a library, and a file that is not an application; their tables in
/// `energy`.
fn analysed() -> Folder {
    let text = "package p; public class A { int f(int[] a) { int s = 0; for (int x : a) { s += x * 3; } return s; } }";
    let classes = compiled("A.java", text);
    let named = |folder: &str| {
        let classes = classes.iter();
        let named = classes.map(|(name, bytes)| (format!("{folder}{name}.class"), bytes.clone()));
        named.collect::<Vec<_>>()
    };
    let mut entries = named("WEB-INF/classes/");
    entries.push((String::from("WEB-INF/lib/lib-1.2.jar"), archive(&named(""))));
    let folder = Folder::new();
    folder.write("apps/shop.war", &archive(&entries));
    folder.write("apps/none.jar", b"no archive");
    let (apps, energy) = (at(&folder, "apps"), at(&folder, "energy"));
    let run = jouled(&["report", "--each", &apps, "--out", &energy]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    folder
}

fn page(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(Path::new(&at(folder, "site")).join(name)).expect("a page")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn the_folder_of_a_run_gives_its_services_and_what_failed() {
    let folder = analysed();
    let site = at(&folder, "site");
    // The same tables by three paths are read once.
    for paths in [
        vec![at(&folder, "energy")],
        vec![at(&folder, "energy/rows"), at(&folder, "energy")],
        vec![at(&folder, "")],
    ] {
        let mut words = vec!["portfolio", "--out", &site, "--floor", "1pJ"];
        words.extend(paths.iter().map(String::as_str));
        let run = jouled(&words);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stderr.contains("2 services, 1 library, 4 rows"),
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("twice"), "{}", run.stderr);
        let index = page(&folder, "index.html");
        assert!(
            index.contains("1 as a whole, 0 in part, 1 failed"),
            "{index}"
        );
        assert!(index.contains("none.jar: failed: "), "{index}");
        assert!(index.contains("Model "), "{index}");
        assert!(page(&folder, "libraries.html").contains("\"1.2\""));
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_shown() {
    let folder = analysed();
    folder.write("energy/rows/damaged.parquet", b"PAR1 nothing PAR1");
    folder.write("energy/rows/foreign.csv", b"a,b\r\n1,2\r\n");
    let (energy, site) = (at(&folder, "energy"), at(&folder, "site"));
    let run = jouled(&["portfolio", &energy, "--out", &site]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for name in ["damaged.parquet", "foreign.csv"] {
        let line = run.stderr.lines().find(|line| line.contains(name));
        let line = line.expect("a line for each");
        assert!(line.contains("remove it, or write it again"), "{line}");
        assert!(page(&folder, "index.html").contains(name));
    }
    assert!(page(&folder, "index.html").contains("2 tables could not be read and are missing"));
}

#[test]
fn without_a_table_nothing_is_written() {
    let folder = Folder::new();
    folder.write("text.txt", b"text");
    folder.write("foreign.ndjson", b"{\"a\": 1}\n");
    folder.write("empty/text.txt", b"text");
    let site = at(&folder, "site");
    for (path, reason) in [
        ("text.txt", "ends in .parquet"),
        ("foreign.ndjson", "no column input"),
        ("empty", "no table here"),
        ("missing.parquet", "missing.parquet"),
    ] {
        let run = jouled(&["portfolio", &at(&folder, path), "--out", &site]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
        assert_eq!(
            names(Path::new(folder.path())),
            ["empty", "foreign.ndjson", "text.txt"]
        );
    }
    let run = jouled(&[
        "portfolio",
        &at(&folder, "empty"),
        "--out",
        &site,
        "--floor",
        "1",
    ]);
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[test]
fn a_folder_of_somebody_else_stays() {
    let folder = analysed();
    folder.write("site/diary.txt", b"mine");
    let (energy, site) = (at(&folder, "energy"), at(&folder, "site"));
    let run = jouled(&["portfolio", &energy, "--out", &site]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("diary.txt"), "{}", run.stderr);
    assert_eq!(names(Path::new(&site)), ["diary.txt"]);
}
