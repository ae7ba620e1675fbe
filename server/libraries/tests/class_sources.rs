//! Existing classes.

#![expect(
    clippy::unwrap_used,
    reason = "a test's helpers fail the test by panicking"
)]

use files::Limits;
use libraries::{ClassSource, ClassSourceError};
use tests::{FileTree, jar, jar_of};

const MAGIC: &[u8] = &[0xCA, 0xFE, 0xBA, 0xBE];

fn open(tree: &FileTree, path: &str) -> Result<ClassSource, ClassSourceError> {
    open_within(tree, path, &Limits::default())
}

fn open_within(
    tree: &FileTree,
    path: &str,
    limits: &Limits,
) -> Result<ClassSource, ClassSourceError> {
    ClassSource::open(tree.path(path).to_str().unwrap(), None, limits)
}

/// Origins below the tree and the first bytes of all classes; `None` for unreadable ones.
fn all(tree: &FileTree, source: &ClassSource) -> Vec<(String, Option<Vec<u8>>)> {
    let prefix = tree.path("").display().to_string();
    let class = |index| {
        let bytes = source.with_bytes(index, |bytes| bytes[..bytes.len().min(4)].to_vec());
        (source.origin(index).replace(&prefix, ""), bytes.ok())
    };
    (0..source.len()).map(class).collect()
}

#[test]
fn a_class_file_and_a_folder_of_them() {
    let tree = FileTree::new([("out/notes.txt", ""), ("out/p/module-info.class", "")]);
    for class in tests::compile_classes(
        env!("CARGO_TARGET_TMPDIR"),
        "A.java",
        "package p; class A { class B { } }",
    ) {
        tree.write(&format!("out/{}.class", class.binary_name), class.bytes);
    }
    let magic = Some(MAGIC.to_vec());
    let folder = open(&tree, "out").unwrap();
    assert_eq!(
        all(&tree, &folder),
        [
            ("out/p/A$B.class".to_owned(), magic.clone()),
            ("out/p/A.class".to_owned(), magic.clone())
        ]
    );
    let single = open(&tree, "out/p/A.class").unwrap();
    assert_eq!(all(&tree, &single), [("out/p/A.class".to_owned(), magic)]);
    let narrow = Limits {
        max_classes: 1,
        ..Limits::default()
    };
    let bounded = open_within(&tree, "out", &narrow).unwrap();
    assert_eq!(bounded.len(), 1);
    assert!(bounded.problems()[0].message.contains("is the limit"));
}

#[test]
fn the_classes_of_a_jar_without_those_for_particular_releases() {
    let classes = tests::compile_classes(
        env!("CARGO_TARGET_TMPDIR"),
        "A.java",
        "package p; class A { }",
    );
    let class = classes[0].bytes.as_slice();
    let names = [
        "p/A.class",
        "META-INF/versions/21/p/A.class",
        "module-info.class",
        "readme.md",
    ];
    let tree = FileTree::new([]);
    tree.write("a.jar", jar(names.map(|name| (name.to_owned(), class))));
    let source = open(&tree, "a.jar").unwrap();
    assert_eq!(
        all(&tree, &source),
        [("a.jar!/p/A.class".to_owned(), Some(MAGIC.to_vec()))]
    );
}

/// The names of the classes taken from these files, with the messages, from a jar and from a folder with the same contents.
fn taken(files: &[(&str, &str)]) -> [(Vec<String>, Vec<String>, usize); 2] {
    let tree = FileTree::new([]);
    for (name, content) in files {
        tree.write(&format!("folder/{name}"), content.as_bytes());
    }
    let entries = files
        .iter()
        .map(|(name, content)| ((*name).to_owned(), content.as_bytes()));
    tree.write("a.jar", jar(entries));
    let jdk = tests::jdk();
    ["a.jar", "folder"].map(|name| {
        let path = tree.path(name);
        let source =
            ClassSource::open(path.to_str().unwrap(), Some(&jdk), &Limits::default()).unwrap();
        let bytes = |index| {
            let bytes = source.with_bytes(index, <[u8]>::to_vec);
            String::from_utf8(bytes.unwrap()).unwrap()
        };
        let mut classes: Vec<String> = (0..source.len()).map(bytes).collect();
        classes.sort();
        let problems = source.problems().iter();
        (
            classes,
            problems.map(|problem| problem.message.clone()).collect(),
            source.archives().len(),
        )
    })
}

