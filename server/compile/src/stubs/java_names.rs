//! Rules for Java names: which names are valid, and which part of a name is the package.

/// The primitive types. A stand-in treats all others as objects.
pub(super) const PRIMITIVES: [(&str, &str); 8] = [
    ("int", "Integer"),
    ("long", "Long"),
    ("boolean", "Boolean"),
    ("double", "Double"),
    ("char", "Character"),
    ("float", "Float"),
    ("byte", "Byte"),
    ("short", "Short"),
];

pub(super) const OBJECT: &str = "java.lang.Object";

pub(super) const THROWABLE: &str = "java.lang.Throwable";

/// Whether a name, with or without dots, is written like a class and not like a variable or constant.
pub(super) fn is_type_name(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or(text).trim();
    let is_word = last
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    let first_is_upper = last.chars().next().is_some_and(char::is_uppercase);
    is_word && first_is_upper && (last.len() == 1 || last.chars().any(char::is_lowercase))
}

/// Words that are not names (JLS 3.9).
const KEYWORDS: [&str; 54] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
    "_",
];

fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The package of stand-ins without a name of their own: for members of the project's classes that are not in their text, and
/// for results of unknown methods.
pub(super) const PACKAGE: &str = ide::INVENTED_PACKAGE;

/// The type of the result of an unknown method.
pub(super) const PLACEHOLDER_TYPE: &str = "Unresolved";

/// The last part of a name.
pub(super) fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

pub(super) fn within(package: &str, simple: &str) -> String {
    match package {
        "" => simple.to_owned(),
        package => format!("{package}.{simple}"),
    }
}

/// Whether a name with dots is valid, so that no part of a message can become other code.
pub(super) fn is_plain(name: &str) -> bool {
    name.len() < 1000 && name.split('.').count() < 40 && name.split('.').all(is_identifier)
}

pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && characters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        && !is_keyword(name)
}

/// Whether the last part of a name is written like a class.
pub(super) fn last_is_class(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    last.chars().next().is_some_and(char::is_uppercase)
}

/// Splits a name into its package and its classes: the classes start at the first part written like a class, or are the last
/// part.
pub(super) fn split(name: &str) -> (&str, Vec<&str>) {
    let mut start = 0;
    for part in name.split('.') {
        let end = start + part.len();
        if part.chars().next().is_some_and(char::is_uppercase) || end == name.len() {
            let package = name[..start].trim_end_matches('.');
            return (package, name[start..].split('.').collect());
        }
        start = end + 1;
    }
    ("", vec![name])
}

pub(super) fn binary_name(name: &str) -> String {
    let (package, classes) = split(name);
    let classes = classes.join("$");
    match package {
        "" => classes,
        package => format!("{}/{classes}", package.replace('.', "/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_where_its_classes_begin() {
        assert_eq!(split("a.b.Outer.Inner"), ("a.b", vec!["Outer", "Inner"]));
        assert_eq!(split("a.b.odd"), ("a.b", vec!["odd"]));
        assert_eq!(split("Alone"), ("", vec!["Alone"]));
        assert_eq!(binary_name("a.b.Outer.Inner"), "a/b/Outer$Inner");
    }
}
