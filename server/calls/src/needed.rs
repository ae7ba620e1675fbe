//! The methods to compute when two states are compared: those whose worst case or typical energy may differ, and all that these
//! depend on. For most changes, that is a small part of a project.

use super::graph::Graph;
use super::reads::{handed_on, reached, reads};
use super::resolve::{Target, Targets};
use super::sites::Site;
use super::typical::{
    AnsweringMethods, CallAnswers, Choice, Key, Lambdas, choices, lambdas, named,
};
use super::unit::Unit;
use frequency::Model;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use wcec::Reason;

/// What a comparison of two states must compute.
pub(super) struct Needed {
    /// What depends on what.
    dependencies: NodeDependencies,
    /// The methods of the head whose typical energy may differ.
    pub(super) may_differ: Vec<bool>,
    /// For each state, the methods whose calls that end with an exception may matter to a caller, in either state.
    pub(super) is_thrown_through: [Vec<bool>; 2],
    /// Whether calls whose receiver decides the target have the same targets in both states.
    pub(super) are_answered_alike: bool,
    /// The methods that may answer calls whose receiver decides the target. The calls that are asked for are those of
    /// [`Needed::changed_calls`] that the methods of a state make.
    pub(super) answers: CallAnswers,
    /// The calls whose receiver decides the target, and whose own answers changed.
    pub(super) changed_calls: Vec<Key>,
}

/// After this many rounds of callers, all that depends on a significant difference is computed.
const MAX_ROUNDS: u32 = 5;

/// The methods of two states that are computed. Each part has all that its methods depend on.
pub(super) struct NeededPart {
    /// The methods that must be known for themselves, not for others. Indexed as [`NodeDependencies::next`].
    start: Vec<bool>,
    /// The nodes that differ by more than a negligible share, and whose callers are in this part. Indexed as
    /// [`NodeDependencies::next`].
    significant: Vec<bool>,
    /// How many parts came before.
    round: u32,
    /// The methods of the base.
    pub(super) of_base: Vec<bool>,
    /// The methods of the head.
    pub(super) of_head: Vec<bool>,
}

/// The dependencies between the methods of the head, those of the base, and the calls whose receiver decides the target. The
/// nodes are numbered in this order.
struct NodeDependencies {
    /// The number of methods of the head.
    of_head: usize,
    /// The number of methods of the base.
    of_base: usize,
    /// For each node, what it depends on.
    next: Vec<Vec<u32>>,
    /// For each node, what depends on it.
    needed_by: Vec<Vec<u32>>,
    /// For each method of the head, the same method of the base, if the states share its class.
    before: Vec<Option<u32>>,
    /// The nodes of [`Needed::changed_calls`].
    changed_calls: Vec<u32>,
}

impl NodeDependencies {
    /// The nodes that depend on one of these, these included.
    fn dependents(&self, start: Vec<bool>) -> Vec<bool> {
        reached(start, |node| self.needed_by[node as usize].clone())
    }

    /// The methods that these nodes depend on, these included: those of the base, and those of the head.
    fn closure(&self, start: Vec<bool>) -> [Vec<bool>; 2] {
        let mut of_head = reached(start, |node| {
            let mut next = self.next[node as usize].clone();
            // The head uses what is computed for the base.
            let before = self.before.get(node as usize).copied().flatten();
            next.extend(before.map(|before| self.of_head as u32 + before));
            next
        });
        let mut of_base = of_head.split_off(self.of_head);
        of_base.truncate(self.of_base);
        [of_base, of_head]
    }
}

/// A state of a unit with its call graph.
pub(super) type UnitState<'u> = (&'u Unit, &'u Graph);

