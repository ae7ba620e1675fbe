//! Reuses what does not depend on an edit.

use super::graph::Order;
use super::method_total::MethodTotal;
use super::prices::Prices;
use super::sites::LambdaBody;
use super::summaries::{Summaries, Workspace, nothing};
use super::typical::PreviousTable;
use super::unit::{MethodId, Unit, UnitClass};
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use wcec::{BestCase, Summary};

/// An earlier state of a unit.
pub(super) struct PreviousState<'e> {
    pub(super) unit: &'e Unit,
    pub(super) summaries: &'e Summaries,
    /// Whether the objects in fields and the results of methods are created as before, under the same conditions of the
    /// platform, and the same classes have initialisers.
    has_same_origins: bool,
    /// For the classes that differ, whether each method is the same.
    unchanged: FxHashMap<u32, Vec<bool>>,
}

/// Whether two states of a unit have the same classes in the same order, except for the code of methods. Then calls reach the
/// same methods in both.
pub(super) fn have_same_headers(one: &Unit, two: &Unit) -> bool {
    have_headers_and(one, two, |old, new| old.has_code == new.has_code)
}

/// The same if some methods have code in only one of the states. Summaries of their callers can then be kept; equations of
/// typical energies cannot, because they say which callees have no price.
fn have_same_headers_apart_from_code(one: &Unit, two: &Unit) -> bool {
    have_headers_and(one, two, |old, new| {
        let both = old.has_code.iter().zip(&new.has_code);
        let mut both = (0..).zip(both);
        old.has_code.len() == new.has_code.len()
            && both.all(|(method, (before, now))| {
                // What a method without code returns is unknown.
                before == now || old.origins.result(method).is_none()
            })
    })
}

fn have_headers_and(
    one: &Unit,
    two: &Unit,
    are_alike: impl Fn(&UnitClass, &UnitClass) -> bool,
) -> bool {
    let classes = one.classes.iter().zip(&two.classes);
    one.classes.len() == two.classes.len()
        && one.platform_ended() == two.platform_ended()
        && classes.into_iter().all(|(old, new)| {
            Arc::ptr_eq(old, new)
                || old.header == new.header
                    && old.origins == new.origins
                    && old.has_leaves_of(new)
                    && are_alike(old, new)
        })
}

/// Whether two classes have the same name, run the same code when they are first used, or none, and inherit from the same.
fn are_initialised_alike(old: &UnitClass, new: &UnitClass) -> bool {
    let (old, new) = (&old.header, &new.header);
    old.name == new.name
        && old.has_initialiser() == new.has_initialiser()
        && old.supertypes().eq(new.supertypes())
}

impl<'e> PreviousState<'e> {
    /// The earlier state of a unit, with its summaries.
    pub(super) fn of(unit: &Unit, earlier: (&'e Unit, &'e Summaries)) -> Self {
        let classes = earlier.0.classes.iter().zip(&unit.classes);
        let differing = (0..).zip(classes.clone());
        let differing = differing.filter(|(_, (old, new))| !Arc::ptr_eq(old, new));
        let differing: Vec<u32> = differing.map(|(class, _)| class).collect();
        let unchanged = differing.into_par_iter();
        let unchanged = unchanged.map(|class| (class, unit.unchanged_since(earlier.0, class)));
        let mut classes = classes;
        Self {
            unit: earlier.0,
            summaries: earlier.1,
            has_same_origins: earlier.0.platform_ended() == unit.platform_ended()
                && classes.all(|(old, new)| {
                    Arc::ptr_eq(old, new)
                        || old.origins == new.origins && are_initialised_alike(old, new)
                }),
            unchanged: unchanged.collect(),
        }
    }

    pub(super) fn number(&self, method: MethodId) -> Option<usize> {
        let class = self.unit.classes.get(method.class as usize)?;
        let is_there = (method.method as usize) < class.header.methods.len();
        is_there.then(|| self.unit.number(method) as usize)
    }

    pub(super) fn summary(&self, method: MethodId) -> Option<&Arc<Summary>> {
        self.summaries.done.get(self.number(method)?)?.get()
    }

