//! The included model equals the published table and names its origin.

use crate::support::{assert_close, features, long_addition};
use posterior::{Category, Device, FeatureId, Mode, Posterior, Status, Structure};

const TABLE: &str = include_str!("../../../../model-data/sources/raspberry-pi-5-table3.csv");

/// The rows of the table: category, level, label, then mean, mcse, sd, ess and rhat.
fn table() -> Vec<(&'static str, &'static str, &'static str, [f64; 5])> {
    TABLE
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let numbers = std::array::from_fn(|i| fields[3 + i].parse().expect("a number"));
            (fields[0], fields[1], fields[2], numbers)
        })
        .collect()
}

#[test]
fn an_addition_of_longs_costs_40_nanojoules() {
    let model = Posterior::default_model();
    let statement = long_addition(&model);
    let device_1 = model.device("device_1").expect("a device of the table");
    assert_close(model.mean(&statement, Device::Any).0, 4.0226e-8, 1e-4, 0.0);
    assert_close(model.mean(&statement, device_1).0, 4.3571e-8, 1e-4, 0.0);
    assert_close(
        model.predict(&statement, Device::Any).mean().0,
        4.0226e-8,
        1e-4,
        0.0,
    );
    assert_close(
        model.predict(&statement, device_1).mean().0,
        4.3571e-8,
        1e-4,
        0.0,
    );
}

#[test]
fn every_identified_row_of_the_table_is_a_feature_digit_for_digit() {
    let model = Posterior::default_model();
    let mut compared = 0;
    for (category, level, label, [mean, mcse, sd, ess, rhat]) in table() {
        let name = format!("{category}:{level}");
        if category == "residual" {
            assert_eq!((model.sigma().mean.0, model.sigma().sd.0), (mean, sd));
            continue;
        }
        let Some(id) = model.feature_id(&name) else {
            continue;
        };
        let feature = model.feature(id).expect("its own identifier");
        assert_eq!(feature.label.as_deref(), Some(label));
        assert_eq!((feature.mean.0, feature.sd.0), (mean, sd), "{name}");
        assert_eq!(
            feature.diagnostics.mcse.map(|mcse| mcse.0),
            Some(mcse),
            "{name}"
        );
        assert_eq!(
            (feature.diagnostics.ess, feature.diagnostics.rhat),
            (Some(ess), Some(rhat))
        );
        assert_eq!(feature.status, Status::Measured);
        assert_eq!(feature.category.to_string().replace(' ', "_"), category);
        compared += 1;
    }
    // 61 operations, 5 sizes, 5 types and 2 devices, minus the three that are known only in sums.
    assert_eq!(compared, 70);
    // With the two call cells. All others are transferred.
    let others = &model.features()[72..];
    assert!(others.len() > 50);
    for feature in others {
        assert_eq!(
            (feature.category, feature.status),
            (Category::Transferred, Status::Transferred),
            "{}",
            feature.name
        );
        // What another machine needs says little about this one.
        let spread = feature.sd / feature.mean;
        assert!((0.15..1.0).contains(&spread), "{}: {spread}", feature.name);
    }
}

#[test]
fn transferred_prices_vary_together_and_the_levels_of_the_table_alone() {
    let model = Posterior::default_model();
    let program = features(
        &model,
        &[
            ("transferred:argument/int", 2.0),
            ("operation:addition", 3.0),
            ("transferred:goto/int", 1.0),
        ],
        0.0,
        0.0,
    );
    // From `server/lab/reference/transfer_scipy.py` and Table 3.
    let means = [9.790_967e-9, 1.132_501e-8];
    let [argument, goto, addition] = [4.339_726e-9, 4.705_006e-9, 4.479_418e-10_f64];
    let together = means[0] * means[1] * 0.000_446_425_6_f64.exp_m1();
    let variance =
        (2.0 * argument).powi(2) + goto.powi(2) + (3.0 * addition).powi(2) + 2.0 * 2.0 * together;
    let sd = model.predict(&program, Device::Any).sd().0;
    assert_close(sd, variance.sqrt(), 1e-5, 0.0);
    let device = Device::Named(0);
    let one = |name: &str| features(&model, &[(name, 1.0)], 0.0, 0.0);
    let (argument, goto) = (one("transferred:argument/int"), one("transferred:goto/int"));
    assert_close(
        model.covariance(&argument, &goto, device),
        together,
        1e-5,
        0.0,
    );
    let addition = one("operation:addition");
    assert_close(
        model.covariance(&argument, &addition, device),
        0.0,
        0.0,
        0.0,
    );
}

