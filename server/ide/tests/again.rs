//! What an analysis takes over from an earlier one of the same file equals what is found from nothing.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use ide::{
    AssumedValues, FileAnalysis, MethodAnalysis, Model, OmittedLines, Pictures, Program,
    ProgramClass,
};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use pricing::Mapping;
use source::SourceFile;
use std::sync::Arc;

/// The methods of a file, with three states each. All combinations compile.
const METHODS: [[&str; 3]; 10] = [
    // A number that others know.
    [
        "    private static int limit() { return 10; }",
        "    private static int limit() { return 2000; }",
        "    private static int limit() { return (int) Math.sqrt(7); }",
    ],
    // A field that has the same number everywhere.
    [
        "    private int size = 8;",
        "    private int size = 9;",
        "    private int size;\n    Again(int n) { size = n; }\n    Again() { this(4); }",
    ],
    // A getter.
    [
        "    private int size() { return size; }",
        "    private int size() { return size + 1; }",
        "    private int size() { written++; return size; }",
    ],
    [
        "    int written;\n    private void write() { }",
        "    int written;\n    private void write() { size = 100; }",
        "    int written;\n    private void write() { written--; }",
    ],
    // Loops over them.
    [
        "    int run(int n) { int s = 0;\n        for (int i = 0; i < limit(); i++) s += i;\n        for (int j = 0; j < size(); j++) { s += j; write(); }\n        for (int k = 0; k < size; k++) s += k;\n        return s; }",
        "    int run(int n) { int s = 0;\n        for (int i = 0; i < limit() + n; i++) s += i;\n        return s; }",
        "\n\n    int run(int n) { int s = 0;\n        for (int j = 0; j < size(); j++) { s += j; write(); }\n        return s + even(n); }",
    ],
    // Another constant pool, with other places for all that follows.
    [
        "    static String name(long sum) { return \"a\" + sum; }",
        "    static String name(long sum) { return \"a longer one\" + sum + \"and more\" + Integer.toHexString(3); }",
        "    static String name(long sum) { if (sum < 0) throw new IllegalStateException(\"b\" + sum); return \"c\"; }",
    ],
    [
        "    long length(long n) { String name = name(n); return name.length() + n; }",
        "    long length(long n) { String name = name(n) + name(n + 1); return name.length() + n; }",
        "    long length(long n) { double d = 1.5; for (long i = 0; i < n; i += 2) d *= 2.5; return (long) d; }",
    ],
    // Methods that call each other.
    [
        "    static int even(int n) { return n == 0 ? 1 : odd(n - 1); }",
        "    static int even(int n) { return n == 0 ? 1 : odd(n - 1) + limit(); }",
        "    static int even(int n) { return n & 1; }",
    ],
    [
        "    static int odd(int n) { return n == 0 ? 0 : even(n - 1); }",
        "    static int odd(int n) { return n == 0 ? limit() : even(n - 2); }",
        "    static int odd(int n) { return n + 1; }",
    ],
    // Lambdas.
    [
        "    interface Op { int at(int n); }\n    static int apply(Op op, int n) { return op.at(n) + op.at(n); }\n    static int lambdas(int n) { return apply(x -> x + limit(), n) + apply(Again::odd, n); }",
        "    interface Op { int at(int n); }\n    static int apply(Op op, int n) { return op.at(n); }\n    static int lambdas(int n) { return apply(x -> { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }, n) + apply(Again::odd, n); }",
        "    interface Op { int at(int n); }\n    static int apply(Op op, int n) { return op.at(n) + op.at(n); }\n    static int lambdas(int n) { return apply(Again::even, n); }",
    ],
];

fn text_of(states: [usize; 10]) -> String {
    let methods = METHODS.iter().zip(states);
    let methods: Vec<&str> = methods.map(|(method, state)| method[state]).collect();
    let methods = methods.join("\n\n");
    // The last method asks for all of it.
    format!(
        "class Again {{\n{methods}\n\n    long all(int n) {{ return run(n) + length(n) + even(n) + lambdas(n); }}\n}}\n"
    )
}

struct Compiled {
    source: SourceFile,
    classes: Vec<Arc<[u8]>>,
    /// A line that does not compile.
    left_out: Vec<OmittedLines>,
}

impl Compiled {
    fn of(javac: &jdk::BlockingJavac, text: &str) -> Self {
        let response = javac
            .compile(CompileRequest {
                sources: vec![SourceUnit::new("Again.java", text)],
                ..CompileRequest::default()
            })
            .expect("javac answers");
        assert!(response.success, "{text} {:#?}", response.diagnostics);
        let classes = response.classes.iter();
        Self {
            source: SourceFile::parse(text),
            left_out: Vec::new(),
            classes: classes
                .map(|class| Arc::from(class.bytes.as_slice()))
                .collect(),
        }
    }

    fn of_program(&self) -> Vec<ProgramClass> {
        let classes = self.classes.iter().map(|bytes| ProgramClass {
            bytes: Arc::clone(bytes),
            loops: Arc::new([]),
            left_out: self.left_out.iter().map(|of| of.lines.clone()).collect(),
        });
        classes.collect()
    }

    fn analysed(
        &self,
        model: &Model,
        program: Option<&Arc<Program>>,
        earlier: Option<&FileAnalysis>,
    ) -> FileAnalysis {
        let classes = self.classes.iter().map(|bytes| &**bytes);
        match earlier {
            None => FileAnalysis::new(model, &self.source, 1, classes, &self.left_out, program),
            Some(earlier) => {
                let text = (model, &self.source, 1);
                FileAnalysis::after(earlier, text, classes, &self.left_out, program)
            }
        }
    }
}

