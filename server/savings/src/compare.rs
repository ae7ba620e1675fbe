//! Compares the methods of two texts.

use crate::saving::{CallEnergy, NotOffered, Saving};
use crate::texts::CompiledText;
use diff::{Change, ComparisonInput, Quantity, RegressionPolicy, Report};
use ide::report::{Memory, method_report};
use ide::{
    AssumedValues, ClassAnalysis, Detail, MethodAnalysis, Model, Program, ProgramClass, Scratch,
    Specifications, analyse_class,
};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What both texts are priced with.
#[derive(Debug, Clone, Copy)]
pub struct PricingInputs<'b> {
    /// The model, with the displayed mode and device.
    pub model: &'b Model,
    /// The program with the classes of the text before; `None` if calls are not followed.
    pub program: Option<&'b Program>,
    /// The values of symbols in the file.
    pub assumptions: &'b AssumedValues,
}

/// Which methods to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComparedMethods {
    /// Those with code on one of these lines (from 1) before the change.
    Lines(RangeInclusive<u32>),
    /// Those of all changed classes.
    All,
}

/// The methods of two texts whose energy differs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Compared {
    /// What the change saves in each method, ordered by line.
    pub savings: Vec<Saving>,
    /// Whether a method lacks a price on only one side.
    pub has_unpriced: bool,
    /// Whether the branches and loops of all compared methods are the same on both sides, or their estimates are shared.
    pub runs_alike: bool,
}

/// What a change saves in each method whose typical energy it changes.
///
/// # Errors
/// [`NotOffered::NotPriced`] if no method of the scope has a number on both sides.
pub fn compare(
    basis: PricingInputs<'_>,
    before: &CompiledText,
    after: &CompiledText,
    scope: &ComparedMethods,
) -> Result<Compared, NotOffered> {
    let of_base: Vec<_> = before.unlike(after).map(|class| &class.bytes).collect();
    let of_head: Vec<_> = after.unlike(before).map(|class| &class.bytes).collect();
    let loops: Arc<[_]> = Specifications::read(&after.text).loops.into();
    let changed = of_head.iter().map(|bytes| ProgramClass {
        bytes: Arc::clone(bytes),
        loops: Arc::clone(&loops),
        left_out: Vec::new(),
    });
    if let Some(program) = basis.program {
        program.work_typicals_out();
    }
    let program = basis
        .program
        .and_then(|all| all.with(changed.collect::<Vec<_>>()));
    let before_edit = basis.program.zip(program.as_ref());
    let before_edit = before_edit.map(|(before, after)| before.before_edit(after));
    let has_lines = |method: &MethodAnalysis| match scope {
        ComparedMethods::All => true,
        ComparedMethods::Lines(wanted) => {
            method.lines.iter().any(|line| wanted.contains(&line.line))
        }
    };
    let follow_before = |class: &mut ClassAnalysis| match (&before_edit, basis.program) {
        (Some(before), _) => before.follow(class),
        (None, Some(program)) => program.follow(class),
        (None, None) => {}
    };
    let base = priced(basis, &before.text, &of_base, &has_lines, &follow_before);
    let follow_after = |class: &mut ClassAnalysis| {
        if let Some(program) = program.as_ref().or(basis.program) {
            program.follow(class);
        }
    };
    let is_known = |method: &MethodAnalysis| {
        *scope == ComparedMethods::All || base.flows.contains_key(&key(method))
    };
    let head = priced(basis, &after.text, &of_head, &is_known, &follow_after);
    if of_base.is_empty() && of_head.is_empty() {
        return Err(NotOffered::NoDifference);
    }
    if !base.flows.keys().any(|name| head.flows.contains_key(name)) {
        return Err(NotOffered::NotPriced);
    }
    let mut gate = RegressionPolicy::default();
    gate.quantity = Some(Quantity::Typical);
    let compared = diff::compare(&ComparisonInput {
        base: &base.report,
        head: &head.report,
        base_name: "before",
        head_name: "after",
        posterior: basis.model.posterior(),
        gate: &gate,
        today: None,
        spread: ide::spread_of_frequencies,
        source: None,
        run: None,
    });
    let comparison = compared.map_err(|_| NotOffered::NotPriced)?;
    let shares_estimates = before_edit.is_some();
    let runs_alike = shares_estimates
        || base
            .flows
            .iter()
            .all(|(name, flow)| flow.is_some() && head.flows.get(name) == Some(flow));
    let changes = comparison.changes.iter();
    let mut savings: Vec<Saving> = changes
        .clone()
        .filter_map(|change| saving(change, &base, &head, shares_estimates))
        .collect();
    savings.sort_by(|one, two| (one.line, &one.method).cmp(&(two.line, &two.method)));
    Ok(Compared {
        savings,
        has_unpriced: changes.clone().any(|change| !change.unpriced.is_empty()),
        runs_alike,
    })
}

fn saving(change: &Change, base: &Priced, head: &Priced, shares_estimates: bool) -> Option<Saving> {
    let delta = change.delta?;
    let name = |name: &diff::MethodName| {
        (
            name.class.clone(),
            name.method.clone(),
            name.descriptor.clone(),
        )
    };
    let flow = base.flows.get(&name(&change.name))?;
    let flow_after = head.flows.get(&name(&change.name))?;
    let (before, after) = (change.base.as_ref()?, change.head.as_ref()?);
    let energy = CallEnergy::of(before)?;
    // A call with a price on only one side may cost anything.
    if !change.unpriced.is_empty() || energy.mean <= 0.0 {
        return None;
    }
    Some(Saving {
        method: change.name.clone(),
        line: before.line,
        before: energy,
        after: CallEnergy::of(after)?,
        joules: -delta.mean,
        sd: delta.sd,
        p_less: 1.0 - delta.p_greater,
        share: -delta.mean / energy.mean,
        runs_alike: shares_estimates || flow.is_some() && flow == flow_after,
        is_none_when_compiled: false,
    })
}

/// Class, name and descriptor.
type Key = (String, String, String);

fn key(method: &MethodAnalysis) -> Key {
    (
        method.class.clone(),
        method.name.clone(),
        method.descriptor.clone(),
    )
}

/// The methods of one text, for a comparison.
struct Priced {
    report: Report,
    /// The digest of each method's control flow; `None` if the method is too large.
    flows: BTreeMap<Key, Option<String>>,
}

fn priced(
    basis: PricingInputs<'_>,
    text: &Arc<str>,
    classes: &[&Arc<[u8]>],
    is_wanted: &dyn Fn(&MethodAnalysis) -> bool,
    follow: &dyn Fn(&mut ClassAnalysis),
) -> Priced {
    let loops = Specifications::read(text).loops;
    let model = basis.model;
    let mut priced = Priced {
        report: Report::empty(model.info().clone(), None),
        flows: BTreeMap::new(),
    };
    let (mut scratch, mut memory) = (Scratch::default(), Memory::default());
    for bytes in classes {
        let analysed = analyse_class(model, bytes, &mut scratch, Detail::Compared, &loops);
        let Ok(mut class) = analysed else { continue };
        class.methods.retain(is_wanted);
        follow(&mut class);
        for method in &class.methods {
            let written = method_report(model, method, basis.assumptions, None, &mut memory);
            let Ok(text) = serde_json::to_vec(&written) else {
                continue;
            };
            let Ok(read) = diff::Method::from_json(&method.name, &text) else {
                continue;
            };
            let typical = written.typical.as_ref();
            let flow = typical.and_then(|typical| typical.frequencies.clone());
            priced.flows.insert(key(method), flow);
            priced.report.methods.push(read);
        }
    }
    priced
}
