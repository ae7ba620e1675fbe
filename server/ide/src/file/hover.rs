//! What is known about a line of a file, as Markdown.

use super::{FileAnalysis, RunOfFile};
use crate::assumptions::AssumedValues;
use crate::hover::{self, Pictures, ShareOfMethod};
use crate::model::Model;

impl FileAnalysis {
    /// A line's part of the method that pays for it.
    fn share_of(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        line: u32,
    ) -> Option<ShareOfMethod> {
        let (place, placed) = self.payer_of(line)?;
        if placed.left_out.is_some() {
            return None;
        }
        let shares = self
            .breakdown(model, placed, assumptions)
            .shares(model, assumptions);
        let share = shares.into_iter().find(|share| share.line == line)?;
        Some(ShareOfMethod {
            // A lambda and an initialiser have no name in the text.
            name: match place.name.as_str() {
                "" => placed.method.name.clone(),
                name => name.to_owned(),
            },
            share,
            is_assumed: placed.is_assumed(assumptions),
        })
    }

    /// The hover of a line as Markdown: about the method on its heading, about a contract on its line.
    pub fn hover(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        line: u32,
        pictures: Pictures,
        run: Option<RunOfFile<'_>>,
    ) -> Option<String> {
        let at = line;
        let headed = self.methods.iter().find(|placed| {
            placed
                .place
                .as_ref()
                .is_some_and(|place| place.header_line == line)
        });
        let method = headed.and_then(|placed| match &placed.left_out {
            Some(part) => Some(hover::left_out(&placed.method.name, part.reason.as_deref())),
            None if placed.method.not_analysed.is_some() => None,
            None => {
                let breakdown = self.breakdown(model, placed, assumptions);
                let method = &placed.method;
                let predicted = hover::method(
                    model,
                    assumptions,
                    method,
                    (&breakdown, &self.parts(model, assumptions, placed)),
                    pictures,
                );
                let measured = run.map(|run| self.run_hover(model, run, placed));
                Some(measured.unwrap_or_default() + &predicted)
            }
        });
        let line = self
            .lines
            .get(&line)
            .filter(|tally| !tally.is_empty())
            .map(|tally| {
                let share = self.share_of(model, assumptions, at);
                let typical = self.typical_lines(model, assumptions).remove(&at);
                let typical = typical.filter(|line| !line.is_initialiser);
                let name = self
                    .payer_of(at)
                    .map_or("", |(place, _)| place.name.as_str());
                let typical = typical.as_ref().map(|typical| (name, typical));
                let measured = run.and_then(|run| self.run_line_hover(model, run, at));
                measured.unwrap_or_default()
                    + &hover::line(model, tally, share.as_ref(), typical, pictures)
            });
        let contracts = self.contracts_on(model, assumptions, at);
        let contracts = contracts.iter().map(hover::contract);
        let parts: Vec<String> = contracts.chain(method).chain(line).collect();
        if parts.is_empty() {
            return None;
        }
        Some(format!(
            "{}\n\n{}",
            parts.join("\n\n---\n\n"),
            hover::footer(model)
        ))
    }
}
