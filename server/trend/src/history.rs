//! The store of a history: the energies of each state of the code, each once, in an `SQLite` database.

use crate::method::{MethodEnergy, StateEnergies};
use crate::trend::Revision;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `jtrd`: the application ID of such a database.
const APPLICATION_ID: i64 = 0x6a74_7264;

/// The version of the tables.
const VERSION: i64 = 1;

/// How long to wait for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

const TABLES: &str = "
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    is_broken INTEGER NOT NULL,
    broken_packages TEXT NOT NULL,
    problem TEXT NOT NULL
) STRICT;
CREATE TABLE method (
    id INTEGER PRIMARY KEY,
    module TEXT NOT NULL,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    descriptor TEXT NOT NULL,
    UNIQUE (class, name, descriptor, module)
) STRICT;
CREATE TABLE energy (
    state INTEGER NOT NULL REFERENCES state (id),
    method INTEGER NOT NULL REFERENCES method (id),
    typical_j REAL,
    PRIMARY KEY (state, method)
) STRICT, WITHOUT ROWID;
CREATE TABLE revision (
    id TEXT NOT NULL,
    ground TEXT NOT NULL,
    state INTEGER NOT NULL REFERENCES state (id),
    seconds INTEGER NOT NULL,
    author TEXT NOT NULL,
    subject TEXT NOT NULL,
    PRIMARY KEY (id, ground)
) STRICT, WITHOUT ROWID;
";

/// Why a history cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The database belongs to another program, or is damaged.
    #[error("{}: this is no history of `jouled trend`: {why}; name another file with --store, or remove this one", path.display())]
    NoHistory {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// An `SQLite` error.
    #[error("{}: {source}; name another file with --store", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The error.
        source: rusqlite::Error,
    },
}

/// The store of a history.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    path: PathBuf,
}

impl History {
    /// Opens a store, or creates one.
    ///
    /// # Errors
    /// [`HistoryError`] if the file is something else or cannot be written.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        let failed = |source| failed(path, source);
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        // Nothing that a damaged or hostile file says about itself is trusted.
        for (pragma, value) in [("trusted_schema", false), ("cell_size_check", true)] {
            connection
                .pragma_update(None, pragma, value)
                .map_err(failed)?;
        }
        let transaction = connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(failed)?;
        let number = |pragma: &str| {
            let read = transaction.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
            read.map_err(failed)
        };
        let no_history = |why: String| HistoryError::NoHistory {
            path: path.to_path_buf(),
            why,
        };
        let tables: i64 = transaction
            .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
            .map_err(failed)?;
        match (number("application_id")?, number("user_version")?) {
            (0, 0) if tables == 0 => {
                transaction.execute_batch(TABLES).map_err(failed)?;
                transaction
                    .pragma_update(None, "application_id", APPLICATION_ID)
                    .map_err(failed)?;
                transaction
                    .pragma_update(None, "user_version", VERSION)
                    .map_err(failed)?;
            }
            (APPLICATION_ID, VERSION) => {}
            (APPLICATION_ID, other) => {
                return Err(no_history(format!(
                    "its version is {other}, and this program reads {VERSION}"
                )));
            }
            _ => {
                return Err(no_history(String::from(
                    "it is a database of something else",
                )));
            }
        }
        transaction.commit().map_err(failed)?;
        Ok(Self {
            connection,
            path: path.to_path_buf(),
        })
    }

    /// Whether the state of a commit is stored. `ground` is everything besides the code that the numbers depend on.
    ///
    /// # Errors
    /// [`HistoryError::Sqlite`].
    pub fn has(&self, revision: &str, ground: &str) -> Result<bool, HistoryError> {
        let found = self
            .connection
            .query_row(
                "SELECT 1 FROM revision WHERE id = ?1 AND ground = ?2",
                params![revision, ground],
                |_| Ok(()),
            )
            .optional();
        Ok(found
            .map_err(|source| failed(&self.path, source))?
            .is_some())
    }

    /// Records that a commit has the stored state with this digest. False if there is no such state.
    ///
    /// # Errors
    /// [`HistoryError::Sqlite`].
    pub fn note(
        &self,
        revision: &Revision,
        ground: &str,
        digest: &str,
    ) -> Result<bool, HistoryError> {
        let noted = self.connection.execute(
            "INSERT OR REPLACE INTO revision (id, ground, state, seconds, author, subject)
             SELECT ?1, ?2, id, ?4, ?5, ?6 FROM state WHERE digest = ?3",
            params![
                revision.id,
                ground,
                digest,
                revision.seconds,
                revision.author,
                revision.subject
            ],
        );
        Ok(noted.map_err(|source| failed(&self.path, source))? > 0)
    }

    /// Stores the energies of a state, completely or not at all.
    ///
    /// # Errors
    /// [`HistoryError::Sqlite`].
    pub fn keep(&mut self, digest: &str, state: &StateEnergies) -> Result<(), HistoryError> {
        let kept = keep(&mut self.connection, digest, state);
        kept.map_err(|source| failed(&self.path, source))
    }

    /// For each commit with a stored state, the state's number and problem; `None` for the others.
    ///
    /// # Errors
    /// [`HistoryError::Sqlite`].
    pub fn states(
        &self,
        revisions: &[Revision],
        ground: &str,
    ) -> Result<Vec<Option<i64>>, HistoryError> {
        let read = || {
            let mut statement = self
                .connection
                .prepare("SELECT state FROM revision WHERE id = ?1 AND ground = ?2")?;
            let found = revisions.iter().map(|revision| {
                statement
                    .query_row(params![revision.id, ground], |row| row.get(0))
                    .optional()
            });
            found.collect::<Result<Vec<_>, _>>()
        };
        read().map_err(|source| failed(&self.path, source))
    }

    /// The energies of a state.
    ///
    /// # Errors
    /// [`HistoryError`], also if the store is damaged.
    pub fn state(&self, state: i64) -> Result<StateEnergies, HistoryError> {
        let read = || {
            let (is_broken, packages, problem) = self.connection.query_row(
                "SELECT is_broken, broken_packages, problem FROM state WHERE id = ?1",
                [state],
                |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?)),
            )?;
            let mut statement = self.connection.prepare_cached(
                "SELECT class, name, descriptor, module, typical_j FROM energy JOIN method ON method.id = method
                 WHERE state = ?1",
            )?;
            let methods = statement.query_map([state], |row| {
                Ok(MethodEnergy {
                    class: row.get(0)?,
                    name: row.get(1)?,
                    descriptor: row.get(2)?,
                    module: row.get(3)?,
                    typical_j: row.get(4)?,
                })
            })?;
            let broken: BTreeSet<String> = serde_json::from_str(&packages).unwrap_or_default();
            Ok(StateEnergies {
                methods: methods.collect::<Result<_, _>>()?,
                broken_packages: broken,
                is_broken,
                problem,
            })
        };
        read().map_err(|source| failed(&self.path, source))
    }
}

