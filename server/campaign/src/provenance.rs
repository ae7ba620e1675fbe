//! The origin of a campaign's numbers.

use std::collections::BTreeMap;

use posterior::{Hardware, MeasuredJdk, Mode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CampaignError;
use crate::file::Campaign;
use crate::plan::DeviceId;

/// Facts about a whole campaign. A posterior that is fitted to it repeats the first fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignProvenance {
    /// What created it, such as `calibrate measure`.
    pub title: String,
    /// The Java runtime with its options.
    pub jdk: MeasuredJdk,
    /// How the JVM ran the programs.
    pub mode: Mode,
    /// The machine and the meter; `boards` counts the devices of this campaign.
    pub hardware: Hardware,
    /// The seed of the generated programs and of the plan's order.
    pub seed: u64,
    /// Its start, RFC 3339, UTC.
    pub begun: String,
    /// Versions of the software involved, by name.
    pub versions: BTreeMap<String, String>,
    /// Other notes: cycles, samples per cycle, resolution of the meter, the simulated truth.
    #[serde(default)]
    pub facts: BTreeMap<String, Value>,
}

impl CampaignProvenance {
    /// A provenance for examples and tests.
    #[doc(hidden)]
    pub fn example() -> Self {
        Self {
            title: "example".to_owned(),
            jdk: MeasuredJdk {
                distribution: "OpenJDK".to_owned(),
                version: "25.0.1".to_owned(),
                options: vec!["-Xint".to_owned()],
            },
            mode: Mode::Interpreter,
            hardware: Hardware {
                machine: "example".to_owned(),
                boards: 1,
                cpu_clock_hz: None,
                meter: "simulated".to_owned(),
                supply_v: None,
                scope: "simulated".to_owned(),
                conditions: Vec::new(),
            },
            seed: 1,
            begun: "2026-01-01T00:00:00Z".to_owned(),
            versions: BTreeMap::new(),
            facts: BTreeMap::new(),
        }
    }
}

/// A measured machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredDevice {
    /// Its number in this campaign.
    pub id: DeviceId,
    /// Its name: the level of the category device.
    pub name: String,
    /// Notes about it: governor, turbo, SMT, …
    pub facts: Value,
}

impl Campaign {
    /// The origin of the numbers.
    ///
    /// # Errors
    /// If it cannot be read, or has another format.
    pub fn provenance(&self) -> Result<CampaignProvenance, CampaignError> {
        let doing = "reading the provenance";
        let text: String = self
            .connection
            .query_row("SELECT provenance FROM campaign", [], |row| row.get(0))
            .map_err(|error| self.failed(doing, error))?;
        serde_json::from_str(&text).map_err(|error| self.damaged(doing, &error))
    }

    /// Adds a device, or finds the one with this name and leaves its notes unchanged.
    ///
    /// # Errors
    /// If the name is empty, `any`, contains a space, a colon or a control character, or cannot be written.
    pub fn add_device(&mut self, name: &str, facts: &Value) -> Result<DeviceId, CampaignError> {
        let unfit = |c: char| c.is_whitespace() || c.is_control() || c == ':';
        if name.is_empty() || name == "any" || name.len() > 100 || name.contains(unfit) {
            return Err(CampaignError::invalid(
                format!("device `{name}`"),
                "the name cannot be that of a device in a posterior",
                "use up to 100 letters, digits and hyphens, and not `any`",
            ));
        }
        let path = self.path.clone();
        self.write("adding a device", |transaction| {
            transaction.execute(
                "INSERT INTO device (name, facts) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
                (name, facts.to_string()),
            )?;
            transaction
                .query_row("SELECT id FROM device WHERE name = ?1", [name], |row| {
                    row.get(0)
                })
                .map(DeviceId)
        })
        .map_err(|error| error.at(path))
    }

    /// The devices, in the order in which they were added.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn devices(&self) -> Result<Vec<MeasuredDevice>, CampaignError> {
        let doing = "reading the devices";
        let rows: Vec<(i64, String, String)> = self.read(
            doing,
            "SELECT id, name, facts FROM device ORDER BY id",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        rows.into_iter()
            .map(|(id, name, facts)| {
                Ok(MeasuredDevice {
                    id: DeviceId(id),
                    name,
                    facts: serde_json::from_str(&facts)
                        .map_err(|error| self.damaged(doing, &error))?,
                })
            })
            .collect()
    }

    /// Adds a note about a launch of a JVM, such as its process ID, command line and start time. A launch that is repeated after
    /// an interruption gets another note.
    ///
    /// # Errors
    /// If writing fails.
    pub fn note_launch(
        &mut self,
        device: DeviceId,
        launch: u32,
        facts: &Value,
    ) -> Result<(), CampaignError> {
        let path = self.path.clone();
        self.write("noting a launch", |transaction| {
            transaction
                .execute(
                    "INSERT INTO launch (device, launch, facts) VALUES (?1, ?2, ?3)",
                    (device.0, launch, facts.to_string()),
                )
                .map(|_| ())
        })
        .map_err(|error| error.at(path))
    }

    /// The notes about a device's launches, in order, each with the launch's number.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn launches(&self, device: DeviceId) -> Result<Vec<(u32, Value)>, CampaignError> {
        let doing = "reading the launches";
        let rows: Vec<(u32, String)> = self.read(
            doing,
            "SELECT launch, facts FROM launch WHERE device = ?1 ORDER BY id",
            [device.0],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        rows.into_iter()
            .map(|(launch, facts)| {
                let facts =
                    serde_json::from_str(&facts).map_err(|error| self.damaged(doing, &error))?;
                Ok((launch, facts))
            })
            .collect()
    }
}
