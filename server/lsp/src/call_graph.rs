//! The calls of one project, followed from file to file.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ide::{Model, Program, ProgramClass, Specifications};
use source::SourceFile;
use workspace::configuration::{Calls, Configuration};
use workspace::{CompiledFile, JdkLibrary};

/// Shared by the analyses of a project's files, of which each brings the newest classes of its file.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What was compiled before the calls were followed for the first time.
    files: Vec<CompiledFile>,
    program: Option<Arc<Program>>,
}

/// A file's newest classes among those of its project.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) program: Arc<Program>,
    /// True where callers of the file's methods have other numbers now.
    pub(crate) has_new_costs: bool,
}

impl CallGraph {
    /// Keeps a file until all of the project are there.
    pub(crate) fn collect(&self, file: CompiledFile) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.program.is_none() {
            state.files.push(file);
        }
    }

    /// Follows the calls of all files that were collected, and gives those back. This takes its time.
    pub(crate) fn start(&self, model: &Model, settings: &Configuration) -> Vec<CompiledFile> {
        let files = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut state.files)
        };
        let classes = files
            .iter()
            .flat_map(|file| classes_of(file, &SourceFile::parse(Arc::clone(&file.text))))
            .collect();
        let library = match settings.calls {
            Calls::All => JdkLibrary::of_session(settings, model),
            Calls::Project | Calls::None => None,
        };
        let (program, _) = Program::new(model, classes, library);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program = Some(Arc::new(program));
        files
    }

    /// Follows the calls into the JDK as well, where what its methods cost had to be worked out first. This takes long.
    /// False where nothing changes.
    pub(crate) fn add_library(&self, model: &Model, settings: &Configuration) -> bool {
        let lacks_library = || {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let program = state.program.as_ref();
            program.is_some_and(|program| !program.has_library())
        };
        if settings.calls != Calls::All
            || !lacks_library()
            || !JdkLibrary::make_for_session(settings)
        {
            return false;
        }
        let Some(library) = JdkLibrary::of_session(settings, model) else {
            return false;
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let with_library = state
            .program
            .as_ref()
            .map(|program| Arc::new(program.with_library(library)));
        state.program = with_library;
        true
    }

    /// The program as it is now; `None` before all files are there.
    pub(crate) fn program(&self) -> Option<Arc<Program>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program.clone()
    }

    /// The program with the classes of a file as they are now; `None` before all files are there, or where calls are
    /// not to be followed.
    pub(crate) fn with(
        &self,
        settings: &Configuration,
        source: &SourceFile,
        file: &CompiledFile,
    ) -> Option<Followed> {
        if settings.calls == Calls::None {
            return None;
        }
        // One file after the other, so that none of them is lost.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.program.as_ref()?;
        let Some(after) = before.with(classes_of(file, source)).map(Arc::new) else {
            return Some(Followed {
                program: Arc::clone(before),
                has_new_costs: false,
            });
        };
        let names = file.classes.iter().map(|class| class.binary_name.as_str());
        let has_new_costs = !after.costs_as(before, names);
        state.program = Some(Arc::clone(&after));
        Some(Followed {
            program: after,
            has_new_costs,
        })
    }
}

fn classes_of(file: &CompiledFile, source: &SourceFile) -> Vec<ProgramClass> {
    let loops: Arc<[_]> = Specifications::of(source).loops.into();
    let left_out: Vec<_> = file.left_out().into_iter().map(|part| part.lines).collect();
    file.classes
        .iter()
        .map(|class| ProgramClass {
            bytes: Arc::clone(&class.bytes),
            loops: Arc::clone(&loops),
            left_out: left_out.clone(),
        })
        .collect()
}

/// The calls of a project were followed for the first time.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) key: PathBuf,
    pub(crate) files: Vec<CompiledFile>,
}
