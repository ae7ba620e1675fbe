//! A project whose files are known and compiled, and what followed from them.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::Ranked;
use workspace::{CompiledFile, Purpose, Workspace};

use crate::call_graph::CallGraph;
use crate::snapshot::PendingWork;

/// The methods of a file as they are on disk.
#[derive(Debug, Clone)]
pub(super) struct Indexed {
    pub(super) purpose: Purpose,
    pub(super) methods: Arc<[Ranked]>,
    /// What their calls were followed into.
    pub(super) revision: Option<u64>,
}

#[derive(Debug)]
pub(super) struct OpenProject {
    pub(super) workspace: Workspace,
    /// Who calls whom in it.
    pub(super) calls: Arc<CallGraph>,
    /// The methods of its files as they are on disk.
    pub(super) index: HashMap<PathBuf, Indexed>,
    /// Files that were compiled after the run in which all were; `None` for those that are gone.
    later: HashMap<PathBuf, Option<CompiledFile>>,
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
            later: HashMap::new(),
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
        self.later.clear();
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

    /// The run is over; compiles what was changed while it went on. False for a run that was overtaken.
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

    /// Keeps what became of a file after all were compiled; `None` if it is gone.
    pub(super) fn remember(&mut self, path: &Path, file: Option<&CompiledFile>) {
        self.later.insert(path.to_path_buf(), file.cloned());
    }

    /// Files of the run in which all were compiled, as they are now.
    pub(super) fn newest(&self, files: Vec<CompiledFile>) -> Vec<CompiledFile> {
        let unchanged = files
            .into_iter()
            .filter(|file| !self.later.contains_key(&file.file));
        unchanged
            .chain(self.later.values().flatten().cloned())
            .collect()
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
}
