//! The start of an explanation: the typical energy, and where it goes.

use crate::screen::Out;
use escape::how_many;
use ide::explain::Explanation;
use ide::report::{TypicalReport, Written};
use ide::{Joules, Throws, TypicalShare, UncertaintyReason, most_open_part};
use std::io;

/// The maximum number of parts with their own row.
const MAX_PARTS: usize = 10;

/// Smaller parts are combined.
const SMALLEST_SHARE: f64 = 0.005;

pub(super) fn write(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    let Some(typical) = &explanation.typical else {
        out.line(format_args!("typical  not known"))?;
        return out.end();
    };
    let parts = explanation.typical_parts.as_deref().unwrap_or_default();
    out.line(format_args!("{}", sentence(typical, parts)))?;
    rests_on(out, typical)?;
    if !parts.is_empty() {
        out.end()?;
        out.line(format_args!("where it goes"))?;
        rows(out, parts)?;
    }
    out.end()
}

/// `A call that returns costs about 3.2 µJ on average (1.1 µJ–8.0 µJ), most of it in A.pad(int) on line 412.`
fn sentence(typical: &TypicalReport<Written<'_>>, parts: &[TypicalShare]) -> String {
    let [low, high] = typical.interval.map(|joules| Joules(joules).about());
    let unknown = typical.why.and_then(UncertaintyReason::of_name);
    let open = unknown.and_then(|reason| most_open_part(reason, parts, |part| &part.behind));
    let unknown = unknown.and_then(UncertaintyReason::unknown);
    let open = open.map_or_else(String::new, |part| {
        format!(", above all {}", place_of(part))
    });
    let formula = typical.formula.as_deref();
    let formula = formula.map(|formula| format!(", {formula}"));
    let formula = formula.unwrap_or_default();
    let mut text = if let Some(unknown) = unknown {
        format!(
            "A call that returns costs between {low} and {high} on average{formula}, because the code does not show {unknown}{open}"
        )
    } else {
        let mean = Joules(typical.mean).about();
        format!("A call that returns costs about {mean} on average ({low}–{high}){formula}")
    };
    if let Some(largest) = parts.first().filter(|part| part.share > 0.0) {
        let share = if largest.share > 0.5 {
            String::from("most of it")
        } else {
            format!("{:.0}% of it", 100.0 * largest.share)
        };
        let place = place_of(largest);
        let share = match unknown {
            Some(_) => format!("; {share} is"),
            None => format!(", {share}"),
        };
        text = format!("{text}{share} {place}");
    }
    text.push('.');
    text
}

fn place_of(part: &TypicalShare) -> String {
    match (&part.callee, part.line) {
        (Some(callee), Some(line)) => format!("in {callee} on line {line}"),
        (Some(callee), None) => format!("in {callee}"),
        (None, Some(line)) => format!("on line {line} itself"),
        (None, None) => String::from("in its own code"),
    }
}

/// What the interval depends on, in one line, and what the number lacks.
fn rests_on(out: &mut Out, typical: &TypicalReport<Written<'_>>) -> io::Result<()> {
    let behind = &typical.behind;
    let percent = |joules: f64| {
        let share = if typical.mean > 0.0 {
            joules / typical.mean
        } else {
            0.0
        };
        format!("{:.0}%", 100.0 * share.clamp(0.0, 1.0))
    };
    out.line(format_args!(
        "  the interval contains the true value in 90 of 100 cases; {} depends on loops, {} on branches, {} on which methods run, {} on counts of other runs (these overlap)",
        percent(behind.loops),
        percent(behind.branches),
        percent(behind.dispatch),
        percent(behind.measured)
    ))?;
    if typical.counted {
        out.line(format_args!(
            "  branches, loops and calls of the method itself: measured counts"
        ))?;
    }
    if typical.unpriced_calls > 0.0 {
        let first = typical.unpriced.first();
        let first = first.map(|one| format!(", most of {}", in_java(&one.method)));
        out.line(format_args!(
            "  not included: {} without a price{}",
            if typical.unpriced_calls < SMALLEST_SHARE {
                String::from("less than 0.01 calls")
            } else {
                how_many(times_of(typical.unpriced_calls), "call", "calls")
            },
            first.unwrap_or_default()
        ))?;
    }
    let throws = Throws {
        probability: typical.throws.unwrap_or(0.0),
        mean: typical.thrown.map(|thrown| Joules(thrown.mean)),
        unpriced_calls: typical.thrown.map_or(0.0, |thrown| thrown.unpriced_calls),
    };
    if let Some(text) = throws.text() {
        out.line(format_args!("  {text}"))?;
    }
    Ok(())
}

