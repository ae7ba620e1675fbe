//! A callee's cost in terms of its caller's symbols.

use super::linear::Linear;
use super::value::Reference;
use super::{Bounds, LoopView, Side, to_polynomial};
use crate::calls::{Call, Callee, Handed, Passed, Summary};
use crate::expression::{
    Atom, Between, Cost, Factor, Measure, Origin, Place, Polynomial, Root, Stand, Substitution,
    Symbol, SymbolKind, Term,
};
use crate::method::{Moving, Note, NoteKind};
use bytecode::{DataType, Op};
use num_traits::Signed;
use pricing::Tally;
use std::cell::RefCell;
use std::sync::Arc;

/// Where a callee finds its receiver and arguments.
#[derive(Clone, Copy)]
struct Frame<'c> {
    /// The instruction that passes them.
    at: u32,
    receiver: Option<u32>,
    arguments: &'c [Option<u32>],
}

impl<'c> Frame<'c> {
    fn of(passed: &'c Passed) -> Self {
        Self {
            at: passed.instruction,
            receiver: passed.receiver,
            arguments: &passed.arguments,
        }
    }

    fn producer(&self, root: &Root) -> Option<u32> {
        match root {
            Root::Receiver => self.receiver,
            Root::Argument(index) => *self.arguments.get(usize::from(*index))?,
            Root::Static(_) => None,
        }
    }
}

