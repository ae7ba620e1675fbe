//! Names in texts.

/// The rests of a text behind each place where it contains a name that is not part of a longer one.
pub fn behind_name<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |sign: Option<char>| {
        sign.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '$'))
    };
    let found = text.match_indices(name).filter(|_| !name.is_empty());
    found.filter_map(move |(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_whole = !is_part(before.chars().next_back()) && !is_part(after.chars().next());
        is_whole.then_some(after)
    })
}

/// Whether a text contains a name that is not part of a longer one.
pub fn contains_name(text: &str, name: &str) -> bool {
    behind_name(text, name).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::{behind_name, contains_name};

    #[test]
    fn a_name_is_a_whole_word() {
        for text in ["x", "a.x + 1", "x.y", "(x)", "é = x;"] {
            assert!(contains_name(text, "x"), "{text}");
        }
        for text in ["xx", "x1", "éx", "_x", "$x", "", "max(y)"] {
            assert!(!contains_name(text, "x"), "{text}");
        }
    }

    #[test]
    fn what_follows_a_name_is_found() {
        let text = "m[].intValue() + a$1.é + m";
        let behind = |name| behind_name(text, name).collect::<Vec<_>>();
        assert_eq!(behind("m"), ["[].intValue() + a$1.é + m", ""]);
        assert_eq!(behind("intValue"), ["() + a$1.é + m"]);
        assert_eq!(behind("a$1"), [".é + m"]);
        assert_eq!(behind("é"), [" + m"]);
        assert!(behind("a").is_empty() && behind("").is_empty());
    }
}
