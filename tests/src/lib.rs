//! End-to-end tests; everything is in the test targets.
