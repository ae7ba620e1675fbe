//! The programs of a campaign.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::error::CampaignError;
use crate::file::Campaign;

/// The purpose of measuring a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProgramKind {
    /// The empty loop, which is subtracted from the others.
    Baseline,
    /// One of the 174 patterns.
    Pattern,
    /// A statement that the 174 patterns leave out.
    Extra,
    /// The same instruction many times.
    Sequence,
    /// A method that executes a few instructions over and over: an algorithm, or a generated nest of loops.
    Kernel,
    /// A generated method of many statements.
    Composite,
}

const KINDS: [(ProgramKind, &str); 6] = [
    (ProgramKind::Baseline, "baseline"),
    (ProgramKind::Pattern, "pattern"),
    (ProgramKind::Extra, "extra"),
    (ProgramKind::Sequence, "sequence"),
    (ProgramKind::Kernel, "kernel"),
    (ProgramKind::Composite, "composite"),
];

impl ProgramKind {
    /// Its name in the store and in reports.
    pub fn name(self) -> &'static str {
        KINDS
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, name)| name)
    }
}

impl ToSql for ProgramKind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for ProgramKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        KINDS
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(kind, _)| *kind)
            .ok_or_else(|| FromSqlError::Other(format!("`{text}` is not a kind of program").into()))
    }
}

/// The classification of a pattern: the levels of its operation, data type and data size.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Triple {
    /// Such as `addition`.
    pub operation: String,
    /// Such as `int`.
    pub data_type: String,
    /// Such as `load`.
    pub data_size: String,
}

/// A class file that contains or is called by programs of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFile {
    /// The class name, such as `measured/Patterns`.
    pub name: String,
    /// The class file itself.
    pub bytes: Vec<u8>,
}

/// The method that one iteration calls, or whose loop body is the iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Method {
    /// The name of a [`ClassFile`] of the campaign.
    pub class: String,
    /// The method's name.
    pub name: String,
    /// Its descriptor, such as `(I)V`.
    pub descriptor: String,
}

/// A measured program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its name, unique in the campaign.
    pub name: String,
    /// The purpose of measuring it.
    pub kind: ProgramKind,
    /// Whether the fit of features does not use it. The discrepancy is estimated on such programs.
    pub held_out: bool,
    /// The classification of a pattern.
    pub triple: Option<Triple>,
    /// The code, if there is any. A simulated program has none.
    pub method: Option<Method>,
    /// How often one iteration executes the measured code.
    pub executions: f64,
    /// The program whose energy is part of each iteration and is subtracted; `None` for a baseline itself.
    pub baseline: Option<String>,
}

impl Program {
    /// A program of this name and kind, executed once per iteration, without triple, code or baseline.
    pub fn new(name: impl Into<String>, kind: ProgramKind) -> Self {
        Self {
            name: name.into(),
            kind,
            held_out: false,
            triple: None,
            method: None,
            executions: 1.0,
            baseline: None,
        }
    }
}

impl Campaign {
    /// Adds class files. Files with the same name must have the same bytes.
    ///
    /// # Errors
    /// If a class of that name has other bytes, or writing fails.
    pub fn add_classes(&mut self, classes: &[ClassFile]) -> Result<(), CampaignError> {
        let known = self.classes()?;
        for class in classes {
            if known
                .iter()
                .any(|other| other.name == class.name && other.bytes != class.bytes)
            {
                return Err(CampaignError::invalid(
                    format!("class {}", class.name),
                    "the campaign has another class of this name",
                    "resume with the same seed and the same JDK, or begin another campaign",
                ));
            }
        }
        let path = self.path.clone();
        self.write("adding classes", |transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO class (name, bytes) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
            )?;
            for class in classes {
                insert.execute((&class.name, &class.bytes))?;
            }
            Ok(())
        })
        .map_err(|error| error.at(path))
    }

    /// The class files, by name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn classes(&self) -> Result<Vec<ClassFile>, CampaignError> {
        self.read(
            "reading the classes",
            "SELECT name, bytes FROM class ORDER BY name",
            [],
            |row| {
                Ok(ClassFile {
                    name: row.get(0)?,
                    bytes: row.get(1)?,
                })
            },
        )
    }

    /// Adds programs. Programs with the same name must be equal, so resuming adds nothing.
    ///
    /// # Errors
    /// If the number of executions is not positive and finite, a baseline is missing or comes later, a program of that name
    /// differs, or writing fails.
    pub fn add_programs(&mut self, programs: &[Program]) -> Result<(), CampaignError> {
        let mut known = self.programs()?;
        let mut added = Vec::new();
        for program in programs {
            let place = || format!("program {}", program.name);
            if !(program.executions.is_finite() && program.executions > 0.0) {
                return Err(CampaignError::invalid(
                    place(),
                    format!("{} executions an iteration", program.executions),
                    "give how often one iteration executes what is measured, above 0",
                ));
            }
            match known.iter().find(|other| other.name == program.name) {
                Some(other) if other == program => continue,
                Some(_) => {
                    return Err(CampaignError::invalid(
                        place(),
                        "the campaign has another program of this name",
                        "resume with the same seed and settings, or begin another campaign",
                    ));
                }
                None => {}
            }
            if let Some(baseline) = &program.baseline
                && !known
                    .iter()
                    .any(|other| other.name == *baseline && other.kind == ProgramKind::Baseline)
            {
                return Err(CampaignError::invalid(
                    place(),
                    format!("the campaign has no baseline `{baseline}`"),
                    "add the baseline first",
                ));
            }
            known.push(program.clone());
            added.push(program);
        }
        let path = self.path.clone();
        self.write("adding programs", |transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO program (name, kind, held_out, operation, data_type, data_size, class, method, descriptor,
                     executions, baseline)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, (SELECT id FROM program WHERE name = ?11))",
            )?;
            for program in added {
                let triple = program.triple.as_ref();
                let method = program.method.as_ref();
                insert.execute((
                    &program.name,
                    program.kind,
                    program.held_out,
                    triple.map(|triple| &triple.operation),
                    triple.map(|triple| &triple.data_type),
                    triple.map(|triple| &triple.data_size),
                    method.map(|method| &method.class),
                    method.map(|method| &method.name),
                    method.map(|method| &method.descriptor),
                    program.executions,
                    &program.baseline,
                ))?;
            }
            Ok(())
        })
        .map_err(|error| error.at(path))
    }

    /// The programs, in the order in which they were added.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn programs(&self) -> Result<Vec<Program>, CampaignError> {
        self.read(
            "reading the programs",
            "SELECT p.name, p.kind, p.held_out, p.operation, p.data_type, p.data_size, p.class, p.method, p.descriptor,
                 p.executions, b.name
             FROM program p LEFT JOIN program b ON b.id = p.baseline ORDER BY p.id",
            [],
            |row| {
                let triple = match (row.get(3)?, row.get(4)?, row.get(5)?) {
                    (Some(operation), Some(data_type), Some(data_size)) => Some(Triple {
                        operation,
                        data_type,
                        data_size,
                    }),
                    _ => None,
                };
                let method = match (row.get(6)?, row.get(7)?, row.get(8)?) {
                    (Some(class), Some(name), Some(descriptor)) => Some(Method {
                        class,
                        name,
                        descriptor,
                    }),
                    _ => None,
                };
                Ok(Program {
                    name: row.get(0)?,
                    kind: row.get(1)?,
                    held_out: row.get(2)?,
                    triple,
                    method,
                    executions: row.get(9)?,
                    baseline: row.get(10)?,
                })
            },
        )
    }
}
