//! `jouled trend`: shows the energy of a program over the history of its repository.

use crate::exit::ExitReason;
use crate::input::{self, Input, Inside};
use crate::options::{self, Options};
use crate::report;
use crate::screen;
use crate::settings::Settings;
use ::trend::{Every, History, Revision, StateEnergies, Trend, render, sampled, series};
use anyhow::{Context as _, Result};
use compile::BlockingCompiler;
use files::Limits;
use git_revisions::{Repository, Snapshot};
use ide::Model;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a run without a terminal reports its progress.
const INTERVAL: Duration = Duration::from_secs(10);

pub(crate) fn run(options: &Options, arguments: &options::Trend) -> Result<ExitReason> {
    let folder = arguments.repository.as_deref().unwrap_or(Path::new("."));
    let repository = Repository::open(folder)?;
    let root = repository.work_tree().unwrap_or(folder).to_path_buf();
    let settings = Settings::new(options, &arguments.analysis, std::slice::from_ref(&root));
    let model = input::model(&settings)?;
    let revisions = revisions(&repository, arguments)?;
    let analysis = Analysis {
        options,
        arguments,
        repository: &repository,
        root: &root,
        model: &model,
        ground: ground(&settings, &model, &arguments.analysis),
    };
    let store = store(arguments, &root)?;
    let mut history = History::open(&store)?;
    analysis.all(&mut history, &revisions)?;
    let trend = analysis.trend(&history, revisions)?;
    let text = render(&trend, arguments.format.into());
    match &arguments.output {
        Some(file) => files::write(file, text)
            .with_context(|| format!("{} cannot be written", file.display()))?,
        None => screen::form(&text)?,
    }
    let is_whole = trend.problems.iter().all(String::is_empty);
    Ok(if is_whole || !arguments.analysis.strict {
        ExitReason::Complete
    } else {
        ExitReason::Incomplete
    })
}

/// The commits to analyse, the oldest first.
fn revisions(repository: &Repository, arguments: &options::Trend) -> Result<Vec<Revision>> {
    let newest = repository.commit(&arguments.revision)?;
    let first = arguments
        .since
        .map_or(i64::MIN, |since| since.seconds(newest.seconds));
    let mut revisions: Vec<Revision> = repository
        .history(&newest)?
        .into_iter()
        .take_while(|commit| commit.seconds >= first)
        .map(|commit| Revision {
            id: commit.id,
            seconds: commit.seconds,
            author: commit.author,
            subject: commit.subject,
        })
        .collect();
    anyhow::ensure!(
        !revisions.is_empty(),
        "{} has no commit since that time; name an earlier one with --since",
        arguments.revision
    );
    if revisions.len() == 1 && repository.is_shallow() {
        screen::print_message(format_args!(
            "this is a shallow clone, so there is one commit; fetch more of it: `git fetch --unshallow`, or `fetch-depth: 0` in a pipeline"
        ));
    }
    revisions.reverse();
    Ok(sampled(revisions, Every::from(arguments.every)))
}

/// The database: the given one, or one for each repository in the cache.
fn store(arguments: &options::Trend, root: &Path) -> Result<PathBuf> {
    if let Some(store) = &arguments.store {
        return Ok(store.clone());
    }
    let folder = input::cache()?.join("trend");
    std::fs::create_dir_all(&folder).with_context(|| {
        format!(
            "{} cannot be made; name a file with --store",
            folder.display()
        )
    })?;
    let name = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
    Ok(folder.join(format!("{}.db", &name[..32])))
}

/// A name for everything besides the code that affects the numbers.
fn ground(settings: &Settings, model: &Model, flags: &options::Analysis) -> String {
    let jdk = input::jdk(settings).map(|jdk| jdk.version.full);
    let all = &settings.all;
    let mut parts = String::new();
    // Writing to a string never fails.
    let _ = write!(
        parts,
        "{}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        env!("CARGO_PKG_VERSION"),
        model.info(),
        jdk.unwrap_or_default(),
        all.calls,
        all.release,
        all.class_path,
        flags.assume,
        flags.exclude
    );
    blake3::hash(parts.as_bytes()).to_hex()[..32].to_owned()
}

/// What is needed to analyse all states.
struct Analysis<'a> {
    options: &'a Options,
    arguments: &'a options::Trend,
    repository: &'a Repository,
    root: &'a Path,
    model: &'a Model,
    ground: String,
}

