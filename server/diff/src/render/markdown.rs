//! A comment on a pull request, which never exceeds the maximum length of a comment.

use super::words;
use crate::change::{Change, Section};
use crate::comparison::Comparison;
use crate::coverage::Coverage;
use crate::group::Group;
use escape::markdown_code;
use std::fmt::Write;

/// The first line of every comment, which finds the comment of an earlier run to update. It is not displayed.
pub const MARKER: &str = "<!-- jouled diff -->";

/// The maximum number of rows of a section.
const MAX_ROWS: usize = 40;

/// The maximum number of bytes, and therefore characters, of a comment. GitHub accepts up to 65,536.
const MAX_BYTES: usize = 60_000;

/// Bytes reserved for the end of a section.
const END: usize = 200;

/// The maximum number of characters of a name or a reason. Compilers accept names of 65,535.
const MAX_NAME_CHARACTERS: usize = 200;

/// The maximum number of callers named for a root cause.
const MAX_CALLERS: usize = 5;

/// The maximum number of details about a change in one cell.
const MAX_DETAILS: usize = 10;

/// A comment while it is written.
struct Comment {
    text: String,
    /// Bytes reserved for the end.
    kept: usize,
    /// Where to find the rest: a link, or a phrase.
    rest: String,
}

pub(super) fn render(comparison: &Comparison) -> String {
    let rest = match &comparison.page {
        Some(page) => format!("on [the full page]({page})"),
        None => String::from("in the full report"),
    };
    let foot = foot(comparison);
    let mut comment = Comment {
        text: head(comparison),
        kept: foot.len() + END,
        rest,
    };
    let has_regression = |group: &&Group| {
        let mut members = comparison.members(group);
        members.any(|change| change.verdict.is_regression())
    };
    let (regressions, others): (Vec<&Group>, Vec<&Group>) =
        comparison.groups.iter().partition(has_regression);
    if !regressions.is_empty() {
        comment.table("", comparison, &regressions, "\n");
    }
    let sums = comparison.sums_over_limits();
    let sums: Vec<String> = sums.map(|sum| format!("- {}", code(&sum))).collect();
    comment.list("sums over their limits", sums, " open");
    not_seen(&mut comment, &comparison.seen);
    for section in Section::ALL {
        let of_section = others.iter().filter(|group| group.section == section);
        let of_section: Vec<&Group> = of_section.copied().collect();
        if !of_section.is_empty() {
            let title = section.title().replace('~', "&#126;");
            let folded = of_section.iter().map(|group| group.folded.len());
            let methods = of_section.len() + folded.sum::<usize>();
            let summary = summary(&title, methods, "");
            comment.table(&summary, comparison, &of_section, "\n</details>\n\n");
        }
    }
    let problems = comparison.problems.iter().map(|problem| {
        let place = problem.problem.file.as_deref().unwrap_or_default();
        format!(
            "- {}: {} {}",
            problem.side,
            code(place),
            code(&words::in_one_line(&problem.problem.message))
        )
    });
    comment.list("not analysed", problems.collect(), "");
    if let Some(advice) = &comparison.advice {
        let advice = advice.iter().map(|one| {
            let place = format!("{}:{}", one.file, one.line);
            format!(
                "- {}: {}, {} in {} ({})",
                code(&place),
                code(&one.title),
                one.words,
                code(&one.method.to_string()),
                code(&one.id)
            )
        });
        comment.list("advice for changed lines", advice.collect(), "");
    }
    comment.text.push_str(&foot);
    comment.text
}

/// The start of every comment: the verdict and the rule behind it.
fn head(comparison: &Comparison) -> String {
    let mut head = format!("{MARKER}\n**{}**\n\n", words::verdict(comparison));
    for phrase in words::run(comparison) {
        let _ = writeln!(head, "{}\n", code(&phrase));
    }
    if words::geomean(comparison).is_some() {
        let _ = writeln!(head, "{}.\n", words::method(comparison));
    }
    for caveat in comparison.caveats.iter().take(MAX_DETAILS) {
        let _ = writeln!(head, "{}\n", code(caveat));
    }
    head
}

