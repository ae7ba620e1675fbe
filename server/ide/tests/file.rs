//! Hints, lenses and hovers of Java text, compiled by the real javac. `//:` is followed by the expected hint, `//^` by the
//! expected lens. Lines without one have none.
//!
//! The figures are sums of means from Table 3 (Nyholm et al. 2025), in nJ, for the mixture of the two boards: a declaration ⟨int,
//! load⟩ 7.107 + 0.097 + 0.297 + 3.395 = 10.896, ⟨int, constant⟩ 10.651, ⟨long, constant⟩ 17.541, ⟨long, load⟩ 17.785; an
//! addition ⟨long, load⟩ 29.548 + 6.987 + 0.297 + 3.395 = 40.227; `if_icmp_lt` ⟨int, load⟩ 35.105 + 0.097 + 0.297 + 3.395 =
//! 38.894; increase ⟨int, constant⟩ 4.842 + 0.097 + 0.053 + 3.395 = 8.387.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use crate::support;

use ide::{AssumedValues, FileAnalysis, Model, OmittedLines, Pictures, Program, ProgramClass};
use jdk::{CompileRequest, SourceUnit};
use posterior::{Device, Posterior};
use pricing::Mapping;
use source::SourceFile;
use std::sync::Arc;

fn model() -> Model {
    Model::new(
        Arc::new(Posterior::default_model()),
        Mapping::Stack,
        Device::Any,
    )
}

fn analyse(text: &str) -> FileAnalysis {
    analyse_without(text, &[])
}

fn analyse_without(text: &str, left_out: &[OmittedLines]) -> FileAnalysis {
    let javac = support::javac();
    let response = javac
        .compile(CompileRequest {
            sources: vec![SourceUnit::new("Fixture.java", text)],
            ..CompileRequest::default()
        })
        .expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    FileAnalysis::new(
        &model(),
        &SourceFile::parse(text),
        1,
        response.classes.iter().map(|class| class.bytes.as_slice()),
        left_out,
        None,
    )
}

/// Compares hints and lenses with what the text expects.
fn check(text: &str) {
    let analysis = analyse(text);
    let expected = |marker: &str| -> Vec<(u32, String)> {
        text.lines()
            .zip(1..)
            .filter_map(|(line, number)| {
                let (_, annotation) = line.split_once(marker)?;
                let end = annotation.find("//").unwrap_or(annotation.len());
                Some((number, annotation[..end].trim().to_owned()))
            })
            .collect()
    };
    let hints: Vec<(u32, String)> = analysis
        .hints(&model())
        .into_iter()
        .map(|hint| (hint.line, hint.label))
        .collect();
    assert_eq!(hints, expected("//:"));
    let lenses: Vec<(u32, String)> = analysis
        .lenses(&model(), &AssumedValues::default(), None)
        .into_iter()
        .map(|lens| (lens.line, lens.title))
        .collect();
    assert_eq!(lenses, expected("//^"));
}

/// A text whose calls are followed.
fn followed(text: &str) -> FileAnalysis {
    let response = support::javac()
        .compile(CompileRequest {
            sources: vec![SourceUnit::new("Fixture.java", text)],
            ..CompileRequest::default()
        })
        .expect("javac answers");
    let classes: Vec<Arc<[u8]>> = (response.classes.iter())
        .map(|class| Arc::from(class.bytes.as_slice()))
        .collect();
    let of_program = classes.iter().map(|bytes| ProgramClass {
        bytes: Arc::clone(bytes),
        loops: Arc::new([]),
        left_out: Vec::new(),
    });
    let program = Program::new(&model(), of_program.collect::<Vec<_>>(), None).0;
    FileAnalysis::new(
        &model(),
        &SourceFile::parse(text),
        1,
        classes.iter().map(|bytes| &**bytes),
        &[],
        Some(&Arc::new(program)),
    )
}

/// The hints of the lines of a text whose calls are followed.
fn followed_hints(text: &str) -> Vec<(u32, String)> {
    let hints = followed(text).hints(&model()).into_iter();
    hints.map(|hint| (hint.line, hint.label)).collect()
}

