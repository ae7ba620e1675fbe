//! Why two reports cannot be compared.

/// Why two reports cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// A file is not a saved report.
    #[error("{name} is not a report of `jouled report --format json`: {message}")]
    NoReport {
        /// The name of the file.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// The sides have different bases, so the difference of their numbers says nothing about the code.
    #[error(
        "base and head were analysed with different {what}: {base} and {head}; analyse both with the same"
    )]
    Different {
        /// What differs, in the plural.
        what: &'static str,
        /// The value of the base.
        base: String,
        /// The value of the head.
        head: String,
    },
    /// The reports were made with another posterior than the given one.
    #[error(
        "the reports were made with model {report} ({report_digest}), the current model is {given} ({given_digest}); choose \
         theirs with --model"
    )]
    OtherPosterior {
        /// The name in the reports.
        report: String,
        /// The beginning of its digest.
        report_digest: String,
        /// The name of the given posterior.
        given: String,
        /// The beginning of its digest.
        given_digest: String,
    },
    /// The posterior does not have the device of the reports.
    #[error("the reports are for device {device}, which model {model} does not have")]
    UnknownDevice {
        /// The device in the reports.
        device: String,
        /// The model.
        model: String,
    },
    /// A report has no typical energies, but they were requested.
    #[error(
        "the report of the {side} is a jouled.report/1 without typical energies; make it again, or compare worst cases with \
         --of worst"
    )]
    NoTypical {
        /// `base` or `head`.
        side: &'static str,
    },
    /// Acknowledgements expire, but the day is unknown.
    #[error(
        "some acknowledgements expire, but saved reports and classes have no date; give one \
         with --today YYYY-MM-DD"
    )]
    NoDate,
}
