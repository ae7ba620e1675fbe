//! Recursions that follow an object's links: over lists and trees.

use super::super::value::Side;
use super::super::{Bounds, LoopView};
use super::{Body, Scope};
use crate::method::LinkedObjects;
use crate::values::{Id, Node};
use bytecode::Op;
use cost::Measure;
use std::sync::Arc;

/// How deep joins are followed.
const MAX_JOINS: u32 = 4;

impl Bounds<'_> {
    /// How many objects a recursion reaches if, for one of its parameters, it passes only objects that a link of that
    /// parameter leads to.
    pub(crate) fn objects_of_recursion(&mut self) -> Option<LinkedObjects> {
        let calls = self.input.calls;
        let sites = calls.iter().filter(|call| call.is_recursive());
        let sites: Vec<u32> = sites.map(|call| call.passed.instruction).collect();
        if sites.is_empty() || sites.iter().any(|site| self.is_in_loop(*site)) {
            return None;
        }
        let values = self.values()?;
        let (body, view) = (Body::at(0), LoopView::nothing());
        let scope = self.scope(&values, &body, &view);
        let parameters = values.passed(*sites.first()?).len();
        (0..parameters).find_map(|parameter| self.objects_along(scope, &sites, parameter))
    }

    fn objects_along(
        &mut self,
        scope: Scope<'_>,
        sites: &[u32],
        parameter: usize,
    ) -> Option<LinkedObjects> {
        let mut names: Vec<String> = Vec::new();
        let mut begin = None;
        let mut is_each_link_once = true;
        for site in sites {
            let mut links = Vec::new();
            let passed = *scope.values.passed(*site).get(parameter)?;
            self.linked(scope, (passed, parameter), (&mut links, &mut begin), 0)?;
            is_each_link_once &= !links.iter().any(|link| names.contains(link));
            names.extend(links);
        }
        names.sort();
        names.dedup();
        if names.iter().any(|name| self.writes_link(name)) {
            return None;
        }
        let text = names.join("|");
        self.header = 0;
        self.line = self.input.code.line_of(0);
        let mut path = self.path(scope.values, begin?, 0)?.ended_along(&text);
        path.largest = true;
        let name = format!("chain({}.{text})", path.text_or_this());
        let measure = Measure::Chain(Arc::from(text.as_str()));
        let most = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
        self.note_nothing_twice();
        Some(LinkedObjects {
            most: most.value,
            links: names,
            is_each_link_once,
        })
    }

    /// Collects the links through which a passed value was read: links of the parameter in whose place it is passed. Also
    /// the parameter's value. A run without an object must make no calls, so that none passes the null reference on.
    fn linked(
        &self,
        scope: Scope<'_>,
        (id, parameter): (Id, usize),
        (links, begin): (&mut Vec<String>, &mut Option<Id>),
        depth: u32,
    ) -> Option<()> {
        let values = scope.values;
        match values.node(id) {
            Node::Field { at, object, memory } => {
                let Node::Entry(slot) = values.node(object) else {
                    return None;
                };
                let Op::GetField { pool } = self.input.code.instructions.get(at as usize)?.op
                else {
                    return None;
                };
                if self.place_of_slot(slot) != Some(parameter)
                    || values.node(memory) != Node::Untouched
                {
                    return None;
                }
                let name = self.input.class.member(pool)?.name().into_owned();
                if !links.contains(&name) {
                    links.push(name);
                }
                *begin = Some(object);
                Some(())
            }
            Node::Join { block, .. } if depth < MAX_JOINS => {
                for (from, value) in values.joined(id) {
                    if values.is_backward(*from, block) {
                        return None;
                    }
                    self.linked(scope, (*value, parameter), (links, begin), depth + 1)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// The position of a parameter in a local among the arguments of a call, the receiver first.
    pub(super) fn place_of_slot(&self, slot: u16) -> Option<usize> {
        let receiver = usize::from(!self.input.method.is_static());
        if slot == 0 && receiver == 1 {
            return Some(0);
        }
        let (index, _) = self.argument(slot)?;
        Some(index + receiver)
    }

    /// True if the method writes a field with this name.
    fn writes_link(&self, name: &str) -> bool {
        let mut all = self.input.code.instructions.iter();
        all.any(|instruction| match instruction.op {
            Op::PutField { pool } => {
                (self.input.class.member(pool)).is_none_or(|member| member.name() == name)
            }
            _ => false,
        })
    }

    /// True if one call may execute an instruction more than once.
    pub(super) fn is_in_loop(&self, instruction: u32) -> bool {
        let Some(block) = self.flow.block_of(instruction) else {
            return true;
        };
        let mut seen = vec![false; self.flow.len()];
        let mut pending = vec![block];
        while let Some(from) = pending.pop() {
            for edge in self.flow.successors(from) {
                let to = edge.block();
                if to == block {
                    return true;
                }
                if !std::mem::replace(&mut seen[to], true) {
                    pending.push(to);
                }
            }
        }
        false
    }
}
