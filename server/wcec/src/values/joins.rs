//! Where ways meet.

use super::{BEGINNING, Id, Node, State, Values};
use std::collections::HashMap;

/// So often the joins are looked through for such that join nothing.
const MOST_ROUNDS: u32 = 8;

impl Values<'_> {
    /// The values at the beginning of a block.
    pub(super) fn merge(&mut self, block: u32) -> Option<State> {
        let place = self.position(block);
        let locals = u32::from(self.input.code.max_locals);
        let edges = self.flow.predecessors(block as usize);
        let entry = (block == 0).then(|| {
            (0..locals + self.fields.len() as u32)
                .map(|variable| {
                    self.number(if variable < locals {
                        Node::Entry(variable as u16)
                    } else {
                        Node::Untouched
                    })
                })
                .collect::<Vec<Id>>()
        });
        let begins_loop = edges
            .iter()
            .any(|edge| self.position(edge.block() as u32) >= place);
        let known: Vec<(usize, bool)> = edges
            .iter()
            .filter(|edge| self.position(edge.block() as u32) < place)
            .map(|edge| (edge.block(), edge.is_exceptional()))
            .collect();
        let count = locals + self.fields.len() as u32;
        let mut state = State::default();
        for variable in 0..count {
            let mut common: Option<Id> = entry.as_ref().map(|entry| entry[variable as usize]);
            let mut differ = false;
            for (from, exceptional) in &known {
                let value = self.begin[*from].variables.get(variable as usize);
                let changed = *exceptional && self.written[*from].contains(&variable);
                let value = if *exceptional {
                    value
                } else {
                    self.end[*from].variables.get(variable as usize)
                };
                let value = *value?;
                differ |= changed || common.is_some_and(|common| common != value);
                common = Some(value);
            }
            let joined = differ || begins_loop && !self.kept.contains(&(block, variable));
            state.variables.push(match common {
                Some(value) if !joined => value,
                _ => self.number(Node::Join { block, variable }),
            });
        }
        if edges.iter().any(|edge| edge.is_exceptional()) {
            let at = self.flow.instructions(block as usize).start as u32;
            let thrown = self.number(Node::Made { at, which: 2 });
            state.stack.push((thrown, false));
            return Some(state);
        }
        if let Some((first, _)) = known.first() {
            let stack = self.end[*first].stack.clone();
            for (depth, (value, is_wide)) in stack.iter().enumerate() {
                let mut differ = begins_loop;
                for (from, _) in &known {
                    let other = &self.end[*from].stack;
                    if other.len() != stack.len() {
                        return None;
                    }
                    differ |= other[depth].0 != *value;
                }
                let id = if differ {
                    let variable = count + depth as u32;
                    self.number(Node::Join { block, variable })
                } else {
                    *value
                };
                state.stack.push((id, *is_wide));
            }
        }
        Some(state)
    }

    /// Finds for each join the values that meet there.
    pub(super) fn find_joined(&mut self) {
        let count = u32::from(self.input.code.max_locals) + self.fields.len() as u32;
        for join in 0..self.nodes.len() as Id {
            let Node::Join { block, variable } = self.node(join) else {
                continue;
            };
            let mut joined = Vec::new();
            if block == 0 {
                let entry = if self.is_local(variable) {
                    Node::Entry(variable as u16)
                } else {
                    Node::Untouched
                };
                joined.push((BEGINNING, self.number(entry)));
            }
            let unknown = self.flow.instructions(block as usize).start as u32;
            let flow = self.flow;
            for edge in flow.predecessors(block as usize) {
                let from = edge.block();
                let value = if variable >= count {
                    let at = (variable - count) as usize;
                    self.end[from].stack.get(at).map(|(id, _)| *id)
                } else if !edge.is_exceptional() {
                    self.end[from].variables.get(variable as usize).copied()
                } else if self.written[from].contains(&variable) {
                    None
                } else {
                    self.begin[from].variables.get(variable as usize).copied()
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
            self.joined.insert(join, joined);
        }
    }

    /// Finds the joins at the beginnings of loops over all edges to which the value is the same. True where there are any.
    pub(super) fn find_kept(&mut self) -> bool {
        let mut stands_for: HashMap<Id, Id> = HashMap::new();
        let mut joins: Vec<Id> = self.joined.keys().copied().collect();
        joins.sort_unstable();
        for _ in 0..MOST_ROUNDS {
            let mut found = false;
            for join in &joins {
                if stands_for.contains_key(join) {
                    continue;
                }
                let mut only = None;
                let is_same = self.joined(*join).iter().all(|(_, value)| {
                    let value = resolve(&stands_for, *value);
                    value == *join || only.replace(value).is_none_or(|before| before == value)
                });
                if let (true, Some(only)) = (is_same, only) {
                    stands_for.insert(*join, only);
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        for join in stands_for.keys() {
            if let Node::Join { block, variable } = self.node(*join) {
                self.kept.insert((block, variable));
            }
        }
        !self.kept.is_empty()
    }
}

/// What stands for a value in the end.
fn resolve(stands_for: &HashMap<Id, Id>, mut id: Id) -> Id {
    // Only joins that come earlier are ever put in the place of one, or what is no join: the way ends.
    for _ in 0..=stands_for.len() {
        match stands_for.get(&id) {
            Some(other) => id = *other,
            None => break,
        }
    }
    id
}
