//! Loops over texts that a script states: `['a', 'b'].each { name -> … }`.

use super::statement::{LISTS, Statement};
use super::values::{GradleValues, texts};

/// Runs the block of a loop for each text. `values` finds the values of the state, in which the loop's variable is set. Returns
/// false if the statement is no loop, or its texts are unknown, or there are too many.
pub(super) fn repeat<S>(
    statement: &Statement,
    state: &mut S,
    values: fn(&mut S) -> &mut GradleValues,
    run: &mut dyn FnMut(&mut S, &[Statement]),
) -> bool {
    let [list, each] = statement.chain.as_slice() else {
        return false;
    };
    if !matches!(each.name.as_str(), "each" | "forEach") || !each.arguments.is_empty() {
        return false;
    }
    let known = values(state);
    let items = if LISTS.contains(&list.name.as_str()) {
        let found = list.arguments.iter();
        let found: Vec<String> = found
            .filter(|item| item.name.is_none())
            .flat_map(|item| texts(&item.value, known))
            .collect();
        Some(found).filter(|found| found.len() == list.arguments.len())
    } else if list.arguments.is_empty() && list.body.is_empty() {
        known.list(&list.name).map(<[String]>::to_vec)
    } else {
        None
    };
    let Some(items) = items.filter(|items| known.may_repeat(items.len())) else {
        return false;
    };
    let name = each.parameter.as_deref().unwrap_or("it");
    for item in items {
        let before = values(state).replace(name, Some(item));
        run(state, &each.body);
        values(state).replace(name, before);
    }
    true
}
