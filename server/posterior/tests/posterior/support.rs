//! The tested models, and counts by name.

use posterior::{Features, Posterior};

/// The text of the synthetic posterior of the instruction structure.
pub(crate) const INSTRUCTION_MODEL: &str =
    include_str!("../../../../tests/fixtures/models/instruction.json");

/// The text of the synthetic posterior of the compiled structure.
pub(crate) const COMPILED_MODEL: &str =
    include_str!("../../../../tests/fixtures/models/compiled.json");

/// The text of the default posterior.
pub(crate) const DEFAULT_MODEL: &str = include_str!("../../../../model-data/raspberry-pi-5.json");

/// The synthetic posterior of the instruction structure.
pub(crate) fn instruction_model() -> Posterior {
    Posterior::from_json(INSTRUCTION_MODEL).expect("the fixture is valid")
}

/// Counts by name, with the device level and N.
pub(crate) fn features(
    model: &Posterior,
    counts: &[(&str, f64)],
    device_count: f64,
    n_noise: f64,
) -> Features {
    let mut features: Features = counts
        .iter()
        .map(|&(name, count)| {
            let id = model
                .feature_id(name)
                .unwrap_or_else(|| panic!("no feature {name}"));
            (id, count)
        })
        .collect();
    features.device_count = device_count;
    features.n_noise = n_noise;
    features
}

/// `f3 = f2 + f1;` on longs.
pub(crate) fn long_addition(model: &Posterior) -> Features {
    let levels = [
        ("operation:addition", 1.0),
        ("data_type:long", 1.0),
        ("data_size:load", 1.0),
    ];
    features(model, &levels, 1.0, 1.0)
}

/// Fails unless both agree within a relative error, or within `absolute` if the expected value is 0.
#[track_caller]
pub(crate) fn assert_close(actual: f64, expected: f64, relative: f64, absolute: f64) {
    assert!(
        (actual - expected).abs() <= relative * expected.abs() + absolute,
        "{actual:e} is not {expected:e}"
    );
}
