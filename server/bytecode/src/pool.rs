//! Names in the constant pool.

use ristretto_classfile::{Constant, ConstantPool};
use std::borrow::Cow;

pub(crate) fn utf8<'p>(pool: &'p ConstantPool<'_>, index: u16) -> Option<Cow<'p, str>> {
    let text = pool.try_get_utf8(index).ok()?;
    // Java's own encoding of some characters is not UTF-8.
    Some(match std::str::from_utf8(text.as_bytes()) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => text.to_str_lossy(),
    })
}

pub(crate) fn class_name<'p>(pool: &'p ConstantPool<'_>, index: u16) -> Option<Cow<'p, str>> {
    let Constant::Class(name) = pool.get(index)? else {
        return None;
    };
    utf8(pool, *name)
}
