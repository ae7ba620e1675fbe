//! Counts of features form a vector space, and the mean is linear in them.

use crate::support::assert_close;
use posterior::{Device, FeatureId, Features, Posterior};
use proptest::prelude::*;

/// Halves of integers: the counts that rules produce, exact in a double even as products.
fn half() -> impl Strategy<Value = f64> {
    (-2_000_000_i32..=2_000_000).prop_map(|twice| f64::from(twice) / 2.0)
}

fn any_features() -> impl Strategy<Value = Features> {
    let counts = prop::collection::vec((0_u32..72, half()), 0..12);
    (counts, half(), half()).prop_map(|(counts, device_count, n_noise)| {
        let mut features: Features = counts
            .into_iter()
            .map(|(id, count)| (FeatureId(id), count))
            .collect();
        features.device_count = device_count;
        features.n_noise = n_noise;
        features
    })
}

fn sum(a: &Features, b: &Features) -> Features {
    let mut result = a.clone();
    result.add_scaled(b, 1.0);
    result
}

/// Halves are exact in a double, so sums of their products must agree to the last bit.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() == 0.0
}

fn assert_canonical(features: &Features) {
    let ids: Vec<FeatureId> = features.iter().map(|(id, _)| id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    assert!(features.iter().all(|(_, count)| count != 0.0));
}

#[test]
fn a_count_that_vanishes_is_not_kept() {
    let mut features: Features = [(FeatureId(3), 1e-300), (FeatureId(5), 1.0)]
        .into_iter()
        .collect();
    features = features.scaled(1e-300);
    assert_canonical(&features);
    assert_eq!(features.len(), 1);
    features.add(FeatureId(5), -features.count(FeatureId(5)));
    assert!(features.is_empty());
    features.add(FeatureId(7), 0.0);
    assert!(features.is_zero());
}

proptest! {
    #[test]
    fn addition_is_commutative_and_associative(a in any_features(), b in any_features(), c in any_features()) {
        prop_assert_eq!(sum(&a, &b), sum(&b, &a));
        prop_assert_eq!(sum(&sum(&a, &b), &c), sum(&a, &sum(&b, &c)));
        assert_canonical(&sum(&a, &b));
    }

    #[test]
    fn scaling_distributes_over_addition(a in any_features(), b in any_features(), s in half(), t in half()) {
        prop_assert_eq!(sum(&a, &b).scaled(s), sum(&a.scaled(s), &b.scaled(s)));
        prop_assert_eq!(a.scaled(s + t), sum(&a.scaled(s), &a.scaled(t)));
    }

    #[test]
    fn zero_one_and_the_difference_behave_as_named(a in any_features(), b in any_features()) {
        prop_assert_eq!(&sum(&a, &Features::new()), &a);
        prop_assert_eq!(&a.scaled(1.0), &a);
        prop_assert!(a.scaled(0.0).is_zero());
        prop_assert!(a.difference(&a).is_zero());
        prop_assert_eq!(sum(&a.difference(&b), &b), a);
    }

    #[test]
    fn every_part_is_added_elementwise(a in any_features(), b in any_features(), factor in half()) {
        let mut result = a.clone();
        result.add_scaled(&b, factor);
        assert_canonical(&result);
        for id in (0..72).map(FeatureId) {
            prop_assert!(same(result.count(id), a.count(id) + factor * b.count(id)));
        }
        prop_assert!(same(result.device_count, a.device_count + factor * b.device_count));
        prop_assert!(same(result.n_noise, a.n_noise + factor * b.n_noise));
    }

    #[test]
    fn adding_one_by_one_equals_collecting(counts in prop::collection::vec((0_u32..6, half()), 0..20)) {
        let mut one_by_one = Features::new();
        for &(id, count) in &counts {
            one_by_one.add(FeatureId(id), count);
        }
        let collected: Features = counts.into_iter().map(|(id, count)| (FeatureId(id), count)).collect();
        assert_canonical(&collected);
        prop_assert_eq!(one_by_one.len(), collected.len());
        prop_assert_eq!(one_by_one, collected);
    }

    #[test]
    fn the_mean_is_linear(a in any_features(), b in any_features(), factor in half()) {
        let model = Posterior::default_model();
        let mut combined = a.clone();
        combined.add_scaled(&b, factor);
        for device in [Device::Any, Device::Named(0)] {
            let parts = model.mean(&a, device).0 + factor * model.mean(&b, device).0;
            // Large parts may cancel in `parts`, which is added up without compensation here.
            let size = model.mean(&a, device).0.abs() + (factor * model.mean(&b, device).0).abs();
            assert_close(model.mean(&combined, device).0, parts, 0.0, 1e-14 * size);
        }
    }

    #[test]
    fn exchanging_the_programs_of_a_comparison_turns_it_round(a in any_features(), b in any_features()) {
        let model = crate::support::instruction_model();
        // The smaller model has only the first features.
        let cut = |features: &Features| -> Features {
            features.iter().filter(|(id, _)| id.0 < 40).collect()
        };
        let (a, b) = (cut(&a), cut(&b));
        let there = model.compare(&a, &b, Device::Any);
        let back = model.compare(&b, &a, Device::Any);
        prop_assert_eq!(there.delta_mean, -back.delta_mean);
        prop_assert_eq!(there.delta_sd, back.delta_sd);
        prop_assert!((there.p_greater + back.p_greater - 1.0).abs() < 1e-12);
    }

    /// If the energy of B was measured, a program that repeats B a number of times costs that many times as much, for certain.
    #[test]
    fn a_repeated_program_is_as_certain_as_the_measured_one(b in any_features(), times in 2..5_i32) {
        let model = Posterior::default_model();
        let mut positive: Features = b.iter().map(|(id, count)| (id, count.abs())).collect();
        positive.device_count = b.device_count.abs();
        let b = positive;
        prop_assume!(model.mean(&b, Device::Named(0)).0 > 0.0);
        let a = b.scaled(f64::from(times));
        let known = model.compare_with_measured(&a, &b, Device::Named(0));
        let predicted = model.compare(&a, &b, Device::Named(0));
        let mean = predicted.delta_mean.0;
        assert_close(known.delta_mean.0, mean, 1e-9, 0.0);
        prop_assert!(known.delta_sd.0 <= 1e-6 * mean, "{known:?}");
        prop_assert!(known.delta_sd <= predicted.delta_sd);
        let beside = |a: &Features, b: &Features| model.beside_measured(a, b, Device::Named(0)).0;
        prop_assert!(beside(&a, &b) <= 1e-6 * mean);
        // Without a measured program, everything but the level of the device is beside it.
        let mut without_level = b.clone();
        without_level.device_count = 0.0;
        let whole = model.mean(&without_level, Device::Named(0)).0;
        assert_close(beside(&b, &Features::new()), whole, 1e-9, 1e-15);
    }

    /// What A executes besides B is as uncertain as without a measurement.
    #[test]
    fn a_measurement_never_adds_uncertainty(a in any_features(), b in any_features()) {
        let model = Posterior::default_model();
        let known = model.compare_with_measured(&a, &b, Device::Any);
        let predicted = model.compare(&a, &b, Device::Any);
        prop_assert!(known.delta_sd <= predicted.delta_sd);
        let size = model.mean(&a, Device::Any).0.abs() + model.mean(&b, Device::Any).0.abs();
        assert_close(known.delta_mean.0, predicted.delta_mean.0, 0.0, 1e-9 * size);
    }
}
