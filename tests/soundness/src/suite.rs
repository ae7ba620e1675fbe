//! Processes many programs at once: one javac compiles them, and one JVM executes them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use calls::Library;
use jdk::{ArchiveCreation, BlockingJavac, CompileRequest, Jdk, ServiceConfig, SourceUnit};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use trace::{Class, Config, ProgramTrace, TracedProgram, trace};

use crate::contracts::Contracts;
use crate::family::Family;
use crate::inputs::{self, Range};
use crate::judge::{self, Fault, Prices, Verdict};
use crate::judges::Judge;
use crate::library::Followed;
use crate::subject::Subject;
use crate::textbook::Textbook;
use crate::total;

/// This many programs are compiled at a time.
const BATCH: usize = 100;
/// A call that executes more is stopped: some random programs never end.
const MAX_INSTRUCTIONS: u64 = 50_000;

/// Compiles, executes and judges programs.
#[derive(Debug)]
pub struct Bench {
    jdk: Jdk,
    javac: BlockingJavac,
    posterior: Arc<Posterior>,
    pricer: Pricer,
    config: Config,
    library: Followed,
}

/// Programs and what they executed.
#[derive(Debug)]
pub struct ExecutedSubjects {
    /// The programs.
    pub subjects: Vec<Subject>,
    /// The classes of each.
    pub classes: Vec<Vec<Class>>,
    /// The traces of each.
    pub traces: Vec<ProgramTrace>,
}

impl Bench {
    /// Starts javac; helper programs are stored in the cache folder.
    ///
    /// # Errors
    /// If javac cannot be started.
    pub fn new(jdk: Jdk, cache_dir: &Path) -> Result<Self> {
        let service = ServiceConfig {
            archive: ArchiveCreation::Never,
            time_limit: Duration::from_mins(2),
            heap_mebibytes: 512,
            ..ServiceConfig::new(cache_dir)
        };
        let posterior = Arc::new(Posterior::default_model());
        Ok(Self {
            javac: BlockingJavac::start(jdk.clone(), service)?,
            jdk,
            pricer: Pricer::new(Arc::clone(&posterior), Mapping::default()),
            posterior,
            config: Config {
                most_instructions: MAX_INSTRUCTIONS,
                ..Config::new(cache_dir)
            },
            library: Followed::NONE,
        })
    }

    /// The same, but calls into a library of the built-in posterior are followed. Executions count the library's callbacks
    /// but not its own code, so nothing is known about the least that a call costs.
    #[must_use]
    pub fn following(self, library: Arc<dyn Library>) -> Self {
        Self {
            library: Followed::into(library),
            ..self
        }
    }

    /// The claims that are compared with executions.
    pub(crate) fn judges(&self) -> impl Iterator<Item = Judge> {
        let is_alone = self.library.is_none();
        let all = Judge::ALL.into_iter();
        all.filter(move |judge| {
            is_alone || matches!(judge, Judge::WorstWithCallees | Judge::Contracts)
        })
    }

    /// Compiles and executes programs. Their classes have distinct names.
    ///
    /// # Errors
    /// If one does not compile or cannot be executed.
    pub fn execute(&self, subjects: Vec<Subject>) -> Result<ExecutedSubjects> {
        let mut classes = Vec::new();
        for batch in subjects.chunks(BATCH) {
            classes.extend(self.compile(batch)?);
        }
        self.execute_compiled(subjects, classes)
    }

    /// The same, but skips programs that do not compile.
    ///
    /// # Errors
    /// If one cannot be executed.
    pub(crate) fn execute_compiling(&self, subjects: Vec<Subject>) -> Result<ExecutedSubjects> {
        let compiled = subjects.into_iter().filter_map(|subject| {
            let classes = self.compile(std::slice::from_ref(&subject)).ok()?;
            Some((subject, classes.concat()))
        });
        let (subjects, classes) = compiled.unzip();
        self.execute_compiled(subjects, classes)
    }

