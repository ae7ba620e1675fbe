//! Power sensors: hwmon, the Raspberry Pi's chip, batteries, recordings.

use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};

use meters::{Meter, MeterError, Reading, Selector, Work, open};

use crate::contract::opened;
use crate::tree::Tree;

fn window(meter: &mut dyn Meter) -> Result<Reading, MeterError> {
    meter.start()?;
    thread::sleep(Duration::from_millis(50));
    meter.stop(&Work::default())
}

fn complaint(selector: &str, tree: &Tree) -> String {
    match open(&selector.parse::<Selector>().unwrap(), &tree.system()) {
        Ok(meter) => panic!("{:?} was opened", meter.description()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_sensor_that_was_renumbered_is_found_again() {
    let tree = Tree::new();
    tree.sensor("hwmon0", "cpu_thermal", "0-0001", "1\n");
    tree.sensor("hwmon1", "ina219", "1-0040", "2000000\n");
    let mut meter = opened("ina2xx", &tree.system());
    window(meter.as_mut()).unwrap();
    tree.remove("sys/class/hwmon/hwmon1");
    tree.sensor("hwmon5", "ina219", "1-0040", "3000000\n");
    let reading = window(meter.as_mut()).unwrap();
    assert!((reading.joules / reading.wall_s - 3.0).abs() < 1e-9);
}

#[test]
fn another_sensor_does_not_take_the_place_of_one_that_went() {
    let tree = Tree::new();
    tree.sensor("hwmon1", "ina219", "1-0040", "2000000\n");
    let mut meter = opened("ina2xx", &tree.system());
    tree.remove("sys/class/hwmon/hwmon1");
    tree.sensor("hwmon1", "ina219", "1-0041", "3000000\n");
    tree.remove("sys/class/hwmon/hwmon1/power1_input");
    assert!(window(meter.as_mut()).is_err());
}

#[test]
fn of_several_sensors_one_has_to_be_named() {
    let tree = Tree::new();
    tree.sensor("hwmon1", "ina219", "1-0040", "2000000\n");
    tree.sensor("hwmon2", "ina226", "1-0041", "5000000\n");
    let complaint = complaint("ina2xx", &tree);
    assert!(
        complaint.contains("name=ina226,device=1-0041"),
        "{complaint}"
    );
    let mut meter = opened("ina2xx:name=ina226", &tree.system());
    let reading = window(meter.as_mut()).unwrap();
    assert!((reading.joules / reading.wall_s - 5.0).abs() < 1e-9);
}

#[test]
fn a_sensor_without_power_is_voltage_times_current() {
    let tree = Tree::new();
    tree.sensor("hwmon1", "ina219", "1-0040", "0\n");
    tree.remove("sys/class/hwmon/hwmon1/power1_input");
    tree.write("sys/class/hwmon/hwmon1/in1_input", "5100\n");
    tree.write("sys/class/hwmon/hwmon1/curr1_input", "700\n");
    let mut meter = opened("ina2xx", &tree.system());
    let reading = window(meter.as_mut()).unwrap();
    assert!((reading.joules / reading.wall_s - 5.1 * 0.7).abs() < 1e-9);
}

#[test]
fn sensors_that_give_nothing_negative_or_no_number_are_errors() {
    for text in ["0\n", "-2000000\n", "nan\n", "\n", "99999999999999999999\n"] {
        let tree = Tree::new();
        tree.sensor("hwmon1", "ina219", "1-0040", "2000000\n");
        let mut meter = opened("ina2xx", &tree.system());
        tree.write("sys/class/hwmon/hwmon1/power1_input", text);
        let reading = window(meter.as_mut());
        assert!(reading.is_err(), "{text:?}: {reading:?}");
        tree.write("sys/class/hwmon/hwmon1/power1_input", "2000000\n");
        assert!(window(meter.as_mut()).is_ok(), "after {text:?}");
    }
}

#[test]
fn without_a_sensor_the_fix_is_named() {
    let tree = Tree::new();
    assert!(complaint("ina2xx", &tree).contains("modprobe ina2xx"));
    assert!(complaint("battery", &tree).contains("no battery"));
    assert!(complaint("pmic:program=/nowhere/vcgencmd", &tree).contains("Raspberry Pi 5"));
    let other = tree.script(
        "vcgencmd",
        "echo 'error=1 error_msg=\"Command not registered\"'",
    );
    assert!(complaint(&format!("pmic:program={other}"), &tree).contains("Raspberry Pi 5"));
}

#[test]
fn a_battery_counts_current_in_either_direction_and_only_while_it_discharges() {
    let tree = Tree::new();
    tree.battery(&[
        ("status", "Discharging\n"),
        ("voltage_now", "12000000\n"),
        ("current_now", "-800000\n"),
    ]);
    let mut meter = opened("battery", &tree.system());
    let work = Work::default();
    meter.start().unwrap();
    thread::sleep(Duration::from_millis(600));
    let reading = meter.stop(&work).unwrap();
    assert!((reading.joules / reading.wall_s - 9.6).abs() < 1e-9);

    tree.battery(&[("status", "Charging\n")]);
    meter.start().unwrap();
    let error = meter.stop(&work).unwrap_err().to_string();
    assert!(error.contains("unplug"), "{error}");
    assert!(complaint("battery", &tree).contains("unplug"));
}

#[test]
fn a_program_that_hangs_or_fails_does_not_hold_up_the_meter_for_good() {
    let tree = Tree::new();
    let failing = tree.script("failing", "echo 'VCHI initialization failed' >&2; exit 255");
    let said = complaint(&format!("pmic:program={failing}"), &tree);
    assert!(said.contains("VCHI initialization failed"), "{said}");
}

fn now() -> f64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_secs_f64()
}

#[test]
fn a_recording_by_another_clock_is_aligned_by_its_offset() {
    let tree = Tree::new();
    let mut lines = String::new();
    // A clock that is an hour slow; 1 W a second ago, rising by 1 W per second.
    let begin = now() - 1.0;
    for tick in 0..400 {
        let seconds = f64::from(tick) * 0.01;
        let (time, watts) = (begin - 3600.0 + seconds, 1.0 + seconds);
        writeln!(lines, "{time:.6};{watts:.6}").unwrap();
    }
    tree.write("power.csv", &lines);
    let selector = format!("csv:offset=3600,file={}", tree.path("power.csv").display());
    let mut meter = opened(&selector, &tree.system());
    let from = now() - begin;
    meter.start().unwrap();
    thread::sleep(Duration::from_millis(100));
    let reading = meter.stop(&Work::default()).unwrap();
    let expected = reading.wall_s * (1.0 + from + reading.wall_s / 2.0);
    assert!(
        (reading.joules / expected - 1.0).abs() < 0.01,
        "{} {expected}",
        reading.joules
    );
}

#[test]
fn a_recording_that_stopped_or_makes_no_sense_is_complained_about_by_line() {
    let tree = Tree::new();
    let path = tree.path("power.csv");
    let selector = format!("csv:wait=0.05,file={}", path.display());
    tree.write("power.csv", "time,power\n1,2\n2,2\n");
    let mut meter = opened(&selector, &tree.system());
    meter.start().unwrap();
    let error = meter.stop(&Work::default()).unwrap_err().to_string();
    assert!(error.contains("still recorded"), "{error}");
    for (line, text) in [
        (3, "2,NaN\n"),
        (3, "2,-1\n"),
        (3, "0.5,2\n"),
        (3, "two,2\n"),
    ] {
        fs::write(&path, format!("time,power\n1,2\n{text}3,2\n")).unwrap();
        let said = complaint(&selector, &tree);
        assert!(said.contains(&format!("line {line}")), "{text}: {said}");
    }
    fs::write(&path, "").unwrap();
    assert!(complaint(&selector, &tree).contains("fewer than two samples"));
    fs::remove_file(&path).unwrap();
    assert!(complaint(&selector, &tree).contains("cannot be read"));
}

#[test]
fn joular_core_s_file_of_whole_seconds_gives_the_power_that_was_chosen() {
    let tree = Tree::new();
    let path = tree.path("joular.csv");
    let begin = now().floor() - 3.0;
    let mut lines = String::from(
        "Timestamp,Total Power (W), CPU Power (W),GPU Power (W),CPU Usage (%),Process Power (W)\n",
    );
    for second in 0..60 {
        // A second that occurs twice counts once.
        for _ in 0..=(second % 2) {
            writeln!(lines, "{},9.5,7.5,2.0,40.0,1.25", begin + f64::from(second)).unwrap();
        }
    }
    fs::write(&path, &lines).unwrap();
    for (power, watts) in [("", 9.5), (",power=cpu", 7.5), (",power=process", 1.25)] {
        let mut meter = opened(
            &format!("joular:file={}{power}", path.display()),
            &tree.system(),
        );
        meter.start().unwrap();
        thread::sleep(Duration::from_millis(2100));
        let reading = meter.stop(&Work::default()).unwrap();
        assert!(
            (reading.joules / reading.wall_s - watts).abs() < 1e-5,
            "{power}"
        );
    }
}

#[test]
fn what_is_not_joular_core_s_file_is_complained_about() {
    let tree = Tree::new();
    let selector = format!("joular:file={}", tree.path("power.csv").display());
    for (text, said) in [
        ("time,power\n1,2\n2,2\n", "line 1"),
        ("timestamp,cpu_power\n1,2\n2,2\n", "line 1"),
        ("timestamp,total_power\n1,2\nx,2\n", "line 3"),
        ("timestamp,total_power\n1,2\n2\n", "line 3"),
        ("timestamp,total_power\n1,-2\n", "line 2"),
        ("timestamp,total_power\n1,2\n", "fewer than two samples"),
    ] {
        tree.write("power.csv", text);
        let complaint = complaint(&selector, &tree);
        assert!(complaint.contains(said), "{text}: {complaint}");
    }
    assert!(
        complaint(&format!("{selector},power=heat"), &tree).contains("total, cpu, gpu or process")
    );
}

#[test]
fn powermetrics_without_the_right_to_measure_says_what_to_do() {
    let tree = Tree::new();
    assert!(complaint("powermetrics:program=/nowhere/powermetrics", &tree).contains("only macOS"));
    let refused = tree.script(
        "powermetrics",
        "echo 'powermetrics must be invoked as the superuser' >&2; exit 1",
    );
    let said = complaint(&format!("powermetrics:program={refused}"), &tree);
    assert!(
        said.contains("superuser") && said.contains("sudo"),
        "{said}"
    );
}
