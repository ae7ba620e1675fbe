//! What a change costs a run of the base, with handmade reports and a handmade run.

use diff::render::{Format, render};
use diff::{
    BaseRun, CallsOfOne, Change, Comparison, ComparisonInput, LogNormalNumber, MethodName,
    ProfileUse, RegressionPolicy, Report, compare,
};
use posterior::{Features, Posterior};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use crate::support::{change, line, parsed, posterior, report_value, term};

/// A run that measured some methods.
#[derive(Debug)]
struct HandmadeRun {
    profile: ProfileUse,
    /// Joules of a call, and the uncertainty of its logarithm.
    measured: BTreeMap<&'static str, (f64, f64)>,
    /// Unknown for methods that are not in the map.
    calls: BTreeMap<&'static str, u64>,
    factor: Option<LogNormalNumber>,
}

impl BaseRun for HandmadeRun {
    fn profile(&self) -> &ProfileUse {
        &self.profile
    }

    fn energy(&self, method: &MethodName) -> Option<LogNormalNumber> {
        let &(mean, log_sd) = self.measured.get(&method.method[..])?;
        Some(LogNormalNumber { mean, log_sd })
    }

    fn calls(&self, method: &MethodName) -> Option<u64> {
        self.calls.get(&method.method[..]).copied()
    }

    fn factor(&self, _: &str) -> Option<LogNormalNumber> {
        self.factor
    }

    fn is_whole(&self, unpriced_calls: f64) -> bool {
        unpriced_calls == 0.0
    }
}

fn run(measured: &[(&'static str, f64)], calls: &[(&'static str, u64)]) -> HandmadeRun {
    HandmadeRun {
        profile: ProfileUse {
            program: String::from("java"),
            meter: String::from("powercap"),
            is_modelled: false,
            java: vec![25],
            joules: Some(10.0),
            measured: measured.len(),
            other_code: Vec::new(),
            absent: 0,
            anchors_others: true,
        },
        measured: measured
            .iter()
            .map(|&(name, joules)| (name, (joules, 0.1)))
            .collect(),
        calls: calls.iter().copied().collect(),
        factor: Some(LogNormalNumber {
            mean: 0.05,
            log_sd: 0.5,
        }),
    }
}

/// A method with as many additions on average as in its worst case.
fn method(name: &str, additions: f64) -> Value {
    json!({
        "class": "p/A", "method": name, "descriptor": "(I)I", "file": "p/A.java", "line": 3,
        "typical": {
            "mean": 1e-8, "sd": 1e-9, "interval": [5e-9, 2e-8], "kind": "tight", "why": null,
            "unpriced_calls": 0.0, "unpriced": [], "throws": 0.0, "formula": null, "cost": [term("1", additions)],
            "behind": {"branches": 0.0, "loops": 0.0, "dispatch": 0.0}, "frequencies": "a",
        },
        "worst": {
            "energy": null, "why_not": null, "formula": null, "cost": [term("1", additions)], "assumptions": [],
            "own": null, "unpriced": [], "rests_on": [],
        },
        "best": {"mean": 1e-9, "sd": 0.0},
        "provenance": {"modelled": 1.0, "approximated": 0.0, "unpriced": 0.0}, "clipped": 0.0,
        "callees": [], "unresolved": [], "notes": [], "lines": [line(3, additions)],
    })
}

/// The same if it calls another method.
fn caller(name: &str, additions: f64, own: f64, callee: &str) -> Value {
    let mut method = method(name, additions);
    method["lines"] = json!([line(3, own)]);
    method["callees"] = json!([callee]);
    method
}

fn report(methods: &[Value]) -> Report {
    let mut report = report_value(methods);
    report["schema"] = json!("jouled.report/2");
    parsed(&report)
}

fn compared(base: &Report, head: &Report, run: &HandmadeRun) -> Comparison {
    compare(&ComparisonInput {
        base,
        head,
        base_name: "main",
        head_name: "topic",
        posterior: &posterior(),
        gate: &RegressionPolicy::default(),
        today: None,
        spread: |_| (0.5, 2.0),
        source: None,
        run: Some(run),
    })
    .expect("a comparison")
}

