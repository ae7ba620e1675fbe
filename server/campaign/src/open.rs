//! Creates and opens a campaign's file.

use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, OpenFlags};

use crate::error::CampaignError;
use crate::file::{Campaign, Failure};
use crate::guard::{check_content, check_place, connect};
use crate::provenance::CampaignProvenance;
use crate::schema::{APPLICATION_ID, SCHEMA, WITHOUT_EFFECTS, tables};

impl Campaign {
    /// Creates a new campaign. The file appears with its tables and provenance, or not at all.
    ///
    /// # Errors
    /// [`CampaignError::Exists`], or if writing fails.
    pub fn create(path: &Path, provenance: &CampaignProvenance) -> Result<Self, CampaignError> {
        if !is_blank(path)? {
            return Err(CampaignError::Exists {
                path: path.to_path_buf(),
            });
        }
        let doing = "beginning the campaign";
        let provenance = serde_json::to_string(provenance).map_err(|error| {
            CampaignError::invalid("provenance", error.to_string(), "leave the value out")
        })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut campaign = Self::connect(path, flags, doing)?;
        campaign.prepare_for_writing(doing)?;
        let path = campaign.path.clone();
        campaign
            .write(doing, |transaction| {
                transaction.execute_batch(&tables(SCHEMA).unwrap_or_default())?;
                transaction.execute(
                    "INSERT INTO campaign (provenance) VALUES (?1)",
                    [provenance],
                )?;
                transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
                transaction.pragma_update(None, "user_version", SCHEMA)
            })
            .map_err(|error| error.at(path))?;
        Ok(campaign)
    }

    /// Continues the campaign in a file, or begins it if there is none.
    ///
    /// # Errors
    /// If the file is something else or has another schema, or writing fails.
    pub fn open_or_resume(
        path: &Path,
        provenance: &CampaignProvenance,
    ) -> Result<Self, CampaignError> {
        match Self::create(path, provenance) {
            Err(CampaignError::Exists { .. }) => Self::open(path),
            created => created,
        }
    }

    /// Opens a campaign to add to it.
    ///
    /// # Errors
    /// If there is none, it has another kind or schema, or it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, CampaignError> {
        let doing = "opening the campaign";
        check_place(path)?;
        let campaign = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, doing)?;
        campaign.check_kind(SCHEMA)?;
        campaign.prepare_for_writing(doing)?;
        Ok(campaign)
    }

    /// Opens a campaign for reading, even while another process writes to it.
    ///
    /// # Errors
    /// If there is none, it has another kind or schema, or it cannot be opened.
    pub fn open_to_read(path: &Path) -> Result<Self, CampaignError> {
        let doing = "opening the campaign";
        check_place(path)?;
        let campaign = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, doing)?;
        match campaign.check_kind(WITHOUT_EFFECTS) {
            // In write-ahead mode, a reader creates files next to the database. If it cannot, and no writer has left any, the
            // database file is complete.
            Err(CampaignError::ReadOnly { .. } | CampaignError::Database { .. })
                if !is_being_written(path) =>
            {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                let campaign = Self::connect(&immutable(path), flags, doing)?;
                let campaign = Self {
                    path: path.to_path_buf(),
                    ..campaign
                };
                campaign.check_kind(WITHOUT_EFFECTS)?;
                Ok(campaign)
            }
            checked => checked.map(|()| campaign),
        }
    }

    fn connect(path: &Path, flags: OpenFlags, doing: &'static str) -> Result<Self, CampaignError> {
        let connection = connect(path, flags)
            .map_err(|error| Failure { doing, error }.at(path.to_path_buf()))?;
        Ok(Self {
            connection,
            path: path.to_path_buf(),
        })
    }

    fn prepare_for_writing(&self, doing: &'static str) -> Result<(), CampaignError> {
        // A commit is on the disk when it returns, so a power failure loses no sample that was reported as written.
        self.connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
            .and_then(|()| self.connection.pragma_update(None, "synchronous", "FULL"))
            .and_then(|()| self.connection.pragma_update(None, "foreign_keys", true))
            .map_err(|error| self.failed(doing, error))
    }

    /// Refuses anything that is not a campaign of this schema or an older one.
    fn check_kind(&self, oldest: i64) -> Result<(), CampaignError> {
        let doing = "opening the campaign";
        let pragma = |name: &str| -> Result<i64, CampaignError> {
            self.connection
                .pragma_query_value(None, name, |row| row.get(0))
                .map_err(|error| match error.sqlite_error_code() {
                    Some(ErrorCode::NotADatabase) => CampaignError::NotACampaign {
                        path: self.path.clone(),
                        found: "not an SQLite database".to_owned(),
                    },
                    _ => self.failed(doing, error),
                })
        };
        if pragma("application_id")? != APPLICATION_ID {
            return Err(CampaignError::NotACampaign {
                path: self.path.clone(),
                found: "a database of something else".to_owned(),
            });
        }
        let found = pragma("user_version")?;
        match tables(found).filter(|_| found >= oldest) {
            Some(tables) => check_content(self, &tables),
            None => Err(CampaignError::OtherSchema {
                path: self.path.clone(),
                found,
                known: SCHEMA,
            }),
        }
    }
}

/// Whether there is no campaign yet: no file, or the remains of an interruption before the first transaction, which are an empty
/// file or a database without tables.
fn is_blank(path: &Path) -> Result<bool, CampaignError> {
    let Ok(file) = std::fs::metadata(path) else {
        return Ok(true);
    };
    check_place(path)?;
    let tables = || -> rusqlite::Result<i64> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.query_row(
            "SELECT (SELECT count(*) FROM sqlite_master) + (SELECT application_id FROM pragma_application_id)",
            [],
            |row| row.get(0),
        )
    };
    Ok(file.len() == 0 || tables().is_ok_and(|tables| tables == 0))
}

fn is_being_written(path: &Path) -> bool {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    std::fs::metadata(wal).is_ok_and(|file| file.len() > 0)
}

/// The URI for reading a file without writers.
fn immutable(path: &Path) -> PathBuf {
    let escaped = path
        .to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    PathBuf::from(format!("file:{escaped}?immutable=1"))
}

#[cfg(test)]
mod tests;
