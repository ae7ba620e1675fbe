//! Decoded classes of a unit, for as long as they are in use.

use bytecode::ClassFile;
use std::sync::{Arc, Mutex, PoisonError};

/// How many classes are kept. A large one takes some megabytes.
const SLOTS: usize = 32;

/// A class with its number.
type CacheSlot = Mutex<Option<(u32, Arc<ClassFile<'static>>)>>;

/// The classes that were decoded last, each in the place that its number has. The methods of a class are looked at one after
/// the other, and to decode it for each of them would take a time that grows with its square.
#[derive(Debug)]
pub(super) struct Decoded {
    places: [CacheSlot; SLOTS],
}

impl Default for Decoded {
    fn default() -> Self {
        Self {
            places: std::array::from_fn(|_| Mutex::default()),
        }
    }
}

impl Decoded {
    /// The class of a number, decoded of its bytes if it is not at hand; `None` for bytes that are no class.
    pub(super) fn get(&self, number: u32, bytes: &[u8]) -> Option<Arc<ClassFile<'static>>> {
        let place = &self.places[number as usize % SLOTS];
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, class)) = &*place
            && *known == number
        {
            return Some(Arc::clone(class));
        }
        let class = Arc::new(ClassFile::parse(bytes).ok()?.into_owned());
        *place = Some((number, Arc::clone(&class)));
        Some(class)
    }
}
