//! The services, ranked.

use crate::error::PortfolioError;
use crate::store::Store;
use batch::InputOutcome;
use rusqlite::Row;
use std::collections::HashMap;

/// The methods of a service's own code, of its libraries, or of an archive.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Part {
    /// All methods.
    pub methods: u64,
    /// Those with a typical energy.
    pub known: u64,
    /// Those whose typical call costs the floor or more.
    pub costly: u64,
    /// Those without code: native and abstract ones.
    pub not_analysed: u64,
    /// Those with code but no typical energy.
    pub unknown: u64,
    /// Those whose typical call makes calls without a price.
    pub with_unpriced: u64,
    /// The mean share of executed events with a price; `None` if no method has one.
    pub seen: Option<f64>,
    /// The typical energy of the most expensive method, in joules per call.
    pub costliest: Option<f64>,
}

/// The columns of a [`Part`], in the order of [`Part::read`].
pub(crate) const PART_SUMS: &str = "sum(methods), sum(known), sum(costly), sum(not_analysed), sum(unknown), sum(with_unpriced), \
                                    sum(seen) / nullif(sum(seen_of), 0), max(costliest)";

impl Part {
    pub(crate) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        let count = |column: usize| -> rusqlite::Result<u64> {
            let count: Option<i64> = row.get(first + column)?;
            Ok(count.map_or(0, i64::unsigned_abs))
        };
        Ok(Self {
            methods: count(0)?,
            known: count(1)?,
            costly: count(2)?,
            not_analysed: count(3)?,
            unknown: count(4)?,
            with_unpriced: count(5)?,
            seen: row.get(first + 6)?,
            costliest: row.get(first + 7)?,
        })
    }
}

/// The result of analysing an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputAnalysis {
    /// Its outcome.
    pub outcome: InputOutcome,
    /// Why it is not complete; empty if it is.
    pub why: String,
}

impl InputAnalysis {
    fn of(outcome: Option<String>, why: Option<String>) -> Option<Self> {
        use InputOutcome::{Failed, Ok, Partial};
        let outcome = outcome?;
        let known = [Ok, Partial, Failed];
        let known = known.into_iter().find(|known| known.name() == outcome)?;
        Some(Self {
            outcome: known,
            why: why.unwrap_or_default(),
        })
    }
}

/// A service: an input of the analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// Its number in the store.
    pub id: i64,
    /// Its name.
    pub input: String,
    /// The result of its analysis, if known.
    pub analysis: Option<InputAnalysis>,
    /// Its own code.
    pub own: Part,
    /// The archives inside it.
    pub libraries: Part,
    /// The number of these archives.
    pub archives: u64,
    /// The 95% quantile of the own code's methods by the nearest rank, in joules per call: one in 20 costs at least this.
    pub p95: Option<f64>,
}

impl Store {
    /// All services, ordered by the number of expensive methods in their own code, then by the quantile, the most expensive
    /// method and the name. Those without a number come last.
    ///
    /// # Errors
    /// [`PortfolioError::Database`].
    pub fn services(&self) -> Result<Vec<Service>, PortfolioError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, input, outcome, why FROM service")?;
        let rows = statement.query_map([], |row| {
            Ok(Service {
                id: row.get(0)?,
                input: row.get(1)?,
                analysis: InputAnalysis::of(row.get(2)?, row.get(3)?),
                own: Part::default(),
                libraries: Part::default(),
                archives: 0,
                p95: None,
            })
        })?;
        let mut services: Vec<Service> = rows.collect::<Result<_, _>>()?;
        let numbered = services.iter().enumerate();
        let places: HashMap<i64, usize> = numbered.map(|(at, service)| (service.id, at)).collect();
        let mut statement = self.connection.prepare(&format!(
            "SELECT service, is_own, count(*), {PART_SUMS} FROM part JOIN summary ON part = part.id GROUP BY service, is_own"
        ))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let place = places.get(&row.get(0)?);
            let Some(service) = place.and_then(|at| services.get_mut(*at)) else {
                continue;
            };
            let part = Part::read(row, 3)?;
            if row.get(1)? {
                service.own = part;
            } else {
                service.libraries = part;
                service.archives = row.get::<_, i64>(2)?.unsigned_abs();
            }
        }
        for service in &mut services {
            service.p95 = self.p95(service)?;
        }
        let key = |service: &Service| {
            let number = |number: Option<f64>| number.unwrap_or(-1.0);
            (
                service.own.known > 0,
                service.own.costly,
                number(service.p95),
                number(service.own.costliest),
            )
        };
        services.sort_by(|one, two| {
            let order = key(two).partial_cmp(&key(one));
            let order = order.unwrap_or(std::cmp::Ordering::Equal);
            order.then_with(|| one.input.cmp(&two.input))
        });
        Ok(services)
    }

    fn p95(&self, service: &Service) -> Result<Option<f64>, PortfolioError> {
        if service.own.known == 0 {
            return Ok(None);
        }
        let rank = (service.own.known * 95).div_ceil(100);
        let mut statement = self.connection.prepare_cached(
            "SELECT typical FROM row WHERE part IN (SELECT id FROM part WHERE service = ?1 AND is_own)
             AND typical IS NOT NULL ORDER BY typical LIMIT 1 OFFSET ?2",
        )?;
        Ok(statement.query_row([service.id, rank as i64 - 1], |row| row.get(0))?)
    }
}
