//! Modelled energy of the networks and disks of a run. After an access, a device stays in its high state for some time: the tail
//! (Li et al. 2013, vLens). The tail is charged to that access and ends with the next one.

use std::collections::BTreeMap;

use crate::device_model::DeviceModel;
use crate::record::{DeviceKind, MethodIndex, Profile, Transfer};
use crate::sites::Sites;

/// The modelled energy of a device. It is never measured, and not part of the totals.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceRow {
    /// The device.
    pub kind: DeviceKind,
    /// The model.
    pub model: String,
    /// Bytes per run.
    pub bytes: f64,
    /// Accesses per run.
    pub accesses: f64,
    /// Joules per run, tail included.
    pub joules: f64,
    /// Joules of the tail.
    pub tail_joules: f64,
    /// Joules by the method that caused the access, the largest first; `None` if the stack is unknown or filtered out.
    pub methods: Vec<(Option<MethodIndex>, f64)>,
}

pub(crate) fn devices(
    profile: &Profile,
    models: &[DeviceModel],
    sites: &Sites<'_>,
) -> Vec<DeviceRow> {
    let runs = profile.runs.len().max(1) as f64;
    let mut rows = Vec::new();
    for model in models {
        let mut row = DeviceRow {
            kind: model.kind(),
            model: model.name.clone(),
            bytes: 0.0,
            accesses: 0.0,
            joules: 0.0,
            tail_joules: 0.0,
            methods: Vec::new(),
        };
        let mut methods: BTreeMap<Option<MethodIndex>, f64> = BTreeMap::new();
        for run in &profile.runs {
            let mut own: Vec<&Transfer> = run
                .transfers
                .iter()
                .filter(|one| one.device == model.kind())
                .collect();
            own.sort_by_key(|one| one.at_nanos);
            // The device is busy until the last access that has begun ends. A tail begins at the latest end so far.
            let mut busy_until = 0_u64;
            for (place, one) in own.iter().enumerate() {
                busy_until = busy_until.max(one.at_nanos.saturating_add(one.nanos));
                let quiet = own.get(place + 1).map_or(f64::INFINITY, |next| {
                    next.at_nanos.saturating_sub(busy_until) as f64 * 1e-9
                });
                let tail = model.tail_joules(quiet);
                let joules = model.active_joules(one) + tail;
                row.bytes += one.bytes as f64 / runs;
                row.accesses += 1.0 / runs;
                row.joules += joules / runs;
                row.tail_joules += tail / runs;
                *methods.entry(sites.of(one.stack)).or_default() += joules / runs;
            }
        }
        if row.accesses > 0.0 {
            row.methods = methods.into_iter().collect();
            row.methods.sort_by(|one, two| two.1.total_cmp(&one.1));
            rows.push(row);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Methods;
    use crate::options::AnalysisOptions;
    use crate::record::{Code, EnergyRun};

    fn transfer(at_seconds: f64, seconds: f64, bytes: u64) -> Transfer {
        Transfer {
            device: DeviceKind::Disk,
            is_out: false,
            at_nanos: (at_seconds * 1e9) as u64,
            nanos: (seconds * 1e9) as u64,
            bytes,
            stack: None,
        }
    }

    fn joules(model: &str, transfers: Vec<Transfer>) -> (f64, f64) {
        let profile = Profile {
            runs: vec![EnergyRun {
                transfers,
                ..EnergyRun::default()
            }],
            ..Profile::default()
        };
        let (code, options) = (Code::default(), AnalysisOptions::default());
        let methods = Methods::new(&code, &[]);
        let sites = Sites {
            code: &code,
            methods: &methods,
            options: &options,
        };
        let models: Vec<DeviceModel> = DeviceModel::all()
            .into_iter()
            .filter(|one| one.name == model)
            .collect();
        let rows = devices(&profile, &models, &sites);
        (rows[0].joules, rows[0].tail_joules)
    }

    /// Computed by hand: a second at 6.16 W, and a whole tail of 0.1 s · 2.06 W = 0.206 J.
    #[test]
    fn a_tail_is_charged_once_and_ends_with_the_next_access() {
        let near = |one: (f64, f64), two: (f64, f64)| {
            assert!((one.0 - two.0).abs() < 1e-6, "{one:?} {two:?}");
            assert!((one.1 - two.1).abs() < 1e-6, "{one:?} {two:?}");
        };
        let second = 3_400_000_000;
        near(
            joules("nvme-ssd", vec![transfer(0.0, 1.0, second)]),
            (6.366, 0.206),
        );
        // 50 ms of quiet between the two: 0.103 J, plus a whole tail.
        let two = vec![transfer(1.05, 1.0, second), transfer(0.0, 1.0, second)];
        near(joules("nvme-ssd", two), (12.32 + 0.309, 0.309));
        // The second access begins and ends during the first, so there is no tail in between.
        let within = vec![transfer(0.0, 5.0, second), transfer(1.0, 1.0, 0)];
        near(joules("nvme-ssd", within), (6.366, 0.206));
        // One second at the full rate.
        let full = Transfer {
            device: DeviceKind::Network,
            ..transfer(0.0, 2.0, 125_000_000)
        };
        near(joules("ethernet-1g", vec![full]), (0.225, 0.0));
    }
}
