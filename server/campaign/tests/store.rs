//! The contents of a campaign after interruptions and wrong input.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

use campaign::{
    Campaign, CampaignError, CampaignProvenance, ClassFile, DeviceId, ExecutedCounts,
    ExecutedEffects, Method, Planned, Program, ProgramKind, Reading, Triple,
};
use serde_json::json;
use tempfile::TempDir;

const PROGRAMS: [&str; 3] = ["empty", "addition", "negation"];

fn reading(energy_j: f64) -> Reading {
    Reading {
        iterations: 10,
        energy_j,
        cpu_s: 0.25,
        wall_s: 0.5,
        probe_before_s: Some(0.001),
        probe_after_s: None,
        at: Some("2026-01-02T03:04:05Z".to_owned()),
        raw: Some(json!({ "volts": [5.0, 5.1] })),
    }
}

fn programs() -> Vec<Program> {
    let mut programs = vec![Program::new("empty", ProgramKind::Baseline)];
    for name in &PROGRAMS[1..] {
        programs.push(Program {
            triple: Some(Triple {
                operation: (*name).to_owned(),
                data_type: "int".to_owned(),
                data_size: "load".to_owned(),
            }),
            method: Some(Method {
                class: "measured/Patterns".to_owned(),
                name: (*name).to_owned(),
                descriptor: "(I)V".to_owned(),
            }),
            executions: 100.0,
            baseline: Some("empty".to_owned()),
            ..Program::new(*name, ProgramKind::Pattern)
        });
    }
    programs
}

fn plan() -> Vec<Planned> {
    let mut plan = Vec::new();
    for cycle in 0..4 {
        for (ordinal, place) in (0..3).zip([cycle, cycle + 1, cycle + 2]) {
            plan.push(Planned {
                launch: cycle / 2,
                cycle,
                ordinal,
                program: PROGRAMS[place as usize % 3].to_owned(),
            });
        }
    }
    plan
}

fn filled(path: &Path) -> (Campaign, DeviceId) {
    let mut campaign = Campaign::create(path, &CampaignProvenance::example()).unwrap();
    let device = fill(&mut campaign);
    (campaign, device)
}

/// Everything that a run does before it measures. A resumed run does the same.
fn fill(campaign: &mut Campaign) -> DeviceId {
    let device = campaign
        .add_device("board", &json!({ "turbo": false }))
        .unwrap();
    let class = ClassFile {
        name: "measured/Patterns".to_owned(),
        bytes: vec![0xca, 0xfe],
    };
    campaign.add_classes(&[class]).unwrap();
    campaign.add_programs(&programs()).unwrap();
    campaign.add_plan(device, &plan()).unwrap();
    device
}

fn scratch() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    (folder, path)
}

