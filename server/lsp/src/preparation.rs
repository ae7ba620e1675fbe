//! Slow preparations before the first number: the model, the JDK, the projects. They run in the background and report to the
//! writer's mailbox.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use compile::{ServiceState, Workspace, WorkspaceEvent};
use files::Limits;
use ide::Model;
use jdk::{Environment, Toolchain, find_jdk};
use project_model::{BuildTool, DiscoverOptions, MissingDependencies, Project};
use project_settings::{Configuration, Layer};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tower_lsp::ls_types::MessageType;

use crate::outbox::Outbox;
use crate::writer::Message;

/// The model from the settings. If it is not available, returns the default with messages.
fn load_model(settings: &Configuration) -> (Model, Vec<String>) {
    let mut problems = Vec::new();
    let posterior = model_registry::load_model(settings.model.as_deref(), &Limits::default());
    let posterior = posterior.or_else(|error| {
        problems.push(format!("{error}; the default model is used"));
        model_registry::load_model(None, &Limits::default())
    });
    let posterior = posterior.unwrap_or_else(|_| ide::Posterior::default_model());
    let device = posterior.device(&settings.device).unwrap_or_else(|error| {
        problems.push(format!("{error}; the mixture of all devices is used"));
        ide::Device::Any
    });
    let model = Model::new(Arc::new(posterior), settings.mapping, device);
    let jdk = find_jdk(
        settings.java_home.as_deref(),
        &Environment::of_this_process(),
    );
    // If there is none, the search for a compiler reports it.
    let model = match jdk {
        Ok(jdk) => model.for_jdk(jdk.version.feature.into()),
        Err(_) => model,
    };
    (model, problems)
}

/// Reads the settings of a project and sends [`Message::ProjectConfigured`].
pub(crate) fn project_settings(folder: PathBuf, mailbox: UnboundedSender<Message>) {
    spawn_blocking(move || {
        let (layer, problems) = Layer::of_project(&folder);
        let message = Message::ProjectConfigured {
            folder,
            layer: Box::new(layer),
            problems,
        };
        send(&mailbox, message);
    });
}

/// Loads the model and sends [`Message::Model`].
pub(crate) fn model(settings: Configuration, mailbox: UnboundedSender<Message>) {
    spawn_blocking(move || {
        let (model, problems) = load_model(&settings);
        let settings = Box::new(settings);
        let cache = settings.model.is_none().then(jdk::cache_folder_path);
        let hint = cache
            .flatten()
            .and_then(|folder| model_registry::take_first_run_hint(&folder));
        send(
            &mailbox,
            Message::Model {
                settings,
                model,
                problems,
                hint,
            },
        );
    });
}

/// Finds a JDK, starts its compiler and sends [`Message::Compiler`] as soon as it takes requests, and again if it does not start.
pub(crate) fn compiler(
    settings: &Configuration,
    generation: u64,
    mailbox: UnboundedSender<Message>,
) {
    let java_home = settings.java_home.clone();
    tokio::spawn(async move {
        let tell = |compiler| {
            send(
                &mailbox,
                Message::Compiler {
                    generation,
                    compiler,
                },
            );
        };
        let found = spawn_blocking(move || Toolchain::find(java_home.as_deref())).await;
        let toolchain = match found {
            Ok(Ok(toolchain)) => toolchain,
            Ok(Err(error)) => return tell(Err(error.to_string())),
            Err(error) => return tell(Err(format!("the search for a JDK ended early: {error}"))),
        };
        let jdk = toolchain.jdk.to_string();
        let (events, mut states) = unbounded_channel();
        let project = Project::default();
        match Workspace::start_in_background(project, toolchain, events) {
            Ok(workspace) => tell(Ok((Arc::new(workspace), jdk))),
            Err(error) => return tell(Err(error.to_string())),
        }
        while let Some(event) = states.recv().await {
            match event {
                WorkspaceEvent::ServiceState(ServiceState::Failed { message }) => {
                    return tell(Err(message));
                }
                WorkspaceEvent::ServiceState(ServiceState::Ready) => {
                    return send(&mailbox, Message::CompilerReady { generation });
                }
                _ => {}
            }
        }
    });
}

