//! Numbers that look random but are the same every time.

/// Xorshift (Marsaglia 2003) from a seed.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`, which is at least 1.
    pub(crate) const fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    /// True once in this many times.
    pub(crate) const fn once_in(&mut self, times: u64) -> bool {
        self.roll(times) == 0
    }

    /// A number between the first and the last, both included.
    pub(crate) const fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.roll((last - first + 1) as u64) as i64
    }

    pub(crate) fn pick<'t, T: ?Sized>(&mut self, of: &[&'t T]) -> &'t T {
        of[self.roll(of.len() as u64) as usize]
    }

    /// One of some values.
    pub(crate) fn pick_of<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.roll(of.len() as u64) as usize]
    }
}
