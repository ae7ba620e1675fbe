//! The decoded classes of a unit, while they are in use.

use bytecode::ClassFile;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of classes kept. A large class takes some megabytes.
const SLOTS: usize = 32;

/// A class with its number.
type CacheSlot = Mutex<Option<(u32, Arc<ClassFile<'static>>)>>;

/// The classes decoded last, each in the slot that its number maps to. The methods of a class are analysed one after the other;
/// decoding the class for each of them would take quadratic time.
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
    /// The class with this number. Decodes it from its bytes if it is not cached; `None` if the bytes are not a class file.
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
