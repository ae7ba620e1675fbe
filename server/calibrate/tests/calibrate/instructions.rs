//! The instruction structure on compiled code of which each instruction's energy is known.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bytecode::events::events;
use calibrate::{Structure, fit};
use campaign::{
    Campaign, CampaignProvenance, ClassFile, Executed, Method, Planned, Program, ProgramKind,
    Reading,
};
use jdk::{
    ArchiveCreation, BlockingJavac, CompileRequest, Environment, ServiceConfig, SourceUnit,
    find_jdks,
};
use pricing::{Mapping, Pricer};
use serde_json::json;

use crate::support::{Scratch, fitted, model};

const STATEMENTS: [&str; 16] = [
    "x = y + z;",
    "x = y - z;",
    "x = y * 3;",
    "x = y;",
    "x = 7;",
    "x = y + 1000003;",
    "l = m + n;",
    "l = m * n;",
    "l = m;",
    "x = (y + z) * y;",
    "l = (m + n) * m;",
    "x = y ^ z;",
    "x = -y;",
    "l = y;",
    "x = (int) m;",
    "x++;",
];

/// Methods of some statements each: the first ones of a single one, the others of four.
fn source(methods: usize) -> String {
    let mut text = String::from("class Measured {\n");
    for method in 0..methods {
        text.push_str("static void p");
        text.push_str(&method.to_string());
        text.push_str("(int x, int y, int z, long l, long m, long n) {\n");
        let count = if method < STATEMENTS.len() { 1 } else { 4 };
        for statement in 0..count {
            text.push_str(
                STATEMENTS[(method * (1 + 2 * statement) + 5 * statement) % STATEMENTS.len()],
            );
            text.push('\n');
        }
        text.push_str("}\n");
    }
    text + "}\n"
}

fn compiled(text: &str) -> Vec<u8> {
    let jdk = find_jdks(None, &Environment::of_this_process())
        .jdks
        .swap_remove(0);
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jdk-cache");
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        ..ServiceConfig::new(cache)
    };
    let javac = BlockingJavac::start(jdk, config).unwrap();
    let request = CompileRequest {
        sources: vec![SourceUnit::new("Measured.java".to_owned(), text)],
        ..CompileRequest::default()
    };
    javac
        .compile(request)
        .unwrap()
        .class("Measured")
        .unwrap()
        .bytes
        .clone()
}

