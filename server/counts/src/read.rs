//! Reads counts from bytes, big-endian. `Report.java` writes them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::counts::{
    CallSite, CallsReading, ClassCounts, CountedMethodName, Counter, CounterKind, Counts,
    FollowedEvent, MethodCounts, UncountedCode,
};
use crate::error::CountError;
use crate::paths::{self, PathCount};
use crate::reader::Reader;

const MAGIC: u32 = 0x4a43_4e54;
const VERSION: u32 = 1;
/// The most methods of a class, and lines and calls of a method, that a class file can have.
const MOST: u32 = 1 << 16;
/// The most counters of a method: three for each instruction, and one for each target of a switch.
const MOST_COUNTERS: u32 = 4 * MOST;
const RECEIVERS: u8 = 1;
const LINES: u8 = 2;
const READINGS: u8 = 8;
const PATHS: u8 = 16;
const PLACES: u8 = 32;

/// Whether paths of some methods were requested. The bytes may be anything.
pub fn has_paths(bytes: &[u8]) -> bool {
    // Behind the mark, the version and the release of the JDK.
    bytes.get(10).is_some_and(|flags| flags & PATHS != 0)
}

/// Reads what an agent wrote; the bytes may be anything. Merges the entries of a class that was rewritten more than once.
///
/// # Errors
/// [`CountError::Malformed`].
pub fn read(bytes: &[u8]) -> Result<Counts, CountError> {
    let mut reader = Reader::of_counts(bytes);
    if reader.u4()? != MAGIC {
        return Err(reader.wrong("it does not begin like one"));
    }
    if reader.u4()? != VERSION {
        return Err(reader.wrong("another version of jouled wrote it"));
    }
    let jdk_feature = reader.u2()?;
    let flags = reader.u1()?;
    if flags & !(RECEIVERS | LINES | READINGS | PATHS | PLACES) != 0 {
        return Err(reader.wrong("another version of jouled wrote it"));
    }
    let has_readings = flags & READINGS != 0;
    let mut counts = Counts {
        jdk_feature,
        has_receivers: flags & RECEIVERS != 0,
        ..Counts::default()
    };
    let mut classes: HashMap<String, Vec<MethodCounts>> = HashMap::new();
    // In the order of the file, because readings refer to it.
    let mut written: Vec<Arc<CountedMethodName>> = Vec::new();
    for _ in 0..reader.u4()? {
        let name = reader.text()?;
        let mut methods = Vec::new();
        for _ in 0..reader.count(MOST)? {
            let method = reader.method(flags)?;
            if has_readings {
                written.push(Arc::new(CountedMethodName {
                    class: name.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                }));
            }
            methods.push(method);
        }
        classes.entry(name).or_default().extend(methods);
    }
    let classes = classes.into_iter();
    counts.classes = classes
        .map(|(name, methods)| {
            let mut class = ClassCounts {
                name,
                ..ClassCounts::default()
            };
            join(&mut class.methods, methods);
            class
        })
        .collect();
    counts.classes.sort_by(|one, two| one.name.cmp(&two.name));
    if flags & PATHS != 0 {
        counts.lost_paths = reader.u8()?;
    }
    for _ in 0..reader.u4()? {
        let class = reader.text()?;
        let (name, descriptor) = (reader.text()?, reader.text()?);
        counts.left_out.push(UncountedCode {
            class,
            method: (!name.is_empty()).then_some((name, descriptor)),
            reason: reader.text()?,
        });
    }
    let mut numbers = HashMap::new();
    for place in 0..reader.u4()? {
        numbers.insert(reader.u4()?, place);
        counts.events.push(reader.event()?);
    }
    for _ in 0..reader.u4()? {
        let number = reader.u4()?;
        let place = numbers.get(&number);
        let place = place.ok_or_else(|| reader.wrong("an event is not explained"))?;
        counts.order.push(*place);
    }
    for _ in 0..if has_readings { reader.u4()? } else { 0 } {
        counts.readings.push(reader.reading(&written)?);
    }
    if !reader.is_at_end() {
        return Err(reader.wrong("it has extra data at its end"));
    }
    Ok(counts)
}

impl Counts {
    /// Adds the counts of another JVM, without the order of its events.
    pub fn add(&mut self, more: Self) {
        self.jdk_feature = self.jdk_feature.max(more.jdk_feature);
        self.has_receivers |= more.has_receivers;
        self.lost_paths = self.lost_paths.saturating_add(more.lost_paths);
        for class in more.classes {
            match self
                .classes
                .binary_search_by(|known| known.name.cmp(&class.name))
            {
                Ok(place) => join(&mut self.classes[place].methods, class.methods),
                Err(place) => self.classes.insert(place, class),
            }
        }
        let known: HashSet<&UncountedCode> = self.left_out.iter().collect();
        let readings = more.readings;
        let mut more = more.left_out;
        more.retain(|code| !known.contains(code));
        self.left_out.append(&mut more);
        self.readings.extend(readings);
    }
}

