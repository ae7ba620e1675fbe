//! Sites with invented tables: what is counted, the effect of hostile names, and what happens to the folder.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use portfolio::{PortfolioError, Scope, Site, SiteContents, SiteSummary, Store};
use posterior::Joules;
use rows::{Ground, Row, RowsFormat, RowsScan, RowsWriter};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\u{202e}../../x\"'&";

fn ground(model: &str) -> Arc<Ground> {
    Arc::new(Ground {
        model: model.to_owned(),
        model_digest: format!("digest of {model}"),
        path_model_digest: format!("digest of {model}"),
        device: String::from("any"),
        structure: String::from("additive"),
        mapping: String::from("stack/2"),
        tool: String::from("0.1.0"),
    })
}

/// A method of the own code of a service.
fn own(input: &str, method: &str, typical_j: Option<f64>) -> Row {
    Row {
        input: input.to_owned(),
        organisation: None,
        artifact: Some(String::from("app")),
        version: None,
        jar: Some(input.to_owned()),
        entry: Some(String::from("p/A.class")),
        class: String::from("p/A"),
        method: method.to_owned(),
        descriptor: String::from("(I)V"),
        file: Some(String::from("A.java")),
        line: Some(7),
        not_analysed: None,
        typical_j,
        typical_low_j: typical_j.map(|mean| mean / 2.0),
        typical_high_j: typical_j.map(|mean| mean * 2.0),
        open: None,
        worst_j: None,
        worst_q99_j: None,
        worst_has_symbols: false,
        worst_is_incomplete: false,
        seen: typical_j.map(|_| 0.5),
        unpriced_calls: typical_j.map(|_| 0.0),
        typical_factor: None,
        events: Vec::new(),
        ground: ground("m"),
    }
}

/// A method of a library in it.
fn inside(input: &str, version: &str, method: &str, typical_j: f64) -> Row {
    Row {
        organisation: Some(String::from("org.lib")),
        artifact: Some(String::from("lib")),
        version: Some(version.to_owned()),
        jar: Some(format!("{input}!/WEB-INF/lib/lib-{version}.jar")),
        class: String::from("lib/L"),
        ..own(input, method, Some(typical_j))
    }
}

fn table(folder: &Path, name: &str, rows: &[Row]) -> PathBuf {
    let path = folder.join(name);
    let format = RowsFormat::of(&path).expect("a form");
    let out = File::create(&path).expect("a file");
    let mut writer = RowsWriter::begin(out, format, escape::csv).expect("a table");
    for row in rows {
        writer.push(row.clone()).expect("a row");
    }
    writer.finish().expect("a table");
    path
}

fn scan(path: &Path) -> RowsScan {
    let format = RowsFormat::of(path).expect("a form");
    RowsScan::open(File::open(path).expect("a file"), format).expect("a table")
}

fn store(folder: &Path, tables: &[PathBuf]) -> Store {
    let mut store = Store::create(&folder.join("rows.db")).expect("a database");
    for table in tables {
        store.add(&mut scan(table)).expect("rows");
    }
    store
}

fn contents() -> SiteContents {
    SiteContents {
        floor: Joules(1e-3),
        methods: 100,
        statuses: Vec::new(),
        unread: Vec::new(),
    }
}

fn published(out: &Path, tables: &[PathBuf]) -> Result<SiteSummary, PortfolioError> {
    let site = Site::begin(out)?;
    let mut store = Store::create(&site.database())?;
    for table in tables {
        store.add(&mut scan(table))?;
    }
    site.publish(&mut store, contents())
}

