//! What a posterior says about programs whose executions were counted.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use bytecode::ClassFile;
use bytecode::events::{Action, events};
use campaign::Executed;
use posterior::Features;
use pricing::{Pricer, Tally};

/// The features of what was executed.
#[derive(Debug)]
pub(crate) struct Predictor<'p> {
    pricer: &'p Pricer,
    /// Class bytes by binary name.
    classes: BTreeMap<&'p str, &'p [u8]>,
}

impl<'p> Predictor<'p> {
    /// A predictor for programs of these classes.
    pub(crate) fn new(pricer: &'p Pricer, classes: &'p [campaign::ClassFile]) -> Self {
        Self {
            pricer,
            classes: classes
                .iter()
                .map(|class| (class.name.as_str(), class.bytes.as_slice()))
                .collect(),
        }
    }

    /// How often each pattern was executed. A call of a method that was counted itself is no unknown callee.
    pub(crate) fn tally(&self, executed: &[Executed]) -> anyhow::Result<Tally> {
        let counted: BTreeSet<&str> = executed
            .iter()
            .map(|method| method.method.class.as_str())
            .collect();
        let mut sum = Tally::new();
        let mut units = Vec::new();
        for method in executed {
            let name = &method.method;
            let place = || format!("{}.{}{}", name.class, name.name, name.descriptor);
            let bytes = self
                .classes
                .get(name.class.as_str())
                .with_context(|| format!("the class of {} is not in the campaign", place()))?;
            let class = ClassFile::parse(bytes).with_context(place)?;
            let code = class
                .methods
                .iter()
                .find(|known| known.name == name.name && known.descriptor == name.descriptor)
                .and_then(|known| known.code.as_ref())
                .filter(|code| code.instructions.len() == method.counts.len())
                .with_context(|| format!("{} is not the method that was counted", place()))?;
            let mut events = events(&class, code);
            events.retain(|event| {
                event.action != Action::Callee
                    || !class
                        .member(event.pool)
                        .is_some_and(|callee| counted.contains(callee.class().as_ref()))
            });
            self.pricer.price(&events, &mut units);
            for unit in &units {
                let times = method
                    .counts
                    .get(unit.instruction as usize)
                    .copied()
                    .unwrap_or(0.0);
                if times > 0.0 {
                    sum.add(unit.pattern, unit.count * times);
                }
            }
        }
        Ok(sum)
    }

    /// The features of a program without those of its baseline.
    pub(crate) fn net_features(
        &self,
        program: &[Executed],
        baseline: &[Executed],
    ) -> anyhow::Result<Features> {
        let mut net = self.tally(program)?;
        net.add_scaled(&self.tally(baseline)?, -1.0);
        Ok(self.pricer.features(&net))
    }
}
