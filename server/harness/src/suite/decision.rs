//! The definition of a method whose control flow depends on data.

/// A name, members besides the data, and the measured statement. `SIZE` in both is each of the sizes.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) name: &'static str,
    pub(super) sizes: &'static [u32],
    pub(super) members: &'static str,
    pub(super) statement: &'static str,
}
