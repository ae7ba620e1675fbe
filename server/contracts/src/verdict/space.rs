//! The values that a contract covers: the symbols of a cost and the names of the contract, with their bounds.

use crate::contract::{Contract, Relation};
use crate::expression::Expression;
use crate::range::{Interval, is_point};
use crate::scope::{Numbers, Scope};
use cost::{Cost, Measure, Place, Root, Symbol, SymbolKind};
use std::collections::BTreeSet;
use std::sync::Arc;
use wcec::declared::Comparison;

/// The number of rounds that propagate bounds from one name to the others.
const ROUNDS: usize = 8;
/// The share of a number by which rounding may change it.
const ROUNDED: f64 = 1e-12;

/// A range for each variable.
pub(crate) type Cell = Vec<Interval>;

/// A symbol of the cost, or a name of the contract that is not a symbol.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) symbol: Option<Arc<Symbol>>,
    pub(crate) numbers: Numbers,
    /// Whether it is a constant of the source.
    is_constant: bool,
}

impl Variable {
    /// A symbol of a cost. All but energies are counts, sizes or whole numbers of the program.
    fn of_symbol(symbol: Arc<Symbol>, scope: &Scope) -> Self {
        let numbers = match (symbol.kind, &symbol.place) {
            (SymbolKind::Callback, _) => Numbers::Real,
            (SymbolKind::ArrayLength, _) => Numbers::LENGTHS,
            (_, Some((Place { root, path }, Measure::Value))) => {
                let declared = match (root, path.as_slice()) {
                    (Root::Argument(_), []) => Some(scope.numbers(stem(&symbol.name))),
                    (Root::Receiver, [field]) => Some(scope.numbers(&format!("this.{field}"))),
                    _ => None,
                };
                let declared = declared.filter(|numbers| *numbers != Numbers::Unknown);
                declared.unwrap_or(Numbers::LONGS)
            }
            _ => Numbers::LONGS,
        };
        Self {
            name: symbol.name.clone(),
            symbol: Some(symbol),
            numbers,
            is_constant: false,
        }
    }

    /// All values that it can have.
    fn natural(&self) -> Interval {
        let is_negative = match &self.symbol {
            Some(symbol) => {
                matches!(symbol.kind, SymbolKind::Parameter | SymbolKind::Field)
                    && !symbol.is_never_negative()
            }
            None => self.numbers.limits().0 < 0.0,
        };
        let least = if is_negative { f64::NEG_INFINITY } else { 0.0 };
        (least, f64::INFINITY)
    }

    /// Whether the analysis made it up, so that a variable of the source with its name is another value. The energy of one of the
    /// object's own methods has the name of the method.
    fn is_synthetic(&self) -> bool {
        self.symbol.as_ref().is_some_and(|symbol| {
            let of_object = match &symbol.place {
                Some((Place { root, path }, _)) => *root == Root::Receiver && path.is_empty(),
                None => true,
            };
            of_object && self.is_opaque()
        })
    }

    /// Whether it cannot exceed [`LARGEST_INT`].
    pub(crate) fn is_int(&self) -> bool {
        self.symbol
            .as_ref()
            .is_some_and(|symbol| symbol.kind == SymbolKind::ArrayLength)
    }

    fn stem(&self) -> &str {
        stem(&self.name)
    }

    /// Whether it is of a local variable, which a contract cannot mean: a field of the same name is another value.
    fn is_local(&self) -> bool {
        self.symbol.as_ref().is_some_and(|symbol| {
            let is_field = matches!(symbol.kind, SymbolKind::Field | SymbolKind::ArrayLength);
            is_field && symbol.place.is_none()
        })
    }

    /// Whether a caller chooses its value: a name of the contract that is neither a symbol nor a constant is a variable of the source.
    pub(crate) fn is_chosen_by_caller(&self) -> bool {
        let symbol = self.symbol.as_ref();
        !self.is_constant && symbol.is_none_or(|symbol| symbol.is_chosen_by_caller())
    }

