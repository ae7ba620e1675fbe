//! The predictions of a model for the methods of some programs, with their counted costs.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use bytecode::{ClassFile, Op};
use calls::{Library, Prices, Typical, Unit, UnitClass, UnitKind};
use clap::Args;
use cost::Symbol;
use frequency::{MeasuredCounts, Model as Frequencies};
use ide::{Detail, MethodAnalysis, Model, Scratch, analyse_class};
use jdk::JdkModules;
use libraries::{JdkLibrary, LibraryPath};
use pricing::Tally;
use wcec::Summary;

use super::call_shares::{CallShares, call_shares};
use super::classes::{Classes, Key};
use super::collect;
use super::dataset::with_view;
use super::family::{LIBRARY, family_of};
use super::measured::{Compared, HeldOutPredictions, Measured, Told};
use super::places;
use super::programs::{self, Run};
use super::truth::{self, Energy, Method, Recorded};

/// Methods that returned less often than this show too little.
pub(crate) const MIN_CALLS: u64 = 10;

#[derive(Args, Debug)]
pub(super) struct Options {
    /// The model, as JSON
    #[arg(long)]
    model: PathBuf,
    /// How methods of the JDK ran in other programs
    #[arg(long)]
    profile: PathBuf,
    /// The methods of the JDK that are evaluated with each program, as JSON
    #[arg(long)]
    judged: PathBuf,
    /// Where to write the results, as JSON
    #[arg(long)]
    out: PathBuf,
    /// Where to cache the costs of the JDK's methods
    #[arg(long)]
    libraries: PathBuf,
    /// The programs
    programs: Vec<String>,
}

/// Predicts, in a separate process: a process uses one model.
///
/// # Errors
/// If nothing was collected, or a file cannot be read or written.
pub(super) fn run(options: &Options) -> Result<()> {
    let profile = MeasuredCounts::parse(&fs::read_to_string(&options.profile)?)?;
    let model = Frequencies::parse(&fs::read_to_string(&options.model)?)?;
    ensure!(
        model.with_profile(Arc::new(profile)).install(),
        "another model is in use already"
    );
    let judged: BTreeMap<String, HashSet<String>> =
        serde_json::from_slice(&fs::read(&options.judged)?)?;
    let predictor = Predictor::new(&options.libraries)?;
    let mut all = HeldOutPredictions::default();
    let none = HashSet::new();
    for program in &options.programs {
        let methods = &mut all.methods;
        methods.extend(predictor.program(program, judged.get(program).unwrap_or(&none))?);
    }
    all.calls = predictor.shares.take();
    fs::write(&options.out, serde_json::to_vec(&all)?)
        .with_context(|| format!("could not write {}", options.out.display()))
}

struct Predictor {
    runs: Vec<Run>,
    folder: PathBuf,
    cache: PathBuf,
    jars: HashMap<String, PathBuf>,
    jdk: jdk::Jdk,
    modules: JdkModules,
    model: Model,
    /// Which methods answered calls in the counted runs.
    shares: RefCell<Vec<CallShares>>,
}

/// The prediction for a method, callees included.
struct Predicted {
    typical: Arc<Typical>,
    summary: Option<Arc<Summary>>,
}

impl Predictor {
    fn new(libraries: &Path) -> Result<Self> {
        let jdk = places::jdk()?;
        Ok(Self {
            runs: programs::read(&places::folder().join("programs.tsv"))?,
            folder: places::cache()?,
            cache: libraries.to_path_buf(),
            jars: collect::jars()?,
            modules: JdkModules::open(&jdk)?,
            jdk,
            model: crate::built_in_model::load(),
            shares: RefCell::default(),
        })
    }

    fn runs_of<'r>(&'r self, program: &'r str) -> impl Iterator<Item = &'r Run> {
        self.runs.iter().filter(move |run| run.program == program)
    }

