//! Why a table cannot be read or written.

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// The file is not a Parquet file, is damaged, or cannot be written.
    #[cfg(feature = "parquet")]
    #[error("{0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The columns do not fit together.
    #[cfg(feature = "parquet")]
    #[error("{0}")]
    Arrow(#[from] arrow_schema::ArrowError),
    /// This build has no Parquet.
    #[cfg(not(feature = "parquet"))]
    #[error(
        "this jouled was built without Parquet; choose CSV or NDJSON, or build it with the feature `parquet`"
    )]
    NoParquet,
    /// Its pages contradict each other.
    #[cfg(feature = "parquet")]
    #[error("it is damaged; write it again with `jouled report`")]
    Damaged,
    /// The table has another schema, or a later version.
    #[error(
        "it is not a table of the schema {schema}: {reason}; write it with `jouled report --format parquet`"
    )]
    OtherSchema {
        /// The expected schema.
        schema: &'static str,
        /// The difference.
        reason: String,
    },
    /// A line of CSV or NDJSON does not belong to such a table.
    #[error("{0}; write it again with `jouled report`")]
    Text(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A row cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