/// The end of every comment.
fn foot(comparison: &Comparison) -> String {
    let mut foot = String::new();
    if let Some(page) = &comparison.page {
        let _ = writeln!(foot, "[The full page]({page})\n");
    }
    if let Some(geomean) = words::geomean(comparison) {
        let _ = writeln!(foot, "{geomean}.\n");
    }
    let _ = writeln!(foot, "<sub>{}</sub>", code(&words::ground(comparison)));
    foot
}

/// The touched methods that were not seen, by name.
fn not_seen(comment: &mut Comment, seen: &Coverage) {
    let failures = seen.failures.iter().cloned();
    let all = failures.chain(seen.missing.iter().map(words::missing));
    let lines = all.map(|line| format!("- {}", code(&line)));
    comment.list("not seen", lines.collect(), " open");
}

fn summary(title: &str, count: usize, open: &str) -> String {
    format!("<details{open}><summary>{title}: {count}</summary>\n\n")
}

/// Text of a project, shortened if it is too long.
fn code(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_NAME_CHARACTERS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    markdown_code(&short)
}

impl Comment {
    fn has_room_for(&self, more: usize) -> bool {
        self.text.len() + more + self.kept < MAX_BYTES
    }

    /// Writes rows between a start and an end, as many as fit.
    fn rows(&mut self, begin: &str, rows: Vec<String>, end: &str) {
        if !self.has_room_for(begin.len() + end.len() + rows.first().map_or(0, String::len)) {
            return;
        }
        self.text.push_str(begin);
        let all = rows.len();
        let mut written = 0;
        for row in rows.into_iter().take(MAX_ROWS) {
            if !self.has_room_for(row.len() + end.len()) {
                break;
            }
            self.text.push_str(&row);
            self.text.push('\n');
            written += 1;
        }
        if written < all {
            let _ = writeln!(self.text, "\n{} more are {}.", all - written, self.rest);
        }
        self.text.push_str(end);
    }

    fn list(&mut self, title: &str, lines: Vec<String>, open: &str) {
        if !lines.is_empty() {
            let begin = summary(title, lines.len(), open);
            self.rows(&begin, lines, "\n</details>\n\n");
        }
    }

    fn table(&mut self, begin: &str, comparison: &Comparison, groups: &[&Group], end: &str) {
        let begin = format!(
            "{begin}| method | base | head | change | sure | why |\n| --- | --- | --- | --- | --- | --- |\n"
        );
        // Rows beyond the maximum are counted but not rendered.
        let mut rows: Vec<String> = groups
            .iter()
            .take(MAX_ROWS)
            .filter_map(|group| Some(row(comparison, group, comparison.changes.get(group.lead)?)))
            .collect();
        rows.resize(groups.len(), String::new());
        self.rows(&begin, rows, end);
    }
}

/// The row of a root cause, with its callers in its last cell.
fn row(comparison: &Comparison, group: &Group, change: &Change) -> String {
    let (difference, certainty) = change
        .delta
        .as_ref()
        .map_or_else(Default::default, |delta| {
            (
                format!(
                    "{} ({})",
                    words::signed(delta.mean),
                    words::relative(comparison, delta)
                ),
                words::certainty(change.section, delta).replace('~', "&#126;"),
            )
        });
    let mut name = code(&change.name.shown());
    if let Some((file, line)) = change.place() {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let _ = write!(name, "<br>{}", code(&format!("{file}{line}")));
    }
    let details = words::details(change)
        .into_iter()
        .filter(|detail| !detail.starts_with("single runs"))
        .take(MAX_DETAILS);
    let mut details: Vec<String> = details.map(|detail| code(&detail)).collect();
    let callers = words::folded(comparison, group, MAX_CALLERS);
    details.extend(callers.iter().map(|caller| format!("↳ {}", code(caller))));
    format!(
        "| {name} | {} | {} | {difference} | {certainty} | {} |",
        code(&words::energy(change.base.as_ref())),
        code(&words::energy(change.head.as_ref())),
        details.join("<br>")
    )
}
