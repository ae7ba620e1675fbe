//! What users type, and the messages that they get.

use meters::{Selector, System, survey};

use crate::tree::Tree;

#[test]
fn a_selector_is_shown_as_it_can_be_typed() {
    for text in [
        "powercap",
        "cpu-time:cpus=4,tdp=65",
        "keithley:channel=b,tcp=[::1]:5025",
    ] {
        assert_eq!(text.parse::<Selector>().unwrap().to_string(), text);
    }
}

#[test]
fn typing_errors_are_told_with_the_nearest_right_word() {
    for (text, said) in [
        ("powercpa", "did you mean `powercap`?"),
        ("", "the meters are powercap"),
        ("cpu-time:tpd=3", "did you mean `tdp`?"),
        ("cpu-time:tdp", "has no `=`"),
        ("cpu-time:tdp=1,tdp=2", "twice"),
        ("perf:zone=1", "it has event, program"),
    ] {
        let error = text.parse::<Selector>().unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    for text in [
        "cpu-time:tdp=-3",
        "cpu-time:tdp=nan",
        "cpu-time:volts=3",
        "cpu-time:cpus=inf",
    ] {
        let selector = text.parse::<Selector>().unwrap();
        let error = meters::open(&selector, &System::default()).err().unwrap();
        assert!(error.to_string().contains("is not"), "{text}: {error}");
    }
}

#[test]
fn a_survey_finds_what_is_there_and_says_of_the_rest_why_it_is_not() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 0, 1_000_000_000);
    tree.battery(&[("status", "Discharging\n"), ("power_now", "7500000\n")]);
    let findings = survey(&tree.system());
    let usable: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.state.is_ok())
        .map(|finding| finding.kind.name)
        .collect();
    assert_eq!(usable, ["powercap", "battery", "cpu-time"]);
    assert_eq!(findings.len(), meters::KINDS.len());
}
