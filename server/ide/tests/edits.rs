//! After edits, a program equals a new one with the same classes, and what does not depend on the edits is not recomputed.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use calls::{Library, NoLibrary};
use ide::{Detail, Mapping, Model, Program, ProgramClass, Scratch, StateClass, StateCode, analyse_class};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The states of each class. All combinations compile.
const STATES: [(&str, [&str; 3]); 5] = [
    (
        "Leaf",
        [
            "class Leaf { static int f(int n) { return n + 1; } int g(int n) { return n; } }",
            "class Leaf { static int f(int n) { if (n == -7) { int s = 0; for (int i = 0; i < 99; i++) s += i; throw new Error(); } return n * n + 1; } int g(int n) { return n; } }",
            "class Leaf { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } int g(int n) { return f(n); } }",
        ],
    ),
    (
        "Middle",
        [
            "class Middle extends Leaf { static int twice(int n) { return Leaf.f(n) + Leaf.f(2 * n); } }",
            "class Middle extends Leaf { static int twice(int n) { try { return Leaf.f(n) - Leaf.f(3 * n); } catch (Error e) { return n; } } }",
            "class Middle extends Leaf { static int twice(int n) { return 2 * Leaf.f(n); } int g(int n) { return n * twice(n); } }",
        ],
    ),
    (
        "Circle",
        [
            "class Circle { static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); } }",
            "class Circle { static int even(int n) { try { return n == 0 ? Middle.twice(3) : odd(n - 1); } catch (Error e) { return 5; } } static int odd(int n) { return n == 0 ? Leaf.f(n) : even(n - 1); } }",
            "class Circle { static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n + 1; } }",
        ],
    ),
    (
        "Lambda",
        [
            "class Lambda { interface Op { int at(int n); } static int apply(Op op, int n) { return op.at(n) + op.at(n); } static int run(int n) { return apply(x -> Leaf.f(x), n); } }",
            "class Lambda { interface Op { int at(int n); } static int apply(Op op, int n) { try { return op.at(n); } catch (Error e) { return 1; } } static int run(int n) { return apply(x -> Middle.twice(x), n); } }",
            "class Lambda { interface Op { int at(int n); } static int apply(Op op, int n) { return n; } static int run(int n) { return apply(null, Circle.even(n)); } }",
        ],
    ),
    (
        "Root",
        [
            "class Root { static int all(Leaf leaf, int n) { return leaf.g(n) + Lambda.run(n) + Circle.odd(n); } }",
            "class Root { static int all(Leaf leaf, int n) { return leaf.g(n) + Lambda.run(2 * n) + Circle.odd(n); } }",
            "class Root { static int all(Leaf leaf, int n) { for (int i = 0; i < n; i++) { leaf.g(i); } return Middle.twice(n); } }",
        ],
    ),
];

/// A method: class, name and descriptor.
type Name = (String, String, String);

struct Compiled {
    /// The classes of each state of each class.
    states: BTreeMap<(usize, usize), Vec<ProgramClass>>,
    names: Vec<Name>,
}

