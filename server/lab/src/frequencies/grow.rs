//! Grows decision trees on weighted examples.

use frequency::Node;

/// At most this many thresholds of a feature are tried.
const MAX_THRESHOLDS: usize = 24;

/// Examples, each with features, a weight and a target.
#[derive(Debug, Default)]
pub(super) struct Examples {
    pub(super) features: Vec<Vec<f32>>,
    pub(super) weights: Vec<f64>,
    pub(super) targets: Vec<f64>,
}

/// How far the targets of the examples in a leaf are from what the leaf says.
pub(super) trait Loss {
    /// What the examples add up to.
    type Sums: Clone;

    fn nothing(&self) -> Self::Sums;
    fn add(&self, sums: &mut Self::Sums, weight: f64, target: f64);
    fn join(&self, sums: &mut Self::Sums, other: &Self::Sums);
    fn without(&self, sums: &Self::Sums, other: &Self::Sums) -> Self::Sums;
    /// The loss of a leaf with these examples.
    fn of(&self, sums: &Self::Sums) -> f64;
}

/// The loss of leaves that say the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeanLoss {
    /// Targets are probabilities; the loss is their weighted cross entropy.
    Log,
    /// The weighted squared distance from the mean.
    Square,
}

/// The sums of weights, of weighted targets and of weighted squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    weight: f64,
    first: f64,
    second: f64,
}

impl Loss for MeanLoss {
    type Sums = Sums;

    fn nothing(&self) -> Sums {
        Sums::default()
    }

    fn add(&self, sums: &mut Sums, weight: f64, target: f64) {
        sums.weight += weight;
        sums.first += weight * target;
        sums.second += weight * target * target;
    }

    fn join(&self, sums: &mut Sums, other: &Sums) {
        sums.weight += other.weight;
        sums.first += other.first;
        sums.second += other.second;
    }

    fn without(&self, sums: &Sums, other: &Sums) -> Sums {
        Sums {
            weight: sums.weight - other.weight,
            first: sums.first - other.first,
            second: sums.second - other.second,
        }
    }

    fn of(&self, sums: &Sums) -> f64 {
        if sums.weight <= 0.0 {
            return 0.0;
        }
        let mean = sums.first / sums.weight;
        match self {
            Self::Square => sums.second - sums.first * mean,
            Self::Log => sums.weight * entropy(mean),
        }
    }
}

/// The entropy of a biased coin in bits.
fn entropy(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    part(p) + part(1.0 - p)
}

struct Split {
    gain: f64,
    feature: usize,
    threshold: usize,
}

struct Grower<'e, L> {
    examples: &'e Examples,
    loss: L,
    least: usize,
    /// For each feature its thresholds, and for each example how many of them its value exceeds.
    thresholds: Vec<Vec<f32>>,
    bins: Vec<Vec<u8>>,
}

/// Grows a tree: the question that reduces the loss most comes first. Every leaf has at least `least` examples. `leaf`
/// computes its answer from the indices of its examples.
pub(super) fn grow<A>(
    examples: &Examples,
    names: &[&str],
    loss: impl Loss,
    most_leaves: usize,
    least: usize,
    leaf: impl Fn(&[u32]) -> A,
) -> Vec<Node<A>> {
    let grower = Grower::new(examples, names.len(), loss, least);
    let all: Vec<u32> = (0..examples.weights.len() as u32).collect();
    let mut nodes: Vec<Option<(usize, f32, u32, u32)>> = vec![None];
    let mut open: Vec<(usize, Vec<u32>, Option<Split>)> = Vec::new();
    let split = grower.best(&all);
    open.push((0, all, split));
    while open.len() < most_leaves {
        let gain = |at: usize| open[at].2.as_ref().map_or(0.0, |split| split.gain);
        let Some(best) = (0..open.len()).max_by(|one, two| gain(*one).total_cmp(&gain(*two)))
        else {
            break;
        };
        if gain(best) <= 1e-9 {
            break;
        }
        let (node, members, split) = open.swap_remove(best);
        let Some(split) = split else { break };
        let bins = &grower.bins[split.feature];
        let is_yes = |member: &u32| usize::from(bins[*member as usize]) <= split.threshold;
        let (yes, no): (Vec<u32>, Vec<u32>) = members.into_iter().partition(is_yes);
        let next = nodes.len() as u32;
        let at_most = grower.thresholds[split.feature][split.threshold];
        nodes[node] = Some((split.feature, at_most, next, next + 1));
        for (number, members) in [(next, yes), (next + 1, no)] {
            nodes.push(None);
            let split = grower.best(&members);
            open.push((number as usize, members, split));
        }
    }
    let finished = nodes.into_iter().enumerate();
    let finish = |(at, node): (usize, Option<(usize, f32, u32, u32)>)| {
        if let Some((feature, at_most, yes, no)) = node {
            return Node::Split {
                feature: names[feature].to_owned(),
                at_most,
                yes,
                no,
            };
        }
        let members = open.iter().find(|(number, ..)| *number == at);
        Node::Leaf(leaf(members.map_or(&[], |(_, members, _)| members)))
    };
    finished.map(finish).collect()
}

