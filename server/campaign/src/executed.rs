//! Exact counts of what a program executes, and what else costs energy.

use std::collections::BTreeMap;

use crate::error::CampaignError;
use crate::file::Campaign;
use crate::program::Method;

/// How often one iteration of a program executes each instruction of one method.
///
/// The counts include the loop around the measured code, as the energy of a sample does. The baseline has counts of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutedCounts {
    /// A method of one of the campaign's classes.
    pub method: Method,
    /// Invocations per iteration.
    pub invocations: f64,
    /// A count for each instruction, in the order of the code.
    pub counts: Vec<f64>,
}

/// What costs energy in one iteration of a program besides its instructions, with the loop around the measured code.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExecutedEffects {
    /// The bytes of the elements of created arrays.
    pub array_bytes: f64,
    /// Jumps from one instruction to the next that an interpreter's processor would mispredict, by a simulated predictor.
    pub mispredicted_dispatches: f64,
}

impl ExecutedEffects {
    /// What this has more than another program.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        let more = |own: f64, other: f64| (own - other).max(0.0);
        Self {
            array_bytes: more(self.array_bytes, other.array_bytes),
            mispredicted_dispatches: more(
                self.mispredicted_dispatches,
                other.mispredicted_dispatches,
            ),
        }
    }
}

impl Campaign {
    /// Adds what a program executes. Existing entries for a method stay.
    ///
    /// # Errors
    /// If the program is not in the campaign, a count is negative or not finite, or writing fails.
    pub fn add_executed(
        &mut self,
        program: &str,
        methods: &[ExecutedCounts],
    ) -> Result<(), CampaignError> {
        for executed in methods {
            let mut numbers = executed.counts.iter().chain([&executed.invocations]);
            if let Some(number) = numbers.find(|number| !(number.is_finite() && **number >= 0.0)) {
                return Err(CampaignError::invalid(
                    format!("counts of program {program}"),
                    format!("{number} executions of an instruction"),
                    "give how often one iteration executes each instruction",
                ));
            }
        }
        if !self.programs()?.iter().any(|known| known.name == program) {
            return Err(CampaignError::invalid(
                format!("counts of program {program}"),
                "the campaign has no such program",
                "add the program first",
            ));
        }
        let path = self.path.clone();
        self.write("adding counts", |transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO executed (program, class, method, descriptor, invocations, counts)
                 SELECT id, ?2, ?3, ?4, ?5, ?6 FROM program WHERE name = ?1
                 ON CONFLICT (program, class, method, descriptor) DO NOTHING",
            )?;
            for executed in methods {
                insert.execute((
                    program,
                    &executed.method.class,
                    &executed.method.name,
                    &executed.method.descriptor,
                    executed.invocations,
                    serde_json::to_string(&executed.counts).unwrap_or_default(),
                ))?;
            }
            Ok(())
        })
        .map_err(|error| error.at(path))
    }

    /// Adds the effects of a program. An existing entry stays.
    ///
    /// # Errors
    /// If the program is not in the campaign, a number is negative or not finite, or writing fails.
    pub fn add_effects(
        &mut self,
        program: &str,
        effects: ExecutedEffects,
    ) -> Result<(), CampaignError> {
        let numbers = [effects.array_bytes, effects.mispredicted_dispatches];
        if let Some(number) = numbers
            .into_iter()
            .find(|number| !(number.is_finite() && *number >= 0.0))
        {
            return Err(CampaignError::invalid(
                format!("effects of program {program}"),
                format!("{number} of an effect"),
                "give how much one iteration has of it",
            ));
        }
        let path = self.path.clone();
        let [bytes, dispatches] = numbers;
        let known = self
            .write("adding effects", |transaction| {
                transaction.execute(
                    "INSERT INTO effect (program, array_bytes, mispredicted_dispatches)
                     SELECT id, ?2, ?3 FROM program WHERE name = ?1
                     ON CONFLICT (program) DO NOTHING",
                    (program, bytes, dispatches),
                )?;
                transaction.query_row(
                    "SELECT count(*) FROM program WHERE name = ?1",
                    [program],
                    |row| row.get::<_, i64>(0),
                )
            })
            .map_err(|error| error.at(path))?;
        if known == 0 {
            return Err(CampaignError::invalid(
                format!("effects of program {program}"),
                "the campaign has no such program",
                "add the program first",
            ));
        }
        Ok(())
    }

    /// The effects of each program per iteration, by name; none in a campaign that older versions wrote.
    ///
    /// # Errors
    /// If it cannot be read, or has another format.
    pub fn effects(&self) -> Result<BTreeMap<String, ExecutedEffects>, CampaignError> {
        let doing = "reading effects";
        let tables: Vec<i64> = self.read(
            doing,
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'effect'",
            [],
            |row| row.get(0),
        )?;
        if tables != [1] {
            return Ok(BTreeMap::new());
        }
        let rows = self.read(
            doing,
            "SELECT p.name, e.array_bytes, e.mispredicted_dispatches
             FROM effect e JOIN program p ON p.id = e.program",
            [],
            |row| {
                let effects = ExecutedEffects {
                    array_bytes: row.get(1)?,
                    mispredicted_dispatches: row.get(2)?,
                };
                Ok((row.get(0)?, effects))
            },
        )?;
        Ok(rows.into_iter().collect())
    }

    /// What each program executes per iteration, by name. Programs without counts are not included.
    ///
    /// # Errors
    /// If it cannot be read, or has another format.
    pub fn executed(&self) -> Result<BTreeMap<String, Vec<ExecutedCounts>>, CampaignError> {
        let doing = "reading what was executed";
        let rows: Vec<(String, Method, f64, String)> = self.read(
            doing,
            "SELECT p.name, e.class, e.method, e.descriptor, e.invocations, e.counts
             FROM executed e JOIN program p ON p.id = e.program ORDER BY e.program, e.class, e.method, e.descriptor",
            [],
            |row| {
                let method = Method {
                    class: row.get(1)?,
                    name: row.get(2)?,
                    descriptor: row.get(3)?,
                };
                Ok((row.get(0)?, method, row.get(4)?, row.get(5)?))
            },
        )?;
        let mut programs: BTreeMap<String, Vec<ExecutedCounts>> = BTreeMap::new();
        for (program, method, invocations, counts) in rows {
            let counts: Vec<f64> =
                serde_json::from_str(&counts).map_err(|error| self.damaged(doing, &error))?;
            programs.entry(program).or_default().push(ExecutedCounts {
                method,
                invocations,
                counts,
            });
        }
        Ok(programs)
    }
}
