//! Loops of every form that javac makes. Comments beside each method say how often its loops repeat, and how many
//! instructions it executes at most.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::float_cmp,
    reason = "a test may panic, and these numbers are whole"
)]

use bytecode::{ClassFile, Descriptor};
use cost::{AssumptionKind, Symbol, SymbolKind};
use crate::support::machine::{Object, Value, run};
use crate::support::{ONE_EACH, bounds, compile, compile_all, count, formula, method};
use tests::natural_loops;
use wcec::{MethodCost, NoteKind};

const TEXT: &str = include_str!("fixtures/Loops.java");
/// Loops whose bounds need the values of the whole method.
const FAR: &str = include_str!("fixtures/Far.java");

/// `loop@12` without the line, which the fixture does not give.
fn without_lines(text: &str) -> String {
    let mut parts = text.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}

/// The name in a line such as `static int upTo(int n) {`.
fn method_name(line: &str) -> &str {
    let before = line.split('(').next().unwrap_or_default();
    before.rsplit(' ').next().unwrap_or_default()
}

/// Compares the comments beside the methods of a fixture with the results.
fn compare(text: &str) -> usize {
    let bytes = compile(text);
    let class = ClassFile::parse(&bytes).expect("a class");
    let mut compared = 0;
    let mut different = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(expected) = line.trim().strip_prefix("//= ") else {
            continue;
        };
        let name = match method_name(lines.next().expect("a method")) {
            "Fixture" => "<init>",
            name => name,
        };
        let cost = count(&class, name);
        let found = match cost.loops.as_slice() {
            [] => formula(cost.cost.terms()),
            _ => format!(
                "{} => {}",
                bounds(&cost).join("; "),
                formula(cost.cost.terms())
            ),
        };
        let found = without_lines(&found);
        if found != expected {
            different.push(format!("{name}: {found}\n    instead of {expected}"));
        }
        compared += 1;
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    compared
}

#[test]
fn bounds_and_costs_are_those_beside_the_methods() {
    assert_eq!(compare(TEXT), 105, "methods with an expectation");
}

#[test]
fn bounds_from_the_values_of_the_whole_method_are_those_beside_it() {
    assert_eq!(compare(FAR), 84, "methods with an expectation");
}

/// Loops over what an object holds, links to, or has left.
const REACH: &str = include_str!("fixtures/Reach.java");

/// Loops over collections that the method fills, and loops that inner loops advance.
const FILLED: &str = include_str!("fixtures/Filled.java");

/// Compares the bounds of methods with the comments above them; this many methods have such comments.
#[track_caller]
fn assert_bounds_above(text: &str, methods: usize) {
    let classes = compile_all(text);
    let classes: Vec<_> = (classes.iter())
        .map(|bytes| ClassFile::parse(bytes).expect("a class"))
        .collect();
    let class = (classes.iter())
        .find(|class| class.name == "Fixture")
        .expect("the class");
    let mut different = Vec::new();
    let mut compared = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(expected) = line.trim().strip_prefix("//= ") else {
            continue;
        };
        let name = method_name(lines.next().expect("a method"));
        let found = without_lines(&bounds(&count(class, name)).join("; "));
        if found != expected {
            different.push(format!("{name}: {found} instead of {expected}"));
        }
        compared += 1;
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert_eq!(compared, methods, "methods with an expectation");
}

#[test]
fn loops_over_what_objects_hold_are_bounded_by_it() {
    assert_bounds_above(REACH, 41);
}

#[test]
fn loops_over_what_a_method_fills_are_bounded_by_what_fills_it() {
    assert_bounds_above(FILLED, 21);
}

/// Fields that callees may write.
const KEPT: &str = include_str!("fixtures/Kept.java");

#[test]
fn a_field_bounds_no_loop_after_a_known_callee_wrote_it() {
    assert_bounds_above(KEPT, 17);
}

/// Numbers that an object answers, before and after a call that may change the object.
const ANSWERED: &str = "abstract class Fixture {
    interface Matrix { int rows(); void grow(int n); }
    abstract int rows();
    abstract int columns();
    abstract void grow(int n);
    int before() { int n = rows(); grow(n); int s = 0; for (int i = 0; i < n; i++) { s++; } return s; }
    int ofArgument(Matrix a) { int n = a.rows(); a.grow(n); int s = 0; for (int i = 0; i < n; i++) { s++; } return s; }
    int both() {
        int n = rows(), m = columns(), s = 0;
        for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) { grow(j); s++; } }
        return s;
    }
    int after() { grow(3); int n = rows(); int s = 0; for (int i = 0; i < n; i++) { s++; } return s; }
    int branch(boolean b) { if (b) { grow(3); } int n = rows(); int s = 0; for (int i = 0; i < n; i++) { s++; } return s; }
    int inTest() { int s = 0; for (int i = 0; i < rows(); i++) { grow(i); s++; } return s; }
    int inLoop(int n) {
        int s = 0;
        for (int j = 0; j < n; j++) { int m = rows(); for (int i = 0; i < m; i++) { s++; } grow(j); }
        return s;
    }
}";

