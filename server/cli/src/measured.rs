//! What a profile says about methods, shown next to their predictions.

use anyhow::{Context, Result};
use ide::report::{AnchorLevel, AnchoredReport, MeasuredReport};
use ide::{CountedBody, FileAnalysis, MethodAnalysis};
use profile::forms::{energy, percent, relative, times};
use profile::{
    Analysis, AnalysisOptions, AnchorFactor, Anchors, Estimate, LeaveOneOut, MeasuredRatio, Method,
    MethodRow, Nearest, NoCostReason, Unit, analyse,
};
use profiler::RunFile;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::path::Path;

/// A note about a run that counted nothing.
pub(crate) const UNKNOWN_CODE: &str =
    "the run counted nothing, so it does not show whether it ran the present code";

/// A class, name and descriptor.
type MethodKey = (String, String, String);

/// The methods of a profile by name.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) analysis: Analysis,
    /// Indices in [`Analysis::methods`].
    places: HashMap<MethodKey, usize>,
    /// The code of the counted methods.
    bodies: HashMap<MethodKey, Vec<CountedBody>>,
    /// Methods whose present code is not the code that ran.
    other_code: HashSet<MethodKey>,
    /// What its methods say about others, once [`Measured::anchor`] has their predictions.
    anchors: Option<Anchors>,
}

/// The prediction of a method that ran.
#[derive(Debug)]
pub(crate) struct PredictedMethod {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// The digest by which counts of runs find its code; `None` if it has no code.
    pub(crate) code_digest: Option<u64>,
    /// The energy of a call, callees included; `None` if the prediction lacks something.
    pub(crate) joules: Option<f64>,
}

/// The energy of a method that was not measured, corrected by nearby measured methods.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchored {
    /// Joules per call, callees included.
    pub(crate) per_call: Estimate,
    pub(crate) factor: AnchorFactor,
}

