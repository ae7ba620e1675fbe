//! The pages.

mod basis;
mod data;
mod frame;
mod hotspots;
mod index;
mod libraries;
mod listing;
mod parts;
mod services;

pub(crate) use basis::Basis;
pub(crate) use data::Data;
pub(crate) use frame::Page;
pub(crate) use hotspots::hotspots;
pub(crate) use index::index;
pub(crate) use libraries::{libraries, library};
pub(crate) use services::{Contents as ServiceContents, service};
