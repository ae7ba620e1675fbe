//! The comparison of two reports.

use crate::bound::Values;
use crate::cause::{Causes, name, qualified};
use crate::change::{
    Assumed, Change, Curve, Delta, MethodName, Section, Side, UnpricedChange, finite_or_null,
};
use crate::correction::benjamini_hochberg;
use crate::cost::{Cost, nominal};
use crate::date::Date;
use crate::error::DiffError;
use crate::gate::{Gate, Verdict};
use crate::matching::{match_methods, without_numbers};
use crate::report::{Method, ModelName, Problem, Report};
use crate::symbolic::{ROUNDING, changes as formula_changes, is_same_formula};
use posterior::{Device, Features, Posterior};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the correction is called in every output.
const CORRECTION: &str = "Benjamini-Hochberg";

/// Values of a symbol that curves are drawn at.
const CURVE: [f64; 21] = [
    0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0, 70.0, 75.0,
    80.0, 85.0, 90.0, 95.0, 100.0,
];

/// What is compared, and by what rules.
#[derive(Debug, Clone, Copy)]
pub struct Input<'i> {
    /// The state before.
    pub base: &'i Report,
    /// The state after.
    pub head: &'i Report,
    /// What people call the base.
    pub base_name: &'i str,
    /// What people call the head.
    pub head_name: &'i str,
    /// The posterior that both reports were made with.
    pub posterior: &'i Posterior,
    /// What must hold of a change.
    pub gate: &'i Gate,
    /// The day that acknowledgements are held against.
    pub today: Option<Date>,
}

/// The program that made a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    const THIS: Self = Self {
        name: "jouled",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// A side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Revision {
    /// What people call it.
    pub name: String,
    /// The JDK that compiled it, where source was compiled.
    pub jdk: Option<String>,
    /// How many methods it has.
    pub methods: usize,
}

/// What could not be analysed on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideProblem {
    /// `base` or `head`.
    pub side: &'static str,
    /// What.
    #[serde(flatten)]
    pub problem: Problem,
}

/// Two states of a program, method by method: `jouled.diff/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// `jouled.diff/1`
    pub schema: &'static str,
    /// The program and its version.
    pub tool: Tool,
    /// What the numbers rest on.
    pub model: ModelName,
    /// The state before.
    pub base: Revision,
    /// The state after.
    pub head: Revision,
    /// The least corrected probability of a change that counts.
    pub confidence: f64,
    /// The least increase of a regression, as a share.
    pub tolerance: f64,
    /// How probabilities were corrected for the number of methods.
    pub correction: &'static str,
    /// The day that acknowledgements were held against.
    pub date: Option<Date>,
    /// How many of what.
    pub summary: Summary,
    /// What changed.
    pub changes: Vec<Change>,
    /// What could not be analysed.
    pub problems: Vec<SideProblem>,
    /// What a reader should know.
    pub caveats: Vec<String>,
}

/// How many of what.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Methods that both sides have.
    pub matched: usize,
    /// Those of them whose cost did not change.
    pub unchanged: usize,
    /// Changes that must not pass.
    pub regressions: usize,
    /// Regressions that were accepted.
    pub acknowledged: usize,
    /// The geometric mean of head over base, of the methods that cost more, less or something else; `None` of none.
    #[serde(serialize_with = "finite_or_null")]
    pub geomean: Option<f64>,
    /// How many changes are in each section.
    pub sections: BTreeMap<Section, usize>,
}

impl Comparison {
    /// The changes of a section.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(move |change| change.section == section)
    }

    /// The changes that must not pass.
    pub fn regressions(&self) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(|change| change.verdict.is_regression())
    }

    /// True where something could not be analysed, so that a regression may hide.
    pub fn is_incomplete(&self) -> bool {
        self.of(Section::Broken).next().is_some()
            || self
                .problems
                .iter()
                .any(|problem| problem.problem.severity == "error")
    }
}

