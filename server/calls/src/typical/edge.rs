//! What one method executes by itself and whom it calls: an equation, with an edge for each call.

use super::Typical;
use super::UncertainParts;
use super::compared::Sureness;
use super::dispatch::Key;
use super::own_branches::{CallByWay, OwnBranches};
use super::product::Product;
use super::receiver::Receiver;
use super::row::Linear;
use cost::Root;
use pricing::Tally;
use std::sync::Arc;

/// Who runs.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Callee {
    /// A method of the unit, or a call that several may answer, by the number of the node.
    Node(u32),
    /// It is known.
    Known(Arc<Typical>),
    /// The receiver decides.
    Dispatched(Key),
    /// Nobody knows its energy.
    Unpriced(Arc<str>),
}

/// What an object that is passed brings along.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Object {
    /// It is what the caller got itself.
    PassedOn(Root),
    /// A lambda: the name of its method, and the body, which has so many arguments.
    Lambda {
        method: Arc<str>,
        body: Callee,
        arguments: i32,
    },
    /// An object of this very class.
    Class(Arc<str>),
    /// The receiver of the call that this one may answer.
    Receiver,
}

/// A call in the equation of a method.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Edge {
    pub(super) count: f64,
    pub(super) sureness: Sureness,
    pub(super) by_way: CallByWay,
    /// The part of the count which follows values that a caller knows.
    pub(super) powers: Vec<(Product, f64)>,
    /// The arguments that follow from numbers and parameters.
    pub(super) values: Vec<(Root, Linear)>,
    pub(super) callee: Callee,
    /// For a call that its receiver decides, where the method got it from.
    pub(super) receiver: Option<(Root, Key)>,
    pub(super) objects: Vec<(Root, Object)>,
    /// Whose objects answer, of a call that several methods may answer.
    pub(super) receivers: Vec<Receiver>,
}

/// Own parts and edges of a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Equation {
    pub(super) own: Tally,
    pub(super) terms: Vec<(Product, Tally)>,
    /// `class.name(descriptor)`, where terms of callees are to be known.
    pub(super) name: String,
    pub(super) parameters: Vec<(Root, String)>,
    pub(super) behind: UncertainParts,
    /// The parts of that which only this one of two states decides; `None` where there is one state.
    pub(super) apart: Option<UncertainParts>,
    pub(super) own_branches: OwnBranches,
    pub(super) throws: f64,
    pub(super) instructions: u32,
    pub(super) edges: Vec<Edge>,
    /// True for a call that several methods may answer.
    pub(super) is_choice: bool,
    /// True where a run that the user names counted the method.
    pub(super) is_counted: bool,
}