/// Adds up the counts of equal code, and keeps the counts of different code separate.
fn join(known: &mut Vec<MethodCounts>, methods: Vec<MethodCounts>) {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, method) in known.iter().enumerate() {
        let digest = digest(method);
        places.entry(digest).or_default().push(place);
    }
    for method in methods {
        let with_digest = places.entry(digest(&method)).or_default();
        let mut same = with_digest.iter().copied();
        let Some(same) = same.find(|place| is_same(&known[*place], &method)) else {
            with_digest.push(known.len());
            known.push(method);
            continue;
        };
        let same = &mut known[same];
        let mut sites: HashMap<u16, usize> = HashMap::new();
        for (place, site) in same.call_sites.iter().enumerate() {
            sites.entry(site.at).or_insert(place);
        }
        for (counter, more) in same.counters.iter_mut().zip(method.counters) {
            counter.count = counter.count.saturating_add(more.count);
        }
        paths::add(&mut same.paths, method.paths);
        for site in method.call_sites {
            if let Some(place) = sites.get(&site.at) {
                same.call_sites[*place].add(site);
            } else {
                sites.insert(site.at, same.call_sites.len());
                same.call_sites.push(site);
            }
        }
    }
}

/// Distinguishes nearly all methods of a class and their versions.
fn digest(method: &MethodCounts) -> u64 {
    let mut hasher = DefaultHasher::new();
    let counters = method.counters.len();
    (
        &method.name,
        &method.descriptor,
        method.code_digest,
        counters,
    )
        .hash(&mut hasher);
    hasher.finish()
}

fn is_same(one: &MethodCounts, two: &MethodCounts) -> bool {
    let places = |method: &MethodCounts| method.counters.len();
    one.name == two.name
        && one.descriptor == two.descriptor
        && one.code_digest == two.code_digest
        && places(one) == places(two)
        && (one.counters.iter().zip(&two.counters))
            .all(|(one, two)| (one.kind, one.at) == (two.kind, two.at))
}

impl CallSite {
    fn add(&mut self, more: Self) {
        self.others = self.others.saturating_add(more.others);
        for (class, count) in more.receivers {
            match self.receivers.iter_mut().find(|(known, _)| *known == class) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => self.receivers.push((class, count)),
            }
        }
    }
}

impl Reader<'_> {
    fn count(&mut self, most: u32) -> Result<u32, CountError> {
        let count = self.u4()?;
        if count > most {
            return Err(self.wrong("there is more of something than a class file can hold"));
        }
        Ok(count)
    }

    fn method(&mut self, flags: u8) -> Result<MethodCounts, CountError> {
        let mut method = MethodCounts {
            name: self.text()?,
            descriptor: self.text()?,
            code_digest: self.u8()?,
            first: if flags & PLACES == 0 {
                None
            } else {
                Some(self.u4()?)
            },
            ..MethodCounts::default()
        };
        for _ in 0..self.count(MOST_COUNTERS)? {
            method.counters.push(self.counter()?);
        }
        for _ in 0..self.count(MOST)? {
            let mut site = CallSite {
                at: self.u2()?,
                others: self.u8()?,
                receivers: Vec::new(),
            };
            for _ in 0..self.u1()? {
                site.receivers.push((self.text()?, self.u8()?));
            }
            method.call_sites.push(site);
        }
        let has = |part: u8| flags & part != 0;
        for _ in 0..if has(LINES) { self.count(MOST)? } else { 0 } {
            method.lines.push((self.u2()?, self.u2()?));
        }
        for _ in 0..if has(PATHS) { self.u4()? } else { 0 } {
            method.paths.push(self.path()?);
        }
        Ok(method)
    }

    fn path(&mut self) -> Result<PathCount, CountError> {
        let count = self.u8()?;
        let mut blocks = Vec::new();
        for _ in 0..self.count(MOST)? {
            blocks.push(self.u2()?);
        }
        Ok(PathCount { blocks, count })
    }

    fn counter(&mut self) -> Result<Counter, CountError> {
        let kind = self.u1()?;
        let (at, target) = (self.u2()?, self.u2()?);
        let kind = match kind {
            0 => CounterKind::Block,
            1 => CounterKind::Entry,
            2 => CounterKind::BehindCall,
            3 => CounterKind::NotTaken,
            4 => CounterKind::Arm { target },
            _ => return Err(self.wrong("a counter is of an unknown kind")),
        };
        let count = self.u8()?;
        Ok(Counter { kind, at, count })
    }

    fn reading(&mut self, written: &[Arc<CountedMethodName>]) -> Result<CallsReading, CountError> {
        let mut reading = CallsReading {
            start_unix_nanos: self.u8()?,
            end_unix_nanos: self.u8()?,
            calls: Vec::new(),
        };
        for _ in 0..self.count(MOST)? {
            let method = written.get(self.u4()? as usize).cloned();
            let method = method.ok_or_else(|| self.wrong("a reading names no method"))?;
            reading.calls.push((method, self.u8()?));
        }
        Ok(reading)
    }

    fn event(&mut self) -> Result<FollowedEvent, CountError> {
        Ok(FollowedEvent {
            method: CountedMethodName {
                class: self.text()?,
                name: self.text()?,
                descriptor: self.text()?,
            },
            at: self.u2()?,
            receiver: Some(self.text()?).filter(|class| !class.is_empty()),
        })
    }
}