/// Compares two reports.
///
/// Each method that both have is evaluated on both sides at the same values of its symbols, those of the head. P(head >
/// base) is [`Posterior::compare`]'s, about the expected energies under one posterior, so that what both execute cancels.
/// Of all methods whose expected energy differs at all, two families are corrected by [`benjamini_hochberg`]: "costs no
/// more" with p-values P(head ≤ base), and "costs no less" with the others.
///
/// # Errors
/// [`DiffError`] where the reports rest on different models, devices or mappings, where the posterior is not theirs, and
/// where an acknowledgement decides and no day is known.
pub fn compare(input: &Input<'_>) -> Result<Comparison, DiffError> {
    let Input {
        base,
        head,
        posterior,
        ..
    } = *input;
    let device = check(input)?;
    let matching = match_methods(&base.methods, &head.methods);
    let comparer = Comparer { posterior, device };
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut unchanged = 0;
    let mut caveats = Vec::new();
    for &(one, two) in &matching.pairs {
        match comparer.pair(&base.methods[one], &head.methods[two]) {
            Some(row) => rows.push(row),
            None => unchanged += 1,
        }
    }
    correct(&mut rows, input.gate.confidence);
    let causes = Causes {
        changed: rows
            .iter()
            .filter(|row| row.change.delta.is_some_and(|delta| delta.mean != 0.0))
            .map(|row| (qualified(row.head), row.head))
            .collect(),
        renamed: matching
            .pairs
            .iter()
            .map(|&(one, two)| (&base.methods[one], &head.methods[two]))
            .filter(|(one, two)| one.key() != two.key())
            .map(|(one, two)| (qualified(one), qualified(two)))
            .collect(),
    };
    for row in &mut rows {
        if row.change.delta.is_some() {
            row.change.causes = causes.of(row.base, row.head);
        }
        caveats.append(&mut row.caveats);
    }
    let mut changes: Vec<Change> = rows.into_iter().map(|row| row.change).collect();
    let broken_head = broken_files(head);
    for &index in &matching.removed {
        let method = &base.methods[index];
        let section = lone_section(method, &broken_head, Section::Removed);
        changes.extend(section.map(|section| comparer.alone(method, section)));
    }
    let broken_base = broken_files(base);
    for &index in &matching.added {
        let method = &head.methods[index];
        let section = lone_section(method, &broken_base, Section::Added);
        changes.extend(section.map(|section| comparer.alone(method, section)));
    }
    caveats.extend(input.gate.judge(&mut changes, input.today)?);
    changes.sort_by(|one, two| {
        let size = |change: &Change| change.delta.map_or(0.0, |delta| delta.mean.abs());
        one.section
            .cmp(&two.section)
            .then_with(|| size(two).total_cmp(&size(one)))
            .then_with(|| one.name.cmp(&two.name))
            .then_with(|| one.from.cmp(&two.from))
    });
    caveats.splice(0..0, general_caveats(input));
    let mut seen = BTreeSet::new();
    caveats.retain(|caveat| seen.insert(caveat.clone()));
    Ok(Comparison {
        schema: "jouled.diff/1",
        tool: Tool::THIS,
        model: head.model.clone(),
        base: revision(base, input.base_name),
        head: revision(head, input.head_name),
        confidence: input.gate.confidence,
        tolerance: input.gate.tolerance,
        correction: CORRECTION,
        date: input.today,
        summary: summary(&changes, matching.pairs.len(), unchanged),
        problems: problems(base, head),
        changes,
        caveats,
    })
}

/// Refuses what cannot be compared, and finds the device.
fn check(input: &Input<'_>) -> Result<Device, DiffError> {
    let (base, head) = (&input.base.model, &input.head.model);
    let short = |digest: &str| digest.chars().take(12).collect::<String>();
    let of_model = |model: &ModelName| format!("{} ({})", model.name, short(&model.digest));
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

/// A pair of methods of which something changed.
struct Row<'r> {
    base: &'r Method,
    head: &'r Method,
    change: Change,
    caveats: Vec<String>,
}

struct Comparer<'c> {
    posterior: &'c Posterior,
    device: Device,
}

/// What base and head are evaluated at.
struct Point {
    base: Values,
    head: Values,
}

