//! The models of this user: those that come with jouled, those that were added, and the one in use.
//!
//! ```text
//! CONFIG/jouled/models/NAME.json    a model that was added, by its own name
//! CONFIG/jouled/model-in-use        the name of the model that is used where no setting names one
//! ```
//!
//! A model file may come from anybody. It is parsed before it is added, and again whenever it is read. A name never leads
//! out of the folder: it has no separator and does not begin with a dot.

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

/// The posterior of a name or a file; `None` for the one in use. A name goes before a file of the same name; `./name`
/// means the file.
///
/// # Errors
/// [`LoadModelError`] says what was looked for and what is wrong with it.
pub fn load_model(
    name_or_file: Option<&str>,
    limits: &Limits,
) -> Result<Posterior, LoadModelError> {
    Registry::of_this_user().load(name_or_file, limits)
}
