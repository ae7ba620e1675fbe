//! The window of a meter, which begins and ends in turn.

use crate::error::MeterError;

/// What a meter stores at the beginning of a window.
#[derive(Debug)]
pub(crate) struct Window<T> {
    meter: &'static str,
    beginning: Option<T>,
}

impl<T> Window<T> {
    pub(crate) const fn of(meter: &'static str) -> Self {
        Self {
            meter,
            beginning: None,
        }
    }

    /// Whether a window can begin now.
    ///
    /// # Errors
    /// [`MeterError::Turn`] if one is already open.
    pub(crate) fn may_begin(&self) -> Result<(), MeterError> {
        match self.beginning {
            None => Ok(()),
            Some(_) => Err(MeterError::Turn {
                meter: self.meter,
                problem: "is started twice",
            }),
        }
    }

    pub(crate) fn begin(&mut self, beginning: T) {
        self.beginning = Some(beginning);
    }

    /// Ends the window.
    ///
    /// # Errors
    /// [`MeterError::Turn`] if none is open.
    pub(crate) fn end(&mut self) -> Result<T, MeterError> {
        self.beginning.take().ok_or(MeterError::Turn {
            meter: self.meter,
            problem: "is stopped without a start",
        })
    }
}
