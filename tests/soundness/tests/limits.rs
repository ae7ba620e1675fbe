//! No call of a method of the JDK whose worst case has a limit executes more than the limit. JDK 17 and newer ones execute the
//! calls of `limits/Limits.java` and count every block of the JDK's own code; the posterior means of every device price them.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use bytecode::events::Interpreter;
use bytecode::{ClassFile, Op};
use calls::{LIMITS, Prices};
use counts::{CountRecording, Counts, MethodCounts, Options};
use jdk::{BlockingJavac, CompileRequest, Environment, Jdk, JdkModules, SourceUnit, find_jdks};
use posterior::{Device, Posterior};
use pricing::{Mapping, Pricer, Tally};

const TEXT: &str = include_str!("limits/Limits.java");
/// Native code works through as many elements as the call has, in this many of its calls; in the others through so few.
const LONG_NATIVE_CALLS: u64 = 4;
const FEW_ELEMENTS: f64 = 16.0;

/// A call: the method, the sizes that its limit depends on, and the counters that changed.
struct Case<'t> {
    method: &'t str,
    sizes: HashMap<&'t str, f64>,
    text: &'t str,
    changes: Vec<(u32, u64)>,
}

impl<'t> Case<'t> {
    fn of(line: &'t str) -> Self {
        let mut parts = line.split('\t');
        let (method, text) = (parts.next().unwrap(), parts.next().unwrap());
        let sizes = text.split(';').filter_map(|size| size.split_once('='));
        let changes = parts.next().unwrap().split_whitespace();
        Self {
            method,
            sizes: (sizes.map(|(name, value)| (name, value.parse().unwrap()))).collect(),
            text,
            changes: changes
                .map(|change| {
                    let (counter, by) = change.split_once(':').unwrap();
                    (counter.parse().unwrap(), by.parse().unwrap())
                })
                .collect(),
        }
    }
}

fn cache_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled")
}

/// Executes all calls on a JDK.
fn execute(jdk: &Jdk, folder: &Path) -> (Counts, String) {
    let config = tests::javac_config(env!("CARGO_TARGET_TMPDIR"));
    let javac = BlockingJavac::start(jdk.clone(), config).unwrap();
    let request = CompileRequest {
        sources: vec![SourceUnit::new("Limits.java", TEXT)],
        ..CompileRequest::default()
    };
    let response = javac.compile(request).unwrap();
    assert!(response.success, "{:#?}", response.diagnostics);
    for class in response.classes {
        std::fs::write(
            folder.join(format!("{}.class", class.binary_name)),
            &*class.bytes,
        )
        .unwrap();
    }
    let options = Options {
        places: true,
        ..Options::default()
    };
    let recording = CountRecording::prepare(jdk, &cache_dir(), &options).unwrap();
    let mut java = jdk.java_command();
    recording.add_to(&mut java);
    // Intrinsics of the compiler would replace code, and their counters with it. The first option leaves some of them.
    java.args([
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:-InlineNatives",
        "-XX:DisableIntrinsic=_getCharStringU,_putCharStringU,_getAndAddInt,_getAndAddLong,\
         _getAndSetInt,_getAndSetLong,_getAndSetReference,_Reference_get",
        "-Dfile.encoding=UTF-8",
    ]);
    java.arg("-classpath").arg(folder).arg("Limits").arg(folder);
    // Paths with letters of other languages need a locale that can encode them.
    java.env("LC_ALL", "C.UTF-8");
    java.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let output = java.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let cases = std::fs::read_to_string(folder.join("cases")).unwrap();
    (recording.read().unwrap(), cases)
}

/// A counted method: the counters that it has, and what each of its instructions costs on each device.
struct Priced<'c> {
    counted: &'c MethodCounts,
    code: bytecode::Code,
    instructions: Vec<Vec<f64>>,
    /// The native methods that it calls: the instruction and the name.
    natives: Vec<(usize, String)>,
}

