//! Any bytes are read or refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod writer;

use std::collections::BTreeSet;

use proptest::prelude::*;
use recording::{FrameKind, Recording, RecordingError, RecordingProblem};
use writer::{Chunk, array, reference, sound, sound_types, types, value};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/recordings");

fn read(chunk: &Chunk) -> Recording {
    Recording::read(&chunk.bytes()).unwrap()
}

#[test]
fn both_encodings_of_numbers_are_read() {
    for is_compressed in [true, false] {
        let recording = read(&sound(is_compressed));
        assert_eq!(recording.problems, []);
        assert_eq!(recording.lost_samples, 3);
        let starts: Vec<i64> = recording
            .samples
            .iter()
            .map(|sample| sample.start_nanos)
            .collect();
        // In order, and relative to the chunk's first tick.
        assert_eq!(starts, [1_000_000_200, 1_000_000_250]);
        assert_eq!(
            (recording.start_nanos, recording.end_nanos),
            (1_000_000_000, 1_000_000_500)
        );
        let sample = recording.samples[0];
        let frame = recording[sample.stack.unwrap()].frames[0];
        assert_eq!(
            (frame.line, frame.bytecode_index, frame.kind),
            (Some(7), Some(3), FrameKind::Jit)
        );
        let method = &recording[frame.method];
        assert_eq!(
            (&*method.class, &*method.name, &*method.descriptor),
            ("p/A", "m", "()V")
        );
        let thread = &recording[sample.thread.unwrap()];
        assert_eq!(
            (thread.os_thread_id, thread.java_thread_id),
            (Some(42), Some(1))
        );
        assert_eq!(
            (thread.os_name.as_deref(), thread.java_name.as_deref()),
            (Some("main"), None)
        );
    }
}

#[test]
fn what_is_no_recording_is_refused() {
    for bytes in [&b""[..], b"FLR", b"PK\x03\x04", &[0; 100]] {
        assert_eq!(
            Recording::read(bytes).unwrap_err(),
            RecordingError::NotARecording
        );
    }
    let mut other = sound(true).bytes();
    other[5] = 3;
    let error = Recording::read(&other).unwrap_err();
    assert_eq!(error, RecordingError::UnknownVersion { major: 3, minor: 1 });
}

#[test]
fn every_cut_and_every_trail_is_told_of() {
    let whole = sound(true).bytes();
    for length in 4..whole.len() {
        let cut = Recording::read(&whole[..length]).unwrap();
        let is_cut = |problem: &RecordingProblem| {
            matches!(problem, RecordingProblem::CutOff { chunk: 0, .. })
        };
        assert!(
            cut.problems.iter().any(is_cut),
            "{length}: {:?}",
            cut.problems
        );
    }
    // The samples are between the types and the names.
    let cut = Recording::read(&whole[..whole.len() - 1]).unwrap();
    assert_eq!(cut.samples.len(), 2);
    assert!(cut.samples.iter().all(|sample| sample.stack.is_none()));
    assert!(
        cut.problems
            .contains(&RecordingProblem::UnresolvedStacks { count: 2 })
    );
    let trailing = Recording::read(&[&whole[..], b"rest"].concat()).unwrap();
    assert_eq!(trailing.samples.len(), 2);
    assert_eq!(trailing.problems, [RecordingProblem::Trailing { bytes: 4 }]);
}

#[test]
fn a_chunk_whose_header_was_never_filled_in_is_read_by_its_events() {
    for size in [0, -1, 67, i64::MIN] {
        let open = sound(true).with_size(size, 1);
        let recording = Recording::read(&open).unwrap();
        assert_eq!(recording.samples.len(), 2);
        let unfinished = RecordingProblem::Unfinished {
            chunk: 0,
            bytes_left_out: 0,
        };
        assert_eq!(recording.problems, [unfinished]);
        // The next chunk is found.
        let two = Recording::read(&[open, sound(false).bytes()].concat()).unwrap();
        assert_eq!(two.samples.len(), 4);
        assert_eq!(
            (two.stacks.len(), two.threads.len(), two.methods.len()),
            (1, 1, 1)
        );
    }
    // Space that was reserved for more data.
    let kept = [sound(true).with_size(0, 1), vec![0; 100]].concat();
    let recording = Recording::read(&kept).unwrap();
    assert_eq!(recording.samples.len(), 2);
    let flushed = sound(true);
    let size = flushed.pieces.len() as i64 + 68;
    let bytes = [flushed.with_size(size, 7), vec![1, 2, 3]].concat();
    let unfinished = RecordingProblem::Unfinished {
        chunk: 0,
        bytes_left_out: 3,
    };
    assert_eq!(Recording::read(&bytes).unwrap().problems, [unfinished]);
}

