//! Values that a caller can bring about.

use super::space::{Space, Variable};
use cost::{Measure, Root, Symbol};

/// The values of a call that the condition of a contract allows, as far as its caller chooses them.
#[derive(Debug, Clone, Copy)]
pub struct Given<'g> {
    pub(super) space: &'g Space,
    /// A value for each variable.
    pub(super) values: &'g [f64],
}

impl Given<'_> {
    /// The value of a symbol; `None` if no caller chooses it.
    pub fn symbol(&self, symbol: &Symbol) -> Option<f64> {
        let index = self.space.of_symbol(symbol)?;
        symbol.is_chosen_by_caller().then_some(())?;
        self.values.get(index).copied()
    }

    /// The number passed as an argument, by its index without the receiver; `None` if it may be any.
    pub fn argument(&self, index: usize) -> Option<f64> {
        self.of_argument(index, &Measure::Value, "")
    }

    /// The length of an array or a text passed as an argument, or the size of a collection; `None` if it may be any.
    pub fn length(&self, index: usize) -> Option<f64> {
        let result = |name: &str| Measure::Result(name.into());
        [
            (Measure::ArrayLength, ".length"),
            (Measure::TextLength, ".length()"),
            (result("length"), ".length()"),
            (result("size"), ".size()"),
        ]
        .iter()
        .find_map(|(measure, suffix)| self.of_argument(index, measure, suffix))
    }

    fn of_argument(&self, index: usize, measure: &Measure, suffix: &str) -> Option<f64> {
        let is_place = |variable: &Variable| {
            let symbol = variable.symbol.as_ref()?;
            let (place, of) = symbol.place.as_ref()?;
            let is_it = matches!(place.root, Root::Argument(at) if usize::from(at) == index);
            (is_it && place.path.is_empty() && of == measure).then_some(())
        };
        let parameter = self.space.parameter(index);
        let name = parameter.map(|parameter| format!("{parameter}{suffix}"));
        let is_named = |variable: &Variable| {
            variable.symbol.is_none() && name.as_deref() == Some(&*variable.name)
        };
        let mut variables = self.space.variables.iter();
        let at = variables.position(|of| is_place(of).is_some() || is_named(of))?;
        self.values.get(at).copied()
    }
}
