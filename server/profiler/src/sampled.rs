//! The processes that wrote samples.

use std::fs;
use std::path::Path;

/// The processes that wrote samples to a folder.
pub(crate) fn processes(folder: &Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.strip_prefix("samples-")?.parse().ok()
    });
    names.collect()
}
