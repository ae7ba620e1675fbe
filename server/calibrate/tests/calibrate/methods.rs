//! Campaigns of methods with known energies.

use std::collections::BTreeMap;
use std::path::Path;

use bytecode::events::{Event, events};
use campaign::{
    Campaign, CampaignProvenance, ClassFile, ExecutedCounts, ExecutedEffects, Method, Planned,
    Program, ProgramKind, Reading,
};
use serde_json::json;

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

/// Methods with statements: the first ones with one, the others with four.
fn source(methods: usize, name: &dyn Fn(usize) -> String) -> String {
    let mut text = String::from("class Measured {\n");
    for method in 0..methods {
        text.push_str("static void ");
        text.push_str(&name(method));
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
    let mut classes =
        tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), "Measured.java", text).into_iter();
    let measured = classes.find(|class| class.binary_name == "Measured");
    measured.unwrap().bytes
}

/// An invented energy of a feature in joules: between 5 and 25 nJ, different for each name.
pub(crate) fn energy_of(feature: &str) -> f64 {
    let hash = feature.bytes().fold(17_u32, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    5e-9 + 2e-8 * f64::from(hash % 1000) / 1000.0
}

/// The usual names of methods.
pub(crate) fn numbered(method: usize) -> String {
    format!("p{method}")
}

/// Methods of one class, each measured alone.
pub(crate) struct Methods<'m> {
    pub(crate) count: usize,
    pub(crate) name: &'m dyn Fn(usize) -> String,
    /// The kind of a method, and whether it is held out.
    pub(crate) kind: &'m dyn Fn(usize) -> (ProgramKind, bool),
    /// The energy of a method with these events, in joules.
    pub(crate) energy: &'m dyn Fn(usize, &[Event]) -> f64,
    /// What else costs energy in a method; `None` if that was not counted.
    pub(crate) effects: &'m dyn Fn(usize) -> Option<ExecutedEffects>,
}

impl Methods<'_> {
    /// Writes a campaign in which each method was measured eight times, and returns the bytes of the class.
    pub(crate) fn measured(&self, path: &Path, provenance: &CampaignProvenance) -> Vec<u8> {
        let bytes = compiled(&source(self.count, self.name));
        let class = bytecode::ClassFile::parse(&bytes).unwrap();
        let mut campaign = Campaign::create(path, provenance).unwrap();
        campaign
            .add_classes(&[ClassFile {
                name: "Measured".to_owned(),
                bytes: bytes.clone(),
            }])
            .unwrap();
        let mut programs = vec![Program::new("empty", ProgramKind::Baseline)];
        let mut truths: BTreeMap<String, f64> = BTreeMap::new();
        let mut executed = Vec::new();
        for index in 0..self.count {
            let name = (self.name)(index);
            let mut methods = class.methods.iter();
            let method = methods.find(|method| method.name == name).unwrap();
            let code = method.code.as_ref().unwrap();
            let (kind, held_out) = (self.kind)(index);
            truths.insert(name.clone(), (self.energy)(index, &events(&class, code)));
            let method = Method {
                class: "Measured".to_owned(),
                name: name.clone(),
                descriptor: method.descriptor.clone(),
            };
            executed.push(ExecutedCounts {
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
                .add_executed(&(self.name)(index), &[executed])
                .unwrap();
            if let Some(effects) = (self.effects)(index) {
                campaign.add_effects(&(self.name)(index), effects).unwrap();
            }
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
                // Half a percent up and down simulates the noise of the samples.
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
        bytes
    }
}
