//! Sequences of the same instruction, as Lambert and Power 2008 time them.
//!
//! An instruction takes operands from the stack, and something has to push them. So a sequence is an expression of one operator
//! in one of several forms: a chain that leans to the left (`load op load op load …`) or to the right (`load load … op op`), or a
//! balanced one. Operands are variables, constants, elements, fields, or calls. Together, the forms distinguish the cost of an
//! instruction with operands on the stack from the cost of loading them.
//!
//! Expressions are short and follow each other. A long expression is a chain in which each instruction waits for the result of
//! the one before. It would show how long results take rather than what instructions cost among others.

use campaign::ProgramKind;

use super::source::{Snippet, Source};

/// Operators in one expression.
const LENGTH: usize = 3;
/// The number of copies of the expression in the loop's body.
const COPIES: usize = 4;

struct Type {
    name: &'static str,
    /// The letter in the names of its variables, fields and methods.
    letter: char,
    constant: &'static str,
    pool_constant: &'static str,
}

const TYPES: [Type; 4] = [
    Type {
        name: "int",
        letter: 'i',
        constant: "5",
        pool_constant: "1000003",
    },
    Type {
        name: "long",
        letter: 'l',
        constant: "1L",
        pool_constant: "10000000019L",
    },
    Type {
        name: "float",
        letter: 'f',
        constant: "2.0f",
        pool_constant: "1.37f",
    },
    Type {
        name: "double",
        letter: 'd',
        constant: "1.0",
        pool_constant: "1.0000000137",
    },
];

/// The first four are for all types, the others only for integers.
const OPERATORS: [(&str, &str); 11] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("and", "&"),
    ("or", "|"),
    ("xor", "^"),
    ("shl", "<<"),
    ("shr", ">>"),
    ("ushr", ">>>"),
];

pub(super) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for of in &TYPES {
        let is_whole = matches!(of.letter, 'i' | 'l');
        for (name, operator) in OPERATORS {
            let is_bitwise = matches!(name, "and" | "or" | "xor" | "shl" | "shr" | "ushr");
            if is_bitwise && !is_whole {
                continue;
            }
            chains(of, name, operator, &mut sources);
        }
        single(of, &mut sources);
    }
    conversions(&mut sources);
    control(&mut sources);
    sources
}

/// The forms of a binary operator.
fn chains(of: &Type, name: &str, operator: &str, sources: &mut Vec<Source>) {
    let letter = of.letter;
    let is_shift = matches!(name, "shl" | "shr" | "ushr");
    let right_operands = if is_shift {
        ["k", "k"].map(str::to_owned)
    } else {
        [format!("{letter}1"), format!("{letter}0")]
    };
    let mut add = |form: &str, expression: String| {
        let statement = format!("x{letter} = {expression};");
        sources.push(source(&format!("{}_{name}_{form}", of.name), &statement));
    };
    let leaning_left = |operand: &dyn Fn(usize) -> String| {
        let mut chain = format!("{letter}0");
        for at in 0..LENGTH {
            chain = format!("{chain} {operator} {}", operand(at));
        }
        chain
    };
    add("left", leaning_left(&|at| right_operands[at % 2].clone()));
    add(
        "constant",
        leaning_left(&|_| if is_shift { "1" } else { of.constant }.to_owned()),
    );
    if name == "rem" || is_shift {
        // In a chain that leans to the right, a remainder becomes a division by 0, and a shift cannot be an operand of a shift.
        return;
    }
    let mut right = format!("{letter}0");
    for _ in 0..LENGTH {
        right = format!("{letter}0 {operator} ({right})");
    }
    add("right", right);
    add("balanced", balanced(2, operator, &format!("{letter}0")));
    if matches!(name, "add" | "mul") {
        add("pool", leaning_left(&|_| of.pool_constant.to_owned()));
        add(
            "array",
            leaning_left(&|at| format!("a{letter}[{}]", at % 4)),
        );
        add("array_index", leaning_left(&|_| format!("a{letter}[k]")));
        add("field", leaning_left(&|_| format!("c.f{letter}")));
        add("static_field", leaning_left(&|_| format!("C.g{letter}")));
        add(
            "call",
            leaning_left(&|_| format!("C.{}({letter}0)", call(letter))),
        );
    }
}

