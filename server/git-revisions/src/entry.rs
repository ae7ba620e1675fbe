//! Parses the entries of trees.

use std::path::{Component, PathBuf};

/// The path, if it consists of plain names below the root.
pub(super) fn plain_path(bytes: &[u8]) -> Result<PathBuf, &'static str> {
    let text = std::str::from_utf8(bytes).map_err(|_| "its path is not UTF-8; it is left out")?;
    let names: Vec<&str> = text.split('/').collect();
    let is_plain = |name: &&str| {
        let is_special = matches!(*name, "" | "." | "..") || name.eq_ignore_ascii_case(".git");
        let is_device = cfg!(windows) && name.contains(['\\', ':']);
        !is_special && !is_device && !name.contains('\0')
    };
    let path: PathBuf = names.iter().collect();
    let has_names_alone = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if names.iter().all(is_plain) && has_names_alone {
        Ok(path)
    } else {
        Err("its path leads out of the repository or into .git; it is left out")
    }
}

/// A line of `git ls-tree -r -z -l`: mode, kind, id, size and path.
pub(super) struct Entry<'l> {
    pub(super) mode: &'l str,
    pub(super) id: &'l str,
    pub(super) size: u64,
    pub(super) path: &'l [u8],
}

pub(super) fn entry(line: &[u8]) -> Option<Entry<'_>> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = line.split_at(tab);
    let mut parts = std::str::from_utf8(head).ok()?.split_ascii_whitespace();
    let (mode, _kind, id, size) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    Some(Entry {
        mode,
        id,
        // The size of something that is not a blob, or is missing, is unknown.
        size: size.parse().unwrap_or_default(),
        path: &path[1..],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_their_root() {
        assert_eq!(
            plain_path("src/Ä b.java".as_bytes()),
            Ok(PathBuf::from("src/Ä b.java"))
        );
        for path in [
            "../A.java",
            "src/../../A.java",
            "/A.java",
            "src//A.java",
            "./A.java",
            ".git/A.java",
            "src/.GIT/A.java",
            "",
        ] {
            assert!(plain_path(path.as_bytes()).is_err(), "{path}");
        }
        assert!(plain_path(b"\xff.java").is_err());
    }

    #[test]
    fn a_line_of_a_tree() {
        let line = b"100644 blob 0123abcd     42\ta b\tc.java";
        let entry = entry(line).expect("an entry");
        assert_eq!(
            (entry.mode, entry.id, entry.size),
            ("100644", "0123abcd", 42)
        );
        assert_eq!(entry.path, b"a b\tc.java");
    }
}