    pub(super) fn has_same_class(&self, unit: &Unit, class: u32) -> bool {
        let class = class as usize;
        let both = self.unit.classes.get(class).zip(unit.classes.get(class));
        both.is_some_and(|(old, new)| Arc::ptr_eq(old, new))
    }

    /// Whether a method itself is the same; its callees may differ.
    pub(super) fn has_same_method(&self, unit: &Unit, method: MethodId) -> bool {
        match self.unchanged.get(&method.class) {
            Some(unchanged) => unchanged.get(method.method as usize) == Some(&true),
            None => self.has_same_class(unit, method.class),
        }
    }

    pub(super) fn has_headers_of(&self, unit: &Unit) -> bool {
        have_same_headers_apart_from_code(self.unit, unit)
    }

    /// Takes over the summaries of a group if its methods are the same, and call methods that are the same and cost the same.
    /// False otherwise.
    pub(super) fn keep(&self, unit: &Unit, summaries: &Summaries, group: &[u32]) -> bool {
        let is_kept = group.iter().all(|number| {
            let method = unit.method(*number);
            let Some(old) = self.number(method) else {
                return false;
            };
            let number = *number as usize;
            let needs = &summaries.graph.order.needs[number];
            self.has_same_origins
                && self.has_same_method(unit, method)
                && summaries.graph.targets.get(number) == self.summaries.graph.targets.get(old)
                && needs.iter().all(|need| {
                    let is_inside = group.binary_search(need).is_ok();
                    let new = summaries.done[*need as usize].get();
                    is_inside
                        || match (new, self.summary(unit.method(*need))) {
                            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
                            (None, None) => true,
                            _ => false,
                        }
                })
        });
        if is_kept {
            for number in group {
                if let Some(summary) = self.summary(unit.method(*number)) {
                    let _ = summaries.done[*number as usize].set(Arc::clone(summary));
                }
                let old = self.number(unit.method(*number));
                let row = old.and_then(|old| self.summaries.rows.get(old)?.get());
                if let Some(row) = row {
                    let _ = summaries.rows[*number as usize].set(Arc::clone(row));
                }
            }
        }
        is_kept
    }

    /// The summaries of another state of the unit in which only the code of methods changed, and they need the same methods as
    /// before. Computes only these methods, and the callers of those whose summaries change. `None` if the states differ in
    /// more.
    pub(super) fn reuse_unchanged(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        prices: &Arc<Prices>,
    ) -> Option<Summaries> {
        if !unit.resolves_as(self.unit) || !self.has_headers_of(unit) {
            return None;
        }
        let edited: FxHashSet<u32> = (0..unit.classes.len() as u32)
            .filter(|class| !self.has_same_class(unit, *class))
            .flat_map(|class| unit.numbers_in(class))
            .filter(|number| !self.has_same_method(unit, unit.method(*number)))
            .collect();
        let graph = (self.summaries.graph).with(unit, edited.iter().copied())?;
        let order = Arc::clone(&graph.order);
        let mut summaries = Summaries {
            prices: Arc::clone(prices),
            graph,
            done: self.summaries.done.clone(),
            // Edits may have moved its lines.
            shared: nothing(unit.method_count()),
            best_case: self.best_cases_beside(&edited, &order),
            rows: self.summaries.rows.clone(),
            typical: OnceLock::new(),
            is_last: false,
            before: None,
            thrown_through: Vec::new(),
            fresh: FxHashMap::default(),
        };
        let group_of = |number: &u32| order.group_of.get(*number as usize).copied();
        let mut open: BTreeSet<(u32, u32)> = edited.iter().filter_map(group_of).collect();
        while let Some((level, _)) = open.first().copied() {
            let later = open.split_off(&(level + 1, 0));
            let groups = std::mem::replace(&mut open, later);
            let groups: Vec<&Vec<u32>> = groups
                .into_iter()
                .filter_map(|(level, group)| order.levels.get(level as usize)?.get(group as usize))
                .collect();
            // While a group is computed, nothing is known about its own methods.
            for number in groups.iter().copied().flatten() {
                summaries.done[*number as usize].take();
                summaries.rows[*number as usize].take();
            }
            let found: Vec<(u32, MethodTotal, Summary)> = groups
                .par_iter()
                .with_min_len(8)
                .map_init(Workspace::default, |workspace, group| {
                    unit.summarise_group(pricer, &summaries, group, workspace)
                })
                .flatten_iter()
                .collect();
            // Without code, for example because it does not compile, a method has no summary any more.
            for number in groups.iter().copied().flatten() {
                let had_summary = self.summaries.done[*number as usize].get().is_some();
                if had_summary && !unit.has_code(*number) {
                    let group = group_of(number);
                    let callers = order.needed_by(*number).iter().filter_map(group_of);
                    open.extend(callers.filter(|caller| Some(*caller) != group));
                }
            }
            for (number, total, summary) in found {
                let summary = match self.summaries.done[number as usize].get() {
                    // An unchanged summary changes nothing for its callers.
                    Some(before) if **before == summary => Arc::clone(before),
                    _ => {
                        let group = group_of(&number);
                        let callers = order.needed_by(number).iter().filter_map(group_of);
                        open.extend(callers.filter(|caller| Some(*caller) != group));
                        Arc::new(summary)
                    }
                };
                summaries.done[number as usize] = OnceLock::from(summary);
                if edited.contains(&number) {
                    summaries.fresh.insert(number, total);
                }
            }
        }
        Some(summaries)
    }

