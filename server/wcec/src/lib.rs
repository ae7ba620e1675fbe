//! Worst-case path of a method as a cost expression over symbols.
