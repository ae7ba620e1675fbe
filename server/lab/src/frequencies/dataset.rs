//! The methods that ran, with what was counted of them over all runs.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use bytecode::{ClassFile, Op};
use counts::Execution;
use flow::{Flow, LoopTree};
use frequency::{CodeView, branch_features, loop_features};
use jdk::JdkModules;

use super::classes::{Classes, Key};
use super::collect;
use super::family::{LIBRARY, family_of};
use super::places;
use super::programs;
use super::receivers::ReceiverCounts;
use super::truth::{self, Recorded};

/// Programs that share a larger jar than this belong together: what is learned of one is known of the other.
const LARGE_JAR: u64 = 100_000;

/// A method that ran.
#[derive(Clone, Debug)]
pub(super) struct ExecutedMethod {
    /// The program that it belongs to.
    pub(super) family: usize,
    pub(super) bytes: Arc<[u8]>,
    /// Its place in the class.
    pub(super) method: usize,
    /// Over all runs.
    pub(super) execution: Execution,
    /// By the program that ran it.
    parts: Vec<(usize, Execution)>,
    /// The features of each conditional branch, in the order of the execution's.
    pub(super) branches: Vec<Option<Vec<f32>>>,
    pub(super) loops: Vec<ExecutedLoop>,
    /// How often a handler was reached, and how often a block that it protects was executed.
    pub(super) handled: (u64, u64),
}

/// A loop that ran.
#[derive(Clone, Debug)]
pub(super) struct ExecutedLoop {
    pub(super) features: Vec<f32>,
    /// How often it was entered.
    pub(super) entries: u64,
    /// How often control returned to its header.
    pub(super) returns: u64,
}

/// All methods that ran.
#[derive(Debug, Default)]
pub(super) struct Dataset {
    /// The programs, and the JDK.
    pub(super) families: Vec<String>,
    pub(super) methods: Vec<ExecutedMethod>,
    /// How many runs were read.
    pub(super) runs: usize,
    /// Methods whose counts fit no class that was found.
    pub(super) unknown: usize,
    /// Which objects calls met.
    pub(super) receivers: ReceiverCounts,
    /// Programs that belong together have the same number.
    together: Vec<usize>,
}

/// Reads what was collected.
///
/// # Errors
/// When nothing was.
pub(super) fn read() -> Result<Dataset> {
    let folder = places::cache()?;
    let jars = collect::jars()?;
    let modules = JdkModules::open(&places::jdk()?)?;
    let mut all = Dataset::default();
    let mut known: HashMap<(Key, u64), usize> = HashMap::new();
    let mut first_with: BTreeMap<String, usize> = BTreeMap::new();
    let runs = programs::read(&places::folder().join("programs.tsv"))?;
    for of_program in runs.chunk_by(|one, two| one.program == two.program) {
        let program = of_program.first().map_or("", |run| run.program.as_str());
        let mut names: Vec<&String> = of_program.iter().flat_map(|run| &run.jars).collect();
        names.sort_unstable();
        names.dedup();
        let files: Vec<&Path> = names
            .iter()
            .filter_map(|jar| Some(jars.get(*jar)?.as_path()))
            .collect();
        let classes = Classes::open(files.iter().copied(), &modules)?;
        let mut recorded = Recorded::default();
        for run in of_program {
            let Ok(bytes) = std::fs::read(collect::kept(&folder, run)) else {
                println!("{} {} was not counted", run.program, run.input);
                continue;
            };
            all.unknown += recorded.add(&counts::read(&bytes)?, &classes);
            all.runs += 1;
        }
        let number = all.family(program);
        for (name, file) in names.iter().zip(&files) {
            let is_large = file.metadata().is_ok_and(|file| file.len() > LARGE_JAR);
            if is_large && let Some(first) = first_with.insert((*name).clone(), number) {
                all.join(first, number);
            }
        }
        for method in recorded.methods {
            let owner = family_of(method.module.as_deref(), program);
            // What the JDK itself calls while it starts says little of what programs call.
            if owner != LIBRARY {
                all.receivers.add(number, &method, &classes);
            }
            let family = all.family(owner);
            let place = (method.key, method.digest);
            if let Some(at) = known.get(&place) {
                let ran = &mut all.methods[*at];
                truth::add(&mut ran.execution, &method.execution);
                ran.parts.push((number, method.execution));
                continue;
            }
            known.insert(place, all.methods.len());
            all.methods.push(ExecutedMethod {
                family,
                bytes: method.bytes,
                method: method.place,
                parts: vec![(number, method.execution.clone())],
                execution: method.execution,
                branches: Vec::new(),
                loops: Vec::new(),
                handled: (0, 0),
            });
        }
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
            self.together.push(self.families.len() - 1);
            self.families.len() - 1
        })
    }

    fn join(&mut self, one: usize, two: usize) {
        let (from, to) = (self.together[one], self.together[two]);
        for number in &mut self.together {
            if *number == from {
                *number = to;
            }
        }
    }

    /// The families in so many folds; those that belong together are in the same one.
    pub(super) fn folds(&self, count: usize) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (family, number) in self.together.iter().enumerate() {
            groups.entry(*number).or_default().push(family);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort_by_key(|group| (usize::MAX - group.len(), group.first().copied()));
        let mut folds = vec![Vec::new(); count.max(1)];
        for group in groups {
            if let Some(fold) = folds.iter_mut().min_by_key(|fold| fold.len()) {
                fold.extend(group);
            }
        }
        folds.retain(|fold| !fold.is_empty());
        folds
    }

    /// What is known where some of the families are not.
    pub(super) fn without(&self, families: &[usize]) -> Vec<Cow<'_, ExecutedMethod>> {
        let is_out = |family: &usize| families.contains(family);
        let library = self.families.iter().position(|name| name == LIBRARY);
        let known = self.methods.iter().filter_map(|ran| {
            if is_out(&ran.family) {
                return None;
            }
            if !ran.parts.iter().any(|(program, _)| is_out(program)) {
                return Some(Cow::Borrowed(ran));
            }
            // A program's own code is known where any of those that run it is; of the JDK what others ran is left.
            let mut left = ran.parts.iter().filter(|(program, _)| !is_out(program));
            let (_, first) = left.next().filter(|_| library == Some(ran.family))?;
            let mut execution = first.clone();
            for (_, more) in left {
                truth::add(&mut execution, more);
            }
            let mut ran = ExecutedMethod {
                execution,
                ..ran.clone()
            };
            ran.look();
            Some(Cow::Owned(ran))
        });
        known.collect()
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

impl ExecutedMethod {
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

fn loops(view: &CodeView<'_>, execution: &Execution) -> Vec<ExecutedLoop> {
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
            found.push(ExecutedLoop {
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
