//! What is compared with executions.

/// What is compared with executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judge {
    /// The worst case of a method without what it calls.
    Worst,
    /// The same with what it calls.
    WorstWithCallees,
    /// What a call costs at least, without what it calls.
    Least,
    /// The same with what it calls.
    LeastWithCallees,
    /// What is said of contracts.
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

    /// What it is called in reports.
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
