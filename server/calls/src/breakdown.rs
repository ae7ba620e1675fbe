//! The parts of a method's worst case, callees included.

use super::summaries::{Summaries, Workspace};
use super::unit::{MethodId, Unit};
use pricing::Pricer;
use wcec::{Breakdown, Marks, PathValues};

/// Marks that replace patterns, for one method of a group of methods that call each other.
#[derive(Debug)]
pub(crate) struct Marking {
    pub(crate) marks: Marks,
    /// The method to break down.
    pub(crate) number: u32,
    /// The line that gets everything the other methods of the group execute: the line of the first call among them.
    pub(crate) line: Option<u32>,
}

impl Summaries {
    /// A method's cost with all that it calls, ready to be split into its lines and the decisions on its path; `None` if the
    /// method has no code, or too much to be split. This is computed again for each request, so call it for methods that
    /// somebody looks at. Where symbols decide, the path is the most expensive one at these values.
    pub fn breakdown(
        &self,
        unit: &Unit,
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

    /// The line of the first call to a method of the group.
    fn line_of_recursion(&self, unit: &Unit, id: MethodId, group: &[u32]) -> Option<u32> {
        let targets = self.graph.targets.get(unit.number(id) as usize)?;
        let mut calls = unit.sites(id).iter().zip(targets.iter());
        let (site, _) = calls.find(|(_, targets)| unit.leads_to(targets, group))?;
        let at = site.passed.instruction;
        unit.with_code(id, |_, _, code| code.line_of(at))?
    }
}
