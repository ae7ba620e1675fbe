//! Control flow that javac does not make, and methods of unusual size: built by hand from instructions.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use bytecode::{
    ClassFile, Code, Comparison, Constant, DataType, Handler, Instruction, Leaders, LineEntry,
    Method, Op, Switch, Test,
};
use crate::support::programs::Random;
use crate::support::{ONE_EACH, bounds, formula, price_instructions};
use wcec::{Ends, LoopKind, MethodCost, MethodInput, NoteKind, Scratch, analyse, line_units};

/// A class without members (JVM specification 4.1): two names and two classes in the constant pool.
fn empty_class() -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 5];
    for (index, name) in ["Fixture", "java/lang/Object"].iter().enumerate() {
        bytes.extend([7, 0, 2 * index as u8 + 2, 1, 0, name.len() as u8]);
        bytes.extend(name.bytes());
    }
    bytes.extend([0, 0x20, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

fn code(ops: Vec<Op>) -> Code {
    Code {
        lines: (0..ops.len() as u32)
            .map(|start| LineEntry {
                start,
                line: start + 1,
            })
            .collect(),
        instructions: ops
            .into_iter()
            .map(|op| Instruction {
                op,
                opcode: 0,
                wide: false,
            })
            .collect(),
        max_locals: 100,
        ..Code::default()
    }
}

/// The cost of a static method `m(int, int)` with this code.
fn cost_of(code: &Code) -> MethodCost {
    with_input(code, |input| analyse(input, &mut Scratch::default()))
}

/// The same for calls with these ends.
fn cost_at(code: &Code, ends: Ends) -> MethodCost {
    let mut scratch = Scratch::default();
    scratch.ends = ends;
    with_input(code, |input| analyse(input, &mut scratch))
}

fn with_input<T>(code: &Code, use_it: impl FnOnce(&MethodInput<'_>) -> T) -> T {
    let bytes = empty_class();
    let class = ClassFile::parse(&bytes).expect("a class");
    let method = Method {
        name: "m".to_owned(),
        descriptor: "(II)V".to_owned(),
        access_flags: 8,
        code: None,
        annotations: Vec::new(),
    };
    let code = Code {
        leaders: Leaders::of(&code.instructions, &code.switches, &code.handlers),
        ..code.clone()
    };
    use_it(&MethodInput {
        class: &class,
        method: &method,
        code: &code,
        priced: &price_instructions(&code),
        means: &ONE_EACH,
        spread: None,
        writes: &[],
        outcomes: &[],
        declared: &[],
        calls: &[],
    })
}

fn load(slot: u16) -> Op {
    Op::Load {
        data_type: DataType::Int,
        slot,
    }
}

/// Jumps if the number on top of the stack is 0.
fn if_zero(target: u32) -> Op {
    Op::Branch {
        test: Test::Zero(Comparison::Eq),
        target,
    }
}

fn goto(target: u32) -> Op {
    Op::Goto { target }
}

const RETURN: Op = Op::Return(None);

#[test]
fn a_loop_with_two_entries_is_bounded_by_a_symbol_and_noted() {
    // 0..2 jump into the middle or to the beginning of the loop 2..7.
    let cost = cost_of(&code(vec![
        load(0),
        if_zero(4),
        Op::Nop,
        Op::Nop,
        load(1),
        if_zero(7),
        goto(2),
        RETURN,
    ]));
    assert_eq!(bounds(&cost), ["loop@3"]);
    assert_eq!(cost.loops[0].kind, LoopKind::Opaque);
    let [note] = cost.notes.as_slice() else {
        panic!("{:?}", cost.notes);
    };
    assert_eq!(note.kind, NoteKind::Irreducible);
    assert_eq!(
        note.to_string(),
        "the loop at line 3 has several entry points"
    );
    // 2 to get there, the more expensive of the paths from entry to entry, 2..4 and 4..7, and finally 4, 5 and the return.
    assert_eq!(formula(cost.cost.terms()), "5 + 3·loop@3");
}

#[test]
fn a_loop_inside_one_with_two_entries_keeps_its_bound() {
    let cost = cost_of(&code(vec![
        // Into the outer loop at 2 or at 12.
        load(1),
        if_zero(12),
        // for (i = 0; i < 7; i++) {}
        Op::Push(Constant::Int(0)),
        Op::Store {
            data_type: DataType::Int,
            slot: 2,
        },
        load(2),
        Op::Push(Constant::Int(7)),
        Op::Branch {
            test: Test::Ints(Comparison::Ge),
            target: 9,
        },
        Op::Increment { slot: 2, by: 1 },
        goto(4),
        Op::Nop,
        Op::Nop,
        Op::Nop,
        load(1),
        if_zero(2),
        RETURN,
    ]));
    assert_eq!(bounds(&cost), ["loop@3", "7"]);
}

#[test]
fn code_that_no_path_reaches_costs_nothing() {
    let cost = cost_of(&code(vec![goto(3), Op::Nop, goto(1), RETURN]));
    assert_eq!(formula(cost.cost.terms()), "2");
    assert_eq!(bounds(&cost), [""; 0]);
}

#[test]
fn a_handler_that_protects_itself_is_no_loop() {
    let mut code = code(vec![Op::Nop, RETURN, Op::Pop, Op::Nop, Op::Throw]);
    code.handlers = [(0, 1), (2, 4)]
        .map(|(start, end)| Handler {
            start,
            end,
            handler: 2,
            catches_all: true,
        })
        .to_vec();
    let cost = cost_of(&code);
    assert_eq!(bounds(&cost), [""; 0]);
    assert_eq!(formula(cost.cost.terms()), "2");
    let cost = cost_at(&code, Ends::Any);
    assert_eq!(formula(cost.cost.terms()), "4");
}

#[test]
fn a_handler_that_retries_is_a_loop() {
    let mut code = code(vec![Op::Nop, RETURN, Op::Pop, goto(0)]);
    code.handlers = vec![Handler {
        start: 0,
        end: 1,
        handler: 2,
        catches_all: false,
    }];
    let cost = cost_of(&code);
    assert_eq!(bounds(&cost), ["loop@1"]);
    assert_eq!(formula(cost.cost.terms()), "2 + 3·loop@1");
}

#[test]
fn a_subroutine_returns_after_each_of_its_calls() {
    // jsr 3; jsr 3; return; 3: astore, ret. Control may come from either call and continue after either of them.
    let cost = cost_of(&code(vec![
        Op::Jsr { target: 3 },
        Op::Jsr { target: 3 },
        RETURN,
        Op::Store {
            data_type: DataType::Reference,
            slot: 3,
        },
        Op::Ret { slot: 3 },
    ]));
    assert_eq!(cost.loops.len(), 1);
    let value = cost.cost.evaluate(&|_| Some(1.0)).expect("a value");
    assert!(value.mean(&ONE_EACH) >= 7.0, "{cost:?}");
}

#[test]
fn a_method_without_instructions_costs_nothing() {
    let cost = cost_of(&Code::default());
    assert_eq!(cost, MethodCost::default());
    let lines = with_input(&Code::default(), |input| {
        line_units(input, &mut Scratch::default())
    });
    assert_eq!(lines, []);
}

#[test]
fn jumps_out_of_the_code_are_ignored() {
    let cost = cost_of(&code(vec![load(0), if_zero(77), goto(u32::MAX)]));
    assert_eq!(formula(cost.cost.terms()), "3");
}

#[test]
fn five_thousand_blocks_without_a_loop() {
    let mut ops = Vec::new();
    for _ in 0..2_500 {
        let at = ops.len() as u32;
        ops.extend([load(0), if_zero(at + 3), Op::Nop]);
    }
    ops.push(RETURN);
    assert_eq!(formula(cost_of(&code(ops)).cost.terms()), "7501");
}

#[test]
fn five_thousand_blocks_in_a_loop() {
    let mut ops = Vec::new();
    for _ in 0..2_500 {
        let at = ops.len() as u32;
        ops.extend([load(0), if_zero(at + 3), Op::Nop]);
    }
    ops.extend([load(1), if_zero(0), RETURN]);
    let cost = cost_of(&code(ops));
    assert_eq!(formula(cost.cost.terms()), "7503 + 7502·loop@1");
}

#[test]
fn thousands_of_loops_in_a_row() {
    let mut ops = Vec::new();
    for _ in 0..2_500 {
        let at = ops.len() as u32;
        ops.extend([load(0), if_zero(at + 3), goto(at)]);
    }
    ops.push(RETURN);
    let cost = cost_of(&code(ops));
    assert_eq!(cost.loops.len(), 2_500);
    assert_eq!(cost.symbols.len(), 2_500);
}

#[test]
fn a_switch_over_five_hundred_loops() {
    let cases = 500;
    let mut ops = vec![
        load(0),
        Op::Switch {
            table: true,
            index: 0,
        },
    ];
    let end = 2 + 4 * cases;
    for case in 0..cases {
        let at = 2 + 4 * case;
        ops.extend([load(0), if_zero(at + 3), goto(at), goto(end)]);
    }
    ops.extend([load(1), if_zero(0), RETURN]);
    let mut code = code(ops);
    code.switches = vec![Switch {
        default: 2,
        cases: (0..cases).map(|case| (case as i32, 2 + 4 * case)).collect(),
    }];
    let cost = cost_of(&code);
    assert_eq!(cost.loops.len(), cases as usize + 1);
    let value = (cost.cost.evaluate(&|_| Some(1.0))).expect("a value");
    // Two rounds of switch, loop and test.
    assert!(
        value.mean(&ONE_EACH) >= 2.0 * (2.0 + 5.0 + 1.0 + 2.0),
        "{value:?}"
    );
}

/// `while (a) { while (b) { … } }`, `depth` times.
fn nested_loops(depth: u32) -> Code {
    let mut ops = Vec::new();
    let end = |level: u32| 2 * depth + 1 + (depth - 1 - level);
    for level in 0..depth {
        // From the innermost loop to its return, from the others to the enclosing one.
        ops.extend([load(0), if_zero(end(level) + 1)]);
    }
    ops.push(Op::Nop);
    for level in (0..depth).rev() {
        ops.push(goto(2 * level));
    }
    ops.push(RETURN);
    code(ops)
}

#[test]
fn nested_loops_multiply() {
    let cost = cost_of(&nested_loops(3));
    assert_eq!(bounds(&cost), ["loop@1", "loop@3", "loop@5"]);
    let terms: Vec<String> = (cost.cost.terms().iter())
        .map(|term| term.factor.to_string())
        .collect();
    assert_eq!(
        terms,
        ["1", "loop@1", "loop@1·loop@3", "loop@1·loop@3·loop@5"]
    );
}

#[test]
fn a_thousand_nested_loops_are_cut_off_with_a_note() {
    let cost = cost_of(&nested_loops(1_000));
    assert_eq!(cost.loops.len(), 65);
    let [note] = cost.notes.as_slice() else {
        panic!("{:?}", cost.notes);
    };
    assert_eq!(note.kind, NoteKind::TooComplex);
    assert_eq!(
        note.to_string(),
        "there are too many loops at line 129, or they are nested too deeply"
    );
}

#[test]
fn a_hostile_exception_table_is_cut_off_with_a_note() {
    let mut code = code(vec![Op::Nop; 40_000]);
    let length = code.instructions.len() as u32;
    code.handlers = (0..5_000)
        .map(|index| Handler {
            start: 0,
            end: length,
            handler: index * 7,
            catches_all: false,
        })
        .collect();
    let cost = cost_of(&code);
    assert_eq!(cost.notes[0].kind, NoteKind::TooLarge);
    assert_eq!(formula(cost.cost.terms()), "40000·code@1");
    let lines = with_input(&code, |input| line_units(input, &mut Scratch::default()));
    assert_eq!(lines.len(), 40_000);
}

#[test]
fn every_block_may_jump_to_every_other() {
    // Two hundred blocks, each with a switch over all of them.
    let blocks = 200;
    let mut ops = Vec::new();
    for _ in 0..blocks {
        ops.extend([
            load(0),
            Op::Switch {
                table: true,
                index: 0,
            },
        ]);
    }
    ops.push(RETURN);
    let mut code = code(ops);
    code.switches = vec![Switch {
        default: 2 * blocks,
        cases: (0..blocks).map(|case| (case as i32, 2 * case)).collect(),
    }];
    let cost = cost_of(&code);
    // One loop around the first block. In it, all others are entries of one loop, and nothing is left inside.
    assert_eq!(bounds(&cost), ["loop@1", "loop@3"]);
    assert!((cost.notes.iter()).any(|note| note.kind == NoteKind::Irreducible));
}

#[test]
fn methods_of_random_jumps_are_analysed_or_cut_off() {
    let mut cut_off = 0;
    for seed in 0..60 {
        let mut dice = Random::new(seed);
        let length = [40, 400, 4_000][(seed % 3) as usize];
        let near = [5, 50, 4_000][(seed / 3 % 3) as usize];
        let mut ops = Vec::new();
        for at in 0..length {
            let target = (at + dice.roll(2 * near)).saturating_sub(near).min(length);
            ops.push(match dice.roll(8) {
                0 | 1 => if_zero(target as u32),
                2 if dice.roll(4) == 0 => goto(target as u32),
                3 => Op::Increment { slot: 1, by: 1 },
                _ => load(dice.roll(3) as u16),
            });
        }
        ops.push(RETURN);
        let mut code = code(ops);
        code.handlers = (0..dice.roll(20))
            .map(|_| {
                let start = dice.roll(length) as u32;
                Handler {
                    start,
                    end: start + dice.roll(near) as u32,
                    handler: dice.roll(length) as u32,
                    catches_all: false,
                }
            })
            .collect();
        let cost = cost_of(&code);
        let is_cut = |kind: &NoteKind| matches!(kind, NoteKind::TooComplex | NoteKind::TooLarge);
        let cut = cost.notes.iter().any(|note| is_cut(&note.kind));
        cut_off += usize::from(cut);
        assert!(!cut || length > 40, "seed {seed}: {:?}", cost.notes);
        let value = cost.cost.evaluate(&|_| Some(1.0));
        assert!(value.expect("a value").mean(&ONE_EACH) >= 1.0);
    }
    assert!((1..60).contains(&cut_off), "{cut_off}");
}

/// A method of one block is not searched for paths, unless it has a handler: one that protects nothing.
#[test]
fn a_method_of_one_block_costs_what_the_full_analysis_finds() {
    let push = Op::Push(Constant::Int(1));
    for ops in [
        vec![RETURN],
        vec![push, Op::Return(Some(DataType::Int))],
        vec![push, Op::Pop, push, Op::Pop, Op::Throw],
        vec![push, Op::Nop],
    ] {
        let mut code = code(ops);
        for (at, instruction) in (0..).zip(&mut code.instructions) {
            instruction.opcode = at % 3;
        }
        let nothing = Handler {
            start: 0,
            end: 0,
            handler: 0,
            catches_all: false,
        };
        let followed = Code {
            handlers: vec![nothing],
            ..code.clone()
        };
        let ends = Ends::Any;
        assert_eq!(cost_at(&code, ends), cost_at(&followed, ends), "{code:?}");
    }
}

#[test]
fn code_behind_a_branch_is_of_another_block() {
    for (ops, expected) in [
        (vec![], "0"),
        (vec![goto(0)], "1·loop@1"),
        (vec![Op::Nop, goto(0)], "2·loop@1"),
        (vec![RETURN, Op::Nop], "1"),
    ] {
        let cost = cost_of(&code(ops));
        assert_eq!(formula(cost.cost.terms()), expected);
    }
}
