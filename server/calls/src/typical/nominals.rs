//! The values assumed for symbols.

use super::product::Product;
use cost::Symbol;
use std::sync::Arc;

/// The values assumed for symbols in one sum.
#[derive(Debug, Clone, Default)]
pub(super) struct Nominals(Product);

impl Nominals {
    /// The value that the sum already assumes for the symbol, or else this one.
    pub(super) fn of(&mut self, symbol: &Arc<Symbol>, otherwise: f64) -> f64 {
        let mut known = self.0.iter();
        if let Some((_, nominal)) = known.find(|(known, _)| known == symbol) {
            return *nominal;
        }
        self.0.push((Arc::clone(symbol), otherwise));
        otherwise
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Arc<Symbol>, f64)> {
        self.0.iter()
    }
}

impl FromIterator<(Arc<Symbol>, f64)> for Nominals {
    fn from_iter<I: IntoIterator<Item = (Arc<Symbol>, f64)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}
