//! The table of the measurements of jars.

use std::collections::BTreeMap;

use super::measure::{Measured, Shares};
use crate::bench::usage::median;

/// How many missing parts are listed.
const MAX_PARTS: usize = 60;

/// Prints a line for each jar, then a line for all of them together.
pub(super) fn print(results: &[Measured], limit: u64) {
    println!(
        "\n{:>8} {:>8} {:>8} {:>6} {:>6} {:>6} {:>5} {:>6} {:>6} {:>5} {:>5} {:>6} {:>6} {:>6}  jar",
        "CPU s",
        "methods",
        "µs/meth.",
        "worst",
        "alone",
        "assum.",
        "> 60",
        "sym.",
        "unpr.",
        "below",
        "neg.",
        "priced",
        "pres.",
        "loops"
    );
    let mut done: Vec<&Measured> = results.iter().collect();
    done.sort_by(|one, two| two.cpu_seconds.total_cmp(&one.cpu_seconds));
    for measured in &done {
        let Some(shares) = &measured.shares else {
            let why = measured.failed.as_deref().unwrap_or_default();
            println!(
                "{:>8.2} {:>91}  {} ({why})",
                measured.cpu_seconds, "", measured.name
            );
            continue;
        };
        print_line(measured.cpu_seconds, shares, &measured.name);
    }
    let finished: Vec<&Shares> = results
        .iter()
        .filter_map(|measured| measured.shares.as_ref())
        .collect();
    let all = sum(&finished);
    println!(
        "\n{} jars, {} finished within {limit} s of CPU time; all of these together:",
        results.len(),
        finished.len()
    );
    print_line(all.cpu_seconds.unwrap_or_default(), &all, "all");
    let of = |value: &dyn Fn(&Shares) -> Option<f64>| -> Vec<f64> {
        finished.iter().filter_map(|shares| value(shares)).collect()
    };
    percentiles("CPU s", &of(&|shares| shares.cpu_seconds));
    percentiles(
        "µs a method",
        &of(&|shares| Some(shares.cpu_seconds_per_method? * 1e6)),
    );
    list("why calls are unpriced", all.unpriced_by_cause.as_ref());
    list("the first missing parts", all.unpriced_by_part.as_ref());
    for measured in results {
        if let Some(why) = &measured.failed {
            println!("{}: {why}", measured.name);
        }
    }
}

fn print_line(cpu: f64, shares: &Shares, name: &str) {
    let methods = shares.methods;
    let of_methods = |count: Option<u64>| share(count, methods);
    let present = shares
        .callee_absent
        .map(|absent| shares.call_sites.saturating_sub(absent));
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value}"));
    let symbols = format!(
        "{}/{}",
        number(shares.symbols_median),
        shares
            .symbols_max
            .map_or_else(String::new, |most| most.to_string())
    );
    println!(
        "{cpu:>8.2} {methods:>8} {:>8} {:>6} {:>6} {:>6} {:>5} {symbols:>6} {:>6} {:>5} {:>5} {:>6} {:>6} {:>6}  {name}",
        number(
            shares
                .cpu_seconds_per_method
                .map(|seconds| (seconds * 1e6).round())
        ),
        of_methods(shares.with_worst_case),
        of_methods(shares.without_assumption),
        number(shares.median_assumptions),
        of_methods(Some(shares.lenses_over_60)),
        of_methods(shares.with_unpriced_callees),
        shares.worst_below_at_least,
        shares.below_zero,
        share(shares.call_sites_priced, shares.call_sites),
        share(shares.call_sites_priced, present.unwrap_or_default()),
        share(
            Some(shares.loops_constant + shares.loops_symbolic),
            shares.loops
        ),
    );
}

/// A share in percent; no share if the part is unknown or the total is 0.
fn share(part: Option<u64>, all: u64) -> String {
    match part {
        Some(part) if all > 0 => format!("{:.1}", 100.0 * part as f64 / all as f64),
        _ => String::from("–"),
    }
}

