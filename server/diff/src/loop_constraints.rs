//! Values at which loops repeat. With every symbol at 10, `to − from` is 0, and the code in the loop would cost nothing on both
//! sides.

use crate::bound::{Condition, Values};
use crate::cost::{ReportedCost, nominal};
use documents::SymbolKind;
use std::collections::BTreeMap;

/// The repetitions to try for each loop; the first number that all loops can reach is used.
const TURNS: [f64; 5] = [10.0, 5.0, 2.0, 1.0, 0.05];

/// A difference that already gives this share of the repetitions at nominal values stays as it is.
const ENOUGH: f64 = 0.5;

/// The maximum number of points, if no values let every loop repeat.
const MAX_POINTS: usize = 8;

/// The maximum number of conditions; each loop has one.
const MAX_CONDITIONS: usize = 64;

/// The maximum number of steps towards values at which all loops repeat.
const MAX_STEPS: usize = 200;

/// The limit of values, up and down: larger whole numbers are not exact.
const LARGEST: f64 = 9e15;

/// How far a symbol is moved to measure its effect. The larger steps are for cases like `⌈n/7⌉`, where smaller ones change
/// nothing.
const PROBES: [f64; 8] = [
    1.0,
    8.0,
    64.0,
    512.0,
    4096.0,
    32768.0,
    262_144.0,
    2_097_152.0,
];

/// The symbols of one or both sides of a method, and the conditions of their loops.
pub(crate) struct LoopConstraints {
    conditions: Vec<Condition>,
    /// The symbols by name, each with its given value.
    symbols: BTreeMap<String, Symbol>,
}

/// A symbol whose value is to be found.
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub(crate) kind: SymbolKind,
    pub(crate) given: Option<f64>,
}

impl Symbol {
    /// Whether the program may set it to a negative number. Counts and sizes are never negative.
    const fn can_be_negative(&self) -> bool {
        self.given.is_none()
            && matches!(
                self.kind,
                SymbolKind::Parameter | SymbolKind::Field | SymbolKind::Argument
            )
    }
}

