//! Stores the rows of all tables in a temporary database.

use crate::error::PortfolioError;
use batch::InputStatus;
use posterior::Joules;
use rows::{Ground, Row, RowsScan, ScannedRow};
use rusqlite::{Connection, Transaction, params};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// A service is an input of the analysis. A part is an archive in it, or its own code. A component is what several services may
/// contain: a library, or the code of a single service.
const TABLES: &str = "
CREATE TABLE setting (floor REAL NOT NULL) STRICT;
CREATE TABLE service (id INTEGER PRIMARY KEY, input TEXT NOT NULL UNIQUE, outcome TEXT, why TEXT) STRICT;
CREATE TABLE component (
    id INTEGER PRIMARY KEY,
    service INTEGER NOT NULL,
    organisation TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (service, organisation, name)
) STRICT;
CREATE TABLE part (
    id INTEGER PRIMARY KEY,
    service INTEGER NOT NULL,
    component INTEGER NOT NULL,
    is_own INTEGER NOT NULL,
    jar TEXT NOT NULL,
    version TEXT NOT NULL,
    UNIQUE (service, component, jar, version)
) STRICT;
CREATE TABLE ground (
    id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    model_digest TEXT NOT NULL,
    path_model_digest TEXT NOT NULL,
    device TEXT NOT NULL,
    structure TEXT NOT NULL,
    mapping TEXT NOT NULL,
    tool TEXT NOT NULL,
    UNIQUE (model, model_digest, path_model_digest, device, structure, mapping, tool)
) STRICT;
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    part INTEGER NOT NULL,
    key BLOB NOT NULL,
    typical REAL,
    low REAL,
    high REAL,
    open TEXT,
    worst REAL,
    q99 REAL,
    has_symbols INTEGER NOT NULL,
    is_incomplete INTEGER NOT NULL,
    seen REAL,
    unpriced REAL,
    line INTEGER,
    ground INTEGER NOT NULL,
    not_analysed TEXT,
    entry TEXT,
    class TEXT NOT NULL,
    method TEXT NOT NULL,
    descriptor TEXT NOT NULL,
    file TEXT
) STRICT;
";

/// Queries use only these indexes, except for the few displayed rows.
const INDEXES: &str = "
CREATE INDEX by_key ON row (key, part, typical);
CREATE INDEX by_part ON row (part, typical DESC, key, ground, low, seen, unpriced, not_analysed);
CREATE INDEX of_service ON part (service);
CREATE INDEX of_component ON part (component);
";

/// The maximum size of the database's page cache, in KiB.
const CACHE_KIB: i64 = 64 << 10;

/// Duplicate methods: two tables have the same method at the same place in the same service.
const TWICE: &str = "
DELETE FROM row WHERE id IN (
    SELECT later.id
    FROM (SELECT key, part FROM row GROUP BY key, part HAVING count(*) > 1) AS several
    JOIN row AS first ON first.key = several.key AND first.part = several.part
    JOIN row AS later ON later.key = first.key AND later.part = first.part AND later.id > first.id
        AND later.entry IS first.entry AND later.file IS first.file
)";

/// The numbers of each part. `unknown` are methods with code but no energy.
const SUMMARY: &str = "
CREATE TABLE summary AS
SELECT part, count(*) AS methods, count(typical) AS known, coalesce(sum(typical >= (SELECT floor FROM setting)), 0) AS costly,
    count(not_analysed) AS not_analysed, sum(typical IS NULL AND not_analysed IS NULL) AS unknown,
    coalesce(sum(unpriced > 0), 0) AS with_unpriced, total(seen) AS seen, count(seen) AS seen_of, max(typical) AS costliest
FROM row GROUP BY part;
CREATE UNIQUE INDEX of_part ON summary (part);";

const ADD_ROW: &str = "
INSERT INTO row (part, key, typical, low, high, open, worst, q99, has_symbols, is_incomplete, seen, unpriced, line, ground,
    not_analysed, entry, class, method, descriptor, file)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)";

/// The rows of all tables.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
}

