//! The breakdown of a method: its worst path, each line's part of it, and its cheapest path.

use crate::analysis::{Scratch, end_without_callees};
use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::program::Program;
use bytecode::ClassFile;
use cost::Symbol;
use posterior::Joules;
use pricing::Tally;
use std::sync::Arc;
use wcec::declared::DeclaredLoop;
use wcec::{BestCase, Breakdown, Known, LeastEnd, MethodInput, PathValues, WorstPath};

/// The paths of a method, computed only on request.
#[derive(Debug, Clone, Default)]
pub struct MethodBreakdown {
    breakdown: Option<Breakdown>,
    /// The values of the displayed worst case, except those of displayed symbols.
    fixed: Vec<(Arc<Symbol>, f64)>,
    best_case: Option<Arc<BestCase>>,
}

/// A line's part of its method's worst case, with its loops and callees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineShare {
    /// The line, counted from 1.
    pub line: u32,
    /// The mean.
    pub mean: Joules,
    /// The share of the method's total, from 0 to 1. The shares of all lines add up to 1.
    pub share: f64,
}

impl MethodBreakdown {
    /// The breakdown of a program's method, with its callees. It is empty if the program does not have the method. The values
    /// of its displayed worst case decide which path is taken if symbols do.
    pub fn of_program(
        model: &Model,
        program: &Program,
        method: &MethodAnalysis,
        values: &AssumedValues,
    ) -> Self {
        let (class, name, descriptor) = (&*method.class, &*method.name, &*method.descriptor);
        let fixed = fixed_values(model, method, values);
        Self {
            breakdown: program.breakdown((class, name, descriptor), &path_values(&fixed)),
            fixed,
            best_case: program.best_case(class, name, descriptor),
        }
    }

    /// The breakdown of a class's method, without its callees. `declared` is what the source file says about its loops.
    pub fn of_class(
        model: &Model,
        bytes: &[u8],
        of: &MethodAnalysis,
        declared: &[DeclaredLoop],
        values: &AssumedValues,
    ) -> Self {
        let fixed = fixed_values(model, of, values);
        let found = with_input(model, bytes, of, declared, |input, scratch| {
            let worst = wcec::analyse(input, &mut scratch.wcec);
            let best_case = scratch.best_case(model, input, &worst);
            Self {
                breakdown: wcec::breakdown(input, &path_values(&fixed), &mut scratch.wcec),
                fixed: fixed.clone(),
                best_case: Some(Arc::new(best_case)),
            }
        });
        found.unwrap_or_default()
    }

    /// The worst path at the values of the displayed worst case, with [`crate::NOMINAL`] for displayed symbols without a value;
    /// `None` if the method has no code or is too large to be broken down.
    pub fn worst_path(&self, assumptions: &AssumedValues) -> Option<WorstPath> {
        let fixed = |symbol: &Symbol| {
            let mut fixed = self.fixed.iter();
            fixed.find_map(|(of, value)| (**of == *symbol).then_some(*value))
        };
        let value = |symbol: &Symbol| {
            Some(
                (assumptions.value(symbol))
                    .or_else(|| fixed(symbol))
                    .unwrap_or_else(|| symbol.nominal()),
            )
        };
        self.breakdown.as_ref()?.at(&value).ok()
    }

    /// The lines' parts of the worst case at the values of [`MethodBreakdown::worst_path`], by ascending line. Code without a
    /// line belongs to the first line.
    pub fn shares(&self, model: &Model, assumptions: &AssumedValues) -> Vec<LineShare> {
        let path = self.worst_path(assumptions).unwrap_or_default();
        let mut lines: Vec<(u32, Joules)> = Vec::with_capacity(path.lines.len());
        let mut without_line = Joules(0.0);
        for (line, tally) in &path.lines {
            let mean = model.mean(tally);
            match line {
                Some(line) => lines.push((*line, mean)),
                None => without_line = mean,
            }
        }
        if let Some((_, mean)) = lines.first_mut() {
            mean.0 += without_line.0;
        }
        let total: f64 = lines.iter().map(|(_, mean)| mean.0).sum();
        let share = |mean: f64| if total > 0.0 { mean / total } else { 0.0 };
        let lines = lines.into_iter().map(|(line, mean)| LineShare {
            line,
            mean,
            share: share(mean.0),
        });
        lines.collect()
    }

