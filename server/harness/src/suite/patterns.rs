//! The 174 patterns of Nyholm, Mostowski and Reichenbach 2025, Table 1.

use campaign::{ProgramKind, Triple};

use super::source::{Snippet, Source, rename};

/// For each category, the patterns with a statement that javac compiles to each.
const PATTERNS: &str = include_str!("../../../../model-data/patterns-174.tsv");

/// The number of copies of the statement in the loop's body.
const COPIES: usize = 8;

/// The members that the statements call.
const MEMBERS: &str = "static void callS() {}
    static int ret_i() { return 5; }
    static long ret_l() { return 1L; }
    static double ret_d() { return 1.0; }
    static float ret_f() { return 2.0f; }";

pub(super) fn sources() -> Vec<Source> {
    PATTERNS
        .lines()
        .skip(1)
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [number, _, operation, data_type, data_size, statement] = fields[..] else {
                return None;
            };
            let name = format!("pattern_{number:0>3}_{operation}_{data_type}_{data_size}");
            let mut snippet = Snippet::new(name, ProgramKind::Pattern);
            snippet.triple = Some(Triple {
                operation: operation.to_owned(),
                data_type: data_type.to_owned(),
                data_size: data_size.to_owned(),
            });
            if operation == "static_call" || operation == "return" {
                MEMBERS.clone_into(&mut snippet.members);
            }
            snippet.declarations = [0, 1]
                .map(|copy| declarations(operation, data_type, copy))
                .join(" ");
            snippet.statements = (0..COPIES)
                .map(|copy| {
                    let names = ["x", "y", "z", "k", "o", "p", "a"]
                        .map(|name| (name, format!("{name}{}", copy % 2)));
                    rename(statement, &names)
                })
                .collect();
            Some(snippet.source())
        })
        .collect()
}

/// The variables of every second copy. Conditions are true in half of the copies.
fn declarations(operation: &str, data_type: &str, copy: usize) -> String {
    let kind = match data_type {
        "reference" => "Object",
        other => other,
    };
    let result = match operation {
        "d2f" | "i2f" | "l2f" => "float",
        "d2i" | "f2i" | "l2i" | "array_length" => "int",
        "d2l" | "f2l" | "i2l" => "long",
        "f2d" | "i2d" | "l2d" => "double",
        "i2b" => "byte",
        "i2c" => "char",
        "i2s" => "short",
        _ => kind,
    };
    if operation == "object_allocation" || operation == "non_static_call" {
        return format!("C o{copy} = new C();");
    }
    if operation.starts_with("if_acmp") || operation.ends_with("null") {
        let o = if copy == 0 { "null" } else { "new C()" };
        return format!("Object o{copy} = {o}; Object p{copy} = null;");
    }
    if operation.ends_with("_field") {
        return format!("{kind} x{copy} = 0; {kind} y{copy} = 3; C o{copy} = C.filled();");
    }
    if operation.starts_with("array_") {
        let element = if operation == "array_length" {
            "int"
        } else {
            kind
        };
        let value = if kind == "Object" { "null" } else { "3" };
        let result_value = if result == "Object" { "null" } else { "0" };
        return format!(
            "{result} x{copy} = {result_value}; {kind} y{copy} = {value}; {element}[] a{copy} = new {element}[4];"
        );
    }
    let (y, z) = operands(operation, copy);
    format!("{result} x{copy} = 0; {kind} y{copy} = {y}; {kind} z{copy} = {z}; int k{copy} = 3;")
}

/// Two values. In the first copy, they are equal; in the second, they reverse the result of the condition.
fn operands(operation: &str, copy: usize) -> (i32, i32) {
    let with_zero = !operation.starts_with("if_icmp");
    match (operation, copy) {
        (name, 0) if name.starts_with("if_") => {
            if with_zero {
                (0, 0)
            } else {
                (3, 3)
            }
        }
        ("if_gt" | "if_le", _) => (5, 0),
        ("if_lt" | "if_ge", _) => (-5, 0),
        ("if_icmp_gt" | "if_icmp_le", _) => (5, 3),
        ("else_branch", 0) => (3, 3),
        ("tableswitch", 0) => (2, 0),
        ("tableswitch", _) => (4, 0),
        ("lookupswitch", 0) => (200, 0),
        ("lookupswitch", _) => (4_000_000, 0),
        (name, _) if name.starts_with("if_") => (3, 5),
        _ => (1_234_567, 7),
    }
}
