//! The work of two runs, garbage, waits, power over time, and budgets of tests, for profiles with known results.

use profile::forms::{garbage, json, junit, power, power_csv, waits};
use profile::{
    Allocation, AnalysisOptions, BudgetVerdict, Budgets, DeviceKind, NoCostReason, StackIndex,
    ThreadCpu, ThreadIndex, ThreadKind, Transfer, Wait, WaitKind, analyse, judged, power_over_time,
};

use crate::support::{
    PERIOD, assert_near, code, entries, index, of_one_run, row, run, thread, two_methods,
};

#[test]
fn runs_that_did_different_work_have_no_energy_per_call() {
    let mut profile = two_methods();
    let (main, a) = (
        index(&profile.code.methods, "main"),
        index(&profile.code.methods, "a"),
    );
    // The same number of calls, except the few that counters lose.
    profile.runs[0].entries = vec![(main, 1), (a, 990)];
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let work = analysis.work.expect("calls were counted in both");
    assert!(work.is_same() && work.methods == 2, "{work:?}");
    assert_near(work.difference, 10.0 / 1001.0);
    assert_near(
        row(&analysis, "a").own_per_call.expect("a number").mean,
        row(&analysis, "a").own.joules.expect("energy").mean / 1000.0,
    );

    // The count run did half of it.
    profile.runs[0].entries = vec![(main, 1), (a, 2000)];
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let work = analysis.work.expect("calls were counted in both");
    assert!(!work.is_same() && work.different == 1, "{work:?}");
    assert_eq!(
        row(&analysis, "a").per_call,
        Err(NoCostReason::DifferentWork)
    );
    // Its share does not depend on counts.
    assert!(row(&analysis, "a").own.share.mean > 0.7);
    let text = profile::forms::text(&analysis, &profile::forms::TextOptions::default());
    assert!(text.contains("did different work"), "{text}");

    profile.runs[0].entries.clear();
    assert_eq!(analyse(&profile, &AnalysisOptions::default()).work, None);
}

/// A collector's thread used 2 J. `a` allocated 300 of 400 bytes.
#[test]
fn garbage_is_charged_to_who_allocated_it() {
    let mut profile = two_methods();
    let (_, stacks) = code(&["main/a", "main/b"]);
    let run = &mut profile.runs[0];
    run.threads.push(thread("GC Thread#0", ThreadKind::Gc));
    for window in &mut run.windows {
        let joules = window.joules.expect("a measured window");
        window.joules = Some(joules * 1.5);
        window.cpu.push(ThreadCpu {
            thread: ThreadIndex(1),
            nanos: PERIOD / 2,
        });
    }
    let allocation = |stack: Option<StackIndex>, class: &str, bytes| Allocation {
        stack,
        class: class.to_owned(),
        bytes,
    };
    run.allocations = vec![
        allocation(Some(stacks[0]), "[B", 200),
        allocation(Some(stacks[1]), "java/lang/String", 60),
        allocation(Some(stacks[0]), "[B", 100),
        allocation(None, "[I", 40),
    ];
    run.waits = vec![Wait {
        kind: WaitKind::Lock,
        stack: Some(stacks[1]),
        class: "p/Queue".to_owned(),
        times: 3,
        nanos: 1_500_000_000,
    }];
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let first = &analysis.garbage[0];
    assert_eq!(first.method, Some(index(&analysis.names, "a")));
    assert_near(first.share, 0.75);
    assert_near(first.joules.expect("energy"), 1.5);
    assert_eq!(analysis.garbage[2].method, None);
    let text = garbage(&analysis, 10);
    assert!(text.contains("[B in p.A.a()"), "{text}");
    let text = waits(&analysis, 10);
    assert!(
        text.contains("1.50 s") && text.contains("the lock of p.Queue in p.A.b()"),
        "{text}"
    );

    // Only kept methods are named; here, there are none.
    let options = AnalysisOptions {
        filter: vec!["other".to_owned()],
        ..AnalysisOptions::default()
    };
    assert!(
        analyse(&profile, &options)
            .garbage
            .iter()
            .all(|row| row.method.is_none())
    );
}

#[test]
fn devices_are_beside_the_totals() {
    let mut profile = two_methods();
    let (_, stacks) = code(&["main/a", "main/b"]);
    let before = analyse(&profile, &AnalysisOptions::default());
    profile.runs[0].transfers = vec![Transfer {
        device: DeviceKind::Disk,
        is_out: true,
        at_nanos: 0,
        nanos: 1,
        bytes: 2_500_000_000,
        stack: Some(stacks[1]),
    }];
    let analysis = analyse(&profile, &AnalysisOptions::default());
    assert_eq!(analysis.totals, before.totals);
    let row = &analysis.devices[0];
    // One second at the full rate, and a tail of 0.1 s.
    assert_near(row.joules, 6.16 + 0.206);
    assert_eq!(row.methods[0].0, Some(index(&analysis.names, "b")));
    assert!(json(&analysis).contains("\"is_modelled\": true"));
    let none = AnalysisOptions {
        devices: Vec::new(),
        ..AnalysisOptions::default()
    };
    assert!(analyse(&profile, &none).devices.is_empty());
}

