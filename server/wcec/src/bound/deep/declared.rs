//! What the developer declares about a loop.

use super::super::linear::Linear;
use super::super::value::{AccessPath, Side};
use super::super::{Bounds, ExactTest, LoopView, TripBound, kind_of};
use super::progress::{sources, substitute};
use super::{Amount, Body, Scope, Tested, linear};
use crate::declared::{DeclaredLoop, Expression, LoopClause, Refuted, Relation};
use crate::method::{LoopKind, NoteKind};
use crate::symbol_table::Origin;
use crate::values::{Id, Node};
use bytecode::Op;
use cost::{AssumptionKind, Measure, Place, Polynomial, Rational, Root, SymbolKind};
use num_traits::Signed;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Expressions nested deeper than this are not read.
const MAX_DEPTH: u32 = 32;

impl Bounds<'_> {
    /// The clauses before a loop, each for the outermost loop that its statement may be.
    pub(in super::super) fn clauses_of(&mut self, view: &LoopView<'_>) -> Vec<DeclaredLoop> {
        if self.input.declared.is_empty() {
            return Vec::new();
        }
        let own = self.lines_of(view);
        let mut found = Vec::new();
        for (index, declared) in self.input.declared.iter().enumerate() {
            if is_of(declared, &own)
                && self.is_on_its_place(declared, view)
                && !self.clauses_used.contains(&index)
            {
                self.clauses_used.push(index);
                found.push(declared.clone());
            }
        }
        found
    }

    /// True if, of the loops on its line, the loop is the one that the clause belongs to.
    fn is_on_its_place(&self, declared: &DeclaredLoop, view: &LoopView<'_>) -> bool {
        let (place, count) = declared.on_line;
        if count < 2 {
            return true;
        }
        let first = |block: usize| self.flow.instructions(block).start as u32;
        let begins_loop = |block: &usize| {
            let edges = self.flow.predecessors(*block).iter();
            self.flow.is_reachable(*block) && edges.into_iter().any(|edge| edge.block() >= *block)
        };
        let line = Some(*declared.lines.start());
        let mut headers = (0..self.flow.len())
            .filter(begins_loop)
            .filter(|block| self.input.code.line_of(first(*block)) == line);
        let at = headers
            .clone()
            .position(|block| block as u32 == view.header);
        headers.by_ref().count() == count && at == Some(place)
    }

    /// The lines of a loop's instructions.
    fn lines_of(&self, view: &LoopView<'_>) -> Vec<u32> {
        let instructions = view.blocks.iter().flat_map(|block| {
            let range = self.flow.instructions(*block as usize);
            range.start as u32..range.end as u32
        });
        let lines = instructions.filter_map(|at| self.input.code.line_of(at));
        let mut lines: Vec<u32> = lines.collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The bound that a clause sets, unless the analysis found a better one.
    pub(in super::super) fn declared_trip(
        &mut self,
        view: &LoopView<'_>,
        clauses: &[DeclaredLoop],
        found: Option<TripBound>,
    ) -> Option<TripBound> {
        let Some(values) = self.values() else {
            return found;
        };
        let body = Body::of(view);
        let scope = self.scope(&values, &body, view);
        let mut best = found;
        let tests: Vec<_> = (view.backbone.iter())
            .flat_map(|(block, place)| {
                let staying = self.staying(scope, *block).into_iter();
                staying.map(|staying| (staying, *place))
            })
            .collect();
        // If no test comes first, no iteration is known to end after one.
        let place = tests.first().map_or(u32::MAX, |(_, place)| *place);
        for clause in clauses {
            let (expression, more) = match &clause.clause {
                LoopClause::Bound(expression) => (expression, 0),
                LoopClause::Decreasing(expression) => (expression, 1),
                LoopClause::Maintaining(_) => continue,
            };
            let Some(most) = self.value_of(scope, expression, Side::Upper, 0) else {
                continue;
            };
            let bound = (most.value.checked_add(&Polynomial::constant(more)))
                .and_then(|most| Polynomial::positive_ceiling(&most, 1));
            let Some(bound) = bound else {
                continue;
            };
            if let [(test, _)] = tests[..]
                && let Some(exact) = self.exact_count(scope, &test)
                && let Some(declared) = most.value.checked_add(&Polynomial::constant(more))
                && is_more(&exact, &declared)
            {
                self.refuted.push(Refuted {
                    line: *clause.lines.start(),
                    clause_line: clause.clause_line,
                    message: format!(
                        "the loop repeats {exact} times, but at most {bound} are declared"
                    ),
                });
                continue;
            }
            let is_better = best.as_ref().is_none_or(|best| {
                let known = kind_of(&best.bound);
                known == LoopKind::Opaque
                    || match (bound.as_constant(), best.bound.as_constant()) {
                        (Some(one), Some(two)) => one < two,
                        (one, two) => one.is_some() && two.is_none(),
                    }
            });
            if is_better {
                self.assume(AssumptionKind::Declared);
                // Averages still follow the count that the code shows.
                let exact = best.and_then(|known| known.exact);
                let exact = exact.map(|exact| ExactTest {
                    is_certain: false,
                    ..exact
                });
                best = Some(TripBound {
                    exact,
                    ..self.deep_facts(scope, bound, place)
                });
            }
        }
        best
    }

    /// How often a test passes, if it is the loop's only exit and the count is exact. Negative if it never passes.
    fn exact_count(
        &mut self,
        scope: Scope<'_>,
        test: &super::ContinueCondition,
    ) -> Option<Polynomial> {
        let leaves_elsewhere = scope.body.blocks.iter().any(|block| {
            let edges = self.flow.successors(*block as usize);
            *block != test.block
                && (edges.is_empty()
                    || edges
                        .iter()
                        .any(|edge| !scope.body.contains(edge.block() as u32)))
        });
        if leaves_elsewhere {
            return None;
        }
        let tested = Tested::of(scope.values, test.condition)?;
        let (distances, step, exact) = self.distances(scope, &tested.difference, tested.sign)?;
        let [distance] = distances.as_slice() else {
            return None;
        };
        let mut distance = distance.clone();
        distance.constant += tested.more;
        let number = self.sum(scope, &distance, Side::Upper, 0)?;
        if !exact || !number.exact {
            return None;
        }
        (step == 1).then_some(number.value)
    }

    /// What a clause declares to hold at the start of every iteration, as expressions that are at least 0 when the loop
    /// begins.
    pub(super) fn maintained_at_entry(&mut self, scope: Scope<'_>) -> Vec<Linear<Id>> {
        let relations: Vec<Relation> = (self.clauses.iter())
            .filter_map(|clause| match &clause.clause {
                LoopClause::Maintaining(relations) => Some(relations.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        let mut found = Vec::new();
        for relation in relations {
            use crate::declared::Comparison as Declared;
            let (Some(left), Some(right)) = (
                self.at_entry_of(scope, &relation.left),
                self.at_entry_of(scope, &relation.right),
            ) else {
                continue;
            };
            let at_least = |less: &Linear<Id>, more: &Linear<Id>, by: i128| {
                let mut positive = more.clone().plus(less, -1)?;
                positive.constant -= by;
                Some(positive)
            };
            let positive = match relation.comparison {
                Declared::Less => [at_least(&left, &right, 1), None],
                Declared::AtMost => [at_least(&left, &right, 0), None],
                Declared::AtLeast => [at_least(&right, &left, 0), None],
                Declared::Greater => [at_least(&right, &left, 1), None],
                Declared::Equal => [at_least(&left, &right, 0), at_least(&right, &left, 0)],
                Declared::Unequal => [None, None],
            };
            found.extend(positive.into_iter().flatten());
        }
        if !found.is_empty() {
            self.assume(AssumptionKind::Declared);
        }
        found
    }

    /// An expression of locals, with their values when the loop begins.
    fn at_entry_of(&self, scope: Scope<'_>, expression: &Expression) -> Option<Linear<Id>> {
        let value = self.expression_of_locals(scope, expression, 0)?;
        let header = scope.body.header;
        let joins: Vec<Id> = (value.terms.iter().map(|(id, _)| *id))
            .filter(
                |id| matches!(scope.values.node(*id), Node::Join { block, .. } if block == header),
            )
            .collect();
        if joins.is_empty() {
            return Some(value);
        }
        let mut outside = (sources(scope, &joins)?.into_iter())
            .filter(|from| !scope.values.is_backward(*from, header));
        match (outside.next(), outside.next()) {
            (Some(from), None) => substitute(scope, &value, &joins, from),
            _ => None,
        }
    }

    fn expression_of_locals(
        &self,
        scope: Scope<'_>,
        expression: &Expression,
        depth: u32,
    ) -> Option<Linear<Id>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let of = |expression: &Expression| self.expression_of_locals(scope, expression, depth + 1);
        match expression {
            Expression::Number(number) => {
                Linear::constant(0).plus(&Linear::constant(i128::from(*number)), 1)
            }
            Expression::Name(name) => {
                let slot = self.slot_of(name)?;
                let id = scope.values.local(slot, scope.body.header)?;
                linear(scope.values, id, 0)
            }
            Expression::Negated(value) => of(value)?.times(-1),
            Expression::Sum(one, two) => of(one)?.plus(&of(two)?, 1),
            Expression::Difference(one, two) => of(one)?.plus(&of(two)?, -1),
            Expression::Product(one, two) => {
                let (one, two) = (of(one)?, of(two)?);
                match (one.is_constant(), two.is_constant()) {
                    (true, _) => two.times(one.constant),
                    (_, true) => one.times(two.constant),
                    _ => None,
                }
            }
            Expression::Quotient(_, _) | Expression::Remainder(_, _) => None,
        }
    }

    /// The local with a name, where the loop begins.
    fn slot_of(&self, name: &str) -> Option<u16> {
        let at = self.header;
        (0..self.input.code.max_locals)
            .find(|slot| self.local_name(*slot, at).as_deref() == Some(name))
            .or_else(|| {
                (0..self.input.code.max_locals).find(|slot| {
                    self.argument(*slot)
                        .is_some_and(|(index, _)| self.argument_name(*slot, index) == name)
                })
            })
    }

    /// An expression in terms of symbols, with its value when the loop begins.
    fn value_of(
        &mut self,
        scope: Scope<'_>,
        expression: &Expression,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(known) = self.at_entry_of(scope, expression)
            && let Some(amount) = self.sum(scope, &known, side, 0)
        {
            return Some(amount);
        }
        let opposite = if side == Side::Upper {
            Side::Lower
        } else {
            Side::Upper
        };
        match expression {
            Expression::Number(number) => Some(Amount {
                value: Polynomial::constant(*number),
                exact: true,
            }),
            Expression::Name(name) => Some(self.named_value(scope, name)),
            Expression::Negated(value) => {
                let amount = self.value_of(scope, value, opposite, depth + 1)?;
                Some(Amount {
                    value: amount.value.checked_scale((-1).into())?,
                    ..amount
                })
            }
            Expression::Sum(one, two) | Expression::Difference(one, two) => {
                let is_sum = matches!(expression, Expression::Sum(..));
                let one = self.value_of(scope, one, side, depth + 1)?;
                let side = if is_sum { side } else { opposite };
                let two = self.value_of(scope, two, side, depth + 1)?;
                let factor = if is_sum { 1 } else { -1 };
                Some(Amount {
                    value: one
                        .value
                        .checked_add(&two.value.checked_scale(factor.into())?)?,
                    exact: one.exact && two.exact,
                })
            }
            Expression::Product(one, two) => {
                let one = self.value_of(scope, one, side, depth + 1)?;
                let two = self.value_of(scope, two, side, depth + 1)?;
                let value = one.value.checked_mul(&two.value)?;
                (one.exact && two.exact).then_some(Amount { value, exact: true })
            }
            Expression::Quotient(of, by) => {
                let by = constant(by)?;
                if by < 1 || side == Side::Lower {
                    return None;
                }
                let of = self.value_of(scope, of, side, depth + 1)?;
                if by == 1 {
                    return Some(of);
                }
                let less = of.value.checked_add(&Polynomial::constant(1 - by))?;
                Some(Amount {
                    value: Polynomial::signed_ceiling(&less, by)?,
                    exact: false,
                })
            }
            Expression::Remainder(_, by) => {
                let by = constant(by)?.checked_abs()?;
                let most = if side == Side::Upper { by - 1 } else { 1 - by };
                (by > 0).then(|| Amount {
                    value: Polynomial::constant(most),
                    exact: false,
                })
            }
        }
    }

    /// The value of a name that is not just a local: a field, a length, or else a symbol with this name.
    fn named_value(&mut self, scope: Scope<'_>, name: &str) -> Amount {
        if let Some(amount) = self.resolved(scope, name) {
            return amount;
        }
        let note = crate::method::Note {
            line: self.line,
            kind: NoteKind::UnknownName {
                name: name.to_owned(),
            },
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        let line = self.line;
        let origin = Origin::Loop(self.header);
        let first = name.split('.').next().unwrap_or_default();
        let name = match self.slot_of(first) {
            Some(slot) => name.replacen(first, &self.name_on_the_way(slot, first), 1),
            None => name.to_owned(),
        };
        let symbol = self
            .symbols
            .intern(&name, origin, SymbolKind::Argument, line, None, || {
                format!("the declared {name} when the loop begins")
            });
        Amount {
            value: Polynomial::symbol(symbol),
            exact: true,
        }
    }

    fn resolved(&mut self, scope: Scope<'_>, name: &str) -> Option<Amount> {
        let mut steps: Vec<&str> = name.split('.').collect();
        let first = *steps.first()?;
        let mut path = if let Some(slot) = self.slot_of(first) {
            steps.remove(0);
            let id = scope.values.local(slot, scope.body.header)?;
            self.path(scope.values, id, 0)?
        } else {
            let root = if self.input.method.is_static() {
                Root::Static(Arc::from(self.input.class.name.as_str()))
            } else {
                Root::Receiver
            };
            if first == "this" {
                steps.remove(0);
            }
            AccessPath {
                text: String::new(),
                origin: None,
                largest: false,
                place: Some(Place {
                    root,
                    path: Vec::new(),
                }),
                is_of_text: false,
            }
        };
        let last = steps.pop()?;
        for step in &steps {
            if !self.is_field_read(step) {
                return None;
            }
            path = path.extended(step);
        }
        if let Some(method) = last.strip_suffix("()") {
            let name = Self::asked(&path, method);
            let measure = Measure::Result(Arc::from(method));
            return self.asked_of(scope, &path, &name, measure, true, Side::Upper);
        }
        if last == "length" && !path.text.is_empty() {
            let name = format!("{}.length", path.text);
            return self.asked_of(scope, &path, &name, Measure::ArrayLength, true, Side::Upper);
        }
        if !self.is_field_read(last) || !self.is_unwritten_before(last, self.header) {
            return None;
        }
        let path = path.extended(last);
        let name = path.text.clone();
        self.asked_of(scope, &path, &name, Measure::Value, true, Side::Upper)
    }

    /// True if the method reads a field with this name.
    fn is_field_read(&self, name: &str) -> bool {
        self.input.code.instructions.iter().any(|instruction| {
            matches!(instruction.op, Op::GetField { pool } | Op::GetStatic { pool }
                if self.input.class.member(pool).is_some_and(|member| member.name() == name))
        })
    }
}

/// True if a loop with code on these lines is the declared statement, and no loop inside it.
fn is_of(declared: &DeclaredLoop, lines: &[u32]) -> bool {
    let is_within = |range: &RangeInclusive<u32>| lines.iter().all(|line| range.contains(line));
    // A loop that begins on the statement's first line counts as the statement itself, which comes first.
    let is_inner = |range: &&RangeInclusive<u32>| range.start() > declared.lines.start();
    !lines.is_empty()
        && is_within(&declared.lines)
        && !declared.inner.iter().filter(is_inner).any(is_within)
}

fn constant(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Number(number) => Some(*number),
        Expression::Negated(value) => constant(value)?.checked_neg(),
        _ => None,
    }
}

/// True if one count is larger than another for some values of the symbols, and never smaller.
fn is_more(exact: &Polynomial, declared: &Polynomial) -> bool {
    let difference = declared
        .checked_scale(Rational::from(-1))
        .and_then(|negative| exact.checked_add(&negative));
    difference.is_some_and(|difference| {
        !difference.terms().is_empty()
            && (difference.terms().iter()).all(|(_, coefficient)| coefficient.is_positive())
    })
}
