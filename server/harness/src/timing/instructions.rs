//! The imperative instructions of the JVM, and the classes that time them: constants, loads, stores, arithmetic, conversions,
//! comparisons, branches and stack operations, as in the imperative core of Stark, Schmid and Börger 2001.

use campaign::ClassFile;

use super::class_writer::{Method, Pool, class};

/// What must accompany an instruction in its sequence, and is subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// Nothing.
    None,
    /// Another instruction, by its name.
    Instruction(&'static str),
}

/// An instruction to time.
#[derive(Clone, Debug)]
pub struct TimedInstruction {
    /// Its mnemonic.
    pub name: &'static str,
    /// What is subtracted.
    pub companion: Companion,
    /// The repeated code, including the companion.
    unit: Vec<u8>,
    /// Opcodes of constants that are pushed before the sequence, for each repetition.
    operands: &'static [u8],
    /// Pushed once, below all others.
    first: &'static [u8],
    /// The number of stack slots that each repetition adds.
    growth: u16,
}

const ICONST_1: u8 = 0x04;
const LCONST_1: u8 = 0x0a;
const FCONST_1: u8 = 0x0c;
const DCONST_1: u8 = 0x0f;
const BIPUSH: u8 = 0x10;
const LDC: u8 = 0x12;
const LDC2_W: u8 = 0x14;
const LLOAD: u8 = 0x16;
const ISTORE: u8 = 0x36;
const LSTORE: u8 = 0x37;
const FSTORE: u8 = 0x38;
const DSTORE: u8 = 0x39;
const POP: u8 = 0x57;
const POP2: u8 = 0x58;
const LSUB: u8 = 0x65;
const IINC: u8 = 0x84;
const GOTO: u8 = 0xa7;
const LRETURN: u8 = 0xad;
const INVOKESTATIC: u8 = 0xb8;

/// The local for the first clock reading, after all locals that sequences use.
const CLOCK_LOCAL: u8 = 60;
const LOCALS: u16 = 62;
/// The first locals of the types. Short forms of loads and stores reach only the first four locals, so each type has these in
/// turn, and its long forms use the locals below.
const INT_LOCAL: u8 = 10;
const LONG_LOCAL: u8 = 20;
const FLOAT_LOCAL: u8 = 30;
const DOUBLE_LOCAL: u8 = 40;
/// The indices of constants, which are the first in each pool.
const INTEGER_CONSTANT: u8 = 1;
const LONG_CONSTANT: u8 = 2;

/// The divisor in the locals of each type.
const DIVISOR: u8 = 7;

const INT: &[u8] = &[ICONST_1];
const LONG: &[u8] = &[LCONST_1];
const FLOAT: &[u8] = &[FCONST_1];
const DOUBLE: &[u8] = &[DCONST_1];

/// One of the four computational types.
struct Type {
    constant: &'static [u8],
    pair: &'static [u8],
    slots: u16,
    /// The opcode of the long form of its load, and its local.
    load: u8,
    local: u8,
    load_name: &'static str,
}

const TYPES: [Type; 4] = [
    Type {
        constant: INT,
        pair: &[ICONST_1, ICONST_1],
        slots: 1,
        load: 0x15,
        local: INT_LOCAL,
        load_name: "iload",
    },
    Type {
        constant: LONG,
        pair: &[LCONST_1, LCONST_1],
        slots: 2,
        load: LLOAD,
        local: LONG_LOCAL,
        load_name: "lload",
    },
    Type {
        constant: FLOAT,
        pair: &[FCONST_1, FCONST_1],
        slots: 1,
        load: 0x17,
        local: FLOAT_LOCAL,
        load_name: "fload",
    },
    Type {
        constant: DOUBLE,
        pair: &[DCONST_1, DCONST_1],
        slots: 2,
        load: 0x18,
        local: DOUBLE_LOCAL,
        load_name: "dload",
    },
];

const LOADS: [[&str; 5]; 4] = [
    ["iload", "iload_0", "iload_1", "iload_2", "iload_3"],
    ["lload", "lload_0", "lload_1", "lload_2", "lload_3"],
    ["fload", "fload_0", "fload_1", "fload_2", "fload_3"],
    ["dload", "dload_0", "dload_1", "dload_2", "dload_3"],
];
const STORES: [[&str; 5]; 4] = [
    ["istore", "istore_0", "istore_1", "istore_2", "istore_3"],
    ["lstore", "lstore_0", "lstore_1", "lstore_2", "lstore_3"],
    ["fstore", "fstore_0", "fstore_1", "fstore_2", "fstore_3"],
    ["dstore", "dstore_0", "dstore_1", "dstore_2", "dstore_3"],
];
const ARITHMETIC: [[&str; 4]; 6] = [
    ["iadd", "ladd", "fadd", "dadd"],
    ["isub", "lsub", "fsub", "dsub"],
    ["imul", "lmul", "fmul", "dmul"],
    ["idiv", "ldiv", "fdiv", "ddiv"],
    ["irem", "lrem", "frem", "drem"],
    ["ineg", "lneg", "fneg", "dneg"],
];
const REMAINDER_ROW: usize = 4;
const NEGATION_ROW: usize = 5;

