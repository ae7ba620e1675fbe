//! Text that an editor shows on its own initiative (LSP 3.17).

use crate::plain;

/// The text of a notification. VS Code turns `[text](target)` into a link, and `[text](command:…)` into one that runs a
/// command. A space between the brackets keeps both as text.
pub fn notification(text: &str) -> String {
    plain(text).replace("](", "] (")
}

/// A title, a hint, a name in a list. In most of them, VS Code turns `$(name)` into an icon; a space prevents that.
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
