//! The supported build tools.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuildToolKind {
    Maven,
    Gradle,
}

impl BuildToolKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Maven => "mvn",
            Self::Gradle => "gradle",
        }
    }

    pub(super) const fn wrapper(self) -> &'static str {
        match (self, cfg!(windows)) {
            (Self::Maven, false) => "mvnw",
            (Self::Maven, true) => "mvnw.cmd",
            (Self::Gradle, false) => "gradlew",
            (Self::Gradle, true) => "gradlew.bat",
        }
    }
}