impl Store {
    /// Creates the database. The file must not exist, and is not used after the run.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn create(path: &Path) -> Result<Self, PortfolioError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        // Nobody reads the file after a crash.
        connection.pragma_update(None, "synchronous", "OFF")?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.execute_batch(TABLES)?;
        Ok(Self { connection })
    }

    /// Adds the rows of a table: all of them, or none if the table is damaged. Returns their number.
    ///
    /// # Errors
    /// [`PortfolioError`].
    pub fn add(&mut self, table: &mut RowsScan) -> Result<u64, PortfolioError> {
        let transaction = self.connection.transaction()?;
        let mut adding = Adding {
            transaction: &transaction,
            service: None,
            parts: HashMap::new(),
            ground: None,
        };
        let mut count = 0;
        while let Some(rows) = table.next_rows()? {
            for scanned in &rows {
                count += u64::from(adding.add(scanned)?);
            }
        }
        transaction.commit()?;
        Ok(count)
    }

    /// Records the result of the analysis of an input, which may have no rows.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn note(&mut self, status: &InputStatus) -> Result<(), PortfolioError> {
        note(
            &self.connection,
            &status.input,
            status.outcome.name(),
            &status.why,
        )
    }

    /// Prepares the database for queries, and removes duplicates. Methods whose call costs `floor` or more are expensive. Returns
    /// the number of duplicate rows.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn finish(&mut self, floor: Joules) -> Result<u64, PortfolioError> {
        self.connection.execute_batch(INDEXES)?;
        let twice = self.connection.execute(TWICE, [])?;
        self.connection
            .execute("INSERT INTO setting (floor) VALUES (?1)", [floor.0])?;
        self.connection.execute_batch(SUMMARY)?;
        Ok(twice as u64)
    }
}

/// The origin of a part's code, from a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Origin {
    jar: String,
    organisation: String,
    name: String,
    version: String,
    is_own: bool,
}

impl Origin {
    fn of(row: &Row) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let jar = text(&row.jar);
        // An archive inside another one: `shop.war!/WEB-INF/lib/x.jar`.
        let inner = jar.rsplit_once("!/").map(|(_, inner)| inner);
        let file = inner.unwrap_or_default();
        let file = file.rsplit('/').next().unwrap_or(file);
        Self {
            name: row.artifact.clone().unwrap_or_else(|| file.to_owned()),
            organisation: text(&row.organisation),
            version: text(&row.version),
            is_own: inner.is_none(),
            jar,
        }
    }
}

/// Adds the rows of one table.
struct Adding<'t> {
    transaction: &'t Transaction<'t>,
    /// The service of the last row, because rows of a service come together.
    service: Option<(String, i64)>,
    /// Its parts, each with the digest of its component.
    parts: HashMap<Origin, (i64, Digest)>,
    ground: Option<(Arc<Ground>, i64)>,
}