    /// What a returning call costs at least at the assumed values. Loops without a value count as not repeated. `None` if
    /// unknown.
    pub fn best_case(&self, model: &Model, assumptions: &AssumedValues) -> Option<Tally> {
        let best_case = self.best_case.as_deref()?;
        at_least(model, best_case, assumptions)
    }
}

/// What calls of a class's method cost at least with these values in the locals when the method begins, without its callees.
pub(crate) fn least_of_class(
    model: &Model,
    bytes: &[u8],
    of: &MethodAnalysis,
    declared: &[DeclaredLoop],
    arguments: &[Option<Known>],
) -> Option<BestCase> {
    with_input(model, bytes, of, declared, |input, scratch| {
        let worst = wcec::analyse(input, &mut scratch.wcec);
        let mut least = scratch.best_case_of(model, input, &worst, arguments.to_vec());
        if least.end != LeastEnd::NeverReturns {
            (least.end, least.doubt) = end_without_callees(input, &worst, arguments);
        }
        least
    })
}

/// Reads a class's method; `None` if it has no such method with code.
fn with_input<T>(
    model: &Model,
    bytes: &[u8],
    of: &MethodAnalysis,
    declared: &[DeclaredLoop],
    read: impl FnOnce(&MethodInput<'_>, &mut Scratch) -> T,
) -> Option<T> {
    let class = ClassFile::parse(bytes).ok()?;
    let mut methods = class.methods.iter();
    let method =
        methods.find(|method| method.name == of.name && method.descriptor == of.descriptor)?;
    let code = method.code.as_ref()?;
    let mut scratch = Scratch::default();
    let units = scratch.price(model, &class, code).to_vec();
    let input = MethodInput {
        class: &class,
        method,
        code,
        priced: &units,
        means: model.pricer().means(),
        spread: None,
        writes: &[],
        outcomes: &[],
        declared,
        calls: &[],
    };
    Some(read(&input, &mut scratch))
}

/// The values that a method's displayed worst case contains instead of symbols.
fn fixed_values(
    model: &Model,
    method: &MethodAnalysis,
    values: &AssumedValues,
) -> Vec<(Arc<Symbol>, f64)> {
    let symbols = &method.cost.symbols;
    if symbols.is_empty() {
        return Vec::new();
    }
    let shown = DisplayedWorst::of(model, method, values);
    let fixed = symbols.iter();
    fixed
        .filter_map(|symbol| Some((Arc::clone(symbol), shown.fixed_value(symbol, values)?)))
        .collect()
}

/// The values that decide which path is taken.
fn path_values(fixed: &[(Arc<Symbol>, f64)]) -> PathValues {
    let fixed = fixed.iter();
    fixed
        .map(|(symbol, value)| (symbol.key.clone(), *value))
        .collect()
}

impl Model {
    /// What a returning call of a method costs at least, at the assumed values; `None` if unknown, or if it was not requested in
    /// the analysis.
    pub fn at_least(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> Option<Tally> {
        at_least(self, method.best_case.as_deref()?, assumptions)
    }
}

/// What a call costs at least at the assumed values; `None` if unknown.
pub(crate) fn at_least(
    model: &Model,
    best_case: &BestCase,
    assumptions: &AssumedValues,
) -> Option<Tally> {
    let means = model.pricer().means();
    let tally = best_case.at(means, &|symbol: &Symbol| assumptions.value(symbol));
    (model.mean(&tally).0 > 0.0).then_some(tally)
}