impl LoopConstraints {
    pub(crate) fn new<'c>(
        costs: impl IntoIterator<Item = &'c ReportedCost>,
        symbols: BTreeMap<String, Symbol>,
    ) -> Self {
        let mut conditions: Vec<Condition> = Vec::new();
        for cost in costs {
            for condition in cost.conditions() {
                if conditions.len() < MAX_CONDITIONS && !conditions.contains(&condition) {
                    conditions.push(condition);
                }
            }
        }
        Self {
            conditions,
            symbols,
        }
    }

    /// The given values, and nominal ones for all other symbols.
    pub(crate) fn nominal(&self, scale: f64) -> Values {
        let symbols = self.symbols.iter();
        symbols
            .map(|(name, symbol)| {
                let value = symbol.given.unwrap_or_else(|| nominal(symbol.kind) * scale);
                (name.clone(), value)
            })
            .collect()
    }

    /// Points near the nominal values. Each loop that can repeat does so in at least one of them; if one point does for all, it
    /// is the only one.
    pub(crate) fn points(&self, scale: f64) -> Vec<Values> {
        let mut open: Vec<&Condition> = self.conditions.iter().collect();
        let mut points = Vec::new();
        while points.len() < MAX_POINTS {
            let point = self.point(&open, scale);
            let before = open.len();
            open.retain(|condition| !turns(condition, &point));
            // Another point is of no use if no further loop repeats there.
            if points.is_empty() || open.len() < before {
                points.push(point);
            }
            if open.is_empty() || open.len() == before {
                break;
            }
        }
        points
    }

    /// The first of these points.
    pub(crate) fn values(&self) -> Values {
        self.point(&self.conditions.iter().collect::<Vec<_>>(), 1.0)
    }

    /// Points at which one symbol is much larger than all others, and each loop that can repeat does.
    pub(crate) fn far_points(&self) -> Vec<Values> {
        let free = self
            .symbols
            .iter()
            .filter(|(_, symbol)| symbol.given.is_none());
        let all: Vec<&Condition> = self.conditions.iter().collect();
        free.take(MAX_POINTS)
            .map(|(name, symbol)| {
                let mut with = Self {
                    conditions: Vec::new(),
                    symbols: self.symbols.clone(),
                };
                if let Some(fixed) = with.symbols.get_mut(name) {
                    fixed.given = Some(nominal(symbol.kind) * 1000.0);
                }
                with.point(&all, 1.0)
            })
            .collect()
    }

    /// A point at which all of the first conditions hold, or as many of them as possible in their order, and then as many of
    /// the others as possible.
    fn point(&self, first: &[&Condition], scale: f64) -> Values {
        let start = self.nominal(scale);
        let all: Vec<&Condition> = self.conditions.iter().collect();
        if let Some(point) = self.solved(&all, &start, scale) {
            return point;
        }
        let rest = all.iter().filter(|condition| !first.contains(condition));
        let (mut kept, mut point) = (Vec::new(), start.clone());
        for condition in first.iter().chain(rest) {
            kept.push(*condition);
            match self.solved(&kept, &start, scale) {
                Some(found) => point = found,
                None => {
                    kept.pop();
                }
            }
        }
        point
    }

    /// Values at which all these loops repeat, as often as possible. Values below zero are used only if no others are found.
    fn solved(&self, conditions: &[&Condition], start: &Values, scale: f64) -> Option<Values> {
        let can_fall = |condition: &&Condition| {
            let mut symbols = condition.symbols().into_iter();
            symbols.any(|name| self.symbols.get(name).is_some_and(Symbol::can_be_negative))
        };
        let signs = [false, true].into_iter();
        signs
            .filter(|below_zero| !below_zero || conditions.iter().any(can_fall))
            .flat_map(|below_zero| TURNS.map(|turns| (turns * scale, below_zero)))
            .flat_map(|(target, below_zero)| {
                [(target, below_zero, false), (target, below_zero, true)]
            })
            .find_map(|(target, below_zero, is_both)| {
                let wanted: Vec<(&Condition, f64)> = conditions
                    .iter()
                    .map(|condition| (*condition, self.wanted(condition, start, target)))
                    .collect();
                self.reached(&wanted, start, is_both, below_zero)
            })
    }

    /// Repeatedly moves the symbols of an unmet condition: up if the condition grows with a symbol, down if it falls with one
    /// and none is left to move up, or with `is_both` each by half.
    fn reached(
        &self,
        wanted: &[(&Condition, f64)],
        start: &Values,
        is_both: bool,
        below_zero: bool,
    ) -> Option<Values> {
        let smallest = |name: &str| {
            let symbol = self.symbols.get(name);
            if below_zero && symbol.is_some_and(Symbol::can_be_negative) {
                -LARGEST
            } else {
                0.0
            }
        };
        let mut values = start.clone();
        for _ in 0..MAX_STEPS {
            let lacking = wanted.iter().find_map(|(condition, target)| {
                let lack = target - condition.value(&values);
                (lack > target * 1e-9).then_some((condition, lack))
            });
            let Some((condition, lack)) = lacking else {
                return Some(values);
            };
            let slopes = self.slopes(condition, &values);
            let up = slopes.iter().find(|(_, slope)| slope.each > 0.0);
            let down = slopes.iter().find(|(name, slope)| {
                let value = values.get(*name);
                slope.each < 0.0 && value.is_some_and(|value| *value > smallest(name))
            });
            let share = if is_both && up.is_some() && down.is_some() {
                0.5
            } else {
                1.0
            };
            if up.is_none() && down.is_none() {
                return None;
            }
            let mut move_by = |(name, slope): &(&str, Slope)| {
                if let Some(value) = values.get_mut(*name) {
                    let by = (lack * share / slope.each.abs()).ceil().max(slope.step);
                    *value = (*value + by * slope.each.signum()).clamp(smallest(name), LARGEST);
                }
            };
            if let Some(up) = up {
                move_by(up);
            }
            if let Some(down) = down.filter(|_| is_both || up.is_none()) {
                move_by(down);
            }
        }
        None
    }

    /// The value that a condition should reach.
    fn wanted(&self, condition: &Condition, start: &Values, target: f64) -> f64 {
        let symbols = condition.symbols();
        let is_energy = |name: &&str| {
            let symbol = self.symbols.get(*name);
            symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Callback)
        };
        if symbols.iter().any(is_energy) {
            // An energy is not a count.
            return f64::MIN_POSITIVE;
        }
        let nominal = condition.value(start);
        let mut slopes = symbols.iter().map(|name| slope(condition, name, start));
        let is_difference = slopes.any(|slope| slope.each < 0.0);
        let enough = if is_difference {
            target * ENOUGH
        } else {
            f64::MIN_POSITIVE
        };
        if nominal >= enough {
            target.min(nominal)
        } else {
            target
        }
    }

    /// How a condition changes with each symbol that may be moved.
    fn slopes<'c>(&self, condition: &'c Condition, values: &Values) -> Vec<(&'c str, Slope)> {
        let is_free = |name: &&str| {
            let symbol = self.symbols.get(*name);
            symbol
                .is_some_and(|symbol| symbol.given.is_none() && symbol.kind != SymbolKind::Callback)
        };
        let symbols = condition.symbols().into_iter().filter(is_free);
        symbols
            .map(|name| (name, slope(condition, name, values)))
            .collect()
    }
}

/// How a condition changes with a symbol.
#[derive(Debug, Clone, Copy)]
struct Slope {
    /// The change for each 1 of the symbol.
    each: f64,
    /// The smallest tried step of the symbol that changes anything.
    step: f64,
}

fn slope(condition: &Condition, name: &str, values: &Values) -> Slope {
    let before = condition.value(values);
    let mut moved = values.clone();
    let value = values.get(name).copied().unwrap_or_default();
    let mut slopes = PROBES.into_iter().map(|step| {
        if let Some(moved) = moved.get_mut(name) {
            *moved = value + step;
        }
        let each = (condition.value(&moved) - before) / step;
        Slope { each, step }
    });
    let flat = Slope {
        each: 0.0,
        step: 1.0,
    };
    slopes.find(|slope| slope.each != 0.0).unwrap_or(flat)
}

/// Whether the loop of this condition repeats.
fn turns(condition: &Condition, values: &Values) -> bool {
    condition.value(values) > 0.0
}