struct Measure<'c> {
    pricer: Pricer,
    prices: Prices,
    devices: Vec<Vec<f64>>,
    methods: BTreeMap<u32, Priced<'c>>,
}

impl<'c> Measure<'c> {
    fn of(jdk: &Jdk, counts: &'c Counts) -> Self {
        let posterior = Arc::new(Posterior::default_model());
        let pricer = Pricer::new(Arc::clone(&posterior), Mapping::default());
        let prices = Prices::of_natives(&pricer);
        let patterns: Vec<_> = (0..=u16::MAX)
            .map_while(|id| pricer.pattern(pricing::PatternId(id)))
            .collect();
        let devices = (0..posterior.devices().len()).map(Device::Named);
        let devices = std::iter::once(Device::Any).chain(devices).map(|device| {
            let means = patterns.iter();
            let means = means.map(|pattern| posterior.mean(&pattern.features, device).0);
            means.collect()
        });
        let mut measure = Self {
            devices: devices.collect(),
            prices,
            pricer,
            methods: BTreeMap::new(),
        };
        measure.price(jdk, counts);
        measure
    }

    fn price(&mut self, jdk: &Jdk, counts: &'c Counts) {
        let modules = JdkModules::open(jdk).unwrap();
        let mut interpreter = Interpreter::default();
        let (mut events, mut units) = (Vec::new(), Vec::new());
        let is_native = |class: &str, name: &str, descriptor: &str| {
            let found = modules.class(class).ok().flatten();
            found.is_some_and(|found| {
                let parsed = ClassFile::parse(found.bytes()).unwrap();
                let mut methods = parsed.methods.iter();
                methods.any(|method| {
                    method.name == name && method.descriptor == descriptor && method.code.is_none()
                })
            })
        };
        let mut known: HashMap<String, bool> = HashMap::new();
        for class in &counts.classes {
            let Some(found) = modules.class(&class.name).ok().flatten() else {
                continue;
            };
            let parsed = ClassFile::parse(found.bytes()).unwrap();
            for counted in &class.methods {
                let mut methods = parsed.methods.iter();
                let method = methods.find(|method| {
                    method.name == counted.name && method.descriptor == counted.descriptor
                });
                let Some(code) = method.and_then(|method| method.code.as_ref()) else {
                    continue;
                };
                if counted.code_digest != bytecode::code_digest(code) {
                    continue;
                }
                self.pricer
                    .price_code(&mut interpreter, (&parsed, code), &mut events, &mut units);
                let length = code.instructions.len();
                let mut instructions = vec![vec![0.0; self.devices.len()]; length];
                for unit in &units {
                    if !self.pricer.is_callee(unit.pattern) {
                        for (device, means) in self.devices.iter().enumerate() {
                            instructions[unit.instruction as usize][device] +=
                                unit.count * means[usize::from(unit.pattern.0)];
                        }
                    }
                }
                let calls = code.instructions.iter().enumerate();
                let natives = calls.filter_map(|(at, instruction)| {
                    let Op::Invoke { pool, .. } = instruction.op else {
                        return None;
                    };
                    let member = parsed.member(pool)?;
                    let (class, name) = (member.class(), member.name());
                    let full = format!("{class}.{name}{}", member.descriptor());
                    let is_native = *known
                        .entry(full.clone())
                        .or_insert_with(|| is_native(&class, &name, &member.descriptor()));
                    (is_native && self.prices.given(&full).is_some()).then_some((at, full))
                });
                let natives = natives.collect();
                self.methods.insert(
                    counted.first.unwrap(),
                    Priced {
                        counted,
                        code: code.clone(),
                        instructions,
                        natives,
                    },
                );
            }
        }
    }

    fn on(&self, device: usize, tally: &Tally) -> f64 {
        tally.mean(&self.devices[device])
    }

