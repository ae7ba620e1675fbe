//! Values that fall or grow on the paths of a loop.

use super::forms::{Atom, ConditionalForm, Form, Forms, Rounding};
use super::loop_paths::{LoopPath, LoopPaths, NextState};

/// At most this many numbers may fall on different paths.
const MAX_TOGETHER: usize = 4;

/// What bounds how often control takes the paths.
pub(super) enum Rank {
    /// A number that is at least 0 on paths that decrease it by at least this much.
    Falls(Form, i128),
    /// A number that is at least 1, and that each path divides by at least this much.
    Divided(Form, i128),
    /// A limit, a factor of a number, and the growth of that number. The number is at least 1, the factor times it never exceeds
    /// the limit, and each path multiplies it by at least the growth.
    Multiplied(Form, i128, i128),
    /// A limit, a factor, a number and a step. The factor times the square of the number never exceeds the limit, and each path
    /// increases the number by at least the step.
    Squared(Form, i128, Form, i128),
    /// Euclid's algorithm: another number is divided by this one and then takes its value, and this one becomes the
    /// remainder.
    Euclid(Form),
    /// A number that is not 0, and that is divided towards 0.
    DividedToZero(Form, i128),
    /// A number that loses its bits one after another.
    Bits(i64),
}

/// A form over the state after a path.
pub(super) fn then(forms: &Forms, form: &Form, way: &LoopPath) -> Option<Form> {
    after(forms, form, &way.next)
}

/// A form over the next state.
pub(super) fn after(forms: &Forms, form: &Form, next: &NextState) -> Option<Form> {
    let mut result = Form::constant(form.constant);
    for (atom, factor) in &form.terms {
        let next_of = next.iter().find(|(known, ..)| known == atom);
        if let Some((_, then, _)) = next_of {
            result = result.plus(then.as_ref()?, *factor)?;
            continue;
        }
        if let Some(Atom::Product(one, two)) = forms.atom(*atom) {
            for part in [one, two] {
                if after(forms, part, next).as_ref() != Some(part) {
                    return None;
                }
            }
        }
        result = result.plus(&Form::leaf(*atom), *factor)?;
    }
    Some(result)
}

/// Forms over the state alone that are at least 0 whenever a form and others are.
pub(super) fn reductions(
    form: &Form,
    held: &[ConditionalForm],
    is_header: impl Fn(&Form) -> bool,
) -> Vec<Form> {
    if is_header(form) {
        return vec![form.clone()];
    }
    let mut found = Vec::new();
    for (atom, factor) in &form.terms {
        if is_header(&Form::leaf(*atom)) {
            continue;
        }
        for known in held {
            let other = known.form.terms.iter().find(|(other, _)| other == atom);
            let Some((_, other)) = other.filter(|(_, other)| other.signum() != factor.signum())
            else {
                continue;
            };
            let rest =
                (form.times(other.abs())).and_then(|form| form.plus(&known.form, factor.abs()));
            found.extend(rest.filter(|rest| is_header(rest)));
        }
    }
    found
}

/// How often a number can lose bits in each way until it is 0; 0 if no path does it in that way.
#[derive(Default)]
struct StepsOfBits {
    lowest: i64,
    left: i64,
    right: i64,
}

/// Paths that control takes repeatedly.
pub(super) struct RepeatedPaths<'g> {
    pub(super) ways: &'g LoopPaths,
    pub(super) all: &'g [&'g LoopPath],
}

