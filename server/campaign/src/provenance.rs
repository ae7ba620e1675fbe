//! Where the numbers of a campaign come from.

use std::collections::BTreeMap;

use posterior::{Hardware, Jdk, Mode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CampaignError;
use crate::file::Campaign;
use crate::plan::DeviceId;

/// What holds for a campaign as a whole; a posterior that is fitted to it repeats the first fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignProvenance {
    /// Who or what made it, such as `calibrate measure`.
    pub title: String,
    /// The Java runtime, with the options that were given to it.
    pub jdk: Jdk,
    /// How the virtual machine ran the programs.
    pub mode: Mode,
    /// The machine and the meter; `boards` counts the devices of this campaign.
    pub hardware: Hardware,
    /// Seed of the generated programs and of the order of the plan.
    pub seed: u64,
    /// When it was started, RFC 3339, UTC.
    pub begun: String,
    /// Versions of what took part, by name.
    pub versions: BTreeMap<String, String>,
    /// Whatever else was noted: cycles, samples a cycle, resolution of the meter, the simulated truth.
    #[serde(default)]
    pub facts: BTreeMap<String, Value>,
}

impl CampaignProvenance {
    /// A provenance for examples and tests.
    #[doc(hidden)]
    pub fn example() -> Self {
        Self {
            title: "example".to_owned(),
            jdk: Jdk {
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

/// A machine that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// Its number in this campaign.
    pub id: DeviceId,
    /// Its name: the level of the category device.
    pub name: String,
    /// What was noted of it: governor, turbo, SMT, …
    pub facts: Value,
}

impl Campaign {
    /// Where the numbers come from.
    ///
    /// # Errors
    /// If it cannot be read, or is not of this version's form.
    pub fn provenance(&self) -> Result<CampaignProvenance, CampaignError> {
        let doing = "reading the provenance";
        let text: String = self
            .connection
            .query_row("SELECT provenance FROM campaign", [], |row| row.get(0))
            .map_err(|error| self.failed(doing, error))?;
        serde_json::from_str(&text).map_err(|error| self.damaged(doing, &error))
    }

    /// Adds a device, or finds the one of this name and leaves what was noted of it.
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
    pub fn devices(&self) -> Result<Vec<Device>, CampaignError> {
        let doing = "reading the devices";
        let rows: Vec<(i64, String, String)> = self.read(
            doing,
            "SELECT id, name, facts FROM device ORDER BY id",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        rows.into_iter()
            .map(|(id, name, facts)| {
                Ok(Device {
                    id: DeviceId(id),
                    name,
                    facts: serde_json::from_str(&facts)
                        .map_err(|error| self.damaged(doing, &error))?,
                })
            })
            .collect()
    }

    /// Notes what holds for one launch of a virtual machine, such as its process id, command line and time of start.
    /// A launch that is started again after an interruption gets a further note.
    ///
    /// # Errors
    /// If it cannot be written.
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

    /// What was noted of the launches of a device: the number of the launch and the note, in the order of noting.
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
