//! What the next iteration begins with.

use super::super::forms::{Atom, ConditionalForm, Form};
use super::super::reference::field_read;
use super::{MAX_PATHS, MAX_SEARCHES, NextState, PathEnd, PathState, Walk};
use crate::values::{Id, NO_OBJECT, Node};

/// Fields of fields are followed in at most this many rounds.
const MAX_ROUNDS: u32 = 4;

impl Walk<'_, '_> {
    /// The end of a path around the loop.
    pub(super) fn come_back(
        &mut self,
        from: u32,
        path: &PathState,
        joins: Vec<(Id, Option<Form>, Vec<u32>)>,
    ) {
        let mut next = Vec::new();
        for (join, form, needs) in joins {
            let own = self.leaf(join);
            if let Some((atom, _)) = own.terms.first() {
                next.push((*atom, form, needs));
            }
        }
        let path = path.clone();
        self.ends.push(PathEnd { from, path, next });
    }

    /// How many paths have been found.
    pub(super) fn paths_found(&self) -> usize {
        self.ends.len() + self.ways.all.len()
    }

    /// Follows on all paths what any of them reads.
    pub(super) fn finish_ends(&mut self) {
        let mut ends = std::mem::take(&mut self.ends);
        for _ in 0..MAX_ROUNDS {
            let known = self.ways.forms.len();
            for end in &mut ends {
                self.follow_fields(end);
                self.follow_texts(end);
            }
            if self.ways.forms.len() == known {
                break;
            }
        }
        for mut end in ends {
            self.forget_others(&mut end.next);
            self.finish_searches(&end.path, end.next);
            self.is_partial |= self.ways.all.len() > MAX_PATHS;
        }
    }

    /// What belongs to the state but was not followed may have any value.
    fn forget_others(&self, next: &mut NextState) {
        for atom in &self.ways.state {
            if next.iter().all(|(known, ..)| known != atom) {
                next.push((*atom, None, Vec::new()));
            }
        }
    }

    /// The end of a path with a search: it found something, or the next iteration begins with -1.
    fn finish_searches(&mut self, path: &PathState, next: NextState) {
        let is_search = |form: &Form| match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => {
                matches!(self.ways.forms.atom(atom), Some(Atom::Found { .. }))
            }
            _ => false,
        };
        let searches: Vec<(usize, Form, Vec<u32>)> = (next.iter().enumerate())
            .filter_map(|(place, (_, form, needs))| {
                let form = form.as_ref().filter(|form| is_search(form))?;
                Some((place, form.clone(), needs.clone()))
            })
            .take(MAX_SEARCHES)
            .collect();
        let mut ends = vec![(path.clone(), next)];
        for (place, form, needs) in searches {
            for (mut found, next) in std::mem::take(&mut ends) {
                let mut missed = found.clone();
                let mut next_of_missed = next.clone();
                if let Some(mut opposite) = form.times(-1) {
                    opposite.constant -= 1;
                    missed.add(ConditionalForm {
                        form: opposite,
                        needs: needs.clone(),
                    });
                }
                if let Some((_, form, _)) = next_of_missed.get_mut(place) {
                    *form = Some(Form::constant(-1));
                }
                found.add(ConditionalForm {
                    form: form.clone(),
                    needs: needs.clone(),
                });
                ends.extend([(found, next), (missed, next_of_missed)]);
            }
        }
        for (path, next) in ends {
            if !path.is_impossible(&self.ways.forms) {
                self.finish(&path, next);
            }
        }
    }

    /// The lengths of the texts that the loop replaces, such as `text = text.substring(1)`.
    fn follow_texts(&mut self, PathEnd { from, path, next }: &mut PathEnd) {
        let values = self.scope.values;
        for number in 0..self.ways.forms.len() {
            let Some(Atom::Size(text)) = self.ways.forms.atom(number).cloned() else {
                continue;
            };
            let is_of_loop =
                matches!(values.node(text), Node::Join { block, .. } if Some(block) == self.header);
            if !is_of_loop
                || next.iter().any(|(known, ..)| *known == number)
                || self.bounds.tells_size(values, &self.ways, number).is_none()
            {
                continue;
            }
            let mut over = (values.joined(text).iter()).filter(|(source, _)| source == from);
            let (Some((_, value)), None) = (over.next(), over.next()) else {
                continue;
            };
            let mut needs = Vec::new();
            let form = self.extent(*value, false, path, &mut needs);
            if !self.ways.state.contains(&number) {
                self.ways.state.push(number);
            }
            next.push((number, form, needs));
        }
    }

    /// The fields that the loop counts with: each has the value last written to it.
    fn follow_fields(&mut self, PathEnd { path, next, .. }: &mut PathEnd) {
        for number in 0..self.ways.forms.len() {
            let Some(Atom::Field { object, memory, .. }) = self.ways.forms.atom(number).cloned()
            else {
                continue;
            };
            if next.iter().any(|(known, ..)| *known == number) {
                continue;
            }
            let of_loop = self
                .ways
                .forms
                .number(Atom::Value(memory), (None, None), &[]);
            let Some((_, Some(then), _)) = next.iter().find(|(atom, ..)| *atom == of_loop).cloned()
            else {
                continue;
            };
            // In the next iteration, another object's field is another number.
            if object != NO_OBJECT && !self.bounds.is_fixed(self.scope, object, 0) {
                continue;
            }
            if !self.ways.state.contains(&number) {
                self.ways.state.push(number);
            }
            let Some(read) = self.ways.read.get(&number).copied() else {
                continue;
            };
            let mut needs = Vec::new();
            let form = self.field_in((read, object), &then, path, &mut needs);
            next.push((number, form, needs));
        }
    }

    /// A field in a state of memory; `read` is a value read from it.
    pub(super) fn field_in(
        &mut self,
        (read, object): (Id, Id),
        memory: &Form,
        path: &PathState,
        needs: &mut Vec<u32>,
    ) -> Option<Form> {
        let memory = self.value_of(memory)?;
        match self.scope.values.node(memory) {
            Node::Stored {
                object: written,
                value,
                ..
            } if written == object => Some(self.form(value, path, needs, 0)),
            Node::Stored { .. } | Node::Kept { .. } | Node::Made { .. } => None,
            _ => {
                let read = self.scope.values.node(read);
                let Node::Field { at, .. } = read else {
                    return None;
                };
                let atom = Atom::Field {
                    pool: field_read(self.bounds.input, at)?,
                    object,
                    memory,
                };
                // Code that ran before may have written a field that the loop only reads.
                let is_counted = self.scope.values.node(memory) != Node::Untouched;
                let range = is_counted.then(|| self.bounds.interval_of_source(read));
                let range = range.unwrap_or((None, None));
                Some(Form::leaf(self.ways.forms.number(atom, range, &[])))
            }
        }
    }

    /// The value that a form consists of.
    pub(super) fn value_of(&self, form: &Form) -> Option<Id> {
        match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => match self.ways.forms.atom(atom)? {
                Atom::Value(id) => Some(*id),
                _ => None,
            },
            _ => None,
        }
    }
}
