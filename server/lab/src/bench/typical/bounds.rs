//! Whether typical energies are between the least energy of a call and its worst case, at several values of the symbols.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use calls::Library;
use cost::Symbol;
use files::Limits;
use ide::{
    AssumedValues, ClassAnalysis, Detail, DisplayedWorst, MethodAnalysis, Model, Program,
    ProgramClass, Scratch, analyse_class,
};
use jdk::Jdk;
use libraries::{ClassSource, JdkLibrary, LibraryPath};

use crate::java;

/// The values that all symbols get, one after another.
const VALUES: [f64; 6] = [0.0, 1.0, 2.0, 7.0, 100.0, 30_000.0];
/// Energies that differ by a smaller share than this count as equal.
const SAME: f64 = 1e-6;
/// How many of the methods out of order are listed.
const MAX_NAMED: usize = 100;
/// The module that every JDK has.
const MODULE: &str = "jrt:/java.base";

/// The checked methods, and those out of order.
#[derive(Debug, Default)]
struct Found {
    methods: usize,
    /// Methods at values of their symbols.
    assignments: usize,
    /// Those whose worst case is complete and relies on no assumption.
    bounded: usize,
    /// Estimates as they are added up, before the bounds at these values limit them.
    unlimited: Vec<String>,
    /// Expected energies and intervals as shown to users.
    shown: Vec<String>,
}

/// Checks `java.base` of each JDK, and these jars and class folders.
///
/// # Errors
/// If a class cannot be read, or something is out of order.
pub(super) fn run(model: &Model, paths: &[String]) -> Result<()> {
    let cache = jdk::cache_folder()?.path;
    let jdks = java::ensure()?;
    let mut wrong = 0;
    for jdk in &jdks {
        let place = format!("{MODULE} of JDK {}", jdk.version);
        wrong += told(&place, &of_place(model, jdk, MODULE, &cache)?);
    }
    let jdk = jdks.first().context("there is no JDK")?;
    for path in paths {
        wrong += told(path, &of_place(model, jdk, path, &cache)?);
    }
    ensure!(wrong == 0, "{wrong} energies are out of order");
    Ok(())
}

fn told(place: &str, found: &Found) -> usize {
    println!(
        "{place}: {} methods, {} of them at values of their symbols, {} with a worst case that rests on nothing; \
         out of order: {} as they are shown, {} as they are summed up with no value given",
        found.methods,
        found.assignments,
        found.bounded,
        found.shown.len(),
        found.unlimited.len()
    );
    for line in found.shown.iter().chain(&found.unlimited).take(MAX_NAMED) {
        println!("  {line}");
    }
    found.shown.len() + found.unlimited.len()
}

fn of_place(model: &Model, jdk: &Jdk, place: &str, cache: &Path) -> Result<Found> {
    let classes = classes(jdk, place)?;
    let (program, _) = if place == MODULE {
        Program::of_library(model, classes.clone(), None)
    } else {
        let of_jdk = JdkLibrary::open_or_make(jdk, model, cache)?;
        let named = classes.iter().map(|class| &*class.bytes);
        let (path, problems) =
            LibraryPath::open_or_make(of_jdk, model, cache, &[], named, &mut |_| {});
        for problem in problems {
            println!("{problem}");
        }
        let library: Arc<dyn Library> = Arc::new(path);
        Program::new(model, classes.clone(), Some(library))
    };
    Ok(Found::of(model, &program, &classes))
}

fn classes(jdk: &Jdk, place: &str) -> Result<Vec<ProgramClass>> {
    let source = ClassSource::open(place, Some(jdk), &Limits::default())?;
    let mut classes: Vec<ProgramClass> = Vec::with_capacity(source.len());
    for at in 0..source.len() {
        let class = source.with_bytes(at, |bytes| ProgramClass {
            bytes: Arc::from(bytes),
            loops: Arc::new([]),
            left_out: Vec::new(),
        });
        classes.extend(class);
    }
    ensure!(!classes.is_empty(), "{place} has no classes");
    Ok(classes)
}

impl Found {
    fn of(model: &Model, program: &Program, classes: &[ProgramClass]) -> Self {
        let mut found = Self::default();
        let mut scratch = Scratch::default();
        for class in classes {
            let analysed = analyse_class(model, &class.bytes, &mut scratch, Detail::Reach, &[]);
            if let Ok(mut class) = analysed {
                program.follow(&mut class);
                found.add_class(model, &class);
            }
        }
        found
    }

    fn add_class(&mut self, model: &Model, class: &ClassAnalysis) {
        for method in &class.methods {
            if method.not_analysed.is_none() {
                self.add(model, method);
            }
        }
    }

