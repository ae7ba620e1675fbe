//! The arguments of every command that analyses code.

use clap::Args;
use project_settings::{
    BadGlob, Calls, DefaultValue, Key, PathGlobs, ScopedAssumptions, SettingKind,
};
use std::ffi::OsString;

#[derive(Debug, Args)]
pub(crate) struct Analysis {
    #[arg(long, value_name = "PATHS", help = described(Key::ClassPath))]
    pub(crate) class_path: Option<OsString>,
    #[arg(long, value_name = "N", value_parser = release(), help = described(Key::Release))]
    pub(crate) release: Option<u16>,
    #[arg(long, value_name = "GLOB", value_parser = glob, help = described(Key::Exclude))]
    pub(crate) exclude: Vec<String>,
    #[arg(long, value_name = "SYMBOL=VALUE", value_parser = assumption, help = described(Key::Assume))]
    pub(crate) assume: Vec<String>,
    #[arg(long, value_name = "all|project|none", value_parser = calls, env = "JOULED_CALLS", help = described(Key::Calls))]
    pub(crate) calls: Option<Calls>,
    /// Exit with 4 if anything could not be analysed, or a contract is undecided
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print every error and warning; without this, ten of each
    #[arg(long)]
    pub(crate) all_problems: bool,
}

pub(super) fn calls(name: &str) -> Result<Calls, String> {
    Calls::named(name).ok_or_else(|| String::from("write all, project or none"))
}

/// Rejects text that is not an assumption before anything is read.
pub(super) fn assumption(text: &str) -> Result<String, String> {
    for part in assumptions(text) {
        ScopedAssumptions::default()
            .parse(part)
            .map_err(|error| error.to_string())?;
    }
    Ok(text.to_owned())
}

/// The assumptions in `n=100,m=3`. A comma in the brackets of a method's parameters or of a glob does not separate them.
pub(crate) fn assumptions(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let is_between = move |character: char| {
        match character {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        character == ',' && depth <= 0
    };
    text.split(is_between).collect()
}

pub(super) fn glob(text: &str) -> Result<String, BadGlob> {
    match PathGlobs::new([text]).1.pop() {
        None => Ok(text.to_owned()),
        Some((_, error)) => Err(error),
    }
}

pub(super) fn release() -> clap::builder::RangedI64ValueParser<u16> {
    let parser = clap::builder::RangedI64ValueParser::new();
    match Key::Release.setting().kind {
        SettingKind::Whole { min, max } => parser.range(i64::from(min)..=i64::from(max)),
        _ => parser,
    }
}

/// The description of a setting, and how its flag is written if that differs.
pub(super) fn described(key: Key) -> String {
    let setting = key.setting();
    let form = match key {
        Key::ClassPath => "; separated as in a Java class path",
        Key::Exclude | Key::Assume => "; may be given several times",
        Key::JavaHome => "; otherwise jouled searches `JAVA_HOME`, `PATH` and the usual places",
        _ => "",
    };
    match setting.default {
        DefaultValue::Text(default) => format!("{}{form} [default: {default}]", setting.summary),
        _ => format!("{}{form}", setting.summary),
    }
}