impl Comparer<'_> {
    /// What changed between the two, `None` where nothing did.
    fn pair<'r>(&self, base: &'r Method, head: &'r Method) -> Option<Row<'r>> {
        let is_renamed = base.key() != head.key()
            && without_numbers(&base.class) + &without_numbers(&base.method)
                != without_numbers(&head.class) + &without_numbers(&head.method);
        let is_renamed =
            is_renamed || base.descriptor != head.descriptor && !has_number(base, head);
        let unpriced = unpriced(base, head);
        let is_same_total = base.cost == head.cost && base.assumptions_are_of(head);
        let is_same_own = is_same_own(base, head);
        let states = (base.not_analysed(), head.not_analysed());
        let is_quiet = is_same_total && is_same_own && unpriced.is_empty() && states.0 == states.1;
        if is_quiet && !is_renamed {
            return None;
        }
        let mut row = Row {
            base,
            head,
            change: Change {
                section: Section::Undecided,
                name: name(head),
                from: is_renamed.then(|| name(base)),
                base: None,
                head: None,
                delta: None,
                causes: Vec::new(),
                formula: Vec::new(),
                assumed: Vec::new(),
                unpriced,
                verdict: Verdict::default(),
                curve: None,
            },
            caveats: Vec::new(),
        };
        let costs = (
            Cost::read(base, self.posterior),
            Cost::read(head, self.posterior),
        );
        let change = &mut row.change;
        if states != (None, None) || costs.0.is_none() || costs.1.is_none() {
            change.base = Some(self.side(base, costs.0.as_ref(), &values(base)));
            change.head = Some(self.side(head, costs.1.as_ref(), &values(head)));
            if states.0 == states.1 && states.0.is_some() {
                change.section = Section::Renamed;
                return is_renamed.then_some(row);
            }
            change.section = if base.is_broken() || head.is_broken() {
                Section::Broken
            } else {
                Section::Unpriced
            };
            return Some(row);
        }
        let (Some(cost_base), Some(cost_head)) = (&costs.0, &costs.1) else {
            return None;
        };
        let names = symbol_names(base, head);
        let point = point(base, head, &names, 1.0);
        let features = (
            cost_base.at(&point.base, self.posterior),
            cost_head.at(&point.head, self.posterior),
        );
        let is_same_here = is_negligible(&features.0, &features.1);
        let is_same_formula = is_same_total || {
            let far = self::point(base, head, &names, 10.0);
            let is_same_there = is_negligible(
                &cost_base.at(&far.base, self.posterior),
                &cost_head.at(&far.head, self.posterior),
            );
            let has_same_names = names.iter().all(|(one, two)| one == two)
                && base.assumptions.len() == head.assumptions.len();
            is_same_here
                && is_same_there
                && (!has_same_names
                    || is_same_formula(cost_base, cost_head, self.posterior, self.device))
        };
        change.base = Some(self.side(base, Some(cost_base), &point.base));
        change.head = Some(self.side(head, Some(cost_head), &point.head));
        if is_same_formula && is_same_own {
            if !change.unpriced.is_empty() {
                change.section = Section::Unpriced;
            } else if is_renamed {
                change.section = Section::Renamed;
            } else {
                return None;
            }
            return Some(row);
        }
        let has_numbers = [&change.base, &change.head]
            .into_iter()
            .all(|side| side.as_ref().is_some_and(|side| side.mean.is_some()));
        if !has_numbers {
            change.section = Section::Unpriced;
            return Some(row);
        }
        change.delta = Some(self.delta(&features, is_same_here));
        change.formula = formula_changes(cost_base, cost_head, &names, self.posterior, self.device);
        if cost_base.is_symbolic() || cost_head.is_symbolic() {
            change.assumed = assumed(head, &point);
            change.curve = self.curve((cost_base, cost_head), head, &names, &point);
        }
        row.caveats = other_values(base, head, &names);
        Some(row)
    }

    fn delta(&self, (base, head): &(Features, Features), is_same: bool) -> Delta {
        let compared = self.posterior.compare(head, base, self.device);
        let before = self.posterior.mean(base, self.device).0;
        let zero_if_same = |number: f64| if is_same { 0.0 } else { number };
        Delta {
            mean: zero_if_same(compared.delta_mean.0),
            sd: zero_if_same(compared.delta_sd.0),
            relative: (before > 0.0).then(|| zero_if_same(compared.delta_mean.0) / before),
            p_greater: if is_same { 0.5 } else { compared.p_greater },
            p_more_corrected: 0.0,
            p_less_corrected: 0.0,
            execution_noise_sd: compared.execution_noise_sd.0,
        }
    }

    /// A method that one side alone has.
    fn alone(&self, method: &Method, section: Section) -> Change {
        let cost = Cost::read(method, self.posterior);
        let values = values(method);
        let side = self.side(method, cost.as_ref(), &values);
        let is_symbolic = cost.as_ref().is_some_and(Cost::is_symbolic);
        let is_of_head = section == Section::Added;
        let point = Point {
            base: values.clone(),
            head: values,
        };
        let assumed = is_symbolic.then(|| assumed(method, &point));
        let (base, head) = if is_of_head {
            (None, Some(side))
        } else {
            (Some(side), None)
        };
        Change {
            section,
            name: name(method),
            from: None,
            base,
            head,
            delta: None,
            causes: Vec::new(),
            formula: Vec::new(),
            assumed: assumed.unwrap_or_default(),
            unpriced: UnpricedChange::default(),
            verdict: Verdict::default(),
            curve: None,
        }
    }

    fn side(&self, method: &Method, cost: Option<&Cost>, values: &Values) -> Side {
        let not_analysed = method.not_analysed().map(str::to_owned);
        let energy = cost.filter(|_| not_analysed.is_none()).map(|cost| {
            let features = cost.at(values, self.posterior);
            self.posterior.predict(&features, self.device)
        });
        let numbers = energy
            .map(|energy| (energy.mean().0, energy.sd().0))
            .filter(|(mean, sd)| mean.is_finite() && sd.is_finite());
        let not_priced = match (&not_analysed, cost, numbers) {
            (Some(reason), _, _) => Some(reason.clone()),
            (None, None, _) => Some(String::from("its cost cannot be read")),
            (None, Some(_), None) => Some(String::from("out of range at the assumed values")),
            (None, Some(_), Some(_)) => None,
        };
        let symbolic = cost.filter(|cost| cost.is_symbolic());
        Side {
            file: method.file.clone(),
            line: method.line,
            mean: numbers.map(|(mean, _)| mean),
            sd: numbers.map(|(_, sd)| sd),
            formula: symbolic.map(|cost| cost.formula(self.posterior, self.device)),
            not_priced,
        }
    }

    /// Both sides over the symbol that the difference depends on most.
    fn curve(
        &self,
        (base, head): (&Cost, &Cost),
        method: &Method,
        names: &BTreeMap<String, String>,
        point: &Point,
    ) -> Option<Curve> {
        let at = |symbol: &str, value: f64| {
            let mut values = (point.base.clone(), point.head.clone());
            values.1.insert(symbol.to_owned(), value);
            let of_base = names.iter().filter(|(_, name)| *name == symbol);
            for (name, _) in of_base {
                values.0.insert(name.clone(), value);
            }
            let mean = |cost: &Cost, values: &Values| {
                let features = cost.at(values, self.posterior);
                self.posterior.mean(&features, self.device).0
            };
            (mean(base, &values.0), mean(head, &values.1))
        };
        let weight = |symbol: &str| {
            let (low, high) = (at(symbol, 10.0), at(symbol, 100.0));
            (high.1 - low.1).abs() + (high.0 - low.0).abs()
        };
        let symbols = method.assumptions.iter();
        let symbols = symbols.filter(|symbol| symbol.kind != "callback");
        let (symbol, weight) = symbols
            .map(|symbol| (&symbol.symbol, weight(&symbol.symbol)))
            .max_by(|one, two| one.1.total_cmp(&two.1))?;
        let points = CURVE.iter().map(|&value| {
            let (base, head) = at(symbol, value);
            (value, base, head)
        });
        let points: Vec<(f64, f64, f64)> = points.collect();
        let is_finite = points
            .iter()
            .all(|(_, base, head)| base.is_finite() && head.is_finite());
        (weight > 0.0 && is_finite).then(|| Curve {
            symbol: symbol.clone(),
            points,
        })
    }
}

