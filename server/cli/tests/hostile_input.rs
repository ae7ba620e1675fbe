//! Damaged, absurd and missing input: a message that says what to do, the documented exit code, and everything else still
//! priced.

use std::io::{Cursor, Write};

use crate::support::{Folder, class, fixture, jouled, jouled_with};
use zip::write::SimpleFileOptions;

/// A file that is priced, whatever is next to it.
const GOOD: &[u8] = b"class Good { int sum(int a, int b) { return a + b; } }";

fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        jar.start_file(*name, SimpleFileOptions::default())
            .expect("an entry");
        jar.write_all(bytes).expect("its bytes");
    }
    jar.finish().expect("a jar").into_inner()
}

#[test]
fn ten_megabytes_of_java_are_priced() {
    let line =
        "        sum = sum + a * 3; // three times the parameter is added once more, and so on\n";
    let methods = (0..1_200).fold(String::new(), |text, number| {
        let body = line.repeat(100);
        text + &format!(
            "    int m{number}(int a) {{\n        int sum = 0;\n{body}        return sum;\n    }}\n"
        )
    });
    let text = format!("class Large {{\n{methods}}}\n");
    assert!(text.len() > 10_000_000, "{}", text.len());
    let folder = Folder::new();
    let path = folder.write("Large.java", text.as_bytes());
    let run = jouled(&["report", &path, "--strict"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Large.m1199(int)"));
}

#[test]
fn ten_megabytes_that_are_no_java_are_refused_in_words() {
    let folder = Folder::new();
    let large = folder.write(
        "Large.java",
        "It was a bright cold day in April, and the clocks were striking thirteen.\n"
            .repeat(140_000)
            .as_bytes(),
    );
    let good = folder.write("Good.java", GOOD);
    let run = jouled(&["report", &large, &good, "--strict"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stdout.contains("Good.sum(int, int)"), "{}", run.stdout);
    assert!(run.stderr.contains("Large.java"), "{:.2000}", run.stderr);
}

#[test]
fn an_empty_file_has_nothing_to_price_and_nothing_wrong() {
    let folder = Folder::new();
    let path = folder.write("Empty.java", b"");
    for command in ["annotate", "report"] {
        let run = jouled(&[command, &path, "--strict"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn java_that_does_not_parse_is_shown_with_its_error_and_without_a_price() {
    let folder = Folder::new();
    let broken = folder.write("Broken.java", b"class Broken { int f( { return 1 + ; }");
    let good = folder.write("Good.java", GOOD);
    let run = jouled(&["annotate", &broken, &good]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("class Broken"), "{}", run.stdout);
    let energies: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.contains("⚡"))
        .collect();
    assert!(
        energies.iter().any(|line| line.contains("class Good")),
        "{energies:?}"
    );
    assert!(
        !energies.iter().any(|line| line.contains("Broken")),
        "{energies:?}"
    );
    assert!(
        run.stderr.contains("Broken.java:1: error"),
        "{}",
        run.stderr
    );
    assert_eq!(jouled(&["annotate", &broken, "--strict"]).code, 4);
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_file() {
    let folder = Folder::new();
    let path = folder.write("Binary.java", &[0xFF, 0xFE, 0x00, 0xC3, 0x28, 0x80]);
    let run = jouled(&["report", &path, "--strict"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("Binary.java"), "{}", run.stderr);
}

#[test]
fn truncated_class_files_are_told_and_the_others_are_priced() {
    let whole = class();
    let folder = Folder::new();
    folder.write("out/p/Sum.class", &whole);
    for length in 0..whole.len() {
        folder.write(&format!("out/cut/Cut{length}.class"), &whole[..length]);
    }
    let run = jouled(&["report", folder.path(), "--all-problems"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stdout);
    for length in 0..whole.len() {
        let file = format!("Cut{length}.class");
        assert!(
            run.stderr
                .lines()
                .any(|line| line.contains(&file) && line.contains("error: not a readable class")),
            "{file}: {}",
            run.stderr
        );
    }
    assert_eq!(jouled(&["report", folder.path(), "--strict"]).code, 4);
}

#[test]
fn class_files_with_a_bit_flipped_are_priced_or_told() {
    let whole = class();
    let folder = Folder::new();
    folder.write("out/p/Sum.class", &whole);
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        folder.write(&format!("out/flipped/Bit{bit}.class"), &flipped);
    }
    for format in ["text", "json"] {
        let run = jouled(&[
            "report",
            folder.path(),
            "--all-problems",
            "--format",
            format,
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains("p/Sum"));
        // At least the bits of the magic number.
        assert!(run.stderr.lines().count() >= 32, "{}", run.stderr);
    }
}

#[test]
fn truncated_and_flipped_jars_are_told_and_the_others_are_priced() {
    let sum = class();
    let whole = jar(&[("p/Sum.class", &sum), ("notes.txt", b"no class")]);
    let folder = Folder::new();
    let good = folder.write("Good.jar", &whole);
    let mut paths = vec![good.clone()];
    for part in 0..16 {
        let cut = &whole[..whole.len() * part / 16];
        paths.push(folder.write(&format!("Cut{part}.jar"), cut));
    }
    for bit in (0..whole.len() * 8).step_by(97) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        paths.push(folder.write(&format!("Bit{bit}.jar"), &flipped));
    }
    let mut arguments = vec!["report", "--strict", "--all-problems"];
    arguments.extend(paths.iter().map(String::as_str));
    let run = jouled(&arguments);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stdout);
    for part in 0..16 {
        let message = format!("Cut{part}.jar cannot be opened");
        assert!(run.stderr.contains(&message), "{message}: {}", run.stderr);
    }
    // A truncated jar alone leaves nothing to report.
    let alone = jouled(&["report", &paths[1]]);
    assert_eq!(alone.code, 1, "{}", alone.stderr);
    assert_eq!(alone.stdout, "");
    assert!(alone.stderr.contains("build it again"), "{}", alone.stderr);
}

#[test]
fn a_model_that_cannot_be_used_is_named_with_what_is_wrong() {
    let folder = Folder::new();
    let java = folder.write("Good.java", GOOD);
    let truncated = std::fs::read(crate::support::fixture_model()).expect("the fixture");
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty.json", b"", "is not valid"),
        ("garbage.json", &[0xC3, 0x28, 0x00, 0xFF], "cannot be read"),
        ("other.json", b"{\"schema\": \"x\"}", "is not valid"),
        ("list.json", b"[]", "is not valid"),
        (
            "cut.json",
            &truncated[..truncated.len() / 2],
            "is not valid",
        ),
    ];
    for (name, content, complaint) in cases {
        let model = folder.write(name, content);
        let run = jouled(&["--model", &model, "report", &java]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains(&model), "{}", run.stderr);
        assert!(run.stderr.contains(complaint), "{}", run.stderr);
    }
    let run = jouled(&["--model", folder.path(), "report", &java]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cannot be read"), "{}", run.stderr);
}

#[test]
fn a_message_states_its_cause_once() {
    let folder = Folder::new();
    let missing = format!("{}/Missing.java", folder.path());
    for arguments in [["report", &missing], ["annotate", &missing]] {
        let run = jouled(&arguments);
        assert_eq!(run.code, 1);
        assert_eq!(run.stderr.matches(&missing).count(), 1, "{}", run.stderr);
        assert_eq!(run.stderr.matches("os error").count(), 1, "{}", run.stderr);
    }
}

#[test]
fn a_missing_path_among_several_costs_only_itself() {
    let folder = Folder::new();
    let java = fixture("Fibonacci.java");
    let missing = format!("{}/Missing.java", folder.path());
    for (command, priced) in [("report", "Fibonacci."), ("annotate", "⚡")] {
        let run = jouled(&[command, &missing, &java]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stdout.contains(priced), "{}", run.stdout);
        assert_eq!(run.stderr.matches(&missing).count(), 1, "{}", run.stderr);
        let run = jouled(&[command, "--strict", &missing, &java]);
        assert_eq!(run.code, 4, "{}", run.stderr);
    }
}

#[test]
fn a_model_or_device_that_does_not_exist_is_a_matter_of_usage() {
    let path = fixture("Fibonacci.java");
    for (arguments, existing) in [
        (["--device", "device_9", "report", &path], "any, device_1"),
        (["--device", "device_9", "annotate", &path], "any, device_1"),
        (["--model", "abacus", "report", &path], "raspberry-pi-5"),
        (["--model", "abacus", "model", "show"], "raspberry-pi-5"),
    ] {
        let run = jouled(&arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(existing), "{}", run.stderr);
    }
}

#[test]
fn invalid_arguments_exit_with_2() {
    let path = fixture("Fibonacci.java");
    for arguments in [
        &["report"][..],
        &["report", &path, "--format", "xml"],
        &["report", &path, "--by", "colour"],
        &["report", &path, "--assume", "n"],
        &["report", &path, "--assume", "n=1e19"],
        &["--mapping", "guess", "report", &path],
        &["price", &path],
    ] {
        let run = jouled(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains("--help"), "{}", run.stderr);
    }
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let path = fixture("Fibonacci.java");
    let annotate = |variables: &[(&str, &str)]| {
        let run = jouled_with(&["annotate", &path], |command| {
            command.envs(variables.iter().copied());
        });
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let plain = annotate(&[]);
    assert!(!plain.contains('\u{1b}'), "a pipe is no terminal");
    let coloured = annotate(&[("CLICOLOR_FORCE", "1")]);
    // The loop's own line has most of the method's energy, and the first line the least: more energy is redder.
    let red = |energy: &str| -> u8 {
        let mut lines = coloured.lines();
        let line = lines.find(|line| line.contains(&format!("⚡ {energy}")));
        let (_, colour) = line
            .expect(energy)
            .rsplit_once("\u{1b}[38;2;")
            .expect("a colour");
        let red = colour.split(';').next().expect("three numbers");
        red.parse().expect("a number")
    };
    assert!(red("69.3 nJ") > red("40.2 nJ") && red("40.2 nJ") > red("17.5 nJ"));
    assert_eq!(annotate(&[("NO_COLOR", "1")]), plain);
}

/// Things that may be in place of a file, each with a word from its message.
#[cfg(unix)]
const NO_FILES: [(&str, &str); 4] = [
    ("/dev/zero", "a device"),
    ("pipe", "a pipe"),
    ("folder", "a folder"),
    ("sparse", "iB"),
];

/// Creates a link to one of them.
#[cfg(unix)]
fn link(folder: &Folder, what: &str, name: &str) -> String {
    let root = std::path::Path::new(folder.path());
    let target = root.join("things").join(what);
    if what == "/dev/zero" {
        // It exists.
    } else if !target.exists() {
        std::fs::create_dir_all(root.join("things")).expect("a folder");
        match what {
            "pipe" => {
                let made = std::process::Command::new("mkfifo").arg(&target).status();
                assert!(made.expect("mkfifo").success());
            }
            "folder" => std::fs::create_dir(&target).expect("a folder"),
            _ => std::fs::File::create(&target)
                .and_then(|file| file.set_len(1 << 40))
                .expect("a file of nothing"),
        }
    }
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::os::unix::fs::symlink(&target, &path).expect("a link");
    path.to_str().expect("UTF-8").to_owned()
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_named_and_neither_waited_for_nor_read() {
    for (what, word) in NO_FILES {
        let folder = Folder::new();
        let good = folder.write("good/Good.java", GOOD);
        let model = link(&folder, what, "model.json");
        let report = link(&folder, what, "report.json");
        let class = link(&folder, what, "A.class");
        let jar = link(&folder, what, "a.jar");
        for (path, arguments) in [
            (&model, vec!["--model", &model, "model", "show"]),
            (&model, vec!["--model", &model, "report", &good]),
            (&report, vec!["diff", &report, &report]),
            (&class, vec!["report", &class, &good]),
            (&jar, vec!["report", &jar, &good]),
            (&jar, vec!["library", &jar]),
            (&jar, vec!["class-path", "--class-path", &jar, &good]),
            (&jar, vec!["report", "--class-path", &jar, &good]),
        ] {
            let run = jouled(&arguments);
            let said = format!("{}{}", run.stdout, run.stderr);
            let is_folder_of_classes = what == "folder" && (path == &class || path == &jar);
            assert!(
                is_folder_of_classes
                    || said.contains(path) && said.contains(word)
                    || said.contains("over the limit of"),
                "{what}: {arguments:?}: {said}"
            );
        }
        if what == "folder" {
            continue;
        }
        let java = link(&folder, what, "A.java");
        for arguments in [
            vec!["report", &java, &good],
            vec!["annotate", &java, &good],
            vec!["check", &java, &good],
        ] {
            let run = jouled(&arguments);
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(said.contains("A.java"), "{what}: {arguments:?}: {said}");
        }
        // This one is only about its method.
        let run = jouled(&["explain", "Good.sum", &java, &good]);
        assert!(run.stdout.contains("Good.sum(int, int)"), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_project_of_pipes_and_devices_is_priced_as_far_as_it_goes() {
    for (what, _) in NO_FILES {
        for name in [
            "jouled.toml",
            "pom.xml",
            "build.gradle",
            "settings.gradle.kts",
            "gradle/libs.versions.toml",
            "gradle.properties",
            ".classpath",
            "lib/a.jar",
            "buildSrc/src/main/groovy/x.gradle",
            "src/Other.java",
            "src/p/package-info.java",
        ] {
            let folder = Folder::new();
            folder.write("src/Good.java", GOOD);
            link(&folder, what, name);
            let run = jouled(&["report", folder.path()]);
            assert!(
                run.stdout.contains("Good.sum(int, int)"),
                "{what}: {name}: {}",
                run.stderr
            );
            assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
            let run = jouled(&["class-path", folder.path()]);
            assert_eq!(run.code, 0, "{what}: {name}: {}", run.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_library_or_a_project_that_is_no_file_is_refused() {
    let folder = Folder::new();
    let pipe = link(&folder, "pipe", "a.jar");
    let sparse = link(&folder, "sparse", "b.jar");
    let nothing = link(&folder, "folder", "c.jar");
    for path in [&pipe, &sparse, &nothing, "/dev/zero", "/dev/stdin"] {
        let run = jouled(&["library", path]);
        assert_eq!(run.code, 1, "{path}: {}", run.stderr);
        assert!(run.stderr.contains(path), "{path}: {}", run.stderr);
    }
    for path in [&pipe, &sparse, "/dev/zero", "/dev/stdin"] {
        let run = jouled(&["class-path", path]);
        assert_eq!(run.code, 1, "{path}: {}", run.stderr);
        assert!(
            run.stderr.contains("neither a folder nor a .java file"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_class_that_inflates_without_end_is_left_out_of_its_jar() {
    let folder = Folder::new();
    let zeros = vec![0; 64 << 20];
    let class = class();
    let path = folder.write(
        "bomb.jar",
        &jar(&[("Bomb.class", &zeros), ("p/Sum.class", &class)]),
    );
    assert!(std::fs::metadata(&path).expect("a jar").len() < 1 << 20);
    let run = jouled(&["report", &path]);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stderr);
    assert!(run.stderr.contains("Bomb.class"), "{}", run.stderr);
}
