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
    /// The JVM notes a limited number of frames for an exception, and only when it is created.
    StackTraces,
    /// No initialiser of a class runs.
    InitialisedClasses,
}

impl PlatformCondition {
    /// All conditions.
    pub const ALL: [Self; 4] = [
        Self::NoSecurityManager,
        Self::OwnProperties,
        Self::StackTraces,
        Self::InitialisedClasses,
    ];

    /// The name in JSON: `no_security_manager`, `own_properties`, `stack_traces`, `initialised_classes`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSecurityManager => "no_security_manager",
            Self::OwnProperties => "own_properties",
            Self::StackTraces => "stack_traces",
            Self::InitialisedClasses => "initialised_classes",
        }
    }

    /// The text of the condition.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoSecurityManager => "no security manager is installed",
            Self::OwnProperties => {
                "the system properties are in the JDK's own table, with strings as keys; no nine of them share a bucket, and no three a hash"
            }
            Self::StackTraces => {
                "for each exception, the virtual machine notes at most 1,024 frames of the stack, its default, and does so once"
            }
            Self::InitialisedClasses => "the classes that a call uses are initialised",
        }
    }

    /// The method that ends it, as `Class.method`; `None` if none does. A class stays initialised.
    pub const fn ended_by(self) -> Option<&'static str> {
        match self {
            Self::NoSecurityManager => Some("System.setSecurityManager"),
            Self::OwnProperties => Some("System.setProperties"),
            Self::StackTraces => Some("Throwable.fillInStackTrace"),
            Self::InitialisedClasses => None,
        }
    }

    /// Whether a call of a method, named with this class in the code of another one, may end it. Only a
    /// `NullPointerException` does more when its stack trace is filled in again. The constructors of exceptions fill it in once.
    fn is_ended_by(self, (class, name): (&str, &str), by: &str) -> bool {
        match self {
            Self::NoSecurityManager => class == "java/lang/System" && name == "setSecurityManager",
            Self::OwnProperties => class == "java/lang/System" && name == "setProperties",
            Self::StackTraces => {
                name == "fillInStackTrace"
                    && NULL_POINTER.contains(&class)
                    && !NULL_POINTER.contains(&by)
            }
            Self::InitialisedClasses => false,
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::NoSecurityManager => 1,
            Self::OwnProperties => 2,
            Self::StackTraces => 4,
            Self::InitialisedClasses => 8,
        }
    }
}

/// `NullPointerException` and its superclasses with that method.
const NULL_POINTER: [&str; 4] = [
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/NullPointerException",
];

/// A set of conditions.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PlatformConditions(u8);

impl From<PlatformCondition> for PlatformConditions {
    fn from(condition: PlatformCondition) -> Self {
        Self(condition.bit())
    }
}

impl PlatformConditions {
    /// The conditions that a call of a method in the code of a class may end. Classes have slashes.
    pub fn ended_by(method: (&str, &str), by: &str) -> Self {
        let mut ended = Self::default();
        for condition in PlatformCondition::ALL {
            if condition.is_ended_by(method, by) {
                ended.add(condition);
            }
        }
        ended
    }

    /// The conditions that a subclass of a class may end: calls of its methods name the subclass.
    pub fn ended_by_extending(class: &str) -> Self {
        match class {
            "java/lang/NullPointerException" => Self::ended_by((class, "fillInStackTrace"), ""),
            _ => Self::default(),
        }
    }

    /// Adds one.
    pub fn add(&mut self, condition: PlatformCondition) {
        self.0 |= condition.bit();
    }

    /// Whether a condition is in it.
    pub const fn contains(self, condition: PlatformCondition) -> bool {
        self.0 & condition.bit() != 0
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
        all.filter(move |condition| self.contains(*condition))
    }
}
