//! Programs that may run, and their processes.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Output, Stdio};

use crate::refused::Refused;
use crate::rule::check;
use crate::search::{self, NotFound};

/// A program that was allowed to run when it was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedProgram {
    path: PathBuf,
    named_by: String,
}

impl AllowedProgram {
    /// The program at an absolute path. `named_by` is where the path comes from, for messages.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn at(path: impl Into<PathBuf>, named_by: &str) -> Result<Self, Refused> {
        let path = path.into();
        check(&path, named_by)?;
        Ok(Self {
            path,
            named_by: named_by.to_owned(),
        })
    }

    /// The first program with this name on the `PATH` that may run.
    ///
    /// # Errors
    /// [`NotFound`], with those that may not run.
    pub fn on_path(name: &str) -> Result<Self, NotFound> {
        Ok(Self {
            path: search::find(name)?,
            named_by: "PATH".to_owned(),
        })
    }

    /// The program that a user names: a name on the `PATH`, or a path.
    ///
    /// # Errors
    /// [`NotFound`] or [`Refused`].
    pub fn named(name: &str, named_by: &str) -> io::Result<Self> {
        if name.contains(['/', '\\']) {
            Ok(Self::at(name, named_by)?)
        } else {
            Ok(Self::on_path(name)?)
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A process of it that has not started yet.
    pub fn command(&self) -> Command {
        Command::new(&self.path, &self.named_by)
    }
}

/// A process that has not started yet, like the standard library's. Whether its program may run is checked when it starts.
#[derive(Debug)]
pub struct Command {
    inner: std::process::Command,
    path: PathBuf,
    /// `None` for the program that is already running.
    named_by: Option<String>,
    has_path: bool,
}

impl Command {
    /// A process of the program at a path. `named_by` is where the path comes from, for messages.
    pub fn new(path: impl Into<PathBuf>, named_by: &str) -> Self {
        Self::unchecked(path.into(), Some(named_by.to_owned()))
    }

    /// A process of this program itself, wherever it is: it is already running.
    ///
    /// # Errors
    /// The system's, if it does not know where this program lies.
    pub fn of_this_program() -> io::Result<Self> {
        Ok(Self::unchecked(std::env::current_exe()?, None))
    }

    fn unchecked(path: PathBuf, named_by: Option<String>) -> Self {
        Self {
            inner: std::process::Command::new(&path),
            path,
            named_by,
            has_path: false,
        }
    }

    /// Adds an argument.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.inner.arg(argument);
        self
    }

    /// Adds arguments.
    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.inner.args(arguments);
        self
    }

    /// Sets an environment variable.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.has_path |= name.as_ref() == "PATH";
        self.inner.env(name, value);
        self
    }

    /// Sets environment variables.
    pub fn envs(
        &mut self,
        variables: impl IntoIterator<Item = (impl AsRef<OsStr>, impl AsRef<OsStr>)>,
    ) -> &mut Self {
        for (name, value) in variables {
            self.env(name, value);
        }
        self
    }

    /// Removes an environment variable.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.inner.env_remove(name);
        self
    }

    /// Sets its working directory.
    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.inner.current_dir(folder);
        self
    }

    /// Sets its standard input.
    pub fn stdin(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.inner.stdin(stream);
        self
    }

    /// Sets its standard output.
    pub fn stdout(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.inner.stdout(stream);
        self
    }

    /// Sets its standard error.
    pub fn stderr(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.inner.stderr(stream);
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// The system's, and a [`Refused`] in one of them.
    pub fn spawn(&mut self) -> io::Result<Child> {
        self.decided()?.spawn()
    }

    /// Starts it, waits for its end and collects what it prints.
    ///
    /// # Errors
    /// As of [`Command::spawn`].
    pub fn output(&mut self) -> io::Result<Output> {
        self.decided()?.output()
    }

    /// Starts it and waits for its end.
    ///
    /// # Errors
    /// As of [`Command::spawn`].
    pub fn status(&mut self) -> io::Result<ExitStatus> {
        self.decided()?.status()
    }

    /// Starts the same process for an async runtime. It is killed when it is dropped.
    ///
    /// # Errors
    /// As of [`Command::spawn`].
    pub fn spawn_async(mut self) -> io::Result<tokio::process::Child> {
        self.decided()?;
        tokio::process::Command::from(self.inner)
            .kill_on_drop(true)
            .spawn()
    }

    /// Checks whether it may start, and removes entries from its `PATH` into which a project could put programs.
    fn decided(&mut self) -> io::Result<&mut std::process::Command> {
        if let Some(named_by) = &self.named_by {
            check(&self.path, named_by)?;
        }
        if !self.has_path
            && let Some(path) = search::for_a_process()
        {
            self.inner.env("PATH", path);
        }
        Ok(&mut self.inner)
    }
}

/// A process of a program that the user types, with its arguments, after a command that says it runs the program. Nobody
/// else chose the program, so it may be in a project, as `./gradlew` is, and it gets the user's environment.
#[derive(Debug)]
pub struct TypedCommand(std::process::Command);

impl TypedCommand {
    /// A process of the program of this name or path.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self(std::process::Command::new(program))
    }

    /// Adds arguments.
    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.0.args(arguments);
        self
    }

    /// Sets an environment variable.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.0.env(name, value);
        self
    }

    /// Sets its standard input.
    pub fn stdin(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.0.stdin(stream);
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// The system's.
    pub fn spawn(&mut self) -> io::Result<Child> {
        self.0.spawn()
    }
}

/// The value of an environment variable for a process that takes a program from it; `None` if the rule refuses the value,
/// so that the variable must be removed.
pub fn variable(name: &str) -> Option<OsString> {
    let value = std::env::var_os(name)?;
    check(Path::new(&value), name).is_ok().then_some(value)
}
