//! The methods to compute when two states are compared: those whose worst case or typical energy may differ, and all that these
//! depend on. For most changes, that is a small part of a project.

use super::graph::Graph;
use super::reads::{handed_on, reached, reads};
use super::resolve::{Target, Targets};
use super::sites::Site;
use super::typical::{AnsweringMethods, Choice, Key, Lambdas, choices, lambdas, named};
use super::unit::Unit;
use frequency::Model;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use wcec::Reason;

/// What a comparison of two states must compute.
pub(super) struct Needed {
    /// The methods of the base.
    pub(super) of_base: Vec<bool>,
    /// The methods of the head.
    pub(super) of_head: Vec<bool>,
    /// The methods of the head whose typical energy may differ.
    pub(super) may_differ: Vec<bool>,
    /// For each state, the methods whose calls that end with an exception may matter to a caller, in either state.
    pub(super) is_thrown_through: [Vec<bool>; 2],
    /// Whether calls whose receiver decides the target have the same targets in both states.
    pub(super) are_answered_alike: bool,
    /// The methods that may answer calls whose receiver decides the target, in the base and in the head.
    pub(super) choices: [AnsweringMethods; 2],
}

/// A state of a unit with its call graph.
pub(super) type UnitState<'u, B> = (&'u Unit<B>, &'u Graph);

impl Needed {
    /// What two states need. The changed methods are those of the head; the others to look at belong to both states. `before`
    /// maps a method of the head to the base.
    pub(super) fn of<B: AsRef<[u8]> + Sync + Send>(
        [base, head]: [UnitState<'_, B>; 2],
        reads_of_head: &[Vec<u32>],
        (is_changed, touched): (&[bool], &[Vec<bool>; 2]),
        before: impl Fn(u32) -> Option<u32>,
    ) -> Self {
        let counts = [base, head].map(|(unit, _)| unit.method_count());
        let keys_of = |state: UnitState<'_, B>| -> Vec<Vec<Key>> {
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

        // The nodes are the methods of the head, those of the base, and the calls.
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

        let mut start = is_changed.to_vec();
        start.resize(first_call as usize, false);
        start.extend((all.iter().zip(&answers)).map(|(key, [of_base, of_head])| {
            let is_own = [base.0, head.0]
                .iter()
                .any(|unit| unit.class(&key.class).is_some());
            !answer_alike((base.0, of_base), (head.0, of_head), is_own)
        }));
        let are_answered_alike = !start[first_call as usize..].contains(&true);
        let mut needed_by = vec![Vec::new(); next.len()];
        for (node, of_node) in (0_u32..).zip(&next) {
            for other in of_node {
                needed_by[*other as usize].push(node);
            }
        }
        let mut may_differ = reached(start, |node| needed_by[node as usize].clone());
        may_differ.truncate(counts[1]);

        let mut start = vec![false; next.len()];
        let mut is_in_both = vec![false; counts[0]];
        for number in 0..first_of_base {
            let before = before(number);
            if let Some(before) = before {
                is_in_both[before as usize] = true;
                // The head uses what is computed for the base.
                next[number as usize].push(first_of_base + before);
            }
            start[number as usize] = may_differ[number as usize] || touched[1][number as usize];
        }
        let of_base = start[counts[1]..].iter_mut().zip(is_in_both);
        for ((start, is_in_both), is_touched) in of_base.zip(&touched[0]) {
            *start = !is_in_both || *is_touched;
        }
        let mut of_head = reached(start, |node| next[node as usize].clone());
        let mut of_base = of_head.split_off(counts[1]);
        of_base.truncate(counts[0]);
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
            &before,
        );
        let mut choices = [AnsweringMethods::default(), AnsweringMethods::default()];
        for (key, answers) in all.into_iter().zip(answers) {
            for (choices, answers) in choices.iter_mut().zip(answers) {
                choices.insert(key.clone(), answers);
            }
        }
        Self {
            of_base,
            of_head,
            may_differ,
            is_thrown_through,
            are_answered_alike,
            choices,
        }
    }
}

/// The computed methods of a state.
struct WorkedOut<'s, B> {
    state: UnitState<'s, B>,
    /// The methods that each method reads.
    reads: &'s [Vec<u32>],
    /// Whether each method is computed.
    is_needed: &'s [bool],
}

/// The methods of two states whose calls that end with an exception must be priced too, because a caller may need them. All
/// methods that these read then need them, too. Methods that both states have are the same in both.
fn thrown_through<B>(
    [of_base, of_head]: [WorkedOut<'_, B>; 2],
    before: &impl Fn(u32) -> Option<u32>,
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
    for number in 0..first_of_base {
        if let Some(before) = before(number) {
            next[number as usize].push(first_of_base + before);
            next[(first_of_base + before) as usize].push(number);
        }
    }
    let mut of_head = reached(start, |node| next[node as usize].clone());
    let of_base = of_head.split_off(first_of_base as usize);
    [of_base, of_head]
}

/// The methods whose calls that end with an exception a method needs, to compute what its own calls that return cost.
fn callees_ended_by_exceptions<B>((unit, graph): UnitState<'_, B>, number: u32) -> Vec<u32> {
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
fn keys<B>((unit, graph): UnitState<'_, B>, number: u32) -> Vec<Key> {
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

fn answers<B>(unit: &Unit<B>, lambdas: &Lambdas, key: &Key) -> Vec<Choice> {
    let library = unit.library();
    let in_library = library.dispatched(&key.class, &key.name, &key.descriptor);
    choices(unit, lambdas, key, in_library.is_none(), Model::built_in())
}

/// Whether a call has the same targets in both states. Receivers that only the head has count if the type is one of the
/// project's own (`is_own`), or if the base has no receivers.
fn answer_alike<B>(
    (base, of_base): (&Unit<B>, &[Choice]),
    (head, of_head): (&Unit<B>, &[Choice]),
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
