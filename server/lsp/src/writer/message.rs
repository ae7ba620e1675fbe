//! The messages to the writer.

use std::path::PathBuf;
use std::sync::Arc;

use compile::{Workspace, WorkspaceEvent};
use ide::{Model, RankableFile, Ranked};
use project_model::{MissingDependencies, Project as OpenedProject, Purpose};
use project_settings::{Configuration, Layer, SettingProblem};
use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::known_profiles::FoundProfile;
use crate::analysis_result::AnalysisResult;
use crate::call_graph::{CallGraph, CallGraphReady};
use crate::call_hierarchy::CallHierarchy;
use crate::extension::hotspots::Ranking;
use crate::pricing_context::PricingContext;
use crate::snapshot::Snapshot;
use crate::trial::DocumentTrial;

/// A message to the writer.
#[derive(Debug)]
pub(crate) enum Message {
    Opened {
        uri: Uri,
        version: i32,
        text: String,
    },
    Changed {
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    Closed {
        uri: Uri,
    },
    /// The settings of the client, section `jouled`.
    Configured(Value),
    /// Whether the user trusts the workspace.
    Trusted(bool),
    /// The settings in a folder's file.
    ProjectConfigured {
        folder: PathBuf,
        layer: Box<Layer>,
        problems: Vec<SettingProblem>,
    },
    /// The result of a search for a folder's profile: `None` if it is the known one.
    Profile {
        folder: PathBuf,
        found: Option<FoundProfile>,
    },
    /// Profiles may have changed, and the client does not report that.
    LookForProfiles,
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    /// These files were changed, created or removed outside of the editor.
    FilesChanged(Vec<PathBuf>),
    /// A request needs the state of a document. There is no answer if it is not open.
    Snapshot {
        of: DocumentRef,
        reply: oneshot::Sender<Snapshot>,
    },
    /// A request tries other texts of a document. There is no answer if nothing can be compiled.
    Trial {
        uri: Uri,
        reply: oneshot::Sender<DocumentTrial>,
    },
    /// The hints of this document were sent.
    HintsAnswered(u32),
    Model {
        settings: Box<Configuration>,
        model: Model,
        problems: Vec<String>,
        /// A one-time message for users who have chosen no model.
        hint: Option<String>,
    },
    Compiler {
        generation: u64,
        /// A workspace, which may share its process with others, and a description of the JDK; or the reason why there is none.
        compiler: Result<(Arc<Workspace>, String), String>,
    },
    Project {
        attempt: u64,
        key: PathBuf,
        opened: Result<Workspace, String>,
        /// What it lacks on this machine.
        lack: Option<Box<MissingDependencies>>,
        /// Whether its build files were read. If not, it is opened again once they are.
        is_whole: bool,
    },
    Event {
        attempt: u64,
        project: PathBuf,
        event: WorkspaceEvent,
    },
    /// The methods of a project's file in its saved state.
    Indexed {
        attempt: u64,
        project: PathBuf,
        file: PathBuf,
        purpose: Purpose,
        methods: Arc<RankableFile>,
        ranked: Arc<[Ranked]>,
        /// The revision of their callees.
        revision: Option<u64>,
        /// What they were ranked with.
        context: Arc<PricingContext>,
    },
    /// The methods of files, ranked for another device or other values.
    RankedAgain {
        attempt: u64,
        project: PathBuf,
        files: Vec<RankedAgain>,
    },
    /// A request needs the project of a file, to run its code if the user wants that. There is no answer if the workspace is not
    /// trusted.
    ProjectOf {
        path: PathBuf,
        reply: oneshot::Sender<Arc<OpenedProject>>,
    },
    /// A request needs the methods of the workspace.
    Ranking {
        reply: oneshot::Sender<Ranking>,
    },
    /// A request needs the calls in a file's project. There is no answer until they are known.
    Calls {
        path: PathBuf,
        reply: oneshot::Sender<(CallHierarchy, Vec<(PathBuf, Snapshot)>)>,
    },
    CallsFollowed(CallGraphReady),
    /// All libraries that a project calls are priced, as far as possible.
    LibrariesFollowed {
        key: PathBuf,
        calls: Arc<CallGraph>,
    },
    Analysed {
        uri: Uri,
        job: i32,
        /// `None` if the analysis failed because of an internal error.
        analysed: Option<Box<AnalysisResult>>,
        basis: ResultOrigin,
    },
    /// The displayed result of a document was analysed again.
    AnalysedAgain {
        uri: Uri,
        /// The result that it replaces.
        before: Arc<AnalysisResult>,
        analysed: Box<AnalysisResult>,
    },
    /// The user wants to ask the build tool for the class path of a file's project, or of the first folder.
    AskBuildTool(Option<PathBuf>),
    /// The compiler takes requests.
    CompilerReady {
        generation: u64,
    },
    /// The build tool has answered.
    BuildToolAnswered {
        key: PathBuf,
    },
    Stop,
}

/// A file with a new rank only.
#[derive(Debug)]
pub(crate) struct RankedAgain {
    pub(crate) path: PathBuf,
    pub(crate) file: Arc<RankableFile>,
    pub(crate) methods: Arc<[Ranked]>,
}

/// How a request refers to a document.
#[derive(Debug)]
pub(crate) enum DocumentRef {
    Uri(Uri),
    /// Its number in the session.
    Number(u32),
}

impl From<Uri> for DocumentRef {
    fn from(uri: Uri) -> Self {
        Self::Uri(uri)
    }
}

impl From<u32> for DocumentRef {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// What numbers are based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultOrigin {
    /// Classes compiled now.
    Compiled,
    /// Classes of the same text from an earlier session.
    Recalled {
        /// Whether everything that they depend on is unchanged.
        is_confirmed: bool,
    },
}
