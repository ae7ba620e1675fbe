//! A method's typical energy in a report.

use super::energy::raw;
use super::terms::term;
use super::written::Written;
use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::UncertaintyReason;
use calls::UncertainParts;
use cost::Symbol;
use documents::{
    FollowsReport, Openness, TermReport, ThrownReport, TypicalReport, UncertaintyReport,
    UnpricedCalls, UsualReport,
};

/// The maximum number of methods without a price that are named.
const MAX_UNPRICED: usize = 20;

/// What a returning call costs on average; `None` if there is no code to price or a number is out of range.
pub(crate) fn typical_report<'r>(
    model: &Model,
    method: &MethodAnalysis,
    assumptions: &AssumedValues,
) -> Option<TypicalReport<Written<'r>>> {
    let known = method.typical.as_ref();
    let known = known.filter(|_| method.not_analysed.is_none())?;
    let energy = model.typical_at(method, assumptions)?;
    let behind = known.behind(model.pricer().means());
    let named = known.unpriced().into_iter().take(MAX_UNPRICED);
    let terms: [TermReport<&str>; 1] = [term(
        model,
        String::from("1"),
        &known.tally_at(&|symbol: &Symbol| assumptions.value(symbol)),
    )];
    let report = TypicalReport {
        mean: energy.mean.0,
        sd: energy.sd.0,
        interval: [energy.low.0, energy.high.0],
        kind: if energy.is_tight() {
            Openness::Tight
        } else {
            Openness::Open
        },
        why: energy.open.map(UncertaintyReason::name),
        unpriced_calls: energy.unpriced_calls,
        unpriced: named
            .map(|(method, calls)| UnpricedCalls {
                method: method.to_string(),
                calls,
            })
            .collect(),
        throws: Some(energy.throws.probability),
        thrown: energy.throws.mean.map(|mean| ThrownReport {
            mean: mean.0,
            unpriced_calls: energy.throws.unpriced_calls,
        }),
        counted: energy.is_counted,
        formula: model.typical_formula(method, assumptions),
        cost: Some(raw(&terms).into()),
        follows: known
            .terms()
            .iter()
            .map(|followed| {
                let value_of = |symbol: &Symbol| assumptions.value(symbol);
                let values = followed.factors.iter();
                let values = values.map(|(symbol, usual)| UsualReport {
                    symbol: symbol.name.as_str(),
                    value: value_of(symbol).unwrap_or(*usual).max(0.0),
                });
                let report = FollowsReport {
                    values: values.collect(),
                    each: term(model, String::from("1"), &followed.tally),
                };
                raw(&report).into()
            })
            .collect(),
        behind: uncertainty(&behind),
        apart: known.apart().as_ref().map(uncertainty),
        estimates: (method.control_flow.iter())
            .flat_map(|flow| &flow.estimates)
            .map(|digest| format!("{digest:08x}"))
            .collect(),
        frequencies: (method.control_flow.as_ref()).map(|flow| format!("{:016x}", flow.digest)),
    };
    let [low, high] = report.interval;
    let numbers = [report.mean, report.sd, low, high, report.unpriced_calls];
    numbers
        .iter()
        .all(|number| number.is_finite())
        .then_some(report)
}

fn uncertainty(parts: &UncertainParts) -> UncertaintyReport {
    UncertaintyReport {
        branches: parts.branches_joules,
        loops: parts.loops_joules,
        dispatch: parts.dispatch_joules,
        recursion: parts.recursion_joules,
        measured: parts.measured_joules,
        sizes: parts.sizes_joules,
        exits: parts.exits_joules,
        scatter: parts.scatter_joules,
        unsure: parts.unsure_joules,
    }
}
