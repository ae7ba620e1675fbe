//! The pools of a chunk: the position of each value. A value is read when something refers to it.

use crate::bytes::Bytes;
use crate::layout::{Constant, Layouts};
use crate::maps::Map;

#[derive(Debug, Default)]
pub(crate) struct Constants<'a> {
    by_type: Map<i64, Map<i64, &'a [u8]>>,
    is_compressed: bool,
}

impl<'a> Constants<'a> {
    pub(crate) fn new(is_compressed: bool) -> Self {
        Self {
            by_type: Map::default(),
            is_compressed,
        }
    }

    /// Stores the positions of a checkpoint's values, starting after its type number; `None` if it is not valid up to its end.
    pub(crate) fn add(&mut self, mut bytes: Bytes<'a>, layouts: &mut Layouts<'_>) -> Option<()> {
        let bytes = &mut bytes;
        let (_start, _duration, _to_the_one_before) = (bytes.long()?, bytes.long()?, bytes.long()?);
        let _kind = bytes.byte()?;
        for _ in 0..bytes.count()? {
            let type_id = bytes.long()?;
            let count = bytes.count()?;
            let layout = layouts.of(type_id).filter(|layout| !layout.is_empty())?;
            let pool = self.by_type.entry(type_id).or_default();
            for _ in 0..count {
                let key = bytes.long()?;
                let value = bytes.rest();
                layout.skip(bytes)?;
                // A value may be repeated. Like the JDK's own reader, this takes the first one.
                pool.entry(key).or_insert(value);
            }
        }
        Some(())
    }

    pub(crate) fn get(&self, constant: Constant) -> Option<Bytes<'a>> {
        let value = self.by_type.get(&constant.type_id)?.get(&constant.key)?;
        Some(Bytes::new(value, self.is_compressed))
    }
}
