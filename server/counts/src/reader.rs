//! Numbers and texts from bytes, big-endian.

use crate::error::CountError;

/// Bytes with a read position.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    malformed: fn(&'static str, usize) -> CountError,
}

impl<'b> Reader<'b> {
    pub(crate) const fn of_counts(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            malformed: |reason, at| CountError::Malformed { reason, at },
        }
    }

    pub(crate) const fn of_samples(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            malformed: |reason, at| CountError::MalformedSamples { reason, at },
        }
    }

    pub(crate) fn wrong(&self, reason: &'static str) -> CountError {
        (self.malformed)(reason, self.at)
    }

    pub(crate) const fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next record as a separate reader; `None` if it is incomplete.
    pub(crate) fn whole_record(&mut self, length: fn(&[u8]) -> Option<usize>) -> Option<Self> {
        let rest = self.bytes.get(self.at..)?;
        let end = self.at + length(rest)?;
        let record = Self {
            bytes: self.bytes.get(..end)?,
            at: self.at,
            malformed: self.malformed,
        };
        self.at = end;
        Some(record)
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

    pub(crate) fn u1(&mut self) -> Result<u8, CountError> {
        Ok(u8::from_be_bytes(self.number()?))
    }

    pub(crate) fn u2(&mut self) -> Result<u16, CountError> {
        Ok(u16::from_be_bytes(self.number()?))
    }

    pub(crate) fn u4(&mut self) -> Result<u32, CountError> {
        Ok(u32::from_be_bytes(self.number()?))
    }

    pub(crate) fn u8(&mut self) -> Result<u64, CountError> {
        Ok(u64::from_be_bytes(self.number()?))
    }

    pub(crate) fn text(&mut self) -> Result<String, CountError> {
        let length = usize::from(self.u2()?);
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }
}
