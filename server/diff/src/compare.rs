//! Compares two reports.

use crate::base_run::BaseRun;
use crate::cause::{Causes, heads, is_due_to_callees, own_changes, worst_increases};
use crate::change::{Change, Delta, Section};
use crate::comparison::{ChangeCounts, ComparedSide, Comparison, Outcome, Tool};
use crate::correction::benjamini_hochberg;
use crate::coverage::CoverageInput;
use crate::date::Date;
use crate::error::DiffError;
use crate::frequency::{Spread, Unaligned};
use crate::group::{by_size, groups};
use crate::matching::match_methods;
use crate::name::qualified;
use crate::pair::{Comparer, Row};
use crate::percent::percent;
use crate::quantity::Quantity;
use crate::regression_policy::{RegressionPolicy, Sum};
use crate::report::{Method, ModelReport, Report};
use crate::run_difference::{OriginsOfEnergy, RunDifference};
use crate::series::series;
use crate::side_problem::side_problems;
use crate::source_change::SourceChange;
use crate::unrelated_difference::{mark_unrelated, unrelated_differences};
use crate::unseen_part::broken_files;
use crate::unseen_values::UnseenValues;
use posterior::{Device, Posterior};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the correction, in every output.
const CORRECTION: &str = "Benjamini-Hochberg";

/// The inputs of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonInput<'i> {
    /// The older state.
    pub base: &'i Report,
    /// The newer state.
    pub head: &'i Report,
    /// The displayed name of the base.
    pub base_name: &'i str,
    /// The displayed name of the head.
    pub head_name: &'i str,
    /// The posterior that both reports were made with.
    pub posterior: &'i Posterior,
    /// The rules that decide whether changes pass.
    pub gate: &'i RegressionPolicy,
    /// The day that decides whether acknowledgements have expired.
    pub today: Option<Date>,
    /// The uncertainty of energies that depend on how often code runs.
    pub spread: Spread,
    /// The change of the source text; `None` for saved reports and classes.
    pub source: Option<&'i SourceChange>,
    /// A run of the base. It anchors typical energies, never worst cases.
    pub run: Option<&'i dyn BaseRun>,
}

/// Compares two reports.
///
/// Each method of both reports is evaluated at the same values of its symbols, those of the head. P(head > base) comes from
/// [`Posterior::compare`], which compares the expected energies under one posterior, so that what both execute cancels. Over
/// all methods whose expected energies differ, [`benjamini_hochberg`] corrects two families: "costs no more" with the p-values
/// P(head ≤ base), and "costs no less" with the others.
///
/// # Errors
///
/// [`DiffError`] if the reports have different models, devices or mappings, if the posterior is not theirs, or if an
/// acknowledgement decides and the day is unknown.
pub fn compare(input: &ComparisonInput<'_>) -> Result<Comparison, DiffError> {
    let device = check(input)?;
    let (quantity, notice) = Quantity::of(input.gate, input.base, input.head)?;
    let mut comparison = match quantity {
        Quantity::Worst => compare_by(input, device, None)?,
        Quantity::Typical => {
            let (base, head) = (input.base.by_typical(), input.head.by_typical());
            let typical = ComparisonInput {
                base: &base,
                head: &head,
                ..*input
            };
            compare_by(&typical, device, Some((input.base, input.head)))?
        }
    };
    comparison.caveats.extend(notice);
    Ok(comparison)
}

