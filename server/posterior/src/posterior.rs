//! A fitted posterior and its origin.

use std::collections::HashMap;
use std::fmt;

use crate::covariance::Covariance;
use crate::document::{
    ANY, Document, Feature, Hardware, MeasuredJdk, Mode, ModelProvenance, Sigma, Structure,
};
use crate::error::ModelError;
use crate::features::{FeatureId, Features};
use crate::joules::Joules;
use crate::record::FitRecord;
use crate::{check, check_covariance};

/// The measured device that a prediction is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Device {
    /// One of the measured devices, with equal probability; not a further device.
    #[default]
    Any,
    /// The device at this index of [`Posterior::devices`].
    Named(usize),
}

/// A linear model of energy over named features, fitted to measurements.
///
/// A feature identifier or a device of another posterior never causes a panic. A value that does not exist is NaN, and prints as
/// such.
#[derive(Clone)]
pub struct Posterior {
    document: Document,
    pub(crate) covariance: Covariance,
    pub(crate) means: Vec<f64>,
    /// The features of the devices, in the order of their names.
    pub(crate) device_features: Vec<usize>,
    device_names: Vec<String>,
    device_mean: f64,
    ids: HashMap<String, FeatureId>,
    digest: String,
}

impl fmt::Debug for Posterior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The features and their covariance would fill pages; the digest identifies them.
        f.debug_struct("Posterior")
            .field("name", &self.document.name)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

impl Posterior {
    /// Reads a posterior in the format `jouled.posterior/1`.
    ///
    /// # Errors
    /// If the text is not JSON of this format, or its values contradict each other. The error names the place and what to do.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let document = check::read(text)?;
        let covariance = check_covariance::covariance(&document)?;
        let means: Vec<f64> = document
            .features
            .iter()
            .map(|feature| feature.mean.0)
            .collect();
        let (device_features, device_names): (Vec<usize>, Vec<String>) = document
            .features
            .iter()
            .enumerate()
            .filter_map(|(index, feature)| {
                check::device_name(feature).map(|name| (index, name.to_owned()))
            })
            .unzip();
        let device_mean = device_features
            .iter()
            .map(|&index| means[index])
            .sum::<f64>()
            / device_features.len() as f64;
        let ids = document
            .features
            .iter()
            .zip(0..)
            .map(|(feature, id)| (feature.name.clone(), FeatureId(id)))
            .collect();
        let digest = check::digest(&document)?;
        Ok(Self {
            document,
            covariance,
            means,
            device_features,
            device_names,
            device_mean,
            ids,
            digest,
        })
    }

    /// The included posterior: Raspberry Pi 5, interpreter, from the published table.
    ///
    /// # Panics
    /// Never: the text is part of the program, and a test reads it.
    pub fn default_model() -> Self {
        #[expect(
            clippy::expect_used,
            reason = "the text is part of the program, and a test reads it"
        )]
        Self::from_json(include_str!("../../../model-data/raspberry-pi-5.json"))
            .expect("the compiled-in model is valid")
    }

    /// The contents of the file.
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.document.name
    }

    /// What the features mean.
    pub fn structure(&self) -> Structure {
        self.document.structure
    }

    /// How the JVM ran.
    pub fn mode(&self) -> Mode {
        self.document.mode
    }

    /// The measured Java runtime.
    pub fn jdk(&self) -> &MeasuredJdk {
        &self.document.jdk
    }

    /// The measured machine.
    pub fn hardware(&self) -> &Hardware {
        &self.document.hardware
    }

    /// The origin of the numbers.
    pub fn provenance(&self) -> &ModelProvenance {
        &self.document.provenance
    }

    /// How the posterior was fitted; `None` if it is from a published table.
    pub fn fit(&self) -> Option<&FitRecord> {
        self.document.fit.as_ref()
    }

    /// The relative misfit `s` of whole programs, applied once to a displayed total.
    pub fn discrepancy(&self) -> f64 {
        self.document.discrepancy
    }

    /// The relative misfit τ of a feature: how far its cost in one program is off its mean cost over programs, separately for
    /// each feature of a program.
    pub fn feature_discrepancy(&self) -> f64 {
        self.document.feature_discrepancy
    }

    /// The residual standard deviation σ of one execution.
    pub fn sigma(&self) -> Sigma {
        self.document.sigma
    }

    /// The names of the measured devices.
    pub fn devices(&self) -> &[String] {
        &self.device_names
    }

    /// All features with their marginal distributions. The index is the [`FeatureId`].
    pub fn features(&self) -> &[Feature] {
        &self.document.features
    }

    /// A feature, unless the identifier belongs to another posterior.
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        self.document.features.get(id.index())
    }

    /// The identifier of a feature by its name.
    pub fn feature_id(&self, name: &str) -> Option<FeatureId> {
        self.ids.get(name).copied()
    }

    /// The BLAKE3 hash, in hexadecimal digits, of the file's contents, whatever its layout.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The device with this name; `any` stands for the mixture of all.
    ///
    /// # Errors
    /// [`ModelError::UnknownDevice`] with the known names.
    pub fn device(&self, name: &str) -> Result<Device, ModelError> {
        if name == ANY {
            return Ok(Device::Any);
        }
        if let Some(index) = self.device_names.iter().position(|known| known == name) {
            return Ok(Device::Named(index));
        }
        let nearest = self
            .device_names
            .iter()
            .map(String::as_str)
            .chain([ANY])
            .map(|known| (strsim::normalized_damerau_levenshtein(known, name), known))
            .filter(|(likeness, _)| *likeness >= 0.5)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| known.to_owned());
        Err(ModelError::UnknownDevice {
            model: self.document.name.clone(),
            name: name.to_owned(),
            known: self.device_names.clone(),
            nearest,
        })
    }

    /// The name of a device, as for [`Posterior::device`].
    pub fn device_name(&self, device: Device) -> Option<&str> {
        match device {
            Device::Any => Some(ANY),
            Device::Named(index) => self.device_names.get(index).map(String::as_str),
        }
    }

    /// E\[θ\] of a feature in joules; NaN if the identifier belongs to another posterior.
    pub fn feature_mean(&self, id: FeatureId) -> f64 {
        self.means.get(id.index()).copied().unwrap_or(f64::NAN)
    }

    /// E\[δ\] of a device in joules; for `Any`, the mean over the devices.
    pub fn device_mean(&self, device: Device) -> f64 {
        match device {
            Device::Any => self.device_mean,
            Device::Named(index) => self
                .device_features
                .get(index)
                .and_then(|&feature| self.means.get(feature))
                .copied()
                .unwrap_or(f64::NAN),
        }
    }

    /// The largest standard deviation of a log-normal feature among these, as a share of its mean; 0 if there are none.
    pub fn log_normal_spread(&self, features: &Features) -> f64 {
        features
            .iter()
            .map(|(id, _)| self.covariance.log_normal_spread(id.index()))
            .fold(0.0, f64::max)
    }

    /// `E[(cᵀθ − E[cᵀθ])³]` in cubic joules, by which the energy of these features is skewed; 0 without log-normal features.
    pub fn third_moment(&self, features: &Features) -> f64 {
        let counts = features.iter().map(|(id, count)| (id.index(), count));
        self.covariance.third_moment(&counts.collect::<Vec<_>>())
    }

    /// σ in joules, as a number for formulas.
    pub(crate) fn sigma_mean(&self) -> f64 {
        let Sigma {
            mean: Joules(sigma),
            ..
        } = self.document.sigma;
        sigma
    }
}