#[test]
fn everything_comes_back_as_it_was_written() {
    let (_folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    campaign.set_iterations(device, "addition", 12).unwrap();
    campaign.set_iterations(device, "addition", 34).unwrap();
    campaign
        .note_launch(device, 0, &json!({ "pid": 1 }))
        .unwrap();
    campaign
        .note_launch(device, 0, &json!({ "pid": 2 }))
        .unwrap();
    let entries = campaign.plan(device).unwrap();
    campaign.record(entries[1].id, &reading(2e-6)).unwrap();
    drop(campaign);

    let campaign = Campaign::open_to_read(&path).unwrap();
    assert_eq!(
        campaign.provenance().unwrap(),
        CampaignProvenance::example()
    );
    assert_eq!(campaign.programs().unwrap(), programs());
    assert_eq!(campaign.classes().unwrap()[0].bytes, [0xca, 0xfe]);
    let devices = campaign.devices().unwrap();
    assert_eq!(
        (devices[0].name.as_str(), &devices[0].facts),
        ("board", &json!({ "turbo": false }))
    );
    assert_eq!(
        campaign
            .iterations(device)
            .unwrap()
            .into_iter()
            .collect::<Vec<_>>(),
        [("addition".to_owned(), 34)]
    );
    assert_eq!(
        campaign.launches(device).unwrap(),
        [(0, json!({ "pid": 1 })), (0, json!({ "pid": 2 }))]
    );
    let samples = campaign.samples(device).unwrap();
    assert_eq!(samples.len(), 1);
    let sample = &samples[0];
    assert_eq!((sample.launch, sample.cycle, sample.ordinal), (0, 0, 1));
    assert_eq!(sample.program, "addition");
    assert_eq!(
        sample.reading,
        Reading {
            raw: None,
            ..reading(2e-6)
        }
    );
    assert_eq!(campaign.raw(entries[1].id).unwrap(), reading(1.0).raw);
    assert_eq!(campaign.raw(entries[0].id).unwrap(), None);
}

#[test]
fn a_resumed_campaign_ends_as_an_undisturbed_one() {
    let (_folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    let first: Vec<_> = campaign
        .pending(device)
        .unwrap()
        .into_iter()
        .take(5)
        .collect();
    for entry in first {
        campaign.record(entry.id, &reading(1e-6)).unwrap();
    }
    drop(campaign);

    let mut campaign = Campaign::open(&path).unwrap();
    let device = fill(&mut campaign);
    let pending = campaign.pending(device).unwrap();
    assert_eq!(pending.len(), 7);
    let rest: Vec<_> = pending
        .iter()
        .map(|entry| (entry.id, reading(1e-6)))
        .collect();
    campaign.record_all(&rest).unwrap();

    let progress = campaign.progress(device).unwrap();
    assert_eq!((progress.planned, progress.measured), (12, 12));
    let measured: Vec<Planned> = campaign
        .samples(device)
        .unwrap()
        .into_iter()
        .map(|sample| Planned {
            launch: sample.launch,
            cycle: sample.cycle,
            ordinal: sample.ordinal,
            program: sample.program,
        })
        .collect();
    assert_eq!(measured, plan());
    assert_eq!(campaign.programs().unwrap().len(), 3);
    assert_eq!(campaign.devices().unwrap().len(), 1);
}

#[test]
fn a_sample_is_written_once() {
    let (_folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    let entries = campaign.plan(device).unwrap();
    campaign.record(entries[0].id, &reading(1e-6)).unwrap();
    let error = campaign.record(entries[0].id, &reading(9e-6)).unwrap_err();
    assert!(
        matches!(error, CampaignError::MeasuredTwice { .. }),
        "{error}"
    );
    // If one reading is refused, none of the transaction is kept.
    let both = [
        (entries[1].id, reading(1e-6)),
        (entries[0].id, reading(9e-6)),
    ];
    assert!(matches!(
        campaign.record_all(&both),
        Err(CampaignError::MeasuredTwice { .. })
    ));
    let samples = campaign.samples(device).unwrap();
    assert_eq!(samples.len(), 1);
    assert!((samples[0].reading.energy_j - 1e-6).abs() < 1e-20);
}

#[test]
fn what_no_working_meter_reads_is_refused() {
    let (_folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    let entry = campaign.plan(device).unwrap()[0].id;
    let good = reading(1e-6);
    for (wrong, place) in [
        (
            Reading {
                energy_j: f64::NAN,
                ..good.clone()
            },
            "energy_j: NaN J",
        ),
        (
            Reading {
                energy_j: f64::INFINITY,
                ..good.clone()
            },
            "energy_j: inf J",
        ),
        (
            Reading {
                energy_j: -1e-6,
                ..good.clone()
            },
            "energy_j: -0.000001 J",
        ),
        (
            Reading {
                energy_j: 0.0,
                ..good.clone()
            },
            "energy_j: 0 J",
        ),
        (
            Reading {
                wall_s: -3.0,
                ..good.clone()
            },
            "wall_s: -3 s",
        ),
        (
            Reading {
                cpu_s: f64::NAN,
                ..good.clone()
            },
            "cpu_s: NaN s",
        ),
        (
            Reading {
                probe_before_s: Some(0.0),
                ..good.clone()
            },
            "probe_before_s: 0 s",
        ),
        (
            Reading {
                iterations: 0,
                ..good.clone()
            },
            "iterations: nothing was executed",
        ),
    ] {
        let error = campaign.record(entry, &wrong).unwrap_err().to_string();
        assert!(error.contains(place), "{error}");
    }
    assert_eq!(campaign.progress(device).unwrap().measured, 0);
    campaign.record(entry, &good).unwrap();
}

#[test]
fn another_campaign_is_not_taken_for_the_same() {
    let (_folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    let message = |result: Result<(), CampaignError>| result.unwrap_err().to_string();
    let other = Program {
        executions: 7.0,
        ..programs().remove(1)
    };
    assert!(message(campaign.add_programs(&[other])).contains("another program of this name"));
    let other = ClassFile {
        name: "measured/Patterns".to_owned(),
        bytes: vec![1],
    };
    assert!(message(campaign.add_classes(&[other])).contains("another class of this name"));
    assert!(message(campaign.add_plan(device, &plan()[1..])).contains("another plan"));
    let mut twice = plan();
    twice.push(twice[0].clone());
    assert!(message(campaign.add_plan(device, &twice)).contains("two entries have this place"));
    let second = campaign.add_device("second", &json!({})).unwrap();
    let mut unknown = plan();
    unknown[0].program = "unknown".to_owned();
    assert!(message(campaign.add_plan(second, &unknown)).contains("no program `unknown`"));
    let orphan = Program {
        baseline: Some("addition".to_owned()),
        ..Program::new("orphan", ProgramKind::Extra)
    };
    assert!(message(campaign.add_programs(&[orphan])).contains("no baseline `addition`"));
    assert!(
        message(campaign.add_programs(&[Program {
            executions: f64::NAN,
            ..Program::new("n", ProgramKind::Extra)
        }]))
        .contains("NaN")
    );
    assert!(message(campaign.set_iterations(device, "unknown", 3)).contains("no such program"));
    for name in ["", "any", "a b", "a:b"] {
        assert!(campaign.add_device(name, &json!({})).is_err(), "{name}");
    }
    // None of this was written.
    assert_eq!(campaign.programs().unwrap(), programs());
    assert_eq!(campaign.plan(device).unwrap().len(), 12);
    assert!(campaign.plan(second).unwrap().is_empty());
}

#[test]
fn other_files_are_refused_and_left_as_they_are() {
    let (folder, path) = scratch();
    assert!(matches!(
        Campaign::open(&path),
        Err(CampaignError::Missing { .. })
    ));
    assert!(!path.exists());
    std::fs::write(&path, "{\"schema\": \"jouled.posterior/1\"}".repeat(100)).unwrap();
    assert!(matches!(
        Campaign::open(&path),
        Err(CampaignError::NotACampaign { .. })
    ));
    assert!(matches!(
        Campaign::open_to_read(&path),
        Err(CampaignError::NotACampaign { .. })
    ));
    assert!(matches!(
        Campaign::create(&path, &CampaignProvenance::example()),
        Err(CampaignError::Exists { .. })
    ));
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 3200);
    // Another program's database.
    let other = folder.path().join("other.db");
    let (campaign, _) = filled(&other);
    drop(campaign);
    let mut bytes = std::fs::read(&other).unwrap();
    bytes[68..72].fill(0);
    std::fs::write(&other, bytes).unwrap();
    assert!(matches!(
        Campaign::open(&other),
        Err(CampaignError::NotACampaign { .. })
    ));
    // A campaign that was cut off.
    let cut = folder.path().join("cut.db");
    let (campaign, _) = filled(&cut);
    drop(campaign);
    let bytes = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let read = Campaign::open_to_read(&cut).and_then(|campaign| {
        campaign.provenance()?;
        campaign.programs()?;
        campaign
            .devices()?
            .iter()
            .try_for_each(|device| campaign.plan(device.id).map(|_| ()))
    });
    assert!(
        matches!(read, Err(CampaignError::Damaged { .. })),
        "{read:?}"
    );
}

#[test]
fn a_file_that_must_not_be_written_is_read_and_says_so_when_written() {
    let (folder, path) = scratch();
    let (mut campaign, device) = filled(&path);
    let entry = campaign.plan(device).unwrap()[0].id;
    campaign.record(entry, &reading(1e-6)).unwrap();
    drop(campaign);
    let mut reader = Campaign::open_to_read(&path).unwrap();
    assert_eq!(reader.samples(device).unwrap().len(), 1);
    let pending = reader.pending(device).unwrap()[0].id;
    let error = reader.record(pending, &reading(1e-6)).unwrap_err();
    assert!(matches!(error, CampaignError::ReadOnly { .. }), "{error}");
    drop(reader);
    let missing = folder.path().join("no").join("such").join("campaign.db");
    let error = Campaign::create(&missing, &CampaignProvenance::example()).unwrap_err();
    assert!(matches!(error, CampaignError::ReadOnly { .. }), "{error}");
}

#[test]
fn a_writer_that_holds_the_file_is_named() {
    let (_folder, path) = scratch();
    let (campaign, device) = filled(&path);
    // A reader sees committed data while another process has the file open.
    let reader = Campaign::open_to_read(&path).unwrap();
    assert_eq!(reader.plan(device).unwrap().len(), 12);
    drop(campaign);
}

/// Not a test by itself: the process that the next test kills.
#[test]
#[ignore = "run by the test of killed processes"]
fn writer_that_is_killed() {
    let path = PathBuf::from(std::env::var_os("CAMPAIGN_OF_THE_KILLED").unwrap());
    let mut campaign = Campaign::open(&path).unwrap();
    let device = fill(&mut campaign);
    for entry in campaign.pending(device).unwrap() {
        campaign.record(entry.id, &reading(1e-6)).unwrap();
        println!("{}", entry.id.number());
        // Long enough to be killed between two samples, during one, or in a commit.
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn a_killed_writer_loses_no_sample_that_it_reported() {
    use std::io::{BufRead, BufReader};
    let (_folder, path) = scratch();
    let (campaign, device) = filled(&path);
    drop(campaign);
    let mut measured = 0;
    // Each round kills the writer after two more samples than it found.
    for _ in 0..4 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "writer_that_is_killed",
                "--exact",
                "--ignored",
                "--nocapture",
            ])
            .env("CAMPAIGN_OF_THE_KILLED", &path)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let reported = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok)
            .filter(|line| line.parse::<i64>().is_ok())
            .take(2)
            .count();
        child.kill().unwrap();
        child.wait().unwrap();
        let campaign = Campaign::open(&path).unwrap();
        let now = campaign.progress(device).unwrap().measured;
        assert!(
            now >= measured + reported as u64,
            "{now} of {measured} + {reported}"
        );
        measured = now;
        let samples = campaign.samples(device).unwrap();
        assert_eq!(samples.len() as u64, measured);
        assert_eq!(campaign.plan(device).unwrap().len(), 12);
    }
    assert!(measured >= 8, "{measured}");
}

#[test]
fn counts_of_instructions_come_back_and_wrong_ones_are_refused() {
    let (_folder, path) = scratch();
    let (mut campaign, _) = filled(&path);
    let executed = |counts: &[f64]| ExecutedCounts {
        method: Method {
            class: "measured/Patterns".to_owned(),
            name: "addition".to_owned(),
            descriptor: "(I)V".to_owned(),
        },
        invocations: 0.0,
        counts: counts.to_vec(),
    };
    let first = executed(&[1.0, 0.5, 0.0]);
    campaign
        .add_executed("addition", std::slice::from_ref(&first))
        .unwrap();
    // Resuming adds the same data again.
    campaign
        .add_executed("addition", std::slice::from_ref(&first))
        .unwrap();
    for wrong in [f64::NAN, -1.0, f64::INFINITY] {
        assert!(matches!(
            campaign.add_executed("negation", &[executed(&[wrong])]),
            Err(CampaignError::Invalid { .. })
        ));
    }
    assert!(matches!(
        campaign.add_executed("unknown", std::slice::from_ref(&first)),
        Err(CampaignError::Invalid { .. })
    ));
    let all = campaign.executed().unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(all["addition"], [first]);
}

#[test]
fn effects_come_back_and_wrong_ones_are_refused() {
    let (_folder, path) = scratch();
    let (mut campaign, _) = filled(&path);
    let effects = ExecutedEffects {
        array_bytes: 64.0,
        mispredicted_dispatches: 0.5,
    };
    for _resumed in 0..2 {
        campaign.add_effects("addition", effects).unwrap();
    }
    for wrong in [f64::NAN, -1.0, f64::INFINITY] {
        let wrong = ExecutedEffects {
            mispredicted_dispatches: wrong,
            ..effects
        };
        let refused = campaign.add_effects("negation", wrong);
        assert!(matches!(refused, Err(CampaignError::Invalid { .. })));
    }
    let unknown = campaign.add_effects("unknown", effects);
    assert!(matches!(unknown, Err(CampaignError::Invalid { .. })));
    let all: Vec<_> = campaign.effects().unwrap().into_iter().collect();
    assert_eq!(all, [("addition".to_owned(), effects)]);
}

/// An object added to a campaign's schema would run when the file is read or written.
#[test]
fn a_campaign_with_more_in_its_schema_is_refused() {
    for (number, statement) in [
        "CREATE TRIGGER t AFTER INSERT ON sample BEGIN DELETE FROM program; END",
        "CREATE VIEW v AS SELECT load_extension('x')",
        "CREATE TABLE more (a)",
        "CREATE INDEX i ON sample (abs(energy_j))",
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        "ALTER TABLE sample ADD COLUMN x REAL AS (abs(energy_j))",
        "ALTER TABLE device RENAME TO d; CREATE VIEW device AS SELECT * FROM d",
        "DROP TABLE launch",
        "PRAGMA writable_schema = 1;
         UPDATE sqlite_schema SET sql = replace(sql, 'energy_j > 0', 'load_extension(1)') WHERE name = 'sample'",
    ]
    .into_iter()
    .enumerate()
    {
        let (_folder, path) = scratch();
        drop(filled(&path));
        let file = rusqlite::Connection::open(&path).unwrap();
        file.execute_batch(statement).unwrap();
        drop(file);
        for opened in [Campaign::open(&path), Campaign::open_to_read(&path)] {
            let error = opened.unwrap_err();
            assert!(
                matches!(
                    error,
                    CampaignError::NotACampaign { .. } | CampaignError::Damaged { .. }
                ),
                "{number}: {error}"
            );
        }
    }
}

#[test]
fn a_table_that_lies_over_another_one_is_damage() {
    let (_folder, path) = scratch();
    drop(filled(&path));
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(
        "PRAGMA writable_schema = 1;
         UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'class') WHERE name = 'launch'",
    )
    .unwrap();
    drop(file);
    let error = Campaign::open(&path).unwrap_err();
    assert!(matches!(error, CampaignError::Damaged { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn what_lies_beside_a_campaign_leads_nowhere_else() {
    let (folder, path) = scratch();
    drop(filled(&path));
    let precious = folder.path().join("precious");
    let beside = |ending: &str| {
        folder.path().join(format!(
            "{}{ending}",
            path.file_name().unwrap().to_str().unwrap()
        ))
    };
    for ending in ["-wal", "-shm", "-journal"] {
        std::fs::write(&precious, "precious").unwrap();
        std::os::unix::fs::symlink(&precious, beside(ending)).unwrap();
        // A link to the campaign uses the files next to the campaign.
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for place in [&path, &link] {
            let error = Campaign::open(place).unwrap_err().to_string();
            assert!(
                error.contains(ending) && error.contains("remove it"),
                "{error}"
            );
            assert!(Campaign::open_to_read(place).is_err());
            assert!(Campaign::open_or_resume(place, &CampaignProvenance::example()).is_err());
        }
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
        std::fs::remove_file(beside(ending)).unwrap();
        std::fs::remove_file(link).unwrap();
    }
    // A journal that names another one would cause that one to be deleted.
    let mut journal = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7].repeat(2);
    journal.extend([0; 4]);
    journal.extend(precious.as_os_str().as_encoded_bytes());
    journal.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    std::fs::write(beside("-journal"), journal).unwrap();
    let error = Campaign::open(&path).unwrap_err().to_string();
    assert!(error.contains("several databases"), "{error}");
    assert!(precious.exists());
}