/// The pages of a site by their names.
fn pages(out: &Path) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for folder in ["", "services", "libraries"] {
        for entry in fs::read_dir(out.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.strip_prefix(out).expect("below").display().to_string();
                pages.insert(name, fs::read_to_string(path).expect("a page"));
            }
        }
    }
    pages
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn services_are_ranked_by_expensive_methods_of_their_own_code() {
    let folder = TempDir::new().expect("a folder");
    let mut rows = vec![
        own("a.war", "f", Some(1e-3)),
        own("a.war", "g", Some(9.99e-4)),
        own("b.war", "f", Some(5e-2)),
        own("b.war", "g", Some(1e-2)),
        own("b.war", "h", None),
        own("c.war", "f", None),
    ];
    // Its libraries do not raise a service's rank.
    rows.extend((0..9).map(|number| inside("a.war", "1", &format!("m{number}"), 1.0)));
    let mut native = own("b.war", "n", None);
    native.not_analysed = Some(String::from("native"));
    rows.push(native);
    let mut lacking = own("b.war", "k", Some(1e-9));
    lacking.unpriced_calls = Some(2.5);
    rows.push(lacking);
    let mut store = store(folder.path(), &[table(folder.path(), "t.parquet", &rows)]);
    assert_eq!(store.finish(Joules(1e-3)).expect("a summary"), 0);
    let services = store.services().expect("services");
    let order: Vec<&str> = services.iter().map(|one| one.input.as_str()).collect();
    assert_eq!(order, ["b.war", "a.war", "c.war"]);
    let (b, a, c) = (&services[0], &services[1], &services[2]);
    assert_eq!((b.own.methods, b.own.known, b.own.costly), (5, 3, 2));
    assert_eq!(
        (b.own.unknown, b.own.not_analysed, b.own.with_unpriced),
        (1, 1, 1)
    );
    assert_eq!((b.own.costliest, b.p95), (Some(5e-2), Some(5e-2)));
    assert_eq!((a.own.costly, a.libraries.costly, a.archives), (1, 9, 1));
    // Nothing is known, so nothing is 0.
    assert_eq!((c.own.costliest, c.p95, c.own.seen), (None, None, None));
}

#[test]
fn one_in_twenty_methods_reaches_the_quantile() {
    let folder = TempDir::new().expect("a folder");
    for (count, expected) in [(1, 1.0), (19, 19.0), (20, 19.0), (21, 20.0), (40, 38.0)] {
        let rows: Vec<Row> = (1..=count)
            .map(|number| own("a.war", &format!("m{number}"), Some(f64::from(number))))
            .collect();
        let folder = folder.path().join(count.to_string());
        fs::create_dir(&folder).expect("a folder");
        let mut store = store(&folder, &[table(&folder, "t.parquet", &rows)]);
        store.finish(Joules(1e-3)).expect("a summary");
        assert_eq!(store.services().expect("services")[0].p95, Some(expected));
    }
}

#[test]
fn a_method_of_a_library_counts_once_whatever_its_services_and_versions() {
    let folder = TempDir::new().expect("a folder");
    let rows = [
        inside("a.war", "1", "f", 2e-3),
        inside("b.war", "2", "f", 5e-3),
        inside("b.war", "2", "g", 1e-3),
        // The same name in the own code of two services is not the same code.
        own("a.war", "f", Some(1e-2)),
        own("b.war", "f", Some(2e-2)),
    ];
    let mut store = store(folder.path(), &[table(folder.path(), "t.parquet", &rows)]);
    store.finish(Joules(1e-3)).expect("a summary");
    let methods = store.methods(Scope::Everywhere, 10).expect("methods");
    let found: Vec<_> = methods
        .iter()
        .map(|method| {
            let energies = (method.typical, method.least, method.service_count);
            (method.class.as_str(), method.method.as_str(), energies)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("p/A", "f", (Some(2e-2), Some(2e-2), 1)),
            ("p/A", "f", (Some(1e-2), Some(1e-2), 1)),
            ("lib/L", "f", (Some(5e-3), Some(2e-3), 2)),
            ("lib/L", "g", (Some(1e-3), Some(1e-3), 1)),
        ]
    );
    let libraries = store.libraries().expect("libraries");
    assert_eq!(libraries.len(), 1);
    assert_eq!((libraries[0].costly, libraries[0].services.len()), (2, 2));
    assert_eq!(libraries[0].versions, ["1", "2"]);
}

#[test]
fn a_method_that_two_tables_have_counts_once() {
    let folder = TempDir::new().expect("a folder");
    let one = table(folder.path(), "a.parquet", &[own("a.war", "f", Some(1.0))]);
    let two = [own("a.war", "f", Some(1.0)), own("a.war", "g", Some(1.0))];
    let two = table(folder.path(), "b.ndjson", &two);
    let mut store = store(folder.path(), &[one, two]);
    assert_eq!(store.finish(Joules(1e-3)).expect("a summary"), 1);
    assert_eq!(store.services().expect("services")[0].own.methods, 2);
}