impl Compiled {
    fn new() -> Self {
        let javac = support::javac();
        let (mut states, mut names) = (BTreeMap::new(), Vec::new());
        for state in 0..3 {
            let sources = STATES
                .iter()
                .map(|(name, texts)| SourceUnit::new(format!("{name}.java"), texts[state]));
            let response = javac
                .compile(CompileRequest {
                    sources: sources.collect(),
                    ..CompileRequest::default()
                })
                .expect("javac answers");
            assert!(response.success, "{:#?}", response.diagnostics);
            for class in response.classes {
                let outer = class.binary_name.split('$').next().unwrap_or_default();
                let of = STATES.iter().position(|(name, _)| *name == outer);
                let parsed = bytecode::ClassFile::parse(&class.bytes).expect("a class");
                for method in &parsed.methods {
                    let name = (
                        parsed.name.clone(),
                        method.name.clone(),
                        method.descriptor.clone(),
                    );
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                let known: &mut Vec<_> = states
                    .entry((of.expect("one of the classes"), state))
                    .or_default();
                known.push(ProgramClass {
                    bytes: Arc::from(class.bytes),
                    loops: Arc::new([]),
                    left_out: Vec::new(),
                });
            }
        }
        Self { states, names }
    }

    /// The last state is the first one, but its methods do not compile.
    fn of(&self, class: usize, state: usize) -> Vec<ProgramClass> {
        let Some(classes) = self.states.get(&(class, state)) else {
            let mut classes = self.states[&(class, 0)].clone();
            for class in &mut classes {
                class.left_out = vec![1..=1];
            }
            return classes;
        };
        classes.clone()
    }

    fn whole(&self, model: &Model, state_of: [usize; 5]) -> Program {
        let classes = (0..5).flat_map(|class| self.of(class, state_of[class]));
        Program::new(model, classes.collect::<Vec<_>>(), None).0
    }

    /// For each method, its cost with calls (worst, average, at least), what is unpriced, and its callers.
    fn told(&self, program: &Program) -> Vec<String> {
        let names = self.names.iter();
        names
            .map(|(class, name, descriptor)| {
                let total = program.total(class, name, descriptor);
                let total = total.map(|total| {
                    let unpriced: Vec<String> =
                        total.unpriced.iter().map(ToString::to_string).collect();
                    (total.cost.cost, unpriced, total.calls.len())
                });
                let callers = program.callers(class, name, descriptor);
                let typical = program.typical(class, name, descriptor);
                let least = program.best_case(class, name, descriptor);
                format!("{class}.{name}: {total:?} {typical:?} {least:?} {callers:?}")
            })
            .collect()
    }
}

fn model() -> Model {
    Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::Stack,
        Device::Any,
    )
}

#[test]
fn any_edits_one_after_the_other_end_in_what_is_found_from_nothing() {
    let (compiled, model) = (Compiled::new(), model());
    let mut random: u64 = 7;
    let mut below = |most: u64| {
        // Knuth's multiplier and increment for 64 bits. The high bits are random.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % most) as usize
    };
    let mut state_of = [0; 5];
    let mut program = compiled.whole(&model, state_of);
    let mut has_changed = 0;
    for _ in 0..180 {
        let (class, state) = (below(5), below(4));
        let edited = program.with(compiled.of(class, state));
        assert_eq!(edited.is_none(), state_of[class] == state);
        state_of[class] = state;
        let Some(edited) = edited else {
            continue;
        };
        has_changed += 1;
        program = edited;
        // Not after every edit.
        if below(3) == 0 {
            continue;
        }
        let expected = compiled.whole(&model, state_of);
        assert_eq!(
            compiled.told(&program),
            compiled.told(&expected),
            "{state_of:?}"
        );
    }
    assert!(has_changed > 50);
}

#[test]
fn what_does_not_call_the_edited_method_keeps_its_cost() {
    let (compiled, model) = (Compiled::new(), model());
    let before = compiled.whole(&model, [0; 5]);
    let after = before.with(compiled.of(0, 1)).expect("another body");
    assert!(!after.costs_same_as(&before, ["Middle"].into_iter()));
    assert!(after.costs_same_as(&before, ["Circle"].into_iter()));
    // A body with the same cost does not change the callers.
    let again = after.with(compiled.of(1, 1)).expect("another body");
    assert!(!again.costs_same_as(&after, ["Middle"].into_iter()));
    assert!(again.costs_same_as(&after, ["Leaf", "Circle"].into_iter()));
}

#[test]
fn classes_of_another_state_are_taken_over() {
    let (compiled, model) = (Compiled::new(), model());
    let first = compiled.whole(&model, [0; 5]);
    let newest = first.with(compiled.of(1, 2)).expect("another state");
    let newest = newest.with(compiled.of(0, 2)).expect("another state");
    let taken = first.with_classes_of(&newest);
    let expected = compiled.whole(&model, [2, 2, 0, 0, 0]);
    assert_eq!(compiled.told(&taken), compiled.told(&expected));
}

