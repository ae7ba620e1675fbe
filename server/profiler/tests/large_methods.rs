//! With counters, a method may become so large that a JVM would only interpret it.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use jdk::{Environment, find_jdks};
use profiler::{Counting, Interrupted, Plan};

/// Tells whether its JVM interprets all large methods.
const PROGRAM: &str = "public class Told {
    public static void main(String[] args) throws Exception {
        var options = java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class);
        String told = options.getVMOption(\"DontCompileHugeMethods\").getValue() + \" \";
        java.nio.file.Files.writeString(java.nio.file.Path.of(args[0]), told,
                java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
    }
}
";

#[test]
fn a_run_that_counts_compiles_large_methods_and_a_measured_run_is_as_without_jouled() {
    let test = "a_run_that_counts_compiles_large_methods_and_a_measured_run_is_as_without_jouled";
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    if jdks.is_empty() {
        tests::skip(test, "no JDK found");
    }
    for jdk in jdks {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let classes = tests::compile_classes_with(&jdk, folder, "Told.java", PROGRAM);
        for (counting, expected) in [
            (Counting::OwnRun, "true false "),
            (Counting::SameRun, "false "),
            (Counting::None, "true "),
        ] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("Told.class"), &classes[0].bytes).unwrap();
            let told = folder.path().join("told");
            let plan = Plan {
                program: jdk.java().into(),
                arguments: vec![
                    "-classpath".into(),
                    folder.path().into(),
                    "Told".into(),
                    told.clone().into(),
                ],
                meter: "cpu-time:tdp=65,cpus=2".parse().unwrap(),
                repetitions: 1,
                counting,
                receivers: false,
                paths: Vec::new(),
                sample_interval: Duration::from_millis(10),
                window: Duration::from_millis(500),
                jdk: jdk.clone(),
                cache: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"),
            };
            profiler::profile(&plan, &Interrupted::new(), &mut |_| {}).unwrap();
            let told = fs::read_to_string(told).unwrap();
            assert_eq!(told, expected, "{counting:?} on {jdk}");
        }
    }
}
