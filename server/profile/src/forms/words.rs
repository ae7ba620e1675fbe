//! Words and numbers that several forms show.

use posterior::Joules;

use crate::analysis::{Analysis, NoCostReason, Part, RunCost};
use crate::anchors::{AnchorFactor, Nearest};
use crate::charge::Unit;
use crate::estimate::{Estimate, RunMean};
use crate::record::ThreadKind;

/// The columns of text forms.
pub(super) const WIDTH: usize = 120;

/// A count: up to six digits in groups, larger ones with an exponent.
pub(super) fn count(count: u64) -> String {
    if count >= 1_000_000 {
        let exponent = count.ilog10();
        let mantissa = count as f64 / 10_f64.powi(exponent as i32);
        return format!("{mantissa:.2}e{exponent}");
    }
    match (count / 1000, count % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

/// The name of a part.
pub fn part_name(part: Part) -> &'static str {
    match part {
        Part::Threads(ThreadKind::Java) => "Java code",
        Part::Threads(ThreadKind::Jit) => "compiling it (JIT)",
        Part::Threads(ThreadKind::Gc) => "collecting garbage",
        Part::Threads(ThreadKind::Vm) => "the virtual machine's own work",
        Part::Threads(ThreadKind::Recorder) => "recording this profile",
        Part::Threads(ThreadKind::Native) => "processes other than JVMs",
        Part::Unseen => "threads and processes that ended before they were seen",
        Part::Idle => "while the program used no CPU time",
    }
}

/// A cost in the unit of an analysis. Without samples, its upper limit.
pub fn cost(analysis: &Analysis, cost: &RunCost) -> String {
    let of = |end: fn(&Estimate) -> f64| match &cost.joules {
        Some(joules) => end(joules),
        None => end(&cost.share) * analysis.totals.java.all,
    };
    if cost.samples == 0 {
        let most = of(|estimate| estimate.hi);
        return format!("<{}", value(analysis.unit, most));
    }
    value(analysis.unit, of(|estimate| estimate.mean))
}

/// The part of the cost of all Java code. Without samples, its upper limit.
pub fn share(cost: &RunCost) -> String {
    if cost.samples == 0 {
        let most = percent(cost.share.hi);
        return format!("<{}", most.trim_start_matches('<'));
    }
    percent(cost.share.mean)
}

/// Half the interval of a cost. Empty without samples.
pub fn uncertainty(cost: &RunCost) -> String {
    if cost.samples == 0 {
        return String::new();
    }
    relative(&cost.share)
}

/// A number in the unit of an analysis.
pub fn value(unit: Unit, used: f64) -> String {
    match unit {
        Unit::Joules => energy(used),
        Unit::CpuSeconds => seconds(used),
    }
}

/// Joules.
pub fn energy(joules: f64) -> String {
    Joules(joules).to_string()
}

/// Seconds.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        0.0 => "0 s".to_owned(),
        small if small < 0.1 => format!("{:.3} ms", small * 1e3),
        small if small < 10.0 => format!("{small:.2} s"),
        large if large < 1e6 => format!("{large:.1} s"),
        huge => format!("{huge:.2e} s"),
    }
}

/// A mean over the runs with its interval.
pub fn run_mean(mean: &RunMean, show: fn(f64) -> String) -> String {
    match mean.interval {
        Some(interval) => format!(
            "{} ({} to {})",
            show(mean.mean),
            show(interval.lo),
            show(interval.hi)
        ),
        None => show(mean.mean),
    }
}

/// A part of a whole.
pub fn percent(part: f64) -> String {
    let percent = 100.0 * part;
    match percent {
        0.0 => "0%".to_owned(),
        small if small < 0.05 => "<0.1%".to_owned(),
        some if some < 9.95 => format!("{some:.1}%"),
        much => format!("{much:.0}%"),
    }
}

/// A factor with two digits.
pub fn times(factor: f64) -> String {
    match factor {
        large if large >= 99.5 => format!("{large:.0}"),
        some if some >= 9.95 => format!("{some:.0}"),
        some if some >= 0.095 => format!("{some:.1}"),
        small => format!("{small:.1e}"),
    }
}

/// Half of a factor's 90% interval on a logarithmic scale, as `×/÷1.8`.
pub fn times_or_divided(factor: &AnchorFactor) -> String {
    let ratio = factor.quantile(0.95) / factor.quantile(0.05);
    format!("×/÷{}", times(ratio.sqrt()))
}

/// Whose measurements a factor rests on, as `3 measured methods of its class`.
pub fn neighbours(factor: &AnchorFactor) -> String {
    let of = match factor.nearest {
        Nearest::Class => "its class",
        Nearest::Package => "its package",
        Nearest::Run => "the run",
    };
    let count = factor.methods as u64;
    let methods = escape::how_many(count, "measured method", "measured methods");
    format!("{methods} of {of}")
}

/// Half the interval as a part of the mean.
pub fn relative(estimate: &Estimate) -> String {
    match estimate.relative_half_width() {
        Some(width) if width < 0.995 => format!("±{:.0}%", (100.0 * width).max(1.0)),
        _ => ">±99%".to_owned(),
    }
}

/// The energy of an execution with half its interval, or why there is no number.
pub fn per_execution(found: &Result<Estimate, NoCostReason>) -> String {
    match found {
        Ok(estimate) => format!("{} {:>5}", energy(estimate.mean), relative(estimate)),
        Err(reason) => no_cost(*reason).to_owned(),
    }
}

/// Why there is no energy per execution.
pub fn no_cost(reason: NoCostReason) -> &'static str {
    match reason {
        NoCostReason::NotMeasured => "not measured",
        NoCostReason::PartlyMeasured => "partly measured",
        NoCostReason::NotCounted => "not counted",
        NoCostReason::DifferentWork => "runs differ",
        NoCostReason::NeverRan => "never ran",
        NoCostReason::Overloads => "overloads",
        NoCostReason::FewSamples => "too few samples",
    }
}
