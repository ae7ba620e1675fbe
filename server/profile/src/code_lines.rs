//! The cost of lines, callees included.

use std::collections::HashMap;

use crate::methods::Methods;
use crate::record::{MethodIndex, Profile, StackIndex};

/// A line's part of its method's cost, callees included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePart {
    /// The method.
    pub method: MethodIndex,
    /// The line number when the program ran.
    pub line: u32,
    /// From 0 to 1. The parts of a method's lines add up to at most 1, because some samples have no line.
    pub part: f64,
    /// Samples of the line and its callees.
    pub samples: u64,
}

/// The parts of all sampled lines, ordered by method and line. If a method calls itself, the sample counts for the line of the
/// outermost call in the stack. The weight of a sample is its CPU time.
pub fn lines_with_callees(profile: &Profile) -> Vec<LinePart> {
    let methods = Methods::new(&profile.code, &profile.counts);
    let mut stacks: HashMap<StackIndex, (f64, u64)> = HashMap::new();
    for sample in profile.runs.iter().flat_map(|run| &run.samples) {
        if let Some(stack) = sample.stack {
            let sum = stacks.entry(stack).or_default();
            // If the sampler records no CPU time, all samples count the same.
            sum.0 += (sample.cpu_nanos as f64).max(1.0);
            sum.1 += 1;
        }
    }
    let mut of_methods: HashMap<MethodIndex, f64> = HashMap::new();
    let mut of_lines: HashMap<(MethodIndex, u32), (f64, u64)> = HashMap::new();
    let mut first: HashMap<MethodIndex, Option<u32>> = HashMap::new();
    for (stack, (weight, samples)) in stacks {
        first.clear();
        let mut at = Some(stack);
        while let Some(place) = at {
            let Some(one) = profile.code.stacks.get(place.0 as usize) else {
                break;
            };
            if let Some(frame) = profile.code.frames.get(one.frame.0 as usize)
                && let Some(method) = methods.of_frame(frame)
            {
                // Callers come last here, so the outermost call remains.
                first.insert(method, frame.line);
            }
            // A caller comes before its callees, so this ends.
            at = one.caller.filter(|caller| caller.0 < place.0);
        }
        for (method, line) in &first {
            *of_methods.entry(*method).or_default() += weight;
            if let Some(line) = line {
                let sum = of_lines.entry((*method, *line)).or_default();
                sum.0 += weight;
                sum.1 = sum.1.saturating_add(samples);
            }
        }
    }
    let mut parts: Vec<LinePart> = of_lines
        .into_iter()
        .filter_map(|((method, line), (weight, samples))| {
            let all = of_methods.get(&method).copied().filter(|all| *all > 0.0)?;
            Some(LinePart {
                method,
                line,
                part: weight / all,
                samples,
            })
        })
        .collect();
    parts.sort_by_key(|part| (part.method, part.line));
    parts
}
