//! Fields that hide another one with their name. A path to a value has only the names of fields, so a caller and its callee may
//! mean different fields by it.

use super::header::{Header, HeaderField};
use super::unit::{HidingClasses, Unit};
use cost::{Place, Root};
use std::sync::Arc;
use wcec::Summary;

impl Unit {
    pub(super) fn find_hiding_classes(&self) -> HidingClasses {
        let mut found = HidingClasses::default();
        for class in &self.classes {
            let header = &class.header;
            let above: Vec<Arc<Header>> = self.superclasses(&header.name).skip(1).collect();
            let is_above = |field: &HeaderField| {
                let mut fields = above.iter().flat_map(|of| &of.fields);
                fields.any(|of| of.name == field.name)
            };
            for field in header.fields.iter().filter(|field| is_above(field)) {
                let of_field = found.entry(Arc::clone(&field.name)).or_default();
                of_field.hiding.insert(Arc::clone(&header.name));
                let names = std::iter::once(header).chain(&above);
                let names = names.map(|of| Arc::clone(&of.name));
                of_field.with_superclasses.extend(names);
            }
        }
        found
    }

    /// The places in the cost of a method whose path has a field that may be another one in the caller.
    pub(super) fn hidden_places<'s>(
        &self,
        summaries: impl Iterator<Item = &'s Arc<Summary>>,
    ) -> Vec<(Arc<str>, Place)> {
        let mut found = Vec::new();
        if self.hiding_classes().is_empty() {
            return found;
        }
        for summary in summaries {
            for symbol in summary.cost.symbols() {
                if let Some((place, _)) = &symbol.place
                    && self.is_hidden(summary, place)
                {
                    found.push((Arc::clone(&summary.class), place.clone()));
                }
            }
        }
        found
    }

    fn is_hidden(&self, summary: &Summary, place: &Place) -> bool {
        let Some((first, further)) = place.path.split_first() else {
            return false;
        };
        let class = match &place.root {
            Root::Receiver => Some(&*summary.class),
            Root::Argument(index) => bytecode::parameter_types(&summary.descriptor)
                .nth(usize::from(*index))
                .filter(|of| of.dimensions == 0)
                .map(|of| of.element),
            Root::Static(_) => None,
        };
        // The classes of the objects further away are unknown.
        let mut further = further.iter().flat_map(|step| fields(step));
        further.any(|field| self.hiding_classes().contains_key(field))
            || class.is_some_and(|class| fields(first).any(|field| self.is_hidden_in(class, field)))
    }

    /// Whether an object of a class, or of a class below it, may have several fields with this name.
    fn is_hidden_in(&self, class: &str, field: &str) -> bool {
        self.hiding_classes().get(field).is_some_and(|of_field| {
            let mut above = self.superclasses(class);
            of_field.with_superclasses.contains(class)
                || above.any(|header| of_field.hiding.contains(&header.name))
        })
    }
}

/// The fields that a step of a path goes through: `left|right*` stands for any number of these two.
fn fields(step: &str) -> impl Iterator<Item = &str> {
    step.trim_end_matches('*').split('|')
}
