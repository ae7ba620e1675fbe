//! `jouled portfolio`: static pages about the tables of many services.

use crate::exit::ExitReason;
use crate::failure::{NothingRead, message};
use crate::{input, options, screen};
use ::portfolio::{PortfolioError, Site, SiteContents, Store};
use anyhow::{Context as _, Result};
use batch::InputStatus;
use escape::how_many;
use rows::{RowsFormat, RowsScan};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The maximum nesting of folders.
const MAX_DEPTH: usize = 32;

pub(crate) fn run(arguments: &options::Portfolio) -> Result<ExitReason> {
    let mut found = Found::default();
    for path in &arguments.tables {
        found.add(path);
    }
    let site = Site::begin(&arguments.out)?;
    let mut store = Store::create(&site.database())?;
    let bar = input::progress();
    bar.set_length(found.tables.len() as u64);
    let mut rows = 0;
    let mut is_read = false;
    for table in &found.tables {
        match read(&mut store, table) {
            Ok(count) => {
                rows += count;
                is_read = true;
            }
            Err(error) => found
                .unread
                .push(format!("{}: {}", table.display(), message(&error))),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !is_read {
        if found.unread.is_empty() {
            found.unread.push(String::from(
                "there is no table here: name files that end in .parquet, .csv or .ndjson, or the folder of `jouled report --each`",
            ));
        }
        return Err(NothingRead(found.unread).into());
    }
    for line in &found.unread {
        screen::print_message(format_args!("{}", problems::in_one_line(line)));
    }
    let is_whole = found.unread.is_empty();
    let written = site.publish(
        &mut store,
        SiteContents {
            floor: arguments.floor,
            methods: arguments.methods as usize,
            statuses: found.statuses,
            unread: found.unread,
        },
    )?;
    screen::print_message(format_args!(
        "{} in {}: {}, {}, {}{}",
        how_many(written.pages, "page", "pages"),
        arguments.out.join("index.html").display(),
        how_many(written.services, "service", "services"),
        how_many(written.libraries, "library", "libraries"),
        how_many(rows, "row", "rows"),
        match written.twice {
            0 => String::new(),
            twice => format!("; {twice} of them appeared twice and count once"),
        }
    ));
    Ok(if is_whole {
        ExitReason::Complete
    } else {
        ExitReason::PartlyUnread
    })
}

fn read(store: &mut Store, table: &Path) -> Result<u64> {
    let what_to_do = "it cannot be read; remove it, or write it again with `jouled report`";
    let format = RowsFormat::of(table)
        .context("it is no table: the name of a table ends in .parquet, .csv or .ndjson")?;
    let file = files::open(table).context(what_to_do)?;
    let mut scan = RowsScan::open(file, format).context(what_to_do)?;
    match store.add(&mut scan) {
        Ok(count) => Ok(count),
        Err(PortfolioError::Rows(error)) => Err(error).context(what_to_do),
        Err(other) => Err(other.into()),
    }
}

/// The files that the paths of the command line lead to.
#[derive(Debug, Default)]
struct Found {
    /// Tables, each once.
    tables: Vec<PathBuf>,
    statuses: Vec<InputStatus>,
    /// Paths that cannot be read, with the reason.
    unread: Vec<String>,
    known: BTreeSet<PathBuf>,
}

impl Found {
    fn add(&mut self, path: &Path) {
        if path.is_dir() {
            self.folder(path, 0);
        } else {
            self.run_of(path.parent());
            self.table(path);
        }
    }

    fn table(&mut self, path: &Path) {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.known.insert(real) {
            self.tables.push(path.to_path_buf());
        }
    }

    /// Adds the tables of a folder. Other files of `jouled report --each` are not tables.
    fn folder(&mut self, folder: &Path, depth: usize) {
        let rows = folder.join("rows");
        if rows.is_dir() && folder.join("status").is_dir() {
            return self.folder(&rows, depth + 1);
        }
        self.run_of(Some(folder));
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let line = format!("{}: it cannot be read: {error}", folder.display());
                return self.unread.push(line);
            }
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // Incomplete tables, and hidden files of the system.
            if name.starts_with(['.', '_']) {
                continue;
            }
            if path.is_dir() {
                if depth < MAX_DEPTH && !path.is_symlink() {
                    self.folder(&path, depth + 1);
                }
            } else if RowsFormat::of(&path).is_some() {
                self.table(&path);
            }
        }
    }

    /// Adds the results of a run's inputs, if a folder has its rows.
    fn run_of(&mut self, rows: Option<&Path>) {
        let rows = rows.unwrap_or(Path::new(""));
        let Ok(rows) = std::path::absolute(rows) else {
            return;
        };
        let is_of_run = rows.file_name().is_some_and(|name| name == "rows");
        let Some(run) = rows.parent().filter(|_| is_of_run) else {
            return;
        };
        if self.known.insert(run.join("status")) {
            self.statuses.extend(batch::statuses(run));
        }
    }
}
