//! Values that every iteration of the loop moves in one direction: they never get to the other side of their start, unless
//! they wrap around.

use super::super::forms::{ConditionalForm, Form};
use super::super::repeated_paths::then;
use super::{PathState, Walk};

/// After this many rounds in which some value could not be shown to stay on its side, none counts.
const MAX_ROUNDS: u32 = 4;

impl Walk<'_, '_> {
    /// Holds that such a value is on its side of the start, provided that this is shown later.
    pub(super) fn hold_what_only_moves_one_way(&mut self, path: &mut PathState) {
        let values = self.scope.values;
        let header = self.scope.body.header;
        for (join, own, _) in path.joins.clone() {
            for rises in [true, false] {
                if self
                    .moves(header, (join, None), rises)
                    .is_none_or(|by| by < 0)
                {
                    continue;
                }
                let mut begins = (values.joined(join).iter())
                    .filter(|(from, _)| !values.is_backward(*from, header));
                if let (Some((_, begin)), None) = (begins.next(), begins.next()) {
                    let mut needs = Vec::new();
                    let begin = self.form(*begin, &PathState::default(), &mut needs, 0);
                    let sign = if rises { 1 } else { -1 };
                    let form = own.times(sign).and_then(|own| own.plus(&begin, -sign));
                    if let Some(form) = form.filter(|form| self.is_header_form(form)) {
                        let need = self.ways.forms.undecided();
                        needs.push(need);
                        self.one_way.push((form.clone(), need));
                        path.held.push(ConditionalForm { form, needs });
                    }
                }
            }
        }
    }

    /// Decides which values stay on their side of the start. They are there when the loop begins. If all paths bring them
    /// there again when they begin there, without a result that may wrap around, they always are.
    pub(super) fn settle_one_way(&mut self) {
        let mut left: Vec<(Form, u32)> = self.one_way.clone();
        for _ in 0..MAX_ROUNDS {
            for (_, need) in &self.one_way {
                let is_left = left.iter().any(|(_, other)| other == need);
                self.ways.forms.decide(*need, is_left);
            }
            if left.is_empty() {
                return;
            }
            let forms = &self.ways.forms;
            let settled = self.ways.settled(false);
            let count = left.len();
            left.retain(|(form, _)| {
                settled.iter().all(|way| {
                    let then = then(forms, form, way);
                    then.is_some_and(|then| forms.follows(&then, &way.held))
                })
            });
            if left.len() == count {
                return;
            }
        }
        for (_, need) in &self.one_way {
            self.ways.forms.decide(*need, false);
        }
    }
}
