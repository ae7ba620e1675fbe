//! How a method calls itself: how deep, how often in total, and what it passes on without increasing it.

use super::super::{Bounds, LoopView, kind_of, to_linear};
use super::forms::{Atom, Form};
use super::loop_paths::{LoopPath, LoopPaths, NextState};
use super::repeated_paths::after;
use super::{Body, Scope};
use crate::method::{LoopKind, Recursion};
use crate::values::Node;
use cost::{AssumptionKind, Measure, Polynomial, Root, Symbol};
use std::sync::Arc;

/// Methods with more blocks than this are not examined path by path.
const MAX_BLOCKS: usize = 512;
/// If a path has more recursive calls than this, the parts that they get are not examined.
const MAX_PIECES: usize = 4;

impl Bounds<'_> {
    /// What is known about the recursive calls. `parts` are the parts of the method's cost; `returns` says that only calls
    /// count that return.
    pub(crate) fn recursion(&mut self, parts: &[Polynomial], returns: bool) -> Recursion {
        self.recursion_of(parts, returns).unwrap_or_default()
    }

    fn recursion_of(&mut self, parts: &[Polynomial], returns: bool) -> Option<Recursion> {
        if self.flow.len() > MAX_BLOCKS {
            return None;
        }
        let values = self.values()?;
        let view = LoopView::nothing();
        let beginning = Body::at(0);
        let whole = Body {
            blocks: (0..self.flow.len() as u32).collect(),
            ..Body::at(0)
        };
        let scope = Scope {
            body: &whole,
            ..self.scope(&values, &beginning, &view)
        };
        let calls = self.input.calls;
        let mut ways = self.paths_to_recursive_calls(scope, calls)?;
        let is_of_returns = returns && self.hold_what_ends_show(scope, &mut ways);
        self.header = 0;
        self.line = self.input.code.line_of(0);
        let found = Recursion {
            runs: self.runs_of_pieces(scope, &ways),
            depth: self.depth(scope, &ways),
            kept: self.kept(scope, &ways, parts),
            divided: self.divided_among_calls(scope, &ways, parts),
        };
        if found != Recursion::default() {
            self.is_of_returns |= is_of_returns;
            self.expect_fields_of_each_call(scope, &ways);
        }
        Some(found)
    }

    /// The most recursive calls that are active at once.
    fn depth(&mut self, scope: Scope<'_>, ways: &LoopPaths) -> Option<Polynomial> {
        let notes = self.notes.len();
        for ranked in self.ranked(scope, ways) {
            if let Some(count) = self.count(scope, ways, &ranked, None)
                && kind_of(&count) != LoopKind::Opaque
            {
                return count.checked_add(&Polynomial::constant(1));
            }
        }
        self.notes.truncate(notes);
        None
    }

    /// How often the method runs in total if it calls itself for pieces of what it has. The sum of the positive pieces is
    /// less than the whole n, which is at least 1. With at most k pieces it runs at most k·n + 1 times, because
    /// 1 + Σ (k·nᵢ + 1) ≤ 1 + k + k·(n − 1).
    fn runs_of_pieces(&mut self, scope: Scope<'_>, ways: &LoopPaths) -> Option<Polynomial> {
        let pieces = ways.all.iter().map(|way| way.before.len() + 1).max()?;
        if !(2..=MAX_PIECES).contains(&pieces) || self.recurs_in_loop() {
            return None;
        }
        for assumes in [false, true] {
            let settled = ways.settled(assumes);
            let all: Vec<&LoopPath> = settled.iter().collect();
            for known in self.measures(scope, ways, &all) {
                let are_all_less = all.iter().all(|way| are_pieces(ways, way, &known));
                if !are_all_less {
                    continue;
                }
                let notes = self.notes.len();
                let mut whole = known;
                whole.constant += 1;
                let most = self.most_at_begin(scope, ways, &whole, None);
                let most = most.and_then(|most| Polynomial::positive_ceiling(&most, 1));
                if let Some(most) = most.filter(|most| kind_of(most) != LoopKind::Opaque) {
                    if assumes {
                        self.assume(AssumptionKind::NoOverflow);
                    }
                    let pieces = i64::try_from(pieces).ok()?;
                    let further = most.checked_scale(pieces.into())?;
                    return further.checked_add(&Polynomial::constant(1));
                }
                self.notes.truncate(notes);
            }
        }
        None
    }

    fn recurs_in_loop(&self) -> bool {
        let mut sites = self.input.calls.iter().filter(|call| call.is_recursive());
        sites.any(|call| self.is_in_loop(call.passed.instruction))
    }

    /// Those numbers that each call divides among its calls: merge sort passes on both halves of its range.
    fn divided_among_calls(
        &mut self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        parts: &[Polynomial],
    ) -> Vec<Polynomial> {
        let pieces = ways.all.iter().map(|way| way.before.len() + 1).max();
        if !pieces.is_some_and(|pieces| (2..=MAX_PIECES).contains(&pieces)) || self.recurs_in_loop()
        {
            return Vec::new();
        }
        let settled = [false, true].map(|assumes| ways.settled(assumes));
        let mut divided = Vec::new();
        for part in parts {
            let Some(whole) = self.as_form(scope, ways, part) else {
                continue;
            };
            let is_divided = |all: &[LoopPath]| {
                let mut all = all.iter();
                all.all(|way| has_pieces(ways, way, &whole, &whole))
            };
            let Some(rests) = settled.iter().position(|all| is_divided(all)) else {
                continue;
            };
            if rests == 1 {
                self.assume(AssumptionKind::NoOverflow);
            }
            divided.push(part.clone());
        }
        divided
    }

    /// A sum of parameters and of lengths of arrays in terms of the arguments.
    fn as_form(&self, scope: Scope<'_>, ways: &LoopPaths, part: &Polynomial) -> Option<Form> {
        let sum = to_linear(part)?;
        let mut form = Form::constant(sum.constant);
        for (symbol, factor) in &sum.terms {
            let atom = self.atom_of_parameter(scope, ways, symbol)?;
            form = form.plus(&Form::leaf(atom), *factor)?;
        }
        Some(form)
    }

    /// Those numbers that no recursive call increases.
    fn kept(
        &mut self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        parts: &[Polynomial],
    ) -> Vec<Polynomial> {
        let settled = [false, true].map(|assumes| ways.settled(assumes));
        let mut kept = Vec::new();
        for part in parts {
            let Some(form) = self.part_as_form(scope, ways, part) else {
                continue;
            };
            let never_rises = |all: &[LoopPath]| {
                all.iter().all(|way| {
                    let fall = after(&ways.forms, &form, &way.next)
                        .and_then(|then| form.clone().plus(&then, -1));
                    fall.is_some_and(|fall| ways.forms.follows(&fall, &way.held))
                })
            };
            let Some(rests) = settled.iter().position(|all| never_rises(all)) else {
                continue;
            };
            if rests == 1 {
                self.assume(AssumptionKind::NoOverflow);
            }
            kept.push(part.clone());
        }
        kept
    }

    /// A sum of parameters and of lengths of arrays in terms of the arguments, without those that no call changes.
    fn part_as_form(&self, scope: Scope<'_>, ways: &LoopPaths, part: &Polynomial) -> Option<Form> {
        // A half of a distance rises if the distance does.
        let denominators = part.terms().iter().map(|(_, factor)| *factor.denom());
        let whole = part.checked_scale(denominators.max()?.into())?;
        let sum = to_linear(&whole)?;
        let mut form = Form::constant(0);
        for (symbol, factor) in &sum.terms {
            let moving = self.moving.iter().find(|moving| moving.symbol == *symbol);
            let is_kept = moving.is_none_or(|moving| {
                if *factor > 0 {
                    !moving.rises
                } else {
                    !moving.falls
                }
            });
            if is_kept {
                continue;
            }
            let atom = self.atom_of_parameter(scope, ways, symbol)?;
            form = form.plus(&Form::leaf(atom), *factor)?;
        }
        Some(form)
    }

    /// The atom of the state for a parameter, or for its length.
    fn atom_of_parameter(
        &self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        symbol: &Arc<Symbol>,
    ) -> Option<u32> {
        let (place, measure) = symbol.place.as_ref()?;
        let (Root::Argument(index), []) = (&place.root, &*place.path) else {
            return None;
        };
        let wanted = usize::from(*index) + usize::from(!self.input.method.is_static());
        ways.state.iter().copied().find(|atom| {
            let id = match (ways.forms.atom(*atom), measure) {
                (Some(Atom::Value(id)), Measure::Value)
                | (Some(Atom::Length(id)), Measure::ArrayLength) => *id,
                _ => return false,
            };
            matches!(scope.values.node(id), Node::Entry(slot)
                if self.place_of_slot(slot) == Some(wanted))
        })
    }
}

/// True if a number that is at least 0 on a path is at least the sum of any of the pieces, each increased by 1.
fn are_pieces(ways: &LoopPaths, way: &LoopPath, known: &Form) -> bool {
    let mut whole = known.clone();
    whole.constant += 1;
    ways.forms.follows(known, &way.held) && has_pieces(ways, way, known, &whole)
}

/// True if a number is at least the sum of any one or more of those that a form becomes in the calls of a path.
fn has_pieces(ways: &LoopPaths, way: &LoopPath, most: &Form, whole: &Form) -> bool {
    let forms = &ways.forms;
    let calls = way.before.iter().chain(std::iter::once(&way.next));
    let pieces = calls.map(|next: &NextState| after(forms, whole, next));
    let Some(pieces) = pieces.collect::<Option<Vec<Form>>>() else {
        return false;
    };
    (1..1_u32 << pieces.len()).all(|chosen| {
        let mut rest = Some(most.clone());
        for (at, piece) in pieces.iter().enumerate() {
            if chosen & (1 << at) != 0 {
                rest = rest.and_then(|rest| rest.plus(piece, -1));
            }
        }
        rest.is_some_and(|rest| forms.follows(&rest, &way.held))
    })
}
