//! The energy of some methods, charged to the nearest of them in each stack.

use crate::charge::Charged;
use crate::methods::Methods;
use crate::record::{Code, MethodIndex};

/// The energy of all samples by stack.
#[derive(Debug)]
pub(crate) struct SampleEnergies {
    /// The caller of each stack, and the method on top.
    stacks: Vec<(Option<usize>, Option<MethodIndex>)>,
    weights: Vec<f64>,
    methods: usize,
}

impl SampleEnergies {
    pub(crate) fn new(code: &Code, methods: &Methods<'_>, samples: &[Vec<Charged>]) -> Self {
        let stacks = code.stacks.iter().map(|stack| {
            let frame = code.frames.get(stack.frame.0 as usize);
            let method = frame.and_then(|frame| methods.of_frame(frame));
            (stack.caller.map(|caller| caller.0 as usize), method)
        });
        let mut weights = vec![0.0; code.stacks.len()];
        for sample in samples.iter().flatten() {
            let place = sample.stack.map(|stack| stack.0 as usize);
            if let Some(weight) = place.and_then(|place| weights.get_mut(place)) {
                *weight += sample.weight;
            }
        }
        Self {
            stacks: stacks.collect(),
            weights,
            methods: code.methods.len(),
        }
    }

    /// For each stack, the position in the list of the nearest of its methods.
    pub(crate) fn places(&self, list: &[MethodIndex]) -> Vec<Option<usize>> {
        let mut place_of = vec![None; self.methods];
        for (place, method) in list.iter().enumerate() {
            if let Some(of_method) = place_of.get_mut(method.0 as usize) {
                *of_method = Some(place);
            }
        }
        let mut nearest: Vec<Option<usize>> = Vec::with_capacity(self.stacks.len());
        for (caller, method) in &self.stacks {
            let own = method.and_then(|method| place_of.get(method.0 as usize).copied().flatten());
            // A caller comes before its callees.
            let below = || nearest.get((*caller)?).copied().flatten();
            nearest.push(own.or_else(below));
        }
        nearest
    }

    /// The energy of each method of a list, including what it calls up to the next method of the list.
    pub(crate) fn energies(&self, list: &[MethodIndex]) -> Vec<f64> {
        let mut energies = vec![0.0; list.len()];
        for (place, weight) in self.places(list).into_iter().zip(&self.weights) {
            if let Some(energy) = place.and_then(|place| energies.get_mut(place)) {
                *energy += weight;
            }
        }
        energies
    }
}
