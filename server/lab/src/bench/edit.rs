//! How long an edit takes to become a number, compared with javac alone on the same text at the same time.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use jdk::{BlockingJavac, CompileRequest, Jdk, ServiceConfig, SourceUnit};
use serde::Serialize;
use xtask::process;

use crate::java;
use crate::lsp_client::LspClient;

/// The sizes of the files.
const LINES: [usize; 3] = [50, 500, 3000];
/// After this pause, an edit counts as a separate keystroke.
const PAUSE: Duration = Duration::from_millis(400);
/// Runs that are not counted, because javac is not yet warm.
const WARM_UP: usize = 15;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Edits of each file that are counted
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    edits: u32,
    /// The sizes of the files in lines
    #[arg(long, value_delimiter = ',', default_values_t = LINES)]
    lines: Vec<usize>,
    /// Builds of jouled to measure instead of a new one; each edit is measured with one after the other
    #[arg(long, value_name = "FILE")]
    jouled: Vec<PathBuf>,
    /// The feature versions of the JDKs to measure with, instead of all that are found
    #[arg(long, value_name = "VERSION")]
    jdk: Vec<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measurements of one file with one JDK, in milliseconds. A request counts as answered when the last byte of its
/// answer has arrived.
#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    /// The measured build.
    jouled: PathBuf,
    lines: usize,
    /// From the edit to hints for the new text.
    fresh: Spread,
    /// From the edit to the old hints at their shifted lines, without javac.
    shifted: Spread,
    /// A hover without content, after the same pause: the time that this machine needs for any answer.
    nothing: Spread,
    /// From an edit that breaks a method to the hints of the other methods.
    broken: Spread,
    /// One compilation of the same text by a warm javac alone, after the same pause.
    javac: Spread,
    /// `fresh` over `javac`, both at the 95th percentile.
    times_javac_p95: f64,
    /// Milliseconds by which `fresh` exceeds its goal of 10% and 15 ms more than `javac`, both at the median.
    over_goal_p50: f64,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Spread {
    pub(super) p50: f64,
    pub(super) p95: f64,
}

impl Spread {
    pub(super) fn of(mut milliseconds: Vec<f64>) -> Self {
        milliseconds.sort_by(f64::total_cmp);
        let at = |p: f64| {
            let last = milliseconds.len().saturating_sub(1);
            let index = (p * last as f64).ceil() as usize;
            milliseconds.get(index).copied().unwrap_or(f64::NAN)
        };
        Self {
            p50: at(0.5),
            p95: at(0.95),
        }
    }
}

/// Measures with every JDK that is found.
///
/// # Errors
/// If there is no JDK, if the server cannot be built, or if it does not answer.
pub(super) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    let jouled = if options.jouled.is_empty() {
        vec![process::build(&["jouled"], true)?.join("jouled")]
    } else {
        options.jouled.clone()
    };
    let mut all = Vec::new();
    let is_wanted =
        |jdk: &&Jdk| options.jdk.is_empty() || options.jdk.contains(&jdk.version.feature);
    for jdk in jdks.iter().filter(is_wanted) {
        for &lines in &options.lines {
            let measured = measure(jdk, &jouled, lines, options.edits as usize)?;
            if !options.json {
                measured.iter().for_each(print);
            }
            all.extend(measured);
        }
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn print(measured: &Measured) {
    let Measured {
        jdk,
        jouled,
        lines,
        fresh,
        shifted,
        nothing,
        broken,
        javac,
        times_javac_p95,
        over_goal_p50,
    } = measured;
    println!("{jdk}, {lines} lines, {} (p50 / p95)", jouled.display());
    for (what, spread) in [
        ("edit to new hints", fresh),
        ("edit to moved hints", shifted),
        ("a hover of nothing", nothing),
        ("edit that breaks a method to hints", broken),
        ("javac alone", javac),
    ] {
        println!("  {what:<36} {:>7.1} / {:>7.1} ms", spread.p50, spread.p95);
    }
    println!("  new hints over javac at p95: {times_javac_p95:.2}");
    println!("  new hints over their goal at p50: {over_goal_p50:.1} ms\n");
}

/// A class of about this many lines, with methods of ten lines each.
fn class_of(lines: usize) -> String {
    let mut text = String::from("class Sample {\n    int[] data = new int[16];\n");
    for number in 0..lines.saturating_sub(3) / 10 {
        let _ = write!(
            text,
            "    long method{number}(int n, long seed) {{\n        long sum = seed;\n        \
             for (int i = 0; i < n; i++) {{\n            data[i % 16] += i * {number};\n            \
             sum += data[(i + {number}) % 16];\n        }}\n        String name = \"a\" + sum;\n        \
             return name.length() + sum;\n    }}\n\n"
        );
    }
    text.push_str("}\n");
    text
}

/// The line and column of the number that an edit changes: in the middle method.
#[derive(Debug, Clone, Copy)]
struct EditPosition {
    line: usize,
    column: usize,
}

fn place_in(text: &str) -> Result<EditPosition> {
    const MARK: &str = "long sum = seed;";
    let lines: Vec<&str> = text.lines().collect();
    let marked = (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|l| l.contains(MARK)));
    let marked: Vec<usize> = marked.collect();
    let line = *marked.get(marked.len() / 2).context("no method to edit")?;
    let column = lines
        .get(line)
        .and_then(|text| text.find(MARK))
        .context("no place to edit")?;
    Ok(EditPosition {
        line,
        column: column + MARK.len() - 1,
    })
}

