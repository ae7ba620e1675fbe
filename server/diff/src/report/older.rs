//! A method of `jouled.report/1`, which has no typical energies.

use super::method::{Mean, Method, SourceLine, Term};
use documents::{AssumptionReport, ProvenanceReport, UnpricedReport};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct OldMethod {
    class: String,
    method: String,
    descriptor: String,
    file: Option<String>,
    line: Option<u32>,
    cost: Vec<Term>,
    assumptions: Vec<AssumptionReport>,
    own: Option<Mean>,
    unpriced: Option<Vec<UnpricedReport>>,
    cheapest: Option<Mean>,
    provenance: Option<ProvenanceReport>,
    #[serde(default)]
    callees: Vec<String>,
    #[serde(default)]
    unresolved: Vec<String>,
    notes: Vec<String>,
    lines: Vec<SourceLine>,
}

impl From<OldMethod> for Method {
    fn from(method: OldMethod) -> Self {
        Self {
            class: method.class,
            method: method.method,
            descriptor: method.descriptor,
            file: method.file,
            jar: None,
            entry: None,
            line: method.line,
            cost: Some(method.cost),
            assumptions: method.assumptions,
            typical: None,
            least: method.cheapest,
            provenance: method.provenance,
            own: method.own,
            no_worst: None,
            unpriced: method.unpriced,
            callees: method.callees,
            assumes_counts: false,
            endless_loops: Vec::new(),
            rests_on: Vec::new(),
            calls: Vec::new(),
            unresolved: method.unresolved,
            notes: method.notes,
            lines: method.lines,
        }
    }
}