#[test]
fn what_an_object_answers_before_it_is_changed_bounds_a_loop_after_that() {
    let bytes = compile(ANSWERED);
    let class = ClassFile::parse(&bytes).expect("a class");
    let bounds = |name| bounds(&count(&class, name));
    assert_eq!(bounds("before"), ["rows()"]);
    assert_eq!(bounds("ofArgument"), ["a.rows()"]);
    assert_eq!(bounds("both"), ["rows()", "columns()"]);
    // What is done after the question changes nothing in the answer.
    assert_eq!(count(&class, "before").notes, []);
    for name in ["after", "branch", "inTest", "inLoop"] {
        let bounds = bounds(name);
        let at_entry = |bound: &&String| ["rows()", "columns()"].contains(&bound.as_str());
        assert!(
            !bounds.iter().any(|bound| at_entry(&bound)),
            "{name}: {bounds:?}"
        );
    }
}

/// Fields that constructors write.
const CONSTRUCTED: &str = include_str!("fixtures/Constructed.java");

#[test]
fn a_constructor_changes_no_older_object_by_writing_the_fields_of_its_own() {
    assert_bounds_above(CONSTRUCTED, 8);
}

#[test]
fn what_such_a_bound_assumes_is_noted() {
    let classes = compile_all(REACH);
    let bytes = (classes.iter())
        .find(|bytes| ClassFile::parse(bytes).is_ok_and(|class| class.name == "Fixture"));
    let class = ClassFile::parse(bytes.expect("the class")).expect("a class");
    let notes = |name| -> Vec<NoteKind> {
        let notes = count(&class, name).notes.into_iter();
        notes.map(|note| note.kind).collect()
    };
    for name in [
        "list", "find", "root", "until", "reversed", "nested", "union", "probe",
    ] {
        assert!(
            notes(name).contains(&NoteKind::Assumes(AssumptionKind::NothingTwice)),
            "{name}"
        );
    }
    let assumed = |field: &str| {
        NoteKind::Assumes(AssumptionKind::FieldUnchanged {
            field: field.to_owned(),
        })
    };
    assert!(notes("grandchildren").contains(&assumed("node.children().size()")));
    for name in ["sentinel", "twice"] {
        assert_eq!(notes(name), [], "{name}");
    }
    // `to - 1` wraps around if `to` is the smallest int.
    let no_overflow = NoteKind::Assumes(AssumptionKind::NoOverflow);
    assert_eq!(notes("search"), [no_overflow]);
}

/// Loops that count to a number that may be the last of its type.
const TO_THE_LAST: &str = "class Fixture {
    static int upTo(int n) { int s = 0; for (int i = 1; i <= n; i++) { s += i; } return s; }
    static int downTo(int n) { int s = 0; for (int i = 9; i >= n; i--) { s += i; } return s; }
    static int near(int n) { int s = 0; for (int i = n; i < n + 3; i++) { s += i; } return s; }
    static int found(int n, int k) { for (int i = 1; i <= n; i++) { if (i * i == k) { return i; } } return 0; }
    static int byTwo(int n) { int s = 0; for (int i = 1; i <= n; i += 2) { s += i; } return s; }
}";

#[test]
fn counting_to_the_last_number_assumes_nothing_if_continuing_would_never_return() {
    let bytes = compile(TO_THE_LAST);
    let class = ClassFile::parse(&bytes).expect("a class");
    let notes = |name| -> Vec<NoteKind> {
        let notes = count(&class, name).notes.into_iter();
        notes.map(|note| note.kind).collect()
    };
    for name in ["upTo", "downTo", "near"] {
        assert_eq!(notes(name), [], "{name}");
    }
    // After the last number, `found` may find its number, and `byTwo` may meet a number that fails the test.
    for name in ["found", "byTwo"] {
        let no_overflow = NoteKind::Assumes(AssumptionKind::NoOverflow);
        assert_eq!(notes(name), [no_overflow], "{name}");
    }
}

