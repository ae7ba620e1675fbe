//! Quantiles of the distributions behind intervals.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::checked_beta_reg;

/// For larger parameters, the continued fraction of `statrs` may end before it has converged. The logit of the share is normal by
/// then.
const NEARLY_NORMAL: f64 = 1000.0;
/// Larger parameters make no difference in `f64`.
const CERTAIN: f64 = 1e15;
/// ln(x / (1 − x)) of the smallest and the largest share that differ from 0 and 1.
const LOGITS: (f64, f64) = (-700.0, 36.0);
/// The quantile is found when the ends of a step are this close.
const NEAR: f64 = 1e-10;
/// The search halves its range at least in every third step, so it ends long before this.
const MOST_STEPS: u32 = 200;

/// The quantile `p` of a Beta distribution. A parameter of 0 or less puts all mass at one end.
pub(crate) fn beta(a: f64, b: f64, p: f64) -> f64 {
    if a.is_nan() || b.is_nan() || a <= 0.0 {
        return 0.0;
    }
    if b <= 0.0 {
        return 1.0;
    }
    let (a, b) = (a.min(CERTAIN), b.min(CERTAIN));
    if a > NEARLY_NORMAL && b > NEARLY_NORMAL {
        // The mean and the variance of ln(x / (1 − x)): ψ(a) − ψ(b) and ψ'(a) + ψ'(b), approximated by their first terms.
        let mean = (a / b).ln() - 0.5 / a + 0.5 / b;
        let deviation = (1.0 / a + 1.0 / b + 0.5 / (a * a) + 0.5 / (b * b)).sqrt();
        return 1.0 / (1.0 + (-(mean + normal(p) * deviation)).exp());
    }
    let share = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    let above = |logit: f64| checked_beta_reg(a, b, share(logit)).unwrap_or(1.0) - p;
    // Start where a normal logit would put the quantile, and move outwards until the quantile is between the ends.
    let deviation = (1.0 / a + 1.0 / b).sqrt();
    let start = ((a / b).ln() + normal(p) * deviation).clamp(LOGITS.0, LOGITS.1);
    let mut step = (0.1 * deviation).max(1e-3);
    let (mut low, mut high) = ((start, above(start)), (start, above(start)));
    while low.1 > 0.0 && low.0 > LOGITS.0 {
        high = low;
        low.0 = (low.0 - step).max(LOGITS.0);
        low.1 = above(low.0);
        step *= 2.0;
    }
    while high.1 < 0.0 && high.0 < LOGITS.1 {
        low = high;
        high.0 = (high.0 + step).min(LOGITS.1);
        high.1 = above(high.0);
        step *= 2.0;
    }
    if low.1 > 0.0 {
        return 0.0;
    }
    if high.1 < 0.0 {
        return 1.0;
    }
    for count in 0..MOST_STEPS {
        if high.0 - low.0 <= NEAR * (1.0 + low.0.abs()) {
            break;
        }
        let secant = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
        // A secant that always moves the same end does not converge from the other side.
        let at = if count % 3 == 2 || !secant.is_finite() {
            f64::midpoint(low.0, high.0)
        } else {
            let edge = 0.01 * (high.0 - low.0);
            secant.clamp(low.0 + edge, high.0 - edge)
        };
        let found = (at, above(at));
        if found.1 < 0.0 {
            low = found;
        } else {
            high = found;
        }
    }
    share(f64::midpoint(low.0, high.0))
}

/// The quantile `p` of the standard normal distribution.
pub(crate) fn normal(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p.clamp(f64::EPSILON, 1.0 - f64::EPSILON))
}

/// The probability that a standard normal variable is below `z`.
pub(crate) fn normal_below(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The limit that a variable of Student's t distribution stays within, on both sides, with the probability `level`.
pub(crate) fn student(level: f64, freedom: usize) -> f64 {
    let p = 0.5 + 0.5 * level.clamp(0.0, 1.0 - f64::EPSILON);
    StudentsT::new(0.0, 1.0, freedom.max(1) as f64).map_or(f64::INFINITY, |t| t.inverse_cdf(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `python3 -c "from scipy.stats import beta; print(beta.ppf(p, a, b))"`, SciPy 1.17.1.
    const BETA: [(f64, f64, f64, f64); 24] = [
        (0.50, 0.5, 0.05, 6.155_829_702e-3),
        (0.50, 0.5, 0.95, 9.938_441_703e-1),
        (1.00, 1000.0, 0.05, 5.129_197_891e-5),
        (1.00, 1000.0, 0.95, 2.991_249_545e-3),
        (1.02, 829.3, 0.05, 6.624_650_375e-5),
        (1.02, 829.3, 0.95, 3.652_203_372e-3),
        (3.00, 997.0, 0.05, 8.189_948_781e-4),
        (3.00, 997.0, 0.95, 6.288_559_597e-3),
        (41.70, 958.3, 0.05, 3.185_332_620e-2),
        (41.70, 958.3, 0.95, 5.258_823_678e-2),
        (300.00, 17.5, 0.05, 9.223_717_197e-1),
        (300.00, 17.5, 0.95, 9.642_087_662e-1),
        (999.00, 1.0, 0.05, 9.970_057_607e-1),
        (999.00, 1.0, 0.95, 9.999_486_567e-1),
        (0.01, 100.0, 0.05, 4.487_730_495e-133),
        (0.01, 100.0, 0.95, 3.379_280_424e-5),
        (950.00, 200_000.0, 0.05, 4.478_684_565e-3),
        (950.00, 200_000.0, 0.95, 4.982_008_235e-3),
        (1500.00, 8500.0, 0.05, 1.441_670_148e-1),
        (1500.00, 8500.0, 0.95, 1.559_125_799e-1),
        (20000.00, 1_000_000.0, 0.05, 1.938_257_062e-2),
        (20000.00, 1_000_000.0, 0.95, 1.983_418_667e-2),
        (30.00, 5_000_000.0, 0.05, 4.318_773_995e-6),
        (30.00, 5_000_000.0, 0.95, 7.908_140_246e-6),
    ];

    #[test]
    fn the_quantiles_of_beta_are_those_of_scipy() {
        for (a, b, p, expected) in BETA {
            let found = beta(a, b, p);
            // If the logit replaces the distribution: to a thousandth of the width.
            let width = beta(a, b, 0.95) - beta(a, b, 0.05);
            let near = if a > NEARLY_NORMAL {
                2e-3 * width
            } else {
                1e-7 * expected
            };
            assert!(
                (found - expected).abs() <= near,
                "{a} {b} {p}: {found} and not {expected}"
            );
        }
    }

    /// From `python3 -c "from scipy.stats import t; print(t.ppf(0.95, d))"`, SciPy 1.17.1.
    #[test]
    fn the_quantiles_of_t_are_those_of_scipy() {
        for (freedom, expected) in [
            (1, 6.313_751_515),
            (2, 2.919_985_580),
            (4, 2.131_846_786),
            (29, 1.699_127_027),
        ] {
            assert!((student(0.9, freedom) - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn no_parameter_is_too_strange() {
        for a in [f64::NAN, -1.0, 0.0, 1e-300, 1e300, f64::INFINITY] {
            for b in [f64::NAN, -1.0, 0.0, 1e-300, 1e300, f64::INFINITY] {
                for p in [0.0, 0.05, 1.0] {
                    let found = beta(a, b, p);
                    assert!((0.0..=1.0).contains(&found), "{a} {b} {p}: {found}");
                }
            }
        }
        assert!(student(2.0, 0) > 0.0);
    }
}