impl<'e, L: Loss> Grower<'e, L> {
    fn new(examples: &'e Examples, features: usize, loss: L, least: usize) -> Self {
        let mut thresholds = Vec::new();
        let mut bins = Vec::new();
        for feature in 0..features {
            let value = |row: &Vec<f32>| row.get(feature).copied().unwrap_or(0.0);
            let mut values: Vec<f32> = examples.features.iter().map(value).collect();
            values.sort_by(f32::total_cmp);
            let all = values.len();
            values.dedup();
            if values.len() > MAX_THRESHOLDS {
                let mut sorted: Vec<f32> = examples.features.iter().map(value).collect();
                sorted.sort_by(f32::total_cmp);
                values = (1..=MAX_THRESHOLDS)
                    .map(|part| sorted[part * (all - 1) / (MAX_THRESHOLDS + 1)])
                    .collect();
                values.dedup();
            } else {
                values.pop();
            }
            let bin = |row: &Vec<f32>| {
                let value = value(row);
                values.partition_point(|threshold| *threshold < value) as u8
            };
            bins.push(examples.features.iter().map(bin).collect());
            thresholds.push(values);
        }
        Self {
            examples,
            loss,
            least,
            thresholds,
            bins,
        }
    }

    fn best(&self, members: &[u32]) -> Option<Split> {
        let nothing = (0, self.loss.nothing());
        let add = |(count, sums): &mut (usize, L::Sums), member: u32| {
            let at = member as usize;
            let (weight, target) = (self.examples.weights[at], self.examples.targets[at]);
            *count += 1;
            self.loss.add(sums, weight, target);
        };
        let mut all = nothing.clone();
        for member in members {
            add(&mut all, *member);
        }
        let whole = self.loss.of(&all.1);
        let mut best: Option<Split> = None;
        for (feature, bins) in self.bins.iter().enumerate() {
            let mut by_bin = vec![nothing.clone(); self.thresholds[feature].len() + 1];
            for member in members {
                add(&mut by_bin[usize::from(bins[*member as usize])], *member);
            }
            by_bin.pop();
            let mut below = nothing.clone();
            for (threshold, (count, sums)) in by_bin.iter().enumerate() {
                below.0 += count;
                self.loss.join(&mut below.1, sums);
                if below.0 < self.least || all.0 - below.0 < self.least {
                    continue;
                }
                let above = self.loss.without(&all.1, &below.1);
                let gain = whole - self.loss.of(&below.1) - self.loss.of(&above);
                if best.as_ref().is_none_or(|best| gain > best.gain) {
                    best = Some(Split {
                        gain,
                        feature,
                        threshold,
                    });
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frequency::Tree;

    #[test]
    fn a_tree_finds_what_the_targets_depend_on() {
        let mut examples = Examples::default();
        for at in 0..400_u16 {
            let (first, second) = (f32::from(at % 2), f32::from(at % 50));
            examples.features.push(vec![0.0, first, second]);
            examples.weights.push(1.0 + f64::from(at % 3));
            let is_high = first > 0.5 && second > 20.0;
            examples.targets.push(if is_high { 0.9 } else { 0.2 });
        }
        for loss in [MeanLoss::Log, MeanLoss::Square] {
            let leaf = |members: &[u32]| {
                let sum: f64 = members
                    .iter()
                    .map(|at| examples.targets[*at as usize])
                    .sum();
                sum / members.len() as f64
            };
            let names = ["nothing", "first", "second"];
            let nodes = grow(&examples, &names, loss, 8, 5, leaf);
            assert_eq!(nodes.len(), 5, "{nodes:?}");
            let tree = Tree::of(nodes, &names).expect("a tree");
            assert!((tree.leaf(&[0.0, 1.0, 40.0]) - 0.9).abs() < 1e-9);
            assert!((tree.leaf(&[1.0, 1.0, 10.0]) - 0.2).abs() < 1e-9);
            assert!((tree.leaf(&[0.0, 0.0, 40.0]) - 0.2).abs() < 1e-9);
        }
    }
}
