//! A project whose files are known and compiled, and what followed from them.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use compile::{CompiledFile, Workspace};
use ide::{RankableFile, Ranked};
use project_model::Purpose;

use crate::call_graph::CallGraph;
use crate::pricing_context::PricingContext;
use crate::snapshot::PendingWork;

/// The methods of a file as they are on disk.
#[derive(Debug, Clone)]
pub(super) struct Indexed {
    pub(super) purpose: Purpose,
    /// The file, to be ranked again by another device.
    pub(super) file: Arc<RankableFile>,
    pub(super) methods: Arc<[Ranked]>,
    /// What their calls were followed into.
    pub(super) revision: Option<u64>,
    /// What they were ranked with.
    pub(super) context: Arc<PricingContext>,
}

#[derive(Debug)]
pub(super) struct OpenProject {
    pub(super) workspace: Workspace,
    /// Who calls whom in it.
    pub(super) calls: Arc<CallGraph>,
    /// The methods of its files as they are on disk.
    pub(super) index: HashMap<PathBuf, Indexed>,
    /// The files as they were compiled last from what is on disk.
    pub(super) files: HashMap<PathBuf, Arc<CompiledFile>>,
    /// The run in which all its files are being compiled, as long as that lasts.
    run: Option<u64>,
    /// What the numbers of its files still lack.
    pub(super) awaited: Option<PendingWork>,
    /// Files that were changed on disk in the meantime: the run may have read them before.
    changed: BTreeSet<PathBuf>,
}

impl OpenProject {
    /// A project of which nothing is compiled yet; [`Self::start`] comes once all is known of it.
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

    /// Compiles all files, in a run of this number, and forgets what followed from them.
    pub(super) fn start(&mut self, run: u64) {
        self.run = Some(run);
        self.awaited = Some(PendingWork::Callees);
        self.changed.clear();
        self.calls = Arc::default();
        self.index.clear();
        self.files.clear();
        self.workspace.compile_project(run);
    }

    /// Whether there are files that have not been compiled for the first time.
    pub(super) fn is_loading(&self) -> bool {
        self.run.is_some()
    }

    /// Compiles files as they are on disk.
    pub(super) fn compile_saved(&mut self, files: Vec<PathBuf>) {
        if self.is_loading() {
            self.changed.extend(files.iter().cloned());
        }
        self.workspace.compile_saved(files);
    }

    /// The run is over; compiles what was changed while it continued. False for a run that was overtaken.
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

    /// The files as they were compiled last, in the order of their paths.
    pub(super) fn compiled(&self) -> Vec<Arc<CompiledFile>> {
        let mut files: Vec<Arc<CompiledFile>> = self.files.values().cloned().collect();
        files.sort_unstable_by(|one, two| one.file.cmp(&two.file));
        files
    }

    /// Forgets what calls were followed into; the classes stay as they are.
    pub(super) fn forget_calls(&mut self) {
        self.awaited = Some(PendingWork::Callees);
        self.calls = Arc::default();
    }
}

/// A folder or a single file that is compiled as a whole.
#[derive(Debug)]
pub(super) enum Project {
    Opening,
    Open(Box<OpenProject>),
    /// It could not be opened; the user was told.
    Failed,
}

impl Project {
    /// Whether there is more to be compiled for the first time.
    pub(super) fn is_loading(&self) -> bool {
        match self {
            Self::Opening => true,
            Self::Open(project) => project.is_loading(),
            Self::Failed => false,
        }
    }

    /// Who calls whom in it.
    pub(super) fn calls(&self) -> Option<&Arc<CallGraph>> {
        match self {
            Self::Open(project) => Some(&project.calls),
            Self::Opening | Self::Failed => None,
        }
    }
}
