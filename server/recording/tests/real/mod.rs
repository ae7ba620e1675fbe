//! Recordings of real JVMs, compared with what the JDK's own reader says about them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod printed;
mod support;

use std::path::Path;
use std::time::Duration;

use printed::{events_of, printed_events};
use recording::{FrameKind, Recording, RecordingProblem, SampleKind, TransferKind};
use support::{Program, jdks, read, recordings};

const SAMPLES: [(&str, SampleKind); 3] = [
    ("jdk.CPUTimeSample", SampleKind::CpuTime),
    ("jdk.ExecutionSample", SampleKind::Execution),
    ("jdk.NativeMethodSample", SampleKind::Native),
];

/// One recording of each JDK: it takes seconds, and what is said of it takes none.
#[test]
fn a_recording_is_what_the_jdk_says_and_its_damaged_copies_are_read() {
    for (program, file, bytes) in recordings("recordings of JFR", 2500) {
        let recording = read(&bytes);
        every_event_is_what_the_jdk_says_it_is(&program, &file, &recording);
        there_are_as_many_events_as_the_jdk_counts(&program, &file, &recording);
        a_hot_method_and_its_thread_are_found(&recording);
        a_recording_that_is_cut_off_gives_what_is_before(&bytes, &recording);
        flipped_bits_never_end_the_reader(&bytes);
    }
}

fn every_event_is_what_the_jdk_says_it_is(program: &Program, file: &Path, recording: &Recording) {
    // The JVM itself loses a stack now and then: then the JDK prints none either.
    let is_lost =
        |problem: &RecordingProblem| matches!(problem, RecordingProblem::UnresolvedStacks { .. });
    let others: Vec<&RecordingProblem> = recording
        .problems
        .iter()
        .filter(|problem| !is_lost(problem))
        .collect();
    assert_eq!(others, Vec::<&RecordingProblem>::new());
    let printed = program.printed(file, &printed::TYPES);
    let (expected, found) = (
        in_pairs(&printed_events(&printed)),
        in_pairs(&events_of(recording)),
    );
    assert!(expected.len() > 100, "{}", expected.len());
    for ((expected, at), (found, found_at)) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
        assert!(
            at.abs_diff(*found_at) < CLOCKS_NANOS,
            "{at} {found_at} {expected}"
        );
    }
    assert_eq!(expected.len(), found.len());
}

/// The JDK's reader takes the clock of the first chunk for all others; this one takes that of each chunk, which the JVM set by
/// the system's. In this test, the two clocks may differ by this amount.
const CLOCKS_NANOS: u64 = 100_000;

/// What each event says, and when it was.
fn in_pairs(lines: &[String]) -> Vec<(String, i64)> {
    let mut pairs: Vec<(String, i64)> = lines
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.splitn(3, ' ').collect();
            (
                format!("{} {}", words[0], words[2]),
                words[1].parse().unwrap(),
            )
        })
        .collect();
    pairs.sort();
    pairs
}

fn there_are_as_many_events_as_the_jdk_counts(
    program: &Program,
    file: &Path,
    recording: &Recording,
) {
    let summary = program.summary(file);
    for (name, kind) in SAMPLES {
        let of_kind = recording
            .samples
            .iter()
            .filter(|sample| sample.kind == kind);
        assert_eq!(of_kind.count(), summary.number(name), "{name}");
    }
    let transfers = |list: &[recording::Transfer], kind| {
        list.iter().filter(|transfer| transfer.kind == kind).count()
    };
    for (name, found) in [
        ("jdk.GarbageCollection", recording.collections.len()),
        ("jdk.GCPhasePause", recording.gc_pauses.len()),
        ("jdk.Compilation", recording.compilations.len()),
        ("jdk.ObjectAllocationSample", recording.allocations.len()),
        (
            "jdk.SocketRead",
            transfers(&recording.sockets, TransferKind::Read),
        ),
        (
            "jdk.SocketWrite",
            transfers(&recording.sockets, TransferKind::Write),
        ),
        (
            "jdk.FileRead",
            transfers(&recording.files, TransferKind::Read),
        ),
        (
            "jdk.FileWrite",
            transfers(&recording.files, TransferKind::Write),
        ),
        (
            "jdk.FileForce",
            transfers(&recording.files, TransferKind::Force),
        ),
        ("jdk.CPULoad", recording.cpu_loads.len()),
        ("jdk.ThreadCPULoad", recording.thread_cpu_loads.len()),
    ] {
        assert_eq!(found, summary.number(name), "{name}");
        assert!(found > 0, "{name} was not recorded");
    }
    let jvm = recording.jvm.as_ref().unwrap();
    assert!(
        jvm.arguments
            .as_ref()
            .unwrap()
            .contains("DebugNonSafepoints")
    );
    assert!(jvm.start_nanos.unwrap() <= recording.start_nanos);
    assert!(recording.end_nanos - recording.start_nanos > 1_000_000_000);
}

/// The program is in `spin` most of its time, and its loop is compiled.
fn hot_samples(recording: &Recording) -> usize {
    let mut hot = 0;
    for sample in &recording.samples {
        let Some(stack) = sample.stack else { continue };
        let Some(leaf) = recording[stack].frames.first() else {
            continue;
        };
        let method = &recording[leaf.method];
        if &*method.class == "Hot" && &*method.name == "spin" {
            assert_eq!(&*method.descriptor, "(I)J");
            assert!((20..=26).contains(&leaf.line.unwrap()), "{leaf:?}");
            hot += usize::from(leaf.kind == FrameKind::Jit || leaf.kind == FrameKind::Inlined);
        }
    }
    hot
}

