//! The method that an event is charged to.

use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::{Code, MethodIndex, StackIndex};

/// Finds the nearest kept method of a stack.
pub(crate) struct Sites<'a> {
    pub(crate) code: &'a Code,
    pub(crate) methods: &'a Methods<'a>,
    pub(crate) options: &'a AnalysisOptions,
}

impl Sites<'_> {
    pub(crate) fn of(&self, stack: Option<StackIndex>) -> Option<MethodIndex> {
        let mut at = stack;
        while let Some(index) = at {
            let stack = self.code.stacks.get(index.0 as usize)?;
            let frame = self.code.frames.get(stack.frame.0 as usize)?;
            if let Some(method) = self.methods.of_frame(frame)
                && (self.methods.get(method)).is_some_and(|name| self.options.keeps(&name.class))
            {
                return Some(method);
            }
            // A caller comes before its callees, so this ends.
            at = stack.caller.filter(|caller| *caller < index);
        }
        None
    }
}
