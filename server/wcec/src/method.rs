//! The input and the result of the analysis of a method.

use crate::call::Call;
use crate::declared::{DeclaredLoop, Refuted};
use crate::exact_trip::ExactTrip;
use crate::outcome::CallOutcome;
use crate::passed_on::PassedOn;
use crate::returned::Returned;
use crate::summary::simple_name;
use crate::writes::Writes;
use bytecode::{ClassFile, Code, Method};
use cost::{Assumption, AssumptionKind, Assumptions, Cost, Polynomial, Symbol};
use pricing::{PathSpread, Priced};
use std::fmt;
use std::sync::Arc;

/// A method and the prices of its instructions.
#[derive(Debug, Clone, Copy)]
pub struct MethodInput<'a> {
    /// The class, for the names in its constant pool.
    pub class: &'a ClassFile<'a>,
    /// The method, for the keys of its symbols.
    pub method: &'a Method,
    /// Its code.
    pub code: &'a Code,
    /// What its instructions execute.
    pub priced: &'a [Priced],
    /// The mean in joules of one execution of each pattern, by its number.
    pub means: &'a [f64],
    /// How wide the distributions of paths are; `None` if only means are asked for.
    pub spread: Option<PathSpread<'a>>,
    /// What the developer declares about its loops.
    pub declared: &'a [DeclaredLoop],
    /// What calls may write, by instruction in order. About a missing call nothing is known.
    pub writes: &'a [(u32, Writes)],
    /// The known effects of calls, by instruction in order.
    pub outcomes: &'a [(u32, Arc<CallOutcome>)],
    /// The calls whose cost depends on symbols, in code order. What any other callee executes is among the priced units.
    pub calls: &'a [Call],
}

/// The worst-case cost of a method, with what its calls execute as given in the input.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MethodCost {
    /// The cost.
    pub cost: Cost,
    /// The symbols in it, sorted by name.
    pub symbols: Vec<Arc<Symbol>>,
    /// Remarks on how the cost was found, including what the method's own code assumes.
    pub notes: Vec<Note>,
    /// What the cost relies on although the code does not show it, including callees if the cost includes them.
    pub assumptions: Assumptions,
    /// The calls whose callees need fewer assumptions, because of what they get.
    pub small_calls: Vec<u32>,
    /// The same cost if some arguments are in a range, if it needs fewer assumptions then.
    pub supposing: Option<Supposing>,
    /// True if a bound holds for calls that return, and perhaps not for those that an exception ends.
    pub is_of_returns: bool,
    /// The loops, outer ones before inner ones and otherwise in code order.
    pub loops: Vec<LoopInfo>,
    /// The clauses of [`MethodInput::declared`] that are shown to be wrong.
    pub refuted: Vec<Refuted>,
    /// What recursive calls of the method may change.
    pub moving: Vec<ChangingSymbol>,
    /// What is known about the recursive calls of the method.
    pub recursion: Recursion,
    /// The objects that the method reaches if it calls itself for the objects that a parameter's links lead to.
    pub objects: Option<LinkedObjects>,
    /// The range of the result, in terms of the method's arguments.
    pub result: Option<Arc<Returned>>,
    /// The loops whose tests pass an exactly known number of times.
    pub exact: Vec<ExactTrip>,
    /// The calls that pass on only values of the method's beginning, unchanged.
    pub passed_on: Vec<PassedOn>,
}

impl MethodCost {
    /// Turns the notes that are assumptions into assumptions.
    #[must_use]
    pub fn with_own_assumptions(mut self, input: &MethodInput<'_>) -> Self {
        let mut method = None;
        let file: Option<Arc<str>> = input.class.source_file.as_deref().map(Arc::from);
        for note in &self.notes {
            if let NoteKind::Assumes(kind) = &note.kind {
                let method = method.get_or_insert_with(|| {
                    let class = simple_name(&input.class.name);
                    Arc::from(format!("{class}.{}", input.method.name))
                });
                self.assumptions.add(Assumption {
                    method: Arc::clone(method),
                    file: file.clone(),
                    line: note.line,
                    kind: kind.clone(),
                    is_of_library: false,
                });
            }
        }
        self
    }
}