/// A generated energy of a feature in joules: between 5 and 25 nJ, other for each name.
fn energy_of(feature: &str) -> f64 {
    let hash = feature.bytes().fold(17_u32, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    5e-9 + 2e-8 * f64::from(hash % 1000) / 1000.0
}

#[test]
fn unseen_methods_are_predicted_and_their_scatter_is_the_discrepancy() {
    const METHODS: usize = 76;
    const FITTED: usize = 46;
    let scratch = Scratch::new();
    let path = scratch.path("campaign.db");
    let bytes = compiled(&source(METHODS));
    let class = bytecode::ClassFile::parse(&bytes).unwrap();
    let mut campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
    campaign
        .add_classes(&[ClassFile {
            name: "Measured".to_owned(),
            bytes: bytes.clone(),
        }])
        .unwrap();
    let mut programs = vec![Program::new("empty", ProgramKind::Baseline)];
    let mut truths: BTreeMap<String, f64> = BTreeMap::new();
    let mut executed = Vec::new();
    for index in 0..METHODS {
        let name = format!("p{index}");
        let method = class
            .methods
            .iter()
            .find(|method| method.name == name)
            .unwrap();
        let code = method.code.as_ref().unwrap();
        let sum = events(&class, code)
            .iter()
            .filter_map(pricing::instruction_count)
            .map(|count| count.count * energy_of(&count.exact))
            .sum::<f64>();
        // Held-out methods are off by a tenth of themselves, in turn above and below.
        let held_out = index >= FITTED;
        let kind = if held_out && index % 3 == 0 {
            ProgramKind::Composite
        } else {
            ProgramKind::Kernel
        };
        let off = match (held_out, index % 2) {
            // What no sum of instructions has: a few percent, other for each program.
            (false, _) => 0.97 + 0.06 * (f64::from(index as u32 * 37 % 46) / 46.0),
            (true, 0) => 1.1,
            (true, _) => 0.9,
        };
        truths.insert(name.clone(), sum * off);
        let method = Method {
            class: "Measured".to_owned(),
            name: name.clone(),
            descriptor: method.descriptor.clone(),
        };
        executed.push(Executed {
            method: method.clone(),
            invocations: 1.0,
            counts: vec![1.0; code.instructions.len()],
        });
        programs.push(Program {
            held_out,
            method: Some(method),
            baseline: Some("empty".to_owned()),
            ..Program::new(name, kind)
        });
    }
    campaign.add_programs(&programs).unwrap();
    for (index, executed) in executed.into_iter().enumerate() {
        campaign
            .add_executed(&format!("p{index}"), &[executed])
            .unwrap();
    }
    let device = campaign.add_device("board", &json!({})).unwrap();
    let plan: Vec<Planned> = programs
        .iter()
        .flat_map(|program| std::iter::repeat_n(program.name.clone(), 8))
        .zip(0..)
        .map(|(program, ordinal)| Planned {
            launch: 0,
            cycle: 0,
            ordinal,
            program,
        })
        .collect();
    campaign.add_plan(device, &plan).unwrap();
    let readings: Vec<_> = campaign
        .plan(device)
        .unwrap()
        .iter()
        .map(|entry| {
            // Half a percent up and down stands for the noise of the samples.
            let noise = [1.0, 1.005, 0.995, 1.002, 0.998, 1.004, 0.996, 1.0]
                [entry.planned.ordinal as usize % 8];
            let net = truths.get(&entry.planned.program).copied().unwrap_or(0.0);
            let reading = Reading {
                iterations: 1,
                energy_j: 1e-8 + net * noise,
                cpu_s: 1.0,
                wall_s: 1.0,
                ..Reading::default()
            };
            (entry.id, reading)
        })
        .collect();
    campaign.record_all(&readings).unwrap();
    drop(campaign);

    let arguments = fit::Arguments {
        structure: Structure::Instruction,
        chains: 2,
        draws: 150,
        tune: 200,
        // So short a run passes no gate, and what it finds is judged by its predictions here.
        force: true,
        ..scratch.arguments(&path)
    };
    fitted(&arguments);
    let model = model(&arguments.out);
    assert_eq!(model.structure(), posterior::Structure::Instruction);
    let record = model.fit().unwrap();
    assert_eq!(record.held_out.len(), METHODS - FITTED);
    for program in &record.held_out {
        let error = (program.predicted_j / program.measured_j - 1.0).abs();
        assert!(
            (0.03..0.17).contains(&error),
            "{}: {error}",
            program.program
        );
    }
    // Whether of the whole or of its features: the methods are much alike.
    let mut relative: Vec<f64> = record
        .held_out
        .iter()
        .map(|program| program.sd_j.unwrap() / program.predicted_j)
        .collect();
    relative.sort_unstable_by(f64::total_cmp);
    let usual = relative[relative.len() / 2];
    assert!((usual - 0.1).abs() < 0.03, "{usual}");
    assert!(
        model.discrepancy().max(model.feature_discrepancy()) > 0.05,
        "{} {}",
        model.discrepancy(),
        model.feature_discrepancy()
    );
    // One device has no level that could be told from those of the instructions.
    assert!(model.device_mean(posterior::Device::Any).abs() < 1e-30);
    // A context that was never measured is priced by the contexts that were.
    let plain = model.feature(model.feature_id("iadd").unwrap()).unwrap();
    assert_eq!(plain.status, posterior::Status::Inferred);

    // jouled prices code by the model.
    let method = class
        .methods
        .iter()
        .find(|method| method.name == "p60")
        .unwrap();
    let pricer = Pricer::new(std::sync::Arc::new(model), Mapping::Stack);
    let mut units = Vec::new();
    pricer.price(&events(&class, method.code.as_ref().unwrap()), &mut units);
    let tally = units
        .iter()
        .map(|unit| (unit.pattern, unit.count))
        .collect();
    let shares = pricer.shares(&tally);
    assert!(shares.unpriced.abs() < 1e-12, "{shares:?}");
}
