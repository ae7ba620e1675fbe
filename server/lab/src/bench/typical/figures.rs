//! How far typical energies are from counted ones.

use std::collections::BTreeMap;

use crate::frequencies::family::LIBRARY;
use crate::frequencies::measured::{Compared, Measured};

/// An interval contains the true value in 90 of 100 cases; this is the share outside.
const OUTSIDE: f64 = 0.1;
/// The ends of a tight interval differ by no more than this factor.
const TIGHT: f64 = 4.0;
/// How many of the most expensive methods of a program should be found.
const MOST: usize = 20;

/// One kind of energy of the methods.
type Part = fn(&Measured) -> &Compared;
/// A prediction of an energy.
type Reported = fn(&Compared) -> Option<f64>;

/// Prints all figures.
pub(super) fn print(all: &[Measured]) {
    let own: Part = |measured| &measured.own;
    let whole: Part = |measured| &measured.all;
    let with_branch: Vec<&Measured> = all.iter().filter(|one| one.has_branch).collect();
    let every: Vec<&Measured> = all.iter().collect();
    println!("methods that returned often enough: {}", all.len());
    compared("own cost, methods with a branch", &with_branch, own);
    compared("with callees, all methods", &every, whole);
    let calling: Vec<&Measured> = all.iter().filter(|one| one.has_call).collect();
    compared("with callees, methods with a call", &calling, whole);
    for (name, is_recursive) in [
        ("inside recursive groups", true),
        ("outside of them", false),
    ] {
        let of: Vec<&Measured> = every
            .iter()
            .copied()
            .filter(|one| one.is_recursive == is_recursive)
            .collect();
        compared(&format!("with callees, {name}"), &of, whole);
    }
    for (name, is_of_library) in [
        ("the programs' own methods", false),
        ("the JDK's methods", true),
    ] {
        let of: Vec<&Measured> = every
            .iter()
            .copied()
            .filter(|one| one.is_of_library == is_of_library)
            .collect();
        compared(&format!("with callees, {name}"), &of, whole);
    }
    by_program(&every);
    intervals(&every);
    other_input(&every);
}

/// Prints the methods with the largest errors.
pub(super) fn print_worst(all: &[Measured], count: usize) {
    let factor = |one: &Measured| (one.all.typical / one.all.counted).ln();
    let mut order: Vec<&Measured> = all.iter().filter(|one| factor(one).is_finite()).collect();
    order.sort_by(|one, two| factor(two).abs().total_cmp(&factor(one).abs()));
    for one in order.into_iter().take(count) {
        println!(
            "  {} {}: said {:.3e} J, counted {:.3e} J in {} calls; own {:.2e} and {:.2e}; behind {:.2?}, recursive: {}",
            family(one),
            one.method,
            one.all.typical,
            one.all.counted,
            one.returned,
            one.own.typical,
            one.own.counted,
            one.all.behind,
            one.is_recursive,
        );
    }
}

/// The JDK counts as a separate program.
fn family(one: &Measured) -> &str {
    if one.is_of_library {
        LIBRARY
    } else {
        &one.program
    }
}

fn compared(name: &str, all: &[&Measured], part: Part) {
    println!("{name}: {} methods", all.len());
    let typical: Reported = |of| Some(of.typical);
    let worst: Reported = |of| of.worst;
    for (name, said) in [("typical", typical), ("worst case", worst)] {
        let ratios = ratios(all, part, said);
        let scale =
            (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
        let (median, p90) = spread(&ratios, 1.0);
        let (scaled_median, scaled_p90) = spread(&ratios, scale);
        let ranked = rank_correlation(all, part, said);
        println!(
            "  {name}: factor {median:.2} in the median, {p90:.1} at p90; geometric mean of said over counted {scale:.2}, without \
             that scale {scaled_median:.2} and {scaled_p90:.1}; rank correlation {ranked:.3}; {} methods",
            ratios.len()
        );
    }
}

/// Predictions divided by counted values.
fn ratios(all: &[&Measured], part: Part, said: Reported) -> Vec<f64> {
    let ratio = |one: &&Measured| Some(said(part(one))? / part(one).counted);
    let ratios = all.iter().filter_map(ratio);
    ratios
        .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
        .collect()
}

/// The median and the 90% quantile of the factor between the scaled prediction and the counted value.
fn spread(ratios: &[f64], scale: f64) -> (f64, f64) {
    let mut factors: Vec<f64> = ratios
        .iter()
        .map(|ratio| (ratio / scale).max(scale / ratio))
        .collect();
    factors.sort_by(f64::total_cmp);
    (quantile(&factors, 0.5), quantile(&factors, 0.9))
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

/// Spearman's rank correlation.
fn rank_correlation(all: &[&Measured], part: Part, said: Reported) -> f64 {
    let pairs: Vec<(f64, f64)> = all
        .iter()
        .filter_map(|one| Some((said(part(one))?, part(one).counted)))
        .collect();
    let (one, two): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    correlation(&ranks(&one), &ranks(&two))
}

/// The ranks of numbers; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|one, two| numbers[*one].total_cmp(&numbers[*two]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    for equal in order.chunk_by(|one, two| numbers[*one].total_cmp(&numbers[*two]).is_eq()) {
        let shared = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for at in equal {
            ranks[*at] = shared;
        }
        first += equal.len();
    }
    ranks
}