impl TimedInstruction {
    fn of(name: &'static str, unit: &[u8]) -> Self {
        Self {
            name,
            companion: Companion::None,
            unit: unit.to_vec(),
            operands: &[],
            first: &[],
            growth: 0,
        }
    }

    const fn pushing(mut self, slots: u16) -> Self {
        self.growth = slots;
        self
    }

    /// Each repetition takes these from the stack.
    const fn taking(mut self, operands: &'static [u8]) -> Self {
        self.operands = operands;
        self
    }

    /// Values below the operands, for instructions that use the result of the one before.
    const fn on(mut self, first: &'static [u8]) -> Self {
        self.first = first;
        self
    }

    /// The class that times a sequence of this length.
    pub fn class(&self, length: u16) -> ClassFile {
        let name = format!("timed/T_{}", self.name);
        let mut pool = Pool::default();
        // In this order, they have the indices that the sequences use.
        let _ = pool.integer(1_000_003);
        let _ = pool.long(10_000_000_019);
        let clocks = [
            (
                "coarse",
                pool.method("java/lang/System", "currentTimeMillis", "()J"),
            ),
            ("fine", pool.method("java/lang/System", "nanoTime", "()J")),
        ];
        let methods = clocks.map(|(name, clock)| self.method(name, clock, length));
        ClassFile {
            bytes: class(pool, &name, &methods),
            name,
        }
    }

    fn method(&self, name: &'static str, clock: u16, length: u16) -> Method {
        let [clock_high, clock_low] = clock.to_be_bytes();
        let look = [INVOKESTATIC, clock_high, clock_low];
        let mut code = Vec::new();
        code.extend(self.locals());
        code.extend(self.first);
        for _ in 0..length {
            code.extend(self.operands);
        }
        code.extend(look);
        code.extend([LSTORE, CLOCK_LOCAL]);
        for _ in 0..length {
            self.repetition(&mut code);
        }
        code.extend(look);
        code.extend([LLOAD, CLOCK_LOCAL, LSUB, LRETURN]);
        // Each constant takes one or two slots. A method may return with a non-empty stack.
        let pushed = 2 * (self.first.len() + self.operands.len() * usize::from(length));
        let grown = usize::from(self.growth) * usize::from(length);
        Method {
            name,
            max_stack: (pushed + grown + 8).min(usize::from(u16::MAX)) as u16,
            max_locals: LOCALS,
            code,
        }
    }

    /// Initialises the locals: those that the long forms use, and the first four with the type of the short form.
    fn locals(&self) -> Vec<u8> {
        let mut code = Vec::new();
        for (constant, store, local) in [
            (&[BIPUSH, DIVISOR][..], ISTORE, INT_LOCAL),
            (&[BIPUSH, DIVISOR, 0x85], LSTORE, LONG_LOCAL),
            (&[BIPUSH, DIVISOR, 0x86], FSTORE, FLOAT_LOCAL),
            (&[BIPUSH, DIVISOR, 0x87], DSTORE, DOUBLE_LOCAL),
        ] {
            code.extend(constant);
            code.extend([store, local]);
        }
        for (row, names) in LOADS.iter().enumerate() {
            if let Some(slot) = names[1..].iter().position(|name| *name == self.name) {
                code.extend(TYPES[row].constant);
                code.extend([[ISTORE, LSTORE, FSTORE, DSTORE][row], slot as u8]);
            }
        }
        code
    }

    fn repetition(&self, code: &mut Vec<u8>) {
        match self.unit[..] {
            // Branches to the next instruction.
            [opcode @ (0x99..=0xa4 | GOTO)] => code.extend([opcode, 0, 3]),
            _ => code.extend(&self.unit),
        }
    }
}

/// An empty sequence between the two clock readings: their overhead.
pub fn overhead() -> TimedInstruction {
    TimedInstruction::of("overhead", &[])
}

/// The 137 imperative instructions.
pub fn all() -> Vec<TimedInstruction> {
    let mut all = Vec::new();
    constants(&mut all);
    for (row, of) in TYPES.iter().enumerate() {
        loads_and_stores(row, of, &mut all);
    }
    stack(&mut all);
    for (row, names) in ARITHMETIC.iter().enumerate() {
        for (column, (name, of)) in names.iter().zip(&TYPES).enumerate() {
            all.push(arithmetic(row, column, name, of));
        }
    }
    bits(&mut all);
    all.push(TimedInstruction::of("iinc", &[IINC, INT_LOCAL, 1]));
    conversions(&mut all);
    comparisons(&mut all);
    branches(&mut all);
    all
}