impl RepeatedPaths<'_> {
    fn then(&self, form: &Form, way: &LoopPath) -> Option<Form> {
        then(&self.ways.forms, form, way)
    }

    fn follows(&self, form: Option<Form>, way: &LoopPath) -> bool {
        form.is_some_and(|form| self.ways.forms.follows(&form, &way.held))
    }

    /// True if the first test alone shows that a form is at least 0.
    fn at_first_test(&self, form: &Form) -> bool {
        self.all.iter().all(|way| {
            let first = way.held.get(..way.at_first_test).unwrap_or_default();
            self.ways.forms.follows(form, first)
        })
    }

    /// The least by which a form falls on a path: a number, at least 1, or nothing.
    fn fall(&self, measure: &Form, way: &LoopPath) -> Option<i128> {
        let fall = measure.clone().plus(&self.then(measure, way)?, -1)?;
        if fall.is_constant() {
            return (fall.constant >= 0).then_some(fall.constant);
        }
        [1, 0].into_iter().find(|least| {
            let mut fall = fall.clone();
            fall.constant -= least;
            self.follows(Some(fall), way)
        })
    }

    /// A number that falls on all paths.
    pub(super) fn falls(&self, measure: &Form) -> Option<(Rank, bool)> {
        let mut least = i128::MAX;
        for way in self.all {
            let fall = self.fall(measure, way).filter(|fall| *fall >= 1)?;
            if !self.follows(Some(measure.clone()), way) {
                return None;
            }
            least = least.min(fall);
        }
        let first = self.at_first_test(measure);
        Some((Rank::Falls(measure.clone(), least), first))
    }

    /// Numbers such that each path decreases one and increases none.
    pub(super) fn together(&self, measures: &[Form]) -> Option<Vec<Rank>> {
        let mut left: Vec<&&LoopPath> = self.all.iter().collect();
        let mut ranks = Vec::new();
        for measure in measures {
            let falls: Option<Vec<i128>> =
                self.all.iter().map(|way| self.fall(measure, way)).collect();
            let Some(falls) = falls else {
                continue;
            };
            let mut least: Option<i128> = None;
            let bounded = |way: &LoopPath| self.follows(Some(measure.clone()), way);
            let of = |way: &LoopPath| {
                let place = self.all.iter().position(|other| std::ptr::eq(*other, way));
                place
                    .and_then(|place| falls.get(place).copied())
                    .unwrap_or(0)
            };
            left.retain(|way| {
                let fall = of(way);
                let is_bounded = fall >= 1 && bounded(way);
                if is_bounded {
                    least = Some(least.map_or(fall, |least| least.min(fall)));
                }
                !is_bounded
            });
            ranks.extend(least.map(|least| Rank::Falls(measure.clone(), least)));
            if left.is_empty() || ranks.len() >= MAX_TOGETHER {
                break;
            }
        }
        left.is_empty().then_some(ranks)
    }

    /// A number that every path divides.
    pub(super) fn divided(&self, measure: &Form) -> Option<(Rank, bool)> {
        for more in [1, 2] {
            let mut number = measure.clone();
            number.constant += more;
            for by in self.divisors() {
                let is_divided = self.all.iter().all(|way| {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let rest = self
                        .then(&number, way)
                        .and_then(|then| number.clone().plus(&then, -by));
                    self.follows(Some(least), way) && self.follows(rest, way)
                });
                if is_divided {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let first = self.at_first_test(&least);
                    return Some((Rank::Divided(number, by), first));
                }
            }
        }
        None
    }

    /// The numbers by which something is divided on the paths, the largest first.
    fn divisors(&self) -> Vec<i128> {
        let mut found: Vec<i128> = (0..self.ways.forms.len())
            .filter_map(|atom| match self.ways.forms.atom(atom) {
                Some(Atom::Quotient { by, .. }) => Some(*by),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|by| *by != 2);
        found.push(2);
        found.sort_unstable_by(|one, two| two.cmp(one));
        found
    }

    /// A limit minus a number that every path multiplies.
    pub(super) fn multiplied(&self, measure: &Form) -> Option<Rank> {
        let moving: Vec<&(u32, i128)> = measure
            .terms
            .iter()
            .filter(|(atom, _)| {
                let own = Form::leaf(*atom);
                self.all
                    .iter()
                    .any(|way| self.then(&own, way).as_ref() != Some(&own))
            })
            .collect();
        let [(atom, factor)] = moving[..] else {
            return None;
        };
        let of = -*factor;
        if of < 1
            || !self
                .all
                .iter()
                .all(|way| self.follows(Some(measure.clone()), way))
        {
            return None;
        }
        for more in [0, 1, 2] {
            for by in [4, 3, 2] {
                let mut number = Form::leaf(*atom);
                number.constant += more;
                let is_multiplied = self.all.iter().all(|way| {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let rest = number
                        .times(-by)
                        .and_then(|less| self.then(&number, way)?.plus(&less, 1));
                    self.follows(Some(least), way) && self.follows(rest, way)
                });
                if is_multiplied {
                    // of · (number) ≤ limit + of · more
                    let mut limit = measure.clone().plus(&Form::leaf(*atom), of)?;
                    limit.constant += of * more;
                    return Some(Rank::Multiplied(limit, of, by));
                }
            }
        }
        None
    }

    /// A limit minus the square of a number that grows on every path.
    pub(super) fn squared(&self, measure: &Form) -> Option<Rank> {
        let (atom, factor, root) =
            measure
                .terms
                .iter()
                .find_map(|(atom, factor)| match self.ways.forms.atom(*atom) {
                    Some(Atom::Product(one, two)) if one == two && *factor < 0 => {
                        Some((*atom, -*factor, one.clone()))
                    }
                    _ => None,
                })?;
        let limit = measure.clone().plus(&Form::leaf(atom), factor)?;
        let opposite = root.times(-1)?;
        let mut least = i128::MAX;
        for way in self.all {
            let rises = self.fall(&opposite, way).filter(|by| *by >= 1)?;
            let is_kept = self.fall(&limit, way).is_some();
            if !is_kept
                || !self.follows(Some(measure.clone()), way)
                || !self.follows(Some(root.clone()), way)
            {
                return None;
            }
            least = least.min(rises);
        }
        Some(Rank::Squared(limit, factor, root, least))
    }

    /// A number that is not 0 and that every path divides, whatever its sign.
    pub(super) fn divided_to_zero(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(atom, ..)| {
            let own = Form::leaf(*atom);
            let mut least = i128::MAX;
            for way in self.all {
                let next = self.then(&own, way)?;
                let is_not_zero = |held: &ConditionalForm| held.form == own || held.form == next;
                if next.constant != 0 || !way.unequal.iter().any(is_not_zero) {
                    return None;
                }
                least = least.min(self.divisor_towards_zero(&own, &next, way)?);
            }
            Some(Rank::DividedToZero(own, least))
        })
    }

    /// By how much a path divides a number, if it rounds towards 0 or not at all.
    fn divisor_towards_zero(&self, own: &Form, next: &Form, way: &LoopPath) -> Option<i128> {
        let [(quotient, 1)] = next.terms[..] else {
            return None;
        };
        match self.ways.forms.atom(quotient)? {
            Atom::Quotient { of, by, rounding } if of == own => {
                let exceeds = next
                    .times(*by)
                    .and_then(|product| own.clone().times(-1)?.plus(&product, 1));
                let is_towards_zero = *rounding == Rounding::Zero || self.follows(exceeds, way);
                is_towards_zero.then_some(*by)
            }
            Atom::Ratio { of, by } if of == own => {
                let is_two = |sign: i128| {
                    let mut above = by.times(sign)?;
                    above.constant -= 2;
                    Some(above)
                };
                (self.follows(is_two(1), way) || self.follows(is_two(-1), way)).then_some(2)
            }
            _ => None,
        }
    }

    /// A number that is not 0 and loses its lowest bit on every path, or is shifted. This holds however the arithmetic wraps
    /// around. Without its lowest bit, a number has more zeros at its lower end, as after a shift to the left, and no more at
    /// its upper end. Shifts in both directions together prove nothing.
    pub(super) fn loses_bits(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(atom, ..)| {
            let own = Form::leaf(*atom);
            let mut steps = StepsOfBits::default();
            for way in self.all {
                let next = self.then(&own, way)?;
                let is_not_zero = |held: &ConditionalForm| held.form == own || held.form == next;
                let mut above = own.clone();
                above.constant -= 1;
                if !way.unequal.iter().any(is_not_zero) && !self.follows(Some(above), way) {
                    return None;
                }
                let needs = way.next.iter().find(|(of, ..)| of == atom);
                let needs = needs.map_or(&[][..], |(_, _, needs)| needs);
                self.add_bits_lost(&own, &next, needs, &mut steps)?;
            }
            let of_upper_end = match (steps.left, steps.right) {
                (0, right) => right,
                (_, 0) => 0,
                _ => return None,
            };
            Some(Rank::Bits(steps.lowest.max(steps.left) + of_upper_end))
        })
    }

    /// How often a step can take bits from a number.
    fn add_bits_lost(
        &self,
        own: &Form,
        next: &Form,
        needs: &[u32],
        steps: &mut StepsOfBits,
    ) -> Option<()> {
        let most = |of: &mut i64, bits: i64, each: u32| {
            let each = i64::from(each).max(1);
            *of = (*of).max((bits + each - 1) / each);
            Some(())
        };
        // The number is shifted left.
        if let ([(atom, factor)], 0) = (&next.terms[..], next.constant)
            && own.terms.first().is_some_and(|(own, _)| own == atom)
            && *factor >= 2
            && factor.count_ones() == 1
        {
            let bits = if self.ways.forms.is_int(next, needs) {
                32
            } else {
                64
            };
            return most(&mut steps.left, bits, factor.trailing_zeros());
        }
        let atom = |form: &Form| match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => self.ways.forms.atom(atom),
            _ => None,
        };
        let other = |one: &Form, two: &Form, wanted: &Form| {
            (one == own && two == wanted) || (two == own && one == wanted)
        };
        match atom(next) {
            Some(Atom::Quotient {
                of,
                by,
                rounding: Rounding::Unsigned(bits),
            }) if of == own => {
                return most(&mut steps.right, *bits, by.trailing_zeros());
            }
            Some(Atom::Masked(one, two, bits)) => {
                let mut before = own.clone();
                before.constant -= 1;
                return other(one, two, &before)
                    .then(|| most(&mut steps.lowest, *bits, 1))
                    .flatten();
            }
            _ => {}
        }
        let taken = own.clone().plus(next, -1)?;
        match atom(&taken) {
            Some(Atom::Masked(one, two, bits)) => other(one, two, &own.times(-1)?)
                .then(|| most(&mut steps.lowest, *bits, 1))
                .flatten(),
            _ => None,
        }
    }

    /// Two numbers: one takes the value of the other, which becomes the remainder of their division.
    pub(super) fn euclid(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(small, next, _)| {
            let [(rest, 1)] = next.as_ref()?.terms[..] else {
                return None;
            };
            let Some(Atom::Rest { of, by }) = self.ways.forms.atom(rest) else {
                return None;
            };
            let [(large, 1)] = of.terms[..] else {
                return None;
            };
            let own = Form::leaf(*small);
            let leaves = Form::leaf(rest);
            let is_divided = *by == own
                && of.constant == 0
                && self.all.iter().all(|way| {
                    self.then(&own, way).as_ref() == Some(&leaves)
                        && self.then(&Form::leaf(large), way).as_ref() == Some(&own)
                });
            is_divided.then_some(Rank::Euclid(own))
        })
    }
}
