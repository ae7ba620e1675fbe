//! The folders and single files that are compiled as a whole.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use compile::Workspace;
use problems::Severity;
use project_model::{MissingDependencies, is_build_file, is_jar_of_project};
use project_settings::FILE_NAME;
use tokio::time::Instant;
use tower_lsp::ls_types::{MessageType, Uri};

use super::Writer;
use super::open_project::{OpenProject, ProjectState};
use crate::call_graph::CallGraph;
use crate::preparation;

/// The minimum time between attempts to start the compiler.
const RETRY_DELAY: Duration = Duration::from_secs(2);
/// If more files change at once, the whole project counts as changed.
const FEW_FILES: usize = 50;

impl Writer {
    /// The innermost workspace folder that contains a file, or the file itself.
    pub(super) fn project_of(&self, path: &Path) -> PathBuf {
        let around = self
            .folders
            .iter()
            .filter(|folder| path.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.components().count());
        innermost.map_or_else(|| path.to_path_buf(), Clone::clone)
    }

    pub(super) fn open_project(&mut self, key: &Path) {
        let Some(compiler) = &self.compiler else {
            return;
        };
        let is_new_folder =
            self.folders.iter().any(|folder| folder == key) && !self.settings.know(key);
        let settings = &self.settings.of(key).settings;
        if self.projects.contains_key(key) || is_new_folder || !settings.enable {
            return;
        }
        self.projects
            .insert(key.to_path_buf(), ProjectState::Opening);
        self.attempt += 1;
        self.attempts.insert(key.to_path_buf(), self.attempt);
        preparation::project(
            key.to_path_buf(),
            settings,
            Arc::clone(compiler),
            self.attempt,
            self.mailbox.clone(),
        );
    }

    /// The calls of a project.
    pub(super) fn calls_of(&self, key: &Path) -> Option<Arc<CallGraph>> {
        self.projects.get(key)?.calls().cloned()
    }

    pub(super) fn open_projects(&mut self) {
        let of_documents = self.documents.values().map(|document| &document.project);
        let keys: Vec<PathBuf> = self.folders.iter().chain(of_documents).cloned().collect();
        for key in keys {
            self.open_project(&key);
        }
    }

    pub(super) fn start_compiler(&mut self) {
        self.generation += 1;
        self.compiler_started = Instant::now();
        self.compiler = None;
        self.trouble = None;
        self.projects.clear();
        self.attempts.clear();
        // One process compiles for all folders, so no folder's file chooses the JDK.
        preparation::compiler(
            self.settings.outside(),
            self.generation,
            self.mailbox.clone(),
        );
    }

    pub(super) fn take_compiler(&mut self, compiler: Result<(Arc<Workspace>, String), String>) {
        match compiler {
            Ok((workspace, jdk)) => {
                self.show_notices();
                self.outbox
                    .log(MessageType::INFO, format!("compiling with {jdk}"));
                self.compiler = Some(workspace);
                self.open_projects();
                self.compile_all_again();
            }
            Err(message) => self.compiler_failed(message),
        }
    }

    /// Nothing can be compiled, for this reason, until a request after [`RECOVERY`].
    pub(super) fn compiler_failed(&mut self, message: String) {
        self.show_notices();
        self.compiler = None;
        for key in self.projects.keys() {
            self.progress.end(key);
        }
        self.projects.clear();
        self.attempts.clear();
        // Repeating the same message at each attempt would not help.
        if self.told_trouble.as_ref() != Some(&message) {
            self.outbox.show_error(&message);
            self.told_trouble = Some(message.clone());
        }
        self.trouble = Some(message);
        self.outbox.refresh();
    }

    /// Searches for a compiler again if there was none at the last attempt. A JDK may have been installed, or the cause may be
    /// gone.
    pub(super) fn recover(&mut self) {
        if self.trouble.is_some() && self.compiler_started.elapsed() > RETRY_DELAY {
            self.start_compiler();
        }
    }

    /// Compiles all files of a project again.
    pub(super) fn compile_project_again(&mut self, key: &Path) {
        if let Some(ProjectState::Open(project)) = self.projects.get_mut(key) {
            self.run += 1;
            project.start(self.run);
        }
    }

    /// Reports what works differently than the user may expect.
    pub(super) fn show_notices(&self) {
        for notice in jdk::take_notices() {
            self.outbox.show_warning(notice);
        }
    }

    pub(super) fn take_project(
        &mut self,
        key: &Path,
        opened: Result<Workspace, String>,
        is_whole: bool,
    ) {
        // It may have been closed in the meantime.
        let Some(project) = self.projects.get_mut(key) else {
            return;
        };
        match opened {
            Ok(workspace) => {
                let found = workspace.project();
                // One message names everything that is missing.
                let problems = found.problems.iter();
                let problems = problems.filter(|problem| !found.is_of_missing(problem));
                for problem in problems.filter(|_| is_whole) {
                    let kind = match problem.severity {
                        Severity::Error | Severity::Warning => MessageType::WARNING,
                        Severity::Info => MessageType::INFO,
                    };
                    self.outbox.log(kind, problem);
                }
                self.run += 1;
                let run = self.run;
                *project = ProjectState::Open(Box::new(OpenProject::new(workspace, run)));
                // Open files come before the others, which wait for the build files.
                self.compile_due(Instant::now());
                if let Some(ProjectState::Open(project)) = self.projects.get_mut(key)
                    && is_whole
                {
                    project.start(run);
                }
            }
            Err(message) => {
                *project = ProjectState::Failed;
                self.outbox.show_error(message);
            }
        }
    }

