//! What is wrong with a part of an archive.

/// What was left out of an archive, or what somebody must know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFinding {
    /// The archive or the entry, such as `app.jar!/BOOT-INF/lib/x.jar!/p/A.class`.
    pub place: String,
    /// What is wrong and what becomes of it.
    pub message: String,
    /// Whether code is missing that should be there.
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

    /// All that a JVM would load is there.
    pub fn note(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            is_loss: false,
            ..Self::loss(place, message)
        }
    }
}
