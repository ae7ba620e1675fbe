//! The statements behind the 174 measured patterns, compiled by the real javac, get the prices of those patterns.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use std::fmt::Write as _;

use bytecode::ClassFile;
use posterior::{Device, Posterior};
use pricing::Pricer;

const PATTERNS: &str = include_str!("../../model-data/patterns-174.tsv");

/// Events besides the pattern's own, as `provenance operation data_type data_size`.
const ACCOMPANYING: &[(u32, &[&str])] = &[
    // `else_branch` was measured as a whole. Its bytecode is an if, a jump over the else branch and that branch.
    (
        121,
        &[
            "transferred goto int load",
            "modelled if_icmp_eq int load",
            "modelled variable_declaration int load",
        ],
    ),
    // Each break is a jump, but the last one would lead to the next instruction.
    (122, &["transferred goto int load"; 3]),
    (123, &["transferred goto int load"; 3]),
    // The called method has a body.
    (124, &["unpriced callee int load"]),
    (125, &["unpriced callee int load"]),
    (126, &["unpriced callee int load"]),
    (127, &["unpriced callee long load"]),
    (128, &["unpriced callee double load"]),
    (129, &["unpriced callee float load"]),
    (142, &["unpriced callee int load"]),
];

/// Statements whose own pattern is only priced through its parts.
const IN_PARTS: [u32; 1] = [121];

struct Statement<'t> {
    id: u32,
    operation: &'t str,
    data_type: &'t str,
    data_size: &'t str,
    text: &'t str,
}

fn statements() -> Vec<Statement<'static>> {
    let rows = PATTERNS.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, _, operation, data_type, data_size, text] = columns[..] else {
            panic!("six columns: {line}");
        };
        Statement {
            id: id.parse().expect("a number"),
            operation,
            data_type,
            data_size,
            text,
        }
    });
    rows.collect()
}

/// The type of the result of a conversion such as `d2l`.
fn converted(operation: &str) -> Option<&'static str> {
    let (_, target) = operation.split_once('2')?;
    Some(match target {
        "b" => "byte",
        "c" => "char",
        "d" => "double",
        "f" => "float",
        "i" => "int",
        "l" => "long",
        "s" => "short",
        _ => return None,
    })
}

impl Statement<'_> {
    /// The variables of the statement. They are parameters, so that only the statement itself has instructions.
    fn parameters(&self) -> String {
        let java_type = match self.data_type {
            "reference" => "Object",
            primitive => primitive,
        };
        match self.operation {
            "array_length" => "int[] a, int x".to_owned(),
            operation if operation.starts_with("array_") => {
                format!("{java_type}[] a, {java_type} x, {java_type} y")
            }
            operation if operation.starts_with("if_") && self.data_type == "reference" => {
                "Object o, Object p".to_owned()
            }
            "object_allocation" | "non_static_call" => "C o".to_owned(),
            operation if operation.ends_with("_field") => {
                format!("C o, {java_type} x, {java_type} y")
            }
            operation => {
                let result = converted(operation).unwrap_or(java_type);
                format!("{result} x, {java_type} y, {java_type} z, int k")
            }
        }
    }
}

fn java(statements: &[Statement<'_>]) -> String {
    let mut text = String::from(
        "class C {
            int fi; long fl; double fd; float ff;
            static int gi; static long gl; static double gd; static float gf;
            void callV() {}
        }
        class Statements {
            static void callS() {}
            static int ret_i() { return 0; }
            static long ret_l() { return 0; }
            static double ret_d() { return 0; }
            static float ret_f() { return 0; }\n",
    );
    for statement in statements {
        let (id, parameters) = (statement.id, statement.parameters());
        let _ = writeln!(
            text,
            "static void s{id}({parameters}) {{ {} }}",
            statement.text
        );
    }
    text.push_str("}\n");
    text
}

/// The events of a method as the mapping prices them, sorted.
fn priced_events(pricer: &Pricer, class: &ClassFile<'_>, method: &str) -> Vec<String> {
    let units = support::price(pricer, class, support::method(class, method, ""));
    let mut events: Vec<String> = units
        .iter()
        .map(|unit| {
            let pattern = pricer.pattern(unit.pattern).expect("a pattern");
            assert!((unit.count - 1.0).abs() < f64::EPSILON, "{method}");
            format!(
                "{} {} {} {}",
                pattern.provenance.name(),
                pattern.operation,
                pattern.data_type,
                pattern.data_size
            )
        })
        .collect();
    events.sort();
    events
}

#[test]
fn each_reference_statement_has_its_pattern_and_extra_events() {
    let statements = statements();
    assert_eq!(statements.len(), 174);
    let text = java(&statements);
    let pricer = support::default_pricer();
    for jdk in support::jdks("each_reference_statement_has_its_pattern_and_extra_events") {
        let bytes = support::compile(&jdk, "Statements", &text);
        let class = ClassFile::parse(&bytes).expect("a class");
        let mut wrong = Vec::new();
        for statement in &statements {
            let Statement {
                id,
                operation,
                data_type,
                data_size,
                text,
            } = statement;
            let mut expected = Vec::new();
            if !IN_PARTS.contains(id) {
                expected.push(format!("modelled {operation} {data_type} {data_size}"));
            }
            let accompanying = ACCOMPANYING.iter().filter(|(of, _)| of == id);
            expected.extend(
                accompanying
                    .flat_map(|(_, events)| *events)
                    .map(ToString::to_string),
            );
            expected.sort();
            let found = priced_events(&pricer, &class, &format!("s{id}"));
            if found != expected {
                wrong.push(format!(
                    "{id} {text}\n    found    {found:?}\n    expected {expected:?}"
                ));
            }
        }
        assert!(
            wrong.is_empty(),
            "JDK {}:\n{}",
            jdk.version,
            wrong.join("\n")
        );
    }
}

/// Equation 2 of Nyholm et al. 2025: a pattern's mean is the sum of one level of each category. The two call patterns
/// are cells of their own.
#[test]
fn each_reference_statement_costs_the_sum_of_its_levels() {
    let statements = statements();
    let pricer = support::default_pricer();
    let model = Posterior::default_model();
    let level = |name: String| {
        let id = model.feature_id(&name).unwrap_or_else(|| panic!("{name}"));
        model.feature_mean(id)
    };
    let jdk = &support::jdk();
    let bytes = support::compile(jdk, "Statements", &java(&statements));
    let class = ClassFile::parse(&bytes).expect("a class");
    for statement in statements.iter().filter(|row| !IN_PARTS.contains(&row.id)) {
        let name = format!("s{}", statement.id);
        let units = support::price(&pricer, &class, support::method(&class, &name, ""));
        let own = units
            .iter()
            .filter(|unit| {
                let pattern = pricer.pattern(unit.pattern).expect("a pattern");
                pattern.operation == statement.operation
            })
            .copied();
        let found = model.mean(&support::features(&pricer, own), Device::Any).0;
        let levels = if statement.operation.ends_with("_call") {
            level(format!("call_cell:{}", statement.operation))
        } else {
            level(format!("operation:{}", statement.operation))
                + level(format!("data_type:{}", statement.data_type))
                + level(format!("data_size:{}", statement.data_size))
        };
        let expected = levels + f64::midpoint(6.739_114e-9, 5.074_944e-11);
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{} {}: {found} instead of {expected}",
            statement.id,
            statement.text
        );
    }
}
