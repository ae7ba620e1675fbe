//! Values where control flow joins.

use super::lists::Lists;
use super::{BEGINNING, Id, Node, State, Values};

/// The most rounds of looking for joins that join nothing.
const MAX_ROUNDS: u32 = 8;

/// For a join that no other value replaces.
const ITSELF: Id = Id::MAX;

impl Values<'_> {
    /// The values at the beginning of a block.
    pub(super) fn merge(&mut self, block: u32, state: &mut State) -> Option<()> {
        let place = self.position(block);
        let flow = self.flow;
        let edges = flow.predecessors(block as usize);
        state.variables.clear();
        state.stack.clear();
        if let ([edge], true) = (edges, block != 0)
            && !edge.is_exceptional()
            && self.position(edge.block() as u32) < place
        {
            let end = self.variables_at(&self.end, edge.block());
            state.variables.extend_from_slice(end);
            state.stack.extend_from_slice(self.stacks.of(edge.block()));
            return Some(());
        }
        let begins_loop = self.merge_variables(block, state)?;
        if edges.iter().any(|edge| edge.is_exceptional()) {
            let at = flow.instructions(block as usize).start as u32;
            let thrown = self.fresh(Node::Made { at, which: 2 });
            state.stack.push((thrown, false));
            return Some(());
        }
        let known = || {
            edges
                .iter()
                .map(|edge| edge.block())
                .filter(|from| self.position(*from as u32) < place)
        };
        let Some(first) = known().next() else {
            return Some(());
        };
        let depth = self.stacks.of(first).len();
        if known().any(|from| self.stacks.of(from).len() != depth) {
            return None;
        }
        let mut differ = vec![begins_loop; depth];
        for from in known() {
            let pairs = self.stacks.of(first).iter().zip(self.stacks.of(from));
            for (differ, (one, other)) in differ.iter_mut().zip(pairs) {
                *differ |= one.0 != other.0;
            }
        }
        for (depth, differ) in differ.into_iter().enumerate() {
            let (mut id, is_wide) = self.stacks.of(first).get(depth).copied()?;
            if differ {
                id = self.join(block, (self.variables + depth) as u32);
            }
            state.stack.push((id, is_wide));
        }
        Some(())
    }

    /// Merges the variables at the beginning of a block with several predecessors. True if it is a loop's header.
    fn merge_variables(&mut self, block: u32, state: &mut State) -> Option<bool> {
        let place = self.position(block);
        let flow = self.flow;
        let edges = flow.predecessors(block as usize);
        let locals = u32::from(self.input.code.max_locals);
        let count = self.variables;
        let mut differ = vec![false; count];
        let mut is_first = true;
        if block == 0 {
            for variable in 0..count as u32 {
                let entry = self.number(entry(variable, locals));
                state.variables.push(entry);
            }
            is_first = false;
        }
        let mut begins_loop = false;
        for edge in edges {
            let from = edge.block();
            if self.position(from as u32) >= place {
                begins_loop = true;
                continue;
            }
            let all = if edge.is_exceptional() {
                for variable in self.written.of(from) {
                    *differ.get_mut(*variable as usize)? = true;
                }
                &self.begin
            } else {
                &self.end
            };
            let values = self.variables_at(all, from);
            if std::mem::take(&mut is_first) {
                state.variables.extend_from_slice(values);
                continue;
            }
            let pairs = state.variables.iter().zip(values);
            for (differ, (one, other)) in differ.iter_mut().zip(pairs) {
                *differ |= one != other;
            }
        }
        if is_first {
            // No edge from an executed block leads here: all values come later.
            state.variables.resize(count, 0);
            differ.fill(true);
        }
        let is_known = if begins_loop {
            let latches = edges.iter().map(|edge| edge.block() as u32);
            let position = &self.position;
            let latches = latches.filter(|from| position[*from as usize] >= place);
            self.writes.analyse_loop(flow, block, latches)
        } else {
            true
        };
        for (variable, mut joined) in differ.into_iter().enumerate() {
            if begins_loop && !joined {
                // An unknown callee may write what a known callee wrote before. It is assumed to keep what the method itself did.
                let value = state.variables[variable];
                let by_unknown = self.writes.may_be_written_by_unknown(variable);
                let is_assumed = matches!(
                    self.node(value),
                    Node::Untouched | Node::Stored { .. } | Node::Kept { .. }
                );
                let written =
                    !is_known || self.writes.may_write(variable) || by_unknown && !is_assumed;
                let kept = (block, variable as u32);
                joined = written && self.kept.binary_search(&kept).is_err();
                if !joined && by_unknown && matches!(self.node(value), Node::Stored { .. }) {
                    let at = flow.instructions(block as usize).start as u32;
                    state.variables[variable] = self.fresh(Node::Kept { at, stored: value });
                }
            }
            if joined {
                let variable = variable as u32;
                let stored = (!begins_loop).then(|| self.stored_on_all(block, variable));
                state.variables[variable as usize] = stored
                    .flatten()
                    .unwrap_or_else(|| self.join(block, variable));
            }
        }
        Some(begins_loop)
    }

    /// The memory of a field into which the method stores on every path to a block, each time in the same object: that
    /// object's field then holds one of the stored values.
    fn stored_on_all(&mut self, block: u32, variable: u32) -> Option<Id> {
        if !self.writes.holds_number_or_array(variable) {
            return None;
        }
        let mut all: Option<(Id, Id)> = None;
        let mut is_assumed = false;
        for edge in self.flow.predecessors(block as usize) {
            let memory = self.variables_at(&self.end, edge.block());
            let memory = *memory.get(variable as usize)?;
            let stored = match self.node(memory) {
                Node::Kept { stored, .. } => {
                    is_assumed = true;
                    stored
                }
                _ => memory,
            };
            let Node::Stored { object, value, .. } = self.node(stored) else {
                return None;
            };
            if edge.is_exceptional() || all.is_some_and(|(of, _)| of != object) {
                return None;
            }
            let value = match all {
                Some((_, other)) if other != value => self.fresh(Node::OneOf(other, value)),
                _ => value,
            };
            all = Some((object, value));
        }
        let (object, value) = all?;
        let at = self.flow.instructions(block as usize).start as u32;
        let stored = self.fresh(Node::Stored { at, object, value });
        Some(if is_assumed {
            self.fresh(Node::Kept { at, stored })
        } else {
            stored
        })
    }

    /// A new join of a variable.
    fn join(&mut self, block: u32, variable: u32) -> Id {
        let join = self.fresh(Node::Join { block, variable });
        self.joins.push(join);
        join
    }

    /// Finds the values that meet at each join.
    pub(super) fn find_joined(&mut self) {
        let locals = u32::from(self.input.code.max_locals);
        let flow = self.flow;
        self.joined = Lists::new(self.joins.len());
        let mut joined: Vec<(u32, Id)> = Vec::new();
        for place in 0..self.joins.len() {
            let Node::Join { block, variable } = self.node(self.joins[place]) else {
                continue;
            };
            joined.clear();
            if block == 0 {
                joined.push((BEGINNING, self.number(entry(variable, locals))));
            }
            let unknown = flow.instructions(block as usize).start as u32;
            for edge in flow.predecessors(block as usize) {
                let from = edge.block();
                let at = variable as usize;
                let value = if let Some(at) = at.checked_sub(self.variables) {
                    self.stacks.of(from).get(at).map(|(id, _)| *id)
                } else if !edge.is_exceptional() {
                    self.variables_at(&self.end, from).get(at).copied()
                } else if self.written.of(from).contains(&variable) {
                    None
                } else {
                    self.variables_at(&self.begin, from).get(at).copied()
                };
                let value = value.unwrap_or_else(|| {
                    self.number(Node::Made {
                        at: unknown,
                        which: (1 << 20) + variable,
                    })
                });
                if !joined.contains(&(from as u32, value)) {
                    joined.push((from as u32, value));
                }
            }
            self.joined.set(place, joined.iter().copied());
        }
    }

    /// Finds the joins at loop headers that have the same value over all edges. True if there are any.
    pub(super) fn find_kept(&mut self) -> bool {
        let mut stands_for: Vec<Id> = vec![ITSELF; self.nodes.len()];
        for _ in 0..MAX_ROUNDS {
            let mut found = false;
            for (place, join) in self.joins.iter().enumerate() {
                if stands_for[*join as usize] != ITSELF {
                    continue;
                }
                let mut only = None;
                let is_same = self.joined.of(place).iter().all(|(_, value)| {
                    let value = resolve(&stands_for, *value);
                    value == *join || only.replace(value).is_none_or(|before| before == value)
                });
                if let (true, Some(only)) = (is_same, only) {
                    stands_for[*join as usize] = only;
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        for join in &self.joins {
            if stands_for[*join as usize] != ITSELF
                && let Node::Join { block, variable } = self.node(*join)
                && (variable as usize) < self.variables
                && self.begins_loop(block)
            {
                self.kept.push((block, variable));
            }
        }
        self.kept.sort_unstable();
        !self.kept.is_empty()
    }

    fn begins_loop(&self, block: u32) -> bool {
        let edges = self.flow.predecessors(block as usize);
        edges
            .iter()
            .any(|edge| self.is_backward(edge.block() as u32, block))
    }
}

/// What a variable holds when the method begins.
const fn entry(variable: u32, locals: u32) -> Node {
    if variable < locals {
        Node::Entry(variable as u16)
    } else {
        Node::Untouched
    }
}

/// The value that finally replaces a value.
fn resolve(stands_for: &[Id], mut id: Id) -> Id {
    // A join is only replaced by an earlier join or by another kind of value, so the chain ends.
    for _ in 0..=stands_for.len() {
        match stands_for.get(id as usize) {
            Some(other) if *other != ITSELF => id = *other,
            _ => break,
        }
    }
    id
}
