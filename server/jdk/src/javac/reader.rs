//! Reads bytes from the other process.

/// Reads what the other process wrote, but never past the end.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The number of bytes left.
    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or_else(|| format!("{count} bytes expected, {} there", self.rest.len()))?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or_else(|| format!("{N} bytes expected, {} there", self.rest.len()))?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, String> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn int(&mut self) -> Result<u32, String> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(super) fn long(&mut self) -> Result<u64, String> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    /// A number that is not negative; −1 means none.
    pub(super) fn index(&mut self) -> Result<Option<usize>, String> {
        Ok(usize::try_from(i32::from_be_bytes(self.array()?)).ok())
    }

    pub(super) fn block(&mut self) -> Result<&'a [u8], String> {
        let length = self.int()? as usize;
        self.take(length)
    }

    pub(super) fn text(&mut self) -> Result<String, String> {
        let bytes = self.block()?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}
