//! What the forms are made of: energy by stack.

use profile::{Code, Frame, Method, StackIndex};

/// What the Earth gets from the Sun in a second, so that sums stay numbers.
const MOST_JOULES: f64 = 1.7e17;

/// The energy of a run by stacks.
#[derive(Clone, Debug)]
pub struct StackEnergies<'p> {
    /// The program, as it is shown.
    pub program: &'p str,
    /// What the energy rests on in a few words, such as `powercap`.
    pub measured_by: &'p str,
    /// When the run began, in nanoseconds since 1970.
    pub started_unix_nanos: u64,
    /// How long it took in nanoseconds.
    pub wall_nanos: u64,
    /// What the stacks consist of.
    pub code: &'p Code,
    /// The rows. A stack may be in several; they add up.
    pub rows: Vec<StackEnergy<'p>>,
}

/// What a stack cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackEnergy<'p> {
    /// The thread, or what has no stacks, such as `JIT compiler`.
    pub root: &'p str,
    /// The stack; `None` for what has none.
    pub stack: Option<StackIndex>,
    /// Its energy in joules.
    pub joules: f64,
    /// Its CPU time in nanoseconds.
    pub cpu_nanos: u64,
    /// How often it was seen.
    pub samples: u64,
}

impl StackEnergy<'_> {
    /// The energy in whole nanojoules, for forms that know whole numbers only.
    pub(crate) fn nanojoules(&self) -> u64 {
        (self.joules() * 1e9).round() as u64
    }

    /// The energy. What is no energy counts as none, as no form has a word for it.
    pub(crate) fn joules(&self) -> f64 {
        if (0.0..=MOST_JOULES).contains(&self.joules) {
            self.joules
        } else {
            0.0
        }
    }
}

impl<'p> StackEnergies<'p> {
    /// The frames of a stack with their methods, the caller of all others first. In a list out of order it ends early.
    pub(crate) fn frames(&self, stack: Option<StackIndex>) -> Vec<(&'p Frame, &'p Method)> {
        let mut frames = Vec::new();
        let mut next = stack;
        while let Some(index) = next {
            let place = |index: u32| index as usize;
            let Some(stack) = self.code.stacks.get(place(index.0)) else {
                break;
            };
            let frame = self.code.frames.get(place(stack.frame.0));
            let method = frame.and_then(|frame| self.code.methods.get(place(frame.method.0)));
            frames.extend(frame.zip(method));
            // A caller comes before its callees.
            next = stack.caller.filter(|caller| *caller < index);
        }
        frames.reverse();
        frames
    }

    pub(crate) fn joules(&self) -> f64 {
        self.rows.iter().map(StackEnergy::joules).sum()
    }
}
