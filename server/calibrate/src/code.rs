//! The events that a campaign's programs execute.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use bytecode::ClassFile;
use bytecode::events::{Action, Event, assign_compiler_roles, events};
use campaign::{ExecutedCounts, ExecutedEffects, Method};
use pricing::{Pricer, Tally};

/// The events of the methods of a campaign.
#[derive(Debug)]
pub struct Code {
    methods: BTreeMap<Method, CountedMethod>,
}

#[derive(Debug)]
struct CountedMethod {
    instructions: usize,
    events: Vec<Event>,
}

impl Code {
    /// Reads the class files of a campaign. Calls of the campaign's own classes are not unknown callees: what they execute was
    /// counted there.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn of(classes: &[campaign::ClassFile]) -> Result<Self> {
        let counted: BTreeSet<&str> = classes.iter().map(|class| class.name.as_str()).collect();
        let mut methods = BTreeMap::new();
        for class in classes {
            let parsed = ClassFile::parse(&class.bytes).with_context(|| {
                format!("the class {} of the campaign cannot be read", class.name)
            })?;
            for method in &parsed.methods {
                let Some(code) = &method.code else {
                    continue;
                };
                let mut events = events(&parsed, code);
                assign_compiler_roles(code, &mut events);
                events.retain(|event| {
                    event.action != Action::Callee
                        || !parsed
                            .member(event.pool)
                            .is_some_and(|callee| counted.contains(callee.class().as_ref()))
                });
                let key = Method {
                    class: class.name.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                };
                let instructions = code.instructions.len();
                methods.insert(
                    key,
                    CountedMethod {
                        instructions,
                        events,
                    },
                );
            }
        }
        Ok(Self { methods })
    }

    /// The events of a counted method, with the count of each.
    fn counted<'a>(&'a self, executed: &'a ExecutedCounts) -> Result<&'a [Event]> {
        let name = &executed.method;
        self.methods
            .get(name)
            .filter(|method| method.instructions == executed.counts.len())
            .map(|method| method.events.as_slice())
            .with_context(|| {
                format!(
                    "{}.{}{} of the campaign is not the method that was counted; measure again",
                    name.class, name.name, name.descriptor
                )
            })
    }

    /// Every executed event with its count.
    ///
    /// # Errors
    /// If a method is not the counted one.
    pub fn events<'a>(&'a self, executed: &'a [ExecutedCounts]) -> Result<Vec<(&'a Event, f64)>> {
        let mut counted = Vec::new();
        for part in executed {
            for event in self.counted(part)? {
                let times = count_of(part, event.instruction);
                if times != 0.0 {
                    counted.push((event, times));
                }
            }
        }
        Ok(counted)
    }

    /// The count of each executed pattern of a pricer.
    ///
    /// # Errors
    /// If a method is not the counted one.
    pub fn tally(&self, pricer: &Pricer, executed: &[ExecutedCounts]) -> Result<Tally> {
        let mut sum = Tally::new();
        let mut units = Vec::new();
        for part in executed {
            pricer.price(self.counted(part)?, &mut units);
            for unit in &units {
                let times = count_of(part, unit.instruction);
                if times != 0.0 {
                    sum.add(unit.pattern, unit.count * times);
                }
            }
        }
        Ok(sum)
    }

    /// The tally of a program minus that of its baseline, if there is one.
    ///
    /// # Errors
    /// If a method is not the counted one.
    pub fn net_tally(
        &self,
        pricer: &Pricer,
        program: &[ExecutedCounts],
        baseline: Option<&[ExecutedCounts]>,
    ) -> Result<Tally> {
        let mut net = self.tally(pricer, program)?;
        if let Some(baseline) = baseline {
            net.add_scaled(&self.tally(pricer, baseline)?, -1.0);
        }
        Ok(net)
    }
}

/// The effects as a pricer takes them.
pub const fn effects_of(executed: ExecutedEffects) -> pricing::Effects {
    pricing::Effects {
        array_bytes: executed.array_bytes,
        mispredicted_dispatches: executed.mispredicted_dispatches,
    }
}

fn count_of(executed: &ExecutedCounts, instruction: u32) -> f64 {
    let count = executed.counts.get(instruction as usize);
    count.copied().unwrap_or(0.0)
}
