//! The properties of this machine that affect measurements.

use meters::System;
use serde::Serialize;

/// A machine. `None` means unknown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// The board's or the processor's model.
    pub model: String,
    /// The operating system with its version.
    pub system: String,
    /// The number of processors.
    pub cpus: usize,
    /// The frequency governor.
    pub governor: Option<String>,
    /// The lowest and the highest selectable frequency, in GHz.
    pub frequency_ghz: Option<(f64, f64)>,
    /// Whether the frequency may rise above the nominal one.
    pub turbo: Option<bool>,
    /// Whether cores run two threads.
    pub smt: Option<bool>,
    /// Whether it is a virtual machine.
    pub virtualised: Option<bool>,
    /// The number of processes ready to run, averaged over a minute.
    pub load: Option<f64>,
}

impl Machine {
    /// The properties that the system reports.
    pub fn of(system: &System) -> Self {
        let cpu_info =
            files::read_text(&system.path("/proc/cpuinfo"), files::SYSTEM).unwrap_or_default();
        let field = |name: &str| {
            let line = cpu_info.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let board = system
            .text("/proc/device-tree/model")
            .map(|text| text.trim_end_matches('\0').to_owned());
        let kernel = system.text("/proc/sys/kernel/osrelease");
        Self {
            model: board
                .or_else(|| field("model name"))
                .unwrap_or_else(|| format!("unknown {}", std::env::consts::ARCH)),
            system: format!("{} {}", std::env::consts::OS, kernel.unwrap_or_default())
                .trim()
                .to_owned(),
            cpus: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            governor: system.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            frequency_ghz: gigahertz(system, "scaling_min_freq")
                .zip(gigahertz(system, "scaling_max_freq")),
            turbo: turbo(system),
            smt: flag(system, "/sys/devices/system/cpu/smt/active"),
            virtualised: field("flags")
                .map(|flags| flags.split(' ').any(|flag| flag == "hypervisor")),
            load: system
                .text("/proc/loadavg")
                .and_then(|text| text.split(' ').next()?.parse().ok()),
        }
    }

    /// The only selectable frequency, in hertz.
    pub fn fixed_clock_hz(&self) -> Option<f64> {
        self.frequency_ghz
            .filter(|(low, high)| (high - low).abs() < 1e-6)
            .map(|(_, high)| high * 1e9)
    }

    /// How to improve measurements, with the commands to type.
    pub fn advice(&self) -> Vec<String> {
        let mut advice = Vec::new();
        if self.virtualised == Some(true) {
            advice.push(
                "this is a virtual machine: it has no meter of the processor, and its neighbours change its speed; measure on a physical machine"
                    .to_owned(),
            );
        }
        if self.frequency_ghz.is_some() && self.fixed_clock_hz().is_none() {
            advice.push(
                "the frequency changes: fix it, `sudo cpupower frequency-set --min 1.5GHz --max 1.5GHz`"
                    .to_owned(),
            );
        } else if self
            .governor
            .as_ref()
            .is_some_and(|governor| governor != "performance")
        {
            advice.push(
                "the governor is not `performance`: `sudo cpupower frequency-set --governor performance`"
                    .to_owned(),
            );
        }
        if self.turbo == Some(true) {
            advice.push(
                "turbo is on: `echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo` or `echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost`"
                    .to_owned(),
            );
        }
        if self.smt == Some(true) {
            advice.push(
                "cores run two threads: `echo off | sudo tee /sys/devices/system/cpu/smt/control`"
                    .to_owned(),
            );
        }
        if let Some(load) = self.load.filter(|load| *load > 0.5) {
            advice.push(format!(
                "the system load is {load}: end other programs, and turn wireless off"
            ));
        }
        advice
    }
}

fn gigahertz(system: &System, file: &str) -> Option<f64> {
    let path = format!("/sys/devices/system/cpu/cpu0/cpufreq/{file}");
    let kilohertz: f64 = system.text(&path)?.parse().ok()?;
    Some(kilohertz * 1e-6).filter(|ghz| ghz.is_finite() && *ghz > 0.0)
}

fn turbo(system: &System) -> Option<bool> {
    flag(system, "/sys/devices/system/cpu/cpufreq/boost")
        .or_else(|| flag(system, "/sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| !off))
}

fn flag(system: &System, path: &str) -> Option<bool> {
    match system.text(path)?.as_str() {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, System) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let system = System::at(folder.path());
        (folder, system)
    }

    #[test]
    fn a_machine_that_is_not_quiet_gets_advice_on_each_point() {
        let cpu = "sys/devices/system/cpu";
        let (_folder, system) = tree(&[
            (
                "proc/cpuinfo",
                "model name\t: A Processor\nflags\t\t: fpu hypervisor sse\n",
            ),
            (
                &format!("{cpu}/cpu0/cpufreq/scaling_governor"),
                "schedutil\n",
            ),
            (&format!("{cpu}/cpu0/cpufreq/scaling_min_freq"), "600000\n"),
            (&format!("{cpu}/cpu0/cpufreq/scaling_max_freq"), "2400000\n"),
            (&format!("{cpu}/cpufreq/boost"), "1\n"),
            (&format!("{cpu}/smt/active"), "1\n"),
            ("proc/loadavg", "3.20 1.0 1.0 1/100 1\n"),
        ]);
        let machine = Machine::of(&system);
        assert_eq!(machine.model, "A Processor");
        assert_eq!(machine.frequency_ghz, Some((0.6, 2.4)));
        assert_eq!(machine.advice().len(), 5, "{:?}", machine.advice());
    }

    #[test]
    fn a_quiet_board_gets_none() {
        let cpu = "sys/devices/system/cpu";
        let (_folder, system) = tree(&[
            ("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0"),
            (
                &format!("{cpu}/cpu0/cpufreq/scaling_governor"),
                "performance\n",
            ),
            (&format!("{cpu}/cpu0/cpufreq/scaling_min_freq"), "1500000\n"),
            (&format!("{cpu}/cpu0/cpufreq/scaling_max_freq"), "1500000\n"),
            ("proc/loadavg", "0.02 0.0 0.0 1/100 1\n"),
        ]);
        let machine = Machine::of(&system);
        assert_eq!(machine.model, "Raspberry Pi 5 Model B Rev 1.0");
        assert_eq!(machine.fixed_clock_hz(), Some(1.5e9));
        assert_eq!(machine.turbo, None);
        assert!(machine.advice().is_empty(), "{:?}", machine.advice());
    }

    #[test]
    fn a_machine_that_tells_nothing_or_nonsense_is_unknown_and_not_wrong() {
        let cpu = "sys/devices/system/cpu";
        let (_folder, system) = tree(&[
            (&format!("{cpu}/cpu0/cpufreq/scaling_min_freq"), "NaN\n"),
            (&format!("{cpu}/cpufreq/boost"), "maybe\n"),
        ]);
        let machine = Machine::of(&system);
        assert_eq!(machine.frequency_ghz, None);
        assert_eq!(machine.turbo, None);
        assert_eq!(machine.virtualised, None);
        assert!(machine.model.starts_with("unknown"));
    }
}
