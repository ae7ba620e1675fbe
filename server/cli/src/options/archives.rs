//! Limits for reading archives.

use clap::Args;
use containers::ArchiveLimits;

#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Archives {
    /// The maximum size in MiB of the unpacked classes of one archive, including those of the archives inside it
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) unpack_limit: u32,
}

impl Archives {
    pub(crate) fn limits(self) -> ArchiveLimits {
        ArchiveLimits {
            max_unpacked_bytes: u64::from(self.unpack_limit) << 20,
            ..ArchiveLimits::default()
        }
    }
}
