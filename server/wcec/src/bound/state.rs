//! What is known while the bounds of a method's loops are looked for.

use super::linear::Linear;
use super::operand::Leaf;
use crate::declared::{DeclaredLoop, Refuted};
use crate::method::{ChangingSymbol, LoopKind, MethodInput, Note};
use crate::returned::Returned;
use crate::symbol_table::SymbolTable;
use crate::values::{Id, Values};
use bytecode::{ArrayElement, Comparison, DataType};
use cost::{Polynomial, Symbol};
use flow::Flow;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// So many instructions may be looked at in one method; loops left then are opaque. Compiled Java needs a small part.
pub(super) const FUEL: u32 = 1 << 22;

/// No more tests than this are tried for one loop.
pub(super) const MAX_TESTS: usize = 16;

/// The step from an array to any of its elements. Among the names of fields that are written it stands for an element of an
/// array of references. No field is called so (JVM specification 4.2.2).
pub(crate) const ELEMENT: &str = "[]";

/// Stand among the names of fields that are written for elements of arrays of numbers.
pub(super) const NUMBER_ELEMENTS: [&str; 7] = ["[B", "[C", "[S", "[I", "[J", "[F", "[D"];

/// Stand among the names of fields that are written for elements of arrays of any type.
pub const ALL_ELEMENTS: [&str; 8] = [ELEMENT, "[B", "[C", "[S", "[I", "[J", "[F", "[D"];

/// Stands among the names of fields that are written for an element of an array.
pub const fn element_mark(element: ArrayElement) -> &'static str {
    match element {
        ArrayElement::Reference => ELEMENT,
        ArrayElement::Byte => "[B",
        ArrayElement::Char => "[C",
        ArrayElement::Short => "[S",
        ArrayElement::Int => "[I",
        ArrayElement::Long => "[J",
        ArrayElement::Float => "[F",
        ArrayElement::Double => "[D",
    }
}

/// Stands for whatever a callee writes. In front of the name of a field it stands for a callee that may write that one.
pub(super) const CALLEE: &str = ";";

/// Stands for a callee of which it is known what it may write.
pub(super) const SEEN_CALLEE: &str = ";;";

/// A natural loop whose bound is wanted.
#[derive(Debug)]
pub(crate) struct LoopView<'l> {
    /// Its blocks.
    pub(crate) blocks: &'l [u32],
    /// The region each block of the method is in, and the loop's own.
    pub(crate) region_of: &'l [u32],
    pub(crate) region: u32,
    /// The block of its header.
    pub(crate) header: u32,
    /// The blocks that every iteration executes exactly once and wholly, in their order, each with its place in the
    /// order of the body.
    pub(crate) backbone: &'l [(u32, u32)],
    /// The index in `blocks` of each of them.
    pub(crate) local: &'l [u32],
    /// The place in the order of the body of each of `blocks`.
    pub(crate) places: &'l [u32],
    /// True where the loop contains other loops, or calls whose cost may depend on how far it has come.
    pub(crate) is_outer: bool,
    /// The block that every call which returns leaves the loop from, where only such calls count and there is one.
    pub(crate) only_exit: Option<u32>,
}

impl LoopView<'_> {
    /// Of what is in no loop.
    pub(crate) const fn nothing() -> Self {
        Self {
            blocks: &[],
            region_of: &[],
            region: 0,
            header: 0,
            backbone: &[],
            local: &[],
            places: &[],
            is_outer: false,
            only_exit: None,
        }
    }

    pub(crate) fn contains(&self, block: usize) -> bool {
        self.region_of[block] == self.region
    }

    /// The place in the order of the body of one of its blocks.
    pub(super) fn place(&self, block: usize) -> Option<u32> {
        if !self.contains(block) {
            return None;
        }
        self.places.get(self.local[block] as usize).copied()
    }

    pub(super) fn is_on_backbone(&self, block: u32, place: u32) -> bool {
        let at = self.backbone.binary_search_by_key(&place, |entry| entry.1);
        at.is_ok_and(|at| self.backbone[at].0 == block)
    }
}

/// The bound that a test sets.
#[derive(Debug)]
pub(crate) struct TripBound {
    /// How often the test is passed, at most.
    pub(crate) bound: Polynomial,
    /// The place of the test in the order of the body.
    pub(crate) place: u32,
    /// Where the test is passed exactly so often unless the loop is left elsewhere, or more often where a counter wraps
    /// around.
    pub(crate) exact: Option<ExactTest>,
    /// What the loops inside may know of the counters.
    pub(crate) facts: Vec<Fact>,
    /// The number of the iteration, which those facts refer to.
    pub(crate) index: Option<Arc<Symbol>>,
}

/// A test that is passed a number of times that is known exactly.
#[derive(Debug)]
pub(crate) struct ExactTest {
    /// Its block.
    pub(crate) block: u32,
    /// The number, whatever the signs of its symbols are.
    pub(crate) bound: Polynomial,
    /// False where it rests on an assumption.
    pub(crate) is_certain: bool,
}

/// How much was known outside of a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Descent {
    pub(super) facts: usize,
    pub(super) last_indices: usize,
    pub(super) around: usize,
}

