//! The power management chip of a Raspberry Pi 5: `vcgencmd pmic_read_adc`.
//!
//! It reports current and voltage of twelve rails. Two inputs (`EXT5V`, `BATT`) have only a voltage, so they are left out. The
//! rails together need less than the supply gives, because converters have losses.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::error::MeterError;
use crate::meter::{Description, Scope};
use crate::program;
use crate::sampler::{PowerSource, Sampled};
use crate::selector::Selector;
use crate::sysfs::{System, beginning};

const KIND: &str = "pmic";
const INTERVAL: Duration = Duration::from_millis(5);
const SHORTEST_WINDOW_S: f64 = 1.0;
/// The converter's steps: 12 bits.
const STEPS: f64 = 4096.0;

#[derive(Debug)]
struct Chip {
    program: String,
}

/// Opens the chip, if `vcgencmd` knows it.
///
/// # Errors
/// [`MeterError::Absent`] if this is not a Raspberry Pi 5.
pub fn open(selector: &Selector, _system: &System) -> Result<Sampled, MeterError> {
    let mut chip = Chip {
        program: selector.text("program").unwrap_or("vcgencmd").to_owned(),
    };
    chip.watts().map_err(|error| MeterError::Absent {
        meter: KIND,
        reason: match error {
            MeterError::Program { problem, .. } => format!("vcgencmd: {problem}"),
            other => other.to_string(),
        },
        fix: "only a Raspberry Pi 5 has it; there type `sudo apt install libraspberrypi-bin raspi-utils` and `sudo usermod -aG video $USER`"
            .to_owned(),
    })?;
    Ok(Sampled::new(
        Description {
            kind: KIND,
            what: "the rails of the power management chip".to_owned(),
            scope: Scope::Board,
            modelled: false,
            resolution_j: Some(SHORTEST_WINDOW_S / STEPS),
            wrap_period_s: None,
            samples_per_second: Some(1.0 / INTERVAL.as_secs_f64()),
            shortest_window_s: SHORTEST_WINDOW_S,
            notes: vec![
                "reading it takes CPU time of the machine that is measured".to_owned(),
                "losses of the converters and the USB ports are not included".to_owned(),
            ],
        },
        INTERVAL,
        chip,
    ))
}

impl PowerSource for Chip {
    fn watts(&mut self) -> Result<f64, MeterError> {
        let text = program::output(&self.program, &["pmic_read_adc"])?;
        rail_watts(&text).ok_or_else(|| MeterError::Nonsense {
            place: "vcgencmd pmic_read_adc".to_owned(),
            found: beginning(text.trim()),
            expected: "rails with current and voltage",
        })
    }
}

/// The sum over the rails that have both a current (`NAME_A current(7)=0.9A`) and a voltage (`NAME_V volt(15)=0.7V`).
fn rail_watts(text: &str) -> Option<f64> {
    let mut amperes: BTreeMap<&str, f64> = BTreeMap::new();
    let mut volts: BTreeMap<&str, f64> = BTreeMap::new();
    for line in text.lines() {
        let Some((label, value)) = line.trim().split_once('=') else {
            continue;
        };
        let rail = label.split_whitespace().next()?;
        let (rail, into, unit) = if let Some(rail) = rail.strip_suffix("_A") {
            (rail, &mut amperes, 'A')
        } else if let Some(rail) = rail.strip_suffix("_V") {
            (rail, &mut volts, 'V')
        } else {
            continue;
        };
        let number: f64 = value.strip_suffix(unit)?.parse().ok()?;
        if !number.is_finite() || number < 0.0 {
            return None;
        }
        into.insert(rail, number);
    }
    let rails: Vec<f64> = amperes
        .iter()
        .filter_map(|(rail, amperes)| Some(amperes * volts.get(rail)?))
        .collect();
    (!rails.is_empty()).then(|| rails.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::rail_watts;

    const ANSWER: &str = "
     3V3_SYS_A current(1)=0.05000000A
     VDD_CORE_A current(7)=0.92871990A
     3V3_SYS_V volt(9)=3.30000000V
     VDD_CORE_V volt(15)=0.72097620V
        EXT5V_V volt(24)=5.15000000V
         BATT_V volt(25)=0.00000000V
";

    #[test]
    fn rails_with_both_are_summed_and_inputs_without_a_current_left_out() {
        let watts = rail_watts(ANSWER).unwrap();
        let expected = 0.05 * 3.3 + 0.928_719_9 * 0.720_976_2;
        assert!((watts - expected).abs() < 1e-12, "{watts}");
    }

    #[test]
    fn what_is_no_rail_or_no_number_gives_no_power() {
        for text in [
            "",
            "error=1 error_msg=\"Command not registered\"",
            "VDD_CORE_A current(7)=0.9A",
            "VDD_CORE_A current(7)=nanA\nVDD_CORE_V volt(15)=0.7V",
            "VDD_CORE_A current(7)=-0.9A\nVDD_CORE_V volt(15)=0.7V",
            "VDD_CORE_A current(7)=0.9\nVDD_CORE_V volt(15)=0.7V",
        ] {
            assert_eq!(rail_watts(text), None, "{text}");
        }
    }
}
