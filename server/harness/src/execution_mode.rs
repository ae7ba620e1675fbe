//! How a measured JVM executes bytecode, and the options for that.

use std::fmt;
use std::str::FromStr;

use posterior::Mode;

/// How a measured JVM executes bytecode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExecutionMode {
    /// It interprets everything.
    #[default]
    Interpreter,
    /// It compiles with C1 only, without profiling.
    C1,
    /// It compiles with C1 first, which collects profiles, and then with C2.
    C2,
}

/// The options of an interpreting JVM.
const INTERPRETER: [&str; 4] = ["-Xint", "-XX:+UseSerialGC", "-Xms128m", "-Xmx128m"];
/// Only C1.
const C1: &str = "-XX:TieredStopAtLevel=1";
/// Tiered, as JVMs usually run.
const C2: &str = "-XX:+TieredCompilation";
/// The options of every mode that compiles. A method that reaches a threshold waits for its code (`BackgroundCompilation`), so no
/// compiler runs during a measurement. Thresholds are a tenth of the usual ones, because hundreds of programs have to reach them.
/// Code that is rarely called is not discarded (`UseCodeCacheFlushing`), because each program waits for its turn.
const COMPILING: [&str; 7] = [
    "-XX:-BackgroundCompilation",
    "-XX:CompileThresholdScaling=0.1",
    "-XX:-UseCodeCacheFlushing",
    "-XX:ReservedCodeCacheSize=240m",
    "-XX:+UseSerialGC",
    "-Xms256m",
    "-Xmx256m",
];

impl ExecutionMode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Interpreter, Self::C1, Self::C2];

    /// Its name on command lines and in models.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interpreter => "interpreter",
            Self::C1 => "c1",
            Self::C2 => "c2",
        }
    }

    /// The options of the JVM. They affect what code costs.
    pub fn jvm_options(self) -> Vec<&'static str> {
        match self {
            Self::Interpreter => INTERPRETER.to_vec(),
            Self::C1 => [&[C1], &COMPILING[..]].concat(),
            Self::C2 => [&[C2], &COMPILING[..]].concat(),
        }
    }

    /// The tier of the measured code, in `HotSpot`'s numbering; `None` if nothing is compiled.
    pub const fn tier(self) -> Option<u8> {
        match self {
            Self::Interpreter => None,
            Self::C1 => Some(1),
            Self::C2 => Some(4),
        }
    }

    /// Whether programs are compiled before they are measured.
    pub const fn is_compiled(self) -> bool {
        self.tier().is_some()
    }

    /// The mode in campaigns and models.
    pub const fn mode(self) -> Mode {
        match self {
            Self::Interpreter => Mode::Interpreter,
            Self::C1 => Mode::C1,
            Self::C2 => Mode::C2,
        }
    }

    /// The execution mode for a model of this mode; `None` if this version does not measure it.
    pub fn of(mode: Mode) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.mode() == mode)
    }
}

impl fmt::Display for ExecutionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ExecutionMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|known| known.name() == text);
        known.ok_or_else(|| format!("no mode `{text}`; give interpreter, c1 or c2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_is_found_by_its_name_and_by_that_of_a_model() {
        for mode in ExecutionMode::ALL {
            assert_eq!(mode.name().parse(), Ok(mode));
            assert_eq!(ExecutionMode::of(mode.mode()), Some(mode));
            assert_eq!(mode.jvm_options().contains(&"-Xint"), !mode.is_compiled());
        }
        assert!("C3".parse::<ExecutionMode>().is_err());
    }
}
