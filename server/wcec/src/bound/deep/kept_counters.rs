//! Counters that are at least 0 or 1 when a loop begins, and that stay so in every iteration.

use super::super::Bounds;
use super::super::linear::Linear;
use super::Scope;
use super::forms::{Atom, Form};
use super::linear;
use super::loop_paths::LoopPaths;
use super::repeated_paths::then;
use crate::values::{Id, Node};
use cost::AssumptionKind;

/// After this many rounds in which some counter failed to stay so, none counts.
const MAX_ROUNDS: u32 = 3;

impl Bounds<'_> {
    /// The paths through a loop, given that its counters stay at least 0 or 1; `None` if there is no such counter.
    pub(super) fn paths_of_kept_counters(
        &mut self,
        scope: Scope<'_>,
        assumes: bool,
    ) -> Option<LoopPaths> {
        let counters = self.counters_at_begin(scope, assumes);
        if assumes {
            self.assume(AssumptionKind::NoOverflow);
        }
        self.paths_of_kept(scope, counters, assumes)
    }

    fn paths_of_kept(
        &mut self,
        scope: Scope<'_>,
        mut kept: Vec<(Id, i128)>,
        assumes: bool,
    ) -> Option<LoopPaths> {
        for _ in 0..MAX_ROUNDS {
            if kept.is_empty() {
                return None;
            }
            let ways = self.loop_paths(scope, &kept)?;
            let settled = ways.settled(assumes);
            let is_kept = |(join, least): &(Id, i128)| {
                let own = ways.forms.known(&Atom::Value(*join));
                own.is_some_and(|own| {
                    let mut form = Form::leaf(own);
                    form.constant -= least;
                    settled.iter().all(|way| {
                        let then = then(&ways.forms, &form, way);
                        then.is_some_and(|then| ways.forms.follows(&then, &way.held))
                    })
                })
            };
            let before = kept.len();
            kept.retain(is_kept);
            if kept.len() == before {
                return Some(ways);
            }
        }
        None
    }

    /// The counters that are at least 1, or 0, when the loop begins; if nothing may be assumed, whatever wraps around.
    fn counters_at_begin(&mut self, scope: Scope<'_>, assumes: bool) -> Vec<(Id, i128)> {
        let values = scope.values;
        let header = scope.body.header;
        let mut found = Vec::new();
        for join in values.joins_at(header) {
            if !matches!(values.node(join), Node::Join { variable, .. } if values.is_local(variable))
            {
                continue;
            }
            let joined = values.joined(join).iter();
            let begins: Vec<Id> = joined
                .filter(|(from, _)| !values.is_backward(*from, header))
                .map(|(_, begin)| *begin)
                .collect();
            if begins.is_empty() || !assumes && !self.are_whole(scope, &begins) {
                continue;
            }
            let least = [1, 0].into_iter().find(|least| {
                begins.iter().all(|begin| {
                    let begin = linear(values, *begin, 0)
                        .and_then(|begin| begin.plus(&Linear::constant(*least), -1));
                    begin.is_some_and(|begin| self.is_never_negative(scope, &begin, header))
                })
            });
            found.extend(least.map(|least| (join, least)));
        }
        found
    }
}
