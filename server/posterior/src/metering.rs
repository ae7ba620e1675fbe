//! Whether a meter measured the joules of a model.

use crate::document::Hardware;

/// The statement about a model whose energies are CPU time.
const MODELLED: &str =
    "no joule was measured by a meter: joules are CPU seconds times a modelled power";
/// The statement about a model of a simulated campaign.
const SIMULATED: &str = "no joule was measured by a meter: the measurements were simulated";

impl Hardware {
    /// What readers must know before any number, if no meter measured the joules; `None` if one did.
    ///
    /// A campaign writes the kind of its meter first, such as `cpu-time: …`. A scope that says the same counts as well.
    pub fn unmetered(&self) -> Option<&'static str> {
        let kind = self
            .meter
            .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .next()
            .unwrap_or_default();
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        if is("simulated") {
            Some(SIMULATED)
        } else if is("cpu-time") || self.scope.to_ascii_lowercase().contains("modelled") {
            Some(MODELLED)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hardware(meter: &str, scope: &str) -> Hardware {
        Hardware {
            machine: "a machine".to_owned(),
            boards: 1,
            cpu_clock_hz: None,
            meter: meter.to_owned(),
            supply_v: None,
            scope: scope.to_owned(),
            conditions: Vec::new(),
        }
    }

    #[test]
    fn cpu_time_and_a_simulation_are_no_meters() {
        for (meter, scope) in [
            ("cpu-time: 65 W over 16 processors", "one thread, modelled"),
            ("cpu-time", "whole board"),
            ("CPU-TIME, tdp 15", "thread"),
            ("another clock", "one thread, modelled"),
        ] {
            assert_eq!(
                hardware(meter, scope).unmetered(),
                Some(MODELLED),
                "{meter}"
            );
        }
        assert_eq!(
            hardware("simulated", "whole board").unmetered(),
            Some(SIMULATED)
        );
        for meter in [
            "powercap: package-0",
            "Keithley 2602",
            "cpu-time-free meter",
            "",
        ] {
            assert_eq!(hardware(meter, "whole board").unmetered(), None, "{meter}");
        }
    }
}
