//! Products of symbols.

use cost::Symbol;
use std::sync::Arc;

/// No product has more factors than this; of a longer one the expectation counts.
const MAX_FACTORS: usize = 6;

/// A product of values that a caller knows, each with what it is taken to be where a number is wanted.
pub(crate) type Product = Vec<(Arc<Symbol>, f64)>;

/// What a product is taken to be where a number is wanted.
pub(super) fn nominal(product: &Product) -> f64 {
    product.iter().map(|(_, nominal)| nominal).product()
}

/// The product of two products; `None` where it has too many factors.
pub(super) fn times_each_other(one: &Product, two: &Product) -> Option<Product> {
    let mut both = [one.as_slice(), two].concat();
    sort(&mut both);
    (both.len() <= MAX_FACTORS).then_some(both)
}

/// Puts the factors into the order that the same product has everywhere.
pub(super) fn sort(product: &mut Product) {
    product.sort_by(|(one, _), (two, _)| one.key.cmp(&two.key));
}
