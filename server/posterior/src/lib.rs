//! Fitted energy posteriors, distributions, quantiles and comparisons.
//!
//! A [`Posterior`] is a linear model over named features with energies θ. A piece of program is a vector of feature counts,
//! [`Features`]; this crate does not know how Java becomes such a vector. Under a posterior, the energy of one run has the
//! distribution
//!
//! ```text
//! mean     = cᵀ E[θ]
//! variance = cᵀ Cov(θ) c + N σ² + (s · mean)² + τ² Σₖ (cₖ E[θₖ])²
//! ```
//!
//! where c holds the counts and the device level, N is the number of executed events, σ the noise of one execution, s the
//! discrepancy of whole programs, and τ that of each feature in a program except the device's. The model and its symbols follow
//! Nyholm, Mostowski and Reichenbach 2025, "Probabilistic energy profiler for statically typed JVM-based programming languages",
//! sections 3.2 and 5; the covariance and the discrepancies extend it. The same code serves the additive structure of that paper
//! and one feature per instruction.
//!
//! ```
//! use posterior::{Device, Features, Posterior};
//!
//! let model = Posterior::default_model();
//! // `f3 = f2 + f1;` on longs: one addition of two loaded operands.
//! let mut statement: Features = ["operation:addition", "data_type:long", "data_size:load"]
//!     .iter()
//!     .filter_map(|name| Some((model.feature_id(name)?, 1.0)))
//!     .collect();
//! statement.device_count = 1.0;
//! statement.n_noise = 1.0;
//! let energy = model.predict(&statement, Device::Any);
//! assert_eq!(energy.mean().to_string(), "40.2 nJ");
//! assert_eq!(energy.wcec_quantile(0.99).to_string(), "72.7 nJ");
//! ```
//!
//! The crate reads no file. A model arrives as text, which [`Posterior::from_json`] checks as hostile input. One model is
//! included, [`Posterior::default_model`].

mod check;
mod check_covariance;
mod compare;
mod covariance;
mod curve;
mod document;
mod energy;
mod error;
mod features;
mod jdk_difference;
mod joules;
mod metering;
mod normal;
mod posterior;
mod predict;
mod record;
mod sum;
mod unseen;

pub use compare::EnergyComparison;
pub use document::{
    Category, CovarianceDocument, Diagnostics, Document, Feature, Hardware, MeasuredJdk, Mode,
    ModelProvenance, SCHEMA, Sigma, Status, Structure,
};
pub use energy::{Component, Energy, Gaussian, LogNormal, Mixture};
pub use error::ModelError;
pub use features::{FeatureId, Features};
pub use jdk_difference::MeasuredDifference;
pub use joules::Joules;
pub use posterior::{Device, Posterior};
pub use record::{
    ExcludedSamples, FitRecord, FittedCampaign, FittedCell, HeldOutProgram, RecordedVerdict,
    SampledParameter, SamplerSettings, ThinnedDraws, Validated,
};
