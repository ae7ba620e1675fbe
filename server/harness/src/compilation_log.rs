//! What a JVM compiles and discards, from its own log (`-Xlog:jit+compilation=debug`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The maximum number of bytes read at once. The rest is read the next time.
const MAX_READ_BYTES: u64 = 64 << 20;

/// A change of compiled code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeChange {
    /// The method was compiled.
    Compiled,
    /// The code is no longer entered, with the reason if the JDK's version gives one.
    NotEntrant(Option<String>),
    /// The compiler gave up on the method, with its reason.
    Skipped(String),
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilationEvent {
    /// The number of the compiled code.
    pub id: u32,
    /// The class, with dots.
    pub class: String,
    /// The method, without its descriptor, which the log does not have.
    pub method: String,
    /// Whether the code is entered only in the middle of a loop (on-stack replacement).
    pub replaces_on_stack: bool,
    /// The tier; `None` if there is only one.
    pub tier: Option<u8>,
    /// What happened.
    pub change: CodeChange,
}

impl CompilationEvent {
    /// Reads a line; `None` for other kinds of lines.
    ///
    /// The columns are those of `HotSpot`'s `CompileTask::print`: number, attributes (`%` on-stack replacement, `s` synchronised,
    /// `!` exception handlers, `b` blocking, `n` native), tier, `CLASS::METHOD`, `@ BCI`, size, message.
    pub fn parse(line: &str) -> Option<Self> {
        let mut rest = line.trim_start();
        while let Some(decoration) = rest.strip_prefix('[') {
            rest = decoration.split_once(']')?.1.trim_start();
        }
        let (id, mut rest) = rest.split_once(' ')?;
        let id = id.parse().ok()?;
        let (mut replaces_on_stack, mut tier) = (false, None);
        let name = loop {
            rest = rest.trim_start();
            let (word, after) = rest.split_once(' ')?;
            rest = after;
            if let Some(name) = word.split_once("::") {
                break name;
            }
            match word.as_bytes() {
                [digit @ b'0'..=b'9'] => tier = Some(digit - b'0'),
                b"-" => {}
                attributes if attributes.iter().all(|byte| b"%s!bn".contains(byte)) => {
                    replaces_on_stack |= attributes.contains(&b'%');
                }
                _ => return None,
            }
        };
        let (size, message) = rest.split_once(')')?;
        let size = size.rsplit_once('(')?.1;
        if size != "native" && !size.ends_with("bytes") {
            return None;
        }
        let message = message.trim().trim_start_matches("(static)").trim();
        Some(Self {
            id,
            class: name.0.to_owned(),
            method: name.1.to_owned(),
            replaces_on_stack,
            tier,
            change: change(message)?,
        })
    }

    /// Whether the event belongs to a class or to one inside it. The class has dots.
    pub fn is_of(&self, class: &str) -> bool {
        is_inside(&self.class, class)
    }
}

/// Whether a class is the given one, or is declared inside it.
fn is_inside(inner: &str, class: &str) -> bool {
    let inside = inner.strip_prefix(class);
    inside.is_some_and(|inside| inside.is_empty() || inside.starts_with('$'))
}

impl std::fmt::Display for CompilationEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}::{}", self.class, self.method)?;
        match &self.change {
            CodeChange::Compiled => match self.tier {
                Some(tier) => write!(f, " compiled at tier {tier}"),
                None => write!(f, " compiled"),
            },
            CodeChange::NotEntrant(None) => write!(f, " deoptimised"),
            CodeChange::NotEntrant(Some(reason)) => write!(f, " deoptimised: {reason}"),
            CodeChange::Skipped(reason) => write!(f, " not compiled: {reason}"),
        }
    }
}

fn change(message: &str) -> Option<CodeChange> {
    if message.is_empty() {
        return Some(CodeChange::Compiled);
    }
    if let Some(reason) = message.strip_prefix("made not entrant") {
        let reason = reason.trim_start_matches(':').trim();
        return Some(CodeChange::NotEntrant(
            (!reason.is_empty()).then(|| reason.to_owned()),
        ));
    }
    let reason = message.strip_prefix("COMPILE SKIPPED:")?;
    Some(CodeChange::Skipped(reason.trim().to_owned()))
}

