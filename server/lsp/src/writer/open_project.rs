//! A project whose files are known and compiled, with its results.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use compile::{CompiledFile, Workspace};
use ide::{RankableFile, Ranked};
use project_model::Purpose;

use crate::call_graph::CallGraph;
use crate::pricing_context::PricingContext;
use crate::snapshot::PendingWork;

/// The methods of a file in its saved state.
#[derive(Debug, Clone)]
pub(super) struct Indexed {
    pub(super) purpose: Purpose,
    /// The file, to be ranked again for another device.
    pub(super) file: Arc<RankableFile>,
    pub(super) methods: Arc<[Ranked]>,
    /// The revision of their callees.
    pub(super) revision: Option<u64>,
    /// What they were ranked with.
    pub(super) context: Arc<PricingContext>,
}

#[derive(Debug)]
pub(super) struct OpenProject {
    pub(super) workspace: Workspace,
    /// Its calls.
    pub(super) calls: Arc<CallGraph>,
    /// The methods of its files in their saved state.
    pub(super) index: HashMap<PathBuf, Indexed>,
    /// The last compilation of each saved file.
    pub(super) files: HashMap<PathBuf, Arc<CompiledFile>>,
    /// The number of a compilation of all files, while it is in progress.
    run: Option<u64>,
    /// What the numbers of its files still lack.
    pub(super) awaited: Option<PendingWork>,
    /// Files that changed on disk in the meantime. The compilation may have read them before.
    changed: BTreeSet<PathBuf>,
}

impl OpenProject {
    /// A project without compiled files. [`Self::start`] follows once everything about it is known.
    pub(super) fn new(workspace: Workspace, run: u64) -> Self {
        Self {
            workspace,
            calls: Arc::default(),
            index: HashMap::new(),
            files: HashMap::new(),
            run: Some(run),
            awaited: Some(PendingWork::Callees),
            changed: BTreeSet::new(),
        }
    }

    /// Compiles all files with this run number, and drops their results.
    pub(super) fn start(&mut self, run: u64) {
        self.run = Some(run);
        self.awaited = Some(PendingWork::Callees);
        self.changed.clear();
        self.calls = Arc::default();
        self.index.clear();
        self.files.clear();
        self.workspace.compile_project(run);
    }

    /// Whether some files have not been compiled yet.
    pub(super) fn is_loading(&self) -> bool {
        self.run.is_some()
    }

    /// Compiles files in their saved state.
    pub(super) fn compile_saved(&mut self, files: Vec<PathBuf>) {
        if self.is_loading() {
            self.changed.extend(files.iter().cloned());
        }
        self.workspace.compile_saved(files);
    }

    /// The run is over; compiles what changed in the meantime. False for a run that is no longer current.
    pub(super) fn finish(&mut self, run: u64) -> bool {
        if self.run != Some(run) {
            return false;
        }
        self.run = None;
        let changed = std::mem::take(&mut self.changed);
        if !changed.is_empty() {
            self.workspace.compile_saved(changed.into_iter().collect());
        }
        true
    }

    /// The last compilation of each file, ordered by path.
    pub(super) fn compiled(&self) -> Vec<Arc<CompiledFile>> {
        let mut files: Vec<Arc<CompiledFile>> = self.files.values().cloned().collect();
        files.sort_unstable_by(|one, two| one.file.cmp(&two.file));
        files
    }

    /// Drops the followed calls and keeps the classes.
    pub(super) fn forget_calls(&mut self) {
        self.awaited = Some(PendingWork::Callees);
        self.calls = Arc::default();
    }
}

/// A folder or a single file that is compiled as a whole.
#[derive(Debug)]
pub(super) enum ProjectState {
    Opening,
    Open(Box<OpenProject>),
    /// It could not be opened, which was reported to the user.
    Failed,
}

impl ProjectState {
    /// Whether some files have not been compiled yet.
    pub(super) fn is_loading(&self) -> bool {
        match self {
            Self::Opening => true,
            Self::Open(project) => project.is_loading(),
            Self::Failed => false,
        }
    }

    /// Its calls.
    pub(super) fn calls(&self) -> Option<&Arc<CallGraph>> {
        match self {
            Self::Open(project) => Some(&project.calls),
            Self::Opening | Self::Failed => None,
        }
    }
}
