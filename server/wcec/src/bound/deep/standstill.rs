//! Loops that come to a standstill: a number that is divided, or moved bit by bit, ends at 0 or −1 and stays there. If the only
//! test that ends the loop asks for this number alone, it has failed before that, or the call never returns.

use super::super::Bounds;
use super::forms::{Atom, Form, Rounding};
use super::loop_paths::{LoopPath, LoopPaths};
use super::repeated_paths::{Rank, RepeatedPaths, then};
use super::{MAX_DEPTH, Scope};
use crate::values::{Id, Node, Values};
use bytecode::BinaryOp;

/// No more values than this are looked at to find what divides a number.
const MAX_DIVISIONS: usize = 16;

impl Bounds<'_> {
    /// How often a loop repeats whose only test asks for such a number, in a call that returns.
    pub(super) fn until_standstill(&self, scope: Scope<'_>, ways: &LoopPaths) -> Option<Rank> {
        let exit = scope.view.only_exit.filter(|_| scope.body.is_loop)?;
        let mut edges = self.flow.successors(exit as usize).iter();
        let is_left_by_exceptions =
            edges.any(|edge| edge.is_exceptional() && !scope.body.contains(edge.block() as u32));
        let mut backbone = scope.view.backbone.iter();
        if is_left_by_exceptions || !backbone.any(|(block, _)| *block == exit) {
            return None;
        }
        let condition = self.staying(scope, exit)?.condition;
        ways.all.first()?.next.iter().find_map(|(atom, ..)| {
            let Some(Atom::Value(join)) = ways.forms.atom(*atom) else {
                return None;
            };
            let asks = |id| self.hangs_only_on(scope, id, *join, 0);
            if !asks(condition.left) || !asks(condition.right) {
                return None;
            }
            let own = Form::leaf(*atom);
            (self.divided_alike(scope, ways, &own)).or_else(|| moved_alike(ways, *atom))
        })
    }

    /// A number that every way divides, by a number of its own or all by the same.
    fn divided_alike(&self, scope: Scope<'_>, ways: &LoopPaths, own: &Form) -> Option<Rank> {
        let mut least: Option<i128> = None;
        let mut ratio: Option<Form> = None;
        for way in &ways.all {
            let next = then(&ways.forms, own, way)?;
            let [(quotient, 1)] = next.terms[..] else {
                return None;
            };
            match ways.forms.atom(quotient)? {
                _ if next.constant != 0 => return None,
                Atom::Quotient { of, by, rounding }
                    if of == own && !matches!(rounding, Rounding::Unsigned(_)) =>
                {
                    least = Some(least.map_or(*by, |least| least.min(*by)));
                }
                // After two divisions by 1 or −1 the number is the same again; any other takes at least half of it.
                Atom::Ratio { of, by } if of == own => {
                    let mut terms = by.terms.iter();
                    let is_same = terms.all(|(atom, _)| self.stays_same(scope, ways, *atom));
                    if !is_same || ratio.as_ref().is_some_and(|ratio| *ratio != next) {
                        return None;
                    }
                    ratio = Some(next);
                }
                _ => return None,
            }
        }
        match (least, ratio) {
            (Some(by), None) => Some(Rank::DividedToZero(own.clone(), by)),
            (None, Some(_)) => Some(Rank::DividedToZero(own.clone(), 2)),
            _ => None,
        }
    }

    /// True for a value that is the same whenever a number is, as long as the loop goes on.
    fn hangs_only_on(&self, scope: Scope<'_>, id: Id, number: Id, depth: u32) -> bool {
        let hangs = |of: Id| depth < MAX_DEPTH && self.hangs_only_on(scope, of, number, depth + 1);
        if id == number {
            return true;
        }
        match scope.values.node(id) {
            Node::Binary(_, _, one, two) => hangs(one) && hangs(two),
            Node::Negated(of) | Node::Narrow(_, of) | Node::Truncated(of) => hangs(of),
            _ => self.is_fixed(scope, id, 0),
        }
    }
}

/// What a number is divided by on the way to a value that divisions and shifts leave of it, between 0 and that number, or its
/// opposite; without constants that are at least 1. `None` for other values.
pub(super) fn divisors_between(values: &Values<'_>, number: Id, id: Id) -> Option<Vec<Id>> {
    let mut divisors = Vec::new();
    let mut seen = vec![number];
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        if seen.len() > MAX_DIVISIONS {
            return None;
        }
        seen.push(id);
        match values.node(id) {
            Node::Binary(BinaryOp::Shr | BinaryOp::Rem, _, of, _) => pending.push(of),
            Node::Binary(BinaryOp::Div, _, of, by) => {
                if !matches!(values.node(by), Node::Number(1..)) {
                    divisors.push(by);
                }
                pending.push(of);
            }
            Node::Join { .. } => {
                pending.extend(values.joined(id).iter().map(|(_, value)| *value));
            }
            _ => return None,
        }
    }
    Some(divisors)
}

/// A number whose bits every way moves to one side, until none is left.
fn moved_alike(ways: &LoopPaths, atom: u32) -> Option<Rank> {
    let all: Vec<&LoopPath> = ways.all.iter().collect();
    let repeated = RepeatedPaths { ways, all: &all };
    let own = Form::leaf(atom);
    let mut most = 0;
    for way in &ways.all {
        let next = then(&ways.forms, &own, way)?;
        let needs = way.next.iter().find(|(of, ..)| *of == atom);
        let needs = needs.map_or(&[][..], |(_, _, needs)| needs);
        most = most.max(repeated.bits_moved(&own, &next, needs)?);
    }
    Some(Rank::Bits(most))
}
