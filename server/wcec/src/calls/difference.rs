//! Two states of a unit: which of their methods may differ. What is the same in both is worked out once.

use super::graph::{Graph, resolved_calls};
use super::incremental::have_same_headers;
use super::needed::Needed;
use super::prices::Prices;
use super::reads::{class_of, made, reached, reads, relatives};
use super::resolve::{Target, Targets};
use super::summarise::Summaries;
use super::typical::{Row, Table, named};
use super::unit::{MethodId, Unit};
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// One of two states of a unit.
#[derive(Debug)]
pub struct State {
    /// The costs of all methods.
    pub summaries: Summaries,
    /// Which methods may cost something else than in the other state, or do so for another reason.
    pub differing: Differing,
}

/// Which methods of a state may differ from those of the other, at most or on average.
#[derive(Debug)]
pub struct Differing(Vec<bool>);

impl Differing {
    /// True of a method that may differ.
    pub fn contains<B>(&self, unit: &Unit<B>, method: (&str, &str, &str)) -> bool {
        let (class, name, descriptor) = method;
        let found = unit.find(class, name, descriptor);
        found.is_none_or(|id| self.of_number(unit.number(id)))
    }

    /// True of a class with a method that may differ.
    pub fn is_in_class<B>(&self, unit: &Unit<B>, class: &str) -> bool {
        let methods = unit.class(class).map(|class| unit.numbers_in(class));
        methods.is_none_or(|mut methods| methods.any(|number| self.of_number(number)))
    }

    /// The methods that may differ and that the typical energy of one rests on, as in `p/A.f(I)V`: those that it calls or hands
    /// on, and those that may answer its calls.
    pub fn behind<B: AsRef<[u8]> + Sync + Send>(
        &self,
        (unit, summaries, pricer): (&Unit<B>, &Summaries, &Pricer),
        (class, name, descriptor): (&str, &str, &str),
    ) -> Vec<String> {
        let Some(method) = unit.find(class, name, descriptor) else {
            return Vec::new();
        };
        let table = summaries.typicals(unit, pricer);
        let behind = table.rests_on(unit.number(method)).into_iter();
        behind
            .filter(|number| self.of_number(*number))
            .filter_map(|number| named(unit, &Target::Own(unit.method(number))))
            .map(|[class, name, descriptor]| format!("{class}.{name}{descriptor}"))
            .collect()
    }

    fn of_number(&self, number: u32) -> bool {
        self.0.get(number as usize).copied().unwrap_or(true)
    }
}