/// Looks for the bounds of the loops of one method.
#[derive(Debug)]
pub(crate) struct Bounds<'a> {
    pub(crate) symbols: SymbolTable<'a>,
    pub(crate) notes: Vec<Note>,
    /// How often anything was assumed so far.
    pub(super) assumed: u32,
    /// What recursive calls change.
    pub(crate) moving: Vec<ChangingSymbol>,
    /// What is known of the counters of the loops around the present one.
    pub(crate) facts: Vec<Fact>,
    /// The numbers of the iterations of loops around it that repeat a constant number of times, with the last one.
    pub(super) last_indices: Vec<(Arc<Symbol>, i128)>,
    /// Those loops, the innermost last.
    pub(super) around: Vec<Rc<Body>>,
    /// The loops that were looked at and whose number of repetitions is known.
    pub(super) ended: Vec<EndedLoop>,
    /// What blocks return that were looked at.
    pub(super) results: Vec<ReturnedFrom>,
    /// The values of the method, once they were asked for.
    pub(super) values: Option<Rc<Values<'a>>>,
    pub(super) has_values: bool,
    /// The values that loops set again and that are being looked at.
    pub(super) set_anew: Vec<Id>,
    /// What is declared of the present loop, and the clauses that belong to one already.
    pub(super) clauses: Vec<DeclaredLoop>,
    pub(super) clauses_used: Vec<usize>,
    /// The clauses that do not hold.
    pub(crate) refuted: Vec<Refuted>,
    pub(super) input: &'a MethodInput<'a>,
    pub(super) flow: &'a Flow,
    /// What the method writes, by instruction: names of fields, [`ELEMENT`], [`CALLEE`]. Most methods are not asked for it.
    pub(super) written: OnceCell<Vec<(u32, Cow<'a, str>)>>,
    /// The instructions of the present loop that change a local.
    pub(super) changes: Vec<u32>,
    /// The line and first instruction of the present loop.
    pub(super) line: Option<u32>,
    pub(super) header: u32,
    pub(super) visited: Vec<u32>,
    pub(super) visit: u32,
    /// A block, and for each block whether control may come from there to it.
    pub(super) leading: RefCell<Option<(u32, Vec<bool>)>>,
    /// The blocks of natural loops by where they begin.
    pub(super) natural_loops: RefCell<FxHashMap<u32, Rc<[u32]>>>,
    /// True where several callees together bound a call.
    pub(crate) is_upper_bound: bool,
    pub(super) fuel: u32,
}

/// A comparison with 0 under which control stays in the loop.
#[derive(Debug)]
pub(super) struct ContinueTest {
    /// The branch.
    pub(super) at: u32,
    /// The two sides, and the left one less the right one.
    pub(super) sides: [Linear<Leaf>; 2],
    pub(super) difference: Linear<Leaf>,
    pub(super) relation: Comparison,
    /// The type that the comparison is made in.
    pub(super) data_type: DataType,
}

/// How much is known of a bound.
pub(crate) fn kind_of(bound: &Polynomial) -> LoopKind {
    if bound.as_constant().is_some() {
        LoopKind::Constant
    } else if (bound.symbols().iter()).all(|symbol| symbol.is_known_at_entry()) {
        LoopKind::Symbolic
    } else {
        LoopKind::Opaque
    }
}

/// Of several tests that bound a loop nobody can tell which fails first: it repeats as often as the smallest number says.
pub(super) fn forget_exact(best: Option<&mut TripBound>, bounding: u32) {
    if let Some(best) = best.filter(|_| bounding > 1) {
        best.exact = None;
    }
}

/// True where one bound is to be preferred to another.
pub(super) fn is_better(new: Option<&TripBound>, old: Option<&TripBound>) -> bool {
    let (Some(new), Some(old)) = (new, old) else {
        return new.is_some();
    };
    match (new.bound.as_constant(), old.bound.as_constant()) {
        (Some(new), Some(old)) => new < old,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => {
            kind_of(&old.bound) == LoopKind::Opaque && kind_of(&new.bound) != LoopKind::Opaque
        }
    }
}

/// Which way a value may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It is at least the real one.
    Upper,
    /// It is at most the real one.
    Lower,
}

impl Side {
    pub(super) const fn of(self, coefficient: i128) -> Self {
        match (self, coefficient >= 0) {
            (side, true) => side,
            (Self::Upper, false) => Self::Lower,
            (Self::Lower, false) => Self::Upper,
        }
    }
}

/// What is known of a counter of an enclosing loop, in a part of its body.
#[derive(Debug)]
pub(crate) struct Fact {
    pub(super) slot: u16,
    /// Which way the value may be off; `None` where it is exact.
    pub(super) side: Option<Side>,
    pub(super) value: Linear<Arc<Symbol>>,
    /// The blocks in which it holds, sorted.
    pub(super) blocks: Vec<u32>,
    /// False where the counter may have wrapped around.
    pub(super) is_whole: bool,
}

/// Between which numbers the result lies where control returns from a block.
#[derive(Debug)]
pub(super) struct ReturnedFrom {
    pub(super) block: u32,
    pub(super) low: Option<Returned>,
    pub(super) high: Option<Returned>,
}

/// A loop that has ended.
#[derive(Debug)]
pub(super) struct EndedLoop {
    pub(super) body: Rc<Body>,
    /// How often control returns to its beginning, at most.
    pub(super) trips: Polynomial,
}

/// A loop, for the values in it.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) header: u32,
    /// Sorted.
    pub(super) blocks: Vec<u32>,
    /// The symbol for the number of the iteration.
    pub(super) index: Option<Arc<Symbol>>,
    /// False for a place in the code, whose block the header is then.
    pub(super) is_loop: bool,
    /// How often a block behind its header is executed, at most, each time that the loop begins; `None` where that is not told
    /// in terms of what is known when the method begins.
    pub(super) passes: Option<Polynomial>,
}