#[test]
fn impossible_energies_count_as_unknown() {
    let folder = TempDir::new().expect("a folder");
    let bad = [f64::NAN, f64::INFINITY, -1.0].map(|bad| own("a.war", "f", Some(bad)));
    let mut rows = bad.to_vec();
    for (row, name) in rows.iter_mut().zip(["f", "g", "h"]) {
        row.method = name.to_owned();
    }
    let mut store = store(folder.path(), &[table(folder.path(), "t.parquet", &rows)]);
    store.finish(Joules(1e-3)).expect("a summary");
    let services = store.services().expect("services");
    assert_eq!((services[0].own.known, services[0].own.unknown), (0, 3));
    assert_eq!(services[0].own.costliest, None);
}

#[test]
fn every_form_of_a_table_gives_the_same_site() {
    let folder = TempDir::new().expect("a folder");
    let rows = [
        own("a, b.war", "f", Some(1.234_567e-3)),
        own("a, b.war", "-g", None),
        inside("a, b.war", "1.10", "\"h\"", 3e-3),
    ];
    let mut sites = ["t.parquet", "t.csv", "t.ndjson"].into_iter().map(|name| {
        let table = table(folder.path(), name, &rows);
        let out = folder.path().join(format!("site of {name}"));
        published(&out, &[table]).expect("a site");
        let mut pages = pages(&out);
        for page in pages.values_mut() {
            // In CSV, text that a spreadsheet could read as a formula gets an apostrophe.
            *page = page.replace("'-g(", "-g(").replace("'-g(", "-g(");
        }
        pages
    });
    let first = sites.next().expect("a site");
    assert!(first["hotspots.html"].contains("p.A"), "it shows methods");
    for other in sites {
        assert_eq!(
            first.keys().collect::<Vec<_>>(),
            other.keys().collect::<Vec<_>>()
        );
        assert_eq!(
            first["index.html"], other["index.html"],
            "the same first page"
        );
    }
}

#[test]
fn hostile_names_stay_text_and_inside_the_folder() {
    let folder = TempDir::new().expect("a folder");
    let mut row = inside(HOSTILE, HOSTILE, HOSTILE, 1.0);
    row.artifact = Some(HOSTILE.to_owned());
    row.organisation = Some(HOSTILE.to_owned());
    row.class = HOSTILE.to_owned();
    row.descriptor = HOSTILE.to_owned();
    row.file = Some(HOSTILE.to_owned());
    row.entry = Some(HOSTILE.to_owned());
    row.open = Some(HOSTILE.to_owned());
    row.ground = ground(HOSTILE);
    let mut mine = row.clone();
    mine.jar = None;
    mine.method = format!("{HOSTILE}2");
    let out = folder.path().join("site");
    let table = table(folder.path(), "t.ndjson", &[row, mine]);
    published(&out, &[table]).expect("a site");
    assert_eq!(names(folder.path()), ["site", "t.ndjson"]);
    let pages = pages(&out);
    assert_eq!(pages.len(), 6, "{:?}", pages.keys());
    for (name, page) in &pages {
        assert!(!page.contains("<img"), "{name}");
        assert!(!page.contains('\u{202e}'), "{name}");
        if name != ".jouled-portfolio" {
            assert_eq!(page.matches("</script>").count(), 2, "{name}");
        }
    }
}

#[test]
fn several_models_are_mentioned() {
    let folder = TempDir::new().expect("a folder");
    let mut other = own("b.war", "f", Some(1.0));
    other.ground = ground("other");
    let rows = [own("a.war", "f", Some(1.0)), other];
    let out = folder.path().join("site");
    let table = table(folder.path(), "t.parquet", &rows);
    published(&out, &[table]).expect("a site");
    let pages = pages(&out);
    let mixed = |page: &str| page.contains("rest on several models");
    assert!(mixed(&pages["index.html"]) && mixed(&pages["hotspots.html"]));
    let of_service = pages
        .iter()
        .filter(|(name, _)| name.starts_with("services/"));
    for (name, page) in of_service {
        assert!(!mixed(page), "{name} has one model");
    }
}

