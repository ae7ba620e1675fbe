//! The decisions on a method's path, in terms of its source.
//!
//! The compiler makes several branches of one condition (`a && b`); they are shown as one. Branches that are no decision of
//! the source are not shown: a truth value that is only stored, the check whether assertions are on, how often a loop
//! repeats.

use bytecode::{ArrayElement, ClassFile, Code, Op};
use flow::Flow;
use flow::LoopTree;
use std::fmt;

/// If a case of a `switch` has more values than this, only the line it leads to names it.
const MAX_KEYS: usize = 3;

/// Something that is decided on a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Where.
    pub line: Option<u32>,
    /// What, and how.
    pub kind: DecisionKind,
}

/// What is decided, and how.
#[derive(Debug, Clone, PartialEq)]
pub enum DecisionKind {
    /// Whether the condition of an `if`, a conditional expression or a test that leaves a loop holds.
    Condition {
        /// True if it holds.
        holds: bool,
        /// The line where the path continues.
        to: Option<u32>,
    },
    /// An assertion fails.
    AssertionFails,
    /// An assertion holds.
    AssertionHolds,
    /// A case of a `switch`.
    Case {
        /// The values that lead there, if they are few and the source names them; empty for the default.
        keys: Vec<i32>,
        /// True if they are characters.
        are_characters: bool,
        /// True for the default.
        is_default: bool,
        /// The line where the path continues.
        to: Option<u32>,
    },
    /// How often control returns to the beginning of a loop.
    Loop {
        /// The bound, as a formula.
        bound: String,
        /// Its value where the path was computed.
        times: f64,
    },
    /// Which of several methods is assumed to be called.
    Target {
        /// The most expensive: `Class.method`.
        chosen: String,
        /// All others that may be called.
        others: Vec<String>,
    },
}

/// More methods than this are counted instead of named.
const MAX_NAMED: usize = 4;

impl Decision {
    /// What is decided, without the line: `condition true, on to line 13`.
    pub fn text(&self) -> String {
        let on = |to: Option<u32>| match to {
            Some(to) if self.line != Some(to) => format!(", on to line {to}"),
            _ => String::new(),
        };
        match &self.kind {
            DecisionKind::Condition { holds, to } => format!("condition {holds}{}", on(*to)),
            DecisionKind::AssertionFails => String::from("the assertion fails"),
            DecisionKind::AssertionHolds => String::from("the assertion holds"),
            DecisionKind::Case {
                keys,
                are_characters,
                is_default,
                to,
            } => {
                let what = if *is_default {
                    String::from("default")
                } else if keys.is_empty() {
                    String::from("one of the cases")
                } else {
                    let key = |key: &i32| match are_characters {
                        true => character(*key),
                        false => key.to_string(),
                    };
                    let keys: Vec<String> = keys.iter().map(key).collect();
                    format!("case {}", keys.join(", "))
                };
                format!("{what}{}", on(*to))
            }
            DecisionKind::Loop { bound, times } if *bound == times.to_string() => {
                format!("loop, {bound} times")
            }
            DecisionKind::Loop { bound, times } => format!("loop, {bound} = {times} times"),
            DecisionKind::Target { chosen, others } => {
                let named = others.iter().take(MAX_NAMED).map(String::as_str);
                let named = named.collect::<Vec<&str>>().join(", ");
                match others.len().saturating_sub(MAX_NAMED) {
                    0 => format!("{chosen}, more expensive than {named}"),
                    more => format!("{chosen}, more expensive than {named} and {more} more"),
                }
            }
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.text())
    }
}

/// The alternatives of a path at the end of some blocks.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The last instruction of the first of them.
    pub(crate) instruction: u32,
    line: Option<u32>,
    /// The blocks of one condition, or the block of a `switch`.
    blocks: Vec<u32>,
    /// Where the path may continue, in topological order.
    ways: Vec<Alternative>,
}

/// One of the alternatives.
#[derive(Debug)]
struct Alternative {
    /// The block that it leads to.
    block: u32,
    /// True if it leaves the innermost loop around the choice.
    leaves: bool,
    kind: DecisionKind,
}

impl Choice {
    /// The decision of a path, found from the blocks that it executes; `None` if the path does not come here, if it
    /// continues in a loop and leaves it later, or if the decision is unknown.
    pub(crate) fn decide(&self, executed: &impl Fn(u32) -> bool) -> Option<Decision> {
        if !self.blocks.iter().any(|block| executed(*block)) {
            return None;
        }
        let mut taken = self.ways.iter().filter(|way| executed(way.block));
        let first = taken.next()?;
        // A path through both has taken the one that leads to the other, unless it leaves a loop in the end.
        if taken.any(|way| way.leaves != first.leaves) {
            return None;
        }
        Some(Decision {
            line: self.line,
            kind: first.kind.clone(),
        })
    }
}

