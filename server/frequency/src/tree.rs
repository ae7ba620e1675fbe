//! Decision trees, as data.

use serde::{Deserialize, Serialize};

/// A node of a tree, as written in its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Node<L> {
    /// A question: is a feature at most this large?
    Split {
        /// The name of the feature.
        feature: String,
        /// The threshold.
        at_most: f32,
        /// The next node if so.
        yes: u32,
        /// The next node otherwise.
        no: u32,
    },
    /// An answer.
    Leaf(L),
}

/// Why a tree cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no node.
    #[error("the tree is empty")]
    Empty,
    /// A question about a feature that this program does not know.
    #[error("node {node} asks for the feature {feature:?}, which this version does not know")]
    UnknownFeature {
        /// The node with the question.
        node: usize,
        /// The name.
        feature: String,
    },
    /// A node that refers to an earlier node or to none.
    #[error("node {node} leads to node {to}; it has to lead to a later one of the {nodes} nodes")]
    NotForward {
        /// The node.
        node: usize,
        /// The node that it refers to.
        to: u32,
        /// The number of nodes.
        nodes: usize,
    },
}

#[derive(Debug, Clone, PartialEq)]
enum Step<L> {
    Split {
        feature: usize,
        at_most: f32,
        yes: usize,
        no: usize,
    },
    Leaf(L),
}

/// A valid tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<L> {
    steps: Vec<Step<L>>,
}

impl<L> Tree<L> {
    /// Checks a tree: every question must name one of `features`, and every path must end in an answer.
    ///
    /// # Errors
    /// [`TreeError`].
    pub fn of(nodes: Vec<Node<L>>, features: &[&str]) -> Result<Self, TreeError> {
        let count = nodes.len();
        if count == 0 {
            return Err(TreeError::Empty);
        }
        let mut steps = Vec::with_capacity(count);
        for (at, node) in nodes.into_iter().enumerate() {
            let leads_to = |to: u32| {
                let next = to as usize;
                if next > at && next < count {
                    Ok(next)
                } else {
                    Err(TreeError::NotForward {
                        node: at,
                        to,
                        nodes: count,
                    })
                }
            };
            steps.push(match node {
                Node::Leaf(leaf) => Step::Leaf(leaf),
                Node::Split {
                    feature,
                    at_most,
                    yes,
                    no,
                } => {
                    let known = features.iter().position(|name| *name == feature);
                    Step::Split {
                        feature: known.ok_or(TreeError::UnknownFeature { node: at, feature })?,
                        at_most,
                        yes: leads_to(yes)?,
                        no: leads_to(no)?,
                    }
                }
            });
        }
        Ok(Self { steps })
    }

    /// The answer for these features. A missing feature counts as 0.
    pub fn leaf(&self, features: &[f32]) -> &L {
        let mut at = 0;
        loop {
            match &self.steps[at] {
                Step::Leaf(leaf) => return leaf,
                Step::Split {
                    feature,
                    at_most,
                    yes,
                    no,
                } => {
                    let value = features.get(*feature).copied().unwrap_or(0.0);
                    at = if value <= *at_most { *yes } else { *no };
                }
            }
        }
    }

    /// All answers.
    pub fn leaves(&self) -> impl Iterator<Item = &L> {
        self.steps.iter().filter_map(|step| match step {
            Step::Leaf(leaf) => Some(leaf),
            Step::Split { .. } => None,
        })
    }
}
