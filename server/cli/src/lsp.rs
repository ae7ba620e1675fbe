//! `jouled lsp`: the language server.

use crate::Outcome;
use crate::options::{Lsp, Options};
use ::lsp::{Ended, serve};
use anyhow::Result;
use workspace::configuration::Layer;

pub(crate) fn run(options: &Options, arguments: &Lsp) -> Result<Outcome> {
    let flags = Layer {
        model: options.model.clone(),
        device: options.device.clone(),
        mapping: options.mapping,
        java_home: options.java_home.clone(),
        calls: arguments.calls,
        ..Layer::default()
    };
    let ended = serve(::lsp::Options { flags })?;
    Ok(match ended {
        Ended::InOrder => Outcome::Complete,
        Ended::OutOfOrder => Outcome::Abandoned,
    })
}
