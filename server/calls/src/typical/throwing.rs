//! What a call executes that ends with an exception. This is not a part of a typical energy.

use super::equation::Builder;
use super::evaluate::Evaluator;
use super::row::{Row, Visits};
use super::sum::Sum;
use super::term::Caller;
use crate::summaries::Summaries;
use crate::unit::Unit;
use bytecode::events::Interpreter;
use bytecode::{ClassFile, Code, Method};
use pricing::{Priced, Pricer, Tally};
use wcec::MethodCost;

/// What a call executes on average that ends with an exception thrown by the method itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ThrowingCall {
    /// What is executed, callees included.
    pub tally: Tally,
    /// The number of calls of methods of unknown energy.
    pub unpriced_calls: f64,
}

impl Summaries {
    /// What a call executes that ends with an exception thrown by the method itself; `None` if it throws none, or has no code.
    /// `cost` is its worst case, which has its loops.
    pub fn throwing_call(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        cost: &MethodCost,
    ) -> Option<ThrowingCall> {
        let table = self.typicals(unit, pricer);
        let id = unit.find(class, name, descriptor)?;
        let number = unit.number(id);
        unit.with_code(id, |class, method, code| {
            let (mut events, mut units) = (Vec::new(), Vec::new());
            let mut interpreter = Interpreter::default();
            pricer.price_code(&mut interpreter, (class, code), &mut events, &mut units);
            let parts = (class, method, code);
            let known = table.frequencies(number);
            let visits = Visits::of(parts, cost, known)?.before_throw()?;
            let row = Row::at(&visits, parts, (&units, pricer), unit.sites(id));
            let builder = Builder::new(unit, self, pricer);
            let evaluator = Evaluator {
                builder: &builder,
                values: table,
                is_choice: false,
            };
            let caller = Caller {
                name: "",
                parameters: &[],
            };
            let mut called = Sum::new();
            for call in &row.calls {
                if let Some(edge) = builder.edge(number, call) {
                    evaluator.add_call(&mut called, &edge, 1.0, &caller);
                }
            }
            let called = called.into_typical(pricer.means());
            let mut tally = row.own;
            tally.add_scaled(&called.tally(), 1.0);
            Some(ThrowingCall {
                tally,
                unpriced_calls: called.unpriced_calls(),
            })
        })?
    }
}

/// The same without callees.
pub fn own_throwing(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    cost: &MethodCost,
    units: &[Priced],
    pricer: &Pricer,
) -> Option<ThrowingCall> {
    let visits = Visits::of((class, method, code), cost, None)?.before_throw()?;
    let row = Row::at(&visits, (class, method, code), (units, pricer), &[]);
    let calls = units.iter().filter(|unit| pricer.is_callee(unit.pattern));
    let calls = calls.map(|unit| visits.of_instruction(unit.instruction).0);
    Some(ThrowingCall {
        tally: row.own,
        unpriced_calls: calls.sum(),
    })
}
