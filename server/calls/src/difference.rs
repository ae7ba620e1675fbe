//! Finds which methods of two states of a unit may differ. Methods that are the same in both are computed once.

use super::graph::{Graph, resolved_calls};
use super::incremental::have_same_headers;
use super::needed::{Needed, NeededPart};
use super::prices::Prices;
use super::reads::{class_of, made, reached, reads, relatives};
use super::resolve::{Target, Targets};
use super::summaries::Summaries;
use super::typical::{CallAnswers, Row, Table, Typical, named};
use super::unit::{MethodId, Unit};
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use wcec::Summary;

/// The greatest relative difference between two orders of summation.
const ROUNDING: f64 = 1e-8;

/// One of two states of a unit.
#[derive(Debug)]
pub struct State {
    /// The costs of all methods.
    pub summaries: Summaries,
    /// The methods whose cost, or its causes, may differ from the other state.
    pub differing: Differing,
}

/// The methods of a state whose worst case or typical energy may differ from the other state; by default all.
#[derive(Debug, Default)]
pub struct Differing(Vec<Difference>);

/// How a method differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Difference {
    Nothing,
    /// Only its typical energy differs, by a share that does not count.
    Negligible,
    Counts,
}

impl Differing {
    /// Whether a method may differ.
    pub fn contains(&self, unit: &Unit, method: (&str, &str, &str)) -> bool {
        let (class, name, descriptor) = method;
        let found = unit.find(class, name, descriptor);
        found.is_none_or(|id| self.counts(unit.number(id)))
    }

    /// Whether a class has a method that may differ.
    pub fn is_in_class(&self, unit: &Unit, class: &str) -> bool {
        let methods = unit.class(class).map(|class| unit.numbers_in(class));
        methods.is_none_or(|mut methods| methods.any(|number| self.counts(number)))
    }

    /// The number of methods of a class that do not differ, and how many of these have a typical energy that differs by a share
    /// that does not count.
    pub fn alike_in_class(&self, unit: &Unit, class: &str) -> (usize, usize) {
        let methods = unit.class(class).map(|class| unit.numbers_in(class));
        let alike = methods.into_iter().flatten().map(|number| self.of(number));
        alike.fold((0, 0), |(all, negligible), one| match one {
            Difference::Nothing => (all + 1, negligible),
            Difference::Negligible => (all + 1, negligible + 1),
            Difference::Counts => (all, negligible),
        })
    }

    /// The methods that may differ and that a method's typical energy depends on, as in `p/A.f(I)V`: those that it calls or
    /// passes on, and those that may answer its calls.
    pub fn behind(
        &self,
        (unit, summaries, pricer): (&Unit, &Summaries, &Pricer),
        (class, name, descriptor): (&str, &str, &str),
    ) -> Vec<String> {
        let Some(method) = unit.find(class, name, descriptor) else {
            return Vec::new();
        };
        let table = summaries.typicals(unit, pricer);
        let behind = table.rests_on(unit.number(method)).into_iter();
        behind
            .filter(|number| self.counts(*number))
            .filter_map(|number| named(unit, &Target::Own(unit.method(number))))
            .map(|[class, name, descriptor]| format!("{class}.{name}{descriptor}"))
            .collect()
    }

    fn counts(&self, number: u32) -> bool {
        self.of(number) == Difference::Counts
    }

    fn of(&self, number: u32) -> Difference {
        let known = self.0.get(number as usize).copied();
        known.unwrap_or(Difference::Counts)
    }
}

/// The typical energies of a state that shares its estimates with another state.
#[derive(Debug)]
pub struct TypicalBeside(Arc<Table>);

