//! Goes through classes and Java files, and hands each method to a view.

use super::view::{Context, MethodOrigin, ReportView};
use crate::input::{self, Input};
use crate::problem::problem_report;
use anyhow::Result;
use compile::Compilation;
use ide::report::{ProblemReport, Severity};
use ide::{
    ClassAnalysis, Detail, MethodAnalysis, Program, Scratch, Specifications, Stats, analyse_class,
    analyse_methods,
};
use libraries::ClassSource;
use project_model::{Project, Purpose};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Classes that one thread takes at a time.
const CLASSES_A_PART: usize = 8;

/// Parts for each thread that are rendered before they are added, all in one go: enough to share out, few enough to stay small.
const PARTS_A_THREAD: usize = 8;

/// How many missing names are listed.
const MAX_NAMES: usize = 20;

/// Messages in addition to the report.
#[derive(Debug)]
pub(crate) struct Analysed {
    pub(super) problems: Vec<ProblemReport>,
    /// Whether something that was named could not be read: a path, or a part of an archive.
    pub(super) is_partial: bool,
}

impl Analysed {
    /// The problems of a severity: an error is something that is not priced.
    pub(super) fn of(&self, severity: Severity) -> Vec<&ProblemReport> {
        let problems = self.problems.iter();
        problems
            .filter(|problem| problem.severity == severity)
            .collect()
    }

    pub(super) const fn nothing() -> Self {
        Self {
            problems: Vec::new(),
            is_partial: false,
        }
    }
}

/// Analyses the input and writes what a view shows of it.
pub(super) fn report<V: ReportView>(
    context: Context<'_>,
    input: &Input,
    mut view: V,
) -> Result<Analysed> {
    let mut problems = Vec::new();
    let mut stats = Stats::default();
    let mut is_partial = !input.unread.is_empty();
    for (index, source) in input.classes.iter().enumerate() {
        let before = problems.len();
        let of_class = classes(context, input, (index, source), &mut view, &mut problems)?;
        stats.merge(of_class);
        is_partial |= input.is_of_archives[index] && has_error(&problems[before..]);
    }
    if let Some((project, compilation)) = &input.compiled {
        let program = input.program.as_deref();
        java(
            context,
            project,
            compilation,
            program,
            (&mut view, &mut stats),
            &mut problems,
        )?;
    }
    problems.extend(input.unread.iter().cloned());
    problems.extend(input.of_libraries.iter().cloned());
    let project = input.compiled.as_ref().map(|(project, _)| project);
    let of_settings = context.settings.problems.iter();
    problems.extend(of_settings.map(|problem| problem_report(problem, project)));
    view.finish(&stats, &problems)?;
    Ok(Analysed {
        problems,
        is_partial,
    })
}

/// Whether something is not priced because of one of these.
pub(super) fn has_error(problems: &[ProblemReport]) -> bool {
    let mut problems = problems.iter();
    problems.any(|problem| problem.severity == Severity::Error)
}

