//! Names for readers, and for files.

/// The maximum length of the readable part of a file name.
const LONGEST_SLUG: usize = 40;

/// A class as Java writes it: `p.Outer.Inner`.
pub(crate) fn class(name: &str) -> String {
    let mut shown = String::with_capacity(name.len());
    let mut letters = name.chars().peekable();
    let mut last = '/';
    while let Some(letter) = letters.next() {
        let between_names = |next: &char| next.is_alphanumeric() || *next == '_';
        let is_between = last.is_alphanumeric() && letters.peek().is_some_and(between_names);
        shown.push(match letter {
            '/' => '.',
            '$' if is_between => '.',
            other => other,
        });
        last = letter;
    }
    shown
}

/// A method without its class: `f(int, String[])`. Text that is not a descriptor stays as it is.
pub(crate) fn method(class: &str, name: &str, descriptor: &str) -> String {
    let simple = || class.rsplit(['/', '$']).next().unwrap_or(class);
    match (name, parameters(descriptor)) {
        ("<clinit>", _) => String::from("static initialiser"),
        ("<init>", Some(parameters)) => format!("{}({parameters})", simple()),
        (_, Some(parameters)) => format!("{name}({parameters})"),
        (_, None) => format!("{name}{descriptor}"),
    }
}

/// The simple names of the parameters' types.
fn parameters(descriptor: &str) -> Option<String> {
    let (inside, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut names: Vec<String> = Vec::new();
    let mut rest = inside;
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let mut letters = element.chars();
        let name = match letters.next()? {
            'B' => "byte",
            'C' => "char",
            'D' => "double",
            'F' => "float",
            'I' => "int",
            'J' => "long",
            'S' => "short",
            'Z' => "boolean",
            'L' => {
                let (name, behind) = letters.as_str().split_once(';')?;
                letters = behind.chars();
                name.rsplit(['/', '$']).next().unwrap_or(name)
            }
            _ => return None,
        };
        names.push(format!("{name}{}", "[]".repeat(dimensions)));
        rest = letters.as_str();
    }
    Some(names.join(", "))
}

/// The last part of a path, by which readers recognise an input.
pub(crate) fn last_part(path: &str) -> &str {
    let trimmed = path.trim_end_matches(['/', '\\']);
    let last = trimmed.rsplit(['/', '\\']).next().unwrap_or(trimmed);
    if last.is_empty() { path } else { last }
}

/// The file name of a page: a readable part of its name, and a digest that makes it unique.
pub(crate) fn page(name: &str, identity: &[&str]) -> String {
    let plain = |letter: char| {
        let is_plain = letter.is_ascii_alphanumeric();
        if is_plain { letter } else { '-' }
    };
    let slug: String = name.chars().take(LONGEST_SLUG).map(plain).collect();
    let mut hasher = blake3::Hasher::new();
    for part in identity {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let digest = hasher.finalize().to_hex();
    let slug = slug.trim_matches('-').to_ascii_lowercase();
    // The readable part comes first; only the digest distinguishes pages.
    format!("p-{slug}-{}.html", &digest[..24])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_shown_as_java_writes_them() {
        for (class_name, name, descriptor, shown) in [
            (
                "p/A",
                "f",
                "(I[[Ljava/lang/String;J)V",
                "f(int, String[][], long)",
            ),
            ("p/A$B", "<init>", "(Lp/A$C;)V", "B(C)"),
            ("p/A", "<clinit>", "()V", "static initialiser"),
            ("p/A", "f", "(Q)V", "f(Q)V"),
            ("p/A", "f", "(Lp/A", "f(Lp/A"),
            ("p/A", "f", "([)V", "f([)V"),
            ("p/A", "f", "", "f"),
        ] {
            assert_eq!(method(class_name, name, descriptor), shown);
        }
        assert_eq!(class("p/Outer$Inner"), "p.Outer.Inner");
        assert_eq!(class("p/A$$Lambda$1"), "p.A$$Lambda.1");
        assert_eq!(class("$A/$"), "$A.$");
    }

    #[test]
    fn the_name_of_a_page_is_safe_and_its_own() {
        let hostile = ["../../etc/passwd", "CON", "a\0b", "<x>", "ä", "", "."];
        for name in hostile {
            let page = page(name, &[name]);
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            let stem = page.strip_suffix(".html");
            assert!(
                stem.is_some_and(|stem| stem.chars().all(is_plain)),
                "{page}"
            );
        }
        assert_ne!(page("a-b", &["a b"]), page("a-b", &["a/b"]));
        assert_ne!(page("x", &["a", "bc"]), page("x", &["ab", "c"]));
    }

    #[test]
    fn an_input_is_known_by_its_last_part() {
        for (path, last) in [
            ("/a/shop.war", "shop.war"),
            ("shop/", "shop"),
            ("C:\\b\\x.jar", "x.jar"),
            ("/", "/"),
            ("", ""),
        ] {
            assert_eq!(last_part(path), last);
        }
    }
}