    /// The classes of a program.
    fn classes(&self, program: &str) -> Result<Classes<'_>> {
        let mut jars: Vec<&Path> = Vec::new();
        for jar in self.runs_of(program).flat_map(|run| &run.jars) {
            if let Some(jar) = self.jars.get(jar)
                && !jars.contains(&jar.as_path())
            {
                jars.push(jar);
            }
        }
        Classes::open(jars, &self.modules)
    }

    /// The counts with each input.
    fn recorded(&self, program: &str, classes: &Classes<'_>) -> Result<Vec<Recorded>> {
        let mut all = Vec::new();
        for run in self.runs_of(program) {
            let Ok(bytes) = fs::read(collect::counts_file(&self.folder, run)) else {
                continue;
            };
            let mut recorded = Recorded::default();
            recorded.add(&counts::read(&bytes)?, classes);
            all.push(recorded);
        }
        Ok(all)
    }

    /// The methods of a program, and those of the JDK that are evaluated with it.
    fn program(&self, program: &str, judged: &HashSet<String>) -> Result<Vec<Measured>> {
        let classes = self.classes(program)?;
        let inputs = self.recorded(program, &classes)?;
        let energies: Vec<Vec<Energy>> = inputs
            .iter()
            .map(|recorded| truth::energies(recorded, &classes, &self.model))
            .collect();
        let mut own: HashMap<&Key, Counted<'_>> = HashMap::new();
        let mut of_jdk: HashMap<&Key, Counted<'_>> = HashMap::new();
        for (number, (recorded, energies)) in inputs.iter().zip(&energies).enumerate() {
            for (method, energy) in recorded.methods.iter().zip(energies) {
                let family = family_of(method.module.as_deref(), program);
                let counted = match family {
                    LIBRARY if judged.contains(&judged_name(&method.key)) => &mut of_jdk,
                    _ if family == program => &mut own,
                    _ => continue,
                };
                counted
                    .entry(&method.key)
                    .or_insert_with(|| Counted::new(method, inputs.len()))
                    .add(number, energy);
            }
        }
        let mut all = self.of_jdk(program, &of_jdk, true)?;
        if own.values().any(|counted| counted.method.module.is_some()) {
            all.extend(self.of_jdk(program, &own, false)?);
        } else {
            all.extend(self.of_jars(program, &classes, &own, &inputs)?);
        }
        Ok(all)
    }

    /// Methods of the JDK.
    fn of_jdk(
        &self,
        program: &str,
        counted: &HashMap<&Key, Counted<'_>>,
        is_of_library: bool,
    ) -> Result<Vec<Measured>> {
        let modules: Vec<&str> = counted
            .values()
            .filter_map(|counted| counted.method.module.as_deref())
            .collect();
        let path = self.library_path(&modules)?;
        let said = |key: &Key| said_by(&path, key);
        let mut all = self.measured(program, counted.values(), &said);
        for one in &mut all {
            one.is_of_library = is_of_library;
        }
        Ok(all)
    }

    /// Methods of a program's jars.
    fn of_jars(
        &self,
        program: &str,
        classes: &Classes<'_>,
        counted: &HashMap<&Key, Counted<'_>>,
        inputs: &[Recorded],
    ) -> Result<Vec<Measured>> {
        let mut read = Vec::new();
        for bytes in classes.of_jars() {
            // An unreadable class was not executed either.
            if let Ok(class) = UnitClass::read(Arc::clone(bytes)) {
                read.push(Arc::new(class));
            }
        }
        read.sort_by(|one, two| one.header().name.cmp(&two.header().name));
        let named = classes.of_jars().map(|bytes| &**bytes);
        let (path, _) = LibraryPath::open_or_make(
            JdkLibrary::open_or_make(&self.jdk, &self.model, &self.cache)?,
            &self.model,
            &self.cache,
            &[],
            named,
            &mut |_| {},
        );
        let unit = Unit::new(read, Arc::new(path), UnitKind::Project);
        let pricer = self.model.pricer();
        let summaries = unit.summarise(pricer, &Arc::new(Prices::of_natives(pricer)));
        let said = |(class, name, descriptor): &Key| {
            Some(Predicted {
                typical: summaries.typical(&unit, pricer, (class, name, descriptor))?,
                summary: summaries.get(&unit, class, name, descriptor),
            })
        };
        let computed = (&unit, &summaries, pricer);
        for recorded in inputs {
            let shares = call_shares(program, recorded, classes, computed);
            self.shares.borrow_mut().extend(shares);
        }
        Ok(self.measured(program, counted.values(), &said))
    }

    /// The class path of `java.base` and these modules.
    fn library_path(&self, modules: &[&str]) -> Result<LibraryPath> {
        let of_jdk = JdkLibrary::open_or_make(&self.jdk, &self.model, &self.cache)?;
        let modules = modules.iter().filter(|module| **module != "java.base");
        let names = modules.map(|module| PathBuf::from(format!("jrt:/{module}")));
        let names: Vec<PathBuf> = names.collect();
        let (path, made) =
            LibraryPath::of_paths(of_jdk, &self.model, &self.cache, &names, &mut |_| {});
        for problem in made.into_iter().filter_map(Result::err) {
            println!("{problem}");
        }
        Ok(path)
    }

    fn measured<'c, 'k: 'c>(
        &self,
        program: &str,
        counted: impl Iterator<Item = &'c Counted<'k>>,
        said: &dyn Fn(&Key) -> Option<Predicted>,
    ) -> Vec<Measured> {
        let mut by_class: HashMap<&str, Vec<&Counted<'_>>> = HashMap::new();
        for counted in counted.filter(|counted| counted.sum.returned >= MIN_CALLS) {
            let of_class = by_class.entry(&counted.method.key.0).or_default();
            of_class.push(counted);
        }
        let mut scratch = Scratch::default();
        let mut found = Vec::new();
        for counted in by_class.values() {
            let Some(first) = counted.first() else {
                continue;
            };
            let bytes = &first.method.bytes;
            let Ok(class) = analyse_class(&self.model, bytes, &mut scratch, Detail::Methods, &[])
            else {
                continue;
            };
            let Ok(file) = ClassFile::parse(bytes) else {
                continue;
            };
            for counted in counted {
                let place = counted.method.place;
                let analysis = class.methods.get(place);
                let method = file.methods.get(place);
                if let Some((analysis, method)) = analysis.zip(method)
                    && let Some(said) = said(&counted.method.key)
                {
                    found.extend(self.compared(program, counted, method, analysis, &said));
                }
            }
        }
        found.sort_by(|one, two| one.method.cmp(&two.method));
        found
    }

    fn compared(
        &self,
        program: &str,
        counted: &Counted<'_>,
        method: &bytecode::Method,
        analysis: &MethodAnalysis,
        said: &Predicted,
    ) -> Option<Measured> {
        let code = method.code.as_ref()?;
        let means = self.model.pricer().means();
        let nominal = |symbol: &Symbol| Some(symbol.nominal());
        let joules = |cost: &cost::Cost| cost.evaluate(&nominal).ok().map(|t| t.mean(means));
        let own = analysis.own_typical.clone()?;
        let worst_of_own = joules(&analysis.cost.cost);
        let returned = counted.sum.returned as f64;
        let (class, name, descriptor) = &counted.method.key;
        let of = |sum: f64, typical: &Typical, worst: Option<f64>| Compared {
            counted: sum / returned,
            typical: typical.mean_joules(means),
            worst,
            behind: typical.uncertain_shares(false, means),
        };
        let of_own = of(counted.sum.own, &own, worst_of_own);
        let worst = said.summary.as_ref().and_then(|of| joules(&of.cost));
        let all = of(counted.sum.all, &said.typical, worst);
        let between_targets = said.typical.between_targets(means);
        let (low, high) = Frequencies::built_in().interval(all.behind, between_targets);
        let has = |wanted: fn(&Op) -> bool| code.instructions.iter().any(|at| wanted(&at.op));
        let of_input = |energy: &Energy| {
            let is_known = energy.returned >= MIN_CALLS;
            is_known.then(|| energy.all / energy.returned as f64)
        };
        Some(Measured {
            program: program.to_owned(),
            is_of_library: false,
            method: format!("{class}.{name}{descriptor}"),
            returned: counted.sum.returned,
            has_branch: has(|op| matches!(op, Op::Branch { .. } | Op::Switch { .. })),
            has_call: has(|op| matches!(op, Op::Invoke { .. })),
            own: of_own,
            all,
            is_recursive: said.typical.is_recursive,
            unpriced_calls: said.typical.unpriced_calls(),
            posterior: self.posterior(&said.typical.tally()),
            interval: [low, high],
            between_targets,
            told: self.told(counted.method, method, analysis, &said.typical),
            inputs: match &counted.inputs[..] {
                [one, two] => Some([of_input(one), of_input(two)]),
                _ => None,
            },
        })
    }
}

