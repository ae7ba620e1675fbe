//! Reads the counts of an agent and compares them with the code of a class.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(counts) = counts::read(input) else {
        return;
    };
    let code = bytecode::Code::default();
    for method in counts.classes.iter().flat_map(|class| &class.methods) {
        let mut method = method.clone();
        let _ = method.execution(&code);
        for path in &method.paths {
            let _ = method.lines_of(path);
        }
        method.code_digest = counts::code_digest(&code);
        let _ = method.execution(&code);
    }
});