impl Method {
    fn assumptions_are_of(&self, other: &Self) -> bool {
        let pairs = self.assumptions.iter().zip(&other.assumptions);
        let mut pairs = pairs.map(|(one, two)| one.symbol == two.symbol && one.value == two.value);
        self.assumptions.len() == other.assumptions.len() && pairs.all(|is_same| is_same)
    }
}

/// True where the names of one of the two have numbers of the compiler, which may be in the descriptor too.
fn has_number(base: &Method, head: &Method) -> bool {
    without_numbers(&base.descriptor) == without_numbers(&head.descriptor)
}

fn is_same_own(base: &Method, head: &Method) -> bool {
    match (base.own, head.own) {
        (Some(one), Some(two)) => {
            (one.mean - two.mean).abs() <= ROUNDING * one.mean.abs().max(two.mean.abs())
        }
        // With symbols the total says whether anything changed.
        _ => true,
    }
}

/// What the head calls the symbols of the base: the same name, or else the next that the base does not have.
fn symbol_names(base: &Method, head: &Method) -> BTreeMap<String, String> {
    let of_head: BTreeSet<&str> = head.assumptions.iter().map(|one| &one.symbol[..]).collect();
    let of_base: BTreeSet<&str> = base.assumptions.iter().map(|one| &one.symbol[..]).collect();
    let mut names = BTreeMap::new();
    let mut open: Vec<_> = head
        .assumptions
        .iter()
        .filter(|one| !of_base.contains(&one.symbol[..]))
        .collect();
    for symbol in &base.assumptions {
        if of_head.contains(&symbol.symbol[..]) {
            names.insert(symbol.symbol.clone(), symbol.symbol.clone());
        } else if let Some(at) = open.iter().position(|one| one.kind == symbol.kind) {
            names.insert(symbol.symbol.clone(), open.remove(at).symbol.clone());
        }
    }
    names
}

