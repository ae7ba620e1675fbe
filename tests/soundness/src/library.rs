//! The cost of a library in executions that do not count its code: only its callbacks.

use std::fmt;
use std::sync::Arc;

use calls::{ClassNames, Header, Library, NoLibrary};
use cost::{Cost, SymbolKind};
use wcec::Summary;

/// The library into which calls are followed.
#[derive(Clone)]
pub(crate) struct Followed(Option<Arc<dyn Library>>);

impl Followed {
    /// No library.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn into(library: Arc<dyn Library>) -> Self {
        Self(Some(library))
    }

    /// The library; `None` if there is none.
    pub(crate) fn whole(&self) -> Option<Arc<dyn Library>> {
        self.0.clone()
    }

    /// The library without the energy of its own code, which executions do not count.
    pub(crate) fn uncounted(&self) -> Arc<dyn Library> {
        match &self.0 {
            Some(library) => Arc::new(Uncounted(Arc::clone(library))),
            None => Arc::new(NoLibrary),
        }
    }

    pub(crate) const fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Debug for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Followed").field(&self.0.is_some()).finish()
    }
}

/// A library reduced to the energy of its callbacks.
struct Uncounted(Arc<dyn Library>);

impl Library for Uncounted {
    fn header(&self, class: &str) -> Option<Arc<Header>> {
        self.0.header(class)
    }

    fn summary(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Summary>> {
        let summary = self.0.summary(class, name, descriptor)?;
        Some(Arc::new(called_back(&summary)))
    }

    fn subtypes(&self, class: &str) -> ClassNames {
        self.0.subtypes(class)
    }
}

fn called_back(summary: &Summary) -> Summary {
    let terms = summary.cost.terms().iter().filter(|term| {
        let symbols = term.factor.symbols();
        symbols
            .iter()
            .any(|symbol| symbol.kind == SymbolKind::Callback)
    });
    Summary {
        cost: terms.cloned().collect::<Cost>(),
        whole: summary
            .whole
            .as_ref()
            .map(|whole| Arc::new(called_back(whole))),
        ..summary.clone()
    }
}
