//! The crate's guarantees to its users.

#[cfg(test)]
mod default_model;
#[cfg(test)]
mod feature_algebra;
#[cfg(test)]
mod hostile_files;
#[cfg(test)]
mod json_schema;
#[cfg(test)]
mod predictions;
#[cfg(test)]
mod support;
