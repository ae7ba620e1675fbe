//! The maximum sizes of files of each kind, in bytes.

const MEBIBYTE: u64 = 1 << 20;

/// A model: the largest known one has 2 MB.
pub const MODEL: u64 = 64 * MEBIBYTE;
/// The draws next to a model.
pub const DRAWS: u64 = 256 * MEBIBYTE;
/// The output of `calibrate validate`.
pub const VALIDATION: u64 = 64 * MEBIBYTE;
/// A campaign with the database's additional files. A whole one has some dozens of megabytes.
pub const CAMPAIGN: u64 = 2048 * MEBIBYTE;
/// A saved report: that of all of `java.base` has about 100 MB.
pub const REPORT: u64 = 1024 * MEBIBYTE;
/// The counts of a run: those of a large compiler have some megabytes.
pub const COUNTS: u64 = 1024 * MEBIBYTE;
/// The recording of a JVM.
pub const RECORDING: u64 = 4096 * MEBIBYTE;
/// A profile of runs.
pub const PROFILE: u64 = 4096 * MEBIBYTE;
/// A Java file.
pub const JAVA: u64 = 16 * MEBIBYTE;
/// A `jouled.toml`.
pub const SETTINGS: u64 = 256 << 10;
/// The file `release` of a JDK.
pub const RELEASE: u64 = MEBIBYTE;
/// A file in which the system describes itself, such as `/proc/cpuinfo`.
pub const SYSTEM: u64 = 4 * MEBIBYTE;
/// A build file.
pub const BUILD_FILE: u64 = 8 * MEBIBYTE;
/// A class file.
pub const CLASS: u64 = 16 * MEBIBYTE;
/// A jar.
pub const JAR: u64 = 512 * MEBIBYTE;
/// The directory of a jar's entries: about 300,000 of them.
pub const JAR_DIRECTORY: u64 = 32 * MEBIBYTE;