impl TypicalBeside {
    /// What a call that returns executes on average; `None` if the method has no code.
    pub fn method(
        &self,
        unit: &Unit,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<Arc<Typical>> {
        let found = unit.find(class, name, descriptor)?;
        self.0.method(unit.number(found)).cloned()
    }
}

impl Unit {
    /// Summarises this state of a unit and another one with the same library. The states share the classes that are the same in
    /// both; all methods of other classes may differ. `touched` names classes in the base and in the head whose methods always
    /// count as differing. A method whose typical energy alone differs, by less than the share `least`, does not count.
    pub fn summarise_with(
        &self,
        head: &Self,
        (touched, least): (&[FxHashSet<Arc<str>>; 2], f64),
        pricer: &Pricer,
        prices: &Arc<Prices>,
    ) -> (State, State) {
        let touched = [self.methods_of(&touched[0]), head.methods_of(&touched[1])];
        let is_alike = have_same_headers(self, head);
        let (of_base, of_head) = graphs(self, head, is_alike);
        let pair = Pair::of((self, &of_base), (head, &of_head));
        let open = OpenMethods::of(&pair);
        let states = [pair.base, pair.head];
        let changes = (&open.is_changed[..], &open.is_open[..], &touched);
        let needed = Needed::of(states, &open.reads, changes, |number| pair.before(number));
        let steps = Steps {
            pair: &pair,
            touched: &touched,
            open: &open,
            needed: &needed,
            is_alike: is_alike && needed.are_answered_alike,
            least,
            pricer,
            prices,
        };
        let mut summaries = steps.nothing();
        let mut part = needed.first_part(&open.is_open, &touched);
        loop {
            steps.compute(&mut summaries, &part);
            let typical = steps.typical(&summaries);
            let found = steps.compare(&typical, &part);
            let counting = found.differences.iter().zip(&open.is_open);
            let counting = counting.enumerate().filter(|(_, (difference, is_open))| {
                **difference == Difference::Counts && !**is_open
            });
            let counting = counting.map(|(number, _)| number as u32);
            match needed.next_part(part, counting, &found.calls_count) {
                Some(next) => part = next,
                None => return steps.states(summaries, typical, found.differences),
            }
        }
    }

    /// Whether each method belongs to a class with one of these names.
    fn methods_of(&self, classes: &FxHashSet<Arc<str>>) -> Vec<bool> {
        let mut found = vec![false; self.method_count()];
        let classes = classes.iter().filter_map(|name| self.class(name));
        for number in classes.flat_map(|class| self.numbers_in(class)) {
            found[number as usize] = true;
        }
        found
    }

    /// Makes the calls of two states that were summarised separately go to the same receivers equally often, as
    /// [`Unit::summarise_with`] does.
    pub fn share_receivers(
        &self,
        summaries: &Summaries,
        head: (&Self, &Summaries),
        pricer: &Pricer,
    ) {
        let (of_base, of_head) = Table::of_both(
            [(self, summaries), head],
            pricer,
            &CallAnswers::default(),
            None,
        );
        let is_first =
            summaries.typical.set(of_base).is_ok() && head.1.typical.set(of_head).is_ok();
        debug_assert!(is_first, "nobody has asked for typical energies yet");
    }

    /// The typical energies of this state of a unit, and of a later state that shares its estimates: the same branch goes each
    /// way equally often, loops over the same value repeat equally often, and calls go to the same receivers. Call this before
    /// anything else requests the typical energies of the later state.
    pub fn share_estimates(
        &self,
        summaries: &Summaries,
        head: (&Self, &Summaries),
        pricer: &Pricer,
    ) -> TypicalBeside {
        let _ = summaries.typicals(self, pricer);
        let states = [(self, summaries), head];
        let known = summaries.typical.get();
        let before = (known.zip(head.1.before.as_ref()))
            .filter(|(known, before)| Arc::ptr_eq(known, &before.table));
        let (of_base, of_head) = match before {
            Some((known, before)) => {
                Table::of_both_after(known, states, pricer, before.edited.clone())
            }
            // Methods were added or removed.
            None => Table::of_both(states, pricer, &CallAnswers::default(), None),
        };
        let is_first = head.1.typical.set(of_head).is_ok();
        debug_assert!(is_first, "nobody has asked for typical energies yet");
        TypicalBeside(of_base)
    }

    /// Adds the missing summaries of the needed methods: some are taken from another state, and the others are computed. For
    /// open methods, this also keeps what is displayed.
    fn fill_missing(
        &self,
        pricer: &Pricer,
        summaries: &mut Summaries,
        kept: impl Fn(u32) -> Option<(Arc<Summary>, Option<Arc<Row>>)>,
        (is_needed, is_open): (&[bool], &[bool]),
    ) {
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
            let open = self.fill_level(pricer, summaries, &level, None, is_open);
            summaries.fresh.extend(open);
        }
    }
}

/// The call graphs of the two states. If all headers are the same, the targets of calls in shared classes are resolved once.
fn graphs(base: &Unit, head: &Unit, is_alike: bool) -> (Graph, Graph) {
    let of_base = resolved_calls(base, |_| None);
    let of_head = resolved_calls(head, |method| {
        let classes = [base, head].map(|unit| unit.classes.get(method.class as usize));
        let is_shared = matches!(classes, [Some(one), Some(two)] if Arc::ptr_eq(one, two));
        (is_alike && is_shared).then(|| {
            let number = base.number(method) as usize;
            (Arc::clone(&of_base.0[number]), of_base.1[number].clone())
        })
    });
    (Graph::ordered(base, of_base), Graph::ordered(head, of_head))
}