/// A full binary tree with this many levels.
fn balanced(levels: usize, operator: &str, leaf: &str) -> String {
    if levels == 0 {
        return leaf.to_owned();
    }
    let half = balanced(levels - 1, operator, leaf);
    format!("({half} {operator} {half})")
}

/// A static method from a type to itself.
const fn call(letter: char) -> &'static str {
    match letter {
        'i' => "ii",
        'l' => "ll",
        'f' => "ff",
        _ => "dd",
    }
}

/// Instructions with one operand or none.
fn single(of: &Type, sources: &mut Vec<Source>) {
    let letter = of.letter;
    let name = of.name;
    let x = format!("x{letter}");
    let mut add = |form: &str, statement: String| {
        sources.push(source(&format!("{name}_{form}"), &statement));
    };
    add("neg", format!("{x} = {}{letter}0;", "- ".repeat(LENGTH)));
    add(
        "store",
        format!("{x} = {letter}0; {letter}1 = {letter}2; ").repeat(LENGTH - 1),
    );
    add(
        "store_constant",
        format!("{x} = {}; ", of.constant).repeat(LENGTH),
    );
    add(
        "dup",
        format!("{x} = {letter}1 = {letter}2 = {letter}3 = {letter}0; ").repeat(2),
    );
    add(
        "array_copy",
        format!("a{letter}[k] = a{letter}[j]; ").repeat(LENGTH - 1),
    );
    add(
        "array_store_constant",
        format!("a{letter}[1] = {}; ", of.constant).repeat(LENGTH - 1),
    );
    add(
        "array_compound",
        format!("a{letter}[k] += {letter}0; ").repeat(LENGTH - 1),
    );
    add(
        "field_copy",
        format!("c.f{letter} = e.f{letter}; ").repeat(LENGTH - 1),
    );
    add(
        "static_field_copy",
        format!("C.g{letter} = C.g{letter}; ").repeat(LENGTH - 1),
    );
    let mut nested = format!("{letter}0");
    for _ in 0..LENGTH {
        nested = format!("C.{}({nested})", call(letter));
    }
    add("calls_nested", format!("{x} = {nested};"));
    for (relation, form) in [("<", "lt"), (">", "gt"), ("==", "eq"), ("!=", "ne")] {
        let condition = format!("{letter}0 {relation} {letter}1");
        let all = vec![condition; LENGTH].join(" && ");
        add(
            &format!("and_{form}"),
            format!("if ({all}) {{ {x} = {letter}0; }}"),
        );
    }
}

fn conversions(sources: &mut Vec<Source>) {
    for (first, second, result, operand) in [
        ("int", "long", "xi", "i0"),
        ("int", "float", "xi", "i0"),
        ("int", "double", "xi", "i0"),
        ("long", "float", "xl", "l0"),
        ("long", "double", "xl", "l0"),
        ("float", "double", "xf", "f0"),
    ] {
        let chain = format!("({first}) ({second}) ").repeat(2);
        let statement = format!("{result} = {chain}{operand};");
        sources.push(source(&format!("convert_{first}_{second}"), &statement));
    }
    let narrow = "(byte) (char) (short) ";
    sources.push(source("convert_narrow", &format!("xi = {narrow}i0;")));
    for (letter, name) in [('i', "int"), ('l', "long")] {
        let statement = format!("x{letter} = {}{letter}0;", "~".repeat(LENGTH));
        sources.push(source(&format!("{name}_complement"), &statement));
    }
}

