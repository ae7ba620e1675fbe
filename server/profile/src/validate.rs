//! Whether the parts of a profile fit together.

use std::fmt;

use crate::record::{Profile, StackIndex};

/// An invalid part of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What is wrong, such as `a frame names a method`.
    what: &'static str,
    /// Its position in its list.
    place: usize,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (number {})", self.what, self.place)
    }
}

impl std::error::Error for Misfit {}

/// Checks that every index is in range, that callers come before their callees, and that windows end after they begin.
///
/// # Errors
/// The first invalid part.
pub fn validate(profile: &Profile) -> Result<(), Misfit> {
    let code = &profile.code;
    let methods = code.methods.len();
    let holds = |index: u32, length: usize| (index as usize) < length;
    check("a frame names no method", &code.frames, |_, frame| {
        holds(frame.method.0, methods)
    })?;
    check("a stack names no frame", &code.stacks, |_, stack| {
        holds(stack.frame.0, code.frames.len())
    })?;
    check(
        "a stack stands before its caller",
        &code.stacks,
        |place, stack| stack.caller.is_none_or(|caller| holds(caller.0, place)),
    )?;
    check("a count names no method", &profile.counts, |_, count| {
        holds(count.method.0, methods)
    })?;
    for run in &profile.runs {
        check("a window names no thread", &run.windows, |_, window| {
            let threads = run.threads.len();
            window.cpu.iter().all(|used| holds(used.thread.0, threads))
        })?;
        check(
            "a window ends before it begins",
            &run.windows,
            |_, window| window.start_nanos <= window.end_nanos,
        )?;
        check(
            "a sample names no virtual machine",
            &run.samples,
            |_, sample| holds(sample.jvm.0, run.jvms.len()),
        )?;
        check("a sample names no thread", &run.samples, |_, sample| {
            let threads = run.threads.len();
            sample.thread.is_none_or(|thread| holds(thread.0, threads))
        })?;
        check("a sample names no stack", &run.samples, |_, sample| {
            let stacks = code.stacks.len();
            sample.stack.is_none_or(|stack| holds(stack.0, stacks))
        })?;
        let is_stack =
            |stack: Option<StackIndex>| stack.is_none_or(|stack| holds(stack.0, code.stacks.len()));
        check(
            "an entry names no method",
            &run.entries,
            |_, (method, _)| holds(method.0, methods),
        )?;
        check(
            "a reading of calls names no method",
            &run.call_readings,
            |_, reading| holds(reading.method.0, methods),
        )?;
        check(
            "a reading of calls ends before it begins",
            &run.call_readings,
            |_, reading| reading.start_nanos <= reading.end_nanos,
        )?;
        check(
            "an allocation names no stack",
            &run.allocations,
            |_, one| is_stack(one.stack),
        )?;
        check("a wait names no stack", &run.waits, |_, one| {
            is_stack(one.stack)
        })?;
        check("a transfer names no stack", &run.transfers, |_, one| {
            is_stack(one.stack)
        })?;
    }
    Ok(())
}

fn check<T>(
    what: &'static str,
    list: &[T],
    fits: impl Fn(usize, &T) -> bool,
) -> Result<(), Misfit> {
    match list
        .iter()
        .enumerate()
        .find(|(place, item)| !fits(*place, item))
    {
        Some((place, _)) => Err(Misfit { what, place }),
        None => Ok(()),
    }
}