fn model() -> Model {
    Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::Stack,
        Device::Any,
    )
}

/// Everything that is shown of a file. Callees' calls that end with an exception are computed only where they are needed.
fn shown(file: &FileAnalysis, model: &Model, lines: u32) -> Vec<String> {
    let values = AssumedValues::default();
    let mut shown = vec![
        format!("{:?}", file.hints(model)),
        format!("{:?}", file.lenses(model, &values, None)),
        format!("{:?}", file.findings(model, &values)),
        format!("{:?}", file.lines(model, &values, None)),
        format!("{:?}", file.typical_lines(model, &values)),
        format!("{:?}", file.ranking(model, &values, None)),
    ];
    let hovers = (1..=lines).map(|line| {
        let hover = file.hover(model, &values, line, Pictures::None, None);
        format!("{line}: {hover:?}")
    });
    shown.extend(hovers);
    shown.extend(file.methods().map(|method| {
        format!(
            "{}.{} {} {:?} {} {:?} {:?}",
            method.class,
            method.name,
            without_lines(&format!("{:?}", method.cost.cost)),
            method.cost.notes,
            without_lines(&format!("{:?}", method.typical)),
            method.best_case,
            method.throwing
        )
    }));
    shown
}

/// The text without the lines of symbols. Two symbols with one name are the same wherever they are declared, so callers may keep
/// the line of an earlier text.
fn without_lines(text: &str) -> String {
    ["line: Some(", "at line "]
        .iter()
        .fold(text.to_owned(), |text, before| {
            let mut parts = text.split(before);
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |all, part| {
                all + before + part.trim_start_matches(|c: char| c.is_ascii_digit())
            })
        })
}

/// How many methods were taken over.
fn taken_over(before: &FileAnalysis, after: &FileAnalysis) -> usize {
    let is_of_before = |method: &&MethodAnalysis| {
        let mut of_before = before.methods();
        of_before.any(|other| std::ptr::eq(other, *method))
    };
    after.methods().filter(is_of_before).count()
}

fn random() -> impl FnMut(usize) -> usize {
    let mut random: u64 = 5;
    move |most| {
        // Knuth's multiplier and increment for 64 bits. The high bits are random.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) % most as u64) as usize
    }
}

fn any_edits_end_in_what_is_found_from_nothing(is_followed: bool, edits: usize) -> usize {
    let (javac, model, mut below) = (support::javac(), model(), random());
    let mut states = [0; 10];
    let mut program: Option<Arc<Program>> = None;
    let mut earlier: Option<FileAnalysis> = None;
    let mut taken = 0;
    for _ in 0..edits {
        let text = text_of(states);
        let mut compiled = Compiled::of(&javac, &text);
        let lines = text.lines().count() as u32;
        if below(3) == 0 {
            let line = 1 + below(lines as usize) as u32;
            compiled.left_out = vec![OmittedLines {
                lines: line..=line,
                reason: None,
            }];
        }
        let whole = || Arc::new(Program::new(&model, compiled.of_program(), None).0);
        if is_followed {
            let edited = program.as_ref().map(|program| {
                let edited = program.with(compiled.of_program());
                edited.map_or_else(|| Arc::clone(program), Arc::new)
            });
            program = Some(edited.unwrap_or_else(whole));
        }
        let file = compiled.analysed(&model, program.as_ref(), earlier.as_ref());
        let expected = is_followed.then(whole);
        let expected = compiled.analysed(&model, expected.as_ref(), None);
        let both = [&file, &expected].map(|file| shown(file, &model, lines));
        for (one, two) in both[0].iter().zip(&both[1]) {
            assert_eq!(one, two, "{states:?}");
        }
        assert_eq!(both[0].len(), both[1].len());
        if let Some(earlier) = &earlier {
            taken += taken_over(earlier, &file);
        }
        earlier = Some(file);
        // Sometimes the text stays the same, or several methods differ.
        for _ in 0..below(3) {
            states[below(10)] = below(3);
        }
    }
    taken
}

#[test]
fn what_is_taken_over_is_what_would_be_found() {
    let taken = any_edits_end_in_what_is_found_from_nothing(true, 60);
    assert!(taken > 200, "{taken}");
}

#[test]
fn what_is_taken_over_without_callees_is_what_would_be_found() {
    let taken = any_edits_end_in_what_is_found_from_nothing(false, 40);
    assert!(taken > 100, "{taken}");
}

#[test]
fn an_edit_of_one_method_leaves_those_that_do_not_lead_to_it() {
    let (javac, model) = (support::javac(), model());
    let mut states = [0; 10];
    let before = Compiled::of(&javac, &text_of(states));
    let program = Arc::new(Program::new(&model, before.of_program(), None).0);
    let first = before.analysed(&model, Some(&program), None);
    states[5] = 1;
    let after = Compiled::of(&javac, &text_of(states));
    let edited = Arc::new(program.with(after.of_program()).expect("another body"));
    let second = after.analysed(&model, Some(&edited), Some(&first));
    let all = second.methods().count();
    let names: Vec<&str> = (second.methods())
        .filter(|method| first.methods().all(|other| !std::ptr::eq(other, *method)))
        .map(|method| method.name.as_str())
        .collect();
    assert!(all > names.len());
    for name in ["name", "length", "all"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for name in ["run", "limit", "size", "lambdas", "<init>"] {
        assert!(!names.contains(&name), "{names:?}");
    }
}
