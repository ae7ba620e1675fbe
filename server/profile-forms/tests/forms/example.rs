//! An analysis of Java code in a few methods, a compiler, and a part without stacks.

use profile::{
    Analysis, Estimate, JavaParts, Method, MethodIndex, MethodRow, NoCostReason, Node, Part,
    PartRow, RunCost, RunMean, SampledCallTree, ThreadKind, Totals, Unit,
};

/// A name with characters that have a meaning in each form.
pub(crate) const NASTY: &str = "</script><b>;,\"' 7\n\u{202e}=1";

pub(crate) fn mean(mean: f64) -> RunMean {
    RunMean {
        mean,
        interval: None,
    }
}

fn method(class: &str, name: &str) -> Method {
    Method {
        class: class.to_owned(),
        name: name.to_owned(),
        descriptor: Some("(I)V".to_owned()),
    }
}

pub(crate) fn node(caller: usize, method: u32, own: f64) -> Node {
    Node {
        caller: Some(caller),
        method: Some(MethodIndex(method)),
        own,
        total: 0.0,
        samples: (own * 100.0) as u64,
    }
}

pub(crate) fn part(part: Part, joules: f64) -> PartRow {
    PartRow {
        part,
        joules: Some(mean(joules)),
        cpu_seconds: joules / 4.0,
    }
}

/// `main` calls `hot`, which calls itself and a map. Another method has a nasty name.
pub(crate) fn example() -> Analysis {
    let estimate = |mean: f64| Estimate {
        mean,
        lo: 0.875 * mean,
        hi: 1.25 * mean,
    };
    let cost = |joules: f64| RunCost {
        joules: Some(estimate(joules)),
        share: estimate(joules / 4.125),
        samples: (joules * 100.0) as u64,
    };
    Analysis {
        program: "java A".to_owned(),
        runs: 1,
        unit: Unit::Joules,
        names: vec![
            method("p/A", "main"),
            method("p/A", "hot"),
            method("java/util/HashMap", "put"),
            method("p/A", NASTY),
        ],
        totals: Totals {
            joules: Some(mean(6.0)),
            time_measured: 1.0,
            wall_seconds: Some(mean(2.5)),
            parts: vec![
                part(Part::Threads(ThreadKind::Java), 4.125),
                part(Part::Threads(ThreadKind::Jit), 1.5),
                part(Part::Idle, 0.375),
            ],
            java: JavaParts {
                all: 4.125,
                methods: 3.875,
                without_stack: 0.25,
                ..JavaParts::default()
            },
            ..Totals::default()
        },
        methods: vec![
            MethodRow {
                method: MethodIndex(1),
                is_overloads: false,
                own: cost(2.0),
                with_callees: cost(3.5),
                entries: Some(8),
                own_per_call: Ok(estimate(0.25)),
                per_call: Ok(estimate(0.4375)),
            },
            MethodRow {
                method: MethodIndex(3),
                is_overloads: false,
                own: cost(0.125),
                with_callees: cost(0.125),
                entries: None,
                own_per_call: Err(NoCostReason::NotCounted),
                per_call: Err(NoCostReason::NotCounted),
            },
        ],
        paths: Vec::new(),
        tree: SampledCallTree {
            nodes: vec![
                Node::default(),
                node(0, 0, 0.25),
                node(1, 1, 2.0),
                node(2, 1, 0.0),
                node(3, 2, 1.5),
                node(0, 3, 0.125),
            ],
        },
        ..Analysis::default()
    }
}

/// What the whole run cost.
pub(crate) const WHOLE_JOULES: f64 = 6.0;
