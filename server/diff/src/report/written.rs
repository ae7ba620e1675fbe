//! A report as it is written: `jouled.report/2`, or the flat form of `jouled.report/1`.

use super::{
    Assumption, Least, Method, ModelName, Own, Problem, Provenance, Report, SourceLine, Term,
    Typical, Unpriced,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A report of either version.
#[derive(Deserialize)]
pub(super) struct WrittenReport {
    pub(super) schema: String,
    model: ModelName,
    jdk: Option<String>,
    methods: Vec<WrittenMethod>,
    problems: Vec<Problem>,
}

#[derive(Deserialize)]
struct WrittenMethod {
    class: String,
    method: String,
    descriptor: String,
    file: Option<String>,
    line: Option<u32>,
    #[serde(default)]
    typical: Option<Typical>,
    #[serde(default)]
    worst: Option<WrittenWorst>,
    #[serde(default)]
    best: Option<Least>,
    // In place of `worst` and `best` in the older version:
    #[serde(default)]
    cost: Option<Vec<Term>>,
    #[serde(default)]
    assumptions: Option<Vec<Assumption>>,
    #[serde(default)]
    own: Option<Own>,
    #[serde(default)]
    unpriced: Option<Vec<Unpriced>>,
    #[serde(default)]
    cheapest: Option<Least>,
    #[serde(default)]
    provenance: Option<Provenance>,
    #[serde(default)]
    callees: Vec<String>,
    #[serde(default)]
    unresolved: Vec<String>,
    notes: Vec<String>,
    lines: Vec<SourceLine>,
}

#[derive(Deserialize)]
struct WrittenWorst {
    cost: Vec<Term>,
    assumptions: Vec<Assumption>,
    own: Option<Own>,
    unpriced: Option<Vec<Unpriced>>,
}

impl WrittenReport {
    /// The report, or which method lacks what.
    pub(super) fn read(self, has_typical: bool) -> Result<Report, String> {
        let methods = self.methods.into_iter().map(|method| {
            let name = format!("{}.{}", method.class, method.method);
            method.read(has_typical).ok_or_else(|| {
                let place = if has_typical { "worst" } else { "cost" };
                format!("the method {name} has no field `{place}`")
            })
        });
        Ok(Report {
            model: self.model,
            jdk: self.jdk,
            has_typical,
            methods: methods.collect::<Result<_, _>>()?,
            problems: self.problems,
            alike: BTreeMap::new(),
        })
    }
}

impl WrittenMethod {
    fn read(self, has_typical: bool) -> Option<Method> {
        let worst = if has_typical {
            self.worst?
        } else {
            WrittenWorst {
                cost: self.cost?,
                assumptions: self.assumptions?,
                own: self.own,
                unpriced: self.unpriced,
            }
        };
        Some(Method {
            class: self.class,
            method: self.method,
            descriptor: self.descriptor,
            file: self.file,
            line: self.line,
            cost: Some(worst.cost),
            assumptions: worst.assumptions,
            typical: self.typical.filter(|_| has_typical),
            least: if has_typical {
                self.best
            } else {
                self.cheapest
            },
            provenance: self.provenance,
            own: worst.own,
            unpriced: worst.unpriced,
            callees: self.callees,
            unresolved: self.unresolved,
            notes: self.notes,
            lines: self.lines,
        })
    }
}
