//! Runs git with everything disabled that a repository can configure to run programs.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use programs::{AllowedProgram, Command};

use super::error::GitError;

/// The time limit of a command that reads many objects or files.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// The time limit of a command that looks up one thing. git reads the repository's configuration and the files it includes
/// without checking what kind of file they are, so it waits forever at a pipe, and no option prevents that. The first command
/// is such a short one.
const SHORT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// The maximum size of an answer, in bytes.
const MAX_OUTPUT: u64 = 512 << 20;

/// The maximum size of the kept error output, in bytes.
const MAX_COMPLAINT: u64 = 16 << 10;

/// Settings by which a repository could name a program or another location. The user's and the machine's settings stay as they
/// are, and so does `safe.directory`, which git takes only from them. Settings of commands that are not used here (filters,
/// drivers of diffs and merges, pagers, editors, signatures, aliases) are left alone.
const OFF: [&str; 13] = [
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.askPass=",
    "credential.helper=",
    "fetch.bundleURI=",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.untrackedCache=false",
    "core.alternateRefsCommand=false",
    "protocol.allow=never",
    "submodule.recurse=false",
];

/// Variables that prevent git from writing, prompting, fetching or printing anything else.
///
/// A clone that lacks objects fetches them from the location in its configuration, and there, `ext::`, a local path with an
/// `uploadpack`, or the `vcs` of a remote name a program. A newer git does not fetch if a variable says so. An older git does
/// not know that variable, and a `protocol.ext.allow` of the repository wins over our `protocol.allow`. But all versions know a
/// list of allowed protocols that wins over any configuration; ours is empty.
const SET: [(&str, &str); 8] = [
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_PROTOCOL_FROM_USER", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_PAGER", "cat"),
    ("LC_ALL", "C"),
];
const UNSET: [&str; 5] = [
    "GIT_TRACE",
    "GIT_TRACE2",
    "GIT_TRACE2_EVENT",
    "GIT_EXTERNAL_DIFF",
    "GIT_LITERAL_PATHSPECS",
];

/// git in a folder.
#[derive(Debug)]
pub(super) struct Git {
    folder: PathBuf,
}

impl Git {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Result<Command, GitError> {
        let program =
            AllowedProgram::on_path("git").map_err(|error| GitError::NotStarted(error.into()))?;
        let mut command = program.command();
        command.current_dir(&self.folder);
        command.args(OFF.iter().flat_map(|off| ["-c", *off]));
        command.args(["--no-pager", "--literal-pathspecs"]);
        command.args(arguments.iter().map(OsStr::new));
        command.envs(SET);
        for variable in UNSET {
            command.env_remove(variable);
        }
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        Ok(command)
    }

    /// All output of a command.
    pub(super) fn bytes(&self, arguments: &[&str]) -> Result<Vec<u8>, GitError> {
        self.bytes_within(arguments, TIME_LIMIT)
    }

    fn bytes_within(&self, arguments: &[&str], limit: Duration) -> Result<Vec<u8>, GitError> {
        let name = arguments.join(" ");
        let mut running = Running::start(self.command(arguments)?, &name, limit)?;
        let mut bytes = Vec::new();
        let read = running.output().take(MAX_OUTPUT).read_to_end(&mut bytes);
        running.finish(read.map(|_| ()))?;
        Ok(bytes)
    }

    /// The output of a command that looks up one thing.
    pub(super) fn text(&self, arguments: &[&str]) -> Result<String, GitError> {
        let bytes = self.bytes_within(arguments, SHORT_TIME_LIMIT)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The first line of such output.
    pub(super) fn line(&self, arguments: &[&str]) -> Result<String, GitError> {
        let text = self.text(arguments)?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// Reads objects one by one, each up to its limit in bytes. `take` gets each with its index in the list.
    pub(super) fn objects(
        &self,
        wanted: Vec<(String, u64)>,
        mut take: impl FnMut(usize, &Object) -> io::Result<()>,
    ) -> Result<(), GitError> {
        let mut command = self.command(&["cat-file", "--batch", "--buffer"])?;
        command.stdin(Stdio::piped());
        let mut running = Running::start(command, "cat-file --batch", TIME_LIMIT)?;
        let input = running.input();
        let (ids, limits): (Vec<String>, Vec<u64>) = wanted.into_iter().unzip();
        // Writing and reading must happen at the same time: git stops reading while its output is not read.
        let asking = thread::spawn(move || {
            if let Some(mut input) = input {
                for id in ids {
                    // If git has ended, it reports the reason itself.
                    if writeln!(input, "{id}").is_err() {
                        break;
                    }
                }
            }
        });
        let read = (|| {
            let mut output = running.output();
            for (index, limit) in limits.into_iter().enumerate() {
                take(index, &read_object(&mut output, limit)?)?;
            }
            Ok(())
        })();
        if read.is_err() {
            running.kill();
        }
        let _ = asking.join();
        running.finish(read)
    }
}

/// The result for a requested object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Object {
    Bytes(Vec<u8>),
    /// It has more bytes than the limit, and none of them was kept.
    TooLarge,
    Missing,
}

/// `<id> blob <size>`, the bytes and a line feed, or `<id> missing` if it does not exist.
fn read_object(output: &mut impl BufRead, limit: u64) -> io::Result<Object> {
    let mut header = String::new();
    output.take(1 << 10).read_line(&mut header)?;
    let parts: Vec<&str> = header.trim_end().split(' ').collect();
    match parts[..] {
        [_, "missing"] => Ok(Object::Missing),
        [_, "blob", size] => {
            let size: u64 = size.parse().map_err(io::Error::other)?;
            let mut content = output.take(size);
            let object = if size > limit {
                // git sends it anyway.
                io::copy(&mut content, &mut io::sink())?;
                Object::TooLarge
            } else {
                let mut bytes = Vec::new();
                content.read_to_end(&mut bytes)?;
                Object::Bytes(bytes)
            };
            let mut end = [0];
            output.read_exact(&mut end)?;
            Ok(object)
        }
        _ => Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "an object cannot be read",
        )),
    }
}

