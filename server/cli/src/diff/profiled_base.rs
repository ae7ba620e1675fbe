//! The profile of a comparison: which methods of the base it measured, and what that says about the others.

use crate::input::Input;
use crate::measured::{Measured, PredictedMethod};
use crate::report::predictions;
use crate::settings::Settings;
use ::diff::{BaseRun, Comparison, LogNormalNumber, MethodName, ProfileUse};
use anyhow::Result;
use ide::{CountedBody, Model};
use profile::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The maximum number of methods named in a note.
const MOST_NAMED: usize = 3;

/// The mode of models of interpreted code.
const INTERPRETER: &str = "interpreter";

/// A profile, and what it says about a base.
#[derive(Debug)]
pub(super) struct ProfiledBase {
    /// The displayed name of the file.
    name: String,
    measured: Measured,
    /// The digests of the code that ran, by method. A class may have been loaded in several versions.
    ran: BTreeMap<MethodName, BTreeSet<u64>>,
    /// The methods of the base that ran as they are.
    as_they_ran: BTreeSet<MethodName>,
    profile: ProfileUse,
    /// Whether it was looked at a base; saved reports do not show the code.
    is_compared: bool,
}

impl ProfiledBase {
    /// Reads a profile. Its counts then replace the estimates of both sides.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let (measured, bodies) = Measured::open_for_both_sides(path)?;
        let mut ran: BTreeMap<MethodName, BTreeSet<u64>> = BTreeMap::new();
        for CountedBody {
            class,
            name,
            descriptor,
            code_digest,
            ..
        } in bodies
        {
            let name = MethodName {
                class,
                method: name,
                descriptor,
            };
            ran.entry(name).or_default().insert(code_digest);
        }
        let analysis = &measured.analysis;
        let releases = analysis.sampling.samplers.iter();
        let releases: BTreeSet<u16> = releases.map(|(_, release)| *release).collect();
        let profile = ProfileUse {
            program: analysis.program.clone(),
            meter: analysis.meter.selector.clone(),
            is_modelled: analysis.meter.is_modelled,
            java: releases.into_iter().collect(),
            joules: (analysis.totals.joules.map(|joules| joules.mean))
                .filter(|joules| joules.is_finite()),
            measured: 0,
            other_code: Vec::new(),
            absent: measured.known_calls(),
            anchors_others: false,
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            measured,
            ran,
            as_they_ran: BTreeSet::new(),
            profile,
            is_compared: false,
        })
    }

    /// Compares the methods that ran with those of the base. Only those with the code that ran count.
    pub(super) fn look_at(
        &mut self,
        settings: &Settings,
        model: &Model,
        base: &Input,
    ) -> Result<()> {
        let found = predictions(&self.measured, settings, model, base)?;
        let ran = |method: &PredictedMethod| {
            let digests = self.ran.get(&name(method));
            let digest = method.code_digest;
            digest.is_some_and(|digest| digests.is_some_and(|known| known.contains(&digest)))
        };
        let (same, other): (Vec<_>, Vec<_>) = found.iter().partition(|method| ran(method));
        let is_measured = |method: &&PredictedMethod| {
            let PredictedMethod {
                class,
                name,
                descriptor,
                ..
            } = method;
            self.measured.knows_call(class, name, descriptor)
        };
        self.is_compared = true;
        self.profile.measured = same.iter().copied().filter(is_measured).count();
        self.profile.other_code = other.into_iter().filter(is_measured).map(name).collect();
        let found = self.profile.measured + self.profile.other_code.len();
        self.profile.absent = self.measured.known_calls().saturating_sub(found);
        self.as_they_ran = same.iter().copied().map(name).collect();
        if self.measured.analysis.unit == Unit::Joules {
            self.measured.anchor(same.into_iter());
        }
        self.profile.anchors_others = self.measured.anchors().is_some();
        Ok(())
    }

    /// What the profile measured.
    pub(super) const fn measured(&self) -> &Measured {
        &self.measured
    }

    /// Notes about how the profile was used.
    pub(super) fn caveats(&self, comparison: &Comparison) -> Vec<String> {
        let profile = &self.profile;
        let run = format!("the profile {}", self.name);
        let methods = |count: usize| escape::how_many(count as u64, "method", "methods");
        if let Some(why) = self.measured.why_no_calls() {
            return vec![format!(
                "{run} does not show what a call cost, so all energies are predicted: {why}"
            )];
        }
        if !self.is_compared {
            return vec![format!(
                "saved reports do not show whether {run} is of their code, so all energies are predicted"
            )];
        }
        if !profile.fits() {
            let all = profile.measured + profile.other_code.len() + profile.absent;
            return vec![format!(
                "{run} does not fit the base, so all energies are predicted: of the {} that it measured, the base has {} with other code, and \
                 does not have {}. Profile the base",
                methods(all),
                profile.other_code.len(),
                profile.absent
            )];
        }
        let mut caveats = vec![self.summary()];
        let compiled = self.measured.analysis.sampling.code.compiled;
        if comparison.model.mode == INTERPRETER && compiled > 0.5 {
            caveats.push(format!(
                "the model is of the interpreter, and {} of the run's Java energy is in compiled code: what was measured is of compiled code, but \
                 how much an edit adds is the interpreter's ratio",
                profile::forms::percent(compiled)
            ));
        }
        let priced = comparison.base.jdk.as_deref().and_then(feature_release);
        if let Some(priced) = priced
            && !profile.java.is_empty()
            && !profile.java.contains(&priced)
        {
            caveats.push(format!(
                "the run was on {}, and predictions are for code that calls JDK {priced}; run both on the same JDK, or choose it with JAVA_HOME",
                self.java()
            ));
        }
        if !profile.other_code.is_empty() {
            let named = profile.other_code.iter().take(MOST_NAMED);
            let named: Vec<String> = named
                .map(|name| ide::signature(&name.class, &name.method, &name.descriptor))
                .collect();
            let more = profile.other_code.len() - named.len();
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            caveats.push(format!(
                "the base has other code than the profile measured in {}: {}{more}. Their measured energies are not used; profile the base, compiled for the Java release that the project is built for",
                methods(profile.other_code.len()),
                named.join(", ")
            ));
        }
        caveats
    }

    /// What the profile measured, and how it anchors the rest.
    fn summary(&self) -> String {
        let profile = &self.profile;
        let how = if profile.is_modelled {
            "modelled, not measured, by"
        } else {
            "measured by"
        };
        let others = match self.measured.anchors() {
            Some(anchors) => format!(
                "others are anchored by them (each of {}, predicted from the others, is off by ×/÷{} in the median)",
                anchors.left_out().methods,
                profile::forms::times(anchors.left_out().median_factor)
            ),
            None => {
                String::from("others are predicted, because anchors need three measured methods")
            }
        };
        format!(
            "the profile {} ({}, {how} {}): {} of the base measured, {others}",
            self.name,
            self.java(),
            profile.meter,
            escape::how_many(profile.measured as u64, "method", "methods")
        )
    }
}

