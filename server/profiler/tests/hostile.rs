//! Files of profiles may come from anybody.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use profile::{
    Allocation, CallReading, Code, DeviceKind, EnergyRun, Frame, FrameIndex, FrameKind, Jvm,
    JvmIndex, LineCount, MeterNote, Method, MethodCount, MethodIndex, Profile, Sample, Sampler,
    Stack, StackIndex, Thread, ThreadCpu, ThreadIndex, ThreadKind, Transfer, Wait, WaitKind,
    Window,
};
use profiler::{RunFile, RunFileError};

fn small() -> RunFile {
    let run = EnergyRun {
        started_unix_nanos: 1_700_000_000_000_000_000,
        wall_nanos: 2_000_000_000,
        exit_code: Some(0),
        jvms: vec![Jvm {
            pid: 7,
            feature: 25,
            sampler: Some(Sampler::CpuTime),
            lost_samples: 1,
        }],
        threads: vec![Thread {
            pid: 7,
            tid: 8,
            name: "main".to_owned(),
            kind: ThreadKind::Java,
        }],
        windows: vec![
            Window {
                start_nanos: 0,
                end_nanos: 1_000_000_000,
                joules: Some(1.5),
                cpu: vec![ThreadCpu {
                    thread: ThreadIndex(0),
                    nanos: 900_000_000,
                }],
            },
            Window {
                start_nanos: 1_000_000_000,
                end_nanos: 2_000_000_000,
                joules: None,
                cpu: Vec::new(),
            },
        ],
        unseen_cpu_nanos: 5,
        samples: vec![
            Sample {
                at_nanos: 10,
                jvm: JvmIndex(0),
                thread: Some(ThreadIndex(0)),
                stack: Some(StackIndex(1)),
                cpu_nanos: 10_000_000,
            },
            Sample {
                at_nanos: 20,
                jvm: JvmIndex(0),
                thread: None,
                stack: None,
                cpu_nanos: 10_000_000,
            },
        ],
        entries: vec![(MethodIndex(1), 7)],
        call_readings: vec![CallReading {
            start_nanos: 1,
            end_nanos: 100_000_001,
            method: MethodIndex(1),
            calls: 7,
        }],
        allocations: vec![Allocation {
            stack: Some(StackIndex(0)),
            class: "[B".to_owned(),
            bytes: 1 << 40,
        }],
        waits: vec![Wait {
            kind: WaitKind::Lock,
            stack: None,
            class: "java/lang/Object".to_owned(),
            times: 2,
            nanos: 30_000_000,
        }],
        transfers: vec![Transfer {
            device: DeviceKind::Disk,
            is_out: true,
            at_nanos: 5,
            nanos: 6,
            bytes: 7,
            stack: Some(StackIndex(1)),
        }],
    };
    let method = |name: &str, descriptor: Option<&str>| Method {
        class: "a/B".to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.map(str::to_owned),
    };
    let frame = |method: u32, line: Option<u32>| Frame {
        method: MethodIndex(method),
        line,
        kind: FrameKind::Compiled,
    };
    RunFile {
        profile: Profile {
            program: "java".to_owned(),
            meter: MeterNote {
                selector: "cpu-time".to_owned(),
                what: "a model".to_owned(),
                is_modelled: true,
                notes: vec!["a note".to_owned()],
            },
            runs: vec![run],
            code: Code {
                methods: vec![method("main", None), method("work", Some("(I)V"))],
                frames: vec![frame(0, None), frame(1, Some(12))],
                stacks: vec![
                    Stack {
                        caller: None,
                        frame: FrameIndex(0),
                    },
                    Stack {
                        caller: Some(StackIndex(0)),
                        frame: FrameIndex(1),
                    },
                ],
            },
            counts: vec![MethodCount {
                method: MethodIndex(1),
                entries: u64::MAX >> 1,
                lines: vec![LineCount { line: 12, count: 3 }],
            }],
            problems: vec!["a problem".to_owned()],
        },
        counted: vec![vec![1, 2, 3]],
    }
}

#[test]
fn what_is_written_is_read() {
    let file = small();
    let bytes = file.to_bytes().unwrap();
    assert_eq!(RunFile::from_bytes(&bytes, "here").unwrap(), file);
}

/// This file is the fuzzer's seed, so fuzzing starts with a valid file.
#[test]
fn the_seed_of_the_fuzzer_is_read() {
    let seed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus/profiles/small"
    );
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(seed, small().to_bytes().unwrap()).unwrap();
    }
    assert_eq!(RunFile::read(seed.as_ref()).unwrap(), small());
}

#[test]
fn a_file_of_the_version_before_is_read() {
    let older = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus/profiles/version-2"
    );
    let mut expected = small();
    expected.profile.runs[0].call_readings.clear();
    assert_eq!(RunFile::read(older.as_ref()).unwrap(), expected);
}

#[test]
fn bytes_that_are_no_profile_are_refused_by_name() {
    for bytes in [
        &b""[..],
        b"SQLite format 3\0",
        b"SQLite format 3\0 and more of it",
        &[0; 5_000],
    ] {
        let error = RunFile::from_bytes(bytes, "here").unwrap_err();
        assert!(matches!(error, RunFileError::Malformed { .. }), "{error}");
        assert!(
            error.to_string().starts_with("here is not a profile"),
            "{error}"
        );
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let whole = small().to_bytes().unwrap();
    let mut refused = 0;
    // Most of a page of a small table is unused and zero.
    let is_used = |at: &usize| whole[*at] != 0 || at.is_multiple_of(29);
    for at in (0..whole.len()).filter(is_used).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        refused += usize::from(RunFile::from_bytes(&changed, "here").is_err());
    }
    for length in (0..whole.len()).step_by(611) {
        assert!(
            RunFile::from_bytes(&whole[..length], "here").is_err(),
            "{length}"
        );
    }
    assert!(refused > 0);
}

#[test]
fn other_tables_under_the_same_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jouled");
    small().write(&path).unwrap();
    for statement in [
        "ALTER TABLE sample RENAME TO other; CREATE VIEW sample AS SELECT * FROM other",
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 2",
        "DROP TABLE call_reading",
    ] {
        std::fs::write(&path, small().to_bytes().unwrap()).unwrap();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(statement).unwrap();
        drop(connection);
        let error = RunFile::read(&path).unwrap_err().to_string();
        assert!(error.contains("is not a profile"), "{statement}: {error}");
    }
}
