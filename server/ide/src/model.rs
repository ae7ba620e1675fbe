//! A posterior, a mapping and a device: the basis of a number.

use cost::{MIN_JOULES, PartPrices};
use documents::ModelReport;
use posterior::{Device, Energy, Features, Joules, Posterior};
use pricing::{Mapping, Pricer, ProvenanceShares, Tally};
use std::sync::Arc;

#[derive(Debug)]
struct Inner {
    pricer: Arc<Pricer>,
    device: Device,
    info: ModelReport,
    hardware: String,
    jdk: String,
    used_jdk: Option<u32>,
}

/// A posterior, a mapping and a device. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Model(Arc<Inner>);

impl Model {
    /// Combines the three.
    pub fn new(posterior: Arc<Posterior>, mapping: Mapping, device: Device) -> Self {
        Self::priced_by(Arc::new(Pricer::new(posterior, mapping)), device, None)
    }

    fn priced_by(pricer: Arc<Pricer>, device: Device, used_jdk: Option<u32>) -> Self {
        let (posterior, mapping) = (pricer.posterior(), pricer.mapping());
        let info = ModelReport {
            name: posterior.name().to_owned(),
            device: posterior.device_name(device).unwrap_or("any").to_owned(),
            structure: posterior.structure().to_string(),
            mode: posterior.mode().to_string(),
            mapping: format!("{}/{}", mapping.name(), Mapping::VERSION),
            digest: posterior.digest().to_owned(),
            unmetered: posterior.hardware().unmetered().map(str::to_owned),
            other_jdk: used_jdk
                .and_then(|used| posterior.jdk().difference_from(used, posterior.mode())),
        };
        Self(Arc::new(Inner {
            hardware: posterior.hardware().to_string(),
            jdk: posterior.jdk().to_string(),
            used_jdk,
            pricer,
            device,
            info,
        }))
    }

    /// The same model for code that uses the JDK with this feature release.
    #[must_use]
    pub fn for_jdk(&self, used: u32) -> Self {
        Self::priced_by(Arc::clone(&self.0.pricer), self.0.device, Some(used))
    }

    /// The same model with the device and the JDK of another. Worst paths and typical energies are those of the mixture of all
    /// devices, so an analysis with one model also serves the other.
    #[must_use]
    pub fn shown_like(&self, other: &Self) -> Self {
        Self::priced_by(Arc::clone(&self.0.pricer), other.0.device, other.0.used_jdk)
    }

    /// Whether two copies are of the same model.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether an analysis with one model serves the other: they differ only in the device and the JDK that code uses.
    pub fn prices_like(&self, other: &Self) -> bool {
        let of = |model: &Self| {
            (
                model.posterior().digest().to_owned(),
                model.pricer().mapping(),
            )
        };
        Arc::ptr_eq(&self.0.pricer, &other.0.pricer) || of(self) == of(other)
    }

    pub(crate) fn shared_pricer(&self) -> Arc<Pricer> {
        Arc::clone(&self.0.pricer)
    }

    /// The description of the basis of a number.
    pub fn info(&self) -> &ModelReport {
        &self.0.info
    }

    /// The measured hardware.
    pub fn hardware(&self) -> &str {
        &self.0.hardware
    }

    /// The measured JDK.
    pub fn jdk(&self) -> &str {
        &self.0.jdk
    }

    /// What readers of the numbers must know.
    pub fn caveats(&self) -> &[String] {
        &self.posterior().provenance().caveats
    }

    /// What turns the instructions of a method into executions of the model's patterns.
    pub fn pricer(&self) -> &Pricer {
        &self.0.pricer
    }

    /// The posterior.
    pub fn posterior(&self) -> &Posterior {
        self.0.pricer.posterior()
    }

    /// The displayed device.
    pub fn device(&self) -> Device {
        self.0.device
    }

    /// The feature counts of a tally.
    pub fn features(&self, tally: &Tally) -> Features {
        self.0.pricer.features(tally)
    }

    /// The distribution of the energy of one run.
    pub fn predict(&self, tally: &Tally) -> Energy {
        self.posterior()
            .predict(&self.features(tally), self.0.device)
    }

    /// The mean energy of one run.
    pub fn mean(&self, tally: &Tally) -> Joules {
        let mean = self.posterior().mean(&self.features(tally), self.0.device);
        Joules(without_residue(mean.0))
    }

    /// The given joules, if a tally consists only of these.
    pub fn given(&self, tally: &Tally) -> Option<f64> {
        let energy = self.0.pricer.energy_pattern();
        let mut counts = (tally.iter()).filter(|(pattern, _)| self.0.pricer.is_executed(*pattern));
        match (counts.next(), counts.next()) {
            (Some((pattern, count)), None) if pattern == energy => Some(count),
            _ => None,
        }
    }

    /// The shares of executed events by provenance.
    pub fn shares(&self, tally: &Tally) -> ProvenanceShares {
        self.0.pricer.shares(tally)
    }
}

impl PartPrices for Model {
    fn mean(&self, tally: &Tally) -> Joules {
        Self::mean(self, tally)
    }

    fn given(&self, tally: &Tally) -> Option<f64> {
        Self::given(self, tally)
    }

    fn pattern_means(&self) -> &[f64] {
        self.pricer().means()
    }
}

/// An energy without the rounding residue of energies that cancel.
pub(crate) fn without_residue(joules: f64) -> f64 {
    if joules.abs() < MIN_JOULES {
        0.0
    } else {
        joules
    }
}
