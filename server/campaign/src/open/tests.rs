use rusqlite::Connection;
use serde_json::json;

use super::*;
use crate::{Planned, Program, ProgramKind, Reading};

/// The database reports a full disk when it may have no further page.
#[test]
fn a_full_disk_keeps_what_was_written_and_the_campaign_goes_on_with_more_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let mut campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
    let device = campaign.add_device("board", &json!({})).unwrap();
    campaign
        .add_programs(&[Program::new("empty", ProgramKind::Baseline)])
        .unwrap();
    let plan: Vec<Planned> = (0..200)
        .map(|ordinal| Planned {
            launch: 0,
            cycle: 0,
            ordinal,
            program: "empty".to_owned(),
        })
        .collect();
    campaign.add_plan(device, &plan).unwrap();
    let pages: i64 = campaign
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    let allow = |campaign: &Campaign, pages: i64| {
        campaign
            .connection
            .pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
            .unwrap();
    };
    allow(&campaign, pages + 2);
    let reading = Reading {
        iterations: 1,
        energy_j: 1e-8,
        cpu_s: 1e-8,
        wall_s: 1e-8,
        raw: Some(json!("x".repeat(1000))),
        ..Reading::default()
    };
    let mut written = 0;
    let error = loop {
        let entry = campaign.pending(device).unwrap()[0].id;
        match campaign.record(entry, &reading) {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, CampaignError::Full { .. }), "{error:?}");
    assert!(error.to_string().contains("free some space"), "{error}");
    assert!(written > 0 && written < 200, "{written}");
    drop(campaign);

    let mut campaign = Campaign::open(&path).unwrap();
    assert_eq!(campaign.progress(device).unwrap().measured, written);
    for entry in campaign.pending(device).unwrap() {
        campaign.record(entry.id, &reading).unwrap();
    }
    assert_eq!(campaign.samples(device).unwrap().len(), 200);
}

#[test]
fn values_that_something_else_wrote_are_damage_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
    let write = |statement: &str| campaign.connection.execute_batch(statement).unwrap();
    write(
        "INSERT INTO device VALUES (1, 'board', '{}'); INSERT INTO device VALUES (2, 'other', '{');
         INSERT INTO program (id, name, kind, held_out, executions) VALUES (1, 'p', 'baseline', 0, 1);
         INSERT INTO plan VALUES (1, 1, 0, 0, 0, 1), (2, 1, -1, 0, 1, 1);
         PRAGMA ignore_check_constraints = true;
         INSERT INTO sample VALUES (1, 5, -1.0, 1.0, 1.0, NULL, NULL, NULL, 'not json');",
    );
    let error = campaign.devices().unwrap_err();
    assert!(matches!(error, CampaignError::Damaged { .. }), "{error}");
    let error = campaign.plan(crate::DeviceId(1)).unwrap_err();
    assert!(matches!(error, CampaignError::Damaged { .. }), "{error}");
    let error = campaign.samples(crate::DeviceId(1)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("-1 J is not a positive finite number"),
        "{error}"
    );
    let error = campaign.raw(crate::EntryId(1)).unwrap_err();
    assert!(matches!(error, CampaignError::Damaged { .. }), "{error}");
    write("UPDATE program SET kind = 'unheard-of'");
    let error = campaign.programs().unwrap_err();
    assert!(error.to_string().contains("unheard-of"), "{error}");
    write("UPDATE campaign SET provenance = '{\"title\": 3}'");
    assert!(matches!(
        campaign.provenance(),
        Err(CampaignError::Damaged { .. })
    ));
}

#[test]
fn a_file_of_another_schema_names_both_versions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
    campaign
        .connection
        .pragma_update(None, "user_version", 7)
        .unwrap();
    drop(campaign);
    for error in [Campaign::open(&path), Campaign::open_to_read(&path)] {
        let error = error.unwrap_err();
        assert!(
            error
                .to_string()
                .contains("schema 7, but this version reads schema 2"),
            "{error}"
        );
    }
}

#[test]
fn an_older_campaign_can_be_read_but_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let campaign = Campaign::create(&path, &CampaignProvenance::example()).unwrap();
    campaign
        .connection
        .execute_batch("DROP TABLE effect; PRAGMA user_version = 1")
        .unwrap();
    drop(campaign);
    let read = Campaign::open_to_read(&path).unwrap();
    assert!(read.effects().unwrap().is_empty());
    let error = Campaign::open(&path).unwrap_err().to_string();
    assert!(
        error.contains("schema 1, but this version reads schema 2"),
        "{error}"
    );
}

#[test]
fn an_interruption_before_the_first_transaction_leaves_nothing_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.db");
    let begin = || Campaign::open_or_resume(&path, &CampaignProvenance::example());
    std::fs::write(&path, "").unwrap();
    drop(begin().unwrap());
    // The journal mode is written before the tables.
    std::fs::remove_file(&path).unwrap();
    let mode = |connection: &Connection| {
        connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
            .unwrap();
    };
    mode(&Connection::open(&path).unwrap());
    assert!(std::fs::metadata(&path).unwrap().len() > 0);
    begin().unwrap().add_device("board", &json!({})).unwrap();
    assert_eq!(begin().unwrap().devices().unwrap().len(), 1, "it continues");

    std::fs::remove_file(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE mine (a)").unwrap();
    drop(other);
    let error = begin().unwrap_err();
    assert!(
        matches!(error, CampaignError::NotACampaign { .. }),
        "{error}"
    );
}