#[test]
fn a_program_that_will_not_change_costs_the_same_and_may_change_after_all() {
    let (compiled, model) = (Compiled::new(), model());
    for states in [[0; 5], [1; 5], [2; 5], [1, 1, 0, 1, 2], [1, 0, 1, 1, 0]] {
        let whole = compiled.whole(&model, states);
        let last = Program::last(&model, state(&compiled, states), None).0;
        assert_eq!(costs(&compiled, &last), costs(&compiled, &whole));
        assert_eq!(averages(&compiled, &last), averages(&compiled, &whole));
        let least = |program: &Program| -> Vec<_> {
            let names = compiled.names.iter();
            names
                .map(|(class, name, descriptor)| program.best_case(class, name, descriptor))
                .collect()
        };
        assert_eq!(least(&last), least(&whole));
        let thrown = |program: &Program| -> Vec<String> {
            let mut scratch = Scratch::default();
            let mut told = Vec::new();
            for class in state(&compiled, states) {
                let class = analyse_class(&model, &class.bytes, &mut scratch, Detail::Methods, &[]);
                let mut class = class.expect("a class");
                program.follow(&mut class);
                let methods = class.methods.iter();
                told.extend(
                    methods.map(|method| format!("{}: {:?}", method.name, method.throwing)),
                );
            }
            told
        };
        assert_eq!(thrown(&last), thrown(&whole));
        let other = usize::from(states[0] == 0);
        let edited = last.with(compiled.of(0, other)).expect("another body");
        let mut states = states;
        states[0] = other;
        let expected = compiled.whole(&model, states);
        assert_eq!(compiled.told(&edited), compiled.told(&expected));
    }
}

#[test]
fn the_order_in_which_classes_are_found_changes_no_bit_of_an_energy() {
    let (compiled, model) = (Compiled::new(), model());
    for states in [[0; 5], [2, 2, 0, 1, 2], [1, 2, 1, 1, 0]] {
        let mut classes: Vec<_> = (0..5)
            .flat_map(|class| compiled.of(class, states[class]))
            .collect();
        let expected = compiled.told(&compiled.whole(&model, states));
        for _ in 0..classes.len() {
            classes.rotate_left(1);
            let program = Program::new(&model, classes.clone(), None).0;
            assert_eq!(compiled.told(&program), expected);
        }
    }
}

/// The cost of each method, with its callees. The cost of callees' calls that end with an exception is left out: no number shows
/// it, and two states compute it only where it is needed.
fn costs(compiled: &Compiled, program: &Program) -> Vec<String> {
    let names = compiled.names.iter();
    names
        .map(|(class, name, descriptor)| {
            let mut total = program.total(class, name, descriptor);
            let calls = total.iter_mut().flat_map(|total| &mut total.calls);
            for callee in calls.flat_map(|call| &mut call.targets) {
                Arc::make_mut(callee).whole = None;
            }
            format!("{total:?}")
        })
        .collect()
}

/// What each method executes on average.
fn averages(compiled: &Compiled, program: &Program) -> Vec<String> {
    let names = compiled.names.iter();
    names
        .map(|(class, name, descriptor)| average(program, (class, name, descriptor)))
        .collect()
}

fn average(program: &Program, (class, name, descriptor): (&str, &str, &str)) -> String {
    format!("{:?}", program.typical(class, name, descriptor))
}

/// The classes of a state. A class with the number 4 is missing.
fn state(compiled: &Compiled, state_of: [usize; 5]) -> Vec<ProgramClass> {
    let there = (0..5).filter(|class| state_of[*class] < 4);
    there
        .flat_map(|class| compiled.of(class, state_of[class]))
        .collect()
}

fn two_states(
    model: &Model,
    base: &[ProgramClass],
    head: &[ProgramClass],
    least: f64,
) -> (Program, Program) {
    let of = |classes: &[ProgramClass]| {
        let class = |class: &ProgramClass| StateClass {
            class: class.clone(),
            is_touched: false,
        };
        StateCode {
            classes: classes.iter().map(class).collect(),
            unseen: Vec::new(),
        }
    };
    let library: Arc<dyn Library> = Arc::new(NoLibrary);
    Program::two_states(model, (of(base), of(head)), &library, least).expect("two states")
}

