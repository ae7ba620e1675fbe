//! How JDK methods ran in counted programs: data included in the program.
//!
//! The JDK is the same code in every program, so its counts in these runs replace estimates. A method is identified by its
//! class, its name, its descriptor and a digest of its code. So different code of another JDK keeps its estimate.
//!
//! The first line is JSON: the format, the source of the numbers, and the names of classes. Each further line is a method, with
//! its parts separated by tabs:
//!
//! ```text
//! key  branches  switches  handlers  loops  calls
//! ```
//!
//! The key is a digest in sixteen hexadecimal digits. A probability is a code of two such digits, which stand for its logit from
//! -12 to 12 in steps; `..` is an unknown one. Switches are separated by commas, each with a code for each of its targets. A
//! loop's count `n` is the code of `ln(1 + n)` from 0 to 21. A call is `instruction:class share,class share`, in hexadecimal
//! digits, with shares in 255ths and classes as indices into the list; calls are separated by semicolons.

use crate::code::CodeView;
use crate::digest::digest;
use crate::measured::{Counted, MeasuredMethod, MeasuredSite, Measurements};
use bytecode::code_digest;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::Arc;

/// The included profile.
pub const PROFILE: &str = include_str!("../../../model-data/jdk-profile.tsv");

/// The version of the format.
const SCHEMA: &str = "jouled.profile/1";

/// The largest logit, and the largest logarithm of a loop's count.
const MAX_LOGIT: f64 = 12.0;
const MAX_LOGARITHM: f64 = 21.0;
/// The largest code. Probabilities use one less, so that one half has a code.
const CODES: f64 = 255.0;
const LOGITS: f64 = 254.0;

/// Why a profile cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// Its first line is invalid.
    #[error("the first line of the profile cannot be read: {0}")]
    Header(#[from] serde_json::Error),
    /// It is of another version.
    #[error("the profile is of the format {0:?}; this program reads {SCHEMA:?}")]
    OtherSchema(String),
    /// A line is wrong.
    #[error("line {line} of the profile cannot be read: {reason}")]
    Malformed {
        /// The line number, from 1.
        line: usize,
        /// What is wrong.
        reason: &'static str,
    },
}

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    schema: String,
    provenance: serde_json::Value,
    classes: Vec<Arc<str>>,
}

/// A method with its name and the digest of its code.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfiledMethod {
    /// The class with slashes, the name and the descriptor.
    pub names: [Arc<str>; 3],
    /// The digest of its code, by [`bytecode::code_digest`].
    pub code_digest: u64,
    /// The counts.
    pub measured: MeasuredMethod,
}

/// Measured methods.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeasuredCounts {
    methods: FxHashMap<u64, MeasuredMethod>,
    digest: u64,
}

impl MeasuredCounts {
    /// Reads a profile. The text may be anything.
    ///
    /// # Errors
    /// [`ProfileError`] if it is invalid.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let (header, lines) = text.split_once('\n').unwrap_or((text, ""));
        let header: Header = serde_json::from_str(header)?;
        if header.schema != SCHEMA {
            return Err(ProfileError::OtherSchema(header.schema));
        }
        let mut methods = FxHashMap::default();
        for (line, text) in (2..).zip(lines.lines()) {
            let malformed = |reason| ProfileError::Malformed { line, reason };
            let (key, method) = read(text, &header.classes).map_err(malformed)?;
            methods.insert(key, method);
        }
        Ok(Self {
            methods,
            digest: digest(text),
        })
    }

    /// Writes a profile.
    ///
    /// # Errors
    /// If the first line cannot be written, or there are too many classes for one profile.
    pub fn text(
        provenance: serde_json::Value,
        methods: &[ProfiledMethod],
    ) -> Result<String, serde_json::Error> {
        let mut classes: Vec<Arc<str>> = methods
            .iter()
            .flat_map(|method| &method.measured.sites)
            .flat_map(|site| site.classes.iter().map(|(class, _)| Arc::clone(class)))
            .collect();
        classes.sort_unstable();
        classes.dedup();
        let mut lines: Vec<String> = methods
            .iter()
            .map(|method| line(method, &classes))
            .collect();
        lines.sort_unstable();
        let header = Header {
            schema: SCHEMA.to_owned(),
            provenance,
            classes,
        };
        let mut text = serde_json::to_string(&header)?;
        text.push('\n');
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        Ok(text)
    }

    /// The number of methods.
    pub fn len(&self) -> usize {
        self.methods.len()
    }

    /// Whether it has no methods.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }
}

