//! The language server: the only crate that will know the protocol. It is not written yet.
