//! The types of parameters and fields, with their type arguments.

use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::Attribute;

/// The generic signature of a method or a field; `None` if it has none.
pub(crate) fn signature(class: &ClassFile<'_>, attributes: &[Attribute]) -> Option<String> {
    let index = attributes.iter().find_map(|attribute| match attribute {
        Attribute::Signature {
            signature_index, ..
        } => Some(*signature_index),
        _ => None,
    })?;
    Some(class.constant_pool.try_get_utf8(index).ok()?.to_string())
}

/// The types of a method's parameters, from its descriptor or signature.
pub(crate) fn parameters(descriptor: &str) -> Vec<&str> {
    let rest = descriptor
        .find('(')
        .and_then(|open| descriptor.get(open + 1..));
    let parameters = rest
        .and_then(|rest| rest.split_once(')'))
        .map_or("", |(parameters, _)| parameters);
    all(parameters)
}

/// The class and the type arguments of `Ljava/util/Map<TK;Ljava/lang/String;>;`.
pub(crate) fn class(of: &str) -> Option<(&str, Vec<&str>)> {
    let inner = of.strip_prefix('L')?.strip_suffix(';')?;
    Some(match inner.split_once('<') {
        None => (inner, Vec::new()),
        Some((name, arguments)) => (name, all(arguments.strip_suffix('>')?)),
    })
}

/// The types in a sequence.
fn all(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (first, behind) = rest.split_at(length(rest));
        found.push(first.trim_start_matches(['+', '-']));
        rest = behind;
    }
    found
}

/// The length of the first type in bytes.
fn length(text: &str) -> usize {
    let start = text.len() - text.trim_start_matches(['[', '+', '-']).len();
    if !matches!(text.as_bytes().get(start), Some(b'L' | b'T')) {
        return (start + 1).min(text.len());
    }
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{class, parameters};

    #[test]
    fn parameters_are_separated() {
        assert_eq!(
            parameters("(I[[JLjava/lang/String;[DZ)V"),
            ["I", "[[J", "Ljava/lang/String;", "[D", "Z"]
        );
        let generic = "<T:Ljava/lang/Object;>(Ljava/util/Map<TT;[I>;ITT;)V";
        let found = parameters(generic);
        assert_eq!(found, ["Ljava/util/Map<TT;[I>;", "I", "TT;"]);
        assert_eq!(class(found[0]), Some(("java/util/Map", vec!["TT;", "[I"])));
        assert_eq!(
            class("Ljava/util/List<+Ljava/util/List<*>;>;"),
            Some(("java/util/List", vec!["Ljava/util/List<*>;"]))
        );
    }
}
