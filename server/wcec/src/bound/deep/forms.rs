//! Linear forms over what a path computes, and what follows if some of them are at least 0.

use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::interval::Interval;
use crate::values::Id;
use bytecode::DataType;
use std::cell::Cell;
use std::cmp::Reverse;

/// A linear expression over atoms, given by their numbers.
pub(super) type Form = Linear<u32>;

/// The most combinations tried to prove one thing.
const MAX_TRIED: u32 = 600;
/// The most combinations tried for all that is proved about one part of the code. A loop with hundreds of paths asks very often.
const MAX_TRIED_IN_ALL: u32 = 100_000;
/// The most known facts combined.
const MAX_DEPTH: u32 = 5;
/// A bound this far away comes from a type and proves nothing by itself.
const FAR: i128 = 1 << 29;

/// How a quotient is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// Towards 0.
    Zero,
    /// Down.
    Down,
    /// Down if it is not negative: a number with this many bits, read as unsigned.
    Unsigned(i64),
}

/// What a form consists of.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Atom {
    /// A value of the method.
    Value(Id),
    /// The length of an array.
    Length(Id),
    /// The size of a text or a collection.
    Size(Id),
    /// A field of an object, in this state of memory. Fields that nothing writes have the same memory.
    Field { pool: u16, object: Id, memory: Id },
    /// A number divided by a number that is at least 2.
    Quotient {
        of: Form,
        by: i128,
        rounding: Rounding,
    },
    /// A number divided by another, rounded towards 0.
    Ratio { of: Form, by: Form },
    /// The remainder of a division.
    Rest { of: Form, by: Form },
    /// The bitwise AND of two numbers with this many bits.
    Masked(Form, Form, i64),
    /// The smaller of two.
    Least(Form, Form),
    /// The larger of two.
    Most(Form, Form),
    /// The product of two.
    Product(Form, Form),
    /// The index that a search returns: -1, or at least the first number and at most the second.
    Found { call: Id, least: Form, most: Form },
    /// The answer of a method in the constant pool, or of an array, which is the same each time for the same question.
    Same {
        pool: Option<u16>,
        object: Option<Id>,
        asked: Vec<Form>,
    },
    /// A value that is at least the first number and at most the second.
    Between { value: Id, least: Form, most: Form },
}

/// A form that is at least 0 if the results it needs fit their types.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ConditionalForm {
    pub(super) form: Form,
    /// The numbers of those results.
    pub(super) needs: Vec<u32>,
}

/// An atom, its known range, and the results that it consists of.
#[derive(Debug)]
struct AtomInfo {
    atom: Atom,
    range: Interval,
    needs: Vec<u32>,
}

/// The atoms of a part of the code, and its results that may wrap around.
#[derive(Debug, Default)]
pub(super) struct Forms {
    atoms: Vec<AtomInfo>,
    /// Computed results as unlimited numbers, and the range that each must be in.
    owed: Vec<(Form, (i128, i128))>,
    /// The combinations tried so far.
    tried: Cell<u32>,
}

impl Forms {
    /// The number of an atom with its known range. Of parts that need other results, it is another atom.
    pub(super) fn number(&mut self, atom: Atom, range: Interval, needs: &[u32]) -> u32 {
        let mut needs = needs.to_vec();
        needs.sort_unstable();
        needs.dedup();
        let mut atoms = self.atoms.iter();
        let known = atoms.position(|known| known.atom == atom && known.needs == needs);
        let number = known.unwrap_or_else(|| {
            self.atoms.push(AtomInfo { atom, range, needs });
            self.atoms.len() - 1
        });
        number as u32
    }

    /// The number of an atom that occurred before.
    pub(super) fn known(&self, atom: &Atom) -> Option<u32> {
        let known = self.atoms.iter().position(|known| known.atom == *atom);
        known.map(|number| number as u32)
    }

    pub(super) fn atom(&self, number: u32) -> Option<&Atom> {
        self.atoms.get(number as usize).map(|known| &known.atom)
    }

    pub(super) fn len(&self) -> u32 {
        self.atoms.len() as u32
    }

    /// The number of a result that has to fit its type.
    pub(super) fn require_fit(&mut self, form: &Form, data_type: DataType) -> u32 {
        self.require_within(form, limits_of(data_type))
    }

