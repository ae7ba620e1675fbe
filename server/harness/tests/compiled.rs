//! Programs that are measured after a compiler has finished with them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use campaign::{Campaign, ProgramKind};
use harness::suite::{Extent, Source, Suite};
use harness::{
    Build, CampaignSize, CodeChange, Counter, ExecutionMode, HarnessError, Jvm, Run, RunSummary,
    Step, build,
};
use jdk::{Environment, Jdk, find_jdks};
use meters::{Meter, Selector, System};
use serde_json::Value;

use crate::support::{cache_dir, planned};

/// One JDK of each version.
fn jdks(test: &str) -> Vec<Jdk> {
    let mut jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    jdks.sort_by_key(|jdk| jdk.version.feature);
    jdks.dedup_by_key(|jdk| jdk.version.feature);
    if jdks.is_empty() {
        tests::skip(test, "no JDK");
    }
    jdks
}

const SIZE: CampaignSize = CampaignSize {
    launches: 1,
    cycles: 1,
    samples: 8,
    baseline_samples: 2,
};

/// The empty loop, the programs with these names, and others.
fn suite(mode: ExecutionMode, names: &[&str], more: Vec<Source>) -> Suite {
    let mut suite = Suite::generate(1, mode, Extent::Full);
    suite.sources.retain(|source| {
        source.kind == ProgramKind::Baseline || names.contains(&source.name.as_str())
    });
    assert_eq!(suite.sources.len(), names.len() + 1);
    suite.sources.extend(more);
    suite
}

/// A program with these members and this statement.
fn program(name: &str, members: &str, statement: &str) -> Source {
    Source {
        name: name.to_owned(),
        class: format!("measured/P_{name}"),
        kind: ProgramKind::Kernel,
        held_out: false,
        triple: None,
        executions: 1.0,
        text: format!(
            "package measured;
            public final class P_{name} {{
                {members}
                public static void run(int n) {{
                    for (int i = 0; i < n; i++) {{ int zero = Sink.zero; {statement} }}
                }}
            }}"
        ),
    }
}

fn cpu_time() -> Box<dyn Meter> {
    let selector: Selector = "cpu-time:tdp=65,cpus=2".parse().unwrap();
    meters::open(&selector, &System::default()).unwrap()
}

/// A campaign in a folder, with a suite but no counts.
fn campaign(folder: &Path, suite: &Suite, build: &Build) -> Campaign {
    planned(&folder.join("campaign.db"), suite, build, SIZE)
}

fn measure(
    campaign: &mut Campaign,
    build: &Build,
    jdk: &Jdk,
    mode: ExecutionMode,
) -> Result<RunSummary, HarnessError> {
    let device = campaign.devices().unwrap()[0].id;
    Run {
        campaign,
        device,
        build,
        jdk,
        mode,
        cache_dir: &cache_dir(),
        meter: cpu_time().as_mut(),
        sample_s: 0.002,
        cpu: None,
        attempts: 1,
        observe: &mut |_: Step<'_>| {},
    }
    .go()
}

#[test]
fn programs_for_compilers_compile_and_execute_the_same_in_each_iteration() {
    let test = "programs_for_compilers_compile_and_execute_the_same";
    let environment = Environment::of_this_process();
    let found = jdks(test).into_iter().find_map(|jdk| {
        let counter = Counter::beside(&jdk, &cache_dir(), &environment).ok()?;
        Some((jdk, counter))
    });
    let Some((jdk, counter)) = found else {
        tests::skip(test, "no JDK that can count instructions");
        return;
    };
    let mut suite = Suite::generate(3, ExecutionMode::C2, Extent::Full);
    let mut generated = 0;
    suite.sources.retain(|source| {
        let is_generated =
            source.name.starts_with("composite_") || source.name.starts_with("kernel_");
        generated += u32::from(is_generated);
        !is_generated || generated % 48 == 0
    });
    let build = build(&suite, &jdk, &cache_dir()).unwrap_or_else(|error| panic!("{error}"));
    let executed = build
        .count(&suite, &counter)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(executed.len(), suite.sources.len());
    for source in &suite.sources[1..] {
        let counts = executed[&source.name]
            .executed
            .iter()
            .flat_map(|method| &method.counts);
        let instructions: f64 = counts.sum();
        assert!(instructions > 20.0, "{}: {instructions}", source.name);
        assert!(
            instructions < 20_000_000.0,
            "{}: {instructions}",
            source.name
        );
    }
}

