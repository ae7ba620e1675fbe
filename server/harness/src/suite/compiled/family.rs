//! Programs that differ only in their type and the size of their data.

use campaign::ProgramKind;

use super::frame::Frame;
use crate::suite::extent::Extent;
use crate::suite::source::{Source, rename};

/// Programs of one kind. In the texts, `T` stands for the type and `SIZE` for the size.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) types: &'static [&'static str],
    /// Only 0 means that there is no size.
    pub(super) sizes: &'static [u32],
    pub(super) members: &'static str,
    pub(super) statement: &'static str,
}

impl Family {
    /// Its programs. A family is held out as a whole, because one size would reveal the others.
    pub(super) fn sources(&self, held_out: bool, extent: Extent) -> Vec<Source> {
        let mut sources = Vec::new();
        for of in self.types.iter().filter(|of| self.has(of, extent)) {
            for (size, number) in self.sizes.iter().zip(0..) {
                let is_last = number + 1 == self.sizes.len();
                if extent == Extent::Quick && number > 0 && !is_last {
                    continue;
                }
                sources.push(self.source(of, *size, held_out));
            }
        }
        sources
    }

    /// A quick campaign has one integer and one floating-point type of each family.
    fn has(&self, of: &str, extent: Extent) -> bool {
        extent == Extent::Full || matches!(of, "int" | "double") || self.types.len() == 1
    }

    fn source(&self, of: &'static str, size: u32, held_out: bool) -> Source {
        let mut name = self.name.to_owned();
        if self.types.len() > 1 {
            name = format!("{name}_{of}");
        }
        if size > 0 {
            name = format!("{name}_{size}");
        }
        let names = [("T", of.to_owned()), ("SIZE", size.to_string())];
        Frame {
            name,
            kind: ProgramKind::Kernel,
            held_out,
            of,
            members: rename(self.members, &names),
            statement: rename(self.statement, &names),
        }
        .source()
    }
}
