//! A campaign's file may come from anybody. These checks run before it is read.

use std::fs;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::error::CampaignError;
use crate::file::Campaign;

/// How long another process may lock the file before that is an error.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest value in the database: a class, the counts of a method, a note.
const MAX_VALUE_BYTES: i32 = 64 << 20;
/// The longest SQL statement. The schema's statements are our own.
const MAX_STATEMENT_BYTES: i32 = 100_000;
/// A journal with this ending names another journal, which `SQLite` would open and delete.
const NAMES_ANOTHER: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Opens a database, with everything switched off that could run its contents.
pub(crate) fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for switched_off in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
        DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
        DbConfig::SQLITE_DBCONFIG_DQS_DDL,
        DbConfig::SQLITE_DBCONFIG_DQS_DML,
    ] {
        connection.set_db_config(switched_off, false)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, MAX_STATEMENT_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// Refuses files that are not regular or are too large, and neighbouring files through which the database would write elsewhere.
pub(crate) fn check_place(path: &Path) -> Result<(), CampaignError> {
    let refused = |found: String| CampaignError::NotACampaign {
        path: path.to_path_buf(),
        found,
    };
    let mut bytes = match files::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(CampaignError::Missing {
                path: path.to_path_buf(),
            });
        }
        Err(error) => return Err(refused(error.to_string())),
    };
    // The database looks next to the target of a link.
    let file = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    for ending in ["-wal", "-shm", "-journal"] {
        let beside = with_ending(&file, ending);
        let Ok(metadata) = fs::symlink_metadata(&beside) else {
            continue;
        };
        let shown = beside.display();
        if !metadata.is_file() {
            return Err(refused(format!(
                "{shown} beside it is not a file; remove it first"
            )));
        }
        if ending == "-journal" && names_another(&beside) {
            return Err(refused(format!(
                "{shown} beside it is of several databases; remove it first"
            )));
        }
        bytes = bytes.saturating_add(metadata.len());
    }
    if bytes > files::CAMPAIGN {
        return Err(refused(format!(
            "it has over {}, the most that is read",
            files::shown(files::CAMPAIGN)
        )));
    }
    Ok(())
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn names_another(journal: &Path) -> bool {
    let mut end = [0; NAMES_ANOTHER.len()];
    let read = files::open(journal).and_then(|mut journal| {
        journal.seek(SeekFrom::End(-(NAMES_ANOTHER.len() as i64)))?;
        journal.read_exact(&mut end)
    });
    read.is_ok() && end == NAMES_ANOTHER
}

/// An object of a schema: its type, name, table, and the statement that created it.
type Object = (String, String, String, Option<String>);

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    connection
        .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")?
        .query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect()
}

/// Refuses a database whose schema is not exactly that of a campaign, and one whose pages are inconsistent. In such a database, a
/// write to one table could change another.
pub(crate) fn check_content(campaign: &Campaign, tables: &str) -> Result<(), CampaignError> {
    let doing = "opening the campaign";
    let failed = |error| campaign.failed(doing, error);
    let ours = Connection::open_in_memory().map_err(failed)?;
    ours.execute_batch(tables).map_err(failed)?;
    let ours = objects(&ours).map_err(failed)?;
    let found = objects(&campaign.connection).map_err(failed)?;
    let is_other = |object: &&Object| !ours.contains(object);
    let lacking = ours.iter().find(|object| !found.contains(object));
    let problem = match (found.iter().find(is_other), lacking) {
        (Some((kind, name, ..)), _) => format!("the {kind} `{}` in it", name.escape_debug()),
        (None, Some((kind, name, ..))) => format!("it lacks the {kind} `{name}`"),
        (None, None) => return check_pages(campaign, doing),
    };
    Err(CampaignError::NotACampaign {
        path: campaign.path.clone(),
        found: format!("{problem}: calibrate did not create it"),
    })
}

fn check_pages(campaign: &Campaign, doing: &'static str) -> Result<(), CampaignError> {
    let said: String = campaign
        .connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| campaign.failed(doing, error))?;
    if said == "ok" {
        return Ok(());
    }
    Err(CampaignError::Damaged {
        path: campaign.path.clone(),
        doing,
        problem: said.escape_debug().to_string(),
    })
}
