//! What is said to return, returns: every method of `fixtures/Returning.java` is executed with several numbers.

use crate::support::compile_all;
use bytecode::{DataType, Descriptor};
use calls::{NoLibrary, Prices, RETURNS, Unit, UnitClass, UnitKind};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use wcec::{Known, LeastEnd};

const TEXT: &str = include_str!("fixtures/Returning.java");
const NUMBERS: [i32; 5] = [-1, 0, 2, 5, 40];
/// The length of all arrays, texts and lists that are passed.
const LENGTH: i32 = 5;

/// How each call ended: by the method's name and number.
fn executed() -> BTreeMap<(String, i32), String> {
    let folder = tests::FileTree::new([]);
    for class in tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), "Fixture.java", TEXT) {
        folder.write(&format!("{}.class", class.binary_name.replace('.', "/")), class.bytes);
    }
    let mut java = Command::new(tests::shared_jdk().java());
    java.arg("-cp").arg(folder.path("")).arg("Returning");
    java.args(NUMBERS.map(|number| number.to_string()));
    let output = java.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, number, end] = words[..] else {
            panic!("{line}");
        };
        ((name.to_owned(), number.parse().unwrap()), end.to_owned())
    });
    lines.collect()
}

#[test]
fn a_call_that_is_said_to_return_returns() {
    let read = |bytes| Arc::new(UnitClass::read(bytes).expect("a class"));
    let classes = compile_all(TEXT).into_iter().map(read).collect();
    let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Project);
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let prices = Arc::new(Prices::of_natives(&pricer));
    let summaries = unit.summarise(&pricer, &prices);
    let headers: Vec<_> = unit.headers().collect();
    let header = headers
        .iter()
        .find(|header| &*header.name == "Returning")
        .expect("the class");
    let mut wrong = Vec::new();
    let mut shown = 0;
    let executed = executed();
    for ((name, number), end) in &executed {
        let mut methods = header.methods.iter();
        let method = methods.find(|method| *method.name == **name).expect(name);
        let descriptor = &*method.descriptor;
        let types = Descriptor::new(descriptor.as_bytes()).arguments();
        let is_function = descriptor.contains("Operator") || descriptor.contains("Node");
        let arguments = types.map(|data_type| match data_type {
            DataType::Int => Some(Known::Number(*number)),
            DataType::Reference if is_function || descriptor.contains("Integer;") => Some(Known::Object),
            DataType::Reference => Some(Known::Array(LENGTH)),
            _ => None,
        });
        let of = ("Returning", &**name, descriptor);
        let least = summaries.best_case_of(&unit, &pricer, of, arguments.collect());
        let least = least.expect("a cheapest path");
        let returns = least.end == LeastEnd::Returns;
        shown += usize::from(returns && end == "returns");
        if returns && end != "returns" {
            wrong.push(format!("{name} {number} {end}, and is said to return"));
        } else if !returns && name.starts_with("sure") {
            let doubt = least.doubt.map(|doubt| doubt.to_string());
            wrong.push(format!("{name} {number} {end}, but {doubt:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let returning = executed.values().filter(|end| *end == "returns").count();
    assert!(shown > 100, "{shown} of {returning} calls that return");
}

#[test]
fn each_method_that_is_known_to_return_is_read() {
    let document: serde_json::Value = serde_json::from_str(RETURNS).unwrap();
    for group in document["returns"].as_array().unwrap() {
        for method in group["methods"].as_array().unwrap() {
            let line = method.as_str().unwrap();
            assert!(calls::CallOfJdk::is_readable(line), "{line}");
        }
    }
}