impl Needed {
    /// What two states need. The changed methods are those of the head; the others to look at belong to both states. `before`
    /// maps a method of the head to the base.
    pub(super) fn of(
        [base, head]: [UnitState<'_>; 2],
        reads_of_head: &[Vec<u32>],
        (is_changed, is_open, touched): (&[bool], &[bool], &[Vec<bool>; 2]),
        before: impl Fn(u32) -> Option<u32>,
    ) -> Self {
        let counts = [base, head].map(|(unit, _)| unit.method_count());
        let keys_of = |state: UnitState<'_>| -> Vec<Vec<Key>> {
            let numbers = (0..state.0.method_count() as u32).into_par_iter();
            numbers.map(|number| keys(state, number)).collect()
        };
        let keys = [keys_of(base), keys_of(head)];
        let mut numbers: FxHashMap<&Key, u32> = FxHashMap::default();
        let mut all: Vec<&Key> = Vec::new();
        for key in keys.iter().flatten().flatten() {
            numbers.entry(key).or_insert_with(|| {
                all.push(key);
                all.len() as u32 - 1
            });
        }
        let lambdas = [base, head].map(|(unit, _)| lambdas(unit));
        let answers: Vec<[Vec<Choice>; 2]> = (all.par_iter())
            .map(|key| {
                let of = |unit, lambdas| answers(unit, lambdas, key);
                [of(base.0, &lambdas[0]), of(head.0, &lambdas[1])]
            })
            .collect();

        let (first_of_base, first_call) = (counts[1] as u32, (counts[0] + counts[1]) as u32);
        let firsts = [first_of_base, 0];
        let mut next: Vec<Vec<u32>> = Vec::with_capacity(first_call as usize + all.len());
        let calls = |keys: &[Key]| -> Vec<u32> {
            keys.iter().map(|key| first_call + numbers[key]).collect()
        };
        for (reads, keys) in reads_of_head.iter().zip(&keys[1]) {
            let mut of_method = reads.clone();
            of_method.extend(calls(keys));
            next.push(of_method);
        }
        let reads_of_base: Vec<Vec<u32>> = (0..counts[0] as u32)
            .into_par_iter()
            .map(|number| reads(base.0, base.1, number))
            .collect();
        for (reads, keys) in reads_of_base.iter().zip(&keys[0]) {
            let of_method = reads.iter().map(|read| first_of_base + read);
            next.push(of_method.chain(calls(keys)).collect());
        }
        for answers in &answers {
            let own = answers.iter().zip(firsts).zip([base, head]);
            let own = own.flat_map(|((choices, first), (unit, _))| {
                let own = choices.iter().filter_map(|choice| match choice.target {
                    Target::Own(method) => Some(first + unit.number(method)),
                    Target::Library { .. } | Target::Unknown(_) => None,
                });
                own.collect::<Vec<u32>>()
            });
            next.push(own.collect());
        }
        let mut needed_by = vec![Vec::new(); next.len()];
        for (node, of_node) in (0_u32..).zip(&next) {
            for other in of_node {
                needed_by[*other as usize].push(node);
            }
        }

        let mut start = is_changed.to_vec();
        start.resize(first_call as usize, false);
        start.extend((all.iter().zip(&answers)).map(|(key, [of_base, of_head])| {
            let is_own = [base.0, head.0]
                .iter()
                .any(|unit| unit.class(&key.class).is_some());
            !answer_alike((base.0, of_base), (head.0, of_head), is_own)
        }));
        let are_answered_alike = !start[first_call as usize..].contains(&true);
        let is_call_changed = |call: &u32| {
            let is_open = |node: &u32| is_open.get(*node as usize).copied().unwrap_or(false);
            start[*call as usize] || next[*call as usize].iter().any(is_open)
        };
        let changed_calls: Vec<u32> = (first_call..next.len() as u32)
            .filter(is_call_changed)
            .collect();
        let dependencies = NodeDependencies {
            of_head: counts[1],
            of_base: counts[0],
            before: (0..first_of_base).map(before).collect(),
            next,
            needed_by,
            changed_calls,
        };
        let mut may_differ = dependencies.dependents(start);
        may_differ.truncate(counts[1]);

        let mut start = may_differ.clone();
        start.resize(dependencies.next.len(), false);
        add(&mut start, &touched_or_alone(&dependencies, touched));
        let [of_base, of_head] = dependencies.closure(start);
        let is_thrown_through = thrown_through(
            [
                WorkedOut {
                    state: base,
                    reads: &reads_of_base,
                    is_needed: &of_base,
                },
                WorkedOut {
                    state: head,
                    reads: reads_of_head,
                    is_needed: &of_head,
                },
            ],
            &dependencies.before,
        );
        let calls = dependencies.changed_calls.iter();
        let changed_calls: Vec<Key> = calls
            .map(|node| all[(node - first_call) as usize].clone())
            .collect();
        let asked = keys.each_ref().map(|keys| {
            let made: FxHashSet<&Key> = keys.iter().flatten().collect();
            let asked = changed_calls.iter().filter(|key| made.contains(key));
            asked.cloned().collect()
        });
        let mut methods = [AnsweringMethods::default(), AnsweringMethods::default()];
        for (key, answers) in all.into_iter().zip(answers) {
            for (methods, answers) in methods.iter_mut().zip(answers) {
                methods.insert(key.clone(), answers);
            }
        }
        Self {
            dependencies,
            may_differ,
            is_thrown_through,
            are_answered_alike,
            answers: CallAnswers { methods, asked },
            changed_calls,
        }
    }