impl Predictor {
    /// The prediction at the values that a method's formula depends on. How often the method's own loops repeat was
    /// counted.
    fn told(
        &self,
        counted: &Method,
        method: &bytecode::Method,
        analysis: &MethodAnalysis,
        typical: &Typical,
    ) -> Option<Told> {
        let terms = typical.terms();
        if terms.is_empty() {
            return None;
        }
        let code = method.code.as_ref()?;
        let loops = calls::loops_over_values(code, &analysis.cost);
        let sizes = with_view(&counted.bytes, counted.place, |view| {
            let repeated = counted.execution.rates(view).loops;
            let of_loop = |region: u32| {
                let entry = *view.tree.regions.get(region as usize)?.entries.first()?;
                let header = view.flow.instructions(entry as usize).start as u32;
                loops.iter().find(|over| over.header == header)
            };
            let regions = frequency::loops(view).into_iter().zip(repeated);
            let sizes = regions.filter_map(|(region, chance)| {
                let over = of_loop(region)?;
                let repeats = chance.hits as f64 / chance.all as f64;
                let size = ((repeats - over.more) / over.factor).max(0.0);
                size.is_finite().then(|| (Arc::clone(&over.symbol), size))
            });
            sizes.collect::<Vec<_>>()
        });
        let sizes = sizes.unwrap_or_default();
        let value_of = |symbol: &Symbol| {
            let mut sizes = sizes.iter();
            sizes
                .find(|(known, _)| **known == *symbol)
                .map(|(_, size)| *size)
        };
        let means = self.model.pricer().means();
        let mut factors = terms.iter().flat_map(|term| &term.factors);
        let is_counted = factors.all(|(symbol, _)| value_of(symbol).is_some());
        let behind = typical.uncertain_shares(true, means);
        let between_targets = typical.between_targets(means);
        let (low, high) = Frequencies::built_in().interval(behind, between_targets);
        Some(Told {
            typical: is_counted.then(|| typical.tally_at(&value_of).mean(means)),
            behind,
            between_targets,
            interval: [low, high],
        })
    }

