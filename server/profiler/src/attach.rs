//! Samples a JVM that already runs.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use counts::{Agent, Samples};
use files::{TempFolder, TempFolderKind};
use jdk::Jdk;

use crate::error::ProfilerError;
use crate::events::MOST_A_SECOND;
use crate::processes;
use crate::recorded;
use crate::room;
use crate::sampled;

/// From this version on, the JVM's recorder samples by CPU time (JEP 509).
const SAMPLES_BY_CPU_TIME: u16 = 25;
/// If this process cannot end the recorder, for example because it is killed, the recorder ends by itself after this time.
const RECORDER_GRACE: Duration = Duration::from_mins(1);
/// The name of the agent's recording in a JVM.
const NAME_OF_AGENT: &str = "jouled";
/// A JVM has its threads a moment after its process.
const LONGEST_START: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);
const SETTINGS: &str = "settings.jfc";
const RECORDING: &str = "recording.jfr";

/// How a JVM is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SamplingMethod {
    /// By its own recorder, which samples by CPU time, for this time and a short while more.
    Recorder(Duration),
    /// By our agent, whose samples can be read while it runs.
    Agent,
}

/// A sampled JVM. Dropping this restores its earlier state.
#[derive(Debug)]
pub(crate) struct Attached {
    pid: u32,
    feature: u16,
    jdk: Jdk,
    folder: TempFolder,
    interval: Duration,
    agent: Option<Agent>,
    /// The file that the JVM's recorder began for us. If the JVM is killed, this and later ones are all that is left.
    first_file: Option<PathBuf>,
    /// Whether its recorder did not run before.
    is_recorder_ours: bool,
    is_over: bool,
}

impl Attached {
    /// Begins to sample a process of the same user.
    pub(crate) fn to(
        pid: u32,
        jdk: &Jdk,
        cache: &Path,
        interval: Duration,
        way: SamplingMethod,
    ) -> Result<Self, ProfilerError> {
        check_owner(pid)?;
        check_is_jvm(pid)?;
        let feature = feature_of(pid, jdk)?;
        let folder = TempFolder::new(TempFolderKind::Samples).map_err(ProfilerError::Folder)?;
        let longest = match way {
            SamplingMethod::Recorder(longest)
                if feature >= SAMPLES_BY_CPU_TIME
                    && room::may_begin(folder.path())
                    && room::may_begin(&std::env::temp_dir()) =>
            {
                Some(longest)
            }
            _ => None,
        };
        let mut attached = Self {
            pid,
            feature,
            jdk: jdk.clone(),
            folder,
            interval,
            agent: match longest {
                Some(_) => None,
                None => Some(Agent::prepare(jdk, cache)?),
            },
            first_file: None,
            is_recorder_ours: false,
            is_over: false,
        };
        match &attached.agent {
            None => {
                attached.is_recorder_ours = processes::file_of_recorder(pid).is_none();
                attached.start_recorder(longest.unwrap_or_default())?;
                attached.first_file = processes::file_of_recorder(pid);
            }
            Some(agent) => attached.load(agent, false)?,
        }
        Ok(attached)
    }

    /// The folder with the samples of our agent, if it samples.
    pub(crate) fn folder_of_agent(&self) -> Option<&Path> {
        self.agent.is_some().then(|| self.folder.path())
    }

    /// The files of the JVM's recorder, and what is known of the samples in them.
    pub(crate) fn recording(&self) -> (Vec<PathBuf>, Samples) {
        let head = Samples {
            jdk_feature: self.feature,
            pid: self.pid,
            has_recording: true,
            interval_nanos: nanos(self.interval),
            ..Samples::default()
        };
        let whole = self.folder.path().join(RECORDING);
        let is_whole = std::fs::metadata(&whole).is_ok_and(|file| file.len() > 0);
        let files = match &self.first_file {
            Some(first) if !is_whole => recorded::files_from(first),
            _ => vec![whole],
        };
        (files, head)
    }

