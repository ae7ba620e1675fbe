//! The loop in which a program spends its time.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use bytecode::ClassFile;
use campaign::{Campaign, ExecutedCounts};
use flow::{Flow, LoopTree};

/// What a program executes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Executed {
    /// Instructions of an iteration.
    pub(super) instructions: f64,
    /// The length of the innermost loop that has most of them, in instructions; `None` if no loop has.
    pub(super) hot_loop: Option<usize>,
}

/// What each program of a campaign executes, by name.
///
/// # Errors
/// If a class cannot be read.
pub(super) fn of_campaign(campaign: &Campaign) -> Result<BTreeMap<String, Executed>> {
    let classes = campaign.classes()?;
    let mut parsed = BTreeMap::new();
    for class in &classes {
        parsed.insert(class.name.as_str(), ClassFile::parse(&class.bytes)?);
    }
    campaign
        .executed()?
        .into_iter()
        .map(|(name, executed)| {
            let executed = of_program(&parsed, &executed);
            Ok((
                name.clone(),
                executed.with_context(|| format!("in {name}"))?,
            ))
        })
        .collect()
}

/// What a program executes. An instruction belongs to the innermost loop around it.
pub(super) fn of_program(
    classes: &BTreeMap<&str, ClassFile<'_>>,
    executed: &[ExecutedCounts],
) -> Result<Executed> {
    let mut instructions = 0.0;
    let mut hottest = (0.0, 0);
    for part in executed {
        instructions += part.counts.iter().sum::<f64>();
        let class = classes.get(part.method.class.as_str());
        let class = class.context("a counted class is not there")?;
        let code = class
            .methods
            .iter()
            .find(|method| {
                method.name == part.method.name && method.descriptor == part.method.descriptor
            })
            .and_then(|method| method.code.as_ref())
            .context("a counted method is not there")?;
        let mut flow = Flow::default();
        if flow.refill(code).is_err() {
            continue;
        }
        flow.find_predecessors();
        let tree = LoopTree::of(&flow);
        // The instructions of each loop, and how often they are executed.
        let mut loops: BTreeMap<u32, (f64, usize)> = BTreeMap::new();
        for (at, count) in part.counts.iter().enumerate() {
            let block = flow.block_of(at as u32);
            let inner = block.and_then(|block| tree.innermost(block as u32));
            if let Some(region) = inner.filter(|region| *region > 0) {
                let known = loops.entry(region).or_default();
                known.0 += count;
                known.1 += 1;
            }
        }
        for (count, length) in loops.into_values() {
            if count > hottest.0 {
                hottest = (count, length);
            }
        }
    }
    let has_most = hottest.0 > 0.5 * instructions;
    Ok(Executed {
        instructions,
        hot_loop: has_most.then_some(hottest.1),
    })
}
