//! The threads of a run, and the CPU time of each since the last reading.

use profile::{Sample, Thread, ThreadCpu, ThreadIndex, ThreadKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::CodeTable;
use crate::processes::{ThreadReading, read_threads, thread_name};
use crate::thread_kind::{AGENT, is_of_a_jvm, is_of_program, is_of_recorder, kind_of};

/// The number of readings in which to look for a thread's name, because a thread gets its name after it starts.
const NAMING_LOOKS: u32 = 5;
/// No thread has this number.
const NO_THREAD: u32 = 0;

/// The threads that readings have seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {
    all: Vec<Seen>,
    places: FxHashMap<(u32, u32), usize>,
    jvms: FxHashSet<u32>,
}

#[derive(Clone, Debug)]
struct Seen {
    pid: u32,
    tid: u32,
    name: String,
    java_name: Option<String>,
    looks: u32,
    /// CPU time since its start, in nanoseconds.
    cpu_nanos: u64,
    /// The part of [`Self::cpu_nanos`] from before the first reading.
    earlier_nanos: u64,
    /// The part of [`Self::cpu_nanos`] that belongs to no window yet.
    new_nanos: u64,
}

/// The threads with a sample of one of these stacks.
fn ran(samples: &[Sample], stacks: &[bool]) -> FxHashSet<usize> {
    let is_such = |sample: &&Sample| {
        let stack = sample.stack.map(|stack| stack.0 as usize);
        stack.and_then(|stack| stacks.get(stack)) == Some(&true)
    };
    let found = samples.iter().filter(is_such);
    found
        .filter_map(|sample| Some(sample.thread?.0 as usize))
        .collect()
}

impl Threads {
    /// Reads the threads of a process and of its descendants.
    pub(crate) fn look(&mut self, root: u32) {
        for ThreadReading {
            pid,
            tid,
            cpu_nanos,
        } in read_threads(root)
        {
            let place = *self.places.entry((pid, tid)).or_insert_with(|| {
                self.all.push(Seen {
                    pid,
                    tid,
                    name: String::new(),
                    java_name: None,
                    looks: 0,
                    cpu_nanos: 0,
                    earlier_nanos: 0,
                    new_nanos: 0,
                });
                self.all.len() - 1
            });
            let seen = &mut self.all[place];
            seen.new_nanos += cpu_nanos.saturating_sub(seen.cpu_nanos);
            seen.cpu_nanos = seen.cpu_nanos.max(cpu_nanos);
            if seen.looks < NAMING_LOOKS {
                seen.looks += 1;
                if let Some(name) = thread_name(pid, tid) {
                    if is_of_a_jvm(&name) {
                        self.jvms.insert(pid);
                    }
                    seen.name = name;
                }
            }
        }
    }

    /// Leaves out the CPU time that running threads used before now.
    pub(crate) fn begin(&mut self) {
        for seen in &mut self.all {
            seen.earlier_nanos = seen.cpu_nanos;
            seen.new_nanos = 0;
        }
    }

    /// The CPU time of each thread since the last window.
    pub(crate) fn take_window(&mut self) -> Vec<ThreadCpu> {
        let used = self
            .all
            .iter_mut()
            .enumerate()
            .filter(|(_, seen)| seen.new_nanos > 0);
        used.map(|(place, seen)| ThreadCpu {
            thread: ThreadIndex(place as u32),
            nanos: std::mem::take(&mut seen.new_nanos),
        })
        .collect()
    }

    /// The total CPU time of all readings, in nanoseconds.
    pub(crate) fn cpu_nanos(&self) -> u64 {
        self.all
            .iter()
            .map(|seen| seen.cpu_nanos.saturating_sub(seen.earlier_nanos))
            .fold(0, u64::saturating_add)
    }

    /// Marks a process as a JVM.
    pub(crate) fn is_jvm(&mut self, pid: u32) {
        self.jvms.insert(pid);
    }

    /// A thread whose number the JVM reports, with its name in Java.
    pub(crate) fn of_java(&mut self, pid: u32, tid: u32, name: &str) -> Option<ThreadIndex> {
        let place = *self.places.get(&(pid, tid))?;
        let seen = self.all.get_mut(place)?;
        if !name.is_empty() {
            seen.java_name = Some(name.to_owned());
        }
        Some(ThreadIndex(place as u32))
    }

    /// The thread that stands for the agent in the process of another thread. The system has no such thread, because the agent
    /// works on the program's threads.
    pub(crate) fn of_agent_beside(&mut self, thread: ThreadIndex) -> Option<ThreadIndex> {
        let pid = self.all.get(thread.0 as usize)?.pid;
        let place = *self.places.entry((pid, NO_THREAD)).or_insert_with(|| {
            self.all.push(Seen {
                pid,
                tid: NO_THREAD,
                name: AGENT.to_owned(),
                java_name: None,
                looks: NAMING_LOOKS,
                cpu_nanos: 0,
                earlier_nanos: 0,
                new_nanos: 0,
            });
            self.all.len() - 1
        });
        Some(ThreadIndex(place as u32))
    }

