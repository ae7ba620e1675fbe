//! Calls whose callees need fewer assumptions, because of the numbers that they get.

use super::Bounds;
use super::fits::{Range, is_within};
use crate::call::{Call, Callee};
use bytecode::DataType;

/// A range in which no argument of a callee has to be.
const ANY: Range = (i64::MIN as i128, i64::MAX as i128);

impl Bounds<'_> {
    /// The calls all of whose callees need fewer assumptions, if any does.
    pub(crate) fn small_calls(&mut self) -> Vec<u32> {
        let calls = self.input.calls.iter();
        let calls = calls.filter(|call| self.is_small_call(call));
        calls.map(|call| call.passed.instruction).collect()
    }

    fn is_small_call(&mut self, call: &Call) -> bool {
        let Callee::Targets(targets) = &call.callee else {
            return false;
        };
        let small = targets
            .iter()
            .filter_map(|target| target.assumptions.for_small());
        let small: Vec<_> = small.collect();
        !small.is_empty()
            && small.iter().all(|small| {
                let range = (i128::from(small.range.0), i128::from(small.range.1));
                (small.arguments.iter()).all(|argument| {
                    is_within(self.range_passed(call, usize::from(*argument)), range)
                        || is_within(self.interval_passed(call, usize::from(*argument)), range)
                })
            })
    }

    /// The range of a number that a call passes, from what its block and the branches to it show.
    fn range_passed(&mut self, call: &Call, argument: usize) -> Range {
        let producer = call.passed.producers.get(argument).copied().flatten();
        let Some(producer) = producer else {
            return ANY;
        };
        let value = self.reader(producer);
        let value = value.and_then(|reader| reader.number(producer as usize + 1));
        match value {
            // If the mathematical value fits an int, machine arithmetic gives that value.
            Some(value) => self.range_of_value(&value, DataType::Long, producer, 0),
            None => self.range_of_call_before(producer + 1).unwrap_or(ANY),
        }
    }

    /// The same from the values of the whole method.
    fn interval_passed(&mut self, call: &Call, argument: usize) -> Range {
        let Some(values) = self.values() else {
            return ANY;
        };
        let passed = values.passed(call.passed.instruction);
        let before = passed.len().checked_sub(call.passed.producers.len());
        let passed = before.and_then(|before| passed.get(argument + before));
        let Some(passed) = passed.copied() else {
            return ANY;
        };
        let (least, most) = self.interval(&values, passed, 0);
        (least.unwrap_or(ANY.0), most.unwrap_or(ANY.1))
    }
}
