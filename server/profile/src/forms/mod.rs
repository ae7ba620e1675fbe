//! The forms in which an analysis is shown.

mod csv;
mod json;
mod names;
mod text;

pub use csv::csv;
pub use json::json;
pub use names::{method_name, thread_kind};
pub use text::{TextOptions, text};
