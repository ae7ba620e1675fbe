//! Counters of the processor: powercap and perf.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use meters::{MeterError, Selector, System, Work, open};

use crate::contract::opened;
use crate::tree::Tree;

fn fails(selector: &str, system: &System) -> MeterError {
    match open(&selector.parse::<Selector>().unwrap(), system) {
        Ok(meter) => panic!("{:?} was opened", meter.description()),
        Err(error) => error,
    }
}

#[test]
fn each_zone_wraps_at_a_range_of_its_own() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 999_999_000, 1_000_000_000);
    tree.zone("intel-rapl:1", "package-1", 65_000_000, 65_532_610);
    let mut meter = opened("powercap", &tree.system());
    meter.start().unwrap();
    tree.set_counter("intel-rapl:0", 4_000);
    tree.set_counter("intel-rapl:1", 467_390);
    let reading = meter.stop(&Work::default()).unwrap();
    // 1,000 up to the range and 4,000 beyond it; 532,610 and 467,390.
    assert!((reading.joules - 1.005).abs() < 1e-12, "{reading:?}");
}

#[test]
fn packages_and_memory_are_summed_and_their_parts_are_not() {
    let tree = Tree::new();
    // Numbers have no meaning: the first zone is psys, which contains everything.
    tree.zone("intel-rapl:0", "psys", 0, 1_000_000_000);
    tree.zone("intel-rapl:1", "package-0", 0, 1_000_000_000);
    tree.zone("intel-rapl:1:0", "core", 0, 1_000_000_000);
    tree.zone("intel-rapl:1:1", "dram", 0, 1_000_000_000);
    for (selector, expected) in [("powercap", 3.5), ("powercap:zone=psys", 8.0)] {
        for zone in ["0", "1", "1:0", "1:1"] {
            tree.set_counter(&format!("intel-rapl:{zone}"), 0);
        }
        let mut meter = opened(selector, &tree.system());
        meter.start().unwrap();
        tree.set_counter("intel-rapl:0", 8_000_000);
        tree.set_counter("intel-rapl:1", 3_000_000);
        tree.set_counter("intel-rapl:1:0", 1_000_000);
        tree.set_counter("intel-rapl:1:1", 500_000);
        let reading = meter.stop(&Work::default()).unwrap();
        assert!(
            (reading.joules - expected).abs() < 1e-12,
            "{selector}: {reading:?}"
        );
    }
}

#[test]
fn a_counter_that_stands_still_is_no_zero() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 5, 1_000_000_000);
    let mut meter = opened("powercap", &tree.system());
    meter.start().unwrap();
    let error = meter.stop(&Work::default()).unwrap_err();
    assert!(matches!(error, MeterError::TooShort { .. }), "{error}");
}

#[test]
fn hostile_counters_are_complained_about_by_file_and_text() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 5, 1_000_000_000);
    let mut meter = opened("powercap", &tree.system());
    let texts: [&[u8]; 7] = [
        b"",
        b"-1\n",
        b"1e9\n",
        b"18446744073709551616\n",
        b"\xff\xfe\n",
        b"2000000000\n",
        &[b'9'; 5000],
    ];
    for text in texts {
        tree.set_counter("intel-rapl:0", 5);
        meter.start().unwrap();
        tree.write_bytes("sys/class/powercap/intel-rapl:0/energy_uj", text);
        let error = meter.stop(&Work::default()).unwrap_err().to_string();
        assert!(error.contains("energy_uj"), "{error}");
    }
    tree.set_counter("intel-rapl:0", 5);
    meter.start().unwrap();
    tree.set_counter("intel-rapl:0", 1_000_005);
    assert!((meter.stop(&Work::default()).unwrap().joules - 1.0).abs() < 1e-12);
}

#[test]
fn a_zone_that_goes_is_an_error_and_not_less_energy() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 0, 1_000_000_000);
    tree.zone("intel-rapl:1", "package-1", 0, 1_000_000_000);
    let mut meter = opened("powercap", &tree.system());
    meter.start().unwrap();
    tree.set_counter("intel-rapl:0", 1_000_000);
    tree.remove("sys/class/powercap/intel-rapl:1");
    let error = meter.stop(&Work::default()).unwrap_err();
    assert!(matches!(error, MeterError::File { .. }), "{error}");
}

#[test]
fn what_keeps_powercap_away_is_said_with_the_fix() {
    let tree = Tree::new();
    let error = fails("powercap", &tree.system()).to_string();
    assert!(error.contains("virtual machine"), "{error}");

    fs::create_dir_all(tree.path("sys/class/powercap")).unwrap();
    let error = fails("powercap", &tree.system()).to_string();
    assert!(error.contains("modprobe"), "{error}");

    tree.zone("intel-rapl:0", "package-0", 0, 1_000_000_000);
    let error = fails("powercap:zone=package-7", &tree.system()).to_string();
    assert!(error.contains("package-0"), "{error}");

    let counter = tree.path("sys/class/powercap/intel-rapl:0/energy_uj");
    fs::set_permissions(&counter, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&counter).is_err() {
        let error = fails("powercap", &tree.system()).to_string();
        assert!(error.contains("sudo chmod a+r"), "{error}");
    }
    fs::remove_file(&counter).unwrap();
    let error = fails("powercap", &tree.system()).to_string();
    assert!(error.contains("energy_uj"), "{error}");
}

#[test]
fn a_zone_without_a_range_is_not_used() {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 0, 0);
    assert!(matches!(
        fails("powercap", &tree.system()),
        MeterError::Absent { .. }
    ));
}

#[test]
fn what_keeps_perf_away_is_said_with_the_fix() {
    let tree = Tree::new();
    let error = fails("perf", &tree.system()).to_string();
    assert!(error.contains("virtual machine"), "{error}");

    tree.perf_event();
    let error = fails("perf:event=energy-ram", &tree.system()).to_string();
    assert!(error.contains("energy-pkg"), "{error}");

    let error = fails("perf:program=/nowhere/perf", &tree.system()).to_string();
    assert!(error.contains("install"), "{error}");

    let denied = tree.script(
        "perf",
        "echo 'Error: No permission to enable power event.' >&2",
    );
    let error = fails(&format!("perf:program={denied}"), &tree.system()).to_string();
    assert!(
        error.contains("CAP_PERFMON") && error.contains("No permission"),
        "{error}"
    );
}

#[test]
fn a_perf_that_ends_while_it_measures_is_an_error() {
    let tree = Tree::new();
    tree.perf_event();
    let program = tree.script(
        "perf",
        "for i in 1 2 3 4 5; do echo '0.01;0.3;Joules;power/energy-pkg/;1;100.00;;' >&2; sleep 0.01; done",
    );
    let mut meter = opened(&format!("perf:program={program}"), &tree.system());
    meter.start().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    let error = meter.stop(&Work::default()).unwrap_err();
    assert!(error.to_string().contains("ended"), "{error}");
}
