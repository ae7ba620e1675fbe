//! Compares the methods of two states. What both states decide alike happens equally often in both.

use super::compared::Compared;
use super::receiver::Renumbered;
use super::row::{Row, RowCall, Visits};
use crate::sites::Site;
use crate::summaries::Summaries;
use crate::unit::Unit;
use bytecode::events::Interpreter;
use bytecode::{ClassFile, Code, Method};
use frequency::Frequencies;
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::sync::Arc;
use wcec::MethodCost;

/// One of two states.
type State<'s> = (&'s Unit, &'s Summaries);

/// A method by its class, name and descriptor.
type Name = [Arc<str>; 3];

/// What differs between the methods of two states, the base first.
pub(super) fn compared(states: [State<'_>; 2], pricer: &Pricer) -> [Compared; 2] {
    let renumbered = Arc::new(Renumbered::of(states));
    let pairs = pairs(states, &renumbered);
    let numbers = states.map(|(unit, _)| 0..unit.method_count() as u32);
    let mut alone = numbers.map(Iterator::collect::<FxHashSet<u32>>);
    for (one, two) in &pairs {
        alone[0].remove(one);
        alone[1].remove(two);
    }
    let names: FxHashMap<Name, Name> = pairs
        .iter()
        .map(|(one, two)| (name(states[0].0, *one), name(states[1].0, *two)))
        .filter(|(one, two)| one != two)
        .collect();
    let edited = pairs.par_iter().filter_map(|(one, two)| {
        let numbers = [*one, *two];
        let rows = [0, 1].map(|state| row(states[state].1, numbers[state]));
        let [Some(before), Some(after)] = rows else {
            return None;
        };
        if Arc::ptr_eq(before, after) || before == after {
            return None;
        }
        Some((numbers, both(states, numbers, &names, pricer)?))
    });
    let edited: Vec<_> = edited.collect();
    let [mut of_base, mut of_head] = alone.map(|alone| Compared {
        edited: FxHashMap::default(),
        alone,
        renumbered: Arc::clone(&renumbered),
    });
    for ([one, two], [before, after]) in edited {
        of_base.edited.insert(one, before);
        of_head.edited.insert(two, after);
    }
    [of_base, of_head]
}

fn row(summaries: &Summaries, number: u32) -> Option<&Arc<Row>> {
    summaries.rows.get(number as usize)?.get()
}

fn name(unit: &Unit, number: u32) -> Name {
    let id = unit.method(number);
    let header = &unit.classes[id.class as usize].header;
    let method = &header.methods[id.method as usize];
    [&header.name, &method.name, &method.descriptor].map(Arc::clone)
}

/// The methods that both states have. A renamed method is matched if it has only one possible match.
fn pairs(states: [State<'_>; 2], renumbered: &Renumbered) -> Vec<(u32, u32)> {
    let [(base, _), (head, _)] = states;
    let mut pairs = Vec::new();
    let mut added = Vec::new();
    let mut removed: FxHashSet<u32> = (0..base.method_count() as u32).collect();
    for number in 0..head.method_count() as u32 {
        let [class, method, descriptor] = renumbered.method(name(head, number));
        match base.find(&class, &method, &descriptor) {
            Some(same) => {
                let same = base.number(same);
                removed.remove(&same);
                pairs.push((same, number));
            }
            None => added.push(number),
        }
    }
    let mut removed: Vec<u32> = removed.into_iter().collect();
    removed.sort_unstable();
    let named = |state: usize, number: u32| name(states[state].0, number);
    pair(&mut pairs, &mut removed, &mut added, |state, number| {
        let [class, method, _] = named(state, number);
        [class, method]
    });
    pair(&mut pairs, &mut removed, &mut added, |state, number| {
        let [_, method, descriptor] = named(state, number);
        [method, descriptor]
    });
    pair(&mut pairs, &mut removed, &mut added, |state, number| {
        let [class, _, descriptor] = named(state, number);
        let row = row(states[state].1, number);
        let executed: Vec<_> = row.map_or_else(Vec::new, |row| {
            let executed = row.own.iter();
            executed
                .map(|(pattern, count)| (pattern, count.to_bits()))
                .collect()
        });
        (class, descriptor, executed)
    });
    pairs
}

/// Pairs the methods whose key belongs to one method of each state.
fn pair<K: Hash + Eq>(
    pairs: &mut Vec<(u32, u32)>,
    removed: &mut Vec<u32>,
    added: &mut Vec<u32>,
    key: impl Fn(usize, u32) -> K,
) {
    let mut by_key: FxHashMap<K, [Vec<u32>; 2]> = FxHashMap::default();
    for (state, numbers) in [&*removed, &*added].into_iter().enumerate() {
        for number in numbers {
            let known = by_key.entry(key(state, *number)).or_default();
            known[state].push(*number);
        }
    }
    for numbers in by_key.into_values() {
        if let [[one], [two]] = [&numbers[0][..], &numbers[1][..]] {
            pairs.push((*one, *two));
            removed.retain(|number| number != one);
            added.retain(|number| number != two);
        }
    }
}

/// The rows of a method in two states.
fn both(
    states: [State<'_>; 2],
    numbers: [u32; 2],
    names: &FxHashMap<Name, Name>,
    pricer: &Pricer,
) -> Option<[(Arc<Row>, Frequencies); 2]> {
    let costs = [0, 1].map(|state| {
        let (unit, summaries) = states[state];
        let [class, method, descriptor] = name(unit, numbers[state]);
        summaries.total(unit, pricer, (&class, &method, &descriptor))
    });
    let [Some(before), Some(after)] = costs else {
        return None;
    };
    let [(base, _), (head, _)] = states;
    let ids = [base.method(numbers[0]), head.method(numbers[1])];
    base.with_code(ids[0], |class, method, code| {
        let of_base = (class, method, code);
        head.with_code(ids[1], |class, method, code| {
            let of_head = (class, method, code);
            let parts = [(of_base, &before.cost), (of_head, &after.cost)];
            let visits = Visits::of_both(parts)?;
            let sites = [base.sites(ids[0]), head.sites(ids[1])];
            let mut rows = [0, 1].map(|state| {
                let row = priced(&visits[state], parts[state], sites[state], pricer);
                (row, visits[state].frequencies.clone())
            });
            let made = [0, 1].map(|state| {
                let renamed = (state == 0).then_some(names);
                calls(&rows[state].0, sites[state], renamed)
            });
            for (state, (row, _)) in rows.iter_mut().enumerate() {
                mark_new(&mut row.calls, &made[state], &made[1 - state]);
            }
            Some(rows.map(|(row, frequencies)| (Arc::new(row), frequencies)))
        })?
    })?
}

fn priced(
    visits: &Visits,
    (parts, _): ((&ClassFile<'_>, &Method, &Code), &MethodCost),
    sites: &[Site],
    pricer: &Pricer,
) -> Row {
    let (mut events, mut units) = (Vec::new(), Vec::new());
    let mut interpreter = Interpreter::default();
    pricer.price_code(
        &mut interpreter,
        (parts.0, parts.2),
        &mut events,
        &mut units,
    );
    Row::at(visits, parts, (&units, pricer), sites)
}

/// The method of each call in a row, by its name in the head.
fn calls(row: &Row, sites: &[Site], renamed: Option<&FxHashMap<Name, Name>>) -> Vec<Name> {
    let calls = row.calls.iter();
    let called = calls.filter_map(|call| {
        let site = sites.get(call.site as usize)?;
        let called = [&site.class, &site.name, &site.descriptor].map(Arc::clone);
        let renamed = renamed.and_then(|names| names.get(&called));
        Some(renamed.cloned().unwrap_or(called))
    });
    called.collect()
}

/// Marks the calls, or the share of a call, that the other state lacks because it has no other call of the same method.
fn mark_new(calls: &mut [RowCall], made: &[Name], of_other: &[Name]) {
    let mut left: FxHashMap<&Name, usize> = FxHashMap::default();
    for called in of_other {
        *left.entry(called).or_default() += 1;
    }
    for (call, called) in calls.iter_mut().zip(made) {
        match left.get_mut(called) {
            Some(left) if *left > 0 => *left -= 1,
            _ => call.is_new = true,
        }
    }
}
