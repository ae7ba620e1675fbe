//! How much longer programs use the processor while they are profiled.
//!
//! Each round runs a program plainly and under `jouled profile`, which runs it twice, with the same work each time. The
//! program itself reads its CPU time at its beginning and at its end. So the start of the JVM, with its recorder or agent, is
//! told apart from the work.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use xtask::tools::python;

use super::jetty::{self, PORT};
use super::languages::{self, Table, class_path};
use super::options::{Options, Program};
use super::runs::{compile, profile, told, version};
use crate::bench::usage::{measure, median};
use crate::java;

const JAVAC: &str = include_str!("Compilations.java");
const JETTY: &str = include_str!("ServletRuns.java");
const THREADS: &str = include_str!("ThreadRuns.java");
const SPARK: &str = include_str!("spark_job.py");
/// The file of a round's profile.
const PROFILE: &str = "run.jouled";
/// The jars of Jetty that the server needs.
const JARS: [&str; 8] = [
    "jetty9-http",
    "jetty9-io",
    "jetty9-security",
    "jetty9-server",
    "jetty9-servlet",
    "jetty9-util",
    "jetty9-util-ajax",
    "servlet-api",
];

/// What a run reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Ran {
    /// CPU time of the process until its program began, in seconds.
    start: f64,
    /// CPU time from then to the end of the work, in seconds.
    work: f64,
    /// How much work was done.
    units: u64,
}

/// The runs of one round.
#[derive(Clone, Debug, Serialize)]
struct Round {
    plain: Ran,
    energy: Ran,
    count: Ran,
    /// What the profile says about tests or lines, if the program has a table to check.
    table: Option<Table>,
}

#[derive(Debug, Serialize)]
struct Measured {
    program: Program,
    jdk: String,
    rounds: Vec<Round>,
    /// Medians of the CPU time of the work, divided by that of the plain run of the same round.
    energy_run: f64,
    count_run: f64,
    /// Medians of how much more CPU time the start takes than in the plain run of the same round, in seconds.
    energy_start: f64,
    count_start: f64,
    /// The load averages of the last minute before and after.
    load: [f64; 2],
}

/// Measures.
///
/// # Errors
/// If something cannot be built or run.
pub(super) fn run(options: &Options, program: Program, jouled: &Path, java: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let command = prepare(options, program, java, folder.path())?;
    let before = load();
    let mut units = 0;
    let mut rounds = Vec::new();
    for number in 0..options.runs {
        let folder = folder.path().join(format!("round-{number}"));
        fs::create_dir(&folder)?;
        let seconds = (options.minutes * 60.0) as u64;
        let is_over = AtomicBool::new(false);
        let round = thread::scope(|scope| {
            if program == Program::Jetty {
                scope.spawn(|| jetty::ask(&folder, &is_over));
            }
            let round = one_round(&command, jouled, &folder, units, seconds, number % 2 == 1);
            is_over.store(true, Ordering::Relaxed);
            round
        })?;
        let profile = folder.join(PROFILE);
        let table = match program {
            Program::Junit => Some(languages::tests(jouled, &profile)?),
            Program::Kotlin => Some(languages::lines(jouled, &profile)?),
            Program::Javac | Program::Jetty | Program::Threads | Program::Spark => None,
        };
        let round = Round { table, ..round };
        // All runs do what the first one did in the given time.
        units = round.plain.units;
        rounds.push(round);
    }
    let middle = |value: fn(&Round) -> f64| median(rounds.iter().map(value));
    let measured = Measured {
        program,
        jdk: version(java)?,
        energy_run: middle(|round| round.energy.work / round.plain.work),
        count_run: middle(|round| round.count.work / round.plain.work),
        energy_start: middle(|round| round.energy.start - round.plain.start),
        count_start: middle(|round| round.count.start - round.plain.start),
        load: [before, load()],
        rounds,
    };
    if options.json {
        println!("{}", serde_json::to_string_pretty(&measured)?);
    } else {
        measured.print();
    }
    Ok(())
}

impl Measured {
    fn print(&self) {
        println!(
            "{} rounds of {:?} on {}, load average {:.1} to {:.1}",
            self.rounds.len(),
            self.program,
            self.jdk,
            self.load[0],
            self.load[1]
        );
        for round in &self.rounds {
            let one = |name: &str, ran: Ran| {
                println!(
                    "  {name} run: start {:.2} s, work {:.2} s of CPU time for {} units",
                    ran.start, ran.work, ran.units
                );
            };
            one("plain", round.plain);
            one("energy", round.energy);
            one("count", round.count);
            if let Some(table) = &round.table {
                table.print();
            }
        }
        println!(
            "energy run: work {:.3} times that of a plain run (goal 1.03), start {:+.2} s",
            self.energy_run, self.energy_start
        );
        let goal = if self.program == Program::Javac {
            " (goal 1.25)"
        } else {
            ""
        };
        println!(
            "count run: work {:.2} times that of a plain run{goal}, start {:+.2} s",
            self.count_run, self.count_start
        );
    }
}

/// The command that runs a program. Units, seconds and the prefix of its file follow its first arguments, and then the rest.
struct Start {
    first: Vec<OsString>,
    rest: Vec<OsString>,
    java_home: PathBuf,
    /// Whether the last argument is the prefix of the file with the port.
    tells_port: bool,
}

