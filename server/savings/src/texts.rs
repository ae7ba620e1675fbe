//! Two texts of a file, each with its classes.

use std::sync::Arc;

/// A class file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassFile {
    /// Its class name with slashes.
    pub name: String,
    /// The class file.
    pub bytes: Arc<[u8]>,
}

/// A text and the classes that javac compiles it to.
#[derive(Debug, Clone)]
pub struct CompiledText {
    /// The text.
    pub text: Arc<str>,
    /// Its classes.
    pub classes: Vec<ClassFile>,
}

impl CompiledText {
    fn class(&self, name: &str) -> Option<&ClassFile> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The classes that another text lacks, or has with other bytes.
    pub(crate) fn unlike<'c>(&'c self, other: &'c Self) -> impl Iterator<Item = &'c ClassFile> {
        let is_same = |class: &ClassFile| {
            let known = other.class(&class.name);
            known.is_some_and(|known| known.bytes == class.bytes)
        };
        self.classes.iter().filter(move |class| !is_same(class))
    }
}
