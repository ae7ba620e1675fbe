//! The code given to a command: class files, and compiled sources, with their calls followed.

use crate::cpu;
use crate::failure::NothingRead;
use crate::options::{Analysis, Options};
use crate::problem::problem_report;
use crate::settings::Settings;
use anyhow::Result;
use compile::{BlockingCompiler, Compilation};
use containers::ArchiveLimits;
use files::Limits;
use ide::report::{ProblemReport, Severity};
use ide::{Model, Program, ProgramClass, ProgramCode, ProgramOf};
use libraries::ClassSource;
use project_model::Project;
use project_settings::Calls;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The start of most commands.
pub(crate) struct CommandInput {
    pub(crate) settings: Settings,
    pub(crate) model: Model,
    pub(crate) input: Input,
}

impl CommandInput {
    /// Reads and compiles the paths, and follows calls.
    pub(crate) fn open(
        options: &Options,
        analysis: &Analysis,
        paths: &[String],
        limits: ArchiveLimits,
    ) -> Result<Self> {
        let (classes, sources): (Vec<&String>, Vec<&String>) = paths
            .iter()
            .partition(|path| is_classes(path) || holds_archives(path));
        let sources: Vec<PathBuf> = sources.into_iter().map(PathBuf::from).collect();
        let settings = Settings::new(options, analysis, &sources);
        let model = super::model(&settings)?;
        let mut input = Input::open(&settings, &classes, &sources, &Inside::Read(limits))?;
        input.follow_last(settings.all.calls, &model, &settings)?;
        Ok(Self {
            settings,
            model,
            input,
        })
    }
}

/// What happens to archives inside an archive or a folder.
#[derive(Debug, Clone)]
pub(crate) enum Inside {
    /// Their classes are analysed, within these limits.
    Read(ArchiveLimits),
    /// They are only named.
    Named,
}

/// The code to analyse.
pub(crate) struct Input {
    pub(crate) classes: Vec<ClassSource>,
    /// For each class source, whether it is an archive given by name, or is in one or next to one.
    pub(crate) is_of_archives: Vec<bool>,
    /// For each class source, the program with its own classes instead of earlier ones with the same names; `None` if it has no
    /// different ones.
    programs: Vec<Option<Program>>,
    pub(crate) compiled: Option<(Project, Compilation)>,
    /// The code whose calls are followed.
    pub(crate) program: Option<Arc<Program>>,
    /// The calls of the JDK's own classes, if requested.
    pub(crate) of_jdk: Option<Program>,
    /// The JDK that compiled the code, or that contains the classes.
    pub(crate) jdk: Option<String>,
    /// The CPU time used for other things than the analysis: reading the input, and computing the costs of libraries, which are
    /// cached. `None` if the system does not report it.
    pub(crate) other_cpu: Option<Duration>,
    /// The paths that could not be read.
    pub(crate) unread: Vec<ProblemReport>,
    /// The parts of the libraries that cannot be read.
    pub(crate) of_libraries: Vec<ProblemReport>,
}

impl Input {
    /// Reads classes, and compiles sources.
    pub(crate) fn open(
        settings: &Settings,
        classes: &[&String],
        sources: &[PathBuf],
        inside: &Inside,
    ) -> Result<Self> {
        let compiler = &mut BlockingCompiler::default();
        Self::open_with(compiler, settings, classes, sources, inside)
    }

    /// The same with a compiler for several inputs.
    pub(crate) fn open_with(
        compiler: &mut BlockingCompiler,
        settings: &Settings,
        classes: &[&String],
        sources: &[PathBuf],
        inside: &Inside,
    ) -> Result<Self> {
        let mut input = Self {
            classes: Vec::new(),
            is_of_archives: Vec::new(),
            programs: Vec::new(),
            compiled: None,
            program: None,
            of_jdk: None,
            jdk: None,
            other_cpu: None,
            unread: Vec::new(),
            of_libraries: Vec::new(),
        };
        let (sources, unread) = super::readable(sources);
        let mut inputs = classes.len() + unread.len() + usize::from(!sources.is_empty());
        let mut reasons = Vec::new();
        for path in classes {
            if let Err(error) = input.add_classes(settings, path, inside) {
                input.leave_out(Some(path), &error);
                reasons.extend(crate::failure::lines_of_path(&error));
            }
        }
        for (path, error) in &unread {
            input.leave_out(Some(&path.display().to_string()), error);
            reasons.extend(crate::failure::lines_of_path(error));
        }
        if !sources.is_empty() {
            match super::compile(compiler, settings, &sources) {
                Ok((project, compilation, jdk)) => {
                    let empty = match inside {
                        Inside::Read(_) => empty_folders(&sources, &project),
                        Inside::Named => Vec::new(),
                    };
                    for path in &empty {
                        let error = anyhow::anyhow!(
                            "{} contains no Java source, class file or archive; name a folder that does",
                            path.display()
                        );
                        input.leave_out(Some(&path.display().to_string()), &error);
                        reasons.extend(crate::failure::lines_of_path(&error));
                    }
                    // All sources together are one input.
                    inputs += empty.len().saturating_sub(1);
                    if empty.len() < sources.len() {
                        inputs += usize::from(!empty.is_empty());
                    }
                    input.compiled = Some((project, compilation));
                    input.jdk = Some(jdk.version.full);
                }
                Err(error) => {
                    input.leave_out(None, &error);
                    reasons.extend(crate::failure::lines(&error));
                }
            }
        }
        // What cannot be read does not affect the rest. Without a rest, there is no report.
        if input.unread.len() == inputs {
            return Err(NothingRead(reasons).into());
        }
        Ok(input)
    }