/// Compares the costs that the methods of the two reports have. With `worst`, also compares worst cases besides typical
/// energies.
fn compare_by(
    input: &ComparisonInput<'_>,
    device: Device,
    worst: Option<(&Report, &Report)>,
) -> Result<Comparison, DiffError> {
    let ComparisonInput {
        base,
        head,
        posterior,
        ..
    } = *input;
    let matching = match_methods(&base.methods, &head.methods);
    let pairs = || {
        let pairs = matching.pairs.iter();
        pairs.map(|&(one, two)| (&base.methods[one], &head.methods[two]))
    };
    let renamed: BTreeMap<String, String> = pairs()
        .filter(|(one, two)| one.key() != two.key())
        .map(|(one, two)| (qualified(one), qualified(two)))
        .collect();
    let unaligned = worst.map(|_| {
        let all = (&base.methods[..], &head.methods[..]);
        Unaligned::of(&pairs().collect::<Vec<_>>(), &renamed, all)
    });
    let comparer = Comparer {
        posterior,
        device,
        frequencies: unaligned
            .as_ref()
            .map(|unaligned| (unaligned, input.spread)),
        run: input
            .run
            .filter(|run| worst.is_some() && run.profile().fits()),
    };
    let is_unwritten = |places| {
        let source = input.source;
        source.is_some_and(|source| source.is_unwritten(places))
    };
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut unchanged = head.alike_count();
    let mut caveats = Vec::new();
    for &(one, two) in &matching.pairs {
        let (of_base, of_head) = (&base.methods[one], &head.methods[two]);
        let worst = worst.and_then(|(before, after)| {
            let comparer = Comparer {
                frequencies: None,
                run: None,
                ..comparer
            };
            comparer.worst(&before.methods[one], &after.methods[two])
        });
        let row = comparer.pair(of_base, of_head);
        // If only the worst case changed, it is reported too.
        let row = row.or_else(|| worst.is_some().then(|| comparer.same(of_base, of_head)));
        let is_broken = row
            .as_ref()
            .is_some_and(|row| row.change.section == Section::Broken);
        match row {
            // A generated member does not compile if anything else in its class does not.
            Some(_) if is_broken && is_unwritten((Some(one), Some(two))) => {}
            Some(mut row) => {
                row.change.worst = worst;
                rows.push(row);
            }
            None => unchanged += 1,
        }
    }
    let touched = input.source.map(|source| source.of_head(head));
    let mut own = own_changes(pairs(), &renamed, touched.as_ref());
    if worst.is_some() {
        let before = rows.len();
        let least = input.gate.negligible_share();
        rows.retain(|row| own.contains_key(&qualified(row.head)) || !is_negligible(row, least));
        unchanged += before - rows.len();
        let left_out = before - rows.len() + head.negligible;
        if left_out > 0 {
            caveats.push(format!(
                "untouched methods whose energy changes by less than {}, because methods that may answer their calls changed, are not \
                 listed ({left_out} at most)",
                percent(least).trim_start_matches('+')
            ));
        }
    }
    correct(&mut rows, input.gate.confidence);
    correct_worst(&mut rows);
    let told = rows.iter().map(|row| (&row.change, [row.base, row.head]));
    caveats.extend(
        unaligned
            .as_ref()
            .and_then(|unaligned| unaligned.caveat(told, input.source.is_some())),
    );
    let added = matching.added.iter().map(|&index| &head.methods[index]);
    own.extend(added.map(|method| (qualified(method), method)));
    let causes = Causes {
        changed: heads(&rows, |change| change.delta),
        changed_worst: heads(&rows, |change| Some(change.worst.as_ref()?.delta)),
        own,
        removed: (matching.removed.iter())
            .map(|&index| &base.methods[index])
            .map(|method| (qualified(method), method))
            .collect(),
        methods: head
            .methods
            .iter()
            .map(|method| (qualified(method), method))
            .collect(),
        touched,
    };
    let with_fields = input.source.map(|source| source.of_head_and_fields(head));
    let mut others: BTreeSet<String> = causes.removed.keys().cloned().collect();
    others.extend(causes.own.keys().cloned());
    let resting = unrelated_differences(&rows, &renamed, with_fields.as_ref(), &others);
    let differing = heads(&rows, |change| {
        let worst = change.worst.as_ref().map(|worst| worst.delta);
        change.delta.filter(|delta| delta.mean != 0.0).or(worst)
    });
    let differing: BTreeSet<String> = differing.into_keys().collect();
    let estimated_apart = rows.iter().filter(|row| {
        let relative = row.change.delta.and_then(|delta| delta.relative);
        let is_alone = unaligned
            .as_ref()
            .is_some_and(|unaligned| unaligned.is_alone(&row.change, [row.base, row.head]));
        is_alone && relative.is_none_or(|relative| relative >= input.gate.tolerance)
    });
    let estimated_apart = estimated_apart.map(|row| qualified(row.head)).collect();
    let increases = worst_increases(&rows);
    for row in &mut rows {
        let rests_on = resting.get(&qualified(row.head));
        row.change.rests_on =
            rests_on.map(|resting| format!("in the {} {}", resting.side, resting.reason));
        let name = qualified(row.head);
        let touched = causes.touched.as_ref();
        row.change.is_own = causes.own.contains_key(&name)
            || touched.is_some_and(|touched| touched.contains(&name));
        let is_worst_alone = row.change.delta.is_none() && row.change.worst.is_some();
        if row.change.delta.is_some() || is_worst_alone {
            row.change.causes = causes.of(row.base, row.head, is_worst_alone);
        }
        row.change.answers_for_worst =
            row.change.is_own || !is_due_to_callees(&row.change, &increases);
        caveats.append(&mut row.caveats);
    }
    let mut run = comparer
        .run
        .map(|run| RunDifference::of(run, &comparer, &mut rows, &renamed));
    let mut changes: Vec<Change> = rows.into_iter().map(|row| row.change).collect();
    let broken_head = broken_files(head);
    for &index in &matching.removed {
        let method = &base.methods[index];
        let section = lone_section(method, &broken_head, Section::Removed);
        if section == Section::Broken && is_unwritten((Some(index), None)) {
            continue;
        }
        changes.push(comparer.alone(method, section, false));
    }
    let broken_base = broken_files(base);
    for &index in &matching.added {
        let method = &head.methods[index];
        let section = lone_section(method, &broken_base, Section::Added);
        if section == Section::Broken && is_unwritten((None, Some(index))) {
            continue;
        }
        changes.push(comparer.alone(method, section, true));
    }
    caveats.extend(input.gate.judge(&mut changes, input.today)?);
    mark_unrelated(&mut changes);
    changes.sort_by(|one, two| {
        one.section
            .cmp(&two.section)
            .then_with(|| by_size(&two.size(), &one.size()))
            .then_with(|| one.name.cmp(&two.name))
            .then_with(|| one.from.cmp(&two.from))
    });
    if let Some(run) = &mut run {
        run.origins = OriginsOfEnergy::of(&changes);
    }
    caveats.splice(0..0, general_caveats(input));
    caveats.extend(input.source.and_then(SourceChange::caveat));
    caveats.extend(input.gate.origin.caveat());
    let mut seen = BTreeSet::new();
    caveats.retain(|caveat| seen.insert(caveat.clone()));
    let look = CoverageInput {
        comparer: &comparer,
        base,
        head,
        pairs: &matching.pairs,
        renamed: &renamed,
        resting: &resting,
        values: &UnseenValues {
            head: worst.map_or(head, |(_, head)| head),
            differing,
            estimated_apart,
        },
        minimum: input.gate.minimum_seen,
    };
    let seen = look.at(input.source, &changes);
    let mut summary = summary(
        &changes,
        matching.pairs.len() + head.alike_count(),
        unchanged,
    );
    let sums = input
        .gate
        .sums(&comparer, (base, head), &matching.pairs, &resting);
    caveats.extend(sums.iter().filter_map(Sum::caveat));
    summary.regressions += sums.iter().filter(|sum| !sum.reasons.is_empty()).count();
    let (series, gaps) = series(&comparer, (base, head), &seen, input.gate);
    let outcome = match summary.regressions {
        0 if seen.is_complete() => Outcome::NoRegression,
        0 => Outcome::Incomplete,
        _ => Outcome::Regression,
    };
    Ok(Comparison {
        schema: "jouled.diff/1",
        tool: Tool::THIS,
        outcome,
        seen,
        model: head.model.clone(),
        base: revision(base, input.base_name),
        head: revision(head, input.head_name),
        of: if worst.is_some() {
            Quantity::Typical
        } else {
            Quantity::Worst
        },
        confidence: input.gate.confidence,
        tolerance: input.gate.tolerance,
        settings: input.gate.origin.clone(),
        correction: CORRECTION,
        date: input.today,
        summary,
        problems: side_problems(base, head, pairs()),
        groups: groups(&changes),
        changes,
        sums,
        caveats,
        advice: None,
        profile: input.run.map(|run| run.profile().clone()),
        run,
        series,
        gaps,
        page: None,
    })
}

