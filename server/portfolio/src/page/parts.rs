//! The numbers of a part, as text and as cells of a table.

use super::basis::{Basis, costly};
use super::data::{Cell, Column, Kind, column, count, count_of, number};
use crate::services::Part;

/// A text with the numbers of a part's methods.
pub(super) fn in_words(what: &str, part: &Part, basis: &Basis) -> String {
    format!(
        "{what}: {}, {} with a typical energy, {} {}. {} code and no typical energy, {} without code (native or abstract). {} calls \
         without a price.",
        escape::how_many(part.methods, "method", "methods"),
        part.known,
        part.costly,
        costly(basis),
        escape::how_many(part.unknown, "method has", "methods have"),
        part.not_analysed,
        escape::how_many(part.with_unpriced, "method makes", "methods make"),
    )
}

/// The cells of a table of versions in services.
pub(super) fn cells(part: &Part) -> [Cell; 5] {
    [
        count_of(part.costly, part.known),
        count(part.methods),
        number(part.costliest),
        number(part.seen),
        count_of(part.with_unpriced, part.known),
    ]
}

/// The columns of [`cells`].
pub(super) fn columns(basis: &Basis) -> [Column; 5] {
    [
        column(
            "Expensive methods",
            Kind::Count,
            format!("Methods {}", costly(basis)),
        ),
        column("Methods", Kind::Count, "All methods there"),
        column(
            "Most expensive",
            Kind::Joules,
            "The typical energy of one call of the most expensive method",
        ),
        column(
            "Share seen",
            Kind::Share,
            "Share of executed events that have a price: the mean of the methods",
        ),
        column(
            "Unpriced calls",
            Kind::Count,
            "Methods whose typical call makes calls without a price",
        ),
    ]
}