/// What this many additions are in features.
fn additions(posterior: &Posterior, count: f64) -> Features {
    let names = ["operation:addition", "data_type:int", "data_size:load"];
    let ids = names.map(|name| posterior.feature_id(name).expect("a feature"));
    let mut features: Features = ids.into_iter().map(|id| (id, count)).collect();
    features.device_count = count;
    features.n_noise = count;
    features
}

fn calls(callee: &str, times: f64, executed: f64) -> CallsOfOne {
    CallsOfOne {
        callee: callee.to_owned(),
        is_choice: false,
        times,
        executed: additions(&posterior(), executed),
    }
}

fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-9 * one.abs().max(two.abs())
}

fn in_run(change: &Change) -> (u64, f64) {
    let run = change.run.unwrap_or_else(|| panic!("not in the run: {change:#?}"));
    (run.calls, run.mean)
}

#[test]
fn equal_code_differs_in_nothing_whatever_the_run_says() {
    let report = report(&[method("f", 100.0), method("g", 7.0)]);
    for joules in [1e-12, 1.0, 1e6] {
        let run = run(&[("f", joules)], &[("f", 1_000_000), ("g", 3)]);
        let comparison = compared(&report, &report, &run);
        assert!(comparison.changes.is_empty());
        let text = render(&comparison, Format::Text, None);
        assert!(!text.contains("run:") && !text.contains("energies of a call"), "{text}");
        let difference = comparison.run.expect("a difference");
        assert_eq!((difference.mean, difference.sd), (0.0, 0.0));
        assert_eq!((difference.p_greater, difference.methods), (0.5, 0));
    }
}

#[test]
fn a_factor_changes_both_sides_alike() {
    let (base, head) = (report(&[method("f", 100.0)]), report(&[method("f", 130.0)]));
    let of = |joules: f64| {
        let run = run(&[("f", joules)], &[("f", 1000)]);
        let comparison = compared(&base, &head, &run);
        let change = change(&comparison, "f").clone();
        (comparison.run.expect("a difference"), change)
    };
    let (cheap, change_of_cheap) = of(1e-9);
    let (dear, change_of_dear) = of(1e-3);
    assert!(is_near(cheap.mean, 1000.0 * 1e-9 * 0.3), "{cheap:?}");
    assert!(is_near(dear.mean, cheap.mean * 1e6));
    assert!(is_near(dear.sd, cheap.sd * 1e6));
    assert!(is_near(dear.relative.expect("a share"), dear.mean / 10.0));
    // It is as certain that it costs more.
    assert!(is_near(cheap.p_greater, dear.p_greater));
    let p = |change: &Change| change.delta.expect("a difference").p_greater;
    assert!(is_near(p(&change_of_cheap), p(&change_of_dear)));
    let [low, high] = dear.interval;
    assert!(0.0 < low && low < dear.mean && dear.mean < high, "{dear:?}");
}