#[test]
fn call_cells_stand_in_for_the_levels_that_were_identified_only_in_sums() {
    let model = Posterior::default_model();
    let mean = |category: &str, level: &str| {
        table()
            .iter()
            .find(|row| row.0 == category && row.1 == level)
            .expect("a row")
            .3[0]
    };
    for call in ["static_call", "non_static_call"] {
        let id = model
            .feature_id(&format!("call_cell:{call}"))
            .expect("the cell");
        let cell = model.feature(id).expect("the cell");
        let sum =
            mean("operation", call) + mean("data_type", "int") + mean("data_size", "reference");
        assert_close(cell.mean.0, sum, 1e-10, 0.0);
        assert_close(cell.sd.0, mean("residual", "sigma") / 10.0, 1e-10, 0.0);
        assert_eq!(
            (cell.category, cell.status),
            (Category::CallCell, Status::Inferred)
        );
        assert_eq!(model.feature_id(&format!("operation:{call}")), None);
    }
    assert_eq!(model.feature_id("data_size:reference"), None);
    assert!(model.feature_id("data_type:reference").is_some());
}

#[test]
fn transferred_prices_are_skewed_and_never_below_zero() {
    let model = Posterior::default_model();
    let of = |argument: f64, goto: f64| {
        let counts = [
            ("transferred:argument/int", argument),
            ("transferred:goto/int", goto),
        ];
        features(&model, &counts, 0.0, 0.0)
    };
    // 20 million draws of `server/lab/reference/transfer_scipy.py`.
    let energy = model.predict(&of(2.0, 1.0), Device::Named(0));
    assert_close(energy.mean().0, 3.090_628e-8, 1e-3, 0.0);
    assert_close(energy.sd().0, 9.880_522e-9, 2e-3, 0.0);
    for (probability, quantile) in [
        (0.05, 1.783_878e-8),
        (0.5, 2.936_858e-8),
        (0.95, 4.917_159e-8),
        (0.99, 6.144_879e-8),
    ] {
        assert_close(energy.quantile(probability).0, quantile, 0.03, 0.0);
    }
    let between = model.compare(&of(1.0, 0.0), &of(0.0, 1.0), Device::Named(0));
    assert_close(between.p_greater, 0.394_450, 0.0, 0.02);
    // What only adds work cannot save energy, however uncertain its price is.
    let more = model.compare(&of(3.0, 1.0), &of(2.0, 1.0), Device::Any);
    assert_close(more.p_greater, 1.0, 0.0, 1e-12);
    let less = model.compare(&of(2.0, 1.0), &of(3.0, 1.0), Device::Any);
    assert_close(less.p_greater, 0.0, 0.0, 1e-12);
}

/// A distribution is as much wider as its standard deviation is larger, around the same mean.
#[test]
fn another_path_widens_a_distribution() {
    let model = Posterior::default_model();
    let counts = [
        ("transferred:argument/int", 2.0),
        ("operation:addition", 3.0),
    ];
    let mut program = features(&model, &counts, 5.0, 5.0);
    let before = model.predict(&program, Device::Named(0));
    program.other_path_sd = 2.0 * before.sd().0;
    let after = model.predict(&program, Device::Named(0));
    assert_close(after.mean().0, before.mean().0, 1e-12, 0.0);
    for p in [0.01, 0.5, 0.9, 0.99, 0.999] {
        let distance = before.quantile(p).0 - before.mean().0;
        let wanted = 3.0_f64.mul_add(distance, before.mean().0);
        assert_close(after.quantile(p).0, wanted, 1e-9, 0.0);
    }
}

