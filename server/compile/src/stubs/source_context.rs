//! What is known about the files around a text.

pub(crate) trait SourceContext {
    /// Whether a class of this binary name exists.
    fn has_class(&self, binary_name: &str) -> bool;
    /// The declaration of a class of the project.
    fn declared(&self, simple_name: &str) -> Option<Declared>;
}

/// The declaration of a class of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Whether its build adds members to it.
    pub(crate) is_processed: bool,
    /// The simple names of its superclass and interfaces.
    pub(crate) supertypes: Vec<String>,
}
