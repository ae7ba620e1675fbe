//! Programs that are generated, compiled, counted and measured by a JVM.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use bytecode::events::{Action, events};
use campaign::{Campaign, ClassFile, ExecutedCounts, ProgramKind};
use harness::suite::{BASELINE, Extent, Source, Suite};
use harness::{
    Build, CampaignSize, CountedIteration, Counter, ExecutionMode, HarnessError, Run, RunSummary, Step, build,
};
use jdk::{Environment, Jdk, find_jdks};
use meters::{Description, Meter, MeterError, Reading, Selector, System, Work};

use crate::support::{cache_dir, planned};

/// A JDK with a counter. If there is none, prints which test is skipped.
fn jdk_and_counter(test: &str) -> Option<(Jdk, Counter)> {
    let environment = Environment::of_this_process();
    let found = find_jdks(None, &environment)
        .jdks
        .into_iter()
        .find_map(|jdk| {
            let counter = Counter::beside(&jdk, &cache_dir(), &environment).ok()?;
            Some((jdk, counter))
        });
    if found.is_none() {
        tests::skip(test, "no JDK that can count instructions");
    }
    found
}

/// The baseline and some programs of each kind.
fn small_suite() -> Suite {
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    let mut suite = Suite::generate(1, ExecutionMode::Interpreter, Extent::Full);
    suite.sources.retain(|source| {
        let count = taken.entry(source.kind.name()).or_default();
        *count += 1;
        *count <= 3
    });
    suite
}

const SIZE: CampaignSize = CampaignSize {
    launches: 2,
    cycles: 2,
    samples: 1,
    baseline_samples: 2,
};

/// A campaign with a suite and its counts.
fn counted(
    path: &std::path::Path,
    suite: &Suite,
    build: &Build,
    counted: &BTreeMap<String, CountedIteration>,
) -> Campaign {
    let mut campaign = planned(path, suite, build, SIZE);
    for (program, counted) in counted {
        campaign.add_executed(program, &counted.executed).unwrap();
        campaign.add_effects(program, counted.effects).unwrap();
    }
    campaign
}

