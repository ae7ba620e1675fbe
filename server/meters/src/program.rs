//! Programs that read a meter, with limits on time and output.

use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use programs::AllowedProgram;

use crate::error::MeterError;

/// The maximum length of a useful answer.
const LONGEST_BYTES: u64 = 64 * 1024;
/// A slower meter is useless.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The output of a program, given by name or path.
pub(crate) fn output(name: &str, arguments: &[&str]) -> Result<String, MeterError> {
    let failed = |problem: String| MeterError::Program {
        program: format!("{name} {}", arguments.join(" ")),
        problem,
        fix: "run it by hand and see what it says".to_owned(),
    };
    let program = AllowedProgram::named(name, "the meter's program=")
        .map_err(|error| failed(error.to_string()))?;
    let mut child = program
        .command()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (said, answer) = mpsc::channel();
    thread::spawn(move || {
        let texts = [read_all(stdout), read_all(stderr)];
        // After a timeout, there is no receiver.
        let _ = said.send(texts);
    });
    let Ok([printed, complaint]) = answer.recv_timeout(TIME_LIMIT) else {
        // It may have ended by itself in the meantime.
        let _ = child.kill();
        let _ = child.wait();
        return Err(failed(format!(
            "it did not answer within {} s",
            TIME_LIMIT.as_secs()
        )));
    };
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        let said = if complaint.is_empty() {
            printed
        } else {
            complaint
        };
        return Err(failed(format!(
            "{status}: {}",
            crate::sysfs::beginning(said.trim())
        )));
    }
    Ok(printed)
}

fn read_all(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // Keeps what came before an error.
        let _ = stream.take(LONGEST_BYTES).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
