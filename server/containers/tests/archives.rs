//! Archives inside archives, and malicious archives.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may panic")]

use containers::versions::Release;
use containers::{Archive, ArchiveLimits, ContainerError, OpenedTree, open_tree};
use std::io::{Cursor, Write};
use std::path::PathBuf;
use zip::CompressionMethod::{Deflated, Stored};
use zip::write::SimpleFileOptions;

fn archive(entries: &[(&str, &[u8])], is_stored: bool) -> Vec<u8> {
    let method = if is_stored { Stored } else { Deflated };
    let options = SimpleFileOptions::default().compression_method(method);
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn open(&self, name: &str, bytes: &[u8]) -> Result<OpenedTree, ContainerError> {
        self.open_within(name, bytes, &ArchiveLimits::default())
    }

    fn open_within(
        &self,
        name: &str,
        bytes: &[u8],
        limits: &ArchiveLimits,
    ) -> Result<OpenedTree, ContainerError> {
        open_tree(&self.write(name, bytes), Release::OfJdk(17), limits)
    }
}

/// Each class as `PLACE!/ENTRY=CONTENT`, without the folder.
fn classes(tree: &OpenedTree) -> Vec<String> {
    let mut classes = Vec::new();
    for archive in &tree.archives {
        for index in 0..archive.len() {
            let content = match archive.read(index) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(reason) => format!("({reason})"),
            };
            let place = archive.place().rsplit_once("/app").unwrap().1;
            classes.push(format!("{place}!/{}={content}", archive.entry(index)));
        }
    }
    classes
}

fn losses(tree: &OpenedTree) -> Vec<String> {
    let of_archives = tree.archives.iter().flat_map(Archive::findings);
    let all = tree.findings.iter().chain(of_archives);
    all.filter(|finding| finding.is_loss)
        .map(|finding| format!("{}: {}", finding.place, finding.message))
        .collect()
}

#[test]
fn the_libraries_of_an_application_are_read_whether_stored_or_compressed() {
    let lib = archive(&[("q/B.class", b"library"), ("notes.txt", b"")], false);
    for is_stored in [true, false] {
        let app = archive(
            &[
                ("org/springframework/boot/loader/Launcher.class", b"loader"),
                ("BOOT-INF/classes/p/A.class", b"application"),
                ("BOOT-INF/lib/lib-1.0.jar", &lib),
                ("WEB-INF/lib/other.jar", &lib),
            ],
            is_stored,
        );
        let folder = Folder::new();
        let tree = folder.open("app.jar", &app).unwrap();
        assert_eq!(
            classes(&tree),
            [
                ".jar!/org/springframework/boot/loader/Launcher.class=loader",
                ".jar!/BOOT-INF/classes/p/A.class=application",
                ".jar!/BOOT-INF/lib/lib-1.0.jar!/q/B.class=library",
                ".jar!/WEB-INF/lib/other.jar!/q/B.class=library",
            ]
        );
        assert_eq!(tree.archives[0].class_name(1), Some("p/A"));
        assert_eq!(losses(&tree), Vec::<String>::new());
        let lib = tree.archives[1].identity();
        assert_eq!(
            (lib.artifact.as_deref(), lib.version.as_deref()),
            (Some("lib"), Some("1.0"))
        );
    }
}

#[test]
fn an_ear_has_wars_that_have_jars() {
    let jar = archive(&[("q/C.class", b"deep")], false);
    let war = archive(
        &[
            ("WEB-INF/classes/p/A.class", b"web"),
            ("WEB-INF/lib/c.jar", &jar),
        ],
        false,
    );
    let ear = archive(&[("shop.war", &war), ("lib/c.jar", &jar)], false);
    let folder = Folder::new();
    let tree = folder.open("app.ear", &ear).unwrap();
    assert_eq!(
        classes(&tree),
        [
            ".ear!/shop.war!/WEB-INF/classes/p/A.class=web",
            ".ear!/shop.war!/WEB-INF/lib/c.jar!/q/C.class=deep",
            ".ear!/lib/c.jar!/q/C.class=deep",
        ]
    );
}

