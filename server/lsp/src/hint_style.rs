//! The style of hints from the settings.

use ide::{HintLines, HintStyle};
use project_settings::{Calls, Configuration, Hints};

/// The style of hints for these settings.
pub(crate) fn of(settings: &Configuration) -> HintStyle {
    HintStyle {
        value: settings.hints_value,
        minimum: settings.hints_minimum,
        max_characters: settings.hints_max_length,
        lines: match settings.hints {
            Hints::Hot => HintLines::Hot,
            Hints::All | Hints::None => HintLines::All,
        },
        is_followed: settings.calls != Calls::None,
        has_share: settings.hints_share,
    }
}
