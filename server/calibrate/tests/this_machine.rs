//! `calibrate this-machine`, with and without interruptions.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use files::Limits;
use model_registry::Registry;
use tempfile::TempDir;

/// A user with separate folders.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["config", "cache", "temporary"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let cache = folder.path().join("cache/jouled");
        tests::prepare_compiler_in(&cache, &tests::jdk(), env!("CARGO_TARGET_TMPDIR"));
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_calibrate"));
        command
            .arg("this-machine")
            .args(more)
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("TMPDIR", self.path("temporary"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn registry(&self) -> Registry {
        Registry::at(self.path("config").join("jouled"))
    }

    /// The campaign of a calibration in progress.
    fn campaign(&self) -> Option<PathBuf> {
        let calibrations = self.path("cache").join("jouled").join("calibrations");
        let mut folders = fs::read_dir(calibrations).ok()?;
        Some(folders.next()?.ok()?.path().join("campaign.db"))
    }
}

/// A small campaign and a short fit. The model is bad and is installed only because of `--force`.
const SMALL: [&str; 9] = [
    "--meter",
    "cpu-time:tdp=65,cpus=2",
    "--only",
    "_00",
    "--cycles",
    "4",
    "--force",
    "--seed=1",
    "--draws=50",
];

fn lacks_a_jdk(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    said.contains("no JDK") || said.contains("none was found") || said.contains("needs JDK")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.collect()
}

fn samples(campaign: &Path) -> u64 {
    let Ok(campaign) = campaign::Campaign::open_to_read(campaign) else {
        return 0;
    };
    let Ok(devices) = campaign.devices() else {
        return 0;
    };
    let Some(device) = devices.first() else {
        return 0;
    };
    campaign
        .progress(device.id)
        .map_or(0, |progress| progress.measured)
}

#[test]
fn an_interruption_loses_nothing_and_leaves_nothing_behind() {
    let user = User::new();
    let mut first = user.command(&SMALL).spawn().unwrap();
    let begun = Instant::now();
    let measured = loop {
        if let Some(status) = first.try_wait().unwrap() {
            let output = first.wait_with_output().unwrap();
            if lacks_a_jdk(&output) {
                tests::skip(
                    "an_interruption_loses_nothing_and_leaves_nothing_behind",
                    "a JDK that counts instructions",
                );
                return;
            }
            panic!("{status}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let measured = user.campaign().map_or(0, |campaign| samples(&campaign));
        if measured > 5 {
            break measured;
        }
        assert!(
            begun.elapsed() < Duration::from_mins(5),
            "nothing was measured"
        );
        thread::sleep(Duration::from_millis(20));
    };
    let pid = first.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(first.wait().unwrap().code(), Some(128 + 15));
    assert_eq!(names(&user.path("temporary")), Vec::<String>::new());
    assert_eq!(names(&user.path("config")), Vec::<String>::new());
    let kept = samples(&user.campaign().unwrap());
    assert!(kept >= measured, "{kept} of {measured} samples are left");

    let second = user.command(&SMALL).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success(), "{said}");
    for step in 1..=6 {
        assert!(said.contains(&format!("[{step}/6]")), "{said}");
    }
    let printed = String::from_utf8_lossy(&second.stdout);
    assert!(
        printed.contains("this-machine is the model in use"),
        "{printed}"
    );
    assert!(
        printed.contains("no joule was measured by a meter"),
        "{printed}"
    );
    assert_eq!(user.campaign(), None, "the measurements are removed");
    assert_eq!(names(&user.path("temporary")), Vec::<String>::new());
    let model = user.registry().load(None, &Limits::default()).unwrap();
    assert_eq!(model.name(), "this-machine");
    let unseen = model.fit().unwrap().validation.as_ref().unwrap();
    // Those of the other seed with numbers below 10.
    assert_eq!(unseen.programs, 10, "{unseen:?}");
}

#[test]
fn what_cannot_be_calibrated_is_said_before_anything_is_measured() {
    let user = User::new();
    for (more, said) in [
        (vec!["--name", "../up"], "cannot be named"),
        (vec!["--name", "raspberry-pi-5"], "comes with jouled"),
        (vec!["--meter", "powercpa"], "did you mean `powercap`?"),
        (vec!["--jdk", "/nowhere"], "/nowhere"),
    ] {
        let output = user.command(&more).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{more:?}");
        assert!(complaint.contains(said), "{more:?}: {complaint}");
        assert_eq!(user.campaign(), None, "{more:?}");
        assert_eq!(
            names(&user.path("config")),
            Vec::<String>::new(),
            "{more:?}"
        );
    }
}
