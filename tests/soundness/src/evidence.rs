//! What an execution shows about the assumptions of a bound.

use std::collections::BTreeMap;

use bytecode::{ClassFile, Code, Op};
use cost::{Assumption, AssumptionKind, Assumptions, Measure, Polynomial, Symbol};
use trace::{CallCompletion, CallTrace, Counts, TracedMethodName};
use wcec::{LoopInfo, LoopKind, simple_name};

use crate::types;

/// Whether an execution satisfied the assumptions of a bound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Assumptions that the execution breaks.
    pub(crate) broken: Vec<String>,
    /// Assumptions that the execution does not decide.
    pub(crate) undecided: Vec<String>,
}

/// Whether one assumption was satisfied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Kept,
    Undecided,
    Broken,
}

/// An executed method.
pub(crate) struct ExecutedMethod<'e> {
    pub(crate) name: &'e TracedMethodName,
    pub(crate) counts: &'e Counts,
    /// The loops with their bounds.
    pub(crate) loops: &'e [LoopInfo],
    /// The index of each loop among the counted loops, by header.
    pub(crate) places: &'e BTreeMap<u32, usize>,
    /// The largest number of its calls, and the largest number that a call passes.
    pub(crate) largest: f64,
    /// The number of its arithmetic instructions that overflowed.
    pub(crate) wrapped: usize,
    /// True if the values at entry are known: those of the judged call.
    pub(crate) is_entry: bool,
    /// How many objects it created; `None` if it also created arrays.
    pub(crate) made: Option<u64>,
    /// True if it called code that may change arrays or fields unseen.
    pub(crate) calls_outside: bool,
    /// The names of its parameters.
    pub(crate) parameters: &'e [String],
}

impl ExecutedMethod<'_> {
    /// True if an assumption's label `Class.method` means this method.
    fn is_of(&self, label: &str) -> bool {
        is_labelled(self.name, label)
    }

    /// The loops whose headers are on a line, each with the most times that control returned to the header.
    fn loops_at(&self, line: Option<u32>) -> impl Iterator<Item = (&LoopInfo, u64)> {
        let loops = (self.loops.iter()).filter(move |found| line.is_some() && found.line == line);
        loops.filter_map(|found| {
            let place = self.places.get(&found.header)?;
            Some((found, *self.counts.returns.get(*place)?))
        })
    }
}

fn is_labelled(name: &TracedMethodName, label: &str) -> bool {
    label
        .strip_prefix(simple_name(&name.class))
        .and_then(|rest| rest.strip_prefix('.'))
        == Some(&name.name)
}

/// How many objects these instruction counts created; `None` if arrays are among them.
pub(crate) fn made(code: &Code, counts: &Counts) -> Option<u64> {
    let executed = code.instructions.iter().zip(&counts.instructions);
    executed
        .filter(|(_, times)| **times > 0)
        .try_fold(0, |made, (instruction, times)| match instruction.op {
            Op::New { .. } => Some(made + times),
            Op::NewArray { .. } | Op::MultiNewArray { .. } => None,
            _ => Some(made),
        })
}

/// The instructions that call code which may change arrays or fields unseen: JDK code that gets an array, or that runs in
/// another thread.
pub(crate) fn outside(class: &ClassFile<'_>, code: &Code) -> Vec<u32> {
    let calls = (0_u32..).zip(&code.instructions);
    let is_outside = |pool| {
        class.member(pool).is_none_or(|member| {
            let (owner, descriptor) = (member.class(), member.descriptor());
            let takes_array = (types::parameters(&descriptor).iter())
                .any(|parameter| parameter.starts_with('['))
                || member.name() == "arraycopy";
            let is_thread =
                owner.starts_with("java/util/concurrent/") || owner == "java/lang/Thread";
            owner.starts_with("java/") && (takes_array || is_thread)
        })
    };
    calls
        .filter(|(_, instruction)| match instruction.op {
            Op::Invoke { pool, .. } => is_outside(pool),
            _ => false,
        })
        .map(|(at, _)| at)
        .collect()
}

/// True if one of these instructions was executed.
pub(crate) fn are_executed(instructions: &[u32], counts: &Counts) -> bool {
    instructions.iter().any(|at| {
        let times = counts.instructions.get(*at as usize);
        times.is_some_and(|times| *times > 0)
    })
}

/// An execution.
pub(crate) struct Evidence<'e> {
    pub(crate) trace: &'e CallTrace,
    /// The methods of the program.
    pub(crate) names: &'e [TracedMethodName],
    pub(crate) executed: Vec<ExecutedMethod<'e>>,
    /// The values of symbols when the call begins, and those that the execution shows.
    pub(crate) value_of: &'e dyn Fn(&Symbol) -> Option<f64>,
    /// True if unknown code outside the program ran, or called back into the program.
    pub(crate) is_called_back: bool,
    /// True if the effects of callees on fields are known, so that nothing may be assumed about them.
    pub(crate) knows_fields: bool,
}

