//! Measured methods and their ratios.

/// What a measured method cost, over what was predicted of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredRatio<'n> {
    /// Its class in binary form with slashes.
    pub class: &'n str,
    /// The natural logarithm of measured over predicted.
    pub log_ratio: f64,
    /// The standard deviation of that logarithm which the measurement leaves.
    pub log_sd: f64,
}

/// The package and the class of a method, by their places.
pub(super) type Place = (usize, usize);

/// A measured method with the factor on its variance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretched<'n> {
    pub(super) ratio: MeasuredRatio<'n>,
    pub(super) factor: f64,
}
