//! How a command ended, and the exit codes for it.

/// Exit codes: 0 done, 1 failure of the tool or a path that cannot be read, 2 usage (mostly by the argument parser), 3 a
/// contract is violated or a method costs more than it may, 4 incomplete: under `--strict`, of `diff` if too little was seen, and of
/// `check` if a file with contracts was not analysed, and of tests if a budget was compared with nothing.
pub(crate) const FAILED: u8 = 1;
pub(crate) const USAGE: u8 = 2;
pub(crate) const VIOLATED: u8 = 3;
pub(crate) const INCOMPLETE: u8 = 4;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitReason {
    Complete,
    /// An editor left without shutting the server down, which the protocol wants to see in the exit code.
    Abandoned,
    /// Some of the paths given could not be read; the rest was done.
    PartlyUnread,
    /// A contract does not hold.
    Violated,
    /// A method costs more energy than it may.
    Regressed,
    /// Something was not analysed or decided and `--strict` was given, or a comparison saw too little.
    Incomplete,
    /// A program that was run failed, with this exit code.
    OfProgram(u8),
}