#[test]
fn it_says_what_was_measured_on_what_and_what_it_cannot_tell() {
    let model = Posterior::default_model();
    assert_eq!(model.name(), "raspberry-pi-5");
    assert_eq!(
        (model.structure(), model.mode()),
        (Structure::Additive, Mode::Interpreter)
    );
    assert_eq!(model.jdk().to_string(), "OpenJDK 21.0.6 -Xint");
    assert_eq!(
        model.hardware().to_string(),
        "2 × Raspberry Pi 5 Model B rev 1 at 1.5 GHz, whole board, Keithley 2602 at 5.6 V, wireless off"
    );
    let provenance = model.provenance();
    assert!(
        provenance
            .title
            .starts_with("Probabilistic energy profiler")
    );
    assert_eq!(
        (provenance.year, provenance.locator.as_deref()),
        (2025, Some("Table 3"))
    );
    assert!(
        provenance
            .caveats
            .iter()
            .any(|caveat| caveat.contains("covariance is diagonal"))
    );
    assert!(
        provenance
            .caveats
            .iter()
            .any(|caveat| caveat.contains("Their prices are transferred"))
    );
    assert!(
        provenance
            .caveats
            .iter()
            .any(|caveat| caveat.contains("discrepancy"))
    );
    assert_eq!(model.discrepancy().to_bits(), 0.0_f64.to_bits());
}

#[test]
fn devices_are_found_by_name_and_a_wrong_name_is_answered_with_the_right_one() {
    let model = Posterior::default_model();
    assert_eq!(model.devices(), ["device_1", "device_2"]);
    assert_eq!(model.device("any"), Ok(Device::Any));
    assert_eq!(model.device("device_2"), Ok(Device::Named(1)));
    assert_eq!(model.device_name(Device::Named(1)), Some("device_2"));
    assert_eq!(
        model
            .device("devcie_2")
            .expect_err("no such device")
            .to_string(),
        "model `raspberry-pi-5` has no device `devcie_2`; it knows any, device_1, device_2; \
         did you mean `device_2`?"
    );
    assert_eq!(
        model
            .device("laptop")
            .expect_err("no such device")
            .to_string(),
        "model `raspberry-pi-5` has no device `laptop`; it knows any, device_1, device_2"
    );
}

#[test]
fn scalar_means_are_those_of_the_features() {
    let model = Posterior::default_model();
    for (feature, id) in model.features().iter().zip(0..) {
        assert_eq!(
            model.feature_mean(FeatureId(id)).to_bits(),
            feature.mean.0.to_bits()
        );
    }
    assert_close(
        model.device_mean(Device::Any),
        0.5 * (6.739_114e-9 + 5.074_944e-11),
        1e-12,
        0.0,
    );
    assert_close(
        model.device_mean(Device::Named(0)),
        6.739_114e-9,
        1e-12,
        0.0,
    );
}

#[test]
fn what_belongs_to_another_posterior_is_not_a_number_and_never_a_silent_zero() {
    let model = Posterior::default_model();
    let statement = long_addition(&model);
    assert!(model.feature_mean(FeatureId(9999)).is_nan());
    assert!(model.feature(FeatureId(9999)).is_none());
    assert!(model.mean(&statement, Device::Named(7)).0.is_nan());
    let energy = model.predict(&statement, Device::Named(7));
    assert_eq!(energy.mean().to_string(), "NaN J");
    assert!(energy.wcec_quantile(0.99).0.is_nan());
    let mut foreign = statement;
    foreign.add(FeatureId(9999), 1.0);
    assert!(
        model
            .predict(&foreign, Device::Any)
            .quantile(0.95)
            .0
            .is_nan()
    );
    assert!(
        model
            .shares(&foreign, Device::Any)
            .iter()
            .any(|(_, share)| share.0.is_nan())
    );
}

#[test]
fn the_digest_depends_on_what_the_file_says_and_not_on_its_layout() {
    let model = Posterior::default_model();
    let compact: String = crate::support::DEFAULT_MODEL
        .lines()
        .map(str::trim_start)
        .collect();
    let again = Posterior::from_json(&compact).expect("the same model");
    assert_eq!(model.digest(), again.digest());
    assert_eq!(model.digest().len(), 64);
    for (from, to) in [
        ("6.739114e-9", "6.739115e-9"),
        ("Keithley 2602", "Keithley 2603"),
    ] {
        let changed = crate::support::DEFAULT_MODEL.replace(from, to);
        let changed = Posterior::from_json(&changed).expect("a valid model");
        assert_ne!(model.digest(), changed.digest());
    }
}
