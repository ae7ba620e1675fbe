//! The work that a model of compiled code counts in Java loops, compiled by the real javac.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use std::collections::BTreeSet;
use std::sync::Arc;

use bytecode::ClassFile;
use bytecode::events::{Interpreter, assign_compiler_roles, events};
use posterior::Posterior;
use pricing::{Mapping, Pricer, Provenance};

const COMPILED_MODEL: &str = include_str!("../fixtures/models/compiled.json");

/// Methods, and the kinds of work counted in each.
const METHODS: &[(&str, &[&str])] = &[
    (
        "static void scale(double[] x, double[] a, double f) { for (int i = 0; i < x.length; i++) { x[i] = a[i] * f; } }",
        &[
            "array_length",
            "array_read_vector",
            "array_write_vector",
            "branch_vector",
            "integer_vector",
            "jump_vector",
            "real_vector",
        ],
    ),
    // Integers can be added in any order, so this becomes vector instructions, too.
    (
        "static int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }",
        &[
            "array_length",
            "array_read_vector",
            "branch_vector",
            "integer_vector",
            "jump_vector",
        ],
    ),
    // The next addition waits for this one, because floating-point numbers are rounded.
    (
        "static double sum(double[] a) { double s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }",
        &[
            "array_length",
            "array_read",
            "branch",
            "integer",
            "jump",
            "real_chain",
        ],
    ),
    (
        "static int shift(int x, int n) { for (int i = 0; i < n; i++) { x = x ^ (x << 13); } return x; }",
        &["branch", "integer", "integer_chain", "jump"],
    ),
    (
        "static int above(int[] a, int n) { int c = 0; for (int i = 0; i < n; i++) { if (a[i] > 7) { c++; } } return c; }",
        &["array_read", "branch", "branch_on_data", "integer", "jump"],
    ),
    (
        "static int even(int n) { int c = 0; for (int i = 0; i < n; i++) { if (i % 2 == 0) { c++; } } return c; }",
        &[
            "branch",
            "branch_on_data",
            "division_by_constant",
            "integer",
            "jump",
        ],
    ),
    // A multiplication replaces a division by a constant, except of a `double`.
    (
        "static double thirds(double s, int n) { for (int i = 0; i < n; i++) { s = s / 3 + 1; } return s; }",
        &["branch", "integer", "jump", "real_chain", "real_division_chain"],
    ),
    (
        "static long digits(long n, long base) { return n / 10L + n % base; }",
        &["division_by_constant", "integer", "long_division"],
    ),
    (
        "static int random(int x, int n) { for (int i = 0; i < n; i++) { x = x * 1103515245 + 12345; } return x; }",
        &[
            "branch",
            "integer",
            "integer_chain",
            "jump",
            "multiplication_chain",
        ],
    ),
    // The next hash code depends on the last one; a sum of products does not.
    (
        "static int hash(int[] a) { int h = 1; for (int i = 0; i < a.length; i++) { h = 31 * h + a[i]; } return h; }",
        &[
            "array_length",
            "array_read",
            "branch",
            "integer",
            "integer_chain",
            "jump",
            "multiplication_chain",
        ],
    ),
    (
        "static long products(long[] a, long[] b, int n) { long s = 0; for (int i = 0; i < n; i++) { s += a[i] * b[i]; } return s; }",
        &[
            "array_read_vector",
            "branch_vector",
            "integer_vector",
            "jump_vector",
        ],
    ),
    // A call, a division or an array of objects prevents vector instructions.
    (
        "static void calls(int[] a, Runnable r) { for (int i = 0; i < a.length; i++) { a[i] = i; r.run(); } }",
        &[
            "array_length",
            "array_write",
            "branch",
            "integer",
            "interface_call",
            "jump",
        ],
    ),
    (
        "static void divides(int[] a, int d) { for (int i = 0; i < a.length; i++) { a[i] = a[i] / d; } }",
        &[
            "array_length",
            "array_read",
            "array_write",
            "branch",
            "int_division",
            "integer",
            "jump",
        ],
    ),
    (
        "static void fills(Object[] a, Object o) { for (int i = 0; i < a.length; i++) { a[i] = o; } }",
        &[
            "array_length",
            "branch",
            "integer",
            "jump",
            "reference_array_write",
        ],
    ),
    // In a nest, only the inner loop becomes one.
    (
        "static void nest(int[][] a, int n) { for (int i = 0; i < n; i++) { int[] row = a[i]; for (int j = 0; j < n; j++) { row[j] += j; } } }",
        &[
            "array_read",
            "array_read_vector",
            "array_write_vector",
            "branch",
            "branch_vector",
            "integer",
            "integer_vector",
            "jump",
            "jump_vector",
        ],
    ),
    (
        "static int moves(int a) { int b = a; int c = b; return c; }",
        &[],
    ),
];

