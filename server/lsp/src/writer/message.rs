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
use crate::call_hierarchy::Calls;
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
    /// What became of a look for the profile of a folder: `None` if it is the one that is known.
    Profile {
        folder: PathBuf,
        found: Option<FoundProfile>,
    },
    /// Profiles may have changed, and the client does not report it.
    LookForProfiles,
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    /// These files were changed, made or removed outside of the editor.
    FilesChanged(Vec<PathBuf>),
    /// A request wants to know how a document stands; there is no answer for one that is not open.
    Snapshot {
        of: DocumentRef,
        reply: oneshot::Sender<Snapshot>,
    },
    /// A request wants to try other texts of a document; there is no answer where nothing can be compiled.
    Trial {
        uri: Uri,
        reply: oneshot::Sender<DocumentTrial>,
    },
    /// The hints of this document were given out.
    HintsAnswered(u32),
    Model {
        settings: Box<Configuration>,
        model: Model,
        problems: Vec<String>,
        /// What a user is told once who has chosen no model.
        hint: Option<String>,
    },
    Compiler {
        generation: u64,
        /// A workspace whose process others share, and the JDK in words; or why there is none.
        compiler: Result<(Arc<Workspace>, String), String>,
    },
    Project {
        attempt: u64,
        key: PathBuf,
        opened: Result<Workspace, String>,
        /// What it lacks on this machine.
        lack: Option<Box<MissingDependencies>>,
        /// Whether its build files were read; if not, it is opened once more when they are.
        is_whole: bool,
    },
    Event {
        attempt: u64,
        project: PathBuf,
        event: WorkspaceEvent,
    },
    /// The methods of a file of a project, as it is on disk.
    Indexed {
        attempt: u64,
        project: PathBuf,
        file: PathBuf,
        purpose: Purpose,
        methods: Arc<RankableFile>,
        ranked: Arc<[Ranked]>,
        /// What their calls were followed into.
        revision: Option<u64>,
        /// What they were ranked with.
        context: Arc<PricingContext>,
    },
    /// The methods of files, ranked by another device or at other values.
    RankedAgain {
        attempt: u64,
        project: PathBuf,
        files: Vec<RankedAgain>,
    },
    /// A request wants to know the project of a file, to run its code at the user's word; there is no answer where the workspace is
    /// not trusted.
    ProjectOf {
        path: PathBuf,
        reply: oneshot::Sender<Arc<OpenedProject>>,
    },
    /// A request wants to know the methods of the workspace.
    Ranking {
        reply: oneshot::Sender<Ranking>,
    },
    /// A request wants to know who calls whom in the project of a file; there is no answer before that is known.
    Calls {
        path: PathBuf,
        reply: oneshot::Sender<(Calls, Vec<(PathBuf, Snapshot)>)>,
    },
    CallsFollowed(CallGraphReady),
    /// All libraries that the calls of a project lead into are priced, if that is possible.
    LibrariesFollowed {
        key: PathBuf,
        calls: Arc<CallGraph>,
    },
    Analysed {
        uri: Uri,
        job: i32,
        /// `None` if the analysis failed by a fault of our own.
        analysed: Option<Box<AnalysisResult>>,
        basis: Basis,
    },
    /// What is shown of a document was analysed again.
    AnalysedAgain {
        uri: Uri,
        /// What it takes the place of.
        before: Arc<AnalysisResult>,
        analysed: Box<AnalysisResult>,
    },
    /// The user wants the build tool of a file's project, or of the first folder, to be asked for its
    /// class path.
    AskBuildTool(Option<PathBuf>),
    /// The compiler takes requests.
    CompilerReady {
        generation: u64,
    },
    /// It has told it.
    BuildToolAnswered {
        key: PathBuf,
    },
    Stop,
}

/// A file of which nothing changed but what its methods are ranked by.
#[derive(Debug)]
pub(crate) struct RankedAgain {
    pub(crate) path: PathBuf,
    pub(crate) file: Arc<RankableFile>,
    pub(crate) methods: Arc<[Ranked]>,
}

/// How a request names a document.
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

/// What numbers were made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// The classes that the compiler made now.
    Compiled,
    /// Those of the same text in an earlier session.
    Recalled {
        /// Whether all that they follow from is as it was.
        is_confirmed: bool,
    },
}
