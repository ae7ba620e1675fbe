//! The range of a method's result, in terms of its arguments.

use super::super::fits::is_within;
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::state::ReturnedFrom;
use super::super::value::Side;
use super::super::{Bounds, kind_of, to_linear};
use super::number::indices_before;
use super::{Body, Scope, linear};
use crate::bound::LoopView;
use crate::method::LoopKind;
use crate::returned::{Operation, Returned};
use crate::values::{Id, Node};
use bytecode::DataType;
use cost::{Atom, Factor, Measure, Polynomial, Root, Symbol};

/// Methods with more returns than this are not examined.
const MAX_RETURNS: usize = 8;

impl Bounds<'_> {
    /// Notes what a block returns, while the enclosing loops are known.
    pub(crate) fn note_result(&mut self, block: u32) {
        let returns_number = self.input.method.descriptor.ends_with(")I");
        if !returns_number || self.results.len() > MAX_RETURNS {
            return;
        }
        let Some(values) = self.values() else {
            return;
        };
        let Some(id) = values.returned_from(block) else {
            return;
        };
        let view = LoopView::nothing();
        let body = Body::at(block);
        let scope = self.scope(&values, &body, &view);
        let found = ReturnedFrom {
            block,
            low: self.result_end(scope, id, Side::Lower),
            high: self.result_end(scope, id, Side::Upper),
            begun: self.begun_with(scope, id),
        };
        self.results.push(found);
    }

    fn result_end(&mut self, scope: Scope<'_>, id: Id, side: Side) -> Option<Returned> {
        let (notes, assumed) = (self.notes.len(), self.assumed);
        let compared = self.compared_itself(scope, id, side);
        self.notes.truncate(notes);
        if let Some(told) = compared.filter(|_| self.assumed == assumed) {
            return self.in_terms_of_passed(&told);
        }
        self.assumed = assumed;
        let amount = match self.by_conditions(scope, id, side, 0) {
            Some(amount) => Some(amount),
            None => self.amount_of(scope, id, side, 0),
        };
        let told = amount
            .filter(|amount| kind_of(&amount.value) != LoopKind::Opaque)
            .filter(|_| self.are_whole(scope, &[id]) && self.assumed == assumed)
            .map(|amount| amount.value);
        let told = match told {
            Some(told) => Some(told),
            None => self.fits_in_the_end(scope, id, side),
        };
        self.notes.truncate(notes);
        told.and_then(|told| self.in_terms_of_passed(&told))
    }

    /// What a counter that only rises began with: it is at least that.
    fn begun_with(&mut self, scope: Scope<'_>, id: Id) -> Option<Returned> {
        let (notes, assumed) = (self.notes.len(), self.assumed);
        let begun = self.counted_by_ended(scope, id, Side::Lower);
        let begun = begun
            .filter(|begun| kind_of(&begun.value) != LoopKind::Opaque)
            .filter(|_| self.are_whole(scope, &[id]) && self.assumed == assumed);
        self.notes.truncate(notes);
        self.assumed = assumed;
        self.in_terms_of_passed(&begun?.value)
    }

    /// What comparisons of the returned value itself, or its use as an index, show: that holds whatever has wrapped around.
    fn compared_itself(&mut self, scope: Scope<'_>, id: Id, side: Side) -> Option<Polynomial> {
        let wanted = if side == Side::Upper { -1 } else { 1 };
        let mut known = self.read_positive_at_entry(scope);
        known.extend(indices_before(scope));
        for positive in known {
            let Some(rest) = positive.plus(&Linear::leaf(id), -wanted) else {
                continue;
            };
            let leaves: Vec<Id> = rest.terms.iter().map(|(leaf, _)| *leaf).collect();
            if leaves.contains(&id) || !self.are_whole(scope, &leaves) {
                continue;
            }
            let amount = (rest.times(-wanted))
                .and_then(|rest| self.sum(scope, &rest, side, 0))
                .filter(|amount| kind_of(&amount.value) != LoopKind::Opaque);
            if let Some(amount) = amount
                && self.in_terms_of_passed(&amount.value).is_some()
            {
                return Some(amount.value);
            }
        }
        None
    }

    /// An end of the range of a sum of parameters and of counts of finished loops. If both ends are ints, so is the sum,
    /// and it does not matter whether the arithmetic wraps around in between.
    fn fits_in_the_end(&mut self, scope: Scope<'_>, id: Id, side: Side) -> Option<Polynomial> {
        let low = self.counted_int(scope, id, Side::Lower)?;
        let high = self.counted_int(scope, id, Side::Upper)?;
        Some(if side == Side::Lower { low } else { high })
    }

    /// An end of the range of such a sum, if it is an int.
    fn counted_int(&mut self, scope: Scope<'_>, id: Id, side: Side) -> Option<Polynomial> {
        let values = scope.values;
        let sum = linear(values, id, 0)?;
        let is_sum_of_parameters = |id: Id| {
            let sum = linear(values, id, 0);
            sum.is_some_and(|sum| {
                let mut terms = sum.terms.iter();
                terms.all(|(id, _)| matches!(values.node(*id), Node::Entry(_)))
            })
        };
        let mut value = Polynomial::constant(i64::try_from(sum.constant).ok()?);
        for (id, coefficient) in &sum.terms {
            let side = side.of(*coefficient);
            let amount = match values.node(*id) {
                Node::Entry(_) => self.amount_of(scope, *id, side, 0)?,
                Node::Join { block, .. } => {
                    let mut begins = values.joined(*id).iter();
                    let begins_as_passed = begins.all(|(from, begin)| {
                        values.is_backward(*from, block) || is_sum_of_parameters(*begin)
                    });
                    if !begins_as_passed {
                        return None;
                    }
                    self.counted_by_ended(scope, *id, side)?
                }
                _ => return None,
            };
            let coefficient = i64::try_from(*coefficient).ok()?;
            value = value.checked_add(&amount.value.checked_scale(coefficient.into())?)?;
        }
        let are_ints = either_way(&value)?.iter().all(|end| {
            to_linear(end)
                .is_some_and(|end| is_within(self.range_of_symbols(&end), limits_of(DataType::Int)))
        });
        are_ints.then_some(value)
    }

    /// A number computed only from the arguments.
    fn in_terms_of_passed(&self, value: &Polynomial) -> Option<Returned> {
        let mut sum: Option<Returned> = None;
        for (factor, coefficient) in value.terms() {
            let coefficient = coefficient.is_integer().then(|| coefficient.to_integer())?;
            let term = self.passed_factor(factor, coefficient)?;
            sum = Some(match sum {
                None => term,
                Some(sum) => wide(Operation::Add, sum, term),
            });
        }
        Some(sum.unwrap_or(Returned::Number(0)))
    }

    fn passed_factor(&self, factor: &Factor, coefficient: i64) -> Option<Returned> {
        let passed = match factor.powers() {
            [] => return Some(Returned::Number(coefficient)),
            [(Atom::Symbol(symbol), 1)] => self.passed_symbol(symbol)?,
            [(Atom::Ceiling(ceiling), 1)] if ceiling.divisor() == 1 => {
                let number = self.in_terms_of_passed(ceiling.numerator())?;
                Returned::extreme(true, Returned::Number(0), number)
            }
            [(Atom::Extreme(extreme), 1)] => {
                let numbers = extreme.of().iter();
                let numbers = numbers.map(|number| self.in_terms_of_passed(number));
                let chosen = outermost(numbers.collect::<Option<_>>()?, extreme.is_largest())?;
                Returned::extreme(true, Returned::Number(0), chosen)
            }
            _ => return None,
        };
        if coefficient == 1 {
            return Some(passed);
        }
        let coefficient = Returned::Number(coefficient);
        Some(wide(Operation::Multiply, coefficient, passed))
    }

    fn passed_symbol(&self, symbol: &Symbol) -> Option<Returned> {
        let (place, measure) = symbol.place.as_ref()?;
        let (Root::Argument(index), []) = (&place.root, &*place.path) else {
            return None;
        };
        let passed = Returned::Passed(index + u16::from(!self.input.method.is_static()));
        match measure {
            Measure::Value => Some(passed),
            Measure::ArrayLength => Some(Returned::Length(Box::new(passed))),
            _ => None,
        }
    }

    /// The range of the result if control returns from these blocks.
    pub(crate) fn result(&mut self, blocks: &[u32]) -> Option<Returned> {
        let found = std::mem::take(&mut self.results);
        let is_known = |block: &u32| found.iter().any(|of| of.block == *block);
        if found.is_empty() || found.len() > MAX_RETURNS || !blocks.iter().all(is_known) {
            return None;
        }
        let returned = found.into_iter().filter(|of| blocks.contains(&of.block));
        let all: Vec<ReturnedFrom> = returned.collect();
        // A search returns −1, or something that it found.
        let missed = Some(Returned::Number(-1));
        let (missed, found): (Vec<_>, Vec<_>) =
            (all.iter().cloned()).partition(|of| of.low == missed && of.high == missed);
        let found = found.into_iter().map(|of| ReturnedFrom {
            low: outermost(of.low.into_iter().chain(of.begun.clone()).collect(), true),
            ..of
        });
        let number = limits_of(DataType::Int);
        match Self::range_of_all(found.collect()) {
            Some(Returned::Between(ends))
                if !missed.is_empty()
                    && ends.1.is_some()
                    && (ends.0.as_ref()).is_some_and(|low| low.range(number).0 >= 0) =>
            {
                let of_found = Returned::Between(ends);
                Some(Returned::OneOf(Box::new((Returned::Number(-1), of_found))))
            }
            _ => Self::range_of_all(all),
        }
    }

    /// The range of several results.
    fn range_of_all(all: Vec<ReturnedFrom>) -> Option<Returned> {
        let mut low = Some(Vec::new());
        let mut high = Some(Vec::new());
        for of in all {
            low = low.zip(of.low).map(|(mut all, low)| {
                all.push(low);
                all
            });
            high = high.zip(of.high).map(|(mut all, high)| {
                all.push(high);
                all
            });
        }
        let low = low.and_then(|all| outermost(all, false));
        let high = high.and_then(|all| outermost(all, true));
        Returned::between(low, high)
    }
}

