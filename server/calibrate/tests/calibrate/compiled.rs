//! Campaigns of compiled code in which each kind of work has a known energy.

use calibrate::{Structure, fit};
use campaign::{CampaignProvenance, ProgramKind};
use posterior::Mode;

use super::methods::{Methods, energy_of, numbered};
use super::support::{Scratch, fitted, model};

const METHODS: usize = 100;
const FITTED: usize = 50;

/// The factors by which unseen programs are off, alternately above and below: e^0.4 and e^0.02.
const OFF_OF_KERNELS: f64 = 0.4;
const OFF_OF_METHODS: f64 = 0.02;
/// The unseen kernels are variants of three algorithms, which all cost e^0.3 times as much as the fit says.
const ALGORITHMS: [&str; 3] = ["queens", "heap_sort", "union_find"];
const BIAS: f64 = 0.3;

fn kind(index: usize) -> (ProgramKind, bool) {
    let is_method = index >= FITTED && index % 4 < 2;
    let kind = if is_method {
        ProgramKind::Composite
    } else {
        ProgramKind::Kernel
    };
    (kind, index >= FITTED)
}

fn name(index: usize) -> String {
    match kind(index) {
        (ProgramKind::Kernel, true) => format!("{}_{index}", ALGORITHMS[index % ALGORITHMS.len()]),
        _ => numbered(index),
    }
}

/// A short run does not pass the checks; the test judges its predictions.
fn short(scratch: &Scratch, structure: Option<Structure>) -> fit::Arguments {
    let path = scratch.path("campaign.db");
    let methods = Methods {
        count: METHODS,
        name: &name,
        kind: &kind,
        energy: &|index, events| {
            let sum: f64 = events
                .iter()
                .filter_map(|event| Some((pricing::work_of_event(event)?, event.weight())))
                .map(|(work, weight)| weight * energy_of(work))
                .sum();
            let off = match kind(index) {
                (_, false) => 0.03,
                (ProgramKind::Kernel, true) => OFF_OF_KERNELS,
                (_, true) => OFF_OF_METHODS,
            };
            let bias = match kind(index) {
                (ProgramKind::Kernel, true) => BIAS,
                _ => 0.0,
            };
            sum * (bias + if index % 2 == 0 { off } else { -off }).exp()
        },
        effects: &|_| None,
    };
    let provenance = CampaignProvenance {
        mode: Mode::C2,
        ..CampaignProvenance::example()
    };
    methods.measured(&path, &provenance);
    fit::Arguments {
        structure,
        chains: 2,
        draws: 200,
        tune: 200,
        force: true,
        ..scratch.arguments(&path)
    }
}

#[test]
fn compiled_programs_get_their_structure_and_the_discrepancy_of_algorithms_and_loops() {
    let scratch = Scratch::new();
    let arguments = short(&scratch, None);
    fitted(&arguments);
    let model = model(&arguments.out);
    assert_eq!(model.structure(), posterior::Structure::Compiled);
    assert_eq!(model.mode(), Mode::C2);
    assert!(
        (model.discrepancy() - OFF_OF_KERNELS).abs() < 0.05,
        "{}",
        model.discrepancy()
    );
    let caveats = &model.provenance().caveats;
    assert!(
        !caveats.iter().any(|caveat| caveat.contains("not made for")),
        "{caveats:?}"
    );
    let bias = model.fit().and_then(|fit| fit.log_bias).unwrap();
    assert!((bias - BIAS).abs() < 0.1, "{bias}");
    // Half of the programs are algorithms, which are predicted without a bias and are off by the larger factor. The others are
    // methods, which are predicted as much too high as algorithms would be too low.
    let unseen = model.unseen().unwrap();
    assert_eq!(unseen.programs as usize, METHODS - FITTED);
    assert!(
        (unseen.p90_error - OFF_OF_KERNELS.exp_m1()).abs() < 0.1,
        "{unseen:?}"
    );
    assert!(
        (unseen.bias - (BIAS / 2.0).exp_m1()).abs() < 0.1,
        "{unseen:?}"
    );
}

#[test]
fn a_structure_that_was_made_for_others_is_a_caveat() {
    let scratch = Scratch::new();
    let arguments = short(&scratch, Some(Structure::Instruction));
    fitted(&arguments);
    let caveats = model(&arguments.out).provenance().caveats.clone();
    let expected = "The programs were executed in mode c2, and the instruction structure was not made for these.";
    assert!(
        caveats.iter().any(|caveat| caveat == expected),
        "{caveats:?}"
    );
}
