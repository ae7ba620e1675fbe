//! Java class bytes to methods, instructions and energy events.
