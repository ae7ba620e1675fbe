//! Reads a class file and turns each of its methods into events.

#![no_main]

use bytecode::ClassFile;
use bytecode::events::events;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(class) = ClassFile::parse(input) else {
        return;
    };
    for method in &class.methods {
        if let Some(code) = &method.code {
            events(&class, code);
        }
    }
});
