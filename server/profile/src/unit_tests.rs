//! Finds the methods that are tests, by their callers.

use std::collections::BTreeSet;

use crate::analysis::{Analysis, MethodRow};
use crate::record::{Method, MethodIndex};

/// Packages of `JUnit` 4 and 5, and of `TestNG`.
const ENGINES: [&str; 3] = ["org/junit/", "junit/framework/", "org/testng/"];
/// Packages that may be between an engine and a test.
const BETWEEN: [&str; 4] = ["java/", "jdk/", "sun/", "com/sun/"];

/// Packages that call a test for an engine.
const REFLECTION: [&str; 4] = [
    "java/lang/reflect/",
    "java/lang/invoke/",
    "jdk/internal/reflect/",
    "sun/reflect/",
];

/// The methods that a test engine calls by reflection, the most expensive first: tests, and what runs before and after them. The
/// engine itself need not be known.
pub fn unit_tests(analysis: &Analysis) -> Vec<&MethodRow> {
    let nodes = &analysis.tree.nodes;
    // Whether an engine has been called, and no code of the program since.
    let mut is_engine = vec![false; nodes.len()];
    let mut tests: BTreeSet<MethodIndex> = BTreeSet::new();
    for (place, node) in nodes.iter().enumerate() {
        let before = node
            .caller
            .and_then(|caller| is_engine.get(caller).copied());
        let before = before.unwrap_or(false);
        let Some(method) = node.method.and_then(|method| analysis.name(method)) else {
            continue;
        };
        let begins = |packages: &[&str]| {
            packages
                .iter()
                .any(|package| method.class.starts_with(package))
        };
        let is_now = begins(&ENGINES) || (before && begins(&BETWEEN));
        if let Some(this) = is_engine.get_mut(place) {
            *this = is_now;
        }
        if before && !is_now && is_reflected(analysis, node.caller) {
            tests.extend(node.method);
        }
    }
    let rows = analysis.methods.iter();
    let mut rows: Vec<&MethodRow> = rows.filter(|row| tests.contains(&row.method)).collect();
    let share = |row: &MethodRow| row.with_callees.share.mean;
    rows.sort_by(|one, two| share(two).total_cmp(&share(one)));
    rows
}

/// Whether a node of the tree belongs to reflection.
fn is_reflected(analysis: &Analysis, node: Option<usize>) -> bool {
    let method = node.and_then(|node| analysis.tree.nodes.get(node)?.method);
    let method: Option<&Method> = method.and_then(|method| analysis.name(method));
    method.is_some_and(|method| {
        REFLECTION
            .iter()
            .any(|package| method.class.starts_with(package))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::AnalysisOptions;
    use crate::record::{
        Code, EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, Profile, Sample, Sampler,
        Stack, StackIndex,
    };

    /// A sample of a chain of calls.
    fn profile(chains: &[&[&str]]) -> Profile {
        let mut code = Code::default();
        let mut samples = Vec::new();
        for chain in chains {
            let mut caller = None;
            for name in *chain {
                let (class, name) = name.rsplit_once('.').unwrap_or(("", name));
                let method = Method {
                    class: class.to_owned(),
                    name: name.to_owned(),
                    descriptor: Some("()V".to_owned()),
                };
                let known = code.methods.iter().position(|known| *known == method);
                let method = known.unwrap_or_else(|| {
                    code.methods.push(method);
                    code.methods.len() - 1
                });
                code.frames.push(Frame {
                    method: MethodIndex(method as u32),
                    line: None,
                    kind: FrameKind::Compiled,
                });
                let frame = FrameIndex(code.frames.len() as u32 - 1);
                code.stacks.push(Stack { caller, frame });
                caller = Some(StackIndex(code.stacks.len() as u32 - 1));
            }
            samples.push(Sample {
                at_nanos: samples.len() as u64,
                jvm: JvmIndex(0),
                thread: None,
                stack: caller,
                cpu_nanos: 10_000_000,
            });
        }
        let run = EnergyRun {
            wall_nanos: 1_000_000_000,
            jvms: vec![Jvm {
                pid: 1,
                feature: 25,
                sampler: Some(Sampler::CpuTime),
                lost_samples: 0,
            }],
            samples,
            ..EnergyRun::default()
        };
        Profile {
            runs: vec![run],
            code,
            ..Profile::default()
        }
    }

    #[test]
    fn tests_are_what_an_engine_calls_by_reflection() {
        let engine = [
            "a/Runner.main",
            "org/junit/platform/Launcher.execute",
            "java/util/ArrayList.forEach",
        ];
        let reflected = [
            "org/junit/ReflectionUtils.invoke",
            "java/lang/reflect/Method.invoke",
            "jdk/internal/reflect/Accessor.invoke",
        ];
        let chain = |end: &[&'static str]| [&engine[..], &reflected[..], end].concat();
        let chains = [
            chain(&["a/FirstTest.adds", "a/Sums.add"]),
            chain(&["a/FirstTest.adds", "java/util/List.of"]),
            chain(&["a/SecondTest.multiplies"]),
            engine.to_vec(),
            vec![
                "a/Runner.main",
                "java/lang/reflect/Method.invoke",
                "a/Plugin.run",
            ],
            chain(&["a/Extension.beforeAll"]),
            [&engine[..], &["org/junit/Filter.apply", "a/Listener.told"]].concat(),
            // What a test gives to the engine is called back through a collection.
            [&engine[..], &["a/Arguments$$Lambda.accept"]].concat(),
        ];
        let chains: Vec<&[&str]> = chains.iter().map(Vec::as_slice).collect();
        let analysis = crate::analyse(&profile(&chains), &AnalysisOptions::default());
        let found = unit_tests(&analysis);
        let names: Vec<&str> = found
            .iter()
            .filter_map(|row| Some(&*analysis.name(row.method)?.name))
            .collect();
        assert_eq!(names, ["adds", "beforeAll", "multiplies"], "{names:?}");
        assert_eq!(found[0].with_callees.samples, 2);
    }
}
