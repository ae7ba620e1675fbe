//! Names of classes in the text.

use crate::code::{Code, ancestors, named};
use crate::edit::Edit;
use crate::place;
use tree_sitter::Node;

/// The name of a class in the text, and the edit that this needs: an import, unless it is already imported, or its simple name
/// means something else in the text.
pub(crate) fn name(code: &Code<'_>, qualified: &str) -> (String, Option<Edit>) {
    let simple = qualified.rsplit('.').next().unwrap_or(qualified);
    let root = code.root();
    let declarations: Vec<_> = named(root);
    let imports: Vec<_> = declarations
        .iter()
        .filter(|node| node.kind() == "import_declaration")
        .collect();
    let line = format!("import {qualified};");
    let is_imported = imports.iter().any(|import| {
        let written: String = code
            .of(**import)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        written == line
    });
    let is_hidden = declares(code, simple) || names_other(code, simple, qualified);
    if is_imported && !is_hidden || is_named(code, simple, qualified) {
        return (simple.to_owned(), None);
    }
    if code.has_name(simple) {
        return (qualified.to_owned(), None);
    }
    let newline = code.newline(0);
    // After the last import that sorts before it, or before the first one.
    let plain = imports
        .iter()
        .filter(|import| !code.of(***import).starts_with("import static"));
    let before = plain
        .clone()
        .rfind(|import| code.of(***import) < line.as_str());
    let edit = match (before, plain.clone().next()) {
        (Some(import), _) => {
            let end = place::end_of_line(code, import.end_byte());
            Edit::insert(end, format!("{newline}{line}"))
        }
        (None, Some(first)) => Edit::insert(first.start_byte(), format!("{line}{newline}")),
        (None, None) => {
            let package = declarations
                .iter()
                .find(|node| node.kind() == "package_declaration");
            match (package, imports.first(), declarations.first()) {
                (_, Some(first), _) => Edit::insert(first.start_byte(), format!("{line}{newline}")),
                (Some(package), None, _) => {
                    let end = place::end_of_line(code, package.end_byte());
                    Edit::insert(end, format!("{newline}{newline}{line}"))
                }
                // Comments before the first class belong to it.
                (None, None, _) => {
                    let mark = if code.text().starts_with('\u{feff}') {
                        3
                    } else {
                        0
                    };
                    Edit::insert(mark, format!("{line}{newline}{newline}"))
                }
            }
        }
    };
    (simple.to_owned(), Some(edit))
}

/// A type as the text may write it, without the package if it is in `java.lang` or imported. `None` if it cannot be written.
pub(crate) fn written(code: &Code<'_>, of_type: &str) -> Option<String> {
    if of_type.contains('?') {
        return None;
    }
    let mut whole = String::new();
    let mut word = String::new();
    for character in of_type.chars().chain(std::iter::once('\0')) {
        if character.is_alphanumeric() || matches!(character, '.' | '_' | '$') {
            word.push(character);
            continue;
        }
        whole.push_str(&short(code, &word));
        word.clear();
        if character != '\0' {
            whole.push(character);
        }
    }
    Some(whole)
}

fn short(code: &Code<'_>, qualified: &str) -> String {
    let Some((package, simple)) = qualified.rsplit_once('.') else {
        return qualified.to_owned();
    };
    let line = format!("import {qualified};");
    let is_imported = code
        .all("import_declaration")
        .any(|import| code.of(import) == line);
    let is_of_lang = package == "java.lang"
        && matches!(simple, "String" | "Integer" | "Long" | "Object" | "Double");
    let is_known = (is_imported || is_of_lang) && !declares(code, simple);
    if is_known || is_named(code, simple, qualified) {
        simple.to_owned()
    } else {
        qualified.to_owned()
    }
}

/// Whether the text uses this simple name, and always for this class.
fn is_named(code: &Code<'_>, simple: &str, qualified: &str) -> bool {
    let mut is_any = false;
    let means = |node: Node<'_>| {
        let symbol = code.symbol_of(node).and_then(|index| code.symbol(index));
        let known = code.type_of(node).map(|known| &known.erased[..]);
        known == Some(qualified) && symbol.is_none_or(|symbol| symbol.name == qualified)
    };
    let is_it = ["type_identifier", "identifier"].iter().all(|kind| {
        code.all(kind)
            .filter(|node| code.of(*node) == simple && !is_imported_name(*node))
            .all(|node| {
                is_any = true;
                means(node)
            })
    });
    is_any && is_it && !declares(code, simple)
}

fn is_imported_name(node: Node<'_>) -> bool {
    ancestors(node).any(|above| above.kind() == "import_declaration")
}

/// Whether the text uses a simple name for something else than this class: a variable hides a class before a dot.
fn names_other(code: &Code<'_>, simple: &str, qualified: &str) -> bool {
    code.all("identifier")
        .filter(|node| code.of(*node) == simple && !is_imported_name(*node))
        .filter_map(|node| code.symbol(code.symbol_of(node)?))
        .any(|symbol| symbol.name != qualified)
}

/// Whether a simple name of a `java.lang` class may mean something else, because the text declares or imports it.
pub(crate) fn hides_lang(code: &Code<'_>, simple: &str) -> bool {
    let end = format!(".{simple};");
    let of_lang = format!("java.lang.{simple};");
    let imports = |node: Node<'_>| {
        let text = code.of(node);
        text.ends_with(&end) && !text.ends_with(&of_lang)
    };
    declares(code, simple)
        || names_other(code, simple, &format!("java.lang.{simple}"))
        || code.all("import_declaration").any(imports)
}

/// Whether the text itself declares a type with this name.
pub(crate) fn declares(code: &Code<'_>, simple: &str) -> bool {
    let kinds = [
        "annotation_type_declaration",
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "type_parameter",
    ];
    kinds.iter().any(|kind| {
        code.all(kind).any(|node| {
            let name = node
                .child_by_field_name("name")
                .or_else(|| node.named_child(0));
            name.is_some_and(|name| code.of(name) == simple)
        })
    })
}