/// The methods of the head whose cost may differ from the base.
struct OpenMethods {
    /// For each method of the head, the methods whose summaries it reads.
    reads: Vec<Vec<u32>>,
    /// Whether its own code or its callees changed.
    is_changed: Vec<bool>,
    /// Whether it changed, or reads the summary of a method that did.
    is_open: Vec<bool>,
    /// The same for the methods of the base. A method that the head does not have is open.
    is_open_before: Vec<bool>,
}

impl OpenMethods {
    fn of(pair: &Pair<'_>) -> Self {
        let (head, graph) = pair.head;
        let (is_changed, reads): (Vec<bool>, Vec<Vec<u32>>) = (0..head.method_count() as u32)
            .into_par_iter()
            .map(|number| (pair.is_changed(number), reads(head, graph, number)))
            .unzip();
        let mut read_by = vec![Vec::new(); reads.len()];
        for (number, read) in (0..).zip(&reads) {
            for other in read {
                read_by[*other as usize].push(number);
            }
        }
        let is_open = reached(is_changed.clone(), |number| {
            read_by[number as usize].clone()
        });
        Self {
            reads,
            is_changed,
            is_open_before: pair.of_base(&is_open, true),
            is_open,
        }
    }
}

/// The step-by-step summary of two states.
struct Steps<'s> {
    pair: &'s Pair<'s>,
    touched: &'s [Vec<bool>; 2],
    open: &'s OpenMethods,
    needed: &'s Needed,
    /// Whether the calls of both states reach the same methods.
    is_alike: bool,
    /// A typical energy that differs by less than this share does not count.
    least: f64,
    pricer: &'s Pricer,
    prices: &'s Arc<Prices>,
}

/// How the typical energies of two states differ.
struct FoundDifferences {
    /// By method of the head.
    differences: Vec<Difference>,
    /// For each [changed call](Needed::changed_calls), whether its answers differ by more than a negligible share.
    calls_count: Vec<bool>,
}

/// The answers of a call count if they differ by more than this part of the share that counts for a method. The energy of an
/// answer also decides how often it runs, so a caller may differ by a little more than the answers.
const SHARE_OF_CALLS: f64 = 0.5;

