//! Reads and writes a campaign's file, and turns its faults into errors.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, Params, Row, Transaction, TransactionBehavior};

use crate::error::CampaignError;

/// An open campaign file.
#[derive(Debug)]
pub struct Campaign {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

impl Campaign {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a transaction that takes the write lock at its beginning.
    pub(crate) fn write<T>(
        &mut self,
        doing: &'static str,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Failure> {
        let run = || -> rusqlite::Result<T> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        };
        run().map_err(|error| Failure { doing, error })
    }

    pub(crate) fn read<T>(
        &self,
        doing: &'static str,
        query: &str,
        parameters: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, CampaignError> {
        self.connection
            .prepare_cached(query)
            .and_then(|mut statement| statement.query_map(parameters, row)?.collect())
            .map_err(|error| self.failed(doing, error))
    }

    pub(crate) fn failed(&self, doing: &'static str, error: rusqlite::Error) -> CampaignError {
        Failure { doing, error }.at(self.path.clone())
    }

    pub(crate) fn damaged(&self, doing: &'static str, error: &serde_json::Error) -> CampaignError {
        CampaignError::Damaged {
            path: self.path.clone(),
            doing,
            problem: error.to_string(),
        }
    }
}

/// The database's error, before the file is known.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) doing: &'static str,
    pub(crate) error: rusqlite::Error,
}

impl Failure {
    pub(crate) fn at(self, path: PathBuf) -> CampaignError {
        use rusqlite::Error;
        let Self { doing, error } = self;
        let problem = error.to_string();
        let wrong_value = matches!(
            error,
            Error::FromSqlConversionFailure(..)
                | Error::InvalidColumnType(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::QueryReturnedNoRows
        );
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => CampaignError::Full { path, doing },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                CampaignError::ReadOnly { path, doing }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                CampaignError::Busy { path, doing }
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => CampaignError::Damaged {
                path,
                doing,
                problem,
            },
            _ if wrong_value => CampaignError::Damaged {
                path,
                doing,
                problem,
            },
            _ => CampaignError::Database {
                path,
                doing,
                problem,
            },
        }
    }
}