impl Evidence<'_> {
    /// Whether the assumptions were satisfied.
    pub(crate) fn of(&self, assumptions: &Assumptions) -> Standing {
        let mut standing = Standing::default();
        for assumption in assumptions.iter() {
            match self.answer(assumption) {
                Answer::Kept => {}
                Answer::Undecided => standing.undecided.push(assumption.to_string()),
                Answer::Broken => standing.broken.push(assumption.to_string()),
            }
        }
        if assumptions.has_more {
            let more = "assumptions that are not listed";
            standing.undecided.push(more.to_owned());
        }
        standing
    }

    /// The fields that callees of the called method changed.
    pub(crate) fn changed_by_callees(&self) -> Vec<String> {
        let is_entry = |at: &usize| {
            let name = self.names.get(*at);
            self.executed
                .iter()
                .any(|method| method.is_entry && Some(method.name) == name)
        };
        let changes = self.trace.changes.iter().filter(|_| !self.knows_fields);
        let changes = changes.filter(|change| change.during.iter().any(is_entry));
        changes
            .map(|change| format!("a called method changed {}", change.field))
            .collect()
    }

    fn answer(&self, assumption: &Assumption) -> Answer {
        // What the program's own methods are trusted to do is not watched.
        if matches!(assumption.kind, AssumptionKind::Trusted { .. }) {
            return Answer::Undecided;
        }
        // For a library, a bound only includes what it calls back.
        if assumption.is_of_library || matches!(assumption.kind, AssumptionKind::Estimated { .. }) {
            return if self.is_called_back {
                Answer::Undecided
            } else {
                Answer::Kept
            };
        }
        let label = &*assumption.method;
        match &assumption.kind {
            AssumptionKind::Declared => self.of_loops(assumption, |method, found, returns| {
                match self.bound(method, &found.bound) {
                    Some(bound) if (returns as f64) < bound => Answer::Kept,
                    Some(bound) if returns as f64 > bound => Answer::Broken,
                    // The last iteration may have left the loop in the middle.
                    _ => Answer::Undecided,
                }
            }),
            AssumptionKind::NothingTwice => self.of_loops(assumption, |method, found, returns| {
                self.visits(method, found, returns)
            }),
            AssumptionKind::NoOverflow => {
                let mut wrapped = self.executed.iter().filter(|method| method.wrapped > 0);
                // The counter may depend on another method's computation.
                match wrapped.next() {
                    None => Answer::Kept,
                    Some(first) if first.is_of(label) => Answer::Broken,
                    Some(_) if wrapped.any(|method| method.is_of(label)) => Answer::Broken,
                    Some(_) => Answer::Undecided,
                }
            }
            AssumptionKind::FieldUnchanged { field } => self.field(label, field),
            AssumptionKind::Count {
                symbol, at_most, ..
            } => self.count(label, symbol, f64::from(*at_most)),
            AssumptionKind::Estimated { .. } | AssumptionKind::Trusted { .. } => Answer::Undecided,
        }
    }

    /// The worst answer for the loops on the line of an assumption. Code that was not executed breaks nothing.
    fn of_loops(
        &self,
        assumption: &Assumption,
        answer: impl Fn(&ExecutedMethod<'_>, &LoopInfo, u64) -> Answer,
    ) -> Answer {
        let mut worst = Answer::Kept;
        for method in &self.executed {
            if !method.is_of(&assumption.method) {
                continue;
            }
            let mut is_found = false;
            for (found, returns) in method.loops_at(assumption.line) {
                is_found = true;
                worst = worst.max(answer(method, found, returns));
            }
            // Of two overloads, one has no loop on the other's line.
            let is_of_other = method.loops.is_empty() || self.has_loop_at(assumption);
            if !is_found && !is_of_other {
                worst = worst.max(Answer::Undecided);
            }
        }
        worst
    }

    fn has_loop_at(&self, assumption: &Assumption) -> bool {
        let mut methods = self.executed.iter();
        methods.any(|method| {
            method.is_of(&assumption.method) && method.loops_at(assumption.line).next().is_some()
        })
    }

    /// A loop's bound, if the values it depends on are known.
    fn bound(&self, method: &ExecutedMethod<'_>, bound: &Polynomial) -> Option<f64> {
        let symbols = bound.symbols();
        let is_known = |symbol: &Symbol| {
            method.is_entry && symbol.is_known_at_entry() && (self.value_of)(symbol).is_some()
        };
        symbols
            .iter()
            .all(|symbol| is_known(symbol))
            .then(|| bound.value(&|symbol: &Symbol| (self.value_of)(symbol).unwrap_or_default()))
    }

    /// Whether a loop visited something twice.
    fn visits(&self, method: &ExecutedMethod<'_>, found: &LoopInfo, returns: u64) -> Answer {
        let bound = self.bound(method, &found.bound);
        if returns <= 1 || bound.is_some_and(|bound| returns as f64 <= bound) {
            return Answer::Kept;
        }
        let made = self
            .executed
            .iter()
            .try_fold(0, |sum, method| Some(sum + method.made?));
        if made.is_some_and(|made| returns > self.trace.places + made) {
            return Answer::Broken;
        }
        // The call's arguments contain no cycles, so some code has to create one.
        let symbols = found.bound.symbols();
        let mut links = symbols.iter().filter_map(|symbol| match &symbol.place {
            Some((_, Measure::Chain(links))) => Some(links.split('|')),
            _ => None,
        });
        let is_chain = symbols
            .iter()
            .any(|symbol| matches!(&symbol.place, Some((_, Measure::Chain(_)))));
        let mut changes = self.trace.changes.iter();
        let is_changed =
            links.any(|mut names| names.any(|name| changes.any(|change| change.field == name)));
        if is_chain && !is_changed {
            Answer::Kept
        } else {
            Answer::Undecided
        }
    }

    /// Whether a callee changed a field while a method ran.
    fn field(&self, label: &str, field: &str) -> Answer {
        if self.knows_fields {
            return Answer::Kept;
        }
        let read = Read::of(field);
        let is_of_label = |at: &usize| {
            let name = self.names.get(*at);
            name.is_some_and(|name| is_labelled(name, label))
        };
        // The result of a method is assumed to stay the same, whoever writes the fields that it reads.
        let during = |change: &&trace::Change| {
            change.during.iter().any(is_of_label) || read.calls && change.by.iter().any(is_of_label)
        };
        let mut worst = Answer::Kept;
        for change in self.trace.changes.iter().filter(during) {
            if read.names.contains(&change.field.as_str()) {
                let answer = if change.is_of_passed {
                    Answer::Broken
                } else {
                    Answer::Undecided
                };
                worst = worst.max(answer);
            } else if read.calls {
                worst = worst.max(Answer::Undecided);
            }
        }
        // The sizes of collections created during the call are not examined.
        let begin = field.split(['.', '[']).next().unwrap_or_default();
        let mut methods = self.executed.iter().filter(|method| method.is_of(label));
        let is_passed = begin == "this"
            || methods.any(|method| method.parameters.iter().any(|name| name == begin));
        let is_unseen = read.is_unseen
            || read.calls && !is_passed
            || self.executed.iter().any(|method| method.calls_outside);
        if is_unseen && worst == Answer::Kept {
            return Answer::Undecided;
        }
        worst
    }

    /// Whether a count was larger than assumed.
    fn count(&self, label: &str, symbol: &str, at_most: f64) -> Answer {
        let returned = self.trace.outcome == CallCompletion::Returned;
        let mut largest = 0.0_f64;
        for method in &self.executed {
            let all = method.counts.returns.iter().copied().max();
            largest = largest.max(all.unwrap_or_default() as f64 + f64::from(u8::from(!returned)));
            largest = largest.max(method.largest);
            let mut loops = method.loops.iter().filter(|found| {
                found.kind == LoopKind::Opaque && found.bound.to_string() == symbol
            });
            let (true, Some(found), None) = (method.is_of(label), loops.next(), loops.next())
            else {
                continue;
            };
            let place = method.places.get(&found.header);
            if let Some(returns) = place.and_then(|place| method.counts.returns.get(*place)) {
                return if *returns as f64 > at_most {
                    Answer::Broken
                } else if (*returns as f64) < at_most {
                    Answer::Kept
                } else {
                    Answer::Undecided
                };
            }
        }
        if largest <= at_most {
            Answer::Kept
        } else {
            Answer::Undecided
        }
    }
}

