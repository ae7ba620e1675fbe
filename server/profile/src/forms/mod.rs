//! The output forms of an analysis.

mod changes;
mod csv;
mod ends;
mod json;
mod junit;
mod names;
mod paths;
mod second_opinion;
mod tables;
mod text;
mod words;

pub use changes::changes;
pub use csv::csv;
pub use json::json;
pub use junit::junit;
pub use names::{method_name, thread_kind};
pub use tables::{devices, garbage, power, power_csv, waits};
pub use text::{TextOptions, text};
pub use words::{
    cost, energy, neighbours, no_cost, part_name, per_execution, percent, relative, run_mean,
    seconds, share, times, times_or_divided, uncertainty, value,
};
