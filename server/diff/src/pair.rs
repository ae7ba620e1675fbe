//! What changed between two states of one method.

use crate::anchor::{Anchor, anchor_alone, anchor_pair};
use crate::base_run::BaseRun;
use crate::body::without_numbers;
use crate::bound::Values;
use crate::change::{Change, Curve, Delta, Section, Side, UnpricedChange, Verdict, name};
use crate::cost::ReportedCost;
use crate::follows::{at_values_of_head, follow_the_same};
use crate::frequency::{Spread, Unaligned, p_greater};
use crate::pair_words::assumed;
use crate::pair_words::other_values;
use crate::pair_words::unpriced;
use crate::point::{Point, Points, turning_values};
use crate::report::Method;
use crate::symbolic::{ROUNDING, changes as formula_changes};
use documents::SymbolKind;
use posterior::{Device, Features, Posterior};
use std::collections::BTreeMap;

/// The number of points of a density.
const DENSITY_POINTS: u32 = 80;

/// The values of a symbol at which curves are drawn.
const CURVE: [f64; 21] = [
    0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0, 70.0, 75.0,
    80.0, 85.0, 90.0, 95.0, 100.0,
];
/// A pair of methods that differ.
pub(crate) struct Row<'r> {
    pub(crate) base: &'r Method,
    pub(crate) head: &'r Method,
    pub(crate) change: Change,
    pub(crate) caveats: Vec<String>,
    /// What its difference was computed from, if it has one.
    pub(crate) compared: Option<ComparedFeatures>,
}

/// What the difference of a pair was computed from.
pub(crate) struct ComparedFeatures {
    pub(crate) base: Features,
    pub(crate) head: Features,
    /// Whether both differ only by rounding.
    pub(crate) is_same: bool,
    pub(crate) anchor: Option<Anchor>,
}

/// The settings for comparing methods.
pub(crate) struct Comparer<'c> {
    pub(crate) posterior: &'c Posterior,
    pub(crate) device: Device,
    /// What is known about frequencies, if typical energies are compared.
    pub(crate) frequencies: Option<(&'c Unaligned, Spread)>,
    /// The run that measured the base, if typical energies are compared.
    pub(crate) run: Option<&'c dyn BaseRun>,
}

/// A point at which a pair is compared, and the result there.
struct ComparisonPoint {
    point: Point,
    features: (Features, Features),
    is_same_here: bool,
    is_same_formula: bool,
}

