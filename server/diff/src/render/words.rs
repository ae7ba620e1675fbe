//! Phrases shared by several forms. Each form escapes them.

use crate::advice::Advice;
use crate::change::{Assumed, Cause, Change, ChangeInRun, Delta, Section, Side};
use crate::comparison::{Comparison, Outcome};
use crate::coverage::Coverage;
use crate::energy_origin::EnergyOrigin;
use crate::group::Group;
pub(super) use crate::message::in_one_line;
use crate::name::{readable_call, shown};
use crate::percent::{percent, percent_beside, probability, share};
use crate::quantity::Quantity;
use crate::run_difference::OriginsOfEnergy;
use crate::uncovered_method::UncoveredMethod;
use documents::SymbolKind;
use escape::how_many;
use posterior::Joules;
use std::fmt::Write;

/// `40.2 nJ ± 3.1 nJ`, `40.2 nJ ± 3.1 nJ measured`, `40.2 nJ ×/÷2.1 anchored`, or why there is no number.
pub(super) fn energy(side: Option<&Side>) -> String {
    match side {
        Some(Side {
            mean: Some(mean),
            sd: Some(sd),
            provenance,
            ..
        }) => {
            let origin = provenance.map_or_else(String::new, |provenance| format!(" {provenance}"));
            match wide_factor(*provenance, *mean, *sd) {
                Some(factor) => format!("{} ×/÷{factor:.1}{origin}", Joules(*mean)),
                None => format!("{} ± {}{origin}", Joules(*mean), Joules(*sd)),
            }
        }
        Some(Side {
            not_priced: Some(reason),
            ..
        }) => reason.clone(),
        Some(_) | None => String::from("–"),
    }
}

/// Half of the 90% interval of an anchored energy as a factor, if it is too wide for a standard deviation.
fn wide_factor(provenance: Option<EnergyOrigin>, mean: f64, sd: f64) -> Option<f64> {
    const WIDE: f64 = 0.3;
    const Z: f64 = 1.645;
    let is_wide = provenance == Some(EnergyOrigin::Anchored) && sd > WIDE * mean;
    let log_sd = (sd / mean).powi(2).ln_1p().sqrt();
    is_wide
        .then(|| (Z * log_sd).exp())
        .filter(|factor| factor.is_finite())
}

/// `192,060,000`
fn calls_in_groups(calls: u64) -> String {
    let digits = calls.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

/// `+1.20 µJ`
pub(super) fn signed(joules: f64) -> String {
    let sign = if joules < 0.0 { "−" } else { "+" };
    if joules == 0.0 {
        String::from("0 J")
    } else {
        format!("{sign}{}", Joules(joules.abs()))
    }
}

/// `+12%`, or `new` if there was nothing before.
pub(super) fn relative(comparison: &Comparison, delta: &Delta) -> String {
    delta.relative.map_or_else(
        || String::from("from 0 J"),
        |relative| percent_beside(relative, comparison.tolerance),
    )
}

/// The probability that decides the section of a change.
pub(super) fn certainty(section: Section, delta: &Delta) -> String {
    match section {
        Section::More => format!("P(more) {}", probability(delta.p_more_corrected)),
        Section::Less => format!("P(less) {}", probability(delta.p_less_corrected)),
        _ => format!("~ P(more) {}", probability(delta.p_greater)),
    }
}

/// The causes, a phrase each.
pub(super) fn causes(change: &Change) -> Vec<String> {
    let causes = change.causes.iter();
    causes
        .map(|cause| match cause {
            Cause::OwnLines { lines } => match &lines[..] {
                [] => String::from("its own code changed"),
                [line] => format!("own line {line} changed"),
                lines => format!("own lines {} changed", ranges(lines)),
            },
            Cause::Callee { method, file, line } => {
                let place = place(file.as_deref(), *line);
                format!("callee {} changed{place}", method.shown())
            }
            Cause::Removed { method, file, line } => {
                let place = place(file.as_deref(), *line);
                format!("possible callee {} is gone{place}", method.shown())
            }
            Cause::Elsewhere => {
                String::from("its own code is the same: a constant, field, type or unpriced method that it uses changed")
            }
        })
        .collect()
}

/// ` (A.java:3)`
fn place(file: Option<&str>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
        (Some(file), None) => format!(" ({file})"),
        (None, _) => String::new(),
    }
}

