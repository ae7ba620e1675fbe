//! The step that checks the dependencies of the workspace: `deny.toml` says what is allowed.

use anyhow::{Context, anyhow};

use super::junit::TestResults;
use super::step::{StepError, StepResult};
use xtask::process::{self, cargo};
use xtask::tools::deny;

/// Checks licences, sources and bans, and the advisories if their database can be downloaded.
pub(super) fn supply() -> StepResult {
    deny::ensure().map_err(StepError::Unavailable)?;
    refuses_what_it_must()?;
    // cargo-deny examines the packages for every system, but so far only those for this one have been fetched.
    process::run(cargo().args(["fetch", "--quiet", "--locked"]))
        .context("the packages of all systems cannot be fetched")
        .map_err(StepError::Unavailable)?;
    process::run(
        deny::ensure()?
            .args(["--offline", "--locked", "check", "--hide-inclusion-graph"])
            .args(["licenses", "sources", "bans"]),
    )?;
    let mut outcome = TestResults::default();
    match process::output(deny::ensure()?.args(["fetch", "db"])) {
        Ok(_) => process::run(
            deny::ensure()?
                .args([
                    "--locked",
                    "check",
                    "--hide-inclusion-graph",
                    "--disable-fetch",
                ])
                .arg("advisories"),
        )?,
        Err(error) => {
            println!("{error:#}");
            let note = "advisories were not checked: their database (github.com/RustSec/advisory-db) is not available here";
            println!("note: {note}");
            outcome.notes.push(note.to_owned());
        }
    }
    Ok(outcome)
}

/// A check that accepts everything is none: it must refuse a package with a forbidden licence, and for that reason.
fn refuses_what_it_must() -> anyhow::Result<()> {
    let manifest = process::workspace_root().join("tests/fixtures/deny/Cargo.toml");
    let refused = process::output(deny::ensure()?.arg("--manifest-path").arg(manifest).args([
        "--config",
        "deny.toml",
        "--offline",
        "check",
        "licenses",
    ]));
    match refused {
        Err(error) if error.to_string().contains("error[rejected]") => Ok(()),
        Err(error) => Err(error.context("the check of a forbidden licence could not run")),
        Ok(_) => Err(anyhow!(
            "deny.toml accepts the package in tests/fixtures/deny, whose licence it must refuse"
        )),
    }
}
