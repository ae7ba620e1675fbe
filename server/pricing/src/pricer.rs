//! A posterior with a mapping, ready to price events.

use crate::clip::{self, Clipping, Kind};
use crate::effects::{self, ARRAY_LINE, Effects, MISPREDICTION, POSSIBLE_MISPREDICTION};
use crate::mapping::Mapping;
use crate::path_spread::{self, PathSpread};
use crate::pattern::{Pattern, Provenance, ProvenanceShares};
use crate::tally::{PatternId, Priced, Tally};
use crate::{additive, compiled, instruction};
use bytecode::events::{Event, Interpreter, assign_compiler_roles};
use bytecode::{ClassFile, Code};
use posterior::{Device, Features, Mode, Posterior, Structure};
use std::sync::Arc;

/// Prices the events of methods with a posterior and a mapping.
#[derive(Debug, Clone)]
pub struct Pricer {
    posterior: Arc<Posterior>,
    mapping: Mapping,
    patterns: Vec<Pattern>,
    /// The patterns, ordered by name. Of several with one name, the measured one comes first.
    by_name: Vec<PatternId>,
    means: Vec<f64>,
    clipping: Vec<Clipping>,
    energy: PatternId,
    /// The patterns of the effects, in the order of [`Effects::counts`].
    effects: [PatternId; 2],
    /// [`POSSIBLE_MISPREDICTION`].
    possible: PatternId,
    /// The pattern that [`PathSpread`] counts.
    other_path: PatternId,
    /// Those of [`PathSpread`], by pattern.
    spread_weights: Vec<f64>,
}

impl Pricer {
    /// Builds the table of patterns for a posterior.
    pub fn new(posterior: Arc<Posterior>, mapping: Mapping) -> Self {
        let mut patterns = match posterior.structure() {
            Structure::Additive => additive::table(&posterior),
            Structure::Instruction => instruction::table(&posterior),
            Structure::Compiled => compiled::table(&posterior),
        };
        let energy = PatternId(patterns.len() as u16);
        patterns.push(Pattern {
            operation: "given_energy",
            data_type: "",
            data_size: String::new(),
            provenance: Provenance::Approximated,
            features: Features::given(1.0),
        });
        let [misprediction, array_line, possible] =
            [MISPREDICTION, ARRAY_LINE, POSSIBLE_MISPREDICTION].map(|effect| {
                let id = PatternId(patterns.len() as u16);
                patterns.push(effects::pattern(&posterior, effect));
                id
            });
        let other_path = PatternId(patterns.len() as u16);
        patterns.push(path_spread::pattern());
        let mut by_name: Vec<PatternId> = (0..patterns.len() as u16).map(PatternId).collect();
        by_name.sort_by_key(|id| {
            let pattern = &patterns[usize::from(id.0)];
            (name(pattern), pattern.provenance)
        });
        let means: Vec<f64> = patterns
            .iter()
            .map(|pattern| posterior.mean(&pattern.features, Device::Any).0)
            .collect();
        let clipping = (0..=u16::MAX)
            .zip(&patterns)
            .map(|(id, pattern)| kind(posterior.structure(), PatternId(id), pattern))
            .zip(&means)
            .map(|(kind, mean)| Clipping::new(kind, *mean, &means))
            .collect();
        let spread_weights = path_spread::weights(&posterior, &patterns, &means);
        Self {
            posterior,
            mapping,
            patterns,
            by_name,
            means,
            clipping,
            energy,
            effects: [misprediction, array_line],
            possible,
            other_path,
            spread_weights,
        }
    }

    /// The posterior.
    pub fn posterior(&self) -> &Arc<Posterior> {
        &self.posterior
    }

    /// Whether the prices are those of interpreted code.
    pub fn is_interpreted(&self) -> bool {
        self.posterior.mode() == Mode::Interpreter
    }

    /// The mapping.
    pub const fn mapping(&self) -> Mapping {
        self.mapping
    }

