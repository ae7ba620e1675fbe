//! Statistics about the worst cases of many methods: how many there are, what they rest on, and how they look on screen.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::at_least;
use crate::model::Model;
use crate::order::Order;
use crate::stats::Stats;
use cost::{MIN_JOULES, Symbol, least_part};
use pricing::ProvenanceShares;
use serde::Serialize;
use std::collections::BTreeMap;

/// A longer text above a method, in characters, counts as long.
pub const LONG_LENS: usize = 60;

/// Two means that differ by a smaller share count as equal.
const SAME: f64 = 1e-9;

/// Numbers of methods by the properties of their worst cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorstCaseShares {
    /// Methods with code.
    methods: u64,
    /// Those with calls that were not followed.
    not_followed: u64,
    /// Those whose worst case includes all callees.
    with_worst_case: u64,
    /// Those with a worst case, by the number of its assumptions.
    assumed: BTreeMap<u64, u64>,
    /// Those with a worst case, by the number of its statements. Assumptions with the same root are one statement.
    statements: BTreeMap<u64, u64>,
    long_lenses: u64,
    /// Methods by the number of symbols in their worst case.
    symbols: BTreeMap<u64, u64>,
    with_unpriced_callees: u64,
    below_at_least: u64,
    below_zero: u64,
    /// Methods by the properties of their typical energy.
    tight: u64,
    counted: u64,
    with_unpriced_calls: u64,
    typical_below_at_least: u64,
    typical_above_worst: u64,
    executed: ExecutedShares,
}

/// The shares of the operations in typical calls by the origin of their prices, as sums over methods. They are whole numbers, so
/// that the order of the methods does not matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct ExecutedShares {
    methods: u64,
    modelled: u64,
    transferred: u64,
    approximated: u64,
    unpriced: u64,
}

/// [`WorstCaseShares`] with the calls and loops of the same methods, for `jouled report --stats`. Unknown values, and shares of nothing,
/// are `null`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SharesReport<'s> {
    /// Methods with code.
    pub methods: u64,
    /// Those with calls that were not followed.
    pub methods_not_followed: u64,
    /// Those whose worst case includes all callees.
    pub with_worst_case: Option<u64>,
    /// Those whose worst case includes all callees and rests on no assumption and no symbol that a caller cannot know.
    pub without_assumption: Option<u64>,
    /// The median number of assumptions of the other worst cases.
    pub median_assumptions: Option<f64>,
    /// The same with assumptions of one root as one statement: all about what libraries do inside, all about objects of unknown
    /// class, and those of one kind about one method.
    pub median_statements: Option<f64>,
    /// Those with a text above them of more than [`LONG_LENS`] characters.
    pub lenses_over_60: u64,
    /// The median number of symbols in a worst case.
    pub symbols_median: Option<f64>,
    /// The largest number of symbols in a worst case.
    pub symbols_max: Option<u64>,
    /// Methods with a callee whose cost is unknown or incomplete.
    pub with_unpriced_callees: Option<u64>,
    /// Methods whose worst case is below their "at least".
    pub worst_below_at_least: u64,
    /// Those whose typical energy is known within a factor of 2 in 90 of 100 cases.
    pub typical_tight: u64,
    /// Those whose branches, loops or calls a run of the user counted.
    pub typical_counted: u64,
    /// Those with unpriced calls in their typical energy.
    pub typical_with_unpriced_calls: u64,
    /// Methods whose typical energy is below their "at least".
    pub typical_below_at_least: u64,
    /// Methods whose typical energy is above their worst case, if that is a number without assumptions.
    pub typical_above_worst: u64,
    /// Methods that show a value below 0, or a rounding residue.
    pub below_zero: u64,
    /// The share of the operations in a typical call that have measured prices, as the mean over methods.
    pub executed_modelled: Option<f64>,
    /// The same for prices transferred from another machine.
    pub executed_transferred: Option<f64>,
    /// The same for prices of similar operations.
    pub executed_approximated: Option<f64>,
    /// The same for operations without a price.
    pub executed_unpriced: Option<f64>,
    /// Instructions that run a method.
    pub call_sites: u64,
    /// Those without a known callee: its class, or each that could implement it, is not on the class path.
    pub callee_absent: Option<u64>,
    /// Those with a completely known cost.
    pub call_sites_priced: Option<u64>,
    /// The others, by the reason of the first missing part.
    pub unpriced_by_cause: Option<&'s BTreeMap<&'static str, u64>>,
    /// The others, by that part.
    pub unpriced_by_part: Option<&'s BTreeMap<String, u64>>,
    /// Loops.
    pub loops: u64,
    /// Those whose trip count is a number.
    pub loops_constant: u64,
    /// Those bounded by values that are known when their method begins.
    pub loops_symbolic: u64,
    /// All others.
    pub loops_opaque: u64,
    /// The last by reason.
    pub opaque_by_reason: &'s BTreeMap<String, u64>,
    /// CPU time of the analysis, without the compiler and without cached results of libraries.
    pub cpu_seconds: Option<f64>,
    /// The same for each method.
    pub cpu_seconds_per_method: Option<f64>,
}

