//! Large methods, and methods that call each other endlessly, are handled like others, or cut off with a message.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use ide::explain::{Depth, Explanation};
use ide::{
    AssumedValues, FileAnalysis, Mapping, MethodAnalysis, MethodBreakdown, Model, Pictures,
    Program, ProgramClass,
};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use source::SourceFile;
use std::fmt::Write;
use std::sync::Arc;

struct Analysed {
    model: Model,
    program: Arc<Program>,
    file: FileAnalysis,
}

impl Analysed {
    fn new(text: &str) -> Self {
        let javac = support::javac();
        let response = javac
            .compile(CompileRequest {
                sources: vec![SourceUnit::new("Fixture.java", text)],
                ..CompileRequest::default()
            })
            .expect("javac answers");
        assert!(response.success, "{:#?}", response.diagnostics);
        let model = Model::new(
            Arc::new(Posterior::default_model()),
            Mapping::Stack,
            Device::Any,
        );
        let classes = response.classes.iter().map(|class| ProgramClass {
            bytes: Arc::from(class.bytes.as_slice()),
            loops: Arc::new([]),
            left_out: Vec::new(),
        });
        let (program, errors) = Program::new(&model, classes.collect::<Vec<_>>(), None);
        assert!(errors.is_empty(), "{errors:?}");
        let program = Arc::new(program);
        let file = FileAnalysis::new(
            &model,
            &SourceFile::parse(text),
            1,
            response.classes.iter().map(|class| class.bytes.as_slice()),
            &[],
            Some(&program),
        );
        Self {
            model,
            program,
            file,
        }
    }

    fn method(&self, class: &str, name: &str) -> &MethodAnalysis {
        let mut methods = self.file.methods();
        let found = methods.find(|method| method.class == class && method.name == name);
        found.expect("the method")
    }

    /// The hover over the heading of a method, which is on the line before its code.
    fn hover(&self, class: &str, name: &str) -> String {
        let line = self.method(class, name).line.expect("a line") - 1;
        let assumptions = AssumedValues::default();
        let hover = self
            .file
            .hover(&self.model, &assumptions, line, Pictures::None, None);
        hover.expect("a hover")
    }

    /// The explanation, with all its parts computed.
    fn explained(&self, class: &str, name: &str) -> Explanation<'_> {
        let method = self.method(class, name);
        let breakdown = MethodBreakdown::of_program(
            &self.model,
            &self.program,
            method,
            &AssumedValues::default(),
        );
        Explanation::new(
            &self.model,
            (method, &breakdown),
            &AssumedValues::default(),
            Some(&self.program),
            (&[0.99], Depth(32)),
        )
    }
}

#[test]
fn a_method_of_five_thousand_blocks_has_a_path() {
    let mut text = String::from("class Fixture { static int f(int n, int m) {\nint s = 0;\n");
    for number in 0..2_500 {
        let _ = writeln!(text, "if (n > {number}) s += m;");
    }
    text.push_str("return s; } }\n");
    let analysed = Analysed::new(&text);
    let explained = analysed.explained("Fixture", "f");
    let (total, cheapest) = (explained.total.as_ref(), explained.cheapest.as_ref());
    assert!(cheapest.expect("an energy").mean < total.expect("an energy").mean);
    let path = explained.worst_path.as_ref().expect("a path");
    assert_eq!(path.decisions.len(), 2_500);
    let hover = analysed.hover("Fixture", "f");
    assert!(hover.contains("a call of `f`"), "{hover}");
}

#[test]
fn a_circle_through_ten_classes_is_one_recursion() {
    let mut text = String::from("class Fixture {}\n");
    for class in 0..10 {
        let next = (class + 1) % 10;
        let _ = writeln!(
            text,
            "class C{class} {{ static int call(int n) {{\nreturn n > 0 ? C{next}.call(n - 1) : n; }} }}"
        );
    }
    let analysed = Analysed::new(&text);
    for class in 0..10 {
        let explained = analysed.explained(&format!("C{class}"), "call");
        let counts = explained.rests_on.iter();
        let counts: Vec<_> = counts.filter(|assumed| assumed.kind == "count").collect();
        assert_eq!(counts.len(), 1, "the depth: {counts:?}");
        assert_eq!(counts[0].at_most, Some(82));
        assert_eq!(explained.unpriced, Some(Vec::new()));
        let tree = explained.tree.as_ref().expect("a tree");
        assert!(tree.mean > 0.0);
    }
    let hover = analysed.hover("C0", "call");
    assert!(hover.contains("Worst path"), "{hover}");
}

#[test]
fn a_circle_of_sixty_methods_that_branches_has_no_worst_case_and_says_so() {
    let mut text = String::from("class Fixture {\n");
    for method in 0..60 {
        let (next, other) = ((method + 1) % 60, (method * 7 + 3) % 60);
        let _ = writeln!(
            text,
            "static int f{method}(int n) {{ return n > 0 ? f{next}(n - 1) + f{other}(n - 2) : n; }}"
        );
    }
    text.push_str("}\n");
    let analysed = Analysed::new(&text);
    let explained = analysed.explained("Fixture", "f0");
    let unpriced = explained.unpriced.as_ref().expect("calls are followed");
    assert!(
        (unpriced.iter()).any(|part| part.reason.name() == "recursion of unknown depth"),
        "{unpriced:?}"
    );
    assert!(explained.is_incomplete());
}

#[test]
fn calls_a_thousand_deep_and_recursions_inside_them_are_followed() {
    let mut text = String::from("class Fixture {\n");
    for method in 0..1_000 {
        let _ = writeln!(
            text,
            "static int f{method}(int n) {{ return n + f{}(n); }}",
            method + 1
        );
    }
    text.push_str(
        "static int f1000(int n) { return n % 7 == 0 ? 0 : f1000(n - 1) + f1000(n - 2); } }\n",
    );
    let analysed = Analysed::new(&text);
    let deepest = analysed.explained("Fixture", "f1000");
    let first = analysed.explained("Fixture", "f0");
    for explained in [&deepest, &first] {
        let unpriced = explained.unpriced.as_ref().expect("calls are followed");
        let parts: Vec<(&str, &str)> = (unpriced.iter())
            .map(|part| (part.method.as_str(), part.reason.name()))
            .collect();
        assert_eq!(parts, [("Fixture.f1000(I)I", "recursion of unknown depth")]);
        assert!(explained.worst_path.is_some());
    }
    let mean = |explained: &Explanation<'_>| explained.total.as_ref().expect("a number").mean;
    assert!(mean(&first) > mean(&deepest));
}
