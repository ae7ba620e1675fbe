//! The numbers that types can hold.

use bytecode::DataType;

/// The least and the largest number of a type.
pub(in crate::bound) fn limits_of(data_type: DataType) -> (i128, i128) {
    match data_type {
        DataType::Long => (i128::from(i64::MIN), i128::from(i64::MAX)),
        _ => (i128::from(i32::MIN), i128::from(i32::MAX)),
    }
}
