use std::collections::BTreeMap;

use calibrate::{Truth, simulate};
use campaign::Campaign;

use super::support::Scratch;

#[test]
fn the_paper_s_campaign_has_its_shape_and_its_truth() {
    let scratch = Scratch::new();
    let campaign = Campaign::open_to_read(&scratch.campaign(1)).unwrap();
    let devices = campaign.devices().unwrap();
    assert_eq!(devices.len(), 2);
    let truth = Truth::table_3().unwrap();
    let programs: BTreeMap<_, _> = campaign
        .programs()
        .unwrap()
        .into_iter()
        .map(|program| (program.name.clone(), program))
        .collect();
    assert_eq!(programs.len(), 175);
    let mut squares = 0.0;
    let mut orders = Vec::new();
    for device in &devices {
        let samples = campaign.samples(device.id).unwrap();
        assert_eq!(samples.len(), 175 * 10 * 5);
        for sample in &samples {
            let program = &programs[&sample.program];
            let Some(triple) = &program.triple else {
                continue;
            };
            let net = sample.reading.energy_j / sample.reading.iterations as f64 - 2e-8;
            squares += (net - truth.cell(triple, &device.name).unwrap()).powi(2);
        }
        let order: Vec<String> = samples
            .iter()
            .filter(|sample| sample.cycle < 2)
            .map(|s| s.program.clone())
            .collect();
        let (first, second) = order.split_at(175 * 5);
        // Each cycle has every program in its own order, with the samples of a program next to each other.
        assert_ne!(first, second);
        let mut sorted = [first.to_vec(), second.to_vec()];
        for cycle in &mut sorted {
            cycle.sort();
        }
        assert_eq!(sorted[0], sorted[1]);
        orders.push(order);
    }
    assert_ne!(orders[0], orders[1]);
    // With 17,400 samples of σ, their standard deviation is known to 0.5%.
    let sd = (squares / 17_400.0_f64).sqrt();
    assert!((sd / truth.sigma - 1.0).abs() < 0.02, "{sd}");
}

#[test]
fn a_resumed_simulation_is_the_undisturbed_one() {
    let scratch = Scratch::new();
    let whole = simulate::Arguments {
        cycles: 2,
        ..simulate::Arguments::new(&scratch.path("whole.db"), 9)
    };
    simulate::run(&whole, &mut Vec::new()).unwrap();
    let resumed = simulate::Arguments {
        out: scratch.path("resumed.db"),
        ..whole.clone()
    };
    simulate::run(&resumed, &mut Vec::new()).unwrap();
    // Half of the samples are lost, as if the run had been cut off.
    let file = rusqlite::Connection::open(&resumed.out).unwrap();
    let lost = file
        .execute("DELETE FROM sample WHERE entry > 900", [])
        .unwrap();
    assert!(lost > 1000);
    drop(file);
    simulate::run(&resumed, &mut Vec::new()).unwrap();
    let samples = |path| {
        let campaign = Campaign::open_to_read(path).unwrap();
        let devices = campaign.devices().unwrap();
        devices
            .iter()
            .flat_map(|device| campaign.samples(device.id).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(samples(&whole.out), samples(&resumed.out));

    let other = simulate::Arguments {
        seed: 10,
        ..resumed
    };
    let error = simulate::run(&other, &mut Vec::new())
        .unwrap_err()
        .to_string();
    assert!(error.contains("other settings"), "{error}");
}
