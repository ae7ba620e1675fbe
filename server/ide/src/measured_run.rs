//! A run whose energy was measured, to be shown with its code.
//!
//! A [`MeasuredRun`] has the data of a profile by method and line. The data of a method apply to the code that ran:
//! [`MeasuredRun::state`] compares that with the current code.

mod anchored;
mod baseline;
mod code_state;
mod lens;
mod method_hover;
mod words;

pub(crate) use code_state::CodeState;
pub(crate) use lens::RunTitle;
pub(crate) use words::modelled_or_measured;

use crate::method_analysis::MethodAnalysis;
use baseline::Baselines;
use profile::{
    Analysis, AnalysisOptions, Estimate, LinePart, MethodIndex, MethodRow, NoCostReason, Profile,
    Unit,
};
use std::collections::{BTreeMap, HashMap};

/// The code of a counted method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedBody {
    /// The class, with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// Its digest, by `bytecode::code_digest`.
    pub code_digest: u64,
    /// The instructions at which lines began, with their lines.
    pub lines: Vec<(u16, u16)>,
}

/// The cost of a method in a run.
#[derive(Debug, Clone)]
pub(crate) struct MeasuredMethod {
    descriptor: Option<String>,
    pub(crate) row: MethodRow,
    /// Its own cost and that of the platform code that it calls, as a part of all Java code.
    pub(crate) charged_share: f64,
    pub(crate) lines: Vec<LinePart>,
}

/// The counted code of a method name.
#[derive(Debug, Clone)]
struct CountedCode {
    digest: u64,
    lines: Vec<(u16, u16)>,
}

/// A run whose energy was measured.
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a different fact about the run"
)]
pub struct MeasuredRun {
    /// The name of the file, for readers.
    pub(crate) file: String,
    pub(crate) program: String,
    pub(crate) selector: String,
    pub(crate) what: String,
    pub(crate) is_modelled: bool,
    pub(crate) unit: Unit,
    /// The cost of all Java code, in the unit.
    all: f64,
    is_counted: bool,
    /// Whether lines are coarse.
    pub(crate) is_coarse: bool,
    /// Whether the meter measured only part of the time.
    pub(crate) is_at_least: bool,
    ended_unix_nanos: u64,
    /// By class and name.
    methods: HashMap<String, HashMap<String, Vec<MeasuredMethod>>>,
    /// By class, name and descriptor.
    bodies: HashMap<(String, String, String), Vec<CountedCode>>,
    baselines: Baselines,
}

/// Prefixes of platform classes. Their cost is charged to the project's methods that call them.
const PLATFORM: [&str; 6] = ["java/", "javax/", "jdk/", "sun/", "com/sun/", "org/jcp/"];

impl MeasuredRun {
    /// Reads a profile. `file` is its name for readers.
    pub fn new(file: String, profile: &Profile, bodies: Vec<CountedBody>) -> Self {
        let analysis = profile::analyse(profile, &AnalysisOptions::default());
        let charged = charged(&analysis);
        let mut parts: HashMap<MethodIndex, Vec<LinePart>> = HashMap::new();
        for part in profile::lines_with_callees(profile) {
            parts.entry(part.method).or_default().push(part);
        }
        let mut methods: HashMap<String, HashMap<String, Vec<MeasuredMethod>>> = HashMap::new();
        for row in &analysis.methods {
            let Some(name) = analysis.name(row.method) else {
                continue;
            };
            let of_class = methods.entry(name.class.clone()).or_default();
            let of_name = of_class.entry(name.name.clone()).or_default();
            of_name.push(MeasuredMethod {
                descriptor: name.descriptor.clone(),
                charged_share: charged.get(&row.method).copied().unwrap_or(0.0),
                lines: parts.remove(&row.method).unwrap_or_default(),
                row: row.clone(),
            });
        }
        let mut by_name: HashMap<(String, String, String), Vec<CountedCode>> = HashMap::new();
        for body in bodies {
            let key = (body.class, body.name, body.descriptor);
            by_name.entry(key).or_default().push(CountedCode {
                digest: body.code_digest,
                lines: body.lines,
            });
        }
        let ends = profile
            .runs
            .iter()
            .map(|run| run.started_unix_nanos.saturating_add(run.wall_nanos));
        Self {
            file,
            program: analysis.program,
            selector: analysis.meter.selector,
            what: analysis.meter.what,
            is_modelled: analysis.meter.is_modelled,
            unit: analysis.unit,
            all: analysis.totals.java.all,
            is_counted: analysis.sampling.is_counted,
            is_coarse: analysis.sampling.is_coarse(),
            is_at_least: analysis.unit == Unit::Joules && analysis.totals.is_at_least(),
            ended_unix_nanos: ends.max().unwrap_or(0),
            methods,
            bodies: by_name,
            baselines: Baselines::default(),
        }
    }

