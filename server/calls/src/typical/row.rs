//! What a method's own code executes in a call that returns, and how often it makes each call.

use super::arguments::{Arguments, KnownValue};
use super::dispatch::Met;
use super::own_branches::{ByWay, CallByWay, OwnBranches};
use super::product;
pub(crate) use super::product::Product;
use super::{Term, Typical, UncertainParts, repeats, scatter_of};
use crate::fitted::{fitted, fitted_tally};
use crate::sites::Site;
use bytecode::{ClassFile, Code, Method, Op};
use cost::{Place, Root, Symbol};
use flow::{Flow, LoopTree};
use frequency::{Certainty, CodeView, Doubt, Facts, Frequencies, Model};
use pricing::{PatternId, Priced, Pricer, Tally};
use std::sync::Arc;
use wcec::MethodCost;

/// A method without its callees.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    /// What its own instructions execute.
    pub(crate) own: Tally,
    /// The part of `own` that is proportional to values that a caller knows: for each product of such values, what each unit
    /// executes.
    pub(crate) terms: Vec<(Product, Tally)>,
    /// The parameters that keep their values, with their names.
    pub(crate) parameters: Vec<(Root, String)>,
    /// The part in joules that depends on which way branches go.
    pub(crate) branches_joules: f64,
    /// The part in joules that depends on how often loops repeat.
    pub(crate) loops_joules: f64,
    /// The part in joules that depends on what runs of other programs counted.
    pub(crate) measured_joules: f64,
    /// The standard deviation in joules if its blocks ran independently of each other.
    pub(crate) scatter_joules: f64,
    /// The part in joules that not every call executes.
    pub(crate) unsure_joules: f64,
    /// The parts in joules that only this one of two states decides.
    pub(crate) apart: UncertainParts,
    /// What the branches decide that only this one of two states has.
    pub(super) own_branches: OwnBranches,
    /// Whether a run that the user names counted it.
    pub(crate) is_counted: bool,
    /// Its calls, in the order of the code.
    pub(crate) calls: Vec<RowCall>,
    /// The probability that an exception leaves it ([`Frequencies::throws`]).
    pub(crate) throws: f64,
    /// The number of its instructions.
    pub(crate) instructions: u32,
}

/// How often one call is executed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowCall {
    /// The index among the method's sites.
    pub(crate) site: u32,
    pub(crate) count: f64,
    pub(crate) doubt: Doubt,
    /// The certainty of the part that only this one of two states decides.
    pub(crate) apart: Certainty,
    /// How often the call is made for each way of the branches that only this one of two states has.
    pub(super) by_way: CallByWay,
    /// Whether the other state has no such call.
    pub(crate) is_new: bool,
    /// The part of the count that is proportional to values that a caller knows.
    pub(crate) powers: Vec<(Product, f64)>,
    /// What is known about the arguments, in terms of values that the method got itself.
    pub(crate) values: Vec<KnownValue>,
    /// The counted classes of the receivers, if a run counted them.
    pub(crate) met: Option<Arc<Met>>,
    /// The arguments that the call passes on: where the callee finds each, and where the method did.
    pub(crate) passed_on: Vec<(Root, Place)>,
}

/// The frequencies of a method's blocks, with the control flow that they belong to.
pub(crate) struct Visits {
    pub(crate) flow: Flow,
    pub(crate) frequencies: Frequencies,
    /// The values that counts depend on.
    values: Vec<Arc<Symbol>>,
}

/// A method with its class and its code.
pub(crate) type MethodParts<'m> = (&'m ClassFile<'m>, &'m Method, &'m Code);

/// The control flow of a method, and what is known about its loops.
struct Loops {
    flow: Flow,
    tree: LoopTree,
    facts: Facts,
    values: Vec<Arc<Symbol>>,
}

impl Loops {
    fn of(code: &Code, cost: &MethodCost) -> Option<Self> {
        let mut flow = Flow::default();
        flow.refill(code).ok()?;
        flow.find_predecessors();
        let tree = LoopTree::of(&flow);
        let mut values = Vec::new();
        let facts = repeats::facts(&flow, &tree, cost, &mut values);
        Some(Self {
            flow,
            tree,
            facts,
            values,
        })
    }

