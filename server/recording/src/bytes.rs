//! A position in bytes that checks the end of the bytes.

use std::borrow::Cow;

/// A number in this encoding has at most nine bytes; the last one has eight bits.
const LONGEST_NUMBER_BYTES: u32 = 9;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
    /// Whether whole numbers are LEB128. Otherwise, they have their full width.
    is_compressed: bool,
}

/// A string as stored in a file.
#[derive(Clone, Debug)]
pub(crate) enum Text<'a> {
    Null,
    Plain(Cow<'a, str>),
    /// A key of the string pool.
    Reference(i64),
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(rest: &'a [u8], is_compressed: bool) -> Self {
        Self {
            rest,
            is_compressed,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn compressed(&mut self) -> Option<i64> {
        let mut value = 0;
        for place in 0..LONGEST_NUMBER_BYTES {
            let byte = u64::from(self.byte()?);
            if place == LONGEST_NUMBER_BYTES - 1 {
                return Some((value | byte << (7 * place)) as i64);
            }
            value |= (byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                break;
            }
        }
        Some(value as i64)
    }

    pub(crate) fn long(&mut self) -> Option<i64> {
        if self.is_compressed {
            return self.compressed();
        }
        self.array().map(i64::from_be_bytes)
    }

    pub(crate) fn int(&mut self) -> Option<i32> {
        if self.is_compressed {
            return self.compressed().map(|value| value as i32);
        }
        self.array().map(i32::from_be_bytes)
    }

    pub(crate) fn short(&mut self) -> Option<i16> {
        if self.is_compressed {
            return self.compressed().map(|value| value as i16);
        }
        self.array().map(i16::from_be_bytes)
    }

    pub(crate) fn float(&mut self) -> Option<f32> {
        self.array().map(f32::from_be_bytes)
    }

    pub(crate) fn double(&mut self) -> Option<f64> {
        self.array().map(f64::from_be_bytes)
    }

    /// The number of elements that follow. Each takes at least one byte, so a count never exceeds the number of remaining bytes.
    pub(crate) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.int()?).ok()?;
        (count <= self.len()).then_some(count)
    }

    pub(crate) fn text(&mut self) -> Option<Text<'a>> {
        Some(match self.byte()? {
            0 => Text::Null,
            1 => Text::Plain(Cow::Borrowed("")),
            2 => Text::Reference(self.long()?),
            3 => {
                let length = self.count()?;
                Text::Plain(String::from_utf8_lossy(self.take(length)?))
            }
            4 => {
                let length = self.count()?;
                let units: Option<Vec<u16>> = (0..length)
                    .map(|_| self.short().map(|unit| unit as u16))
                    .collect();
                Text::Plain(Cow::Owned(String::from_utf16_lossy(&units?)))
            }
            5 => {
                let length = self.count()?;
                let letters = self.take(length)?.iter();
                Text::Plain(Cow::Owned(
                    letters.map(|&letter| char::from(letter)).collect(),
                ))
            }
            _ => return None,
        })
    }
}