#[test]
fn of_two_states_only_what_differs_is_followed_and_as_if_all_were() {
    let (compiled, model) = (Compiled::new(), model());
    let mut random: u64 = 11;
    let mut below = |most: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % most) as usize
    };
    let (mut same, mut other) = (0, 0);
    for _ in 0..50 {
        let base = [(); 5].map(|()| below(5));
        let mut head = base;
        for _ in 0..=below(2) {
            head[below(5)] = below(5);
        }
        let (one, two) = (state(&compiled, base), state(&compiled, head));
        let (before, after) = two_states(&model, &one, &two, 0.0);
        let (_, at_most) = two_states(&model, &one, &two, f64::INFINITY);
        let mut whole = [one, two].map(|classes| Program::new(&model, classes, None).0);
        let [whole_base, whole_head] = &mut whole;
        Program::share_receivers(whole_base, whole_head);
        let averages = [&whole[0], &whole[1]].map(|program| averages(&compiled, program));
        let whole = whole.map(|program| costs(&compiled, &program));
        let sides = [(&before, 0), (&after, 1)];
        let costs = sides.map(|(program, _)| costs(&compiled, program));
        for (place, (class, name, descriptor)) in compiled.names.iter().enumerate() {
            let method = (&class[..], &name[..], &descriptor[..]);
            let told = format!("{base:?} {head:?} {class}.{name}");
            if after.may_differ(method) && !at_most.may_differ(method) {
                // The worst case is the same, whatever share of an average counts.
                assert_eq!(whole[0][place], whole[1][place], "{told}");
            }
            for (program, side) in sides {
                if program.may_differ(method) {
                    assert_eq!(costs[side][place], whole[side][place], "{told}");
                    let average = average(program, method);
                    assert_eq!(average, averages[side][place], "{told}");
                    other += 1;
                } else {
                    assert_eq!(whole[0][place], whole[1][place], "{told}");
                    assert_eq!(averages[0][place], averages[1][place], "{told}");
                    same += 1;
                }
            }
        }
    }
    assert!(same > 300 && other > 300, "{same} {other}");
}

#[test]
fn of_a_touched_class_all_differs_in_whatever_order_classes_are_found() {
    let (compiled, model) = (Compiled::new(), model());
    let classes = state(&compiled, [0; 5]);
    for turned in 0..classes.len() {
        let mut classes = classes.clone();
        classes.rotate_left(turned);
        let of = || {
            let state = |(place, class): (usize, &ProgramClass)| StateClass {
                class: class.clone(),
                is_touched: place == 0,
            };
            StateCode {
                classes: classes.iter().enumerate().map(state).collect(),
                unseen: Vec::new(),
            }
        };
        let library: Arc<dyn Library> = Arc::new(NoLibrary);
        let (base, head) = Program::two_states(&model, (of(), of()), &library, 0.0).expect("two");
        let whole = costs(&compiled, &Program::new(&model, classes.clone(), None).0);
        let read = bytecode::ClassFile::parse(&classes[0].bytes).expect("a class");
        let touched = &read.name;
        for (place, (class, name, descriptor)) in compiled.names.iter().enumerate() {
            let method = (&class[..], &name[..], &descriptor[..]);
            // Methods that this state does not have are unknown.
            let is_there = whole[place] != "None";
            for program in [&base, &head].into_iter().filter(|_| is_there) {
                assert_eq!(
                    program.may_differ(method),
                    class == touched,
                    "{touched} {class}.{name}"
                );
                if class == touched {
                    let cost = format!("{:?}", program.total(class, name, descriptor));
                    assert_eq!(cost, whole[place], "{class}.{name}");
                }
            }
        }
    }
}

