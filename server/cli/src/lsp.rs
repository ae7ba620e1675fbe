//! `jouled lsp`: the language server.

use crate::exit::ExitReason;
use crate::options::{Lsp, Options};
use ::lsp::{SessionEnd, serve};
use anyhow::Result;
use project_settings::Layer;

pub(crate) fn run(options: &Options, arguments: &Lsp) -> Result<ExitReason> {
    let flags = Layer {
        model: options.model.clone(),
        device: options.device.clone(),
        mapping: options.mapping,
        java_home: options.java_home.clone(),
        calls: arguments.calls,
        ..Layer::default()
    };
    #[cfg(target_os = "linux")]
    widen_answers();
    let ended = serve(::lsp::Options { flags })?;
    Ok(match ended {
        SessionEnd::InOrder => ExitReason::Complete,
        SessionEnd::OutOfOrder => ExitReason::Abandoned,
    })
}

/// The hints of thousands of lines exceed the 64 KiB of a pipe, so editor and server would wait for each other again and again.
/// With this size, they are written at once.
#[cfg(target_os = "linux")]
fn widen_answers() {
    const PIPE_BYTES: usize = 1 << 20;
    // If it is not a pipe, or the user has reached the system's limit, it works without this.
    let _ = rustix::pipe::fcntl_setpipe_size(std::io::stdout(), PIPE_BYTES);
}
