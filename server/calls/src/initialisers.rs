//! Classes that a method's code may initialise. Costs leave initialisers out: they run once, at the first use of their class.

use super::sites::Site;
use super::unit::Unit;
use bytecode::{ClassFile, Code, InvokeKind, Op};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Unit {
    /// Whether a method's own code, at one of the instructions that count, may run the initialiser of a class (JVMS 5.5).
    pub(super) fn may_initialise(
        &self,
        (class, code): (&ClassFile<'_>, &Code),
        sites: &[Site],
        counts: impl Fn(u32) -> bool,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut is_initialised_by = |named: &str, at: u32| {
            let is_new = !seen.contains(named) && counts(at) && seen.insert(Box::from(named));
            is_new && self.has_initialiser(named) && !self.inherits(&class.name, named)
        };
        let mut instructions = (0..).zip(&code.instructions);
        let uses = instructions.any(|(at, instruction)| {
            let named = match instruction.op {
                Op::New { pool } => class.class(pool),
                Op::GetStatic { pool } | Op::PutStatic { pool } => {
                    class.member(pool).map(|member| member.class())
                }
                Op::Invoke {
                    kind: InvokeKind::Static,
                    pool,
                } => class.member(pool).map(|member| member.class()),
                _ => None,
            };
            named.is_some_and(|named| is_initialised_by(&named, at))
        });
        // A reference to a static method or to a constructor.
        let mut references = (sites.iter()).filter_map(|site| Some((site, site.lambda.as_ref()?)));
        uses || references.any(|(site, body)| {
            matches!(body.kind, InvokeKind::Static | InvokeKind::Special)
                && is_initialised_by(&body.class, site.passed.instruction)
        })
    }

    /// Whether a class or one of its supertypes has an initialiser, or may have one because it is unknown. The class of all objects
    /// is always initialised.
    fn has_initialiser(&self, class: &str) -> bool {
        let mut pending: Vec<Arc<str>> = vec![Arc::from(class)];
        let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
        while let Some(class) = pending.pop() {
            if &*class == "java/lang/Object" {
                continue;
            }
            let Some(header) = self.header(&class) else {
                return true;
            };
            if header.has_initialiser() {
                return true;
            }
            if seen.insert(class) {
                pending.extend(header.supertypes().cloned());
            }
        }
        false
    }

    /// Whether a class is another one, or inherits from it. Its methods run only once both are initialised.
    fn inherits(&self, class: &str, from: &str) -> bool {
        class == from || self.superclasses(class).any(|above| *above.name == *from)
    }
}
