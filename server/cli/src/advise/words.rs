//! What all forms of the list say.

use super::found::Item;
use ide::Model;

/// Where the pages of the rules are.
pub(super) const PAGES: &str = "https://github.com/jouled/jouled/blob/main/docs/advice";

/// What a number holds for.
pub(crate) fn basis(model: &Model) -> String {
    let info = model.info();
    format!(
        "model {}, mode {}, device {}",
        info.name, info.mode, info.device
    )
}

/// What an edit saves and where, or why it is not offered.
pub(super) fn words(item: &Item) -> String {
    match item.offer() {
        Some(saving) => format!("{} in {}", saving.words(), saving.method),
        None => format!("not offered: {}", reason(item)),
    }
}

fn reason(item: &Item) -> String {
    let refusal = item.refusal();
    refusal.map_or_else(String::new, |reason| reason.to_string())
}