/// One watt all the time, first in `a` and later in `b`.
#[test]
fn power_over_time_is_that_of_the_windows_samples() {
    let (code, stacks) = code(&["main/a", "main/b"]);
    let run = run((0..100).map(|place| Some(stacks[usize::from(place >= 50)])));
    let profile = of_one_run(code, run);
    let options = AnalysisOptions::default();
    let analysis = analyse(&profile, &options);
    let windows = power_over_time(&profile, &analysis, &options);
    assert_eq!(windows.len(), 100);
    for (place, one) in windows.iter().enumerate() {
        let name = if place < 50 { "a" } else { "b" };
        let [(method, watts)] = one.methods[..] else {
            panic!("{one:?}");
        };
        assert_eq!(method, Some(index(&analysis.names, name)));
        assert_near(watts, 1.0);
    }
    assert!(power(&analysis, &windows).contains("A.a 1.00 W"));
    let csv = power_csv(&analysis, &windows);
    assert_eq!(csv.lines().count(), 101);
    assert!(csv.contains(",p.A.b(),1"), "{csv}");
}

#[test]
fn a_test_above_its_budget_fails() {
    let names = [
        "org/junit/Runner.run",
        "java/lang/reflect/Method.invoke",
        "p/CartTest.total",
    ];
    let (mut code, stacks) = code(&["run/invoke/total", "run/invoke/other"]);
    for method in &mut code.methods {
        let full = names
            .iter()
            .find(|name| name.ends_with(&format!(".{}", method.name)));
        let class = full.and_then(|name| name.split_once('.'));
        method.class = class.map_or("p/CartTest", |(class, _)| class).to_owned();
    }
    let run = run((0..400).map(|place| Some(stacks[usize::from(place % 4 == 3)])));
    let counts = entries(&code, &[("total", 1)]);
    let profile = profile::Profile {
        counts,
        ..of_one_run(code, run)
    };
    let analysis = analyse(&profile, &AnalysisOptions::default());
    let text = "[tests]\nbudget = \"10 J\"\n[tests.budgets]\n\"p.CartTest.total\" = \"500 mJ\"\n\"p.Gone\" = \"1 J\"\n[diff]\nbudget = \"1 J\"\n";
    let budgets = Budgets::from_toml(text).expect("budgets");
    let tests = judged(&analysis, &budgets);
    let verdicts: Vec<BudgetVerdict> = tests.iter().map(|test| test.verdict).collect();
    // 3 J and 1 J.
    assert_eq!(verdicts, [BudgetVerdict::Violated, BudgetVerdict::Met]);
    assert_eq!(budgets.unused(&analysis), ["p.Gone"]);
    let xml = junit(&analysis, &budgets);
    assert!(xml.contains("tests=\"2\" failures=\"1\""), "{xml}");
    assert!(
        xml.contains("<testcase classname=\"p.CartTest\" name=\"total\">"),
        "{xml}"
    );
    assert!(
        xml.contains("<failure type=\"energy budget\" message=\""),
        "{xml}"
    );
    assert!(xml.contains("<property name=\"energy.joules\""), "{xml}");
    let undecided = Budgets {
        each: Some(3.0),
        ..Budgets::default()
    };
    assert_eq!(
        judged(&analysis, &undecided)[0].verdict,
        BudgetVerdict::Undecided
    );
    // A third of the energy was not measured, so nothing is within a budget. What is above it stays above it.
    let mut partly = profile.clone();
    let windows = partly.runs[0].windows.iter_mut();
    for window in windows.step_by(3) {
        window.joules = None;
    }
    let partly = analyse(&partly, &AnalysisOptions::default());
    let verdicts: Vec<BudgetVerdict> = judged(&partly, &budgets)
        .iter()
        .map(|test| test.verdict)
        .collect();
    assert_eq!(
        verdicts,
        [BudgetVerdict::Violated, BudgetVerdict::NotMeasured]
    );
    for wrong in [
        "[tests]\nbudget = 5",
        "[tests]\nbudget = \"5 W\"",
        "[tests]\nother = 1",
        "[",
    ] {
        assert!(Budgets::from_toml(wrong).is_err(), "{wrong}");
    }
}
