//! The cheapest path of random programs, compared with what they execute.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use bytecode::ClassFile;
use cost::Symbol;
use crate::support::machine::{Object, Value, run};
use crate::support::programs::class_of_programs;
use crate::support::{analyse_with, compile, price_instructions};
use tests::natural_loops;
use wcec::{LoopKind, MethodInput, PathValues, Scratch, best_case, breakdown};

const PROGRAMS: u64 = 100;
const MAX_STEPS: u64 = 300_000;

#[test]
fn every_run_of_a_random_program_costs_at_least_the_cheapest_path() {
    let text = class_of_programs(0..PROGRAMS);
    let bytes = compile(&text);
    let class = ClassFile::parse(&bytes).expect("a class");
    let prices: [f64; 256] = std::array::from_fn(|opcode| 1.0 + (opcode * 37 % 11) as f64);
    let mut scratch = Scratch::default();
    let mut failures = Vec::new();
    let (mut runs, mut exact, mut positive, mut whole) = (0, 0, 0, 0);
    for method in class.methods.iter().filter(|method| method.is_static()) {
        let code = method.code.as_ref().expect("code");
        let loops = natural_loops(code);
        let cost = analyse_with(&class, method, &prices);
        let units = price_instructions(code);
        let input = MethodInput {
            class: &class,
            method,
            code,
            priced: &units,
            means: &prices,
            spread: None,
            writes: &[],
            outcomes: &[],
            declared: &[],
            calls: &[],
        };
        let least = best_case(&input, &cost, &mut scratch);
        for (n, m, length) in [
            (0, 0, 0),
            (1, 2, 1),
            (5, 3, 4),
            (9, 0, 2),
            (-3, 7, 2),
            (12, 12, 3),
        ] {
            let heap = vec![Object::Array(vec![Value::Int(3); length])];
            let arguments = [Value::Int(n), Value::Int(m), Value::Object(0)];
            let trace = run(&class, method, &loops, &arguments, heap, MAX_STEPS);
            if !trace.ended || trace.thrown {
                continue;
            }
            let executed: f64 = (trace.counts.iter().zip(&code.instructions))
                .map(|(count, instruction)| *count as f64 * prices[usize::from(instruction.opcode)])
                .sum();
            let value_of = |symbol: &Symbol| match symbol.name.as_str() {
                "n" => Some(f64::from(n)),
                "m" => Some(f64::from(m)),
                "a.length" => Some(length as f64),
                name => {
                    let is_it = |found: &&wcec::LoopInfo| {
                        found.kind == LoopKind::Opaque && found.bound.to_string() == name
                    };
                    let found = cost.loops.iter().find(is_it)?;
                    Some(trace.returns.get(&found.header).copied().unwrap_or(0) as f64)
                }
            };
            let low = least.at(&prices, &value_of).mean(&prices);
            let high = cost.cost.evaluate(&value_of).expect("values").mean(&prices);
            if low > executed * (1.0 + 1e-9) || low > high * (1.0 + 1e-9) {
                failures.push(format!(
                    "{} of n={n} m={m} length={length}: cheapest {low}, executed {executed}, most expensive {high}",
                    method.name
                ));
            }
            let values: PathValues = (cost.symbols.iter())
                .filter_map(|symbol| Some((symbol.key.clone(), value_of(symbol)?)))
                .collect();
            let parts = breakdown(&input, &values, &mut scratch).expect("small enough");
            let path = parts.at(&value_of).expect("values");
            let sum: f64 = path
                .lines
                .iter()
                .map(|(_, tally)| tally.mean(&prices))
                .sum();
            // If the worst case exceeds every single path, the breakdown is of one path.
            let is_within = sum <= high * (1.0 + 1e-9) && sum >= low * (1.0 - 1e-9);
            assert!(is_within, "{}: {low} {sum} {high}", method.name);
            whole += usize::from((sum - high).abs() <= 1e-9 * high);
            runs += 1;
            exact += usize::from((low - executed).abs() <= 1e-9 * executed);
            positive += usize::from(low > 0.0);
        }
    }
    println!("{runs} runs, of which {exact} took the cheapest path");
    assert!(failures.is_empty(), "{}\n{text}", failures.join("\n"));
    assert!(
        runs > 150 && exact * 20 > runs && positive == runs && whole * 2 > runs,
        "{runs} {exact} {positive} {whole}"
    );
}
