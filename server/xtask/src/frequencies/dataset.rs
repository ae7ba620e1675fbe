//! The methods that ran, with what was counted of them over all runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use bytecode::{ClassFile, Op};
use counts::{Counts, Execution, MethodCounts};
use flow::{Flow, LoopTree};
use frequency::{CodeView, branch_features, loop_features};
use jdk::JdkModules;
use workspace::{ClassSource, Limits};

use super::collect;
use super::programs;

/// Modules of the JDK that are programs of their own.
const PROGRAMS: [(&str, &str); 2] = [("jdk.compiler", "javac"), ("jdk.javadoc", "javadoc")];
/// The family of the JDK's other code, which all programs run.
const LIBRARY: &str = "jdk";

/// A method that ran.
#[derive(Debug)]
pub(super) struct Ran {
    /// The program that it belongs to.
    pub(super) family: usize,
    pub(super) bytes: Arc<[u8]>,
    /// Its place in the class.
    pub(super) method: usize,
    pub(super) execution: Execution,
    /// The features of each conditional branch, in the order of the execution's.
    pub(super) branches: Vec<Option<Vec<f32>>>,
    pub(super) loops: Vec<RanLoop>,
    /// How often a handler was reached, and how often a block that it protects was executed.
    pub(super) handled: (u64, u64),
}

/// A loop that ran.
#[derive(Debug)]
pub(super) struct RanLoop {
    pub(super) features: Vec<f32>,
    /// How often it was entered.
    pub(super) entries: u64,
    /// How often control returned to its header.
    pub(super) returns: u64,
}

/// All methods that ran.
#[derive(Debug, Default)]
pub(super) struct Dataset {
    pub(super) families: Vec<String>,
    pub(super) methods: Vec<Ran>,
    /// How many runs were read.
    pub(super) runs: usize,
    /// Methods whose counts fit no class that was found.
    pub(super) unknown: usize,
    known: HashMap<(String, String, String, u64), usize>,
}

/// Reads what was collected.
///
/// # Errors
/// When nothing was.
pub(super) fn read() -> Result<Dataset> {
    let folder = super::cache()?;
    let jars = collect::jars()?;
    let modules = JdkModules::open(&super::jdk()?)?;
    let mut all = Dataset::default();
    for run in programs::read(&super::folder().join("programs.tsv"))? {
        let kept = collect::kept(&folder, &run);
        let Ok(bytes) = std::fs::read(&kept) else {
            println!("{} {} was not counted", run.program, run.input);
            continue;
        };
        let counts = counts::read(&bytes)?;
        let files: Vec<&PathBuf> = run.jars.iter().filter_map(|jar| jars.get(jar)).collect();
        all.add_run(&run.program, &counts, &files, &modules)?;
        all.runs += 1;
    }
    anyhow::ensure!(
        all.runs > 0,
        "nothing was counted; run `cargo xtask frequencies collect`"
    );
    for ran in &mut all.methods {
        ran.look();
    }
    Ok(all)
}

impl Dataset {
    fn family(&mut self, name: &str) -> usize {
        let found = self.families.iter().position(|known| known == name);
        found.unwrap_or_else(|| {
            self.families.push(name.to_owned());
            self.families.len() - 1
        })
    }

    fn add_run(
        &mut self,
        program: &str,
        counts: &Counts,
        jars: &[&PathBuf],
        modules: &JdkModules,
    ) -> Result<()> {
        let mut left: HashMap<&str, &[MethodCounts]> = HashMap::new();
        for class in &counts.classes {
            left.insert(&class.name, &class.methods);
        }
        let own = self.family(program);
        for jar in jars {
            self.add_jar(own, jar, &mut left)?;
        }
        for (name, methods) in left {
            let Some(class) = modules.class(name)? else {
                continue;
            };
            let module = PROGRAMS
                .iter()
                .find(|(module, _)| *module == class.module());
            let family = self.family(module.map_or(LIBRARY, |(_, program)| program));
            self.add_class(family, class.bytes(), methods);
        }
        Ok(())
    }

    fn add_jar(
        &mut self,
        family: usize,
        jar: &Path,
        left: &mut HashMap<&str, &[MethodCounts]>,
    ) -> Result<()> {
        let source = ClassSource::open(&jar.to_string_lossy(), None, &Limits::default())
            .with_context(|| format!("could not open {}", jar.display()))?;
        for at in 0..source.len() {
            let taken = source.with_bytes(at, |bytes| {
                let name = ClassFile::parse(bytes).map(|class| class.name);
                let methods = left.remove(name.as_deref().unwrap_or_default())?;
                Some((Arc::<[u8]>::from(bytes), methods))
            });
            if let Ok(Some((bytes, methods))) = taken {
                self.add_class(family, &bytes, methods);
            }
        }
        Ok(())
    }

