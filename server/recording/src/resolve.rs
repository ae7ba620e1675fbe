//! Resolves the values in a chunk's pools, each once, when an event refers to it.

use std::rc::Rc;
use std::sync::Arc;

use crate::bytes::Text;
use crate::constants::Constants;
use crate::layout::{Constant, Layout, Layouts, List, Value, Values};
use crate::maps::Map;
use crate::recording::{
    Frame, FrameKind, Method, MethodIndex, Stack, StackIndex, Thread, ThreadIndex,
};
use crate::tables::Tables;

/// The requested fields of the types in pools. For other types, it is the first field.
pub(crate) const FIELDS: [(&str, &[&str]); 5] = [
    ("java.lang.Class", &["name"]),
    ("jdk.types.Method", &["type", "name", "descriptor"]),
    ("jdk.types.StackTrace", &["truncated", "frames"]),
    (
        "jdk.types.StackFrame",
        &["method", "lineNumber", "bytecodeIndex", "type"],
    ),
    (
        "java.lang.Thread",
        &[
            "osName",
            "osThreadId",
            "javaName",
            "javaThreadId",
            "virtual",
        ],
    ),
];

/// A text may be the only field of a value, which may be the only field of another value.
const DEEPEST_TEXT: usize = 4;
/// The null key.
const NOTHING: i64 = 0;

/// The stack that an event refers to.
pub(crate) enum StackOf {
    /// The event has no stack.
    Nothing,
    /// The recording lacks the stack.
    Unresolved,
    Known(StackIndex),
}

pub(crate) struct Resolver<'r, 't, 'a> {
    constants: &'r Constants<'a>,
    layouts: Layouts<'t>,
    tables: &'r mut Tables,
    texts: Map<Constant, Option<Arc<str>>>,
    classes: Map<Constant, Option<(Arc<str>, bool)>>,
    methods: Map<Constant, Option<MethodIndex>>,
    stacks: Map<Constant, Option<StackIndex>>,
    threads: Map<Constant, Option<ThreadIndex>>,
    kinds: Map<Constant, FrameKind>,
}

impl<'r, 't, 'a> Resolver<'r, 't, 'a> {
    pub(crate) fn new(
        constants: &'r Constants<'a>,
        layouts: Layouts<'t>,
        tables: &'r mut Tables,
    ) -> Self {
        Self {
            constants,
            layouts,
            tables,
            texts: Map::default(),
            classes: Map::default(),
            methods: Map::default(),
            stacks: Map::default(),
            threads: Map::default(),
            kinds: Map::default(),
        }
    }

    pub(crate) fn layout(&mut self, type_id: i64) -> Option<Rc<Layout>> {
        self.layouts.of(type_id)
    }