/// The callers that follow from a root cause, a phrase each, and one phrase for those that are not named.
pub(super) fn folded(comparison: &Comparison, group: &Group, most: usize) -> Vec<String> {
    let callers = comparison.members(group).skip(1);
    let mut phrases: Vec<String> = (callers.take(most))
        .map(|change| caller(comparison, change))
        .collect();
    let more = group.folded.len().saturating_sub(most);
    if more > 0 {
        phrases.push(format!("and {more} more callers"));
    }
    phrases
}

/// `caller A.h(int) +717 nJ (+53%), P(more) > 0.9999`
pub(super) fn caller(comparison: &Comparison, change: &Change) -> String {
    let mut phrase = format!("caller {}", change.name.shown());
    if let Some(delta) = &change.delta {
        let certainty = certainty(change.section, delta);
        let _ = write!(
            phrase,
            " {} ({}), {certainty}",
            signed(delta.mean),
            relative(comparison, delta)
        );
    } else {
        let worst = worst(change).into_iter().next();
        let said = worst.unwrap_or_else(|| String::from(change.section.title()));
        let _ = write!(phrase, ", {said}");
    }
    if let Some(unpriced) = unpriced(&change.unpriced.new, "head") {
        let _ = write!(phrase, ", {unpriced}");
    }
    for said in judged(change) {
        let _ = write!(phrase, "; {said}");
    }
    phrase
}

/// `3, 5–7`
fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let texts = ranges.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    });
    texts.collect::<Vec<String>>().join(", ")
}

/// The maximum number of values, callees and terms listed for readers; JSON has all.
const MAX_NAMED: usize = 3;

/// `at n = 10 (nominal), values.length = 10 elements`
pub(super) fn assumed(change: &Change) -> Option<String> {
    assumed_values(&change.assumed)
}

fn assumed_values(assumed: &[Assumed]) -> Option<String> {
    let values = assumed.iter().map(|assumed| {
        let nominal = if assumed.source == "nominal" {
            " (nominal)"
        } else {
            ""
        };
        let value = assumed.value;
        let value = match assumed.kind {
            SymbolKind::ArrayLength => how_many(value, "element", "elements"),
            SymbolKind::Loop => how_many(value, "iteration", "iterations"),
            SymbolKind::Depth => how_many(value, "level", "levels"),
            SymbolKind::Callback => format!("{} a call", Joules(value)),
            _ => value.to_string(),
        };
        format!("{} = {value}{nominal}", assumed.symbol)
    });
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| format!("at {}", few(&values, "values")))
}

/// What only one side's numbers lack. The other side may have a price for it, or not call it at all.
fn unpriced(parts: &[String], side: &str) -> Option<String> {
    let parts: Vec<String> = parts.iter().map(|part| readable_call(part)).collect();
    (!parts.is_empty()).then(|| format!("no price in the {side}: {}", few(&parts, "callees")))
}

/// The start of a list, and how many more there are.
fn few(all: &[String], what: &str) -> String {
    let named = all.get(..MAX_NAMED).unwrap_or(all).join(", ");
    match all.len().saturating_sub(MAX_NAMED) {
        0 => named,
        more => format!("{named} and {more} more {what}"),
    }
}

/// The first phrases of a list, and one phrase for the rest.
fn first(mut phrases: Vec<String>, what: &str) -> Vec<String> {
    let more = phrases.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        phrases.truncate(MAX_NAMED);
        phrases.push(format!("and {more} more {what}"));
    }
    phrases
}

/// The details of a change below its numbers, a phrase each.
pub(super) fn details(change: &Change) -> Vec<String> {
    let mut details = Vec::new();
    if let Some(from) = &change.from {
        details.push(format!("was {}", from.shown()));
    }
    details.extend(first(causes(change), "causes"));
    details.extend(first(change.formula.clone(), "terms of the formula"));
    details.extend(assumed(change));
    details.extend(unpriced(&change.unpriced.new, "head"));
    details.extend(unpriced(&change.unpriced.gone, "base"));
    details.extend(change.run.as_ref().map(in_run));
    if let Some(delta) = &change.delta {
        details.push(format!(
            "single runs vary by {}",
            Joules(delta.execution_noise_sd)
        ));
    }
    details.extend(open(change));
    details.extend(worst(change));
    details.extend(judged(change));
    details
}

