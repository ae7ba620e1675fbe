//! The parts of a report while it is written: finished JSON instead of structs.

use super::lines::WrittenLine;
use crate::unproven_assumption::UnprovenAssumption;
use documents::{Form, Quantiles};
use serde_json::value::RawValue;
use std::marker::PhantomData;
use std::sync::Arc;

/// Most parts are already JSON, which methods that execute the same share.
#[derive(Debug, Clone)]
pub struct Written<'r>(PhantomData<&'r str>);

impl<'r> Form for Written<'r> {
    type Text = &'r str;
    type Names = &'r [String];
    type Energy = Arc<RawValue>;
    type Quantiles = Quantiles;
    type Terms = Arc<RawValue>;
    type Follows = Box<[Arc<RawValue>]>;
    type RestsOn = Vec<UnprovenAssumption>;
    type Line = WrittenLine;
}