/// A running git, which is killed when its time is over.
struct Running {
    name: String,
    child: Arc<Mutex<Child>>,
    output: Option<ChildStdout>,
    complaint: Option<thread::JoinHandle<String>>,
    watched: Option<(Sender<()>, thread::JoinHandle<bool>)>,
    limit: Duration,
}

impl Running {
    fn start(mut command: Command, name: &str, limit: Duration) -> Result<Self, GitError> {
        let mut child = command.spawn().map_err(GitError::NotStarted)?;
        let output = child.stdout.take();
        let complaint = child.stderr.take().map(|mut pipe| {
            thread::spawn(move || {
                let mut text = Vec::new();
                let _ = pipe.by_ref().take(MAX_COMPLAINT).read_to_end(&mut text);
                // The rest must be read, too, so that git does not wait.
                let _ = io::copy(&mut pipe, &mut io::sink());
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        let child = Arc::new(Mutex::new(child));
        let (ended, wait) = mpsc::channel();
        let watched = Arc::clone(&child);
        let watch = thread::spawn(move || {
            let is_late = wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                let _ = lock(&watched).kill();
            }
            is_late
        });
        Ok(Self {
            name: name.chars().take(200).collect(),
            child,
            output,
            complaint,
            watched: Some((ended, watch)),
            limit,
        })
    }

    fn input(&self) -> Option<std::process::ChildStdin> {
        lock(&self.child).stdin.take()
    }

    fn output(&mut self) -> BufReader<Box<dyn Read>> {
        let output = self.output.take();
        let output = output.map_or_else(
            || Box::new(io::empty()) as Box<dyn Read>,
            |output| Box::new(output),
        );
        BufReader::with_capacity(1 << 16, output)
    }

    fn kill(&self) {
        let _ = lock(&self.child).kill();
    }

    /// Waits for the end; `read` is the result of reading the output.
    fn finish(mut self, read: io::Result<()>) -> Result<(), GitError> {
        let is_late = self.watched.take().is_some_and(|(ended, watch)| {
            drop(ended);
            watch.join().unwrap_or_default()
        });
        let status: io::Result<ExitStatus> = lock(&self.child).wait();
        let complaint = self.complaint.take().and_then(|thread| thread.join().ok());
        let command = std::mem::take(&mut self.name);
        if is_late {
            return Err(GitError::TooSlow {
                command,
                seconds: self.limit.as_secs(),
            });
        }
        let is_good = status.is_ok_and(|status| status.success());
        match read {
            Ok(()) if is_good => Ok(()),
            result => {
                let said = shown(&complaint.unwrap_or_default());
                let message = match (said.is_empty(), result) {
                    (false, _) => said,
                    (true, Err(error)) => error.to_string(),
                    (true, Ok(())) => String::from("it does not say why"),
                };
                Err(GitError::Failed { command, message })
            }
        }
    }
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// git's error message, in one line.
fn shown(complaint: &str) -> String {
    let lines = complaint
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.take(3).collect();
    lines.join(" / ").chars().take(600).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that never ends.
    struct Zeros;

    impl Read for Zeros {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(0);
            Ok(buffer.len())
        }
    }

    #[test]
    fn of_an_object_that_is_too_large_nothing_is_kept() {
        let size = 256_u64 << 20;
        let header = format!("0123 blob {size}\n");
        let rest = "\n4567 blob 2\nab\n89ab missing\n";
        let answer = header
            .as_bytes()
            .chain(Zeros.take(size))
            .chain(rest.as_bytes());
        let mut answer = BufReader::with_capacity(1 << 16, answer);
        let before = peak_kilobytes();
        let object = read_object(&mut answer, 100).unwrap();
        assert!(matches!(object, Object::TooLarge), "it was kept");
        assert!(peak_kilobytes() < before + (64 << 10));
        let bytes = Object::Bytes(b"ab".to_vec());
        assert_eq!(read_object(&mut answer, 100).unwrap(), bytes);
        assert_eq!(read_object(&mut answer, 100).unwrap(), Object::Missing);
    }

    /// The peak memory of this process in kB; 0 if the system does not report it.
    fn peak_kilobytes() -> u64 {
        let status = files::read_text(Path::new("/proc/self/status"), files::SYSTEM);
        let status = status.unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok())
            .unwrap_or_default()
    }
}