fn constants(all: &mut Vec<TimedInstruction>) {
    let integers = [
        "iconst_m1",
        "iconst_0",
        "iconst_1",
        "iconst_2",
        "iconst_3",
        "iconst_4",
        "iconst_5",
    ];
    for (name, opcode) in integers.into_iter().zip(0x02..) {
        all.push(TimedInstruction::of(name, &[opcode]).pushing(1));
    }
    for (name, opcode, slots) in [
        ("lconst_0", 0x09, 2),
        ("lconst_1", 0x0a, 2),
        ("fconst_0", 0x0b, 1),
        ("fconst_1", 0x0c, 1),
        ("fconst_2", 0x0d, 1),
        ("dconst_0", 0x0e, 2),
        ("dconst_1", 0x0f, 2),
    ] {
        all.push(TimedInstruction::of(name, &[opcode]).pushing(slots));
    }
    all.push(TimedInstruction::of("bipush", &[BIPUSH, 5]).pushing(1));
    all.push(TimedInstruction::of("sipush", &[0x11, 1, 0]).pushing(1));
    all.push(TimedInstruction::of("ldc", &[LDC, INTEGER_CONSTANT]).pushing(1));
    all.push(TimedInstruction::of("ldc2_w", &[LDC2_W, 0, LONG_CONSTANT]).pushing(2));
}

fn loads_and_stores(row: usize, of: &Type, all: &mut Vec<TimedInstruction>) {
    let [long_form, short_forms @ ..] = LOADS[row];
    all.push(TimedInstruction::of(long_form, &[of.load, of.local]).pushing(of.slots));
    for (name, slot) in short_forms.into_iter().zip(0_u8..) {
        let opcode = 0x1a + 4 * row as u8 + slot;
        all.push(TimedInstruction::of(name, &[opcode]).pushing(of.slots));
    }
    let [long_form, short_forms @ ..] = STORES[row];
    let store = ISTORE + row as u8;
    all.push(TimedInstruction::of(long_form, &[store, of.local]).taking(of.constant));
    for (name, slot) in short_forms.into_iter().zip(0_u8..) {
        let opcode = 0x3b + 4 * row as u8 + slot;
        all.push(TimedInstruction::of(name, &[opcode]).taking(of.constant));
    }
}

fn stack(all: &mut Vec<TimedInstruction>) {
    const FOUR: &[u8] = &[ICONST_1; 4];
    all.push(TimedInstruction::of("pop", &[POP]).taking(INT));
    all.push(TimedInstruction::of("pop2", &[POP2]).taking(TYPES[0].pair));
    for (name, opcode, growth) in [
        ("dup", 0x59, 1),
        ("dup_x1", 0x5a, 1),
        ("dup_x2", 0x5b, 1),
        ("dup2", 0x5c, 2),
        ("dup2_x1", 0x5d, 2),
        ("dup2_x2", 0x5e, 2),
        ("swap", 0x5f, 0),
    ] {
        all.push(
            TimedInstruction::of(name, &[opcode])
                .pushing(growth)
                .on(FOUR),
        );
    }
}

fn arithmetic(row: usize, column: usize, name: &'static str, of: &Type) -> TimedInstruction {
    let opcode = 0x60 + 4 * row as u8 + column as u8;
    match row {
        NEGATION_ROW => TimedInstruction::of(name, &[opcode]).on(of.constant),
        // The remainder of two results would soon divide by 0.
        REMAINDER_ROW => {
            let unit = [of.load, of.local, opcode];
            let companion = Companion::Instruction(of.load_name);
            TimedInstruction {
                companion,
                ..TimedInstruction::of(name, &unit).on(of.constant)
            }
        }
        _ => TimedInstruction::of(name, &[opcode])
            .taking(of.constant)
            .on(of.constant),
    }
}

fn bits(all: &mut Vec<TimedInstruction>) {
    for (name, opcode) in [("ishl", 0x78), ("ishr", 0x7a), ("iushr", 0x7c)] {
        all.push(TimedInstruction::of(name, &[opcode]).taking(INT).on(INT));
    }
    for (name, opcode) in [("lshl", 0x79), ("lshr", 0x7b), ("lushr", 0x7d)] {
        // A long is shifted by an int, which has to be pushed in between.
        all.push(TimedInstruction {
            companion: Companion::Instruction("iload"),
            ..TimedInstruction::of(name, &[TYPES[0].load, INT_LOCAL, opcode]).on(LONG)
        });
    }
    for (name, opcode, of) in [
        ("iand", 0x7e, INT),
        ("land", 0x7f, LONG),
        ("ior", 0x80, INT),
        ("lor", 0x81, LONG),
        ("ixor", 0x82, INT),
        ("lxor", 0x83, LONG),
    ] {
        all.push(TimedInstruction::of(name, &[opcode]).taking(of).on(of));
    }
}