impl ProfiledBase {
    /// The releases of Java that ran, as in `Java 25`.
    fn java(&self) -> String {
        let releases = self.profile.java.iter().map(u16::to_string);
        let releases: Vec<String> = releases.collect();
        if releases.is_empty() {
            String::from("an unknown JVM")
        } else {
            format!("Java {}", releases.join(", "))
        }
    }
}

/// The feature release of a JDK's version, such as 25 for `25.0.3+9-LTS`.
fn feature_release(version: &str) -> Option<u16> {
    let digits = version.split(|one: char| !one.is_ascii_digit()).next()?;
    digits.parse().ok()
}

impl BaseRun for ProfiledBase {
    fn profile(&self) -> &ProfileUse {
        &self.profile
    }

    fn energy(&self, method: &MethodName) -> Option<LogNormalNumber> {
        let MethodName {
            class,
            method: name,
            descriptor,
        } = method;
        let row = self.measured.of(class, name, descriptor)?;
        let per_call = row
            .per_call
            .ok()
            .filter(|_| self.as_they_ran.contains(method))?;
        Some(LogNormalNumber {
            mean: per_call.mean,
            log_sd: per_call.log_sd()?,
        })
    }

    fn calls(&self, method: &MethodName) -> Option<u64> {
        if !self.measured.analysis.sampling.is_counted {
            return None;
        }
        let MethodName {
            class,
            method: name,
            descriptor,
        } = method;
        let row = self.measured.of(class, name, descriptor);
        match row {
            Some(row) if self.as_they_ran.contains(method) => row.entries,
            // It was sampled but not counted, or other code ran.
            Some(_) => None,
            None if self.measured.has_overloads(class, name) => None,
            None => Some(0),
        }
    }

    fn factor(&self, class: &str) -> Option<LogNormalNumber> {
        let factor = self.measured.anchors()?.of(class);
        Some(LogNormalNumber {
            mean: factor.mean(),
            log_sd: factor.log_sd,
        })
    }

    fn is_whole(&self, unpriced_calls: f64) -> bool {
        ide::is_whole(unpriced_calls)
    }
}

fn name(method: &PredictedMethod) -> MethodName {
    MethodName {
        class: method.class.clone(),
        method: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}
