//! `jouled lsp`: the language server.

use crate::Outcome;
use crate::options::Options;
use ::lsp::{Ended, serve};
use anyhow::Result;

pub(crate) fn run(options: &Options) -> Result<Outcome> {
    let ended = serve(::lsp::Options {
        model: options.model.clone(),
        device: options.device.clone(),
        mapping: options.mapping,
        java_home: options.java_home.clone(),
    })?;
    Ok(match ended {
        Ended::InOrder => Outcome::Complete,
        Ended::OutOfOrder => Outcome::Abandoned,
    })
}
