//! What every number assumes about the JVM. Reports state it once at the beginning, and so does the documentation, not beside
//! each number. If code can end such a condition, it becomes an assumption of each number that needs it.

use serde::{Deserialize, Serialize};

/// A condition of the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlatformCondition {
    /// No security manager checks permissions.
    NoSecurityManager,
    /// `System.getProperty` searches the JDK's own table.
    OwnProperties,
}

impl PlatformCondition {
    /// All conditions.
    pub const ALL: [Self; 2] = [Self::NoSecurityManager, Self::OwnProperties];

    /// The name in JSON: `no_security_manager`, `own_properties`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSecurityManager => "no_security_manager",
            Self::OwnProperties => "own_properties",
        }
    }

    /// The text of the condition.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoSecurityManager => "no security manager is installed",
            Self::OwnProperties => {
                "the system properties are in the JDK's own table, with strings as keys; no nine of them share a bucket, and no three a hash"
            }
        }
    }

    /// The class whose methods end the conditions.
    pub const CLASS: &str = "java/lang/System";

    /// The method of [`PlatformCondition::CLASS`] that ends it.
    pub const fn ended_by(self) -> &'static str {
        match self {
            Self::NoSecurityManager => "setSecurityManager",
            Self::OwnProperties => "setProperties",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::NoSecurityManager => 1,
            Self::OwnProperties => 2,
        }
    }
}

/// A set of conditions.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PlatformConditions(u8);

impl PlatformConditions {
    /// The conditions that a call of a method of [`PlatformCondition::CLASS`] may end.
    pub fn ended_by(name: &str) -> Self {
        let mut ended = Self::default();
        for condition in PlatformCondition::ALL {
            if condition.ended_by() == name {
                ended.add(condition);
            }
        }
        ended
    }

    /// Adds one.
    pub fn add(&mut self, condition: PlatformCondition) {
        self.0 |= condition.bit();
    }

    /// Adds all of another set.
    pub fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Removes the conditions of another set, and returns those that were in both.
    #[must_use]
    pub fn take(&mut self, others: Self) -> Self {
        let both = Self(self.0 & others.0);
        self.0 &= !others.0;
        both
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The conditions in it.
    pub fn iter(self) -> impl Iterator<Item = PlatformCondition> {
        let all = PlatformCondition::ALL.into_iter();
        all.filter(move |condition| self.0 & condition.bit() != 0)
    }
}
