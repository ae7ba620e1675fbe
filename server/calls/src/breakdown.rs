//! A method's worst case taken apart, its callees followed.

use super::summaries::{Summaries, Workspace};
use super::unit::{MethodId, Unit};
use pricing::Pricer;
use wcec::{Breakdown, Marks, PathValues};

/// Marks in place of patterns, for one method of a group of methods that call each other.
#[derive(Debug)]
pub(crate) struct Marking {
    pub(crate) marks: Marks,
    /// The method that is taken apart.
    pub(crate) number: u32,
    /// The line that all that the others of its group execute stands on: that of the first call among them.
    pub(crate) line: Option<u32>,
}

impl Summaries {
    /// A method's cost with all that it calls, to be taken apart into its lines and the decisions on its path; `None`
    /// where it has no code, or so much that it cannot be told apart. This is worked out again, so it is for methods that
    /// somebody looks at. Where symbols decide, the path is the one that is the most expensive at the values.
    pub fn breakdown<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        values: &PathValues,
    ) -> Option<Breakdown> {
        let id = unit.find(class, name, descriptor)?;
        let number = unit.number(id);
        let group = self.graph.order.group(number)?;
        let mut workspace = Workspace::default();
        workspace.scratch.values = Some(values.clone());
        let mut marking = Some(Marking {
            marks: Marks::default(),
            number,
            line: self.line_of_recursion(unit, id, group),
        });
        let totals = unit.totals(pricer, self, group, &mut workspace, &mut marking);
        let mut totals = totals.list.into_iter();
        let (_, total) = totals.find(|(other, _)| *other == number)?;
        let marks = marking?.marks;
        unit.with_code(id, |class, _, code| {
            let scratch = &mut workspace.scratch;
            Breakdown::new(class, code, scratch, marks, total.cost, total.calls)
        })?
    }

    /// The line on which a method first calls one of its group.
    fn line_of_recursion<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        id: MethodId,
        group: &[u32],
    ) -> Option<u32> {
        let targets = self.graph.targets.get(unit.number(id) as usize)?;
        let mut calls = unit.sites(id).iter().zip(targets.iter());
        let (site, _) = calls.find(|(_, targets)| unit.leads_to(targets, group))?;
        let at = site.passed.instruction;
        unit.with_code(id, |_, _, code| code.line_of(at))?
    }
}