    fn add_classes(&mut self, settings: &Settings, path: &str, inside: &Inside) -> Result<()> {
        let is_of_jdk = path.starts_with("jrt:");
        // Which classes of a jar are used depends on the JDK.
        let jdk = match super::jdk(settings) {
            Err(error) if is_of_jdk => return Err(error),
            jdk => jdk.ok(),
        };
        let limits = Limits::default();
        let found = match inside {
            Inside::Read(archives) => {
                let release = settings.all.release;
                ClassSource::open_all(path, jdk.as_ref(), release, &limits, archives)?
            }
            Inside::Named => vec![ClassSource::open(path, jdk.as_ref(), &limits)?],
        };
        let is_of_archives = found.iter().any(|source| source.jar().is_some());
        self.is_of_archives
            .resize(self.classes.len() + found.len(), is_of_archives);
        self.classes.extend(found);
        if let Some(jdk) = jdk.filter(|_| is_of_jdk) {
            self.jdk = Some(jdk.version.full);
        }
        Ok(())
    }

    /// Follows the calls of all input. The JDK's own methods are shown without their callees, because calls of others are
    /// followed into them.
    pub(crate) fn follow(
        &mut self,
        calls: Calls,
        model: &Model,
        settings: &Settings,
    ) -> Result<()> {
        self.follow_in(Program::new, calls, model, settings)
    }

    /// The same if no other state of the input will be computed.
    pub(crate) fn follow_last(
        &mut self,
        calls: Calls,
        model: &Model,
        settings: &Settings,
    ) -> Result<()> {
        self.follow_in(Program::last, calls, model, settings)
    }

    fn follow_in(
        &mut self,
        program_of: ProgramOf,
        calls: Calls,
        model: &Model,
        settings: &Settings,
    ) -> Result<()> {
        self.other_cpu = cpu::used();
        if calls == Calls::None {
            return Ok(());
        }
        let mut code = ProgramCode::from(self.program_classes(false));
        let mut class_path = settings.all.class_path.clone();
        if let Some((project, compilation)) = &self.compiled {
            let of_files = super::program_code(compilation);
            code.classes.extend(of_files.classes);
            code.unseen = of_files.unseen;
            // It includes those of the settings, except for entries that cannot be used.
            class_path.clone_from(&project.class_path);
        }
        // Without a JDK, only the calls among class files are followed.
        let jdk = super::jdk(settings).ok();
        if code.classes.is_empty() {
            return Ok(());
        }
        let called = super::called(calls, model, jdk.as_ref(), &class_path, &code.classes);
        let (library, problems) = called?;
        let project = self.compiled.as_ref().map(|(project, _)| project);
        let problems = problems.iter().map(|one| problem_report(one, project));
        self.of_libraries.extend(problems);
        self.other_cpu = cpu::used();
        let hidden = self.hidden();
        let has_hidden = hidden.iter().any(|classes| !classes.is_empty());
        let program_of: ProgramOf = if has_hidden { Program::new } else { program_of };
        let program = program_of(model, code, library).0;
        let programs = hidden.into_iter().map(|classes| program.with(classes));
        self.programs = programs.collect();
        self.program = Some(Arc::new(program));
        Ok(())
    }

    /// Says that nothing that is followed will change.
    pub(crate) fn mark_last(&mut self) {
        let all = self.program.as_mut().and_then(Arc::get_mut);
        let of_sources = self.programs.iter_mut().flatten();
        for program in of_sources.chain(all).chain(&mut self.of_jdk) {
            program.mark_last();
        }
    }