impl Steps<'_> {
    /// The summaries of the base and of the head before anything is computed.
    fn nothing(&self) -> [Summaries; 2] {
        let [of_base, of_head] = &self.needed.is_thrown_through;
        [(self.pair.base, of_base), (self.pair.head, of_head)].map(
            |((unit, graph), is_thrown_through)| {
                let mut summaries = Summaries::empty(unit, self.prices, graph.clone());
                summaries.thrown_through.clone_from(is_thrown_through);
                summaries
            },
        )
    }

    /// Computes the missing summaries of a part. Methods that may differ are computed in detail, because they are requested next.
    /// The head takes the summaries that are the same from the base.
    fn compute(&self, [before, after]: &mut [Summaries; 2], part: &NeededPart) {
        let asked = either(&self.open.is_open_before, &self.touched[0]);
        let which = (&part.of_base[..], &asked[..]);
        (self.pair.base.0).fill_missing(self.pricer, before, |_| None, which);

        let is_open = &self.open.is_open;
        let kept = |number: u32| {
            let is_same = !is_open[number as usize];
            let before_it = self.pair.before(number).filter(|_| is_same)? as usize;
            let row = before.rows.get(before_it)?.get().cloned();
            Some((before.done.get(before_it)?.get().cloned()?, row))
        };
        let which = (&part.of_head[..], &is_open[..]);
        (self.pair.head.0).fill_missing(self.pricer, after, kept, which);
        let is_same =
            |number: &u32| !is_open[*number as usize] && self.touched[1][*number as usize];
        for number in (0..is_open.len() as u32).filter(is_same) {
            let same = self.pair.before(number);
            let total = same.and_then(|same| before.fresh.get(&same));
            let total = total.map(|total| (number, total.clone()));
            after.fresh.extend(total);
        }
    }

    /// The typical energies of both states, as far as their summaries are computed.
    fn typical(&self, [before, after]: &[Summaries; 2]) -> [Arc<Table>; 2] {
        let states = [(self.pair.base.0, before), (self.pair.head.0, after)];
        let edited = (0..)
            .zip(&self.open.is_open)
            .filter(|(_, is_open)| **is_open);
        let edited = (self.is_alike).then(|| edited.map(|(number, _)| number).collect());
        Table::of_both(states, self.pricer, &self.needed.answers, edited).into()
    }

    /// Which methods of the head differ in their typical energy, ignoring those that differ by less than the share `least`.
    /// Methods that are not computed call nothing that differs by more than a negligible share.
    fn compare(&self, [before, after]: &[Arc<Table>; 2], part: &NeededPart) -> FoundDifferences {
        let means = self.pricer.means();
        let difference =
            |before: Option<&Arc<Typical>>,
             after: Option<&Arc<Typical>>,
             is_negligible: &dyn Fn(&Typical, &Typical) -> bool| {
                match (before, after) {
                    (Some(one), Some(two)) if Arc::ptr_eq(one, two) => Difference::Nothing,
                    (Some(one), Some(two)) if one.is_close(two, means, ROUNDING) => {
                        Difference::Nothing
                    }
                    (Some(one), Some(two)) if is_negligible(one, two) => Difference::Negligible,
                    (None, None) => Difference::Nothing,
                    _ => Difference::Counts,
                }
            };
        let share = SHARE_OF_CALLS * self.least;
        let of_calls: Vec<Difference> = (self.needed.changed_calls.iter())
            .map(|call| {
                difference(before.of_key(call), after.of_key(call), &|one, two| {
                    one.is_nearly_for_any_object(two, means, share)
                })
            })
            .collect();
        let of_others = if of_calls.iter().all(|of| *of == Difference::Nothing) {
            Difference::Nothing
        } else {
            Difference::Negligible
        };
        let of_method = |(number, may_differ): (usize, &bool)| {
            if !may_differ {
                return Difference::Nothing;
            }
            if !part.of_head[number] {
                return of_others;
            }
            let of_base = self.pair.before(number as u32);
            of_base.map_or(Difference::Nothing, |of_base| {
                let number = number as u32;
                difference(before.method(of_base), after.method(number), &|one, two| {
                    one.is_nearly(two, means, self.least)
                })
            })
        };
        FoundDifferences {
            differences: (self.needed.may_differ.iter().enumerate())
                .map(of_method)
                .collect(),
            calls_count: (of_calls.iter())
                .map(|of| *of == Difference::Counts)
                .collect(),
        }
    }

    /// Both states. Touched classes always differ.
    fn states(
        &self,
        [before, after]: [Summaries; 2],
        [of_base, of_head]: [Arc<Table>; 2],
        mut differences: Vec<Difference>,
    ) -> (State, State) {
        let OpenMethods {
            is_open,
            is_changed,
            ..
        } = self.open;
        let worst = self.pair.differing(is_open, is_changed, (&before, &after));
        for (difference, differs) in differences.iter_mut().zip(worst) {
            if differs {
                *difference = Difference::Counts;
            }
        }
        let _ = before.typical.set(of_base);
        let _ = after.typical.set(of_head);
        let of_base = self.pair.of_base(&differences, Difference::Counts);
        let state = |summaries, mut differences: Vec<Difference>, touched: &[bool]| {
            for (difference, is_touched) in differences.iter_mut().zip(touched) {
                if *is_touched {
                    *difference = Difference::Counts;
                }
            }
            State {
                summaries,
                differing: Differing(differences),
            }
        };
        (
            state(before, of_base, &self.touched[0]),
            state(after, differences, &self.touched[1]),
        )
    }
}

fn either(one: &[bool], two: &[bool]) -> Vec<bool> {
    one.iter().zip(two).map(|(one, two)| *one || *two).collect()
}

/// Two states, and the index of each shared class in the first.
struct Pair<'p> {
    base: (&'p Unit, &'p Graph),
    head: (&'p Unit, &'p Graph),
    /// For each class of the head, its index in the base; `None` if the base does not have it.
    places: Vec<Option<u32>>,
}

impl<'p> Pair<'p> {
    fn of(base: (&'p Unit, &'p Graph), head: (&'p Unit, &'p Graph)) -> Self {
        let place = |class: &Arc<super::UnitClass>| {
            let place = base.0.class(&class.header.name)?;
            Arc::ptr_eq(class, base.0.classes.get(place as usize)?).then_some(place)
        };
        Self {
            base,
            head,
            places: head.0.classes.iter().map(place).collect(),
        }
    }

    /// Values for the methods of the base, taken from those of the head; `alone` for a method that the states do not share.
    fn of_base<T: Copy>(&self, of_head: &[T], alone: T) -> Vec<T> {
        let mut of_base = vec![alone; self.base.0.method_count()];
        for (number, said) in (0..).zip(of_head) {
            if let Some(before) = self.before(number) {
                of_base[before as usize] = *said;
            }
        }
        of_base
    }

    /// The same method in the base, if the states share its class.
    fn before(&self, number: u32) -> Option<u32> {
        let id = self.head.0.method(number);
        let class = self.places.get(id.class as usize).copied().flatten()?;
        let method = id.method;
        Some(self.base.0.number(MethodId { class, method }))
    }

    /// Whether a method of the head has other code than in the base, or reaches other methods or rules, whatever these cost.
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

    /// Whether the objects that a method passes on are created alike, and have the classes that they have in the base.
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

    /// The open methods that changed, or whose group reads another summary than in the base.
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