#[test]
fn a_module_of_a_jdk_has_its_classes_behind_four_bytes() {
    let mut jmod = b"JM\x01\x00".to_vec();
    jmod.extend(archive(
        &[
            ("classes/p/A.class", b"module"),
            ("classes/module-info.class", b""),
        ],
        false,
    ));
    let folder = Folder::new();
    let tree = folder.open("app.jmod", &jmod).unwrap();
    assert_eq!(classes(&tree), [".jmod!/classes/p/A.class=module"]);
    assert_eq!(tree.archives[0].class_name(0), Some("p/A"));
}

#[test]
fn of_a_multi_release_archive_the_release_decides() {
    let manifest = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    let jar = archive(
        &[
            ("META-INF/MANIFEST.MF", manifest),
            ("p/A.class", b"8"),
            ("META-INF/versions/11/p/A.class", b"11"),
            ("META-INF/versions/21/p/A.class", b"21"),
        ],
        false,
    );
    let folder = Folder::new();
    let path = folder.write("app.jar", &jar);
    for (release, taken) in [(8, "8"), (11, "11"), (17, "11"), (21, "21"), (30, "21")] {
        let release = Release::Requested(release);
        let tree = open_tree(&path, release, &ArchiveLimits::default()).unwrap();
        assert!(
            classes(&tree)[0].ends_with(&format!("={taken}")),
            "{release:?}"
        );
    }
    let tree = folder.open("app.jar", &jar).unwrap();
    let note = &tree.archives[0].findings()[0];
    assert!(
        !note.is_loss && note.message.contains("Java 21 are not used"),
        "{note:?}"
    );
}

#[test]
fn what_unpacks_to_too_much_is_refused_before_it_is_unpacked() {
    let zeros = vec![0_u8; 4 << 20];
    let entries: Vec<(String, &[u8])> = (0..8)
        .map(|number| (format!("C{number}.class"), &zeros[..]))
        .collect();
    let entries: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, bytes)| (&**name, *bytes))
        .collect();
    let inner = archive(&entries, false);
    let limits = ArchiveLimits {
        max_unpacked_bytes: 20 << 20,
        ..ArchiveLimits::default()
    };
    let folder = Folder::new();
    for bomb in [inner.clone(), archive(&[("lib/x.jar", &inner)], true)] {
        let error = folder.open_within("app.jar", &bomb, &limits).unwrap_err();
        assert!(
            error.to_string().contains("unpack to over 20 MiB"),
            "{error}"
        );
    }
    // Archives inside it count only with what they themselves unpack to.
    let large = archive(&[("notes.txt", &zeros)], true);
    let app = archive(
        &[("a.jar", &large), ("b.jar", &large), ("p/A.class", b"read")],
        false,
    );
    let limits = ArchiveLimits {
        max_inner_bytes: 6 << 20,
        ..limits
    };
    let tree = folder.open_within("app.jar", &app, &limits).unwrap();
    assert_eq!(classes(&tree), [".jar!/p/A.class=read"]);
    let lost = losses(&tree);
    assert!(
        lost.len() == 1 && lost[0].contains("b.jar") && lost[0].contains("over 6 MiB"),
        "{lost:?}"
    );
}