impl Comparer<'_> {
    /// The difference between two methods; `None` if there is none.
    pub(crate) fn pair<'r>(&self, base: &'r Method, head: &'r Method) -> Option<Row<'r>> {
        let is_renamed = base.key() != head.key() && plain_key(base) != plain_key(head);
        let mut unpriced = unpriced(base, head);
        if self.frequencies.is_some() {
            unpriced.count(base, head);
        }
        let is_same_total = base.cost.is_some()
            && base.cost == head.cost
            && base.assumptions_are_of(head)
            && (self.frequencies.is_none() || follow_the_same(base, head));
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
                run: None,
                causes: Vec::new(),
                formula: Vec::new(),
                assumed: Vec::new(),
                unpriced,
                worst: None,
                verdict: Verdict::default(),
                curve: None,
                rests_on: None,
                is_own: false,
                endless_loop: new_endless_loop(base, head),
                answers_for_worst: false,
            },
            caveats: Vec::new(),
            compared: None,
        };
        let mut costs = (
            ReportedCost::read(base, self.posterior),
            ReportedCost::read(head, self.posterior),
        );
        let change = &mut row.change;
        if self.frequencies.is_some()
            && let Some(cost) = costs.0.take()
        {
            let (cost, usual) = at_values_of_head((base, cost), head, self.posterior);
            costs.0 = Some(cost);
            change.assumed = usual;
        }
        if states != (None, None) || costs.0.is_none() || costs.1.is_none() {
            let side = |method: &Method, cost: Option<&ReportedCost>, is_of_head: bool| {
                let mut side = self.side(method, cost, &turning_values(method, cost));
                anchor_alone(self.run, &mut side, method, is_of_head);
                side
            };
            change.base = Some(side(base, costs.0.as_ref(), false));
            change.head = Some(side(head, costs.1.as_ref(), true));
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
        let points = Points::new(
            (base, cost_base),
            (head, cost_head),
            self.posterior,
            self.device,
        );
        let found = self.decisive(&points, is_same_total, cost_base, cost_head);
        let ComparisonPoint {
            point,
            features,
            is_same_here,
            is_same_formula,
        } = found;
        let names = &points.names;
        let mut sides = (
            self.side(base, Some(cost_base), &point.base),
            self.side(head, Some(cost_head), &point.head),
        );
        let before = sides.0.mean.unwrap_or(0.0);
        let anchor = Anchor::of(self.run, (base, head), before, is_same_here);
        let compared = ComparedFeatures {
            base: features.0,
            head: features.1,
            is_same: is_same_here,
            anchor,
        };
        let delta = self.delta((base, head), &compared);
        let relative_sd = delta.1 / before;
        anchor_pair(self.run, (&mut sides.0, &mut sides.1), anchor, relative_sd);
        change.base = Some(sides.0);
        change.head = Some(sides.1);
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
        change.delta = Some(delta.0);
        change.formula = formula_changes(&points.base, cost_head, self.posterior, self.device);
        if cost_base.is_symbolic() || cost_head.is_symbolic() {
            change.assumed = assumed(base, head, &point);
            change.curve = self.curve((cost_base, cost_head), head, names, &point);
        }
        row.caveats = other_values(base, head, names);
        row.compared = Some(compared);
        Some(row)
    }

    /// The point that decides: among those at which the two differ, the one with the greatest relative increase in the head.
    fn decisive(
        &self,
        points: &Points,
        is_same_total: bool,
        base: &ReportedCost,
        head: &ReportedCost,
    ) -> ComparisonPoint {
        let at = |point: Point| {
            let features = (
                base.at(&point.base, self.posterior),
                head.at(&point.head, self.posterior),
            );
            let is_same_here = is_negligible(&features.0, &features.1);
            ComparisonPoint {
                point,
                features,
                is_same_here,
                is_same_formula: false,
            }
        };
        let increase = |found: &ComparisonPoint| {
            let mean = |features| self.posterior.mean(features, self.device).0;
            let (before, after) = (mean(&found.features.0), mean(&found.features.1));
            (after - before) / before.abs().max(f64::MIN_POSITIVE)
        };
        let mut near: Vec<ComparisonPoint> = points.near(1.0).into_iter().map(at).collect();
        let is_same = is_same_total
            || (near.iter().all(|found| found.is_same_here)
                && points
                    .near(10.0)
                    .into_iter()
                    .all(|point| at(point).is_same_here)
                && (!points.are_all_named
                    || formula_changes(&points.base, head, self.posterior, self.device)
                        .is_empty()));
        if !is_same && near.iter().all(|found| found.is_same_here) {
            // If another path hides the change here, it shows where one symbol is larger than the rest. A loop over another
            // symbol than before costs more at some of these points and less at others.
            let mut far: Vec<ComparisonPoint> = points.far().into_iter().map(at).collect();
            far.retain(|found| !found.is_same_here);
            let is_more = |found: &ComparisonPoint| increase(found) > 0.0;
            if far.iter().all(is_more) || !far.iter().any(is_more) {
                near.extend(far);
            }
        }
        let mut found = near.into_iter();
        let first = found.next().unwrap_or_else(|| at(Point::default()));
        let costliest = found.fold(first, |best, found| {
            let is_better =
                !found.is_same_here && (best.is_same_here || increase(&found) > increase(&best));
            if is_better { found } else { best }
        });
        ComparisonPoint {
            is_same_formula: is_same,
            ..costliest
        }
    }

    /// The difference, and the standard deviation of the predicted one.
    pub(crate) fn delta(
        &self,
        methods: (&Method, &Method),
        compared: &ComparedFeatures,
    ) -> (Delta, f64) {
        let ComparedFeatures {
            base,
            head,
            is_same,
            anchor,
        } = compared;
        let (is_same, anchor) = (*is_same, *anchor);
        let compared = if anchor.is_some() {
            let posterior = self.posterior;
            posterior.compare_with_measured(head, base, self.device)
        } else {
            self.posterior.compare(head, base, self.device)
        };
        let p_greater = self.frequencies.and_then(|frequencies| {
            let ground = (self.posterior, self.device);
            p_greater(ground, (methods.0, base), (methods.1, head), frequencies)
        });
        let p_greater = p_greater.unwrap_or(compared.p_greater);
        let before = self.posterior.mean(base, self.device).0;
        let zero_if_same = |number: f64| if is_same { 0.0 } else { number };
        let mean = zero_if_same(compared.delta_mean.0);
        let sd = anchor.map_or(compared.delta_sd.0, |anchor| {
            let beside = self.posterior.beside_measured(head, base, self.device).0;
            anchor.sd_of_difference(compared.delta_sd.0, beside)
        });
        let sd = zero_if_same(sd);
        let noise = compared.execution_noise_sd.0;
        let (shown_mean, shown_sd, shown_noise) =
            anchor.map_or((mean, sd, noise), |Anchor { factor, .. }| {
                let (mean, sd) = factor.of_difference(mean, sd);
                (mean, sd, factor.mean * noise)
            });
        let delta = Delta {
            mean: shown_mean,
            sd: shown_sd,
            relative: (before > 0.0).then(|| mean / before),
            p_greater: if is_same { 0.5 } else { p_greater },
            p_more_corrected: 0.0,
            p_less_corrected: 0.0,
            execution_noise_sd: shown_noise,
        };
        (delta, sd)
    }

    /// A row for two states of a method that cost the same.
    pub(crate) fn same<'r>(&self, base: &'r Method, head: &'r Method) -> Row<'r> {
        let side = |method: &Method| {
            let cost = ReportedCost::read(method, self.posterior);
            self.side(
                method,
                cost.as_ref(),
                &turning_values(method, cost.as_ref()),
            )
        };
        let mut sides = (side(base), side(head));
        let before = sides.0.mean.unwrap_or(0.0);
        let anchor = Anchor::of(self.run, (base, head), before, true);
        anchor_pair(self.run, (&mut sides.0, &mut sides.1), anchor, 0.0);
        let mut change = self.alone(head, Section::Undecided, true);
        change.base = Some(sides.0);
        change.head = Some(sides.1);
        Row {
            base,
            head,
            change,
            caveats: Vec::new(),
            compared: None,
        }
    }

    /// A method that only one side has.
    pub(crate) fn alone(&self, method: &Method, section: Section, is_of_head: bool) -> Change {
        let cost = ReportedCost::read(method, self.posterior);
        let values = turning_values(method, cost.as_ref());
        let mut side = self.side(method, cost.as_ref(), &values);
        anchor_alone(self.run, &mut side, method, is_of_head);
        let is_symbolic = cost.as_ref().is_some_and(ReportedCost::is_symbolic);
        let point = Point {
            base: values.clone(),
            head: values,
        };
        let assumed = is_symbolic.then(|| assumed(method, method, &point));
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
            run: None,
            causes: Vec::new(),
            formula: Vec::new(),
            assumed: assumed.unwrap_or_default(),
            unpriced: UnpricedChange::default(),
            worst: None,
            verdict: Verdict::default(),
            curve: None,
            rests_on: None,
            is_own: false,
            endless_loop: None,
            answers_for_worst: false,
        }
    }

    pub(crate) fn side(
        &self,
        method: &Method,
        cost: Option<&ReportedCost>,
        values: &Values,
    ) -> Side {
        let not_analysed = method.not_analysed().map(|reason| reason.name().to_owned());
        let energy = cost.filter(|_| not_analysed.is_none()).map(|cost| {
            let features = cost.at(values, self.posterior);
            self.posterior.predict(&features, self.device)
        });
        let numbers = energy
            .as_ref()
            .map(|energy| (energy.mean().0, energy.sd().0))
            .filter(|(mean, sd)| mean.is_finite() && sd.is_finite());
        let not_priced = match (&not_analysed, cost, numbers) {
            (Some(reason), _, _) => Some(reason.clone()),
            (None, None, _) => Some(String::from("its cost cannot be parsed")),
            (None, Some(_), None) => Some(String::from("out of range at the assumed values")),
            (None, Some(_), Some(_)) => None,
        };
        let symbolic = cost.filter(|cost| cost.is_symbolic());
        let typical = method
            .typical
            .as_ref()
            .filter(|_| self.frequencies.is_some());
        Side {
            file: method.file.clone(),
            line: method.line,
            mean: numbers.map(|(mean, _)| mean),
            sd: numbers.map(|(_, sd)| sd),
            formula: symbolic.map(|cost| cost.formula(self.posterior, self.device)),
            not_priced,
            open: typical.and_then(|typical| typical.why.clone()),
            provenance: None,
            predicted: None,
            density: energy.map_or_else(Vec::new, |energy| energy.curve(DENSITY_POINTS)),
        }
    }

    /// Both sides as a curve over the symbol that the difference depends on most.
    fn curve(
        &self,
        (base, head): (&ReportedCost, &ReportedCost),
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
            let mean = |cost: &ReportedCost, values: &Values| {
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
        let symbols = symbols.filter(|symbol| symbol.kind != SymbolKind::Callback);
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

/// A loop or a recursion that nothing leaves, if the head has more of them than the base.
fn new_endless_loop(base: &Method, head: &Method) -> Option<u32> {
    head.endless_loops.get(base.endless_loops.len()).copied()
}

/// The identity of a method, without the numbers that the compiler assigns.
fn plain_key(method: &Method) -> [String; 3] {
    let (class, name, descriptor) = method.key();
    [class, name, descriptor].map(without_numbers)
}

fn is_same_own(base: &Method, head: &Method) -> bool {
    match (base.own, head.own) {
        (Some(one), Some(two)) => {
            (one.mean - two.mean).abs() <= ROUNDING * one.mean.abs().max(two.mean.abs())
        }
        // With symbols, the total shows whether anything changed.
        _ => true,
    }
}

fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= ROUNDING * one.abs().max(two.abs())
}

/// Whether two vectors differ only by rounding.
fn is_negligible(one: &Features, two: &Features) -> bool {
    let has_near = |one: &Features, two: &Features| {
        one.iter().all(|(id, count)| is_near(count, two.count(id)))
    };
    has_near(one, two)
        && has_near(two, one)
        && is_near(one.device_count, two.device_count)
        && is_near(one.n_noise, two.n_noise)
        && is_near(one.given_joules, two.given_joules)
}
