//! The aspects of the analysis that programs are written to break.

/// A family of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Anything else: loops, branches, exceptions.
    General,
    /// Clauses before loops, and clauses without a loop.
    Clauses,
    /// Callees whose cost falls as their arguments grow.
    Suffixes,
    /// Fields that callees change.
    Fields,
    /// Parameters, arrays and fields that are assigned before and in loops.
    Entry,
    /// Numbers that do not fit into their types.
    Integers,
    /// The least that a call costs.
    Least,
    /// Contracts with conditions.
    Contracts,
    /// Control flow and data that the other families leave out.
    Beyond,
    /// Numbers and objects that short callees compute or return.
    Results,
    /// Textbook methods, each with the bound that a person finds; none are generated.
    Textbook,
}

impl Family {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 11] = [
        Self::General,
        Self::Clauses,
        Self::Suffixes,
        Self::Fields,
        Self::Entry,
        Self::Integers,
        Self::Least,
        Self::Contracts,
        Self::Beyond,
        Self::Results,
        Self::Textbook,
    ];

    /// The families with their own generator.
    pub const MADE_UP: [Self; 9] = [
        Self::Clauses,
        Self::Suffixes,
        Self::Fields,
        Self::Entry,
        Self::Integers,
        Self::Least,
        Self::Contracts,
        Self::Beyond,
        Self::Results,
    ];

    /// The name that selects it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Clauses => "clauses",
            Self::Suffixes => "suffixes",
            Self::Fields => "fields",
            Self::Entry => "entry",
            Self::Integers => "integers",
            Self::Least => "least",
            Self::Contracts => "contracts",
            Self::Beyond => "beyond",
            Self::Results => "results",
            Self::Textbook => "textbook",
        }
    }

    /// Its subject, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::General => "loops, branches and exceptions of all kinds",
            Self::Clauses => "clauses before loops, and where no loop follows",
            Self::Suffixes => "callees whose cost falls with what they are passed",
            Self::Fields => "fields that callees change",
            Self::Entry => "parameters, arrays and fields that get other values",
            Self::Integers => "numbers that do not fit into their types",
            Self::Least => "the least that a call costs",
            Self::Contracts => "contracts with conditions",
            Self::Beyond => "shared counters, iterators, recursion, several implementations",
            Self::Results => "numbers and objects that short callees work out or give back",
            Self::Textbook => "methods of textbooks, written by hand alone",
        }
    }

    /// The family of a tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.tag() == tag)
    }
}
