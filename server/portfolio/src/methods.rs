//! Methods, the most expensive first.

use crate::error::PortfolioError;
use crate::store::Store;
use rusqlite::{OptionalExtension as _, Row, params};

/// The maximum number of services and versions named for a method.
const MOST_NAMED: usize = 100;

/// Which methods are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those of all services, each once.
    Everywhere,
    /// Those of a library, each once.
    Library(i64),
    /// Those of a service's own code.
    Own(i64),
    /// Those of the libraries of a service.
    LibrariesOf(i64),
}

/// A method. Its numbers are those of the place where it costs most, in joules per call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RankedMethod {
    /// The same for the same method in all services.
    pub key: Vec<u8>,
    /// The class, with slashes.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The source file.
    pub file: Option<String>,
    /// The first line of its code.
    pub line: Option<u32>,
    /// Why there is no code to price.
    pub not_analysed: Option<String>,
    /// What a call costs on average.
    pub typical: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// Why the interval is wide.
    pub open: Option<String>,
    /// The mean of the worst case.
    pub worst: Option<f64>,
    /// Its 99% quantile.
    pub q99: Option<f64>,
    /// Whether the worst case has symbols without a value.
    pub has_symbols: bool,
    /// Whether the worst case lacks the energy of a callee.
    pub is_incomplete: bool,
    /// The share of executed events with a price.
    pub seen: Option<f64>,
    /// Calls without a price in a typical call.
    pub unpriced: Option<f64>,
    /// The number of the energies' basis.
    pub ground: i64,
    /// The archive; empty for code outside of archives.
    pub jar: String,
    /// The entry of the class in it.
    pub entry: Option<String>,
    /// The organisation of the archive; empty if unknown.
    pub organisation: String,
    /// The name of the archive; empty for code outside of archives.
    pub name: String,
    /// Whether it belongs to its service's own code.
    pub is_own: bool,
    /// The number of its library or own code.
    pub component: i64,
    /// The numbers of the services with this method, starting with the one where it costs most; at most a hundred.
    pub services: Vec<i64>,
    /// The number of these services.
    pub service_count: usize,
    /// The versions of its archive, in the order of the services; an empty text means unknown.
    pub versions: Vec<String>,
    /// Its cost where it costs least, in joules per call.
    pub least: Option<f64>,
}

/// The columns of [`RankedMethod`], in the order of [`read`].
const COLUMNS: &str = "row.key, class, method, descriptor, file, line, not_analysed, typical, low, high, open, worst, q99, \
                       has_symbols, is_incomplete, seen, unpriced, ground, jar, entry, organisation, component.name, is_own, \
                       component, part.service, part.version";

const FROM: &str =
    "FROM row JOIN part ON part.id = row.part JOIN component ON component.id = part.component";

