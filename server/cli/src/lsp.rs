//! `jouled lsp`: the language server.

use crate::Outcome;
use crate::options::Options;
use ::lsp::{Ended, serve};
use anyhow::Result;
use workspace::configuration::Layer;

pub(crate) fn run(options: &Options) -> Result<Outcome> {
    let flags = Layer {
        model: options.model.clone(),
        device: options.device.clone(),
        mapping: options.mapping,
        java_home: options.java_home.clone(),
        ..Layer::default()
    };
    let ended = serve(::lsp::Options { flags })?;
    Ok(match ended {
        Ended::InOrder => Outcome::Complete,
        Ended::OutOfOrder => Outcome::Abandoned,
    })
}
