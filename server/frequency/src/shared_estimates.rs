//! What two states of a method share: the same branch goes each way equally often in both, and loops over the same value repeat
//! equally often.

use crate::code::CodeView;
use crate::condition::{Condition, question};
use crate::count::Facts;
use crate::matched::matched;
use crate::trips::{LoopKind, deciding, exits, kind, loop_header};
use bytecode::Comparison;
use rustc_hash::{FxHashMap, FxHashSet};

/// How often a loop repeats.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeats {
    pub(crate) trips: f64,
    /// Whether this follows from the code, or from a value.
    pub(crate) is_known: bool,
    pub(crate) is_measured: bool,
}

/// The shared decisions of one of two states.
#[derive(Debug, Default)]
pub(crate) struct Decided {
    /// The probabilities of the edges of blocks, taken from the other state.
    pub(crate) edges: Vec<(u32, Vec<f64>)>,
    /// How often loops repeat, by region, if control leaves them at the same places in both states.
    pub(crate) repeats: FxHashMap<u32, Repeats>,
    /// The regions of loops, with blocks from which only this state leaves them.
    pub(crate) own_exits: FxHashSet<(u32, u32)>,
    /// The blocks with a branch or switch that the other state does not have.
    pub(crate) own_branches: Vec<u32>,
    /// The loops, by region, that the other state does not have.
    pub(crate) own_loops: FxHashSet<u32>,
}

/// A branch or switch at the end of a block.
struct Decision {
    block: u32,
    asks: Asks,
    region: u32,
    opcodes: Vec<u8>,
}

/// A branch or switch of both states, by the blocks that end with it.
struct SameDecision {
    blocks: [u32; 2],
    /// Whether one tests the opposite of the other.
    is_opposite: bool,
}