/// A sum that contains `max(0, n)`, once for negative n and once for other n.
fn either_way(value: &Polynomial) -> Option<Vec<Polynomial>> {
    for (factor, coefficient) in value.terms() {
        let [(Atom::Ceiling(ceiling), 1)] = factor.powers() else {
            continue;
        };
        if ceiling.divisor() != 1 || *coefficient != 1.into() {
            return None;
        }
        let mut rest = Polynomial::default();
        for (other, coefficient) in value.terms().iter().filter(|(other, _)| other != factor) {
            let term = Polynomial::of_factor(other.clone(), *coefficient);
            rest = rest.checked_add(&term)?;
        }
        let with = rest.checked_add(ceiling.numerator())?;
        return Some(vec![rest, with]);
    }
    Some(vec![value.clone()])
}

/// The result of an operation on two numbers, in integers that are wide enough.
fn wide(operation: Operation, one: Returned, two: Returned) -> Returned {
    Returned::computed(operation, DataType::Long, one, two)
}

/// The largest or the smallest of several numbers.
fn outermost(mut all: Vec<Returned>, is_largest: bool) -> Option<Returned> {
    let mut distinct: Vec<Returned> = Vec::new();
    let mut constant: Option<i64> = None;
    while let Some(one) = all.pop() {
        match one {
            Returned::Extreme {
                is_largest: of_largest,
                sides,
            } if of_largest == is_largest => {
                let (one, two) = *sides;
                all.extend([one, two]);
            }
            Returned::Number(number) => {
                let known = constant.unwrap_or(number);
                constant = Some(if is_largest {
                    known.max(number)
                } else {
                    known.min(number)
                });
            }
            one if distinct.contains(&one) => {}
            one => distinct.push(one),
        }
    }
    let numbers = distinct.into_iter();
    let mut numbers = numbers.chain(constant.map(Returned::Number));
    let first = numbers.next()?;
    Some(numbers.fold(first, |one, two| Returned::extreme(is_largest, one, two)))
}
