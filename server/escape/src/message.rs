//! What an editor shows unasked (LSP 3.17).

use crate::plain;

/// The text of a notification. VS Code makes a link of `[text](target)` in it, and of `[text](command:…)` one that runs a
/// command; a blank between the brackets makes text of both.
pub fn notification(text: &str) -> String {
    plain(text).replace("](", "] (")
}

/// A title, a hint, a name in a list. VS Code makes an icon of `$(name)` in most of them, which a blank prevents.
pub fn label(text: &str) -> String {
    plain(text).replace("$(", "$ (")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_link_or_an_icon() {
        assert_eq!(
            notification("unknown key [a](command:b)\n"),
            "unknown key [a] (command:b)\\u{a}"
        );
        assert_eq!(label("$(zap) $$(x)"), "$ (zap) $$ (x)");
    }
}
