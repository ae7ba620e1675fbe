//! The calls of one project, followed from file to file.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use compile::CompiledFile;
use ide::{Program, ProgramClass, Specifications};
use libraries::{CalledLibraries, Libraries, LibraryPath};
use problems::Problem;
use project_settings::{Calls, Configuration};
use source::SourceFile;

use crate::pricing_context::PricingContext;

/// Shared by the analyses of a project's files, of which each brings the newest classes of its file.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    program: Option<Arc<Program>>,
    /// What the program's calls are followed into.
    library: Option<Arc<LibraryPath>>,
    /// Tells what is followed now from what was followed before, in this project and all others.
    revision: u64,
}

/// The number of the newest [`State::revision`] of all.
static REVISIONS: AtomicU64 = AtomicU64::new(0);

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed) + 1
}

/// A file's newest classes among those of its project.
#[derive(Debug)]
pub(crate) struct UpdatedProgram {
    pub(crate) program: Arc<Program>,
    /// True where callers of the file's methods have other numbers now.
    pub(crate) has_new_costs: bool,
}

impl CallGraph {
    /// Follows the calls of all files of a project, and into what is known of the libraries; gives what they call. This
    /// takes its time.
    pub(crate) fn start(
        &self,
        context: &PricingContext,
        files: &[Arc<CompiledFile>],
        class_path: &[PathBuf],
        libraries: &Libraries,
    ) -> Option<CalledLibraries> {
        let PricingContext {
            model, settings, ..
        } = context;
        let classes = files
            .iter()
            .flat_map(|file| classes_of(file, &SourceFile::parse(Arc::clone(&file.text))))
            .collect();
        let called = (settings.calls == Calls::All).then(|| {
            let classes = files.iter().flat_map(|file| &file.classes);
            let bytes = classes.map(|class| &*class.bytes);
            CalledLibraries::new(model, settings, class_path, bytes)
        });
        let library = called.as_ref().and_then(|called| libraries.open(called));
        let followed = library.clone().map(|library| library as _);
        let (program, _) = Program::new(model, classes, followed);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program = Some(Arc::new(program));
        state.library = library;
        state.revision = next_revision();
        called
    }

    /// Prices the libraries that are not priced yet, which takes long, and follows the calls into them. Calls `report` with
    /// the name of the current library, how many are done and how many there are, and `tell` whenever there is something
    /// new.
    pub(crate) fn add_libraries(
        &self,
        called: &CalledLibraries,
        libraries: &Libraries,
        report: &mut dyn FnMut(&str, usize, usize),
        tell: &mut dyn FnMut(LibraryUpdate),
    ) {
        // Nearly everything calls the JDK, so that its numbers do not wait for the others'.
        for make in [Libraries::make_jdk, Libraries::make_parts] {
            let problems = make(libraries, called, report);
            // Another project may have computed what this one lacks too.
            let library = libraries.open(called);
            let has_new_costs = library.is_some_and(|library| self.exchange_library(library));
            tell(LibraryUpdate {
                has_new_costs,
                problems,
            });
        }
    }

    /// Edits continue while the calls into another library are followed; what they changed comes last. False for the library that
    /// there is.
    fn exchange_library(&self, library: Arc<LibraryPath>) -> bool {
        let (before, known) = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            (state.program.clone(), state.library.clone())
        };
        let Some(before) = before else {
            return false;
        };
        if known.is_some_and(|known| known.is_same(&library)) {
            return false;
        }
        let after = before.with_library(Arc::clone(&library) as _);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let after = match &state.program {
            Some(newest) if !Arc::ptr_eq(newest, &before) => after.with_classes_of(newest),
            _ => after,
        };
        state.program = Some(Arc::new(after));
        state.library = Some(library);
        state.revision = next_revision();
        true
    }

    /// What is followed now: it is another each time more is. `None` before all files are there.
    pub(crate) fn revision(&self) -> Option<u64> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program.is_some().then_some(state.revision)
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
    ) -> Option<UpdatedProgram> {
        if settings.calls == Calls::None {
            return None;
        }
        // One file after the other, so that none of them is lost.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.program.as_ref()?;
        let Some(after) = before.with(classes_of(file, source)).map(Arc::new) else {
            return Some(UpdatedProgram {
                program: Arc::clone(before),
                has_new_costs: false,
            });
        };
        let names = file.classes.iter().map(|class| class.binary_name.as_str());
        let has_new_costs = !after.costs_same_as(before, names);
        state.program = Some(Arc::clone(&after));
        Some(UpdatedProgram {
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

/// What came of working libraries out.
#[derive(Debug)]
pub(crate) struct LibraryUpdate {
    pub(crate) has_new_costs: bool,
    /// Why the calls of some stay unpriced.
    pub(crate) problems: Vec<Problem>,
}

/// The calls of a project were followed for the first time, or into more than before.
#[derive(Debug)]
pub(crate) struct CallGraphReady {
    pub(crate) key: PathBuf,
    pub(crate) calls: Arc<CallGraph>,
    /// Whether what libraries cost is still to be looked up or computed.
    pub(crate) awaits_libraries: bool,
}