fn measure(jdk: &Jdk, builds: &[PathBuf], lines: usize, edits: usize) -> Result<Vec<Measured>> {
    let text = class_of(lines);
    let place = place_in(&text)?;
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let javac = Javac::start(jdk, folder.path())?;
    let mut sessions = Vec::new();
    for (number, jouled) in builds.iter().enumerate() {
        let folder = folder.path().join(number.to_string());
        std::fs::create_dir(&folder)?;
        let path = folder.join("Sample.java");
        std::fs::write(&path, &text)?;
        let mut command = Command::new(jouled);
        command.arg("lsp").env("JAVA_HOME", &jdk.home);
        let mut session = Session {
            client: LspClient::start(&mut command, None)?,
            path,
            version: 1,
            place,
            extra: 0,
            times: Times::default(),
        };
        session.client.open(&session.path.clone(), &text)?;
        session.client.wait_for_hints(&session.path.clone())?;
        sessions.push(session);
    }
    let mut alone = Vec::new();
    for round in 0..WARM_UP + edits {
        let is_counted = round >= WARM_UP;
        // Each edit results in a new text, so that no answer comes from a cache.
        let added = format!(" + {}", round % 10);
        for session in &mut sessions {
            session.round(&added, is_counted)?;
        }
        sleep(PAUSE);
        let compiled = javac.compile(&text_with(&text, &place, &added))?;
        if is_counted {
            alone.push(compiled);
        }
    }
    let javac = Spread::of(alone);
    let measured = builds.iter().zip(sessions).map(|(jouled, session)| {
        let Times {
            fresh,
            shifted,
            nothing,
            broken,
        } = session.times;
        session.client.end()?;
        let fresh = Spread::of(fresh);
        Ok(Measured {
            jdk: jdk.version.full.clone(),
            jouled: jouled.clone(),
            lines: text.lines().count(),
            times_javac_p95: fresh.p95 / javac.p95,
            over_goal_p50: fresh.p50 - (1.1 * javac.p50 + 15.0),
            fresh,
            shifted: Spread::of(shifted),
            nothing: Spread::of(nothing),
            broken: Spread::of(broken),
            javac,
        })
    });
    measured.collect()
}

fn text_with(text: &str, place: &EditPosition, added: &str) -> String {
    let lines = text.lines().enumerate().map(|(number, line)| {
        if number == place.line {
            format!(
                "{}{added}{}\n",
                &line[..place.column],
                &line[place.column..]
            )
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}

struct Session {
    client: LspClient,
    path: PathBuf,
    version: i32,
    place: EditPosition,
    /// Characters that the last edit added.
    extra: usize,
    times: Times,
}

/// The milliseconds of each counted edit.
#[derive(Debug, Default)]
struct Times {
    fresh: Vec<f64>,
    shifted: Vec<f64>,
    nothing: Vec<f64>,
    broken: Vec<f64>,
}

impl Session {
    /// Makes an edit, breaks the method, and asks for nothing, each after a pause.
    fn round(&mut self, added: &str, is_counted: bool) -> Result<()> {
        let (shifted, fresh) = self.replace(added)?;
        let (_, broken) = self.replace(" + ;")?;
        let nothing = self.hover_of_nothing()?;
        if is_counted {
            self.times.fresh.push(fresh);
            self.times.shifted.push(shifted);
            self.times.nothing.push(nothing);
            self.times.broken.push(broken);
        }
        Ok(())
    }

    /// Replaces what the last edit added, after a pause. Returns the milliseconds to the shifted hints, and to those of the
    /// new text.
    fn replace(&mut self, added: &str) -> Result<(f64, f64)> {
        sleep(PAUSE);
        self.client.forget_refreshes()?;
        self.version += 1;
        let from = self.place.column;
        let range = (self.place.line, from, from + self.extra);
        self.extra = added.len();
        let start = Instant::now();
        self.client.edit(&self.path, self.version, range, added)?;
        let moved = self.client.hints(&self.path)?;
        let to_moved = self.client.answered_at() - start;
        if moved.is_empty() {
            bail!("the hints were gone after an edit");
        }
        self.client.wait_for_refresh()?;
        let hints = self.client.hints(&self.path)?;
        let to_new = self.client.answered_at() - start;
        if hints.is_empty() {
            bail!("there were no hints of the new text");
        }
        Ok((milliseconds(to_moved), milliseconds(to_new)))
    }

    /// Milliseconds to the answer of a request that needs no work, after a pause.
    fn hover_of_nothing(&mut self) -> Result<f64> {
        sleep(PAUSE);
        let start = Instant::now();
        self.client.hover_at_beginning(&self.path)?;
        Ok(milliseconds(self.client.answered_at() - start))
    }
}

fn milliseconds(duration: Duration) -> f64 {
    1e3 * duration.as_secs_f64()
}

struct Javac(BlockingJavac);

impl Javac {
    fn start(jdk: &Jdk, cache: &Path) -> Result<Self> {
        let config = ServiceConfig::new(cache.join("cache"));
        Ok(Self(BlockingJavac::start(jdk.clone(), config)?))
    }

    /// Milliseconds of one compilation.
    fn compile(&self, text: &str) -> Result<f64> {
        let request = CompileRequest {
            sources: vec![SourceUnit::new("Sample.java", text)],
            keep_warm: true,
            ..CompileRequest::default()
        };
        let start = Instant::now();
        let response = self.0.compile(request)?;
        let taken = milliseconds(start.elapsed());
        if !response.success {
            bail!("javac refused the sample");
        }
        Ok(taken)
    }
}
