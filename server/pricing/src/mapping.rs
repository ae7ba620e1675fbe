//! The two mappings from bytecode to patterns.

use std::fmt;
use std::str::FromStr;

/// How instructions become patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mapping {
    /// A result used on the stack saves a variable declaration; jumps and arguments cost something.
    #[default]
    Stack,
    /// The plain reading of the paper: every operator costs its measured statement; jumps and arguments are free.
    Paper,
}

impl Mapping {
    /// The version of the rules, which is part of every digest. Numbers of different versions cannot be compared.
    pub const VERSION: u32 = 3;

    /// The name used in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stack => "stack",
            Self::Paper => "paper",
        }
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown mapping was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownMapping(String);

impl fmt::Display for UnknownMapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown mapping \"{}\"; use \"stack\" or \"paper\"",
            self.0
        )
    }
}

impl std::error::Error for UnknownMapping {}

impl FromStr for Mapping {
    type Err = UnknownMapping;

    fn from_str(name: &str) -> Result<Self, UnknownMapping> {
        match name {
            "stack" => Ok(Self::Stack),
            "paper" => Ok(Self::Paper),
            _ => Err(UnknownMapping(name.to_owned())),
        }
    }
}
