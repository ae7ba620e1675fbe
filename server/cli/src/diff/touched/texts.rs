//! The texts of a side.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The texts of a side, by file.
pub(super) type Texts = BTreeMap<String, Arc<str>>;