#[test]
fn samples_are_taken_of_compiled_code_alone() {
    let names = [
        "chain_multiply_int_256",
        "tree_sum_255",
        "call_of_three_classes_64",
    ];
    for jdk in jdks("samples_are_taken_of_compiled_code_alone") {
        for mode in [ExecutionMode::C1, ExecutionMode::C2] {
            let suite = suite(mode, &names, Vec::new());
            let build = build(&suite, &jdk, &cache_dir()).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let mut campaign = campaign(folder.path(), &suite, &build);
            let summary = measure(&mut campaign, &build, &jdk, mode).unwrap();
            assert_eq!(
                summary.samples,
                SIZE.total(suite.sources.len()),
                "{jdk} {mode}"
            );
            assert!(summary.unsteady.is_empty(), "{jdk} {mode}: {summary:?}");
            let device = campaign.devices().unwrap()[0].id;
            let options = &campaign.launches(device).unwrap()[0].1["options"];
            assert_eq!(*options, serde_json::json!(mode.jvm_options()));
        }
    }
}

/// The time of one iteration of a class in a separate JVM.
fn iteration_s(jdk: &Jdk, mode: ExecutionMode, suite: &Suite, name: &str) -> f64 {
    let build = build(suite, jdk, &cache_dir()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = campaign(folder.path(), suite, &build);
    measure(&mut campaign, &build, jdk, mode).unwrap();
    let device = campaign.devices().unwrap()[0].id;
    let samples = campaign.samples(device).unwrap();
    let times = samples
        .iter()
        .filter(|sample| sample.program == name)
        .map(|sample| sample.reading.cpu_s / sample.reading.iterations as f64);
    times.fold(f64::INFINITY, f64::min)
}

#[test]
fn compiled_code_is_faster_and_its_time_grows_with_the_size() {
    let Some(jdk) = jdks("compiled_code_is_faster").pop() else {
        return;
    };
    // Ordinary loops, which a compiler could remove if their result were not used.
    for (small, large, factor) in [
        (
            "chain_multiply_double_256",
            "chain_multiply_double_2048",
            8.0,
        ),
        (
            "independent_multiply_long_256",
            "independent_multiply_long_2048",
            8.0,
        ),
        ("fields_int_256", "fields_int_4096", 16.0),
    ] {
        let suite = suite(ExecutionMode::C2, &[small, large], Vec::new());
        let [short, long] =
            [small, large].map(|name| iteration_s(&jdk, ExecutionMode::C2, &suite, name));
        let grown = long / short;
        assert!(
            grown > 0.5 * factor && grown < 2.0 * factor,
            "{small}: {grown}"
        );
        let mut interpreted = suite.clone();
        interpreted.sources.truncate(2);
        let only = &interpreted.sources[1].name.clone();
        let slow = iteration_s(&jdk, ExecutionMode::Interpreter, &interpreted, only);
        assert!(
            slow > 3.0 * short.min(long),
            "{only}: {slow} s against {short} s"
        );
    }
}

/// Whenever the number of calls has grown by a fifth, they take a path that was never taken before and that the compiler has left
/// out. So the times in which nothing is compiled become longer and longer, and some new paths are taken during the measurement.
fn deoptimising() -> Source {
    let places: Vec<String> = (8..140)
        .map(|place| format!("if (place == {place}) {{ X[{place}]++; }}"))
        .collect();
    let members = format!(
        "static long calls = 4; static int[] X = new int[140];
        static void step() {{
            int power = 63 - Long.numberOfLeadingZeros(++calls);
            int place = power << 2 | (int) (calls >>> power - 2 & 3);
            {}
        }}",
        places.join(" ")
    );
    program("deoptimising", &members, "step();")
}

#[test]
fn samples_during_which_code_is_deoptimised_are_thrown_away_and_counted() {
    for jdk in jdks("samples_during_which_code_is_deoptimised") {
        let suite = suite(ExecutionMode::C2, &["tree_sum_255"], vec![deoptimising()]);
        let build = build(&suite, &jdk, &cache_dir()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = campaign(folder.path(), &suite, &build);
        let summary = measure(&mut campaign, &build, &jdk, ExecutionMode::C2).unwrap();
        assert!(summary.thrown_away > 0, "{jdk}: {summary:?}");
        let device = campaign.devices().unwrap()[0].id;
        let plan = campaign.plan(device).unwrap();
        let mut noted = 0;
        for entry in &plan {
            let Some(raw) = campaign.raw(entry.id).unwrap() else {
                continue;
            };
            let thrown_away = raw["thrown_away"].as_array().unwrap();
            for sample in thrown_away {
                let said = sample["compilations"].to_string();
                assert!(said.contains("::"), "{said}");
                assert!(sample["cpu_s"].as_f64().unwrap() > 0.0);
            }
            if entry.planned.program == "deoptimising" {
                let is_named = |sample: &&Value| {
                    sample["compilations"]
                        .to_string()
                        .contains("measured.P_deoptimising::")
                };
                noted += thrown_away.iter().filter(is_named).count();
            }
        }
        assert!(noted > 0, "{jdk}: {summary:?}");
    }
}

#[test]
fn a_program_that_no_compiler_takes_is_named_and_not_measured() {
    let Some(jdk) = jdks("a_program_that_no_compiler_takes").pop() else {
        return;
    };
    // `HotSpot` does not compile methods of over 8,000 bytes.
    let statements = "X[1] += X[2]; ".repeat(1000);
    let huge = program("huge", "static int[] X = new int[8];", &statements);
    let suite = suite(ExecutionMode::C2, &["tree_sum_255"], vec![huge]);
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = campaign(folder.path(), &suite, &build);
    let summary = measure(&mut campaign, &build, &jdk, ExecutionMode::C2).unwrap();
    assert_eq!(summary.unsteady.iter().collect::<Vec<_>>(), ["huge"]);
    let device = campaign.devices().unwrap()[0].id;
    let samples = campaign.samples(device).unwrap();
    assert!(samples.iter().all(|sample| sample.program != "huge"));
    assert!(
        samples
            .iter()
            .any(|sample| sample.program == "tree_sum_255")
    );
}

#[test]
fn a_virtual_machine_that_dies_loses_nothing_that_was_measured() {
    let Some(jdk) = jdks("a_virtual_machine_that_dies").pop() else {
        return;
    };
    let dying = program(
        "dying",
        "static int runs; static int[] X = new int[8];
        static void step() { X[1]++; if (System.nanoTime() - BEGAN > 400_000_000L) { Runtime.getRuntime().halt(7); } }
        static long BEGAN = System.nanoTime();",
        "step();",
    );
    let suite = suite(ExecutionMode::C2, &[], vec![dying]);
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = campaign(folder.path(), &suite, &build);
    let long = Run {
        device: campaign.devices().unwrap()[0].id,
        campaign: &mut campaign,
        build: &build,
        jdk: &jdk,
        mode: ExecutionMode::C2,
        cache_dir: &cache_dir(),
        meter: cpu_time().as_mut(),
        sample_s: 0.1,
        cpu: None,
        attempts: 1,
        observe: &mut |_: Step<'_>| {},
    }
    .go();
    let error = long.unwrap_err().to_string();
    assert!(
        error.contains("the measured JVM failed: it ended"),
        "{error}"
    );
    assert!(error.contains("what was measured is kept"), "{error}");
}

/// A JDK whose `java` is this script, before the options of measured JVMs. `$real` is the real program.
#[cfg(unix)]
fn altered(jdk: &Jdk, folder: &Path, script: &str) -> Jdk {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let home = folder.join("altered");
    std::fs::create_dir_all(home.join("bin")).unwrap();
    for entry in std::fs::read_dir(&jdk.home).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "bin" {
            symlink(entry.path(), home.join(entry.file_name())).unwrap();
        }
    }
    for entry in std::fs::read_dir(jdk.home.join("bin")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "java" {
            symlink(entry.path(), home.join("bin").join(entry.file_name())).unwrap();
        }
    }
    let java = home.join("bin/java");
    let real = jdk.java().display().to_string();
    let text = format!(
        "#!/bin/sh\nreal='{real}'\ncase \" $* \" in\n*CompileThresholdScaling*) {script} ;;\nesac\nexec \"$real\" \"$@\"\n"
    );
    std::fs::write(&java, text).unwrap();
    std::fs::set_permissions(&java, std::fs::Permissions::from_mode(0o755)).unwrap();
    Jdk {
        home,
        ..jdk.clone()
    }
}

#[cfg(unix)]
#[test]
fn a_jdk_without_the_compiler_or_its_options_is_refused_with_what_to_do() {
    let Some(jdk) = jdks("a_jdk_without_the_compiler").pop() else {
        return;
    };
    let suite = suite(ExecutionMode::C2, &["tree_sum_255"], Vec::new());
    let build = build(&suite, &jdk, &cache_dir()).unwrap();
    let said = |script: &str| {
        let folder = tempfile::tempdir().unwrap();
        let altered = altered(&jdk, folder.path(), script);
        let mut campaign = campaign(folder.path(), &suite, &build);
        let error = measure(&mut campaign, &build, &altered, ExecutionMode::C2).unwrap_err();
        let device = campaign.devices().unwrap()[0].id;
        assert_eq!(campaign.samples(device).unwrap(), []);
        error.to_string()
    };
    let refused = said(
        "echo \"Unrecognized VM option 'CompileThresholdScaling=0.1'\" >&2; echo 'Error: Could not create the Java Virtual Machine.' >&2; exit 1",
    );
    assert!(
        refused.contains("refuses the options of mode c2") && refused.contains("another --mode"),
        "{refused}"
    );
    let without = said("exec \"$real\" -XX:TieredStopAtLevel=1 \"$@\"");
    assert!(
        without.contains("did not compile the empty loop at tier 4")
            && without.contains("only at tier 1"),
        "{without}"
    );
}

#[test]
fn the_log_of_a_real_virtual_machine_names_what_it_compiles() {
    for jdk in jdks("the_log_of_a_real_virtual_machine") {
        let suite = suite(ExecutionMode::C2, &["static_call_int_64"], Vec::new());
        let build = build(&suite, &jdk, &cache_dir()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for class in &build.classes {
            let path = folder.path().join(format!("{}.class", class.name));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &class.bytes).unwrap();
        }
        let mut jvm =
            Jvm::launch(&jdk, &cache_dir(), folder.path(), None, ExecutionMode::C2).unwrap();
        let class = "measured/P_static_call_int_64";
        jvm.load(class).unwrap();
        let mut changes = Vec::new();
        for _ in 0..40 {
            jvm.warm_up(class, 25, 64).unwrap();
            changes.extend(jvm.compilations().unwrap());
        }
        let of_run: Vec<_> = changes
            .iter()
            .filter(|event| event.is_of("measured.P_static_call_int_64") && event.method == "run")
            .collect();
        assert!(
            of_run
                .iter()
                .any(|event| event.tier == Some(4) && event.change == CodeChange::Compiled),
            "{jdk}: {of_run:?}"
        );
        assert!(
            jvm.live_code()
                .has("measured.P_static_call_int_64", "run", 4)
        );
    }
}
