//! Every method of the JDK's own java.base has a cost, and lines that add up.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic, and says how many loops have a bound"
)]

use bytecode::ClassFile;
use jdk::{Environment, JdkModules, find_jdk};
use crate::support::price_instructions;
use wcec::{LoopKind, MethodInput, NoteKind, Scratch, analyse, line_units};

#[test]
fn every_method_of_java_base_has_a_cost() {
    let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
    let modules = JdkModules::open(&jdk).expect("a module image");
    let names = modules.class_names("java.base").expect("java.base");
    let means: [f64; 256] = std::array::from_fn(|opcode| 1.0 + (opcode * 37 % 11) as f64);
    let mut scratch = Scratch::default();
    let (mut methods, mut kinds) = (0, [0; 3]);
    for name in names {
        let bytes = modules.class(name).expect("an entry").expect("a class");
        let class = ClassFile::parse(bytes.bytes()).expect("a class file");
        for method in &class.methods {
            let Some(code) = &method.code else {
                continue;
            };
            let input = MethodInput {
                class: &class,
                method,
                code,
                priced: &price_instructions(code),
                means: &means,
                spread: None,
                writes: &[],
                outcomes: &[],
                declared: &[],
                calls: &[],
            };
            let place = format!("{name}.{}{}", method.name, method.descriptor);
            let found = analyse(&input, &mut scratch);
            methods += 1;
            for repeated in &found.loops {
                kinds[match repeated.kind {
                    LoopKind::Constant => 0,
                    LoopKind::Symbolic => 1,
                    LoopKind::Opaque => 2,
                }] += 1;
            }
            let cut_off =
                |kind: &NoteKind| matches!(kind, NoteKind::TooComplex | NoteKind::TooLarge);
            assert!(
                !found.notes.iter().any(|note| cut_off(&note.kind)),
                "{place}"
            );
            let all: f64 = (input.priced.iter())
                .map(|unit| means[usize::from(unit.pattern.0)])
                .sum();
            let value = |times: f64| {
                let tally = found.cost.evaluate(&|_| Some(times));
                tally.expect("a value").mean(&means)
            };
            assert!(
                found.cost.is_constant() == found.symbols.is_empty(),
                "{place}"
            );
            assert!(value(10.0) > 0.0, "{place}");
            // Without loops, no instruction runs twice.
            if found.loops.is_empty() {
                assert!(found.cost.is_constant() && value(0.0) <= all, "{place}");
            }
            let lines = line_units(&input, &mut scratch);
            assert!(lines.is_sorted_by(|one, two| one.0 < two.0), "{place}");
            let units = lines.iter().flat_map(|(_, units)| units);
            assert!(
                units
                    .max()
                    .is_none_or(|unit| (*unit as usize) < input.priced.len())
            );
        }
    }
    let [constant, symbolic, opaque] = kinds;
    println!("{methods} methods; loops: {constant} constant, {symbolic} symbolic, {opaque} opaque");
    assert!(methods > 50_000 && constant > 100 && symbolic > 1_500);
}