impl Measured {
    /// Reads a profile. Its counts then replace estimates.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = RunFile::read(path)?;
        if !file.counted.is_empty() {
            libraries::use_counts_of(path, &file.counted)?;
        }
        let mut measured = Self::of_file(&file);
        for body in bodies_of(path, &file)? {
            let key = (
                body.class.clone(),
                body.name.clone(),
                body.descriptor.clone(),
            );
            measured.bodies.entry(key).or_default().push(body);
        }
        Ok(measured)
    }

    /// The same for two states of the code, with the code that was counted. The counts of a method also apply to those of its
    /// branches and loops that are still there after an edit. Otherwise, a change of the estimates would look like a change of
    /// the code.
    pub(crate) fn open_for_both_sides(path: &Path) -> Result<(Self, Vec<CountedBody>)> {
        let file = RunFile::read(path)?;
        if !file.counted.is_empty() {
            libraries::use_counts_of_any_state(path, &file.counted)?;
        }
        Ok((Self::of_file(&file), bodies_of(path, &file)?))
    }

    fn of_file(file: &RunFile) -> Self {
        let analysis = analyse(&file.profile, &AnalysisOptions::default());
        let rows = analysis.methods.iter().enumerate();
        let places = rows.filter_map(|(place, row)| {
            let method = analysis.name(row.method).filter(|_| !row.is_overloads)?;
            let descriptor = method.descriptor.clone()?;
            Some((
                (method.class.clone(), method.name.clone(), descriptor),
                place,
            ))
        });
        let places = places.collect();
        Self {
            analysis,
            places,
            bodies: HashMap::new(),
            other_code: HashSet::new(),
            anchors: None,
        }
    }

    /// Whether the run shows which code ran.
    pub(crate) fn knows_code(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// Whether a method ran with other code than that of this digest. `false` if the run does not show it.
    fn ran_otherwise(&self, method: &MethodKey, code_digest: Option<u64>) -> bool {
        let ran = self.bodies.get(method);
        ran.zip(code_digest)
            .is_some_and(|(ran, now)| ran.iter().all(|body| body.code_digest != now))
    }

    /// Forgets what methods cost that ran with other code. Returns their names.
    pub(crate) fn leave_out_other_code<'p>(
        &mut self,
        now: impl Iterator<Item = &'p PredictedMethod>,
    ) -> Vec<String> {
        let mut names = Vec::new();
        for method in now {
            let PredictedMethod {
                class,
                name,
                descriptor,
                code_digest,
                ..
            } = method;
            let key = (class.clone(), name.clone(), descriptor.clone());
            if self.ran_otherwise(&key, *code_digest) {
                names.push(format!("{}.{name}", class.replace('/', ".")));
                self.other_code.insert(key);
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// Whether a method was left out because it ran with other code.
    pub(crate) fn has_other_code(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let key = (class.to_owned(), name.to_owned(), descriptor.to_owned());
        self.other_code.contains(&key)
    }

    /// Whether the energy of a call is known.
    pub(crate) fn knows_call(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let row = self.of(class, name, descriptor);
        row.is_some_and(|row| row.per_call.is_ok())
    }

    /// The number of methods whose energy of a call is known.
    pub(crate) fn known_calls(&self) -> usize {
        let rows = self.places.values();
        let rows = rows.filter_map(|place| self.analysis.methods.get(*place));
        rows.filter(|row| row.per_call.is_ok()).count()
    }

    /// Whether samples of a method may be among those of overloads that were not distinguished.
    pub(crate) fn has_overloads(&self, class: &str, name: &str) -> bool {
        let mut rows = self.analysis.methods.iter().filter(|row| row.is_overloads);
        rows.any(|row| {
            let method = self.analysis.name(row.method);
            method.is_some_and(|method| method.class == class && method.name == name)
        })
    }

    /// Why no energy of a call is known; `None` if some are.
    pub(crate) fn why_no_calls(&self) -> Option<&'static str> {
        let analysis = &self.analysis;
        if self.known_calls() > 0 {
            return None;
        }
        let reasons = analysis.methods.iter().filter_map(|row| row.per_call.err());
        let reasons: HashSet<NoCostReason> = reasons.collect();
        let has = |reason| reasons.contains(&reason);
        Some(if analysis.unit != Unit::Joules {
            "no meter measured energy"
        } else if !analysis.sampling.is_counted {
            "it has no counts of calls; profile without --no-counts and --attach"
        } else if has(NoCostReason::DifferentWork) {
            "its two runs did different work"
        } else if has(NoCostReason::PartlyMeasured) {
            "too much of the run was not measured, or used by threads that ended before they were seen"
        } else {
            "it has too few samples; let the program run longer, or repeat it with --repeat"
        })
    }

    /// Learns from measured methods and their predictions how to correct others.
    pub(crate) fn anchor<'p>(&mut self, predicted: impl Iterator<Item = &'p PredictedMethod>) {
        let ratios = predicted.filter_map(|method| {
            let row = self.of(&method.class, &method.name, &method.descriptor)?;
            let measured = row.per_call.ok()?;
            let joules = method.joules.filter(|joules| *joules > 0.0)?;
            Some(MeasuredRatio {
                class: &method.class,
                log_ratio: (measured.mean / joules).ln(),
                log_sd: measured.log_sd()?,
            })
        });
        let ratios: Vec<MeasuredRatio<'_>> = ratios.collect();
        self.anchors = Anchors::fit(&ratios);
    }

    /// How well the correction fits the measured methods; `None` if there are none.
    pub(crate) fn anchors(&self) -> Option<&Anchors> {
        self.anchors.as_ref()
    }

    /// The energy of a call of a method with a prediction in `joules` and this many calls without a price. `None` if the run
    /// has it, if nothing nearby was measured, or if the prediction lacks something.
    pub(crate) fn anchored(
        &self,
        (class, name, descriptor): (&str, &str, &str),
        (joules, unpriced_calls): (f64, f64),
    ) -> Option<Anchored> {
        if joules <= 0.0
            || !ide::is_whole(unpriced_calls)
            || self.knows_call(class, name, descriptor)
        {
            return None;
        }
        let factor = self.anchors.as_ref()?.of(class);
        Some(Anchored {
            per_call: factor.estimate().scaled(joules),
            factor,
        })
    }

    /// The row of a method; `None` if it has no sample and no count, or if overloads were not distinguished.
    pub(crate) fn of(&self, class: &str, name: &str, descriptor: &str) -> Option<&MethodRow> {
        let key = (class.to_owned(), name.to_owned(), descriptor.to_owned());
        self.places
            .get(&key)
            .filter(|_| !self.other_code.contains(&key))
            .and_then(|place| self.analysis.methods.get(*place))
    }

    /// The same for a report.
    pub(crate) fn report_of(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<MeasuredReport> {
        let row = self.of(class, name, descriptor)?;
        let of = |estimate: Estimate| [estimate.mean, estimate.lo, estimate.hi];
        Some(MeasuredReport {
            calls: row.entries,
            joules: row.with_callees.joules.map(of),
            own_joules: row.own.joules.map(of),
            share: of(row.with_callees.share),
            joules_per_call: row.per_call.ok().map(of),
            is_modelled: self.analysis.meter.is_modelled,
        })
    }
}

/// The measured energy of a line without its callees.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MeasuredLine {
    /// `None` if no energy was measured.
    pub(crate) joules: Option<f64>,
    /// The share of all Java code.
    pub(crate) share: f64,
}

/// A method of a file, and whether the run executed its present code.
pub(crate) enum RanMethod<'m> {
    /// What it cost.
    AsNow(&'m MethodRow),
    /// It ran with other code.
    Otherwise,
}

impl Measured {
    /// The sampled lines of a file, where they are now. Methods that ran with other code have none.
    pub(crate) fn lines_of(&self, file: &FileAnalysis) -> BTreeMap<u32, MeasuredLine> {
        let mut methods: HashMap<(&str, &str), Vec<&MethodAnalysis>> = HashMap::new();
        for method in file.methods() {
            let of_name = methods.entry((&method.class, &method.name)).or_default();
            of_name.push(method);
        }
        let mut lines: BTreeMap<u32, MeasuredLine> = BTreeMap::new();
        for row in &self.analysis.lines {
            let (Some(line), Some(name)) = (row.line, self.analysis.name(row.method)) else {
                continue;
            };
            let of_name = methods.get(&(&*name.class, &*name.name));
            let mut of_name = of_name.into_iter().flatten();
            let found = of_name.find_map(|method| {
                let descriptor = name.descriptor.as_ref();
                let is_it = descriptor.is_none_or(|known| *known == method.descriptor);
                is_it.then(|| self.present_line(method, line)).flatten()
            });
            let Some(line) = found else {
                continue;
            };
            let sum = lines.entry(line).or_default();
            sum.share += row.own.share.mean;
            if let Some(joules) = row.own.joules {
                *sum.joules.get_or_insert(0.0) += joules.mean;
            }
        }
        lines
    }

