//! Pages about the tables of many services, `jouled.rows/1`.
//!
//! - [`Store`] writes the rows one by one into an `SQLite` database, so memory does not grow with their number.
//! - Its queries rank services, libraries and methods.
//! - [`Site`] writes the pages into a folder. They load nothing, and each is a file that works on its own.
//!
//! A typical energy is that of one call, callees included. So this crate never adds up energies of methods: it counts and ranks
//! methods.

mod addresses;
mod error;
mod folder;
mod ground;
mod libraries;
mod methods;
mod names;
mod page;
mod services;
mod site;
mod store;

pub use error::PortfolioError;
pub use folder::SiteError;
pub use ground::GroundRow;
pub use libraries::{SharedLibrary, VersionIn};
pub use methods::{RankedMethod, Scope};
pub use services::{InputAnalysis, Part, Service};
pub use site::{Site, SiteContents, SiteSummary};
pub use store::Store;
