//! Power over time by method: the joules of Java threads in a window of the meter, spread over the samples in it.

use std::collections::BTreeMap;

use crate::analysis::{Analysis, WindowRow};
use crate::methods::Methods;
use crate::options::AnalysisOptions;
use crate::record::{MethodIndex, Profile};
use crate::sites::Sites;

/// The methods of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowPower {
    /// The window.
    pub window: WindowRow,
    /// Watts of each method's own code, the largest first; `None` if no method of the stack is kept or known.
    pub methods: Vec<(Option<MethodIndex>, f64)>,
}

/// The meter's windows in time order, as in [`Analysis::windows`]. They have no methods if nothing was sampled or measured.
pub fn power_over_time(
    profile: &Profile,
    analysis: &Analysis,
    options: &AnalysisOptions,
) -> Vec<WindowPower> {
    let methods = Methods::new(&profile.code, &profile.counts);
    let sites = Sites {
        code: &profile.code,
        methods: &methods,
        options,
    };
    let rows = analysis.windows.iter();
    rows.map(|window| {
        let mut found = WindowPower {
            window: *window,
            methods: Vec::new(),
        };
        let seconds = window.end_seconds - window.start_seconds;
        let (Some(run), Some(joules)) = (profile.runs.get(window.run), window.java_joules) else {
            return found;
        };
        let mut by_method: BTreeMap<Option<MethodIndex>, f64> = BTreeMap::new();
        let from = run
            .samples
            .partition_point(|sample| (sample.at_nanos as f64) * 1e-9 < window.start_seconds);
        for sample in run.samples.iter().skip(from) {
            if sample.at_nanos as f64 * 1e-9 >= window.end_seconds {
                break;
            }
            *by_method.entry(sites.of(sample.stack)).or_default() += sample.cpu_nanos as f64;
        }
        let all: f64 = by_method.values().sum();
        if all > 0.0 && seconds > 0.0 {
            let watts = |cpu: f64| joules / seconds * cpu / all;
            found.methods = by_method
                .into_iter()
                .map(|(method, cpu)| (method, watts(cpu)))
                .collect();
            found.methods.sort_by(|one, two| two.1.total_cmp(&one.1));
        }
        found
    })
    .collect()
}
