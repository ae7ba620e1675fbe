//! The values at which base and head are evaluated: the same for both.

use crate::bound::Values;
use crate::cost::{ReportedCost, nominal};
use crate::loop_constraints::{LoopConstraints, Symbol};
use crate::report::Method;
use crate::symbolic::{changes, terms_alone};
use documents::AssumptionReport;
use posterior::{Device, Posterior};
use std::collections::{BTreeMap, BTreeSet};

/// If more symbols of one kind have new names, they are paired in their order.
const MAX_PAIRED: usize = 5;

/// The names in the head of the base's symbols.
type Names = BTreeMap<String, String>;

/// The values at which base and head are evaluated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Point {
    pub(crate) base: Values,
    pub(crate) head: Values,
}

/// The points at which two states of a method can be compared.
pub(crate) struct Points {
    /// The names in the head of the base's symbols.
    pub(crate) names: Names,
    /// The cost of the base, with the names of the head.
    pub(crate) base: ReportedCost,
    /// Whether each symbol of one side is also one of the other.
    pub(crate) are_all_named: bool,
    turning: LoopConstraints,
    symbols_of_base: Vec<String>,
    symbols_of_head: Vec<String>,
}

impl Points {
    pub(crate) fn new(
        (base, cost_base): (&Method, &ReportedCost),
        (head, cost_head): (&Method, &ReportedCost),
        posterior: &Posterior,
        device: Device,
    ) -> Self {
        let differences = |names: &Names| {
            let renamed = cost_base.renamed(names);
            let coefficients = changes(&renamed, cost_head, posterior, device).len();
            (terms_alone(&renamed, cost_head), coefficients)
        };
        let names = symbol_names(base, head, &differences);
        let renamed = cost_base.renamed(&names);
        let mut symbols = BTreeMap::new();
        for assumption in &base.assumptions {
            let name = names.get(&assumption.symbol);
            let name = name.unwrap_or(&assumption.symbol);
            symbols.insert(name.clone(), symbol(assumption));
        }
        // The values given for the head apply.
        for assumption in &head.assumptions {
            let of_head = symbol(assumption);
            let known = symbols.entry(assumption.symbol.clone());
            let known = known.or_insert_with(|| of_head.clone());
            known.given = of_head.given.or(known.given);
            known.kind = of_head.kind;
        }
        let list = |method: &Method| -> Vec<String> {
            let symbols = method.assumptions.iter();
            symbols.map(|one| one.symbol.clone()).collect()
        };
        Self {
            are_all_named: names.len() == base.assumptions.len()
                && names.len() == head.assumptions.len(),
            turning: LoopConstraints::new([&renamed, cost_head], symbols),
            base: renamed,
            names,
            symbols_of_base: list(base),
            symbols_of_head: list(head),
        }
    }

    /// Points near the nominal values times `scale`. Each loop of both sides repeats in at least one of them.
    pub(crate) fn near(&self, scale: f64) -> Vec<Point> {
        let points = self.turning.points(scale).into_iter();
        points.map(|values| self.point(&values)).collect()
    }

    /// The first of the points near the nominal values.
    pub(crate) fn first(&self) -> Option<Point> {
        self.near(1.0).into_iter().next()
    }

    /// Points at which one symbol is much larger than the rest.
    pub(crate) fn far(&self) -> Vec<Point> {
        let points = self.turning.far_points().into_iter();
        points.map(|values| self.point(&values)).collect()
    }

    fn point(&self, values: &Values) -> Point {
        let of = |symbols: &[String], names: &Names| -> Values {
            symbols
                .iter()
                .filter_map(|name| Some((name, values.get(names.get(name).unwrap_or(name))?)))
                .map(|(name, value)| (name.clone(), *value))
                .collect()
        };
        Point {
            base: of(&self.symbols_of_base, &self.names),
            head: of(&self.symbols_of_head, &Names::new()),
        }
    }
}

fn symbol(assumption: &AssumptionReport) -> Symbol {
    Symbol {
        kind: assumption.kind,
        given: assumption.value,
    }
}

/// The values that a report gives, and nominal ones.
pub(crate) fn values(method: &Method) -> Values {
    let symbols = method.assumptions.iter();
    symbols
        .map(|symbol| {
            let value = symbol.value.unwrap_or_else(|| nominal(symbol.kind));
            (symbol.symbol.clone(), value)
        })
        .collect()
}

/// The same, adjusted so that each loop repeats if it can.
pub(crate) fn turning_values(method: &Method, cost: Option<&ReportedCost>) -> Values {
    let Some(cost) = cost.filter(|cost| cost.is_symbolic()) else {
        return values(method);
    };
    let symbols = method.assumptions.iter();
    let symbols = symbols.map(|one| (one.symbol.clone(), symbol(one)));
    LoopConstraints::new([cost], symbols.collect()).values()
}

/// The names in the head of the base's symbols: the same name, or else the pairing of symbols of the same kind that leaves the
/// fewest terms different.
fn symbol_names(
    base: &Method,
    head: &Method,
    differences: &dyn Fn(&Names) -> (usize, usize),
) -> Names {
    let of_head: BTreeSet<&str> = head.assumptions.iter().map(|one| &one.symbol[..]).collect();
    let of_base: BTreeSet<&str> = base.assumptions.iter().map(|one| &one.symbol[..]).collect();
    let mut names: Names = of_base
        .intersection(&of_head)
        .map(|name| ((*name).to_owned(), (*name).to_owned()))
        .collect();
    let mut open: BTreeMap<&str, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for one in &base.assumptions {
        if !of_head.contains(&one.symbol[..]) {
            open.entry(one.kind.name()).or_default().0.push(&one.symbol);
        }
    }
    for one in &head.assumptions {
        if !of_base.contains(&one.symbol[..]) {
            open.entry(one.kind.name()).or_default().1.push(&one.symbol);
        }
    }
    for (mut before, mut after) in open.into_values() {
        let is_small = before.len().max(after.len()) <= MAX_PAIRED;
        let shorter = before.len().min(after.len());
        if is_small && before.len().max(after.len()) > 1 {
            let with = |before: &[&str], after: &[&str]| {
                let mut names = names.clone();
                let pairs = before.iter().zip(after);
                names.extend(pairs.map(|(one, two)| ((*one).to_owned(), (*two).to_owned())));
                differences(&names)
            };
            // The shorter list keeps its order; all orders of the other are tried.
            let best = if before.len() <= after.len() {
                orders(&after)
                    .into_iter()
                    .min_by_key(|after| with(&before, &after[..shorter]))
                    .map(|best| (before.clone(), best))
            } else {
                orders(&before)
                    .into_iter()
                    .min_by_key(|before| with(&before[..shorter], &after))
                    .map(|best| (best, after.clone()))
            };
            if let Some(best) = best {
                (before, after) = best;
            }
        }
        let pairs = before.iter().zip(&after);
        names.extend(pairs.map(|(one, two)| ((*one).to_owned(), (*two).to_owned())));
    }
    names
}

/// All orders of a short list, its own first.
fn orders<'s>(list: &[&'s str]) -> Vec<Vec<&'s str>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..list.len() {
        let mut rest = list.to_vec();
        let first = rest.remove(at);
        for order in orders(&rest) {
            all.push([&[first], &order[..]].concat());
        }
    }
    all
}