    /// Sets the name of a thread in Java.
    pub(crate) fn rename(&mut self, thread: ThreadIndex, name: &str) {
        if let Some(seen) = self.all.get_mut(thread.0 as usize) {
            seen.java_name = Some(name.to_owned());
        }
    }

    /// The only thread of a process with this name in Java. The system knows only the first 15 bytes of a name, and not the name
    /// of the first thread.
    pub(crate) fn named(&self, pid: u32, name: &str) -> Option<ThreadIndex> {
        let of_process = || {
            let all = self.all.iter().enumerate();
            all.filter(|(_, seen)| seen.pid == pid)
        };
        if name == "main" {
            // The launcher creates it first, and other threads have its name before they get their own.
            let (_, first) = of_process().find(|(_, seen)| seen.tid == pid)?;
            let same = of_process().filter(|(_, seen)| seen.tid != pid && seen.name == first.name);
            let (place, _) = same.min_by_key(|(_, seen)| seen.tid)?;
            return Some(ThreadIndex(place as u32));
        }
        let cut: &[u8] = &name.as_bytes()[..name.len().min(15)];
        let mut found = of_process().filter(|(_, seen)| seen.name.as_bytes() == cut);
        let place = found.next()?.0;
        found.next().is_none().then_some(ThreadIndex(place as u32))
    }

    /// The threads, in the order of their indices. A program may name its threads as the JVM does, but only its threads run its
    /// code.
    pub(crate) fn list(&self, samples: &[Sample], code: &CodeTable) -> Vec<Thread> {
        let ran_program = ran(samples, &code.stacks_with(is_of_program));
        let ran_recorder = ran(samples, &code.stacks_with(is_of_recorder));
        let threads = self.all.iter().enumerate().map(|(place, seen)| Thread {
            pid: seen.pid,
            tid: seen.tid,
            name: seen.java_name.as_ref().unwrap_or(&seen.name).clone(),
            kind: if !self.jvms.contains(&seen.pid) {
                ThreadKind::Native
            } else if ran_program.contains(&place) && !ran_recorder.contains(&place) {
                ThreadKind::Java
            } else {
                kind_of(&seen.name)
            },
        });
        threads.collect()
    }
}

#[cfg(test)]
mod tests {
    use profile::{Frame, FrameKind, JvmIndex, Method, Stack, StackIndex};

    use super::*;

    fn stack_of(code: &mut CodeTable, class: &str, caller: Option<StackIndex>) -> StackIndex {
        let method = code.method(Method {
            class: class.to_owned(),
            name: "run".to_owned(),
            descriptor: Some("()V".to_owned()),
        });
        let frame = code.frame(Frame {
            method,
            line: None,
            kind: FrameKind::Compiled,
        });
        code.stack(Stack { caller, frame })
    }

    #[test]
    fn a_thread_that_runs_the_program_is_not_the_jvms_whatever_its_name() {
        let mut code = CodeTable::default();
        let jdk = stack_of(&mut code, "java/lang/Thread", None);
        let program = stack_of(&mut code, "shop/Cart", Some(jdk));
        let recorder = stack_of(&mut code, "jdk/jfr/internal/PlatformRecorder", Some(jdk));
        let event_of_program = stack_of(&mut code, "shop/Cart", Some(recorder));
        let cases = [
            ("GC Thread#0", vec![program], ThreadKind::Java),
            ("C2 CompilerThre", vec![jdk, program], ThreadKind::Java),
            ("jouled", vec![program], ThreadKind::Java),
            ("Signal Dispatch", vec![jdk], ThreadKind::Vm),
            ("GC Thread#1", vec![], ThreadKind::Gc),
            (
                "JFR Periodic Ta",
                vec![event_of_program],
                ThreadKind::Recorder,
            ),
        ];
        let mut threads = Threads::default();
        threads.is_jvm(1);
        let mut samples = Vec::new();
        for (place, (name, stacks, _)) in cases.iter().enumerate() {
            threads.all.push(Seen {
                pid: 1,
                tid: place as u32 + 1,
                name: (*name).to_owned(),
                java_name: None,
                looks: NAMING_LOOKS,
                cpu_nanos: 0,
                earlier_nanos: 0,
                new_nanos: 0,
            });
            samples.extend(stacks.iter().map(|stack| Sample {
                at_nanos: 0,
                jvm: JvmIndex(0),
                thread: Some(ThreadIndex(place as u32)),
                stack: Some(*stack),
                cpu_nanos: 1,
            }));
        }
        let kinds: Vec<_> = threads
            .list(&samples, &code)
            .iter()
            .map(|one| one.kind)
            .collect();
        assert_eq!(kinds, cases.map(|(_, _, kind)| kind));
    }
}
