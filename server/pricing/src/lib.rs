//! From bytecode events to the features of a posterior.