impl Analysis<'_> {
    /// Analyses the commits that are not in the store.
    fn all(&self, history: &mut History, revisions: &[Revision]) -> Result<()> {
        let mut open = Vec::new();
        for revision in revisions {
            if !history.has(&revision.id, &self.ground)? {
                open.push(revision);
            }
        }
        let known = revisions.len() - open.len();
        let bar = input::progress();
        bar.set_length(open.len() as u64);
        let (start, mut said) = (Instant::now(), Instant::now());
        let (mut analysed, mut same) = (0_usize, 0_usize);
        let mut compiler = BlockingCompiler::default();
        let mut last: Option<Snapshot> = None;
        // The newest first, so that an interrupted run has what matters most.
        for (done, revision) in open.iter().rev().enumerate() {
            let limits = Limits::default();
            let content = self.repository.content(&revision.id, &limits)?;
            let digest = self.digest(&content);
            if history.note(revision, &self.ground, &digest)? {
                same += 1;
            } else {
                let (state, snapshot) = self.state(&mut compiler, revision, last.as_ref())?;
                history.keep(&digest, &state)?;
                history.note(revision, &self.ground, &digest)?;
                last = Some(snapshot);
                analysed += 1;
            }
            bar.set_position(done as u64 + 1);
            let left = open.len() - done - 1;
            let text = progress(analysed, left, start.elapsed());
            bar.set_message(text.clone());
            if bar.is_hidden() && said.elapsed() > INTERVAL {
                said = Instant::now();
                screen::print_message(format_args!("{text}"));
            }
        }
        bar.finish_and_clear();
        screen::print_message(format_args!(
            "{}: {analysed} analysed, {same} with the code of another one, {known} known before",
            escape::how_many(revisions.len(), "commit", "commits")
        ));
        Ok(())
    }

    fn digest(&self, content: &str) -> String {
        let all = format!("{content} {}", self.ground);
        blake3::hash(all.as_bytes()).to_hex().to_string()
    }

    /// The energies of a commit. A commit that cannot be analysed is a state without methods, so that the next run does not try
    /// again.
    fn state(
        &self,
        compiler: &mut BlockingCompiler,
        revision: &Revision,
        last: Option<&Snapshot>,
    ) -> Result<(StateEnergies, Snapshot)> {
        let commit = self.repository.commit(&revision.id)?;
        let snapshot = self
            .repository
            .snapshot(&commit, &Limits::default(), last)?;
        let root = snapshot.root().to_path_buf();
        let mut settings = Settings::new(
            self.options,
            &self.arguments.analysis,
            std::slice::from_ref(&root),
        );
        settings.root.clone_from(&root);
        settings.take_missing_from(self.root, true);
        let sources = [root.clone()];
        let input = Input::open_with(compiler, &settings, &[], &sources, &Inside::Named);
        let mut state = match input {
            Ok(mut input) => {
                input.follow_last(settings.all.calls, self.model, &settings)?;
                report::energies(&settings, self.model, &input)?
            }
            Err(error) => StateEnergies {
                is_broken: true,
                problem: crate::failure::message(&error),
                ..StateEnergies::default()
            },
        };
        // The names of temporary folders differ each time, and mean nothing to readers.
        let folder = root.display().to_string();
        state.problem = (state.problem)
            .replace(&format!("{folder}/"), "")
            .replace(&folder, ".");
        Ok((state, snapshot))
    }

    fn trend(&self, history: &History, revisions: Vec<Revision>) -> Result<Trend> {
        let numbers = history.states(&revisions, &self.ground)?;
        let mut states: HashMap<i64, StateEnergies> = HashMap::new();
        for number in numbers.iter().flatten() {
            if !states.contains_key(number) {
                states.insert(*number, history.state(*number)?);
            }
        }
        let of_revisions: Vec<Option<&StateEnergies>> = numbers
            .iter()
            .map(|number| number.as_ref().and_then(|number| states.get(number)))
            .collect();
        let problems = of_revisions.iter().map(|state| {
            let problem = state.map(|state| state.problem.clone());
            problem.unwrap_or_default()
        });
        let name = self.root.canonicalize();
        let name = name.unwrap_or_else(|_| self.root.to_path_buf());
        let name = name.file_name().unwrap_or_default();
        Ok(Trend {
            schema: Trend::SCHEMA,
            repository: name.to_string_lossy().into_owned(),
            model: self.model.info().name.clone(),
            problems: problems.collect(),
            series: series(&of_revisions, self.arguments.methods),
            revisions,
        })
    }
}

/// The progress of a run.
fn progress(analysed: usize, left: usize, time: Duration) -> String {
    let mut text = format!("{} left", escape::how_many(left, "commit", "commits"));
    if analysed > 0 {
        let seconds = time.as_secs_f64() / analysed as f64 * left as f64;
        // Commits with the code of another one take no time, so this is an upper limit.
        let _ = match seconds {
            seconds if seconds < 90.0 => write!(text, ", at most {seconds:.0} s"),
            seconds => write!(text, ", at most {:.0} min", seconds / 60.0),
        };
    }
    text
}