#[test]
fn the_last_description_of_types_holds() {
    let mut fewer = sound_types();
    fewer.retain(|(id, ..)| *id != types::SAMPLE);
    let mut chunk = Chunk::new(true);
    chunk.metadata(&fewer);
    chunk.sample(300);
    let without = read(&chunk);
    assert_eq!(
        without.problems,
        [RecordingProblem::UndescribedEvents { chunk: 0, count: 1 }]
    );
    chunk.metadata(&sound_types());
    chunk.sound_pools();
    let recording = read(&chunk);
    assert_eq!((recording.samples.len(), recording.problems), (1, vec![]));
}

#[test]
fn a_type_without_a_needed_field_is_left_out_and_told_of() {
    let mut described = sound_types();
    described.retain(|(id, ..)| *id != types::SAMPLE);
    described.push((
        types::SAMPLE,
        "jdk.ExecutionSample",
        vec![value("startTime", types::LONG)],
    ));
    let mut chunk = Chunk::new(true);
    chunk.metadata(&described);
    chunk.sample(300);
    let recording = read(&chunk);
    assert!(recording.samples.is_empty());
    let missing = RecordingProblem::MissingField {
        event: "jdk.ExecutionSample".into(),
        field: "sampledThread".into(),
    };
    assert_eq!(recording.problems, [missing]);
}

#[test]
fn more_fields_than_are_known_and_in_another_order_change_nothing() {
    let mut described = sound_types();
    described.retain(|(id, ..)| *id != types::SAMPLE);
    let fields = vec![
        value("new", types::TEXT),
        reference("stackTrace", types::STACK),
        array("many", types::FRAME),
        value("inner", types::THREAD),
        reference("sampledThread", types::THREAD),
        value("startTime", types::LONG),
    ];
    described.push((types::SAMPLE, "jdk.ExecutionSample", fields));
    let mut chunk = Chunk::new(true);
    chunk.metadata(&described);
    chunk.sound_pools();
    chunk.event(types::SAMPLE, |out| {
        out.text("é").long(9).int(1).long(1).int(2).int(3).long(4);
        out.byte(1).long(4).byte(0).long(4).long(5).long(300);
    });
    let recording = read(&chunk);
    assert_eq!(recording.problems, []);
    let sample = recording.samples[0];
    assert_eq!(sample.start_nanos, 1_000_000_200);
    assert!(sample.stack.is_some() && sample.thread.is_some());
}

/// Recursive types cost neither time nor memory.
#[test]
fn types_that_nest_without_end_are_left_out() {
    let nests: [Vec<writer::Type>; 4] = [
        // A type that contains itself.
        vec![(
            50,
            "p.Self",
            vec![value("inner", 50), value("number", types::INT)],
        )],
        vec![(50, "p.Selves", vec![array("inner", 50)])],
        // Elements without bytes.
        vec![
            (50, "p.Nothings", vec![array("inner", 51)]),
            (51, "p.Nothing", vec![]),
        ],
        // Each level has twice as many fields.
        (50..90)
            .map(|id| (id, "p.Double", vec![value("a", id + 1), value("b", id + 1)]))
            .collect(),
    ];
    for nest in nests {
        let mut described = sound_types();
        described.extend(nest);
        let mut chunk = Chunk::new(true);
        chunk.metadata(&described);
        chunk.sound_pools();
        let one = chunk.made(|out| out.int(1).int(0));
        chunk.pools(&[(50, vec![(1, one)])]);
        chunk.sample(300);
        let recording = read(&chunk);
        assert!(recording.samples[0].stack.is_some());
        let pools = RecordingProblem::UnreadablePools { chunk: 0, count: 1 };
        assert_eq!(recording.problems, [pools]);
    }
}