/// The choices of a method, in the order of its code.
pub(crate) fn choices(class: &ClassFile<'_>, code: &Code, flow: &mut Flow) -> Vec<Choice> {
    flow.find_order();
    flow.find_predecessors();
    let tree = LoopTree::of(flow);
    let view = View {
        class,
        code,
        flow,
        tree: &tree,
    };
    let mut found = Vec::new();
    let mut block = 0;
    while block < view.flow.len() as u32 {
        let mut next = block + 1;
        if view.flow.is_reachable(block as usize) {
            match view.last(block) {
                Some((at, Op::Branch { .. })) => {
                    let blocks = view.condition(block);
                    next = block + blocks.len() as u32;
                    found.extend(view.of_condition(at, blocks));
                }
                Some((at, Op::Switch { index, .. })) => {
                    found.extend(view.of_switch(at, block, index));
                }
                _ => {}
            }
        }
        block = next;
    }
    found
}

/// A character as Java writes it.
fn character(key: i32) -> String {
    let plain = u32::try_from(key).ok().and_then(char::from_u32);
    match plain {
        Some('\'') => String::from("'\\''"),
        Some('\\') => String::from("'\\\\'"),
        Some('\n') => String::from("'\\n'"),
        Some('\r') => String::from("'\\r'"),
        Some('\t') => String::from("'\\t'"),
        Some(plain) if plain == ' ' || !plain.is_control() && !plain.is_whitespace() => {
            format!("'{plain}'")
        }
        _ => format!("'\\u{key:04x}'"),
    }
}

struct View<'v> {
    class: &'v ClassFile<'v>,
    code: &'v Code,
    flow: &'v Flow,
    tree: &'v LoopTree,
}

