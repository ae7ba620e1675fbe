//! Counts from bytes, big-endian; the other side is `Report.java`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::counts::{
    CallSite, ClassCounts, Counter, CounterKind, Counts, Event, MethodCounts, MethodName,
    UncountedCode,
};
use crate::error::CountError;

const MAGIC: u32 = 0x4a43_4e54;
const VERSION: u32 = 1;

/// Reads what an agent wrote, whatever the bytes are. A class that was rewritten more than once is one again.
///
/// # Errors
/// [`CountError::Malformed`].
pub fn read(bytes: &[u8]) -> Result<Counts, CountError> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.u4()? != MAGIC {
        return Err(reader.wrong("it does not begin as such"));
    }
    if reader.u4()? != VERSION {
        return Err(reader.wrong("another version of jouled wrote it"));
    }
    let mut counts = Counts {
        jdk_feature: reader.u2()?,
        has_receivers: reader.u1()? & 1 != 0,
        ..Counts::default()
    };
    let mut classes: HashMap<String, Vec<MethodCounts>> = HashMap::new();
    for _ in 0..reader.u4()? {
        let name = reader.text()?;
        let mut methods = Vec::new();
        for _ in 0..reader.u4()? {
            methods.push(reader.method()?);
        }
        match classes.entry(name) {
            Entry::Vacant(place) => {
                place.insert(methods);
            }
            Entry::Occupied(mut known) => join(known.get_mut(), methods),
        }
    }
    let classes = classes.into_iter();
    counts.classes = classes
        .map(|(name, methods)| ClassCounts { name, methods })
        .collect();
    counts.classes.sort_by(|one, two| one.name.cmp(&two.name));
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
    if reader.at != bytes.len() {
        return Err(reader.wrong("there is more than belongs to it"));
    }
    Ok(counts)
}

/// Adds the counts of the same code, and keeps those of other code apart.
fn join(known: &mut Vec<MethodCounts>, methods: Vec<MethodCounts>) {
    for method in methods {
        let same = known.iter_mut().find(|known| is_same(known, &method));
        let Some(same) = same else {
            known.push(method);
            continue;
        };
        for (counter, more) in same.counters.iter_mut().zip(method.counters) {
            counter.count = counter.count.saturating_add(more.count);
        }
        for site in method.call_sites {
            match same.call_sites.iter_mut().find(|known| known.at == site.at) {
                Some(known) => known.add(site),
                None => same.call_sites.push(site),
            }
        }
    }
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

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    const fn wrong(&self, reason: &'static str) -> CountError {
        CountError::Malformed {
            reason,
            at: self.at,
        }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], CountError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest
            .get(..count)
            .ok_or_else(|| self.wrong("it ends too early"))?;
        self.at += count;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], CountError> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N)?);
        Ok(bytes)
    }

    fn u1(&mut self) -> Result<u8, CountError> {
        Ok(u8::from_be_bytes(self.number()?))
    }

    fn u2(&mut self) -> Result<u16, CountError> {
        Ok(u16::from_be_bytes(self.number()?))
    }

    fn u4(&mut self) -> Result<u32, CountError> {
        Ok(u32::from_be_bytes(self.number()?))
    }

    fn u8(&mut self) -> Result<u64, CountError> {
        Ok(u64::from_be_bytes(self.number()?))
    }

    fn text(&mut self) -> Result<String, CountError> {
        let length = usize::from(self.u2()?);
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    fn method(&mut self) -> Result<MethodCounts, CountError> {
        let mut method = MethodCounts {
            name: self.text()?,
            descriptor: self.text()?,
            code_digest: self.u8()?,
            ..MethodCounts::default()
        };
        for _ in 0..self.u4()? {
            method.counters.push(self.counter()?);
        }
        for _ in 0..self.u4()? {
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
        Ok(method)
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

    fn event(&mut self) -> Result<Event, CountError> {
        Ok(Event {
            method: MethodName {
                class: self.text()?,
                name: self.text()?,
                descriptor: self.text()?,
            },
            at: self.u2()?,
            receiver: Some(self.text()?).filter(|class| !class.is_empty()),
        })
    }
}
