//! Requests to the compiler of an open project that change nothing in it.

use std::path::Path;
use std::sync::Arc;

use attributes::Attributes;

use crate::{ClassBytes, CompiledFile, Compiler};
use project_model::Project;

/// A project and its compiler, for the types of a text and for texts that are only tried. Cheap to clone. Its requests do not
/// change what other files are compiled against.
#[derive(Debug, Clone)]
pub struct Trial {
    pub(crate) project: Arc<Project>,
    pub(crate) compiler: Arc<Compiler>,
}

impl Trial {
    /// The types and symbols of a file; `None` if it is not complete.
    pub async fn types(&self, file: &CompiledFile) -> Option<Attributes> {
        let types = self.compiler.types(&self.project, &[file]).await;
        types.into_iter().next().flatten()
    }

    /// The classes of a changed text of a file.
    ///
    /// # Errors
    ///
    /// The first error of javac in the text, in one line.
    pub async fn try_text(&self, file: &Path, text: Arc<str>) -> Result<Vec<ClassBytes>, String> {
        let texts = [(file.to_path_buf(), text)];
        let tried = self.compiler.try_texts(&self.project, &texts).await;
        tried.into_iter().last().unwrap_or_else(|| Ok(Vec::new()))
    }
}
