//! No execution costs more than the bound at the symbols' true values. The real javac compiles the programs, a JVM that
//! counts every instruction executes them, and the posterior means of every device price them.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic, says by name what it skips, and how tight the bounds are"
)]

use std::path::PathBuf;

use jdk::{Environment, find_jdks};
use soundness::{
    Bench, Board, ExecutedSubjects, Family, Fault, Generated, Judge, SoundnessSummary, Style,
    corpus, shrink,
};

/// Few: `cargo xtask soundness` executes thousands, with other seeds.
const PROGRAMS: u64 = 64;
/// One in this many programs only counts.
const COUNTING: u64 = 4;

/// A bench on a JDK that can rewrite classes; on a machine without one, names the test that is skipped.
fn bench(test: &str) -> Option<Bench> {
    let jdk = find_jdks(None, &Environment::of_this_process())
        .jdks
        .into_iter()
        .find(|jdk| jdk.version.feature >= trace::FIRST_FEATURE);
    let Some(jdk) = jdk else {
        tests::skip(test, &format!("no JDK {} found", trace::FIRST_FEATURE));
        return None;
    };
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled");
    Some(Bench::new(jdk, &cache).unwrap())
}

#[test]
fn every_file_of_the_corpus_is_a_program() {
    let listed: Vec<String> = corpus().into_iter().map(|subject| subject.name).collect();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for folder in [folder.join("textbook"), folder] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "java")
            {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                assert!(listed.contains(&name), "{name} is not in src/corpus.rs");
            }
        }
    }
}

fn programs() -> impl Iterator<Item = Generated> {
    (0..PROGRAMS).map(|seed| {
        let counting = seed % COUNTING == 0;
        Generated::new(
            seed,
            if counting {
                Style::Counting
            } else {
                Style::Free
            },
        )
    })
}

fn summary(bench: &Bench, executed: &ExecutedSubjects, fault: Fault) -> SoundnessSummary {
    let mut summary = SoundnessSummary::default();
    summary.add(executed, &bench.judge(executed, fault).unwrap());
    summary
}

/// The same for bounds that include callees in the program.
fn with_callees(bench: &Bench, executed: &ExecutedSubjects, fault: Fault) -> SoundnessSummary {
    let mut summary = SoundnessSummary::default();
    let verdicts = bench.judge_with_callees(executed, fault).unwrap();
    summary.add(executed, &verdicts);
    summary
}

fn assert_sound(summary: &SoundnessSummary) {
    println!("{summary}");
    for loose in summary.loosest(10) {
        println!("{:10.2} {}", loose.ratio, loose.name);
    }
    let listed = |violations: &[soundness::Violation]| -> String {
        let few = violations.iter().take(3);
        let few: Vec<String> = few.map(ToString::to_string).collect();
        few.join("\n")
    };
    let (violations, inexact) = (&summary.violations, &summary.inexact);
    assert!(
        violations.is_empty(),
        "above the bound: {}",
        listed(violations)
    );
    assert!(inexact.is_empty(), "below the bound: {}", listed(inexact));
}

