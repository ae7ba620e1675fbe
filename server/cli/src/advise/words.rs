//! Text that all formats of the list share.

use super::found::{InRun, Item};
use ide::{Joules, percent};

/// The address of the rules' pages.
pub(super) const PAGES: &str = "https://github.com/jouled/jouled/blob/main/docs/advice";

/// What an edit saves and where, or why it is not offered.
pub(super) fn words(item: &Item) -> String {
    match item.offer() {
        Some(saving) => {
            let of_run = item.in_run.map_or_else(String::new, in_run);
            format!("{} in {}{of_run}", saving.words(), saving.method)
        }
        None => format!("not offered: {}", reason(item)),
    }
}

/// `; 2.1 mJ of the run (3.2%)`
fn in_run(of_run: InRun) -> String {
    let share = percent(of_run.share, 1);
    match of_run.joules {
        Some(joules) => format!("; {} of the run ({share})", Joules(joules).about()),
        None => format!("; {share} of the run"),
    }
}

fn reason(item: &Item) -> String {
    let refusal = item.refusal();
    refusal.map_or_else(String::new, |reason| reason.to_string())
}
