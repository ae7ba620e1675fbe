//! The counts of real programs are exact, instruction by instruction.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;
use std::time::Duration;

use jdk::{Environment, Jdk, find_jdks};
use trace::{
    Call, CallCompletion, CallTrace, Class, Config, FIRST_FEATURE, Loop, MethodLoops, ProgramTrace,
    TraceError, TracedMethodName, TracedProgram, Value, trace,
};

fn cache_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled")
}

fn jdks() -> Vec<Jdk> {
    find_jdks(None, &Environment::of_this_process()).jdks
}

/// A JDK that can rewrite classes; on a machine without one, names the test that is skipped.
fn jdk(test: &str) -> Option<Jdk> {
    let jdk = jdks()
        .into_iter()
        .find(|jdk| jdk.version.feature >= FIRST_FEATURE);
    if jdk.is_none() {
        tests::skip(test, &format!("no JDK {FIRST_FEATURE} found"));
    }
    jdk
}

fn compile(jdk: &Jdk, text: &str) -> Vec<Class> {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let classes = tests::compile_classes_with(jdk, folder, "P.java", text).into_iter();
    classes
        .map(|class| Class {
            name: class.binary_name,
            bytes: class.bytes.into(),
        })
        .collect()
}

fn method(name: &str, descriptor: &str) -> TracedMethodName {
    TracedMethodName {
        class: "P".to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    }
}

fn call(name: &str, descriptor: &str, arguments: Vec<Value>) -> Call {
    Call {
        method: method(name, descriptor),
        receiver: None,
        arguments,
    }
}

fn run(jdk: &Jdk, program: TracedProgram) -> ProgramTrace {
    let mut traces = trace(jdk, &[program], &Config::new(cache_dir())).unwrap();
    assert_eq!(traces.len(), 1);
    assert!(traces[0].refused.is_empty(), "{:?}", traces[0].refused);
    traces.swap_remove(0)
}

/// What the called method itself executed.
fn own(trace: &CallTrace) -> &[u64] {
    &trace.own.as_ref().unwrap().instructions
}

/// What `javap -c` shows of `sum`:
///
/// ```text
/// 0 iconst_0, istore_1, iconst_0, istore_2 | 4 iload_2, iload_0, if_icmpge
/// 7 iload_1, iload_2, iadd, istore_1, iinc, goto | 13 iload_1, ireturn
/// ```
#[test]
fn each_instruction_of_a_loop_is_counted() {
    let Some(jdk) = jdk("each_instruction_of_a_loop_is_counted") else {
        return;
    };
    let text = "class P { static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }";
    let header = 4;
    let trace = run(
        &jdk,
        TracedProgram {
            classes: compile(&jdk, text),
            loops: vec![MethodLoops {
                method: method("sum", "(I)I"),
                loops: vec![Loop {
                    header,
                    body: (header..13).collect(),
                }],
            }],
            calls: [0, 1, 7]
                .map(|n| call("sum", "(I)I", vec![Value::Whole(n)]))
                .to_vec(),
        },
    );
    for (call, n) in trace.calls.iter().zip([0, 1, 7]) {
        assert_eq!(call.outcome, CallCompletion::Returned);
        let expected = [[1; 4].as_slice(), &[n + 1; 3], &[n; 6], &[1; 2]].concat();
        assert_eq!(own(call), expected);
        assert_eq!(call.own.as_ref().unwrap().returns, [n]);
        assert_eq!(call.methods.len(), 1);
        assert_eq!(call.methods[0].invocations, 1);
        assert_eq!(call.methods[0].counts.instructions, expected);
    }
}

