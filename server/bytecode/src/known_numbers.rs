//! Numbers from elsewhere in a class: what methods always return, the values that fields get at the start and keep, and the
//! lengths of arrays in static fields.

mod find;
mod lengths;

/// The `int` and `long` numbers of a class that are outside the code that uses them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownNumbers {
    /// By field name.
    fields: Vec<(Vec<u8>, i64)>,
    /// By method name and descriptor.
    methods: Vec<(Vec<u8>, Vec<u8>, i64)>,
    /// The lengths of arrays, by field name.
    lengths: Vec<(Vec<u8>, i64)>,
}

impl KnownNumbers {
    pub(crate) fn field(&self, name: &[u8]) -> Option<i64> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.0 == name).map(|field| field.1)
    }

    pub(crate) fn length(&self, field: &[u8]) -> Option<i64> {
        let mut lengths = self.lengths.iter();
        lengths.find(|known| known.0 == field).map(|known| known.1)
    }

    pub(crate) fn method(&self, name: &[u8], descriptor: &[u8]) -> Option<i64> {
        let mut methods = self.methods.iter();
        let found = methods.find(|method| method.0 == name && method.1 == descriptor);
        found.map(|method| method.2)
    }
}