/// Counters whose types are narrower than an int.
const NARROW: &str = "class Fixture {
    static int letters(char c) { int s = 0; for (char i = c; i < 'z'; i++) { s++; } return s; }
    static int below(byte n) { int s = 0; for (byte i = 0; i < n; i++) { s++; } return s; }
    static int ofInt(int n) { int s = 0; for (char i = (char) n; i < 70; i++) { s++; } return s; }
    static int upTo(char c) { int s = 0; for (char i = 'a'; i <= c; i++) { s++; } return s; }
    static int byNine(byte n) { int s = 0; for (byte i = 0; i < n; i += 9) { s++; } return s; }
    static int down(char c) { int s = 0; for (char i = c; i > 0; i -= 7) { s++; } return s; }
    static int unequal(short n) { int s = 0; for (short i = 0; i != n; i += 2) { s++; } return s; }
}";

#[test]
fn counters_of_narrow_types_have_the_limits_of_their_types() {
    let bytes = compile(NARROW);
    let class = ClassFile::parse(&bytes).expect("a class");
    let found = |name| {
        let cost = count(&class, name);
        let assumed = cost.notes.iter();
        let assumed =
            assumed.filter(|note| note.kind == NoteKind::Assumes(AssumptionKind::NoOverflow));
        (bounds(&cost).concat(), assumed.count())
    };
    for (name, bound, assumed) in [
        ("letters", "(122 − c)", 0),
        ("below", "n", 0),
        ("ofInt", "70", 0),
        // The largest char is followed by 0, and the loop continues.
        ("upTo", "(c − 96)", 1),
        ("byNine", "⌈n/9⌉", 1),
        ("down", "⌈c/7⌉", 1),
    ] {
        assert_eq!(found(name), (bound.to_owned(), assumed), "{name}");
    }
    assert!(
        found("unequal").0.starts_with("loop@"),
        "it may pass the other side"
    );
}

/// The bound where each of the symbols has its value.
fn evaluate(cost: &MethodCost, value_of: impl Fn(&Symbol) -> f64) -> f64 {
    let tally = cost.cost.evaluate(&|symbol| Some(value_of(symbol)));
    tally.expect("every symbol has a value").mean(&ONE_EACH)
}

#[test]
fn without_branches_on_data_the_bound_is_what_a_machine_executes() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let of_numbers = [
        "upTo",
        "upToAndWith",
        "down",
        "downAbove",
        "byTwo",
        "between",
        "swapped",
        "unequal",
        "ten",
        "strideThree",
        "never",
        "unequalConstant",
        "letters",
        "whileDown",
        "whilePrefix",
        "doWhilePrefix",
        "longToInt",
        "allocated",
        "derived",
        "nested",
        "cube",
        "fromOne",
        "triangle",
        "upperTriangle",
        "bubble",
        "lessThanCounter",
        "twoBehindCounter",
        "withCounter",
        "tetrahedron",
        "triples",
        "backwardsTriangle",
        "betweenTriangle",
        "constantTriangle",
        "trapezium",
    ];
    for name in of_numbers {
        let method = method(&class, name);
        let loops = natural_loops(method.code.as_ref().expect("code"));
        let cost = count(&class, name);
        for (n, m) in [
            (0, 0),
            (0, 1),
            (1, 1),
            (1, 4),
            (2, 9),
            (5, 7),
            (10, 30),
            (3, 1),
        ] {
            let arguments = [Value::Int(n), Value::Int(m)];
            let descriptor = Descriptor::new(method.descriptor.as_bytes());
            let arguments = &arguments[..descriptor.arguments().count()];
            let trace = run(&class, method, &loops, arguments, Vec::new(), 1_000_000);
            let executed: u64 = trace.counts.iter().sum();
            let bound = evaluate(&cost, |symbol| match symbol.name.as_str() {
                "n" | "from" => f64::from(n),
                "m" | "to" => f64::from(m),
                other => panic!("{name} does not depend on {other}"),
            });
            assert_eq!(bound, executed as f64, "{name} of {n} and {m}");
        }
    }
}

#[test]
fn bounds_over_arrays_are_what_a_machine_executes() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    for name in ["length", "lengthLessOne", "kept", "each", "meeting"] {
        let method = method(&class, name);
        let loops = natural_loops(method.code.as_ref().expect("code"));
        let cost = count(&class, name);
        for length in 0..9_u8 {
            let heap = vec![Object::Array(vec![Value::Int(1); usize::from(length)])];
            let trace = run(&class, method, &loops, &[Value::Object(0)], heap, 1_000_000);
            let executed: u64 = trace.counts.iter().sum();
            let bound = evaluate(&cost, |symbol| {
                assert_eq!(symbol.name, "a.length");
                f64::from(length)
            });
            assert_eq!(bound, executed as f64, "{name} of {length} elements");
        }
    }
}

