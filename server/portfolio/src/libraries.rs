//! The libraries that services contain.

use crate::error::PortfolioError;
use crate::services::{PART_SUMS, Part};
use crate::store::Store;

/// A library: an archive inside a service.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedLibrary {
    /// Its number in the store.
    pub id: i64,
    /// Its organisation; empty if unknown.
    pub organisation: String,
    /// Its name.
    pub name: String,
    /// Its versions; an empty text means unknown.
    pub versions: Vec<String>,
    /// The numbers of the services that contain it, starting with the one where it has the most expensive methods.
    pub services: Vec<i64>,
    /// The number of its methods that cost the floor or more in some service, each counted once.
    pub costly: u64,
    /// The number of methods in its largest copy.
    pub methods: u64,
    /// The typical energy of its most expensive method, in joules per call.
    pub costliest: Option<f64>,
}

/// A version of a library in a service.
#[derive(Debug, Clone, PartialEq)]
pub struct VersionIn {
    /// The number of the service.
    pub service: i64,
    /// The version; empty if unknown.
    pub version: String,
    /// Its location; empty for code outside of archives.
    pub jar: String,
    /// Whether it is the service's own code.
    pub is_own: bool,
    /// Its methods there.
    pub methods: Part,
    /// The number of the library.
    pub library: i64,
}

/// Components that are inside some service.
const ARE_LIBRARIES: &str =
    "component.id IN (SELECT component FROM part WHERE NOT is_own GROUP BY component)";

impl Store {
    /// All libraries, ordered by the number of expensive methods, then by the services that contain them and by name.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn libraries(&self) -> Result<Vec<SharedLibrary>, PortfolioError> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT component.id, organisation, name, max(methods), max(costliest)
             FROM component JOIN part ON component = component.id JOIN summary ON part = part.id
             WHERE {ARE_LIBRARIES} GROUP BY component.id"
        ))?;
        let mut distinct = self.connection.prepare(
            "SELECT count(DISTINCT key) FROM part CROSS JOIN row ON row.part = part.id
             WHERE component = ?1 AND typical >= (SELECT floor FROM setting)",
        )?;
        let mut versions = self
            .connection
            .prepare("SELECT DISTINCT version FROM part WHERE component = ?1 ORDER BY version")?;
        let mut services = self.connection.prepare(
            "SELECT service FROM part JOIN summary ON part = part.id WHERE component = ?1 GROUP BY service
             ORDER BY max(costly) DESC, max(costliest) DESC, service",
        )?;
        let rows = statement.query_map([], |row| {
            let count = |column: usize| row.get(column).map(i64::unsigned_abs);
            Ok(SharedLibrary {
                id: row.get(0)?,
                organisation: row.get(1)?,
                name: row.get(2)?,
                versions: Vec::new(),
                services: Vec::new(),
                costly: 0,
                methods: count(3)?,
                costliest: row.get(4)?,
            })
        })?;
        let mut libraries: Vec<SharedLibrary> = rows.collect::<Result<_, _>>()?;
        for library in &mut libraries {
            let costly: i64 = distinct.query_row([library.id], |row| row.get(0))?;
            library.costly = costly.unsigned_abs();
            let rows = versions.query_map([library.id], |row| row.get(0))?;
            library.versions = rows.collect::<Result<_, _>>()?;
            let rows = services.query_map([library.id], |row| row.get(0))?;
            library.services = rows.collect::<Result<_, _>>()?;
        }
        libraries.sort_by(|one, two| {
            let key = |library: &SharedLibrary| (library.costly, library.services.len());
            let names =
                |library: &SharedLibrary| (library.name.clone(), library.organisation.clone());
            let order = key(two).cmp(&key(one));
            order.then_with(|| names(one).cmp(&names(two)))
        });
        Ok(libraries)
    }

    /// The services that contain a library, by version.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn versions_of(&self, library: i64) -> Result<Vec<VersionIn>, PortfolioError> {
        self.versions("component = ?1", library)
    }

    /// The libraries of a service.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn libraries_of(&self, service: i64) -> Result<Vec<VersionIn>, PortfolioError> {
        self.versions("service = ?1 AND NOT is_own", service)
    }

    fn versions(&self, which: &str, id: i64) -> Result<Vec<VersionIn>, PortfolioError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT service, version, jar, is_own, component, {PART_SUMS}
             FROM part JOIN summary ON part = part.id WHERE {which} GROUP BY part.id
             ORDER BY sum(costly) DESC, max(costliest) DESC, jar, version"
        ))?;
        let rows = statement.query_map([id], |row| {
            Ok(VersionIn {
                service: row.get(0)?,
                version: row.get(1)?,
                jar: row.get(2)?,
                is_own: row.get(3)?,
                library: row.get(4)?,
                methods: Part::read(row, 5)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