#[test]
fn an_entry_that_claims_less_than_it_has_is_named() {
    let mut jar = archive(&[("A.class", &[7; 5_000]), ("B.class", b"read")], false);
    let size = 5_000_u32.to_le_bytes();
    for at in 0..jar.len() - 4 {
        if jar[at..].starts_with(&size) {
            jar[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
        }
    }
    let folder = Folder::new();
    let tree = folder.open("app.jar", &jar).unwrap();
    let classes = classes(&tree);
    assert!(
        classes[0].contains("more than the 10 bytes that it claims"),
        "{classes:?}"
    );
    assert!(classes[1].ends_with("=read"));
}

#[test]
fn archives_in_archives_without_end_are_left_at_a_depth() {
    let mut inner = archive(&[("p/A.class", b"deepest")], false);
    for _ in 0..9 {
        inner = archive(&[("p/A.class", b"outer"), ("next.zip", &inner)], false);
    }
    let folder = Folder::new();
    let tree = folder.open("app.zip", &inner).unwrap();
    assert_eq!(tree.archives.len(), 5);
    let lost = losses(&tree);
    assert!(lost.len() == 1 && lost[0].contains("4 levels"), "{lost:?}");
    let limits = ArchiveLimits {
        max_archives: 2,
        ..ArchiveLimits::default()
    };
    let few = Folder::new()
        .open_within("app.zip", &inner, &limits)
        .unwrap();
    assert_eq!((few.archives.len(), losses(&few).len()), (2, 1));
}

#[test]
fn names_that_lead_out_are_named_and_the_rest_is_read() {
    let jar = archive(
        &[
            ("../../A.class", b"out"),
            ("/etc/B.class", b"out"),
            ("p\\C.class", b"out"),
            ("C:/D.class", b"out"),
            ("../x.jar", b"out"),
            ("p/..E.class", b"in"),
        ],
        false,
    );
    let folder = Folder::new();
    let tree = folder.open("app.jar", &jar).unwrap();
    assert_eq!(classes(&tree), [".jar!/p/..E.class=in"]);
    let lost = losses(&tree);
    assert!(
        lost.len() == 1 && lost[0].contains("../../A.class, /etc/B.class, p\\C.class and 2 more"),
        "{lost:?}"
    );
}

#[test]
fn of_two_entries_of_a_name_the_last_counts_and_the_name_is_said() {
    let mut jar = archive(
        &[
            ("p/A.class", b"first"),
            ("p/B.class", b"last!"),
            ("notes.A", b""),
            ("notes.B", b""),
        ],
        true,
    );
    // Renames the second entry to the first, in the entry and in the directory.
    for at in 0..jar.len() {
        if jar[at..].starts_with(b"p/B.class") {
            jar[at + 2] = b'A';
        } else if jar[at..].starts_with(b"notes.B") {
            jar[at + 6] = b'A';
        }
    }
    let folder = Folder::new();
    let tree = folder.open("app.jar", &jar).unwrap();
    assert_eq!(classes(&tree), [".jar!/p/A.class=last!"]);
    let found = tree.archives[0].findings();
    assert!(
        found.len() == 1
            && found[0]
                .message
                .contains("with the same name: p/A.class; the last"),
        "{found:?}"
    );
    assert_eq!(losses(&tree), Vec::<String>::new());
}

#[test]
fn broken_archives_inside_are_named() {
    let lib = archive(&[("q/B.class", b"library")], false);
    let app = archive(
        &[
            ("lib/cut.jar", &lib[..lib.len() / 2]),
            ("lib/none.jar", b"no archive"),
            ("lib/empty.jar", b""),
            ("lib/good.jar", &lib),
        ],
        true,
    );
    let folder = Folder::new();
    let tree = folder.open("app.jar", &app).unwrap();
    assert_eq!(classes(&tree), [".jar!/lib/good.jar!/q/B.class=library"]);
    assert_eq!(losses(&tree).len(), 3);
}

#[test]
fn flipped_and_cut_bytes_never_panic() {
    let lib = archive(
        &[
            ("q/B.class", b"library"),
            ("META-INF/MANIFEST.MF", b"Multi-Release: true\n"),
        ],
        false,
    );
    let app = archive(&[("p/A.class", b"application"), ("lib/b.jar", &lib)], true);
    let folder = Folder::new();
    for at in 0..app.len() {
        let mut flipped = app.clone();
        flipped[at] ^= 0xFF;
        for bytes in [&flipped[..], &app[..at]] {
            if let Ok(tree) = folder.open("app.jar", bytes) {
                classes(&tree);
                let named = tree.archives.iter().map(Archive::identity);
                assert_eq!(named.count(), tree.archives.len());
            }
        }
    }
}

#[test]
fn a_directory_that_claims_millions_of_entries_is_refused() {
    let mut jar = archive(&[("p/A.class", b"")], true);
    let end = jar.len() - 22;
    jar[end + 8..end + 12].copy_from_slice(&[0xFF; 4]);
    let limits = ArchiveLimits {
        max_entries: 1_000,
        ..ArchiveLimits::default()
    };
    let error = Folder::new()
        .open_within("app.jar", &jar, &limits)
        .unwrap_err();
    assert!(
        error.to_string().contains("limit of 1000 entries"),
        "{error}"
    );
}
