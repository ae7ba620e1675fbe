//! Two campaigns of the same programs.

use std::path::{Path, PathBuf};

use calibrate::compare;
use calibrate::text_or_json::TextOrJson;
use campaign::{CampaignProvenance, Program, ProgramKind};
use posterior::{MeasuredDifference, Mode};

use super::support::Scratch;

/// The net cost of an execution of the programs in nJ. -1 is below the baseline.
const FIRST: [(&str, f64); 6] = [
    ("a", 10.0),
    ("b", 20.0),
    ("c", 40.0),
    ("d", 5.0),
    ("e", -1.0),
    ("f", 7.0),
];
const SECOND: [(&str, f64); 6] = [
    ("a", 10.0),
    ("b", 10.0),
    ("c", 10.0),
    ("d", 10.0),
    ("e", 10.0),
    ("g", 7.0),
];

fn campaign(
    scratch: &Scratch,
    name: &str,
    provenance: &CampaignProvenance,
    nanojoules: &[(&str, f64)],
) -> PathBuf {
    let baseline = Program::new("empty", ProgramKind::Baseline);
    let of = |name: &str| Program {
        baseline: Some("empty".to_owned()),
        ..Program::new(name, ProgramKind::Kernel)
    };
    let programs: Vec<Program> = std::iter::once(baseline)
        .chain(nanojoules.iter().map(|(name, _)| of(name)))
        .collect();
    let empty = [("empty", 100e-9), ("empty", 100.1e-9)];
    let energies = nanojoules
        .iter()
        .map(|(name, nanojoules)| (*name, 100.05e-9 + nanojoules * 1e-9));
    let energies: Vec<(&str, f64)> = empty.into_iter().chain(energies).collect();
    scratch.recorded(name, provenance, &programs, &energies)
}

fn compared(first: &Path, second: &Path, format: TextOrJson) -> anyhow::Result<String> {
    let arguments = compare::Arguments {
        first: first.to_path_buf(),
        second: second.to_path_buf(),
        top: 2,
        format,
    };
    let mut out = Vec::new();
    compare::run(&arguments, &mut out)?;
    Ok(String::from_utf8(out)?)
}

/// The ratios are 1, 2, 4 and 1/2. Computed by hand: their median is √2, their logarithms have the standard deviation 1.1180 · ln
/// 2, and the factors 1, 2, 2, 4 have the median 2 and the quantile 2^1.7 (type 7 of the logarithms).
#[test]
fn energies_of_the_same_programs_are_compared() {
    let scratch = Scratch::new();
    let newer = CampaignProvenance::example();
    let mut older = CampaignProvenance::example();
    older.jdk.version = "17.0.9".to_owned();
    let first = campaign(&scratch, "older.db", &older, &FIRST);
    let second = campaign(&scratch, "newer.db", &newer, &SECOND);

    let json = compared(&first, &second, TextOrJson::Json).unwrap();
    let found: MeasuredDifference = serde_json::from_str(&json).unwrap();
    assert_eq!(found.jdks, ["17.0.9", "25.0.1"]);
    assert_eq!((found.mode, found.programs), (Mode::Interpreter, 4));
    for (value, expected) in [
        (found.ratio, 2_f64.sqrt()),
        (found.sd_log, 1.118_033_988_75 * 2_f64.ln()),
        (found.median_factor, 2.0),
        (found.p90_factor, 2_f64.powf(1.7)),
    ] {
        assert!((value / expected - 1.0).abs() < 1e-6, "{value} {expected}");
    }

    let said = compared(&first, &second, TextOrJson::Text).unwrap();
    for part in [
        // e is below the baseline; f and g are in one campaign each.
        "4 programs are in both, 3 in one of them or without a measurable energy",
        "A over B: median 1.414",
        "half of the programs differ by a factor of 2.00 or more, a tenth by 3.25 or more",
        "40.0 nJ     10.0 nJ    4.000",
        "and 2 more; --top shows them",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
}

#[test]
fn what_cannot_be_compared_says_why() {
    let scratch = Scratch::new();
    let example = CampaignProvenance::example();
    let compiled = CampaignProvenance {
        mode: Mode::C2,
        ..CampaignProvenance::example()
    };
    let first = campaign(&scratch, "first.db", &example, &FIRST);
    let other_mode = campaign(&scratch, "c2.db", &compiled, &FIRST);
    let nothing_shared = campaign(&scratch, "nothing.db", &example, &[("x", 1.0)]);
    let model = scratch.path("model.json");
    let published = include_str!("../../../../model-data/raspberry-pi-5.json");
    std::fs::write(&model, published).unwrap();
    for (second, format, why) in [
        (&other_mode, TextOrJson::Text, "c2.db in c2 mode"),
        (&nothing_shared, TextOrJson::Text, "no program in common"),
        (&model, TextOrJson::Text, "first.db is a campaign and"),
    ] {
        let error = compared(&first, second, format).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let error = compared(&model, &model, TextOrJson::Json).unwrap_err();
    assert!(
        error.to_string().contains("is for two campaigns"),
        "{error}"
    );
}