/// Whether a cost differs by less than this share. A call with many possible targets costs their mean, which changes with each
/// of them.
fn is_negligible(row: &Row<'_>, least: f64) -> bool {
    let change = &row.change;
    let relative = change.delta.and_then(|delta| delta.relative);
    change.worst.is_none()
        && change.from.is_none()
        && (change.unpriced.is_empty() || lacks_as_much(row, least))
        && relative.is_some_and(|share| share.abs() < least)
}

/// Whether the numbers of calls without a price differ by less than this share.
fn lacks_as_much(row: &Row<'_>, least: f64) -> bool {
    let calls = |method: &Method| {
        method
            .typical
            .as_ref()
            .map(|typical| typical.unpriced_calls)
    };
    let (Some(before), Some(after)) = (calls(row.base), calls(row.head)) else {
        return false;
    };
    (after - before).abs() < least * before.max(after)
}

/// Rejects reports that cannot be compared, and finds the device.
fn check(input: &ComparisonInput<'_>) -> Result<Device, DiffError> {
    let (base, head) = (&input.base.model, &input.head.model);
    let short = |digest: &str| digest.chars().take(12).collect::<String>();
    let of_model = |model: &ModelReport| format!("{} ({})", model.name, short(&model.digest));
    for (what, one, two) in [
        ("mappings", base.mapping.clone(), head.mapping.clone()),
        ("devices", base.device.clone(), head.device.clone()),
        ("modes", base.mode.clone(), head.mode.clone()),
        ("structures", base.structure.clone(), head.structure.clone()),
    ] {
        if one != two {
            return Err(DiffError::Different {
                what,
                base: one,
                head: two,
            });
        }
    }
    if base.digest != head.digest {
        return Err(DiffError::Different {
            what: "models",
            base: of_model(base),
            head: of_model(head),
        });
    }
    let given = input.posterior;
    if head.digest != given.digest() {
        return Err(DiffError::OtherPosterior {
            report: head.name.clone(),
            report_digest: short(&head.digest),
            given: given.name().to_owned(),
            given_digest: short(given.digest()),
        });
    }
    given
        .device(&head.device)
        .map_err(|_| DiffError::UnknownDevice {
            device: head.device.clone(),
            model: given.name().to_owned(),
        })
}
/// Corrects the probabilities for the number of methods that differ, and sorts these methods into more, less and undecided.
fn correct(rows: &mut [Row<'_>], confidence: f64) {
    let mut deltas: Vec<(&mut Section, &mut Delta)> = rows
        .iter_mut()
        .filter_map(|row| {
            let delta = row
                .change
                .delta
                .as_mut()
                .filter(|delta| delta.mean != 0.0)?;
            Some((&mut row.change.section, delta))
        })
        .collect();
    let less: Vec<f64> = deltas.iter().map(|(_, delta)| delta.p_greater).collect();
    let more: Vec<f64> = less.iter().map(|p| 1.0 - p).collect();
    let corrected = benjamini_hochberg(&more)
        .into_iter()
        .zip(benjamini_hochberg(&less));
    for ((section, delta), (more, less)) in deltas.iter_mut().zip(corrected) {
        delta.p_more_corrected = 1.0 - more;
        delta.p_less_corrected = 1.0 - less;
        **section = if delta.p_more_corrected >= confidence && delta.mean > 0.0 {
            Section::More
        } else if delta.p_less_corrected >= confidence && delta.mean < 0.0 {
            Section::Less
        } else {
            Section::Undecided
        };
    }
}

/// The same for worst cases besides typical energies, which are a separate family.
fn correct_worst(rows: &mut [Row<'_>]) {
    let worst = rows.iter_mut().filter_map(|row| row.change.worst.as_mut());
    let mut deltas: Vec<&mut Delta> = worst.map(|worst| &mut worst.delta).collect();
    let less: Vec<f64> = deltas.iter().map(|delta| delta.p_greater).collect();
    let more: Vec<f64> = less.iter().map(|p| 1.0 - p).collect();
    let corrected = benjamini_hochberg(&more)
        .into_iter()
        .zip(benjamini_hochberg(&less));
    for (delta, (more, less)) in deltas.iter_mut().zip(corrected) {
        delta.p_more_corrected = 1.0 - more;
        delta.p_less_corrected = 1.0 - less;
    }
}

/// The section of a method that only one side has.
fn lone_section(method: &Method, broken: &BTreeSet<&str>, section: Section) -> Section {
    let is_broken = method
        .file
        .as_deref()
        .is_some_and(|file| broken.contains(file));
    if is_broken || method.is_broken() {
        Section::Broken
    } else {
        section
    }
}

fn revision(report: &Report, name: &str) -> ComparedSide {
    ComparedSide {
        name: name.to_owned(),
        jdk: report.jdk.clone(),
        methods: report.methods.len() + report.alike_count(),
    }
}

fn general_caveats(input: &ComparisonInput<'_>) -> Vec<String> {
    let mut caveats = Vec::new();
    if let (Some(base), Some(head)) = (&input.base.jdk, &input.head.jdk)
        && base != head
    {
        caveats.push(format!(
            "base and head were compiled by different JDKs, {base} and {head}: the compiler may have caused a change"
        ));
    }
    // Methods that were not analysed do not count. `None` if none was analysed.
    let follows = |report: &Report| {
        let methods = report.methods.iter();
        let mut analysed = methods.filter(|method| method.not_analysed().is_none());
        let first = analysed.next().map(|method| method.unpriced.is_some());
        // Methods that are the same were distinguished by their calls, so these are known.
        let is_alike = (report.alike_count() > 0).then_some(true);
        is_alike.or(first.map(|first| first || analysed.any(|method| method.unpriced.is_some())))
    };
    if let (Some(before), Some(after)) = (follows(input.base), follows(input.head))
        && before != after
    {
        caveats.push(String::from(
            "jouled followed the calls of only one side, so the numbers are not comparable; analyse both with the same \
             --calls",
        ));
    }
    caveats
}

fn summary(changes: &[Change], matched: usize, unchanged: usize) -> ChangeCounts {
    let mut sections = BTreeMap::new();
    for section in Section::ALL {
        let of_it = changes.iter().filter(|change| change.section == section);
        sections.insert(section, of_it.count());
    }
    let logarithms: Vec<f64> = changes
        .iter()
        .filter(|change| change.delta.is_some())
        .filter_map(|change| {
            let before = change.base.as_ref()?.mean.filter(|mean| *mean > 0.0)?;
            let after = change.head.as_ref()?.mean.filter(|mean| *mean > 0.0)?;
            Some((after / before).ln())
        })
        .collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    ChangeCounts {
        matched,
        unchanged,
        regressions: changes
            .iter()
            .filter(|change| change.verdict.is_regression())
            .count(),
        acknowledged: changes
            .iter()
            .filter(|change| change.verdict.acknowledged.is_some())
            .count(),
        geomean: (!logarithms.is_empty()).then(|| mean.exp()),
        sections,
    }
}