    /// Whether there is space for the rest of the recording. The recorder writes to the temporary folder of its own process,
    /// which is usually the same as ours.
    pub(crate) fn may_go_on(&self) -> bool {
        self.agent.is_some()
            || (room::may_go_on(self.folder.path()) && room::may_go_on(&std::env::temp_dir()))
    }

    /// Ends sampling. [`Self::files`] has what was recorded.
    pub(crate) fn detach(&mut self) -> Result<(), ProfilerError> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(());
        }
        match &self.agent {
            None => {
                let out = self.folder.path().join(RECORDING);
                let out = format!("filename={}", out.display());
                self.jcmd(&["JFR.stop", &format!("name={}", own_name()), &out])
                    .map(drop)
            }
            Some(agent) => self.load(agent, true),
        }
    }

    fn start_recorder(&self, longest: Duration) -> Result<(), ProfilerError> {
        let settings = self.folder.path().join(SETTINGS);
        files::write(&settings, recorder_settings(self.interval)).map_err(ProfilerError::Folder)?;
        let answer = self.jcmd(&[
            "JFR.start",
            &format!("name={}", own_name()),
            &format!("settings={}", settings.display()),
            &format!("duration={}s", (longest + RECORDER_GRACE).as_secs()),
            "dumponexit=true",
            &format!("filename={}", self.folder.path().join(RECORDING).display()),
        ])?;
        if answer.contains("Started recording") {
            Ok(())
        } else {
            Err(self.refused(&answer))
        }
    }

    fn load(&self, agent: &Agent, is_end: bool) -> Result<(), ProfilerError> {
        let name = if is_end { "end" } else { "settings" };
        let settings = self.folder.path().join(name);
        let mut text = String::new();
        if is_end {
            let _ = writeln!(text, "stop={}", std::process::id());
        } else {
            let _ = writeln!(
                text,
                "samples={}",
                self.folder.path().join("samples-%p").display()
            );
            let _ = writeln!(text, "interval-nanos={}", self.interval.as_nanos());
            let _ = writeln!(text, "watched={}", std::process::id());
        }
        files::write(&settings, text).map_err(ProfilerError::Folder)?;
        let argument = agent.argument(&settings)?;
        let answer = self.jcmd(&["JVMTI.agent_load", agent.jar(), &argument])?;
        // The return code is 0 if the agent was loaded. Some versions print no return code.
        if !answer.contains("return code: 0") && !answer.contains("Command executed successfully") {
            return Err(self.refused(&answer));
        }
        // If the agent itself refuses, it only says so on the standard error of its process.
        if !is_end && sampled::processes(self.folder.path()).is_empty() {
            return Err(ProfilerError::NotSampled { pid: self.pid });
        }
        Ok(())
    }

    fn jcmd(&self, arguments: &[&str]) -> Result<String, ProfilerError> {
        jcmd(self.pid, &self.jdk, arguments)
    }

    fn refused(&self, answer: &str) -> ProfilerError {
        ProfilerError::Refused {
            pid: self.pid,
            answer: in_one_line(answer),
        }
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        // If this fails, the recorder's time runs out, and the agent notices that this process has ended.
        let _ = self.detach();
        // A JVM that was killed leaves its recorder's files.
        let is_gone = std::fs::metadata(format!("/proc/{}", self.pid)).is_err();
        if let Some(first) = &self.first_file
            && self.is_recorder_ours
            && is_gone
        {
            for file in recorded::files_from(first) {
                let _ = std::fs::remove_file(file);
            }
            // It stays if somebody else uses it.
            let _ = first.parent().map(std::fs::remove_dir);
        }
    }
}

/// The name of our recording in a JVM. Others may have recordings there, too.
fn own_name() -> String {
    format!("{NAME_OF_AGENT}-{}", std::process::id())
}

/// Ends the recording that the agent began.
pub(crate) fn end_recorder(pid: u32, jdk: &Jdk) -> Result<(), ProfilerError> {
    jcmd(pid, jdk, &["JFR.stop", &format!("name={NAME_OF_AGENT}")]).map(drop)
}

