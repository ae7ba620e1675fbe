//! A run of two threads and a compiler.

use profile::{Code, Frame, FrameIndex, FrameKind, Method, MethodIndex, Stack, StackIndex};
use profile_forms::{StackEnergies, StackEnergy};

/// A name that means something to every form.
pub(crate) const NASTY: &str = "</script><b>;,\"' 7\n\u{202e}=1";

pub(crate) fn code(names: &[(&str, &str)], stacks: &[(Option<u32>, u32, Option<u32>)]) -> Code {
    let methods = names.iter().map(|(class, name)| Method {
        class: (*class).to_owned(),
        name: (*name).to_owned(),
        descriptor: Some("()V".to_owned()),
    });
    let frames = stacks.iter().map(|(_, method, line)| Frame {
        method: MethodIndex(*method),
        line: *line,
        kind: FrameKind::Compiled,
    });
    let stacks = stacks.iter().zip(0..).map(|((caller, ..), frame)| Stack {
        caller: caller.map(StackIndex),
        frame: FrameIndex(frame),
    });
    Code {
        methods: methods.collect(),
        frames: frames.collect(),
        stacks: stacks.collect(),
    }
}

/// `main` calls `hot`, which calls itself and a map; another method has a nasty name.
pub(crate) fn example() -> Code {
    code(
        &[
            ("p/A", "main"),
            ("p/A", "hot"),
            ("java/util/HashMap", "put"),
            ("p/A", NASTY),
        ],
        &[
            (None, 0, Some(3)),
            (Some(0), 1, Some(7)),
            (Some(1), 1, Some(8)),
            (Some(2), 2, None),
            (None, 3, Some(9)),
        ],
    )
}

pub(crate) fn row(root: &str, stack: Option<u32>, joules: f64) -> StackEnergy<'_> {
    StackEnergy {
        root,
        stack: stack.map(StackIndex),
        joules,
        cpu_nanos: (joules * 1e9) as u64,
        samples: (joules * 100.0) as u64,
    }
}

pub(crate) fn energies(code: &Code) -> StackEnergies<'_> {
    StackEnergies {
        program: "java A",
        measured_by: "powercap",
        started_unix_nanos: 1_700_000_000_000_000_000,
        wall_nanos: 2_500_000_000,
        code,
        rows: vec![
            row("main", Some(0), 0.25),
            row("main", Some(1), 2.0),
            row("main", Some(3), 1.0),
            row("main", Some(3), 0.5),
            row("worker; 1", Some(4), 0.125),
            row("JIT compiler", None, 1.5),
        ],
    }
}

/// What all rows of [`energies`] cost together.
pub(crate) const WHOLE_JOULES: f64 = 5.375;