    /// Whether it belongs to a parameter.
    fn is_parameter(&self) -> bool {
        self.symbol.as_ref().is_some_and(|symbol| {
            let place = symbol.place.as_ref().map(|(place, _)| &place.root);
            symbol.kind == SymbolKind::Parameter || matches!(place, Some(Root::Argument(_)))
        })
    }

    /// Whether it belongs to the object or to a class.
    fn is_field(&self) -> bool {
        self.symbol.as_ref().is_some_and(|symbol| {
            let place = symbol.place.as_ref().map(|(place, _)| &place.root);
            matches!(place, Some(Root::Receiver | Root::Static(_)))
        })
    }

    pub(crate) fn is_energy(&self) -> bool {
        let symbol = self.symbol.as_ref();
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Callback)
    }

    pub(crate) fn is_opaque(&self) -> bool {
        let symbol = self.symbol.as_ref();
        self.is_energy() || symbol.is_some_and(|symbol| symbol.kind.is_opaque())
    }
}

/// The name without what distinguishes it from another symbol of the method: `size` for `size#2`.
fn stem(name: &str) -> &str {
    name.split('#').next().unwrap_or_default()
}

/// The variables.
#[derive(Debug, Clone)]
pub(crate) struct Space {
    pub(crate) variables: Vec<Variable>,
    /// The condition, with the division of Java.
    pub(crate) when: Vec<Relation>,
    scope: Scope,
}

impl Space {
    pub(crate) fn new(contract: &Contract, cost: &Cost, scope: &Scope) -> Self {
        let symbols = cost.symbols().into_iter();
        let variables = symbols.map(|symbol| Variable::of_symbol(symbol, scope));
        let mut space = Self {
            variables: variables.collect(),
            when: Vec::new(),
            scope: scope.clone(),
        };
        for name in contract.names() {
            if space.of_name(name).is_none() {
                space.variables.push(Variable {
                    name: name.to_owned(),
                    symbol: None,
                    numbers: scope.numbers(name),
                    is_constant: scope.is_constant(name),
                });
            }
        }
        let is_whole = |name: &str| match space.variables[space.of_name(name)?].numbers {
            Numbers::Whole(..) => Some(true),
            Numbers::Real => Some(false),
            Numbers::Unknown => None,
        };
        let when = contract.when.iter().map(|relation| Relation {
            left: relation.left.with_java_division(&is_whole),
            comparison: relation.comparison,
            right: relation.right.with_java_division(&is_whole),
        });
        space.when = when.collect();
        space
    }

    /// The name of a parameter by its index, without the receiver.
    pub(crate) fn parameter(&self, index: usize) -> Option<&str> {
        let parameter = self.scope.parameters.get(index)?;
        Some(&parameter.name)
    }

    /// The variable that a developer means by a name. A field of the object may be written with or without `this`, and a field
    /// of a class with or without the class. A parameter hides both, and all of them hide what the analysis made up.
    pub(crate) fn of_name(&self, name: &str) -> Option<usize> {
        let may_be_synthetic = self.scope.may_mean_synthetic(name);
        let position = |is_meant: &dyn Fn(&Variable) -> bool| {
            let mut all = self.variables.iter();
            all.position(|variable| {
                let is_in_source = !variable.is_local() && !variable.is_synthetic();
                let may_be_meant = is_in_source || variable.is_synthetic() && may_be_synthetic;
                may_be_meant && is_meant(variable)
            })
        };
        let is_hidden = self.scope.is_of_parameter(name);
        let exact =
            position(&|variable| variable.name == name && !(is_hidden && variable.is_field()));
        if exact.is_some_and(|index| !self.variables[index].is_field()) {
            return exact;
        }
        let parameter = position(&|variable| {
            variable.is_parameter() && self.scope.without_box(variable.stem()) == name
        });
        let of_object = |field: &str| {
            position(&|variable| {
                let stem = variable.stem();
                stem.strip_prefix("this.").unwrap_or(stem) == field && !variable.is_parameter()
            })
        };
        match name.strip_prefix("this.") {
            Some(field) => exact.or_else(|| of_object(field)),
            None if is_hidden => parameter,
            None => parameter.or(exact).or_else(|| self.of_static_field(name)),
        }
    }