impl Measurements for MeasuredCounts {
    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod> {
        if self.methods.is_empty() {
            return None;
        }
        let method = view.method;
        let names = [&*view.class.name, &*method.name, &*method.descriptor];
        self.methods
            .get(&key(names, code_digest(view.code)))
            .cloned()
    }

    fn digest(&self) -> u64 {
        self.digest
    }
}

fn key(names: [&str; 3], code_digest: u64) -> u64 {
    let mut text = names.join(" ");
    let _ = write!(text, " {code_digest:016x}");
    digest(&text)
}

fn line(method: &ProfiledMethod, classes: &[Arc<str>]) -> String {
    let names = method.names.each_ref().map(|name| &**name);
    let measured = &method.measured;
    let probabilities = |all: &[Counted]| -> String { all.iter().map(probability_code).collect() };
    let switches: Vec<String> = measured
        .switches
        .iter()
        .map(|ways| probabilities(ways))
        .collect();
    let sites: Vec<String> = measured
        .sites
        .iter()
        .map(|site| call(site, classes))
        .collect();
    format!(
        "{:016x}\t{}\t{}\t{}\t{}\t{}",
        key(names, method.code_digest),
        probabilities(&measured.branches),
        switches.join(","),
        probabilities(&measured.handlers),
        measured.loops.iter().map(count_code).collect::<String>(),
        sites.join(";")
    )
}

fn call(site: &MeasuredSite, classes: &[Arc<str>]) -> String {
    let receivers: Vec<String> = site
        .classes
        .iter()
        .filter_map(|(class, share)| {
            let place = classes.binary_search(class).ok()?;
            let share = (share.clamp(0.0, 1.0) * CODES).round() as u8;
            (share > 0).then(|| format!("{place:x} {share:02x}"))
        })
        .collect();
    format!("{:x}:{}", site.at, receivers.join(","))
}

fn probability_code(counted: &Counted) -> String {
    let Some(counted) = counted else {
        return String::from("..");
    };
    let value = counted.clamp(1e-9, 1.0 - 1e-9);
    let logit = (value / (1.0 - value)).ln().clamp(-MAX_LOGIT, MAX_LOGIT);
    let code = ((logit + MAX_LOGIT) / (2.0 * MAX_LOGIT) * LOGITS).round() as u8;
    format!("{code:02x}")
}

fn probability(code: u8) -> f64 {
    let logit = (f64::from(code) / LOGITS).mul_add(2.0 * MAX_LOGIT, -MAX_LOGIT);
    1.0 / (1.0 + (-logit).exp())
}

fn count_code(counted: &Counted) -> String {
    let Some(counted) = counted else {
        return String::from("..");
    };
    let logarithm = counted.max(0.0).ln_1p().min(MAX_LOGARITHM);
    let code = (logarithm / MAX_LOGARITHM * CODES).round() as u8;
    format!("{code:02x}")
}

fn count(code: u8) -> f64 {
    (f64::from(code) / CODES * MAX_LOGARITHM).exp_m1()
}

fn read(line: &str, classes: &[Arc<str>]) -> Result<(u64, MeasuredMethod), &'static str> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [key, branches, switches, handlers, loops, calls] = parts[..] else {
        return Err("it does not have six parts");
    };
    let key = u64::from_str_radix(key, 16).map_err(|_| "its key is not a number")?;
    let mut method = MeasuredMethod {
        branches: codes(branches, probability)?,
        handlers: codes(handlers, probability)?,
        loops: codes(loops, count)?,
        ..MeasuredMethod::default()
    };
    for ways in switches.split(',').filter(|ways| !ways.is_empty()) {
        method.switches.push(codes(ways, probability)?);
    }
    for call in calls.split(';').filter(|call| !call.is_empty()) {
        method.sites.push(read_call(call, classes)?);
    }
    Ok((key, method))
}

