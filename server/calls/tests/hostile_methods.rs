//! Methods that nobody writes. Without control flow that can be followed, they have no typical energy.

use bytecode::{ClassFile, Code, Handler, Instruction, Leaders, Method, Op};
use calls::own_typical;
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;
use wcec::{MethodInput, Scratch, analyse};

/// A class without members (JVM specification 4.1): two names and two classes in the constant pool.
fn empty_class() -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 5];
    for (index, name) in ["Fixture", "java/lang/Object"].iter().enumerate() {
        bytes.extend([7, 0, 2 * index as u8 + 2, 1, 0, name.len() as u8]);
        bytes.extend(name.bytes());
    }
    bytes.extend([0, 0x20, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

#[test]
fn a_hostile_exception_table_has_no_typical_energy() {
    let bytes = empty_class();
    let class = ClassFile::parse(&bytes).expect("a class");
    let method = Method {
        name: "m".to_owned(),
        descriptor: "()V".to_owned(),
        access_flags: 8,
        code: None,
        annotations: Vec::new(),
    };
    let nop = Instruction {
        op: Op::Nop,
        opcode: 0,
        wide: false,
    };
    let handlers = (0..5_000).map(|index| Handler {
        start: 0,
        end: 40_000,
        handler: index * 7,
        catches_all: false,
    });
    let mut code = Code {
        instructions: vec![nop; 40_000],
        handlers: handlers.collect(),
        ..Code::default()
    };
    code.leaders = Leaders::of(&code.instructions, &code.switches, &code.handlers);
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let cost = analyse(
        &MethodInput {
            class: &class,
            method: &method,
            code: &code,
            priced: &[],
            means: pricer.means(),
            spread: None,
            writes: &[],
            outcomes: &[],
            declared: &[],
            calls: &[],
        },
        &mut Scratch::default(),
    );
    let typical = own_typical((&class, &method, &code), &cost, &[], &pricer);
    assert_eq!(typical, None, "nobody knows how often its blocks run");
}