#[test]
fn of_classes_for_releases_those_count_that_the_jdk_takes() {
    let manifest = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    let files = [
        ("META-INF/MANIFEST.MF", manifest),
        ("META-INF/versions/11/p/A.class", "eleven"),
        ("META-INF/versions/9/p/A.class", "nine"),
        ("META-INF/versions/9/p/B.class", "only nine"),
        ("META-INF/versions/999/p/A.class", "too new"),
        ("p/A.class", "root"),
        ("p/C.class", "root too"),
    ];
    for (classes, problems, _) in taken(&files) {
        assert_eq!(classes, ["eleven", "only nine", "root too"]);
        let [problem] = &problems[..] else {
            panic!("{problems:?}");
        };
        assert!(
            problem.starts_with("its classes for Java 999 are not used: the JDK in use is "),
            "{problem}"
        );
    }
    // Without the manifest's entry, they are ignored.
    for (classes, problems, _) in taken(&files[1..]) {
        assert_eq!(classes, ["root", "root too"]);
        assert_eq!(problems, [""; 0]);
    }
}

#[test]
fn archives_inside_are_named() {
    let files = [
        ("p/A.class", "a"),
        ("lib/b.jar", "not analysed"),
        ("lib/C.WAR", "nor this"),
    ];
    for (classes, problems, archives) in taken(&files) {
        assert_eq!((classes, archives), (vec![String::from("a")], 2));
        let [problem] = &problems[..] else {
            panic!("{problems:?}");
        };
        for name in ["lib/b.jar", "lib/C.WAR"] {
            assert!(problem.contains(name), "{problem}");
        }
    }
}

#[test]
fn a_jar_that_is_cut_short_says_so() {
    let bytes = jar_of(&tests::compile_classes(
        env!("CARGO_TARGET_TMPDIR"),
        "A.java",
        "class A { }",
    ));
    let tree = FileTree::new([]);
    for end in 0..bytes.len() {
        tree.write("a.jar", &bytes[..end]);
        let error = open(&tree, "a.jar").unwrap_err().to_string();
        assert!(
            error.contains("a.jar cannot be opened") && error.contains("truncated"),
            "{error}"
        );
    }
}

#[test]
fn a_damaged_entry_costs_only_itself() {
    let classes = tests::compile_classes(
        env!("CARGO_TARGET_TMPDIR"),
        "A.java",
        "class A { } class B { }",
    );
    let bytes = jar_of(&classes);
    // A byte of the first entry's packed data, after its header of 30 bytes and its name.
    let mut damaged = bytes.clone();
    let data = 30 + "A.class".len() + 20;
    damaged[data] ^= 0xFF;
    let tree = FileTree::new([]);
    tree.write("a.jar", &damaged);
    let source = open(&tree, "a.jar").unwrap();
    assert_eq!(
        all(&tree, &source)
            .iter()
            .filter(|(_, bytes)| bytes.is_none())
            .count(),
        1
    );
    let problem = source.with_bytes(0, |_| ()).unwrap_err();
    assert!(
        problem
            .to_string()
            .contains("a.jar!/A.class: error: it cannot be read"),
        "{problem}"
    );
}

#[test]
fn flipped_bytes_of_a_jar_never_panic() {
    let bytes = jar_of(&tests::compile_classes(
        env!("CARGO_TARGET_TMPDIR"),
        "A.java",
        "class A { } class B { }",
    ));
    let tree = FileTree::new([]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xFF;
        tree.write("a.jar", &damaged);
        if let Ok(source) = open(&tree, "a.jar") {
            all(&tree, &source);
        }
    }
}

