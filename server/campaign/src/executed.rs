//! What a program executes, counted exactly.

use std::collections::BTreeMap;

use crate::error::CampaignError;
use crate::file::Campaign;
use crate::program::Method;

/// How often one iteration of a program executes each instruction of one method.
///
/// The loop around what is measured is in it, as it is in the energy of a sample; its baseline's counts are those of
/// the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// A method of one of the campaign's classes.
    pub method: Method,
    /// How often it is invoked an iteration.
    pub invocations: f64,
    /// One count for each instruction, in the order of the code.
    pub counts: Vec<f64>,
}

impl Campaign {
    /// Adds what a program executes. What is there of a method stays.
    ///
    /// # Errors
    /// If the program is not in the campaign, a count is not finite or less than 0, or it cannot be written.
    pub fn add_executed(
        &mut self,
        program: &str,
        methods: &[Executed],
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

    /// What each program executes an iteration, by its name. Programs that were not counted are not in it.
    ///
    /// # Errors
    /// If it cannot be read, or is not of this version's form.
    pub fn executed(&self) -> Result<BTreeMap<String, Vec<Executed>>, CampaignError> {
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
        let mut programs: BTreeMap<String, Vec<Executed>> = BTreeMap::new();
        for (program, method, invocations, counts) in rows {
            let counts: Vec<f64> =
                serde_json::from_str(&counts).map_err(|error| self.damaged(doing, &error))?;
            programs.entry(program).or_default().push(Executed {
                method,
                invocations,
                counts,
            });
        }
        Ok(programs)
    }
}