    fn values(&mut self, constant: Constant) -> Option<Values<'a>> {
        let mut bytes = self.constants.get(constant)?;
        self.layouts.of(constant.type_id)?.read(&mut bytes)
    }

    /// A text, or the text that a pool value consists of.
    pub(crate) fn text(&mut self, value: &Value<'a>) -> Option<Arc<str>> {
        self.text_of(value, DEEPEST_TEXT)
    }

    /// Examines each text once, however many references lead to it.
    fn text_at(&mut self, constant: Constant, depth: usize) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(&constant) {
            return known.clone();
        }
        let depth = depth.checked_sub(1)?;
        let first = self.values(constant).map(|[first, ..]| first);
        let text = first.and_then(|first| self.text_of(&first, depth));
        self.texts.insert(constant, text.clone());
        text
    }

    fn text_of(&mut self, value: &Value<'a>, depth: usize) -> Option<Arc<str>> {
        match value {
            Value::Text(_, Text::Plain(text)) => Some(self.tables.text(text)),
            Value::Text(type_id, Text::Reference(key)) => {
                let (type_id, key) = (*type_id, *key);
                self.text_at(Constant { type_id, key }, depth)
            }
            Value::Reference(constant) => self.text_at(*constant, depth),
            _ => None,
        }
    }

    /// The name of a class with slashes, and whether the class is hidden.
    fn class(&mut self, value: &Value<'a>) -> Option<(Arc<str>, bool)> {
        let Value::Reference(constant) = value else {
            return None;
        };
        if let Some(known) = self.classes.get(constant) {
            return known.clone();
        }
        let class = self.values(*constant).and_then(|[name, ..]| {
            let name = self.text(&name)?;
            Some(self.tables.class(&name))
        });
        self.classes.insert(*constant, class.clone());
        class
    }

    pub(crate) fn class_name(&mut self, value: &Value<'a>) -> Option<Arc<str>> {
        self.class(value).map(|(name, _)| name)
    }

    pub(crate) fn method(&mut self, value: &Value<'a>) -> Option<MethodIndex> {
        let Value::Reference(constant) = value else {
            return None;
        };
        if let Some(known) = self.methods.get(constant) {
            return *known;
        }
        let method = self
            .values(*constant)
            .and_then(|[class, name, descriptor, ..]| {
                let (class, is_of_hidden_class) = self.class(&class)?;
                Some(Method {
                    class,
                    name: self.text(&name)?,
                    descriptor: self.text(&descriptor)?,
                    is_of_hidden_class,
                })
            });
        let method = method.map(|method| self.tables.method(method));
        self.methods.insert(*constant, method);
        method
    }

    pub(crate) fn stack(&mut self, value: &Value<'a>) -> StackOf {
        let constant = match value {
            Value::Reference(constant) if constant.key != NOTHING => constant,
            _ => return StackOf::Nothing,
        };
        let stack = if let Some(known) = self.stacks.get(constant) {
            *known
        } else {
            let stack = self.values(*constant);
            let stack = stack.and_then(|[truncated, frames, ..]| self.frames(&truncated, &frames));
            let stack = stack.map(|stack| self.tables.stack(stack));
            self.stacks.insert(*constant, stack);
            stack
        };
        stack.map_or(StackOf::Unresolved, StackOf::Known)
    }

    /// A stack, if it is complete. Without one of its frames, it would be another stack.
    fn frames(&mut self, truncated: &Value<'a>, frames: &Value<'a>) -> Option<Stack> {
        let Value::List(List {
            type_id,
            length,
            mut elements,
        }) = *frames
        else {
            return None;
        };
        let layout = self.layouts.of(type_id)?;
        let mut found = Vec::new();
        for _ in 0..length {
            let [method, line, bytecode_index, kind, ..] = layout.read(&mut elements)?;
            let kind = self.kind(&kind);
            let number = |value: &Value<'_>| match value {
                Value::Number(number, _) => u32::try_from(*number).ok(),
                _ => None,
            };
            found.push(Frame {
                method: self.method(&method)?,
                line: number(&line).filter(|&line| line > 0),
                bytecode_index: number(&bytecode_index).filter(|_| kind != FrameKind::Native),
                kind,
            });
        }
        Some(Stack {
            frames: found.into(),
            is_truncated: matches!(truncated, Value::Number(1.., _)),
        })
    }

    fn kind(&mut self, value: &Value<'a>) -> FrameKind {
        let Value::Reference(constant) = value else {
            return FrameKind::Other;
        };
        if let Some(known) = self.kinds.get(constant) {
            return *known;
        }
        let kind = match self.text(value).as_deref() {
            Some("Interpreted") => FrameKind::Interpreted,
            Some("JIT compiled") => FrameKind::Jit,
            Some("Inlined") => FrameKind::Inlined,
            Some("Native") => FrameKind::Native,
            _ => FrameKind::Other,
        };
        self.kinds.insert(*constant, kind);
        kind
    }

    pub(crate) fn thread(&mut self, value: &Value<'a>) -> Option<ThreadIndex> {
        let Value::Reference(constant) = value else {
            return None;
        };
        if let Some(known) = self.threads.get(constant) {
            return *known;
        }
        let values = self.values(*constant);
        let thread = values.map(|[os_name, os_id, java_name, java_id, is_virtual, ..]| {
            // Neither the system nor Java has a thread 0.
            let id = |value: &Value<'_>| match value {
                Value::Number(id, _) => u64::try_from(*id).ok().filter(|&id| id > 0),
                _ => None,
            };
            Thread {
                os_thread_id: id(&os_id),
                java_thread_id: id(&java_id),
                os_name: self.text(&os_name),
                java_name: self.text(&java_name),
                is_virtual: matches!(is_virtual, Value::Number(1, _)),
            }
        });
        let thread = thread.map(|thread| self.tables.thread(thread));
        self.threads.insert(*constant, thread);
        thread
    }
}
