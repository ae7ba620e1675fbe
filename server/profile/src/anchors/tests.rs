use super::*;

/// Class, logarithm of the ratio, its standard deviation.
const MEASURED: [(&str, f64, f64); 7] = [
    ("p/A", 0.9, 0.05),
    ("p/A", 1.1, 0.1),
    ("p/A", 0.7, 0.02),
    ("p/B", 0.2, 0.05),
    ("q/C", -0.4, 0.1),
    ("q/C", -0.1, 0.3),
    ("q/D", 0.3, 0.05),
];

fn ratios<'n>(of: &[(&'n str, f64, f64)]) -> Vec<MeasuredRatio<'n>> {
    of.iter()
        .map(|(class, log_ratio, log_sd)| MeasuredRatio {
            class,
            log_ratio: *log_ratio,
            log_sd: *log_sd,
        })
        .collect()
}

/// Computed with `NumPy` 2: the same model as one Gaussian with a dense covariance matrix of all measurements. There the
/// mean of the run has the variance 10⁴ instead of none. For each grid point, `K = 10⁴ + σp²·[same package] + σc²·[same
/// class] + diag(f·(σm² + s²))`, the prediction is `k·K⁻¹·y`, and the weight is the prior times `N(y; 0, K)`. The factors
/// `f` come from twelve rounds.
#[test]
fn the_tree_agrees_with_the_dense_gaussian() {
    let anchors = Anchors::fit(&ratios(&MEASURED)).unwrap();
    let left_out = anchors.left_out();
    assert!((left_out.spread - 0.5886).abs() < 1e-3, "{left_out:?}");
    assert!(
        (left_out.median_factor - 1.2458).abs() < 1e-3,
        "{left_out:?}"
    );
    for (class, log_mean, log_sd, nearest, methods) in [
        ("p/A", 0.78625, 0.41627, Nearest::Class, 3),
        ("p/B", 0.30935, 0.45849, Nearest::Class, 1),
        ("p/X", 0.43534, 0.69561, Nearest::Package, 4),
        ("q/C", -0.13964, 0.45658, Nearest::Class, 2),
        ("q/X", 0.16662, 0.69780, Nearest::Package, 3),
        ("r/X", 0.30098, 0.87152, Nearest::Run, 7),
    ] {
        let factor = anchors.of(class);
        assert!(
            (factor.log_mean - log_mean).abs() < 1e-3,
            "{class}: {factor:?}"
        );
        assert!((factor.log_sd - log_sd).abs() < 1e-3, "{class}: {factor:?}");
        assert_eq!(
            (factor.nearest, factor.methods),
            (nearest, methods),
            "{class}"
        );
    }
}

/// The ratio of one method is 160,000 times that of the others. Among ten methods it changes the others little, and among
/// four the interval shows the uncertainty. The figures come from the same program.
#[test]
fn an_outlier_changes_the_others_little() {
    let others = [-0.6, -0.7, -0.65, -0.5, -0.4, -0.9, -0.8, -0.7, -0.55];
    let spreads = [0.1, 0.1, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1];
    let classes = [
        "p/A", "p/A", "p/A", "p/A", "p/B", "p/B", "p/B", "p/B", "p/A",
    ];
    let mut measured: Vec<(&str, f64, f64)> = (0..9)
        .map(|at| (classes[at], others[at], spreads[at]))
        .collect();
    measured.push(("p/A", 12.0, 0.03));
    let factor = Anchors::fit(&ratios(&measured)).unwrap().of("p/A");
    assert!((factor.log_mean + 0.6003).abs() < 1e-3, "{factor:?}");
    assert!((factor.log_sd - 0.7677).abs() < 1e-3, "{factor:?}");
    let few = [&measured[..3], &measured[9..]].concat();
    let factor = Anchors::fit(&ratios(&few)).unwrap().of("p/A");
    assert!((factor.log_mean + 0.4648).abs() < 1e-3, "{factor:?}");
    assert!((factor.log_sd - 7.6766).abs() < 0.02, "{factor:?}");
}

#[test]
fn the_mean_of_a_factor_is_that_of_a_log_normal() {
    let factor = AnchorFactor {
        log_mean: 0.5,
        log_sd: 0.7,
        nearest: Nearest::Run,
        methods: 3,
    };
    // scipy.stats.lognorm(0.7, scale=exp(0.5)).mean() and .ppf(0.95)
    assert!((factor.mean() - 2.106_441).abs() < 1e-5);
    assert!((factor.quantile(0.95) - 5.214_262).abs() < 1e-4);
}

#[test]
fn two_methods_say_nothing_about_others() {
    assert_eq!(Anchors::fit(&ratios(&MEASURED[..2])), None);
    let unusable = [("p/A", f64::NAN, 0.1), ("p/A", 1.0, f64::INFINITY)];
    let some = [&MEASURED[..2], &unusable].concat();
    assert_eq!(Anchors::fit(&ratios(&some)), None);
}

#[test]
fn equal_ratios_leave_little_uncertainty() {
    let alike: Vec<(&str, f64, f64)> = (0..40)
        .map(|at| (["p/A", "p/B", "q/C", "r/D"][at % 4], 2.0, 0.01))
        .collect();
    let factor = Anchors::fit(&ratios(&alike)).unwrap().of("s/E");
    assert!((factor.log_mean - 2.0).abs() < 1e-6, "{factor:?}");
    assert!(factor.log_sd < 0.25, "{factor:?}");
}

/// In simulated runs, the 90% intervals contain about nine of ten methods that were left out.
#[test]
fn intervals_cover_methods_of_simulated_runs() {
    let mut state = 1_u64;
    let mut normal = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        crate::quantile::normal(((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64)
    };
    let names: Vec<Vec<String>> = (0..4)
        .map(|package| (0..4).map(|class| format!("p{package}/C{class}")).collect())
        .collect();
    let (mut covered, mut all) = (0, 0);
    for _ in 0..25 {
        let (mut measured, mut others) = (Vec::new(), Vec::new());
        for package in &names {
            let of_package = 1.0 + 0.4 * normal();
            for class in package {
                let of_class = of_package + 0.3 * normal();
                for place in 0..4 {
                    let truth = of_class + 0.4 * normal();
                    if place == 0 {
                        others.push((class, truth));
                    } else {
                        measured.push((&**class, truth + 0.1 * normal(), 0.1));
                    }
                }
            }
        }
        let anchors = Anchors::fit(&ratios(&measured)).unwrap();
        for (class, truth) in others {
            let factor = anchors.of(class);
            let interval = factor.quantile(0.05).ln()..factor.quantile(0.95).ln();
            covered += usize::from(interval.contains(&truth));
            all += 1;
        }
    }
    let share = f64::from(covered as u32) / f64::from(all as u32);
    assert!((0.85..=0.95).contains(&share), "{share}");
}
