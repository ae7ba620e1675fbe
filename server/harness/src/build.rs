//! Compiles Java text to class files, and counts exactly what programs execute.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use campaign::{Campaign, ClassFile, ExecutedCounts, ExecutedEffects, Method, Program};
use jdk::{BlockingJavac, CompileRequest, Environment, Jdk, ServiceConfig, SourceUnit};
use trace::{Call, CallCompletion, CallTrace, Class, ProgramTrace, TracedMethodName, Value};

use crate::error::HarnessError;
use crate::suite::{BASELINE, Source, Suite};

/// The time limit of javac for all programs on a slow board.
const COMPILE_LIMIT: Duration = Duration::from_mins(5);
/// More memory than for the editor: several hundred units at once.
const COMPILE_HEAP_MEBIBYTES: u32 = 512;
/// A few iterations of a program never execute more.
const MAX_INSTRUCTIONS: u64 = 2_000_000_000;
/// The time limit for counting on a slow board.
const COUNT_LIMIT: Duration = Duration::from_mins(10);
/// How many instructions of a program are executed before the jumps are counted that are mispredicted. A processor has learnt by
/// then what it can learn of a short program.
const PREDICTED_INSTRUCTIONS: f64 = 100_000.0;
const MOST_PREDICTED_ITERATIONS: f64 = 20_000.0;
/// The measured method of each program.
const RUN: (&str, &str) = ("run", "(I)V");

/// The programs of a campaign, compiled from their text. Nothing else ever runs.
#[derive(Clone, Debug)]
pub struct Build {
    /// All classes.
    pub classes: Vec<ClassFile>,
    /// The programs, the baseline first.
    pub programs: Vec<Program>,
    /// The classes of each program, and those that all use, for counting.
    own: Vec<Vec<Class>>,
    common: Vec<Class>,
}

/// Executes code and counts its instructions, with a JDK that can do so.
#[derive(Clone, Debug)]
pub struct Counter {
    jdk: Jdk,
    cache_dir: PathBuf,
}

impl Counter {
    /// A counter with the measured JDK, or with another one that can rewrite its classes.
    ///
    /// # Errors
    /// [`HarnessError::NoCounter`] if there is none.
    pub fn beside(
        measured: &Jdk,
        cache_dir: &Path,
        environment: &Environment,
    ) -> Result<Self, HarnessError> {
        let found = jdk::find_jdks(None, environment).jdks;
        let jdk = std::iter::once(measured.clone())
            .chain(found)
            .find(|jdk| jdk.version.feature >= trace::FIRST_FEATURE.max(measured.version.feature))
            .ok_or_else(|| HarnessError::NoCounter {
                needed: trace::FIRST_FEATURE,
                measured: measured.to_string(),
            })?;
        Ok(Self {
            jdk,
            cache_dir: cache_dir.to_path_buf(),
        })
    }

    /// What each program executes; also the mispredicted jumps, if `predicts`.
    ///
    /// # Errors
    /// [`HarnessError::Trace`].
    pub fn trace(
        &self,
        programs: &[trace::TracedProgram],
        predicts: bool,
    ) -> Result<Vec<ProgramTrace>, HarnessError> {
        let config = trace::Config {
            predicts,
            most_instructions: MAX_INSTRUCTIONS,
            time_limit: COUNT_LIMIT,
            ..trace::Config::new(&self.cache_dir)
        };
        Ok(trace::trace(&self.jdk, programs, &config)?)
    }
}

/// Compiles a suite without executing anything.
///
/// # Errors
/// [`HarnessError`] if a program does not compile.
pub fn build(suite: &Suite, measured: &Jdk, cache_dir: &Path) -> Result<Build, HarnessError> {
    let (common_path, common_text) = suite.common();
    let units = suite
        .sources
        .iter()
        .map(|source| {
            let path = format!("{}.java", source.class);
            SourceUnit::new(path, source.text.as_str())
        })
        .chain([SourceUnit::new(common_path, common_text)])
        .chain(
            suite
                .given
                .iter()
                .map(|given| SourceUnit::new(given.path(), given.text.as_str())),
        );
    let config = ServiceConfig {
        time_limit: COMPILE_LIMIT,
        heap_mebibytes: COMPILE_HEAP_MEBIBYTES,
        ..ServiceConfig::new(cache_dir)
    };
    let javac = BlockingJavac::start(measured.clone(), config)?;
    let response = javac.compile(CompileRequest {
        sources: units.collect(),
        ..CompileRequest::default()
    })?;
    if !response.success {
        let first = response.errors().next();
        let source = first
            .and_then(|error| error.location.as_ref())
            .and_then(|location| suite.sources.get(location.source));
        return Err(HarnessError::NotCompiled {
            program: source
                .map_or_else(|| "that was given".to_owned(), |source| source.name.clone()),
            jdk: measured.to_string(),
            problem: first.map_or_else(String::new, |error| error.message.clone()),
        });
    }
    // The units of the programs come first, followed by what all use.
    let mut own: Vec<Vec<Class>> = vec![Vec::new(); suite.sources.len()];
    let mut common = Vec::new();
    let mut classes = Vec::new();
    for class in response.classes {
        let traced = Class {
            name: class.binary_name.clone(),
            bytes: Arc::from(class.bytes.as_slice()),
        };
        match class.source.and_then(|source| own.get_mut(source)) {
            Some(of_program) => of_program.push(traced),
            None => common.push(traced),
        }
        classes.push(ClassFile {
            name: class.binary_name,
            bytes: class.bytes,
        });
    }
    Ok(Build {
        classes,
        programs: suite.sources.iter().map(program).collect(),
        own,
        common,
    })
}

