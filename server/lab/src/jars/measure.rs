//! Runs `jouled report --stats` over jars and stores the results.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use wait4::Wait4;
use xtask::process;

use super::dependencies;
use super::fetch;
use super::list::Jar;
use super::options::Options;

/// Modules of the JDK that jars call. They are priced first, so that no jar has to wait for them.
const MODULES: [&str; 16] = [
    "java.compiler",
    "java.datatransfer",
    "java.desktop",
    "java.instrument",
    "java.logging",
    "java.management",
    "java.naming",
    "java.net.http",
    "java.prefs",
    "java.rmi",
    "java.scripting",
    "java.security.jgss",
    "java.security.sasl",
    "java.sql",
    "java.xml",
    "jdk.unsupported",
];

/// Runs a command with a limit on its CPU time in seconds. Other work on the machine does not count.
const LIMITED: &str = r#"ulimit -t "$1" && shift && exec "$@""#;

/// The measurements of a jar.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Measured {
    pub(super) name: String,
    /// CPU time of the whole process.
    pub(super) cpu_seconds: f64,
    pub(super) wall_seconds: f64,
    pub(super) peak_bytes: u64,
    /// Why there are no shares.
    pub(super) failed: Option<String>,
    pub(super) shares: Option<Shares>,
}

/// The shares read from `jouled report --stats`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Shares {
    pub(super) methods: u64,
    pub(super) with_worst_case: Option<u64>,
    pub(super) without_assumption: Option<u64>,
    pub(super) median_assumptions: Option<f64>,
    pub(super) lenses_over_60: u64,
    pub(super) symbols_median: Option<f64>,
    pub(super) symbols_max: Option<u64>,
    pub(super) with_unpriced_callees: Option<u64>,
    pub(super) worst_below_at_least: u64,
    pub(super) below_zero: u64,
    pub(super) call_sites: u64,
    pub(super) callee_absent: Option<u64>,
    pub(super) call_sites_priced: Option<u64>,
    pub(super) unpriced_by_cause: Option<BTreeMap<String, u64>>,
    pub(super) unpriced_by_part: Option<BTreeMap<String, u64>>,
    pub(super) loops: u64,
    pub(super) loops_constant: u64,
    pub(super) loops_symbolic: u64,
    pub(super) loops_opaque: u64,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) cpu_seconds_per_method: Option<f64>,
}

#[derive(Deserialize)]
struct Document {
    shares: Shares,
}

/// Prices the modules of the JDK that jars call, so that no measured process has to.
pub(crate) fn price_jdk(jouled: &Path) {
    price(jouled, &MODULES.map(|module| format!("jrt:/{module}")));
}

/// Prices libraries, so that no measured process has to.
fn price(jouled: &Path, libraries: &[impl AsRef<OsStr>]) {
    if libraries.is_empty() {
        return;
    }
    let mut library = process::command(jouled);
    library.arg("library").args(libraries);
    // A module that the JDK lacks, or that is not followed, is reported; only calls of it lack a price.
    if let Err(error) = process::output(&mut library) {
        println!("{error:#}");
    }
}

/// Measures the chosen jars, or reads earlier measurements of them.
///
/// # Errors
/// If the program cannot be started or a result cannot be kept.
pub(super) fn all(
    options: &Options,
    jouled: &Path,
    cache: &Path,
    jars: &[Jar],
    chosen: &[&Jar],
) -> Result<Vec<Measured>> {
    let program =
        fs::read(jouled).with_context(|| format!("could not read {}", jouled.display()))?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&program);
    hasher.update(options.calls.name().as_bytes());
    hasher.update(&[u8::from(options.with_others)]);
    hasher.update(&options.limit.to_le_bytes());
    let key = hasher.finalize().to_hex();
    let folder = cache.join("results").join(&key[..16]);
    fs::create_dir_all(&folder)
        .with_context(|| format!("could not write to {}", folder.display()))?;
    let kept = |jar: &Jar| folder.join(format!("{}.json", jar.digest));
    let is_known = |jar: &Jar| !options.again && kept(jar).is_file();
    if !chosen.iter().all(|jar| is_known(jar)) {
        price_jdk(jouled);
    }
    let needed = if options.with_others {
        dependencies::of_debian(jars)?
    } else {
        BTreeMap::new()
    };
    let mut results = Vec::new();
    for (number, jar) in chosen.iter().enumerate() {
        let kept = kept(jar);
        if is_known(jar)
            && let Ok(known) = serde_json::from_slice(&fs::read(&kept)?)
        {
            results.push(known);
            continue;
        }
        let others = if options.with_others {
            let needed = needed.get(&jar.package);
            let is_other = |other: &&Jar| {
                other.is_beside(jar) || needed.is_some_and(|needed| needed.contains(&other.package))
            };
            let others = jars.iter().filter(is_other);
            let others: Vec<PathBuf> = others
                .map(|other| fetch::file(cache, &other.digest))
                .collect();
            price(jouled, &others);
            others
        } else {
            Vec::new()
        };
        let measured = one(options, jouled, cache, jar, &others)?;
        println!(
            "[{}/{}] {} {:.2} s of CPU time{}",
            number + 1,
            chosen.len(),
            jar.name(),
            measured.cpu_seconds,
            measured
                .failed
                .as_ref()
                .map_or_else(String::new, |why| format!(", {why}"))
        );
        fs::write(&kept, serde_json::to_vec(&measured)?)?;
        results.push(measured);
    }
    Ok(results)
}

fn one(
    options: &Options,
    jouled: &Path,
    cache: &Path,
    jar: &Jar,
    others: &[PathBuf],
) -> Result<Measured> {
    let folder = tempfile::tempdir().context("a folder for a report")?;
    let (out, errors) = (folder.path().join("out"), folder.path().join("errors"));
    let mut command = process::command("sh");
    command
        .args(["-c", LIMITED, "sh", &options.limit.to_string()])
        .arg(jouled)
        .args(["report", "--stats", "--format", "json", "--calls"])
        .arg(options.calls.name())
        .current_dir(folder.path())
        .stdout(Stdio::from(File::create(&out)?))
        .stderr(Stdio::from(File::create(&errors)?));
    if !others.is_empty() {
        let joined = std::env::join_paths(others).context("a class path of the other jars")?;
        command.arg("--class-path").arg(joined);
    }
    command.arg(fetch::file(cache, &jar.digest));
    let start = Instant::now();
    let child = command
        .spawn()
        .with_context(|| format!("could not start `{}`", process::shown(&command)))?;
    let used = child.wait4().context("could not wait for a process")?;
    let shares = serde_json::from_slice::<Document>(&fs::read(&out)?).ok();
    let failed = match (used.status.code(), &shares) {
        (Some(_), Some(_)) => None,
        (None, _) => Some(format!(
            "not finished after {} s of CPU time ({})",
            options.limit, used.status
        )),
        _ => {
            let said = fs::read_to_string(&errors).unwrap_or_default();
            let last = said.lines().last().unwrap_or_default();
            Some(format!("{}: {last}", used.status))
        }
    };
    Ok(Measured {
        name: jar.name().to_owned(),
        cpu_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        wall_seconds: start.elapsed().as_secs_f64(),
        peak_bytes: used.rusage.maxrss,
        failed,
        shares: shares
            .filter(|_| used.status.code().is_some())
            .map(|document| document.shares),
    })
}
