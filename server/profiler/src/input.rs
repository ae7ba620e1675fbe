//! The standard input of a program's runs: each run gets the same, so that all do the same work.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use files::{TempFolder, TempFolderKind};

use crate::error::ProfilerError;
use crate::room;

/// Longer input is not kept.
const MOST_BYTES: u64 = 1 << 30;
const PART: usize = 64 << 10;

/// The standard input of a program's runs.
pub(crate) struct Input(Kind);

enum Kind {
    /// Each run has the stream of this process: there is only one run, or somebody types, or there is nothing to read.
    Shared,
    /// Each run reads the file of this process from the same position.
    #[cfg(unix)]
    File { start: u64 },
    /// The stream of this process can be read once, so the first run's input is kept for the others.
    Once { kept: Kept, is_first: bool },
}

/// Feeds a run. When this is dropped, the run has ended.
pub(crate) struct Feeding {
    kept: Option<Kept>,
    _end: Sender<()>,
}

impl Drop for Feeding {
    fn drop(&mut self) {
        if let Some(kept) = &self.kept {
            kept.with(|state| state.is_complete = true);
        }
    }
}

impl Input {
    /// The input of so many runs.
    pub(crate) fn of_runs(runs: u32) -> Result<Self, ProfilerError> {
        if runs < 2 {
            return Ok(Self(Kind::Shared));
        }
        Ok(Self(match stream_of_this_process() {
            Stream::Other => Kind::Shared,
            #[cfg(unix)]
            Stream::File { start } => Kind::File { start },
            #[cfg(unix)]
            Stream::Once => Kind::Once {
                kept: Kept::new().map_err(ProfilerError::Folder)?,
                is_first: true,
            },
        }))
    }

    /// Whether the next run gets what the first one got.
    pub(crate) fn can_be_read_again(&self) -> bool {
        match &self.0 {
            Kind::Once { kept, .. } => kept.with(|state| state.is_whole),
            _ => true,
        }
    }

    /// The stream of the next run.
    pub(crate) fn next(&self) -> Stdio {
        match &self.0 {
            Kind::Shared => Stdio::inherit(),
            #[cfg(unix)]
            Kind::File { start } => {
                // If this fails, the compared calls show it.
                let _ = rustix::fs::seek(io::stdin(), rustix::fs::SeekFrom::Start(*start));
                Stdio::inherit()
            }
            Kind::Once { .. } => Stdio::piped(),
        }
    }

    /// Feeds a run that has just started.
    pub(crate) fn feed(&mut self, child: &mut Child) -> Option<Feeding> {
        let Kind::Once { kept, is_first } = &mut self.0 else {
            return None;
        };
        let to = child.stdin.take()?;
        let (end, ended) = channel();
        let is_first = std::mem::take(is_first);
        let of_thread = kept.clone();
        thread::spawn(move || {
            if is_first {
                of_thread.record(io::stdin().lock(), to);
            } else {
                of_thread.play(to, &ended);
            }
        });
        Some(Feeding {
            kept: is_first.then(|| kept.clone()),
            _end: end,
        })
    }
}

/// What standard input is.
enum Stream {
    /// A terminal, or a device such as that without contents.
    Other,
    #[cfg(unix)]
    File { start: u64 },
    #[cfg(unix)]
    Once,
}

#[cfg(unix)]
fn stream_of_this_process() -> Stream {
    use rustix::fs::{FileType, SeekFrom, fstat, seek};

    let Ok(found) = fstat(io::stdin()) else {
        return Stream::Other;
    };
    match FileType::from_raw_mode(found.st_mode) {
        FileType::RegularFile => match seek(io::stdin(), SeekFrom::Current(0)) {
            Ok(start) => Stream::File { start },
            Err(_) => Stream::Other,
        },
        FileType::Fifo | FileType::Socket => Stream::Once,
        _ => Stream::Other,
    }
}

#[cfg(not(unix))]
fn stream_of_this_process() -> Stream {
    Stream::Other
}

/// What the first run got.
#[derive(Clone)]
struct Kept {
    folder: Arc<TempFolder>,
    state: Arc<Mutex<State>>,
}

struct State {
    file: File,
    bytes: u64,
    /// Whether the file has everything that the first run got.
    is_whole: bool,
    /// Whether the stream had ended before the first run did. Otherwise a program that waits for more must wait in each run.
    has_ended: bool,
    /// Whether the first run has ended.
    is_complete: bool,
}

impl Kept {
    fn new() -> io::Result<Self> {
        let folder = TempFolder::new(TempFolderKind::Input)?;
        let file = File::create_new(Self::path(&folder))?;
        Ok(Self {
            folder: Arc::new(folder),
            state: Arc::new(Mutex::new(State {
                file,
                bytes: 0,
                is_whole: true,
                has_ended: false,
                is_complete: false,
            })),
        })
    }

    fn path(folder: &TempFolder) -> PathBuf {
        folder.path().join("bytes")
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Passes a stream on to the first run, and keeps it.
    fn record(&self, mut from: impl Read, mut to: ChildStdin) {
        let mut part = vec![0; PART];
        loop {
            let read = match from.read(&mut part) {
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            let has_room = room::may_go_on(self.folder.path());
            let goes_on = self.with(|state| {
                if state.is_complete {
                    return false;
                }
                state.has_ended = read == 0;
                state.keep(&part[..read], has_room);
                read > 0
            });
            // A program need not read all of its input.
            if !goes_on || to.write_all(&part[..read]).is_err() {
                return;
            }
        }
    }

    /// Gives another run what the first one got. `ended` is closed when the run has ended.
    fn play(&self, mut to: ChildStdin, ended: &Receiver<()>) {
        let (bytes, has_ended) = self.with(|state| (state.bytes, state.has_ended));
        let Ok(file) = files::open(&Self::path(&self.folder)) else {
            return;
        };
        if io::copy(&mut file.take(bytes), &mut to).is_ok() && !has_ended {
            let _ = ended.recv();
        }
    }
}

impl State {
    fn keep(&mut self, part: &[u8], has_room: bool) {
        if !self.is_whole {
            return;
        }
        let bytes = self.bytes + part.len() as u64;
        if has_room && bytes <= MOST_BYTES && self.file.write_all(part).is_ok() {
            self.bytes = bytes;
        } else {
            self.is_whole = false;
            // The disk may be full.
            let _ = self.file.set_len(0);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn input_without_room_is_not_kept_in_part() {
        let kept = Kept::new().unwrap();
        kept.with(|state| {
            state.keep(b"one", true);
            state.keep(b"two", false);
            state.keep(b"three", true);
        });
        assert!(!kept.with(|state| state.is_whole));
        let file = files::metadata(&Kept::path(&kept.folder)).unwrap();
        assert_eq!(file.len(), 0);
    }
}
