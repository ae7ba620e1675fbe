//! No execution costs more than the bound at the symbols' true values: programs compiled by the real javac, executed
//! by a JVM that counts every instruction, and priced at the posterior means of every device.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic, says by name what it skips, and how tight the bounds are"
)]

use std::path::PathBuf;

use jdk::{Surroundings, find_jdks};
use soundness::{Bench, Executed, Fault, Generated, Style, Summary, corpus, shrink};

const PROGRAMS: u64 = 320;
/// Every so many programs one counts only.
const COUNTING: u64 = 4;

/// A bench on a JDK that can rewrite classes; says by name what a machine without one skips.
fn bench(test: &str) -> Option<Bench> {
    let jdk = find_jdks(None, &Surroundings::of_this_process())
        .jdks
        .into_iter()
        .find(|jdk| jdk.version.feature >= trace::FIRST_FEATURE);
    let Some(jdk) = jdk else {
        println!("skipped: {test}: no JDK {} found", trace::FIRST_FEATURE);
        return None;
    };
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jdk-cache");
    Some(Bench::new(jdk, &cache).unwrap())
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

fn summary(bench: &Bench, executed: &Executed, fault: Fault) -> Summary {
    let mut summary = Summary::default();
    summary.add(executed, &bench.judge(executed, fault).unwrap());
    summary
}

/// The same for bounds with all that the methods call in their program.
fn with_callees(bench: &Bench, executed: &Executed, fault: Fault) -> Summary {
    let mut summary = Summary::default();
    let verdicts = bench.judge_with_callees(executed, fault).unwrap();
    summary.add(executed, &verdicts);
    summary
}

fn assert_sound(summary: &Summary) {
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
fn no_made_up_program_executes_more_than_its_bound() {
    let Some(bench) = bench("no_made_up_program_executes_more_than_its_bound") else {
        return;
    };
    let subjects = programs().map(|program| program.subject(&format!("P{}", program.seed())));
    let executed = bench.execute(subjects.collect()).unwrap();
    let sound = summary(&bench, &executed, Fault::None);
    assert_sound(&sound);
    assert_eq!(sound.programs as u64, PROGRAMS);
    assert!(sound.compared as u64 > PROGRAMS * 5, "{sound}");
    assert!(sound.exact as u64 > PROGRAMS, "{sound}");
    assert!(
        sound.threw > 20 && sound.unknown.len() * 10 < sound.compared,
        "{sound}"
    );

    // With the methods of the program that they call, too.
    let total = with_callees(&bench, &executed, Fault::None);
    assert_sound(&total);
    assert!(total.compared as u64 > PROGRAMS * 4, "{total}");

    // Bounds that are wrong are caught: by a hundredth, and by one repetition of each loop.
    let scaled = summary(&bench, &executed, Fault::Scaled(0.99));
    assert!(scaled.violations.len() > sound.exact / 2, "{scaled}");
    let fewer = summary(&bench, &executed, Fault::Fewer(1.0));
    assert!(fewer.violations.len() > sound.exact / 4, "{fewer}");
    for fault in [Fault::Scaled(0.99), Fault::Fewer(1.0)] {
        let wrong = with_callees(&bench, &executed, fault);
        assert!(wrong.violations.len() > sound.exact / 4, "{wrong}");
    }

    // And the program that shows it is made small.
    let found = programs().find(|program| {
        let mut violations = fewer.violations.iter();
        violations.any(|violation| violation.subject as u64 == program.seed())
    });
    let found = found.unwrap();
    let small = shrink(&bench, &found, Fault::Fewer(1.0)).unwrap();
    let lines = |program: &Generated| program.subject("P").sources[0].text.lines().count();
    assert!(
        lines(&small) <= 16,
        "{}",
        small.subject("P").sources[0].text
    );
    assert!(lines(&small) < lines(&found));
}

#[test]
fn no_program_of_the_corpus_executes_more_than_its_bound() {
    let Some(bench) = bench("no_program_of_the_corpus_executes_more_than_its_bound") else {
        return;
    };
    let subjects = corpus();
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