#[test]
fn what_changed_in_a_callee_counts_once() {
    // `f` runs 10 additions, and calls `g` 4 times. In the head, `g` costs 30 instead of 20, and `f` itself 15 instead of 10.
    let g = "p/A.g(I)I";
    let mut base = report(&[caller("f", 90.0, 10.0, g), method("g", 20.0)]);
    let mut head = report(&[caller("f", 135.0, 15.0, g), method("g", 30.0)]);
    let (f_joules, g_joules) = (90e-9, 20e-9);
    let measured = [("f", f_joules), ("g", g_joules)];
    let run = run(&measured, &[("f", 1000), ("g", 5000)]);

    base.methods[0].add_calls(vec![calls(g, 4.0, 80.0)]);
    head.methods[0].add_calls(vec![calls(g, 4.0, 120.0)]);
    let comparison = compared(&base, &head, &run);
    let f = in_run(change(&comparison, "f"));
    assert!(is_near(f.1, 1000.0 * 5e-9), "{f:?}");
    let g_in_run = in_run(change(&comparison, "g"));
    assert!(is_near(g_in_run.1, 5000.0 * 10e-9), "{g_in_run:?}");
    let all = comparison.run.as_ref().expect("a difference");
    assert!(is_near(all.mean, f.1 + g_in_run.1));
    assert_eq!((all.methods, all.measured), (2, 1.0));
    // The call itself shows all that it costs more.
    let delta = change(&comparison, "f").delta.expect("a difference");
    assert!(is_near(delta.mean, 45e-9), "{delta:?}");

    // What the head calls more often counts in the caller.
    let mut more = report(&[caller("f", 255.0, 15.0, g), method("g", 30.0)]);
    more.methods[0].add_calls(vec![calls(g, 8.0, 240.0)]);
    let comparison = compared(&base, &more, &run);
    let f = in_run(change(&comparison, "f"));
    assert!(is_near(f.1, 1000.0 * (5e-9 + 120e-9)), "{f:?}");

    // A caller whose own code is the same adds nothing.
    let mut same = report(&[caller("f", 130.0, 10.0, g), method("g", 30.0)]);
    same.methods[0].add_calls(vec![calls(g, 4.0, 120.0)]);
    let comparison = compared(&base, &same, &run);
    assert!(change(&comparison, "f").run.is_none());
    let all = comparison.run.as_ref().expect("a difference");
    assert!(is_near(all.mean, 5000.0 * 10e-9), "{all:?}");
}