/// `p.A.f(int)` for `p/A.f(I)V`.
fn in_java(method: &str) -> String {
    let (name, descriptor) = method.split_at(method.find('(').unwrap_or(method.len()));
    let (class, name) = name.rsplit_once('.').unwrap_or(("", name));
    ide::signature(class, name, descriptor)
}

fn rows(out: &mut Out, parts: &[TypicalShare]) -> io::Result<()> {
    let is_shown = |part: &&TypicalShare| {
        part.share >= SMALLEST_SHARE || part.unpriced_calls >= SMALLEST_SHARE
    };
    let told: Vec<&TypicalShare> = parts.iter().filter(is_shown).take(MAX_PARTS).collect();
    for part in &told {
        let line = part
            .line
            .map_or_else(String::new, |line| format!("line {line}"));
        let what = part.callee.as_deref().unwrap_or("itself");
        let choice = if part.is_choice {
            ", or an override"
        } else {
            ""
        };
        let times = if (part.times - 1.0).abs() < 1e-9 {
            String::new()
        } else {
            format!(", {}", in_calls(part.times))
        };
        let unpriced = if part.unpriced_calls >= SMALLEST_SHARE {
            let calls = how_many(times_of(part.unpriced_calls), "call", "calls");
            format!(", {calls} without a price")
        } else {
            String::new()
        };
        let (share, energy) = if part.mean <= 0.0 && !unpriced.is_empty() {
            (String::from("?"), String::from("unknown"))
        } else {
            (share_of(part.share), Joules(part.mean).to_string())
        };
        out.line(format_args!(
            "  {share:>4} {energy:>10}  {line:<10} {what}{choice}{times}{unpriced}"
        ))?;
    }
    let rest: f64 = parts.iter().map(|part| part.share).sum::<f64>()
        - told.iter().map(|part| part.share).sum::<f64>();
    let more = parts.len() - told.len();
    if more > 0 && rest >= SMALLEST_SHARE {
        let parts = how_many(more, "other part", "other parts");
        out.line(format_args!("  {:>4} in {parts}", share_of(rest)))?;
    }
    Ok(())
}

/// `53%`, or `<1%` if it is not zero.
fn share_of(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 {
        String::from("<1%")
    } else {
        format!("{percent:.0}%")
    }
}

/// `3.1 times`, `31 times in 100 calls`. The number is a mean, so one call may have several executions.
fn in_calls(times: f64) -> String {
    let in_100_calls = 100.0 * times;
    if in_100_calls >= 99.5 {
        how_many(times_of(times), "time", "times")
    } else if in_100_calls >= 0.5 {
        let often = how_many(format!("{in_100_calls:.0}"), "time", "times");
        format!("{often} in 100 calls")
    } else {
        String::from("less than once in 100 calls")
    }
}

/// `3.1`, `0.02`, `1`
fn times_of(times: f64) -> String {
    if times >= 10.0 || (times - 1.0).abs() < 0.05 {
        format!("{times:.0}")
    } else if times >= 1.0 {
        format!("{times:.1}")
    } else {
        format!("{times:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::in_calls;

    #[test]
    fn what_runs_less_than_once_a_call_is_counted_in_100_calls() {
        assert_eq!(in_calls(3.12), "3.1 times");
        assert_eq!(in_calls(0.998), "1 time");
        assert_eq!(in_calls(0.31), "31 times in 100 calls");
        assert_eq!(in_calls(0.01), "1 time in 100 calls");
        assert_eq!(in_calls(0.001), "less than once in 100 calls");
    }
}
