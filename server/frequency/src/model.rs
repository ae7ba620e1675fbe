//! The model of frequencies, which is data in the program.

use crate::branch::BRANCH_FEATURES;
use crate::code::CodeView;
use crate::digest::digest;
use crate::measured::{MeasuredMethod, Measurements};
use crate::profile::{MeasuredCounts, PROFILE};
use crate::tree::{Node, Tree, TreeError};
use crate::trips::LOOP_FEATURES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The included model, as JSON of the format `jouled.frequencies/1`.
pub const FREQUENCIES: &str = include_str!("../../../model-data/frequencies.json");

/// The version of the format.
pub const SCHEMA: &str = "jouled.frequencies/1";

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FrequencyModelError {
    /// It is not JSON of the expected form.
    #[error(
        "the model of frequencies cannot be read: {0}; compare it with model-data/frequencies.json"
    )]
    Malformed(#[from] serde_json::Error),
    /// It is of another version.
    #[error("the model of frequencies is of the format {0:?}; this program reads {SCHEMA:?}")]
    OtherSchema(String),
    /// A tree that cannot be followed.
    #[error("the tree {tree:?} of the model of frequencies cannot be used: {error}")]
    Tree {
        /// Its name.
        tree: &'static str,
        /// The error.
        error: TreeError,
    },
    /// A number outside of its range.
    #[error("{what} of the model of frequencies is {value}; it has to be {range}")]
    OutOfRange {
        /// Its name.
        what: &'static str,
        /// The number.
        value: f64,
        /// The allowed range.
        range: &'static str,
    },
}

/// A model as written in its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelDocument {
    /// The format.
    pub schema: String,
    /// What it was learned from, for readers.
    pub provenance: serde_json::Value,
    /// How often branches are taken.
    pub branches: Vec<Node<BranchLeaf>>,
    /// How often loops repeat.
    pub loops: Vec<Node<LoopLeaf>>,
    /// Which way switches go.
    pub switches: Switches,
    /// How often an exception that the method catches leaves a block.
    pub caught: f64,
    /// The targets of calls with several possible methods.
    pub dispatch: Dispatch,
    /// The uncertainty of typical energies.
    pub intervals: Vec<Node<IntervalLeaf>>,
}

/// The targets of calls with several possible methods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    /// A method of n instructions has the weight 1 / (n + this).
    pub offset: f64,
    /// A method with energy T has the additional weight T to the power of minus this.
    pub power: f64,
    /// The probability that the weights say nothing about a call, so that any of its targets may be the only one. For a call on a
    /// project's own type, energies change weights only with the rest of the probability.
    pub even: f64,
    /// The share of implementations in the analysed code, if its libraries also have some.
    pub own: f64,
    /// The assumed value of a size or a parameter in a given price.
    pub size: f64,
    /// Known receivers of calls, by class (with slashes) and method name, as in `java/util/List.get`, and by class alone.
    pub receivers: BTreeMap<String, Receivers>,
}

/// The receivers of calls of a class's methods.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Receivers {
    /// The share of receivers whose method is outside the class's library.
    pub own: f64,
    /// The shares of the others by class, those with the most calls first. The rest are other classes of the library.
    pub classes: Vec<(String, f64)>,
}

/// The branches in a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BranchLeaf {
    /// The probability that they are taken.
    pub taken: f64,
}

/// The loops in a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LoopLeaf {
    /// The expected number of times that control returns to the header per entry. Frequencies use this.
    pub trips: f64,
    /// The mean square of that number divided by its squared mean.
    pub square: f64,
    /// The mean cube of that number divided by its cubed mean.
    pub cube: f64,
}

/// The targets of switches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Switches {
    /// The probability of the default.
    pub default: f64,
    /// The weight of a target that ends in an exception; that of any other is 1.
    pub throws: f64,
}

/// The features that determine the uncertainty of a typical energy: its shares in loops of unknown count, in branches, in calls
/// of one of several methods, in methods that call each other, in code counted by other programs; the standard deviation if all of
/// these were independent; and its share that not every call executes.
pub const INTERVAL_FEATURES: &[&str] = &[
    "loops",
    "branches",
    "dispatch",
    "recursion",
    "measured",
    "scatter",
    "unsure",
];

/// Shares of an energy, in the order of [`INTERVAL_FEATURES`].
pub type IntervalShares = [f64; 7];

