//! The code that a command was given: class files and sources, compiled, with their calls followed.

use crate::cpu;
use crate::failure::NothingRead;
use crate::options::{Analysis, Options};
use crate::problem::problem_report;
use crate::settings::Settings;
use anyhow::Result;
use compile::Compilation;
use files::Limits;
use ide::report::{ProblemReport, Severity};
use ide::{Model, Program, ProgramClass};
use libraries::ClassSource;
use project_model::Project;
use project_settings::Calls;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What most commands begin with.
pub(crate) struct CommandInput {
    pub(crate) settings: Settings,
    pub(crate) model: Model,
    pub(crate) input: Input,
}

impl CommandInput {
    /// Reads and compiles what the paths name and follows its calls.
    pub(crate) fn open(options: &Options, analysis: &Analysis, paths: &[String]) -> Result<Self> {
        let (classes, sources): (Vec<&String>, Vec<&String>) =
            paths.iter().partition(|path| is_classes(path));
        let sources: Vec<PathBuf> = sources.into_iter().map(PathBuf::from).collect();
        let settings = Settings::new(options, analysis, &sources);
        let model = super::model(&settings)?;
        let mut input = Input::open(&settings, &classes, &sources)?;
        input.follow(settings.all.calls, &model, &settings)?;
        Ok(Self {
            settings,
            model,
            input,
        })
    }
}

/// What is to be analysed.
pub(crate) struct Input {
    pub(crate) classes: Vec<ClassSource>,
    pub(crate) compiled: Option<(Project, Compilation)>,
    /// The code whose calls are followed.
    pub(crate) program: Option<Arc<Program>>,
    /// The calls of the JDK's own classes, where they were requested.
    pub(crate) of_jdk: Option<Program>,
    /// The JDK that compiled the code or has the classes.
    pub(crate) jdk: Option<String>,
    /// CPU time that went into something else than the analysis: reading what is given, and what libraries cost, which is
    /// kept. `None` where the system does not tell.
    pub(crate) other_cpu: Option<Duration>,
    /// The paths that could not be read.
    pub(crate) unread: Vec<ProblemReport>,
    /// What of the libraries cannot be read.
    pub(crate) of_libraries: Vec<ProblemReport>,
}

impl Input {
    pub(crate) fn open(
        settings: &Settings,
        classes: &[&String],
        sources: &[PathBuf],
    ) -> Result<Self> {
        let mut input = Self {
            classes: Vec::new(),
            compiled: None,
            program: None,
            of_jdk: None,
            jdk: None,
            other_cpu: None,
            unread: Vec::new(),
            of_libraries: Vec::new(),
        };
        let (sources, unread) = super::readable(sources);
        let inputs = classes.len() + unread.len() + usize::from(!sources.is_empty());
        let mut reasons = Vec::new();
        for path in classes {
            if let Err(error) = input.add_classes(settings, path) {
                input.leave_out(Some(path), &error);
                reasons.extend(crate::failure::lines_of_path(&error));
            }
        }
        for (path, error) in &unread {
            input.leave_out(Some(&path.display().to_string()), error);
            reasons.extend(crate::failure::lines_of_path(error));
        }
        if !sources.is_empty() {
            match super::compile(settings, &sources) {
                Ok((project, compilation, jdk)) => {
                    input.compiled = Some((project, compilation));
                    input.jdk = Some(jdk.version.full);
                }
                Err(error) => {
                    input.leave_out(None, &error);
                    reasons.extend(crate::failure::lines(&error));
                }
            }
        }
        // What cannot be read costs the rest nothing; where there is no rest, there is no report.
        if input.unread.len() == inputs {
            return Err(NothingRead(reasons).into());
        }
        Ok(input)
    }

    fn add_classes(&mut self, settings: &Settings, path: &str) -> Result<()> {
        let is_of_jdk = path.starts_with("jrt:");
        // Which classes of a jar are in use depends on the JDK.
        let jdk = match super::jdk(settings) {
            Err(error) if is_of_jdk => return Err(error),
            jdk => jdk.ok(),
        };
        let source = ClassSource::open(path, jdk.as_ref(), &Limits::default())?;
        self.classes.push(source);
        if let Some(jdk) = jdk.filter(|_| is_of_jdk) {
            self.jdk = Some(jdk.version.full);
        }
        Ok(())
    }

    /// Follows the calls of all that is given. The JDK's own methods are shown without what they call: they are what
    /// others are followed into.
    pub(crate) fn follow(
        &mut self,
        calls: Calls,
        model: &Model,
        settings: &Settings,
    ) -> Result<()> {
        self.other_cpu = cpu::used();
        if calls == Calls::None {
            return Ok(());
        }
        let mut classes = self.program_classes(false);
        let mut class_path = settings.all.class_path.clone();
        if let Some((project, compilation)) = &self.compiled {
            classes.extend(super::program_classes(compilation));
            // Those of the settings are among them, but for what cannot be used.
            class_path.clone_from(&project.class_path);
        }
        // Without a JDK class files have their own calls followed.
        let jdk = super::jdk(settings).ok();
        if classes.is_empty() {
            return Ok(());
        }
        let (library, problems) = super::called(calls, model, jdk.as_ref(), &class_path, &classes)?;
        let project = self.compiled.as_ref().map(|(project, _)| project);
        let problems = problems.iter().map(|one| problem_report(one, project));
        self.of_libraries.extend(problems);
        self.other_cpu = cpu::used();
        self.program = Some(Arc::new(Program::new(model, classes, library).0));
        Ok(())
    }

    /// Looks up what the calls of the JDK's own classes cost, to count them.
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

    /// The classes that were given as such: those of the JDK or the others.
    fn program_classes(&self, of_jdk: bool) -> Vec<ProgramClass> {
        let mut classes = Vec::new();
        let sources = self.classes.iter();
        for source in sources.filter(|source| source.is_of_jdk() == of_jdk) {
            for index in 0..source.len() {
                let bytes = source.with_bytes(index, |bytes| Arc::from(bytes));
                classes.extend(bytes.ok().map(|bytes| ProgramClass {
                    bytes,
                    loops: Arc::new([]),
                    left_out: Vec::new(),
                }));
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

/// True for what holds classes rather than source text: a jar, a class file, a module, a folder of classes.
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
            && Project::discover(
                &[PathBuf::from(path)],
                &project_model::DiscoverOptions::default(),
            )
            .map_or(true, |project| project.sources.is_empty()))
}