#[test]
fn initialisers_of_fields_include_what_they_call() {
    // `twice`: a load, a constant, a multiplication and a return.
    let text = "class Fixture {
    static int twice(int n) { return 2 * n; }
    static int keep(Runnable r, int n) { return n; }
    static final int ALONE = twice(3);
    final int own = twice(3);
    static final int BESIDE = keep(() -> twice(3), twice(3));
    static final String UNKNOWN = String.valueOf(3);
    static final int BESIDE_UNKNOWN = keep(() -> twice(3), Integer.parseInt(\"3\"));
    int again() { return twice(3); }
    Fixture() { }
    Fixture(int n) { this(); }
}";
    let hints = followed_hints(text);
    let of = |line: u32| {
        let mut hints = hints.iter();
        hints
            .find(|(at, _)| *at == line)
            .map_or("", |(_, label)| label)
    };
    let nanojoules = |line: u32| {
        let label = of(line).trim_start_matches("⚡ ");
        let number = label.split(' ').next().unwrap_or_default();
        let number: f64 = number.parse().expect("a number");
        number * if label.contains("µJ") { 1e3 } else { 1.0 }
    };
    // Storing the result in a field costs more than returning it.
    assert!(nanojoules(4) > nanojoules(9), "{hints:?}");
    assert!(nanojoules(5) > nanojoules(9), "{hints:?}");
    // Both calls of `twice`, that of `keep` and the creation of the object.
    assert!(nanojoules(6) > 2.0 * nanojoules(9), "{hints:?}");
    for line in 4..=6 {
        assert!(!of(line).contains("call"), "{hints:?}");
    }
    assert!(of(7).ends_with(" + unpriced call"), "{hints:?}");
    assert!(of(8).ends_with(" + unpriced call"), "{hints:?}");
}

#[test]
fn fibonacci_of_the_paper() {
    // The loop: n × (38.894 test + 40.227 + 2 × 17.785 + 8.387 + 11.325 goto) = 134.40 n. Outside: 3 × 17.541 + 10.651
    // declarations and the last test 38.894: 102.17. The for line: 10.651 + 38.894 + 8.387 + 11.325 = 69.26.
    // The default constructor calls Object's, which has a transferred price: 131.055 nJ, on the line of the class.
    check(
        "class Fixture { //: ⚡ 131 nJ
    static long fibonacci(int n) { //^ ⚡ ≈ 100 nJ + 130 nJ·n
        long f1 = 0; //: ⚡ 17.5 nJ
        long f2 = 1; //: ⚡ 17.5 nJ
        long f3 = 0; //: ⚡ 17.5 nJ
        for (int i = 0; i < n; i++) { //: ⚡ 69.3 nJ
            f3 = f2 + f1; //: ⚡ 40.2 nJ
            f1 = f2; //: ⚡ 17.8 nJ
            f2 = f3; //: ⚡ 17.8 nJ
        }
        return f3;
    }
}
",
    );
}

#[test]
fn a_call_says_that_its_body_is_not_in_the_number() {
    let analysis = analyse("class Fixture { void a() { b(); } void b() {} }");
    let lenses = analysis.lenses(&model(), &AssumedValues::default(), None);
    assert!(
        lenses
            .iter()
            .any(|lens| lens.title.ends_with("calls not followed")),
        "{lenses:?}"
    );
}

#[test]
fn a_bridge_has_no_text_of_its_own_over_the_method_that_it_leads_to() {
    let analysis = analyse(
        "class Fixture implements java.util.function.Supplier<String> {\n public String get() { return \"\".concat(\"\"); } }",
    );
    let lenses = analysis.lenses(&model(), &AssumedValues::default(), None);
    let over: Vec<_> = lenses.iter().filter(|lens| lens.line == 2).collect();
    assert_eq!(over.len(), 1, "{lenses:?}");
    let ranking = analysis.ranking(&model(), &AssumedValues::default(), None);
    let ranked = ranking.iter().filter(|ranked| ranked.method == "get");
    assert_eq!(ranked.count(), 1, "{ranking:?}");
}

#[test]
fn a_value_of_the_symbol_turns_the_formula_into_a_distribution() {
    let analysis = analyse(
        "class Fixture { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }",
    );
    let mut assumptions = AssumedValues::default();
    assumptions.parse("n=100").expect("an assumption");
    let with = analysis.lenses(&model(), &assumptions, None);
    assert!(with[0].title.contains("worst"), "{with:?}");
    assert!(with[0].title.contains("n = 100"), "{with:?}");
    let without = analysis.lenses(&model(), &AssumedValues::default(), None);
    assert!(without[0].title.contains("·n"), "{without:?}");
}

