//! The profile of a comparison: which methods of the base it measured, and what that says about the others.

use crate::input::Input;
use crate::measured::{Measured, PredictedMethod};
use crate::report::predictions;
use crate::settings::Settings;
use ::diff::{BaseRun, LogNormalNumber, MethodName, ProfileUse};
use anyhow::Result;
use ide::{CountedBody, Model};
use profile::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The maximum number of methods named in a note.
const MOST_NAMED: usize = 3;

/// A profile, and what it says about a base.
#[derive(Debug)]
pub(super) struct ProfiledBase {
    pub(super) measured: Measured,
    /// The digests of the code that ran, by method. A class may have been loaded in several versions.
    ran: BTreeMap<MethodName, BTreeSet<u64>>,
    /// The methods of the base that were measured as they are.
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
        let meter = &measured.analysis.meter;
        let profile = ProfileUse {
            program: measured.analysis.program.clone(),
            meter: meter.selector.clone(),
            is_modelled: meter.is_modelled,
            measured: 0,
            other_code: Vec::new(),
            absent: measured.known_calls(),
            anchors_others: false,
        };
        Ok(Self {
            measured,
            ran,
            as_they_ran: BTreeSet::new(),
            profile,
            is_compared: false,
        })
    }

    /// Compares the methods that the run measured with those of the base. Only those with the code that ran count.
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
        self.is_compared = true;
        self.profile.measured = same.len();
        self.profile.other_code = other.into_iter().map(name).collect();
        self.profile.absent = self.measured.known_calls().saturating_sub(found.len());
        self.as_they_ran = same.iter().copied().map(name).collect();
        if self.measured.analysis.unit == Unit::Joules {
            self.measured.anchor(same.into_iter());
        }
        self.profile.anchors_others = self.measured.anchors().is_some();
        Ok(())
    }

    /// Whether the run measured a method of the base as it is.
    pub(super) fn has(&self, method: &MethodName) -> bool {
        self.as_they_ran.contains(method)
    }

    /// Notes about how the profile was used.
    pub(super) fn caveats(&self) -> Vec<String> {
        let profile = &self.profile;
        let how = if profile.is_modelled {
            "modelled, not measured, by"
        } else {
            "measured by"
        };
        let run = format!("the profile of {}", profile.program);
        let all = profile.measured + profile.other_code.len() + profile.absent;
        let methods = |count: usize| escape::how_many(count as u64, "method", "methods");
        if !self.is_compared {
            return vec![format!(
                "saved reports do not show whether {run} is of their code, so all energies are predicted"
            )];
        }
        if !profile.fits() {
            return vec![format!(
                "{run} does not fit the base, so all energies are predicted: of the {} that it measured, the base has {} with other code, and \
                 does not have {}. Profile the base",
                methods(all),
                profile.other_code.len(),
                profile.absent
            )];
        }
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
        let mut caveats = vec![format!(
            "{run}, {how} {}: {} of the base measured, {others}",
            profile.meter,
            methods(profile.measured)
        )];
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
                "the base has other code than the profile measured in {}: {}{more}. Their measured energies are not used; profile the base",
                methods(profile.other_code.len()),
                named.join(", ")
            ));
        }
        caveats
    }
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
        let per_call = row.per_call.ok().filter(|_| self.has(method))?;
        Some(LogNormalNumber {
            mean: per_call.mean,
            log_sd: per_call.log_sd()?,
        })
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