    /// The field of a class, if only one has this name.
    fn of_static_field(&self, name: &str) -> Option<usize> {
        let is_meant = |variable: &Variable| {
            let place = variable
                .symbol
                .as_ref()
                .and_then(|symbol| symbol.place.as_ref());
            let Some((
                Place {
                    root: Root::Static(whole),
                    ..
                },
                _,
            )) = place
            else {
                return false;
            };
            let class = whole.rsplit(['/', '$']).next().unwrap_or_default();
            let bare = |text: &'_ str| -> String {
                let field = text
                    .strip_prefix(class)
                    .and_then(|rest| rest.strip_prefix('.'));
                field.unwrap_or(text).to_owned()
            };
            let is_plain = bare(name) == name;
            bare(&variable.name) == bare(name)
                && (!is_plain || self.scope.may_leave_out(whole, name))
        };
        let mut meant = self
            .variables
            .iter()
            .enumerate()
            .filter(|(_, one)| is_meant(one));
        let (index, _) = meant.next()?;
        meant.next().is_none().then_some(index)
    }

    /// Whether the condition only limits a whole number: if it allows a number, it allows all smaller ones, or all that are not
    /// below a limit.
    pub(crate) fn is_only_limited(&self, variable: usize) -> bool {
        let only_limits = |relation: &Relation| {
            let mut names = BTreeSet::new();
            relation.left.collect_names(&mut names);
            relation.right.collect_names(&mut names);
            let all: BTreeSet<usize> = names.iter().filter_map(|name| self.of_name(name)).collect();
            if !all.contains(&variable) {
                return true;
            }
            let sides = [&relation.left, &relation.right].map(|side| self.linear(side));
            let is_exact =
                |side: &Option<Linear>| side.as_ref().is_some_and(|side| side.rounding == 0.0);
            all.len() == 1
                && relation.comparison != Comparison::Unequal
                && sides.iter().all(is_exact)
        };
        self.variables[variable].numbers.is_whole() && self.when.iter().all(only_limits)
    }

    /// The variable of a symbol of the cost.
    pub(crate) fn of_symbol(&self, symbol: &Symbol) -> Option<usize> {
        self.variables
            .iter()
            .position(|variable| variable.symbol.as_deref() == Some(symbol))
    }

    /// The values of the contract's names, at least 0 like symbols.
    pub(crate) fn budget_range<'s>(&'s self, cell: &'s Cell) -> impl Fn(&str) -> Interval + 's {
        move |name| {
            let (low, high) = self.range(cell, name);
            (low.max(0.0), high.max(0.0))
        }
    }

    fn range(&self, cell: &Cell, name: &str) -> Interval {
        let at = self.of_name(name).and_then(|index| cell.get(index));
        at.copied().unwrap_or((0.0, f64::INFINITY))
    }

    /// The bounds from the relations, and from the values assumed for symbols that they leave unbounded, with the indices of
    /// these. `None` if no values satisfy the relations.
    pub(crate) fn bounds(
        &self,
        assumed: &dyn Fn(&Symbol) -> Option<f64>,
    ) -> Option<(Cell, Vec<usize>)> {
        let mut cell: Cell = self.variables.iter().map(Variable::natural).collect();
        self.narrow(&mut cell)?;
        self.keep_to_types(&mut cell)?;
        let mut used = Vec::new();
        for (index, variable) in self.variables.iter().enumerate() {
            let value = variable.symbol.as_deref().and_then(assumed);
            if let Some(value) = value
                && cell[index].1.is_infinite()
                && value >= cell[index].0
            {
                cell[index] = (value, value);
                used.push(index);
            }
        }
        self.narrow(&mut cell)?;
        Some((cell, used))
    }

    /// Limits the bounds of the condition to numbers that the types have. A missing bound remains missing.
    fn keep_to_types(&self, cell: &mut Cell) -> Option<()> {
        for (variable, (low, high)) in self.variables.iter().zip(cell.iter_mut()) {
            let (least, largest) = variable.numbers.limits();
            if low.is_finite() {
                *low = low.max(least);
            }
            if high.is_finite() {
                *high = high.min(largest);
            }
            let is_empty = *low > largest || *high < least || low > high;
            (!is_empty).then_some(())?;
        }
        Some(())
    }

    /// Propagates bounds of sums of names to each name.
    fn narrow(&self, cell: &mut Cell) -> Option<()> {
        for _ in 0..ROUNDS {
            let before = cell.clone();
            for relation in &self.when {
                let Some(left) = self.linear(&relation.left) else {
                    continue;
                };
                let Some(right) = self.linear(&relation.right) else {
                    continue;
                };
                let difference = left.minus(&right);
                let is_strict =
                    matches!(relation.comparison, Comparison::Less | Comparison::Greater);
                let (at_most, at_least) = match relation.comparison {
                    Comparison::Less | Comparison::AtMost => (true, false),
                    Comparison::Greater | Comparison::AtLeast => (false, true),
                    Comparison::Equal => (true, true),
                    Comparison::Unequal => continue,
                };
                if at_most {
                    self.at_most_zero(&difference, is_strict, cell);
                }
                if at_least {
                    self.at_most_zero(&difference.negated(), is_strict, cell);
                }
            }
            if cell.iter().any(|(low, high)| low > high) {
                return None;
            }
            if *cell == before {
                break;
            }
        }
        Some(())
    }

    /// Σ aᵢ·xᵢ + c ≤ 0, or < 0: bounds each variable by what the others leave.
    fn at_most_zero(&self, sum: &Linear, is_strict: bool, cell: &mut Cell) {
        for (index, coefficient) in sum.coefficients.iter().copied().enumerate() {
            if coefficient == 0.0 {
                continue;
            }
            let others: f64 = sum
                .coefficients
                .iter()
                .zip(cell.iter())
                .enumerate()
                .filter(|(other, (by, _))| *other != index && **by != 0.0)
                .map(|(_, (by, (low, high)))| by * if *by > 0.0 { low } else { high })
                .sum();
            let rest = others + sum.constant - sum.rounding;
            let limit = -rest / coefficient;
            if !limit.is_finite() {
                continue;
            }
            let (low, high) = &mut cell[index];
            if !self.variables[index].numbers.is_whole() {
                let is_exact = others == 0.0 && coefficient.abs() - 1.0 == 0.0;
                let margin = if is_exact { 0.0 } else { ROUNDED * limit.abs() };
                if coefficient > 0.0 {
                    *high = high.min(limit + margin);
                } else {
                    *low = low.max(limit - margin);
                }
                continue;
            }
            // A number that is whole except for rounding counts as whole, and perhaps it is below a strict limit.
            let near = limit.round();
            let is_near = (limit - near).abs() <= 1e-9 * limit.abs().max(1.0);
            let is_exact = [limit, rest, coefficient]
                .iter()
                .all(|one| one.fract() == 0.0);
            let excluded = f64::from(u8::from(is_strict && is_exact));
            if coefficient > 0.0 {
                let whole = if is_near { near } else { limit.floor() };
                *high = high.min(whole - excluded);
            } else {
                let whole = if is_near { near } else { limit.ceil() };
                *low = low.max(whole + excluded);
            }
        }
    }

    fn linear(&self, expression: &Expression) -> Option<Linear> {
        let constant = |constant: f64| Linear {
            coefficients: vec![0.0; self.variables.len()],
            constant,
            rounding: 0.0,
        };
        Some(match expression {
            Expression::Number(number) | Expression::Real(number) => constant(*number),
            Expression::Name(name) => {
                let mut linear = constant(0.0);
                linear.coefficients[self.of_name(name)?] = 1.0;
                linear
            }
            Expression::Negated(a) => self.linear(a)?.negated(),
            Expression::Sum(a, b) => self.linear(a)?.minus(&self.linear(b)?.negated()),
            Expression::Difference(a, b) => self.linear(a)?.minus(&self.linear(b)?),
            Expression::Product(a, b) => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(by), _) => b.scaled(by),
                    (_, Some(by)) => a.scaled(by),
                    _ => return None,
                }
            }
            Expression::Quotient(a, b) => {
                let by = self.linear(b)?.as_constant().filter(|by| *by != 0.0)?;
                self.linear(a)?.divided(by)
            }
            Expression::WholeQuotient(a, b) | Expression::JavaQuotient(a, b) => {
                let by = self.linear(b)?.as_constant().filter(|by| *by != 0.0)?;
                let mut quotient = self.linear(a)?.divided(by);
                quotient.rounding += 1.0;
                quotient
            }
            Expression::Remainder(..) | Expression::Power(..) | Expression::Log2(_) => return None,
        })
    }

    /// Whether a relation holds for no values of a cell.
    pub(crate) fn excludes(&self, relation: &Relation, cell: &Cell) -> bool {
        let of = |name: &str| self.range(cell, name);
        let (left, right) = (relation.left.range(&of), relation.right.range(&of));
        match relation.comparison {
            Comparison::Less => left.0 >= right.1,
            Comparison::AtMost => left.0 > right.1,
            Comparison::Equal => left.0 > right.1 || left.1 < right.0,
            Comparison::AtLeast => left.1 < right.0,
            Comparison::Greater => left.1 <= right.0,
            Comparison::Unequal => is_point(left) && left == right,
        }
    }

    /// Whether the condition allows these values; `None` if that depends on types that are unknown.
    pub(crate) fn allows(&self, values: &[f64]) -> Option<bool> {
        let of = |name: &str| {
            let value = self.of_name(name).and_then(|index| values.get(index));
            value.copied().unwrap_or(f64::NAN)
        };
        let is_unsure = |relation: &Relation| {
            relation.left.has_unknown_division() || relation.right.has_unknown_division()
        };
        let point = || values.iter().map(|value| (*value, *value)).collect();
        let mut is_sure =
            self.variables.iter().zip(values).all(|(variable, value)| {
                variable.numbers != Numbers::Unknown || value.fract() == 0.0
            });
        for relation in &self.when {
            if !is_unsure(relation) {
                if !relation.holds(&of) {
                    return Some(false);
                }
            } else if self.excludes(relation, &point()) {
                return Some(false);
            } else {
                is_sure = false;
            }
        }
        is_sure.then_some(true)
    }
}