#[test]
fn what_unpacks_to_too_much_is_not_unpacked() {
    let zeros = vec![0; 1 << 20];
    let entries =
        |count: usize| (0..count).map(|number| (format!("C{number}.class"), zeros.as_slice()));
    let tree = FileTree::new([]);
    tree.write("bomb.jar", jar(entries(4)));
    let reads = |limits: &Limits| {
        let source = open_within(&tree, "bomb.jar", limits).unwrap();
        all(&tree, &source)
            .iter()
            .filter(|(_, bytes)| bytes.is_some())
            .count()
    };
    assert_eq!(reads(&Limits::default()), 4);
    assert_eq!(
        reads(&Limits {
            max_class_bytes: 1000,
            ..Limits::default()
        }),
        0
    );
    assert_eq!(
        reads(&Limits {
            max_unpacked_bytes: 2 << 20,
            ..Limits::default()
        }),
        2
    );
    let few = Limits {
        max_classes: 3,
        ..Limits::default()
    };
    let error = open_within(&tree, "bomb.jar", &few)
        .unwrap_err()
        .to_string();
    assert!(error.contains("over the limit of 3 entries"), "{error}");
    let small = Limits {
        max_jar_bytes: 100,
        ..Limits::default()
    };
    let error = open_within(&tree, "bomb.jar", &small)
        .unwrap_err()
        .to_string();
    assert!(error.contains("over the limit of 100 bytes"), "{error}");
}

/// The claimed sizes of a jar need not be true: failed unpacking of entries counts as well.
#[test]
fn what_is_unpacked_of_too_large_entries_counts() {
    let zeros = vec![0; 1 << 20];
    let names = (0..6).map(|number| format!("C{number}.class"));
    let entries = names.map(|name| (name, zeros.as_slice()));
    let last = ("D.class".to_owned(), &b"few"[..]);
    let mut bytes = jar(entries.chain([last]));
    let size = (1_u32 << 20).to_le_bytes();
    for at in 0..bytes.len() - size.len() {
        if bytes[at..].starts_with(&size) {
            bytes[at..at + size.len()].copy_from_slice(&10_u32.to_le_bytes());
        }
    }
    let tree = FileTree::new([]);
    tree.write("bomb.jar", bytes);
    let reads = |max_unpacked_bytes| {
        let limits = Limits {
            max_class_bytes: 1000,
            max_unpacked_bytes,
            ..Limits::default()
        };
        let source = open_within(&tree, "bomb.jar", &limits).unwrap();
        (0..source.len())
            .map(|index| source.with_bytes(index, <[u8]>::len))
            .collect::<Vec<_>>()
    };
    let all = reads(1 << 20);
    assert_eq!(all.last().unwrap().as_ref().ok(), Some(&3));
    assert!(all[..6].iter().all(Result::is_err));
    let few = reads(3000);
    let is_given_up = |read: &Result<usize, _>| format!("{read:?}").contains("unpacks to over");
    assert!(!is_given_up(&few[2]), "{few:?}");
    assert!(few[3..].iter().all(is_given_up), "{few:?}");
}

#[test]
fn the_modules_of_a_jdk() {
    let jdk = tests::jdk();
    let open = |name| ClassSource::open(name, Some(&jdk), &Limits::default());
    let base = open("jrt:/java.base").unwrap();
    assert!(base.len() > 5_000);
    let string = (0..base.len())
        .find(|&at| base.origin(at) == "jrt:/java.base/java/lang/String")
        .unwrap();
    assert!(
        base.with_bytes(string, |bytes| bytes.starts_with(MAGIC))
            .unwrap()
    );
    let package = open("jrt:/java.base/java/util/function").unwrap();
    assert!((40..100).contains(&package.len()));
    assert!(open("jrt:/").unwrap().len() > base.len());
    let error = open("jrt:/java.nothing").unwrap_err().to_string();
    assert!(error.contains("has no jrt:/java.nothing"), "{error}");
    let none = ClassSource::open("jrt:/java.base", None, &Limits::default()).unwrap_err();
    assert!(none.to_string().contains("no JDK was found"));
}

#[test]
fn what_holds_no_classes_is_refused_by_name() {
    let tree = FileTree::new([("a.txt", "")]);
    let error = open(&tree, "a.txt").unwrap_err().to_string();
    assert!(error.contains("a.txt is not a class file, class folder, jar or jrt:/MODULE"));
    assert!(
        open(&tree, "gone.jar")
            .unwrap_err()
            .to_string()
            .contains("gone.jar cannot be read")
    );
}
