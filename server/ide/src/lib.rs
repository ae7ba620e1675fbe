//! The facade: analysis snapshots that answer hints, hovers, lenses and reports.
