//! A problem with a part of an archive.

/// Something left out of an archive, or another message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFinding {
    /// The archive or the entry, such as `app.jar!/BOOT-INF/lib/x.jar!/p/A.class`.
    pub place: String,
    /// What is wrong, and the consequence.
    pub message: String,
    /// Whether code is missing.
    pub is_loss: bool,
}

impl ArchiveFinding {
    /// Code is missing.
    pub fn loss(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            message: message.into(),
            is_loss: true,
        }
    }

    /// Nothing that a JVM would load is missing.
    pub fn note(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            is_loss: false,
            ..Self::loss(place, message)
        }
    }
}
