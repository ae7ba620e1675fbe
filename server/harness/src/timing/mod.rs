//! Lambert and Power's timing of single instructions (2008): homogeneous sequences between two clock readings.
//!
//! For each instruction, a class executes a sequence of it between two readings of a clock: once the coarse one
//! (`System.currentTimeMillis`) and once the fine one (`System.nanoTime`). The timed machine needs only standard Java. The
//! classes are written byte by byte, because javac does not generate such sequences.

mod class_writer;
mod instructions;

pub use instructions::{Companion, TimedInstruction, all, overhead};