    /// The least energies of methods that reach no edited method, if they were requested before.
    fn best_cases_beside(
        &self,
        edited: &FxHashSet<u32>,
        order: &Order,
    ) -> Vec<OnceLock<Arc<BestCase>>> {
        let mut affected = edited.clone();
        let mut pending: Vec<u32> = edited.iter().copied().collect();
        while let Some(number) = pending.pop() {
            let callers = order.needed_by(number).iter().copied();
            pending.extend(callers.filter(|caller| affected.insert(*caller)));
        }
        let mut kept = self.summaries.best_case.clone();
        for number in affected {
            if let Some(place) = kept.get_mut(number as usize) {
                place.take();
            }
        }
        kept
    }

    /// The basis from which the typical energies of another state of the unit can be computed; `None` if its methods are
    /// different, or if a call may reach different ones.
    pub(super) fn typical(&self, unit: &Unit, summaries: &Summaries) -> Option<PreviousTable> {
        if self.summaries.is_last
            || !unit.resolves_as(self.unit)
            || !have_same_headers(self.unit, unit)
            || !self.has_lambdas_of(unit)
        {
            return None;
        }
        let (table, mut edited) = match (self.summaries.typical.get(), &self.summaries.before) {
            (Some(table), _) => (Arc::clone(table), FxHashSet::default()),
            (None, Some(before)) => (Arc::clone(&before.table), before.edited.clone()),
            (None, None) => return None,
        };
        let is_same = |number: u32| {
            let method = unit.method(number);
            let at = number as usize;
            let rows = (summaries.rows[at].get(), self.summaries.rows[at].get());
            let has_same_row = match rows {
                (Some(one), Some(two)) => Arc::ptr_eq(one, two) || one == two,
                (one, two) => one.is_none() && two.is_none(),
            };
            let targets = (
                &summaries.graph.targets[at],
                &self.summaries.graph.targets[at],
            );
            let has_same_targets = Arc::ptr_eq(targets.0, targets.1) || targets.0 == targets.1;
            has_same_row
                && has_same_targets
                && (self.has_same_method(unit, method)
                    || unit.sites(method) == self.unit.sites(method))
        };
        edited.extend((0..unit.method_count() as u32).filter(|number| !is_same(*number)));
        Some(PreviousTable { table, edited })
    }

    /// Whether lambdas and method references have the same bodies as before.
    fn has_lambdas_of(&self, unit: &Unit) -> bool {
        fn lambdas(class: &UnitClass) -> impl Iterator<Item = &Arc<LambdaBody>> {
            let sites = class.sites.iter().flatten();
            sites.filter_map(|site| site.lambda.as_ref())
        }
        let mut classes = self.unit.classes.iter().zip(&unit.classes);
        classes.all(|(old, new)| Arc::ptr_eq(old, new) || lambdas(old).eq(lambdas(new)))
    }
}