#[test]
fn a_method_differs_by_what_it_calls_or_might_call_and_by_nothing_else() {
    let (compiled, model) = (Compiled::new(), model());
    let differs = |base: [usize; 5], head: [usize; 5], class: &str, name: &str| {
        let (one, two) = (state(&compiled, base), state(&compiled, head));
        let (_, after) = two_states(&model, &one, &two, 0.0);
        let mut names = compiled.names.iter();
        let found = names.find(|(of, known, _)| of == class && known == name);
        let (class, name, descriptor) = found.expect("a method");
        after.may_differ((class, name, descriptor))
    };
    let first = [0; 5];
    // The body of Leaf.f, which Middle.twice calls and Circle does not.
    let body = [1, 0, 0, 0, 0];
    assert!(differs(first, body, "Middle", "twice"));
    assert!(!differs(first, body, "Circle", "even"));
    // Middle overrides g, which Root calls on any Leaf.
    assert!(differs(first, [0, 2, 0, 0, 0], "Root", "all"));
    // A removed class.
    assert!(differs(first, [0, 0, 4, 0, 0], "Root", "all"));
    assert!(!differs(first, [0, 0, 4, 0, 0], "Middle", "twice"));
    // A class whose methods have no callers.
    assert!(!differs(first, [0, 0, 0, 0, 1], "Lambda", "run"));
}

/// Forty classes and a lambda that may answer a call, one class with another body, and a caller whose own loop costs far more
/// than the call.
fn callers_of_forty(seventh: &str) -> Vec<ProgramClass> {
    let others = (0..40).filter(|number| *number != 7).map(|number| {
        format!(
            "class C{number} implements S {{ public long s(int n) {{ return n + {number}; }} }}\n"
        )
    });
    let text = format!(
        "interface S {{ long s(int n); }}
        class A {{ static long any(S one, int n) {{ long s = one.s(n); for (int i = 0; i < 1_000; i++) s += i * n; return s; }} }}
        class L {{ static final S LAMBDA = n -> n; }}
        class C7 implements S {{ public long s(int n) {{ {seventh} }} }}\n{}",
        others.collect::<String>()
    );
    let response = support::javac()
        .compile(CompileRequest {
            sources: vec![SourceUnit::new("A.java", text)],
            ..CompileRequest::default()
        })
        .expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    let classes = response.classes.into_iter();
    let class = |class: jdk::CompiledClass| ProgramClass {
        bytes: Arc::from(class.bytes),
        loops: Arc::new([]),
        left_out: Vec::new(),
    };
    classes.map(class).collect()
}

#[test]
fn a_caller_that_moves_by_less_than_a_share_counts_as_the_same() {
    let model = model();
    let base = callers_of_forty("return n + 7;");
    let little = callers_of_forty("return n * n + 7;");
    let any = ("A", "any", "(LS;I)J");
    let found = |head: &[ProgramClass], least: f64| {
        let (_, after) = two_states(&model, &base, head, least);
        (after.may_differ(any), after.methods_alike_in("A"))
    };
    // The constructor of A is the same anyway.
    assert_eq!(found(&base, 0.001), (false, (2, 0)));
    assert_eq!(found(&little, 0.001), (false, (2, 1)));
    // It differs by about 400 pJ of 118 µJ.
    assert_eq!(found(&little, 1e-6), (true, (1, 0)));
}

#[test]
fn a_caller_of_answers_that_hardly_differ_is_not_computed() {
    let model = model();
    let base = callers_of_forty("return n + 7;");
    let little = callers_of_forty("return n * n + 7;");
    let much = callers_of_forty("long s = 0; for (int i = 0; i < 100_000; i++) s += i; return s;");
    let any = ("A", "any", "(LS;I)J");
    let found = |head: &[ProgramClass], least: f64| {
        let (_, after) = two_states(&model, &base, head, least);
        let is_computed = after.typical(any.0, any.1, any.2).is_some();
        (
            is_computed,
            after.may_differ(any),
            after.methods_alike_in("A"),
        )
    };
    // Together, the answers differ by a few percent.
    assert_eq!(found(&little, 0.2), (false, false, (2, 1)));
    assert_eq!(found(&little, 0.001), (true, false, (2, 1)));
    assert_eq!(found(&much, 0.2), (true, true, (1, 0)));
}
