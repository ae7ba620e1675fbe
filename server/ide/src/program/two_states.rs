//! Two states of a program, and which methods may differ between them.

use super::{Program, ProgramClass};
use crate::method_analysis::ClassAnalysis;
use crate::model::Model;
use bytecode::ClassError;
use calls::{Differing, Library, Prices, TypicalBeside, Unit, UnitClass, UnitKind, UnseenFiles};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A class of one of two states.
#[derive(Debug, Clone)]
pub struct StateClass {
    /// The class.
    pub class: ProgramClass,
    /// Whether to analyse all of it, although the other state may have the same.
    pub is_touched: bool,
}

/// The code of one of two states.
#[derive(Debug, Clone)]
pub struct StateCode {
    /// Its classes.
    pub classes: Vec<StateClass>,
    /// What its files may declare that has no class.
    pub unseen: UnseenFiles,
}

/// A program before an edit, compared with the one after it.
#[derive(Debug)]
pub struct BeforeEdit<'p> {
    program: &'p Program,
    typical: TypicalBeside,
}

impl BeforeEdit<'_> {
    /// [`Program::follow`], with the typical energies of the comparison.
    pub fn follow(&self, class: &mut ClassAnalysis) {
        self.program.follow(class);
        for method in &mut class.methods {
            let name = (&*method.class, &*method.name, &*method.descriptor);
            let typical = self.typical.method(&self.program.unit, name);
            if method.followed.is_some() && typical.is_some() {
                method.typical = typical;
            }
        }
    }
}

type ReadClass = Arc<UnitClass>;

impl Program {
    /// Two states of a program with the same library. [`Program::may_differ`] is false for methods that are the same in both,
    /// callees included, and for those whose average alone differs by less than the share `least`. `None` if a class cannot be
    /// read or a state has two of the same name.
    pub fn two_states(
        model: &Model,
        (base, head): (StateCode, StateCode),
        library: &Arc<dyn Library>,
        least: f64,
    ) -> Option<(Self, Self)> {
        let unseen = (base.unseen, head.unseen);
        let (base, head) = (base.classes, head.classes);
        let of_base = base.iter().map(|class| read(&class.class));
        let of_base: Vec<ReadClass> = of_base.collect::<Result<_, _>>().ok()?;
        let known: FxHashMap<&[u8], (&StateClass, &ReadClass)> = (base.iter().zip(&of_base))
            .map(|(class, read)| (&*class.class.bytes, (class, read)))
            .collect();
        let shared = |class: &StateClass| {
            let (before, read) = known.get(&*class.class.bytes)?;
            let (one, two) = (&before.class, &class.class);
            let is_same = one.loops == two.loops && one.left_out == two.left_out;
            is_same.then(|| Arc::clone(read))
        };
        let of_head = head
            .iter()
            .map(|class| shared(class).map_or_else(|| read(&class.class), Ok));
        let of_head: Vec<ReadClass> = of_head.collect::<Result<_, _>>().ok()?;
        if !are_unique(&of_base) || !are_unique(&of_head) {
            return None;
        }
        let touched = [(&base, &of_base), (&head, &of_head)];
        let touched = touched.map(|(classes, read)| names_of_touched(classes, read));
        let unit = |classes, unseen| {
            Unit::with_unseen(classes, unseen, Arc::clone(library), UnitKind::Project)
        };
        let (base, head) = (unit(of_base, unseen.0), unit(of_head, unseen.1));
        let prices = Arc::new(Prices::of_natives(model.pricer()));
        let (before, after) =
            base.summarise_with(&head, (&touched, least), model.pricer(), &prices);
        let program = |unit, state: calls::State| Self {
            unit,
            summaries: state.summaries,
            prices: Arc::clone(&prices),
            pricer: model.shared_pricer(),
            differing: Some(state.differing),
        };
        Some((program(base, before), program(head, after)))
    }

    /// Makes calls of two separately followed states go to the same receivers equally often, as in [`Program::two_states`].
    /// Typical energies of neither may have been requested before.
    pub fn share_receivers(base: &mut Self, head: &mut Self) {
        // Any method may differ.
        base.differing = Some(Differing::default());
        head.differing = Some(Differing::default());
        let pricer = &base.pricer;
        let head = (&head.unit, &head.summaries);
        base.unit.share_receivers(&base.summaries, head, pricer);
    }

    /// The program before an edit, which shares its estimates with the one after it: the same branch goes each way equally often,
    /// and loops over the same value repeat equally often. Typical energies after the edit may not have been requested before.
    pub fn before_edit(&self, after: &Self) -> BeforeEdit<'_> {
        let head = (&after.unit, &after.summaries);
        let unit = &self.unit;
        BeforeEdit {
            program: self,
            typical: unit.share_estimates(&self.summaries, head, &self.pricer),
        }
    }

    /// False for a method that is the same in the other of two states, callees included.
    pub fn may_differ(&self, method: (&str, &str, &str)) -> bool {
        let differing = self.differing.as_ref();
        differing.is_none_or(|differing| differing.contains(&self.unit, method))
    }

    /// False for a class, named with slashes, whose methods are the same in the other of two states.
    pub fn may_differ_in(&self, class: &str) -> bool {
        let differing = self.differing.as_ref();
        differing.is_none_or(|differing| differing.is_in_class(&self.unit, class))
    }

    /// How many methods of a class, named with slashes, are the same in the other of two states, callees included, and how many
    /// of these differ by a negligible share. Methods without code are included.
    pub fn methods_alike_in(&self, class: &str) -> (usize, usize) {
        let differing = self.differing.as_ref();
        differing.map_or((0, 0), |differing| {
            differing.alike_in_class(&self.unit, class)
        })
    }
}

fn read(class: &ProgramClass) -> Result<ReadClass, ClassError> {
    class.read().map(Arc::new)
}

fn names_of_touched(classes: &[StateClass], read: &[ReadClass]) -> FxHashSet<Arc<str>> {
    let touched = classes.iter().zip(read);
    let touched = touched.filter(|(class, _)| class.is_touched);
    touched
        .map(|(_, read)| Arc::clone(&read.header().name))
        .collect()
}

fn are_unique(classes: &[ReadClass]) -> bool {
    let mut names = FxHashSet::default();
    let mut classes = classes.iter();
    classes.all(|class| names.insert(&*class.header().name))
}
