//! The additive structure: an event counts one level each of operation, data type, data size and device (Nyholm et al. 2025,
//! equation 2).

use crate::mapping::Mapping;
use crate::operation::{OPERATIONS, Operation, Price};
use crate::pattern::{Pattern, Provenance};
use crate::tally::PatternId;
use bytecode::DataType;
use bytecode::events::{Event, Source};
use posterior::{Features, Posterior};

/// The 174 measured combinations, category by category.
const MEASURED: &str = include_str!("../../../model-data/patterns-174.tsv");

/// The data sizes of the paper's Table 2.
pub(crate) const SIZES: [&str; 5] = ["load", "constant", "32_bit", "64_bit", "reference"];
const LOAD: usize = 0;
const CONSTANT: usize = 1;
const REFERENCE: usize = 4;

const TYPES: usize = DataType::ALL.len();
/// The number of patterns.
pub(crate) const PATTERNS: usize = OPERATIONS.len() * TYPES * SIZES.len();

/// The index of a combination in the pattern table.
const fn place(operation: usize, data_type: DataType, size: usize) -> usize {
    (operation * TYPES + data_type as usize) * SIZES.len() + size
}

/// The pattern of an event; `None` if another pattern includes it or the mapping treats it as free.
pub(crate) fn pattern_of(event: &Event, mapping: Mapping) -> Option<PatternId> {
    let operation = Operation::of(event)?;
    if mapping == Mapping::Paper
        && matches!(
            operation,
            Operation::StaysOnStack | Operation::Goto | Operation::Argument
        )
    {
        return None;
    }
    let (data_type, size) = match operation {
        Operation::StaticCall | Operation::NonStaticCall | Operation::NonStaticCallOther => {
            (DataType::Int, REFERENCE)
        }
        Operation::Return | Operation::NonStaticReturn | Operation::Invokedynamic => {
            (event.data_type, CONSTANT)
        }
        Operation::StaysOnStack | Operation::Callee => (event.data_type, LOAD),
        Operation::ArrayStore | Operation::ArrayStoreNarrow => {
            (event.data_type, size_of_array_store(event))
        }
        _ => (event.data_type, size_of(event.size_operand())),
    };
    Some(PatternId(place(operation as usize, data_type, size) as u16))
}

/// For a saving on the stack, the pattern that counts the part that was not subtracted.
pub(crate) fn clipped(saving: PatternId) -> PatternId {
    let step = place(Operation::Clipped as usize, DataType::Int, 0)
        - place(Operation::StaysOnStack as usize, DataType::Int, 0);
    PatternId(saving.0 + step as u16)
}

/// The inverse of [`clipped`].
pub(crate) fn saving_of(clipped_saving: PatternId) -> PatternId {
    PatternId(clipped_saving.0 - (clipped(PatternId(0)).0))
}

/// Results that stay on the stack count as loads (rule 1 of the mapping).
const fn size_of(source: Source) -> usize {
    match source {
        Source::Constant => CONSTANT,
        Source::Ldc => 2,
        Source::Ldc2 => 3,
        _ => LOAD,
    }
}

/// Stores to arrays were measured with a variable stored at a constant index, `a[0] = y`. Their size is that of the index, as for
/// `x = a[0]`. In any other form, the stored value decides.
const fn size_of_array_store(event: &Event) -> usize {
    let [index, value] = event.operands;
    match (size_of(index), size_of(value)) {
        (CONSTANT, LOAD) => CONSTANT,
        (_, value) => value,
    }
}

/// The content and the counts of each pattern, by [`PatternId`].
pub(crate) fn table(posterior: &Posterior) -> Vec<Pattern> {
    let measured: std::collections::HashSet<(&str, &str, &str)> = MEASURED
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split('\t').skip(2);
            Some((columns.next()?, columns.next()?, columns.next()?))
        })
        .collect();
    let levels = Levels { posterior };
    let mut table = Vec::with_capacity(PATTERNS);
    for (operation, name, price) in OPERATIONS {
        for data_type in DataType::ALL {
            for (size, size_name) in SIZES.iter().enumerate() {
                let is_measured = measured.contains(&(*name, data_type.name(), *size_name));
                let (features, provenance) =
                    levels.price(name, *price, data_type, size, is_measured);
                let form = operation.form(name);
                let transferred = (provenance == Provenance::Approximated)
                    .then(|| levels.transferred(form, data_type))
                    .flatten();
                let (features, provenance) = transferred
                    .map_or((features, provenance), |features| {
                        (features, Provenance::Transferred)
                    });
                table.push(Pattern {
                    operation: form,
                    data_type: data_type.name(),
                    data_size: (*size_name).to_owned(),
                    provenance,
                    features,
                });
            }
        }
    }
    table
}

