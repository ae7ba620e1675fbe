//! The claims that are compared with executions.

/// A kind of claim that is compared with executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judge {
    /// The worst case of a method, without callees.
    Worst,
    /// The same with callees.
    WorstWithCallees,
    /// The least that a call costs, without callees.
    Least,
    /// The same with callees.
    LeastWithCallees,
    /// The verdicts on contracts.
    Contracts,
}

impl Judge {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 5] = [
        Self::Worst,
        Self::WorstWithCallees,
        Self::Least,
        Self::LeastWithCallees,
        Self::Contracts,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst case",
            Self::WorstWithCallees => "worst case with callees",
            Self::Least => "at least",
            Self::LeastWithCallees => "at least with callees",
            Self::Contracts => "contracts",
        }
    }
}
