//! Programs of the families, made up at random.

use crate::dice::Dice;
use crate::family::Family;
use crate::syntax::Statement;

/// Stands for the name of the class.
pub(crate) const CLASS: &str = "@Class@";
/// The first value of the static field `limit`.
pub(crate) const LIMIT: i64 = 5;

/// The members of a class of the family.
pub(crate) fn members(_family: Family, _dice: &mut Dice) -> Vec<Statement> {
    Vec::new()
}
