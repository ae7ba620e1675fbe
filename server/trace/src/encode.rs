//! Encodes programs as bytes, big-endian; the other side is `Wire.java`.

use crate::program::{Call, MethodLoops, TracedMethodName, TracedProgram, Value};

/// The input of the process: the limit, whether jumps are predicted, and each program with its remaining calls.
pub(crate) fn request<'p>(
    most_instructions: u64,
    predicts: bool,
    programs: impl ExactSizeIterator<Item = (&'p TracedProgram, &'p [Call])>,
) -> Vec<u8> {
    let mut out = Writer::default();
    out.long(most_instructions.min(i64::MAX as u64));
    out.bytes.push(u8::from(predicts));
    out.count(programs.len());
    for (program, calls) in programs {
        out.count(program.classes.len());
        for class in &program.classes {
            out.block(class.name.as_bytes());
            out.block(&class.bytes);
        }
        out.count(program.loops.len());
        for method in &program.loops {
            out.loops(method);
        }
        out.count(calls.len());
        for call in calls {
            out.method(&call.method);
            match &call.receiver {
                None => out.bytes.push(0),
                Some(receiver) => {
                    out.bytes.push(1);
                    out.value(receiver);
                }
            }
            out.values(&call.arguments);
        }
    }
    out.bytes
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn int(&mut self, number: u32) {
        self.bytes.extend_from_slice(&number.to_be_bytes());
    }

    fn long(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_be_bytes());
    }

    /// More than 2³² items would not fit into the memory of the process either.
    fn count(&mut self, count: usize) {
        self.int(count as u32);
    }

    fn block(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    fn method(&mut self, method: &TracedMethodName) {
        for part in [&method.class, &method.name, &method.descriptor] {
            self.block(part.as_bytes());
        }
    }

    fn loops(&mut self, of: &MethodLoops) {
        self.method(&of.method);
        self.count(of.loops.len());
        for found in &of.loops {
            self.int(found.header);
            self.count(found.body.len());
            for instruction in &found.body {
                self.int(*instruction);
            }
        }
    }

    fn values(&mut self, values: &[Value]) {
        self.count(values.len());
        for value in values {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.bytes.push(0),
            Value::Whole(number) => {
                self.bytes.push(1);
                self.long(*number as u64);
            }
            Value::Real(number) => {
                self.bytes.push(2);
                self.long(number.to_bits());
            }
            Value::Boxed(of, number) => {
                self.bytes.push(8);
                self.bytes.push(*of as u8);
                self.long(*number as u64);
            }
            Value::Text(text) => {
                self.bytes.push(3);
                self.block(text.as_bytes());
            }
            Value::Array(values) => {
                self.bytes.push(4);
                self.values(values);
            }
            Value::List(values) => {
                self.bytes.push(5);
                self.values(values);
            }
            Value::Filled { class, values } => {
                self.bytes.push(7);
                self.block(class.as_bytes());
                self.values(values);
            }
            Value::Object { class, fields } => {
                self.bytes.push(6);
                self.block(class.as_bytes());
                self.count(fields.len());
                for (name, value) in fields {
                    self.block(name.as_bytes());
                    self.value(value);
                }
            }
        }
    }
}