#[test]
fn counts_without_bytes_behind_them_are_not_believed() {
    for count in [i32::MAX, -1, i32::MIN, 1000] {
        let mut chunk = sound(true);
        chunk.event(0, |out| {
            out.long(1).long(0).long(1).int(count);
        });
        chunk.event(1, |out| {
            out.long(1)
                .long(0)
                .long(0)
                .byte(0)
                .int(count)
                .long(types::SYMBOL)
                .int(count);
        });
        chunk.event(types::SAMPLE, |_| {});
        let recording = read(&chunk);
        // The previous description still applies.
        assert_eq!(recording.samples.len(), 2);
        assert!(
            recording
                .problems
                .contains(&RecordingProblem::UnreadablePools { chunk: 0, count: 1 })
        );
        assert!(
            recording
                .problems
                .contains(&RecordingProblem::UnreadableEvents {
                    event: "jdk.ExecutionSample".into(),
                    count: 1
                })
        );
    }
}

/// A stack of 100,000 frames that 100,000 samples share is stored once.
#[test]
fn what_is_referred_to_often_is_kept_once() {
    let mut chunk = sound(true);
    let frames = chunk.made(|out| {
        out.byte(1).int(100_000);
        for _ in 0..100_000 {
            out.long(1).int(7).int(3).long(1);
        }
        out
    });
    chunk.pools(&[(types::STACK, vec![(10, frames)])]);
    for ticks in 0..100_000 {
        chunk.event(types::SAMPLE, |out| {
            out.long(ticks).long(5).long(10);
        });
    }
    let recording = read(&chunk);
    assert_eq!(
        (recording.samples.len(), recording.stacks.len()),
        (100_002, 2)
    );
    assert!(
        recording
            .stacks
            .iter()
            .any(|stack| stack.is_truncated && stack.frames.len() == 100_000)
    );
}

/// Texts that refer to each other in a circle count as missing.
#[test]
fn texts_in_a_circle_are_no_text() {
    let mut chunk = Chunk::new(true);
    chunk.metadata(&sound_types());
    chunk.sound_pools();
    let to = |key: i64| chunk.made(|out| out.byte(2).long(key));
    let pools = [
        (types::TEXT, vec![(1, to(2)), (2, to(1))]),
        (
            types::THREAD,
            vec![(6, {
                let name = to(1);
                let mut thread = name.clone();
                thread.extend(chunk.made(|out| out.long(3)));
                thread.extend(name);
                thread.extend(chunk.made(|out| out.long(4)));
                thread
            })],
        ),
    ];
    chunk.pools(&pools);
    chunk.event(types::SAMPLE, |out| {
        out.long(300).long(6).long(0);
    });
    let recording = read(&chunk);
    let sample = recording.samples[0];
    let thread = &recording[sample.thread.unwrap()];
    assert_eq!(
        (&thread.os_name, &thread.java_name, thread.os_thread_id),
        (&None, &None, Some(3))
    );
    // Key 0 means that there is no stack, so nothing is missing.
    assert_eq!((sample.stack, recording.problems), (None, vec![]));
}

#[test]
fn the_corpus_of_recordings_is_read_or_refused() -> std::io::Result<()> {
    let mut outcomes = BTreeSet::new();
    for entry in std::fs::read_dir(CORPUS)? {
        let read = Recording::read(&std::fs::read(entry?.path())?);
        outcomes.insert(match read {
            Err(_) => "refused",
            Ok(recording) if recording.problems.is_empty() => "whole",
            Ok(_) => "in part",
        });
    }
    assert_eq!(
        outcomes.into_iter().collect::<Vec<_>>(),
        ["in part", "refused", "whole"]
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_bytes_are_read_or_refused(
        is_compressed: bool,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let mut bytes = sound(is_compressed).bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(recording) = Recording::read(&bytes) {
            // Everything that an event refers to exists.
            for sample in &recording.samples {
                for frame in sample.stack.iter().flat_map(|&stack| &recording[stack].frames) {
                    let _ = &recording[frame.method];
                }
                let _ = sample.thread.map(|thread| &recording[thread]);
            }
            for problem in &recording.problems {
                prop_assert!(!problem.to_string().is_empty());
            }
        }
    }
}

/// Writes the fuzzer's seeds again.
#[test]
#[ignore = "for developers, when the writer changes"]
fn write_the_seeds() {
    std::fs::create_dir_all(CORPUS).unwrap();
    let whole = sound(true).bytes();
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("compressed", whole.clone()),
        ("plain", sound(false).bytes()),
        ("cut", whole[..whole.len() - 40].to_vec()),
        ("open", sound(true).with_size(0, 1)),
        ("two", [whole, sound(true).bytes()].concat()),
    ] {
        std::fs::write(format!("{CORPUS}/{name}"), bytes).unwrap();
    }
}