/// How far the true value may be from a typical energy, for methods with similar uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct IntervalLeaf {
    /// The factor at the 5th percentile.
    pub low: f64,
    /// The factor at the 95th percentile.
    pub high: f64,
}

/// A model that is ready for use.
#[derive(Debug, Clone)]
pub struct Model {
    pub(crate) branches: Tree<BranchLeaf>,
    pub(crate) loops: Tree<LoopLeaf>,
    pub(crate) switches: Switches,
    pub(crate) caught: f64,
    dispatch: Dispatch,
    intervals: Tree<IntervalLeaf>,
    /// The counts of a run of the user.
    counts: Option<Arc<dyn Measurements>>,
    /// The counts of other programs' runs.
    profile: Option<Arc<dyn Measurements>>,
    digest: u64,
}

static IN_USE: OnceLock<Model> = OnceLock::new();

impl Model {
    /// The included model, or the one that [`Model::install`] replaced it with.
    ///
    /// # Panics
    /// If the included model is invalid, which a test rules out.
    pub fn built_in() -> &'static Self {
        IN_USE.get_or_init(Self::as_it_comes)
    }

    /// The included model.
    ///
    /// # Panics
    /// If the included model is invalid, which a test rules out.
    pub fn as_it_comes() -> Self {
        #[expect(
            clippy::expect_used,
            reason = "a test reads the files that are compiled in"
        )]
        let (model, profile) = (
            Self::parse(FREQUENCIES).expect("the model that comes with the program"),
            MeasuredCounts::parse(PROFILE).expect("the profile that comes with the program"),
        );
        model.with_profile(Arc::new(profile))
    }

    /// Replaces the included model for the whole process, because a model is tested on programs that it was not learned from.
    /// False if one is already in use.
    pub fn install(self) -> bool {
        IN_USE.set(self).is_ok()
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`FrequencyModelError`] if it is invalid; it says what is wrong.
    pub fn parse(json: &str) -> Result<Self, FrequencyModelError> {
        let document: ModelDocument = serde_json::from_str(json)?;
        if document.schema != SCHEMA {
            return Err(FrequencyModelError::OtherSchema(document.schema));
        }
        let of_tree = |tree| move |error| FrequencyModelError::Tree { tree, error };
        let branches = Tree::of(document.branches, BRANCH_FEATURES).map_err(of_tree("branches"))?;
        let loops = Tree::of(document.loops, LOOP_FEATURES).map_err(of_tree("loops"))?;
        for leaf in branches.leaves() {
            probability("a branch's probability", leaf.taken)?;
        }
        for leaf in loops.leaves() {
            positive("a loop's count", leaf.trips)?;
            positive("the square of a loop's count", leaf.square)?;
            positive("the cube of a loop's count", leaf.cube)?;
        }
        probability(
            "the probability of a switch's default",
            document.switches.default,
        )?;
        probability(
            "the weight of a switch's way to an exception",
            document.switches.throws,
        )?;
        probability("the share of caught exceptions", document.caught)?;
        positive("the offset of weights by length", document.dispatch.offset)?;
        probability("the power of energies in weights", document.dispatch.power)?;
        probability("the share of even weights", document.dispatch.even)?;
        probability("the share of own implementations", document.dispatch.own)?;
        positive("the size of what is not known", document.dispatch.size)?;
        for receivers in document.dispatch.receivers.values() {
            probability("the share of own receivers", receivers.own)?;
            for (_, share) in &receivers.classes {
                probability("the share of a receiver", *share)?;
            }
        }
        let intervals = Tree::of(document.intervals, INTERVAL_FEATURES);
        let intervals = intervals.map_err(of_tree("intervals"))?;
        for leaf in intervals.leaves() {
            probability("the lower factor of an interval", leaf.low)?;
            at_least_one("the upper factor of an interval", leaf.high)?;
        }
        Ok(Self {
            branches,
            loops,
            switches: document.switches,
            caught: document.caught,
            dispatch: document.dispatch,
            intervals,
            counts: None,
            profile: None,
            digest: digest(json),
        })
    }

    /// The model with counts of methods from other programs' runs.
    #[must_use]
    pub fn with_profile(mut self, profile: Arc<dyn Measurements>) -> Self {
        self.profile = Some(profile);
        self
    }

    /// The model with counts from a run of the user, which take precedence over everything else.
    #[must_use]
    pub fn with_counts(mut self, counts: Arc<dyn Measurements>) -> Self {
        self.counts = Some(counts);
        self
    }

    /// The counts of a method, and whether they are from a run of the user.
    pub fn measured(&self, view: &CodeView<'_>) -> Option<(bool, MeasuredMethod)> {
        let of = |source: &Option<Arc<dyn Measurements>>| source.as_ref()?.of(view);
        let counted = of(&self.counts).map(|method| (true, method));
        counted.or_else(|| of(&self.profile).map(|method| (false, method)))
    }

    /// A digest of the model.
    pub fn digest(&self) -> u64 {
        let sources = [&self.counts, &self.profile];
        let digests = sources.map(|source| source.as_ref().map_or(0, |source| source.digest()));
        digests
            .iter()
            .fold(self.digest, |all, one| all.rotate_left(21) ^ one)
    }

    /// The probability that a branch with these features is taken.
    pub fn taken(&self, features: &[f32]) -> f64 {
        self.branches.leaf(features).taken
    }

    /// How often loops with these features repeat.
    pub fn trips(&self, features: &[f32]) -> f64 {
        self.loops.leaf(features).trips
    }

    /// How often an exception that the method catches leaves a block.
    pub const fn caught(&self) -> f64 {
        self.caught
    }

    /// The receivers of calls that name this class and method.
    pub fn receivers(&self, class: &str, method: &str) -> Option<&Receivers> {
        let receivers = &self.dispatch.receivers;
        let of_method = receivers.get(&format!("{class}.{method}"));
        of_method.or_else(|| receivers.get(class))
    }

    /// A possible target with n instructions has the weight 1 / (n + this).
    pub const fn dispatch_offset(&self) -> f64 {
        self.dispatch.offset
    }

    /// A possible target with energy T has the additional weight T to the power of minus this.
    pub const fn dispatch_power(&self) -> f64 {
        self.dispatch.power
    }

    /// The probability that the weights of targets say nothing about a call, so that any of them may be the only one.
    pub const fn dispatch_even(&self) -> f64 {
        self.dispatch.even
    }

    /// The share of implementations in the analysed code, if its libraries also have some.
    pub const fn own_share(&self) -> f64 {
        self.dispatch.own
    }

    /// The assumed value of a size or a parameter in a given price.
    pub const fn size(&self) -> f64 {
        self.dispatch.size
    }

    /// The factors at the 5th and the 95th percentile between the true value and an energy with these shares, in the order of
    /// [`INTERVAL_FEATURES`]. `between_targets` are those for not knowing which of several methods runs.
    pub fn interval(&self, shares: IntervalShares, between_targets: [f64; 2]) -> (f64, f64) {
        let features = shares.map(|share| share as f32);
        let leaf = self.intervals.leaf(&features);
        leaf.around(&shares, between_targets)
    }
}

