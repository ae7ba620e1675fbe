//! Instruments that fail, send half a line, close the connection, are slow, or send invalid answers.

use std::thread;
use std::time::Duration;

use meters::{Meter, MeterError, Reading, Selector, System, Work, open};

use crate::contract::opened;
use crate::simulators::{self, Manner, Reply};

fn window(meter: &mut dyn Meter) -> Result<Reading, MeterError> {
    meter.start()?;
    thread::sleep(Duration::from_millis(150));
    meter.stop(&Work::default())
}

fn complaint(selector: &str) -> String {
    match open(&selector.parse::<Selector>().unwrap(), &System::default()) {
        Ok(meter) => panic!("{:?} was opened", meter.description()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_slow_instrument_is_waited_for() {
    let address = simulators::keithley(Manner::Slow);
    let mut meter = opened(&format!("keithley:tcp={address}"), &System::default());
    let reading = window(meter.as_mut()).unwrap();
    let watts = simulators::KEITHLEY_AMPERES * simulators::KEITHLEY_VOLTS;
    assert!((reading.joules / reading.wall_s - watts).abs() < 1e-6);

    let address = simulators::multimeter(Manner::Slow);
    let mut meter = opened(&format!("scpi:tcp={address},volts=5"), &System::default());
    let reading = window(meter.as_mut()).unwrap();
    let watts = 5.0 * simulators::MULTIMETER_AMPERES;
    assert!((reading.joules / reading.wall_s - watts).abs() < 1e-6);
}

#[test]
fn what_an_instrument_does_wrong_is_said() {
    for (manner, said) in [
        (Manner::Error, "Operation not allowed"),
        (Manner::HalfLines, "no whole answer"),
        (Manner::Disconnects, "closed the connection"),
        (Manner::Nonsense, "is not numbers"),
        (Manner::Negative, "sinks current"),
        (Manner::Endless, "has no end"),
    ] {
        let address = simulators::keithley(manner);
        let selector = format!("keithley:tcp={address},timeout=2");
        let mut meter = opened(&selector, &System::default());
        let error = window(meter.as_mut()).unwrap_err().to_string();
        assert!(error.contains(said), "{manner:?}: {error}");
    }
    for (manner, said) in [
        (Manner::HalfLines, "no whole answer"),
        (Manner::Disconnects, "closed the connection"),
        (Manner::Nonsense, "is not a number"),
        (Manner::Negative, "swap the leads"),
    ] {
        let address = simulators::multimeter(manner);
        let selector = format!("scpi:tcp={address},volts=5,timeout=0.5");
        let mut meter = opened(&selector, &System::default());
        let error = window(meter.as_mut()).unwrap_err().to_string();
        assert!(error.contains(said), "{manner:?}: {error}");
    }
    let address = simulators::multimeter(Manner::Error);
    let said = complaint(&format!("scpi:tcp={address},volts=5"));
    assert!(said.contains("Undefined header"), "{said}");
}

#[test]
fn a_window_without_whole_readings_is_too_short() {
    let address = simulators::keithley(Manner::Proper);
    let selector = format!("keithley:tcp={address},interval=10");
    let mut meter = opened(&selector, &System::default());
    let error = window(meter.as_mut()).unwrap_err();
    assert!(matches!(error, MeterError::TooShort { .. }), "{error}");
}

#[test]
fn a_wrong_address_or_another_instrument_is_said_with_the_fix() {
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = unused.local_addr().unwrap();
    drop(unused);
    let said = complaint(&format!("keithley:tcp={address},timeout=1"));
    assert!(said.contains("check its address"), "{said}");
    assert!(complaint("keithley:tcp=nonsense").contains("check its address"));
    assert!(complaint("keithley").contains("`tcp` is missing"));
    let other = simulators::serve(|_| Some(Reply::Line("DMM6500".to_owned())));
    let said = complaint(&format!("keithley:tcp={other}"));
    assert!(said.contains("scpi:"), "{said}");
    assert!(complaint("keithley:tcp=localhost:1,channel=c").contains("a or b"));
}
