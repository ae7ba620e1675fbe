//! The equation of a method: what it executes itself, with an edge for each call.

use super::Typical;
use super::UncertainParts;
use super::arguments::KnownValue;
use super::compared::Sureness;
use super::dispatch::Key;
use super::own_branches::CallByWay;
use super::product::Product;
use super::receiver::Receiver;
use super::row::Row;
use cost::{Place, Root};
use std::sync::Arc;

/// The callee of an edge.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Callee {
    /// The node of a method of the unit, or of a call that several methods may answer.
    Node(u32),
    /// A method whose typical energy is known.
    Known(Arc<Typical>),
    /// A call whose receiver decides the target.
    Dispatched(Key),
    /// A method of unknown energy.
    Unpriced(Arc<str>),
}

/// What is known about a passed object.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Object {
    /// An object that the caller got itself, or found in a field of such an object.
    PassedOn(Place),
    /// A lambda: the name of its method, and the body with its number of arguments.
    Lambda {
        method: Arc<str>,
        body: Callee,
        arguments: i32,
    },
    /// An object of exactly this class.
    Class(Arc<str>),
    /// The receiver of the call that this method may answer.
    Receiver,
}

/// A call in the equation of a method.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Edge {
    pub(super) count: f64,
    pub(super) sureness: Sureness,
    pub(super) by_way: CallByWay,
    /// The part of the count that is proportional to values that a caller knows.
    pub(super) powers: Vec<(Product, f64)>,
    /// What is known about the arguments, in terms of values that the caller got itself.
    pub(super) values: Vec<KnownValue>,
    pub(super) callee: Callee,
    /// For a call whose receiver decides the target: where the method got the receiver.
    pub(super) receiver: Option<(Root, Key)>,
    pub(super) objects: Vec<(Root, Object)>,
    /// For an alternative of a call that several methods may answer: its receivers.
    pub(super) receivers: Vec<Receiver>,
}

/// The own part and the edges of a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Equation {
    /// What the method executes itself. That of a choice has parameters alone.
    pub(super) row: Arc<Row>,
    /// `class.name(descriptor)`, if the terms of callees are needed.
    pub(super) name: String,
    pub(super) behind: UncertainParts,
    /// The parts of `behind` that only this one of two states decides; `None` if there is only one state.
    pub(super) apart: Option<UncertainParts>,
    pub(super) throws: f64,
    pub(super) instructions: u32,
    pub(super) edges: Vec<Edge>,
    /// Whether this is a call that several methods may answer.
    pub(super) is_choice: bool,
    /// Whether a run that the user names counted the method.
    pub(super) is_counted: bool,
}
