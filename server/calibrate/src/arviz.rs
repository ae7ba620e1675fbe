//! Writes all draws in the form that `arviz.from_json` opens.

use inference::{Fit, Group};
use std::fmt::Write as _;

/// The JSON of an `InferenceData`: the groups `posterior` and `sample_stats`, with the names of the levels as coordinates.
pub(crate) fn inference_data(fit: &Fit, groups: &[Group]) -> String {
    let mut text = String::from("{\"posterior\": {");
    let mut first = true;
    let mut begin = 0;
    for group in groups {
        let levels = &fit.parameters[begin..begin + group.levels.len()];
        begin += group.levels.len();
        name(&mut text, &mut first, &group.name);
        list(&mut text, fit.energy.len(), |text, chain| {
            let draws = fit.energy[chain].len();
            list(text, draws, |text, draw| {
                list(text, levels.len(), |text, level| {
                    number(text, levels[level].draws[chain][draw]);
                });
            });
        });
    }
    for parameter in &fit.parameters[fit.levels..] {
        name(&mut text, &mut first, &parameter.name.replace(':', "_of_"));
        list(&mut text, parameter.draws.len(), |text, chain| {
            list(text, parameter.draws[chain].len(), |text, draw| {
                number(text, parameter.draws[chain][draw]);
            });
        });
    }
    text.push_str("},\n\"sample_stats\": {");
    first = true;
    name(&mut text, &mut first, "energy");
    list(&mut text, fit.energy.len(), |text, chain| {
        list(text, fit.energy[chain].len(), |text, draw| {
            number(text, fit.energy[chain][draw]);
        });
    });
    name(&mut text, &mut first, "diverging");
    list(&mut text, fit.diverging.len(), |text, chain| {
        list(text, fit.diverging[chain].len(), |text, draw| {
            text.push_str(if fit.diverging[chain][draw] {
                "true"
            } else {
                "false"
            });
        });
    });
    text.push_str("},\n\"coords\": {");
    first = true;
    for group in groups {
        name(&mut text, &mut first, &format!("{}_level", group.name));
        list(&mut text, group.levels.len(), |text, level| {
            text.push_str(&serde_json::Value::from(group.levels[level].as_str()).to_string());
        });
    }
    text.push_str("},\n\"dims\": {");
    first = true;
    for group in groups {
        name(&mut text, &mut first, &group.name);
        let _ = write!(text, "[\"{}_level\"]", group.name);
    }
    text.push_str("}}\n");
    text
}

fn name(text: &mut String, first: &mut bool, name: &str) {
    text.push_str(if *first { "\n" } else { ",\n" });
    *first = false;
    text.push_str(&serde_json::Value::from(name).to_string());
    text.push_str(": ");
}

fn list(text: &mut String, count: usize, mut item: impl FnMut(&mut String, usize)) {
    text.push('[');
    for index in 0..count {
        if index > 0 {
            text.push(',');
        }
        item(text, index);
    }
    text.push(']');
}

/// The shortest text that reads back as the same number.
fn number(text: &mut String, value: f64) {
    let _ = write!(text, "{value:e}");
}
