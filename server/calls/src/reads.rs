//! What the cost of a method depends on within its unit.

use super::graph::Graph;
use super::resolve::Target;
use super::sites::ValueOrigin;
use super::unit::{MethodId, Unit};
use rustc_hash::FxHashSet;

/// Everything that can be reached from the start, the start included.
pub(super) fn reached(start: Vec<bool>, next: impl Fn(u32) -> Vec<u32>) -> Vec<bool> {
    let mut found = start;
    let first = (0_u32..).zip(&found).filter(|(_, is_in)| **is_in);
    let mut pending: Vec<u32> = first.map(|(number, _)| number).collect();
    while let Some(number) = pending.pop() {
        for other in next(number) {
            if !std::mem::replace(&mut found[other as usize], true) {
                pending.push(other);
            }
        }
    }
    found
}

/// The objects that a method passes on.
pub(super) fn made(unit: &Unit, number: u32) -> impl Iterator<Item = &ValueOrigin> {
    let sites = unit.sites(unit.method(number)).iter();
    sites.flat_map(|site| {
        let arguments = site.arguments.iter().map(|(_, made)| made);
        arguments.chain(site.receiver.as_deref())
    })
}

/// The class whose method runs on an object.
pub(super) fn class_of(made: &ValueOrigin) -> Option<&str> {
    match made {
        ValueOrigin::New(class) => Some(class),
        ValueOrigin::Lambda(body) => Some(&body.class),
        ValueOrigin::Field { .. } | ValueOrigin::Result { .. } => None,
    }
}

/// A class of a unit with all classes of the unit that it inherits from.
pub(super) fn relatives(unit: &Unit, class: &str) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    let mut pending: Vec<u32> = unit.class(class).into_iter().collect();
    while let Some(class) = pending.pop() {
        if found.insert(class) {
            let supertypes = unit.classes[class as usize].header.supertypes();
            pending.extend(supertypes.filter_map(|name| unit.class(name)));
        }
    }
    found
}

/// The methods whose summaries a method may read: those that it needs, and those of the objects that it passes on.
pub(super) fn reads(unit: &Unit, graph: &Graph, number: u32) -> Vec<u32> {
    let mut found = graph.order.needs[number as usize].clone();
    found.extend(handed_on(unit, number));
    found.sort_unstable();
    found.dedup();
    found
}

/// The methods of the objects that a method passes on.
pub(super) fn handed_on(unit: &Unit, number: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut classes = FxHashSet::default();
    for origin in made(unit, number).filter_map(|made| unit.origin(made)) {
        if let ValueOrigin::Lambda(body) = &origin {
            // A function may be a constructor.
            if let Some(Target::Own(function)) = unit.method_of_lambda(body) {
                found.push(unit.number(function));
            }
        }
        classes.extend(
            class_of(&origin)
                .into_iter()
                .flat_map(|class| relatives(unit, class)),
        );
    }
    for class in classes {
        let methods = (0..).zip(&unit.classes[class as usize].header.methods);
        let runs = methods.filter(|(_, method)| !method.name.starts_with('<'));
        found.extend(runs.map(|(method, _)| unit.number(MethodId { class, method })));
    }
    found
}