    fn add_class(&mut self, family: usize, bytes: &[u8], methods: &[MethodCounts]) {
        let Ok(class) = ClassFile::parse(bytes) else {
            return;
        };
        let bytes: Arc<[u8]> = bytes.into();
        for counted in methods {
            let mut found = class.methods.iter().enumerate();
            let found = found.find(|(_, method)| {
                method.name == counted.name && method.descriptor == counted.descriptor
            });
            let execution = found.and_then(|(at, method)| {
                let code = method.code.as_ref()?;
                Some((at, counted.execution(code).ok()?))
            });
            let Some((method, execution)) = execution else {
                self.unknown += 1;
                continue;
            };
            let key = (
                class.name.clone(),
                counted.name.clone(),
                counted.descriptor.clone(),
                counted.code_digest,
            );
            if let Some(known) = self.known.get(&key) {
                add(&mut self.methods[*known].execution, &execution);
                continue;
            }
            self.known.insert(key, self.methods.len());
            self.methods.push(Ran {
                family,
                bytes: Arc::clone(&bytes),
                method,
                execution,
                branches: Vec::new(),
                loops: Vec::new(),
                handled: (0, 0),
            });
        }
    }
}

/// Adds what another run executed of the same code.
fn add(sum: &mut Execution, more: &Execution) {
    sum.entries += more.entries;
    sum.returned += more.returned;
    for (sum, more) in sum.instructions.iter_mut().zip(&more.instructions) {
        *sum += more;
    }
    for (sum, more) in sum.branches.iter_mut().zip(&more.branches) {
        sum.taken += more.taken;
        sum.not_taken += more.not_taken;
    }
    for (sum, more) in sum.switches.iter_mut().zip(&more.switches) {
        for (sum, more) in sum.arms.iter_mut().zip(&more.arms) {
            sum.count += more.count;
        }
    }
}

/// Looks at a method's code; `None` where it cannot be analysed.
pub(super) fn with_view<T>(
    bytes: &[u8],
    method: usize,
    look: impl FnOnce(&CodeView<'_>) -> T,
) -> Option<T> {
    let class = ClassFile::parse(bytes).ok()?;
    let method = class.methods.get(method)?;
    let code = method.code.as_ref()?;
    let mut flow = Flow::default();
    flow.refill(code).ok()?;
    flow.find_predecessors();
    let tree = LoopTree::of(&flow);
    Some(look(&CodeView::new(&class, method, code, &flow, &tree)))
}

impl Ran {
    /// Works out the features of its branches, and how often its loops repeated.
    fn look(&mut self) {
        let execution = &self.execution;
        let looked = with_view(&self.bytes, self.method, |view| {
            let branches = execution.branches.iter().map(|branch| {
                let block = view.flow.block_of(branch.at)?;
                branch_features(view, block as u32)
            });
            (
                branches.collect(),
                loops(view, execution),
                handled(view, execution),
            )
        });
        (self.branches, self.loops, self.handled) = looked.unwrap_or_default();
    }
}

fn handled(view: &CodeView<'_>, execution: &Execution) -> (u64, u64) {
    let mut sums = (0, 0);
    for block in 0..view.flow.len() {
        let count = count(view, execution, block);
        let successors = view.flow.successors(block);
        if successors.iter().any(|edge| edge.is_exceptional()) {
            sums.1 += count;
        }
        let predecessors = view.flow.predecessors(block);
        if !predecessors.is_empty() && predecessors.iter().all(|edge| edge.is_exceptional()) {
            sums.0 += count;
        }
    }
    sums
}

/// How often a block was executed.
pub(super) fn count(view: &CodeView<'_>, execution: &Execution, block: usize) -> u64 {
    let start = view.flow.instructions(block).start;
    execution.instructions.get(start).copied().unwrap_or(0)
}

fn loops(view: &CodeView<'_>, execution: &Execution) -> Vec<RanLoop> {
    let mut found = Vec::new();
    for (region, around) in (0..).zip(&view.tree.regions) {
        let (Some(_), [header]) = (around.parent, &around.entries[..]) else {
            continue;
        };
        let mut entries = u64::from(*header == 0) * execution.entries;
        let mut before = u32::MAX;
        for edge in view.flow.predecessors(*header as usize) {
            let from = edge.block() as u32;
            if from != before && !edge.is_exceptional() && !view.tree.contains(region, from) {
                entries += edge_count(view, execution, from, *header);
            }
            before = from;
        }
        let headers = count(view, execution, *header as usize);
        let features = loop_features(view, region);
        if let Some(features) = features.filter(|_| entries > 0) {
            let returns = headers.saturating_sub(entries);
            found.push(RanLoop {
                features,
                entries,
                returns,
            });
        }
    }
    found
}

/// How often control went from the end of a block to another.
fn edge_count(view: &CodeView<'_>, execution: &Execution, from: u32, to: u32) -> u64 {
    let range = view.flow.instructions(from as usize);
    let last = range.end.saturating_sub(1);
    let target = view.flow.instructions(to as usize).start as u32;
    match view.code.instructions.get(last).map(|last| last.op) {
        Some(Op::Branch { target: jump, .. }) => {
            let mut branches = execution.branches.iter();
            let branch = branches.find(|branch| branch.at as usize == last);
            branch.map_or(0, |branch| {
                let taken = if jump == target { branch.taken } else { 0 };
                let falls = range.end as u32 == target;
                taken + if falls { branch.not_taken } else { 0 }
            })
        }
        Some(Op::Switch { .. }) => {
            let mut switches = execution.switches.iter();
            let switch = switches.find(|switch| switch.at as usize == last);
            let arms = switch.map_or(&[][..], |switch| &switch.arms);
            let arm = arms.iter().find(|arm| arm.target == target);
            arm.map_or(0, |arm| arm.count)
        }
        _ => execution.instructions.get(last).copied().unwrap_or(0),
    }
}