/// The returns of a nested loop are the most in one execution of it.
#[test]
fn returns_to_a_header_are_counted_from_0_each_time_the_loop_begins() {
    let Some(jdk) = jdk("returns_to_a_header_are_counted_from_0_each_time_the_loop_begins") else {
        return;
    };
    let text = "class P { static void f(int n) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) ; } }";
    // iconst_0, istore_1 | 2: iload_1, iload_0, if_icmpge | iconst_0, istore_2 | 7: iload_2, iload_1, if_icmpge | iinc,
    // goto | iinc, goto | return
    let loops = vec![
        Loop {
            header: 2,
            body: (2..14).collect(),
        },
        Loop {
            header: 7,
            body: (7..12).collect(),
        },
    ];
    let trace = run(
        &jdk,
        TracedProgram {
            classes: compile(&jdk, text),
            loops: vec![MethodLoops {
                method: method("f", "(I)V"),
                loops,
            }],
            calls: vec![call("f", "(I)V", vec![Value::Whole(5)])],
        },
    );
    let counts = trace.calls[0].own.as_ref().unwrap();
    assert_eq!(counts.returns, [5, 4]);
    let [inner_body, inner_test] = [counts.instructions[10], counts.instructions[7]];
    assert_eq!((inner_body, inner_test), (10, 15));
}

#[test]
fn code_after_an_exception_is_not_counted() {
    let Some(jdk) = jdk("code_after_an_exception_is_not_counted") else {
        return;
    };
    let text = "class P {
        static int at(int[] a, int i) { try { return a[i] + 1; } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
        static int out(int[] a, int i) { return a[i] + 1; } }";
    let array = || Value::Array(Value::integers(&[4, 5]));
    let calls = ["at", "at", "out"].iter().zip([1, 2, 2]);
    let trace = run(
        &jdk,
        TracedProgram {
            classes: compile(&jdk, text),
            loops: Vec::new(),
            calls: calls
                .map(|(name, i)| call(name, "([II)I", vec![array(), Value::Whole(i)]))
                .collect(),
        },
    );
    // aload_0, iload_1, iaload, iconst_1, iadd, ireturn | astore_2, iconst_m1, ireturn
    assert_eq!(own(&trace.calls[0]), [1, 1, 1, 1, 1, 1, 0, 0, 0]);
    assert_eq!(own(&trace.calls[1]), [1, 1, 1, 0, 0, 0, 1, 1, 1]);
    assert_eq!(own(&trace.calls[2]), [1, 1, 1, 0, 0, 0]);
    let thrown = "java/lang/ArrayIndexOutOfBoundsException".to_owned();
    assert_eq!(trace.calls[2].outcome, CallCompletion::Threw(thrown));
}

#[test]
fn callees_recursion_lambdas_and_callbacks_are_counted_by_method() {
    let Some(jdk) = jdk("callees_recursion_lambdas_and_callbacks_are_counted_by_method") else {
        return;
    };
    let text = "import java.util.*;
        class P {
            int[] data; String name = \"x\";
            static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
            static int deep(int n) { try { return n == 0 ? 1 / n : deep(n - 1); } catch (ArithmeticException e) { return fib(3); } }
            int each(List<Integer> xs) { int[] s = {0}; xs.forEach(x -> s[0] += x + data.length); return s[0]; } }";
    let receiver = Value::Object {
        class: "P".to_owned(),
        fields: vec![("data".to_owned(), Value::Array(Value::integers(&[1, 2])))],
    };
    let trace = run(
        &jdk,
        TracedProgram {
            classes: compile(&jdk, text),
            loops: Vec::new(),
            calls: vec![
                call("fib", "(I)I", vec![Value::Whole(10)]),
                call("deep", "(I)I", vec![Value::Whole(4)]),
                Call {
                    receiver: Some(receiver),
                    ..call(
                        "each",
                        "(Ljava/util/List;)I",
                        vec![Value::List(Value::integers(&[1, 2, 3]))],
                    )
                },
            ],
        },
    );
    let of = |call: usize, name: &str| {
        let methods = trace.calls[call].methods.iter();
        let found = methods
            .clone()
            .find(|found| trace.methods[found.method].name.starts_with(name));
        let found = found.unwrap_or_else(|| panic!("{name} was not called: {methods:?}"));
        (found.invocations, found.depth)
    };
    // fib(10) makes 177 calls, at most 10 of them on the stack at once.
    assert_eq!(of(0, "fib"), (177, 10));
    // The largest number that each was called with; parameters of other types have none.
    let most = |call: usize, name: &str| {
        let mut methods = trace.calls[call].methods.iter();
        let found = methods.find(|found| trace.methods[found.method].name == name);
        found.map(|found| found.most.clone())
    };
    assert_eq!(most(0, "fib"), Some(vec![Some(10)]));
    assert_eq!(most(1, "fib"), Some(vec![Some(3)]));
    assert_eq!(most(2, "each"), Some(vec![None]));
    // Its own invocation is one of them.
    assert_eq!(own(&trace.calls[0])[0], 1);
    // The exception ends none of the five frames, because the innermost one catches it; fib(3) calls itself from there.
    assert_eq!(of(1, "deep"), (5, 5));
    assert_eq!(of(1, "fib"), (5, 3));
    assert_eq!(trace.calls[2].outcome, CallCompletion::Returned);
    assert_eq!(of(2, "lambda$each"), (3, 1));
}