impl Start {
    fn command(&self, units: u64, seconds: u64, prefix: &Path, folder: &Path) -> Result<Command> {
        let (program, arguments) = self.first.split_first().context("a program")?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.args([units.to_string(), seconds.to_string()]);
        command.arg(prefix).args(&self.rest);
        if self.tells_port {
            command.arg(folder.join(PORT));
        }
        command.env("JAVA_HOME", &self.java_home);
        command.stderr(Stdio::null());
        Ok(command)
    }
}

fn prepare(options: &Options, program: Program, java: &Path, folder: &Path) -> Result<Start> {
    let home = java.parent().and_then(Path::parent).context("a JDK")?;
    let mut start = Start {
        first: vec![java.into()],
        rest: Vec::new(),
        java_home: home.to_path_buf(),
        tells_port: false,
    };
    match program {
        Program::Javac => {
            let Some(sources) = &options.sources else {
                bail!("give the folder of Java files to compile with --sources FOLDER");
            };
            compile(java, "Compilations.java", JAVAC, folder.as_os_str(), folder)?;
            let path = [folder.to_path_buf()];
            start.first.extend(class_path(&path, "Compilations")?);
            start.rest.push(sources.canonicalize()?.into());
        }
        Program::Jetty => {
            let mut path = vec![folder.to_path_buf()];
            for name in JARS {
                let jar = options.jars.join(format!("{name}.jar"));
                ensure!(
                    jar.is_file(),
                    "there is no {}; install libjetty9-java and libservlet-api-java, or give their folder with --jars",
                    jar.display()
                );
                path.push(jar);
            }
            let joined = std::env::join_paths(&path)?;
            compile(java, "ServletRuns.java", JETTY, &joined, folder)?;
            start.first.extend(class_path(&path, "ServletRuns")?);
            start.tells_port = true;
        }
        Program::Threads => {
            compile(java, "ThreadRuns.java", THREADS, folder.as_os_str(), folder)?;
            let path = [folder.to_path_buf()];
            start.first.extend(class_path(&path, "ThreadRuns")?);
        }
        Program::Spark => {
            let script = folder.join("spark_job.py");
            fs::write(&script, SPARK)?;
            let python = python::SPARK.ensure()?.join("python");
            start.first = vec![python.into(), script.into()];
        }
        Program::Junit => {
            let path = languages::junit(java, folder)?;
            start.first.extend(class_path(&path, "SuiteRuns")?);
        }
        Program::Kotlin => {
            // The compiler does not know the newest JDKs.
            let oldest = java::ensure()?
                .into_iter()
                .map(|jdk| (jdk.version.feature, jdk.java()));
            let (_, compiling) = oldest.min().context("there is no JDK")?;
            let path = languages::kotlin(&compiling, folder)?;
            start.first.extend(class_path(&path, "shop.OrderRunsKt")?);
        }
    }
    Ok(start)
}

fn one_round(
    start: &Start,
    jouled: &Path,
    folder: &Path,
    units: u64,
    seconds: u64,
    is_profiled_first: bool,
) -> Result<Round> {
    let plain = || {
        let prefix = folder.join("plain");
        let mut command = start.command(units, seconds, &prefix, folder)?;
        measure(&mut command, &folder.join("output"))?;
        Ran::nth(&prefix, 0)
    };
    let profiled = |units: u64| {
        let prefix = folder.join("profiled");
        let command = start.command(units, seconds, &prefix, folder)?;
        profile(jouled, &command, &folder.join(PROFILE))?;
        anyhow::Ok((Ran::nth(&prefix, 0)?, Ran::nth(&prefix, 1)?))
    };
    let (plain, (energy, count)) = if is_profiled_first {
        let profiled = profiled(units)?;
        (plain()?, profiled)
    } else {
        let plain = plain()?;
        (plain, profiled(plain.units)?)
    };
    Ok(Round {
        plain,
        energy,
        count,
        table: None,
    })
}

impl Ran {
    /// Reads what a run wrote under a name: nanoseconds of its start and of its work, and how much work it did.
    fn nth(prefix: &Path, number: usize) -> Result<Self> {
        let files = told(prefix)?;
        let file = files.get(number).context("a run wrote no results")?;
        Self::read(&fs::read_to_string(file)?)
            .with_context(|| format!("{} is not readable", file.display()))
    }

    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [start, work, units] = words[..] else {
            return None;
        };
        Some(Self {
            start: Duration::from_nanos(start.parse().ok()?).as_secs_f64(),
            work: Duration::from_nanos(work.parse().ok()?).as_secs_f64(),
            units: units.parse().ok()?,
        })
    }
}

/// The load average of the last minute; NaN if the system does not say.
fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next();
    first.and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_tells_its_start_its_work_and_how_much_it_did() {
        let ran = Ran::read("250000000 60000000000 12\n").unwrap();
        assert_eq!((ran.start, ran.work, ran.units), (0.25, 60.0, 12));
        for wrong in ["", "1 2", "1 2 x", "1 2 3 4", "-1 2 3"] {
            assert_eq!(Ran::read(wrong), None, "{wrong}");
        }
    }
}
