//! The energy of changed methods in a run.

use super::profiled_base::ProfiledBase;
use crate::measured::in_words;
use ::diff::Comparison;

/// The maximum number of methods listed.
const MOST: usize = 10;

/// Notes about the changed methods that ran as the base has them, the most expensive of the run first.
pub(super) fn caveats(base: &ProfiledBase, comparison: &Comparison) -> Vec<String> {
    let measured = &base.measured;
    let how = if measured.analysis.meter.is_modelled {
        "modelled"
    } else {
        "measured"
    };
    let mut found: Vec<(f64, String)> = comparison
        .changes
        .iter()
        .filter_map(|change| {
            let name = change.from.as_ref().unwrap_or(&change.name);
            let name = Some(name).filter(|name| base.has(name))?;
            let row = measured.of(&name.class, &name.method, &name.descriptor)?;
            let share = row.with_callees.share.mean;
            let text = format!(
                "before the change, {} cost {} ({how} in the profile, not predicted)",
                ide::signature(&name.class, &name.method, &name.descriptor),
                in_words(row)
            );
            (row.with_callees.samples > 0).then_some((share, text))
        })
        .collect();
    found.sort_by(|one, two| two.0.total_cmp(&one.0));
    let more = found.len().saturating_sub(MOST);
    let mut texts: Vec<String> = found.into_iter().take(MOST).map(|(_, text)| text).collect();
    if more > 0 {
        texts.push(format!("{more} more changed methods ran in the profile"));
    }
    if texts.is_empty() {
        texts.push(String::from(
            "the profile has no samples of the changed methods",
        ));
    }
    texts
}
