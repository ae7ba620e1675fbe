//! Why there are no pages.

use crate::folder::SiteError;
use rows::RowsError;

/// Why there are no pages.
#[derive(Debug, thiserror::Error)]
pub enum PortfolioError {
    /// A table cannot be read.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The temporary database cannot be used.
    #[error("the temporary database cannot be used: {0}; set TMPDIR to a folder with more room")]
    Database(#[from] rusqlite::Error),
    /// The folder of the site cannot be used.
    #[error(transparent)]
    Folder(#[from] SiteError),
    /// The data of a page cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