impl IntervalLeaf {
    /// The factors of the interval of an energy with these shares. It is at least as wide as not knowing which of several methods
    /// runs makes it, but what every call executes is sure.
    pub fn around(&self, shares: &IntervalShares, [low, high]: [f64; 2]) -> (f64, f64) {
        let [.., unsure] = shares;
        let low = low.max(1.0 - unsure).max(1.0 / MAX_FACTOR);
        let high = if high.is_nan() { MAX_FACTOR } else { high };
        (self.low.min(low), self.high.max(high).min(MAX_FACTOR))
    }
}

/// The maximum factor at an end of an interval.
const MAX_FACTOR: f64 = 1e9;

fn probability(what: &'static str, value: f64) -> Result<(), FrequencyModelError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(FrequencyModelError::OutOfRange {
        what,
        value,
        range: "from 0 to 1",
    })
}

fn positive(what: &'static str, value: f64) -> Result<(), FrequencyModelError> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(FrequencyModelError::OutOfRange {
        what,
        value,
        range: "0 or more",
    })
}

fn at_least_one(what: &'static str, value: f64) -> Result<(), FrequencyModelError> {
    if value.is_finite() && value >= 1.0 {
        return Ok(());
    }
    Err(FrequencyModelError::OutOfRange {
        what,
        value,
        range: "1 or more",
    })
}