#[test]
fn a_damaged_table_adds_nothing() {
    let folder = TempDir::new().expect("a folder");
    let rows: Vec<Row> = (0..5_000)
        .map(|number| own("a.war", &format!("m{number}"), Some(1.0)))
        .collect();
    let path = table(folder.path(), "t.ndjson", &rows);
    let mut text = fs::read_to_string(&path).expect("a table");
    text.push_str("{\"input\": 3}\n");
    fs::write(&path, text).expect("a file");
    let mut store = Store::create(&folder.path().join("rows.db")).expect("a database");
    let error = store.add(&mut scan(&path)).expect_err("it is damaged");
    assert!(error.to_string().contains("line 5001"), "{error}");
    store.finish(Joules(1e-3)).expect("a summary");
    assert!(store.services().expect("services").is_empty());
}

#[test]
fn the_row_about_a_failed_input_is_no_method() {
    let folder = TempDir::new().expect("a folder");
    let path = table(folder.path(), "t.ndjson", &[own("a.war", "f", Some(1.0))]);
    let text = fs::read_to_string(&path).expect("a table");
    let row: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let (mut good, mut bad) = (row.clone(), row);
    good["outcome"] = "partial".into();
    good["why"] = "p/B.class is damaged".into();
    for (name, member) in bad.as_object_mut().expect("an object") {
        if name != "input" {
            *member = serde_json::Value::Null;
        }
    }
    bad["input"] = "b.war".into();
    bad["outcome"] = "failed".into();
    bad["why"] = "no archive".into();
    fs::write(&path, format!("{good}\n{bad}\n")).expect("a file");
    let mut store = store(folder.path(), &[path]);
    store.finish(Joules(1e-3)).expect("a summary");
    let services = store.services().expect("services");
    let found: Vec<_> = services
        .iter()
        .map(|one| {
            let analysis = one.analysis.as_ref().expect("it is known");
            let outcome = analysis.outcome.name();
            (
                one.input.as_str(),
                one.own.methods,
                outcome,
                analysis.why.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("a.war", 1, "partial", "p/B.class is damaged"),
            ("b.war", 0, "failed", "no archive"),
        ]
    );
}

#[test]
fn only_an_earlier_site_is_replaced() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("site");
    let first = table(folder.path(), "a.parquet", &[own("a.war", "f", Some(1.0))]);
    let second = table(folder.path(), "b.parquet", &[own("b.war", "f", Some(1.0))]);
    published(&out, std::slice::from_ref(&first)).expect("a site");
    let before = pages(&out);
    published(&out, std::slice::from_ref(&second)).expect("another site");
    let after = pages(&out);
    assert_ne!(
        before.keys().collect::<Vec<_>>(),
        after.keys().collect::<Vec<_>>()
    );
    assert_eq!(names(folder.path()), ["a.parquet", "b.parquet", "site"]);
    // Other people's files, in the site and in its place.
    fs::write(out.join("services").join("notes.txt"), "mine").expect("a file");
    let refused = published(&out, std::slice::from_ref(&first)).expect_err("a foreign file");
    let words = refused.to_string();
    assert!(
        words.contains("notes.txt") && words.contains("--out"),
        "{words}"
    );
    assert!(out.join("services").join("notes.txt").is_file());
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::write(mine.join("index.html"), "mine").expect("a file");
    published(&mine, std::slice::from_ref(&first)).expect_err("no former site");
    assert_eq!(names(&mine), ["index.html"]);
    published(&first, std::slice::from_ref(&first)).expect_err("a file");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    published(&empty, &[first]).expect("an empty folder is nobody's");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_replaced() {
    let folder = TempDir::new().expect("a folder");
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    fs::create_dir(&real).expect("a folder");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let table = table(folder.path(), "a.parquet", &[own("a.war", "f", Some(1.0))]);
    published(&link, &[table]).expect_err("a link");
    assert!(names(&real).is_empty());
}
