//! How many loops of the JDK's own collections have a bound, and what the others look like.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic, and says what it counts"
)]

use crate::support;

use bytecode::{ClassFile, Code, Op, Test};
use jdk::{Environment, JdkModules, find_jdk};
use std::collections::BTreeMap;
use crate::support::price_instructions;
use tests::natural_loops;
use wcec::{LoopKind, MethodInput, Scratch, analyse};

/// What decides whether a loop continues: the calls whose results its exits test, and the kinds of those tests.
fn tests_of(class: &ClassFile<'_>, code: &Code, header: u32) -> String {
    let loops = natural_loops(code);
    let Some(body) = loops.get(&header) else {
        return "irreducible".to_owned();
    };
    let mut tests: Vec<String> = Vec::new();
    for at in body {
        let Op::Branch { test, target } = code.instructions[*at as usize].op else {
            continue;
        };
        if body.contains(&target) && body.contains(&(at + 1)) {
            continue;
        }
        let before = at
            .checked_sub(1)
            .map(|before| code.instructions[before as usize].op);
        let text = match (test, before) {
            (Test::Null { .. }, _) => "null".to_owned(),
            (Test::References { .. }, _) => "reference".to_owned(),
            (_, Some(Op::Invoke { pool, .. })) => {
                let member = class.member(pool).expect("a member");
                format!("{}()", member.name())
            }
            _ => "number".to_owned(),
        };
        if !tests.contains(&text) {
            tests.push(text);
        }
    }
    tests.sort();
    if tests.is_empty() {
        "none".to_owned()
    } else {
        tests.join(" ")
    }
}

#[derive(Default)]
struct Found {
    scratch: Scratch,
    kinds: [u32; 3],
    /// The loops without a bound that is known at the entry, by what decides whether they continue.
    opaque: BTreeMap<String, Vec<String>>,
}

impl Found {
    fn count(&mut self, bytes: &[u8]) {
        let Ok(class) = ClassFile::parse(bytes) else {
            return;
        };
        for method in &class.methods {
            let Some(code) = &method.code else {
                continue;
            };
            let input = MethodInput {
                class: &class,
                method,
                code,
                priced: &price_instructions(code),
                means: &support::ONE_EACH,
                spread: None,
                writes: &[],
                outcomes: &[],
                declared: &[],
                calls: &[],
            };
            for found in analyse(&input, &mut self.scratch).loops {
                self.kinds[found.kind as usize] += 1;
                if found.kind == LoopKind::Opaque {
                    let line = found.line.unwrap_or_default();
                    let place = format!("{}.{}:{line} {}", class.name, method.name, found.bound);
                    self.opaque
                        .entry(tests_of(&class, code, found.header))
                        .or_default()
                        .push(place);
                }
            }
        }
    }
}

/// Examines the package that `REACH` names, or the class files under the folder `REACH_CLASSES`.
#[test]
#[ignore = "it measures"]
fn loops_of_the_collections() {
    let package = std::env::var("REACH").unwrap_or_else(|_| "java/util/".to_owned());
    let mut found = Found::default();
    if let Some(folder) = std::env::var_os("REACH_CLASSES") {
        let mut pending = vec![std::path::PathBuf::from(folder)];
        while let Some(at) = pending.pop() {
            if at.is_dir() {
                let entries = std::fs::read_dir(&at).expect("a readable folder");
                pending.extend(entries.map(|entry| entry.expect("an entry").path()));
            } else if at.extension().is_some_and(|extension| extension == "class") {
                found.count(&std::fs::read(&at).expect("a readable file"));
            }
        }
    } else {
        let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
        let modules = JdkModules::open(&jdk).expect("a module image");
        let names = modules.class_names("java.base").expect("java.base");
        for name in names.iter().filter(|name| name.starts_with(&package)) {
            let bytes = modules.class(name).expect("an entry").expect("a class");
            found.count(bytes.bytes());
        }
    }
    let Found { kinds, opaque, .. } = found;
    let [constant, symbolic, unknown] = kinds;
    println!("loops: {constant} constant, {symbolic} symbolic, {unknown} opaque");
    let most = std::env::var("REACH_MOST").ok();
    let most = most.and_then(|most| most.parse().ok()).unwrap_or(12);
    let mut causes: Vec<_> = opaque.into_iter().collect();
    causes.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    for (cause, places) in causes {
        println!("{:4} {cause}", places.len());
        for place in places.iter().take(most) {
            println!("       {place}");
        }
    }
}
