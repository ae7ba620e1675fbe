//! What all pages rest on, and words that they share.

use crate::ground::GroundRow;
use posterior::Joules;

/// What the pages say about all tables.
#[derive(Debug)]
pub(crate) struct Basis {
    /// What the rows rest on.
    pub(crate) grounds: Vec<GroundRow>,
    /// Methods from here on are costly.
    pub(crate) floor: Joules,
    /// Tables that could not be read, each with the reason.
    pub(crate) unread: Vec<String>,
}

/// What costly means.
pub(crate) fn costly(basis: &Basis) -> String {
    format!("of which one call typically costs {} or more", basis.floor)
}

/// The same as a sentence.
pub(crate) fn costly_sentence(basis: &Basis) -> String {
    format!(
        "A method is costly if one call typically costs {} or more.",
        basis.floor
    )
}

/// What the typical energy of a method is, and what it is not.
pub(crate) const TYPICAL: &str = "A typical energy is what one call costs on average, with everything that the method calls. How often a method is called is \
                                  not known, so energies are not added up and are no energy of a run.";
