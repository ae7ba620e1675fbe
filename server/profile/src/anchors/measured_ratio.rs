//! Measured methods and their ratios.

/// The measured cost of a method divided by its prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredRatio<'n> {
    /// Its class in binary form with slashes.
    pub class: &'n str,
    /// The natural logarithm of measured over predicted.
    pub log_ratio: f64,
    /// The standard deviation of that logarithm because of measurement uncertainty.
    pub log_sd: f64,
}

/// The indices of a method's package and class.
pub(super) type PackageAndClass = (usize, usize);

/// A measured method, and the factor on its variance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretched<'n> {
    pub(super) ratio: MeasuredRatio<'n>,
    pub(super) factor: f64,
}
