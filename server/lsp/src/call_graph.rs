//! The calls of one project, followed from file to file.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use compile::CompiledFile;
use ide::{Program, ProgramCode};
use libraries::{CalledLibraries, Libraries, LibraryPath};
use problems::Problem;
use project_settings::{Calls, Configuration};
use source::SourceFile;

use crate::pricing_context::PricingContext;

/// The calls of a project, shared by the analyses of its files. Each analysis adds the newest classes of its file.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    program: Option<Arc<Program>>,
    /// The library that the program's calls lead into.
    library: Option<Arc<LibraryPath>>,
    /// Distinguishes states of all call graphs of the session.
    revision: u64,
}

/// The latest [`State::revision`] of all call graphs.
static REVISIONS: AtomicU64 = AtomicU64::new(0);

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed) + 1
}

/// A program with the newest classes of a file.
#[derive(Debug)]
pub(crate) struct UpdatedProgram {
    pub(crate) program: Arc<Program>,
    /// Whether callers of the file's methods have new numbers.
    pub(crate) has_new_costs: bool,
}

impl CallGraph {
    /// Follows the calls of all files of a project, and into the libraries priced so far. Returns the called libraries. This
    /// takes long.
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
        let mut code = ProgramCode::default();
        for file in files {
            let of_file = code_of(file, &SourceFile::parse(Arc::clone(&file.text)));
            code.classes.extend(of_file.classes);
            code.unseen.extend(of_file.unseen);
        }
        let called = (settings.calls == Calls::All).then(|| {
            let classes = files.iter().flat_map(|file| &file.classes);
            let bytes = classes.map(|class| &*class.bytes);
            CalledLibraries::new(model, settings, class_path, bytes)
        });
        let library = called.as_ref().and_then(|called| libraries.open(called));
        let followed = library.clone().map(|library| library as _);
        let (program, _) = Program::new(model, code, followed);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program = Some(Arc::new(program));
        state.library = library;
        state.revision = next_revision();
        called
    }

    /// Prices the missing libraries, which takes long, and follows the calls into them. Calls `report` with the name of the
    /// current library, how many are done and how many there are, and `tell` after each new result.
    pub(crate) fn add_libraries(
        &self,
        called: &CalledLibraries,
        libraries: &Libraries,
        report: &mut dyn FnMut(&str, usize, usize),
        tell: &mut dyn FnMut(LibraryUpdate),
    ) {
        // Nearly all code calls the JDK, so its numbers do not wait for other libraries.
        for make in [Libraries::make_jdk, Libraries::make_parts] {
            let problems = make(libraries, called, report);
            // Another project may have priced what this one lacks.
            let library = libraries.open(called);
            let has_new_costs = library.is_some_and(|library| self.exchange_library(library));
            tell(LibraryUpdate {
                has_new_costs,
                problems,
            });
        }
    }

    /// Replaces the library. Edits continue while calls into it are followed; their changes are applied last. False if it is the
    /// current library.
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

    /// The current revision, which changes each time more calls are followed. `None` until all files are loaded.
    pub(crate) fn revision(&self) -> Option<u64> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program.is_some().then_some(state.revision)
    }

    /// The current program; `None` until all files are loaded.
    pub(crate) fn program(&self) -> Option<Arc<Program>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.program.clone()
    }

    /// The program with the current classes of a file; `None` until all files are loaded, or if calls are not to be followed.
    pub(crate) fn with(
        &self,
        settings: &Configuration,
        source: &SourceFile,
        file: &CompiledFile,
    ) -> Option<UpdatedProgram> {
        if settings.calls == Calls::None {
            return None;
        }
        // One file after the other, so none of them is lost.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.program.as_ref()?;
        let Some(after) = before.with(code_of(file, source)).map(Arc::new) else {
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

fn code_of(file: &CompiledFile, source: &SourceFile) -> ProgramCode {
    let name = Arc::from(&*file.file.to_string_lossy());
    ProgramCode {
        classes: file.program_classes(source),
        unseen: vec![(name, file.unseen(source))],
    }
}

/// The result of pricing libraries.
#[derive(Debug)]
pub(crate) struct LibraryUpdate {
    pub(crate) has_new_costs: bool,
    /// Why calls into some of them stay unpriced.
    pub(crate) problems: Vec<Problem>,
}

/// The calls of a project were followed for the first time, or further than before.
#[derive(Debug)]
pub(crate) struct CallGraphReady {
    pub(crate) key: PathBuf,
    pub(crate) calls: Arc<CallGraph>,
    /// Whether prices of libraries are still to be opened or computed.
    pub(crate) awaits_libraries: bool,
}
