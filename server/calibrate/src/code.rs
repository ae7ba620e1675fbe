//! What the programs of a campaign execute, as the features of a structure.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use bytecode::ClassFile;
use bytecode::events::{Event, events};
use campaign::{Executed, Method};

use crate::measured::Measurements;

/// The events of the methods of a campaign.
pub(crate) struct Code {
    methods: BTreeMap<Method, Vec<Event>>,
}

impl Code {
    /// Reads the class files of a campaign.
    pub(crate) fn of(measurements: &Measurements) -> Result<Self> {
        let mut methods = BTreeMap::new();
        for class in &measurements.classes {
            let parsed = ClassFile::parse(&class.bytes).with_context(|| {
                format!("the class {} of the campaign cannot be read", class.name)
            })?;
            for method in &parsed.methods {
                if let Some(code) = &method.code {
                    let key = Method {
                        class: class.name.clone(),
                        name: method.name.clone(),
                        descriptor: method.descriptor.clone(),
                    };
                    methods.insert(key, events(&parsed, code));
                }
            }
        }
        Ok(Self { methods })
    }

    pub(crate) fn events_of(&self, method: &Method) -> Option<&[Event]> {
        self.methods.get(method).map(Vec::as_slice)
    }

    /// Every event that one execution of a program has over its baseline, with how often; none for a program of which no
    /// code or no counts are in the campaign.
    pub(crate) fn executed<'a>(
        &'a self,
        measurements: &'a Measurements,
        program: &str,
    ) -> Option<Vec<(&'a Event, f64)>> {
        let known = measurements.programs.get(program)?;
        let mut counted =
            self.counted(measurements.executed.get(program)?, 1.0 / known.executions)?;
        if let Some(baseline) = &known.baseline
            && let Some(executed) = measurements.executed.get(baseline)
        {
            counted.extend(self.counted(executed, -1.0 / known.executions)?);
        }
        Some(counted)
    }

    fn counted(&self, executed: &[Executed], factor: f64) -> Option<Vec<(&Event, f64)>> {
        let mut counted = Vec::new();
        for part in executed {
            for event in self.methods.get(&part.method)? {
                let count = part.counts.get(event.instruction as usize)?;
                if *count != 0.0 {
                    counted.push((event, count * factor));
                }
            }
        }
        Some(counted)
    }
}
