//! Reads the file of a profile and computes its results.

#![no_main]

use libfuzzer_sys::fuzz_target;
use profile::{AnalysisOptions, analyse, forms};
use profiler::RunFile;

fuzz_target!(|input: &[u8]| {
    let Ok(file) = RunFile::from_bytes(input, "input") else {
        return;
    };
    let analysis = analyse(&file.profile, &AnalysisOptions::default());
    let _ = forms::text(&analysis, &forms::TextOptions::default());
    // A profile that was read can be written.
    assert!(file.to_bytes().is_ok());
});