    /// The part to compute first: open and touched methods, and what may answer the calls whose answers changed. What only
    /// depends on these through such calls is left out, because most of these calls hardly differ.
    pub(super) fn first_part(&self, is_open: &[bool], touched: &[Vec<bool>; 2]) -> NeededPart {
        let mut start = is_open.to_vec();
        start.resize(self.dependencies.next.len(), false);
        add(&mut start, &touched_or_alone(&self.dependencies, touched));
        for call in &self.dependencies.changed_calls {
            start[*call as usize] = true;
        }
        let significant = vec![false; start.len()];
        let [of_base, of_head] = self.dependencies.closure(start.clone());
        NeededPart {
            start,
            significant,
            round: 0,
            of_base,
            of_head,
        }
    }

    /// The part to compute next, because these methods of the head and these [changed calls](Self::changed_calls) differ by more
    /// than a negligible share: the same as before, and their callers. `None` if nothing is missing.
    pub(super) fn next_part(
        &self,
        part: NeededPart,
        methods: impl Iterator<Item = u32>,
        calls: &[bool],
    ) -> Option<NeededPart> {
        let NeededPart {
            mut start,
            mut significant,
            round,
            ..
        } = part;
        let nodes = self.dependencies.changed_calls.iter().zip(calls);
        let nodes = nodes.filter(|(_, differs)| **differs);
        let nodes = nodes.map(|(node, _)| *node).chain(methods);
        let mut new: Vec<u32> = Vec::new();
        for node in nodes {
            if !std::mem::replace(&mut significant[node as usize], true) {
                new.push(node);
            }
        }
        if new.is_empty() {
            return None;
        }
        let dependencies = &self.dependencies;
        let first_call = (dependencies.of_head + dependencies.of_base) as u32;
        while let Some(node) = new.pop() {
            for caller in &dependencies.needed_by[node as usize] {
                // A method that differs may answer further calls, and these are not compared.
                if *caller >= first_call && !significant[*caller as usize] {
                    significant[*caller as usize] = true;
                    new.push(*caller);
                }
                start[*caller as usize] = true;
            }
        }
        if round + 1 >= MAX_ROUNDS {
            significant = dependencies.dependents(significant);
            add(&mut start, &significant);
        }
        let [of_base, of_head] = dependencies.closure(start.clone());
        Some(NeededPart {
            start,
            significant,
            round: round + 1,
            of_base,
            of_head,
        })
    }
}

/// Sets each bit that is set in the second list.
fn add(to: &mut [bool], more: &[bool]) {
    for (to, more) in to.iter_mut().zip(more) {
        *to |= more;
    }
}

/// The nodes of the methods that are asked for, whether they differ or not: those of touched classes, and those of the base that
/// the head lacks.
fn touched_or_alone(dependencies: &NodeDependencies, touched: &[Vec<bool>; 2]) -> Vec<bool> {
    let mut of_base = vec![true; dependencies.of_base];
    for before in dependencies.before.iter().flatten() {
        of_base[*before as usize] = false;
    }
    add(&mut of_base, &touched[0]);
    let mut nodes = touched[1].clone();
    nodes.extend(of_base);
    nodes
}

/// The computed methods of a state.
struct WorkedOut<'s> {
    state: UnitState<'s>,
    /// The methods that each method reads.
    reads: &'s [Vec<u32>],
    /// Whether each method is computed.
    is_needed: &'s [bool],
}

