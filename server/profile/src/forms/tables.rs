//! Tables other than methods: garbage, waits, devices, and power over time.

use std::fmt::Write;

use escape::{Screen, plain};

use super::names::{method_in, method_name};
use super::words::{energy, percent, seconds};
use crate::analysis::Analysis;
use crate::power::WindowPower;
use crate::record::{DeviceKind, MethodIndex, WaitKind};

const WIDTH: usize = 120;
/// The maximum number of methods shown for a window.
const MOST_OF_WINDOW: usize = 3;

fn made(write: impl FnOnce(&mut Screen<Vec<u8>>) -> std::io::Result<()>) -> String {
    let mut out = Screen::new(Vec::new());
    // Writing to a vector never fails.
    let _ = write(&mut out);
    out.into_text()
}

fn site(analysis: &Analysis, method: Option<MethodIndex>, used: usize) -> String {
    let name = method.and_then(|method| analysis.name(method));
    name.map_or_else(
        || "(stack not known)".to_owned(),
        |name| method_in(name, WIDTH, used),
    )
}

/// Which methods allocated garbage, with their part of the collector's energy by allocated bytes.
pub fn garbage(analysis: &Analysis, most: usize) -> String {
    made(|out| {
        if analysis.garbage.is_empty() {
            return out.line(format_args!(
                "Allocations were not recorded: the recorder of JDK 25 and newer does."
            ));
        }
        out.line(format_args!(
            "The garbage collector's energy, divided by allocated bytes. Objects that live long cost more than this shows."
        ))?;
        out.line(format_args!(
            "{:>9} {:>7} {:>9}  class, allocated in",
            "energy", "bytes", ""
        ))?;
        for row in analysis.garbage.iter().take(most) {
            let class = plain(&class_name(&row.class));
            let joules = row.joules.map_or_else(|| "?".to_owned(), energy);
            let cells = format!(
                "{joules:>9} {:>7} {:>9}  {class} in ",
                percent(row.share),
                size(row.bytes)
            );
            let name = site(analysis, row.method, cells.chars().count());
            out.line(format_args!("{cells}{name}"))?;
        }
        Ok(())
    })
}

/// What threads waited for.
pub fn waits(analysis: &Analysis, most: usize) -> String {
    made(|out| {
        if analysis.waits.is_empty() {
            return out.line(format_args!(
                "No waits were recorded. The recorder of JDK 25 and newer records those of 10 ms and more."
            ));
        }
        out.line(format_args!(
            "Waits of 10 ms and more, all threads together. Waiting uses no CPU time, but the idle machine still uses energy."
        ))?;
        out.line(format_args!("{:>9} {:>8}  waiting for", "time", "times"))?;
        for row in analysis.waits.iter().take(most) {
            let what = match row.kind {
                WaitKind::Lock => "the lock of",
                WaitKind::Park => "being woken by",
            };
            let class = match row.class.as_str() {
                "" => "something".to_owned(),
                class => plain(&class_name(class)),
            };
            let cells = format!(
                "{:>9} {:>8.0}  {what} {class} in ",
                seconds(row.seconds),
                row.times
            );
            let name = site(analysis, row.method, cells.chars().count());
            out.line(format_args!("{cells}{name}"))?;
        }
        Ok(())
    })
}

/// Modelled energies of networks and disks.
pub fn devices(analysis: &Analysis, most: usize) -> String {
    made(|out| {
        if analysis.devices.is_empty() {
            return out.line(format_args!(
                "No access to a network or a disk was recorded. The recorder of JDK 25 and newer records connections to other machines, and accesses to files of 0.1 ms and more."
            ));
        }
        out.line(format_args!(
            "Modelled, not measured, and not part of the energies above. A meter of the whole board has measured this already."
        ))?;
        for row in &analysis.devices {
            let kind = match row.kind {
                DeviceKind::Network => "network",
                DeviceKind::Disk => "disk",
            };
            out.line(format_args!(
                "{:>9}  {kind} ({}): at least {} in {:.0} accesses; {} of it after them (tail)",
                energy(row.joules),
                plain(&row.model),
                size(row.bytes),
                row.accesses,
                energy(row.tail_joules)
            ))?;
            for (method, joules) in row.methods.iter().take(most) {
                let cells = format!("{:>9}    ", energy(*joules));
                let name = site(analysis, *method, cells.chars().count());
                out.line(format_args!("{cells}{name}"))?;
            }
        }
        Ok(())
    })
}

/// Power over time, with the methods that drew most of it in each window.
pub fn power(analysis: &Analysis, windows: &[WindowPower]) -> String {
    made(|out| {
        out.line(format_args!(
            "{:>5} {:>9} {:>9}  methods by power",
            "run", "from", "power"
        ))?;
        for one in windows {
            let watts = one
                .window
                .watts
                .map_or_else(|| "?".to_owned(), |watts| format!("{watts:.2} W"));
            let named = one.methods.iter().filter_map(|(method, watts)| {
                let name = method.and_then(|method| analysis.name(method))?;
                let class = name.class.rsplit('/').next().unwrap_or_default();
                Some(plain(&format!("{class}.{} {watts:.2} W", name.name)))
            });
            let named: Vec<String> = named.take(MOST_OF_WINDOW).collect();
            out.line(format_args!(
                "{:>5} {:>9} {watts:>9}  {}",
                one.window.run + 1,
                seconds(one.window.start_seconds),
                named.join(", ")
            ))?;
        }
        Ok(())
    })
}

/// Power over time as CSV: a line for each method of each window.
pub fn power_csv(analysis: &Analysis, windows: &[WindowPower]) -> String {
    // Writing to a string never fails.
    let mut out = String::from("run,start_s,end_s,power_w,method,method_power_w\r\n");
    for one in windows {
        let window = &one.window;
        let watts = window
            .watts
            .map_or_else(String::new, |watts| watts.to_string());
        let head = format!(
            "{},{},{},{watts}",
            window.run + 1,
            window.start_seconds,
            window.end_seconds
        );
        if one.methods.is_empty() {
            let _ = write!(out, "{head},,\r\n");
        }
        for (method, watts) in &one.methods {
            let name = method
                .and_then(|method| analysis.name(method))
                .map(method_name);
            let name = escape::csv(&name.unwrap_or_default());
            let _ = write!(out, "{head},{name},{watts}\r\n");
        }
    }
    out
}

fn class_name(class: &str) -> String {
    class.replace('/', ".")
}

fn size(bytes: f64) -> String {
    match bytes {
        small if small < 1e3 => format!("{small:.0} B"),
        some if some < 1e6 => format!("{:.1} kB", some / 1e3),
        some if some < 1e9 => format!("{:.1} MB", some / 1e6),
        much => format!("{:.1} GB", much / 1e9),
    }
}