fn keep(
    connection: &mut Connection,
    digest: &str,
    state: &StateEnergies,
) -> Result<(), rusqlite::Error> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let packages = serde_json::to_string(&state.broken_packages).unwrap_or_default();
    let added = transaction.execute(
        "INSERT OR IGNORE INTO state (digest, is_broken, broken_packages, problem) VALUES (?1, ?2, ?3, ?4)",
        params![digest, state.is_broken, packages, state.problem],
    )?;
    // Another process may have been faster.
    if added > 0 {
        let id = transaction.last_insert_rowid();
        let mut add_method = transaction.prepare_cached(
            "INSERT OR IGNORE INTO method (module, class, name, descriptor) VALUES (?1, ?2, ?3, ?4)",
        )?;
        let mut find_method = transaction.prepare_cached(
            "SELECT id FROM method WHERE class = ?2 AND name = ?3 AND descriptor = ?4 AND module = ?1",
        )?;
        let mut add = transaction.prepare_cached(
            "INSERT OR REPLACE INTO energy (state, method, typical_j) VALUES (?1, ?2, ?3)",
        )?;
        for method in &state.methods {
            let names = params![method.module, method.class, method.name, method.descriptor];
            add_method.execute(names)?;
            let number: i64 = find_method.query_row(names, |row| row.get(0))?;
            // SQLite has no NaN.
            let energy = method.typical_j.filter(|energy| energy.is_finite());
            add.execute(params![id, number, energy])?;
        }
    }
    transaction.commit()
}

fn failed(path: &Path, source: rusqlite::Error) -> HistoryError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match source.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => HistoryError::NoHistory {
            path: path.to_path_buf(),
            why: source.to_string(),
        },
        _ => HistoryError::Sqlite {
            path: path.to_path_buf(),
            source,
        },
    }
}