    /// Reports once what a project lacks on this machine, and offers to ask its build tool.
    pub(super) fn missing_dependencies_found(
        &mut self,
        key: &Path,
        lack: Option<MissingDependencies>,
    ) {
        let Some(lack) = lack else {
            self.lacks.remove(key);
            return;
        };
        self.lacks.insert(key.to_path_buf(), lack.text.clone());
        if !self.told_lacks.insert(lack.text.clone()) {
            return;
        }
        self.outbox.log(MessageType::WARNING, &lack.text);
        match lack.tool.filter(|_| self.is_trusted()) {
            Some(tool) => preparation::offer_build_tool(
                key.to_path_buf(),
                tool,
                Some(lack.text),
                self.outbox.clone(),
                self.mailbox.clone(),
            ),
            None => self.outbox.show_warning(lack.text),
        }
    }

    pub(super) fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in removed {
            self.settings.forget(folder);
            self.forget_profile(folder);
        }
        for folder in added {
            if !self.folders.contains(&folder) {
                preparation::project_settings(folder.clone(), self.mailbox.clone());
                self.folders.push(folder);
            }
        }
        project_model::set_opened_folders(&self.folders);
        if self.trouble.is_some() {
            // A JDK inside a folder must not be used while that folder is open.
            self.start_compiler();
        }
        let now = Instant::now();
        let moved: Vec<(Uri, PathBuf)> = self
            .documents
            .iter()
            .map(|(uri, document)| (uri.clone(), self.project_of(&document.path)))
            .collect();
        for (uri, project) in moved {
            if let Some(document) = self.documents.get_mut(&uri)
                && document.project != project
            {
                document.project = project;
                document.compile_again(now);
            }
        }
        let (folders, documents) = (&self.folders, &self.documents);
        self.projects.retain(|key, _| {
            folders.contains(key) || documents.values().any(|document| document.project == *key)
        });
        self.open_projects();
    }

    /// Files changed outside of the editor.
    pub(super) fn change_files(&mut self, paths: Vec<PathBuf>) {
        for folder in &self.folders {
            if paths.contains(&folder.join(FILE_NAME)) {
                preparation::project_settings(folder.clone(), self.mailbox.clone());
            }
        }
        if paths.iter().any(|path| libraries::is_profile_file(path)) {
            self.look_for_profiles();
        }
        let is_open = |path: &PathBuf| self.documents.values().any(|doc| doc.path == *path);
        let mut by_project: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        let mut with_other_build: BTreeSet<PathBuf> = BTreeSet::new();
        for path in paths {
            with_other_build.extend(self.built_by(&path));
            let project = self.project_of(&path);
            // Open files count as in the editor.
            let is_java = path
                .extension()
                .is_some_and(|extension| extension == "java");
            if is_java && self.folders.contains(&project) && !is_open(&path) {
                by_project.entry(project).or_default().push(path);
            }
        }
        for project in &with_other_build {
            self.reopen(project);
        }
        for (project, paths) in by_project {
            if paths.len() > FEW_FILES {
                // For example, another branch was checked out, so the project is opened again.
                self.reopen(&project);
            } else if let Some(ProjectState::Open(project)) = self.projects.get_mut(&project) {
                project.compile_saved(paths);
            }
        }
    }

    /// The projects whose class paths may depend on a file.
    fn built_by(&self, path: &Path) -> Vec<PathBuf> {
        let innermost = self.project_of(path);
        let uses = |(key, project): (&PathBuf, &ProjectState)| {
            let is_own = *key == innermost && (is_build_file(path) || is_jar_of_project(path));
            let was_read = match project {
                ProjectState::Open(project) => {
                    let project = project.workspace.project();
                    let mut entries = project.class_path.iter();
                    project.build_files.contains(path) || entries.any(|entry| entry == path)
                }
                ProjectState::Opening | ProjectState::Failed => false,
            };
            (is_own || was_read).then(|| key.clone())
        };
        self.projects.iter().filter_map(uses).collect()
    }

    pub(super) fn ask_build_tool(&self, file: Option<PathBuf>) {
        if !self.is_trusted() {
            self.outbox.show_error(
                "this workspace is not trusted, so its build tool is not run; trust it in the editor first",
            );
            return;
        }
        let key = file.map(|file| self.project_of(&file));
        let Some(key) = key.or_else(|| self.folders.first().cloned()) else {
            self.outbox
                .show_error("no open folder has a build tool to ask");
            return;
        };
        let Some(ProjectState::Open(open)) = self.projects.get(&key) else {
            self.outbox
                .show_error(format!("{} is still being read", key.display()));
            return;
        };
        let project = Arc::clone(open.workspace.project());
        preparation::ask_build_tool(key, project, self.outbox.clone(), self.mailbox.clone());
    }

    /// The project of a file, if the user trusts it and its build files are read.
    pub(super) fn runnable_project(&self, path: &Path) -> Option<Arc<project_model::Project>> {
        let key = self.project_of(path);
        match self.projects.get(&key) {
            Some(ProjectState::Open(open)) if self.is_trusted() => {
                Some(Arc::clone(open.workspace.project()))
            }
            _ => None,
        }
    }

    /// Opens a project again.
    pub(super) fn reopen(&mut self, key: &Path) {
        if self.projects.remove(key).is_some() {
            self.open_project(key);
        }
    }
}
