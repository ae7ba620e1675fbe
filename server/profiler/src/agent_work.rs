//! The agent's work on the program's threads: it adds counters to classes while the program loads them.

use profile::{EnergyRun, StackIndex, ThreadCpu};

use crate::code::CodeTable;
use crate::threads::Threads;

/// The package of the agent.
const PACKAGE: &str = "jouled/counts/";

/// Moves the agent's work to separate threads, one for each JVM. A thread's CPU time is divided by its samples. What the agent
/// allocated and wrote does not belong to the program.
pub(crate) fn tell_apart(run: &mut EnergyRun, threads: &mut Threads, code: &CodeTable) {
    let of_agent = code.stacks_with(|class| class.starts_with(PACKAGE));
    let is_of_agent = |stack: Option<StackIndex>| {
        stack.is_some_and(|stack| of_agent.get(stack.0 as usize).copied().unwrap_or(false))
    };
    let mut sampled: Vec<Sampled> = Vec::new();
    for sample in &run.samples {
        let Some(thread) = sample.thread else {
            continue;
        };
        let place = thread.0 as usize;
        if sampled.len() <= place {
            sampled.resize(place + 1, Sampled::default());
        }
        sampled[place].all += sample.cpu_nanos as f64;
        if is_of_agent(sample.stack) {
            sampled[place].of_agent += sample.cpu_nanos as f64;
        }
    }
    for window in &mut run.windows {
        let mut moved: Vec<ThreadCpu> = Vec::new();
        for used in &mut window.cpu {
            let part = sampled.get(used.thread.0 as usize).map(Sampled::part);
            let nanos = (used.nanos as f64 * part.unwrap_or(0.0)) as u64;
            let Some(agent) = (nanos > 0)
                .then(|| threads.of_agent_beside(used.thread))
                .flatten()
            else {
                continue;
            };
            used.nanos = used.nanos.saturating_sub(nanos);
            match moved.iter_mut().find(|known| known.thread == agent) {
                Some(known) => known.nanos += nanos,
                None => moved.push(ThreadCpu {
                    thread: agent,
                    nanos,
                }),
            }
        }
        window.cpu.append(&mut moved);
        window.cpu.retain(|used| used.nanos > 0);
    }
    run.samples.retain(|sample| !is_of_agent(sample.stack));
    run.allocations.retain(|one| !is_of_agent(one.stack));
    run.waits.retain(|one| !is_of_agent(one.stack));
    run.transfers.retain(|one| !is_of_agent(one.stack));
}

/// CPU time that the samples of a thread stand for, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Sampled {
    all: f64,
    of_agent: f64,
}

impl Sampled {
    fn part(&self) -> f64 {
        if self.of_agent > 0.0 {
            self.of_agent / self.all
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use profile::{
        Allocation, Frame, FrameKind, JvmIndex, Method, Sample, Stack, ThreadIndex, ThreadKind,
        Window,
    };

    use super::*;

    fn stack_of(code: &mut CodeTable, class: &str, caller: Option<StackIndex>) -> StackIndex {
        let method = code.method(Method {
            class: class.to_owned(),
            name: "f".to_owned(),
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
    fn what_the_agent_did_is_a_thread_that_records() {
        let mut code = CodeTable::default();
        let program = stack_of(&mut code, "shop/Cart", None);
        let agent = stack_of(&mut code, "jouled/counts/Flow", Some(program));
        let library = stack_of(&mut code, "java/util/ArrayList", Some(agent));
        let mut threads = Threads::default();
        threads.look(std::process::id());
        threads.is_jvm(std::process::id());
        let sample = |stack| Sample {
            at_nanos: 0,
            jvm: JvmIndex(0),
            thread: Some(ThreadIndex(0)),
            stack: Some(stack),
            cpu_nanos: 10,
        };
        let allocation = |stack| Allocation {
            stack: Some(stack),
            class: "[B".to_owned(),
            bytes: 1,
        };
        let window = Window {
            start_nanos: 0,
            end_nanos: 100,
            joules: Some(1.0),
            cpu: vec![ThreadCpu {
                thread: ThreadIndex(0),
                nanos: 1000,
            }],
        };
        let mut run = EnergyRun {
            samples: [program, program, agent, library].map(sample).to_vec(),
            allocations: [program, library].map(allocation).to_vec(),
            windows: vec![window.clone(), window],
            ..EnergyRun::default()
        };
        tell_apart(&mut run, &mut threads, &code);
        assert_eq!(run.samples.len(), 2);
        assert_eq!(run.allocations.len(), 1);
        let all = threads.list(&run.samples, &code);
        for window in &run.windows {
            let [own, moved] = window.cpu[..] else {
                panic!("{window:?}");
            };
            assert_eq!((own.nanos, moved.nanos), (500, 500));
            assert_eq!(all[moved.thread.0 as usize].kind, ThreadKind::Recorder);
        }
        let before = run.clone();
        tell_apart(&mut run, &mut threads, &code);
        assert_eq!(run, before);
    }
}
