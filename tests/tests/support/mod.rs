//! Shared by the tests of bytecode prices: Java text compiled by every JDK of the machine.

use std::sync::Arc;

use bytecode::{ClassFile, Method};
use jdk::{Environment, Jdk, find_jdks};
use posterior::{Features, Posterior};
use pricing::{Mapping, Priced, Pricer};
use wcec::{MethodCost, MethodInput, Scratch, analyse};

/// The feature version that the tests need besides the oldest one.
const NEWER_FEATURE: u16 = 25;

/// Every JDK of the machine; there is at least one. On a machine without a newer one, prints what is skipped; `cargo xtask
/// test` repeats that text in its summary.
pub(crate) fn jdks(test: &str) -> Vec<Jdk> {
    let jdks = found();
    if jdks.iter().all(|jdk| jdk.version.feature < NEWER_FEATURE) {
        tests::skip(test, &format!("no JDK {NEWER_FEATURE} found"));
    }
    jdks
}

/// The preferred JDK, for a test that needs only one.
pub(crate) fn jdk() -> Jdk {
    found().swap_remove(0)
}

fn found() -> Vec<Jdk> {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    assert!(!jdks.is_empty(), "the tests need a JDK");
    jdks
}

/// The bytes of the class with this name in a text, compiled by one JDK.
pub(crate) fn compile(jdk: &Jdk, class: &str, text: &str) -> Vec<u8> {
    let (folder, file) = (env!("CARGO_TARGET_TMPDIR"), format!("{class}.java"));
    let mut classes = tests::compile_classes_with(jdk, folder, &file, text).into_iter();
    let found = classes.find(|found| found.binary_name == class);
    found.expect("the class").bytes
}

/// The default model under the default mapping.
pub(crate) fn default_pricer() -> Pricer {
    Pricer::new(Arc::new(Posterior::default_model()), Mapping::Stack)
}

/// The method with a name and descriptor; any descriptor if that is empty.
pub(crate) fn method<'c>(class: &'c ClassFile<'_>, name: &str, descriptor: &str) -> &'c Method {
    let mut methods = class.methods.iter();
    methods
        .find(|method| {
            method.name == name && (descriptor.is_empty() || method.descriptor == descriptor)
        })
        .unwrap_or_else(|| panic!("there is no method {name}{descriptor}"))
}

/// The priced units of a method.
pub(crate) fn price(pricer: &Pricer, class: &ClassFile<'_>, method: &Method) -> Vec<Priced> {
    let code = method.code.as_ref().expect("the method has code");
    let mut units = Vec::new();
    pricer.price(&bytecode::events::events(class, code), &mut units);
    units
}

/// The features of some units.
pub(crate) fn features(pricer: &Pricer, units: impl Iterator<Item = Priced>) -> Features {
    pricer.features(&pricer.tally_of_part(units))
}

/// The worst-case cost of a method.
pub(crate) fn cost(pricer: &Pricer, class: &ClassFile<'_>, method: &Method) -> MethodCost {
    let input = MethodInput {
        class,
        method,
        code: method.code.as_ref().expect("the method has code"),
        priced: &price(pricer, class, method),
        means: pricer.means(),
        spread: None,
        writes: &[],
        outcomes: &[],
        declared: &[],
        calls: &[],
    };
    analyse(&input, &mut Scratch::default())
}
