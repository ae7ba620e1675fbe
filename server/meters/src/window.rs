//! The window that a meter measures: begun and ended in turns.

use crate::error::MeterError;

/// What a meter remembers of the beginning of its window.
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
    /// [`MeterError::Turn`] where one is open already.
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
    /// [`MeterError::Turn`] where none is open.
    pub(crate) fn end(&mut self) -> Result<T, MeterError> {
        self.beginning.take().ok_or(MeterError::Turn {
            meter: self.meter,
            problem: "is stopped without a start",
        })
    }
}
