//! Reads a recording of JDK Flight Recorder, and follows all references of its events.

#![no_main]

use libfuzzer_sys::fuzz_target;
use recording::Recording;

fuzz_target!(|input: &[u8]| {
    let Ok(recording) = Recording::read(input) else {
        return;
    };
    for stack in &recording.stacks {
        for frame in &stack.frames {
            let _ = &recording[frame.method];
        }
    }
    for sample in &recording.samples {
        let _ = sample.stack.map(|stack| &recording[stack]);
        let _ = sample.thread.map(|thread| &recording[thread]);
    }
    for problem in &recording.problems {
        assert!(!problem.to_string().is_empty());
    }
});
