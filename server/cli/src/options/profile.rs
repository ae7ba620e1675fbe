//! The arguments of `jouled profile`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use meters::Selector;
use profile::{AnalysisOptions, DeviceKind, DeviceModel, devices_of};

use super::by::By;

pub(super) const PROFILE_HELP: &str = "\
The program runs twice. The first run is measured: the JVM samples its stacks, and
jouled reads the meter and the CPU time of each thread. The second run counts how often
methods and lines execute, which gives the energy of one call. Counters change what the
JIT does with the code, so jouled takes no energy from the second run. Use --no-counts if
the program must not run twice.

jouled profiles every JVM that the program starts, through options in JAVA_TOOL_OPTIONS.
Each JVM prints a line about that on standard error.

Examples:
  jouled profile -- java -jar app.jar
  jouled profile --no-counts --meter powercap -- mvn test
  jouled profile --paths Matrix.multiply -- java -cp classes Main
  jouled profile --repeat 5 --out before.jouled -- java -cp classes Main";

/// Runs a program and shows where its energy went.
#[derive(Debug, Args)]
pub(crate) struct Profile {
    /// The meter, such as `powercap` or `keithley:tcp=192.168.0.7:5025` [default: the most direct meter of this machine]
    ///
    /// If no meter works, `cpu-time` estimates the energy from CPU time and a model of the processor's power.
    #[arg(long, value_name = "METER")]
    pub(crate) meter: Option<Selector>,
    /// The file to write the profile to [default: a new file in .jouled]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Do not run the program a second time to count its code
    #[arg(long)]
    pub(crate) no_counts: bool,
    /// Count the code in the measured run, for a program that cannot run twice. Counters cost energy and change what the JIT
    /// does, so short methods look more expensive than they are
    #[arg(long, conflicts_with = "no_counts")]
    pub(crate) counts_too: bool,
    /// Record also which classes the calls in the program's own code met, so that typical energies with --counts know which
    /// methods they reached. It makes the count run slower
    #[arg(long, conflicts_with_all = ["no_counts", "attach"])]
    pub(crate) receivers: bool,
    /// Count also the paths through these methods, such as Matrix.multiply, and show the most expensive ones. Several are
    /// separated by commas
    #[arg(long, value_name = "CLASS.METHOD", value_delimiter = ',', conflicts_with_all = ["no_counts", "attach"])]
    pub(crate) paths: Vec<String>,
    /// How many measured runs to make: with several, intervals include how much runs differ
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// CPU time between two samples of a thread, such as 10ms
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = interval)]
    pub(crate) interval: Duration,
    /// The shortest window of the meter, such as 1s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = interval)]
    pub(crate) window: Duration,
    /// The format of the report printed after the program's output
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ProfileFormat,
    /// What the text report lists
    #[arg(long, value_enum, default_value = "method")]
    pub(crate) by: By,
    #[command(flatten)]
    pub(crate) view: ProfileView,
    /// Profile a running JVM (JDK 17 or newer), and leave it running
    #[arg(long, value_name = "PID", conflicts_with_all = ["program", "no_counts", "counts_too", "repeat"])]
    pub(crate) attach: Option<u32>,
    /// How many seconds --attach profiles
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) seconds: u32,
    /// The program with its arguments
    #[arg(
        required_unless_present = "attach",
        last = true,
        value_name = "PROGRAM"
    )]
    pub(crate) program: Vec<OsString>,
}

/// Which part of a profile is shown, and with which models.
#[derive(Debug, Clone, Args)]
pub(crate) struct ProfileView {
    /// Profiles only: show the methods of these packages or classes, such as com.shop; the energy of all others, the JDK's
    /// included, is charged to the nearest caller in them. Several names are separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) package: Vec<String>,
    /// Profiles only: the model of the network's energy, which is modelled and not part of the totals
    #[arg(long, value_name = "ethernet-1g|none", default_value = "ethernet-1g", value_parser = device(DeviceKind::Network))]
    pub(crate) network: String,
    /// Profiles only: the model of the disk's energy, which is modelled and not part of the totals
    #[arg(long, value_name = "nvme-ssd|none", default_value = "nvme-ssd", value_parser = device(DeviceKind::Disk))]
    pub(crate) disk: String,
}

/// Parses the name of a device's model.
fn device(kind: DeviceKind) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync {
    move |name| {
        let models = DeviceModel::all();
        let of_kind = models.iter().filter(|model| model.kind() == kind);
        let mut names: Vec<&str> = of_kind.map(|model| model.name.as_str()).collect();
        names.push("none");
        if names.contains(&name) {
            Ok(name.to_owned())
        } else {
            Err(format!("write one of {}", names.join(", ")))
        }
    }
}

impl ProfileView {
    /// The options of an analysis.
    pub(crate) fn analysis(&self) -> AnalysisOptions {
        AnalysisOptions {
            filter: self.package.clone(),
            devices: devices_of(&[&self.network, &self.disk]),
            ..AnalysisOptions::default()
        }
    }
}

/// The output formats of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileFormat {
    /// A table for people
    Text,
    /// JSON of the schema jouled.profile/1
    Json,
    /// A line for each method, for spreadsheets
    Csv,
    /// A page with a flame graph, by joules
    Html,
    /// One line for each stack with its energy, for tools that draw flame graphs
    Collapsed,
    /// JSON for <https://www.speedscope.app>
    Speedscope,
    /// For `go tool pprof` and similar tools
    Pprof,
    /// Unit tests with their energy, as XML in the form of test reports, and a failure for each above its budget
    Junit,
}

const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_mins(1);

/// A time with its unit.
pub(super) fn interval(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds_a_unit = match unit.trim() {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return Err("add a unit: us, ms or s, as in 10ms".to_owned()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("`{number}` is not a number"))?;
    let time =
        Duration::try_from_secs_f64(number * seconds_a_unit).map_err(|error| error.to_string())?;
    if (SHORTEST..=LONGEST).contains(&time) {
        Ok(time)
    } else {
        Err("write a time from 1ms to 60s".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::interval;
    use std::time::Duration;

    #[test]
    fn a_time_has_a_unit_and_is_neither_too_short_nor_too_long() {
        assert_eq!(interval("10ms"), Ok(Duration::from_millis(10)));
        assert_eq!(interval("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in [
            "10", "ms", "0ms", "900us", "61s", "1h", "-1s", "NaNs", "1e99s", "",
        ] {
            assert!(interval(wrong).is_err(), "{wrong}");
        }
    }
}
