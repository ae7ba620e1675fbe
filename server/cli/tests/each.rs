//! `jouled report --each`: one table of many inputs, whatever the result of each is; `jouled reprice`.

use rows::{Row, RowsReader};
use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use crate::support::{Folder, compiled, jouled};
use zip::write::SimpleFileOptions;

fn archive(classes: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in classes {
        let options = SimpleFileOptions::default();
        archive
            .start_file(format!("{name}.class"), options)
            .expect("an entry");
        archive.write_all(bytes).expect("an entry");
    }
    archive.finish().expect("an archive").into_inner()
}

/// A folder `jars` with this many valid jars, one with a broken class, and one file that is not a jar.
fn jars(count: usize) -> Folder {
    let text = "package p; public class A { int f(int[] a) { int s = 0; for (int x : a) { s += x * 3; } return s; } int g(int a) { return a; } }";
    let classes = compiled("A.java", text);
    let folder = Folder::new();
    for number in 0..count {
        folder.write(&format!("jars/lib-1.{number}.jar"), &archive(&classes));
    }
    let mut broken = classes;
    broken.push((String::from("p/Broken"), vec![1, 2, 3]));
    folder.write("jars/partial.jar", &archive(&broken));
    folder.write("jars/none.jar", b"no archive");
    folder
}

fn rows(out: &str) -> Vec<Row> {
    let mut all = Vec::new();
    for bytes in files_of(out) {
        let file = std::fs::File::open(Path::new(out).join("rows").join(bytes.0)).expect("a file");
        let mut reader = RowsReader::open(file).expect("a table");
        while let Some(rows) = reader.next_rows().expect("rows") {
            all.extend(rows);
        }
    }
    all
}

/// The row files with their contents.
fn files_of(out: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(Path::new(out).join("rows")).expect("a folder");
    let read = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        (name, std::fs::read(path).expect("a file"))
    });
    read.collect()
}

/// The result of each input in `status.csv`, by the end of its name.
fn outcomes(out: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(Path::new(out).join("status.csv")).expect("a table");
    let lines = text.lines().skip(1).map(|line| {
        let (input, rest) = line.split_once(',').expect("cells");
        let name = input.rsplit('/').next().unwrap_or(input).trim_matches('"');
        let outcome = rest.split(',').next().unwrap_or_default();
        (name.to_owned(), outcome.to_owned())
    });
    lines.collect()
}

