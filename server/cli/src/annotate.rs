//! `jouled annotate`: prints source with the energy of each line beside it: its part of the typical energy of its method,
//! callees included, and the energy of what it executes.

use crate::exit::ExitReason;
use crate::failure::NothingRead;
use crate::measured::{Measured, MeasuredLine, RanMethod, UNKNOWN_CODE, in_words};
use crate::options::{Annotate, Options};
use crate::settings::Settings;
use crate::{input, screen};
use anyhow::Result;
use compile::{BlockingCompiler, CompiledFile};
use escape::{Colour, Screen, plain};
use ide::{FileAnalysis, HintStyle, Model, Program, TypicalLine};
use profile::forms::{energy, percent};
use source::SourceFile;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Cividis, dark to light: people with any kind of colour vision see it in the same order.
const SCALE: [(u8, u8, u8); 6] = [
    (87, 108, 155),
    (112, 122, 144),
    (137, 136, 131),
    (164, 151, 120),
    (205, 176, 95),
    (253, 231, 55),
];

/// The maximum width of the source column if the output is piped.
const PIPED_WIDTH: usize = 100;

pub(crate) fn run(options: &Options, arguments: &Annotate) -> Result<ExitReason> {
    let measured = arguments
        .profile
        .as_deref()
        .map(Measured::open)
        .transpose()?;
    let settings = Settings::new(options, &arguments.analysis, &arguments.files);
    let model = input::model(&settings)?;
    let (files, unread) = input::readable(&arguments.files);
    if files.is_empty() {
        let messages = unread
            .iter()
            .map(|(_, error)| crate::failure::message(error));
        return Err(NothingRead(messages.collect()).into());
    }
    let (project, compilation, jdk) =
        input::compile(&mut BlockingCompiler::default(), &settings, &files)?;
    let empty = input::empty_folders(&files, &project);
    if empty.len() == files.len() {
        let messages = empty.iter().map(|path| {
            format!(
                "{} contains no Java source; name a file or folder that does",
                path.display()
            )
        });
        return Err(NothingRead(messages.collect()).into());
    }
    let calls = settings.all.calls;
    let code = input::program_code(&compilation);
    let jars = &project.class_path;
    let program = input::follow(calls, &model, Some(&jdk), jars, code)?.map(Arc::new);
    let mut out = screen::coloured();
    let info = model.info();
    for line in info.lines() {
        out.line(format_args!("{line}"))?;
    }
    out.line(format_args!(
        "measured on {}, {} · compiled by JDK {}",
        model.hardware(),
        model.jdk(),
        jdk.version.full
    ))?;
    out.line(format_args!(
        "≈: the line's part of an average call of its method; ⚡: one run of the line at its most expensive; both with calls"
    ))?;
    if let Some(measured) = &measured {
        let meter = &measured.analysis.meter;
        let how = if meter.is_modelled {
            "modelled, not measured, by"
        } else {
            "measured by"
        };
        out.line(format_args!(
            "before it: the energy of the line in the run, without its callees (●), {how} {}",
            meter.selector
        ))?;
        if !measured.knows_code() {
            out.line(format_args!("{UNKNOWN_CODE}"))?;
        }
    }
    for file in &compilation.files {
        out.end()?;
        out.line(format_args!("{}", project.relative(&file.file).display()))?;
        let assumptions = settings.assumptions(&file.file);
        let program = program.as_ref();
        annotate(
            &mut out,
            &model,
            &assumptions,
            file,
            (program, measured.as_ref()),
        )?;
    }
    out.flush()?;
    drop(out);
    let mut incomplete = false;
    let problems = compilation.problems().chain(&project.problems);
    let problems: Vec<_> = problems
        .chain(&settings.problems)
        .map(|problem| {
            incomplete |= problem.severity == problems::Severity::Error;
            crate::problem::problem_report(problem, Some(&project))
        })
        .collect();
    crate::problem::print(&problems, arguments.analysis.all_problems);
    for (_, error) in &unread {
        incomplete = true;
        crate::screen::print_message(format_args!("error: {}", crate::failure::message(error)));
    }
    Ok(if incomplete && arguments.analysis.strict {
        ExitReason::Incomplete
    } else if unread.is_empty() {
        ExitReason::Complete
    } else {
        ExitReason::PartlyUnread
    })
}