/// `97%`
fn rounded_share(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// `192,060,000 calls in the run: +36.5 J`
fn in_run(run: &ChangeInRun) -> String {
    match run.calls {
        0 => String::from("not called in the run"),
        calls => format!(
            "{} in the run: {}",
            how_many(calls_in_groups(calls), "call", "calls"),
            signed(run.mean)
        ),
    }
}

/// What the change costs a run of the base, a phrase each.
pub(super) fn run(comparison: &Comparison) -> Vec<String> {
    let (Some(run), Some(profile)) = (&comparison.run, &comparison.profile) else {
        return Vec::new();
    };
    let mut phrases = Vec::new();
    if run.methods > 0 {
        let before_and_after = profile.joules.map_or_else(String::new, |before| {
            format!("{} → {}, ", Joules(before), Joules(before + run.mean))
        });
        let relative = run.relative.map(|share| format!(" ({})", percent(share)));
        let how = if profile.is_modelled {
            " (modelled joules)"
        } else {
            ""
        };
        phrases.push(format!(
            "the profile's run{how}: {before_and_after}{}{}, 90% from {} to {}, P(more) {}",
            signed(run.mean),
            relative.unwrap_or_default(),
            signed(run.interval[0]),
            signed(run.interval[1]),
            probability(run.p_greater)
        ));
        phrases.push(format!(
            "of that difference, {} is in methods that the run measured, and {} in anchored ones",
            rounded_share(run.measured),
            rounded_share(1.0 - run.measured)
        ));
    } else if !run.unknown.is_empty() {
        let why = "the profile's run: it does not show what the change costs";
        phrases.push(why.to_owned());
    } else if run.not_run > 0 {
        phrases.push(String::from("the profile's run called no changed method"));
    }
    if !run.unknown.is_empty() {
        let named = run.unknown.iter();
        let named: Vec<String> = named
            .map(|unknown| format!("{} ({})", unknown.name.shown(), unknown.reason))
            .collect();
        phrases.push(format!("not in it: {}", few(&named, "changed methods")));
    }
    let OriginsOfEnergy {
        measured,
        anchored,
        predicted,
    } = run.origins;
    if measured + anchored + predicted > 0 {
        phrases.push(format!(
            "energies of a call: {measured} measured, {anchored} anchored, {predicted} predicted"
        ));
    }
    phrases
}

/// What makes the typical energy of a side uncertain by an order of magnitude.
fn open(change: &Change) -> Option<String> {
    let why = |side: &Option<Side>| side.as_ref()?.open.clone();
    let side = |name: &str, why: &str| format!("{name} (because of {why})");
    let sides = match (why(&change.base), why(&change.head)) {
        (None, None) => return None,
        (Some(base), Some(head)) if base == head => side("base and head", &base),
        (Some(base), Some(head)) => format!("{}, {}", side("base", &base), side("head", &head)),
        (Some(base), None) => side("base", &base),
        (None, Some(head)) => side("head", &head),
    };
    Some(format!("only an order of magnitude is known: {sides}"))
}

/// The change of the worst case besides a typical energy, a phrase each.
fn worst(change: &Change) -> Vec<String> {
    let Some(worst) = &change.worst else {
        return Vec::new();
    };
    let delta = &worst.delta;
    let mut phrases = Vec::new();
    if delta.mean != 0.0 {
        let mean = |mean: Option<f64>| {
            mean.map_or_else(|| String::from("–"), |mean| Joules(mean).to_string())
        };
        phrases.push(format!(
            "worst case {} → {}, {} ({}), P(more) {}",
            mean(worst.base),
            mean(worst.head),
            signed(delta.mean),
            delta
                .relative
                .map_or_else(|| String::from("from 0 J"), percent),
            probability(delta.p_greater)
        ));
    }
    let terms = first(worst.formula.clone(), "terms of the formula");
    phrases.extend(terms.into_iter().map(|term| format!("worst case: {term}")));
    let values = assumed_values(&worst.assumed).filter(|_| delta.mean != 0.0);
    phrases.extend(values.map(|values| format!("worst case {values}")));
    phrases
}

/// The gate's verdict on a change, a phrase each.
fn judged(change: &Change) -> impl Iterator<Item = String> {
    let verdict = &change.verdict;
    let label = if verdict.is_regression() {
        "regression"
    } else {
        "would be a regression"
    };
    let reasons = verdict.reasons.iter();
    let reasons = reasons.map(move |reason| format!("{label}: {reason}"));
    let acknowledged = verdict.acknowledged.iter();
    let acknowledged = acknowledged.map(|reason| format!("acknowledged: {reason}"));
    reasons
        .chain(acknowledged)
        .chain(verdict.notes.iter().cloned())
}

/// The verdict as a sentence.
pub(super) fn verdict(comparison: &Comparison) -> String {
    let summary = &comparison.summary;
    let count = |section: Section| summary.sections.get(&section).copied().unwrap_or_default();
    let seen = &comparison.seen;
    let regressions = match summary.regressions {
        0 if comparison.outcome == Outcome::Incomplete => {
            // Names of the project follow below, where each form escapes them.
            let why = match seen.failures.len() {
                0 => format!("at least {} must be", share(seen.minimum)),
                1 => String::from("one failure may hide a difference"),
                many => format!("{many} failures may hide a difference"),
            };
            format!(
                "Incomplete, {}; {why}. No energy regression in what was seen",
                seen_in_words(seen)
            )
        }
        0 => String::from("No energy regression"),
        1 => String::from("1 energy regression"),
        many => format!("{many} energy regressions"),
    };
    let acknowledged = match summary.acknowledged {
        0 => String::new(),
        many => format!(", {many} acknowledged"),
    };
    let more = match count(Section::More) {
        1 => String::from("1 method costs more"),
        many => format!("{many} methods cost more"),
    };
    format!(
        "{regressions}{acknowledged}: {more}, {} less, {} undecided, of {} in both.",
        count(Section::Less),
        count(Section::Undecided),
        summary.matched
    )
}

/// `model raspberry-pi-5 · device any · …`
pub(super) fn ground(comparison: &Comparison) -> String {
    let model = &comparison.model;
    let jdk = match (&comparison.base.jdk, &comparison.head.jdk) {
        (Some(base), Some(head)) if base != head => format!(" · JDK {base} → {head}"),
        (_, Some(jdk)) | (Some(jdk), None) => format!(" · JDK {jdk}"),
        (None, None) => String::new(),
    };
    let of = match comparison.of {
        Quantity::Typical => "typical energies",
        Quantity::Worst => "worst cases",
    };
    format!(
        "{of} · {}{jdk} · {}",
        model.short_line(),
        coverage(comparison)
    )
}

/// How many methods of the head have a number.
fn coverage(comparison: &Comparison) -> String {
    let count = |section: Section| comparison.of(section).count();
    let unpriced = count(Section::Unpriced);
    let broken = count(Section::Broken);
    format!(
        "{}, {} compared, {unpriced} not comparable, {broken} not compiled",
        seen_in_words(&comparison.seen),
        how_many(comparison.summary.matched, "method", "methods")
    )
}

/// `9 of 10 touched methods seen (90%)`
fn seen_in_words(seen: &Coverage) -> String {
    // Rounding up could look like 100%.
    let percent = (seen.share * 1000.0).floor() / 10.0;
    format!(
        "{} of {} touched methods seen ({percent}%)",
        seen.seen, seen.touched
    )
}

/// `shop.Cart.total(int) (shop/Cart.java:5), head: it was not compiled`
pub(super) fn missing(missing: &UncoveredMethod) -> String {
    let place = match (&missing.file, missing.line) {
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
        (Some(file), None) if *file != missing.method => format!(" ({file})"),
        _ => String::new(),
    };
    let reason = in_one_line(&missing.reason);
    let name = shown(&missing.method);
    format!("{name}{place}, {}: {reason}", missing.side)
}

/// `geomean of 3 changed methods: +12%`
pub(super) fn geomean(comparison: &Comparison) -> Option<String> {
    let changed = comparison
        .changes
        .iter()
        .filter(|change| change.delta.is_some())
        .count();
    let noun = if changed == 1 { "method" } else { "methods" };
    let mean = comparison.summary.geomean?;
    Some(format!(
        "geomean of {changed} changed {noun}: {}",
        percent(mean - 1.0)
    ))
}

/// The correction of probabilities, and the rule of the gate.
pub(super) fn method(comparison: &Comparison) -> String {
    let changed = comparison.changes.iter();
    let tested = changed
        .filter(|change| change.delta.is_some_and(|delta| delta.mean != 0.0))
        .count();
    let noun = if tested == 1 { "method" } else { "methods" };
    format!(
        "P compares expected energies, corrected for {tested} changed {noun} by {}; a regression has P(more) ≥ {} and \
         costs at least {} more",
        comparison.correction,
        comparison.confidence,
        share(comparison.tolerance)
    )
}

/// The number of proposed edits for the lines that a change touches.
pub(super) fn advised(advice: &[Advice]) -> String {
    match advice.len() {
        0 => "no advice for the changed lines".to_owned(),
        count => format!("advice for the changed lines: {count}"),
    }
}
