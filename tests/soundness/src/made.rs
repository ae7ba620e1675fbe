//! Random programs of each family: the members of a class, each of whose methods is called.

mod beyond;
mod clauses;
mod entry;
mod fields;
mod integers;
mod results;
mod statements;
mod suffixes;

use crate::family::Family;
use crate::random::Random;
use crate::syntax::Statement;

/// The initial value of the static field `limit`.
pub(crate) const LIMIT: i64 = 5;

/// The members of a class of the family.
pub(crate) fn members(family: Family, dice: &mut Random) -> Vec<Statement> {
    if family == Family::Contracts {
        // Gives different programs than the family of the least cost.
        dice.roll(2);
    }
    match family {
        Family::Clauses => clauses::members(dice),
        Family::Suffixes => suffixes::members(dice),
        Family::Fields => fields::members(dice),
        Family::Entry => entry::members(dice),
        Family::Integers => integers::members(dice),
        Family::Results => results::members(dice),
        Family::Beyond | Family::General | Family::Textbook => beyond::members(dice),
        // The least cost and contracts are judged for all programs. This family generates those on which both are most
        // likely to fail.
        Family::Least | Family::Contracts => match dice.roll(5) {
            0 => suffixes::members(dice),
            1 => fields::members(dice),
            2 => entry::members(dice),
            3 => integers::members(dice),
            _ => beyond::members(dice),
        },
    }
}