/// What a cost relies on if some arguments are in a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposing {
    /// The indices of the arguments, without the receiver, sorted.
    pub arguments: Vec<u16>,
    /// The range of each of them.
    pub range: (i64, i64),
    /// What the method's own code then assumes.
    pub assumptions: Assumptions,
    /// The calls whose callees then need fewer assumptions.
    pub small_calls: Vec<u32>,
}

/// How a method calls itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recursion {
    /// The most calls that are active at once, including the first.
    pub depth: Option<Polynomial>,
    /// The most calls in total, including the first; `None` if that follows from the depth.
    pub runs: Option<Polynomial>,
    /// The parts of [`Callee::Itself`](crate::Callee::Itself) that no call increases.
    pub kept: Vec<Polynomial>,
    /// Those of them that a call divides among the calls that it makes: the sum of the positive ones is no larger.
    pub divided: Vec<Polynomial>,
}

/// The objects that links lead to, as a list or a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkedObjects {
    /// How many there are, at most.
    pub most: Polynomial,
    /// The fields that lead on, sorted.
    pub links: Vec<String>,
    /// True if no two calls that one call makes follow the same link.
    pub is_each_link_once: bool,
}

/// A symbol whose value changes when a method calls itself.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangingSymbol {
    /// The symbol.
    pub symbol: Arc<Symbol>,
    /// False if no call passes a larger value.
    pub rises: bool,
    /// False if no call passes a smaller value.
    pub falls: bool,
}

/// A loop of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopInfo {
    /// The line of its header.
    pub line: Option<u32>,
    /// The first instruction of its header.
    pub header: u32,
    /// The most times that control returns to the header.
    pub bound: Polynomial,
    /// What kind of bound that is.
    pub kind: LoopKind,
}

/// What is known about a loop's bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopKind {
    /// It is a number.
    Constant,
    /// It depends on values known when the method or the loop begins.
    Symbolic,
    /// It is a symbol for a count that is not known when the method begins.
    Opaque,
}

/// A remark on how a cost was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    /// Where.
    pub line: Option<u32>,
    /// What.
    pub kind: NoteKind,
}

/// What a [`Note`] says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// A loop can be entered at several points, so its bound cannot be looked for.
    Irreducible,
    /// Nothing in a loop leaves it, so only an exception can end it.
    Endless,
    /// On every path, a call leads back to the method, so only an exception can end it.
    EndlessRecursion,
    /// So many loops are connected, or nested so deep, that one symbol bounds them all.
    TooComplex,
    /// The method is so large that it is bounded by one symbol.
    TooLarge,
    /// A callee runs code that is chosen at run time and whose energy is unknown, so it is not in the number.
    CalleeUnknown {
        /// The callee.
        callee: String,
    },
    /// The cost relies on something that the code does not show.
    Assumes(AssumptionKind),
    /// A clause of the loop contains a name that the method does not know.
    UnknownName {
        /// The name.
        name: String,
    },
}

impl Note {
    /// True if it says what the cost relies on; such notes are in [`MethodCost::assumptions`] as well.
    pub const fn is_assumption(&self) -> bool {
        matches!(self.kind, NoteKind::Assumes(_))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self
            .line
            .map_or_else(String::new, |line| format!(" at line {line}"));
        match &self.kind {
            NoteKind::Irreducible => write!(f, "the loop{place} has several entry points"),
            NoteKind::Endless => {
                write!(
                    f,
                    "the loop{place} has no exit: only an exception or the end of the program ends it"
                )
            }
            NoteKind::EndlessRecursion => {
                write!(
                    f,
                    "the recursion{place} has no exit: only an exception or the end of the program ends it"
                )
            }
            NoteKind::TooComplex => write!(
                f,
                "there are too many loops{place}, or they are nested too deeply"
            ),
            NoteKind::TooLarge => f.write_str("the method has too many paths to follow"),
            NoteKind::CalleeUnknown { callee } => write!(
                f,
                "{callee}, called{place}, runs code that is chosen at run time; its energy is not in the number"
            ),
            NoteKind::Assumes(kind) => write!(f, "assumes{place} that {kind}"),
            NoteKind::UnknownName { name } => write!(
                f,
                "{name}, declared for the loop{place}, is not a name in the method"
            ),
        }
    }
}
