//! Compares counts with those of the crate `trace`, which rewrites classes in another way and with another library.

use std::fmt::Write;

use super::support::{CountedRun, cache_dir, compile, jdks, run_classes};
use counts::Options;
use trace::{
    Call, Class, Config, FIRST_FEATURE, ProgramTrace, TracedMethodName, TracedProgram, Value, trace,
};

const TEXT: &str = "class P {
    static int kinds(int x) { int s = 0; for (int i = 0; i < x; i++) { switch (i % 5) { case 0: s++; case 1: s += i; break; case 3: continue; default: s--; } if (s > 9 && i % 2 == 0 || s < -3) s = -s; } return s; }
    static int thrown(int x) { int s = 0; for (int i = 0; i < x; i++) { try { s += check(i); } catch (IllegalArgumentException e) { s--; if (i > 7) break; } finally { s += 2; } } return s; }
    static int check(int x) { if (x % 4 == 3) throw new IllegalArgumentException(); return x; }
    static long nested(int n) { long s = 0; outer: for (int i = 0; i < n; i++) { int j = n; do { if ((i ^ j) % 7 == 0) continue outer; s += i * j; } while (--j > i); } return s; }
    static int spread(int n) { return n <= 0 ? 1 : spread(n - 1) + (n % 2 == 0 ? spread(n - 3) : 0); }
    static double mixed(int n) { double d = n; while (d > 1.5 && n-- > 0) { d = d > 10 ? d / 2 : d - 1; } return d; }
    public static void main(String[] a) { CALLS }
}";

const METHODS: [(&str, &str); 5] = [
    ("kinds", "(I)I"),
    ("thrown", "(I)I"),
    ("nested", "(I)J"),
    ("spread", "(I)I"),
    ("mixed", "(I)D"),
];

#[test]
fn every_instruction_is_counted_as_often() {
    let Some(newest) = jdks("every_instruction_is_counted_as_often")
        .into_iter()
        .find(|jdk| jdk.version.feature >= FIRST_FEATURE)
    else {
        tests::skip(
            "every_instruction_is_counted_as_often",
            &format!("no JDK {FIRST_FEATURE} found"),
        );
        return;
    };
    let mut calls = String::new();
    let mut program = TracedProgram::default();
    for (name, descriptor) in METHODS {
        for argument in [0, 1, 6, 23] {
            let _ = write!(calls, "{name}({argument}); ");
            program.calls.push(Call {
                method: TracedMethodName {
                    class: "P".to_owned(),
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                },
                receiver: None,
                arguments: vec![Value::Whole(argument)],
            });
        }
    }
    let classes = compile(&newest, &TEXT.replace("CALLS", &calls));
    program.classes = classes
        .iter()
        .map(|(name, bytes)| Class {
            name: name.clone(),
            bytes: bytes.as_slice().into(),
        })
        .collect();
    let traces = trace(&newest, &[program], &Config::new(cache_dir())).expect("traces");
    for stripes in [1, 8] {
        let options = Options {
            stripes,
            ..Options::default()
        };
        let ran = run_classes(&newest, classes.clone(), &options);
        compare(&traces[0], &ran);
    }
}

fn compare(traced: &ProgramTrace, ran: &CountedRun) {
    let mut compared = 0;
    for (at, method) in traced.methods.iter().enumerate() {
        let all = traced.calls.iter().flat_map(|call| &call.methods);
        let mut expected: Vec<u64> = Vec::new();
        for one in all.filter(|one| one.method == at) {
            expected.resize(one.counts.instructions.len(), 0);
            for (sum, more) in expected.iter_mut().zip(&one.counts.instructions) {
                *sum += more;
            }
        }
        if method.name == "main" || expected.is_empty() {
            continue;
        }
        compared += 1;
        assert_eq!(
            ran.execution(&method.name).instructions,
            expected,
            "{method:?}"
        );
    }
    assert_eq!(compared, METHODS.len() + 1);
}
