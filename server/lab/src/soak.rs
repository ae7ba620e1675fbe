//! `cargo xtask soak`: minutes of simulated editing. Nothing may leak, panic, or stay stale.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use xtask::process::{self, workspace_root};

use crate::java;
use crate::lsp_client::LspClient;

/// Java files to edit: real code that compiles without anything else.
const FOLDERS: [&str; 2] = ["server/jdk/java/jouled/javac", "tests/fixtures/java"];
/// What is typed at random places; half of it breaks the code.
const TYPED: [&str; 10] = [" ", "x", ";", "{", "}", "\n", "0", "(", "// ", "\"😀\""];
/// After this time without edits, the newest numbers must be there.
const SETTLE_TIME: Duration = Duration::from_secs(3);
/// Edits between two quiet periods.
const BURST: u32 = 120;
/// The share by which memory may grow.
const GROWTH: f64 = 0.10;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How long to continue
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    minutes: u64,
    /// The seed of the edits
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A document as it is being edited.
struct Edited {
    path: PathBuf,
    original: String,
    version: i32,
}

/// Edits until the time is over.
///
/// # Errors
/// If an answer is stale after a time of quiet, if memory has grown, or if the server fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    java::ensure()?;
    let jouled = process::build(&["jouled"], true)?.join("jouled");
    let folder = tempfile::tempdir().context("could not make a temporary folder")?;
    let mut documents = documents(folder.path())?;
    let mut client = LspClient::start(Command::new(jouled).arg("lsp"), Some(folder.path()))?;
    for document in &documents {
        client.open(&document.path, &document.original)?;
    }
    let mut random = Random(options.seed);
    let end = Instant::now() + Duration::from_mins(options.minutes);
    let (mut bursts, mut edits, mut memory) = (0_u32, 0_u32, Vec::new());
    while Instant::now() < end {
        for _ in 0..BURST {
            let at = random.below(documents.len());
            if let Some(document) = documents.get_mut(at) {
                edit(&mut client, document, &mut random)?;
                edits += 1;
            }
            sleep(Duration::from_millis(random.below(60) as u64));
        }
        bursts += 1;
        check(&mut client, &mut documents, folder.path(), bursts)?;
        memory.push(memory_of_tree(client.process_id()));
        println!(
            "{bursts} bursts, {edits} edits: all numbers are those of the text; {}",
            memory.last().copied().flatten().map_or_else(
                || "memory is not known here".to_owned(),
                |bytes| { format!("{} MB with javac", bytes >> 20) }
            )
        );
    }
    client.end()?;
    let memory: Vec<u64> = memory.into_iter().flatten().collect();
    growth(&memory)
}

/// Copies of the files, so that nothing is edited in place.
fn documents(folder: &Path) -> Result<Vec<Edited>> {
    let mut documents = Vec::new();
    for from in FOLDERS {
        let target = folder
            .join("src")
            .join(Path::new(from).file_name().unwrap_or_default());
        fs::create_dir_all(&target)?;
        for entry in fs::read_dir(workspace_root().join(from))? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "java") {
                continue;
            }
            let original = fs::read_to_string(&path)?;
            let path = target.join(path.file_name().unwrap_or_default());
            fs::write(&path, &original)?;
            documents.push(Edited {
                path,
                original,
                version: 1,
            });
        }
    }
    Ok(documents)
}

/// Types something somewhere, or brings the original text back.
fn edit(client: &mut LspClient, document: &mut Edited, random: &mut Random) -> Result<()> {
    document.version += 1;
    if random.below(2) == 0 {
        return client.replace(&document.path, document.version, &document.original);
    }
    let lines: Vec<&str> = document.original.lines().collect();
    let line = random.below(lines.len());
    let ends = lines.get(line).map_or(0, |text| text.len());
    let column = random.below(ends + 1);
    let typed = TYPED.get(random.below(TYPED.len())).copied().unwrap_or(" ");
    client.edit(
        &document.path,
        document.version,
        (line, column, column),
        typed,
    )?;
    // Requests arrive in between, whatever the state.
    client.hints(&document.path).map(|_| ())
}

/// After a time of quiet every number is that of a document that was just opened.
fn check(
    client: &mut LspClient,
    documents: &mut [Edited],
    folder: &Path,
    burst: u32,
) -> Result<()> {
    for document in documents.iter_mut() {
        document.version += 1;
        client.replace(&document.path, document.version, &document.original)?;
    }
    sleep(SETTLE_TIME);
    for (number, document) in documents.iter().enumerate() {
        let shown = client.hints(&document.path)?;
        if let Some((line, label)) = shown.iter().find(|(_, label)| label.contains('≈')) {
            let path = document.path.display();
            bail!("stale after quiet: {path}:{}: {label}", line + 1);
        }
        // The same text under another name, seen for the first time.
        let name = document.path.file_name().unwrap_or_default();
        let copy = folder.join(format!("copy{burst}-{number}")).join(name);
        client.open(&copy, &document.original)?;
        let start = Instant::now();
        let fresh = loop {
            let fresh = client.hints(&copy)?;
            if fresh.len() == shown.len() || start.elapsed() > SETTLE_TIME {
                break fresh;
            }
            sleep(Duration::from_millis(50));
        };
        client.close(&copy)?;
        // A copy alone may lack the classes of its neighbours; what both documents have must agree.
        let known: Vec<_> = fresh
            .iter()
            .filter(|hint| !hint.1.contains("not priced"))
            .collect();
        let wrong = known.iter().find(|hint| !shown.contains(hint));
        if let Some((line, label)) = wrong {
            let path = document.path.display();
            bail!(
                "{path}:{}: a document just opened has {label} there",
                line + 1
            );
        }
    }
    Ok(())
}

/// Compares the memory at the end with that at the beginning, after the warm-up.
fn growth(memory: &[u64]) -> Result<()> {
    let quarter = memory.len() / 4;
    if quarter == 0 {
        println!("too short to say anything about memory");
        return Ok(());
    }
    let average = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len() as f64;
    let before = average(memory.get(quarter..2 * quarter).unwrap_or_default());
    let after = average(memory.get(memory.len() - quarter..).unwrap_or_default());
    let growth = after / before - 1.0;
    println!("memory grew by {:.1}%", 100.0 * growth);
    if growth > GROWTH {
        bail!("memory grew by {:.1}%: something leaks", 100.0 * growth);
    }
    Ok(())
}

/// The resident memory of a process and its children in bytes, if the system has `/proc`.
fn memory_of_tree(process: u32) -> Option<u64> {
    const PAGE_BYTES: u64 = 4096;
    let stat = |folder: &Path| fs::read_to_string(folder.join("stat")).ok();
    let mut total = 0;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let folder = entry.path();
        let is_own = folder.file_name()?.to_str() == Some(&process.to_string());
        // The name of the program in the second field may contain anything; the parent follows it.
        let is_child = stat(&folder).is_some_and(|text| {
            let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
            fields.split_whitespace().nth(1) == Some(&process.to_string())
        });
        if is_own || is_child {
            let pages = fs::read_to_string(folder.join("statm")).ok();
            let resident =
                pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
            total += resident.unwrap_or(0) * PAGE_BYTES;
        }
    }
    (total > 0).then_some(total)
}

/// `SplitMix64` (Steele, Lea and Flood 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % (limit.max(1) as u64)).unwrap_or(0)
    }
}
