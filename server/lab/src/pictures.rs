//! `cargo xtask pictures`: makes the pictures of the README by running the programs in a terminal.

mod measured;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use measured::MeasuredProject;
use xtask::process::{self, workspace_root};
use xtask::tools::{Package, python, system};

use crate::java;

const EXAMPLE: &str = "tests/fixtures/java/MatrixMultiplication.java";

/// The seconds that `jouled top` watches before the picture.
const WATCHED: u32 = 15;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The program to show, instead of a new release build
    #[arg(long)]
    jouled: Option<PathBuf>,
    /// Make only the pictures with these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
}

/// Tells a waiting `tmux wait-for` that the screen is ready for the picture.
const READY: &str = "ready";

/// A picture: a program in a terminal of a fixed size.
struct Picture<'a> {
    /// Name of the file in `docs/pictures`.
    name: &'a str,
    title: &'a str,
    columns: u16,
    rows: u16,
    /// A command for the shell; it sends [`READY`].
    script: String,
}

/// Makes the pictures.
///
/// # Errors
/// If a tool is missing and cannot be installed, or if a program fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jdks = java::ensure()?;
    if which::which("tmux").is_err() {
        system::install(Package::Tmux)?;
    }
    let converter = python::PICTURES.ensure()?.join("python");
    let neovim = python::TESTS.ensure()?.join("nvim");
    let jouled = match &options.jouled {
        Some(jouled) => jouled.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let is_wanted =
        |name: &str| options.only.is_empty() || options.only.iter().any(|only| only == name);
    let newest = jdks.iter().max_by_key(|jdk| jdk.version.feature);
    let measured = MeasuredProject::new(&jouled, newest.context("there is no JDK")?)?;
    let (running, pid) = measured.running();

    let folder = workspace_root().join("docs").join("pictures");
    fs::create_dir_all(&folder)?;
    let quoted = |path: &Path| format!("'{}'", path.display());
    let pictures = [
        Picture {
            name: "annotate",
            title: "jouled annotate MatrixMultiplication.java",
            columns: 110,
            rows: 70,
            script: format!(
                "{} annotate {EXAMPLE}; tmux wait-for -S {READY}",
                quoted(&jouled)
            ),
        },
        Picture {
            name: "neovim",
            title: "MatrixMultiplication.java - Neovim",
            columns: 138,
            rows: 36,
            script: format!(
                "JOULED_BIN={} {} --clean -i NONE -u server/lab/pictures/neovim.lua {EXAMPLE}",
                quoted(&jouled),
                quoted(&neovim)
            ),
        },
        Picture {
            name: "neovim-profile",
            title: "Kernels.java - Neovim",
            columns: 138,
            rows: 36,
            script: format!(
                "JOULED_BIN={} PICTURE_LINE='LEFT[row]' PICTURE_LENS='of the run' {} --clean -i NONE -u server/lab/pictures/neovim.lua {}",
                quoted(&jouled),
                quoted(&neovim),
                quoted(&measured.source())
            ),
        },
        Picture {
            name: "top",
            title: "jouled top",
            columns: 110,
            rows: 28,
            script: format!(
                "{running}; (sleep {WATCHED}; tmux wait-for -S {READY}) & {} top {pid}",
                quoted(&jouled)
            ),
        },
    ];
    if is_wanted("flame-graph") {
        let file = folder.join("flame-graph.png");
        measured.flame_graph(&jouled, &file)?;
        println!("{}", file.display());
    }
    for picture in pictures.iter().filter(|picture| is_wanted(picture.name)) {
        let screen = picture.screen()?;
        let file = folder.join(format!("{}.svg", picture.name));
        convert(&converter, picture, &screen, &file)?;
        println!("{}", file.display());
    }
    Ok(())
}

impl Picture<'_> {
    /// Runs the program and returns its screen with the escape sequences of its colours.
    fn screen(&self) -> Result<String> {
        // A separate server, without the user's configuration.
        let socket = format!("jouled-{}-{}", std::process::id(), self.name);
        let tmux = || {
            let mut tmux = process::command("tmux");
            tmux.args(["-u", "-L", &socket, "-f", "/dev/null"]);
            tmux.env("COLORTERM", "truecolor").env_remove("NO_COLOR");
            tmux
        };
        let (columns, rows) = (self.columns.to_string(), self.rows.to_string());
        process::output(
            tmux()
                .args(["new-session", "-d", "-x", &columns, "-y", &rows])
                .arg(format!("{}; sleep 600", self.script)),
        )?;
        let screen = wait(&mut tmux())
            .and_then(|()| process::output(tmux().args(["capture-pane", "-p", "-e", "-N"])));
        process::output(tmux().arg("kill-server"))?;
        screen
    }
}

/// Waits until the program in the terminal says that it is ready.
fn wait(tmux: &mut Command) -> Result<()> {
    const TIMEOUT: std::time::Duration = std::time::Duration::from_mins(2);
    let start = std::time::Instant::now();
    let mut waiting = tmux.args(["wait-for", READY]).spawn()?;
    while waiting.try_wait()?.is_none() {
        if start.elapsed() > TIMEOUT {
            waiting.kill()?;
            bail!("the program in the terminal did not show what was expected of it");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    Ok(())
}

fn convert(python: &Path, picture: &Picture<'_>, screen: &str, file: &Path) -> Result<()> {
    let mut converter = process::command(python)
        .arg("server/lab/pictures/screen_to_svg.py")
        .args(["--title", picture.title])
        .args(["--columns", &picture.columns.to_string()])
        .arg(file)
        .stdin(Stdio::piped())
        .spawn()
        .context("could not start Python")?;
    converter
        .stdin
        .take()
        .context("Python takes no input")?
        .write_all(screen.as_bytes())?;
    let status = converter.wait()?;
    if !status.success() {
        bail!("the screen could not be made a picture: {status}");
    }
    Ok(())
}