impl Store {
    /// The most expensive methods, at most `most`.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn methods(&self, scope: Scope, most: usize) -> Result<Vec<RankedMethod>, PortfolioError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        match scope {
            Scope::Everywhere => self.each_once("", None, most),
            Scope::Library(id) => self.each_once(
                "WHERE part IN (SELECT id FROM part WHERE component = ?2)",
                Some(id),
                most,
            ),
            Scope::Own(service) => self.in_service(service, true, most),
            Scope::LibrariesOf(service) => self.in_service(service, false, most),
        }
    }

    /// The number of methods.
    pub(crate) fn count(&self, scope: Scope) -> Result<u64, PortfolioError> {
        let parts = "SELECT count(*) FROM row WHERE part IN (SELECT id FROM part WHERE";
        let (query, id) = match scope {
            Scope::Everywhere => (String::from("SELECT count(DISTINCT key) FROM row"), None),
            Scope::Library(id) => (
                String::from(
                    "SELECT count(DISTINCT key) FROM row WHERE part IN (SELECT id FROM part WHERE component = ?1)",
                ),
                Some(id),
            ),
            Scope::Own(id) => (format!("{parts} service = ?1 AND is_own)"), Some(id)),
            Scope::LibrariesOf(id) => (format!("{parts} service = ?1 AND NOT is_own)"), Some(id)),
        };
        let mut statement = self.connection.prepare_cached(&query)?;
        let count: i64 = match id {
            Some(id) => statement.query_row([id], |row| row.get(0)),
            None => statement.query_row([], |row| row.get(0)),
        }?;
        Ok(count.unsigned_abs())
    }

    fn in_service(
        &self,
        service: i64,
        is_own: bool,
        most: i64,
    ) -> Result<Vec<RankedMethod>, PortfolioError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} {FROM} WHERE part.service = ?1 AND part.is_own = ?2 ORDER BY typical DESC NULLS LAST, row.id LIMIT ?3"
        ))?;
        let rows = statement.query_map(params![service, is_own, most], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn each_once(
        &self,
        which: &str,
        id: Option<i64>,
        most: i64,
    ) -> Result<Vec<RankedMethod>, PortfolioError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT key FROM row {which} GROUP BY key ORDER BY max(typical) DESC NULLS LAST, key LIMIT ?1"
        ))?;
        let key = |row: &Row<'_>| row.get(0);
        let keys: Vec<Vec<u8>> = match id {
            Some(id) => statement
                .query_map([most, id], key)?
                .collect::<Result<_, _>>(),
            None => statement.query_map([most], key)?.collect::<Result<_, _>>(),
        }?;
        let found = keys.iter().map(|key| self.with_services(key));
        Ok(found
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    }

    /// A method with all services that contain it.
    fn with_services(&self, key: &[u8]) -> Result<Option<RankedMethod>, PortfolioError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} {FROM} WHERE row.key = ?1 ORDER BY typical DESC NULLS LAST, row.id LIMIT 1"
        ))?;
        let Some(mut method) = statement.query_row([key], read).optional()? else {
            return Ok(None);
        };
        let mut statement = self.connection.prepare_cached(
            "SELECT part.service, part.version, min(typical) FROM row JOIN part ON part.id = row.part WHERE row.key = ?1
             GROUP BY part.service, part.version ORDER BY max(typical) DESC NULLS LAST, part.service",
        )?;
        let mut rows = statement.query([key])?;
        while let Some(row) = rows.next()? {
            let (service, version): (i64, String) = (row.get(0)?, row.get(1)?);
            let least: Option<f64> = row.get(2)?;
            method.least = match (method.least, least) {
                (Some(one), Some(two)) => Some(one.min(two)),
                (one, two) => one.or(two),
            };
            if !method.versions.contains(&version) && method.versions.len() < MOST_NAMED {
                method.versions.push(version);
            }
            if method.services.len() < MOST_NAMED && !method.services.contains(&service) {
                method.services.push(service);
            }
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT count(DISTINCT part.service) FROM row JOIN part ON part.id = row.part WHERE row.key = ?1",
        )?;
        let count: i64 = statement.query_row([key], |row| row.get(0))?;
        method.service_count = usize::try_from(count).unwrap_or_default();
        Ok(Some(method))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<RankedMethod> {
    Ok(RankedMethod {
        key: row.get(0)?,
        class: row.get(1)?,
        method: row.get(2)?,
        descriptor: row.get(3)?,
        file: row.get(4)?,
        line: row.get(5)?,
        not_analysed: row.get(6)?,
        typical: row.get(7)?,
        low: row.get(8)?,
        high: row.get(9)?,
        open: row.get(10)?,
        worst: row.get(11)?,
        q99: row.get(12)?,
        has_symbols: row.get(13)?,
        is_incomplete: row.get(14)?,
        seen: row.get(15)?,
        unpriced: row.get(16)?,
        ground: row.get(17)?,
        jar: row.get(18)?,
        entry: row.get(19)?,
        organisation: row.get(20)?,
        name: row.get(21)?,
        is_own: row.get(22)?,
        component: row.get(23)?,
        services: vec![row.get(24)?],
        service_count: 1,
        versions: vec![row.get(25)?],
        least: row.get(7)?,
    })
}