fn classes<V: ReportView>(
    context: Context<'_>,
    input: &Input,
    (number, source): (usize, &ClassSource),
    view: &mut V,
    problems: &mut Vec<ProblemReport>,
) -> Result<Stats> {
    let program = input.program_of(number);
    let of_jdk = input.of_jdk.as_ref().filter(|_| source.is_of_jdk());
    let mut stats = Stats::default();
    let bar = input::progress();
    bar.set_length(source.len() as u64);
    bar.set_message("Classes");
    let threads: Vec<Mutex<(Scratch, V::Memory)>> = (0..rayon::current_num_threads())
        .map(|_| Mutex::default())
        .collect();
    let newer = NewerClasses::default();
    let identity = source.identity();
    let mut parts: Vec<(V::Part, Stats, Vec<ProblemReport>)> = Vec::new();
    parts.resize_with(PARTS_A_THREAD * threads.len().max(1), Default::default);
    let together = parts.len() * CLASSES_A_PART;
    for start in (0..source.len()).step_by(together) {
        let shared = &*view;
        let render = |(index, part): (usize, &mut (V::Part, Stats, Vec<ProblemReport>))| {
            let (part, stats, problems) = part;
            // Each thread has its own lock, so that nobody waits.
            let mut thread = threads[rayon::current_thread_index().unwrap_or_default()]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let (scratch, memory) = &mut *thread;
            let first = start + index * CLASSES_A_PART;
            for index in first..source.len().min(first + CLASSES_A_PART) {
                let class = source
                    .with_bytes(index, |bytes| {
                        analyse_class(context.model, bytes, scratch, shared.detail(), &[])
                    })
                    .map_err(|problem| problem_report(&problem, None))
                    .and_then(|class| {
                        class.map_err(|error| bad_class(source.origin(index), &error))
                    });
                match class {
                    Ok(mut class) => {
                        newer.count(&class);
                        if let Some(program) = program {
                            program.follow(&mut class);
                        }
                        let origin = MethodOrigin {
                            file: class.source_file.as_deref(),
                            entry: source.jar().zip(source.entry(index)),
                            identity: identity.as_ref(),
                            is_of_several: input.classes.len() > 1,
                            purpose: Purpose::Product,
                            assumptions: context.settings.all.assume.everywhere(),
                        };
                        for method in &class.methods {
                            shared.render(method, origin, memory, part);
                            if shared.detail() != Detail::Methods {
                                count(stats, method, of_jdk);
                            }
                        }
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        };
        parts.par_iter_mut().enumerate().for_each(render);
        for (part, counted, of_part) in &mut parts {
            view.add(part)?;
            stats.merge(std::mem::take(counted));
            problems.append(of_part);
        }
        bar.inc(together as u64);
    }
    bar.finish_and_clear();
    problems.extend(
        source
            .problems()
            .iter()
            .map(|problem| problem_report(problem, None)),
    );
    problems.extend(newer.problem(source));
    Ok(stats)
}

/// Classes in formats that are newer than those that are known.
#[derive(Debug, Default)]
struct NewerClasses {
    count: AtomicUsize,
    /// The newest release of Java that they are for.
    release: AtomicU16,
}

impl NewerClasses {
    fn count(&self, class: &ClassAnalysis) {
        if let Some(release) = class.newer_release {
            self.count.fetch_add(1, Ordering::Relaxed);
            self.release.fetch_max(release, Ordering::Relaxed);
        }
    }

    fn problem(self, source: &ClassSource) -> Option<ProblemReport> {
        let count = self.count.into_inner();
        let of = match count {
            0 => return None,
            1 => String::from("1 class has"),
            many => format!("{many} classes have"),
        };
        let (release, known) = (self.release.into_inner(), ide::NEWEST_RELEASE);
        Some(ProblemReport {
            file: source.jar().map(str::to_owned),
            line: None,
            severity: Severity::Warning,
            message: format!(
                "{of} a newer format than Java {known}, the newest that jouled knows (the newest class is for Java {release}): jouled \
                 read the instructions and tables that it knows, and anything new is not in the numbers"
            ),
        })
    }
}

/// Counts the loops and calls of a method; the calls of the JDK's methods are not part of their cost.
fn count(stats: &mut Stats, method: &MethodAnalysis, of_jdk: Option<&Program>) {
    let calls = of_jdk.and_then(|jdk| jdk.calls(&method.class, &method.name, &method.descriptor));
    match &calls {
        Some((calls, unpriced)) => stats.add_with(method, Some((calls, unpriced))),
        None => stats.add(method),
    }
}

fn java<V: ReportView>(
    context: Context<'_>,
    project: &Project,
    compilation: &Compilation,
    program: Option<&Program>,
    (view, stats): (&mut V, &mut Stats),
    problems: &mut Vec<ProblemReport>,
) -> Result<()> {
    let mut scratch = Scratch::default();
    let mut memory = V::Memory::default();
    let mut part = V::Part::default();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for file in &compilation.files {
        // What is the same in both of two states is counted in the comparison.
        if input::is_alike(program, file) {
            continue;
        }
        let name = project.relative(&file.file).display().to_string();
        let assumptions = context.settings.assumptions(&file.file);
        let origin = MethodOrigin {
            file: Some(&name),
            entry: None,
            identity: None,
            is_of_several: false,
            purpose: Purpose::of(&project.root, &file.file, &file.text),
            assumptions: &assumptions,
        };
        let specifications = Specifications::read(&file.text);
        let left_out = file.lines_left_out();
        for bytes in &file.classes {
            let is_wanted = |name: &str, descriptor: &str| {
                let method = (&bytes.binary_name[..], name, descriptor);
                !context.alike.leaves_out(program, method)
            };
            let analysed = analyse_methods(
                context.model,
                &bytes.bytes,
                &mut scratch,
                view.detail(),
                &specifications.loops,
                is_wanted,
            );
            match analysed {
                Ok(mut class) => {
                    if let Some(program) = program {
                        program.follow(&mut class);
                    }
                    file.unknown.mark(&bytes.bytes, class.methods.iter_mut());
                    for method in &mut class.methods {
                        let is_omitted = method
                            .line
                            .is_some_and(|line| left_out.iter().any(|part| part.contains(&line)));
                        if is_omitted {
                            method.take_out();
                        }
                        for name in &method.unknown {
                            *unknown.entry(name.clone()).or_default() += 1;
                        }
                        view.render(method, origin, &mut memory, &mut part);
                        stats.add(method);
                    }
                }
                Err(error) => problems.push(bad_class(name.clone(), &error)),
            }
        }
        view.add(&mut part)?;
    }
    problems.extend(
        compilation
            .problems()
            .chain(&project.problems)
            .map(|problem| problem_report(problem, Some(project))),
    );
    problems.extend(not_found(&unknown));
    Ok(())
}

/// What is neither in the project nor on its class path, with how many methods name it: most come first.
fn not_found(unknown: &BTreeMap<String, usize>) -> Option<ProblemReport> {
    let mut names: Vec<(&String, &usize)> = unknown.iter().collect();
    names.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let first = names.iter().take(MAX_NAMES);
    let first: Vec<String> = first
        .map(|(name, count)| format!("{name} ({count})"))
        .collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!names.is_empty()).then(|| ProblemReport {
        file: None,
        line: None,
        severity: Severity::Warning,
        message: format!(
            "these names are neither in the project nor on the class path, so no number includes what they do \
             (in brackets: how many of the examined methods use them): {}{more}",
            first.join(", ")
        ),
    })
}

fn bad_class(place: String, error: &ide::ClassError) -> ProblemReport {
    ProblemReport {
        file: Some(place),
        line: None,
        severity: Severity::Error,
        message: error.to_string(),
    }
}
