//! A reader of protocol buffers that knows only the encoding, and no messages.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Field {
    Number(u64),
    Bytes(Vec<u8>),
}

/// The fields of a message by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire(BTreeMap<u64, Vec<Field>>);

fn number(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for place in 0.. {
        let (first, rest) = bytes.split_first().expect("a number");
        *bytes = rest;
        value |= u64::from(first & 0x7f) << (7 * place);
        if *first < 0x80 {
            break;
        }
    }
    value
}

impl Wire {
    pub(crate) fn read(mut bytes: &[u8]) -> Self {
        let mut fields = Self::default();
        while !bytes.is_empty() {
            let key = number(&mut bytes);
            let field = match key & 7 {
                0 => Field::Number(number(&mut bytes)),
                2 => {
                    let length = number(&mut bytes) as usize;
                    let (value, rest) = bytes.split_at(length);
                    bytes = rest;
                    Field::Bytes(value.to_vec())
                }
                kind => panic!("kind {kind}"),
            };
            fields.0.entry(key >> 3).or_default().push(field);
        }
        fields
    }

    fn fields(&self, tag: u64) -> &[Field] {
        self.0.get(&tag).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn bytes(&self, tag: u64) -> Vec<&[u8]> {
        let fields = self.fields(tag).iter();
        fields
            .map(|field| match field {
                Field::Bytes(bytes) => bytes.as_slice(),
                Field::Number(_) => panic!("{tag} is a number"),
            })
            .collect()
    }

    pub(crate) fn messages(&self, tag: u64) -> Vec<Self> {
        self.bytes(tag).into_iter().map(Self::read).collect()
    }

    /// A number; a missing one is 0.
    pub(crate) fn number(&self, tag: u64) -> u64 {
        match self.fields(tag) {
            [] => 0,
            [Field::Number(number)] => *number,
            other => panic!("{tag}: {other:?}"),
        }
    }

    /// Packed numbers.
    pub(crate) fn numbers(&self, tag: u64) -> Vec<u64> {
        let mut numbers = Vec::new();
        for mut packed in self.bytes(tag) {
            while !packed.is_empty() {
                numbers.push(number(&mut packed));
            }
        }
        numbers
    }
}