#[test]
fn no_random_program_executes_more_than_its_bound() {
    let Some(bench) = bench("no_random_program_executes_more_than_its_bound") else {
        return;
    };
    let subjects = programs().map(|program| program.subject(&format!("P{}", program.seed())));
    let executed = bench.execute(subjects.collect()).unwrap();
    let sound = summary(&bench, &executed, Fault::None);
    assert_sound(&sound);
    assert_eq!(sound.programs as u64, PROGRAMS);
    assert!(sound.compared as u64 > PROGRAMS * 5, "{sound}");
    assert!(sound.exact as u64 > PROGRAMS, "{sound}");
    assert!(sound.unknown.len() * 8 < sound.compared, "{sound}");

    // Also including callees in the program.
    let total = with_callees(&bench, &executed, Fault::None);
    assert_sound(&total);
    assert!(total.compared as u64 > PROGRAMS * 4, "{total}");

    // Wrong bounds are caught: bounds off by a hundredth, and by one repetition of each loop. Violations that an assumption
    // excuses count as caught.
    let caught = |wrong: &SoundnessSummary, right: &SoundnessSummary| {
        let of = |summary: &SoundnessSummary| summary.assumption_failed + summary.not_decided;
        wrong.violations.len() + of(wrong).saturating_sub(of(right))
    };
    let scaled = summary(&bench, &executed, Fault::Scaled(0.99));
    assert!(caught(&scaled, &sound) > sound.exact / 2, "{scaled}");
    let fewer = summary(&bench, &executed, Fault::Fewer(1.0));
    assert!(caught(&fewer, &sound) > sound.exact / 4, "{fewer}");
    for fault in [Fault::Scaled(0.99), Fault::Fewer(1.0)] {
        let wrong = with_callees(&bench, &executed, fault);
        assert!(caught(&wrong, &total) > sound.exact / 4, "{wrong}");
    }

    // The violating program can be reduced.
    let found = programs().find(|program| {
        let mut violations = fewer.violations.iter();
        violations.any(|violation| violation.subject as u64 == program.seed())
    });
    let found = found.unwrap();
    let small = shrink(&bench, &found, Judge::Worst, Fault::Fewer(1.0)).unwrap();
    let lines = |program: &Generated| program.subject("P").sources[0].text.lines().count();
    assert!(
        lines(&small) <= 16,
        "{}",
        small.subject("P").sources[0].text
    );
    assert!(lines(&small) < lines(&found));
}

/// An assumption excuses only calls that break it.
#[test]
fn an_assumption_that_a_call_keeps_excuses_nothing() {
    let Some(bench) = bench("an_assumption_that_a_call_keeps_excuses_nothing") else {
        return;
    };
    let text = "class Kept {
        static int upTo(int n) { int s = 0; for (int i = 0; i != n; i++) { s++; } return s; } }";
    let subject = soundness::Subject {
        name: "Kept.java".to_owned(),
        family: Family::Beyond,
        sources: vec![soundness::Source {
            file: "Kept.java".to_owned(),
            text: text.to_owned(),
        }],
        calls: Vec::new(),
        statics: Vec::new(),
        exact: Vec::new(),
    };
    let executed = bench.execute(vec![subject]).unwrap();
    let right = with_callees(&bench, &executed, Fault::None);
    assert_sound(&right);
    // The bound assumes that arithmetic does not overflow, and it does not in any of these calls.
    let wrong = with_callees(&bench, &executed, Fault::Scaled(0.9));
    assert!(wrong.violations.len() > 5, "{wrong}");
    assert_eq!(wrong.assumption_failed, right.assumption_failed, "{wrong}");
}

#[test]
fn no_program_of_the_corpus_executes_more_than_its_bound() {
    let Some(bench) = bench("no_program_of_the_corpus_executes_more_than_its_bound") else {
        return;
    };
    let mut subjects = corpus();
    subjects.retain(|subject| subject.family == Family::General);
    let exact: Vec<String> = subjects
        .iter()
        .flat_map(|subject| subject.exact.clone())
        .collect();
    let executed = bench.execute(subjects).unwrap();
    let sound = summary(&bench, &executed, Fault::None);
    assert_sound(&sound);
    assert!(sound.exact >= exact.len() * 3, "{sound}");
    let total = with_callees(&bench, &executed, Fault::None);
    assert_sound(&total);
}

/// How many random programs of each family the short run contains.
const OF_FAMILY: u64 = 4;