/// The values that a report gives, or the nominal ones.
fn values(method: &Method) -> Values {
    let symbols = method.assumptions.iter();
    symbols
        .map(|symbol| {
            let value = symbol.value.unwrap_or_else(|| nominal(&symbol.kind));
            (symbol.symbol.clone(), value)
        })
        .collect()
}

/// The same values for both sides: what the head gives, else the base, else nominal ones times `scale`.
fn point(base: &Method, head: &Method, names: &BTreeMap<String, String>, scale: f64) -> Point {
    let given = |method: &Method| -> BTreeMap<String, f64> {
        let symbols = method.assumptions.iter();
        symbols
            .filter_map(|symbol| Some((symbol.symbol.clone(), symbol.value?)))
            .collect()
    };
    let (of_base, of_head) = (given(base), given(head));
    let base_name = |name: &str| {
        names
            .iter()
            .find(|(_, head)| *head == name)
            .map(|pair| pair.0)
    };
    let mut point = Point {
        base: Values::new(),
        head: Values::new(),
    };
    for symbol in &head.assumptions {
        let name = &symbol.symbol;
        let value = (of_head.get(name))
            .or_else(|| of_base.get(base_name(name)?))
            .copied()
            .unwrap_or_else(|| nominal(&symbol.kind) * scale);
        point.head.insert(name.clone(), value);
    }
    for symbol in &base.assumptions {
        let name = &symbol.symbol;
        let value = (names.get(name).and_then(|name| point.head.get(name)))
            .or_else(|| of_base.get(name))
            .copied()
            .unwrap_or_else(|| nominal(&symbol.kind) * scale);
        point.base.insert(name.clone(), value);
    }
    point
}

fn assumed(head: &Method, point: &Point) -> Vec<Assumed> {
    let is_given = |name: &str| {
        let mut symbols = head.assumptions.iter();
        symbols.any(|symbol| symbol.symbol == name && symbol.value.is_some())
    };
    let of_base = point
        .base
        .iter()
        .filter(|(name, _)| !point.head.contains_key(*name));
    let all = point
        .head
        .iter()
        .chain(of_base.filter(|_| point.head.is_empty()));
    all.map(|(symbol, value)| Assumed {
        symbol: symbol.clone(),
        value: *value,
        source: if is_given(symbol) { "given" } else { "nominal" },
    })
    .collect()
}

