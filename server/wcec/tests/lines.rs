//! What a line executes: each of its instructions once, on the most expensive path through the line.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use bytecode::ClassFile;
use crate::support::{ONE_EACH, compile, method, price_instructions};
use wcec::{MethodInput, Scratch, line_units};

/// The expected mnemonics are beside each line.
const TEXT: &str = include_str!("fixtures/Lines.java");

#[test]
fn the_units_of_a_line_are_those_beside_it() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let mut scratch = Scratch::default();
    let mut found = vec![String::new(); TEXT.lines().count() + 1];
    for method in class
        .methods
        .iter()
        .filter(|method| method.name != "<init>")
    {
        let code = method.code.as_ref().expect("code");
        let input = MethodInput {
            class: &class,
            method,
            code,
            priced: &price_instructions(code),
            means: &ONE_EACH,
            spread: None,
            writes: &[],
            outcomes: &[],
            declared: &[],
            calls: &[],
        };
        for (line, units) in line_units(&input, &mut scratch) {
            assert!(units.is_sorted());
            let names: Vec<String> = (units.iter())
                .map(|unit| code.instructions[*unit as usize].mnemonic())
                .collect();
            found[line as usize - 1] = names.join(" ");
        }
    }
    let mut compared = 0;
    for (index, line) in TEXT.lines().enumerate() {
        if let Some((_, expected)) = line.split_once("// ") {
            assert_eq!(found[index], expected, "line {}", index + 1);
            compared += 1;
        }
    }
    assert_eq!(compared, 19, "lines with an expectation");
}

#[test]
fn the_means_decide_the_more_expensive_side_of_a_branch_on_one_line() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let method = method(&class, "ternary");
    let code = method.code.as_ref().expect("code");
    let names = |dear: u8| {
        let mut means = ONE_EACH;
        means[usize::from(dear)] = 100.0;
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
        let lines = line_units(&input, &mut Scratch::default());
        let [(_, units)] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        (units.iter())
            .map(|unit| code.instructions[*unit as usize].mnemonic())
            .collect::<Vec<_>>()
    };
    let (imul, isub) = (104, 100);
    assert!(names(imul).contains(&"imul".to_owned()));
    assert!(!names(imul).contains(&"isub".to_owned()));
    assert!(names(isub).contains(&"isub".to_owned()));
    assert!(!names(isub).contains(&"imul".to_owned()));
}