/// Finds out what belongs to a project, a folder or a single file, and sends [`Message::Project`]. If reading build files takes
/// long, sends it twice, the first time without their contents.
pub(crate) fn project(
    key: PathBuf,
    settings: &Configuration,
    beside: Arc<Workspace>,
    attempt: u64,
    mailbox: UnboundedSender<Message>,
) {
    let options = DiscoverOptions {
        exclude: settings.exclude.within(&key),
        class_path: settings.class_path.clone(),
        release: settings.release,
        cache: jdk::cache_folder_path(),
        ..DiscoverOptions::default()
    };
    tokio::spawn(async move {
        let opening = Opening {
            key,
            beside,
            attempt,
            mailbox,
        };
        let mut whole = opening.discover(options.clone());
        if let Ok(found) = timeout(BUILD_FILES_TIMEOUT, &mut whole).await {
            opening.tell(found, true);
            return;
        }
        let without = DiscoverOptions {
            without_build_files: true,
            ..options
        };
        opening.tell(opening.discover(without).await, false);
        opening.tell(whole.await, true);
    });
}

/// How long the first numbers wait for build files.
const BUILD_FILES_TIMEOUT: Duration = Duration::from_millis(500);

/// A project, and what it lacks on this machine.
type Found = (Project, Option<Box<MissingDependencies>>);

/// A project that is being opened.
struct Opening {
    key: PathBuf,
    beside: Arc<Workspace>,
    attempt: u64,
    mailbox: UnboundedSender<Message>,
}

impl Opening {
    fn discover(&self, options: DiscoverOptions) -> JoinHandle<Found> {
        let key = self.key.clone();
        spawn_blocking(move || {
            let project = Project::of_open_path(&key, &options);
            let lack = MissingDependencies::of(&project).map(Box::new);
            (project, lack)
        })
    }

    fn tell(&self, found: Result<Found, JoinError>, is_whole: bool) {
        let (key, attempt) = (self.key.clone(), self.attempt);
        let (opened, lack) = match found {
            Ok((project, lack)) => (self.open(project), lack),
            Err(error) => {
                let message = format!("{} could not be read: {error}", key.display());
                (Err(message), None)
            }
        };
        let message = Message::Project {
            attempt,
            key,
            opened,
            lack,
            is_whole,
        };
        send(&self.mailbox, message);
    }

    /// A workspace whose events go to the writer.
    fn open(&self, project: Project) -> Result<Workspace, String> {
        let (events, mut waiting) = unbounded_channel::<WorkspaceEvent>();
        let (place, attempt, to) = (self.key.clone(), self.attempt, self.mailbox.clone());
        tokio::spawn(async move {
            while let Some(event) = waiting.recv().await {
                let project = place.clone();
                send(
                    &to,
                    Message::Event {
                        attempt,
                        project,
                        event,
                    },
                );
            }
        });
        let opened = self.beside.beside(project, events);
        opened.map_err(|error| error.to_string())
    }
}

/// Asks a project's build tool for its class path, if the user agrees, and sends [`Message::BuildToolAnswered`].
pub(crate) fn ask_build_tool(
    key: PathBuf,
    project: Arc<Project>,
    outbox: Outbox,
    mailbox: UnboundedSender<Message>,
) {
    tokio::spawn(async move {
        match spawn_blocking(move || BuildTool::of(&project)).await {
            Ok(Ok(tool)) => offer_build_tool(key, tool, None, outbox, mailbox),
            Ok(Err(error)) => outbox.show_error(error),
            Err(error) => outbox.show_error(error),
        }
    });
}

/// Tells the user why a build tool is offered, runs it if the user agrees, and sends [`Message::BuildToolAnswered`].
pub(crate) fn offer_build_tool(
    key: PathBuf,
    tool: BuildTool,
    reason: Option<String>,
    outbox: Outbox,
    mailbox: UnboundedSender<Message>,
) {
    tokio::spawn(async move {
        let question = match reason {
            Some(reason) => format!("{reason}. {}", tool.question()),
            None => tool.question(),
        };
        let Some(cache) = jdk::cache_folder_path() else {
            return outbox
                .show_error("no folder is writable; set XDG_CACHE_HOME or TMPDIR to one that is");
        };
        if !outbox.agrees(question, "Run it").await {
            return;
        }
        outbox.log(MessageType::INFO, format!("running {}", tool.command()));
        match spawn_blocking(move || tool.ask(&cache)).await {
            Ok(Ok(entries)) => {
                let entries = escape::how_many(entries, "entry", "entries");
                let message = format!("the build tool reported {entries} of the class path");
                outbox.log(MessageType::INFO, message);
                send(&mailbox, Message::BuildToolAnswered { key });
            }
            Ok(Err(error)) => outbox.show_error(error),
            Err(error) => outbox.show_error(error),
        }
    });
}

fn send(mailbox: &UnboundedSender<Message>, message: Message) {
    // After the session, there is nothing to prepare.
    let _ = mailbox.send(message);
}
