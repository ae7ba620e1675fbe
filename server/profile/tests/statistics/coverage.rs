//! Intervals contain the true value as often as they claim.

use profile::{Analysis, AnalysisOptions, Profile, analyse};
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

/// With this probability, the next sample equals the one before; otherwise, it is drawn by the shares.
fn simulated(samples: usize, persistence: f64, random: &mut ChaCha8Rng) -> Analysis {
    let chains: Vec<&str> = SHARES.iter().map(|(chain, _)| *chain).collect();
    let (code, stacks) = code(&chains);
    let mut at = None;
    let drawn = (0..samples).map(|_| {
        if at.is_none() || random.random::<f64>() >= persistence {
            let mut left = random.random::<f64>();
            let found = SHARES.iter().position(|(_, share)| {
                left -= share;
                left < 0.0
            });
            at = Some(found.unwrap_or(0));
        }
        at.map(|at| stacks[at])
    });
    let run = run(drawn);
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
    let options = AnalysisOptions {
        share_bias: 0.0,
        ..AnalysisOptions::default()
    };
    analyse(&profile, &options)
}

/// How often the intervals of own shares contain the true value; the same with callees; the mean number of effective samples.
fn covered(samples: usize, persistence: f64) -> (f64, f64, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    let (mut own, mut with_callees, mut effective) = (0, 0, 0.0);
    for _ in 0..PROGRAMS {
        let analysis = simulated(samples, persistence, &mut random);
        effective += analysis.sampling.effective_samples / PROGRAMS as f64;
        for (chain, share) in SHARES {
            let name = chain.rsplit('/').next().expect("a name");
            let found = row(&analysis, name).own.share;
            let holds = (found.lo..=found.hi).contains(&share);
            own += usize::from(holds);
        }
        let b = row(&analysis, "b").with_callees.share;
        with_callees += usize::from((b.lo..=b.hi).contains(&0.40));
    }
    (
        own as f64 / (PROGRAMS * SHARES.len()) as f64,
        f64::from(u32::try_from(with_callees).expect("few")) / PROGRAMS as f64,
        effective,
    )
}

#[test]
fn nine_of_ten_intervals_hold_the_truth() {
    for (samples, persistence) in [
        (200, 0.0),
        (200, 0.5),
        (1000, 0.0),
        (1000, 0.5),
        (1000, 0.8),
        (1000, 0.95),
    ] {
        let (own, with_callees, effective) = covered(samples, persistence);
        let case = format!("{samples} samples, persistence {persistence}");
        assert!((0.85..=0.95).contains(&own), "{case}: {own}");
        // For one share in 150 programs: two standard deviations of chance.
        assert!(
            (0.80..=0.97).contains(&with_callees),
            "{case}: {with_callees}"
        );
        // For a chain that stays with probability q: (1 − q) / (1 + q) of the samples.
        let truth = samples as f64 * (1.0 - persistence) / (1.0 + persistence);
        assert!(
            (0.8..1.25).contains(&(effective / truth)),
            "{case}: {effective} of {truth}"
        );
    }
}

/// From the same sequence and sums in `NumPy`: `x = 1; at = 0; seq = []`, then 1000 times `x = (1103515245 * x + 12345) % 2**31;
/// if (x >> 16) % 8 == 0: x = ...; at = (x >> 16) % 5`, `seq.append(at)`; the variance of a share with batches of L by `r =
/// [(seq[i:i+L] == k).sum() - p * len(seq[i:i+L]) for i in range(0, 1000, L)]; len(r) / (len(r) - 1) * (r**2).sum() / 1000**2`;
/// and `(p * (1 - p)).sum() / sum(2 * variance(64, k) - variance(32, k) for k in range(5))`.
#[test]
fn the_effective_number_of_samples_is_that_of_numpy() {
    let (code, stacks) = code(&["a", "b", "c", "d", "e"]);
    let (mut state, mut at) = (1_u64, 0);
    let mut draw = || {
        state = (1_103_515_245 * state + 12_345) % (1 << 31);
        state >> 16
    };
    let order = (0..1000).map(|_| {
        if draw().is_multiple_of(8) {
            at = (draw() % 5) as usize;
        }
        Some(stacks[at])
    });
    let analysis = analyse(&of_one_run(code, run(order)), &AnalysisOptions::default());
    assert_near(analysis.sampling.effective_samples, 63.724_669_151_963_546);
}
