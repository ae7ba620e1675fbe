//! A fake tree of kernel files, and fake programs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use meters::System;
use tempfile::TempDir;

/// The root of a fake machine.
pub(crate) struct Tree {
    folder: TempDir,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn system(&self) -> System {
        System::at(self.folder.path())
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        write(&self.path(path), text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, bytes: &[u8]) {
        write(&self.path(path), bytes);
    }

    pub(crate) fn remove(&self, path: &str) {
        let path = self.path(path);
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
    }

    /// A powercap zone with a counter and its range in µJ.
    pub(crate) fn zone(&self, folder: &str, name: &str, counter: u64, range: u64) {
        let folder = format!("sys/class/powercap/{folder}");
        self.write(&format!("{folder}/name"), &format!("{name}\n"));
        self.write(
            &format!("{folder}/max_energy_range_uj"),
            &format!("{range}\n"),
        );
        self.write(&format!("{folder}/energy_uj"), &format!("{counter}\n"));
    }

    pub(crate) fn set_counter(&self, folder: &str, counter: u64) {
        self.write(
            &format!("sys/class/powercap/{folder}/energy_uj"),
            &format!("{counter}\n"),
        );
    }

    /// A hwmon sensor on a device of a bus.
    pub(crate) fn sensor(&self, folder: &str, name: &str, device: &str, microwatts: &str) {
        let device_folder = self.path(&format!("sys/bus/i2c/devices/{device}"));
        fs::create_dir_all(&device_folder).unwrap();
        let folder = format!("sys/class/hwmon/{folder}");
        self.write(&format!("{folder}/name"), &format!("{name}\n"));
        self.write(&format!("{folder}/power1_input"), microwatts);
        symlink(device_folder, self.path(&format!("{folder}/device"))).unwrap();
    }

    pub(crate) fn battery(&self, files: &[(&str, &str)]) {
        for (file, text) in files {
            self.write(&format!("sys/class/power_supply/BAT0/{file}"), text);
        }
    }

    /// The event `energy-pkg` of the perf PMU.
    pub(crate) fn perf_event(&self) {
        let folder = "sys/bus/event_source/devices/power/events";
        self.write(&format!("{folder}/energy-pkg"), "event=0x02\n");
        self.write(
            &format!("{folder}/energy-pkg.scale"),
            "2.3283064365386962890625e-10\n",
        );
        self.write(&format!("{folder}/energy-pkg.unit"), "Joules\n");
    }

    /// A program that is a shell script.
    pub(crate) fn script(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        write(&path, format!("#!/bin/sh\n{script}\n").as_bytes());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
