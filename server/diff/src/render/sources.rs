//! The source texts that a page shows with a comparison.

use crate::report::Report;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an HTML page shows of the source.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'s> {
    /// The report of the base, for the energy of its lines.
    pub base: &'s Report,
    /// The report of the head.
    pub head: &'s Report,
    /// The texts of the base by file.
    pub base_texts: &'s BTreeMap<String, Arc<str>>,
    /// The texts of the head by file.
    pub head_texts: &'s BTreeMap<String, Arc<str>>,
}
