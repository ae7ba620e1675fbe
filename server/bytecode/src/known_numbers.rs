//! Numbers that stand elsewhere in a class: what methods always return, what fields hold from their first line on, and how
//! long the arrays in static fields are.

mod find;
mod lengths;

/// The `int` and `long` numbers of a class that are not in the code which uses them.
#[derive(Debug, Default)]
pub(crate) struct KnownNumbers {
    /// By the names of the fields.
    fields: Vec<(Vec<u8>, i64)>,
    /// By the names and descriptors of the methods.
    methods: Vec<(Vec<u8>, Vec<u8>, i64)>,
    /// The lengths of arrays, by the names of the fields.
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
