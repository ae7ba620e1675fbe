//! Energy by method.

use std::collections::{HashMap, HashSet};

use escape::csv as cell;
use profile::{Method, MethodIndex};

use crate::energies::StackEnergies;

/// What a method cost, or what has no stack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MethodEnergy<'p> {
    /// The method, or the name of what has no stack.
    pub(crate) of: Result<&'p Method, &'p str>,
    /// Without what it calls.
    pub(crate) own_joules: f64,
    /// With what it calls, a recursion once.
    pub(crate) total_joules: f64,
    pub(crate) own_cpu_nanos: u64,
    /// How often it was seen on top of a stack.
    pub(crate) samples: u64,
}

/// The methods, the one that costs most without what it calls first.
pub(crate) fn methods<'p>(energies: &StackEnergies<'p>) -> Vec<MethodEnergy<'p>> {
    let mut places: HashMap<Result<MethodIndex, &str>, usize> = HashMap::new();
    let mut found: Vec<MethodEnergy<'p>> = Vec::new();
    let mut place = |key, of, found: &mut Vec<MethodEnergy<'p>>| {
        *places.entry(key).or_insert_with(|| {
            found.push(MethodEnergy {
                of,
                own_joules: 0.0,
                total_joules: 0.0,
                own_cpu_nanos: 0,
                samples: 0,
            });
            found.len() - 1
        })
    };
    let mut on_stack = HashSet::new();
    for row in &energies.rows {
        let joules = row.joules();
        on_stack.clear();
        let mut top = None;
        for (frame, method) in energies.frames(row.stack) {
            let at = place(Ok(frame.method), Ok(method), &mut found);
            if on_stack.insert(at) {
                found[at].total_joules += joules;
            }
            top = Some(at);
        }
        let at = top.unwrap_or_else(|| {
            let at = place(Err(row.root), Err(row.root), &mut found);
            found[at].total_joules += joules;
            at
        });
        let top = &mut found[at];
        top.own_joules += joules;
        top.own_cpu_nanos = top.own_cpu_nanos.saturating_add(row.cpu_nanos);
        top.samples = top.samples.saturating_add(row.samples);
    }
    found.sort_by(|one, other| other.own_joules.total_cmp(&one.own_joules));
    found
}

const HEADER: &str = "class,method,descriptor,own_j,total_j,own_cpu_ns,samples\r\n";

/// A line for each method (RFC 4180), the one that costs most without what it calls first. What has no stack stands in the column of
/// methods, without a class.
pub fn csv(energies: &StackEnergies<'_>) -> String {
    let mut out = String::from(HEADER);
    for method in methods(energies) {
        let name = match method.of {
            Ok(of) => [
                cell(&of.class.replace('/', ".")),
                cell(&of.name),
                cell(of.descriptor.as_deref().unwrap_or_default()),
            ],
            Err(name) => [String::new(), cell(name), String::new()],
        };
        let numbers = [
            method.own_joules.to_string(),
            method.total_joules.to_string(),
            method.own_cpu_nanos.to_string(),
            method.samples.to_string(),
        ];
        out.push_str(&[&name[..], &numbers[..]].concat().join(","));
        out.push_str("\r\n");
    }
    out
}