#[test]
fn symbols_say_what_they_stand_for() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let only = |name: &str| {
        let cost = count(&class, name);
        let [symbol] = cost.symbols.as_slice() else {
            panic!("{name} has the symbols {:?}", cost.symbols);
        };
        (**symbol).clone()
    };
    let n = only("upTo");
    assert_eq!(n.key, "Fixture.upTo(I)I:n");
    assert_eq!(n.kind, SymbolKind::Parameter);
    assert_eq!(n.meaning, "the parameter n");
    assert_eq!(only("length").key, "Fixture.length([I)I:a.length");
    assert_eq!(only("length").kind, SymbolKind::ArrayLength);
    assert_eq!(only("field").kind, SymbolKind::Field);
    let unknown = only("unknown");
    let line = unknown.line.expect("a line");
    assert_eq!(unknown.kind, SymbolKind::Loop);
    assert_eq!(unknown.name, format!("loop@{line}"));
    assert_eq!(
        unknown.meaning,
        format!("how often control returns to the beginning of the loop at line {line}")
    );
}

#[test]
fn a_field_that_a_called_method_may_change_is_noted() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    assert_eq!(count(&class, "field").notes, []);
    for name in ["fieldCalls", "fieldCallsBefore"] {
        let notes = count(&class, name).notes;
        let [note] = notes.as_slice() else {
            panic!("{name}: {notes:?}");
        };
        let field = "size".to_owned();
        assert_eq!(
            note.kind,
            NoteKind::Assumes(AssumptionKind::FieldUnchanged { field })
        );
        let line = note.line.expect("a line");
        assert_eq!(
            note.to_string(),
            format!("assumes at line {line} that called methods do not change size")
        );
    }
}

#[test]
fn symbols_without_a_value_are_listed() {
    let bytes = compile(TEXT);
    let class = ClassFile::parse(&bytes).expect("a class");
    let cost = count(&class, "nested");
    let one = |symbol: &Symbol| (symbol.name == "n").then_some(2.0);
    let missing = cost.cost.evaluate(&one).expect_err("m has no value");
    let names: Vec<&str> = missing.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["m"]);
}

#[test]
fn an_exact_count_says_whether_it_relies_on_an_assumption() {
    let bytes = compile(
        "class Fixture {
            static int array(int[] items) { int n = 0; for (int i : items) n += i; return n; }
            static int list(java.util.List<Integer> items) { int n = 0; for (Integer i : items) n++; return n; }
            static int map(java.util.Map<Integer, Integer> items) { int n = 0; for (Integer i : items.keySet()) n++; return n; }
            static int index(java.util.List<Integer> items) { int n = 0; for (int i = 0; i < items.size(); i++) n++; return n; }
            static int queue(java.util.Deque<Integer> items) { int n = 0; while (!items.isEmpty()) { items.pop(); n++; } return n; }
            static int pairs(java.util.Iterator<Integer> items) { int n = 0; while (items.hasNext()) { items.next(); items.next(); n++; } return n; }
            static int inner(java.util.List<java.util.List<Integer>> items) { int n = 0; for (java.util.List<Integer> of : items) for (Integer i : of) n++; return n; }
        }",
    );
    let class = ClassFile::parse(&bytes).expect("a class");
    let exact = |name: &str| -> Vec<(String, bool)> {
        let trips = count(&class, name).exact;
        let told = trips.iter();
        told.map(|trip| (trip.bound.to_string(), trip.is_certain))
            .collect()
    };
    let certain = |bound: &str| vec![(bound.to_owned(), true)];
    let assumed = |bound: &str| vec![(bound.to_owned(), false)];
    assert_eq!(exact("array"), certain("items.length"));
    assert_eq!(exact("list"), assumed("items.size()"));
    assert_eq!(exact("map"), assumed("items.size()"));
    assert_eq!(exact("index"), assumed("items.size()"));
    assert_eq!(exact("queue"), assumed("items.size()"));
    assert_eq!(exact("pairs"), []);
    // The largest of several lists says nothing about each of them.
    assert_eq!(exact("inner"), assumed("items.size()"));
}

