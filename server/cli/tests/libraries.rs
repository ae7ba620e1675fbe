//! The costs of libraries: computed by one of several processes, written to a file, and read on another machine.

use std::io::{Cursor, Write as _};
use std::path::Path;
use crate::support::{Folder, Run, cache, compiled, jouled_with};
use zip::write::SimpleFileOptions;

fn library(cache: &Path, arguments: &[&str]) -> Run {
    jouled_with(&[&["library"], arguments].concat(), |command| {
        command.env("XDG_CACHE_HOME", cache);
    })
}

fn jar(folder: &Folder, name: &str, factor: u32) -> String {
    let text = format!("package p; public class A {{ int f(int a) {{ return a * {factor}; }} }}");
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in compiled("A.java", &text) {
        let entry = archive.start_file(format!("{name}.class"), SimpleFileOptions::default());
        entry.expect("an entry");
        archive.write_all(&bytes).expect("an entry");
    }
    let bytes = archive.finish().expect("an archive").into_inner();
    folder.write(name, &bytes)
}

#[test]
fn what_one_machine_exports_another_imports_and_of_three_processes_one_prices_a_jar() {
    let folder = Folder::new();
    let one = jar(&folder, "one.jar", 3);
    let priced = library(&cache(), &[&one]);
    assert_eq!(priced.code, 0, "{}", priced.stderr);
    let file = format!("{}/libraries.zip", folder.path());
    let exported = library(&cache(), &["export", &file]);
    assert_eq!(exported.code, 0, "{}", exported.stderr);
    assert!(
        exported.stdout.contains("written to"),
        "{}",
        exported.stdout
    );

    let other = Path::new(folder.path()).join("other");
    let imported = library(&other, &["import", &file]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    assert!(
        imported.stdout.contains("; 0 were there already"),
        "{}",
        imported.stdout
    );
    let again = library(&other, &["import", &file]);
    assert!(
        again.stdout.starts_with("0 libraries read into"),
        "{}",
        again.stdout
    );

    // There is nothing left to price, neither of the JDK nor of the jar.
    let priced = library(&other, &[&one]);
    assert_eq!(priced.code, 0, "{}", priced.stderr);
    assert!(
        !priced.stderr.contains("pricing the methods"),
        "{}",
        priced.stderr
    );

    let two = jar(&folder, "two.jar", 4);
    let runs: Vec<Run> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| library(&other, &[&two])))
            .collect();
        let ended = all.into_iter().map(|one| one.join().expect("a thread"));
        ended.collect()
    });
    assert!(
        runs.iter()
            .all(|run| run.code == 0 && run.stdout == runs[0].stdout)
    );
    let said = runs
        .iter()
        .filter(|run| run.stderr.contains("pricing the methods of two.jar"));
    assert_eq!(said.count(), 1, "{runs:?}");
}

#[test]
fn what_is_no_export_is_refused_with_a_reason() {
    let folder = Folder::new();
    let other = Path::new(folder.path()).join("other");
    let text = folder.write("text.zip", b"no archive");
    let jar = jar(&folder, "a.jar", 2);
    for file in [&text, &jar] {
        let refused = library(&other, &["import", file]);
        assert_eq!(refused.code, 1);
        assert!(
            refused
                .stderr
                .contains("not a file of `jouled library export`"),
            "{}",
            refused.stderr
        );
    }
    let missing = library(&other, &["import", "/nowhere/libraries.zip"]);
    assert_eq!(missing.code, 1);
    assert!(
        missing.stderr.contains("/nowhere/libraries.zip"),
        "{}",
        missing.stderr
    );
    let file = format!("{}/out.zip", folder.path());
    let empty = library(&other, &["export", &file]);
    assert_eq!(empty.code, 1);
    assert!(
        empty.stderr.contains("run `jouled library` first"),
        "{}",
        empty.stderr
    );
    assert_eq!(library(&other, &["export"]).code, 2);
    assert_eq!(library(&other, &["export", &file, "more"]).code, 2);
}
