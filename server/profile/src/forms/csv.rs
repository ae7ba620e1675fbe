//! CSV with a line for each method, energies in joules (RFC 4180).

use escape::csv as text;

use super::names::no_cost;
use crate::analysis::{Analysis, MethodRow, RunCost};

const HEADER: &str = "class,method,descriptor,own_j,own_lo_j,own_hi_j,own_share,own_share_lo,own_share_hi,own_samples,\
                      with_callees_j,with_callees_lo_j,with_callees_hi_j,with_callees_share,with_callees_samples,calls,\
                      own_per_call_j,own_per_call_lo_j,own_per_call_hi_j,per_call_j,per_call_lo_j,per_call_hi_j,\
                      no_energy_per_call\r\n";

/// The sampled methods of an analysis as CSV, the most expensive first. Unknown values are empty.
pub fn csv(analysis: &Analysis) -> String {
    let mut out = String::from(HEADER);
    let is_sampled = |row: &&MethodRow| row.with_callees.samples > 0;
    for row in analysis.methods.iter().filter(is_sampled) {
        if let Some(line) = line(analysis, row) {
            out.push_str(&line);
            out.push_str("\r\n");
        }
    }
    out
}

fn line(analysis: &Analysis, row: &MethodRow) -> Option<String> {
    let name = analysis.name(row.method)?;
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let joules = |cost: &RunCost| {
        let ends = cost.joules;
        [
            ends.map(|ends| ends.mean),
            ends.map(|ends| ends.lo),
            ends.map(|ends| ends.hi),
        ]
        .map(number)
    };
    let own = row.own_per_call.ok();
    let call = row.per_call.ok();
    let mut cells = vec![
        text(&name.class),
        text(&name.name),
        name.descriptor.as_deref().map_or_else(String::new, text),
    ];
    cells.extend(joules(&row.own));
    let share = row.own.share;
    cells.extend([share.mean, share.lo, share.hi].map(|share| share.to_string()));
    cells.push(row.own.samples.to_string());
    cells.extend(joules(&row.with_callees));
    cells.push(row.with_callees.share.mean.to_string());
    cells.push(row.with_callees.samples.to_string());
    cells.push(
        row.entries
            .map_or_else(String::new, |entries| entries.to_string()),
    );
    for found in [own, call] {
        cells.push(number(found.map(|found| found.mean)));
        cells.push(number(found.map(|found| found.lo)));
        cells.push(number(found.map(|found| found.hi)));
    }
    cells.push(row.per_call.err().map_or("", no_cost).to_owned());
    Some(cells.join(","))
}
