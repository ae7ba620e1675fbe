//! The `java` of the JDK whose compilers the tests of a run share: a compiler of jouled becomes a session with the JVM of
//! `SharedCompiler.java`, which is running already. The real `java` does everything else.

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::io::{self, Read, Write};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixStream;
    use std::os::unix::process::CommandExt;
    use std::path::{Path, PathBuf};
    use std::process::{Command, exit};
    use std::thread;

    pub(crate) fn run() -> io::Result<()> {
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let home = home()?;
        match session(&words, &home) {
            Some(session) => relay(&session),
            None => Err(Command::new(home.join("real/bin/java")).args(words).exec()),
        }
    }

    /// The folder that looks like a JDK.
    fn home() -> io::Result<PathBuf> {
        let program = std::env::current_exe()?;
        let home = program.parent().and_then(Path::parent);
        home.map(Path::to_path_buf)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// A session with the shared compiler, if that is what the words start and it is there.
    fn session(words: &[OsString], home: &Path) -> Option<UnixStream> {
        let [options @ .., option, jar, request_limit, answer_limit] = words else {
            return None;
        };
        let makes_archive = |option: &OsString| {
            let option = option.to_string_lossy();
            ["ArchiveClassesAtExit", "AOTCacheOutput"]
                .iter()
                .any(|maker| option.contains(maker))
        };
        if option != "-jar"
            || !jar.as_bytes().ends_with(b"/service.jar")
            || options.iter().any(makes_archive)
        {
            return None;
        }
        let request_limit: i32 = request_limit.to_str()?.parse().ok()?;
        let answer_limit: i64 = answer_limit.to_str()?.parse().ok()?;
        let length = i32::try_from(jar.len()).ok()?;
        let mut begin = length.to_be_bytes().to_vec();
        begin.extend(jar.as_bytes());
        begin.extend(request_limit.to_be_bytes());
        begin.extend(answer_limit.to_be_bytes());
        let mut session = UnixStream::connect(home.join("socket")).ok()?;
        session.write_all(&begin).ok()?;
        Some(session)
    }

    /// Connects the session with this process's input and output, until one of them ends.
    fn relay(session: &UnixStream) -> io::Result<()> {
        let requests = session.try_clone()?;
        thread::spawn(move || {
            let copied = copy(io::stdin().lock(), &requests);
            exit(i32::from(copied.is_err()));
        });
        copy(session, io::stdout().lock())
    }

    fn copy(mut from: impl Read, mut to: impl Write) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match from.read(&mut buffer)? {
                0 => return Ok(()),
                count => to.write_all(&buffer[..count])?,
            }
            to.flush()?;
        }
    }
}

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    unix::run()
}

/// Only Unix has the sockets.
#[cfg(not(unix))]
fn main() {}