fn text() -> String {
    let methods: Vec<&str> = METHODS.iter().map(|(method, _)| *method).collect();
    format!("class Loops {{ {} }}", methods.join("\n"))
}

#[test]
fn each_loop_counts_the_work_of_its_compiled_code() {
    for jdk in support::jdks("each_loop_counts_the_work_of_its_compiled_code") {
        let bytes = support::compile(&jdk, "Loops", &text());
        let class = ClassFile::parse(&bytes).expect("a class file");
        let methods: Vec<_> = class
            .methods
            .iter()
            .filter(|method| method.name != "<init>")
            .collect();
        assert_eq!(methods.len(), METHODS.len());
        for (method, (text, expected)) in methods.into_iter().zip(METHODS) {
            let code = method.code.as_ref().expect("code");
            let mut events = events(&class, code);
            assign_compiler_roles(code, &mut events);
            let work = events.iter().filter_map(pricing::work_of_event);
            let work: BTreeSet<&str> = work.filter(|kind| !kind.ends_with("method")).collect();
            let expected: BTreeSet<&str> = expected.iter().copied().collect();
            assert_eq!(work, expected, "{text} on JDK {}", jdk.version);
        }
    }
}

/// A compiler copies a short method into its callers. `long_` has 41 bytes (javap).
#[test]
fn a_call_is_counted_by_the_return_of_its_callee() {
    const CALLS: &str = "class Calls {
        int x;
        static int caller(int a) { return callee(a); }
        static int callee(int a) { return a; }
        int receiver() { return this.caller2(); }
        private int caller2() { return x; }
        static int long_(int a, int b, int c, int d, int e) { return ((((((((a * b + c) * d + e) * a + b) * c + d) * e + a) * b + c) * d + e) * a + b) * c + d; }
    }";
    let jdk = support::jdk();
    let bytes = support::compile(&jdk, "Calls", CALLS);
    let class = ClassFile::parse(&bytes).expect("a class file");
    let work = |name: &str| -> Vec<&str> {
        let method = class.methods.iter().find(|method| method.name == name);
        let code = method.and_then(|method| method.code.as_ref()).expect(name);
        let mut events = events(&class, code);
        assign_compiler_roles(code, &mut events);
        events.iter().filter_map(pricing::work_of_event).collect()
    };
    assert_eq!(work("caller"), ["argument", "inlined_method"]);
    assert_eq!(work("callee"), ["inlined_method"]);
    assert_eq!(work("receiver"), ["virtual_call", "inlined_method"]);
    assert_eq!(work("long_").last(), Some(&"method"));
}

/// The model has prices for a single integer operation and for vectors, but none for reading an array.
#[test]
fn work_of_a_loop_that_was_not_measured_costs_what_it_costs_elsewhere() {
    let jdk = support::jdk();
    let bytes = support::compile(&jdk, "Loops", &text());
    let class = ClassFile::parse(&bytes).expect("a class file");
    let posterior = Posterior::from_json(COMPILED_MODEL).expect("a model");
    let pricer = Pricer::new(Arc::new(posterior), Mapping::Stack);
    let provenance = |method: &str, operation: &str, place: &str| {
        let found = class
            .methods
            .iter()
            .filter(|known| known.name == method)
            .find_map(|method| {
                let (mut events, mut units) = (Vec::new(), Vec::new());
                let code = method.code.as_ref()?;
                let mut interpreter = Interpreter::default();
                pricer.price_code(&mut interpreter, (&class, code), &mut events, &mut units);
                units.iter().find_map(|unit| {
                    let pattern = pricer.pattern(unit.pattern)?;
                    let is_it = pattern.operation == operation && pattern.data_size == place;
                    is_it.then_some(pattern.provenance)
                })
            });
        found.unwrap_or_else(|| panic!("{operation} {place} in {method}"))
    };
    assert_eq!(
        provenance("scale", "increase", "vector"),
        Provenance::Modelled
    );
    assert_eq!(
        provenance("shift", "bit_xor", "chain"),
        Provenance::Approximated
    );
    assert_eq!(
        provenance("scale", "array_load", "vector"),
        Provenance::Unpriced
    );
    assert_eq!(
        provenance("moves", "variable_declaration", "load"),
        Provenance::Correction
    );
}
