//! Events as lines of text, once from what the JDK's own reader prints, once from what this crate reads.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::fmt::Write as _;

use recording::{
    FrameKind, Recording, SampleKind, StackIndex, ThreadIndex, TransferKind, WaitKind,
};
use serde_json::Value;

pub(crate) const TYPES: [&str; 15] = [
    "jdk.CPUTimeSample",
    "jdk.ExecutionSample",
    "jdk.NativeMethodSample",
    "jdk.GarbageCollection",
    "jdk.GCPhasePause",
    "jdk.Compilation",
    "jdk.ObjectAllocationSample",
    "jdk.SocketRead",
    "jdk.SocketWrite",
    "jdk.FileRead",
    "jdk.FileWrite",
    "jdk.FileForce",
    "jdk.JavaMonitorEnter",
    "jdk.ThreadPark",
    "jdk.CPULoad",
];

/// `2026-11-24T01:20:32.171231835Z` in nanoseconds since the epoch.
fn instant(text: &Value) -> i64 {
    let text = text.as_str().unwrap();
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().unwrap();
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    // Days of the civil calendar; March is its first month.
    let years = if month <= 2 { year - 1 } else { year };
    let months = (month + 9) % 12;
    let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day
        - 1
        - 719_468;
    let clock = text[11..].trim_end_matches('Z');
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let part = |at: usize| whole[at..at + 2].parse::<i64>().unwrap();
    let seconds = days * 86_400 + part(0) * 3600 + part(3) * 60 + part(6);
    seconds * 1_000_000_000 + format!("{fraction:0<9}").parse::<i64>().unwrap()
}

/// `PT1M0.000022123S` in nanoseconds.
fn span(text: &Value) -> u64 {
    let text = text.as_str().unwrap().strip_prefix("PT").unwrap();
    let (minutes, seconds) = text.split_once('M').unwrap_or(("0", text));
    let seconds = seconds.trim_end_matches('S');
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let whole = if whole.is_empty() {
        0
    } else {
        whole.parse::<u64>().unwrap()
    };
    (minutes.parse::<u64>().unwrap() * 60 + whole) * 1_000_000_000
        + format!("{fraction:0<9}").parse::<u64>().unwrap()
}