    /// When the last run ended, in nanoseconds since 1970.
    pub fn ended_unix_nanos(&self) -> u64 {
        self.ended_unix_nanos
    }

    /// Whether it shows which code ran, so its counts can replace estimates.
    pub fn knows_code(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// The cost of a method; `None` if it was neither sampled nor counted, or its overloads were not distinguished. `is_alone`
    /// says whether it has no overloads in its class.
    pub(crate) fn of(&self, method: &MethodAnalysis, is_alone: bool) -> Option<&MeasuredMethod> {
        let known = self.methods.get(&method.class)?.get(&method.name)?;
        let exact = known
            .iter()
            .find(|one| one.descriptor.as_deref() == Some(&*method.descriptor));
        let sampled = exact.filter(|one| one.row.with_callees.samples > 0);
        // Some samplers have no descriptors.
        let by_name = || {
            let mut nameless = known.iter().filter(|one| one.descriptor.is_none());
            nameless.next().filter(|_| is_alone)
        };
        sampled.or_else(by_name).or(exact)
    }

    /// Whether the samples mix overloads of a method.
    pub(crate) fn mixes_overloads(&self, method: &MethodAnalysis, is_alone: bool) -> bool {
        let known = self.methods.get(&method.class);
        let known = known.and_then(|names| names.get(&method.name));
        let mut known = known.into_iter().flatten();
        !is_alone && known.any(|one| one.descriptor.is_none() && one.row.with_callees.samples > 0)
    }

    /// Whether any code of a class ran, if known.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.methods.contains_key(class)
    }

    fn counted(&self, method: &MethodAnalysis) -> &[CountedCode] {
        let key = (
            method.class.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        );
        self.bodies.get(&key).map_or(&[], |known| &known[..])
    }

    /// A cost in the unit of the run.
    pub(crate) fn value(&self, used: f64) -> String {
        match self.unit {
            Unit::Joules => posterior::Joules(used).about(),
            Unit::CpuSeconds => format!("{} of CPU", profile::forms::seconds(used)),
        }
    }

    /// A part of all Java code in the unit of the run.
    pub(crate) fn of_share(&self, share: f64) -> f64 {
        share * self.all
    }

    /// The lines of a method at their current positions, with their parts of the method's cost.
    pub(crate) fn lines(
        &self,
        measured: &MeasuredMethod,
        method: &MethodAnalysis,
    ) -> BTreeMap<u32, LinePart> {
        let Some(body) = &method.body else {
            return BTreeMap::new();
        };
        let mut counted = self.counted(method).iter();
        let counted =
            counted.find(|code| code.digest == body.code_digest && !code.lines.is_empty());
        let now_of = |line: u32| match counted {
            None => Some(line),
            Some(code) => method.present_line(&code.lines, line),
        };
        let mut found: BTreeMap<u32, LinePart> = BTreeMap::new();
        for part in &measured.lines {
            let Some(line) = now_of(part.line) else {
                continue;
            };
            let sum = found.entry(line).or_insert(LinePart {
                line,
                part: 0.0,
                samples: 0,
                ..*part
            });
            sum.part += part.part;
            sum.samples = sum.samples.saturating_add(part.samples);
        }
        found
    }
}

/// The costs of methods, with the platform code that they call, as parts of all Java code.
fn charged(analysis: &Analysis) -> HashMap<MethodIndex, f64> {
    let all = analysis.totals.java.all;
    let mut found: HashMap<MethodIndex, f64> = HashMap::new();
    if all <= 0.0 {
        return found;
    }
    let is_platform: Vec<bool> = analysis
        .names
        .iter()
        .map(|name| PLATFORM.iter().any(|start| name.class.starts_with(start)))
        .collect();
    let mut owners: Vec<Option<MethodIndex>> = Vec::with_capacity(analysis.tree.nodes.len());
    for node in &analysis.tree.nodes {
        let of_caller = || {
            node.caller
                .and_then(|caller| owners.get(caller).copied().flatten())
        };
        let own = node.method.filter(|method| {
            is_platform
                .get(method.0 as usize)
                .is_some_and(|is_platform| !is_platform)
        });
        let owner = own.or_else(of_caller);
        if let Some(owner) = owner {
            *found.entry(owner).or_default() += node.own / all;
        }
        owners.push(owner);
    }
    found
}

impl MeasuredMethod {
    /// Joules of a call, callees included, or why there is no number.
    pub(crate) fn per_call(&self) -> Result<Estimate, NoCostReason> {
        self.row.per_call
    }
}
