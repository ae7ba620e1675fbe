//! Numbers with their uncertainty.

/// A mean and the ends of its interval. [`crate::AnalysisOptions`] has the interval's level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The posterior mean.
    pub mean: f64,
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl Estimate {
    /// The estimate times a factor, for another unit or another whole.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            lo: self.lo * factor,
            hi: self.hi * factor,
        }
    }

    /// The standard deviation of the logarithm, of an interval that holds 90%. Where its lower end is 0, that of the distance to
    /// the upper end. `None` of a mean or an upper end that is not positive.
    pub fn log_sd(&self) -> Option<f64> {
        if !(self.mean > 0.0 && self.hi >= self.mean) {
            return None;
        }
        let standard_deviations = crate::quantile::normal(0.95);
        let sd = if self.lo > 0.0 {
            (self.hi / self.lo).ln() / (2.0 * standard_deviations)
        } else {
            (self.hi / self.mean).ln() / standard_deviations
        };
        sd.is_finite().then_some(sd)
    }

    /// Half the width of the interval as a part of the mean; `None` of a mean of 0.
    pub fn relative_half_width(&self) -> Option<f64> {
        (self.mean > 0.0).then(|| (self.hi - self.lo) / (2.0 * self.mean))
    }
}

/// The ends of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

/// A mean over runs, and the uncertainty from the differences between runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMean {
    /// The mean.
    pub mean: f64,
    /// The interval, if there are two or more runs.
    pub interval: Option<Interval>,
}

impl RunMean {
    /// The mean over runs, with the interval of Student's t: `mean ± t(n − 1) · s / √n`. `None` without runs.
    pub(crate) fn of(values: &[f64], level: f64) -> Option<Self> {
        let runs = values.len();
        if runs == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / runs as f64;
        if runs == 1 {
            return Some(Self {
                mean,
                interval: None,
            });
        }
        let square = |value: &f64| (value - mean) * (value - mean);
        let variance = values.iter().map(square).sum::<f64>() / (runs - 1) as f64;
        let half = crate::quantile::student(level, runs - 1) * (variance / runs as f64).sqrt();
        Some(Self {
            mean,
            interval: Some(Interval {
                lo: (mean - half).max(0.0),
                hi: mean + half,
            }),
        })
    }
}
