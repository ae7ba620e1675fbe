//! The models of this user: built-in ones, added ones, and the one in use.
//!
//! ```text
//! CONFIG/jouled/models/NAME.json    an added model, by its own name
//! CONFIG/jouled/model-in-use        the name of the model that is used if no setting names one
//! ```
//!
//! A model file may come from anybody. It is parsed before it is added, and again whenever it is read. A name never leads out
//! of the folder: it has no separator, and does not start with a dot.

mod built_in;
mod error;
mod first_run;
mod name;
mod registry;

pub use built_in::built_in_models;
pub use error::{LoadModelError, RegistryError};
pub use first_run::take_first_run_hint;
pub use name::THIS_MACHINE;
pub use registry::{Added, KnownModel, Origin, Registry};

use files::Limits;
use posterior::Posterior;

/// The model with this name, or in this file; `None` for the model in use. If a model and a file have the same name, the model
/// is used; `./name` means the file.
///
/// # Errors
///
/// [`LoadModelError`] says what was looked for and what is wrong with it.
pub fn load_model(
    name_or_file: Option<&str>,
    limits: &Limits,
) -> Result<Posterior, LoadModelError> {
    Registry::of_this_user().load(name_or_file, limits)
}