impl WorstCaseShares {
    /// Counts a method that was analysed with "at least". `assumptions` are the values of symbols.
    pub fn add(&mut self, model: &Model, method: &MethodAnalysis, assumptions: &AssumedValues) {
        if method.not_analysed.is_some() {
            return;
        }
        let shown = DisplayedWorst::of(model, method, assumptions);
        self.methods += 1;
        *self.symbols.entry(shown.symbols.len() as u64).or_default() += 1;
        let lens = model.title(method, assumptions);
        self.long_lenses += u64::from(lens.chars().count() > LONG_LENS);
        self.below_zero += u64::from(is_below_zero(model, method, assumptions));
        if let Some(typical) = model.typical_at(method, assumptions) {
            self.tight += u64::from(typical.is_tight());
            self.counted += u64::from(typical.is_counted);
            self.with_unpriced_calls += u64::from(typical.unpriced_calls > 0.0);
            if let Some(executed) = &method.typical {
                let tally = executed.tally_at(&|symbol| assumptions.value(symbol));
                self.executed.add(&model.shares(&tally));
            }
            let order = Order::of(model, method);
            self.typical_below_at_least += u64::from(order.is_below_at_least());
            self.typical_above_worst += u64::from(order.is_above_worst());
        }
        self.below_at_least += u64::from(is_below_at_least(model, method, assumptions));
        let is_known = match &method.followed {
            Some(_) => {
                let is_known = shown.is_whole();
                self.with_unpriced_callees += u64::from(!is_known);
                is_known
            }
            None if method.call_sites > 0 => {
                self.not_followed += 1;
                false
            }
            None => true,
        };
        if is_known {
            self.with_worst_case += 1;
            let more = usize::from(shown.rests_on.has_more);
            let listed = shown.rests_on.len() + more;
            *self.assumed.entry(listed as u64).or_default() += 1;
            let statements = shown.rests_on.statements().len() + more;
            *self.statements.entry(statements as u64).or_default() += 1;
        }
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: Self) {
        let Self {
            methods,
            not_followed,
            with_worst_case,
            assumed,
            statements,
            long_lenses,
            symbols,
            with_unpriced_callees,
            below_at_least,
            below_zero,
            tight,
            counted,
            with_unpriced_calls,
            typical_below_at_least,
            typical_above_worst,
            executed,
        } = other;
        self.methods += methods;
        self.not_followed += not_followed;
        self.with_worst_case += with_worst_case;
        self.long_lenses += long_lenses;
        self.with_unpriced_callees += with_unpriced_callees;
        self.below_at_least += below_at_least;
        self.below_zero += below_zero;
        self.tight += tight;
        self.counted += counted;
        self.with_unpriced_calls += with_unpriced_calls;
        self.typical_below_at_least += typical_below_at_least;
        self.typical_above_worst += typical_above_worst;
        self.executed.merge(executed);
        for (all, more) in [
            (&mut self.assumed, assumed),
            (&mut self.statements, statements),
            (&mut self.symbols, symbols),
        ] {
            for (number, methods) in more {
                *all.entry(number).or_default() += methods;
            }
        }
    }

