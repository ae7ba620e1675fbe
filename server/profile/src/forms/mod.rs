//! The forms in which an analysis is shown.

mod names;
mod text;

pub use names::{method_name, thread_kind};
pub use text::{TextOptions, text};
