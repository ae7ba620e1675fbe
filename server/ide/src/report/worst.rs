//! Why a worst case has no energy.

use documents::NotAnalysed;

/// Why a worst case has no energy.
pub(super) fn reason(
    has_energy: bool,
    not_analysed: Option<NotAnalysed>,
    missing: &[&str],
) -> Option<String> {
    if let Some(reason) = not_analysed {
        return Some(reason.note());
    }
    match missing {
        _ if has_energy => None,
        [] => Some(String::from("out of range at the assumed values")),
        [symbol] => Some(format!("{symbol} has no value")),
        symbols => Some(format!("{} have no values", symbols.join(", "))),
    }
}