#[test]
fn a_size_is_an_exact_count_only_if_the_loop_repeats_that_often() {
    let bytes = compile(
        "import java.util.*;
        class Fixture {
            Deque<Integer> waiting = new ArrayDeque<>();
            abstract static class Form { abstract List<Integer> values(); }
            void visit(int i) { if (i > 0) waiting.push(i - 1); }
            static void go(Iterator<Integer> it) { it.next(); }
            static List<Integer> other(List<Integer> items) { return new ArrayList<>(items); }

            int first(List<Integer> items) { Iterator<Integer> it = items.iterator(); int n = it.next(); while (it.hasNext()) n += it.next(); return n; }
            int nested(List<Integer> one, List<Integer> two) { int n = 0; for (Integer i : one) for (Integer j : two) n++; return n; }
            int nestedIndex(List<Integer> one, List<Integer> two) { int n = 0; for (int i = 0; i < one.size(); i++) for (int j = 0; j < two.size(); j++) n++; return n; }
            int counted(List<Integer> items) { int n = items.size(); int m = 0; for (int i = 0; i < n; i++) { items.remove(0); m++; } return m; }

            void twoEach(Deque<Integer> q) { while (!q.isEmpty()) { q.pop(); q.pop(); } }
            void again(Deque<Integer> q, int n) { for (int i = 0; i < n; i++) while (!q.isEmpty()) q.pop(); }
            void work() { while (!waiting.isEmpty()) visit(waiting.pop()); }
            void passed(List<Integer> items) { Iterator<Integer> it = items.iterator(); while (it.hasNext()) { it.next(); go(it); } }
            void chunks(List<Integer> items) { Iterator<Integer> it = items.iterator(); while (it.hasNext()) { int k = 0; while (k < 3 && it.hasNext()) { it.next(); k++; } } }
            int rest(List<Integer> items) { Iterator<Integer> it = items.iterator(); while (it.hasNext()) if (it.next() > 3) break; int n = 0; while (it.hasNext()) n += it.next(); return n; }
            void removing(List<Integer> items) { for (int i = 0; i < items.size(); i++) items.remove(0); }
            int smaller(List<Integer> items) { items.remove(0); int n = 0; for (Integer i : items) n++; return n; }
            int growing(List<Integer> items, int n) { int m = 0; for (int i = 0; i < n; i++) { items.add(i); for (Integer j : items) m++; } return m; }
            int form(Form form) { int n = 0; for (Integer i : form.values()) n++; return n; }
            int parts(List<Integer> items) { int n = 0; for (Integer i : items.subList(0, 2)) n++; for (Integer i : items.subList(2, 9)) n++; return n; }
            int elements(List<List<Integer>> lists) { int n = 0; for (Integer i : lists.get(0)) n++; for (Integer i : lists.get(1)) n++; return n; }
            int either(int[] a, boolean c) { int[] x = c ? a : new int[0]; int n = 0; for (int i : x) n += i; return n; }
            int copy(List<Integer> items) { int n = 0; for (Integer i : new HashSet<>(items)) n++; return n; }
            int both(int[] a, int[] b) { int n = 0; for (int i = 0; i < a.length && i < b.length; i++) n += a[i] * b[i]; return n; }
            int later(List<Integer> items) { int n = 0; for (ListIterator<Integer> it = items.listIterator(5); it.hasNext();) n += it.next(); return n; }
            int back(List<Integer> items) { int n = 0; for (ListIterator<Integer> it = items.listIterator(items.size()); it.hasPrevious();) n += it.previous(); return n; }
        }",
    );
    let class = ClassFile::parse(&bytes).expect("a class");
    let exact = |name: &str| -> Vec<String> {
        let trips = count(&class, name).exact;
        trips.iter().map(|trip| trip.bound.to_string()).collect()
    };
    let expected: [(&str, &[&str]); 21] = [
        ("nested", &["one.size()", "two.size()"]),
        ("nestedIndex", &["one.size()", "two.size()"]),
        ("counted", &["items.size()"]),
        ("back", &["items.size()"]),
        ("first", &["(items.size() − 1)"]),
        // The second loop gets what the first one leaves.
        ("rest", &["items.size()"]),
        ("again", &["n"]),
        ("growing", &["n"]),
        // Unless the iterator ends earlier.
        ("chunks", &["3"]),
        ("both", &[]),
        ("twoEach", &[]),
        ("work", &[]),
        ("passed", &[]),
        ("removing", &[]),
        ("smaller", &[]),
        ("form", &[]),
        ("parts", &[]),
        ("elements", &[]),
        ("either", &[]),
        ("copy", &[]),
        ("later", &[]),
    ];
    let found = expected.map(|(name, _)| (name, exact(name)));
    assert_eq!(
        found,
        expected.map(|(name, bounds)| (
            name,
            bounds.iter().map(|bound| (*bound).to_owned()).collect()
        ))
    );
}