/// All jars together, with medians over the jars.
fn sum(all: &[&Shares]) -> Shares {
    let mut sum = Shares {
        with_worst_case: Some(0),
        without_assumption: Some(0),
        with_unpriced_callees: Some(0),
        callee_absent: Some(0),
        call_sites_priced: Some(0),
        unpriced_by_cause: Some(BTreeMap::new()),
        unpriced_by_part: Some(BTreeMap::new()),
        ..Shares::default()
    };
    let add = |one: &mut Option<u64>, other: Option<u64>| *one = one.zip(other).map(|(a, b)| a + b);
    let add_counts = |one: &mut Option<BTreeMap<String, u64>>,
                      other: &Option<BTreeMap<String, u64>>| {
        if let (Some(one), Some(other)) = (one, other) {
            for (name, count) in other {
                *one.entry(name.clone()).or_default() += count;
            }
        }
    };
    for shares in all {
        sum.methods += shares.methods;
        add(&mut sum.with_worst_case, shares.with_worst_case);
        add(&mut sum.without_assumption, shares.without_assumption);
        sum.lenses_over_60 += shares.lenses_over_60;
        sum.symbols_max = sum.symbols_max.max(shares.symbols_max);
        add(&mut sum.with_unpriced_callees, shares.with_unpriced_callees);
        sum.worst_below_at_least += shares.worst_below_at_least;
        sum.below_zero += shares.below_zero;
        sum.call_sites += shares.call_sites;
        add(&mut sum.callee_absent, shares.callee_absent);
        add(&mut sum.call_sites_priced, shares.call_sites_priced);
        add_counts(&mut sum.unpriced_by_cause, &shares.unpriced_by_cause);
        add_counts(&mut sum.unpriced_by_part, &shares.unpriced_by_part);
        sum.loops += shares.loops;
        sum.loops_constant += shares.loops_constant;
        sum.loops_symbolic += shares.loops_symbolic;
        sum.loops_opaque += shares.loops_opaque;
    }
    let over_jars = |value: &dyn Fn(&Shares) -> Option<f64>| {
        let values: Vec<f64> = all.iter().filter_map(|shares| value(shares)).collect();
        (!values.is_empty()).then(|| median(values))
    };
    sum.median_assumptions = over_jars(&|shares| shares.median_assumptions);
    sum.symbols_median = over_jars(&|shares| shares.symbols_median);
    let seconds: f64 = all.iter().filter_map(|shares| shares.cpu_seconds).sum();
    sum.cpu_seconds = Some(seconds);
    sum.cpu_seconds_per_method = (sum.methods > 0).then(|| seconds / sum.methods as f64);
    sum
}

fn percentiles(what: &str, values: &[f64]) {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else {
        return;
    };
    let at = |share: f64| values[(share * last as f64).round() as usize];
    println!(
        "{what}: p50 {:.3}, p90 {:.3}, p99 {:.3}, most {:.3}",
        at(0.5),
        at(0.9),
        at(0.99),
        values[last]
    );
}

fn list(title: &str, counts: Option<&BTreeMap<String, u64>>) {
    let Some(counts) = counts.filter(|counts| !counts.is_empty()) else {
        return;
    };
    let mut rows: Vec<(&String, &u64)> = counts.iter().collect();
    rows.sort_by(|one, two| two.1.cmp(one.1).then(one.0.cmp(two.0)));
    let all: u64 = counts.values().sum();
    println!("\n{title}");
    for (name, count) in rows.iter().take(MAX_PARTS) {
        println!("{count:>10} {:>6}  {name}", share(Some(**count), all));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_count_has_no_share() {
        assert_eq!(share(Some(0), 0), "–");
        assert_eq!(share(None, 7), "–");
        assert_eq!(share(Some(1), 4), "25.0");
    }

    #[test]
    fn a_missing_count_makes_the_total_unknown() {
        let told = Shares {
            methods: 2,
            with_worst_case: Some(1),
            ..Shares::default()
        };
        let untold = Shares {
            methods: 3,
            ..Shares::default()
        };
        assert_eq!(sum(&[&told, &told]).with_worst_case, Some(2));
        let all = sum(&[&told, &untold]);
        assert_eq!((all.methods, all.with_worst_case), (5, None));
    }
}