impl View<'_> {
    /// The last instruction of a block.
    fn last(&self, block: u32) -> Option<(u32, Op)> {
        let at = self.flow.instructions(block as usize).last()?;
        Some((at as u32, self.code.instructions.get(at)?.op))
    }

    /// The block that a branch at the end of a block leads to.
    fn target(&self, block: u32) -> Option<u32> {
        match self.last(block)? {
            (_, Op::Branch { target, .. }) => Some(self.flow.block_of(target)? as u32),
            _ => None,
        }
    }

    /// The blocks of one condition: each falls through to the next, and all branches lead to one of the two exits, or
    /// forward within the condition.
    fn condition(&self, first: u32) -> Vec<u32> {
        let line = |block: u32| self.last(block).and_then(|(at, _)| self.code.line_of(at));
        let mut last = first;
        while (last + 1) < self.flow.len() as u32
            && self.target(last + 1).is_some()
            && line(last + 1).is_some()
            && line(last + 1) == line(first)
        {
            last += 1;
        }
        // The longest run that forms one condition.
        while last > first {
            let outs = [Some(last + 1), self.target(last)];
            let is_one = (first..last).all(|block| {
                let target = self.target(block);
                outs.contains(&target) || target.is_some_and(|to| to > block && to <= last)
            });
            if is_one {
                break;
            }
            last -= 1;
        }
        (first..=last).collect()
    }

    fn of_condition(&self, at: u32, blocks: Vec<u32>) -> Option<Choice> {
        let last = *blocks.last()?;
        let otherwise = self.target(last)?;
        let then = last + 1;
        if then == otherwise || then >= self.flow.len() as u32 || self.is_kept(then, otherwise) {
            return None;
        }
        let is_assertion = blocks.iter().any(|block| self.asks_for_assertions(*block));
        let way = |block: u32, holds: bool| Alternative {
            block,
            leaves: self.leaves(last, block),
            kind: match (is_assertion, holds) {
                (true, true) => DecisionKind::AssertionFails,
                (true, false) => DecisionKind::AssertionHolds,
                (false, holds) => DecisionKind::Condition {
                    holds,
                    to: self.line_of_block(block),
                },
            },
        };
        let ways = vec![way(then, true), way(otherwise, false)];
        let choice = self.choice(at, blocks, ways)?;
        (!is_assertion || self.code.line_of(at).is_some()).then_some(choice)
    }

    fn of_switch(&self, at: u32, block: u32, index: u32) -> Option<Choice> {
        let switch = self.code.switches.get(index as usize)?;
        let mut targets: Vec<(u32, Vec<i32>)> = Vec::new();
        for (key, target) in &switch.cases {
            let target = self.flow.block_of(*target)? as u32;
            match targets.iter_mut().find(|(known, _)| *known == target) {
                Some((_, keys)) => keys.push(*key),
                None => targets.push((target, vec![*key])),
            }
        }
        let default = self.flow.block_of(switch.default)? as u32;
        targets.retain(|(target, _)| *target != default);
        if targets.is_empty() || self.is_of_hash(at) {
            return None;
        }
        let are_characters = self.is_character(at);
        let are_named = are_characters || self.names_keys(block, at);
        let mut ways: Vec<Alternative> = targets
            .into_iter()
            .map(|(target, keys)| Alternative {
                block: target,
                leaves: self.leaves(block, target),
                kind: DecisionKind::Case {
                    keys: if are_named && keys.len() <= MAX_KEYS {
                        keys
                    } else {
                        Vec::new()
                    },
                    are_characters,
                    is_default: false,
                    to: self.line_of_block(target),
                },
            })
            .collect();
        ways.push(Alternative {
            block: default,
            leaves: self.leaves(block, default),
            kind: DecisionKind::Case {
                keys: Vec::new(),
                are_characters: false,
                is_default: true,
                to: self.line_of_block(default),
            },
        });
        self.choice(at, vec![block], ways)
    }

    /// `None` if the choice is only whether a loop continues.
    fn choice(&self, at: u32, blocks: Vec<u32>, mut ways: Vec<Alternative>) -> Option<Choice> {
        let last = *blocks.last()?;
        let region = self.tree.innermost(last)?;
        let is_test = region != 0
            && (blocks.iter()).any(|block| self.tree.regions[region as usize].is_entry(*block))
            && ways.iter().any(|way| way.leaves);
        if is_test {
            return None;
        }
        ways.retain(|way| self.flow.is_reachable(way.block as usize));
        ways.sort_by_key(|way| self.flow.position(way.block as usize));
        Some(Choice {
            instruction: at,
            line: self.code.line_of(at),
            blocks,
            ways,
        })
    }

    /// True if an edge between two blocks leaves the innermost loop around the first.
    fn leaves(&self, from: u32, to: u32) -> bool {
        let region = self.tree.innermost(from);
        region.is_some_and(|region| !self.tree.contains(region, to))
    }

    /// The first line of a block.
    fn line_of_block(&self, block: u32) -> Option<u32> {
        let mut instructions = self.flow.instructions(block as usize);
        instructions.find_map(|at| self.code.line_of(at as u32))
    }

    /// True if both sides only store a truth value: `boolean b = x > y;`.
    fn is_kept(&self, then: u32, otherwise: u32) -> bool {
        let ops = |block: u32| {
            let range = self.flow.instructions(block as usize);
            self.code.instructions.get(range).unwrap_or_default()
        };
        let pushes = |instruction: Option<&bytecode::Instruction>| {
            instruction.is_some_and(|instruction| {
                matches!(instruction.op, Op::Push(bytecode::Constant::Int(0 | 1)))
            })
        };
        let (then, otherwise) = (ops(then), ops(otherwise));
        pushes(then.first())
            && pushes(otherwise.first())
            && (then.get(1)).is_some_and(|next| matches!(next.op, Op::Goto { .. }))
    }

    fn asks_for_assertions(&self, block: u32) -> bool {
        let range = self.flow.instructions(block as usize);
        let ops = self.code.instructions.get(range).unwrap_or_default();
        ops.iter().any(|instruction| match instruction.op {
            Op::GetStatic { pool } => self
                .class
                .member(pool)
                .is_some_and(|member| member.name() == "$assertionsDisabled"),
            _ => false,
        })
    }

    /// True for a `switch` over the hash of a text: the one over the texts follows.
    fn is_of_hash(&self, at: u32) -> bool {
        self.before(at).is_some_and(|op| match op {
            Op::Invoke { pool, .. } => self
                .class
                .member(pool)
                .is_some_and(|member| member.name() == "hashCode"),
            _ => false,
        })
    }

    /// True if the keys of a `switch` are those of the source. For enums, texts and patterns, the compiler makes its own
    /// keys.
    fn names_keys(&self, block: u32, at: u32) -> bool {
        let made = matches!(
            self.before(at),
            Some(Op::Invoke { .. } | Op::ArrayLoad(_)) | None
        );
        let line = self.code.line_of(at);
        let follows_hash = (0..block).rev().any(|other| match self.last(other) {
            Some((other, Op::Switch { .. })) => {
                self.code.line_of(other) == line && self.is_of_hash(other)
            }
            _ => false,
        });
        !made && !follows_hash
    }

    /// Whether the value that a switch at an instruction decides on is a `char`.
    fn is_character(&self, at: u32) -> bool {
        let ends_with_char = |pool| {
            let descriptor = self.class.descriptor(pool);
            descriptor.is_some_and(|descriptor| descriptor == b"C" || descriptor.ends_with(b")C"))
        };
        match self.before(at) {
            Some(Op::Load { slot, .. }) => {
                let declared = self.class.local_type(self.code, slot, at.saturating_sub(1));
                declared.is_some_and(|declared| declared == "C")
            }
            Some(Op::Invoke { pool, .. } | Op::GetField { pool } | Op::GetStatic { pool }) => {
                ends_with_char(pool)
            }
            Some(Op::ArrayLoad(element)) => element == ArrayElement::Char,
            Some(Op::Convert { to_narrow, .. }) => to_narrow == Some(ArrayElement::Char),
            _ => false,
        }
    }

    fn before(&self, at: u32) -> Option<Op> {
        let before = at.checked_sub(1)?;
        Some(self.code.instructions.get(before as usize)?.op)
    }
}
