//! Lists without room for more. What stays for each of a hundred thousand methods must not keep the room that computing it took.

use cost::Cost;
use pricing::Tally;

/// The same list in a place of its own length. [`Vec::shrink_to_fit`] may leave a list where it is.
pub(crate) fn fitted<T>(list: Vec<T>) -> Vec<T> {
    if list.len() == list.capacity() {
        return list;
    }
    let mut exact = Vec::with_capacity(list.len());
    exact.extend(list);
    exact
}

/// The same tally without room for more patterns.
pub(crate) fn fitted_tally(tally: &Tally) -> Tally {
    tally.iter().collect()
}

/// The same cost without room for more.
pub(crate) fn fitted_cost(cost: &Cost) -> Cost {
    cost.map_tallies(&fitted_tally)
}
