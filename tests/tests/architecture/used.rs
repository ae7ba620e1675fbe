//! Every dependency in a manifest is used.

use super::tree::{packages, rust_files};

/// Dependencies that only switch on a feature for other packages: their manifest says why.
const FOR_FEATURES: [(&str, &str); 2] = [("xtask", "memchr"), ("profile", "simba")];

#[test]
fn each_dependency_is_used() {
    let mut unused = Vec::new();
    for package in packages() {
        let files = rust_files(&package.folder).into_iter();
        let code: String = files
            .map(|file| std::fs::read_to_string(file).unwrap())
            .collect();
        for name in &package.usable {
            let is_excused = FOR_FEATURES.contains(&(package.name.as_str(), name.as_str()));
            let word = name.replace('-', "_");
            if !is_excused && !names(&code, &word) {
                unused.push(format!("{}: {name}", package.name));
            }
        }
    }
    assert_eq!(unused, Vec::<String>::new(), "named and not used");
}

/// Whether a path begins with the word, or a `use` consists of it.
fn names(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + word.len()..];
        let begins = before.is_none_or(|it| !it.is_alphanumeric() && it != '_' && it != ':');
        begins && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
    })
}