impl SameDecision {
    /// The tests of two states that leave a loop.
    fn to_leave(states: [(&CodeView<'_>, &Facts); 2], pair: [&Loop; 2], blocks: [u32; 2]) -> Self {
        let leaving = [0, 1].map(|state| {
            let view = states[state].0;
            let edges = view.flow.successors(blocks[state] as usize).iter();
            let mut normal = edges.filter(|edge| !edge.is_exceptional());
            normal.position(|edge| !view.tree.contains(pair[state].region, edge.block() as u32))
        });
        Self {
            blocks,
            is_opposite: leaving[0] != leaving[1],
        }
    }
}

#[derive(PartialEq)]
enum Asks {
    Branch(Condition),
    Switch(String),
}

/// A loop with one header.
struct Loop {
    region: u32,
    depth: u32,
    /// The test that decides whether it repeats.
    test: Option<(u32, Condition)>,
    kind: LoopKind,
    /// The values that bound it.
    over: Option<String>,
    exits: Vec<u32>,
}

/// The probabilities of the edges of one state's blocks, and whether a run counted them.
type Edges<'e> = (&'e [Vec<f64>], bool);

/// The shared decisions of both states, the base first. `alone` has the loop counts of each state by itself.
pub(crate) fn decided_alike(
    states: [(&CodeView<'_>, &Facts); 2],
    edges: [Edges<'_>; 2],
    alone: &[Vec<Repeats>; 2],
) -> [Decided; 2] {
    let loops = states.map(|(view, facts)| loops(view, facts));
    let decisions = states.map(|(view, _)| decisions(view));
    let same_loops = matched(&loops[0], &loops[1], likeness_of_loops);
    let in_same_loop: FxHashSet<(u32, u32)> = same_loops
        .iter()
        .map(|(one, two)| (loops[0][*one].region, loops[1][*two].region))
        .chain([(0, 0)])
        .collect();
    let same_decisions = matched(&decisions[0], &decisions[1], |one, two| {
        let likeness = u32::from(one.asks.is_of(&two.asks));
        let is_around = in_same_loop.contains(&(one.region, two.region));
        likeness * (4 + 2 * u32::from(is_around) + u32::from(one.opcodes == two.opcodes))
    });
    let mut same: Vec<SameDecision> = same_decisions
        .iter()
        .map(|(one, two)| {
            let (one, two) = (&decisions[0][*one], &decisions[1][*two]);
            SameDecision {
                blocks: [one.block, two.block],
                is_opposite: one.asks != two.asks,
            }
        })
        .collect();
    let exits: Vec<Exits> = same_loops
        .iter()
        .map(|(one, two)| Exits::of(states, [&loops[0][*one], &loops[1][*two]], &mut same))
        .collect();
    let mut decided = [Decided::default(), Decided::default()];
    let from = usize::from(!edges[0].1 && edges[1].1);
    // A changed condition may go another way, but on average it goes as before.
    let otherwise = asked_otherwise(&decisions, &same, &in_same_loop, &exits);
    for decision in same.iter().chain(&otherwise) {
        if let Some(shared) = carried(states, edges, decision, from) {
            let to = 1 - from;
            decided[to].edges.push((decision.blocks[to], shared));
        }
    }
    for (state, decided) in decided.iter_mut().enumerate() {
        let matched: FxHashSet<u32> = same.iter().map(|one| one.blocks[state]).collect();
        let blocks = decisions[state].iter().map(|decision| decision.block);
        decided.own_branches = blocks.filter(|block| !matched.contains(block)).collect();
        let shared = same_loops.iter().map(|(one, two)| [*one, *two][state]);
        let shared: FxHashSet<u32> = shared.map(|place| loops[state][place].region).collect();
        let regions = 1..states[state].0.tree.regions.len() as u32;
        decided.own_loops = regions.filter(|region| !shared.contains(region)).collect();
    }
    for ((one, two), Exits(own)) in same_loops.into_iter().zip(exits) {
        let pair = [&loops[0][one], &loops[1][two]];
        let of = [0, 1].map(|state| alone[state][pair[state].region as usize]);
        for (state, own) in own.iter().enumerate() {
            let region = pair[state].region;
            decided[state]
                .own_exits
                .extend(own.iter().map(|block| (region, *block)));
        }
        let repeats = match [own[0].is_empty(), own[1].is_empty()] {
            [true, true] => match [of[0].is_known, of[1].is_known] {
                [true, true] => continue,
                [false, true] => of[1],
                [false, false] if of[1].is_measured && !of[0].is_measured => of[1],
                _ => of[0],
            },
            // The state with fewer exits shows how often the loop repeats without the others.
            [false, true] => of[1],
            [false, false] if of[1].trips > of[0].trips => of[1],
            [true | false, false] => of[0],
        };
        for (state, decided) in decided.iter_mut().enumerate() {
            decided.repeats.insert(pair[state].region, repeats);
        }
    }
    decided
}

/// The remaining branches and switches with changed conditions, in loops of both states and in the methods themselves. If both
/// states have equally many, they are matched in the order of the code, except for those that compare in another way.
fn asked_otherwise(
    decisions: &[Vec<Decision>; 2],
    same: &[SameDecision],
    in_same_loop: &FxHashSet<(u32, u32)>,
    exits: &[Exits],
) -> Vec<SameDecision> {
    let left = |state: usize, region: u32| -> Vec<&Decision> {
        let known: FxHashSet<u32> = (same.iter().map(|one| one.blocks[state]))
            .chain(
                exits
                    .iter()
                    .flat_map(|Exits(own)| own[state].iter().copied()),
            )
            .collect();
        let here = decisions[state].iter().filter(|one| one.region == region);
        here.filter(|one| !known.contains(&one.block)).collect()
    };
    let mut regions: Vec<&(u32, u32)> = in_same_loop.iter().collect();
    regions.sort_unstable();
    let pairs = regions.into_iter().flat_map(|(one, two)| {
        let (before, after) = (left(0, *one), left(1, *two));
        let is_as_many = before.len() == after.len();
        before.into_iter().zip(after).filter(move |_| is_as_many)
    });
    pairs
        .filter(|(one, two)| one.asks.compares_as(&two.asks))
        .map(|(one, two)| SameDecision {
            blocks: [one.block, two.block],
            is_opposite: false,
        })
        .collect()
}

/// The probabilities of the edges of a block of one state, taken from the matching block of the other.
fn carried(
    states: [(&CodeView<'_>, &Facts); 2],
    edges: [Edges<'_>; 2],
    decision: &SameDecision,
    from: usize,
) -> Option<Vec<f64>> {
    let to = 1 - from;
    let normal = |state: usize| {
        let (view, block) = (states[state].0, decision.blocks[state] as usize);
        let edges = edges[state].0.get(block)?.iter();
        let all = edges.zip(view.flow.successors(block));
        Some(all.map(|(probability, edge)| (*probability, !edge.is_exceptional())))
    };
    let mut shares: Vec<f64> = normal(from)?
        .filter_map(|(share, is_normal)| is_normal.then_some(share))
        .collect();
    let all: f64 = shares.iter().sum();
    let goes_on: f64 = normal(to)?
        .filter_map(|(share, is_normal)| is_normal.then_some(share))
        .sum();
    if all <= 0.0 {
        return None;
    }
    if decision.is_opposite {
        shares.reverse();
    }
    let mut shares = shares.into_iter();
    let carried: Option<Vec<f64>> = normal(to)?
        .map(|(known, is_normal)| {
            if is_normal {
                Some(shares.next()? / all * goes_on)
            } else {
                Some(known)
            }
        })
        .collect();
    carried.filter(|_| shares.next().is_none())
}

/// For each of two states of a loop, the blocks from which only that state leaves it.
struct Exits([Vec<u32>; 2]);

impl Exits {
    /// Exits with changed conditions become the same decision.
    fn of(
        states: [(&CodeView<'_>, &Facts); 2],
        pair: [&Loop; 2],
        same: &mut Vec<SameDecision>,
    ) -> Self {
        let tests = pair.map(|one| one.test.as_ref().map(|(block, _)| *block));
        let is_known = |same: &[SameDecision], state: usize, block: u32| {
            same.iter().any(|decision| decision.blocks[state] == block)
        };
        if let [Some(one), Some(two)] = tests
            && !is_known(same, 0, one)
            && !is_known(same, 1, two)
        {
            same.push(SameDecision::to_leave(states, pair, [one, two]));
        }
        let is_common = |same: &[SameDecision], state: usize, block: u32| {
            let is_test = tests[1 - state].is_some() && tests[state] == Some(block);
            let mut same = same.iter();
            is_test
                || same.any(|decision| {
                    let other = decision.blocks[1 - state];
                    decision.blocks[state] == block && pair[1 - state].exits.contains(&other)
                })
        };
        let own = [0, 1].map(|state| {
            let exits = pair[state].exits.iter().copied();
            let own = exits.filter(|block| !is_common(same, state, *block));
            own.collect::<Vec<u32>>()
        });
        let are_new = |state: usize| !own[state].iter().any(|block| is_known(same, state, *block));
        // Equally many new exits with other conditions are the same exits with changed conditions.
        if own[0].len() == own[1].len() && are_new(0) && are_new(1) {
            let pairs = own[0].iter().zip(&own[1]);
            let pairs = pairs.map(|(one, two)| SameDecision::to_leave(states, pair, [*one, *two]));
            same.extend(pairs);
            return Self([Vec::new(), Vec::new()]);
        }
        Self(own)
    }
}

fn decisions(view: &CodeView<'_>) -> Vec<Decision> {
    let blocks = 0..view.flow.len() as u32;
    let found = blocks.filter_map(|block| {
        let asks = match Condition::of(view, block) {
            Some(condition) => Asks::Branch(condition.anywhere()),
            None => Asks::Switch(question(view, block)?),
        };
        let instructions = view.instructions(block).iter();
        Some(Decision {
            block,
            asks,
            region: view.tree.innermost(block)?,
            opcodes: instructions.map(|instruction| instruction.opcode).collect(),
        })
    });
    found.collect()
}

impl Asks {
    /// Whether both compare in the same way, whatever the values.
    fn compares_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Branch(one), Self::Branch(two)) => is_same_relation(one.relation, two.relation),
            (Self::Switch(_), Self::Switch(_)) => true,
            _ => false,
        }
    }

    /// Whether this is the same condition, or its opposite.
    fn is_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Branch(one), Self::Branch(two)) => is_same_question(one, two),
            (one, two) => one == two,
        }
    }
}

fn is_same_relation(one: Comparison, two: Comparison) -> bool {
    use Comparison::{Ge, Gt, Le, Lt};
    one == two || matches!((one, two), (Lt | Le, Lt | Le) | (Gt | Ge, Gt | Ge))
}

fn is_same_question(one: &Condition, two: &Condition) -> bool {
    let negated = Condition {
        relation: two.relation.negated(),
        ..two.clone()
    };
    one == two || *one == negated
}

fn loops(view: &CodeView<'_>, facts: &Facts) -> Vec<Loop> {
    let mut found: Vec<(u32, Loop)> = Vec::new();
    for region in 1..view.tree.regions.len() as u32 {
        let Some(header) = loop_header(view, region) else {
            continue;
        };
        let exits = exits(view, region);
        let test = deciding(view, region, &exits);
        let kind = match &test {
            Some((_, condition)) => kind(view, region, condition),
            None => LoopKind::Nothing,
        };
        let first = view.flow.instructions(header as usize).start as u32;
        let over = facts.over.iter().find(|(known, _)| *known == first);
        let of = Loop {
            region,
            depth: view.depth(header),
            test: test.map(|(block, condition)| (block, condition.anywhere())),
            kind,
            over: over.map(|(_, values)| values.clone()),
            exits,
        };
        found.push((header, of));
    }
    found.sort_by_key(|(header, _)| *header);
    found.into_iter().map(|(_, of)| of).collect()
}

/// The similarity of two loops; 0 if they repeat over different values.
fn likeness_of_loops(one: &Loop, two: &Loop) -> u32 {
    let likeness = match (&one.over, &two.over) {
        (Some(before), Some(after)) if before == after => 8,
        (Some(_), Some(_)) => return 0,
        _ => {
            let is_same = matches!((&one.test, &two.test), (Some((_, before)), Some((_, after)))
                if is_same_question(before, after));
            match (is_same, one.kind == two.kind) {
                (true, _) => 4,
                (false, true) => 2,
                (false, false) => return 0,
            }
        }
    };
    likeness + u32::from(one.depth == two.depth)
}