impl<B: AsRef<[u8]> + Sync + Send> Unit<B> {
    /// Summarises this state of a unit and another one with the same library. The states share the classes that are the same
    /// in both; of two that are not shared all methods may differ. The methods of the classes of these names, which are
    /// `touched` in the base and in the head, count as differing in any case.
    pub fn summarise_with(
        &self,
        head: &Self,
        touched: &[FxHashSet<Arc<str>>; 2],
        pricer: &Pricer,
        prices: &Arc<Prices>,
    ) -> (State, State) {
        let of_classes = |unit: &Self, touched: &FxHashSet<Arc<str>>| -> Vec<bool> {
            let mut found = vec![false; unit.method_count()];
            let classes = touched.iter().filter_map(|name| unit.class(name));
            for number in classes.flat_map(|class| unit.numbers_in(class)) {
                found[number as usize] = true;
            }
            found
        };
        let touched = [of_classes(self, &touched[0]), of_classes(head, &touched[1])];
        let of_base = resolved_calls(self, |_| None);
        let is_alike = have_same_headers(self, head);
        let of_head = resolved_calls(head, |method| {
            let classes = [self, head].map(|unit| unit.classes.get(method.class as usize));
            let is_shared = matches!(classes, [Some(one), Some(two)] if Arc::ptr_eq(one, two));
            (is_alike && is_shared).then(|| {
                let number = self.number(method) as usize;
                (Arc::clone(&of_base.0[number]), of_base.1[number].clone())
            })
        });
        let graphs = (Graph::ordered(self, of_base), Graph::ordered(head, of_head));
        let pair = Pair::of((self, &graphs.0), (head, &graphs.1));
        let all: Vec<(bool, Vec<u32>)> = (0..head.method_count() as u32)
            .into_par_iter()
            .map(|number| (pair.is_changed(number), reads(head, &graphs.1, number)))
            .collect();
        let is_changed: Vec<bool> = all.iter().map(|(is_changed, _)| *is_changed).collect();
        let mut read_by = vec![Vec::new(); all.len()];
        for (number, (_, read)) in (0..).zip(&all) {
            for other in read {
                read_by[*other as usize].push(number);
            }
        }
        let is_open = reached(is_changed.clone(), |number| {
            read_by[number as usize].clone()
        });
        let either = |one: &[bool], two: &[bool]| -> Vec<bool> {
            one.iter().zip(two).map(|(one, two)| *one || *two).collect()
        };
        let mut is_open_before = vec![true; self.method_count()];
        for (number, is_open) in (0..).zip(&is_open) {
            if let Some(before) = pair.before(number) {
                is_open_before[before as usize] = *is_open;
            }
        }
        let reads_of_head: Vec<Vec<u32>> = all.into_iter().map(|(_, reads)| reads).collect();
        let states = [(self, &graphs.0), (head, &graphs.1)];
        let changes = (&is_changed[..], &touched);
        let needed = Needed::of(states, &reads_of_head, changes, |number| {
            pair.before(number)
        });
        // Those that may differ are asked for next.
        let nothing = |_| None;
        let asked = either(&is_open_before, &touched[0]);
        let which = (&needed.of_base[..], &asked[..]);
        let [read_in_base, read_in_head] = needed.is_read;
        let mut before = Summaries::empty(self, prices, graphs.0.clone());
        before.read = read_in_base;
        let before = self.filled(pricer, before, nothing, which);
        let kept = |number: u32| {
            let is_same = !is_open[number as usize];
            let before_it = pair.before(number).filter(|_| is_same)? as usize;
            let row = before.rows.get(before_it)?.get().cloned();
            Some((before.done.get(before_it)?.get().cloned()?, row))
        };
        let which = (&needed.of_head[..], &is_open[..]);
        let mut after = Summaries::empty(head, prices, graphs.1.clone());
        after.read = read_in_head;
        let mut after = head.filled(pricer, after, kept, which);
        let is_same = |number: &u32| !is_open[*number as usize] && touched[1][*number as usize];
        for number in (0..is_open.len() as u32).filter(is_same) {
            let total = pair.before(number).and_then(|same| before.fresh.get(&same));
            after
                .fresh
                .extend(total.map(|total| (number, total.clone())));
        }
        let mut differing = pair.differing(&is_open, &is_changed, (&before, &after));
        let states = [(self, &before), (head, &after)];
        let edited = (0..).zip(&is_open).filter(|(_, is_open)| **is_open);
        let is_alike = is_alike && needed.are_answered_alike;
        let edited = is_alike.then(|| edited.map(|(number, _)| number).collect());
        let typical = Table::of_both(states, pricer, &needed.choices, edited);
        let may_differ = needed.may_differ.iter();
        for ((number, differs), _) in (0..)
            .zip(&mut differing)
            .zip(may_differ)
            .filter(|(_, may_differ)| **may_differ)
        {
            let of_base = pair.before(number).map(|before| typical.0.method(before));
            *differs |= of_base.is_some_and(|of_base| match (of_base, typical.1.method(number)) {
                (Some(one), Some(two)) => {
                    !Arc::ptr_eq(one, two) && !one.is_close(two, pricer.means())
                }
                (one, two) => one.is_some() != two.is_some(),
            });
        }
        let _ = before.typical.set(typical.0);
        let _ = after.typical.set(typical.1);
        let mut of_base = vec![true; self.method_count()];
        for (number, differs) in (0..).zip(&differing) {
            if let Some(before) = pair.before(number) {
                of_base[before as usize] = *differs;
            }
        }
        let state = |summaries, differing| State {
            summaries,
            differing: Differing(differing),
        };
        let of_base = either(&of_base, &touched[0]);
        let of_head = either(&differing, &touched[1]);
        (state(before, of_base), state(after, of_head))
    }

    /// Lets calls of this state of a unit and of another one, each summarised by itself, go to the same receivers equally
    /// often, as [`Unit::summarise_with`] does.
    pub fn share_receivers(
        &self,
        summaries: &Summaries,
        head: (&Self, &Summaries),
        pricer: &Pricer,
    ) {
        let (of_base, of_head) =
            Table::of_both([(self, summaries), head], pricer, &Default::default(), None);
        let is_first =
            summaries.typical.set(of_base).is_ok() && head.1.typical.set(of_head).is_ok();
        debug_assert!(is_first, "nobody has asked for typical energies yet");
    }

    /// The summaries of the methods that are needed: those that are kept of elsewhere, and all others worked out. What is shown
    /// of open methods is kept as well.
    fn filled(
        &self,
        pricer: &Pricer,
        mut summaries: Summaries,
        kept: impl Fn(u32) -> Option<(Arc<super::Summary>, Option<Arc<Row>>)>,
        (is_needed, is_open): (&[bool], &[bool]),
    ) -> Summaries {
        for number in 0..self.method_count() as u32 {
            if let Some((summary, row)) = kept(number) {
                let _ = summaries.done[number as usize].set(summary);
                if let Some(row) = row {
                    let _ = summaries.rows[number as usize].set(row);
                }
            }
        }
        let order = Arc::clone(&summaries.graph.order);
        for level in &order.levels {
            let is_open = |number: u32| is_open[number as usize];
            let is_needed = |group: &&Vec<u32>| group.iter().any(|one| is_needed[*one as usize]);
            let level: Vec<Vec<u32>> = level.iter().filter(is_needed).cloned().collect();
            let open = self.fill_level(pricer, &summaries, &level, None, is_open);
            summaries.fresh.extend(open);
        }
        summaries
    }
}

