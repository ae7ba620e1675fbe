//! A campaign that is killed repeatedly ends like an undisturbed one.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like the test")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use campaign::{Campaign, Entry, Program};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How often the ordinary test kills; `CRASHES=50` kills more often.
const CRASHES: u32 = 4;
/// The longest time before a kill: enough to reach the middle of the samples.
const LONGEST_MS: u64 = 4_000;

fn measure(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calibrate"));
    command
        .args(["measure", "--meter", "cpu-time:tdp=65,cpus=2", "--quiet"])
        .args(["--only", "composite_1_00", "--quick", "--cycles", "6"])
        .args(["--samples", "3", "--sample-ms", "4", "--out"])
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Everything that does not depend on time: programs, counts and plan.
type Content = (Vec<Program>, String, Vec<Entry>);

/// The contents of a campaign apart from its readings, and the number of entries with a sample.
fn content(path: &Path) -> (Content, u64, usize) {
    let campaign = Campaign::open_to_read(path).unwrap();
    let device = campaign.devices().unwrap()[0].id;
    let executed = format!("{:?}", campaign.executed().unwrap());
    let content = (
        campaign.programs().unwrap(),
        executed,
        campaign.plan(device).unwrap(),
    );
    let samples = campaign.samples(device).unwrap();
    let places: BTreeSet<(u32, u32, u32)> = samples
        .iter()
        .map(|sample| (sample.launch, sample.cycle, sample.ordinal))
        .collect();
    assert_eq!(places.len(), samples.len(), "a sample is there twice");
    let progress = campaign.progress(device).unwrap();
    assert_eq!(progress.measured, samples.len() as u64);
    (content, progress.planned, samples.len())
}

#[test]
fn a_campaign_that_is_killed_at_random_moments_ends_like_an_undisturbed_one() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = folder.path().join("undisturbed.db");
    let output = measure(&undisturbed).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("no JDK") || said.contains("none was found") {
        tests::skip("a_campaign_that_is_killed_at_random_moments", &said);
        return;
    }
    assert!(output.status.success(), "{said}");

    let crashes = std::env::var("CRASHES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(CRASHES);
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let killed = folder.path().join("killed.db");
    let (mut kills, mut before) = (0, 0);
    for _ in 0..crashes {
        let mut child = measure(&killed).spawn().unwrap();
        thread::sleep(Duration::from_millis(dice.random_range(1..LONGEST_MS)));
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u32::from(ended.is_none());
        if let Some(status) = ended {
            // It was already complete, so begin another one.
            assert!(status.success());
            assert_eq!(content(&killed).0, content(&undisturbed).0);
            std::fs::remove_file(&killed).unwrap();
            before = 0;
            continue;
        }
        let after = samples(&killed);
        assert!(after >= before, "{after} samples where {before} had been");
        before = after;
    }
    println!("killed {kills} times");
    assert!(kills > 0);
    let output = measure(&killed).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (content_killed, planned, measured) = content(&killed);
    assert_eq!(planned, measured as u64);
    assert_eq!(content_killed, content(&undisturbed).0);
}

/// The samples of a campaign that may have been killed before it started.
fn samples(path: &Path) -> usize {
    let Ok(campaign) = Campaign::open_to_read(path) else {
        return 0;
    };
    campaign
        .devices()
        .unwrap()
        .first()
        .map_or(0, |device| campaign.samples(device.id).unwrap().len())
}
