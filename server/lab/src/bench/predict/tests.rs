//! The corpus: what is promised of its programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use bytecode::ClassFile;
use campaign::{ExecutedCounts, Method};
use harness::Counter;
use jdk::{
    BlockingJavac, CompileRequest, Environment, Jdk, ServiceConfig, SourceUnit, default_cache_dir,
    find_jdk,
};
use trace::{
    Call, CallCompletion, CallTrace, Class, ProgramTrace, TracedMethodName, TracedProgram, Value,
};
use xtask::process;

use super::corpus::{self, CorpusProgram};
use super::hot_loop;

/// The Java release that every program has to compile with.
const RELEASE: u16 = 17;
/// The instructions of a call: long enough for a processor to learn nothing, and short enough for many samples.
const INSTRUCTIONS: std::ops::RangeInclusive<f64> = 2e4..=2e6;

/// The classes of each program, compiled for an old release.
fn compiled(jdk: Jdk, cache: &Path, programs: &[CorpusProgram]) -> Vec<Vec<Class>> {
    let config = ServiceConfig {
        heap_mebibytes: 512,
        ..ServiceConfig::new(cache)
    };
    let javac = BlockingJavac::start(jdk, config).unwrap();
    let response = javac
        .compile(CompileRequest {
            sources: programs
                .iter()
                .map(|of| {
                    let path = format!("{}.java", of.source.class);
                    SourceUnit::new(path, of.source.text.as_str())
                })
                .collect(),
            release: Some(RELEASE),
            ..CompileRequest::default()
        })
        .unwrap();
    let errors: Vec<_> = response.errors().collect();
    assert!(response.success, "{errors:?}");
    let mut classes = vec![Vec::new(); programs.len()];
    for class in response.classes {
        classes[class.source.unwrap()].push(Class {
            name: class.binary_name,
            bytes: Arc::from(class.bytes),
        });
    }
    classes
}

/// One call of the loop with one iteration and one with two, all programs in one JVM.
fn traced(
    counter: &Counter,
    programs: &[CorpusProgram],
    classes: &[Vec<Class>],
) -> Vec<ProgramTrace> {
    let traced: Vec<TracedProgram> = programs
        .iter()
        .zip(classes)
        .map(|(program, classes)| TracedProgram {
            classes: classes.clone(),
            loops: Vec::new(),
            calls: (1..=2)
                .map(|iterations| Call {
                    method: TracedMethodName {
                        class: program.source.class.clone(),
                        name: "run".to_owned(),
                        descriptor: "(I)V".to_owned(),
                    },
                    receiver: None,
                    arguments: vec![Value::Whole(iterations)],
                })
                .collect(),
        })
        .collect();
    counter.trace(&traced, false).unwrap()
}

/// What a call executes, without the loop around the program.
fn executed(
    program: &CorpusProgram,
    trace: &ProgramTrace,
    call: &CallTrace,
) -> Vec<ExecutedCounts> {
    let name = &program.source.name;
    assert_eq!(call.outcome, CallCompletion::Returned, "{name}");
    call.methods
        .iter()
        .map(|of| {
            let method = &trace.methods[of.method];
            ExecutedCounts {
                method: Method {
                    class: method.class.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                },
                invocations: of.invocations as f64,
                counts: of
                    .counts
                    .instructions
                    .iter()
                    .map(|count| *count as f64)
                    .collect(),
            }
        })
        .filter(|of| of.method.class != program.source.class)
        .collect()
}

#[test]
fn each_program_compiles_for_an_old_release_and_does_the_same_in_each_call() {
    let environment = Environment::of_this_process();
    let jdk = find_jdk(None, &environment).unwrap();
    let cache = default_cache_dir(&environment).unwrap();
    let Ok(counter) = Counter::beside(&jdk, &cache, &environment) else {
        tests::skip(
            "each_program_compiles_for_an_old_release_and_does_the_same_in_each_call",
            "no JDK that can count instructions",
        );
        return;
    };
    let folder = process::workspace_root().join(corpus::FOLDER);
    let programs = corpus::read(&folder, None).unwrap();
    let classes = compiled(jdk, &cache, &programs);
    let traces = traced(&counter, &programs, &classes);
    let mut hot_loops = BTreeMap::new();
    let mut wrong = Vec::new();
    for ((program, trace), classes) in programs.iter().zip(&traces).zip(&classes) {
        let name = program.source.name.as_str();
        assert_eq!(trace.refused, [""; 0], "{name}");
        let [once, twice] = [0, 1].map(|call| executed(program, trace, &trace.calls[call]));
        let doubled: Vec<ExecutedCounts> = once
            .iter()
            .map(|of| ExecutedCounts {
                method: of.method.clone(),
                invocations: 2.0 * of.invocations,
                counts: of.counts.iter().map(|count| 2.0 * count).collect(),
            })
            .collect();
        if doubled != twice {
            wrong.push(format!("{name} does not do the same in each call"));
        }
        let parsed: BTreeMap<&str, ClassFile<'_>> = classes
            .iter()
            .map(|class| (class.name.as_str(), ClassFile::parse(&class.bytes).unwrap()))
            .collect();
        let found = hot_loop::of_program(&parsed, &once).unwrap();
        if !INSTRUCTIONS.contains(&found.instructions) {
            wrong.push(format!(
                "{name} executes {} instructions",
                found.instructions
            ));
        }
        hot_loops.insert(name, found.hot_loop);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // By hand: the loop over the elements of a row, and one with most of the instructions in another method.
    assert_eq!(hot_loops["MatrixProducts.rows.long@40"], Some(20));
    assert_eq!(hot_loops["ShapeAreas.random"], None);
}

#[test]
fn the_corpus_is_large_and_mostly_new_to_the_campaign() {
    let folder = process::workspace_root().join(corpus::FOLDER);
    let programs = corpus::read(&folder, None).unwrap();
    let codes = |is_counted: &dyn Fn(&CorpusProgram) -> bool| {
        let counted = programs.iter().filter(|of| is_counted(of));
        counted
            .map(|of| of.code.as_str())
            .collect::<BTreeSet<_>>()
            .len()
    };
    let clusters: BTreeSet<&str> = programs.iter().map(|of| of.cluster.as_str()).collect();
    assert!(clusters.len() >= 100, "{}", clusters.len());
    assert!(codes(&|_| true) >= 300);
    assert!(codes(&|of| !of.has_relative) >= 150);
}