/// The compiled code in use: its method and tier, by number.
#[derive(Clone, Debug, Default)]
pub struct LiveCode {
    by_id: BTreeMap<u32, (String, String, Option<u8>)>,
    /// Methods that a compiler gave up on, with the tier.
    given_up: BTreeSet<(String, String, Option<u8>)>,
}

impl LiveCode {
    /// Applies an event. Ignores code that is entered only in the middle of a loop.
    pub fn apply(&mut self, event: &CompilationEvent) {
        let code = (event.class.clone(), event.method.clone(), event.tier);
        match event.change {
            CodeChange::Compiled if !event.replaces_on_stack => {
                self.given_up.remove(&code);
                self.by_id.insert(event.id, code);
            }
            CodeChange::Skipped(_) if !event.replaces_on_stack => {
                // The line about the start has the same number.
                self.by_id.remove(&event.id);
                self.given_up.insert(code);
            }
            CodeChange::NotEntrant(_) => {
                self.by_id.remove(&event.id);
            }
            _ => {}
        }
    }

    /// Whether calls of the method enter code of this tier. The class has dots.
    pub fn has(&self, class: &str, method: &str, tier: u8) -> bool {
        self.by_id.values().any(|(of_class, of_method, of_tier)| {
            of_class == class && of_method == method && *of_tier == Some(tier)
        })
    }

    /// Whether a compiler gave up on a method of the class, or of one inside it, at this tier. The class has dots.
    pub fn was_given_up(&self, class: &str, tier: u8) -> bool {
        self.given_up
            .iter()
            .any(|(of_class, _, of_tier)| *of_tier == Some(tier) && is_inside(of_class, class))
    }

    /// The tiers at which anything was compiled, in ascending order.
    pub fn tiers(&self) -> Vec<u8> {
        let mut tiers: Vec<u8> = self.by_id.values().filter_map(|code| code.2).collect();
        // Entries of native methods are listed at tier 0, although no compiler made them.
        tiers.retain(|tier| *tier > 0);
        tiers.sort_unstable();
        tiers.dedup();
        tiers
    }
}

/// Reads the log while the JVM writes it.
#[derive(Debug)]
pub(crate) struct CompilationLog {
    file: File,
    /// The beginning of an unfinished line.
    partial: Vec<u8>,
}

