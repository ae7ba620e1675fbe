//! Reading from a path has a limit.

use crate::DEVELOPERS;
use crate::tree::{bare, packages, rust_files};

/// The places where a piece of code opens or reads a file by itself, without the unit tests at its end. Files are read
/// through the crate `files`, and pipes up to a limit.
fn unbounded(code: &str) -> Vec<&'static str> {
    /// The largest distance in characters between a read and the limit before it.
    const NEAR: usize = 200;
    let code = bare(code);
    let opened = [
        "fs::read(",
        "fs::read_to_string(",
        "File::open(",
        "OpenOptions::new().read(true)",
        "fs::OpenOptions",
    ];
    let read = [".read_to_end(", ".read_to_string("];
    let without_limit = |what: &&str| {
        code.match_indices(*what).any(|(at, _)| {
            let before = &code.as_bytes()[at.saturating_sub(NEAR)..at];
            !String::from_utf8_lossy(before).contains(".take(")
        })
    };
    let opens = opened.into_iter().filter(|what| code.contains(what));
    opens
        .chain(read.into_iter().filter(without_limit))
        .collect()
}

#[test]
fn every_read_of_a_path_has_a_limit() {
    for package in packages() {
        let name = package.name.as_str();
        if DEVELOPERS.contains(&name) || name == "files" {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let found = unbounded(&std::fs::read_to_string(&file).unwrap());
            assert!(
                found.is_empty(),
                "{} has {found:?}: use files::open, files::read or files::read_from",
                file.display()
            );
        }
    }
}

#[test]
fn the_search_finds_reads_without_a_limit() {
    for code in [
        "let text = std::fs::read_to_string(path)?;",
        "let bytes = fs::read(path)?;",
        "let bytes = tokio::fs::read(path).await?;",
        "let file = File::open(path)?;",
        "let file = std::fs::OpenOptions::new().read(true).open(path)?;",
        "stream\n    .read_to_end(&mut bytes)?;",
    ] {
        assert!(!unbounded(code).is_empty(), "{code}");
    }
    for code in [
        "let bytes = files::read(path, files::MODEL)?;",
        "stream.take(limit).read_to_end(&mut bytes)?;",
        "// never fs::read(path)",
        "fs::read_dir(path)?;",
    ] {
        assert!(unbounded(code).is_empty(), "{code}");
    }
}
