//! The events that are read, with their fields and the code that handles each.

use core::net::IpAddr;

use crate::chunk::Clock;
use crate::layout::{Value, Values};
use crate::metadata::Unit;
use crate::recording::{
    Allocation, Collection, Compilation, CpuLoad, GcPause, Jvm, LostSamples, Recording, Sample,
    SampleKind, StackIndex, ThreadCpuLoad, Transfer, TransferKind, Wait, WaitKind,
};
use crate::resolve::{Resolver, StackOf};

/// An event type: its name, its fields, how many of these are required, and the function that handles an event.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [&'static str],
    pub(crate) needed: usize,
    pub(crate) take: for<'a> fn(&mut EventCollector<'_, '_, '_, 'a>, &Values<'a>) -> Option<()>,
}

const SAMPLED: &[&str] = &["startTime", "sampledThread", "stackTrace"];
const READ: &[&str] = &[
    "startTime",
    "bytesRead",
    "duration",
    "eventThread",
    "stackTrace",
    "address",
];
const WRITTEN: &[&str] = &[
    "startTime",
    "bytesWritten",
    "duration",
    "eventThread",
    "stackTrace",
    "address",
];

pub(crate) const KINDS: [Kind; 19] = [
    Kind {
        name: "jdk.CPUTimeSample",
        fields: &[
            "startTime",
            "eventThread",
            "stackTrace",
            "samplingPeriod",
            "biased",
        ],
        needed: 3,
        take: |taker, values| taker.sample(SampleKind::CpuTime, values),
    },
    Kind {
        name: "jdk.ExecutionSample",
        fields: SAMPLED,
        needed: 3,
        take: |taker, values| taker.sample(SampleKind::Execution, values),
    },
    Kind {
        name: "jdk.NativeMethodSample",
        fields: SAMPLED,
        needed: 3,
        take: |taker, values| taker.sample(SampleKind::Native, values),
    },
    Kind {
        name: "jdk.CPUTimeSamplesLost",
        fields: &["lostSamples", "startTime", "eventThread"],
        needed: 1,
        take: |taker, values| taker.lost_samples(values),
    },
    Kind {
        name: "jdk.DataLoss",
        fields: &["amount"],
        needed: 1,
        take: |taker, [lost, ..]| {
            let recording = &mut *taker.recording;
            recording.lost_bytes = recording.lost_bytes.saturating_add(amount(lost)?);
            Some(())
        },
    },
    Kind {
        name: "jdk.GarbageCollection",
        fields: &["startTime", "duration", "name", "cause", "sumOfPauses"],
        needed: 2,
        take: |taker, values| taker.collection(values),
    },
    Kind {
        name: "jdk.GCPhasePause",
        fields: &["startTime", "duration", "name"],
        needed: 2,
        take: |taker, values| taker.gc_pause(values),
    },
    Kind {
        name: "jdk.Compilation",
        fields: &[
            "startTime",
            "duration",
            "method",
            "eventThread",
            "compiler",
            "compileLevel",
            "isOsr",
            // The JDK spells it this way.
            "succeded",
            "codeSize",
        ],
        needed: 3,
        take: |taker, values| taker.compilation(values),
    },
    Kind {
        name: "jdk.ObjectAllocationSample",
        fields: &[
            "startTime",
            "weight",
            "eventThread",
            "stackTrace",
            "objectClass",
        ],
        needed: 2,
        take: |taker, values| taker.allocation(values),
    },
    Kind {
        name: "jdk.SocketRead",
        fields: READ,
        needed: 3,
        take: |taker, values| taker.socket(TransferKind::Read, values),
    },
    Kind {
        name: "jdk.SocketWrite",
        fields: WRITTEN,
        needed: 3,
        take: |taker, values| taker.socket(TransferKind::Write, values),
    },
    Kind {
        name: "jdk.FileRead",
        fields: READ,
        needed: 3,
        take: |taker, values| taker.file(TransferKind::Read, values),
    },
    Kind {
        name: "jdk.FileWrite",
        fields: WRITTEN,
        needed: 3,
        take: |taker, values| taker.file(TransferKind::Write, values),
    },
    Kind {
        name: "jdk.FileForce",
        fields: &["startTime", "duration", "eventThread", "stackTrace"],
        needed: 2,
        take: |taker, [start, duration, thread, stack, ..]| {
            let force = taker.transfer(TransferKind::Force, start, duration, thread, stack)?;
            taker.recording.files.push(force);
            Some(())
        },
    },
    Kind {
        name: "jdk.JavaMonitorEnter",
        fields: &[
            "startTime",
            "duration",
            "eventThread",
            "stackTrace",
            "monitorClass",
        ],
        needed: 2,
        take: |taker, values| taker.wait(WaitKind::MonitorEnter, values),
    },
    Kind {
        name: "jdk.ThreadPark",
        fields: &[
            "startTime",
            "duration",
            "eventThread",
            "stackTrace",
            "parkedClass",
        ],
        needed: 2,
        take: |taker, values| taker.wait(WaitKind::Park, values),
    },
    Kind {
        name: "jdk.CPULoad",
        fields: &["startTime", "jvmUser", "jvmSystem", "machineTotal"],
        needed: 4,
        take: |taker, values| taker.cpu_load(values),
    },
    Kind {
        name: "jdk.ThreadCPULoad",
        fields: &["startTime", "user", "system", "eventThread"],
        needed: 3,
        take: |taker, values| taker.thread_cpu_load(values),
    },
    Kind {
        name: "jdk.JVMInformation",
        fields: &[
            "jvmName",
            "jvmVersion",
            "jvmArguments",
            "jvmFlags",
            "pid",
            "jvmStartTime",
        ],
        needed: 0,
        take: |taker, values| {
            taker.jvm(values);
            Some(())
        },
    },
];