    /// The number of a result that must be between two numbers.
    pub(super) fn require_within(&mut self, form: &Form, limits: (i128, i128)) -> u32 {
        let known = (self.owed.iter()).position(|(known, of)| known == form && *of == limits);
        let number = known.unwrap_or_else(|| {
            self.owed.push((form.clone(), limits));
            self.owed.len() - 1
        });
        number as u32
    }

    /// A requirement that is never shown: what has it counts only if nothing is assumed to wrap around.
    pub(super) fn never(&mut self) -> u32 {
        self.require_within(&Form::constant(0), (1, 0))
    }

    /// A requirement of its own, which is not shown until it is decided.
    pub(super) fn undecided(&mut self) -> u32 {
        self.owed.push((Form::constant(1), (0, 0)));
        self.owed.len() as u32 - 1
    }

    /// Decides whether such a requirement is met.
    pub(super) fn decide(&mut self, number: u32, is_met: bool) {
        if let Some((form, _)) = self.owed.get_mut(number as usize) {
            form.constant = i128::from(!is_met);
        }
    }

    /// True for a result computed as an int.
    pub(super) fn is_int(&self, form: &Form, needs: &[u32]) -> bool {
        let mut owed = needs
            .iter()
            .filter_map(|need| self.owed.get(*need as usize));
        owed.any(|(owed, limits)| owed == form && *limits == limits_of(DataType::Int))
    }

    /// Adds what follows from how the trusted atoms are made, as far as the signs of their parts are known.
    pub(super) fn add_consequences(
        &self,
        held: &mut Vec<ConditionalForm>,
        trusted: impl Fn(&[u32]) -> bool,
    ) {
        for (number, known) in (0..).zip(&self.atoms) {
            if !trusted(&known.needs) {
                continue;
            }
            let atom = &known.atom;
            let own = Form::leaf(number);
            let add = |held: &mut Vec<ConditionalForm>,
                       one: &Form,
                       two: &Form,
                       factor: i128,
                       more: i128| {
                let form = one.times(1).and_then(|one| one.plus(two, factor));
                if let Some(mut form) = form {
                    form.constant += more;
                    let fact = ConditionalForm {
                        form,
                        needs: Vec::new(),
                    };
                    if !held.contains(&fact) {
                        held.push(fact);
                    }
                }
            };
            let zero = Form::constant(0);
            let is_positive = |held: &[ConditionalForm], form: &Form| self.follows(form, held);
            let is_at_least = |held: &[ConditionalForm], one: &Form, two: &Form| {
                let difference = one.times(1).and_then(|one| one.plus(two, -1));
                difference.is_some_and(|difference| self.follows(&difference, held))
            };
            match atom {
                Atom::Quotient { of, by, rounding } => {
                    let up = is_positive(held, of);
                    let down = of.times(-1).is_some_and(|of| is_positive(held, &of));
                    if matches!(rounding, Rounding::Unsigned(_)) && !up {
                        continue;
                    }
                    if up || *rounding != Rounding::Zero {
                        add(held, of, &own, -by, 0);
                    }
                    if self.is_multiple(of, *by, held, &trusted) {
                        add(held, of, &own, -by, 0);
                        if let Some(times) = own.times(*by) {
                            add(held, &times, of, -1, 0);
                        }
                    }
                    if up {
                        add(held, &own, &zero, 1, 0);
                    }
                    // by·q + (by − 1) − of ≥ 0
                    if let Some(times) = own.times(*by) {
                        add(held, &times, of, -1, by - 1);
                    }
                    if *rounding == Rounding::Zero {
                        add(held, of, &own, -by, by - 1);
                        if down {
                            if let Some(times) = own.times(*by) {
                                add(held, &times, of, -1, 0);
                            }
                            add(held, &zero, &own, -1, 0);
                        }
                        // Rounded towards 0, it is at least what both the number and 0 are.
                        for least in held.clone() {
                            let least = of.clone().plus(&least.form, -1);
                            let least = least.filter(|least| {
                                least.terms.len() < of.terms.len()
                                    && !up
                                    && is_at_least(held, &zero, least)
                            });
                            if let Some((least, times)) = least.zip(own.times(*by)) {
                                add(held, &times, &least, -1, 0);
                            }
                        }
                    }
                }
                Atom::Ratio { of, by } => {
                    if !is_positive(held, of) {
                        continue;
                    }
                    for least in [2, 1] {
                        let mut at_least = by.clone();
                        at_least.constant -= least;
                        if is_positive(held, &at_least) {
                            add(held, &own, &zero, 1, 0);
                            add(held, of, &own, -least, 0);
                            break;
                        }
                    }
                }
                Atom::Rest { of, by } => {
                    let mut at_least = by.clone();
                    at_least.constant -= 1;
                    if is_positive(held, &at_least) {
                        add(held, by, &own, -1, -1);
                        add(held, by, &own, 1, -1);
                    }
                    if is_positive(held, of) {
                        add(held, &own, &zero, 1, 0);
                        add(held, of, &own, -1, 0);
                    }
                }
                Atom::Masked(one, two, _) => {
                    for of in [one, two] {
                        if is_positive(held, of) {
                            add(held, &own, &zero, 1, 0);
                            add(held, of, &own, -1, 0);
                        }
                    }
                }
                Atom::Least(one, two) => {
                    add(held, one, &own, -1, 0);
                    add(held, two, &own, -1, 0);
                    for (one, two) in [(one, two), (two, one)] {
                        // It is at least what both are.
                        for least in ends_at(held, two, -1, number) {
                            let least = least.times(-1);
                            if let Some(least) = least.filter(|least| is_at_least(held, one, least))
                            {
                                add(held, &own, &least, -1, 0);
                            }
                        }
                        if is_at_least(held, two, one) {
                            add(held, &own, one, -1, 0);
                        }
                    }
                }
                Atom::Most(one, two) => {
                    add(held, &own, one, -1, 0);
                    add(held, &own, two, -1, 0);
                    for (one, two) in [(one, two), (two, one)] {
                        // It is at most what both are.
                        for most in ends_at(held, two, 1, number) {
                            if is_at_least(held, &most, one) {
                                add(held, &most, &own, -1, 0);
                            }
                        }
                        if is_at_least(held, one, two) {
                            add(held, one, &own, -1, 0);
                        }
                    }
                }
                Atom::Product(one, two) => {
                    if one == two {
                        add(held, &own, &zero, 1, 0);
                    }
                    for (one, times) in [(one, two), (two, one)] {
                        let is_times = |held: &[ConditionalForm], least: i128| {
                            let mut at_least = times.clone();
                            at_least.constant -= least;
                            is_positive(held, &at_least)
                        };
                        if is_positive(held, one)
                            && let Some(least) =
                                [2, 1].into_iter().find(|least| is_times(held, *least))
                        {
                            add(held, &own, one, -least, 0);
                        }
                    }
                }
                Atom::Found { least, most, .. } => {
                    if is_positive(held, &own) {
                        add(held, &own, least, -1, 0);
                        add(held, most, &own, -1, 0);
                    }
                }
                Atom::Between { least, most, .. } => {
                    add(held, &own, least, -1, 0);
                    add(held, most, &own, -1, 0);
                }
                Atom::Value(_)
                | Atom::Length(_)
                | Atom::Size(_)
                | Atom::Field { .. }
                | Atom::Same { .. } => {}
            }
        }
    }

