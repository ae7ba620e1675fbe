//! The source text of a class.

use bytecode::{ClassError, ClassFile};

/// The path of a class's source text, relative to the root of its packages; `None` if the class does not say.
///
/// # Errors
/// [`ClassError`] if the bytes are not a class file.
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