/// Adds events to the recording.
pub(crate) struct EventCollector<'k, 'r, 't, 'a> {
    pub(crate) resolver: Resolver<'r, 't, 'a>,
    pub(crate) clock: Clock,
    pub(crate) recording: &'k mut Recording,
    pub(crate) unresolved_stacks: u64,
}

/// A number that cannot be negative.
fn amount(value: &Value<'_>) -> Option<u64> {
    match value {
        Value::Number(number, _) => u64::try_from(*number).ok(),
        _ => None,
    }
}

fn fraction(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Fraction(fraction) if fraction.is_finite() => Some(*fraction),
        _ => None,
    }
}

fn is_true(value: &Value<'_>) -> Option<bool> {
    match value {
        Value::Number(number, _) => Some(*number != 0),
        _ => None,
    }
}

impl<'a> EventCollector<'_, '_, '_, 'a> {
    fn instant_nanos(&self, value: &Value<'a>) -> Option<i64> {
        match *value {
            Value::Number(number, Unit::TicksSinceStart) => Some(self.clock.instant_nanos(number)),
            Value::Number(number, Unit::NanosSinceEpoch) => Some(number),
            Value::Number(number, Unit::MillisSinceEpoch) => Some(number.saturating_mul(1_000_000)),
            _ => None,
        }
    }

    fn span_nanos(&self, value: &Value<'a>) -> Option<u64> {
        let Value::Number(number, unit) = *value else {
            return None;
        };
        let nanos = match unit {
            Unit::SpanTicks => self.clock.span_nanos(number),
            Unit::SpanNanos => number,
            Unit::SpanMicros => number.saturating_mul(1_000),
            Unit::SpanMillis => number.saturating_mul(1_000_000),
            Unit::SpanSeconds => number.saturating_mul(1_000_000_000),
            _ => return None,
        };
        u64::try_from(nanos).ok()
    }

    fn stack(&mut self, value: &Value<'a>) -> Option<StackIndex> {
        match self.resolver.stack(value) {
            StackOf::Known(stack) => Some(stack),
            StackOf::Nothing => None,
            StackOf::Unresolved => {
                self.unresolved_stacks += 1;
                None
            }
        }
    }

    fn sample(&mut self, kind: SampleKind, values: &Values<'a>) -> Option<()> {
        let [start, thread, stack, period, biased, ..] = values;
        let sample = Sample {
            start_nanos: self.instant_nanos(start)?,
            thread: self.resolver.thread(thread),
            stack: self.stack(stack),
            kind,
            sampling_period_nanos: self.span_nanos(period),
            is_biased: is_true(biased).unwrap_or_default(),
        };
        self.recording.samples.push(sample);
        Some(())
    }

    fn lost_samples(&mut self, [lost, start, thread, ..]: &Values<'a>) -> Option<()> {
        let samples = amount(lost)?;
        let all = &mut self.recording.lost_samples;
        *all = all.saturating_add(samples);
        // Without a time and a thread, only the number is known.
        if let Some(start_nanos) = self.instant_nanos(start)
            && let Some(thread) = self.resolver.thread(thread)
        {
            self.recording.losses.push(LostSamples {
                start_nanos,
                thread,
                samples,
            });
        }
        Some(())
    }

    fn collection(
        &mut self,
        [start, duration, name, cause, pauses, ..]: &Values<'a>,
    ) -> Option<()> {
        let collection = Collection {
            start_nanos: self.instant_nanos(start)?,
            duration_nanos: self.span_nanos(duration)?,
            name: self.resolver.text(name),
            cause: self.resolver.text(cause),
            pauses_nanos: self.span_nanos(pauses),
        };
        self.recording.collections.push(collection);
        Some(())
    }

    fn gc_pause(&mut self, [start, duration, name, ..]: &Values<'a>) -> Option<()> {
        let pause = GcPause {
            start_nanos: self.instant_nanos(start)?,
            duration_nanos: self.span_nanos(duration)?,
            name: self.resolver.text(name),
        };
        self.recording.gc_pauses.push(pause);
        Some(())
    }

    fn compilation(&mut self, values: &Values<'a>) -> Option<()> {
        let [
            start,
            duration,
            method,
            thread,
            compiler,
            level,
            is_osr,
            succeeded,
            size,
            ..,
        ] = values;
        let compilation = Compilation {
            start_nanos: self.instant_nanos(start)?,
            duration_nanos: self.span_nanos(duration)?,
            thread: self.resolver.thread(thread),
            method: self.resolver.method(method),
            compiler: self.resolver.text(compiler),
            level: amount(level).and_then(|level| u8::try_from(level).ok()),
            is_osr: is_true(is_osr).unwrap_or_default(),
            has_succeeded: is_true(succeeded),
            code_bytes: amount(size),
        };
        self.recording.compilations.push(compilation);
        Some(())
    }

    fn allocation(&mut self, [start, weight, thread, stack, class, ..]: &Values<'a>) -> Option<()> {
        let allocation = Allocation {
            start_nanos: self.instant_nanos(start)?,
            weight_bytes: amount(weight)?,
            thread: self.resolver.thread(thread),
            stack: self.stack(stack),
            class: self.resolver.class_name(class),
        };
        self.recording.allocations.push(allocation);
        Some(())
    }

    fn transfer(
        &mut self,
        kind: TransferKind,
        start: &Value<'a>,
        duration: &Value<'a>,
        thread: &Value<'a>,
        stack: &Value<'a>,
    ) -> Option<Transfer> {
        Some(Transfer {
            start_nanos: self.instant_nanos(start)?,
            duration_nanos: self.span_nanos(duration)?,
            thread: self.resolver.thread(thread),
            stack: self.stack(stack),
            kind,
            bytes: None,
            is_loopback: None,
        })
    }

    fn of_bytes(&mut self, kind: TransferKind, values: &Values<'a>) -> Option<Transfer> {
        let [start, bytes, duration, thread, stack, ..] = values;
        let Value::Number(bytes, _) = *bytes else {
            return None;
        };
        // Negative at the end of a stream.
        let bytes = Some(u64::try_from(bytes).unwrap_or_default());
        let transfer = self.transfer(kind, start, duration, thread, stack)?;
        Some(Transfer { bytes, ..transfer })
    }

    fn socket(&mut self, kind: TransferKind, values: &Values<'a>) -> Option<()> {
        let mut transfer = self.of_bytes(kind, values)?;
        let [.., address, _, _, _, _] = values;
        let address = self.resolver.text(address);
        transfer.is_loopback = address
            .and_then(|address| address.parse::<IpAddr>().ok())
            .map(|address| address.to_canonical().is_loopback());
        self.recording.sockets.push(transfer);
        Some(())
    }

    fn file(&mut self, kind: TransferKind, values: &Values<'a>) -> Option<()> {
        let transfer = self.of_bytes(kind, values)?;
        self.recording.files.push(transfer);
        Some(())
    }

    fn wait(&mut self, kind: WaitKind, values: &Values<'a>) -> Option<()> {
        let [start, duration, thread, stack, class, ..] = values;
        let wait = Wait {
            start_nanos: self.instant_nanos(start)?,
            duration_nanos: self.span_nanos(duration)?,
            thread: self.resolver.thread(thread),
            stack: self.stack(stack),
            kind,
            class: self.resolver.class_name(class),
        };
        self.recording.waits.push(wait);
        Some(())
    }

    fn cpu_load(&mut self, [start, user, system, machine, ..]: &Values<'a>) -> Option<()> {
        let load = CpuLoad {
            start_nanos: self.instant_nanos(start)?,
            jvm_user: fraction(user)?,
            jvm_system: fraction(system)?,
            machine_total: fraction(machine)?,
        };
        self.recording.cpu_loads.push(load);
        Some(())
    }

    fn thread_cpu_load(&mut self, [start, user, system, thread, ..]: &Values<'a>) -> Option<()> {
        let load = ThreadCpuLoad {
            start_nanos: self.instant_nanos(start)?,
            thread: self.resolver.thread(thread),
            user: fraction(user)?,
            system: fraction(system)?,
        };
        self.recording.thread_cpu_loads.push(load);
        Some(())
    }

    fn jvm(&mut self, [name, version, arguments, flags, process, start, ..]: &Values<'a>) {
        self.recording.jvm = Some(Jvm {
            name: self.resolver.text(name),
            version: self.resolver.text(version),
            arguments: self.resolver.text(arguments),
            flags: self.resolver.text(flags),
            process_id: match process {
                Value::Number(process, _) => Some(*process),
                _ => None,
            },
            start_nanos: self.instant_nanos(start),
        });
    }
}
