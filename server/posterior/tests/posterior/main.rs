//! What the crate promises to those who build on it.

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