    fn execute_compiled(
        &self,
        mut subjects: Vec<Subject>,
        classes: Vec<Vec<Class>>,
    ) -> Result<ExecutedSubjects> {
        for (subject, classes) in subjects.iter_mut().zip(&classes) {
            if subject.calls.is_empty() {
                let range = match subject.family {
                    Family::General => Range::Usual,
                    _ => Range::Extreme,
                };
                subject.calls = inputs::calls(classes, range)?;
            }
        }
        let programs = subjects
            .iter()
            .zip(&classes)
            .map(|(subject, classes)| {
                Ok(TracedProgram {
                    classes: classes.clone(),
                    loops: judge::loops(classes)?,
                    calls: subject.calls.clone(),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let traces = trace(&self.jdk, &programs, &self.config)?;
        if let Some(refused) = traces.iter().find_map(|trace| trace.refused.first()) {
            bail!("a class could not be rewritten: {refused}");
        }
        Ok(ExecutedSubjects {
            subjects,
            classes,
            traces,
        })
    }

    fn compile(&self, subjects: &[Subject]) -> Result<Vec<Vec<Class>>> {
        let mut owner = Vec::new();
        let mut request = CompileRequest::default();
        for (at, subject) in subjects.iter().enumerate() {
            for source in &subject.sources {
                owner.push(at);
                let unit = SourceUnit::new(source.file.clone(), source.text.clone());
                request.sources.push(unit);
            }
        }
        let response = self.javac.compile(request)?;
        if let Some(error) = response.errors().next() {
            let location = error.location.as_ref();
            let subject = location.map(|at| &subjects[owner[at.source]]);
            let name = subject.map_or("a program", |subject| &subject.name);
            let line = location.map_or(0, |at| at.line);
            let text: Vec<&str> = (subject.iter())
                .flat_map(|subject| subject.sources.iter())
                .map(|source| source.text.as_str())
                .collect();
            bail!(
                "{name} does not compile: line {line}: {}\n{}",
                error.message,
                text.concat()
            );
        }
        let mut classes = vec![Vec::new(); subjects.len()];
        for class in response.classes {
            let source = class.source.context("a class comes from no source")?;
            classes[owner[source]].push(Class {
                name: class.binary_name,
                bytes: class.bytes.into(),
            });
        }
        Ok(classes)
    }

    /// The verdicts on each program's calls.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge(&self, executed: &ExecutedSubjects, fault: Fault) -> Result<Vec<Vec<Verdict>>> {
        let prices = Prices::new(&self.pricer);
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                judge::judge(&prices, subject, classes, trace, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The verdicts on each program's calls, including callees in the program.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge_with_callees(
        &self,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                total::judge(&self.pricer, &self.library, subject, classes, trace, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The results for the methods whose comments state the bound that a person finds.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn textbook(&self, executed: &ExecutedSubjects) -> Result<Textbook> {
        let verdicts = self.judge_with_callees(executed, Fault::None)?;
        let mut textbook = Textbook::default();
        for (at, subject) in executed.subjects.iter().enumerate() {
            let totals =
                total::totals(&self.pricer, &self.library, subject, &executed.classes[at])?;
            textbook.add(subject, &totals, &executed.traces[at], &verdicts[at]);
        }
        Ok(textbook)
    }

    /// The verdicts of one judge on each program's calls.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge_by(
        &self,
        judge: Judge,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        match judge {
            Judge::Worst => self.judge(executed, fault),
            Judge::WorstWithCallees => self.judge_with_callees(executed, fault),
            Judge::Least => self.judge_least(executed, fault),
            Judge::LeastWithCallees => self.judge_least_with_callees(executed, fault),
            Judge::Contracts => self.judge_contracts(executed, fault),
        }
    }

    /// The verdicts on the least that each program's calls cost, without callees.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge_least(
        &self,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        let prices = Prices::new(&self.pricer);
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                judge::judge_least(&prices, subject, classes, &trace.calls, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The same, including callees in the program.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge_least_with_callees(
        &self,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                total::judge_least(&self.pricer, subject, classes, trace, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The verdicts on contracts generated from what each program's calls executed; each call has the verdicts on its own
    /// contracts.
    ///
    /// # Errors
    /// If a class cannot be read.
    pub fn judge_contracts(
        &self,
        executed: &ExecutedSubjects,
        fault: Fault,
    ) -> Result<Vec<Vec<Verdict>>> {
        let contracts = Contracts::new(Arc::clone(&self.posterior), self.library.clone());
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                let returning =
                    total::returning(&self.pricer, &self.library, subject, classes, trace);
                let judged = returning
                    .and_then(|returning| contracts.judge(subject, classes, &returning, fault));
                let verdicts = judged.with_context(|| subject.name.clone())?;
                Ok(verdicts.into_iter().map(judge::worst_of).collect())
            })
            .collect()
    }
}
