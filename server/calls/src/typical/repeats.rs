//! What the bounds of loops say about how often they repeat.

use bytecode::Code;
use cost::{Rational, Symbol, SymbolKind};
use flow::{Flow, LoopTree};
use frequency::{Facts, Trips};
use std::sync::Arc;
use wcec::{ExactTrip, LoopInfo, LoopKind, MethodCost};

/// Two values that define a straight line, and others that check it. They are large, because a count such as `n - 1` has a
/// corner near 0.
const LINE: [f64; 2] = [1e6, 2e6];
const CHECKED: [f64; 3] = [16.0, 101.0, 1e3];

/// Two values between which the growth of a bound is measured.
const GROWTH: [f64; 2] = [1e4, 1e6];

/// The greatest distance of a count from the line: half of an odd number is rounded up.
const ROUNDING: f64 = 1.0;

/// A loop whose number of repetitions a value gives, because control leaves it only at its test.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopOverValue {
    /// The first instruction of its header.
    pub header: u32,
    /// The value.
    pub symbol: Arc<Symbol>,
    /// The factor of the value.
    pub factor: f64,
    /// The number added to the product.
    pub more: f64,
}

/// The loops of a method whose number of repetitions a value gives. `cost` is its own worst case.
pub fn loops_over_values(code: &Code, cost: &MethodCost) -> Vec<LoopOverValue> {
    let mut flow = Flow::default();
    if flow.refill(code).is_err() {
        return Vec::new();
    }
    flow.find_predecessors();
    let tree = LoopTree::of(&flow);
    let mut values = Vec::new();
    let facts = facts(&flow, &tree, cost, &mut values);
    let loops = facts.trips.iter().filter_map(|(header, trips)| {
        let Trips::Value {
            number,
            factor,
            more,
            test,
        } = trips
        else {
            return None;
        };
        let region = tree.innermost(flow.block_of(*header)? as u32)?;
        let symbol = values.get(usize::from(*number))?;
        (!is_left_beside(&flow, &tree, region, *test)).then(|| LoopOverValue {
            header: *header,
            symbol: Arc::clone(symbol),
            factor: *factor,
            more: *more,
        })
    });
    loops.collect()
}

/// Whether control leaves a loop, given by its region, anywhere else than at a test. An exception that the method catches is
/// rare.
fn is_left_beside(flow: &Flow, tree: &LoopTree, region: u32, test: u32) -> bool {
    (0..flow.len() as u32).any(|block| {
        let mut edges = flow.successors(block as usize).iter();
        block != test
            && tree.contains(region, block)
            && edges
                .any(|edge| !edge.is_exceptional() && !tree.contains(region, edge.block() as u32))
    })
}

/// What is known about a method's loops. `values` gets the values that counts depend on, in the order of their numbers.
pub(super) fn facts(
    flow: &Flow,
    tree: &LoopTree,
    cost: &MethodCost,
    values: &mut Vec<Arc<Symbol>>,
) -> Facts {
    let mut trips = Vec::new();
    for info in &cost.loops {
        if let Some(most) = info.bound.as_constant() {
            trips.push((info.header, Trips::AtMost(number(most))));
        }
    }
    // Outer loops come first.
    let mut around: Vec<&ExactTrip> = Vec::new();
    for exact in &cost.exact {
        let region = tree.innermost(exact.header).unwrap_or(0);
        let is_left_beside = || is_left_beside(flow, tree, region, exact.test);
        if region == 0 {
            continue;
        }
        let count = match exact.bound.as_constant() {
            Some(_) if is_left_beside() => None,
            Some(count) => Some(Trips::Exact(number(count))),
            None => follows(exact, &around, values)
                .filter(|count| matches!(count, Trips::Value { .. }) || !is_left_beside()),
        };
        if let Some(count) = count {
            let header = flow.instructions(exact.header as usize).start as u32;
            trips.retain(|(known, _)| *known != header);
            trips.push((header, count));
            around.push(exact);
        }
    }
    Facts {
        trips,
        over: cost.loops.iter().filter_map(over).collect(),
        values: values.iter().map(|symbol| place_of(symbol)).collect(),
    }
}

