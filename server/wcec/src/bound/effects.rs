//! Whether calls change what a bound depends on.

use super::Bounds;
use crate::side_effects::{ALL_ELEMENTS, CALLEE, SEEN_CALLEE};
use cost::Measure;

impl Bounds<'_> {
    /// True for the result of a method if the current method, or one that it calls in its class, writes a field that may be
    /// read. The object may be of any class.
    pub(super) fn may_answer_otherwise(&self, measure: &Measure) -> bool {
        let Measure::Result(method) = measure else {
            return false;
        };
        let written = self.written().iter().map(|(_, name)| &**name);
        let mut fields =
            written.filter(|name| !name.starts_with(CALLEE) && !ALL_ELEMENTS.contains(name));
        fields.any(|field| self.may_be_read_by(field, "", method))
    }

    /// True if a call may change any field.
    pub(super) fn may_change_anything(&self, call: u32) -> bool {
        [CALLEE, SEEN_CALLEE]
            .iter()
            .any(|callee| self.writes_field(callee, call, call + 1))
    }
}
