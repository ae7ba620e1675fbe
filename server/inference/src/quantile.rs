//! Quantiles of numbers.

/// The quantile of values for a probability, interpolated linearly (type 7 of Hyndman and Fan 1996); NaN without values.
pub fn quantile(values: &[f64], probability: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, probability)
}

/// The quantile of sorted values.
pub(crate) fn quantile_of_sorted(sorted: &[f64], probability: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = probability.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let part = place - place.floor();
    (1.0 - part) * sorted[below] + part * sorted[above]
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_are_linear_between_neighbours() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert!((quantile(&values, 0.5) - 2.5).abs() < 1e-12);
        assert!((quantile(&values, 0.9) - 3.7).abs() < 1e-12);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