#[test]
fn every_input_has_rows_or_a_reason() {
    let folder = jars(2);
    let out = format!("{}/out", folder.path());
    let input = format!("{}/jars", folder.path());
    let missing = format!("{}/missing.jar", folder.path());
    let run = jouled(&[
        "report", "--each", &input, &missing, "--out", &out, "--jobs", "2",
    ]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(
        run.stderr.contains("2 ok, 1 partial, 2 failed"),
        "{}",
        run.stderr
    );
    let of = |name: &str| outcomes(&out).remove(name).unwrap_or_default();
    assert_eq!(of("lib-1.0.jar"), "ok");
    assert_eq!(of("partial.jar"), "partial");
    assert_eq!(
        (of("none.jar"), of("missing.jar")),
        (String::from("failed"), String::from("failed"))
    );
    let rows = rows(&out);
    assert_eq!(rows.len(), 9, "three methods of each of three jars");
    let f = rows
        .iter()
        .find(|row| row.method == "f" && row.input.ends_with("lib-1.1.jar"));
    let f = f.expect("a row");
    assert_eq!(
        (f.artifact.as_deref(), f.version.as_deref()),
        (Some("lib"), Some("1.1"))
    );
    assert_eq!(f.entry.as_deref(), Some("p/A.class"));
    assert!(
        f.jar
            .as_deref()
            .is_some_and(|jar| jar.ends_with("jars/lib-1.1.jar"))
    );
    let [low, mean, high] =
        [f.typical_low_j, f.typical_j, f.typical_high_j].map(|j| j.expect("a number"));
    assert!(0.0 < low && low <= mean && mean <= high && high < 1e-3);
    assert!(f.worst_has_symbols && f.worst_j.is_some_and(|worst| worst > 0.0));
    assert_eq!(f.seen, Some(1.0));
    // The numbers are those of the report.
    let json = jouled(&[
        "report",
        "--format",
        "json",
        &format!("{input}/lib-1.1.jar"),
    ]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let method = report["methods"].as_array().expect("a list");
    let method = method
        .iter()
        .find(|method| method["method"] == "f")
        .expect("f");
    assert_eq!(method["typical"]["mean"].as_f64(), Some(mean));
}

#[test]
fn only_what_is_new_is_analysed_again() {
    let folder = jars(3);
    let (out, input) = (
        format!("{}/out", folder.path()),
        format!("{}/jars", folder.path()),
    );
    let run = |words: &[&str]| {
        let arguments = [&["report", "--each", &input, "--out", &out], words].concat();
        jouled(&arguments).stderr
    };
    assert!(run(&[]).contains("0 were there already"));
    let first = files_of(&out);
    // Failed inputs are tried again.
    assert!(run(&[]).contains("4 were there already"));
    assert_eq!(files_of(&out), first);
    let changed = compiled(
        "B.java",
        "package p; class B { int h(int a) { return a; } }",
    );
    folder.write("jars/lib-1.2.jar", &archive(&changed));
    assert!(run(&[]).contains("3 were there already"));
    let second = files_of(&out);
    assert_eq!(second.len(), first.len());
    assert!(rows(&out).iter().any(|row| row.method == "h"));
    assert!(run(&["--assume", "a.length=7"]).contains("0 were there already"));
    for (form, wanted) in [
        ("csv", "input,organisation,artifact"),
        ("ndjson", "{\"input\":"),
    ] {
        let out = format!("{}/{form}", folder.path());
        let run = jouled(&["report", "--each", &input, "--out", &out, "--format", form]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        let files = files_of(&out);
        assert_eq!(files.len(), 4);
        assert!(
            files
                .values()
                .all(|text| text.starts_with(wanted.as_bytes()))
        );
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_continues_to_the_same_table() {
    let folder = jars(8);
    let input = format!("{}/jars", folder.path());
    let (whole, out) = (
        format!("{}/whole", folder.path()),
        format!("{}/out", folder.path()),
    );
    let run = jouled(&["report", "--each", &input, "--out", &whole]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for moment in [0, 40, 90, 150, 230, 320, 450, 700, 1_000, 1_500] {
        let mut killed = Command::new(env!("CARGO_BIN_EXE_jouled"))
            .args(["report", "--each", &input, "--out", &out])
            .env("JOULED_CALLS", "none")
            .env("XDG_CACHE_HOME", crate::support::cache())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("jouled starts");
        std::thread::sleep(Duration::from_millis(moment));
        let _ = killed.kill();
        killed.wait().expect("it ends");
        // Every existing file is complete.
        for name in files_of_if_any(&out) {
            let file =
                std::fs::File::open(Path::new(&out).join("rows").join(&name)).expect("a file");
            assert!(RowsReader::open(file).is_ok(), "{name}");
        }
    }
    let last = jouled(&["report", "--each", &input, "--out", &out]);
    assert_eq!(last.code, 1, "{}", last.stderr);
    assert_eq!(files_of(&out), files_of(&whole));
    assert_eq!(outcomes(&out), outcomes(&whole));
}

/// The complete row files of a run that may have ended before it wrote any.
fn files_of_if_any(out: &str) -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(out).join("rows"));
    let names = entries.into_iter().flatten().flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with('.')).collect()
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let texts = threads.map(|thread| std::fs::read_to_string(thread.path().join("children")));
    let texts: Vec<String> = texts.filter_map(Result::ok).collect();
    let numbers = texts.iter().flat_map(|text| text.split_whitespace());
    numbers.map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn the_processes_of_inputs_end_with_a_run_that_is_killed() {
    let folder = jars(1);
    let out = format!("{}/out", folder.path());
    // The whole module takes many seconds.
    let mut killed = Command::new(env!("CARGO_BIN_EXE_jouled"))
        .args(["report", "--each", "jrt:/java.base", "--out", &out])
        .env("JOULED_CALLS", "none")
        .env("XDG_CACHE_HOME", crate::support::cache())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("jouled starts");
    let rows = Path::new(&out).join("rows");
    let begun = || std::fs::read_dir(&rows).is_ok_and(|mut files| files.next().is_some());
    for _ in 0..600 {
        if begun() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let started = children(killed.id());
    let _ = killed.kill();
    killed.wait().expect("it ends");
    assert_eq!(started.len(), 1, "one input has one process");
    std::thread::sleep(Duration::from_secs(1));
    let command = std::fs::read_to_string(format!("/proc/{}/cmdline", started[0]));
    assert!(!command.unwrap_or_default().contains(&out));
    assert!(begun(), "it had no time to remove its file");
    let input = format!("{}/jars/lib-1.0.jar", folder.path());
    let next = jouled(&["report", "--each", &input, "--out", &out]);
    assert_eq!(next.code, 0, "{}", next.stderr);
    assert_eq!(files_of(&out).len(), 1, "the next run removes it");
}

/// The names of the inputs, in the order in which a run with one process at a time has finished them.
fn finished_in_order(out: &str) -> Vec<String> {
    let mut all: Vec<_> = batch::statuses(Path::new(out))
        .into_iter()
        .map(|status| {
            let file = Path::new(out).join("rows").join(&status.file);
            let made = std::fs::metadata(file).and_then(|metadata| metadata.modified());
            let name = status.input.rsplit('/').next().map(str::to_owned);
            (made.expect("a time"), name.expect("a name"))
        })
        .collect();
    all.sort();
    all.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn the_largest_come_first_but_last_where_a_run_was_killed_during_them() {
    let folder = jars(1);
    let small = format!("{}/jars/lib-1.0.jar", folder.path());
    let methods = (0..200).map(|number| format!("int f{number}(int a) {{ return a * {number}; }}"));
    let methods: Vec<String> = methods.collect();
    let text = format!("package p; class B {{ {} }}", methods.concat());
    let classes = compiled("B.java", &text);
    let large = folder.write("jars/large.jar", &archive(&classes));
    let out = format!("{}/out", folder.path());
    let run = |again: &str| {
        let arguments = ["report", "--each", &small, &large, "--out", &out, "--jobs", "1"];
        let run = jouled(&arguments);
        assert_eq!(run.code, 0, "{again}: {}", run.stderr);
        finished_in_order(&out)
    };
    assert_eq!(run("first"), ["large.jar", "lib-1.0.jar"]);
    let statuses = batch::statuses(Path::new(&out));
    let of_large = statuses.iter().find(|status| status.input == large);
    let digest = &of_large.expect("a status").digest;
    // As a killed run leaves it.
    std::fs::remove_dir_all(format!("{out}/status")).expect("a folder");
    let begun = folder.write(&format!("out/status/.begun-{digest}"), b"");
    assert_eq!(run("after a kill"), ["lib-1.0.jar", "large.jar"]);
    assert!(!Path::new(&begun).exists());
}

#[test]
fn an_input_with_several_names_is_one() {
    let folder = jars(1);
    let path = folder.path();
    let out = format!("{path}/out");
    let run = jouled(&[
        "report",
        "--each",
        &format!("{path}/jars/lib-1.0.jar"),
        &format!("{path}/./jars/../jars/lib-1.0.jar"),
        &format!("{path}/jars"),
        "--out",
        &out,
    ]);
    assert!(run.stderr.contains("3 inputs"), "{}", run.stderr);
}

#[test]
fn a_change_of_the_class_path_or_of_settings_above_the_input_counts() {
    let folder = jars(1);
    let path = folder.path();
    let (out, input) = (format!("{path}/out"), format!("{path}/jars/lib-1.0.jar"));
    let of_path = format!("{path}/classes");
    let run = || {
        jouled(&["report", "--each", &input, "--class-path", &of_path, "--out", &out]).stderr
    };
    folder.write("classes/p/B.class", b"one");
    assert!(run().contains("0 were there already"));
    assert!(run().contains("1 were there already"));
    folder.write("classes/p/B.class", b"two");
    assert!(run().contains("0 were there already"));
    folder.write("jouled.toml", b"[assume]\nn = 1\n");
    assert!(run().contains("0 were there already"));
    assert!(run().contains("1 were there already"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_a_reason() {
    use std::os::unix::ffi::OsStrExt;
    let folder = jars(1);
    let jars = Path::new(folder.path()).join("jars");
    let name = std::ffi::OsStr::from_bytes(b"\xff.jar");
    std::fs::rename(jars.join("lib-1.0.jar"), jars.join(name)).expect("another name");
    let out = format!("{}/out", folder.path());
    let run = jouled(&["report", "--each", &jars.to_string_lossy(), "--out", &out]);
    assert!(
        run.stderr.contains("its name is not valid UTF-8; rename it"),
        "{}",
        run.stderr
    );
}

#[test]
fn limits_cost_only_the_input_that_meets_them() {
    let folder = jars(1);
    let (out, input) = (
        format!("{}/out", folder.path()),
        format!("{}/jars/lib-1.0.jar", folder.path()),
    );
    if cfg!(target_os = "linux") {
        let run = jouled(&[
            "report",
            "--each",
            &input,
            "--out",
            &out,
            "--memory-limit",
            "1",
        ]);
        assert_eq!(run.code, 1);
        assert!(
            run.stderr.contains("more than 1 MiB of memory"),
            "{}",
            run.stderr
        );
        assert_eq!(outcomes(&out)["lib-1.0.jar"], "failed");
    }
    let run = jouled(&["report", "--each", &input, "--out", &out]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let held = std::fs::File::create(format!("{out}/.lock")).expect("a file");
    held.lock().expect("a lock");
    let other = jouled(&["report", "--each", &input, "--out", &out]);
    assert_eq!(other.code, 1);
    assert!(
        other.stderr.contains("another run of jouled writes to"),
        "{}",
        other.stderr
    );
}

#[test]
fn what_cannot_be_meant_is_a_matter_of_usage() {
    for arguments in [
        &["report", "--each", "a.jar"][..],
        &["report", "--out", "x", "a.jar"],
        &[
            "report", "--each", "a.jar", "--out", "x", "--format", "html",
        ],
        &["report", "a.jar", "--format", "parquet"],
        &["report", "a.jar", "--output", "x.json", "--format", "json"],
        &["reprice", "x.parquet", "--output", "y.xml"],
    ] {
        assert_eq!(jouled(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn another_posterior_prices_the_rows_without_the_code() {
    let folder = jars(1);
    let jar = format!("{}/jars/lib-1.0.jar", folder.path());
    // Ideally, this would be the same posterior with doubled energies; another device serves as well.
    let table = |name: &str, device: &str| {
        let file = format!("{}/{name}", folder.path());
        let arguments = [
            "--device", device, "report", &jar, "--format", "parquet", "--output", &file,
        ];
        let run = jouled(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        file
    };
    let (any, first) = (
        table("any.parquet", "any"),
        table("first.parquet", "device_1"),
    );
    let again = format!("{}/again.parquet", folder.path());
    let run = jouled(&["--device", "device_1", "reprice", &any, "--output", &again]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("3 rows priced under") && run.stderr.contains("chosen under"),
        "{}",
        run.stderr
    );
    let read = |file: &str| {
        let mut reader =
            RowsReader::open(std::fs::File::open(file).expect("a file")).expect("a table");
        reader.next_rows().expect("rows").expect("some")
    };
    let mut changed = 0;
    for ((any, first), again) in read(&any).iter().zip(read(&first)).zip(read(&again)) {
        assert_eq!(again.ground.device, "device_1");
        for (wanted, found) in [
            (first.typical_j, again.typical_j),
            (first.worst_j, again.worst_j),
        ] {
            let (wanted, found) = (wanted.expect("a number"), found.expect("a number"));
            assert!(
                (wanted - found).abs() <= wanted.abs() * 1e-3,
                "{wanted} {found}"
            );
        }
        changed += usize::from(any.typical_j != again.typical_j);
    }
    assert!(changed > 0, "the devices differ");
    // A model with another structure has other events.
    let other = jouled(&[
        "--model",
        &crate::support::fixture_model(),
        "reprice",
        &any,
        "--output",
        &again,
    ]);
    assert_eq!(other.code, 1);
    assert!(
        other.stderr.contains("has the structure"),
        "{}",
        other.stderr
    );
    let bytes = std::fs::read(&any).expect("a table");
    for at in (0..bytes.len()).step_by(bytes.len() / 8) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0xFF;
        let file = folder.write("flipped.parquet", &flipped);
        let code = jouled(&["reprice", &file, "--output", &again]).code;
        assert!(code == 0 || code == 1, "{at}");
    }
}