/// The methods of two states whose calls that end with an exception must be priced too, because a caller may need them. All
/// methods that these read then need them, too. Methods that both states have are the same in both.
fn thrown_through(
    [of_base, of_head]: [WorkedOut<'_>; 2],
    before: &[Option<u32>],
) -> [Vec<bool>; 2] {
    let first_of_base = of_head.reads.len() as u32;
    let mut next = of_head.reads.to_vec();
    let reads_of_base = of_base.reads.iter();
    next.extend(reads_of_base.map(|reads| reads.iter().map(|read| first_of_base + read).collect()));
    let mut start = vec![false; next.len()];
    for (of_state, first) in [(&of_head, 0), (&of_base, first_of_base)] {
        let needed = (0..).zip(of_state.is_needed);
        for (number, _) in needed.filter(|(_, is_needed)| **is_needed) {
            for callee in callees_ended_by_exceptions(of_state.state, number) {
                start[(first + callee) as usize] = true;
            }
        }
    }
    for (number, before) in (0..).zip(before) {
        if let Some(before) = before {
            next[number as usize].push(first_of_base + before);
            next[(first_of_base + before) as usize].push(number);
        }
    }
    let mut of_head = reached(start, |node| next[node as usize].clone());
    let of_base = of_head.split_off(first_of_base as usize);
    [of_base, of_head]
}

/// The methods of a unit whose calls that end with an exception must be priced too, because another method of it may need them.
pub(super) fn thrown_through_within(unit: &Unit, graph: &Graph) -> Vec<bool> {
    let mut start = vec![false; unit.method_count()];
    for number in 0..unit.method_count() as u32 {
        for callee in callees_ended_by_exceptions((unit, graph), number) {
            start[callee as usize] = true;
        }
    }
    reached(start, |number| reads(unit, graph, number))
}

/// The methods whose calls that end with an exception a method needs, to compute what its own calls that return cost.
fn callees_ended_by_exceptions((unit, graph): UnitState<'_>, number: u32) -> Vec<u32> {
    let sites = unit.sites(unit.method(number));
    let order = &graph.order;
    let is_recursive = (order.group(number)).is_some_and(|group| group.len() > 1)
        || order.needs[number as usize].contains(&number);
    // A recursive method may catch what one of its own calls throws.
    if is_recursive && sites.iter().any(|site| site.may_end_by_exception) {
        return reads(unit, graph, number);
    }
    let targets = graph.targets[number as usize].iter();
    let mut found = Vec::new();
    for (site, targets) in sites.iter().zip(targets) {
        if let (true, Targets::Known(known)) = (site.may_end_by_exception, targets) {
            found.extend(known.iter().filter_map(|target| match target {
                Target::Own(method) => Some(unit.number(*method)),
                Target::Library { .. } | Target::Unknown(_) => None,
            }));
        }
    }
    // A callee may catch what the methods of a passed object throw.
    found.extend(handed_on(unit, number));
    found
}

/// The calls of a method whose receiver decides the target.
fn keys((unit, graph): UnitState<'_>, number: u32) -> Vec<Key> {
    let sites = unit.sites(unit.method(number)).iter();
    let is_decided = |(site, targets): &(&Site, &Targets)| match targets {
        Targets::Nobody => false,
        Targets::ChosenElsewhere => true,
        Targets::Known(known) => match known.as_slice() {
            [Target::Unknown(part)] => part.reason == Reason::Reflective && site.receiver_decides(),
            known => known.len() > 1,
        },
    };
    let targets = graph.targets[number as usize].iter();
    let mut keys: Vec<Key> = sites
        .zip(targets)
        .filter(is_decided)
        .map(|(site, _)| Key::of(site))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn answers(unit: &Unit, lambdas: &Lambdas, key: &Key) -> Vec<Choice> {
    let library = unit.library();
    let in_library = library.dispatched(&key.class, &key.name, &key.descriptor);
    choices(unit, lambdas, key, in_library.is_none(), Model::built_in())
}

/// Whether a call has the same targets in both states. Receivers that only the head has count if the type is one of the
/// project's own (`is_own`), or if the base has no receivers.
fn answer_alike(
    (base, of_base): (&Unit, &[Choice]),
    (head, of_head): (&Unit, &[Choice]),
    is_own: bool,
) -> bool {
    let have_same_target = |before: &Choice, after: &Choice| match (&before.target, &after.target) {
        (Target::Unknown(one), Target::Unknown(two)) => one == two,
        (one, two) => named(base, one) == named(head, two),
    };
    let is_alike = |before: &Choice, after: &Choice| {
        let has_same_receivers = after.receivers == before.receivers
            || (!is_own || after.receivers.len() == before.receivers.len())
                && (before.receivers.iter()).all(|receiver| after.receivers.contains(receiver));
        has_same_receivers
            && after.class() == before.class()
            && (after.lambdas > 0) == (before.lambdas > 0)
            && have_same_target(before, after)
    };
    // Most have the same index in both: searching through all for each would be quadratic.
    let is_in_head = |(place, before): (usize, &Choice)| {
        let beside = of_head.get(place);
        beside.is_some_and(|after| is_alike(before, after))
            || of_head.iter().any(|after| is_alike(before, after))
    };
    of_base.is_empty() == of_head.is_empty()
        && (!is_own || of_base.len() == of_head.len())
        && of_base.iter().enumerate().all(is_in_head)
}