impl Build {
    /// Executes each program a few times and counts what one iteration of it executes, by name.
    ///
    /// # Errors
    /// [`HarnessError`] if a program cannot be counted.
    pub fn count(
        &self,
        suite: &Suite,
        counter: &Counter,
    ) -> Result<BTreeMap<String, CountedIteration>, HarnessError> {
        count(&suite.sources, self.own.clone(), &self.common, counter)
    }

    /// Refuses a campaign with other code, so that its file cannot decide what runs.
    ///
    /// # Errors
    /// [`HarnessError::OtherCode`] names the first program that differs.
    pub fn check_same(&self, campaign: &Campaign) -> Result<(), HarnessError> {
        let other = |program: &str, problem| {
            Err(HarnessError::OtherCode {
                path: campaign.path().to_path_buf(),
                program: program.escape_debug().to_string(),
                problem,
            })
        };
        let ours: BTreeMap<&str, &Program> = self
            .programs
            .iter()
            .map(|of| (of.name.as_str(), of))
            .collect();
        let programs = campaign.programs()?;
        for program in &programs {
            match ours.get(program.name.as_str()) {
                None => return other(&program.name, "was not requested"),
                Some(own) if *own != program => {
                    return other(&program.name, "is planned as another one");
                }
                Some(_) => {}
            }
        }
        let ours: BTreeMap<&str, &[u8]> = self
            .classes
            .iter()
            .map(|class| (class.name.as_str(), class.bytes.as_slice()))
            .collect();
        let classes = campaign.classes()?;
        for class in &classes {
            if ours.get(class.name.as_str()) != Some(&class.bytes.as_slice()) {
                return other(
                    &self.user_of(&class.name),
                    "contains other code than its source produces",
                );
            }
        }
        if programs.len() < self.programs.len() || classes.len() < self.classes.len() {
            return other(BASELINE, "is there without all the others");
        }
        Ok(())
    }

    /// The program that a class belongs to, or the class itself if all use it.
    fn user_of(&self, class: &str) -> String {
        let outer = class.split('$').next().unwrap_or(class);
        let is_in = |program: &&Program| {
            program
                .method
                .as_ref()
                .is_some_and(|method| method.class == class || method.class == outer)
        };
        self.programs
            .iter()
            .find(is_in)
            .map_or_else(|| class.to_owned(), |program| program.name.clone())
    }
}

fn program(source: &Source) -> Program {
    Program {
        held_out: source.held_out,
        triple: source.triple.clone(),
        method: Some(Method {
            class: source.class.clone(),
            name: RUN.0.to_owned(),
            descriptor: RUN.1.to_owned(),
        }),
        executions: source.executions,
        baseline: (source.name != BASELINE).then(|| BASELINE.to_owned()),
        ..Program::new(source.name.as_str(), source.kind)
    }
}

/// What one iteration of a program executes.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedIteration {
    /// Its instructions.
    pub executed: Vec<ExecutedCounts>,
    /// What else costs energy.
    pub effects: ExecutedEffects,
}