/// The values that bound a loop, and how fast its bound grows with them: a binary search repeats over the same value as a
/// linear one, but less often.
fn over(info: &LoopInfo) -> Option<(u32, String)> {
    let text = match info.kind {
        LoopKind::Opaque => return None,
        LoopKind::Constant => format!("{}", number(info.bound.as_constant()?)),
        LoopKind::Symbolic => {
            let symbols = info.bound.symbols();
            if symbols.iter().any(|symbol| symbol.kind == SymbolKind::Loop) {
                return None;
            }
            let mut names: Vec<String> = symbols.iter().map(|symbol| place_of(symbol)).collect();
            names.sort_unstable();
            let at = |value: f64| info.bound.value(&|_: &Symbol| value).max(1.0);
            let [first, second] = GROWTH;
            let degree = (at(second) / at(first)).ln() / (second / first).ln();
            format!("{} {degree:.1}", names.join(" "))
        }
    };
    Some((info.header, text))
}

/// The place of a value, whatever its name.
fn place_of(symbol: &Symbol) -> String {
    match &symbol.place {
        Some(place) => format!("{place:?}"),
        None => symbol.name.clone(),
    }
}

/// A bound that is linear in one value that readers can name. If it depends on the iteration of an outer loop, this is the mean
/// over the iterations: that of `for (j = i; j < n; j++)` in `for (i = 0; i < n; i++)` is `(n + 1) / 2`.
fn follows(
    exact: &ExactTrip,
    around: &[&ExactTrip],
    values: &mut Vec<Arc<Symbol>>,
) -> Option<Trips> {
    let bound = &exact.bound;
    let loop_of = |symbol: &Symbol| {
        let mut around = around.iter();
        around.find(|trip| {
            trip.index
                .as_ref()
                .is_some_and(|index| index.key == symbol.key)
        })
    };
    let mut known: Vec<Arc<Symbol>> = Vec::new();
    for symbol in bound.symbols() {
        match loop_of(&symbol) {
            Some(trip) => known.extend(trip.bound.symbols()),
            None => known.push(symbol),
        }
    }
    known.sort_by(|one, two| one.key.cmp(&two.key));
    known.dedup_by(|one, two| one.key == two.key);
    // If the count of an outer loop depends on an iteration itself, its symbol is still here, and readers cannot name it.
    if !known.iter().all(|symbol| can_be_told(symbol)) || known.len() > 1 {
        return None;
    }
    let at = |value: f64| {
        bound.value(&|symbol: &Symbol| match loop_of(symbol) {
            // Iterations count from 0.
            Some(trip) => ((trip.bound.value(&|_| value) - 1.0) / 2.0).max(0.0),
            None => value,
        })
    };
    let [first, second] = LINE;
    let factor = (at(second) - at(first)) / (second - first);
    let more = factor.mul_add(-first, at(first));
    let is_straight = CHECKED.iter().all(|value| {
        let expected = factor.mul_add(*value, more);
        (at(*value) - expected).abs() <= ROUNDING
    });
    if !is_straight || factor < 0.0 || !factor.is_finite() {
        return None;
    }
    let Some(symbol) = known.first() else {
        return Some(Trips::Exact(more.max(0.0)));
    };
    if factor <= 0.0 {
        return None;
    }
    let place = values.iter().position(|known| known == symbol);
    let number = place.unwrap_or_else(|| {
        values.push(Arc::clone(symbol));
        values.len() - 1
    });
    Some(Trips::Value {
        number: u16::try_from(number).ok()?,
        factor,
        more,
        test: exact.test,
    })
}

/// Whether a value has a name in the code. The result of a call that is not kept in a local is named after its line.
fn can_be_told(symbol: &Symbol) -> bool {
    symbol.is_known_to_reader() && !symbol.name.contains('@')
}

fn number(value: Rational) -> f64 {
    (*value.numer() as f64 / *value.denom() as f64).max(0.0)
}
