//! What an edit saves in the method with its code.

use crate::compare::{ComparedMethods, PricingInputs, compare};
use crate::saving::{NotOffered, Saving};
use crate::texts::CompiledText;
use std::ops::RangeInclusive;

/// What the change from one text to the other saves in the method with these lines before the change.
///
/// # Errors
/// [`NotOffered`] if there is no number. [`Saving::refusal`] says whether a number is worth an offer.
pub fn price(
    basis: PricingInputs<'_>,
    before: &CompiledText,
    after: &CompiledText,
    lines: &RangeInclusive<u32>,
) -> Result<Saving, NotOffered> {
    let compared = compare(basis, before, after, &ComparedMethods::Lines(lines.clone()))?;
    // A lambda on the lines is a separate method. If its control flow differs, so does that of its caller.
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
