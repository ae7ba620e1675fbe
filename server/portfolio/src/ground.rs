//! The basis of the numbers: model, device and version.

use crate::error::PortfolioError;
use crate::store::Store;
use serde::Serialize;

/// The basis of some of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundRow {
    /// Its number in rows.
    #[serde(skip)]
    pub id: i64,
    /// The model that prices the rows.
    pub model: String,
    /// Its digest.
    pub model_digest: String,
    /// The digest of the model that chose the worst paths.
    pub path_model_digest: String,
    /// The device, or `any`.
    pub device: String,
    /// The structure of the model.
    pub structure: String,
    /// The mapping from bytecode to events.
    pub mapping: String,
    /// The version of jouled that analysed the code.
    pub tool: String,
}

impl GroundRow {
    /// What must be equal for two energies to be comparable.
    pub(crate) fn measure(&self) -> [&str; 4] {
        [
            &self.model_digest,
            &self.device,
            &self.structure,
            &self.mapping,
        ]
    }
}

impl Store {
    /// The bases of all rows.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn grounds(&self) -> Result<Vec<GroundRow>, PortfolioError> {
        let mut statement = self.connection.prepare(
            "SELECT id, model, model_digest, path_model_digest, device, structure, mapping, tool FROM ground ORDER BY id",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(GroundRow {
                id: row.get(0)?,
                model: row.get(1)?,
                model_digest: row.get(2)?,
                path_model_digest: row.get(3)?,
                device: row.get(4)?,
                structure: row.get(5)?,
                mapping: row.get(6)?,
                tool: row.get(7)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The numbers of the bases of a service or of a library.
    pub(crate) fn grounds_of(&self, column: Owner, id: i64) -> Result<Vec<i64>, PortfolioError> {
        let mut statement = self.connection.prepare_cached(match column {
            Owner::Service => {
                "SELECT DISTINCT ground FROM row WHERE part IN (SELECT id FROM part WHERE service = ?1) ORDER BY ground"
            }
            Owner::Component => {
                "SELECT DISTINCT ground FROM row WHERE part IN (SELECT id FROM part WHERE component = ?1) ORDER BY ground"
            }
        })?;
        let rows = statement.query_map([id], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// The owner of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Service,
    Component,
}