fn correlation(one: &[f64], two: &[f64]) -> f64 {
    let count = one.len().max(1) as f64;
    let mean = |of: &[f64]| of.iter().sum::<f64>() / count;
    let (mean_one, mean_two) = (mean(one), mean(two));
    let mut sums = [0.0; 3];
    for (one, two) in one.iter().zip(two) {
        let (one, two) = (one - mean_one, two - mean_two);
        sums[0] += one * two;
        sums[1] += one * one;
        sums[2] += two * two;
    }
    sums[0] / (sums[1] * sums[2]).sqrt()
}

/// The figures that are computed for each program.
fn by_program(all: &[&Measured]) {
    let mut programs: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    for one in all {
        programs.entry(family(one)).or_default().push(one);
    }
    let typical: Reported = |of| Some(of.typical);
    let worst: Reported = |of| of.worst;
    let whole: Part = |measured| &measured.all;
    let mean_of = |value: &dyn Fn(&[&Measured]) -> f64| {
        let values: Vec<f64> = programs.values().map(|of| value(of)).collect();
        let known: Vec<f64> = values
            .into_iter()
            .filter(|value| value.is_finite())
            .collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    };
    println!("mean of {} programs, with callees:", programs.len());
    for (name, said) in [("typical", typical), ("worst case", worst)] {
        println!(
            "  {name}: {:.2} of the {MOST} most expensive methods of a call found, {:.2} of the {MOST} that cost most together \
             with their counted calls; rank correlation {:.3}",
            mean_of(&|of| overlap(of, said, false)),
            mean_of(&|of| overlap(of, said, true)),
            mean_of(&|of| rank_correlation(of, whole, said)),
        );
    }
    println!(
        "  program: methods, median and p90 with callees, p90 inside groups, own p90, coverage"
    );
    for (program, of) in &programs {
        let (median, p90) = spread(&ratios(of, whole, typical), 1.0);
        let inside: Vec<&Measured> = of.iter().copied().filter(|one| one.is_recursive).collect();
        let own: Vec<&Measured> = of.iter().copied().filter(|one| one.has_branch).collect();
        println!(
            "  {program}: {}, {median:.2}, {p90:.1}, {:.1} of {}, {:.1}, {:.2}",
            of.len(),
            spread(&ratios(&inside, whole, typical), 1.0).1,
            inside.len(),
            spread(&ratios(&own, |one| &one.own, typical), 1.0).1,
            covered(of).0,
        );
    }
}

/// The share of the most expensive methods that are also predicted to be the most expensive.
fn overlap(of: &[&Measured], said: Reported, is_total: bool) -> f64 {
    let weight = |one: &Measured| if is_total { one.returned as f64 } else { 1.0 };
    let costliest = |value: &dyn Fn(&Measured) -> Option<f64>| {
        let mut order: Vec<usize> = (0..of.len()).collect();
        let value = |at: &usize| value(of[*at]).unwrap_or(0.0) * weight(of[*at]);
        order.sort_by(|one, two| value(two).total_cmp(&value(one)));
        order.truncate(MOST);
        order
    };
    let (truth, found) = (
        costliest(&|one| Some(one.all.counted)),
        costliest(&|one| said(&one.all)),
    );
    if truth.len() < MOST {
        return f64::NAN;
    }
    truth.iter().filter(|at| found.contains(at)).count() as f64 / MOST as f64
}

/// The share of methods whose energy is in its interval, the mean score, and the number of methods. The score is the width
/// of the interval in logarithms, plus twenty times the distance of a true value outside it.
fn covered(of: &[&Measured]) -> (f64, f64, usize) {
    let (mut inside, mut score, mut count) = (0, 0.0, 0);
    for one in of {
        let [low, high] = one.interval;
        let truth = one.all.counted / one.all.typical;
        if !(truth.is_finite() && truth > 0.0 && low > 0.0) {
            continue;
        }
        count += 1;
        inside += usize::from((low..=high).contains(&truth));
        let below = (low / truth).ln().max(0.0);
        let above = (truth / high).ln().max(0.0);
        score += (high / low).ln() + 2.0 / OUTSIDE * (below + above);
    }
    let all = f64::from(u32::try_from(count).unwrap_or(u32::MAX)).max(1.0);
    (inside as f64 / all, score / all, count)
}