/// Looks levels up in a posterior.
struct Levels<'p> {
    posterior: &'p Posterior,
}

impl Levels<'_> {
    fn price(
        &self,
        name: &str,
        price: Price,
        data_type: DataType,
        size: usize,
        is_measured: bool,
    ) -> (Features, Provenance) {
        let approximated = |features: Option<Features>| match features {
            Some(features) => (features, Provenance::Approximated),
            None => (Features::new(), Provenance::Unpriced),
        };
        match price {
            Price::Own => {
                // The level of references includes the cost of the ifs and arrays in which it was measured. Other operations on
                // references were never measured, so they use the level of int.
                let borrowed = data_type == DataType::Reference && !Self::knows_reference(name);
                let data_type = if borrowed { DataType::Int } else { data_type };
                match self.cell(name, data_type, size) {
                    Some(features) if is_measured => (features, Provenance::Modelled),
                    features => approximated(features),
                }
            }
            Price::OwnUnmeasured => approximated(self.cell(name, data_type, size)),
            Price::Relative {
                operation,
                data_type: fixed,
                constant,
                times,
            } => {
                let own = self
                    .posterior
                    .feature_id(&format!("operation:{name}"))
                    .and_then(|_| self.cell(name, fixed.unwrap_or(data_type), size));
                if let Some(features) = own {
                    return (features, Provenance::Modelled);
                }
                let data_type = borrow_int(fixed.unwrap_or(data_type));
                let size = if constant { CONSTANT } else { size };
                approximated(
                    self.cell(operation, data_type, size)
                        .map(|features| features.scaled(times)),
                )
            }
            Price::Cell { measured } => match self.call_cell(name) {
                Some(features) if measured => (features, Provenance::Modelled),
                features => approximated(features),
            },
            Price::NonStaticReturn => approximated(self.non_static_return(data_type)),
            Price::StaysOnStack => {
                let saved = self.cell("variable_declaration", borrow_int(data_type), LOAD);
                let mut features = saved.unwrap_or_default().scaled(-1.0);
                // A subtracted event is not executed, so it adds no noise.
                features.n_noise = 0.0;
                (features, Provenance::Correction)
            }
            Price::Free => (Features::new(), Provenance::Correction),
            Price::Unpriced => (Features::new(), Provenance::Unpriced),
        }
    }

    /// A whole pattern as a campaign on another machine measured it. Its price is for the mean of the devices, so it counts no device's level.
    fn transferred(&self, form: &str, data_type: DataType) -> Option<Features> {
        let name = format!("transferred:{form}/{}", data_type.name());
        let mut features = Features::new();
        features.add(self.posterior.feature_id(&name)?, 1.0);
        features.n_noise = 1.0;
        Some(features)
    }

    fn knows_reference(name: &str) -> bool {
        name.starts_with("if_") || name.starts_with("array_") || name == "object_allocation"
    }

    /// One level of each category, and the device.
    fn cell(&self, operation: &str, data_type: DataType, size: usize) -> Option<Features> {
        let mut features = Features::new();
        let size = SIZES.get(size)?;
        for name in [
            format!("operation:{operation}"),
            format!("data_type:{}", data_type.name()),
            format!("data_size:{size}"),
        ] {
            features.add(self.posterior.feature_id(&name)?, 1.0);
        }
        features.device_count = 1.0;
        features.n_noise = 1.0;
        Some(features)
    }

    /// A call cell. Only the sum of its levels is identified.
    fn call_cell(&self, name: &str) -> Option<Features> {
        let mut features = Features::new();
        features.add(
            self.posterior.feature_id(&format!("call_cell:{name}"))?,
            1.0,
        );
        features.device_count = 1.0;
        features.n_noise = 1.0;
        Some(features)
    }

    fn non_static_return(&self, data_type: DataType) -> Option<Features> {
        let mut features = self.cell("return", borrow_int(data_type), CONSTANT)?;
        features.add(self.posterior.feature_id("call_cell:non_static_call")?, 1.0);
        features.add(self.posterior.feature_id("call_cell:static_call")?, -1.0);
        Some(features)
    }
}

const fn borrow_int(data_type: DataType) -> DataType {
    match data_type {
        DataType::Reference => DataType::Int,
        other => other,
    }
}