/// What one iteration of each program executes: the difference between `run(2)` and `run(1)`, which must equal that between
/// `run(3)` and `run(2)`.
///
/// # Errors
/// [`HarnessError::NotCounted`] if a program fails or its iterations differ.
pub fn count(
    sources: &[Source],
    own: Vec<Vec<Class>>,
    common: &[Class],
    counter: &Counter,
) -> Result<BTreeMap<String, CountedIteration>, HarnessError> {
    let mut programs: Vec<trace::TracedProgram> = sources
        .iter()
        .zip(own)
        .map(|(source, classes)| trace::TracedProgram {
            classes: classes.into_iter().chain(common.iter().cloned()).collect(),
            loops: Vec::new(),
            calls: (1..=3).map(|iterations| run(source, iterations)).collect(),
        })
        .collect();
    let not_counted = |source: &Source, problem| HarnessError::NotCounted {
        program: source.name.clone(),
        problem,
    };
    let mut all = Vec::new();
    let mut iterations = Vec::new();
    for ((source, trace), program) in sources
        .iter()
        .zip(counter.trace(&programs, false)?)
        .zip(&mut programs)
    {
        let executed = an_iteration(&trace).map_err(|problem| not_counted(source, problem))?;
        let instructions: f64 = executed.iter().flat_map(|of| &of.counts).sum();
        let enough = (PREDICTED_INSTRUCTIONS / instructions.max(1.0))
            .clamp(1.0, MOST_PREDICTED_ITERATIONS)
            .ceil();
        program.calls = [enough, 2.0 * enough]
            .map(|iterations| run(source, iterations as i64))
            .to_vec();
        iterations.push(enough);
        all.push(executed);
    }
    let traces = counter.trace(&programs, true)?;
    let mut counted = BTreeMap::new();
    for (((source, executed), iterations), trace) in
        sources.iter().zip(all).zip(iterations).zip(traces)
    {
        let ended = |call: &&CallTrace| call.outcome.is_whole();
        let [once, twice] = [0, 1].map(|at| trace.calls.get(at).filter(ended));
        let (Some(once), Some(twice)) = (once, twice) else {
            return Err(not_counted(
                source,
                "it failed when it ran longer".to_owned(),
            ));
        };
        // The second half of the longer run: by then, the predictor knows the first half.
        let (once, twice) = (once.effects, twice.effects);
        let of_one = |once: u64, twice: u64| twice.saturating_sub(once) as f64 / iterations;
        let effects = ExecutedEffects {
            array_bytes: of_one(once.array_bytes, twice.array_bytes),
            mispredicted_dispatches: of_one(
                once.mispredicted_dispatches,
                twice.mispredicted_dispatches,
            ),
        };
        counted.insert(source.name.clone(), CountedIteration { executed, effects });
    }
    Ok(counted)
}

fn run(source: &Source, iterations: i64) -> Call {
    Call {
        method: TracedMethodName {
            class: source.class.clone(),
            name: RUN.0.to_owned(),
            descriptor: RUN.1.to_owned(),
        },
        receiver: None,
        arguments: vec![Value::Whole(iterations)],
    }
}

fn an_iteration(trace: &ProgramTrace) -> Result<Vec<ExecutedCounts>, String> {
    if let Some(refused) = trace.refused.first() {
        return Err(refused.clone());
    }
    let [one, two, three] = trace.calls.as_slice() else {
        return Err("it was not executed".to_owned());
    };
    for call in [one, two, three] {
        if call.outcome != CallCompletion::Returned {
            return Err(format!("{:?}", call.outcome));
        }
    }
    let first = difference(one, two)?;
    if difference(two, three)? != first {
        return Err("its iterations differ".to_owned());
    }
    first
        .into_iter()
        .filter(|(_, (invocations, counts))| {
            *invocations > 0 || counts.iter().any(|count| *count > 0)
        })
        .map(|(method, (invocations, counts))| {
            let name = trace.methods.get(method).ok_or("an unknown method")?;
            Ok(ExecutedCounts {
                method: Method {
                    class: name.class.clone(),
                    name: name.name.clone(),
                    descriptor: name.descriptor.clone(),
                },
                invocations: invocations as f64,
                counts: counts.iter().map(|count| *count as f64).collect(),
            })
        })
        .collect()
}

/// The invocations and counts of each method that the second call has in addition.
fn difference(
    fewer: &CallTrace,
    more: &CallTrace,
) -> Result<BTreeMap<usize, (u64, Vec<u64>)>, String> {
    let shrinks = || "fewer iterations execute more".to_owned();
    let before: BTreeMap<usize, _> = fewer
        .methods
        .iter()
        .map(|method| (method.method, method))
        .collect();
    more.methods
        .iter()
        .map(|method| {
            let none = vec![0; method.counts.instructions.len()];
            let (invocations, counts) = before.get(&method.method).map_or((0, &none), |before| {
                (before.invocations, &before.counts.instructions)
            });
            let counts = method
                .counts
                .instructions
                .iter()
                .zip(counts)
                .map(|(more, fewer)| more.checked_sub(*fewer))
                .collect::<Option<Vec<u64>>>()
                .ok_or_else(shrinks)?;
            let invocations = method
                .invocations
                .checked_sub(invocations)
                .ok_or_else(shrinks)?;
            Ok((method.method, (invocations, counts)))
        })
        .collect()
}
