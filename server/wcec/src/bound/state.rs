//! What is known while the analysis looks for the bounds of a method's loops.

use super::linear::Linear;
use super::operand::Leaf;
use crate::declared::{DeclaredLoop, Refuted};
use crate::method::{ChangingSymbol, LoopKind, MethodInput, Note};
use crate::passed_on::PassedOn;
use crate::returned::Returned;
use crate::supposed::Supposed;
use crate::symbol_table::SymbolTable;
use crate::values::{Id, Values};
use bytecode::{Comparison, DataType};
use cost::{Polynomial, Symbol};
use flow::Flow;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The most instructions examined in one method; the loops left after that are opaque. Compiled Java needs a small part of
/// this.
pub(super) const FUEL: u32 = 1 << 22;

/// At most this many tests are tried for one loop.
pub(super) const MAX_TESTS: usize = 16;

/// A natural loop whose bound is wanted.
#[derive(Debug)]
pub(crate) struct LoopView<'l> {
    /// Its blocks.
    pub(crate) blocks: &'l [u32],
    /// The region of each block of the method, and the loop's own region.
    pub(crate) region_of: &'l [u32],
    pub(crate) region: u32,
    /// The block of its header.
    pub(crate) header: u32,
    /// The blocks that every iteration executes exactly once and completely, in order, each with its place in the order of
    /// the body.
    pub(crate) backbone: &'l [(u32, u32)],
    /// The index in `blocks` of each of them.
    pub(crate) local: &'l [u32],
    /// The place in the order of the body of each of `blocks`.
    pub(crate) places: &'l [u32],
    /// True if the loop contains other loops, or calls whose cost may depend on the iteration.
    pub(crate) is_outer: bool,
    /// The block from which every returning call leaves the loop, if only returning calls count and there is one such
    /// block.
    pub(crate) only_exit: Option<u32>,
}

impl LoopView<'_> {
    /// The view outside all loops.
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

    /// The place of one of its blocks in the order of the body.
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
    /// The most times that the test passes.
    pub(crate) bound: Polynomial,
    /// The place of the test in the order of the body.
    pub(crate) place: u32,
    /// Set if the test passes exactly this often, unless the loop is left elsewhere. The count is higher if a counter wraps
    /// around.
    pub(crate) exact: Option<ExactTest>,
    /// What the loops inside may know of the counters.
    pub(crate) facts: Vec<Fact>,
    /// The iteration's number, to which those facts refer.
    pub(crate) index: Option<Arc<Symbol>>,
}

/// A test whose number of passes is known exactly.
#[derive(Debug)]
pub(crate) struct ExactTest {
    /// Its block.
    pub(crate) block: u32,
    /// The number, whatever the signs of its symbols are.
    pub(crate) bound: Polynomial,
    /// False if it relies on an assumption.
    pub(crate) is_certain: bool,
}

/// How much was known outside a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Descent {
    pub(super) facts: usize,
    pub(super) last_indices: usize,
    pub(super) around: usize,
}

/// Finds the bounds of the loops of one method.
#[derive(Debug)]
pub(crate) struct Bounds<'a> {
    pub(crate) symbols: SymbolTable<'a>,
    pub(crate) notes: Vec<Note>,
    /// How many assumptions were made so far.
    pub(super) assumed: u32,
    /// What recursive calls change.
    pub(crate) moving: Vec<ChangingSymbol>,
    /// What calls cost that pass on values of the method's beginning unchanged.
    pub(crate) passed_on: Vec<PassedOn>,
    /// What is known about the counters of the enclosing loops.
    pub(crate) facts: Vec<Fact>,
    /// The iteration numbers of enclosing loops that repeat a constant number of times, each with its last value.
    pub(super) last_indices: Vec<(Arc<Symbol>, i128)>,
    /// Those loops, the innermost last.
    pub(super) around: Vec<Rc<Body>>,
    /// The analysed loops whose number of repetitions is known.
    pub(super) ended: Vec<EndedLoop>,
    /// The results of the analysed blocks.
    pub(super) results: Vec<ReturnedFrom>,
    /// The values of the method, once they are needed; `None` if there are too many.
    pub(super) values: OnceCell<Option<Rc<Values<'a>>>>,
    /// The values that loops set again and that are being examined.
    pub(super) set_anew: Vec<Id>,
    /// What is declared for the current loop, and the clauses that already belong to a loop.
    pub(super) clauses: Vec<DeclaredLoop>,
    pub(super) clauses_used: Vec<usize>,
    /// The clauses that do not hold.
    pub(crate) refuted: Vec<Refuted>,
    pub(super) input: &'a MethodInput<'a>,
    pub(super) flow: &'a Flow,
    /// What the method writes, by instruction: names of fields, [`ELEMENT`], [`CALLEE`]. Most methods do not need it.
    pub(super) written: OnceCell<Vec<(u32, Cow<'a, str>)>>,
    /// The names under which the method reads fields of several classes; once it is asked for.
    pub(super) shared_names: OnceCell<Vec<&'a [u8]>>,
    /// Whether calls answer as when the method began, by instruction, as far as it was asked.
    pub(super) answers: FxHashMap<u32, Answer>,
    /// The instructions of the current loop that change a local.
    pub(super) changes: Vec<u32>,
    /// The line and the first instruction of the current loop.
    pub(super) line: Option<u32>,
    pub(super) header: u32,
    pub(super) visited: Vec<u32>,
    pub(super) visit: u32,
    /// A block, and for each block whether control may come from there to it.
    pub(super) leading: RefCell<Option<(u32, Vec<bool>)>>,
    /// The blocks of natural loops, by header.
    pub(super) natural_loops: RefCell<FxHashMap<u32, Rc<[u32]>>>,
    /// True if a bound holds for calls that return, and perhaps not for those that an exception ends.
    pub(crate) is_of_returns: bool,
    /// What is supposed of the arguments.
    pub(crate) supposed: Option<&'a Supposed>,
    pub(super) fuel: u32,
    /// True while the calls that add to a collection or a text are examined.
    pub(super) is_growing: bool,
}

