//! From the settings to what hints say.

use ide::{HintLines, HintStyle, HintValue};
use workspace::configuration::{Calls, Configuration, Hints, HintsValue};

/// What hints say by the settings.
pub(crate) fn of(settings: &Configuration) -> HintStyle {
    HintStyle {
        value: match settings.hints_value {
            HintsValue::Mean => HintValue::Mean,
            HintsValue::MeanSd => HintValue::MeanAndSd,
            HintsValue::P95 => HintValue::P95,
        },
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
