//! Whether calls change what a bound depends on.

use super::Bounds;
use crate::side_effects::{CALLEE, Effects, SEEN_CALLEE};
use bytecode::{Code, Op};
use cost::Measure;

impl Bounds<'_> {
    /// True for the result of a method if the current method, or one that it calls in its class, writes a field that may be
    /// read: a field of another class, or of its own class if that has a method with this name.
    pub(super) fn may_answer_otherwise(&self, measure: &Measure) -> bool {
        let Measure::Result(method) = measure else {
            return false;
        };
        let class = self.input.class;
        let answers = class.methods.iter().any(|own| own.name == **method);
        let effects = Effects::new(class);
        let mut seen: Vec<*const Code> = Vec::new();
        let mut pending = vec![self.input.code];
        while let Some(code) = pending.pop() {
            let this: *const Code = code;
            if seen.contains(&this) {
                continue;
            }
            seen.push(this);
            for instruction in &code.instructions {
                match instruction.op {
                    Op::PutField { pool } | Op::PutStatic { pool } => {
                        let member = class.member(pool);
                        if answers || member.is_none_or(|member| member.class() != class.name) {
                            return true;
                        }
                    }
                    Op::Invoke { kind, pool } => {
                        pending.extend(effects.body(kind, pool).map(|(_, code)| code));
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// True if a call may change any field.
    pub(super) fn may_change_anything(&self, call: u32) -> bool {
        [CALLEE, SEEN_CALLEE]
            .iter()
            .any(|callee| self.writes_field(callee, call, call + 1))
    }
}
