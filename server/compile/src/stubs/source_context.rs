//! What is known about the files around a text.

pub(crate) trait SourceContext {
    /// Whether there is a class of this binary name.
    fn has_class(&self, binary_name: &str) -> bool;
    /// What a class of the project says about itself.
    fn declared(&self, simple_name: &str) -> Option<Declared>;
}

/// What a class of the project says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Its build adds members to it.
    pub(crate) is_processed: bool,
    /// The simple names of its superclass and interfaces.
    pub(crate) supertypes: Vec<String>,
}
