//! Reads the samples that an agent wrote.

#![no_main]

use counts::Samples;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(samples) = Samples::read(input) else {
        return;
    };
    for (place, stack) in samples.stacks.iter().enumerate() {
        assert!(stack.caller.is_none_or(|caller| (caller as usize) < place));
        assert!((stack.frame as usize) < samples.frames.len());
    }
    for sample in &samples.samples {
        assert!((sample.thread as usize) < samples.threads.len());
        assert!(sample.stack.is_none_or(|stack| (stack as usize) < samples.stacks.len()));
    }
});