impl Bounds<'_> {
    /// What a call executes in the worst case.
    pub(crate) fn cost_of_call(&mut self, view: &LoopView<'_>, call: &Call) -> Cost {
        self.header = call.passed.instruction;
        self.line = self.input.code.line_of(call.passed.instruction);
        self.changes.clear();
        match &call.callee {
            Callee::Targets(targets) => {
                let costs = targets
                    .iter()
                    .map(|target| self.cost_of_target(view, call, target))
                    .collect();
                Cost::max_of(costs, self.input.means)
            }
            Callee::ChosenElsewhere { method, energy } => {
                let known = (call.handed.iter())
                    .find(|handed| handed.root == Root::Receiver && handed.method == *method);
                if let Some(known) = known {
                    let frame = Frame::of(&known.passed);
                    let cost = self.in_our_terms(view, frame, &known.implementation, &[]);
                    if let Some(cost) = cost {
                        return cost;
                    }
                }
                let symbol = self.energy_of(call, method);
                Cost::from(Tally::from_iter([(*energy, 1.0)])).times(&Polynomial::symbol(symbol))
            }
            Callee::Itself { symbols, mark } => {
                self.find_moving(view, Frame::of(&call.passed), symbols);
                Cost::from(Tally::from_iter([(*mark, 1.0)]))
            }
        }
    }

    /// Finds the symbols whose value a recursive call may change, and which way.
    fn find_moving(&mut self, view: &LoopView<'_>, frame: Frame<'_>, symbols: &[Arc<Symbol>]) {
        for symbol in symbols {
            let Some((place, measure)) = &symbol.place else {
                continue;
            };
            let passed = match &place.root {
                // A static field is the same one in every call.
                Root::Static(_) => self.found_at(frame, place, measure),
                _ => self.handed_over(view, frame, place, measure),
            };
            let own = Polynomial::symbol(Arc::clone(symbol)).checked_scale((-1).into());
            let change = |end: Option<&Polynomial>| {
                end.zip(own.as_ref())
                    .and_then(|(end, own)| end.checked_add(own))
                    .and_then(|change| change.as_constant())
            };
            let moving = Moving {
                symbol: Arc::clone(symbol),
                rises: change(passed.upper.as_ref()).is_none_or(|change| change.is_positive()),
                falls: change(passed.lower.as_ref()).is_none_or(|change| change.is_negative()),
            };
            match self.moving.iter_mut().find(|known| known.symbol == *symbol) {
                Some(known) => {
                    known.rises |= moving.rises;
                    known.falls |= moving.falls;
                }
                None => self.moving.push(moving),
            }
        }
    }

    fn cost_of_target(&mut self, view: &LoopView<'_>, call: &Call, target: &Summary) -> Cost {
        let frame = Frame::of(&call.passed);
        let in_our_terms = self.in_our_terms(view, frame, target, &call.handed);
        if let Some(cost) = in_our_terms.or_else(|| self.as_often_as_one_symbol(call, target)) {
            return cost;
        }
        let note = Note {
            line: self.line,
            kind: NoteKind::CalleeTooComplex {
                callee: target.display(),
            },
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Cost::zero()
    }

    /// Everything that a callee may execute, as often as one symbol says: what cannot be told in our terms is not left out.
    /// Nothing where it calls what is chosen elsewhere, whose energy is no count.
    fn as_often_as_one_symbol(&mut self, call: &Call, target: &Summary) -> Option<Cost> {
        let symbols = target.cost.symbols();
        if (symbols.iter()).any(|symbol| symbol.kind == SymbolKind::Callback) {
            return None;
        }
        let callee = target.short_name();
        let line = self.line;
        let symbol = self.symbols.intern(
            &format!("{callee}.times"),
            Origin::Instruction(call.passed.instruction),
            SymbolKind::Argument,
            line,
            None,
            || {
                let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
                format!(
                    "how often the call of {callee}{place} executes any part of its code, the most there is"
                )
            },
        );
        let flat = Cost::envelope([&target.cost], self.input.means);
        let parts = flat.into_terms().into_iter().map(|term| Term {
            factor: Factor::one(),
            ..term
        });
        Some(parts.collect::<Cost>().times(&Polynomial::symbol(symbol)))
    }

    /// The cost of a callee with its symbols replaced by what is passed for them.
    fn in_our_terms(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        handed: &[Handed],
    ) -> Option<Cost> {
        let symbols = target.cost.symbols();
        if symbols.is_empty() {
            return Some(target.cost.clone());
        }
        let mut stands: Vec<(Arc<Symbol>, Stand)> = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let stand = self.stand(view, frame, target, handed, &symbol)?;
            stands.push((symbol, stand));
        }
        target.cost.substitute(&Arguments {
            stands,
            bounds: RefCell::new(self),
            at: frame.at,
            target,
        })
    }

    fn stand(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        handed: &[Handed],
        symbol: &Arc<Symbol>,
    ) -> Option<Stand> {
        let Some((place, measure)) = &symbol.place else {
            return Some(Stand::Same);
        };
        if let (Measure::Energy(method), true) = (measure, place.path.is_empty())
            && let Some(known) = handed
                .iter()
                .find(|handed| handed.root == place.root && handed.method == *method)
        {
            let inner = Frame::of(&known.passed);
            let cost = self.in_our_terms(view, inner, &known.implementation, &[])?;
            return Some(Stand::Executed(cost));
        }
        let mut between = self.handed_over(view, frame, place, measure);
        if between.upper.is_none() {
            let largest = self.not_told(frame.at, target, &symbol.name, symbol);
            between.upper = Some(Polynomial::symbol(largest));
        }
        Some(Stand::Number(between))
    }

    /// A symbol for what the code does not tell of a callee's symbol, or of what its symbols make.
    fn not_told(&mut self, at: u32, target: &Summary, text: &str, of: &Symbol) -> Arc<Symbol> {
        let callee = target.short_name();
        let name = format!("{callee}.{text}");
        let line = self.line;
        let kind = match of.kind {
            SymbolKind::Callback => SymbolKind::Callback,
            _ => SymbolKind::Argument,
        };
        let described = if of.name == text { &of.meaning } else { text };
        self.symbols
            .intern(&name, Origin::Instruction(at), kind, line, None, || {
                let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
                format!("{described} of the call of {callee}{place}, the largest there is")
            })
    }

    /// The energy of a call of a method that is chosen elsewhere.
    fn energy_of(&mut self, call: &Call, method: &Arc<str>) -> Arc<Symbol> {
        let measure = Measure::Energy(Arc::clone(method));
        let frame = Frame::of(&call.passed);
        let receiver = Place {
            root: Root::Receiver,
            path: Vec::new(),
        };
        if let Some((symbol, _)) = self.at_place(frame, &receiver, &measure) {
            return symbol;
        }
        let name = method.split('(').next().unwrap_or_default();
        let line = self.line;
        let kind = SymbolKind::Callback;
        let origin = Origin::Instruction(call.passed.instruction);
        self.symbols.intern(name, origin, kind, line, None, || {
            let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
            format!("the energy in joules of one call of {name}{place}")
        })
    }

    /// What is passed for a value that a callee finds at a place, as far as the code tells.
    fn handed_over(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> Between {
        let value = match frame.producer(&place.root) {
            Some(producer) if place.path.is_empty() => match measure {
                Measure::Value => {
                    let mut between = self.number_passed(view, producer);
                    if let (Root::Argument(index), true) = (&place.root, between.is_partial()) {
                        between.complete(self.passed_deep(view, frame.at, usize::from(*index)));
                    }
                    return between;
                }
                Measure::ArrayLength => match self.reference(producer + 1, 0) {
                    Some(Reference::Allocated(length)) => Some(length),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        match value {
            Some(length) => {
                self.expect_fit(&length, DataType::Int, frame.at);
                self.between(view, &length)
            }
            None => self.found_at(frame, place, measure),
        }
    }

    /// A number that an instruction leaves.
    fn number_passed(&mut self, view: &LoopView<'_>, producer: u32) -> Between {
        let reader = self.reader(producer);
        let Some(value) = reader.and_then(|reader| reader.number(producer as usize + 1)) else {
            return Between::default();
        };
        let op = self.input.code.instructions.get(producer as usize);
        if let Some(Op::Binary(_, data_type) | Op::Negate(data_type)) =
            op.map(|instruction| instruction.op)
        {
            self.expect_fit(&value, data_type, producer);
        }
        self.between(view, &value)
    }

    /// Between which numbers a value lies, in terms of symbols.
    fn between(&mut self, view: &LoopView<'_>, value: &Linear<super::Leaf>) -> Between {
        let upper = self.known(view, value, Side::Upper, 0);
        if let Some(known) = upper.as_ref().filter(|known| known.exact) {
            return to_polynomial(&known.value).map_or_else(Between::default, Between::exactly);
        }
        let lower = self.known(view, value, Side::Lower, 0);
        Between {
            upper: upper.and_then(|known| to_polynomial(&known.value)),
            lower: lower.and_then(|known| to_polynomial(&known.value)),
        }
    }

    /// What a callee finds at a place, by our own symbol for it.
    fn found_at(&mut self, frame: Frame<'_>, place: &Place, measure: &Measure) -> Between {
        match self.at_place(frame, place, measure) {
            Some((symbol, false)) => Between::exactly(Polynomial::symbol(symbol)),
            Some((largest, true)) => Between {
                upper: Some(Polynomial::symbol(largest)),
                lower: None,
            },
            None => Between::default(),
        }
    }

    /// Our own symbol for what a callee finds at a place, and whether it is the largest of several values.
    fn at_place(
        &mut self,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> Option<(Arc<Symbol>, bool)> {
        for name in &place.path {
            if !self.is_unwritten_before(name, frame.at) {
                return None;
            }
        }
        let may_change = !place.path.is_empty() && self.is_assumed(frame.at);
        let mut path = match &place.root {
            Root::Static(class) => super::value::Path::of_class(class, &self.input.class.name),
            root => match self.reference(frame.producer(root)? + 1, 0)? {
                Reference::Path(path) => path,
                Reference::Allocated(_) => return None,
            },
        };
        for step in &place.path {
            path = path.extended(step);
        }
        let is_largest = path.is_largest();
        let text = path.text_or_this().to_owned();
        let (name, kind, what) = match measure {
            Measure::Value => (text, SymbolKind::Field, "the value of"),
            Measure::ArrayLength => (
                format!("{text}.length"),
                SymbolKind::ArrayLength,
                "the length of the array",
            ),
            Measure::Result(method) => (
                format!("{text}.{method}()"),
                SymbolKind::Field,
                "what is returned by",
            ),
            Measure::Chain(field) => (
                format!("chain({text}.{field})"),
                SymbolKind::Field,
                "how many objects hang together:",
            ),
            Measure::Energy(method) => (
                format!("{text}.{}", method.split('(').next().unwrap_or_default()),
                SymbolKind::Callback,
                "the energy in joules of one call of",
            ),
        };
        let line = self.line;
        let origin = path.origin().unwrap_or(Origin::Entry(kind));
        let place = path.place().map(|place| (place, measure.clone()));
        let described = name.clone();
        let place_text = line.map_or_else(String::new, |line| format!(", as line {line} uses it"));
        let symbol = self.symbols.intern(&name, origin, kind, line, place, || {
            format!("{what} {described}{place_text}")
        });
        if may_change {
            self.note_assumed(&symbol.name);
        }
        Some((symbol, is_largest))
    }
}

/// What a call passes for the symbols of a callee's cost.
struct Arguments<'p, 'b, 'a> {
    stands: Vec<(Arc<Symbol>, Stand)>,
    bounds: RefCell<&'b mut Bounds<'a>>,
    at: u32,
    target: &'p Summary,
}

impl Substitution for Arguments<'_, '_, '_> {
    fn stand(&self, symbol: &Symbol) -> Stand {
        let known = self.stands.iter().find(|(known, _)| **known == *symbol);
        known.map_or(Stand::Same, |(_, stand)| stand.clone())
    }

    fn largest(&self, part: &Atom) -> Option<Polynomial> {
        let of = part.symbol_of();
        let mut bounds = self.bounds.try_borrow_mut().ok()?;
        let symbol = bounds.not_told(self.at, self.target, part.text(), of.as_deref()?);
        Some(Polynomial::symbol(symbol))
    }
}
