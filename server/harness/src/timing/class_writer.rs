//! A class with two methods, as bytes.
//!
//! Version 49 of the format needs no frames: the JVM infers the types at branch targets by itself (JVMS 4.10.2).

/// Java 5, the newest version without frames.
const VERSION: u16 = 49;
const MAGIC: u32 = 0xCAFE_BABE;
const PUBLIC_FINAL_SUPER: u16 = 0x0031;
const PUBLIC_STATIC: u16 = 0x0009;

/// A constant pool under construction.
#[derive(Debug, Default)]
pub(super) struct Pool {
    bytes: Vec<u8>,
    /// The number of the last entry.
    last: u16,
}

impl Pool {
    pub(super) fn utf8(&mut self, text: &str) -> u16 {
        self.bytes.push(1);
        self.bytes.extend((text.len() as u16).to_be_bytes());
        self.bytes.extend(text.as_bytes());
        self.added(1)
    }

    pub(super) fn integer(&mut self, value: i32) -> u16 {
        self.bytes.push(3);
        self.bytes.extend(value.to_be_bytes());
        self.added(1)
    }

    pub(super) fn long(&mut self, value: i64) -> u16 {
        self.bytes.push(5);
        self.bytes.extend(value.to_be_bytes());
        // It takes two entries.
        self.added(2)
    }

    pub(super) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.bytes.push(7);
        self.bytes.extend(name.to_be_bytes());
        self.added(1)
    }

    pub(super) fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.bytes.push(12);
        self.bytes.extend(name.to_be_bytes());
        self.bytes.extend(descriptor.to_be_bytes());
        let name_and_type = self.added(1);
        self.bytes.push(10);
        self.bytes.extend(class.to_be_bytes());
        self.bytes.extend(name_and_type.to_be_bytes());
        self.added(1)
    }

    fn added(&mut self, numbers: u16) -> u16 {
        self.last += numbers;
        self.last + 1 - numbers
    }
}

/// A public static method without parameters that returns a `long`.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) max_stack: u16,
    pub(super) max_locals: u16,
    pub(super) code: Vec<u8>,
}

/// The bytes of a class.
pub(super) fn class(mut pool: Pool, name: &str, methods: &[Method]) -> Vec<u8> {
    let this = pool.class(name);
    let parent = pool.class("java/lang/Object");
    let code_name = pool.utf8("Code");
    let descriptor = pool.utf8("()J");
    let names: Vec<u16> = methods
        .iter()
        .map(|method| pool.utf8(method.name))
        .collect();
    let mut out = Vec::new();
    out.extend(MAGIC.to_be_bytes());
    // The minor version, the major version, and the number of constants plus one.
    for number in [0, VERSION, pool.last + 1] {
        out.extend(number.to_be_bytes());
    }
    out.extend(&pool.bytes);
    // Neither interfaces nor fields.
    for number in [PUBLIC_FINAL_SUPER, this, parent, 0, 0, methods.len() as u16] {
        out.extend(number.to_be_bytes());
    }
    for (method, method_name) in methods.iter().zip(names) {
        for number in [PUBLIC_STATIC, method_name, descriptor, 1, code_name] {
            out.extend(number.to_be_bytes());
        }
        let length = method.code.len() as u32;
        out.extend((12 + length).to_be_bytes());
        out.extend(method.max_stack.to_be_bytes());
        out.extend(method.max_locals.to_be_bytes());
        out.extend(length.to_be_bytes());
        out.extend(&method.code);
        // Neither handlers nor attributes.
        out.extend([0; 4]);
    }
    // No attributes.
    out.extend([0; 2]);
    out
}
