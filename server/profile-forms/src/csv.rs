//! Methods for spreadsheets.

use escape::csv as cell;
use profile::forms::no_cost;
use profile::{Analysis, Estimate, MethodRow};

const HEADER: &str = "class,method,descriptor,own_j,own_j_low,own_j_high,own_share,with_callees_j,with_callees_j_low,\
                      with_callees_j_high,with_callees_share,samples,calls,own_j_per_call,j_per_call,j_per_call_low,\
                      j_per_call_high,no_j_per_call\r\n";

/// A line for each method (RFC 4180), the most expensive first: its energies in joules with the ends of their intervals, its shares of
/// what all Java code cost, and the joules of a call, or why there is no number. What is not known is empty.
pub fn csv(analysis: &Analysis) -> String {
    let mut out = String::from(HEADER);
    for row in &analysis.methods {
        out.push_str(&line(analysis, row).join(","));
        out.push_str("\r\n");
    }
    out
}

fn line(analysis: &Analysis, row: &MethodRow) -> Vec<String> {
    let method = analysis.name(row.method);
    let text = |text: Option<&str>| text.map_or_else(String::new, cell);
    let class = method.map(|method| method.class.replace('/', "."));
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let ends = |estimate: Option<Estimate>| {
        [
            number(estimate.map(|estimate| estimate.mean)),
            number(estimate.map(|estimate| estimate.lo)),
            number(estimate.map(|estimate| estimate.hi)),
        ]
    };
    let mut cells = vec![
        text(class.as_deref()),
        text(method.map(|method| method.name.as_str())),
        text(method.and_then(|method| method.descriptor.as_deref())),
    ];
    for cost in [&row.own, &row.with_callees] {
        cells.extend(ends(cost.joules));
        cells.push(cost.share.mean.to_string());
    }
    cells.push(row.with_callees.samples.to_string());
    cells.push(
        row.entries
            .map_or_else(String::new, |entries| entries.to_string()),
    );
    cells.push(number(row.own_per_call.ok().map(|estimate| estimate.mean)));
    cells.extend(ends(row.per_call.ok()));
    cells.push(
        row.per_call
            .err()
            .map_or_else(String::new, |reason| no_cost(reason).to_owned()),
    );
    cells
}
