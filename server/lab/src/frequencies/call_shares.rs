//! Which of the methods that may answer a call ran in a counted run.

use std::sync::Arc;

use calls::{AnsweringMethod, Summaries, Unit};
use pricing::Pricer;
use serde::{Deserialize, Serialize};

use super::classes::Classes;
use super::truth::{Recorded, Site};

/// Sites with fewer calls show too little.
const MIN_CALLS: u64 = 10;

/// A call site of a counted run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CallShares {
    pub(crate) program: String,
    /// `class.name(descriptor)` of what the instruction names.
    pub(crate) named: String,
    pub(crate) calls: u64,
    /// Whether the named class is one of the JDK.
    pub(crate) is_of_jdk: bool,
    /// The methods that may answer the call.
    pub(crate) targets: Vec<TargetShare>,
}

/// A method that may answer a call.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct TargetShare {
    /// Its estimated share.
    pub(crate) weight: f64,
    /// Its estimated energy in joules.
    pub(crate) joules: f64,
    /// Its counted share.
    pub(crate) counted: f64,
}

/// The call sites of a run that may have several targets.
pub(super) fn call_shares(
    program: &str,
    recorded: &Recorded,
    classes: &Classes<'_>,
    (unit, summaries, pricer): (&Unit, &Summaries, &Pricer),
) -> Vec<CallShares> {
    let own = recorded.methods.iter().filter(|of| of.module.is_none());
    let sites = own.flat_map(|method| &method.sites);
    let shares = sites.filter_map(|site| {
        let names = [&site.class, &site.name, &site.descriptor];
        let answering = summaries.answering_methods(unit, pricer, names);
        let mut targets: Vec<TargetShare> = answering
            .iter()
            .map(|target| {
                Some(TargetShare {
                    weight: target.weight,
                    joules: target.joules?,
                    counted: 0.0,
                })
            })
            .collect::<Option<_>>()?;
        let told = &site.told.receivers;
        let calls = told.iter().map(|(_, count)| count).sum::<u64>() + site.told.others;
        if targets.len() < 2 || calls < MIN_CALLS {
            return None;
        }
        for (class, count) in told {
            let place = answered_by(class, site, classes, &answering)?;
            targets[place].counted += *count as f64 / calls as f64;
        }
        Some(CallShares {
            program: program.to_owned(),
            named: format!("{}.{}{}", site.class, site.name, site.descriptor),
            calls,
            is_of_jdk: classes
                .get(&site.class)
                .is_some_and(|of| of.module.is_some()),
            targets,
        })
    });
    shares.collect()
}

/// The place of the method that runs for a receiver; `None` if that is unknown.
fn answered_by(
    class: &str,
    site: &Site,
    classes: &Classes<'_>,
    answering: &[AnsweringMethod],
) -> Option<usize> {
    let found = if let Some((host, _)) = class.split_once("$$Lambda") {
        let bodies = classes.lambdas(host, &site.name);
        // Which of several lambdas of a class it was is unknown.
        let [(class, name, descriptor)] = &*bodies else {
            return None;
        };
        let body = [class, name, descriptor].map(Arc::clone);
        (answering.iter()).position(|target| target.lambda.as_ref() == Some(&body))
    } else {
        let is_of = |target: &AnsweringMethod| target.classes.iter().any(|of| **of == *class);
        answering.iter().position(is_of)
    };
    found.or_else(|| answering.iter().position(|target| target.is_of_library))
}
