//! Models of networks and disks in the manner of e-surgeon (Noureddine et al. 2012): joules for each byte, plus the power of the
//! device for the time that it needs for these bytes.

use serde::Deserialize;

use crate::record::{DeviceKind, Transfer};

const MODELS: &str = include_str!("../../../model-data/devices.json");

#[derive(Deserialize)]
struct Models {
    devices: Vec<DeviceModel>,
}

/// The numbers of a device. Powers are those above idle.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DeviceModel {
    /// The name on the command line.
    pub name: String,
    kind: Kind,
    active_watts: f64,
    bytes_per_second_in: f64,
    bytes_per_second_out: f64,
    joules_per_byte: f64,
    tail_watts: f64,
    tail_seconds: f64,
    /// The sources of the numbers.
    pub sources: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Network,
    Disk,
}

impl DeviceModel {
    /// All known models.
    pub fn all() -> Vec<Self> {
        // A test reads them.
        let models = serde_json::from_str::<Models>(MODELS);
        models.map_or_else(|_| Vec::new(), |models| models.devices)
    }

    /// The kind of the device.
    pub fn kind(&self) -> DeviceKind {
        match self.kind {
            Kind::Network => DeviceKind::Network,
            Kind::Disk => DeviceKind::Disk,
        }
    }

    pub(crate) fn active_joules(&self, transfer: &Transfer) -> f64 {
        let rate = if transfer.is_out {
            self.bytes_per_second_out
        } else {
            self.bytes_per_second_in
        };
        let bytes = transfer.bytes as f64;
        let seconds = if rate > 0.0 { bytes / rate } else { 0.0 };
        bytes * self.joules_per_byte + seconds * self.active_watts
    }

    /// Energy of the tail of an access with this much quiet after it.
    pub(crate) fn tail_joules(&self, quiet_seconds: f64) -> f64 {
        self.tail_watts * self.tail_seconds.min(quiet_seconds.max(0.0))
    }
}

/// The models with these names.
pub fn devices_of(names: &[&str]) -> Vec<DeviceModel> {
    let mut models = DeviceModel::all();
    models.retain(|model| names.contains(&model.name.as_str()));
    models
}

#[cfg(test)]
mod tests {
    use super::{DeviceKind, DeviceModel};

    #[test]
    fn every_model_has_a_source_and_no_negative_number() {
        let models = DeviceModel::all();
        let kinds: Vec<DeviceKind> = models.iter().map(DeviceModel::kind).collect();
        assert_eq!(kinds, [DeviceKind::Network, DeviceKind::Disk]);
        for model in models {
            assert!(!model.sources.is_empty(), "{}", model.name);
            for number in [
                model.active_watts,
                model.joules_per_byte,
                model.tail_watts,
                model.tail_seconds,
            ] {
                assert!(number >= 0.0 && number.is_finite(), "{}", model.name);
            }
        }
    }
}