fn measure(
    campaign: &mut Campaign,
    build: &Build,
    jdk: &Jdk,
    meter: &mut dyn Meter,
    observe: &mut dyn FnMut(Step<'_>),
) -> Result<RunSummary, harness::HarnessError> {
    let device = campaign.devices().unwrap()[0].id;
    Run {
        campaign,
        device,
        build,
        jdk,
        mode: ExecutionMode::Interpreter,
        cache_dir: &cache_dir(),
        meter,
        sample_s: 0.001,
        cpu: None,
        attempts: 2,
        observe,
    }
    .go()
}

fn cpu_time() -> Box<dyn Meter> {
    let selector: Selector = "cpu-time:tdp=65,cpus=2".parse().unwrap();
    meters::open(&selector, &System::default()).unwrap()
}

#[test]
fn programs_compile_and_execute_the_same_in_each_iteration() {
    let Some((jdk, counter)) = jdk_and_counter("programs_compile_and_execute_the_same") else {
        return;
    };
    let mut suite = Suite::generate(3, ExecutionMode::Interpreter, Extent::Full);
    let mut composites = 0;
    suite.sources.retain(|source| {
        composites += u32::from(source.kind == ProgramKind::Composite);
        source.kind != ProgramKind::Composite || composites <= 100
    });
    let build = build(&suite, &jdk, &cache_dir()).unwrap_or_else(|error| panic!("{error}"));
    let executed = build
        .count(&suite, &counter)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(build.programs.len(), suite.sources.len());
    let instructions = |name: &str| -> f64 {
        let methods = &executed[name].executed;
        methods.iter().flat_map(|method| &method.counts).sum()
    };
    // iload_1, iload_0, if_icmpge, iinc, goto
    assert!((instructions(BASELINE) - 5.0).abs() < 1e-12);
    for source in &suite.sources[1..] {
        let more = instructions(&source.name) - instructions(BASELINE);
        assert!(more >= source.executions, "{}: {more}", source.name);
        assert!(more < 400_000.0, "{}: {more}", source.name);
    }
}

/// What a pattern of this operation executes.
fn is_operation(operation: &str, action: Action) -> bool {
    match operation {
        "variable_declaration" => action == Action::Store,
        "increase" => action == Action::Increment,
        "negation" => action == Action::Negate,
        "bit_complement" => action == Action::BitComplement,
        "static_call" | "non_static_call" | "return" => matches!(action, Action::Call { .. }),
        "object_allocation" => action == Action::ObjectAllocation,
        "get_field" | "get_static_field" => matches!(action, Action::GetField { .. }),
        "put_field" | "put_static_field" => matches!(action, Action::PutField { .. }),
        "array_length" => action == Action::ArrayLength,
        "array_load" => matches!(action, Action::ArrayLoad { .. }),
        "array_store" => matches!(action, Action::ArrayStore { .. }),
        "array_allocation" => matches!(action, Action::ArrayAllocation { .. }),
        "tableswitch" => action == Action::Switch { table: true },
        "lookupswitch" => action == Action::Switch { table: false },
        "i2b" | "i2c" | "i2s" => matches!(action, Action::Narrow(_)),
        name if name.starts_with("if_") || name == "else_branch" => {
            matches!(action, Action::If { .. })
        }
        name if name.contains('2') => matches!(action, Action::Convert(_)),
        _ => matches!(action, Action::Binary(_)),
    }
}

#[test]
fn patterns_execute_the_operation_that_they_are_named_after() {
    let Some((jdk, counter)) = jdk_and_counter("patterns_execute_the_operation") else {
        return;
    };
    let mut suite = Suite::generate(1, ExecutionMode::Interpreter, Extent::Full);
    suite
        .sources
        .retain(|source| matches!(source.kind, ProgramKind::Baseline | ProgramKind::Pattern));
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let executed = build.count(&suite, &counter).unwrap();
    for source in &suite.sources[1..] {
        let operation = &source.triple.as_ref().unwrap().operation;
        let in_loop = loop_actions(source, &build, &executed[&source.name].executed);
        let found = in_loop
            .iter()
            .filter(|action| is_operation(operation, **action))
            .count();
        assert_eq!(found, source.executions as usize, "{}", source.name);
    }
}

/// What the loop of a program executes, without the loop's own condition, increment and jump.
fn loop_actions(source: &Source, build: &Build, executed: &[ExecutedCounts]) -> Vec<Action> {
    let class = build
        .classes
        .iter()
        .find(|class| class.name == source.class)
        .unwrap();
    let class = bytecode::ClassFile::parse(&class.bytes).unwrap();
    let method = class
        .methods
        .iter()
        .find(|method| method.name == "run")
        .unwrap();
    let counts = executed
        .iter()
        .find(|executed| executed.method.name == "run")
        .map(|executed| &executed.counts)
        .unwrap();
    let events = events(&class, method.code.as_ref().unwrap());
    let mut actions: Vec<Action> = events
        .iter()
        .filter(|event| counts[event.instruction as usize] > 0.0)
        .map(|event| event.action)
        .collect();
    let mut take = |is_it: &dyn Fn(Action) -> bool, last: bool| {
        let found = if last {
            actions.iter().rposition(|action| is_it(*action))
        } else {
            actions.iter().position(|action| is_it(*action))
        };
        actions.remove(found.unwrap());
    };
    take(&|action| matches!(action, Action::If { .. }), false);
    take(&|action| action == Action::Increment, true);
    take(&|action| action == Action::Goto, true);
    actions
}

#[test]
fn an_interrupted_campaign_goes_on_and_measures_nothing_twice() {
    let Some((jdk, counter)) = jdk_and_counter("an_interrupted_campaign_goes_on") else {
        return;
    };
    let suite = small_suite();
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let executed = build.count(&suite, &counter).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let mut campaign = counted(&path, &suite, &build, &executed);
    let device = campaign.devices().unwrap()[0].id;

    // The meter fails in the middle.
    let mut failing = Failing {
        inner: cpu_time(),
        left: 7,
    };
    let error = measure(&mut campaign, &build, &jdk, &mut failing, &mut |_| {}).unwrap_err();
    assert!(
        error.to_string().contains("the same command again"),
        "{error}"
    );
    let progress = campaign.progress(device).unwrap();
    assert_eq!(progress.planned, SIZE.total(suite.sources.len()));
    assert!(
        progress.measured > 0 && progress.measured <= 7,
        "{progress:?}"
    );
    let before = campaign.samples(device).unwrap();
    drop(campaign);

    let mut campaign = Campaign::open(&path).unwrap();
    let mut seen = 0;
    let summary = measure(
        &mut campaign,
        &build,
        &jdk,
        cpu_time().as_mut(),
        &mut |step| {
            seen += u64::from(matches!(step, Step::Sampled { .. }));
        },
    )
    .unwrap();
    assert_eq!(summary.samples, progress.planned - progress.measured);
    assert_eq!(seen, summary.samples);
    let after = campaign.samples(device).unwrap();
    assert_eq!(after.len() as u64, progress.planned);
    for sample in &before {
        assert!(after.contains(sample), "{sample:?}");
    }
    for sample in &after {
        assert!(sample.reading.probe_before_s.is_some(), "{sample:?}");
        assert!(sample.reading.cpu_s > 0.0001, "{sample:?}");
    }
    let again = measure(
        &mut campaign,
        &build,
        &jdk,
        cpu_time().as_mut(),
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(again, RunSummary::default());
}

/// A meter that gives only this many readings.
struct Failing {
    inner: Box<dyn Meter>,
    left: u32,
}

impl Meter for Failing {
    fn description(&self) -> &Description {
        self.inner.description()
    }

    fn start(&mut self) -> Result<(), MeterError> {
        self.inner.start()
    }

    fn stop(&mut self, work: &Work) -> Result<Reading, MeterError> {
        let reading = self.inner.stop(work)?;
        self.left = self.left.checked_sub(1).ok_or(MeterError::Turn {
            meter: "test",
            problem: "has dropped out",
        })?;
        Ok(reading)
    }
}

#[test]
fn a_campaign_with_other_code_than_its_programs_is_refused_before_anything_runs() {
    let Some((jdk, _)) = jdk_and_counter("a_campaign_with_other_code_is_refused") else {
        return;
    };
    let suite = small_suite();
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, change: &dyn Fn(&mut Build)| {
        let mut other = build.clone();
        change(&mut other);
        let path = folder.path().join(name);
        let mut campaign = planned(&path, &suite, &other, SIZE);
        let launched = std::cell::Cell::new(false);
        let error = measure(
            &mut campaign,
            &build,
            &jdk,
            cpu_time().as_mut(),
            &mut |_| {
                launched.set(true);
            },
        );
        assert!(!launched.get(), "{name} was run");
        let error = error.unwrap_err();
        assert!(matches!(error, HarnessError::OtherCode { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
        error.to_string()
    };
    let last = build.programs.last().unwrap();
    let class = &last.method.as_ref().unwrap().class;
    let code = refused("code.db", &|build| {
        let class = build.classes.iter_mut().find(|of| of.name == *class);
        class.unwrap().bytes.push(0);
    });
    assert!(code.contains(&last.name), "{code}");
    let common = refused("common.db", &|build| {
        let class = build.classes.iter_mut().find(|of| of.name == "measured/C");
        class.unwrap().bytes.push(0);
    });
    assert!(common.contains("measured/C"), "{common}");
    refused("class.db", &|build| {
        build.classes.push(ClassFile {
            name: "java/util/Evil\u{1b}".to_owned(),
            bytes: vec![1],
        });
    });
    let moved = refused("main.db", &|build| {
        let program = build.programs.last_mut().unwrap();
        program.method.as_mut().unwrap().class = "measured/C".to_owned();
    });
    assert!(moved.contains(&last.name), "{moved}");
    refused("program.db", &|build| {
        let mut added = build.programs.last().unwrap().clone();
        added.name = "added".to_owned();
        build.programs.push(added);
    });
}