#[test]
fn a_hover_says_what_the_number_rests_on() {
    let analysis =
        analyse("class Fixture {\n long f(long a, long b) {\n a = a + b;\n return a; } }");
    let hover = analysis
        .hover(&model(), &AssumedValues::default(), 3, Pictures::None, None)
        .expect("a hover");
    for part in [
        "40.2 nJ",
        "p99.9",
        "long addition",
        "measured",
        "raspberry-pi-5",
        "device any",
        "interpreter",
        "operation",
    ] {
        assert!(hover.contains(part), "{part} is missing in\n{hover}");
    }
    assert_eq!(
        analysis.hover(
            &model(),
            &AssumedValues::default(),
            99,
            Pictures::None,
            None
        ),
        None
    );
}

#[test]
fn a_hover_says_which_prices_come_from_another_machine_and_how_sure_they_are() {
    let analysis = analyse(
        "class Fixture {\n static void f(int n) {\n for (int i = 0; i < n; i++) { } } }",
    );
    let values = AssumedValues::default();
    let line = analysis.hover(&model(), &values, 3, Pictures::None, None);
    let line = line.expect("a hover");
    let jump = line.lines().find(|row| row.contains("| jump"));
    let jump = jump.unwrap_or_else(|| panic!("no jump in\n{line}"));
    // 11.33 nJ with a standard deviation of 4.71 nJ.
    assert!(jump.contains("11.3 nJ") && jump.contains("transferred ± 42%"), "{jump}");
    assert!(line.contains("increment of an int") && line.contains("measured"), "{line}");
    assert!(
        line.contains("25% transferred from another machine"),
        "{line}"
    );
}

#[test]
fn a_hover_with_a_range_says_where_the_code_leaves_it_open() {
    let text = "class Fixture {
 static int halt(int n) {
  while (n != 77) {
   n = n * 31 % 1001;
  }
  return n;
 }
 static int twice(int n) {
  return halt(n) + halt(n + 1);
 }
}";
    let analysis = followed(text);
    for (line, place) in [
        (2, "in its own code on line 3"),
        (8, "in `Fixture.halt` on line 9"),
    ] {
        let hover = analysis
            .hover(
                &model(),
                &AssumedValues::default(),
                line,
                Pictures::None,
                None,
            )
            .expect("a hover");
        let said = format!("how often loops or recursions repeat (above all {place})");
        assert!(hover.contains(&said), "{said} is missing in\n{hover}");
    }
}

#[test]
fn a_hover_has_a_picture_only_if_it_is_asked_for() {
    let analysis =
        analyse("class Fixture {\n long f(long a, long b) {\n a = a + b;\n return a; } }");
    let hover = |line: u32, pictures: Pictures| {
        let hover = analysis.hover(&model(), &AssumedValues::default(), line, pictures, None);
        hover.expect("a hover")
    };
    for line in [2, 3] {
        let (with, without) = (hover(line, Pictures::Svg), hover(line, Pictures::None));
        let (picture, rest): (Vec<&str>, Vec<&str>) =
            with.split("\n\n").partition(|part| part.starts_with("!["));
        assert_eq!(picture.len(), 1, "{with}");
        assert!(
            picture[0].contains("](data:image/svg+xml;base64,"),
            "{with}"
        );
        assert_eq!(rest.join("\n\n"), without);
    }
}

#[test]
fn what_was_left_out_of_the_compilation_is_not_priced() {
    let text = "class Fixture {\n int f() {\n return 1 / hashCode(); } }";
    let title = |reason: Option<&str>| {
        let left_out = OmittedLines {
            lines: 2..=3,
            reason: reason.map(str::to_owned),
        };
        let analysis = analyse_without(text, &[left_out]);
        assert!(analysis.hints(&model()).iter().all(|hint| hint.line == 1));
        let hover = analysis.hover(&model(), &AssumedValues::default(), 2, Pictures::None, None);
        let lenses = analysis.lenses(&model(), &AssumedValues::default(), None);
        (
            lenses[0].title.clone(),
            hover.expect("the heading has a hover"),
        )
    };
    let (lens, hover) = title(None);
    assert_eq!(lens, "⚡ not priced: does not compile");
    assert!(hover.starts_with("**⚡ not priced:** `f` does not compile\n"));
    let (lens, hover) = title(Some("package a does not exist\nmore"));
    assert_eq!(lens, "⚡ not priced: package a does not exist");
    assert!(hover.contains("`f` does not compile: package a does not exist more"));
    let (lens, _) = title(Some(&"é".repeat(61)));
    assert_eq!(lens, format!("⚡ not priced: {}…", "é".repeat(60)));
}

