//! Lambert and Power's timing of single instructions (2008): homogeneous sequences between two looks at a clock.
//!
//! A class of each instruction executes a sequence of it between two calls of a clock, once by a coarse one
//! (`System.currentTimeMillis`) and once by a fine one (`System.nanoTime`). Nothing but standard Java is needed on the
//! machine that is timed; the classes are written byte by byte, since javac makes no such sequences.

mod class_writer;
mod instructions;

pub use instructions::{Companion, Instruction, all, overhead};