    /// The report of these numbers. `cpu_seconds` is the CPU time of their analysis.
    pub fn report<'s>(&self, stats: &'s Stats, cpu_seconds: Option<f64>) -> SharesReport<'s> {
        let is_followed = self.not_followed == 0;
        let of_followed = |count: u64| is_followed.then_some(count);
        let sites_are_followed = stats.not_followed == 0;
        let of_sites = |count: u64| sites_are_followed.then_some(count);
        let mut rest = self.assumed.clone();
        let without = rest.remove(&0).unwrap_or_default();
        let mut statements = self.statements.clone();
        statements.remove(&0);
        SharesReport {
            methods: self.methods,
            methods_not_followed: self.not_followed,
            with_worst_case: of_followed(self.with_worst_case),
            without_assumption: of_followed(without),
            median_assumptions: median(&rest).filter(|_| is_followed),
            median_statements: median(&statements).filter(|_| is_followed),
            lenses_over_60: self.long_lenses,
            symbols_median: median(&self.symbols),
            symbols_max: self.symbols.keys().next_back().copied(),
            with_unpriced_callees: of_followed(self.with_unpriced_callees),
            worst_below_at_least: self.below_at_least,
            typical_tight: self.tight,
            typical_counted: self.counted,
            typical_with_unpriced_calls: self.with_unpriced_calls,
            typical_below_at_least: self.typical_below_at_least,
            typical_above_worst: self.typical_above_worst,
            below_zero: self.below_zero,
            executed_modelled: self.executed.mean(self.executed.modelled),
            executed_transferred: self.executed.mean(self.executed.transferred),
            executed_approximated: self.executed.mean(self.executed.approximated),
            executed_unpriced: self.executed.mean(self.executed.unpriced),
            call_sites: stats.call_sites,
            callee_absent: of_sites(stats.callee_absent),
            call_sites_priced: of_sites(stats.call_sites_priced),
            unpriced_by_cause: sites_are_followed.then_some(&stats.unpriced),
            unpriced_by_part: sites_are_followed.then_some(&stats.missing),
            loops: stats.loops(),
            loops_constant: stats.loops_constant,
            loops_symbolic: stats.loops_symbolic,
            loops_opaque: stats.loops_opaque,
            opaque_by_reason: &stats.opaque,
            cpu_seconds,
            cpu_seconds_per_method: cpu_seconds
                .filter(|_| self.methods > 0)
                .map(|seconds| seconds / self.methods as f64),
        }
    }
}

impl ExecutedShares {
    /// Shares are counted in parts of this.
    const WHOLE: f64 = 1e9;

    /// Counts a method, if it executes anything.
    fn add(&mut self, shares: &ProvenanceShares) {
        let parts = [
            shares.modelled,
            shares.transferred,
            shares.approximated,
            shares.unpriced,
        ];
        if parts.iter().sum::<f64>() > 0.0 {
            let [modelled, transferred, approximated, unpriced] =
                parts.map(|share| (share * Self::WHOLE).round() as u64);
            self.merge(Self {
                methods: 1,
                modelled,
                transferred,
                approximated,
                unpriced,
            });
        }
    }

    const fn merge(&mut self, other: Self) {
        self.methods += other.methods;
        self.modelled += other.modelled;
        self.transferred += other.transferred;
        self.approximated += other.approximated;
        self.unpriced += other.unpriced;
    }

    fn mean(self, sum: u64) -> Option<f64> {
        (self.methods > 0).then(|| sum as f64 / (Self::WHOLE * self.methods as f64))
    }
}

/// Whether a displayed worst case has a part below 0, or a tiny one that should be 0.
fn is_below_zero(model: &Model, method: &MethodAnalysis, assumptions: &AssumedValues) -> bool {
    let is_wrong = |mean: f64| mean < MIN_JOULES && mean != 0.0;
    let tally = model.nominal(method, assumptions);
    is_wrong(model.mean(&tally).0)
        || least_part(&DisplayedWorst::of(model, method, assumptions).cost, model)
            .is_some_and(|least| is_wrong(least.0))
}

/// Whether the worst case is below "at least": as displayed, or with one value for each symbol.
fn is_below_at_least(model: &Model, method: &MethodAnalysis, assumptions: &AssumedValues) -> bool {
    let Some(best_case) = method.best_case.as_deref() else {
        return false;
    };
    let is_below = |worst: f64, least: f64| worst < least * (1.0 - SAME);
    let shown = model.evaluate(method, assumptions).tally;
    if let Some((worst, least)) = shown.zip(at_least(model, best_case, assumptions))
        && is_below(model.mean(&worst).0, model.mean(&least).0)
    {
        return true;
    }
    let value = |symbol: &Symbol| {
        Some(
            assumptions
                .value(symbol)
                .unwrap_or_else(|| symbol.nominal()),
        )
    };
    let worst = model.nominal(method, assumptions);
    let least = best_case.at(model.pricer().means(), &value);
    is_below(model.mean(&worst).0, model.mean(&least).0)
}

/// The median of numbers with frequencies; with two middle numbers, their mean.
fn median(numbers: &BTreeMap<u64, u64>) -> Option<f64> {
    let all: u64 = numbers.values().sum();
    let at = |place: u64| {
        let mut before = 0;
        let mut numbers = numbers.iter();
        numbers.find_map(|(number, times)| {
            before += times;
            (place < before).then_some(*number as f64)
        })
    };
    let last = all.checked_sub(1)?;
    Some(f64::midpoint(at(last / 2)?, at(all / 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |numbers: &[(u64, u64)]| median(&numbers.iter().copied().collect());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(7, 1)]), Some(7.0));
        assert_eq!(of(&[(1, 1), (4, 1)]), Some(2.5));
        assert_eq!(of(&[(0, 3), (5, 2)]), Some(0.0));
        assert_eq!(of(&[(0, 2), (5, 3)]), Some(5.0));
    }
}