#[test]
fn bytes_that_are_no_class_are_said_and_the_rest_goes_on() {
    let source = SourceFile::parse("class Fixture { }");
    let bytes: &[u8] = b"\xCA\xFE";
    let broken = FileAnalysis::new(&model(), &source, 1, std::iter::once(bytes), &[], None);
    assert_eq!(broken.errors().len(), 1);
    assert!(broken.hints(&model()).is_empty());
}

#[test]
fn field_initialisers_count_once_however_many_constructors_there_are() {
    let one = analyse("class Fixture {\n int a = 5;\n Fixture() { }\n }");
    let two = analyse("class Fixture {\n int a = 5;\n Fixture() { }\n Fixture(int x) { }\n }");
    let mean = |analysis: &FileAnalysis| {
        analysis
            .lines(&model(), &AssumedValues::default(), None)
            .into_iter()
            .find(|line| line.line == 2)
            .map(|line| line.mean)
    };
    assert!(mean(&one).is_some());
    assert_eq!(mean(&one), mean(&two));
}

#[test]
fn the_shares_of_a_method_s_lines_make_up_the_whole_and_a_class_has_none() {
    let text =
        "class Fixture {\n long f(long a, long b) {\n long c = 0;\n c = a + b;\n return c;\n }\n}";
    let shares: Vec<(u32, f64)> = analyse(text)
        .lines(&model(), &AssumedValues::default(), None)
        .into_iter()
        .map(|line| (line.line, line.share_of_method))
        .collect();
    let of = |number: u32| {
        shares
            .iter()
            .find(|(line, _)| *line == number)
            .map(|(_, share)| *share)
    };
    // By the paper's table: 17.541 of 17.541 + 40.227 nJ.
    assert!((of(3).expect("a declaration costs") - 17.541 / 57.768).abs() < 1e-4);
    assert!((of(4).expect("an addition costs") - 40.227 / 57.768).abs() < 1e-4);
    assert_eq!(
        of(1).map(f64::to_bits),
        Some(0.0_f64.to_bits()),
        "the implicit constructor"
    );
}

#[test]
fn a_line_in_a_loop_has_its_share_as_often_as_it_runs() {
    let text = "class Fixture {\n static long f(long a) {\n long t = a;\n for (int i = 0; i < 7; i++) {\n t = t + a;\n }\n return t;\n }\n}";
    let analysis = analyse(text);
    let lines = analysis.lines(&model(), &AssumedValues::default(), None);
    let mut of_body = lines.iter().filter(|line| line.line == 5);
    let body = of_body.next().expect("the line costs energy");
    assert!((body.total.0 / body.mean.0 - 7.0).abs() < 1e-9);
    let whole: f64 = lines.iter().map(|line| line.share_of_method).sum();
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
}

#[test]
fn a_hover_calls_code_without_a_name_what_it_is() {
    let analysis = analyse(
        "class Fixture {\n java.util.function.IntUnaryOperator f =\n  (a) -> {\n  int b = a + 1;\n  return b * 2; };\n\
          static int g;\n static {\n  g = 2;\n }\n}",
    );
    let hover = |line: u32| {
        let hover = analysis.hover(
            &model(),
            &AssumedValues::default(),
            line,
            Pictures::None,
            None,
        );
        hover.expect("a hover")
    };
    for (line, name) in [
        (3, "a call of the lambda"),
        (4, "In the worst case, the lambda spends "),
        (8, "In the worst case, the initialiser spends "),
    ] {
        let hover = hover(line);
        assert!(hover.contains(name), "{hover}");
        assert!(
            !hover.contains("lambda$") && !hover.contains("<clinit>"),
            "{hover}"
        );
    }
}
