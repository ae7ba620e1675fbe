//! The members of a group of methods that call each other, as the linear system sees them.

/// The target of a call.
#[derive(Debug, Clone, Copy)]
pub(super) enum CallTarget {
    /// A member of the group, by its index.
    Inside(usize),
    /// Another method, with its energy in joules.
    Outside(f64),
    /// A method of unknown energy.
    Unpriced,
}

impl CallTarget {
    pub(super) fn joules(self, of_members: &[f64]) -> Option<f64> {
        match self {
            Self::Inside(place) => Some(of_members[place]),
            Self::Outside(joules) => Some(joules),
            Self::Unpriced => None,
        }
    }
}

/// A call by a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) to: CallTarget,
    pub(super) count: f64,
    pub(super) is_certain: bool,
    /// The joules that weight this alternative of a choice, if the base of a comparison knows them.
    pub(super) weighed_as: Option<f64>,
}

impl Call {
    /// The joules that weight this alternative of a choice.
    pub(super) fn weighing(&self, of_members: &[f64]) -> Option<f64> {
        let joules = self.to.joules(of_members)?;
        Some(self.weighed_as.unwrap_or(joules))
    }
}

/// A member of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    /// The energy in joules that the member itself takes.
    pub(super) own: f64,
    /// Whether it is a call that several methods may answer.
    pub(super) is_choice: bool,
    /// Whether it is a method and not a call whose receiver decides the target.
    pub(super) is_method: bool,
    /// Of a choice: the probability that the energies of its targets say nothing about how often they run.
    pub(super) even: f64,
    pub(super) calls: Vec<Call>,
    /// The first guess of its energy in joules, if there is one.
    pub(super) start: Option<f64>,
}
