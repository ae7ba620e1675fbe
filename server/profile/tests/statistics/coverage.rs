//! Intervals contain the true value as often as they claim.

use profile::{Analysis, AnalysisOptions, Profile, analyse};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::support::{assert_near, code, entries, of_one_run, row, run};

const SHARES: [(&str, f64); 8] = [
    ("main/a", 0.40),
    ("main/b/c", 0.20),
    ("main/b/d", 0.15),
    ("main/e", 0.10),
    ("main/f", 0.07),
    ("main/b/g", 0.05),
    ("main/h", 0.02),
    ("main/i", 0.01),
];
const PROGRAMS: usize = 150;

/// A run of this many sample distances. Each visit of a method lasts for an exponentially distributed time. Also gives each
/// chain's true part of the run.
fn simulated(samples: usize, visit: f64, random: &mut ChaCha8Rng) -> (Analysis, [f64; 8]) {
    let chains: Vec<&str> = SHARES.iter().map(|(chain, _)| *chain).collect();
    let (code, stacks) = code(&chains);
    let (mut taken, mut times) = (Vec::new(), [0.0; 8]);
    let (mut now, end) = (0.0, samples as f64);
    let first = random.random::<f64>();
    while now < end {
        let mut left = random.random::<f64>();
        let found = SHARES.iter().position(|(_, share)| {
            left -= share;
            left < 0.0
        });
        let at = found.unwrap_or(0);
        let until = (now - visit * (1.0 - random.random::<f64>()).ln()).min(end);
        times[at] += until - now;
        now = until;
        while first + (taken.len() as f64) < now {
            taken.push(Some(stacks[at]));
        }
    }
    let run = run(taken.into_iter());
    let counted: Vec<(&str, u64)> = code
        .methods
        .iter()
        .map(|method| (method.name.as_str(), 1))
        .collect();
    let counts = entries(&code, &counted);
    let profile = Profile {
        counts,
        ..of_one_run(code, run)
    };
    (
        analyse(&profile, &without_bias()),
        times.map(|time| time / end),
    )
}

fn without_bias() -> AnalysisOptions {
    AnalysisOptions {
        method_bias: 0.0,
        ..AnalysisOptions::default()
    }
}

/// How often the intervals of own shares contain the true value, and how often that with callees does.
fn covered(samples: usize, visit: f64) -> (f64, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    let (mut own, mut all, mut with_callees) = (0, 0, 0);
    for _ in 0..PROGRAMS {
        let (analysis, truth) = simulated(samples, visit, &mut random);
        let mut of_b = 0.0;
        for ((chain, _), share) in SHARES.iter().zip(truth) {
            let name = chain.rsplit('/').next().expect("a name");
            if chain.starts_with("main/b/") {
                of_b += share;
            }
            if share == 0.0 {
                continue;
            }
            let found = analysis.methods.iter().find(|row| {
                let method = analysis.name(row.method);
                method.is_some_and(|method| method.name == name)
            });
            let found = found.expect("counted").own.share;
            own += u32::from((found.lo..=found.hi).contains(&share));
            all += 1;
        }
        let b = row(&analysis, "b").with_callees.share;
        with_callees += usize::from((b.lo..=b.hi).contains(&of_b));
    }
    (
        f64::from(own) / f64::from(all),
        f64::from(u32::try_from(with_callees).expect("few")) / PROGRAMS as f64,
    )
}

#[test]
fn nine_of_ten_intervals_hold_the_truth() {
    for (samples, visit) in [
        (200, 0.01),
        (200, 3.0),
        (1000, 0.01),
        (1000, 0.3),
        (1000, 1.0),
        (1000, 3.0),
        (1000, 10.0),
        (1000, 50.0),
    ] {
        let (own, with_callees) = covered(samples, visit);
        let case = format!("{samples} samples, visits of {visit}");
        assert!(own >= 0.87, "{case}: {own}");
        // The samples of short visits are independent. Those of longer ones are better than they look.
        assert!(visit > 0.1 || own <= 0.95, "{case}: {own}");
        assert!(with_callees >= 0.87, "{case}: {with_callees}");
    }
}