    /// Where a line of the run is now; `None` if the method ran with other code.
    fn present_line(&self, method: &MethodAnalysis, line: u32) -> Option<u32> {
        let Some(ran) = self.bodies.get(&key_of(method)) else {
            return Some(line);
        };
        let mut ran = ran.iter();
        let body = ran.find(|body| Some(body.code_digest) == method.code_digest())?;
        if body.lines.is_empty() {
            return Some(line);
        }
        method.present_line(&body.lines, line)
    }

    /// What the run says of a method of a file with this name in the text, and lines among these.
    pub(crate) fn method_at(
        &self,
        file: &FileAnalysis,
        (class, name): (&str, &str),
        lines: &RangeInclusive<u32>,
    ) -> Option<RanMethod<'_>> {
        let has_name = |found: &str| found == name || (found == "<init>" && class.ends_with(name));
        let method = file.methods().find(|method| {
            method.class == class
                && has_name(&method.name)
                && method.line.is_some_and(|line| lines.contains(&line))
        })?;
        if self.ran_otherwise(&key_of(method), method.code_digest()) {
            return Some(RanMethod::Otherwise);
        }
        // Some samplers do not distinguish overloads.
        let by_line = || {
            let found = self.analysis.lines.iter().find(|row| {
                let is_it = |known: &Method| {
                    let is_mixed = known.descriptor.is_none();
                    is_mixed && known.class == class && known.name == method.name
                };
                row.line.is_some_and(|line| lines.contains(&line))
                    && self.analysis.name(row.method).is_some_and(is_it)
            });
            self.analysis.row(found?.method)
        };
        let row = self.of(&method.class, &method.name, &method.descriptor);
        row.filter(|row| row.with_callees.samples > 0)
            .or_else(by_line)
            .map(RanMethod::AsNow)
    }
}

fn key_of(method: &MethodAnalysis) -> MethodKey {
    (
        method.class.clone(),
        method.name.clone(),
        method.descriptor.clone(),
    )
}

fn bodies_of(path: &Path, file: &RunFile) -> Result<Vec<CountedBody>> {
    libraries::bodies_of(&file.counted)
        .with_context(|| format!("the counts of {} cannot be read", path.display()))
}

/// A measured method in words: the energy of a call and its precision, the number of calls, and its share of the run.
pub(crate) fn in_words(row: &MethodRow) -> String {
    let mut words = Vec::new();
    if let Ok(per_call) = row.per_call {
        words.push(format!(
            "{} {} a call",
            energy(per_call.mean),
            relative(&per_call)
        ));
    }
    if let Some(calls) = row.entries {
        words.push(escape::how_many(calls, "call", "calls"));
    }
    words.push(format!(
        "{} of the run",
        percent(row.with_callees.share.mean)
    ));
    words.join(" · ")
}

/// Makes the counts of a file replace estimates: those of an agent, or of a profile.
pub(crate) fn use_counts(path: &Path) -> Result<()> {
    if files::is_sqlite(path) {
        let file = RunFile::read(path)?;
        let counted = (!file.counted.is_empty()).then_some(&file.counted);
        let counted = counted.with_context(|| {
            format!(
                "{} has no counts: profile the program without --no-counts",
                path.display()
            )
        })?;
        libraries::use_counts_of(path, counted)?;
    } else {
        libraries::use_counts(path)?;
    }
    Ok(())
}

impl Anchored {
    /// The same for a report.
    pub(crate) fn report(&self) -> AnchoredReport {
        let of = |estimate: Estimate| [estimate.mean, estimate.lo, estimate.hi];
        AnchoredReport {
            joules_per_call: of(self.per_call),
            factor: of(self.factor.estimate()),
            nearest: match self.factor.nearest {
                Nearest::Class => AnchorLevel::Class,
                Nearest::Package => AnchorLevel::Package,
                Nearest::Run => AnchorLevel::Run,
            },
            methods: self.factor.methods as u64,
        }
    }
}

/// The legend of a table with anchored energies.
pub(crate) fn legend(anchors: &Anchors) -> [String; 2] {
    let LeaveOneOut {
        methods,
        median_factor,
        ..
    } = anchors.left_out();
    [
        "≈ before a call: anchored, not measured: the prediction, corrected by what measured methods of the same class, package or run cost compared with theirs"
            .to_owned(),
        format!(
            "each of the {methods} measured methods, predicted in this way from the others, was off by ×/÷{} in the median",
            times(median_factor)
        ),
    ]
}
