//! What an edit saves in the method that has its code.

use crate::compare::{Basis, Scope, compare};
use crate::saving::{NotOffered, Saving};
use crate::texts::CompiledText;
use std::ops::RangeInclusive;

/// What the change from one text to the other saves in the method that has these lines before it.
///
/// # Errors
/// [`NotOffered`] if no number can be told. Whether a number is worth an offer tells [`Saving::refusal`].
pub fn price(
    basis: Basis<'_>,
    before: &CompiledText,
    after: &CompiledText,
    lines: &RangeInclusive<u32>,
) -> Result<Saving, NotOffered> {
    let compared = compare(basis, before, after, &Scope::Lines(lines.clone()))?;
    // A lambda on the lines is a method of its own: where its runs are others, those of its caller are as well.
    if !compared.runs_alike {
        return Err(NotOffered::OtherControlFlow);
    }
    if compared.has_unpriced {
        return Err(NotOffered::UnpricedCalls);
    }
    let largest = compared
        .savings
        .into_iter()
        .max_by(|one, other| one.joules.abs().total_cmp(&other.joules.abs()));
    largest.ok_or(NotOffered::NoDifference)
}