/// Kernels in turn, each round in another order: the kernel of each sample, and each kernel's share of the time.
fn rounds(random: &mut ChaCha8Rng) -> (Vec<usize>, [f64; 13]) {
    let (mut samples, mut times) = (Vec::new(), [0.0; 13]);
    let (mut now, mut next_sample) = (0.0, random.random::<f64>());
    for _ in 0..30 {
        let mut order: Vec<usize> = (0..times.len()).collect();
        order.shuffle(random);
        for kernel in order {
            let periods = (0.4 + kernel as f64 / 10.0) * random.random_range(3.6..4.4);
            times[kernel] += periods;
            now += periods;
            while next_sample < now {
                samples.push(kernel);
                next_sample += 1.0;
            }
        }
    }
    (samples, times.map(|time| time / now))
}

/// A method that comes and goes between the samples of another one that stays is as uncertain as with independent samples.
#[test]
fn short_visits_among_long_ones_are_uncertain() {
    let mut random = ChaCha8Rng::seed_from_u64(22);
    let (code, stacks) = code(&["long", "other", "short"]);
    let (mut held, mut programs) = (0, 0);
    for _ in 0..200 {
        let is_long = |at: usize| (at / 50).is_multiple_of(2);
        let order: Vec<_> = (0..1000)
            .map(|at| {
                let is_short = random.random::<f64>() < 0.002;
                let long = stacks[usize::from(!is_long(at))];
                Some(if is_short { stacks[2] } else { long })
            })
            .collect();
        let counts = entries(&code, &[("long", 1), ("other", 1), ("short", 1)]);
        let profile = Profile {
            counts,
            ..of_one_run(code.clone(), run(order.into_iter()))
        };
        let share = row(&analyse(&profile, &without_bias()), "short").own.share;
        held += u32::from((share.lo..=share.hi).contains(&0.002));
        programs += 1;
    }
    assert!(held * 100 >= programs * 85, "{held} of {programs}");
}

/// Samples at equal distances of even work are better than independent ones, and intervals say so.
#[test]
fn intervals_of_even_work_are_narrow_and_hold_the_truth() {
    let mut random = ChaCha8Rng::seed_from_u64(21);
    let names: Vec<String> = (0..13).map(|kernel| format!("k{kernel}")).collect();
    let chains: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut held, mut widths, mut independent, mut all) = (0, 0.0, 0.0, 0);
    for _ in 0..60 {
        let (code, stacks) = code(&chains);
        let (samples, truth) = rounds(&mut random);
        let run = run(samples.iter().map(|kernel| Some(stacks[*kernel])));
        let analysis = analyse(&of_one_run(code, run), &without_bias());
        for (name, truth) in names.iter().zip(truth) {
            let share = row(&analysis, name).own.share;
            held += usize::from((share.lo..=share.hi).contains(&truth));
            widths += (share.hi - share.lo) / truth;
            // The interval of a multinomial sample.
            independent += 2.0 * 1.645 * ((1.0 - truth) / truth / samples.len() as f64).sqrt();
            all += 1;
        }
    }
    let held = held as f64 / f64::from(all);
    assert!((0.87..=0.98).contains(&held), "{held}");
    assert!(widths < 0.4 * independent, "{widths} of {independent}");
}

/// The number is from the same sequence in Python:
///
/// ```python
/// x, at, seq = 1, 0, []
/// def draw(): global x; x = (1103515245 * x + 12345) % 2**31; return x >> 16
/// for _ in range(1000):
///     if draw() % 2 == 0: at = draw() % 5
///     seq.append(at)
/// def variance(k):
///     p = seq.count(k) / 1000; e = [(at == k) - p for at in seq]
///     g = [sum(a * b for a, b in zip(e, e[h:])) for h in range(3)]
///     between = max(0, g[0] - 2 * g[1] + g[2])
///     return g[0], between + (3 * (g[0] - between) - 4 * g[1] + g[2]) / 12
/// 1000 * sum(variance(k)[0] for k in range(5)) / sum(variance(k)[1] for k in range(5))
/// ```
#[test]
fn the_effective_number_of_samples_is_that_of_another_computation() {
    let (code, stacks) = code(&["a", "b", "c", "d", "e"]);
    let (mut state, mut at) = (1_u64, 0);
    let mut draw = || {
        state = (1_103_515_245 * state + 12_345) % (1 << 31);
        state >> 16
    };
    let order = (0..1000).map(|_| {
        if draw().is_multiple_of(2) {
            at = (draw() % 5) as usize;
        }
        Some(stacks[at])
    });
    let analysis = analyse(&of_one_run(code, run(order)), &AnalysisOptions::default());
    assert_near(analysis.sampling.effective_samples, 4_081.401_000_963);
}
