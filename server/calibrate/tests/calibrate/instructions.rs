//! The instruction structure on compiled code in which each instruction's energy is known.

use std::sync::Arc;

use bytecode::events::{Interpreter, events};
use calibrate::{Structure, fit};
use campaign::{CampaignProvenance, ExecutedEffects, ProgramKind};
use posterior::Posterior;
use pricing::{ARRAY_LINE, MISPREDICTION, Mapping, PatternId, Pricer};

use super::methods::{Methods, energy_of, numbered};
use super::support::{Scratch, fitted, model};

#[test]
fn unseen_methods_are_predicted_and_their_scatter_is_the_discrepancy() {
    const METHODS: usize = 76;
    const FITTED: usize = 46;
    let scratch = Scratch::new();
    let path = scratch.path("campaign.db");
    let methods = Methods {
        count: METHODS,
        name: &numbered,
        kind: &|index| {
            let held_out = index >= FITTED;
            if held_out && index % 3 == 0 {
                (ProgramKind::Composite, held_out)
            } else {
                (ProgramKind::Kernel, held_out)
            }
        },
        energy: &|index, events| {
            let sum = events
                .iter()
                .filter_map(pricing::instruction_count)
                .map(|count| count.count * energy_of(&count.exact))
                .sum::<f64>();
            // Held-out methods are off by a tenth, alternately above and below.
            let off = match (index >= FITTED, index % 2) {
                // A few percent, different for each program, that no sum of instructions has.
                (false, _) => 0.97 + 0.06 * (f64::from(index as u32 * 37 % 46) / 46.0),
                (true, 0) => 1.1,
                (true, _) => 0.9,
            };
            sum * off
        },
        effects: &|_| None,
    };
    let bytes = methods.measured(&path, &CampaignProvenance::example());
    let class = bytecode::ClassFile::parse(&bytes).unwrap();

    let arguments = fit::Arguments {
        structure: Some(Structure::Instruction),
        chains: 2,
        draws: 150,
        tune: 200,
        // Such a short run does not pass the checks; the test judges its predictions.
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
    // It does not matter which discrepancy is larger: the methods are very similar.
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
    // A single device has no level that could be distinguished from those of the instructions.
    assert!(model.device_mean(posterior::Device::Any).abs() < 1e-30);
    // A context that was never measured has the price of the measured ones.
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

const JOULES_OF_MISPREDICTION: f64 = 150e-9;
const JOULES_OF_LINE: f64 = 40e-9;

/// The model of methods with mispredicted jumps and new arrays, whose prices are known. In some methods, neither was counted.
fn with_effects(scratch: &Scratch, name: &str, is_counted: &dyn Fn(usize) -> bool) -> Posterior {
    let path = scratch.path(&format!("{name}.db"));
    let effects = |index: usize| ExecutedEffects {
        array_bytes: 64.0 * (index % 4) as f64,
        mispredicted_dispatches: (index % 3) as f64 / 2.0,
    };
    let methods = Methods {
        count: 40,
        name: &numbered,
        kind: &|_| (ProgramKind::Kernel, false),
        energy: &|index, events| {
            let instructions: f64 = events
                .iter()
                .filter_map(pricing::instruction_count)
                .map(|count| count.count * energy_of(&count.exact))
                .sum();
            let effects = effects(index);
            instructions
                + JOULES_OF_MISPREDICTION * effects.mispredicted_dispatches
                + JOULES_OF_LINE * effects.array_bytes / 64.0
        },
        effects: &|index| is_counted(index).then(|| effects(index)),
    };
    methods.measured(&path, &CampaignProvenance::example());
    let arguments = fit::Arguments {
        structure: Some(Structure::Instruction),
        chains: 2,
        draws: 150,
        tune: 200,
        force: true,
        out: scratch.path(&format!("{name}.json")),
        ..scratch.arguments(&path)
    };
    fitted(&arguments);
    model(&arguments.out)
}

#[test]
fn a_fit_finds_the_price_of_effects_unless_some_programs_were_not_counted() {
    let scratch = Scratch::new();
    let found = with_effects(&scratch, "all", &|_| true);
    for (effect, joules) in [
        (MISPREDICTION, JOULES_OF_MISPREDICTION),
        (ARRAY_LINE, JOULES_OF_LINE),
    ] {
        let mean = found.feature_mean(found.feature_id(effect).unwrap());
        assert!((mean / joules - 1.0).abs() < 0.1, "{effect}: {mean:e} J");
    }
    let some = with_effects(&scratch, "some", &|index| index != 7);
    assert_eq!(some.feature_id(MISPREDICTION), None);

    // Code that nobody has run gets the usual share, in addition to its instructions.
    let text = "class B { static int f(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) if (a[i] > 3) n++; return n; } }";
    let classes = tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), "B.java", text);
    let class = bytecode::ClassFile::parse(&classes[0].bytes).unwrap();
    let method = class.methods.iter().find(|method| method.name == "f");
    let code = method.unwrap().code.as_ref().unwrap();
    for (model, has_effects) in [(found, true), (some, false)] {
        let pricer = Pricer::new(Arc::new(model), Mapping::Stack);
        let (mut units, mut found) = (Vec::new(), Vec::new());
        let mut interpreter = Interpreter::default();
        pricer.price_code(
            &mut interpreter,
            (&class, code),
            &mut Vec::new(),
            &mut units,
        );
        pricer.price(&events(&class, code), &mut found);
        let more = &units[found.len()..];
        let counts = |is_wanted: &dyn Fn(PatternId) -> bool| {
            let units = more.iter().filter(|unit| is_wanted(unit.pattern));
            let mut counts: Vec<f64> = units.map(|unit| unit.count).collect();
            counts.sort_unstable_by(f64::total_cmp);
            counts
        };
        // The return, the condition of the loop and the branch on data; and what else of them may be mispredicted.
        let [usually, at_worst]: [&[f64]; 2] = if has_effects {
            [&[0.059, 0.066, 0.11], &[0.89, 0.941]]
        } else {
            [&[], &[]]
        };
        assert_eq!(counts(&|pattern| pricer.is_typical(pattern)), usually);
        assert_eq!(counts(&|pattern| !pricer.is_typical(pattern)), at_worst);
        assert_eq!(counts(&|pattern| pricer.is_certain(pattern)), [0.0; 0]);
    }
}
