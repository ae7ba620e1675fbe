//! The methods of a class whose objects are passed to a call.

use crate::unit::Unit;

/// Objects of a class with more methods than this are not followed.
const MAX_CALLBACK_METHODS: usize = 8;

/// The methods of a class that are dependencies of a call that passes its objects.
pub(super) fn handed_methods(unit: &Unit, class: &str) -> Vec<u32> {
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