/// A change reports the field and the methods on the call stack. Overflows are reported by instruction.
#[test]
fn changes_and_overflows_are_reported() {
    let Some(jdk) = jdk("changes_and_overflows_are_reported") else {
        return;
    };
    let text = "import java.util.*;
        class P {
            int n;
            static int outer(P p) { set(p); return p.n; }
            static void set(P p) { p.n = 7; }
            static int same(P p) { P made = new P(); made.n = 3; p.n = p.n; return made.n; }
            static int next(int a) { return a + 1; }
            static int take(Queue<Integer> q) { return q.remove(); } }";
    let object = |n| Value::Object {
        class: "P".to_owned(),
        fields: vec![("n".to_owned(), Value::Whole(n))],
    };
    let queue = Value::Filled {
        class: "java/util/ArrayDeque".to_owned(),
        values: vec![Value::Boxed('I', 4), Value::Whole(5)],
    };
    let trace = run(
        &jdk,
        TracedProgram {
            classes: compile(&jdk, text),
            loops: Vec::new(),
            calls: vec![
                call("outer", "(LP;)I", vec![object(1)]),
                call("outer", "(LP;)I", vec![object(7)]),
                call("same", "(LP;)I", vec![object(1)]),
                call("next", "(I)I", vec![Value::Whole(i64::from(i32::MAX))]),
                call("next", "(I)I", vec![Value::Whole(1)]),
                call("take", "(Ljava/util/Queue;)I", vec![queue]),
            ],
        },
    );
    let changes = |call: usize| -> Vec<String> {
        let names = |methods: &[usize]| -> Vec<&str> {
            let names = methods.iter().map(|at| trace.methods[*at].name.as_str());
            names.collect()
        };
        let all = trace.calls[call].changes.iter();
        all.map(|change| {
            let (during, by) = (names(&change.during), names(&change.by));
            let (field, is_passed) = (&change.field, change.is_of_passed);
            format!("{field} {is_passed} {during:?} {by:?}")
        })
        .collect()
    };
    assert_eq!(changes(0), [r#"n true ["outer"] ["set"]"#]);
    assert_eq!(changes(1), [""; 0]);
    assert_eq!(changes(2), [r#"n false [] ["same"]"#]);
    assert_eq!(changes(5), [r#"size() true ["take"] ["take"]"#]);
    let wrapped = |call: usize| trace.calls[call].methods[0].wrapped.clone();
    // The third instruction adds.
    assert_eq!((wrapped(3), wrapped(4)), (vec![2], vec![]));
    assert_eq!(trace.calls[5].outcome, CallCompletion::Returned);
}

/// Static fields, output, exits and endless loops of one call do not reach the next.
#[test]
fn calls_do_not_disturb_each_other() {
    let Some(jdk) = jdk("calls_do_not_disturb_each_other") else {
        return;
    };
    let text = "class P {
        static int count;
        static int counted() { System.out.println(\"noise\"); int s = 0; for (int i = 0; i <= count; i++) s++; count++; return s; }
        static void exit() { System.exit(3); }
        static void endless() { while (true) { count++; } }
        static void locked() { synchronized (P.class) { while (true) { count++; } } }
        static void stubborn() { while (true) { try { endless(); } catch (Throwable t) { } } }
        static void waits() throws Exception { Thread.sleep(100000); }
        static int deep(int n) { return deep(n + 1) + 1; } }";
    let calls = [
        "counted", "exit", "counted", "endless", "locked", "stubborn", "waits", "counted",
    ];
    let mut calls: Vec<Call> = (calls.iter())
        .map(|name| {
            let descriptor = if *name == "counted" { "()I" } else { "()V" };
            call(name, descriptor, Vec::new())
        })
        .collect();
    calls.push(call("deep", "(I)I", vec![Value::Whole(0)]));
    let program = TracedProgram {
        classes: compile(&jdk, text),
        loops: Vec::new(),
        calls,
    };
    let config = Config {
        time_limit: Duration::from_secs(3),
        ..Config::new(cache_dir())
    };
    let other = program.clone();
    let traces = trace(&jdk, &[program, other], &config).unwrap();
    for trace in traces {
        let outcomes: Vec<&CallCompletion> = trace.calls.iter().map(|call| &call.outcome).collect();
        assert_eq!(outcomes[0], &CallCompletion::Returned);
        assert_eq!(outcomes[3], &CallCompletion::OutOfInstructions);
        assert_eq!(outcomes[4], &CallCompletion::OutOfInstructions);
        for lost in [1, 5, 6] {
            assert!(
                matches!(outcomes[lost], CallCompletion::Failed(_)),
                "{outcomes:?}"
            );
        }
        // Depending on which of the two limits it reaches first.
        let too_deep = matches!(
            outcomes[8],
            CallCompletion::Failed(_) | CallCompletion::OutOfInstructions
        );
        assert!(too_deep, "{outcomes:?}");
        assert_eq!(own(&trace.calls[0]), own(&trace.calls[2]));
        assert_eq!(own(&trace.calls[0]), own(&trace.calls[7]));
    }
}

/// Whether a call finds its classes as they were initialised does not depend on whether they are loaded again.
#[test]
fn no_call_sees_what_another_one_left_in_static_fields() {
    let Some(jdk) = jdk("no_call_sees_what_another_one_left_in_static_fields") else {
        return;
    };
    // The initialiser of the second class changes a field of the first one.
    let restored = "class P {
        static int count = 2; static boolean again; static String text = \"ab\";
        static int used() {
            int s = 0;
            for (int i = 0; i < count + text.length(); i++) s++;
            if (again) s++;
            count++; again = true; text += \"c\"; Q.more++;
            return s + Q.more;
        } }
        class Q { static int more = 5; static { P.count = more; } }";
    let elements = "class P {
        enum Kind { ONE, TWO }
        static final int[] counts = {2}; static int[][] nested = {{1}, {2}}; static Kind[] kinds = {Kind.ONE, Kind.TWO};
        static int used() {
            int s = 0;
            for (int i = 0; i < counts[0] + nested[1][0] + nested.length; i++) s++;
            if (kinds[0] == Kind.TWO) s++;
            counts[0]++; nested[1][0]++; nested[1] = new int[1]; nested = new int[5][5]; kinds[0] = Kind.TWO;
            return s;
        } }";
    // What this field refers to is an object.
    let reloaded = "class P {
        int count; static final P kept = new P();
        static int used() { int s = 0; for (int i = 0; i < kept.count; i++) s++; kept.count++; return s; } }";
    let calls = vec![call("used", "()I", Vec::new()); 3];
    let programs = [restored, elements, reloaded].map(|text| TracedProgram {
        classes: compile(&jdk, text),
        loops: Vec::new(),
        calls: calls.clone(),
    });
    let traces = trace(&jdk, &programs, &Config::new(cache_dir())).unwrap();
    assert_eq!(traces.len(), 3);
    for trace in &traces {
        for call in &trace.calls {
            assert_eq!(call.outcome, CallCompletion::Returned);
            assert_eq!(own(call), own(&trace.calls[0]));
        }
    }
}

#[test]
fn an_older_jdk_is_refused_with_the_required_version() {
    let Some(old) = jdks()
        .into_iter()
        .find(|jdk| jdk.version.feature < FIRST_FEATURE)
    else {
        tests::skip(
            "an_older_jdk_is_refused_with_the_required_version",
            "no older JDK found",
        );
        return;
    };
    let refused = trace(&old, &[], &Config::new(cache_dir())).unwrap_err();
    assert!(matches!(refused, TraceError::TooOld { .. }));
    assert!(refused.to_string().contains("JDK 25 or newer"), "{refused}");
}

/// The branch goes one way or the other, as the bits of `word` say. A random number has no pattern; the others repeat after 1
/// and 2 turns.
#[test]
fn only_jumps_without_a_pattern_are_mispredicted() {
    let Some(jdk) = jdk("only_jumps_without_a_pattern_are_mispredicted") else {
        return;
    };
    let text = "class P { static int sum(boolean random, int word) {
        int s = 0;
        for (int i = 0; i < 20000; i++) {
            word = random ? word * 1103515245 + 12345 : word >>> 1 | word << 31;
            if ((word & 0x10000) != 0) { s += i; } else { s ^= word; }
        }
        return s;
    } }";
    let run = |predicts, random, word| {
        let call = call(
            "sum",
            "(ZI)I",
            vec![Value::Whole(random), Value::Whole(word)],
        );
        let program = TracedProgram {
            classes: compile(&jdk, text),
            loops: Vec::new(),
            calls: vec![call],
        };
        let config = Config {
            predicts,
            ..Config::new(cache_dir())
        };
        let traces = trace(&jdk, &[program], &config).unwrap();
        assert_eq!(traces[0].calls[0].outcome, CallCompletion::Returned);
        traces[0].calls[0].effects
    };
    for word in [0, 0x5555_5555] {
        let effects = run(true, 0, word);
        assert!(effects.mispredicted_dispatches <= 40, "{effects:?}");
    }
    // Half of the branches. No more than they do: what comes before and after a branch has a pattern.
    let effects = run(true, 1, 1);
    let mispredicted = effects.mispredicted_dispatches;
    assert!((9_500..=11_000).contains(&mispredicted), "{effects:?}");
    assert_eq!(run(false, 1, 1).mispredicted_dispatches, 0);
}

#[test]
fn the_bytes_of_new_arrays_are_counted() {
    let Some(jdk) = jdk("the_bytes_of_new_arrays_are_counted") else {
        return;
    };
    let text = "class P { static Object all(int n) {
        Object[] kept = new Object[n];
        kept[0] = new byte[3];
        kept[1] = new long[n];
        kept[2] = new int[2][5];
        kept[3] = new short[2][];
        return kept;
    } }";
    let program = TracedProgram {
        classes: compile(&jdk, text),
        loops: Vec::new(),
        calls: vec![call("all", "(I)Ljava/lang/Object;", vec![Value::Whole(7)])],
    };
    let trace = run(&jdk, program);
    // References have 4 bytes.
    let expected = 4 * 7 + 3 + 8 * 7 + (4 * 2 + 2 * 4 * 5) + 4 * 2;
    assert_eq!(trace.calls[0].effects.array_bytes, expected);
}
