//! The model of power behind CPU time.

use meters::Work;

use crate::contract::opened;
use crate::tree::Tree;

const WORK: Work = Work {
    cpu_s: 0.5,
    wall_s: 1.0,
};

fn joules(selector: &str, tree: &Tree, between: impl FnOnce()) -> f64 {
    let mut meter = opened(selector, &tree.system());
    meter.start().unwrap();
    between();
    meter.stop(&WORK).unwrap().joules
}

#[test]
fn a_thread_has_its_share_of_seven_tenths_of_the_tdp() {
    let tree = Tree::new();
    let joules = joules("cpu-time:tdp=100,cpus=4", &tree, || {});
    assert!((joules - 0.7 * 100.0 / 4.0 * 0.5).abs() < 1e-12, "{joules}");
}

/// A quarter of the time at 1 GHz and 0.8 V, the rest at 2 GHz and 1.0 V, with the TDP at 2 GHz: (0.25 · 1 · 0.64 + 0.75 · 2 · 1)
/// / 2 = 0.83.
#[test]
fn power_is_the_mean_over_the_time_in_each_frequency() {
    let tree = Tree::new();
    let states = "sys/devices/system/cpu/cpufreq/policy0/stats/time_in_state";
    tree.write(states, "1000000 70\n2000000 900\n");
    let selector = "cpu-time:tdp=100,cpus=4,tdp-ghz=2,volts=1@0.8/2@1.0";
    let joules = joules(selector, &tree, || {
        tree.write(states, "1000000 95\n2000000 975\n");
    });
    let expected = 0.83 * 0.7 * 100.0 / 4.0 * 0.5;
    assert!((joules - expected).abs() < 1e-12, "{joules} {expected}");
}

#[test]
fn counters_that_fall_or_are_no_numbers_do_not_make_power_negative() {
    let tree = Tree::new();
    let states = "sys/devices/system/cpu/cpufreq/policy0/stats/time_in_state";
    tree.write(states, "1000000 70\n2000000 900\n");
    for text in [
        "1000000 3\n",
        "x y\n-1 -1\n",
        "",
        "18446744073709551615 18446744073709551615\n",
    ] {
        let selector = "cpu-time:tdp=100,cpus=4,tdp-ghz=2";
        assert!(
            joules(selector, &tree, || tree.write(states, text)) > 0.0,
            "{text}"
        );
    }
}

#[test]
fn what_is_assumed_is_noted() {
    let tree = Tree::new();
    let notes = |selector: &str| {
        opened(selector, &tree.system())
            .description()
            .notes
            .join("\n")
    };
    let all = notes("cpu-time");
    assert!(all.contains("tdp=") && all.contains("cpus="), "{all}");
    let given = notes("cpu-time:tdp=15,cpus=4");
    assert!(
        !given.contains("tdp=") && !given.contains("cpus="),
        "{given}"
    );
}

#[test]
fn a_thread_without_cpu_time_is_an_error() {
    let tree = Tree::new();
    for cpu_s in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut meter = opened("cpu-time", &tree.system());
        meter.start().unwrap();
        let work = Work { cpu_s, wall_s: 1.0 };
        assert!(meter.stop(&work).is_err(), "{cpu_s}");
    }
}