    fn running(self, frequencies: Frequencies) -> Visits {
        Visits {
            flow: self.flow,
            frequencies,
            values: self.values,
        }
    }
}

impl Visits {
    /// `None` for a method with too many edges. `known` has its frequencies, if they are already known.
    pub(crate) fn of(
        (class, method, code): MethodParts<'_>,
        cost: &MethodCost,
        known: Option<&Frequencies>,
    ) -> Option<Self> {
        let of = Loops::of(code, cost)?;
        let frequencies = known.cloned().unwrap_or_else(|| {
            let view = CodeView::new(class, method, code, &of.flow, &of.tree);
            frequency::frequencies(&view, Model::built_in(), &of.facts)
        });
        Some(of.running(frequencies))
    }

    /// The same of two states of a method, the base first.
    pub(crate) fn of_both(states: [(MethodParts<'_>, &MethodCost); 2]) -> Option<[Self; 2]> {
        let of = |((_, _, code), cost): (MethodParts<'_>, _)| Loops::of(code, cost);
        let (before, after) = (of(states[0])?, of(states[1])?);
        let found = {
            let [(one, _), (two, _)] = states;
            let base = CodeView::new(one.0, one.1, one.2, &before.flow, &before.tree);
            let head = CodeView::new(two.0, two.1, two.2, &after.flow, &after.tree);
            let both = [(&base, &before.facts), (&head, &after.facts)];
            frequency::frequencies_of_both(both, Model::built_in())
        };
        let [of_base, of_head] = found;
        Some([before.running(of_base), after.running(of_head)])
    }

    /// The frequencies of a call that ends with an exception that the method throws itself; `None` if it throws none.
    pub(crate) fn before_throw(mut self) -> Option<Self> {
        let frequencies = &mut self.frequencies;
        frequencies.visits = std::mem::take(&mut frequencies.visits_before_throw);
        // It is unknown which values make the method throw, so the counts are those of the assumed values.
        frequencies.counts.clear();
        let throws = frequencies.visits.iter().any(|visits| *visits > 0.0);
        throws.then_some(self)
    }

    /// The part of an instruction's count that is proportional to values that a caller knows.
    pub(crate) fn powers(&self, instruction: u32) -> Vec<(Product, f64)> {
        let block = self.flow.block_of(instruction);
        let Some(count) = block.and_then(|block| self.frequencies.counts.get(block)) else {
            return Vec::new();
        };
        let terms = count
            .terms
            .iter()
            .filter(|(monomial, _)| !monomial.is_empty());
        terms
            .filter_map(|(monomial, coefficient)| {
                let factors = monomial.iter().map(|number| {
                    let symbol = self.values.get(usize::from(*number))?;
                    let nominal = self.frequencies.nominal.get(usize::from(*number))?;
                    Some((Arc::clone(symbol), *nominal))
                });
                let mut product = factors.collect::<Option<Product>>()?;
                product::sort(&mut product);
                Some((product, *coefficient))
            })
            .collect()
    }

    /// The certainty of the part of an instruction's count that only this one of two states decides.
    pub(crate) fn apart(&self, instruction: u32) -> Certainty {
        let block = self.flow.block_of(instruction);
        let apart = block.and_then(|block| self.frequencies.apart.get(block));
        apart.copied().unwrap_or(Certainty::Certain)
    }

    fn is_by_own_branches(&self, instruction: u32) -> bool {
        let block = self.flow.block_of(instruction);
        let is_so = block.and_then(|block| self.frequencies.by_own_branches.get(block));
        is_so.copied().unwrap_or(false)
    }

    /// Adds what the executions of an instruction cost for each way of the branches that only this state has.
    fn add_by_way(&self, found: &mut ByWay, instruction: u32, joules: f64) {
        let Some(block) = self.flow.block_of(instruction) else {
            return;
        };
        for (branch, ways) in self.frequencies.one_way.iter().enumerate() {
            if found.len() <= branch {
                found.push(vec![0.0; ways.len()]);
            }
            for (sum, visits) in found[branch].iter_mut().zip(ways) {
                *sum += visits.get(block).unwrap_or(&0.0) * joules;
            }
        }
    }

    fn call_by_way(&self, instruction: u32) -> CallByWay {
        let mut counts = ByWay::new();
        self.add_by_way(&mut counts, instruction, 1.0);
        CallByWay {
            counts,
            is_decided_so: self.is_by_own_branches(instruction),
        }
    }

    /// How far the count of an instruction may be off.
    fn doubt(&self, instruction: u32) -> Doubt {
        let block = self.flow.block_of(instruction);
        let doubt = block.and_then(|block| self.frequencies.doubts.get(block));
        doubt.copied().unwrap_or_default()
    }

    /// How often an instruction is executed, and how certain that is.
    pub(crate) fn of_instruction(&self, instruction: u32) -> (f64, Certainty) {
        let block = self.flow.block_of(instruction);
        block.map_or((0.0, Certainty::Certain), |block| {
            let Frequencies {
                visits, certainty, ..
            } = &self.frequencies;
            (visits[block], certainty[block])
        })
    }
}

impl Row {
    /// The row of a method whose own instructions execute these units. `cost` has its loops. `None` for a method with too many
    /// edges.
    pub(crate) fn of(
        (class, method, code): (&ClassFile<'_>, &Method, &Code),
        cost: &MethodCost,
        (units, pricer): (&[Priced], &Pricer),
        sites: &[Site],
    ) -> Option<Self> {
        if sites.is_empty() && is_straight(code) {
            return Some(Self::straight(code, (units, pricer)));
        }
        let parts = (class, method, code);
        let visits = Visits::of(parts, cost, None)?;
        Some(Self::at(&visits, parts, (units, pricer), sites))
    }

    /// The row of a method that executes each of its instructions once.
    fn straight(code: &Code, (units, pricer): (&[Priced], &Pricer)) -> Self {
        let own = units.iter().filter(|unit| is_own(pricer, unit));
        Self {
            own: own.map(|unit| (unit.pattern, unit.count)).collect(),
            instructions: code.instructions.len() as u32,
            ..Self::default()
        }
    }

    /// The row of a method with these frequencies.
    pub(crate) fn at(
        visits: &Visits,
        (class, method, code): (&ClassFile<'_>, &Method, &Code),
        (units, pricer): (&[Priced], &Pricer),
        sites: &[Site],
    ) -> Self {
        let mut row = Self {
            throws: visits.frequencies.throws,
            is_counted: visits.frequencies.is_counted,
            instructions: code.instructions.len() as u32,
            ..Self::default()
        };
        let mut executed = Vec::with_capacity(units.len());
        let mut of_blocks = vec![0.0; visits.flow.len()];
        let mut of_blocks_apart = vec![0.0; visits.flow.len()];
        for unit in units.iter().filter(|unit| is_own(pricer, unit)) {
            for (product, times) in visits.powers(unit.instruction) {
                add_to(&mut row.terms, product, unit.pattern, unit.count * times);
            }
            let (count, certainty) = visits.of_instruction(unit.instruction);
            executed.push((unit.pattern, unit.count * count));
            let mean = pricer
                .means()
                .get(usize::from(unit.pattern.0))
                .unwrap_or(&0.0);
            let joules = mean * unit.count * count;
            let apart = visits.apart(unit.instruction);
            if let Some(block) = visits.flow.block_of(unit.instruction) {
                of_blocks[block] += joules * scatter_of(certainty);
                of_blocks_apart[block] += joules * scatter_of(apart);
            }
            if !visits.doubt(unit.instruction).is_sure {
                row.unsure_joules += joules;
            }
            match certainty {
                Certainty::Certain => {}
                Certainty::Measured => row.measured_joules += joules,
                Certainty::Branches => row.branches_joules += joules,
                Certainty::Loops | Certainty::Exits => row.loops_joules += joules,
            }
            row.apart.rest_on(apart, joules);
            if apart != Certainty::Certain {
                row.apart.unsure_joules += joules;
            }
            if visits.is_by_own_branches(unit.instruction) {
                row.own_branches.decided.rest_on(apart, joules);
            }
            visits.add_by_way(
                &mut row.own_branches.joules,
                unit.instruction,
                mean * unit.count,
            );
        }
        row.own = executed.into_iter().collect();
        row.scatter_joules = of_blocks.into_iter().fold(0.0, f64::hypot);
        row.apart.scatter_joules = of_blocks_apart.into_iter().fold(0.0, f64::hypot);
        let arguments = Arguments::of(class, method, code);
        row.parameters = arguments.named();
        for (number, site) in (0..).zip(sites) {
            let (count, _) = visits.of_instruction(site.passed.instruction);
            if count > 0.0 {
                row.calls.push(RowCall {
                    site: number,
                    count,
                    doubt: visits.doubt(site.passed.instruction),
                    apart: visits.apart(site.passed.instruction),
                    by_way: visits.call_by_way(site.passed.instruction),
                    is_new: false,
                    powers: visits.powers(site.passed.instruction),
                    values: arguments.values(site),
                    met: Met::at(&visits.frequencies.sites, site.passed.instruction),
                    passed_on: arguments.passed_on(site),
                });
            }
        }
        row
    }
}

impl Row {
    /// The same without room for more.
    #[must_use]
    pub(crate) fn fitted(self) -> Self {
        let of_call = |call: RowCall| RowCall {
            powers: fitted(call.powers),
            values: fitted(call.values),
            passed_on: fitted(call.passed_on),
            ..call
        };
        let terms = self.terms.into_iter();
        let terms = terms.map(|(product, tally)| (product, fitted_tally(&tally)));
        Self {
            own: fitted_tally(&self.own),
            terms: fitted(terms.collect()),
            parameters: fitted(self.parameters),
            calls: fitted(self.calls.into_iter().map(of_call).collect()),
            ..self
        }
    }
}

/// Whether a unit is what a typical call executes itself.
pub(super) fn is_own(pricer: &Pricer, unit: &Priced) -> bool {
    !pricer.is_callee(unit.pattern) && pricer.is_typical(unit.pattern)
}

/// Whether code is executed once, from its start to its end, where it returns.
pub(super) fn is_straight(code: &Code) -> bool {
    let last = code.instructions.last().map(|last| last.op);
    code.handlers.is_empty()
        && code.leaders.starts().len() == 1
        && matches!(last, Some(Op::Return(_)))
}

/// What a call that returns executes itself on average, with its calls as not priced; `None` for a method with too many edges.
/// `cost` is its own worst case, which has its loops.
pub fn own_typical(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    cost: &MethodCost,
    units: &[Priced],
    pricer: &Pricer,
) -> Option<Typical> {
    let calls = units.iter().filter(|unit| pricer.is_callee(unit.pattern));
    let (row, unpriced_calls) = if is_straight(code) {
        let row = Row::straight(code, (units, pricer));
        (row, calls.count() as f64)
    } else {
        let visits = Visits::of((class, method, code), cost, None)?;
        let row = Row::at(&visits, (class, method, code), (units, pricer), &[]);
        let unpriced = calls
            .map(|unit| visits.of_instruction(unit.instruction).0)
            .sum();
        (row, unpriced)
    };
    let terms = row.terms.into_iter();
    let terms = terms.map(|(product, tally)| Term::certain(product, tally));
    let (terms, left_out) = Term::kept(terms.collect(), pricer.means());
    Some(Typical {
        tally: row.own,
        terms,
        behind: UncertainParts {
            branches_joules: row.branches_joules,
            loops_joules: row.loops_joules + left_out,
            measured_joules: row.measured_joules,
            scatter_joules: row.scatter_joules,
            unsure_joules: row.unsure_joules,
            ..UncertainParts::default()
        },
        throws: row.throws,
        unpriced_calls,
        instructions: row.instructions,
        is_counted: row.is_counted,
        ..Typical::default()
    })
}

fn add_to(terms: &mut Vec<(Product, Tally)>, product: Product, pattern: PatternId, count: f64) {
    match terms.iter_mut().find(|(known, _)| *known == product) {
        Some((_, tally)) => tally.add(pattern, count),
        None => terms.push((product, Tally::from_iter([(pattern, count)]))),
    }
}