/// A class without its address, and without the number of JDK 17's lambdas.
fn class(name: &str) -> String {
    let kept = name
        .split("+0x")
        .next()
        .unwrap()
        .split("/0x")
        .next()
        .unwrap();
    if kept == name {
        return name.to_owned();
    }
    let kept = kept.replace('.', "/");
    let without_number = kept.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match without_number.strip_suffix("$$Lambda$") {
        Some(owner) => format!("{owner}$$Lambda"),
        None => kept,
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("-")
}

fn printed_thread(thread: &Value) -> String {
    if thread.is_null() {
        return "-".into();
    }
    let is_virtual = thread["virtual"].as_bool().unwrap_or_default();
    format!(
        "{}/{}/{}/{}/{is_virtual}",
        thread["osThreadId"],
        thread["javaThreadId"],
        text(&thread["osName"]),
        text(&thread["javaName"])
    )
}

fn printed_method(method: &Value) -> String {
    let name = class(text(&method["type"]["name"]));
    format!(
        "{name}.{}{}",
        text(&method["name"]),
        text(&method["descriptor"])
    )
}

fn printed_stack(stack: &Value) -> String {
    if stack.is_null() {
        return "-".into();
    }
    let mut line = format!("truncated {}", stack["truncated"]);
    for frame in stack["frames"].as_array().unwrap() {
        let number = frame["lineNumber"].as_i64().filter(|&number| number > 0);
        let kind = text(&frame["type"]);
        let index = frame["bytecodeIndex"]
            .as_i64()
            .filter(|&index| kind != "Native" && index >= 0);
        let method = printed_method(&frame["method"]);
        write!(line, "; {method}:{number:?}@{index:?} {kind}").unwrap();
    }
    line
}

/// The lines, sorted.
pub(crate) fn printed_events(events: &[Value]) -> Vec<String> {
    let mut lines: Vec<String> = events.iter().map(printed_event).collect();
    lines.sort();
    lines
}

fn printed_event(event: &Value) -> String {
    let kind = event["type"].as_str().unwrap();
    let values = &event["values"];
    let start = instant(&values["startTime"]);
    let who = |thread: &str| {
        let stack = printed_stack(&values["stackTrace"]);
        format!("{} {stack}", printed_thread(&values[thread]))
    };
    let duration = || span(&values["duration"]);
    let rest = match kind {
        "jdk.ExecutionSample" | "jdk.NativeMethodSample" => who("sampledThread"),
        "jdk.CPUTimeSample" => {
            let period = span(&values["samplingPeriod"]);
            format!("{} {period} {}", who("eventThread"), values["biased"])
        }
        "jdk.GarbageCollection" => {
            let (name, cause) = (text(&values["name"]), text(&values["cause"]));
            format!(
                "{} {name} {cause} {}",
                duration(),
                span(&values["sumOfPauses"])
            )
        }
        "jdk.GCPhasePause" => format!("{} {}", duration(), text(&values["name"])),
        "jdk.Compilation" => format!(
            "{} {} {} {} {} {} {} {}",
            duration(),
            printed_thread(&values["eventThread"]),
            printed_method(&values["method"]),
            text(&values["compiler"]),
            values["compileLevel"],
            values["isOsr"],
            values["succeded"],
            values["codeSize"]
        ),
        "jdk.ObjectAllocationSample" => {
            let of = class(text(&values["objectClass"]["name"]));
            format!("{} {of} {}", who("eventThread"), values["weight"])
        }
        "jdk.SocketRead" | "jdk.FileRead" => {
            let bytes = values["bytesRead"].as_i64().unwrap().max(0);
            format!("{} {} {bytes}", duration(), who("eventThread"))
        }
        "jdk.SocketWrite" | "jdk.FileWrite" => {
            format!(
                "{} {} {}",
                duration(),
                who("eventThread"),
                values["bytesWritten"]
            )
        }
        "jdk.FileForce" => format!("{} {} -", duration(), who("eventThread")),
        "jdk.JavaMonitorEnter" | "jdk.ThreadPark" => {
            let field = if kind == "jdk.ThreadPark" {
                "parkedClass"
            } else {
                "monitorClass"
            };
            let of = values[field]["name"].as_str().map_or("-".into(), class);
            format!("{} {} {of}", duration(), who("eventThread"))
        }
        "jdk.CPULoad" => {
            let load = |field: &str| values[field].as_f64().unwrap() as f32;
            format!(
                "{} {} {}",
                load("jvmUser"),
                load("jvmSystem"),
                load("machineTotal")
            )
        }
        _ => panic!("{kind}"),
    };
    format!("{kind} {start} {rest}")
}

/// The same lines, sorted, of what this crate reads.
pub(crate) fn events_of(recording: &Recording) -> Vec<String> {
    let thread = |index: Option<ThreadIndex>| read_thread(recording, index);
    let stack = |index: Option<StackIndex>| read_stack(recording, index);
    let mut lines = Vec::new();
    for sample in &recording.samples {
        let who = format!("{} {}", thread(sample.thread), stack(sample.stack));
        let start = sample.start_nanos;
        lines.push(match sample.kind {
            SampleKind::Execution => format!("jdk.ExecutionSample {start} {who}"),
            SampleKind::Native => format!("jdk.NativeMethodSample {start} {who}"),
            SampleKind::CpuTime => {
                let period = sample.sampling_period_nanos.unwrap();
                format!(
                    "jdk.CPUTimeSample {start} {who} {period} {}",
                    sample.is_biased
                )
            }
        });
    }
    for gc in &recording.collections {
        let (name, cause) = (gc.name.as_deref().unwrap(), gc.cause.as_deref().unwrap());
        let (start, duration, pauses) =
            (gc.start_nanos, gc.duration_nanos, gc.pauses_nanos.unwrap());
        lines.push(format!(
            "jdk.GarbageCollection {start} {duration} {name} {cause} {pauses}"
        ));
    }
    for pause in &recording.gc_pauses {
        let name = pause.name.as_deref().unwrap();
        lines.push(format!(
            "jdk.GCPhasePause {} {} {name}",
            pause.start_nanos, pause.duration_nanos
        ));
    }
    for compilation in &recording.compilations {
        let method = &recording[compilation.method.unwrap()];
        lines.push(format!(
            "jdk.Compilation {} {} {} {}.{}{} {} {} {} {} {}",
            compilation.start_nanos,
            compilation.duration_nanos,
            thread(compilation.thread),
            method.class,
            method.name,
            method.descriptor,
            compilation.compiler.as_deref().unwrap(),
            compilation.level.unwrap(),
            compilation.is_osr,
            compilation.has_succeeded.unwrap(),
            compilation.code_bytes.unwrap()
        ));
    }
    for allocation in &recording.allocations {
        lines.push(format!(
            "jdk.ObjectAllocationSample {} {} {} {} {}",
            allocation.start_nanos,
            thread(allocation.thread),
            stack(allocation.stack),
            allocation.class.as_deref().unwrap(),
            allocation.weight_bytes
        ));
    }
    for (list, of) in [(&recording.sockets, "Socket"), (&recording.files, "File")] {
        for transfer in list {
            let kind = match transfer.kind {
                TransferKind::Read => "Read",
                TransferKind::Write => "Write",
                TransferKind::Force => "Force",
            };
            lines.push(format!(
                "jdk.{of}{kind} {} {} {} {} {}",
                transfer.start_nanos,
                transfer.duration_nanos,
                thread(transfer.thread),
                stack(transfer.stack),
                transfer.bytes.map_or("-".into(), |bytes| bytes.to_string())
            ));
        }
    }
    for wait in &recording.waits {
        let kind = match wait.kind {
            WaitKind::MonitorEnter => "jdk.JavaMonitorEnter",
            WaitKind::Park => "jdk.ThreadPark",
        };
        lines.push(format!(
            "{kind} {} {} {} {} {}",
            wait.start_nanos,
            wait.duration_nanos,
            thread(wait.thread),
            stack(wait.stack),
            wait.class.as_deref().unwrap_or("-")
        ));
    }
    for load in &recording.cpu_loads {
        let (user, system, machine) = (load.jvm_user, load.jvm_system, load.machine_total);
        let (user, system, machine) = (user as f32, system as f32, machine as f32);
        lines.push(format!(
            "jdk.CPULoad {} {user} {system} {machine}",
            load.start_nanos
        ));
    }
    lines.sort();
    lines
}

fn read_thread(recording: &Recording, index: Option<ThreadIndex>) -> String {
    index.map_or("-".into(), |index| {
        let thread = &recording[index];
        format!(
            "{}/{}/{}/{}/{}",
            thread.os_thread_id.unwrap_or_default(),
            thread.java_thread_id.unwrap_or_default(),
            thread.os_name.as_deref().unwrap_or("-"),
            thread.java_name.as_deref().unwrap_or("-"),
            thread.is_virtual
        )
    })
}

fn read_stack(recording: &Recording, index: Option<StackIndex>) -> String {
    let Some(index) = index else {
        return "-".into();
    };
    let stack = &recording[index];
    let mut line = format!("truncated {}", stack.is_truncated);
    for frame in &stack.frames {
        let method = &recording[frame.method];
        let kind = match frame.kind {
            FrameKind::Interpreted => "Interpreted",
            FrameKind::Jit => "JIT compiled",
            FrameKind::Inlined => "Inlined",
            FrameKind::Native => "Native",
            _ => panic!("{frame:?}"),
        };
        let (number, index) = (frame.line, frame.bytecode_index);
        let name = format!("{}.{}{}", method.class, method.name, method.descriptor);
        write!(line, "; {name}:{number:?}@{index:?} {kind}").unwrap();
    }
    line
}
