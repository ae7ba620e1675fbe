//! The origin of a campaign's samples, and whether the campaign may continue.

use std::collections::BTreeMap;
use std::time::SystemTime;

use anyhow::{Context, bail};
use campaign::CampaignProvenance;
use harness::ExecutionMode;
use jdk::Jdk;
use meters::{Meter, Scope, Selector};
use posterior::Hardware;
use serde_json::{Value, json};

use crate::java;
use crate::machine::Machine;

/// The fact with the meter's selector.
const SELECTOR: &str = "selector";
/// The fact with the meter's description.
const METER: &str = "meter";

/// What executes the programs, and how.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredRuntime<'j> {
    /// The measured JDK.
    pub jdk: &'j Jdk,
    /// How it executes the programs.
    pub mode: ExecutionMode,
}

/// The provenance of a campaign on this machine. `settings` must be the same when it continues.
pub fn of(
    runtime: MeasuredRuntime<'_>,
    selector: &Selector,
    meter: &dyn Meter,
    machine: &Machine,
    seed: u64,
    settings: BTreeMap<String, Value>,
    begun: SystemTime,
) -> CampaignProvenance {
    let MeasuredRuntime { jdk, mode } = runtime;
    let description = meter.description();
    let scope = match description.scope {
        Scope::Board => "whole board",
        Scope::Package => "processor package",
        Scope::Thread => "one thread, modelled",
    };
    let mut facts = settings;
    facts.insert(METER.to_owned(), json!(description));
    facts.insert(SELECTOR.to_owned(), json!(selector.to_string()));
    CampaignProvenance {
        title: "calibrate measure".to_owned(),
        jdk: posterior::MeasuredJdk {
            distribution: java::distribution(jdk),
            version: jdk.version.full.clone(),
            options: mode.jvm_options().iter().map(ToString::to_string).collect(),
        },
        mode: mode.mode(),
        hardware: Hardware {
            machine: machine.model.clone(),
            boards: 1,
            cpu_clock_hz: machine.fixed_clock_hz(),
            meter: format!("{}: {}", description.kind, description.what),
            supply_v: None,
            scope: scope.to_owned(),
            conditions: description.notes.clone(),
        },
        seed,
        begun: humantime::format_rfc3339_seconds(begun).to_string(),
        versions: BTreeMap::from([
            ("calibrate".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("system".to_owned(), machine.system.clone()),
        ]),
        facts,
    }
}

/// Checks that a campaign keeps the same JDK, meter, seed and settings from beginning to end, because it is one experiment.
///
/// # Errors
/// A message that says what differs.
pub fn check_same(begun: &CampaignProvenance, now: &CampaignProvenance) -> anyhow::Result<()> {
    let same = |what: &str, begun: &str, now: &str| {
        if begun == now {
            return Ok(());
        }
        bail!(
            "the campaign was started with {what} {begun}, not {now}: use the command that started it, or another --out"
        )
    };
    let java = |of: &CampaignProvenance| format!("{} {}", of.jdk.distribution, of.jdk.version);
    same("title", &begun.title, &now.title)?;
    same("JDK", &java(begun), &java(now))?;
    let mode = |of: &CampaignProvenance| {
        let known = ExecutionMode::of(of.mode).map(ExecutionMode::name);
        known.unwrap_or("of another version").to_owned()
    };
    same("mode", &mode(begun), &mode(now))?;
    let options = |of: &CampaignProvenance| of.jdk.options.join(" ");
    same("JVM options", &options(begun), &options(now))?;
    same("seed", &begun.seed.to_string(), &now.seed.to_string())?;
    for (fact, value) in now.facts.iter().filter(|(fact, _)| *fact != METER) {
        let was = begun.facts.get(fact).with_context(|| {
            format!("the campaign does not record its {fact}: another command or version made it, so give another --out")
        })?;
        same(fact, &was.to_string(), &value.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use posterior::Mode;

    use super::*;

    #[test]
    fn a_campaign_goes_on_as_it_was_begun_or_says_what_differs() {
        let mut begun = CampaignProvenance::example();
        begun.facts.insert("cycles".to_owned(), json!(10));
        begun.facts.insert(METER.to_owned(), json!("was so"));
        let mut now = begun.clone();
        // The observed step rate of a counter differs each time.
        now.facts.insert(METER.to_owned(), json!("is so"));
        now.begun = "2027-01-01T00:00:00Z".to_owned();
        assert!(check_same(&begun, &now).is_ok());

        let said = |change: &dyn Fn(&mut CampaignProvenance)| {
            let mut other = now.clone();
            change(&mut other);
            check_same(&begun, &other).unwrap_err().to_string()
        };
        assert!(said(&|of| of.seed = 9).contains("seed 1, not 9"));
        assert!(said(&|of| of.jdk.version = "17".to_owned()).contains("JDK"));
        assert!(said(&|of| of.mode = Mode::C2).contains("mode interpreter, not c2"));
        assert!(said(&|of| of.jdk.options.push("-Xcomp".to_owned())).contains("JVM options -Xint"));
        assert!(
            said(&|of| {
                of.facts.insert("cycles".to_owned(), json!(4));
            })
            .contains("cycles 10, not 4")
        );
        assert!(
            said(&|of| {
                of.facts.insert("programs".to_owned(), json!(4));
            })
            .contains("does not record its programs")
        );
    }
}
