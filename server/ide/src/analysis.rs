//! Computes the cost of a class's methods from its bytes.

use crate::method_analysis::{ClassAnalysis, LineCost, MethodAnalysis, MethodBody};
use crate::model::Model;
use crate::stats;
use crate::throws::may_throw;
use bytecode::events::{Event, Interpreter};
use bytecode::{Annotation, AnnotationValue, ClassError, ClassFile, Code, InvokeKind, Method, Op};
use calls::{CallOfJdk, control_flow, ending_loops, own_throwing, own_typical};
use documents::NotAnalysed;
use pricing::Priced;
use std::borrow::Cow;
use std::sync::Arc;
use wcec::declared::DeclaredLoop;
use wcec::{
    BestCase, CallEnd, EndDoubt, Known, KnownCall, LeastEnd, MethodCost, MethodInput, Passing,
    end_of_call,
};

/// How much to compute. All levels but the first compute "at least", because the intervals of typical energies depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The cost of each method.
    Methods,
    /// Also what [`crate::Stats`] and [`crate::WorstCaseShares`] count.
    Reach,
    /// The cost of each method and line, and what [`crate::Stats`] counts.
    Lines,
    /// Also what is needed to compare two states of a method.
    Compared,
}

/// Memory that is reused from class to class, one for each thread.
#[derive(Debug, Default)]
pub struct Scratch {
    interpreter: Interpreter,
    events: Vec<Event>,
    units: Vec<Priced>,
    pub(crate) wcec: wcec::Scratch,
}

impl Scratch {
    /// The priced units of a method's code.
    pub(crate) fn price(&mut self, model: &Model, class: &ClassFile<'_>, code: &Code) -> &[Priced] {
        model.pricer().price_code(
            &mut self.interpreter,
            (class, code),
            &mut self.events,
            &mut self.units,
        );
        &self.units
    }

    /// What a call of the method costs at least, without its callees.
    pub(crate) fn best_case(
        &mut self,
        model: &Model,
        input: &MethodInput<'_>,
        worst: &MethodCost,
    ) -> BestCase {
        self.best_case_of(model, input, worst, Vec::new())
    }

    /// The same for calls with these arguments, without the receiver.
    pub(crate) fn best_case_of(
        &mut self,
        model: &Model,
        input: &MethodInput<'_>,
        worst: &MethodCost,
        arguments: Vec<Option<Known>>,
    ) -> BestCase {
        let known = KnownCall {
            arguments,
            ..KnownCall::default()
        };
        let pricer = model.pricer();
        let mut priced = Cow::Borrowed(input.priced);
        if !input
            .priced
            .iter()
            .all(|unit| pricer.is_certain(unit.pattern))
        {
            priced
                .to_mut()
                .retain(|unit| pricer.is_certain(unit.pattern));
        }
        let least = MethodInput {
            priced: &priced,
            ..*input
        };
        let mut best_case = wcec::best_case_of(&least, worst, &known, &mut self.wcec);
        let mut units = input.priced.iter();
        best_case.is_partial |= units.any(|unit| model.pricer().is_callee(unit.pattern));
        best_case
    }
}

/// How calls with these arguments end, without the receiver, and why they may not return. None of its callees in the program is
/// followed.
pub(crate) fn end_without_callees(
    input: &MethodInput<'_>,
    worst: &MethodCost,
    arguments: &[Option<Known>],
) -> (LeastEnd, Option<EndDoubt>) {
    let (class, method) = (input.class, input.method);
    let passed = Passing::arguments(&class.name, method, arguments);
    let called = end_of_call(
        (class, method, input.code),
        (&passed, true),
        &ending_loops(worst),
        &mut |at, passed, is_untouched| {
            let called = match input.code.instructions.get(at as usize) {
                Some(instruction) => match instruction.op {
                    Op::Invoke { pool, kind } => class.member(pool).map(|callee| (kind, callee)),
                    _ => None,
                },
                None => None,
            };
            called.map_or(CallEnd::UNKNOWN, |(kind, callee)| {
                CallOfJdk {
                    class: &callee.class(),
                    name: &callee.name(),
                    descriptor: &callee.descriptor(),
                    is_virtual: matches!(kind, InvokeKind::Virtual | InvokeKind::Interface),
                    created: None,
                }
                .end(passed, is_untouched)
            })
        },
    );
    (called.end, called.doubt)
}

/// Analyses all methods of a class. `declared` is what the source file says about its loops.
///
/// # Errors
/// [`ClassError`] if the bytes are not a class file.
pub fn analyse_class(
    model: &Model,
    bytes: &[u8],
    scratch: &mut Scratch,
    detail: Detail,
    declared: &[DeclaredLoop],
) -> Result<ClassAnalysis, ClassError> {
    analyse_methods(model, bytes, scratch, detail, declared, |_, _| true)
}

/// The same for those methods of a class that a predicate selects by name and descriptor.
///
/// # Errors
/// [`ClassError`] if the bytes are not a class file.
pub fn analyse_methods(
    model: &Model,
    bytes: &[u8],
    scratch: &mut Scratch,
    detail: Detail,
    declared: &[DeclaredLoop],
    is_wanted: impl Fn(&str, &str) -> bool,
) -> Result<ClassAnalysis, ClassError> {
    let mut class = ClassFile::parse(bytes)?;
    (class.methods).retain(|method| is_wanted(&method.name, &method.descriptor));
    Ok(analyse_some(
        model,
        &class,
        scratch,
        detail,
        declared,
        |_| true,
    ))
}

