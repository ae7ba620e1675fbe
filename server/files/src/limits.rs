//! How large a file of each kind may be, in bytes.

const MEBIBYTE: u64 = 1 << 20;

/// A model: the largest known one has 2 MB.
pub const MODEL: u64 = 64 * MEBIBYTE;
/// The draws beside a model.
pub const DRAWS: u64 = 256 * MEBIBYTE;
/// What `calibrate validate` prints.
pub const VALIDATION: u64 = 64 * MEBIBYTE;
/// A campaign with what the database keeps beside it. A whole one has some dozens of megabytes.
pub const CAMPAIGN: u64 = 2048 * MEBIBYTE;
/// A saved report: that of all of `java.base` has about 100 MB.
pub const REPORT: u64 = 1024 * MEBIBYTE;
/// What a run of a program counted: that of a large compiler has some megabytes.
pub const COUNTS: u64 = 1024 * MEBIBYTE;
/// What a virtual machine recorded of itself.
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
