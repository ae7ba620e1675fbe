//! Compares predictions of all structures with SciPy. The values are from `reference/predictions.py`.

use std::collections::BTreeMap;

use crate::support::{assert_close, features, instruction_model, long_addition};
use posterior::{Category, Component, Device, Energy, Features, Joules, Posterior};
use serde::Deserialize;

#[derive(Deserialize)]
struct Program {
    counts: BTreeMap<String, f64>,
    device_count: f64,
    n_noise: f64,
}

#[derive(Deserialize)]
struct Prediction {
    name: String,
    device: String,
    #[serde(flatten)]
    program: Program,
    mean_j: f64,
    sd_j: f64,
    quantiles: Vec<(f64, f64)>,
    at_j: f64,
    cdf: f64,
    pdf_per_j: Option<f64>,
}

#[derive(Deserialize)]
struct Comparison {
    device: String,
    a: Program,
    b: Program,
    delta_mean_j: f64,
    delta_sd_j: f64,
    p_greater: f64,
    execution_noise_sd_j: f64,
}

#[derive(Deserialize)]
struct Reference {
    predictions: Vec<Prediction>,
    comparisons: Vec<Comparison>,
}

fn reference() -> Vec<(Posterior, Reference)> {
    let mut all: BTreeMap<String, Reference> =
        serde_json::from_str(include_str!("../reference/predictions.json")).expect("the values");
    [Posterior::default_model(), instruction_model()]
        .into_iter()
        .map(|model| {
            let values = all.remove(model.name()).expect("values for the model");
            (model, values)
        })
        .collect()
}

fn counted(model: &Posterior, program: &Program) -> Features {
    let counts: Vec<(&str, f64)> = program
        .counts
        .iter()
        .map(|(name, &count)| (name.as_str(), count))
        .collect();
    features(model, &counts, program.device_count, program.n_noise)
}

#[test]
fn mean_sd_quantiles_density_and_probability_agree_with_scipy() {
    let mut compared = 0;
    for (model, reference) in reference() {
        for expected in reference.predictions {
            let device = model.device(&expected.device).expect("a known device");
            let program = counted(&model, &expected.program);
            let energy = model.predict(&program, device);
            println!("{}, {}", expected.name, expected.device);
            assert_close(energy.mean().0, expected.mean_j, 1e-15, 0.0);
            assert_close(model.mean(&program, device).0, expected.mean_j, 1e-15, 0.0);
            assert_close(energy.sd().0, expected.sd_j, 1e-13, 0.0);
            for (p, quantile) in expected.quantiles {
                // Near 0, the error of a quantile is relative to the spread. Between two distant modes, one rounding of the
                // probability moves it by this divided by the density.
                let rounding = 4.0 * f64::EPSILON * p.min(1.0 - p);
                let density = energy.pdf(Joules(quantile));
                let absolute = 1e-12 * expected.sd_j
                    + if density > 0.0 {
                        rounding / density
                    } else {
                        0.0
                    };
                assert_close(energy.quantile(p).0, quantile, 1e-12, absolute);
                assert_close(
                    energy.wcec_quantile(p).0,
                    quantile.max(0.0),
                    1e-12,
                    absolute,
                );
                compared += 1;
            }
            assert_close(energy.cdf(Joules(expected.at_j)), expected.cdf, 1e-12, 0.0);
            assert_close(
                energy.survival(Joules(expected.at_j)),
                1.0 - expected.cdf,
                1e-12,
                1e-15,
            );
            if let Some(pdf) = expected.pdf_per_j {
                assert_close(energy.pdf(Joules(expected.at_j)), pdf, 1e-12, 0.0);
            }
        }
    }
    assert_eq!(compared, (6 * 3 + 4 * 2) * 9);
}

