//! Runs a program with a time limit.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use programs::AllowedProgram;

/// The maximum size of a program's kept output, in bytes.
const MAX_OUTPUT: u64 = 64 << 20;
const PAUSE: Duration = Duration::from_millis(50);
/// The maximum number of output lines in a message.
const SHOWN_LINES: usize = 6;

/// The exit status and output of a program.
pub(super) struct FinishedProcess {
    pub(super) status: String,
    pub(super) output: String,
    pub(super) errors: String,
}

/// Runs a program in a folder; `None` if it had to be killed.
pub(super) fn run(
    program: &AllowedProgram,
    arguments: &[OsString],
    folder: &Path,
    time_limit: Duration,
) -> io::Result<Option<FinishedProcess>> {
    let mut command = program.command();
    // Maven and Gradle run the JDK in JAVA_HOME.
    if programs::variable("JAVA_HOME").is_none() {
        command.env_remove("JAVA_HOME");
    }
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (printed, errors) = (child.stdout.take(), child.stderr.take());
    let printed = thread::spawn(move || all_of(printed));
    let errors = thread::spawn(move || all_of(errors));
    let end = Instant::now() + time_limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    };
    Ok(Some(FinishedProcess {
        status: status.to_string(),
        output: printed.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
    }))
}

fn all_of(pipe: Option<impl Read>) -> String {
    let mut output = Vec::new();
    if let Some(mut pipe) = pipe {
        // After an error or the limit, the rest is read but not kept, so that the program does not wait.
        let _ = pipe.by_ref().take(MAX_OUTPUT).read_to_end(&mut output);
        let _ = io::copy(&mut pipe, &mut io::sink());
    }
    String::from_utf8_lossy(&output).into_owned()
}

/// The last lines of the output, joined.
pub(super) fn ending(output: &str) -> String {
    let lines: Vec<&str> = output
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let first = lines.len().saturating_sub(SHOWN_LINES);
    let shown = lines.get(first..).unwrap_or_default().join(" / ");
    if shown.is_empty() {
        "it printed nothing".to_owned()
    } else {
        shown
    }
}