fn a_hot_method_and_its_thread_are_found(recording: &Recording) {
    let hot = hot_samples(recording);
    // A busy machine leaves the program little time.
    let samples = recording.samples.len();
    assert!(hot >= 3 && hot * 10 >= samples, "{hot} of {samples}");
    let names = |name: &str| {
        let named = |thread: &&recording::Thread| thread.java_name.as_deref() == Some(name);
        recording.threads.iter().find(named).cloned()
    };
    let worker = names("wörker ☕").unwrap();
    assert!(worker.os_thread_id.is_some() && worker.java_thread_id.is_some());
    assert!(names("main").is_some());
    // Depth 64 is what JFR records unless told otherwise.
    let deepest = recording
        .stacks
        .iter()
        .map(|stack| stack.frames.len())
        .max();
    assert_eq!(deepest, Some(64));
    let sockets = &recording.sockets;
    assert!(
        sockets
            .iter()
            .all(|socket| socket.is_loopback == Some(true))
    );
    let sent = |kind| {
        let of_kind = sockets.iter().filter(|socket| socket.kind == kind);
        of_kind.filter_map(|socket| socket.bytes).sum::<u64>()
    };
    assert_eq!(
        (sent(TransferKind::Write), sent(TransferKind::Read)),
        (100_000, 100_000)
    );
}

#[test]
fn the_chunk_of_a_killed_jvm_is_read_up_to_its_last_flush() {
    for jdk in jdks("a killed JVM") {
        let program = Program::compile(&jdk);
        let repository = program.folder.path().join("repository");
        let options = [format!(
            "-XX:FlightRecorderOptions:repository={}",
            repository.display()
        )];
        let (mut java, _) = program.recorded(60_000, &options);
        java.stdout(std::process::Stdio::null());
        let mut jvm = java.spawn().unwrap();
        let chunk = || {
            let folder = std::fs::read_dir(&repository).ok()?.next()?.ok()?.path();
            let file = std::fs::read_dir(folder).ok()?.next()?.ok()?.path();
            std::fs::read(file).ok()
        };
        // A live chunk is read as well; it is flushed every second.
        let mut samples = 0;
        for _ in 0..300 {
            std::thread::sleep(Duration::from_millis(100));
            let live = chunk().and_then(|bytes| Recording::read(&bytes).ok());
            samples = live.map_or(0, |live| live.samples.len());
            if samples > 50 {
                break;
            }
        }
        jvm.kill().unwrap();
        jvm.wait().unwrap();
        assert!(samples > 50, "{samples}");
        let recording = read(&chunk().unwrap());
        assert!(
            matches!(
                recording.problems[..],
                [RecordingProblem::Unfinished { chunk: 0, .. }]
            ),
            "{:?}",
            recording.problems
        );
        assert!(recording.samples.len() >= samples);
        assert!(hot_samples(&recording) >= 3);
        assert!(
            recording
                .samples
                .iter()
                .all(|sample| sample.thread.is_some())
        );
    }
}

/// Files of recordings may be put one behind the other.
#[test]
fn several_chunks_are_one_recording() {
    let all = recordings("several chunks", 300);
    let joined: Vec<u8> = all
        .iter()
        .flat_map(|(.., bytes)| bytes.iter().copied())
        .collect();
    let recording = read(&joined);
    let single: Vec<Recording> = all.iter().map(|(.., bytes)| read(bytes)).collect();
    assert_eq!(recording.problems, []);
    assert_eq!(
        recording.samples.len(),
        single.iter().map(|one| one.samples.len()).sum::<usize>()
    );
    let mut events: Vec<_> = single.iter().flat_map(events_of).collect();
    events.sort();
    assert_eq!(events_of(&recording), events);
    let (program, file, _) = all.last().unwrap();
    std::fs::write(file, &joined).unwrap();
    // Each of the programs ended a chunk.
    assert_eq!(program.summary(file).number("Chunks:"), 2 * all.len());
}

/// What is before a cut is read once the chunk has described its types, which a JVM does at its first flush.
fn a_recording_that_is_cut_off_gives_what_is_before(bytes: &[u8], whole: &Recording) {
    let mut most = 0;
    let lengths = (0..100).map(|step| bytes.len() * step / 100);
    for length in lengths {
        let Ok(cut) = Recording::read(&bytes[..length]) else {
            assert_eq!(length, 0);
            continue;
        };
        assert!(
            cut.problems
                .iter()
                .any(|problem| matches!(problem, RecordingProblem::CutOff { .. })),
            "{length}: {:?}",
            cut.problems
        );
        assert!(cut.samples.len() >= most && cut.samples.len() <= whole.samples.len());
        most = cut.samples.len();
    }
    assert!(most * 2 > whole.samples.len(), "{most}");
    // The first chunk is whole when the second is cut.
    let second = [bytes, &bytes[..bytes.len() / 4]].concat();
    let cut = read(&second);
    assert!(cut.samples.len() >= whole.samples.len());
    assert!(matches!(
        cut.problems[0],
        RecordingProblem::CutOff { chunk: 2, .. }
    ));
}

fn flipped_bits_never_end_the_reader(bytes: &[u8]) {
    let mut changed = bytes.to_vec();
    let mut state = 88_172_645_463_325_252_u64;
    for _ in 0..100 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = (state >> 8) as usize % bytes.len();
        changed[at] ^= 1 << (state & 7);
        if Recording::read(&changed).is_err() {
            assert!(at < 8, "{at}");
        }
        // Every fourth change stays, so that some recordings have many.
        if state & 0x300 != 0 {
            changed[at] = bytes[at];
        }
    }
}