#[test]
fn comparisons_agree_with_scipy() {
    let mut compared = 0;
    for (model, reference) in reference() {
        for expected in reference.comparisons {
            let device = model.device(&expected.device).expect("a known device");
            let a = counted(&model, &expected.a);
            let b = counted(&model, &expected.b);
            let found = model.compare(&a, &b, device);
            assert_close(found.delta_mean.0, expected.delta_mean_j, 1e-13, 0.0);
            assert_close(found.delta_sd.0, expected.delta_sd_j, 1e-13, 0.0);
            assert_close(found.p_greater, expected.p_greater, 1e-12, 0.0);
            assert_close(
                found.execution_noise_sd.0,
                expected.execution_noise_sd_j,
                1e-13,
                0.0,
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * 3 + 2 * 2);
}

#[test]
fn a_billion_executions_scale_the_uncertainty_of_a_level_and_not_that_of_the_noise() {
    let model = Posterior::default_model();
    let device = Device::Named(0);
    let one = long_addition(&model);
    let many = one.scaled(1e9);
    let noise_once = model.sigma().mean.0.powi(2);
    let level_once = model.predict(&one, device).sd().0.powi(2) - noise_once;
    let expected = 1e18 * level_once + 1e9 * noise_once;
    assert_close(
        model.predict(&many, device).sd().0,
        expected.sqrt(),
        1e-9,
        0.0,
    );
}

#[test]
fn a_billion_additions_one_after_another_lose_no_execution() {
    let model = Posterior::default_model();
    let one = long_addition(&model);
    let mut step = Features::new();
    for _ in 0..1000 {
        step.add_scaled(&one, 1.0);
    }
    let mut total = Features::new();
    for _ in 0..1_000_000 {
        total.add_scaled(&step, 1.0);
    }
    assert_eq!(total, one.scaled(1e9));
    let mut but_one = total.clone();
    but_one.add_scaled(&one, -1.0);
    assert_eq!(total.difference(&but_one), one);
}

#[test]
fn shares_take_the_mean_apart_by_category() {
    let model = Posterior::default_model();
    let mut program = long_addition(&model);
    program.add(
        model.feature_id("call_cell:static_call").expect("a cell"),
        2.0,
    );
    program.device_count = 3.0;
    let shares = model.shares(&program, Device::Named(1));
    let expected = [
        (Category::Operation, 2.954_780e-8),
        (Category::DataType, 6.986_588e-9),
        (Category::DataSize, 2.972_453e-10),
        (Category::Device, 3.0 * 5.074_944e-11),
        (Category::CallCell, 2.0 * 8.523_231_475e-8),
    ];
    assert_eq!(shares.len(), expected.len());
    for ((category, share), (expected_category, joules)) in shares.iter().zip(expected) {
        assert_eq!(*category, expected_category);
        assert_close(share.0, joules, 1e-12, 0.0);
    }
    let total: Joules = shares.iter().map(|&(_, share)| share).sum();
    assert_close(
        total.0,
        model.mean(&program, Device::Named(1)).0,
        1e-15,
        0.0,
    );
}

#[test]
fn the_instruction_structure_shares_between_instructions_and_device() {
    let model = instruction_model();
    let program = features(&model, &[("imul", 2.0), ("stays/int", -1.0)], 1.0, 2.0);
    let shares = model.shares(&program, Device::Any);
    assert_eq!(shares[0].0, Category::Device);
    assert_eq!(shares[1].0, Category::Instruction);
    assert_close(shares[0].1.0, 2.5e-9, 1e-12, 0.0);
    assert_close(shares[1].1.0, 2.0 * 30.5e-9 - 10.9e-9, 1e-12, 0.0);
}

#[test]
fn the_discrepancy_widens_a_total_in_proportion_to_its_mean() {
    let model = instruction_model();
    let without =
        crate::support::INSTRUCTION_MODEL.replace("\"discrepancy\": 0.1", "\"discrepancy\": 0.0");
    let without = Posterior::from_json(&without).expect("a valid model");
    let program = features(&model, &[("imul", 1e4), ("iadd", 1e4)], 2e4, 2e4);
    let with_s = model.predict(&program, Device::Any);
    let without_s = without.predict(&program, Device::Any);
    let expected = without_s.sd().0.hypot(0.1 * with_s.mean().0);
    assert!(expected > 1.05 * without_s.sd().0);
    assert_close(with_s.sd().0, expected, 1e-12, 0.0);
}

/// In the program, each of two instructions is off by 0.2 of its cost, independently of the other.
#[test]
fn the_discrepancy_of_features_weighs_more_the_fewer_there_are() {
    let of = |discrepancy: &str| {
        let text = crate::support::INSTRUCTION_MODEL.replace(
            "\"feature_discrepancy\": 0.05",
            &format!("\"feature_discrepancy\": {discrepancy}"),
        );
        Posterior::from_json(&text).expect("a valid model")
    };
    let (without, with) = (of("0.0"), of("0.2"));
    let mean = |name: &str| -> f64 { with.feature_mean(with.feature_id(name).expect("a feature")) };
    let mixed = features(&with, &[("imul", 1e4), ("iadd", 2e4)], 3e4, 3e4);
    let added = 0.2 * (1e4 * mean("imul")).hypot(2e4 * mean("iadd"));
    let expected = without.predict(&mixed, Device::Any).sd().0.hypot(added);
    assert_close(
        with.predict(&mixed, Device::Any).sd().0,
        expected,
        1e-12,
        0.0,
    );
    let alone = features(&with, &[("imul", 1e4)], 1e4, 1e4);
    let expected = without
        .predict(&alone, Device::Any)
        .sd()
        .0
        .hypot(0.2 * 1e4 * mean("imul"));
    assert_close(
        with.predict(&alone, Device::Any).sd().0,
        expected,
        1e-12,
        0.0,
    );
    // Common parts are off by the same amount in both.
    let difference = with.compare(&mixed, &alone, Device::Any);
    let added = 0.2 * 2e4 * mean("iadd");
    let expected = without
        .compare(&mixed, &alone, Device::Any)
        .delta_sd
        .0
        .hypot(added);
    assert_close(difference.delta_sd.0, expected, 1e-12, 0.0);
}

#[test]
fn what_two_programs_share_does_not_blur_their_comparison() {
    let model = instruction_model();
    let mut a = features(&model, &[("iadd/load,load", 1.0)], 1.0, 1.0);
    let mut b = features(&model, &[("isub/load,load", 1.0)], 1.0, 1.0);
    let alone = model.compare(&a, &b, Device::Any);
    let shared = features(
        &model,
        &[("imul/load,load", 4096.0), ("goto", 64.0)],
        4160.0,
        4160.0,
    );
    a.add_scaled(&shared, 1.0);
    b.add_scaled(&shared, 1.0);
    let together = model.compare(&a, &b, Device::Any);
    assert_eq!(together.delta_mean, alone.delta_mean);
    assert_eq!(together.delta_sd, alone.delta_sd);
    assert_eq!(together.p_greater.to_bits(), alone.p_greater.to_bits());
    assert_close(
        together.execution_noise_sd.0,
        model.sigma().mean.0 * (2.0 * 4161.0_f64).sqrt(),
        1e-12,
        0.0,
    );
}

/// What the discrepancies add is what is left of the variance of a prediction.
#[test]
fn unrelated_programs_are_off_by_discrepancies_of_their_own() {
    let model = instruction_model();
    let a = features(&model, &[("iadd/load,load", 2e4)], 2e4, 2e4);
    let b = features(
        &model,
        &[("iadd/load,load", 1e4), ("imul/load,load", 1e4)],
        2e4,
        2e4,
    );
    for of in [&a, &b] {
        let equal = model.p_greater_than_unrelated(of, of, Device::Named(0));
        assert_eq!(equal.to_bits(), 0.5_f64.to_bits());
    }
    let own = |of: &Features| {
        let noise = of.n_noise * model.sigma().mean.0.powi(2);
        let known = model.covariance(of, of, Device::Named(0));
        model.predict(of, Device::Named(0)).sd().0.powi(2) - noise - known
    };
    let difference = a.difference(&b);
    let variance = model.covariance(&difference, &difference, Device::Named(0)) + own(&a) + own(&b);
    let mean = model.mean(&difference, Device::Named(0)).0;
    let expected = 0.5 * libm::erfc(-mean / (2.0 * variance).sqrt());
    let found = model.p_greater_than_unrelated(&a, &b, Device::Named(0));
    assert_close(found, expected, 1e-9, 0.0);
    let versions = model.compare(&a, &b, Device::Named(0)).p_greater;
    assert!(
        (versions - 0.5).abs() > (found - 0.5).abs(),
        "{versions} {found}"
    );
}

#[test]
fn equal_programs_are_equally_likely_to_cost_more() {
    let model = Posterior::default_model();
    let statement = long_addition(&model);
    let comparison = model.compare(&statement, &statement, Device::Any);
    assert_eq!(
        (comparison.delta_mean, comparison.delta_sd),
        (Joules::ZERO, Joules::ZERO)
    );
    assert_eq!(comparison.p_greater.to_bits(), 0.5_f64.to_bits());
    assert!(comparison.execution_noise_sd > Joules::ZERO);
}

/// From `scipy.stats.lognorm(s, scale=mean * exp(-s * s / 2))` with s² = 0.5² + ln(1 + variance / mean²), SciPy 1.17.1.
#[test]
fn a_compiled_program_is_off_by_a_factor() {
    let model = Posterior::from_json(crate::support::COMPILED_MODEL).expect("a valid model");
    let counts = [("work:integer", 1000.0), ("work:new_object", 100.0)];
    let program = features(&model, &counts, 1100.0, 1100.0);
    let energy = model.predict(&program, Device::Any);
    assert!(matches!(energy, Energy::Single(Component::LogNormal(_))));
    assert_close(energy.mean().0, 3e-06, 1e-9, 0.0);
    assert_close(energy.sd().0, 1.618_774_234_111_743_3e-06, 1e-9, 0.0);
    for (p, expected) in [
        (0.05, 1.149_529_276_640_127e-06),
        (0.5, 2.640_167_067_976_369e-06),
        (0.99, 8.557_720_848_992_601e-06),
    ] {
        assert_close(energy.quantile(p).0, expected, 1e-9, 0.0);
    }
}

/// From `scipy.stats.lognorm` as above, with the variance (5e-14^0.5 + 2e-7)².
#[test]
fn another_path_widens_a_compiled_program() {
    let model = Posterior::from_json(crate::support::COMPILED_MODEL).expect("a valid model");
    let counts = [("work:integer", 1000.0), ("work:new_object", 100.0)];
    let mut program = features(&model, &counts, 1100.0, 1100.0);
    program.other_path_sd = 2e-7;
    let energy = model.predict(&program, Device::Any);
    assert_close(energy.mean().0, 3e-06, 1e-9, 0.0);
    for (p, expected) in [
        (0.05, 1.115_674_205_240_453e-06),
        (0.5, 2.621_485_990_482_186_7e-06),
        (0.99, 8.775_548_584_671_126e-06),
    ] {
        assert_close(energy.quantile(p).0, expected, 1e-9, 0.0);
    }
}

/// Common parts cancel, and the part that only one has is off by a separate factor. From `scipy.stats.norm.cdf` of the logarithm
/// of the ratio of the means, divided by the root of the variances of the features and of 0.5² · min(3 · (m₊² + m₋²)/(mA mB), 2).
#[test]
fn compiled_programs_are_compared_by_what_only_one_of_them_has() {
    let model = Posterior::from_json(crate::support::COMPILED_MODEL).expect("a valid model");
    let of = |counts: &[(&str, f64)]| features(&model, counts, 1100.0, 1100.0);
    let without = of(&[("work:integer", 1000.0)]);
    let few = of(&[("work:integer", 1000.0), ("work:new_object", 10.0)]);
    let objects = of(&[("work:integer", 1000.0), ("work:new_object", 100.0)]);
    let reals = of(&[("work:integer", 1000.0), ("work:real", 1000.0)]);
    for (a, b, mean, sd, p) in [
        (
            &few,
            &without,
            2e-07,
            1.856_961_227_450_077_4e-07,
            0.872_961_010_612_788_3,
        ),
        (
            &objects,
            &without,
            2e-06,
            1.697_131_157_830_005_5e-06,
            0.938_225_116_233_242_9,
        ),
        // These are as uncertain as if they were unrelated.
        (
            &objects,
            &reals,
            1e-06,
            1.934_510_381_709_191e-06,
            0.715_429_572_465_485_8,
        ),
    ] {
        let compared = model.compare(a, b, Device::Any);
        assert_close(compared.delta_mean.0, mean, 1e-9, 0.0);
        assert_close(compared.delta_sd.0, sd, 1e-9, 0.0);
        // A compiler may generate other code for the rest, so added code is not certain to cost more.
        assert_close(compared.p_greater, p, 1e-9, 0.0);
    }
    let unrelated = model.p_greater_than_unrelated(&objects, &reals, Device::Any);
    assert_close(unrelated, 0.715_429_572_465_485_8, 1e-9, 0.0);
}

#[test]
fn nothing_is_subtracted_from_compiled_code() {
    let negative =
        crate::support::COMPILED_MODEL.replace("\"mean_j\": 2e-10", "\"mean_j\": -2e-10");
    let error = Posterior::from_json(&negative).expect_err("a negative energy has no logarithm");
    assert!(error.to_string().contains("work:integer_vector"), "{error}");
    let of_features = crate::support::COMPILED_MODEL.replace(
        "\"discrepancy\": 0.5",
        "\"discrepancy\": 0.5, \"feature_discrepancy\": 0.1",
    );
    let error = Posterior::from_json(&of_features).expect_err("factors belong to whole programs");
    assert!(error.to_string().contains("feature_discrepancy"), "{error}");
    let other = crate::support::COMPILED_MODEL.replace(
        "\"work:real\", \"category\": \"work\"",
        "\"real\", \"category\": \"instruction\"",
    );
    let error = Posterior::from_json(&other).expect_err("an instruction is no kind of work");
    assert!(error.to_string().contains("compiled structure"), "{error}");
}
