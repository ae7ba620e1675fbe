//! Classes whose calls are followed.

use crate::analysis::ClassAnalysis;
use crate::model::Model;
use bytecode::ClassError;
use std::ops::RangeInclusive;
use std::sync::Arc;
use wcec::MethodCost;
use wcec::calls::{
    CallInfo, Library, MethodTotal, NoLibrary, Prices, Summaries, Unit, UnitClass, UnitKind,
    Unpriceds,
};
use wcec::declared::DeclaredLoop;

/// The bytes of a class and what its source says of its loops.
#[derive(Debug, Clone)]
pub struct ProgramClass {
    /// The class file.
    pub bytes: Arc<[u8]>,
    /// The clauses before the loops of its source file.
    pub loops: Arc<[DeclaredLoop]>,
    /// The lines of its methods that do not compile.
    pub left_out: Vec<RangeInclusive<u32>>,
}

/// What is known of a method's calls.
#[derive(Debug, Clone, Default)]
pub struct Followed {
    /// What the method executes itself, without its callees.
    pub own: MethodCost,
    /// What is not in the number.
    pub unpriced: Unpriceds,
    /// Who is called, in the order of the code.
    pub calls: Vec<CallInfo>,
}

/// Classes that call each other and a library, with the cost of every method and all that it calls.
#[derive(Debug)]
pub struct Program {
    unit: Unit<Arc<[u8]>>,
    summaries: Summaries,
    model: Model,
    has_library: bool,
}

impl Program {
    /// Follows the calls of all methods of the classes, in parallel. Classes that cannot be read are told apart in the
    /// second result.
    pub fn new(
        model: &Model,
        classes: Vec<ProgramClass>,
        library: Option<Arc<dyn Library>>,
    ) -> (Self, Vec<ClassError>) {
        let mut errors = Vec::new();
        let classes = classes
            .into_iter()
            .filter_map(|class| match UnitClass::read(class.bytes) {
                Ok(read) => {
                    let read = read.with_declared(class.loops);
                    Some(Arc::new(read.without_lines(&class.left_out)))
                }
                Err(error) => {
                    errors.push(error);
                    None
                }
            })
            .collect();
        let has_library = library.is_some();
        let library = library.unwrap_or_else(|| Arc::new(NoLibrary));
        let unit = Unit::new(classes, library, UnitKind::Project);
        let prices = Arc::new(Prices::of_natives(model.pricer()));
        let summaries = unit.summarise(model.pricer(), &prices);
        let program = Self {
            unit,
            summaries,
            model: model.clone(),
            has_library,
        };
        (program, errors)
    }

    /// True where the calls of a library are in the numbers.
    pub const fn has_library(&self) -> bool {
        self.has_library
    }

    /// The cost of a method with all that it calls.
    pub fn total(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodTotal> {
        let method = (class, name, descriptor);
        self.summaries
            .total(&self.unit, self.model.pricer(), method)
    }

    /// Puts what its callees execute into the costs of a class's methods.
    pub fn follow(&self, class: &mut ClassAnalysis) {
        for method in &mut class.methods {
            if method.not_analysed.is_some() {
                continue;
            }
            let Some(total) = self.total(&method.class, &method.name, &method.descriptor) else {
                continue;
            };
            let own = std::mem::replace(&mut method.cost, total.cost);
            // What a developer's clauses are refuted by is in the method itself.
            method.cost.refuted.clone_from(&own.refuted);
            method.followed = Some(Box::new(Followed {
                own,
                unpriced: total.unpriced,
                calls: total.calls,
            }));
        }
    }
}