fn conversions(all: &mut Vec<TimedInstruction>) {
    for (name, opcode, from, result_slots) in [
        ("i2l", 0x85, INT, 2),
        ("i2f", 0x86, INT, 1),
        ("i2d", 0x87, INT, 2),
        ("l2i", 0x88, LONG, 1),
        ("l2f", 0x89, LONG, 1),
        ("l2d", 0x8a, LONG, 2),
        ("f2i", 0x8b, FLOAT, 1),
        ("f2l", 0x8c, FLOAT, 2),
        ("f2d", 0x8d, FLOAT, 2),
        ("d2i", 0x8e, DOUBLE, 1),
        ("d2l", 0x8f, DOUBLE, 2),
        ("d2f", 0x90, DOUBLE, 1),
    ] {
        // The next repetition needs what is below the result.
        let (drop, companion) = if result_slots == 2 {
            (POP2, "pop2")
        } else {
            (POP, "pop")
        };
        all.push(TimedInstruction {
            companion: Companion::Instruction(companion),
            ..TimedInstruction::of(name, &[opcode, drop]).taking(from)
        });
    }
    for (name, opcode) in [("i2b", 0x91), ("i2c", 0x92), ("i2s", 0x93)] {
        all.push(TimedInstruction::of(name, &[opcode]).on(INT));
    }
}

fn comparisons(all: &mut Vec<TimedInstruction>) {
    for (name, opcode, row) in [
        ("lcmp", 0x94, 1),
        ("fcmpl", 0x95, 2),
        ("fcmpg", 0x96, 2),
        ("dcmpl", 0x97, 3),
        ("dcmpg", 0x98, 3),
    ] {
        let of: &Type = &TYPES[row];
        all.push(TimedInstruction {
            companion: Companion::Instruction("pop"),
            ..TimedInstruction::of(name, &[opcode, POP]).taking(of.pair)
        });
    }
}

fn branches(all: &mut Vec<TimedInstruction>) {
    let on_zero = ["ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle"];
    for (name, opcode) in on_zero.into_iter().zip(0x99..) {
        all.push(TimedInstruction::of(name, &[opcode]).taking(INT));
    }
    let on_two = [
        "if_icmpeq",
        "if_icmpne",
        "if_icmplt",
        "if_icmpge",
        "if_icmpgt",
        "if_icmple",
    ];
    for (name, opcode) in on_two.into_iter().zip(0x9f..) {
        all.push(TimedInstruction::of(name, &[opcode]).taking(TYPES[0].pair));
    }
    all.push(TimedInstruction::of("goto", &[GOTO]));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bytecode::ClassFile;

    use super::*;

    #[test]
    fn there_are_137_instructions_and_their_companions_are_among_them() {
        let all = all();
        assert_eq!(all.len(), 137);
        let names: BTreeSet<&str> = all.iter().map(|of| of.name).collect();
        assert_eq!(names.len(), 137);
        for instruction in &all {
            if let Companion::Instruction(name) = instruction.companion {
                let companion = all.iter().find(|of| of.name == name).unwrap();
                assert_eq!(companion.companion, Companion::None, "{name}");
            }
        }
    }

    #[test]
    fn each_class_has_its_instruction_as_often_as_was_asked_between_the_looks() {
        for instruction in all() {
            let file = instruction.class(50);
            let class = ClassFile::parse(&file.bytes).unwrap();
            assert_eq!(class.methods.len(), 2, "{}", instruction.name);
            for method in &class.methods {
                let code = method.code.as_ref().unwrap();
                let names: Vec<String> = code
                    .instructions
                    .iter()
                    .map(bytecode::Instruction::mnemonic)
                    .collect();
                let looks: Vec<usize> = names
                    .iter()
                    .enumerate()
                    .filter(|(_, name)| *name == "invokestatic")
                    .map(|(at, _)| at)
                    .collect();
                let between = &names[looks[0] + 2..looks[1]];
                let count = between
                    .iter()
                    .filter(|name| *name == instruction.name)
                    .count();
                assert_eq!(count, 50, "{} {between:?}", instruction.name);
                let companions = match instruction.companion {
                    Companion::None => 0,
                    Companion::Instruction(_) => 50,
                };
                assert_eq!(between.len(), 50 + companions, "{}", instruction.name);
            }
        }
    }
}