/// Two states, and where the classes that they share are in the first.
struct Pair<'p, B> {
    base: (&'p Unit<B>, &'p Graph),
    head: (&'p Unit<B>, &'p Graph),
    /// By the classes of the head; `None` of what the base does not have.
    places: Vec<Option<u32>>,
}

impl<'p, B> Pair<'p, B> {
    fn of(base: (&'p Unit<B>, &'p Graph), head: (&'p Unit<B>, &'p Graph)) -> Self {
        let place = |class: &Arc<super::UnitClass<B>>| {
            let place = base.0.class(&class.header.name)?;
            Arc::ptr_eq(class, base.0.classes.get(place as usize)?).then_some(place)
        };
        Self {
            base,
            head,
            places: head.0.classes.iter().map(place).collect(),
        }
    }

    /// The method of the base that one of the head is, if they share its class.
    fn before(&self, number: u32) -> Option<u32> {
        let id = self.head.0.method(number);
        let class = self.places.get(id.class as usize).copied().flatten()?;
        let method = id.method;
        Some(self.base.0.number(MethodId { class, method }))
    }

    /// True where a method of the head has other code, or runs into other methods by other rules than in the base, whatever
    /// these cost.
    fn is_changed(&self, number: u32) -> bool {
        let Some(before) = self.before(number) else {
            return true;
        };
        let (of_base, of_head) = (before as usize, number as usize);
        let targets = (&self.base.1.targets[of_base], &self.head.1.targets[of_head]);
        let has_same_targets = targets.0.len() == targets.1.len()
            && targets
                .0
                .iter()
                .zip(targets.1.iter())
                .all(|(one, two)| self.are_same(one, two));
        let needs = self.head.1.order.needs[of_head].iter();
        let needs: Option<Vec<u32>> = needs.map(|need| self.before(*need)).collect();
        let has_same_needs = needs.is_some_and(|mut needs| {
            needs.sort_unstable();
            needs == self.base.1.order.needs[of_base]
        });
        !has_same_targets || !has_same_needs || !self.makes_same(number)
    }

    fn are_same(&self, one: &Targets, two: &Targets) -> bool {
        let is_same = |(one, two): (&Target, &Target)| match (one, two) {
            (Target::Own(one), Target::Own(two)) => {
                let before = self.places.get(two.class as usize).copied().flatten();
                before == Some(one.class) && one.method == two.method
            }
            _ => one == two,
        };
        match (one, two) {
            (Targets::Known(one), Targets::Known(two)) => {
                one.len() == two.len() && one.iter().zip(two).all(is_same)
            }
            _ => one == two,
        }
    }

    /// True where the objects that a method hands on are made alike, and their classes are those of the base.
    fn makes_same(&self, number: u32) -> bool {
        let (base, head) = (self.base.0, self.head.0);
        let mut made = made(head, number);
        made.all(|made| {
            let (one, two) = (base.origin(made), head.origin(made));
            let classes = two.as_ref().and_then(class_of).map(|class| {
                let mut classes = relatives(head, class).into_iter();
                let places = classes.by_ref().map(|class| self.places[class as usize]);
                let places: Option<FxHashSet<u32>> = places.collect();
                (places, relatives(base, class))
            });
            one == two && classes.is_none_or(|(places, before)| places == Some(before))
        })
    }

    /// The open methods that are changed, or whose group reads another summary than in the base.
    fn differing(
        &self,
        is_open: &[bool],
        is_changed: &[bool],
        (before, after): (&Summaries, &Summaries),
    ) -> Vec<bool> {
        let order = &self.head.1.order;
        let reads_same = |number: u32| {
            let mut reads = reads(self.head.0, self.head.1, number).into_iter();
            reads.all(|read| {
                let group = order.group_of.get(number as usize);
                let is_inside = group == order.group_of.get(read as usize);
                let one = self
                    .before(read)
                    .map(|read| before.done[read as usize].get());
                is_inside || one == Some(after.done[read as usize].get())
            })
        };
        let differs = |group: &Vec<u32>| {
            let is_same = |number: &u32| {
                let place = *number as usize;
                !is_open[place] || !is_changed[place] && reads_same(*number)
            };
            !group.iter().all(is_same)
        };
        let mut differing = vec![false; is_open.len()];
        for group in order.levels.iter().flatten().filter(|group| differs(group)) {
            for number in group {
                differing[*number as usize] = true;
            }
        }
        differing
    }
}