impl Adding<'_> {
    /// Adds a row; false if it only says that its input has none.
    fn add(&mut self, scanned: &ScannedRow) -> Result<bool, PortfolioError> {
        let ScannedRow { row, outcome, why } = scanned;
        let is_method = !row.class.is_empty();
        let is_new = self
            .service
            .as_ref()
            .is_none_or(|(known, _)| *known != row.input);
        if let Some(outcome) = outcome
            && (is_new || !is_method)
        {
            note(
                self.transaction,
                &row.input,
                outcome,
                why.as_deref().unwrap_or_default(),
            )?;
        }
        if is_method {
            self.row(row)?;
        }
        Ok(is_method)
    }

    fn row(&mut self, row: &Row) -> Result<(), PortfolioError> {
        let service = self.service(&row.input)?;
        let (part, component) = self.part(service, &row.input, Origin::of(row))?;
        let ground = self.ground(&row.ground)?;
        let mut add = self.transaction.prepare_cached(ADD_ROW)?;
        add.execute(params![
            part,
            key(&component, row),
            energy(row.typical_j),
            energy(row.typical_low_j),
            energy(row.typical_high_j),
            row.open,
            energy(row.worst_j),
            energy(row.worst_q99_j),
            row.worst_has_symbols,
            row.worst_is_incomplete,
            row.seen.filter(|share| (0.0..=1.0).contains(share)),
            energy(row.unpriced_calls),
            row.line,
            ground,
            row.not_analysed,
            row.entry,
            row.class,
            row.method,
            row.descriptor,
            row.file,
        ])?;
        Ok(())
    }

    fn service(&mut self, input: &str) -> Result<i64, PortfolioError> {
        if let Some((known, id)) = &self.service
            && known == input
        {
            return Ok(*id);
        }
        let id = self.id(
            "INSERT OR IGNORE INTO service (input) VALUES (?1)",
            "SELECT id FROM service WHERE input = ?1",
            params![input],
        )?;
        self.parts.clear();
        self.service = Some((input.to_owned(), id));
        Ok(id)
    }

    fn part(
        &mut self,
        service: i64,
        input: &str,
        origin: Origin,
    ) -> Result<(i64, Digest), PortfolioError> {
        if let Some(known) = self.parts.get(&origin) {
            return Ok(*known);
        }
        // Two services may both be called `app` without sharing any code.
        let is_shared = !origin.is_own || !origin.organisation.is_empty();
        let owner = if is_shared { 0 } else { service };
        let component = self.id(
            "INSERT OR IGNORE INTO component (service, organisation, name) VALUES (?1, ?2, ?3)",
            "SELECT id FROM component WHERE service = ?1 AND organisation = ?2 AND name = ?3",
            params![owner, origin.organisation, origin.name],
        )?;
        let part = self.id(
            "INSERT OR IGNORE INTO part (service, component, jar, version, is_own) VALUES (?1, ?2, ?3, ?4, ?5)",
            "SELECT id FROM part WHERE service = ?1 AND component = ?2 AND jar = ?3 AND version = ?4 AND is_own = ?5",
            params![service, component, origin.jar, origin.version, origin.is_own],
        )?;
        let owner = if is_shared { "" } else { input };
        let digest = digest(&[owner, &origin.organisation, &origin.name]);
        self.parts.insert(origin, (part, digest));
        Ok((part, digest))
    }

    fn ground(&mut self, ground: &Arc<Ground>) -> Result<i64, PortfolioError> {
        if let Some((known, id)) = &self.ground
            && Arc::ptr_eq(known, ground)
        {
            return Ok(*id);
        }
        let id = self.id(
            "INSERT OR IGNORE INTO ground (model, model_digest, path_model_digest, device, structure, mapping, tool)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            "SELECT id FROM ground WHERE model = ?1 AND model_digest = ?2 AND path_model_digest = ?3 AND device = ?4
             AND structure = ?5 AND mapping = ?6 AND tool = ?7",
            params![
                ground.model,
                ground.model_digest,
                ground.path_model_digest,
                ground.device,
                ground.structure,
                ground.mapping,
                ground.tool
            ],
        )?;
        self.ground = Some((Arc::clone(ground), id));
        Ok(id)
    }

    /// The number of a row in a small table, which is added if it is new.
    fn id(
        &self,
        add: &str,
        find: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<i64, PortfolioError> {
        self.transaction.prepare_cached(add)?.execute(values)?;
        let mut find = self.transaction.prepare_cached(find)?;
        Ok(find.query_row(values, |row| row.get(0))?)
    }
}

/// Records the result of the analysis of an input.
fn note(
    connection: &Connection,
    input: &str,
    outcome: &str,
    why: &str,
) -> Result<(), PortfolioError> {
    let mut add = connection.prepare_cached(
        "INSERT INTO service (input, outcome, why) VALUES (?1, ?2, ?3)
         ON CONFLICT (input) DO UPDATE SET outcome = excluded.outcome, why = excluded.why",
    )?;
    add.execute([input, outcome, why])?;
    Ok(())
}

/// Long enough that hostile names cannot collide.
type Digest = [u8; 16];

/// The identity of a method, the same in every service.
fn key(component: &Digest, row: &Row) -> Digest {
    let mut hasher = blake3::Hasher::new();
    hasher.update(component);
    hasher.update(&digest(&[&row.class, &row.method, &row.descriptor]));
    first_of(&hasher)
}

fn digest(parts: &[&str]) -> Digest {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    first_of(&hasher)
}

fn first_of(hasher: &blake3::Hasher) -> Digest {
    let mut digest = Digest::default();
    hasher.finalize_xof().fill(&mut digest);
    digest
}

/// An impossible energy counts as unknown.
fn energy(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value >= 0.0)
}