fn read_call(call: &str, classes: &[Arc<str>]) -> Result<MeasuredSite, &'static str> {
    let (at, receivers) = call.split_once(':').ok_or("a call has no receivers")?;
    let at = u32::from_str_radix(at, 16).map_err(|_| "a call's position is not a number")?;
    let mut site = MeasuredSite {
        at,
        ..MeasuredSite::default()
    };
    for receiver in receivers.split(',').filter(|text| !text.is_empty()) {
        let (place, share) = receiver.split_once(' ').ok_or("a receiver has no share")?;
        let place = usize::from_str_radix(place, 16).map_err(|_| "a class is not a number")?;
        let class = classes.get(place).ok_or("a class is not in the list")?;
        let share = u8::from_str_radix(share, 16).map_err(|_| "a share is not a number")?;
        site.classes
            .push((Arc::clone(class), f64::from(share) / CODES));
    }
    Ok(site)
}

fn codes(text: &str, value: fn(u8) -> f64) -> Result<Vec<Counted>, &'static str> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err("a code has one digit");
    }
    let code = |pair: &[u8; 2]| {
        if pair == b".." {
            return Ok(None);
        }
        let pair = str::from_utf8(pair).map_err(|_| "a code is not a number")?;
        let code = u8::from_str_radix(pair, 16).map_err(|_| "a code is not a number")?;
        Ok(Some(value(code)))
    };
    pairs.iter().map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method() -> ProfiledMethod {
        let known = |value: f64| Some(value);
        ProfiledMethod {
            names: ["p/A", "m", "()V"].map(Arc::from),
            code_digest: 7,
            measured: MeasuredMethod {
                branches: vec![known(0.5), None, known(0.001)],
                switches: vec![vec![known(0.25), known(0.75)]],
                handlers: Vec::new(),
                loops: vec![known(12.0)],
                sites: vec![MeasuredSite {
                    at: 300,
                    classes: vec![(Arc::from("p/B"), 0.8), (Arc::from("p/C"), 0.2)],
                }],
                thrown: None,
            },
        }
    }

    #[test]
    fn what_is_written_is_read_to_a_few_percent() {
        let text = MeasuredCounts::text(serde_json::Value::Null, &[method()]).expect("text");
        let profile = MeasuredCounts::parse(&text).expect("a profile");
        let read = profile.methods.values().next().expect("a method");
        let written = method().measured;
        let is_near = |one: f64, other: f64| (one / other - 1.0).abs() < 0.06;
        assert_eq!(read.branches[1], None);
        assert!((read.branches[0].expect("a number") - 0.5).abs() < 1e-12);
        assert!(is_near(read.branches[2].expect("a number"), 0.001));
        assert!(is_near(read.loops[0].expect("a number"), 12.0));
        assert!(is_near(read.switches[0][0].expect("a number"), 0.25));
        assert_eq!(read.sites[0].at, 300);
        assert_eq!(read.sites[0].classes, written.sites[0].classes);
    }

    #[test]
    fn damage_is_told_and_breaks_nothing() {
        let text = MeasuredCounts::text(serde_json::Value::Null, &[method()]).expect("text");
        let told = |text: &str| MeasuredCounts::parse(text).expect_err("damage").to_string();
        assert!(told("").contains("first line"));
        assert!(told(&text.replace("profile/1", "profile/9")).contains("profile/9"));
        assert_eq!(
            told(&text.replace('\t', " ")),
            "line 2 of the profile cannot be read: it does not have six parts"
        );
        assert!(told(&text.replace("12c:0 ", "12c:7 ")).contains("not in the list"));
        // No truncation and no changed byte causes a panic.
        for at in 0..text.len() {
            let _ = MeasuredCounts::parse(&text[..at]);
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 0x15;
            if let Ok(text) = String::from_utf8(bytes) {
                let _ = MeasuredCounts::parse(&text);
            }
        }
    }
}