    /// What a call costs on each device.
    fn executed(&self, case: &Case<'_>) -> Vec<f64> {
        let mut by_method: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for (counter, by) in &case.changes {
            if let Some((first, method)) = self.methods.range(..=counter).next_back()
                && counter - first < method.counted.counters.len() as u32
            {
                let changed = by_method.entry(*first).or_default();
                changed.insert(counter - first, *by);
            }
        }
        let mut sum = vec![0.0; self.devices.len()];
        let mut natives: BTreeMap<&str, u64> = BTreeMap::new();
        for (first, changed) in &by_method {
            let method = &self.methods[first];
            let mut counted = method.counted.clone();
            for (counter, at) in counted.counters.iter_mut().zip(0..) {
                counter.count = changed.get(&at).copied().unwrap_or(0);
            }
            let execution = counted.execution(&method.code).unwrap();
            for (count, joules) in execution.instructions.iter().zip(&method.instructions) {
                if *count > 0 {
                    for (sum, joules) in sum.iter_mut().zip(joules) {
                        *sum += *count as f64 * joules;
                    }
                }
            }
            for (at, native) in &method.natives {
                *natives.entry(native).or_default() += execution.instructions[*at];
            }
        }
        let size = FEW_ELEMENTS + case.sizes.values().sum::<f64>();
        for (native, times) in natives {
            let long = times.min(LONG_NATIVE_CALLS);
            for (elements, times) in [(size, long), (FEW_ELEMENTS, times - long)] {
                if let Some(tally) = self.prices.expected(native, elements) {
                    for (device, sum) in sum.iter_mut().enumerate() {
                        *sum += times as f64 * self.on(device, &tally);
                    }
                }
            }
        }
        sum
    }

    /// The largest part of its limit that a call costs on a device; `None` if the limit does not name a size of the call.
    fn share(&self, case: &Case<'_>) -> Option<f64> {
        let limit = self.prices.limit(case.method)?;
        let value = |symbol: &cost::Symbol| case.sizes.get(&*symbol.name).copied();
        let tally = limit.cost.evaluate(&value).ok()?;
        let executed = self.executed(case);
        let shares = (0..)
            .zip(&executed)
            .map(|(device, executed)| executed / self.on(device, &tally));
        shares.max_by(f64::total_cmp)
    }
}

/// The methods that have a limit.
fn limited() -> BTreeSet<String> {
    let document: serde_json::Value = serde_json::from_str(LIMITS).unwrap();
    let methods = document["limits"]["methods"].as_array().unwrap().iter();
    methods
        .map(|method| method["method"].as_str().unwrap().to_owned())
        .collect()
}

/// Executes all calls on the first JDK that `is_meant`.
fn check(test: &str, is_meant: fn(u16) -> bool) {
    let jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    let Some(jdk) = jdks.into_iter().find(|jdk| is_meant(jdk.version.feature)) else {
        tests::skip(test, "no such JDK found");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (counts, cases) = execute(&jdk, folder.path());
    let measure = Measure::of(&jdk, &counts);
    let mut largest: BTreeMap<&str, (f64, &str)> = BTreeMap::new();
    for line in cases.lines() {
        let case = Case::of(line);
        // A limit in terms of the sizes of the call.
        let share = measure.share(&case).unwrap();
        let most = largest.entry(case.method).or_default();
        if share > most.0 {
            *most = (share, case.text);
        }
    }
    let mut shares: Vec<_> = largest.iter().collect();
    shares.sort_by(|one, two| two.1.0.total_cmp(&one.1.0));
    let executed: BTreeSet<String> = largest.keys().map(|method| (*method).to_owned()).collect();
    assert_eq!(executed, limited(), "each limit has its calls");
    // The largest shares of limits come first.
    assert!(shares[0].1.0 <= 1.0, "{jdk:?}: {shares:#?}");
}

#[test]
fn no_call_on_jdk_17_executes_more_than_its_limit() {
    let test = "no_call_on_jdk_17_executes_more_than_its_limit";
    check(test, |feature| feature == 17);
}

#[test]
fn no_call_on_a_newer_jdk_executes_more_than_its_limit() {
    let test = "no_call_on_a_newer_jdk_executes_more_than_its_limit";
    check(test, |feature| feature >= 25);
}