    /// True for a number whose remainder is tested to be 0: `n % by == 0`, or `(n & (by - 1)) == 0`.
    fn is_multiple(
        &self,
        of: &Form,
        by: i128,
        held: &[ConditionalForm],
        trusted: impl Fn(&[u32]) -> bool,
    ) -> bool {
        let is_bits = |mask: &Form| {
            by.count_ones() == 1 && mask.is_constant() && mask.constant & (by - 1) == by - 1
        };
        (0..).zip(&self.atoms).any(|(number, known)| {
            let is_rest = match &known.atom {
                Atom::Rest { of: one, by: other } => one == of && *other == Form::constant(by),
                Atom::Masked(one, two, _) => one == of && is_bits(two) || two == of && is_bits(one),
                _ => false,
            };
            let is_tested = |sign: i128| {
                let tested = Form::leaf(number).times(sign);
                tested.is_some_and(|tested| held.iter().any(|held| held.form == tested))
            };
            is_rest && trusted(&known.needs) && is_tested(1) && is_tested(-1)
        })
    }

    /// True if a form is at least 0 whenever the others are.
    pub(super) fn follows(&self, form: &Form, held: &[ConditionalForm]) -> bool {
        let most = MAX_TRIED.min(MAX_TRIED_IN_ALL.saturating_sub(self.tried.get()));
        let mut left = most;
        let is_shown = self.is_shown(form, held, 0, &mut left);
        self.tried.set(self.tried.get() + most - left);
        is_shown
    }

