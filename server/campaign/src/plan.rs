//! The split-plot order of a campaign, and its remaining entries.

use std::collections::BTreeMap;

use crate::error::CampaignError;
use crate::file::Campaign;

/// A device in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceId(pub(crate) i64);

/// A plan entry in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryId(pub(crate) i64);

impl EntryId {
    /// The entry's number in its file.
    pub const fn number(self) -> i64 {
        self.0
    }
}

/// A planned sample. The whole plot is the launch and the cycle in it; the ordinal is the position in the cycle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Planned {
    /// The launch of the JVM, from 0.
    pub launch: u32,
    /// The measurement cycle, from 0, counted over all launches.
    pub cycle: u32,
    /// The position in the cycle, from 0.
    pub ordinal: u32,
    /// The name of the program.
    pub program: String,
}

/// A planned sample of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The argument of [`Campaign::record`].
    pub id: EntryId,
    /// Its position in the order, and its program.
    pub planned: Planned,
}

/// The progress of a device's plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of entries.
    pub planned: u64,
    /// The number of entries with a sample.
    pub measured: u64,
}

impl Campaign {
    /// Adds a device's plan. An existing plan must be the same, so resuming adds nothing.
    ///
    /// # Errors
    /// If a program is not in the campaign, two entries have the same position, the device has another plan, or writing fails.
    pub fn add_plan(&mut self, device: DeviceId, plan: &[Planned]) -> Result<(), CampaignError> {
        let mut sorted = plan.to_vec();
        sorted.sort_by_key(|entry| (entry.launch, entry.cycle, entry.ordinal));
        let place = |entry: &Planned| (entry.launch, entry.cycle, entry.ordinal);
        let twice = sorted
            .windows(2)
            .find_map(|pair| (place(&pair[0]) == place(&pair[1])).then(|| place(&pair[0])));
        if let Some((launch, cycle, ordinal)) = twice {
            return Err(CampaignError::invalid(
                format!("plan, launch {launch}, cycle {cycle}, place {ordinal}"),
                "two entries have this place",
                "give each sample a place of its own",
            ));
        }
        let known: Vec<Planned> = self
            .plan(device)?
            .into_iter()
            .map(|entry| entry.planned)
            .collect();
        if known == sorted {
            return Ok(());
        }
        if !known.is_empty() {
            return Err(CampaignError::invalid(
                "plan",
                "the campaign has another plan for this device",
                "resume with the same seed and settings, or begin another campaign",
            ));
        }
        let ids: BTreeMap<String, i64> = self
            .read(
                "reading the programs",
                "SELECT name, id FROM program",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?
            .into_iter()
            .collect();
        let rows = sorted
            .iter()
            .map(|entry| match ids.get(&entry.program) {
                Some(id) => Ok((entry, *id)),
                None => Err(CampaignError::invalid(
                    "plan",
                    format!("the campaign has no program `{}`", entry.program),
                    "add the program first",
                )),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let path = self.path.clone();
        self.write("adding the plan", |transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO plan (device, launch, cycle, ordinal, program) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for (entry, program) in rows {
                insert.execute((device.0, entry.launch, entry.cycle, entry.ordinal, program))?;
            }
            Ok(())
        })
        .map_err(|error| error.at(path))
    }

    /// A device's plan, in order.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn plan(&self, device: DeviceId) -> Result<Vec<Entry>, CampaignError> {
        self.entries(
            "SELECT plan.id, launch, cycle, ordinal, program.name
             FROM plan JOIN program ON program.id = plan.program
             WHERE device = ?1 ORDER BY launch, cycle, ordinal",
            device,
        )
    }

    /// The entries of a device's plan without a sample, in order.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn pending(&self, device: DeviceId) -> Result<Vec<Entry>, CampaignError> {
        self.entries(
            "SELECT plan.id, launch, cycle, ordinal, program.name
             FROM plan JOIN program ON program.id = plan.program
             WHERE device = ?1 AND NOT EXISTS (SELECT 1 FROM sample WHERE sample.entry = plan.id)
             ORDER BY launch, cycle, ordinal",
            device,
        )
    }

    /// The progress of a device's plan.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn progress(&self, device: DeviceId) -> Result<Progress, CampaignError> {
        self.connection
            .query_row(
                "SELECT count(*), count(sample.entry) FROM plan LEFT JOIN sample ON sample.entry = plan.id
                 WHERE device = ?1",
                [device.0],
                |row| {
                    Ok(Progress {
                        planned: row.get::<_, i64>(0)?.unsigned_abs(),
                        measured: row.get::<_, i64>(1)?.unsigned_abs(),
                    })
                },
            )
            .map_err(|error| self.failed("reading the progress", error))
    }

    /// Stores the number of iterations per sample of a program on a device, so that resuming need not find it again.
    ///
    /// # Errors
    /// If the program is not in the campaign, the number is 0, or writing fails.
    pub fn set_iterations(
        &mut self,
        device: DeviceId,
        program: &str,
        iterations: u64,
    ) -> Result<(), CampaignError> {
        let place = || format!("iterations of `{program}`");
        let stored = match i64::try_from(iterations) {
            Ok(stored) if stored > 0 => stored,
            _ => {
                return Err(CampaignError::invalid(
                    place(),
                    format!("{iterations} is not a number of iterations"),
                    "give 1 or more",
                ));
            }
        };
        let path = self.path.clone();
        let changed = self
            .write("noting iterations", |transaction| {
                transaction.execute(
                    "INSERT INTO tuned (device, program, iterations)
                     SELECT ?1, id, ?3 FROM program WHERE name = ?2
                     ON CONFLICT (device, program) DO UPDATE SET iterations = excluded.iterations",
                    (device.0, program, stored),
                )
            })
            .map_err(|error| error.at(path))?;
        if changed == 0 {
            return Err(CampaignError::invalid(
                place(),
                "the campaign has no such program",
                "add it first",
            ));
        }
        Ok(())
    }

    /// The number of iterations per sample of each program on a device, by name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn iterations(&self, device: DeviceId) -> Result<BTreeMap<String, u64>, CampaignError> {
        let rows = self.read(
            "reading the iterations",
            "SELECT program.name, iterations FROM tuned JOIN program ON program.id = tuned.program WHERE device = ?1",
            [device.0],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())),
        )?;
        Ok(rows.into_iter().collect())
    }

    fn entries(&self, query: &str, device: DeviceId) -> Result<Vec<Entry>, CampaignError> {
        self.read("reading the plan", query, [device.0], |row| {
            Ok(Entry {
                id: EntryId(row.get(0)?),
                planned: Planned {
                    launch: row.get(1)?,
                    cycle: row.get(2)?,
                    ordinal: row.get(3)?,
                    program: row.get(4)?,
                },
            })
        })
    }
}
