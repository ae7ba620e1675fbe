//! A callee's cost in terms of its caller's symbols.

use super::linear::Linear;
use super::value::Reference;
use super::{Bounds, LoopView, Side, to_polynomial};
use crate::calls::{Call, Callee, Handed, Passed, Summary};
use crate::expression::{
    Cost, Measure, Occurrence, Origin, Place, Polynomial, Root, Stand, Symbol, SymbolKind,
};
use crate::method::{Note, NoteKind};
use pricing::Tally;
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
                self.find_growing(view, Frame::of(&call.passed), symbols);
                Cost::from(Tally::from_iter([(*mark, 1.0)]))
            }
        }
    }

    /// Finds the symbols whose value a recursive call may raise, or change where any change counts.
    fn find_growing(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        symbols: &[(Arc<Symbol>, Occurrence)],
    ) {
        for (symbol, occurrence) in symbols {
            let Some((place, measure)) = &symbol.place else {
                continue;
            };
            let exactly = *occurrence == Occurrence::Mixed;
            let passed = match &place.root {
                // A static field is the same one in every call.
                Root::Static(_) => self
                    .at_place(frame, place, measure, exactly)
                    .map(Polynomial::symbol),
                _ => self.handed_over(view, frame, place, measure, exactly),
            };
            let stays = passed.is_some_and(|passed| {
                let own = Polynomial::symbol(Arc::clone(symbol));
                let change = own
                    .checked_scale((-1).into())
                    .and_then(|less| passed.checked_add(&less))
                    .and_then(|change| change.as_constant());
                change.is_some_and(|change| change == 0.into() || !exactly && change < 0.into())
            });
            if !stays && !self.growing.contains(symbol) {
                self.growing.push(Arc::clone(symbol));
            }
        }
    }

    fn cost_of_target(&mut self, view: &LoopView<'_>, call: &Call, target: &Summary) -> Cost {
        let frame = Frame::of(&call.passed);
        let in_our_terms = self.in_our_terms(view, frame, target, &call.handed);
        in_our_terms.unwrap_or_else(|| {
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
        })
    }

    /// The cost of a callee with its symbols replaced by what is passed for them.
    fn in_our_terms(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        handed: &[Handed],
    ) -> Option<Cost> {
        let occurrences = target.cost.occurrences();
        if occurrences.is_empty() {
            return Some(target.cost.clone());
        }
        let mut stands: Vec<(Arc<Symbol>, Stand)> = Vec::with_capacity(occurrences.len());
        for (symbol, occurrence) in occurrences {
            let stand = self.stand(view, frame, target, handed, &symbol, occurrence)?;
            stands.push((symbol, stand));
        }
        target.cost.substitute(&|symbol: &Symbol| {
            let known = stands.iter().find(|(known, _)| known.as_ref() == symbol);
            known.map_or(Stand::Same, |(_, stand)| stand.clone())
        })
    }

    fn stand(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        handed: &[Handed],
        symbol: &Arc<Symbol>,
        occurrence: Occurrence,
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
        let exactly = occurrence == Occurrence::Mixed;
        let number = self.handed_over(view, frame, place, measure, exactly);
        Some(Stand::Number(number.unwrap_or_else(|| {
            Polynomial::symbol(self.not_told(frame.at, target, symbol))
        })))
    }

    /// A symbol for what the code does not tell of a callee's symbol.
    fn not_told(&mut self, at: u32, target: &Summary, symbol: &Symbol) -> Arc<Symbol> {
        let callee = target.short_name();
        let name = format!("{callee}.{}", symbol.name);
        let line = self.line;
        let kind = match symbol.kind {
            SymbolKind::Callback => SymbolKind::Callback,
            _ => SymbolKind::Argument,
        };
        self.symbols
            .intern(&name, Origin::Instruction(at), kind, line, None, || {
                let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
                format!(
                    "{} of the call of {callee}{place}, the largest there is",
                    symbol.meaning
                )
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
        if let Some(symbol) = self.at_place(frame, &receiver, &measure, false) {
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

    /// What is passed for a value that a callee finds at a place. `None` where the code does not tell.
    fn handed_over(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
        exactly: bool,
    ) -> Option<Polynomial> {
        if place.path.is_empty() && *measure == Measure::Value {
            let producer = frame.producer(&place.root)?;
            let value = self.reader(producer)?.number(producer as usize + 1)?;
            return self.number(view, &value, exactly);
        }
        if place.path.is_empty()
            && *measure == Measure::ArrayLength
            && let Some(Reference::Allocated(length)) =
                self.reference(frame.producer(&place.root)? + 1, 0)
        {
            return self.number(view, &length, exactly);
        }
        let symbol = self.at_place(frame, place, measure, exactly)?;
        Some(Polynomial::symbol(symbol))
    }

    fn number(
        &mut self,
        view: &LoopView<'_>,
        value: &Linear<super::Leaf>,
        exactly: bool,
    ) -> Option<Polynomial> {
        let known = self.known(view, value, Side::Upper, 0)?;
        if exactly && !known.exact {
            return None;
        }
        to_polynomial(&known.value)
    }

    /// Our own symbol for what a callee finds at a place.
    fn at_place(
        &mut self,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
        exactly: bool,
    ) -> Option<Arc<Symbol>> {
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
        if exactly && path.is_largest() {
            return None;
        }
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
        Some(symbol)
    }
}