fn annotate(
    out: &mut Screen<impl Write>,
    model: &Model,
    assumptions: &ide::AssumedValues,
    file: &CompiledFile,
    (program, measured): (Option<&Arc<Program>>, Option<&Measured>),
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
        .hints_in(model, assumptions, &HintStyle::default(), None)
        .into_iter()
        .map(|hint| (hint.line, hint.label))
        .collect();
    let shares: BTreeMap<u32, f64> = analysis
        .lines(model, assumptions, None)
        .into_iter()
        .map(|line| (line.line, line.share_of_method))
        .collect();
    let parts = analysis.typical_lines(model, assumptions).into_iter();
    let has_part = |line: &TypicalLine| line.mean.0 > 0.0 || line.unpriced_calls > 0.0;
    let parts = parts.filter(|(_, line)| !line.is_initialiser && has_part(line));
    let mut typical: BTreeMap<u32, (f64, String)> = parts
        .map(|(number, line)| (number, (line.share, part(&line))))
        .collect();
    if let Some(measured) = measured {
        put_before(&mut typical, &measured.lines_of(&analysis));
    }
    let part_width = typical.values().map(|(_, text)| text.width()).max();
    let part_width = part_width.map_or(0, |width| width + 2);
    let lenses = analysis.lenses(model, assumptions, None);
    let lines: Vec<String> = file.text.lines().map(shown).collect();
    let column = hints.values().map(|hint| hint.width()).max().unwrap_or(0) + part_width;
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
            out.part(format_args!("{}", " ".repeat(indent)));
            out.coloured(Colour::Cyan, format_args!("{}", lens.title));
            let name = (&*lens.class, &*lens.name);
            let ran = measured.and_then(|run| run.method_at(&analysis, name, &lens.lines));
            let words = match ran {
                Some(RanMethod::AsNow(row)) => in_words(row),
                Some(RanMethod::Otherwise) => String::from("ran with other code"),
                None => String::new(),
            };
            if !words.is_empty() {
                out.coloured(Colour::Cyan, format_args!("  ● {words}"));
            }
            out.end()?;
        }
        let (hint, typical) = (hints.get(&number), typical.get(&number));
        if hint.is_none() && typical.is_none() {
            out.line(format_args!("{text}"))?;
            continue;
        }
        let shown = cut(text, width);
        let gap = width.saturating_sub(shown.width()) + 2;
        let share = typical.map(|(share, _)| *share);
        let share = share.or_else(|| shares.get(&number).copied());
        let colour = colour(share.unwrap_or(0.0));
        out.part(format_args!("{shown}{}", " ".repeat(gap)));
        let typical = typical.map_or("", |(_, text)| text.as_str());
        let Some(hint) = hint else {
            out.coloured(colour, format_args!("{typical}"));
            out.end()?;
            continue;
        };
        let gap = part_width.saturating_sub(typical.width());
        out.coloured(colour, format_args!("{typical}{}{hint}", " ".repeat(gap)));
        out.end()?;
    }
    Ok(())
}

/// Puts the measured energy of lines before the predicted one. The colour is then that of the run.
fn put_before(typical: &mut BTreeMap<u32, (f64, String)>, measured: &BTreeMap<u32, MeasuredLine>) {
    let text = |line: &MeasuredLine| {
        let joules = line.joules.map(|joules| format!("{} · ", energy(joules)));
        format!("● {}{}", joules.unwrap_or_default(), percent(line.share))
    };
    let width = measured
        .values()
        .map(|line| text(line).width())
        .max()
        .unwrap_or(0);
    for (share, predicted) in typical.values_mut() {
        *share = 0.0;
        predicted.insert_str(0, &" ".repeat(width + 2));
    }
    for (number, line) in measured {
        let (share, predicted) = typical.entry(*number).or_default();
        *share = line.share;
        let text = text(line);
        let gap = " ".repeat((width + 2).saturating_sub(text.width()));
        *predicted = format!("{text}{gap}{}", predicted.trim_start());
    }
}

/// A line's part of the typical energy of its method: `≈ 2.1 µJ · 53%`, and `+ ?` if calls in it have no price.
fn part(line: &TypicalLine) -> String {
    let unpriced = if line.has_unpriced_calls() {
        " + ?"
    } else {
        ""
    };
    if line.mean.0 > 0.0 {
        let (mean, percent) = (line.mean.about(), 100.0 * line.share);
        format!("≈ {mean} · {percent:.0}%{unpriced}")
    } else {
        String::from("≈ ?")
    }
}

/// A line as displayed.
fn shown(line: &str) -> String {
    plain(&line.replace('\t', "    "))
}

/// The start of a line that is wider than its column, with a sign that it continues.
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

fn colour(share: f64) -> Colour {
    let step = (share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64).round() as usize;
    let (red, green, blue) = SCALE[step.min(SCALE.len() - 1)];
    Colour::Rgb(red, green, blue)
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
    fn the_costliest_line_is_the_lightest() {
        assert_ne!(colour(0.0), colour(1.0));
        assert_eq!(colour(2.0), colour(1.0));
    }
}