/// Compares the programs of a family, hand-written and random, with every claim about them.
fn assert_sound_family(family: Family) {
    let Some(bench) = bench(family.tag()) else {
        return;
    };
    let mut subjects = corpus();
    subjects.retain(|subject| subject.family == family);
    let made = (0..OF_FAMILY).map(|seed| Generated::new(seed, Style::Of(family)));
    subjects.extend(made.map(|program| program.subject(&format!("P{}", program.seed()))));
    let executed = bench.execute(subjects).unwrap();
    let mut board = Board::default();
    board.add(&bench, &executed, Fault::None).unwrap();
    println!("{board}");
    let broken = board.broken();
    let listed = broken
        .iter()
        .map(|(_, judge, calls, worst)| format!("{}: {calls} calls of {worst}\n", judge.name()));
    let listed: Vec<String> = listed.take(3).collect();
    assert!(
        board.is_sound(),
        "{}{}",
        listed.concat(),
        board.clauses.join("\n")
    );
    let compared = board.of(Judge::Worst).compared as u64;
    assert!(compared > OF_FAMILY * 20, "{board}");
}

#[test]
fn clauses_belong_to_the_loops_that_follow_them() {
    assert_sound_family(Family::Clauses);
}

#[test]
fn callees_may_cost_less_for_larger_values() {
    assert_sound_family(Family::Suffixes);
}

#[test]
fn callees_may_change_fields() {
    assert_sound_family(Family::Fields);
}

#[test]
fn names_mean_the_values_at_the_method_s_entry() {
    assert_sound_family(Family::Entry);
}

#[test]
fn numbers_may_not_fit_into_their_types() {
    assert_sound_family(Family::Integers);
}

#[test]
fn no_call_costs_less_than_the_least() {
    assert_sound_family(Family::Least);
}

#[test]
fn no_execution_breaks_a_contract_that_is_met() {
    assert_sound_family(Family::Contracts);
}

#[test]
fn other_kinds_of_loops_and_recursions_are_bounded() {
    assert_sound_family(Family::Beyond);
}

#[test]
fn what_short_callees_return_bounds_loops() {
    assert_sound_family(Family::Results);
}

/// The share of textbook methods that may stay without a bound in terms that a caller knows.
const OPAQUE: f64 = 0.15;

#[test]
fn textbook_methods_have_the_bounds_that_a_person_finds() {
    let Some(bench) = bench("textbook_methods_have_the_bounds_that_a_person_finds") else {
        return;
    };
    let mut subjects = corpus();
    subjects.retain(|subject| subject.family == Family::Textbook);
    let executed = bench.execute(subjects).unwrap();
    let textbook = bench.textbook(&executed).unwrap();
    println!("{textbook}");
    assert!(textbook.methods.len() >= 150);
    assert!(
        textbook.share_opaque() <= OPAQUE,
        "{}",
        textbook.share_opaque()
    );
    let mut board = Board::default();
    board.add(&bench, &executed, Fault::None).unwrap();
    println!("{board}");
    assert!(board.is_sound(), "{:?}", board.broken());
    let of_a_part = bench
        .judge_with_callees(&executed, Fault::Scaled(0.5))
        .unwrap();
    let mut caught = SoundnessSummary::default();
    caught.add(&executed, &of_a_part);
    assert!(caught.violations.len() > textbook.methods.len(), "{caught}");
}

#[test]
fn wrong_bounds_of_every_kind_are_caught() {
    let Some(bench) = bench("wrong_bounds_of_every_kind_are_caught") else {
        return;
    };
    let counting = (0..24).map(|seed| Generated::new(seed, Style::Counting));
    let subjects = counting.map(|program| program.subject(&format!("P{}", program.seed())));
    let executed = bench.execute(subjects.collect()).unwrap();
    let violations = |fault| {
        let mut board = Board::default();
        board.add(&bench, &executed, fault).unwrap();
        Judge::ALL.map(|judge| board.of(judge).violations.len())
    };
    assert_eq!(violations(Fault::None), [0; 5]);
    let caught = violations(Fault::Scaled(0.9));
    assert!(caught.iter().all(|count| *count > 20), "{caught:?}");
}