fn intervals(all: &[&Measured]) {
    let mut programs: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    for one in all {
        programs.entry(&one.program).or_default().push(one);
    }
    let (share, score, count) = covered(all);
    // The share over all methods, and how much it would change with other programs: the standard error of a ratio.
    let parts: Vec<(f64, f64)> = programs
        .values()
        .map(|of| {
            let (share, _, count) = covered(of);
            (share * count as f64, count as f64)
        })
        .collect();
    let error = parts
        .iter()
        .map(|(inside, count)| (inside - share * count).powi(2))
        .sum::<f64>()
        .sqrt()
        / count.max(1) as f64;
    println!(
        "90% intervals hold {:.1}% of {count} methods (95% interval over programs {:.1} to {:.1}%), interval score {score:.2}",
        100.0 * share,
        100.0 * (share - 1.96 * error),
        100.0 * (share + 1.96 * error),
    );
    let wanted = all.iter().filter(|one| one.has_branch || one.has_call);
    let wanted: Vec<&Measured> = wanted.copied().collect();
    let tight: Vec<&Measured> = wanted.iter().copied().filter(|one| is_tight(one)).collect();
    println!(
        "tight: {:.1}% of {} methods with a branch or a call, of which {:.1}% are in their interval",
        100.0 * tight.len() as f64 / wanted.len().max(1) as f64,
        wanted.len(),
        100.0 * covered(&tight).0
    );
    let shown: Vec<&Measured> = wanted
        .iter()
        .copied()
        .filter(|one| is_shown_tight(one))
        .collect();
    let told: Vec<Measured> = shown.iter().filter_map(|one| at_told_values(one)).collect();
    let told: Vec<&Measured> = told.iter().collect();
    println!(
        "tight with the values of their formulas given: {:.1}%, {} of them with a formula; of {} whose values were counted \
         {:.1}% are in their interval",
        100.0 * shown.len() as f64 / wanted.len().max(1) as f64,
        shown.iter().filter(|one| one.told.is_some()).count(),
        told.len(),
        100.0 * covered(&told).0
    );
}

/// A method with its prediction at the counted values; `None` if these were not counted, or if its formula depends on no
/// value.
fn at_told_values(one: &Measured) -> Option<Measured> {
    let told = one.told?;
    Some(Measured {
        all: Compared {
            typical: told.typical?,
            ..one.all
        },
        interval: told.interval,
        ..one.clone()
    })
}

/// Whether a formula or a number is shown as a tight one.
fn is_shown_tight(one: &Measured) -> bool {
    let interval = one.told.map_or(one.interval, |told| told.interval);
    is_narrow(&one.posterior, &interval)
}

/// Whether an interval with both uncertainties is shown as tight: each half is at most a factor of 2.
fn is_tight(one: &Measured) -> bool {
    is_narrow(&one.posterior, &one.interval)
}

fn is_narrow(posterior: &[f64; 2], interval: &[f64; 2]) -> bool {
    let ends = posterior.iter().zip(interval);
    let width: f64 = ends
        .map(|(posterior, frequencies)| posterior.ln().hypot(frequencies.ln()))
        .sum();
    width <= TIGHT.ln()
}

/// How well the counts of another input predict, by program.
fn other_input(all: &[&Measured]) {
    let mut programs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut unknown = 0;
    for one in all.iter().filter(|one| !one.is_of_library) {
        let Some([first, second]) = one.inputs else {
            continue;
        };
        // What the other input did not count is estimated.
        let typical = one.all.typical;
        for (truth, said) in [(first, second), (second, first)] {
            if let Some(truth) = truth.filter(|truth| *truth > 0.0) {
                unknown += usize::from(said.is_none());
                let ratio = said.unwrap_or(typical) / truth;
                programs.entry(&one.program).or_default().push(ratio);
            }
        }
    }
    println!("with the counts of another input, in place of estimates ({unknown} estimates stay):");
    let mut p90s = Vec::new();
    for (program, ratios) in &programs {
        let (median, p90) = spread(ratios, 1.0);
        println!("  {program}: {median:.2} in the median, {p90:.2} at p90");
        p90s.push(p90);
    }
    let near = p90s.iter().filter(|p90| **p90 <= 2.0).count();
    println!("  p90 is at most 2 in {near} of {} programs", p90s.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_share_their_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        let (one, two) = (ranks(&[1.0, 2.0, 30.0]), ranks(&[0.1, 0.2, 0.3]));
        assert!((correlation(&one, &two) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_factor_is_the_same_above_and_below() {
        let (median, p90) = spread(&[0.5, 2.0, 2.0], 1.0);
        assert!((median - 2.0).abs() < 1e-12 && (p90 - 2.0).abs() < 1e-12);
        let (median, _) = spread(&[4.0, 4.0], 4.0);
        assert!((median - 1.0).abs() < 1e-12);
    }
}