/// Analyses those methods of a class that a predicate selects by their places.
pub(crate) fn analyse_some(
    model: &Model,
    class: &ClassFile<'_>,
    scratch: &mut Scratch,
    detail: Detail,
    declared: &[DeclaredLoop],
    is_wanted: impl Fn(usize) -> bool,
) -> ClassAnalysis {
    let source_file: Option<Arc<str>> = class.source_file.as_deref().map(Arc::from);
    let methods = class.methods.iter().enumerate();
    let methods = methods.filter(|(at, _)| is_wanted(*at)).map(|(_, method)| {
        let analysis = analyse_method(model, class, method, scratch, detail, declared);
        MethodAnalysis {
            source_file: source_file.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            ..analysis
        }
    });
    ClassAnalysis {
        methods: methods.collect(),
        name: class.name.clone(),
        newer_release: bytecode::newer_release(class.major_version),
        source_file: class.source_file.clone(),
    }
}

/// The contracts in annotations.
fn budgets(annotations: &[Annotation]) -> Vec<contracts::Elements> {
    let mut found = Vec::new();
    for annotation in annotations {
        if annotation.descriptor == contracts::ANNOTATION {
            let text = |name: &str| match annotation.element(name) {
                Some(AnnotationValue::Text(text)) => Some(text.clone()),
                _ => None,
            };
            let quantile = match annotation.element("quantile") {
                Some(AnnotationValue::Number(number)) => Some(*number),
                _ => None,
            };
            let elements = contracts::Elements {
                worst: text("worst"),
                typical: text("typical"),
                is_beside_worst: false,
                quantile,
                when: text("when"),
            };
            found.extend(elements.apart());
        } else if annotation.descriptor == contracts::ANNOTATIONS
            && let Some(AnnotationValue::Annotations(several)) = annotation.element("value")
        {
            found.extend(budgets(several));
        }
    }
    found
}

/// The analysis of a method, without its name and descriptor.
fn analyse_method(
    model: &Model,
    class: &ClassFile<'_>,
    method: &Method,
    scratch: &mut Scratch,
    detail: Detail,
    declared: &[DeclaredLoop],
) -> MethodAnalysis {
    let mut analysis = MethodAnalysis {
        class: class.name.clone(),
        is_synthetic: method.is_synthetic(),
        is_forwarder: method.is_bridge()
            || method.is_synthetic() && method.name.starts_with("access$"),
        budgets: budgets(&method.annotations),
        ..MethodAnalysis::of_cost(MethodCost::default())
    };
    let Some(code) = &method.code else {
        analysis.not_analysed = Some(if method.is_native() {
            NotAnalysed::Native
        } else {
            NotAnalysed::Abstract
        });
        return analysis;
    };
    analysis.line = code.lines.iter().map(|entry| entry.line).min();
    let starts = code.lines.iter().map(|entry| (entry.start, entry.line));
    analysis.body = Some(MethodBody {
        code_digest: bytecode::code_digest(code),
        body_digest: bytecode::body_digest(class, code),
        lines: match detail {
            Detail::Lines => starts.collect(),
            _ => Vec::new(),
        },
    });
    let pricer = model.pricer();
    scratch.price(model, class, code);
    let priced = std::mem::take(&mut scratch.units);
    let input = MethodInput {
        class,
        method,
        code,
        priced: &priced,
        means: pricer.means(),
        spread: Some(pricer.path_spread()),
        writes: &[],
        outcomes: &[],
        declared,
        calls: &[],
    };
    analysis.cost = wcec::analyse(&input, &mut scratch.wcec);
    let parts = (class, method, code);
    if let Some(own) = own_typical(parts, &analysis.cost, &priced, pricer) {
        let typical = Arc::new(own);
        if may_throw(&typical) {
            let throwing = own_throwing(parts, &analysis.cost, &priced, pricer);
            analysis.throwing = throwing.map(Arc::new);
        }
        analysis.own_typical = Some(Arc::clone(&typical));
        analysis.typical = Some(typical);
    }
    if detail == Detail::Compared {
        analysis.control_flow = control_flow(parts, &analysis.cost);
    }
    if detail != Detail::Methods {
        analysis.call_sites = stats::call_sites(class, code);
        analysis.loop_tests = stats::loop_tests(class, code, &analysis.cost.loops);
        let best_case = scratch.best_case(model, &input, &analysis.cost);
        analysis.best_case = Some(Arc::new(best_case));
    }
    if matches!(detail, Detail::Lines | Detail::Compared) {
        analysis.lines = wcec::line_units(&input, &mut scratch.wcec)
            .into_iter()
            .map(|(line, units)| LineCost {
                line,
                tally: pricer.tally_of_part(
                    units
                        .iter()
                        .filter_map(|index| priced.get(*index as usize).copied()),
                ),
            })
            .collect();
    }
    scratch.units = priced;
    analysis
}
