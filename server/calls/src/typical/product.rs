//! Products of symbols.

use cost::Symbol;
use std::sync::Arc;

/// The maximum number of factors. Longer products count with their expectation.
const MAX_FACTORS: usize = 6;

/// A product of values that a caller knows, each with the number assumed for it.
pub(crate) type Product = Vec<(Arc<Symbol>, f64)>;

/// The number assumed for a product.
pub(super) fn nominal(product: &Product) -> f64 {
    product.iter().map(|(_, nominal)| nominal).product()
}

/// The product of two products; `None` if it has too many factors.
pub(super) fn times_each_other(one: &Product, two: &Product) -> Option<Product> {
    let mut both = [one.as_slice(), two].concat();
    sort(&mut both);
    (both.len() <= MAX_FACTORS).then_some(both)
}

/// Sorts the factors, so that equal products are equal everywhere.
pub(super) fn sort(product: &mut Product) {
    product.sort_by(|(one, _), (two, _)| one.key.cmp(&two.key));
}
