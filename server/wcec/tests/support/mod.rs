//! Shared by the tests of this crate: compiles Java text with the real javac and prices each instruction at 1.

pub(crate) mod machine;
pub(crate) mod programs;

use bytecode::{ClassFile, Code, Method};
use cost::Term;
use jdk::CompiledClass;
use pricing::{PatternId, Priced};
use std::fmt::Write;
use wcec::{MethodCost, MethodInput, Scratch, analyse};

/// The bytes of the class `Fixture` in a text.
pub(crate) fn compile(text: &str) -> Vec<u8> {
    let mut classes = respond(text).into_iter();
    let fixture = classes.find(|class| class.binary_name == "Fixture");
    fixture.expect("the class").bytes
}

/// All classes of a text, compiled.
pub(crate) fn compile_all(text: &str) -> Vec<Vec<u8>> {
    respond(text).into_iter().map(|class| class.bytes).collect()
}

fn respond(text: &str) -> Vec<CompiledClass> {
    tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), "Fixture.java", text)
}

/// Prices every instruction with the pattern of its opcode.
pub(crate) fn price_instructions(code: &Code) -> Vec<Priced> {
    let units = code.instructions.iter().enumerate();
    units
        .map(|(index, instruction)| Priced {
            pattern: PatternId(u16::from(instruction.opcode)),
            instruction: index as u32,
            tree: 0,
            count: 1.0,
        })
        .collect()
}

/// Every instruction costs 1.
pub(crate) const ONE_EACH: [f64; 256] = [1.0; 256];

/// The method with a name.
pub(crate) fn method<'c>(class: &'c ClassFile<'_>, name: &str) -> &'c Method {
    let mut methods = class.methods.iter();
    methods
        .find(|method| method.name == name)
        .unwrap_or_else(|| panic!("there is no method {name}"))
}

/// The worst-case number of instructions of a method.
pub(crate) fn count(class: &ClassFile<'_>, name: &str) -> MethodCost {
    analyse_with(class, method(class, name), &ONE_EACH)
}

/// The worst-case cost of a method with these prices of opcodes.
pub(crate) fn analyse_with(class: &ClassFile<'_>, method: &Method, means: &[f64]) -> MethodCost {
    let code = method.code.as_ref().expect("the method has code");
    analyse(
        &MethodInput {
            class,
            method,
            code,
            priced: &price_instructions(code),
            means,
            spread: None,
            writes: &[],
            outcomes: &[],
            declared: &[],
            calls: &[],
        },
        &mut Scratch::default(),
    )
}

/// The number of instructions as a formula, such as `4 + 9·n`.
pub(crate) fn formula(terms: &[Term]) -> String {
    let mut text = String::new();
    for term in terms {
        let coefficient = term.tally.mean(&ONE_EACH);
        text.push_str(match (text.is_empty(), coefficient < 0.0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        });
        // Not all fractions of a whole sum are exact.
        let rounded = (coefficient.abs() * 1e6).round() / 1e6;
        text.push_str(&rounded.to_string());
        if !term.factor.is_one() {
            let _ = write!(text, "·{}", term.factor);
        }
    }
    if text.is_empty() {
        "0".to_owned()
    } else {
        text
    }
}

/// The bounds of the loops, outer ones first.
pub(crate) fn bounds(cost: &MethodCost) -> Vec<String> {
    let loops = cost.loops.iter();
    loops.map(|found| found.bound.to_string()).collect()
}