    /// The mean of one execution of each pattern in joules, by [`PatternId`], on the mixture of the measured devices. Savings on
    /// the stack are negative; unpriced patterns are 0.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// How wide the distributions of other paths may be.
    pub fn path_spread(&self) -> PathSpread<'_> {
        PathSpread::new(&self.spread_weights, self.other_path)
    }

    /// Whether a pattern is something that runs execute or that has a price, and not what is known of other paths.
    pub fn is_executed(&self, pattern: PatternId) -> bool {
        pattern != self.other_path
    }

    /// A pattern. Identifiers of another pricer may not exist here.
    pub fn pattern(&self, pattern: PatternId) -> Option<&Pattern> {
        self.patterns.get(usize::from(pattern.0))
    }

    /// The pattern that counts joules, for energies that are given instead of predicted.
    pub const fn energy_pattern(&self) -> PatternId {
        self.energy
    }

    /// The pattern of an operation, data type and data size; the measured one if there are several.
    pub fn find(&self, operation: &str, data_type: &str, data_size: &str) -> Option<PatternId> {
        let wanted = (operation, data_type, data_size);
        let named = |id: PatternId| self.pattern(id).map(name);
        let place = self.by_name.partition_point(|id| named(*id) < Some(wanted));
        let found = self.by_name.get(place).copied()?;
        (named(found) == Some(wanted)).then_some(found)
    }

    /// Whether a pattern stands for the body of a callee.
    pub fn is_callee(&self, pattern: PatternId) -> bool {
        self.pattern(pattern)
            .is_some_and(|pattern| pattern.operation == "callee")
    }

    /// Adds effects to what was counted of a program.
    pub fn add_effects(&self, tally: &mut Tally, effects: Effects) {
        let counts = effects.counts(self.posterior.structure());
        for (pattern, (_, count)) in self.effects.into_iter().zip(counts) {
            if count != 0.0 {
                tally.add(pattern, count);
            }
        }
    }

    /// Whether a unit of a method's code is part of its typical energy. Some units only belong to its worst case.
    pub fn is_typical(&self, pattern: PatternId) -> bool {
        pattern != self.possible
    }

    /// Whether each execution of the instruction has a unit, so that it belongs to the least that a call costs.
    pub fn is_certain(&self, pattern: PatternId) -> bool {
        let [misprediction, _] = self.effects;
        pattern != misprediction && pattern != self.possible
    }

    /// Whether mispredicted jumps have a price, so that some units are not certain.
    pub fn has_mispredictions(&self) -> bool {
        let [misprediction, _] = self.effects;
        self.pattern(misprediction)
            .is_some_and(|pattern| !pattern.features.is_empty())
    }

    /// Writes the events of a method's code to `events` and their priced units to `units`, which are emptied first. The units are
    /// those of its worst case; see [`Pricer::is_typical`] and [`Pricer::is_certain`].
    pub fn price_code(
        &self,
        interpreter: &mut Interpreter,
        (class, code): (&ClassFile<'_>, &Code),
        events: &mut Vec<Event>,
        units: &mut Vec<Priced>,
    ) {
        interpreter.run(class, code, events);
        let structure = self.posterior.structure();
        let [misprediction, _] = self.effects;
        let has_mispredictions = self.has_mispredictions();
        if structure == Structure::Compiled || has_mispredictions {
            assign_compiler_roles(code, events);
        }
        self.price(events, units);
        if has_mispredictions {
            units.extend(events.iter().flat_map(|event| {
                let [usually, beyond] = effects::mispredictions(event);
                let shares = [(misprediction, usually), (self.possible, beyond)];
                let shares = shares.into_iter().filter(|(_, share)| *share > 0.0);
                shares.map(|(pattern, share)| Priced {
                    pattern,
                    instruction: event.instruction,
                    tree: event.tree,
                    count: share * event.weight(),
                })
            }));
        }
    }

    /// Writes the priced units of a method's events to `units`, which is emptied first. Clips savings tree by tree.
    pub fn price(&self, events: &[Event], units: &mut Vec<Priced>) {
        units.clear();
        units.extend(events.iter().filter_map(|event| {
            let pattern = match self.posterior.structure() {
                Structure::Additive => additive::pattern_of(event, self.mapping),
                Structure::Instruction => instruction::pattern_of(event, self.mapping),
                Structure::Compiled => compiled::pattern_of(event),
            }?;
            Some(Priced {
                pattern,
                instruction: event.instruction,
                tree: event.tree,
                count: event.weight(),
            })
        }));
        self.clip(units);
    }

    /// The sum of some of a method's units, with savings clipped again, because a part of an expression must not cost less than
    /// nothing either.
    pub fn tally_of_part(&self, units: impl Iterator<Item = Priced>) -> Tally {
        let mut units: Vec<Priced> = units.collect();
        self.clip(&mut units);
        units
            .into_iter()
            .map(|unit| (unit.pattern, unit.count))
            .collect()
    }

    fn clip(&self, units: &mut Vec<Priced>) {
        clip::clip(units, &self.clipping);
    }

    /// The feature counts of a tally.
    pub fn features(&self, tally: &Tally) -> Features {
        // Many patterns count the same few levels, so they are first added in a dense vector and then sorted once.
        let mut counts = vec![0.0; self.posterior.features().len()];
        let (mut device_count, mut n_noise, mut given_joules) = (0.0, 0.0, 0.0);
        let mut other_path_sd = 0.0;
        for (pattern, count) in tally.iter() {
            let Some(pattern) = self.pattern(pattern) else {
                continue;
            };
            for (feature, times) in pattern.features.iter() {
                if let Some(sum) = counts.get_mut(feature.0 as usize) {
                    *sum += times * count;
                }
            }
            device_count += pattern.features.device_count * count;
            given_joules += pattern.features.given_joules * count;
            other_path_sd += pattern.features.other_path_sd * count;
            n_noise += pattern.features.n_noise * count;
        }
        let mut features = Features::from_dense(&counts);
        features.device_count = device_count;
        features.n_noise = n_noise;
        features.given_joules = given_joules;
        features.other_path_sd = other_path_sd;
        features
    }

    /// The standard deviation of a transferred price as a share of the price; `None` for any other pattern.
    pub fn transferred_spread(&self, pattern: &Pattern) -> Option<f64> {
        if pattern.provenance != Provenance::Transferred {
            return None;
        }
        let (feature, _) = pattern.features.iter().next()?;
        let feature = self.posterior.feature(feature)?;
        (feature.mean.0 > 0.0).then(|| feature.sd / feature.mean)
    }

    /// The shares of executed events by provenance.
    pub fn shares(&self, tally: &Tally) -> ProvenanceShares {
        let mut shares = ProvenanceShares::default();
        let (mut saved, mut clipped) = (0.0, 0.0);
        for (id, count) in tally.iter() {
            let Some(pattern) = self.pattern(id) else {
                continue;
            };
            if id == self.energy
                || id == self.possible
                || id == self.other_path
                || self.effects.contains(&id)
            {
                // Joules and effects, not executions.
                continue;
            }
            match pattern.provenance {
                Provenance::Modelled => shares.modelled += count,
                Provenance::Transferred => shares.transferred += count,
                Provenance::Approximated => shares.approximated += count,
                Provenance::Unpriced => shares.unpriced += count,
                Provenance::Correction if pattern.operation == "clipped" => clipped += count,
                Provenance::Correction => saved += count,
            }
            if pattern.operation == "callee" {
                shares.callees_not_followed += count;
            }
        }
        let executed = shares.modelled + shares.transferred + shares.approximated + shares.unpriced;
        if executed > 0.0 {
            shares.modelled /= executed;
            shares.transferred /= executed;
            shares.approximated /= executed;
            shares.unpriced /= executed;
        }
        if saved + clipped > 0.0 {
            shares.clipped = clipped / (saved + clipped);
        }
        shares
    }
}

/// What identifies a pattern: operation, data type and data size.
fn name(pattern: &Pattern) -> (&str, &str, &str) {
    (pattern.operation, pattern.data_type, &pattern.data_size)
}

/// The role of a pattern in clipping.
fn kind(structure: Structure, id: PatternId, pattern: &Pattern) -> Kind {
    // Compiled code has no operand stack, so it has no savings.
    if structure == Structure::Compiled {
        return Kind::Execution;
    }
    match (pattern.provenance, pattern.operation, structure) {
        (Provenance::Correction, "clipped", Structure::Additive) => {
            Kind::Clipped(additive::saving_of(id))
        }
        (Provenance::Correction, "clipped", Structure::Instruction) => {
            Kind::Clipped(instruction::saving_of(id))
        }
        (Provenance::Correction, _, Structure::Additive) => Kind::Saving(additive::clipped(id)),
        (Provenance::Correction, _, Structure::Instruction) => {
            Kind::Saving(instruction::clipped(id))
        }
        _ => Kind::Execution,
    }
}
