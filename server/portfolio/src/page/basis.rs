//! The basis of all pages, and texts that they share.

use crate::ground::GroundRow;
use crate::services::{Part, Service};
use batch::InputOutcome;
use posterior::Joules;
use std::fmt::Write as _;

/// What the pages say about all tables.
#[derive(Debug)]
pub(crate) struct Basis {
    /// The models, devices and versions behind the rows.
    pub(crate) grounds: Vec<GroundRow>,
    /// Methods with at least this energy are expensive.
    pub(crate) floor: Joules,
    /// The share seen: the mean over all methods with an energy.
    pub(crate) seen: Option<f64>,
    /// A text about how many inputs were completely analysed.
    pub(crate) analysis: String,
    /// Tables that could not be read, with the reasons.
    pub(crate) unread: Vec<String>,
}

impl Basis {
    pub(crate) fn new(
        grounds: Vec<GroundRow>,
        floor: Joules,
        services: &[Service],
        unread: Vec<String>,
    ) -> Self {
        Self {
            grounds,
            floor,
            seen: seen(services),
            analysis: analysis(services, unread.len()),
            unread,
        }
    }

    /// The numbers of all bases.
    pub(crate) fn all(&self) -> Vec<i64> {
        self.grounds.iter().map(|ground| ground.id).collect()
    }
}

/// The mean share seen of all methods.
fn seen(services: &[Service]) -> Option<f64> {
    let parts = services
        .iter()
        .flat_map(|service| [&service.own, &service.libraries]);
    mean_seen(parts)
}

/// The mean share seen of the methods of these parts.
pub(crate) fn mean_seen<'p>(parts: impl Iterator<Item = &'p Part>) -> Option<f64> {
    let (mut sum, mut of) = (0.0, 0.0);
    for part in parts {
        if let Some(seen) = part.seen {
            sum += seen * part.known as f64;
            of += part.known as f64;
        }
    }
    (of > 0.0).then(|| sum / of)
}

/// A text about how many inputs were completely analysed, and how many tables are missing.
fn analysis(services: &[Service], unread: usize) -> String {
    let known = || {
        services
            .iter()
            .filter_map(|service| service.analysis.as_ref())
    };
    let count = |outcome: InputOutcome| {
        let of_it = known().filter(|analysis| analysis.outcome == outcome);
        of_it.count()
    };
    let mut text = format!(
        "Analysis: {} as a whole, {} in part, {} failed",
        count(InputOutcome::Ok),
        count(InputOutcome::Partial),
        count(InputOutcome::Failed)
    );
    let unknown = services.len() - known().count();
    // Writing to a string never fails.
    if unknown > 0 {
        let services = escape::how_many(unknown, "service", "services");
        let _ = write!(text, "; unknown for {services}");
    }
    if unread > 0 {
        let tables = escape::how_many(unread, "table could", "tables could");
        let _ = write!(text, "; {tables} not be read and are missing on all pages");
    }
    text + "."
}

/// The definition of an expensive method.
pub(crate) fn costly(basis: &Basis) -> String {
    format!("whose call typically costs {} or more", basis.floor)
}

/// The same as a sentence.
pub(crate) fn costly_sentence(basis: &Basis) -> String {
    format!(
        "A method is expensive if one call typically costs {} or more.",
        basis.floor
    )
}

/// What the typical energy of a method is, and what it is not.
pub(crate) const TYPICAL: &str = "A typical energy is what one call costs on average, callees included. It is unknown how often a method is called, so energies \
                                  are not added up, and they are not the energy of a run.";
