//! Processes every class of the JDK's own java.base from bytes to worst-case costs and lines.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use bytecode::{ClassFile, Method, events};
use jdk::JdkModules;
use posterior::Device;
use pricing::{Priced, Pricer};
use wcec::{MethodInput, Scratch, analyse, line_units};

/// Reused memory, and the counts.
#[derive(Default)]
struct Run {
    interpreter: events::Interpreter,
    events: Vec<events::Event>,
    units: Vec<Priced>,
    scratch: Scratch,
    methods: usize,
    /// The sum over the methods of the unpriced share of their events.
    unpriced: f64,
}

impl Run {
    fn method(&mut self, pricer: &Pricer, class: &ClassFile<'_>, method: &Method) {
        let place = format!("{}.{}{}", class.name, method.name, method.descriptor);
        // JVM specification 4.7.3: exactly the methods that are neither native nor abstract have code.
        let Some(code) = &method.code else {
            assert!(method.is_native() || method.is_abstract(), "{place}");
            return;
        };
        assert!(!code.instructions.is_empty(), "{place}");
        self.methods += 1;
        self.interpreter.run(class, code, &mut self.events);
        assert!(!self.events.is_empty(), "{place}");
        pricer.price(&self.events, &mut self.units);
        let input = MethodInput {
            outcomes: &[],
            class,
            method,
            code,
            priced: &self.units,
            means: pricer.means(),
            spread: None,
            writes: &[],
            declared: &[],
            calls: &[],
        };
        let found = analyse(&input, &mut self.scratch);
        let tally = found.cost.evaluate(&|_| Some(10.0));
        let tally = tally.expect("every symbol has a value");
        // No cost is negative, and with ten repetitions everywhere all costs are finite.
        let features = pricer.features(&tally);
        let mean = pricer.posterior().mean(&features, Device::Any).0;
        assert!(mean.is_finite() && mean >= -1e-18, "{place}: {mean}");
        let shares = pricer.shares(&tally);
        let parts =
            shares.modelled + shares.transferred + shares.approximated + shares.unpriced;
        assert!(
            parts.abs() < f64::EPSILON || (parts - 1.0).abs() < 1e-9,
            "{place}: {shares:?}"
        );
        self.unpriced += shares.unpriced;
        for (line, indices) in line_units(&input, &mut self.scratch) {
            let on_line = indices.iter().map(|index| self.units[*index as usize]);
            let mean = pricer.tally_of_part(on_line).mean(pricer.means());
            assert!(mean.is_finite() && mean >= -1e-18, "{place}, line {line}");
        }
    }
}

#[test]
fn every_method_of_java_base_is_priced() {
    let pricer = support::default_pricer();
    for jdk in support::jdks("every_method_of_java_base_is_priced") {
        let modules = JdkModules::open(&jdk).expect("a module image");
        let names = modules.class_names("java.base").expect("java.base");
        let mut run = Run::default();
        for name in names {
            let bytes = modules.class(name).expect("an entry").expect("a class");
            let class = ClassFile::parse(bytes.bytes());
            let class = class.unwrap_or_else(|error| panic!("{name}: {error}"));
            for method in &class.methods {
                run.method(&pricer, &class, method);
            }
        }
        println!(
            "JDK {}: {} classes, {} methods, {:.1}% of a method's events unpriced",
            jdk.version,
            names.len(),
            run.methods,
            100.0 * run.unpriced / run.methods as f64
        );
        assert!(names.len() > 5_000 && run.methods > 50_000);
    }
}