/// What the name of a value reads: `this.rows[].length`, `queue.size()`, `chain(first.next)`.
struct Read<'n> {
    /// The fields, elements and sizes.
    names: Vec<&'n str>,
    /// True if a method of the program may read more.
    calls: bool,
    /// True if the JDK may change it unseen.
    is_unseen: bool,
}

impl<'n> Read<'n> {
    fn of(name: &'n str) -> Self {
        let mut read = Self {
            names: Vec::new(),
            calls: false,
            is_unseen: false,
        };
        let inner = name
            .strip_prefix("chain(")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(name);
        for part in inner.split(['.', '|', '#']) {
            let (plain, is_element) = match part.strip_suffix("[]") {
                Some(plain) => (plain, true),
                None => (part, false),
            };
            if is_element {
                read.names.push("[]");
            }
            match plain.strip_suffix("()") {
                Some("size" | "length" | "isEmpty" | "cardinality") => {
                    read.names.push("size()");
                    read.names.extend(["count", "size"]);
                    read.calls = true;
                }
                Some("remaining") => read.is_unseen = true,
                Some(_) => read.calls = true,
                None => read.names.push(plain),
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::Read;

    #[test]
    fn names_of_values_say_which_fields_they_read() {
        let read = Read::of("this.rows[].length");
        assert_eq!(read.names, ["this", "[]", "rows", "length"]);
        assert!(!read.calls && !read.is_unseen);
        assert!(Read::of("it.remaining()").is_unseen);
        assert!(Read::of("node.children().size()").calls);
        assert_eq!(
            Read::of("chain(root.left|right)").names,
            ["root", "left", "right"]
        );
    }
}
