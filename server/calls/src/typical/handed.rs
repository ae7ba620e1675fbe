//! The methods of a class whose objects are handed to a call.

use crate::unit::Unit;

/// The objects of a class with more methods than this are not followed to where they are used.
const MAX_CALLBACK_METHODS: usize = 8;

/// The methods of an object of a class that are waited for where it is passed.
pub(super) fn handed_methods<B>(unit: &Unit<B>, class: &str) -> Vec<u32> {
    let Some(class) = unit.class(class) else {
        return Vec::new();
    };
    let methods = &unit.classes[class as usize].header.methods;
    let wanted: Vec<u32> = unit
        .numbers_in(class)
        .zip(methods)
        .filter(|(_, method)| {
            !method.is_static() && !method.is_private() && !method.name.starts_with('<')
        })
        .map(|(number, _)| number)
        .collect();
    if wanted.len() > MAX_CALLBACK_METHODS {
        Vec::new()
    } else {
        wanted
    }
}
