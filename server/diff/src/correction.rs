//! The correction for looking at many methods at once.

/// Adjusted p-values by Benjamini and Hochberg, in the order of the given ones: the lowest rate of false discoveries at which a
/// p-value still counts as a discovery.
///
/// Source: Benjamini and Hochberg 1995, "Controlling the false discovery rate", in the step-up form of adjusted values; the
/// same as `scipy.stats.false_discovery_control`. A p-value that is not a number counts as 1.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len() as f64;
    let p_values: Vec<f64> = p_values
        .iter()
        .map(|p| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) })
        .collect();
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &two| p_values[one].total_cmp(&p_values[two]));
    let mut adjusted = p_values.clone();
    let mut least: f64 = 1.0;
    for (rank, &at) in order.iter().enumerate().rev() {
        least = least.min(p_values[at] * count / (rank + 1) as f64);
        adjusted[at] = least;
    }
    adjusted
}
