//! What an edit saves in the method with its code.

use crate::candidates::LocatedCandidate;
use crate::compare::{ComparedMethods, PricingInputs, compare};
use crate::saving::{NotOffered, Saving};
use crate::texts::CompiledText;
use posterior::Mode;

/// What an edit saves in its method. The texts are those before and after it.
///
/// # Errors
/// [`NotOffered`] if there is no number. [`Saving::refusal`] says whether a number is worth an offer.
pub fn price(
    basis: PricingInputs<'_>,
    before: &CompiledText,
    after: &CompiledText,
    edit: &LocatedCandidate,
) -> Result<Saving, NotOffered> {
    let compared = compare(
        basis,
        before,
        after,
        &ComparedMethods::Lines(edit.lines.clone()),
    )?;
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
    let largest = largest.ok_or(NotOffered::NoDifference)?;
    let is_compiled = basis.model.posterior().mode() != Mode::Interpreter;
    let rule = advice::rule_named(edit.candidate.rule);
    Ok(Saving {
        is_none_when_compiled: is_compiled && rule.is_some_and(|rule| !rule.saves_compiled),
        ..largest
    })
}
