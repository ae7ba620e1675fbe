//! Properties of every meter.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use meters::{Meter, MeterError, Selector, System, Work, open};

use crate::simulators::{self, Manner};
use crate::tree::Tree;

/// A meter of each kind with a fake source.
struct Case {
    meter: Box<dyn Meter>,
    /// The true power in watts.
    watts: f64,
    /// The tolerated error in a short window.
    tolerance: f64,
    // Fields are dropped in this order: first the threads that write into the tree.
    _hand: Option<Hand>,
    _tree: Tree,
}

/// A thread that feeds the source.
pub(crate) struct Hand {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Hand {
    pub(crate) fn every(interval: Duration, mut action: impl FnMut(f64) + Send + 'static) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&over);
        let began = Instant::now();
        let thread = thread::spawn(move || {
            while !seen.load(Ordering::Relaxed) {
                action(began.elapsed().as_secs_f64());
                thread::sleep(interval);
            }
        });
        Self {
            over,
            thread: Some(thread),
        }
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

pub(crate) fn opened(selector: &str, system: &System) -> Box<dyn Meter> {
    open(&selector.parse::<Selector>().unwrap(), system).unwrap_or_else(|error| panic!("{error}"))
}

fn cases() -> Vec<Case> {
    vec![
        powercap(),
        perf(),
        powermetrics(),
        ina2xx(),
        pmic(),
        battery(),
        keithley(),
        multimeter(),
        csv(),
        joular(),
        cpu_time(),
    ]
}

fn powercap() -> Case {
    let tree = Tree::new();
    tree.zone("intel-rapl:0", "package-0", 0, 1_000_000_000);
    let counter = tree.path("sys/class/powercap/intel-rapl:0/energy_uj");
    let hand = Hand::every(Duration::from_millis(1), move |seconds| {
        // Renamed into place, so a reader never sees half a number.
        let new = counter.with_extension("new");
        std::fs::write(&new, format!("{}\n", (seconds * 20e6) as u64)).unwrap();
        std::fs::rename(&new, &counter).unwrap();
    });
    thread::sleep(Duration::from_millis(10));
    Case {
        meter: opened("powercap", &tree.system()),
        watts: 20.0,
        tolerance: 0.5,
        _tree: tree,
        _hand: Some(hand),
    }
}

fn perf() -> Case {
    let tree = Tree::new();
    tree.perf_event();
    // 0.3 J every 10 ms, as `perf stat` prints it.
    let program = tree.script(
        "perf",
        "while :; do sleep 0.01; echo '0.01;0.3;Joules;power/energy-pkg/;1;100.00;;' >&2; done",
    );
    Case {
        meter: opened(&format!("perf:program={program}"), &tree.system()),
        watts: 30.0,
        tolerance: 0.9,
        _tree: tree,
        _hand: None,
    }
}

fn powermetrics() -> Case {
    let tree = Tree::new();
    // 3 W, as `powermetrics` prints it every 20 ms.
    let program = tree.script(
        "powermetrics",
        "echo 'Machine model: Mac14,2'; while :; do sleep 0.02; \
         echo '*** Sampled system activity (Tue Nov 24 10:00:00 2026 +0100) (20.0ms elapsed) ***'; echo; \
         echo 'CPU Power: 2000 mW'; echo 'Combined Power (CPU + GPU + ANE): 3000 mW'; done",
    );
    Case {
        meter: opened(&format!("powermetrics:program={program}"), &tree.system()),
        watts: 3.0,
        // A sleep of the shell takes longer than requested.
        tolerance: 0.9,
        _tree: tree,
        _hand: None,
    }
}

fn ina2xx() -> Case {
    let tree = Tree::new();
    tree.sensor("hwmon3", "ina219", "1-0040", "4200000\n");
    Case {
        meter: opened("ina2xx", &tree.system()),
        watts: 4.2,
        tolerance: 1e-9,
        _tree: tree,
        _hand: None,
    }
}

fn pmic() -> Case {
    let tree = Tree::new();
    let program = tree.script(
        "vcgencmd",
        "echo ' VDD_CORE_A current(7)=2.00000000A'; echo ' VDD_CORE_V volt(15)=0.75000000V'",
    );
    Case {
        meter: opened(&format!("pmic:program={program}"), &tree.system()),
        watts: 1.5,
        tolerance: 1e-9,
        _tree: tree,
        _hand: None,
    }
}

fn battery() -> Case {
    let tree = Tree::new();
    tree.battery(&[("status", "Discharging\n"), ("power_now", "7500000\n")]);
    Case {
        meter: opened("battery", &tree.system()),
        watts: 7.5,
        tolerance: 1e-9,
        _tree: tree,
        _hand: None,
    }
}

fn keithley() -> Case {
    let address = simulators::keithley(Manner::Proper);
    Case {
        meter: opened(&format!("keithley:tcp={address}"), &System::default()),
        watts: simulators::KEITHLEY_VOLTS * simulators::KEITHLEY_AMPERES,
        tolerance: 1e-6,
        _tree: Tree::new(),
        _hand: None,
    }
}

fn multimeter() -> Case {
    let address = simulators::multimeter(Manner::Proper);
    Case {
        meter: opened(&format!("scpi:tcp={address},volts=5"), &System::default()),
        watts: 5.0 * simulators::MULTIMETER_AMPERES,
        tolerance: 1e-6,
        _tree: Tree::new(),
        _hand: None,
    }
}

fn csv() -> Case {
    let tree = Tree::new();
    tree.write("power.csv", "time,power\n1,3.5\n2,3.5\n");
    let file = tree.path("power.csv");
    let mut out = OpenOptions::new().append(true).open(&file).unwrap();
    let hand = Hand::every(Duration::from_millis(5), move |_| {
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap();
        out.write_all(format!("{:.6},3.5,more\n", now.as_secs_f64()).as_bytes())
            .unwrap();
    });
    Case {
        meter: opened(&format!("csv:file={}", file.display()), &System::default()),
        watts: 3.5,
        tolerance: 1e-6,
        _tree: tree,
        _hand: Some(hand),
    }
}

fn joular() -> Case {
    let tree = Tree::new();
    let header = "timestamp,cpu_power,gpu_power,total_power,cpu_usage,pid_or_app_power";
    tree.write(
        "joular.csv",
        &format!("{header}\n1,3.0,0.5,3.5,20.0,1.0\n2,3.0,0.5,3.5,20.0,1.0\n"),
    );
    let file = tree.path("joular.csv");
    let mut out = OpenOptions::new().append(true).open(&file).unwrap();
    // Faster than Joular Core, so the test does not wait for seconds.
    let hand = Hand::every(Duration::from_millis(5), move |_| {
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap();
        let line = format!("{:.6},3.0,0.5,3.5,20.0,1.0\n", now.as_secs_f64());
        out.write_all(line.as_bytes()).unwrap();
    });
    Case {
        meter: opened(
            &format!("joular:file={}", file.display()),
            &System::default(),
        ),
        watts: 3.5,
        tolerance: 1e-6,
        _tree: tree,
        _hand: Some(hand),
    }
}

fn cpu_time() -> Case {
    let tree = Tree::new();
    Case {
        meter: opened("cpu-time:tdp=40,cpus=2", &tree.system()),
        watts: 0.7 * 40.0 / 2.0,
        tolerance: 0.05,
        _tree: tree,
        _hand: None,
    }
}

/// Long enough for every sampling meter.
const WINDOW: Duration = Duration::from_millis(600);

fn window(meter: &mut dyn Meter) -> Result<meters::Reading, MeterError> {
    meter.start()?;
    let began = Instant::now();
    thread::sleep(WINDOW);
    let seconds = began.elapsed().as_secs_f64();
    meter.stop(&Work {
        cpu_s: seconds,
        wall_s: seconds,
    })
}

#[test]
fn every_kind_of_meter_is_tried_here() {
    let tried: Vec<&str> = cases()
        .iter()
        .map(|case| case.meter.description().kind)
        .collect();
    let known: Vec<&str> = meters::KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(tried, known);
}

#[test]
fn a_window_has_the_joules_of_its_power_and_time() {
    for mut case in cases() {
        let kind = case.meter.description().kind;
        let reading = window(case.meter.as_mut()).unwrap_or_else(|error| panic!("{error}"));
        let expected = case.watts * reading.wall_s;
        assert!(
            (reading.joules / expected - 1.0).abs() <= case.tolerance,
            "{kind}: {} J, not {expected}",
            reading.joules
        );
        assert!(reading.wall_s >= WINDOW.as_secs_f64(), "{kind}");
        assert!(reading.raw.is_object(), "{kind}");
    }
}

#[test]
fn start_and_stop_take_turns() {
    for mut case in cases() {
        let meter = case.meter.as_mut();
        let kind = meter.description().kind;
        let work = Work::default();
        assert!(
            matches!(meter.stop(&work), Err(MeterError::Turn { .. })),
            "{kind}"
        );
        meter.start().unwrap();
        assert!(
            matches!(meter.start(), Err(MeterError::Turn { .. })),
            "{kind}"
        );
        // The open window can still be closed, and another one opened.
        let _ = meter.stop(&work);
        assert!(window(meter).is_ok(), "{kind}");
    }
}

#[test]
fn a_description_says_what_is_measured_and_in_which_windows() {
    for case in cases() {
        let description = case.meter.description();
        assert!(!description.what.is_empty(), "{description:?}");
        assert!(description.shortest_window_s > 0.0, "{description:?}");
        for number in [
            description.resolution_j,
            description.wrap_period_s,
            description.samples_per_second,
        ]
        .into_iter()
        .flatten()
        {
            assert!(number.is_finite() && number > 0.0, "{description:?}");
        }
        assert_eq!(description.modelled, description.kind == "cpu-time");
    }
}

#[test]
fn a_window_of_no_time_is_an_error_or_more_than_nothing() {
    for mut case in cases() {
        case.meter.start().unwrap();
        match case.meter.stop(&Work::default()) {
            Ok(reading) => assert!(reading.joules > 0.0, "{reading:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