/// Branches, loops, references, and whatever forms chains.
fn control(sources: &mut Vec<Source>) {
    let many = |statement: &str, times: usize| vec![statement; times].join(" ");
    let next = format!("xi = c{}.fi;", ".next".repeat(LENGTH));
    let self_calls = format!("o = c{};", ".self()".repeat(LENGTH));
    let statements = [
        ("iinc", many("xi++;", LENGTH)),
        ("goto", many("if (i0 != i1) { xi = i0; } else { xi = i1; }", 4)),
        ("taken", many("if (i0 == i1) { xi = i0; }", LENGTH)),
        ("falls", many("if (i0 != i1) { xi = i0; }", LENGTH)),
        ("or_last", "if (i0 == i1 || i0 > i1 || i1 < i0 || i0 != i1) { xi = i0; }".to_owned()),
        ("field_chain", next),
        ("virtual_chain", self_calls),
        ("index_chain", "xi = ai[ai[ai[ai[ai[ai[0]]]]]];".to_owned()),
        ("array_2d_chain", many("xi = aa[k][j];", 4)),
        ("length_chain", "xi = ai.length + al.length + ad.length + af.length + ai.length;".to_owned()),
        ("loop_sum", "xi = 0; for (j = 0; j < 16; j++) { xi += j; }".to_owned()),
        ("loop_sum_long", "xl = 0; for (j = 0; j < 16; j++) { xl += j; }".to_owned()),
        ("loop_sum_array", "xi = 0; for (j = 0; j < ai.length; j++) { xi += ai[j]; }".to_owned()),
        ("loop_sum_double_array", "xd = 0; for (j = 0; j < 16; j++) { xd += ad[j]; }".to_owned()),
        ("loop_fill", "for (j = 0; j < 16; j++) { ai[j] = j; } ai[0] = 0;".to_owned()),
        ("loop_dot", "xd = 0; for (j = 0; j < 16; j++) { xd += ad[j] * ad[j]; }".to_owned()),
        ("loop_dot_int", "xi = 0; for (j = 0; j < 16; j++) { xi += ai[j] * ai[j]; }".to_owned()),
        ("loop_dot_long", "xl = 0; for (j = 0; j < 16; j++) { xl += al[j] * al[j]; }".to_owned()),
        ("loop_dot_float", "xf = 0; for (j = 0; j < 16; j++) { xf += af[j] * af[j]; }".to_owned()),
        ("loop_nested", "for (j = 0; j < 4; j++) { for (h = 0; h < 4; h++) { xi += aa[j][h]; } }".to_owned()),
        (
            "loop_flat_matrix",
            "for (j = 0; j < 4; j++) { for (h = 0; h < 4; h++) { xi += ai[j * 4 + h]; } }".to_owned(),
        ),
        ("loop_for_each", "for (int value : ai) { xi += value; }".to_owned()),
        ("loop_switch", "for (j = 0; j < 8; j++) { switch (j & 3) { case 0: xi++; break; case 1: xi += 2; break; case 2: xi--; break; default: xi = 0; } }".to_owned()),
        ("loop_call", "for (j = 0; j < 8; j++) { xi = C.max(j, 4); }".to_owned()),
        ("loop_while", "j = 100; while (j > 1) { j = j / 2; }".to_owned()),
        ("fibonacci", "xl = 0; l1 = 1; for (j = 0; j < 16; j++) { l2 = xl + l1; xl = l1; l1 = l2; }".to_owned()),
        ("swap", many("xi = i0; i0 = i1; i1 = xi;", 4)),
        ("swap_array", many("xi = ai[1]; ai[1] = ai[2]; ai[2] = xi;", 3)),
        ("polynomial", "xd = ((d0 * d1 + d2) * d1 + d3) * d1 + d0;".to_owned()),
        ("hash", many("xi = 31 * xi + i0;", 4)),
        ("hash_long", many("xl = 31L * xl + l0;", 4)),
        ("xorshift", "l0 ^= l0 << 13; l0 ^= l0 >>> 7; l0 ^= l0 << 17;".to_owned()),
        ("allocations", "o = new int[8]; o = new C(); o = new double[8];".to_owned()),
        ("getters", many("xi += c.getFi();", 4)),
        ("setters", many("c.setFi(i0);", 4)),
        ("casts", many("c = (C) o;", 4)),
    ];
    sources.extend(
        statements
            .iter()
            .map(|(name, statement)| source(name, statement)),
    );
}

fn source(name: &str, statement: &str) -> Source {
    let mut snippet = Snippet::new(format!("sequence_{name}"), ProgramKind::Sequence);
    "int xi = 0, i0 = 3, i1 = 5, i2 = 6, i3 = 7, k = 3, j = 2, h = 1; long xl = 0, l0 = 3, l1 = 5, l2 = 6, l3 = 7; \
     float xf = 0, f0 = 3, f1 = 5, f2 = 6, f3 = 7; double xd = 0, d0 = 3, d1 = 5, d2 = 6, d3 = 7; \
     C c = C.filled(), e = C.filled(); Object o = c; int[][] aa = new int[4][4]; \
     int[] ai = new int[16]; long[] al = new long[16]; float[] af = new float[16]; double[] ad = new double[16];"
        .clone_into(&mut snippet.declarations);
    snippet.statements = vec![statement.to_owned(); COPIES];
    snippet.source()
}