    fn add(&mut self, model: &Model, method: &MethodAnalysis) {
        self.methods += 1;
        let none = AssumedValues::default();
        if let Some(why) = self.at(model, method, &none) {
            self.shown.push(format!("{}: {why}", name(method)));
        }
        if let Some(why) = summed_up(model, method) {
            self.unlimited.push(format!("{}: {why}", name(method)));
        }
        let names = names(model, method);
        if names.is_empty() {
            return;
        }
        for value in VALUES {
            let mut values = AssumedValues::default();
            for symbol in &names {
                // A name that cannot get a value has none.
                let _ = values.insert(symbol, value);
            }
            self.assignments += 1;
            if let Some(why) = self.at(model, method, &values) {
                let line = format!("{} with all values {value}: {why}", name(method));
                self.shown.push(line);
            }
        }
    }

    /// The values out of order if the symbols have these values.
    fn at(
        &mut self,
        model: &Model,
        method: &MethodAnalysis,
        values: &AssumedValues,
    ) -> Option<String> {
        let typical = model.typical_at(method, values)?;
        let (mean, low, high) = (typical.mean.0, typical.low.0, typical.high.0);
        if !(low <= mean * (1.0 + SAME) && mean <= high * (1.0 + SAME)) {
            return Some(format!("{mean:e} J is not from {low:e} to {high:e} J"));
        }
        let worst = certain_worst(model, method, values);
        self.bounded += usize::from(worst.is_some());
        let least = model
            .at_least(method, values)
            .map(|tally| model.mean(&tally).0);
        // The ends of the interval include the uncertainty of prices; the mean of a bound does not.
        if let Some(least) = least
            && mean < least * (1.0 - SAME)
        {
            return Some(format!(
                "{mean:e} J ({low:e} to {high:e} J) is less than {least:e} J at least"
            ));
        }
        let worst = worst?;
        (mean > worst * (1.0 + SAME)).then(|| {
            format!("{mean:e} J ({low:e} to {high:e} J) is more than {worst:e} J at worst")
        })
    }
}

/// The mean of a worst case that is complete and relies on no assumption at these values.
fn certain_worst(model: &Model, method: &MethodAnalysis, values: &AssumedValues) -> Option<f64> {
    let shown = DisplayedWorst::of(model, method, values);
    let rests_on_nothing = shown.rests_on.is_empty() && !shown.rests_on.has_more;
    let tally = model.evaluate_shown(&shown, values).tally?;
    (shown.is_whole() && rests_on_nothing).then(|| model.mean(&tally).0)
}

/// Whether the sum that callers use is out of order without given values.
fn summed_up(model: &Model, method: &MethodAnalysis) -> Option<String> {
    let none = AssumedValues::default();
    let mean = model.mean(&method.typical.as_ref()?.tally()).0;
    let least = model.at_least(method, &none);
    if let Some(least) = least.map(|tally| model.mean(&tally).0)
        && mean < least * (1.0 - SAME)
    {
        return Some(format!(
            "{mean:e} J as it is summed up is less than {least:e} J at least"
        ));
    }
    let worst = certain_worst(model, method, &none)?;
    (mean > worst * (1.0 + SAME))
        .then(|| format!("{mean:e} J as it is summed up is more than {worst:e} J at worst"))
}

/// The symbols of a method's worst case and of its typical energy.
fn names(model: &Model, method: &MethodAnalysis) -> BTreeSet<String> {
    let shown = DisplayedWorst::of(model, method, &AssumedValues::default());
    let terms = method.typical.iter().flat_map(|typical| typical.terms());
    let of_terms = terms.flat_map(|term| &term.factors);
    let symbols = shown
        .symbols
        .iter()
        .chain(of_terms.map(|(symbol, _)| symbol));
    symbols
        .map(|symbol: &Arc<Symbol>| symbol.name.clone())
        .collect()
}

fn name(method: &MethodAnalysis) -> String {
    format!("{}.{}{}", method.class, method.name, method.descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jdk::{Environment, find_jdk};

    #[test]
    fn typical_energies_of_modules_lie_between_their_bounds() {
        let model = crate::built_in_model::load();
        let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
        for module in ["jrt:/java.logging", "jrt:/java.prefs"] {
            let classes = classes(&jdk, module).expect("classes");
            let (program, _) = Program::of_library(&model, classes.clone(), None);
            let found = Found::of(&model, &program, &classes);
            assert!(found.bounded > 40 && found.assignments > 50, "{found:?}");
            assert!(found.shown.is_empty(), "{:?}", found.shown);
            assert!(found.unlimited.is_empty(), "{:?}", found.unlimited);
        }
    }
}
