//! Methods for which only one side has a whole number. For example, a missing library makes its callers cheap although nobody
//! touched them.

use crate::change::{Change, MethodName, Section};
use crate::report::{Method, Report};
use crate::uncovered_method::UncoveredMethod;
use crate::unrelated_difference::{UnrelatedDifference, lacking};
use documents::NotAnalysed;
use std::collections::BTreeMap;

/// Class, name and descriptor.
type Key<'k> = (&'k str, &'k str, &'k str);

/// The methods of both sides that lack something on only one of them.
#[derive(Default)]
pub(crate) struct OneSidedGaps<'l> {
    /// The index of each method, by its names on both sides.
    places: BTreeMap<Key<'l>, usize>,
    missing: Vec<Option<UncoveredMethod>>,
}

impl<'l> OneSidedGaps<'l> {
    pub(crate) fn between(
        base: &'l Report,
        head: &'l Report,
        pairs: &[(usize, usize)],
        changes: &'l [Change],
    ) -> Self {
        let mut lost = Self::default();
        for change in changes {
            if let Some(missing) = without_number(change) {
                let names = [Some(&change.name), change.from.as_ref()];
                let keys = names.into_iter().flatten().map(key_of);
                lost.add(keys, missing);
            }
        }
        for &(one, two) in pairs {
            let (one, two) = (&base.methods[one], &head.methods[two]);
            if let Some(missing) = without_a_name(one, two) {
                lost.add([one.key(), two.key()].into_iter(), missing);
            }
        }
        lost
    }

    fn add(&mut self, keys: impl Iterator<Item = Key<'l>>, missing: UncoveredMethod) {
        let place = self.missing.len();
        let mut is_new = true;
        for key in keys {
            let kept = *self.places.entry(key).or_insert(place);
            is_new &= kept == place;
        }
        if is_new {
            self.missing.push(Some(missing));
        }
    }

    /// The gap of the first of these methods that has one. Each gap is returned once.
    pub(crate) fn take<'k>(
        &mut self,
        methods: impl Iterator<Item = &'k Method>,
    ) -> Option<UncoveredMethod>
    where
        'l: 'k,
    {
        let mut found = None;
        for method in methods {
            let place = self.places.get(&method.key()).copied();
            let missing = place.and_then(|place| self.missing.get_mut(place)?.take());
            found = found.or(missing);
        }
        found
    }

    /// All gaps that are left.
    pub(crate) fn rest(self) -> impl Iterator<Item = UncoveredMethod> {
        self.missing.into_iter().flatten()
    }
}

fn key_of(name: &MethodName) -> Key<'_> {
    (&name.class, &name.method, &name.descriptor)
}

/// One side has a number, and the other side has code without one.
pub(crate) fn without_number(change: &Change) -> Option<UncoveredMethod> {
    if change.section != Section::Unpriced {
        return None;
    }
    let (base, head) = (change.base.as_ref()?, change.head.as_ref()?);
    let (side, reason) = match (&base.not_priced, &head.not_priced) {
        (None, Some(reason)) => ("head", reason),
        (Some(reason), None) => ("base", reason),
        _ => return None,
    };
    let (file, line) = change
        .place()
        .map_or((None, None), |(file, line)| (Some(file.to_owned()), line));
    // Without code, nothing is executed.
    (reason != NotAnalysed::Abstract.name()).then(|| UncoveredMethod {
        method: change.name.to_string(),
        file,
        line,
        side,
        reason: reason.clone(),
    })
}

/// One side's number lacks calls that the other side's number has.
fn without_a_name(base: &Method, head: &Method) -> Option<UncoveredMethod> {
    let UnrelatedDifference { side, reason } = lacking(base, head)?;
    let method = if side == "head" { head } else { base };
    Some(UncoveredMethod {
        method: crate::change::name(method).to_string(),
        file: method.file.clone(),
        line: method.line,
        side,
        reason,
    })
}
