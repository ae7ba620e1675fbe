//! Many programs at once: compiled by one javac, executed in one JVM.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use calls::Library;
use jdk::{ArchiveCreation, BlockingJavac, CompileRequest, Jdk, ServiceConfig, SourceUnit};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use trace::{Class, Config, Program, ProgramTrace, trace};

use crate::contracts::Contracts;
use crate::family::Family;
use crate::inputs::{self, Range};
use crate::judge::{self, Fault, Prices, Verdict};
use crate::judges::Judge;
use crate::library::Followed;
use crate::subject::Subject;
use crate::textbook::Textbook;
use crate::total;

/// So many programs are compiled at a time.
const BATCH: usize = 100;
/// A call that executes more is given up: the programs are made up, and some of them never end.
const MAX_INSTRUCTIONS: u64 = 200_000;

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

/// Programs with what they executed.
#[derive(Debug)]
pub struct Executed {
    /// The programs.
    pub subjects: Vec<Subject>,
    /// The classes of each.
    pub classes: Vec<Vec<Class>>,
    /// The traces of each.
    pub traces: Vec<ProgramTrace>,
}

impl Bench {
    /// Starts javac; programs of our own are kept in the cache folder.
    ///
    /// # Errors
    /// Where javac cannot be started.
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

    /// The same that follows calls into a library of the posterior that comes with the program. Executions count what the
    /// library calls back and none of its own code, so that nothing is known of what a call costs at least.
    #[must_use]
    pub fn following(self, library: Arc<dyn Library>) -> Self {
        Self {
            library: Followed::into(library),
            ..self
        }
    }

    /// What is compared with executions.
    pub(crate) fn judges(&self) -> impl Iterator<Item = Judge> {
        let is_alone = self.library.is_none();
        let all = Judge::ALL.into_iter();
        all.filter(move |judge| {
            is_alone || matches!(judge, Judge::WorstWithCallees | Judge::Contracts)
        })
    }

    /// Compiles and executes programs. Their classes have names of their own.
    ///
    /// # Errors
    /// Where one does not compile or cannot be executed.
    pub fn execute(&self, subjects: Vec<Subject>) -> Result<Executed> {
        let mut classes = Vec::new();
        for batch in subjects.chunks(BATCH) {
            classes.extend(self.compile(batch)?);
        }
        self.execute_compiled(subjects, classes)
    }

    /// The same, with those programs left out that do not compile.
    ///
    /// # Errors
    /// Where one cannot be executed.
    pub(crate) fn execute_compiling(&self, subjects: Vec<Subject>) -> Result<Executed> {
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
    ) -> Result<Executed> {
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
                Ok(Program {
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
        Ok(Executed {
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
    /// Where a class cannot be read.
    pub fn judge(&self, executed: &Executed, fault: Fault) -> Result<Vec<Vec<Verdict>>> {
        let prices = Prices::new(&self.pricer);
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                judge::judge(&prices, subject, classes, trace, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The verdicts on each program's calls with all that they call in the program.
    ///
    /// # Errors
    /// Where a class cannot be read.
    pub fn judge_with_callees(
        &self,
        executed: &Executed,
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

    /// What is known of the methods whose text says which bound a person finds.
    ///
    /// # Errors
    /// Where a class cannot be read.
    pub fn textbook(&self, executed: &Executed) -> Result<Textbook> {
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
    /// Where a class cannot be read.
    pub fn judge_by(
        &self,
        judge: Judge,
        executed: &Executed,
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

    /// The verdicts on what each program's calls cost at least, without what they call.
    ///
    /// # Errors
    /// Where a class cannot be read.
    pub fn judge_least(&self, executed: &Executed, fault: Fault) -> Result<Vec<Vec<Verdict>>> {
        let prices = Prices::new(&self.pricer);
        let all = executed.subjects.iter().zip(&executed.classes);
        all.zip(&executed.traces)
            .map(|((subject, classes), trace)| {
                judge::judge_least(&prices, subject, classes, &trace.calls, fault)
                    .with_context(|| subject.name.clone())
            })
            .collect()
    }

    /// The same with all that they call in the program.
    ///
    /// # Errors
    /// Where a class cannot be read.
    pub fn judge_least_with_callees(
        &self,
        executed: &Executed,
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

    /// The verdicts on contracts that are made of what each program's calls executed; each call has those made of it.
    ///
    /// # Errors
    /// Where a class cannot be read.
    pub fn judge_contracts(&self, executed: &Executed, fault: Fault) -> Result<Vec<Vec<Verdict>>> {
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
