//! Why a worst case has no energy.

use documents::NotAnalysed;

/// Why a worst case has no energy; `speculation` says whether it rests on too many assumed counts.
pub(super) fn reason(
    has_energy: bool,
    not_analysed: Option<NotAnalysed>,
    speculation: Option<String>,
    missing: &[&str],
) -> Option<String> {
    if let Some(reason) = not_analysed {
        return Some(reason.note());
    }
    if speculation.is_some() {
        return speculation;
    }
    match missing {
        _ if has_energy => None,
        [] => Some(String::from("out of range at the assumed values")),
        [symbol] => Some(format!("{symbol} has no value")),
        symbols => Some(format!("{} have no values", symbols.join(", "))),
    }
}
