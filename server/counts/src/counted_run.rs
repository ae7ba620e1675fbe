//! Counts of a run that replace estimates.

use std::sync::Arc;

use frequency::{CodeView, MeasuredMethod, MeasuredSite, Measurements};

use crate::counts::{CallSite, Counts};
use crate::error::CountError;
use crate::read::read;

/// A run whose counts replace estimates, method by method.
#[derive(Debug)]
pub struct CountedRun {
    counts: Counts,
    digest: u64,
}

impl CountedRun {
    /// Reads what one agent wrote.
    ///
    /// # Errors
    /// [`CountError::Malformed`].
    pub fn read(bytes: &[u8]) -> Result<Self, CountError> {
        Self::read_all(&[bytes])
    }

    /// Reads what the agents in all JVMs of a run wrote.
    ///
    /// # Errors
    /// [`CountError::Malformed`].
    pub fn read_all<B: AsRef<[u8]>>(parts: &[B]) -> Result<Self, CountError> {
        let mut counts = Counts::default();
        // FNV-1a.
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for part in parts {
            digest = part.as_ref().iter().fold(digest, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            });
            counts.add(read(part.as_ref())?);
        }
        Ok(Self { counts, digest })
    }
}

impl Measurements for CountedRun {
    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod> {
        let (name, descriptor) = (&view.method.name, &view.method.descriptor);
        let mut versions = self.counts.of(&view.class.name, name, descriptor);
        let (counted, execution) = versions
            .find_map(|counted| Some((counted, counted.execution(view.code).ok()?)))
            .filter(|(_, execution)| execution.entries > 0)?;
        Some(MeasuredMethod {
            sites: counted
                .call_sites
                .iter()
                .filter_map(CallSite::met)
                .collect(),
            ..execution.rates(view).measured()
        })
    }

    fn digest(&self) -> u64 {
        self.digest
    }
}

impl CallSite {
    /// The shares of the receiver classes. The name of a lambda's class does not identify its method.
    fn met(&self) -> Option<MeasuredSite> {
        let counts = self.receivers.iter().map(|(_, count)| *count as f64);
        let all = counts.sum::<f64>() + self.others as f64;
        let named = self.receivers.iter();
        let named = named.filter(|(class, count)| *count > 0 && !class.contains("$$Lambda"));
        let shares = named.map(|(class, count)| (Arc::from(&**class), *count as f64 / all));
        let mut classes: Vec<(Arc<str>, f64)> = shares.collect();
        classes.sort_by(|one, two| one.0.cmp(&two.0));
        (!classes.is_empty()).then(|| MeasuredSite {
            at: u32::from(self.at),
            classes,
        })
    }
}
