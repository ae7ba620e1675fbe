//! The methods that ran, with their counts over all runs.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use bytecode::ClassFile;
use counts::{CallSite, Execution, Rates};
use flow::{Flow, LoopTree};
use frequency::{CodeView, branch_features, handler_blocks, loop_features};
use jdk::JdkModules;

use super::classes::{Classes, Key};
use super::collect;
use super::family::{LIBRARY, family_of};
use super::places;
use super::programs;
use super::receivers::ReceiverCounts;
use super::truth::{self, Recorded};

/// Programs that share a larger jar than this belong together: learning from one reveals the other.
const LARGE_JAR: u64 = 100_000;

/// A method that ran.
#[derive(Clone, Debug)]
pub(super) struct ExecutedMethod {
    /// The program that it belongs to.
    pub(super) family: usize,
    pub(super) bytes: Arc<[u8]>,
    /// Its index in the class.
    pub(super) method: usize,
    /// The sum over all runs.
    pub(super) execution: Execution,
    /// The same, split by the program that ran it.
    pub(super) parts: Vec<Part>,
    /// Class, name and descriptor, and a digest of its code.
    pub(super) key: Key,
    pub(super) digest: u64,
    /// The features of each conditional branch, in the order of the execution's counts.
    pub(super) branches: Vec<Option<Vec<f32>>>,
    pub(super) loops: Vec<ExecutedLoop>,
    /// How often a handler was reached, and how often a block that it protects ran.
    pub(super) handled: (u64, u64),
}

/// A method as one program ran it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) program: usize,
    pub(super) execution: Execution,
    /// The receivers at its calls.
    pub(super) sites: Vec<CallSite>,
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
    /// Methods whose counts match no class that was found.
    pub(super) unknown: usize,
    /// The receivers at calls.
    pub(super) receivers: ReceiverCounts,
    /// The classes of the JDK that were receivers.
    library_classes: HashSet<String>,
    /// Programs that belong together have the same number.
    together: Vec<usize>,
}

/// Reads what was collected.
///
/// # Errors
/// If nothing was.
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
            let Ok(bytes) = std::fs::read(collect::counts_file(&folder, run)) else {
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
            // What the JDK itself calls while it starts says little about what programs call.
            if owner != LIBRARY {
                all.receivers.add(number, &method, &classes);
            }
            let met = method.sites.iter().flat_map(|site| &site.told.receivers);
            for (class, _) in met {
                let module = || classes.get(class)?.module.clone();
                if !all.library_classes.contains(class)
                    && module().is_some_and(|module| family_of(Some(&module), "") == LIBRARY)
                {
                    all.library_classes.insert(class.clone());
                }
            }
            let family = all.family(owner);
            let place = (method.key.clone(), method.digest);
            let part = Part {
                program: number,
                execution: method.execution.clone(),
                sites: method.sites.into_iter().map(|site| site.told).collect(),
            };
            if let Some(at) = known.get(&place) {
                let ran = &mut all.methods[*at];
                truth::add(&mut ran.execution, &method.execution);
                ran.parts.push(part);
                continue;
            }
            known.insert(place, all.methods.len());
            all.methods.push(ExecutedMethod {
                family,
                bytes: method.bytes,
                method: method.place,
                parts: vec![part],
                key: method.key,
                digest: method.digest,
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
    /// The methods of the JDK that do not belong to a program.
    pub(super) fn of_library(&self) -> impl Iterator<Item = &ExecutedMethod> {
        let library = self.families.iter().position(|name| name == LIBRARY);
        let methods = self.methods.iter();
        methods.filter(move |method| Some(method.family) == library)
    }

    /// True for a class of the JDK that does not belong to a program.
    pub(super) fn is_of_library(&self, class: &str) -> bool {
        class.starts_with('[') || self.library_classes.contains(class)
    }

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

    /// The families in this many folds; families that belong together are in the same fold.
    pub(super) fn folds(&self, count: usize) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (family, number) in self.together.iter().enumerate() {
            // The JDK is in every program.
            if self.families[family] == LIBRARY {
                continue;
            }
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

    /// What is known without some of the families.
    pub(super) fn without(&self, families: &[usize]) -> Vec<Cow<'_, ExecutedMethod>> {
        let is_out = |family: &usize| families.contains(family);
        let library = self.families.iter().position(|name| name == LIBRARY);
        let known = self.methods.iter().filter_map(|ran| {
            if is_out(&ran.family) {
                return None;
            }
            if !ran.parts.iter().any(|part| is_out(&part.program)) {
                return Some(Cow::Borrowed(ran));
            }
            // A program's own code is known if any program that runs it is. For the JDK, what other programs ran remains.
            let mut left = ran.parts.iter().filter(|part| !is_out(&part.program));
            let first = left.next().filter(|_| library == Some(ran.family))?;
            let mut execution = first.execution.clone();
            for more in left {
                truth::add(&mut execution, &more.execution);
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

/// Examines a method's code; `None` if it cannot be analysed.
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
    /// Computes the features of its branches, and how often its loops repeated.
    fn look(&mut self) {
        let execution = &self.execution;
        let looked = with_view(&self.bytes, self.method, |view| {
            let branches = execution.branches.iter().map(|branch| {
                let block = view.flow.block_of(branch.at)?;
                branch_features(view, block as u32)
            });
            (
                branches.collect(),
                executed_loops(view, &execution.rates(view)),
                handled(view, execution),
            )
        });
        (self.branches, self.loops, self.handled) = looked.unwrap_or_default();
    }
}

fn handled(view: &CodeView<'_>, execution: &Execution) -> (u64, u64) {
    let mut sums = (0, 0);
    for block in 0..view.flow.len() {
        let successors = view.flow.successors(block);
        if successors.iter().any(|edge| edge.is_exceptional()) {
            sums.1 += execution.of_block(view, block as u32);
        }
    }
    for handler in handler_blocks(view) {
        sums.0 += execution.of_block(view, handler);
    }
    sums
}

fn executed_loops(view: &CodeView<'_>, rates: &Rates) -> Vec<ExecutedLoop> {
    let executed = frequency::loops(view).into_iter().zip(&rates.loops);
    let executed = executed.filter(|(_, chance)| chance.all > 0);
    let known = executed.filter_map(|(region, chance)| {
        Some(ExecutedLoop {
            features: loop_features(view, region)?,
            entries: chance.all,
            returns: chance.hits,
        })
    });
    known.collect()
}