    /// The spread of the energy of what is executed on average.
    fn posterior(&self, tally: &Tally) -> [f64; 2] {
        let mut features = self.model.features(tally);
        features.n_noise = 0.0;
        let energy = self
            .model
            .posterior()
            .predict(&features, self.model.device());
        let mean = self.model.mean(tally).0;
        [0.05, 0.95].map(|share| {
            let factor = energy.quantile(share).0 / mean;
            if factor.is_finite() { factor } else { 1.0 }
        })
    }
}

/// The name of a JDK method in the list of those evaluated with a program.
pub(super) fn judged_name((class, name, descriptor): &Key) -> String {
    format!("{class}.{name}{descriptor}")
}

fn said_by(library: &dyn Library, (class, name, descriptor): &Key) -> Option<Predicted> {
    Some(Predicted {
        typical: library.typical(class, name, descriptor)?,
        summary: library.summary(class, name, descriptor),
    })
}

/// A method with its cost over all inputs, and with each.
struct Counted<'m> {
    method: &'m Method,
    sum: Energy,
    inputs: Vec<Energy>,
}

impl<'m> Counted<'m> {
    fn new(method: &'m Method, inputs: usize) -> Self {
        Self {
            method,
            sum: Energy::default(),
            inputs: vec![Energy::default(); inputs],
        }
    }

    fn add(&mut self, input: usize, energy: &Energy) {
        self.sum.add(energy);
        if let Some(of_input) = self.inputs.get_mut(input) {
            of_input.add(energy);
        }
    }
}
