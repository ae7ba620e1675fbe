//! The store of a measurement campaign: what was planned, what was measured, and where it comes from.
//!
//! A campaign is an `SQLite` file in write-ahead mode. It is planned first and then measured: programs, devices and the
//! split-plot order ([`Planned`]) are written before the first sample, and every [`Sample`] belongs to one entry of the plan. So
//! an interrupted campaign knows what is left ([`Campaign::pending`]), and refuses a second sample of an entry. Each call that
//! writes is one transaction: after a crash or a power cut, it has happened completely or not at all.
//!
//! The file has what one iteration of each program executes, instruction by instruction ([`ExecutedCounts`]). A fit takes its
//! features from there, never from the code of the method alone.
//!
//! A file may come from anybody. It is opened only if no file beside it leads elsewhere and if its schema is exactly this
//! one, because a trigger or a view would run when we read or write. All features by which a database can run its own
//! contents are switched off.
//!
//! Values are stored as measured. The code that fits a model subtracts baselines and judges samples.
//!
//! ```
//! # fn main() -> Result<(), campaign::CampaignError> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("campaign.db");
//! # let provenance = campaign::CampaignProvenance::example();
//! use campaign::{Campaign, ProgramKind, Planned, Program, Reading};
//!
//! let mut campaign = Campaign::create(&path, &provenance)?;
//! let device = campaign.add_device("board", &serde_json::json!({ "governor": "performance" }))?;
//! campaign.add_programs(&[Program::new("empty", ProgramKind::Baseline)])?;
//! campaign.add_plan(device, &[Planned { launch: 0, cycle: 0, ordinal: 0, program: "empty".to_owned() }])?;
//!
//! for entry in campaign.pending(device)? {
//!     let reading = Reading { iterations: 1000, energy_j: 1e-5, cpu_s: 1e-5, wall_s: 1e-5, ..Reading::default() };
//!     campaign.record(entry.id, &reading)?;
//! }
//! assert!(campaign.pending(device)?.is_empty());
//! # Ok(())
//! # }
//! ```

mod error;
mod executed;
mod file;
mod guard;
mod open;
mod plan;
mod program;
mod provenance;
mod sample;
mod schema;

pub use error::CampaignError;
pub use executed::{ExecutedCounts, ExecutedEffects};
pub use file::Campaign;
pub use plan::{DeviceId, Entry, EntryId, Planned, Progress};
pub use program::{ClassFile, Method, Program, ProgramKind, Triple};
pub use provenance::{CampaignProvenance, MeasuredDevice};
pub use sample::{Reading, Sample};
