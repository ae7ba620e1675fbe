//! Counts that are unknown before a run, and their assumed values.
//!
//! The values come from 8,921 loops of 24 real programs, counted on JDK 17. An assumed count is the larger of the mean and
//! the 99th percentile of its kind, `geometric mean · (geometric standard deviation)^2.326`.

use super::loop_test::LoopTest;
use super::{Measure, SIZES, Symbol, SymbolKind};

impl LoopTest {
    /// The assumed maximum number of iterations of such a loop.
    pub const fn most(self) -> u32 {
        match self {
            Self::HasNext => 65,
            Self::Reads => 171,
            Self::BooleanCall => 167,
            Self::Reference => 35,
            Self::Number => 1312,
            Self::Nothing => 11,
            Self::Length => 59,
            Self::Size => 70,
            Self::Parameter => 188,
            Self::Field => 147,
            Self::Other => 82,
        }
    }
}

impl Symbol {
    /// The assumed maximum of a value that is not given: that of the loops that such a value bounds. `None` for the energy of a
    /// call, which is unknown.
    pub fn assumed_value(&self) -> Option<u32> {
        self.compared_with().map(LoopTest::most)
    }

    /// The kind of loops that such a value bounds.
    pub fn compared_with(&self) -> Option<LoopTest> {
        if self.test.is_some() {
            return self.test;
        }
        Some(match (&self.place, self.kind) {
            (_, SymbolKind::Callback) => return None,
            (_, SymbolKind::ArrayLength)
            | (Some((_, Measure::ArrayLength | Measure::TextBytes)), _) => LoopTest::Length,
            (Some((_, Measure::TextLength)), _) => LoopTest::Size,
            (Some((_, Measure::Chain(_))), _) => LoopTest::Reference,
            (Some((_, Measure::Result(method))), _) if SIZES.contains(&&**method) => LoopTest::Size,
            (_, SymbolKind::Parameter) => LoopTest::Parameter,
            (_, SymbolKind::Field) => LoopTest::Field,
            (_, SymbolKind::Loop | SymbolKind::Argument | SymbolKind::Depth) => LoopTest::Other,
        })
    }

    /// Whether it is the energy of a call that neither callers nor readers can know.
    pub const fn is_unknown_energy(&self) -> bool {
        matches!(self.kind, SymbolKind::Callback) && self.place.is_none()
    }

    /// The value to use where one number is needed but none was given, for example to sort.
    pub fn nominal(&self) -> f64 {
        match self.assumed_value() {
            Some(assumed) if self.kind.is_opaque() => f64::from(assumed),
            _ => self.kind.nominal(),
        }
    }

    /// Whether a reader of the method can know the value.
    pub const fn is_known_to_reader(&self) -> bool {
        !self.kind.is_opaque() && !self.is_unknown_energy()
    }

    /// Whether a caller's code may show the value.
    pub const fn is_known_to_callers(&self) -> bool {
        self.place.is_some()
    }
}