/// Σ aᵢ·xᵢ + c, up to what is rounded.
#[derive(Debug, Clone)]
struct Linear {
    coefficients: Vec<f64>,
    constant: f64,
    /// The number may be larger or smaller by less than this.
    rounding: f64,
}

impl Linear {
    fn scaled(&self, by: f64) -> Self {
        Self {
            coefficients: self.coefficients.iter().map(|a| a * by).collect(),
            constant: self.constant * by,
            rounding: self.rounding * by.abs(),
        }
    }

    fn divided(&self, by: f64) -> Self {
        Self {
            coefficients: self.coefficients.iter().map(|a| a / by).collect(),
            constant: self.constant / by,
            rounding: self.rounding / by.abs(),
        }
    }

    fn negated(&self) -> Self {
        self.scaled(-1.0)
    }

    fn minus(&self, other: &Self) -> Self {
        let coefficients = self.coefficients.iter().zip(&other.coefficients);
        Self {
            coefficients: coefficients.map(|(a, b)| a - b).collect(),
            constant: self.constant - other.constant,
            rounding: self.rounding + other.rounding,
        }
    }

    fn as_constant(&self) -> Option<f64> {
        let is_constant = self.coefficients.iter().all(|a| *a == 0.0);
        (is_constant && self.rounding == 0.0).then_some(self.constant)
    }
}
