//! Symbols and callees without a price in a report.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use documents::{AssumptionReport, SymbolKind, UnpricedReason, UnpricedReport, ValueOrigin};
use wcec::Unpriced;

/// The symbols of a displayed worst case, and those with given values.
pub(crate) fn symbols(
    shown: &DisplayedWorst,
    assumptions: &AssumedValues,
) -> Vec<AssumptionReport> {
    let given = shown.given.iter().map(|(symbol, _)| symbol);
    let symbols = shown.symbols.iter().chain(given);
    symbols
        .map(|symbol| {
            let value = assumptions.value(symbol);
            AssumptionReport {
                symbol: symbol.name.clone(),
                kind: kind(symbol.kind),
                meaning: symbol.meaning.clone(),
                line: symbol.line,
                value,
                source: value.map(|_| ValueOrigin::Given),
            }
        })
        .collect()
}

const fn kind(kind: cost::SymbolKind) -> SymbolKind {
    match kind {
        cost::SymbolKind::Parameter => SymbolKind::Parameter,
        cost::SymbolKind::Field => SymbolKind::Field,
        cost::SymbolKind::ArrayLength => SymbolKind::ArrayLength,
        cost::SymbolKind::Loop => SymbolKind::Loop,
        cost::SymbolKind::Argument => SymbolKind::Argument,
        cost::SymbolKind::Depth => SymbolKind::Depth,
        cost::SymbolKind::Callback => SymbolKind::Callback,
    }
}

/// A callee without a known cost.
pub(crate) fn unpriced_report(part: &Unpriced) -> UnpricedReport {
    UnpricedReport {
        method: part.method.to_string(),
        reason: UnpricedReason::Known(part.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn a_report_says_what_the_analysis_says() {
        for one in [
            cost::SymbolKind::Parameter,
            cost::SymbolKind::Field,
            cost::SymbolKind::ArrayLength,
            cost::SymbolKind::Loop,
            cost::SymbolKind::Argument,
            cost::SymbolKind::Depth,
            cost::SymbolKind::Callback,
        ] {
            assert_eq!(kind(one).name(), one.name());
        }
    }
}