#[test]
fn the_run_says_what_is_measured_anchored_or_unknown() {
    let names = ["measured", "anchored", "unknown", "idle"];
    let at = |additions: f64| names.map(|name| method(name, additions));
    let (base, head) = (report(&at(100.0)), report(&at(110.0)));
    let calls = [("measured", 10), ("anchored", 2000), ("idle", 0)];
    let mut run = run(&[("measured", 1e-6)], &calls);
    let comparison = compared(&base, &head, &run);
    let all = comparison.run.as_ref().expect("a difference");
    let measured = in_run(change(&comparison, "measured")).1;
    let anchored = in_run(change(&comparison, "anchored")).1;
    assert!(is_near(measured, 10.0 * 1e-7), "{measured}");
    let predicted = change(&comparison, "anchored").head.as_ref().and_then(|side| side.predicted);
    assert!(is_near(anchored, 2000.0 * 0.05 * predicted.expect("a prediction") / 11.0));
    assert!(is_near(all.mean, measured + anchored));
    assert!(is_near(all.measured, measured / all.mean));
    assert_eq!((all.methods, all.not_run), (2, 1));
    assert_eq!(in_run(change(&comparison, "idle")), (0, 0.0));
    assert_eq!(all.unknown.len(), 1);
    assert_eq!(all.unknown[0].name.method, "unknown");
    assert_eq!(all.unknown[0].reason, "other code ran, or it was not counted");
    assert_eq!((all.origins.measured, all.origins.anchored), (1, 7));
    let text = render(&comparison, Format::Text, None);
    for told in [
        "10 calls in the run: +1.00 µJ",
        "not called in the run",
        "the profile's run: 10.0 J → 10.0 J, +",
        "not in it: p.A.unknown(int) (other code ran, or it was not counted)",
        "energies of a call: 1 measured, 7 anchored, 0 predicted",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    // The most expensive of the run comes first, not that of a call.
    let delta = |method: &str| change(&comparison, method).delta.expect("a difference").mean;
    assert!(delta("measured") > delta("anchored") && measured < anchored);
    let first = comparison.groups.first().expect("a group");
    assert_eq!(first.root.method, "anchored");
    assert_eq!(comparison.changes[0].name.method, "anchored");

    run.profile.is_modelled = true;
    let text = render(&compared(&base, &head, &run), Format::Text, None);
    assert!(text.contains("the profile's run (modelled joules): 10.0 J"), "{text}");

    // Without a factor, nothing is known of methods that were not measured.
    run.factor = None;
    let comparison = compared(&base, &head, &run);
    let all = comparison.run.as_ref().expect("a difference");
    assert_eq!((all.methods, all.unknown.len()), (1, 2));
    assert_eq!(all.unknown[0].name.method, "anchored");
    assert_eq!(
        all.unknown[0].reason,
        "a side lacks a price, or nothing nearby was measured"
    );
}

#[test]
fn no_number_of_a_profile_is_too_large() {
    let (base, head) = (report(&[method("f", 100.0)]), report(&[method("f", 130.0)]));
    let run = run(&[("f", 1e300)], &[("f", u64::MAX)]);
    let comparison = compared(&base, &head, &run);
    let all = comparison.run.as_ref().expect("a difference");
    assert_eq!((all.mean, all.methods), (0.0, 0));
    assert_eq!(all.unknown[0].reason, "its energy is out of range");
    let text = render(&comparison, Format::Text, None);
    let told = "the profile's run: it does not show what the change costs";
    assert!(text.contains(told), "{text}");
}

#[test]
fn savings_and_costs_are_weighed_by_calls() {
    let (base, head) = (
        report(&[method("more", 100.0), method("less", 100.0)]),
        report(&[method("more", 110.0), method("less", 90.0)]),
    );
    let measured = [("more", 1e-6), ("less", 1e-6)];
    let of = |more: u64, less: u64| {
        let run = run(&measured, &[("more", more), ("less", less)]);
        compared(&base, &head, &run).run.expect("a difference")
    };
    let (costs, saves, even) = (of(1000, 10), of(10, 1000), of(1000, 1000));
    assert!(costs.mean > 0.0 && costs.p_greater > 0.9999, "{costs:?}");
    assert!(saves.mean < 0.0 && saves.p_greater < 1e-4, "{saves:?}");
    assert!(is_near(costs.mean, -saves.mean));
    assert!((even.p_greater - 0.5).abs() < 1e-6, "{even:?}");
    let [low, high] = even.interval;
    assert!(low < 0.0 && high > 0.0, "{even:?}");
    // The errors of two measurements are independent, so which of them is larger is not certain.
    let close = of(1000, 950);
    assert!(0.5 < close.p_greater && close.p_greater < 0.9, "{close:?}");
}

/// How far the factors of the run's methods differ tells how well the prediction of other code fits the method.
#[test]
fn other_code_is_as_uncertain_as_the_factors_of_the_run() {
    let (base, head) = (report(&[method("f", 100.0)]), report(&[method("f", 130.0)]));
    let mut other = method("f", 100.0);
    let more = json!({
        "factor": "1", "mean": 0.0, "sd": 0.0,
        "features": {"operation:division": 30.0, "data_type:int": 30.0, "data_size:load": 30.0},
        "device_count": 30.0, "n_noise": 30.0,
    });
    other["typical"]["cost"] = json!([term("1", 100.0), more]);
    other["lines"] = json!([line(3, 131.0)]);
    let other = report(&[other]);
    let relative_sd = |head: &Report, spread: f64| {
        let mut run = run(&[("f", 1e-6)], &[("f", 1000)]);
        run.factor = Some(LogNormalNumber {
            mean: 0.05,
            log_sd: spread,
        });
        let difference = compared(&base, head, &run).run.expect("a difference");
        assert!(difference.p_greater > 0.999, "{difference:?}");
        difference.sd / difference.mean
    };
    // More of the same costs what was measured.
    let same = (relative_sd(&head, 0.1), relative_sd(&head, 1.0));
    assert!(is_near(same.0, same.1), "{same:?}");
    assert!((same.0 - 0.1).abs() < 0.001, "the measurement: {same:?}");
    let (near, far) = (relative_sd(&other, 0.1), relative_sd(&other, 1.0));
    assert!(near < 0.5 && far > 0.9, "{near} {far}");
}