fn recorder_settings(interval: Duration) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n",
    );
    let throttle = format!("{}ms", interval.as_millis().max(1));
    let mut event = |name: &str, settings: &[(&str, &str)]| {
        let _ = writeln!(text, "  <event name=\"{name}\">");
        for (key, value) in [("enabled", "true")].iter().chain(settings) {
            let _ = writeln!(text, "    <setting name=\"{key}\">{value}</setting>");
        }
        let _ = writeln!(text, "  </event>");
    };
    event(
        "jdk.CPUTimeSample",
        &[("throttle", &throttle), ("stackTrace", "true")],
    );
    event(
        "jdk.ObjectAllocationSample",
        &[("throttle", "100/s"), ("stackTrace", "true")],
    );
    let most = format!("{MOST_A_SECOND}/s");
    for (name, threshold) in [
        ("jdk.SocketRead", "20 us"),
        ("jdk.SocketWrite", "20 us"),
        // Shorter reads came from memory.
        ("jdk.FileRead", "100 us"),
        ("jdk.FileWrite", "100 us"),
    ] {
        let settings = [
            ("threshold", threshold),
            ("throttle", &*most),
            ("stackTrace", "true"),
        ];
        event(name, &settings);
    }
    for name in ["jdk.JavaMonitorEnter", "jdk.ThreadPark"] {
        event(name, &[("threshold", "10 ms"), ("stackTrace", "true")]);
    }
    for name in [
        "jdk.CPUTimeSamplesLost",
        "jdk.GarbageCollection",
        "jdk.Compilation",
        "jdk.JVMInformation",
    ] {
        event(name, &[]);
    }
    text.push_str("</configuration>\n");
    text
}

/// Refuses processes of other users, and processes that do not exist.
fn check_owner(pid: u32) -> Result<(), ProfilerError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let Ok(process) = std::fs::metadata(format!("/proc/{pid}")) else {
            return Err(ProfilerError::NoProcess { pid });
        };
        if process.uid() != rustix::process::geteuid().as_raw() {
            return Err(ProfilerError::OtherUser { pid });
        }
    }
    #[cfg(not(unix))]
    let _ = pid;
    Ok(())
}

/// Refuses processes that are not JVMs: the signal that asks a JVM to listen ends any other process.
fn check_is_jvm(pid: u32) -> Result<(), ProfilerError> {
    let began = Instant::now();
    while !processes::is_jvm(pid) {
        if began.elapsed() > LONGEST_START {
            return Err(ProfilerError::NotJvm { pid });
        }
        std::thread::sleep(LOOK);
    }
    Ok(())
}

fn feature_of(pid: u32, jdk: &Jdk) -> Result<u16, ProfilerError> {
    let answer = jcmd(pid, jdk, &["VM.version"])?;
    let version = answer.lines().find_map(|line| line.strip_prefix("JDK "));
    let feature =
        version.and_then(|version| version.split(['.', '+', '-']).next()?.trim().parse().ok());
    feature.ok_or_else(|| ProfilerError::Refused {
        pid,
        answer: in_one_line(&answer),
    })
}

/// Sends a command to a JVM with a JDK's `jcmd`.
fn jcmd(pid: u32, jdk: &Jdk, arguments: &[&str]) -> Result<String, ProfilerError> {
    let mut command = jdk.java_command();
    command
        .args([
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-XX:-UsePerfData",
        ])
        .args(["--module", "jdk.jcmd/sun.tools.jcmd.JCmd"])
        .arg(pid.to_string())
        .args(arguments)
        .stdin(Stdio::null());
    let output = command.output().map_err(|source| ProfilerError::Start {
        program: jdk.java().display().to_string(),
        source,
    })?;
    let mut answer = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        answer.push_str(&String::from_utf8_lossy(&output.stderr));
        return Err(ProfilerError::Refused {
            pid,
            answer: in_one_line(&answer),
        });
    }
    Ok(answer)
}

fn in_one_line(answer: &str) -> String {
    let lines = answer
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let told: Vec<&str> = lines
        .filter(|line| !line.starts_with("at "))
        .take(3)
        .collect();
    told.join(" ")
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
