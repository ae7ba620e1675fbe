//! Limits for reading archives.

/// Limits for one archive of the file system with all archives inside it. A message names an exceeded limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Size of an archive in bytes.
    pub max_archive_bytes: u64,
    /// Entries of one archive.
    pub max_entries: usize,
    /// Size of one class file in bytes.
    pub max_class_bytes: u64,
    /// Size of all classes after decompression, in bytes.
    pub max_unpacked_bytes: u64,
    /// Bytes of classes read. Each class counts as often as it is read.
    pub max_read_bytes: u64,
    /// Size of all compressed archives inside it after decompression, in bytes.
    pub max_inner_bytes: u64,
    /// Depth of archives inside archives.
    pub max_depth: usize,
    /// Number of archives at all depths.
    pub max_archives: usize,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self {
            max_archive_bytes: 4 << 30,
            max_entries: 500_000,
            max_class_bytes: files::CLASS,
            max_unpacked_bytes: 256 << 20,
            max_read_bytes: u64::MAX,
            max_inner_bytes: 2 << 30,
            max_depth: 4,
            max_archives: 5_000,
        }
    }
}
