//! The methods, frames and stacks of all runs, each only once.

use std::hash::Hash;

use profile::{Code, Frame, FrameIndex, Method, MethodIndex, Stack, StackIndex};
use rustc_hash::FxHashMap;

/// The content of [`Code`], with an index.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeTable {
    code: Code,
    methods: FxHashMap<Method, u32>,
    frames: FxHashMap<Frame, u32>,
    stacks: FxHashMap<Stack, u32>,
}

impl CodeTable {
    pub(crate) fn method(&mut self, method: Method) -> MethodIndex {
        MethodIndex(place_of(method, &mut self.code.methods, &mut self.methods))
    }

    pub(crate) fn frame(&mut self, frame: Frame) -> FrameIndex {
        FrameIndex(place_of(frame, &mut self.code.frames, &mut self.frames))
    }

    pub(crate) fn stack(&mut self, stack: Stack) -> StackIndex {
        StackIndex(place_of(stack, &mut self.code.stacks, &mut self.stacks))
    }

    /// For each stack, whether it has a frame of a matching class.
    pub(crate) fn stacks_with(&self, is_such: impl Fn(&str) -> bool) -> Vec<bool> {
        let methods = self.code.methods.iter();
        let methods: Vec<bool> = methods.map(|method| is_such(&method.class)).collect();
        let mut found: Vec<bool> = Vec::with_capacity(self.code.stacks.len());
        for stack in &self.code.stacks {
            let frame = self.code.frames.get(stack.frame.0 as usize);
            let own = frame.and_then(|frame| methods.get(frame.method.0 as usize));
            // A caller comes before its callees.
            let above = stack.caller.and_then(|caller| found.get(caller.0 as usize));
            found.push(own == Some(&true) || above == Some(&true));
        }
        found
    }

    pub(crate) fn finish(self) -> Code {
        self.code
    }
}

fn place_of<T: Clone + Eq + Hash>(one: T, all: &mut Vec<T>, known: &mut FxHashMap<T, u32>) -> u32 {
    if let Some(place) = known.get(&one) {
        return *place;
    }
    let place = all.len() as u32;
    all.push(one.clone());
    known.insert(one, place);
    place
}

/// The name of a class with slashes. Classes that the JVM generates have numbers that differ from run to run; these are left out.
pub(crate) fn class_name(name: &str) -> String {
    let name = name.replace('.', "/");
    let name = name.split("/0x").next().unwrap_or_default();
    match name.find("$$Lambda") {
        Some(at) => name[..at + "$$Lambda".len()].to_owned(),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::class_name;

    #[test]
    fn made_classes_have_the_same_name_in_each_run() {
        assert_eq!(class_name("java.util.List"), "java/util/List");
        assert_eq!(
            class_name("a.B$$Lambda$14/0x0000000800c03000"),
            "a/B$$Lambda"
        );
        assert_eq!(class_name("a.B$$Lambda/0x000071c6a400"), "a/B$$Lambda");
        assert_eq!(
            class_name("java.lang.invoke.LambdaForm$MH/0x0000000800c03000"),
            "java/lang/invoke/LambdaForm$MH"
        );
    }
}
