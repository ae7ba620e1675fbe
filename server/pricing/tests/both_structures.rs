//! The same events and code, priced by a posterior of the instruction structure.
#![allow(clippy::expect_used, reason = "a test may panic")]

use std::sync::Arc;

use bytecode::events::{Action, Event, Source};
use bytecode::{BinaryOp, DataType};
use posterior::{Device, Posterior, Structure};
use pricing::{Effects, Mapping, Pricer, Provenance, Tally};
use crate::support::{assert_counts, assert_nanojoules, default_pricer, event, tally};

const INSTRUCTION_MODEL: &str = include_str!("../../../tests/fixtures/models/instruction.json");
const IADD: u8 = 96;
const I2L: u8 = 133;
const GOTO: u8 = 167;
const GOTO_W: u8 = 200;
const MONITORENTER: u8 = 194;

fn instruction_pricer(mapping: Mapping) -> Pricer {
    let model = Posterior::from_json(INSTRUCTION_MODEL).expect("the fixture is valid");
    assert_eq!(model.structure(), Structure::Instruction);
    Pricer::new(Arc::new(model), mapping)
}

fn iadd(first: Source, second: Source) -> Event {
    Event {
        opcode: IADD,
        ..event(
            Action::Binary(BinaryOp::Add),
            DataType::Int,
            [first, second],
        )
    }
}

fn stays() -> Event {
    Event {
        opcode: IADD,
        ..event(
            Action::StaysOnStack,
            DataType::Int,
            [Source::Nested, Source::None],
        )
    }
}

/// x = (y + z) + w
fn sum_of_three() -> [Event; 3] {
    [
        iadd(Source::Load, Source::Load),
        stays(),
        iadd(Source::Nested, Source::Load),
    ]
}

/// Computed from the means, σ, s and τ of the fixture and the rows of its covariance:
///
/// ```text
/// mean      30.1 + 27.2 − 10.9 + 2.5 (one device more than is saved) = 48.9 nJ
/// cᵀ Cov c  2.905_767_120_740_5e-18 J², with c = 1, 1, −1 and 1 for iadd/load,load, iadd/nested,load, stays/int and the device
/// N σ²      2 · (3.2 nJ)² = 2.048e-17 J²
/// (s mean)² (0.1 · 48.9 nJ)² = 2.391_21e-17 J²
/// τ² Σ cθ²  0.05² · (30.1² + 27.2² + 10.9²) nJ² = 4.411_65e-18 J²
/// ```
#[test]
fn instructions_in_context_carry_covariance_noise_and_discrepancy() {
    let pricer = instruction_pricer(Mapping::Stack);
    let tally = tally(&pricer, &sum_of_three());
    assert_nanojoules(&pricer, &tally, 48.9);
    let energy = pricer
        .posterior()
        .predict(&pricer.features(&tally), Device::Any);
    let variance: f64 = 2.905_767_120_740_5e-18 + 2.048e-17 + 2.391_21e-17 + 4.411_65e-18;
    assert!((energy.sd().0 / variance.sqrt() - 1.0).abs() < 1e-9);
    let shares = pricer.shares(&tally);
    assert_counts([shares.modelled, shares.clipped], [1.0, 0.0]);
}

#[test]
fn the_same_events_have_a_price_in_both_structures() {
    let events = sum_of_three();
    for pricer in [
        instruction_pricer(Mapping::Stack),
        default_pricer(Mapping::Stack),
    ] {
        let features = pricer.features(&tally(&pricer, &events));
        assert_counts([features.n_noise, features.device_count], [2.0, 1.0]);
        let energy = pricer.posterior().predict(&features, Device::Any);
        assert!(energy.mean().0 > 0.0 && energy.sd().0 > 0.0);
        assert!(energy.quantile(0.99) > energy.mean());
    }
}

#[test]
fn a_context_that_was_not_told_apart_takes_the_plain_instruction() {
    let pricer = instruction_pricer(Mapping::Stack);
    let price = |event: Event| {
        let tally = tally(&pricer, &[event]);
        let (id, _) = tally.iter().next().expect("a priced event");
        let pattern = pricer.pattern(id).expect("a pattern");
        (pattern.provenance, tally)
    };
    let (provenance, of_arrays) = price(iadd(Source::Array, Source::Array));
    assert_eq!(provenance, Provenance::Approximated);
    assert_nanojoules(&pricer, &of_arrays, 28.4 + 2.5);
    // Without operands, the plain instruction is the only context, and the wide form is the same instruction.
    for opcode in [GOTO, GOTO_W] {
        let jump = event(Action::Goto, DataType::Int, [Source::None; 2]);
        let (provenance, jump) = price(Event { opcode, ..jump });
        assert_eq!(provenance, Provenance::Modelled);
        assert_nanojoules(&pricer, &jump, 12.6 + 2.5);
    }
    let (provenance, _) = price(Event {
        opcode: MONITORENTER,
        ..event(
            Action::Monitor,
            DataType::Reference,
            [Source::Load, Source::None],
        )
    });
    assert_eq!(provenance, Provenance::Unpriced);
}

#[test]
fn savings_are_clipped_and_left_out_as_in_the_additive_structure() {
    let i2l = Event {
        opcode: I2L,
        ..event(
            Action::Convert(DataType::Long),
            DataType::Int,
            [Source::Load, Source::None],
        )
    };
    let events = [i2l, stays()];
    let pricer = instruction_pricer(Mapping::Stack);
    let clipped = tally(&pricer, &events);
    // i2l/load and a device, 9.0 + 2.5 nJ, are less than stays/int and a device, 10.9 + 2.5 nJ.
    assert!(clipped.mean(pricer.means()).abs() < 1e-20);
    let share = pricer.shares(&clipped).clipped;
    assert!((share - (1.0 - 11.5 / 13.4)).abs() < 1e-9, "{share}");
    let plain = instruction_pricer(Mapping::Paper);
    assert_nanojoules(&plain, &tally(&plain, &events), 11.5);
}

#[test]
fn effects_cost_what_a_model_knows_of_them_and_are_no_executions() {
    let effects = Effects {
        array_bytes: 640.0,
        mispredicted_dispatches: 3.0,
    };
    let knowing = INSTRUCTION_MODEL.replace("\"goto\"", "\"misprediction\"");
    let knowing = Posterior::from_json(&knowing).expect("a valid model");
    let pricer = Pricer::new(Arc::new(knowing), Mapping::Stack);
    let mut tally = tally(&pricer, &sum_of_three());
    let before = pricer.shares(&tally);
    pricer.add_effects(&mut tally, effects);
    // goto costs 12.6 nJ and a device, but an effect counts no device.
    assert_nanojoules(&pricer, &tally, 3.0f64.mul_add(12.6, 48.9));
    assert_eq!(pricer.shares(&tally), before);
    for pricer in [
        instruction_pricer(Mapping::Stack),
        default_pricer(Mapping::Stack),
    ] {
        let mut nothing = Tally::new();
        pricer.add_effects(&mut nothing, effects);
        assert!(nothing.mean(pricer.means()).abs() < 1e-30);
    }
}
