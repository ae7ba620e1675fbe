//! The models that are compiled in.

use posterior::Posterior;

/// The models that are compiled in; the first is the default.
pub fn built_in_models() -> Vec<Posterior> {
    vec![Posterior::default_model()]
}
