//! The store of a measurement campaign: what was planned, what was measured, where it comes from.
//!
//! A campaign is one `SQLite` file in write-ahead mode. It is planned first and measured then: programs, devices and the
//! split-plot order ([`Planned`]) are written before the first sample, and every [`Sample`] belongs to one entry of the
//! plan. So an interrupted campaign knows what is left ([`Campaign::pending`]), and what is measured twice is refused
//! rather than counted twice. Each call that writes is one transaction: after a crash or a power cut it happened
//! altogether or not at all.
//!
//! What one iteration of a program executes, instruction by instruction, is beside its code ([`Executed`]): a fit takes
//! its features from there, and never from the method alone.
//!
//! A file may come from anybody. It is opened only where nothing lies beside it that leads elsewhere, with all switched off
//! by which a database runs what it holds, and only if its schema is this one to the letter: a trigger or a view would run
//! when we read or write.
//!
//! Everything is kept as it was measured. Baselines are subtracted and samples are judged by whoever fits a model.
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
pub use executed::Executed;
pub use file::Campaign;
pub use plan::{DeviceId, Entry, EntryId, Planned, Progress};
pub use program::{ClassFile, Method, Program, ProgramKind, Triple};
pub use provenance::{CampaignProvenance, Device};
pub use sample::{Reading, Sample};