/// Says where base and head were given different values; those of the head hold.
fn other_values(base: &Method, head: &Method, names: &BTreeMap<String, String>) -> Vec<String> {
    let given = |method: &Method, name: &str| {
        let mut symbols = method.assumptions.iter();
        symbols
            .find(|symbol| symbol.symbol == name)
            .and_then(|symbol| symbol.value)
    };
    names
        .iter()
        .filter_map(|(one, two)| {
            let (before, after) = (given(base, one)?, given(head, two)?);
            (before.to_bits() != after.to_bits()).then(|| {
                format!(
                    "the base was analysed with {one} = {before} and the head with {two} = {after}; \
                     both are compared at {after}"
                )
            })
        })
        .collect()
}

fn unpriced(base: &Method, head: &Method) -> UnpricedChange {
    let list = |method: &Method| -> BTreeSet<String> {
        let parts = method.unpriced.iter().flatten();
        parts
            .map(|part| format!("{} ({})", without_numbers(&part.method), part.reason))
            .collect()
    };
    let (before, after) = (list(base), list(head));
    UnpricedChange {
        new: after.difference(&before).cloned().collect(),
        gone: before.difference(&after).cloned().collect(),
    }
}

/// True where two vectors are the same but for rounding.
fn is_negligible(one: &Features, two: &Features) -> bool {
    let is_near = |a: f64, b: f64| (a - b).abs() <= ROUNDING * a.abs().max(b.abs());
    let has_near = |one: &Features, two: &Features| {
        one.iter().all(|(id, count)| is_near(count, two.count(id)))
    };
    has_near(one, two)
        && has_near(two, one)
        && is_near(one.device_count, two.device_count)
        && is_near(one.n_noise, two.n_noise)
        && is_near(one.given_joules, two.given_joules)
}

/// Corrects the probabilities for the number of methods that differ, and sorts these into more, less and undecided.
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

/// The files of which a report has an error and no method.
fn broken_files(report: &Report) -> BTreeSet<&str> {
    let errors = report
        .problems
        .iter()
        .filter(|problem| problem.severity == "error");
    let mut files: BTreeSet<&str> = errors
        .filter_map(|problem| problem.file.as_deref())
        .collect();
    for method in &report.methods {
        if let Some(file) = &method.file {
            files.remove(&file[..]);
        }
    }
    files
}

/// Where a method that one side alone has is listed; `None` for what is nowhere of interest.
fn lone_section(method: &Method, broken: &BTreeSet<&str>, section: Section) -> Option<Section> {
    let is_broken = method
        .file
        .as_deref()
        .is_some_and(|file| broken.contains(file));
    if is_broken || method.is_broken() {
        Some(Section::Broken)
    } else {
        Some(section)
    }
}

fn revision(report: &Report, name: &str) -> Revision {
    Revision {
        name: name.to_owned(),
        jdk: report.jdk.clone(),
        methods: report.methods.len(),
    }
}

/// The problems of the head, and those of the base that the head does not have.
fn problems(base: &Report, head: &Report) -> Vec<SideProblem> {
    let of_head = head.problems.iter().map(|problem| ("head", problem));
    let of_base = base
        .problems
        .iter()
        .filter(|problem| !head.problems.contains(problem));
    let all = of_base.map(|problem| ("base", problem)).chain(of_head);
    all.map(|(side, problem)| SideProblem {
        side,
        problem: problem.clone(),
    })
    .collect()
}

fn general_caveats(input: &Input<'_>) -> Vec<String> {
    let mut caveats = Vec::new();
    if let (Some(base), Some(head)) = (&input.base.jdk, &input.head.jdk)
        && base != head
    {
        caveats.push(format!(
            "base and head were compiled by different JDKs, {base} and {head}: a change may be the compiler's"
        ));
    }
    let follows = |report: &Report| {
        report
            .methods
            .iter()
            .any(|method| method.unpriced.is_some())
    };
    if follows(input.base) != follows(input.head)
        && !input.base.methods.is_empty()
        && !input.head.methods.is_empty()
    {
        caveats.push(String::from(
            "the calls of only one side were followed, so that the numbers mean different things; analyse both with the same \
             --calls",
        ));
    }
    caveats
}

fn summary(changes: &[Change], matched: usize, unchanged: usize) -> Summary {
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
    Summary {
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

/// A name as the head has it.
impl MethodName {
    /// `class.method`, without the descriptor.
    pub fn short(&self) -> String {
        format!(
            "{}.{}",
            crate::name::readable_class(&self.class),
            self.method
        )
    }
}