impl CompilationLog {
    /// Opens the log.
    ///
    /// # Errors
    /// If it does not exist.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: files::open(path)?,
            partial: Vec::new(),
        })
    }

    /// The new lines since the last time.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&mut self) -> io::Result<Vec<CompilationEvent>> {
        (&mut self.file)
            .take(MAX_READ_BYTES)
            .read_to_end(&mut self.partial)?;
        let Some(end) = self.partial.iter().rposition(|byte| *byte == b'\n') else {
            return Ok(Vec::new());
        };
        let rest = self.partial.split_off(end + 1);
        let lines = std::mem::replace(&mut self.partial, rest);
        let text = String::from_utf8_lossy(&lines);
        Ok(text.lines().filter_map(CompilationEvent::parse).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn event(line: &str) -> CompilationEvent {
        CompilationEvent::parse(line).unwrap_or_else(|| panic!("not read: {line}"))
    }

    #[test]
    fn lines_of_jdk_17_are_read() {
        let compiled = event("  92    b  4       measured.P_x::run (40 bytes)");
        assert_eq!(
            (compiled.id, compiled.class.as_str(), compiled.tier),
            (92, "measured.P_x", Some(4))
        );
        assert_eq!(compiled.method, "run");
        assert_eq!(compiled.change, CodeChange::Compiled);
        let looped = event("  89 %  b  4       T::k @ 4 (41 bytes)");
        assert!(looped.replaces_on_stack && !compiled.replaces_on_stack);
        let dropped = event("  88       3       T::k (41 bytes)   made not entrant");
        assert_eq!(
            (dropped.id, dropped.change),
            (88, CodeChange::NotEntrant(None))
        );
        let native = event(
            "  12     n 0       java.lang.Class::desiredAssertionStatus0 (native)   (static)",
        );
        assert_eq!(native.change, CodeChange::Compiled);
        let guarded =
            event("  11   !b  1       java.lang.Class::desiredAssertionStatus (54 bytes)");
        assert_eq!(guarded.tier, Some(1));
        // Without tiers (-XX:-TieredCompilation), the column is empty.
        let untiered = event("  34             T::run (40 bytes)   made not entrant");
        assert_eq!(untiered.tier, None);
    }

    #[test]
    fn lines_of_jdk_25_are_read() {
        let trap = event(" 115       4       T::run (40 bytes)   made not entrant: uncommon trap");
        assert_eq!(
            trap.change,
            CodeChange::NotEntrant(Some("uncommon trap".to_owned()))
        );
        let invalid = event(
            "  97 %     3       T::main @ 28 (53 bytes)   made not entrant: OSR invalidation of lower level",
        );
        assert!(invalid.replaces_on_stack);
        let inner = event("[0.123s][debug][jit,compilation]  104    b  1       T$Y::s (2 bytes)");
        assert!(inner.is_of("T") && inner.is_of("T$Y") && !inner.is_of("T$") && !inner.is_of("Tx"));
        let skipped = event(
            " 200    b  4       T::huge (9000 bytes)   COMPILE SKIPPED: out of nodes (not retryable)",
        );
        assert_eq!(
            skipped.change,
            CodeChange::Skipped("out of nodes (not retryable)".to_owned())
        );
    }

    #[test]
    fn other_lines_are_not_events() {
        for line in [
            "",
            "CompilerOracle: something",
            "[0.1s] Compiler thread C2 added",
            "12 b 4",
            "x b 4 T::k (41 bytes)",
            "12 b 4 T::k (41 apples)",
            "12 b 4 T::k (41 bytes) made zombie",
            "99999999999999 b 4 T::k (41 bytes)",
        ] {
            assert_eq!(CompilationEvent::parse(line), None, "{line}");
        }
    }

    #[test]
    fn code_is_live_until_its_own_number_is_given_up() {
        let mut live = LiveCode::default();
        for line in [
            "1 b 3 T::k (41 bytes)",
            "2 % b 4 T::k @ 4 (41 bytes)",
            "3 b 4 T::k (41 bytes)",
            "1 3 T::k (41 bytes) made not entrant",
        ] {
            live.apply(&event(line));
        }
        assert!(live.has("T", "k", 4) && !live.has("T", "k", 3));
        live.apply(&event("2 % 4 T::k @ 4 (41 bytes) made not entrant"));
        assert!(live.has("T", "k", 4));
        live.apply(&event("3 4 T::k (41 bytes) made not entrant"));
        assert!(!live.has("T", "k", 4));
        live.apply(&event("4 b 4 T::k (41 bytes)"));
        live.apply(&event(
            "4 b 4 T::k (41 bytes) COMPILE SKIPPED: out of nodes",
        ));
        assert!(!live.has("T", "k", 4) && live.was_given_up("T", 4));
        live.apply(&event("5 b 4 T::k (41 bytes)"));
        assert!(live.has("T", "k", 4) && !live.was_given_up("T", 4));
    }

    #[test]
    fn a_line_is_read_when_its_end_is_written() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut log = CompilationLog::open(file.path()).unwrap();
        file.write_all(b"1 b 3 T::k (41 by").unwrap();
        assert_eq!(log.read().unwrap(), []);
        file.write_all(b"tes)\n2 b 3 T").unwrap();
        assert_eq!(log.read().unwrap().len(), 1);
        file.write_all(b"::j (2 bytes)\n").unwrap();
        assert_eq!(log.read().unwrap()[0].method, "j");
    }
}
