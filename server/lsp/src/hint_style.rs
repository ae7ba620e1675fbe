//! From the settings to what hints say.

use ide::{HintStyle, HintValue};
use workspace::configuration::{Configuration, HintsValue};

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
        has_share: settings.hints_share,
    }
}
