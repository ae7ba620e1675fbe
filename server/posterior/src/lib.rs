//! Fitted energy posteriors, distributions, quantiles and comparisons.
