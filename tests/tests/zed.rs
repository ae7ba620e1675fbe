//! What the Zed extension accepts from a project. Zed itself merges the settings of a project with those of its user.

#[path = "../../editors/zed/src/choose.rs"]
mod choose;

use choose::{program, settings};
use serde_json::json;

#[test]
fn no_program_of_the_project_is_the_server() {
    let found = |path: &str| program(Some(path.to_owned()), "/home/me/shop");
    assert_eq!(found("/usr/bin/jouled"), Ok("/usr/bin/jouled".to_owned()));
    assert!(found("/home/me/shopping/jouled").is_ok());
    for evil in [
        "/home/me/shop/jouled",
        "/home/me/./shop//bin/jouled",
        "/home/me/other/../shop/jouled",
        "jouled",
        "./jouled",
        "",
    ] {
        assert!(found(evil).is_err(), "{evil}");
    }
    let windows = |path: &str| program(Some(path.to_owned()), r"C:\shop");
    assert!(windows(r"C:\shop\jouled.exe").is_err());
    assert!(windows("C:/shop/jouled.exe").is_err());
    assert!(windows(r"C:\bin\jouled.exe").is_ok());
    assert!(program(None, "/home/me/shop").is_err());
}

#[test]
fn settings_that_name_programs_are_removed() {
    let told = settings(json!({"device": "device_1", "javaHome": "/home/me/shop/jdk"}));
    assert_eq!(told, json!({"device": "device_1"}));
    let told = settings(json!({"jouled": {"lens": false, "javaHome": "jdk"}}));
    assert_eq!(told, json!({"jouled": {"lens": false}}));
    for odd in [json!(null), json!([1]), json!("javaHome"), json!({})] {
        assert_eq!(settings(odd.clone()), odd);
    }
}

#[test]
fn the_extension_reads_no_binary_from_the_settings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../editors/zed/src/jouled.rs");
    let text = std::fs::read_to_string(path).expect("the extension");
    assert!(!text.contains(".binary"), "{path}");
}
