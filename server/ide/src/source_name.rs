//! Which text a class was made of.

use bytecode::{ClassError, ClassFile};

/// The path of the text that a class was made of, from the root of its packages; `None` if the class does not say.
///
/// # Errors
/// [`ClassError`] for bytes that are not a class file.
pub fn source_name(bytes: &[u8]) -> Result<Option<String>, ClassError> {
    let class = ClassFile::parse(bytes)?;
    let package = class
        .name
        .rsplit_once('/')
        .map_or("", |(package, _)| package);
    let separator = if package.is_empty() { "" } else { "/" };
    Ok(class
        .source_file
        .map(|file| format!("{package}{separator}{file}")))
}
