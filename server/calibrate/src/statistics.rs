//! Statistics that several commands tell.

/// The quantile of some values, linear between neighbours (type 7 of Hyndman and Fan 1996).
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * last as f64;
    let low = (place.floor() as usize).min(last);
    let high = (low + 1).min(last);
    sorted[low] + (place - low as f64) * (sorted[high] - sorted[low])
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