    /// The program in which the calls of a class source are followed.
    pub(crate) fn program_of(&self, source: usize) -> Option<&Program> {
        let is_of_jdk = |source: &ClassSource| source.is_of_jdk();
        if self.classes.get(source).is_some_and(is_of_jdk) {
            return None;
        }
        let own = self.programs.get(source).and_then(Option::as_ref);
        own.or(self.program.as_deref())
    }

    /// If two classes have the same name, the first one runs. To show the second one, its archive is treated as if it came
    /// first. The result has such classes of each class source.
    fn hidden(&self) -> Vec<Vec<ProgramClass>> {
        if self.classes.len() < 2 {
            return Vec::new();
        }
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let sources = self.classes.iter();
        let hidden = sources.map(|source| {
            let all = 0..if source.is_of_jdk() { 0 } else { source.len() };
            let hidden = all.filter(|index| match source.name_in_jar(*index) {
                Some(name) => !known.insert(name),
                None => true,
            });
            hidden.filter_map(|index| class_of(source, index)).collect()
        });
        hidden.collect()
    }

    /// Looks up the costs of calls of the JDK's own classes, to count them.
    pub(crate) fn follow_jdk(
        &mut self,
        calls: Calls,
        model: &Model,
        settings: &Settings,
    ) -> Result<()> {
        let classes = self.program_classes(true);
        if calls == Calls::None || classes.is_empty() {
            return Ok(());
        }
        let before = cpu::used();
        let library = match calls {
            Calls::All => Some(super::library(model, &super::jdk(settings)?)?),
            _ => None,
        };
        let of_library = cpu::used()
            .zip(before)
            .map(|(now, before)| now.saturating_sub(before));
        self.other_cpu = self
            .other_cpu
            .zip(of_library)
            .map(|(other, more)| other + more);
        self.of_jdk = Some(Program::of_library(model, classes, library).0);
        Ok(())
    }

    /// The classes that were given as class files: those of the JDK, or the others.
    fn program_classes(&self, of_jdk: bool) -> Vec<ProgramClass> {
        let mut classes = Vec::new();
        let sources = self.classes.iter();
        for source in sources.filter(|source| source.is_of_jdk() == of_jdk) {
            for index in 0..source.len() {
                classes.extend(class_of(source, index));
            }
        }
        classes
    }

    fn leave_out(&mut self, file: Option<&str>, error: &anyhow::Error) {
        self.unread.push(ProblemReport {
            file: file.map(str::to_owned),
            line: None,
            severity: Severity::Error,
            message: crate::failure::message(error),
        });
    }
}

/// A class of a source, if it can be read.
fn class_of(source: &ClassSource, index: usize) -> Option<ProgramClass> {
    let bytes = source.with_bytes(index, |bytes| Arc::from(bytes));
    Some(ProgramClass {
        bytes: bytes.ok()?,
        loops: Arc::new([]),
        left_out: Vec::new(),
    })
}

/// The folders without Java files.
pub(crate) fn empty_folders<'p>(paths: &'p [PathBuf], project: &Project) -> Vec<&'p PathBuf> {
    let is_empty = |path: &&PathBuf| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        let real = path.canonicalize().unwrap_or_else(|_| absolute.clone());
        let mut sources = project.sources.iter();
        path.is_dir() && !sources.any(|file| file.starts_with(&absolute) || file.starts_with(&real))
    };
    paths.iter().filter(is_empty).collect()
}

/// Whether a path is an archive, or a folder of archives without Java text.
pub(crate) fn holds_archives(path: &str) -> bool {
    if !Path::new(path).is_dir() {
        return containers::versions::is_archive(path);
    }
    ClassSource::folder_has_archives(Path::new(path), &Limits::default()) && has_no_sources(path)
}

fn has_no_sources(path: &str) -> bool {
    Project::discover(
        &[PathBuf::from(path)],
        &project_model::DiscoverOptions::default(),
    )
    .map_or(true, |project| project.sources.is_empty())
}

/// Whether a path has classes and not source text: a jar, a class file, a module, or a folder of classes.
pub(crate) fn is_classes(path: &str) -> bool {
    let has_extension = |wanted: &str| {
        Path::new(path)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    path.starts_with("jrt:")
        || has_extension("jar")
        || has_extension("class")
        || (Path::new(path).is_dir()
            && ClassSource::open(path, None, &Limits::default())
                .is_ok_and(|source| !source.is_empty())
            && has_no_sources(path))
}
