//! Why there is no comparison.

/// Why two reports cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// It is not a saved report.
    #[error("{name} is not a report of `jouled report --format json`: {message}")]
    NoReport {
        /// What was read.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// The sides rest on different things, so that the difference of their numbers says nothing of the code.
    #[error(
        "base and head were analysed with different {what}: {base} and {head}; analyse both with the same"
    )]
    Different {
        /// What differs, in the plural.
        what: &'static str,
        /// That of the base.
        base: String,
        /// That of the head.
        head: String,
    },
    /// The given posterior is not the one that the reports were made with.
    #[error(
        "the reports were made with model {report} ({report_digest}), the current model is {given} ({given_digest}); choose \
         theirs with --model"
    )]
    OtherPosterior {
        /// The name in the reports.
        report: String,
        /// The beginning of its digest.
        report_digest: String,
        /// The name of the given one.
        given: String,
        /// The beginning of its digest.
        given_digest: String,
    },
    /// The posterior has no such device.
    #[error("the reports are for device {device}, which model {model} does not have")]
    UnknownDevice {
        /// The device in the reports.
        device: String,
        /// The model.
        model: String,
    },
    /// A report tells no typical energies, and these were requested.
    #[error(
        "the report of the {side} is a jouled.report/1 without typical energies; make it again, or compare worst cases with \
         --of worst"
    )]
    NoTypical {
        /// `base` or `head`.
        side: &'static str,
    },
    /// Acknowledgements end at a date, and nobody said which day it is.
    #[error(
        "some acknowledgements expire, but saved reports and classes have no date; give one \
         with --today YYYY-MM-DD"
    )]
    NoDate,
}