    fn is_shown(&self, form: &Form, held: &[ConditionalForm], depth: u32, left: &mut u32) -> bool {
        if self.least(form).is_some_and(|least| least >= 0) {
            return true;
        }
        if depth >= MAX_DEPTH || *left == 0 {
            return false;
        }
        // Atoms without an end on the relevant side must go; otherwise any atom may. The last of these goes first, because it may
        // be made of others.
        let is_open = |(atom, factor): &&(u32, i128)| {
            let (low, high) = self.range(*atom);
            let end = if *factor > 0 { low } else { high };
            end.is_none_or(|end| end.abs() >= FAR)
        };
        let mut chosen: Vec<(u32, i128)> = form.terms.iter().filter(is_open).copied().collect();
        chosen.sort_unstable_by_key(|(atom, _)| Reverse(*atom));
        if chosen.is_empty() {
            chosen.clone_from(&form.terms);
        }
        for (atom, factor) in chosen {
            for known in held {
                let other = known.form.terms.iter().find(|(other, _)| *other == atom);
                let Some((_, other)) = other.filter(|(_, other)| other.signum() == factor.signum())
                else {
                    continue;
                };
                *left = left.saturating_sub(1);
                let rest = form.times(other.abs()).and_then(|mut form| {
                    // An integer is at least 0 if k times it is above −k.
                    form.constant += other.abs() - 1;
                    form.plus(&known.form, -factor.abs())
                });
                if rest.is_some_and(|rest| self.is_shown(&rest, held, depth + 1, left)) {
                    return true;
                }
            }
        }
        false
    }

    fn range(&self, atom: u32) -> Interval {
        self.atoms
            .get(atom as usize)
            .map_or((None, None), |known| known.range)
    }

    /// The least value that the ranges of the atoms allow.
    fn least(&self, form: &Form) -> Option<i128> {
        let mut sum = form.constant;
        for (atom, factor) in &form.terms {
            let (low, high) = self.range(*atom);
            let end = if *factor > 0 { low? } else { high? };
            sum = sum.checked_add(end.checked_mul(*factor)?)?;
        }
        Some(sum)
    }

    /// Which results are shown to fit their types. A result shown to fit may prove that others fit, never the other way
    /// around.
    pub(super) fn shown(&self, held: &[ConditionalForm]) -> Vec<bool> {
        let mut shown = vec![false; self.owed.len()];
        loop {
            let trusted = |needs: &[u32]| is_shown(&shown, needs);
            let mut sound: Vec<ConditionalForm> = (held.iter())
                .filter(|held| trusted(&held.needs))
                .cloned()
                .collect();
            self.add_consequences(&mut sound, trusted);
            let found = self.owed.iter().enumerate().filter(|(at, (form, limits))| {
                let above = form.times(1).map(|mut form| {
                    form.constant -= limits.0;
                    form
                });
                let below = form.times(-1).map(|mut form| {
                    form.constant += limits.1;
                    form
                });
                !shown[*at]
                    && above.is_some_and(|form| self.follows(&form, &sound))
                    && below.is_some_and(|form| self.follows(&form, &sound))
            });
            let found: Vec<usize> = found.map(|(at, _)| at).collect();
            if found.is_empty() {
                return shown;
            }
            for at in found {
                shown[at] = true;
            }
        }
    }
}

/// What a form is at most, if `sign` is 1, and its opposite if it is −1: sums with a form that is known to be at least 0, in
/// which the atoms of the form cancel out. `without` is an atom that they do not contain.
fn ends_at(held: &[ConditionalForm], form: &Form, sign: i128, without: u32) -> Vec<Form> {
    let mut found = Vec::new();
    for known in held {
        let terms = &known.form.terms;
        let cancels = |(atom, factor): &(u32, i128)| terms.contains(&(*atom, -sign * factor));
        let is_simple = terms.len() <= form.terms.len() + 1;
        if is_simple
            && form.terms.iter().all(cancels)
            && terms.iter().all(|(atom, _)| *atom != without)
        {
            found.extend(known.form.clone().plus(form, sign));
        }
    }
    found
}

/// True if all of these results are shown to fit.
pub(super) fn is_shown(shown: &[bool], needs: &[u32]) -> bool {
    (needs.iter()).all(|need| shown.get(*need as usize) == Some(&true))
}
