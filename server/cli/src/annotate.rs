//! `jouled annotate`: source with the energy of each line in a column on the right.

use crate::options::{Annotate, Options};
use crate::settings::Settings;
use crate::{Outcome, input};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use anyhow::Result;
use ide::{FileAnalysis, Model, Program};
use source::SourceFile;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use workspace::CompiledFile;

/// Cividis, dark to light: told apart in the same order by every kind of colour vision.
const SCALE: [(u8, u8, u8); 6] = [
    (87, 108, 155),
    (112, 122, 144),
    (137, 136, 131),
    (164, 151, 120),
    (205, 176, 95),
    (253, 231, 55),
];

/// The widest source column when the output is piped.
const PIPED_WIDTH: usize = 100;

pub(crate) fn run(options: &Options, arguments: &Annotate) -> Result<Outcome> {
    let settings = Settings::new(options, &arguments.analysis, &arguments.files);
    let model = input::model(&settings)?;
    let (files, unread) = input::readable(&arguments.files);
    if files.is_empty() {
        let messages = unread.iter().map(|(_, error)| crate::message(error));
        anyhow::bail!(messages.collect::<Vec<String>>().join("\n"));
    }
    let (project, compilation, jdk) = input::compile(&settings, &files)?;
    let calls = settings.all.calls;
    let classes = input::program_classes(&compilation);
    let jars = &project.class_path;
    let program = input::follow(calls, &model, Some(&jdk), jars, classes)?.map(Arc::new);
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let info = model.info();
    writeln!(
        out,
        "model {} · device {} · {} mode · {} structure · mapping {}",
        info.name, info.device, info.mode, info.structure, info.mapping
    )?;
    writeln!(
        out,
        "measured on {}, {} · compiled by JDK {}",
        info.hardware, info.jdk, jdk.version.full
    )?;
    for file in &compilation.files {
        writeln!(out, "\n{}", project.relative(&file.file).display())?;
        let assumptions = settings.assumptions(&file.file);
        annotate(&mut out, &model, &assumptions, file, program.as_ref())?;
    }
    out.flush()?;
    drop(out);
    let mut incomplete = false;
    let problems = compilation.problems().chain(&project.problems);
    for problem in problems.chain(&settings.problems) {
        incomplete |= problem.severity == workspace::Severity::Error;
        anstream::eprintln!("{}", crate::report::problem_text(problem, &project));
    }
    for (_, error) in &unread {
        incomplete = true;
        anstream::eprintln!("error: {}", crate::message(error));
    }
    Ok(if incomplete && arguments.analysis.strict {
        Outcome::Incomplete
    } else if unread.is_empty() {
        Outcome::Complete
    } else {
        Outcome::PartlyUnread
    })
}

fn annotate(
    out: &mut impl Write,
    model: &Model,
    assumptions: &ide::Assumptions,
    file: &CompiledFile,
    program: Option<&Arc<Program>>,
) -> Result<()> {
    let source = SourceFile::parse(file.text.clone());
    let analysis = FileAnalysis::new(
        model,
        &source,
        0,
        file.classes.iter().map(|class| &class.bytes[..]),
        &file.left_out(),
        program,
    );
    let hints: BTreeMap<u32, String> = analysis
        .hints(model)
        .into_iter()
        .map(|hint| (hint.line, hint.label))
        .collect();
    let shares: BTreeMap<u32, f64> = analysis
        .lines(model, assumptions)
        .into_iter()
        .map(|line| (line.line, line.share_of_method))
        .collect();
    let lenses = analysis.lenses(model, assumptions);
    let lines: Vec<String> = file.text.lines().map(expand_tabs).collect();
    let column = hints.values().map(|hint| hint.width()).max().unwrap_or(0);
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let room = if std::io::stdout().is_terminal() {
        terminal_size::terminal_size().map_or(PIPED_WIDTH, |(width, _)| usize::from(width.0))
    } else {
        PIPED_WIDTH + column
    };
    let width = widest.min(room.saturating_sub(column + 2)).max(20);
    for (text, number) in lines.iter().zip(1_u32..) {
        for lens in lenses.iter().filter(|lens| lens.line == number) {
            let indent = text.len() - text.trim_start().len();
            let style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));
            writeln!(out, "{}{style}{}{style:#}", " ".repeat(indent), lens.title)?;
        }
        let Some(hint) = hints.get(&number) else {
            writeln!(out, "{text}")?;
            continue;
        };
        let shown = cut(text, width);
        let gap = width.saturating_sub(shown.width()) + 2;
        let style = colour(shares.get(&number).copied().unwrap_or(0.0));
        writeln!(out, "{shown}{}{style}{hint}{style:#}", " ".repeat(gap))?;
    }
    Ok(())
}

fn expand_tabs(line: &str) -> String {
    line.replace('\t', "    ")
}

/// The beginning of a line that is wider than its column, with a sign that it goes on.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut used = 1;
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        shown.push(character);
    }
    shown.push('…');
    shown
}

fn colour(share: f64) -> Style {
    let step = (share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64).round() as usize;
    let (red, green, blue) = SCALE[step.min(SCALE.len() - 1)];
    Style::new().fg_color(Some(Color::Rgb(RgbColor(red, green, blue))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_wide_is_cut_at_its_width_on_the_screen() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("漢字漢字", 5), "漢字…");
    }

    #[test]
    fn the_dearest_line_is_the_lightest() {
        assert_ne!(colour(0.0), colour(1.0));
        assert_eq!(colour(2.0), colour(1.0));
    }
}
