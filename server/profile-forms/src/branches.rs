//! The whole run as one tree: Java code with its calls, and everything else.

use std::collections::HashMap;

use profile::forms::{method_name, part_name};
use profile::{Analysis, Method, Part, ThreadKind, Unit};

/// The owner of a branch, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The run, or a part without a stack.
    Run,
    Program,
    Jdk,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branch<'a> {
    /// The index of the caller, which comes before it; the run has none.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    pub(crate) method: Option<&'a Method>,
    /// In the unit of the analysis.
    pub(crate) own: f64,
    /// With all branches below it.
    pub(crate) total: f64,
    pub(crate) samples: u64,
}

impl Branch<'_> {
    pub(crate) fn owner(&self) -> Owner {
        const JDK: [&str; 5] = ["java/", "javax/", "jdk/", "sun/", "com/sun/"];
        match self.method {
            None => Owner::Run,
            Some(method) if JDK.iter().any(|package| method.class.starts_with(package)) => {
                Owner::Jdk
            }
            Some(_) => Owner::Program,
        }
    }

    /// Its own cost in billionths of the unit, for forms that only have whole numbers.
    pub(crate) fn billionths(&self) -> u64 {
        (self.own * 1e9).round() as u64
    }
}

const JAVA: usize = 1;

/// The run first, then Java code with its calls, and then everything else. Callers come before their callees.
pub(crate) fn branches(analysis: &Analysis) -> Vec<Branch<'_>> {
    let branch = |parent, name: &str, own: f64| Branch {
        parent,
        name: escape::plain(name),
        method: None,
        own: sane(own),
        total: 0.0,
        samples: 0,
    };
    let java = part_name(Part::Threads(ThreadKind::Java));
    let mut found = vec![
        branch(None, &analysis.program, 0.0),
        branch(Some(0), java, 0.0),
    ];
    // The first node is all Java code, and has what the filter leaves out.
    for (place, node) in analysis.tree.nodes.iter().enumerate().skip(1) {
        let caller = node
            .caller
            .filter(|caller| *caller < place)
            .unwrap_or_default();
        let method = node.method.and_then(|method| analysis.name(method));
        let name = method.map_or_else(|| "?".to_owned(), method_name);
        found.push(Branch {
            method,
            samples: node.samples,
            ..branch(Some(caller + JAVA), &name, node.own)
        });
    }
    let totals = &analysis.totals;
    for (own, name) in [
        (totals.java.outside, "in methods that the filter hides"),
        (totals.java.without_stack, "whose stack could not be walked"),
        (totals.java.unsampled, "in threads without samples"),
    ] {
        if own > 0.0 {
            found.push(branch(Some(JAVA), name, own));
        }
    }
    for row in &totals.parts {
        if row.part == Part::Threads(ThreadKind::Java) {
            continue;
        }
        let own = match analysis.unit {
            Unit::Joules => row.joules.map_or(0.0, |joules| joules.mean),
            Unit::CpuSeconds => row.cpu_seconds,
        };
        found.push(branch(Some(0), part_name(row.part), own));
    }
    add_up(&mut found);
    found
}

/// A number that is not an energy counts as 0, because no form can represent it. More energy than the Earth gets from the Sun
/// in a second also counts as 0, so that sums stay finite.
fn sane(number: f64) -> f64 {
    const MOST: f64 = 1.7e17;
    if (0.0..=MOST).contains(&number) {
        number
    } else {
        0.0
    }
}

fn add_up(branches: &mut [Branch<'_>]) {
    for branch in &mut *branches {
        branch.total = branch.own;
    }
    for place in (1..branches.len()).rev() {
        let total = branches[place].total;
        if let Some(parent) = branches[place].parent {
            branches[parent].total += total;
        }
    }
}

/// The indices from below the run to a branch.
pub(crate) fn path(branches: &[Branch<'_>], place: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut at = place;
    while let Some(parent) = branches[at].parent {
        path.push(at);
        at = parent;
    }
    path.reverse();
    path
}

/// The most expensive branches, at most `most` of them. Each is followed by everything below it, and the most expensive branch
/// of a caller comes first.
pub(crate) fn most_costly<'a>(branches: &[Branch<'a>], most: usize) -> Vec<Branch<'a>> {
    let mut order: Vec<usize> = (0..branches.len()).collect();
    // A caller costs at least what its callee costs and comes before it, so it is kept whenever the callee is.
    order.sort_by(|one, other| {
        let costs = branches[*other].total.total_cmp(&branches[*one].total);
        costs.then(one.cmp(other))
    });
    order.truncate(most.max(1));
    let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
    for place in order {
        if let Some(parent) = branches[place].parent {
            children.entry(parent).or_default().push(place);
        }
    }
    let mut ordered: Vec<Branch<'a>> = Vec::new();
    let mut open = vec![(0, None)];
    while let Some((place, parent)) = open.pop() {
        let at = ordered.len();
        ordered.push(Branch {
            parent,
            ..branches[place].clone()
        });
        let below = children.get(&place).into_iter().flatten().rev();
        open.extend(below.map(|&child| (child, Some(at))));
    }
    ordered
}