impl Bounds<'_> {
    /// True if every returning call leaves a loop at the end of this block. What follows from it holds for such calls only.
    pub(super) const fn is_only_exit(&mut self, view: &LoopView<'_>, block: u32) -> bool {
        let is_only = matches!(view.only_exit, Some(only) if only == block);
        self.is_of_returns |= is_only;
        is_only
    }
}

/// Whether a call answers as the same call would have answered when the method began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Nothing that it may depend on was written.
    Kept,
    /// Something was written that it is assumed not to depend on.
    Assumed,
    /// The call changes something itself, or something was written that it may depend on.
    Changed,
}

impl Answer {
    pub(super) const fn assumed(self) -> Self {
        match self {
            Self::Kept => Self::Assumed,
            other => other,
        }
    }
}

/// A comparison with 0 under which control stays in the loop.
#[derive(Debug)]
pub(super) struct ContinueTest {
    /// The branch.
    pub(super) at: u32,
    /// The two sides, and the left one minus the right one.
    pub(super) sides: [Linear<Leaf>; 2],
    pub(super) difference: Linear<Leaf>,
    pub(super) relation: Comparison,
    /// The type of the comparison.
    pub(super) data_type: DataType,
}

/// What kind of loop a bound belongs to.
pub(crate) fn kind_of(bound: &Polynomial) -> LoopKind {
    if bound.as_constant().is_some() {
        LoopKind::Constant
    } else if (bound.symbols().iter()).all(|symbol| symbol.is_known_at_entry()) {
        LoopKind::Symbolic
    } else {
        LoopKind::Opaque
    }
}

/// If several tests bound a loop, it is unknown which fails first. The loop repeats as often as the smallest bound says.
pub(super) fn forget_exact(best: Option<&mut TripBound>, bounding: u32) {
    if let Some(best) = best.filter(|_| bounding > 1) {
        best.exact = None;
    }
}

/// True if one bound is better than another.
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

/// In which direction a value may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It is at least the true value.
    Upper,
    /// It is at most the true value.
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

/// What is known about a counter of an enclosing loop in a part of its body.
#[derive(Debug)]
pub(crate) struct Fact {
    pub(super) slot: u16,
    /// In which direction the value may be off; `None` if it is exact.
    pub(super) side: Option<Side>,
    pub(super) value: Linear<Arc<Symbol>>,
    /// The blocks in which it holds, sorted.
    pub(super) blocks: Vec<u32>,
    /// False if the counter may have wrapped around.
    pub(super) is_whole: bool,
}

/// The range of the result if control returns from a block.
#[derive(Debug, Clone)]
pub(super) struct ReturnedFrom {
    pub(super) block: u32,
    pub(super) low: Option<Returned>,
    pub(super) high: Option<Returned>,
    /// What it is at least, because it is a counter that only rises.
    pub(super) begun: Option<Returned>,
}

/// A finished loop.
#[derive(Debug)]
pub(super) struct EndedLoop {
    pub(super) body: Rc<Body>,
    /// The most times that control returns to its header.
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
    /// False for a place in the code; the header is then its block.
    pub(super) is_loop: bool,
    /// The most times that a block after its header runs, each time the loop begins; `None` if that cannot be expressed in
    /// what is known when the method begins.
    pub(super) passes: Option<Polynomial>,
}
