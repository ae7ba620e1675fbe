//! The table of settings: the one place where their names, kinds, defaults and descriptions are.
//!
//! Manuals and manifests are generated from it by `cargo xtask settings`; the readers of this module,
//! and the flags of the command line, follow it.

/// A setting, for code that must treat each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table below describes each")]
pub enum Key {
    Enable,
    Hints,
    HintsMinimum,
    HintsValue,
    HintsMaxLength,
    HintsShare,
    HintsHideOnCursorLine,
    Lens,
    HeatMap,
    Model,
    Device,
    Mapping,
    Calls,
    Assume,
    JavaHome,
    Release,
    ClassPath,
    Exclude,
}

/// What can be written for a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// One of a few words. Where it is a switch too, `true` is the first of them and `false` the last.
    Choice {
        /// The words.
        choices: &'static [Choice],
        /// Whether `true` and `false` are understood.
        is_switch: bool,
    },
    /// A number and a unit of energy.
    Energy,
    /// A whole number.
    Whole {
        /// The least.
        min: u16,
        /// The greatest.
        max: u16,
    },
    /// Any text.
    Text,
    /// A path of a folder.
    Folder,
    /// A list of paths.
    Paths,
    /// A list of globs.
    Globs,
    /// A table from symbols to numbers.
    Assumptions,
}

/// A word that can be written for a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// Another way to write it, for keyboards that lack a character.
    pub alias: Option<&'static str>,
    /// What it means.
    pub meaning: &'static str,
}

/// What holds where a setting is not written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DefaultValue {
    /// Nothing; the description says what follows from that.
    Nothing,
    /// A switch.
    Switch(bool),
    /// A text or a word.
    Text(&'static str),
    /// A number.
    Whole(u16),
    /// An empty list.
    EmptyList,
    /// An empty table.
    EmptyTable,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Which it is.
    pub key: Key,
    /// Its name in `jouled.toml` and in the section `jouled` of an editor's settings. The flag is the
    /// same in kebab-case.
    pub name: &'static str,
    /// What can be written for it.
    pub kind: SettingKind,
    /// What holds where it is not written.
    pub default: DefaultValue,
    /// A sentence without its full stop.
    pub summary: &'static str,
    /// More sentences; may be empty.
    pub details: &'static str,
    /// Why it does not hold in `jouled.toml`; `None` where it does.
    pub not_in_project: Option<&'static str>,
    /// Whether the command line has a flag for it.
    pub has_flag: bool,
    /// Whether the editor does it, so that the server has nothing to do with it.
    pub is_of_editor: bool,
}

const OF_EDITOR: Option<&str> = Some("it is the editor's, which does not read this file");

const ROW: Setting = Setting {
    key: Key::Enable,
    name: "",
    kind: SettingKind::Switch,
    default: DefaultValue::Nothing,
    summary: "",
    details: "",
    not_in_project: None,
    has_flag: false,
    is_of_editor: false,
};

const fn choice(name: &'static str, meaning: &'static str) -> Choice {
    Choice {
        name,
        alias: None,
        meaning,
    }
}

/// The settings, in the order in which manuals show them.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: Key::Enable,
        name: "enable",
        default: DefaultValue::Switch(true),
        summary: "Whether an editor shows anything at all",
        details: "Off, nothing is compiled for it either.",
        ..ROW
    },
    Setting {
        key: Key::Hints,
        name: "hints",
        kind: SettingKind::Choice {
            choices: &[
                choice(
                    "hot",
                    "the lines that together have 80% of the typical energy of their method, at most 5, and none in methods below 200 nJ",
                ),
                choice("all", "each line that costs energy"),
                choice("none", "no hints"),
            ],
            is_switch: true,
        },
        default: DefaultValue::Text("hot"),
        summary: "Which lines show their energy, calls included",
        ..ROW
    },
    Setting {
        key: Key::HintsMinimum,
        name: "hintsMinimum",
        kind: SettingKind::Energy,
        default: DefaultValue::Text("0 J"),
        summary: "The smallest energy that has a hint, such as \"5 nJ\"",
        details: "The units are pJ, nJ, µJ or uJ, mJ, J and kJ.",
        ..ROW
    },
    Setting {
        key: Key::HintsValue,
        name: "hintsValue",
        kind: SettingKind::Choice {
            choices: &[
                choice("mean", "the mean: 40.2 nJ"),
                Choice {
                    name: "mean±sd",
                    alias: Some("mean+-sd"),
                    meaning: "the mean and the standard deviation",
                },
                choice("p95", "the energy that 95 of 100 runs stay below"),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("mean"),
        summary: "What a hint shows of the energy of a line",
        ..ROW
    },
    Setting {
        key: Key::HintsMaxLength,
        name: "hintsMaxLength",
        kind: SettingKind::Whole { min: 8, max: 1000 },
        default: DefaultValue::Whole(60),
        summary: "The longest hint in characters",
        details: "The rest is in the hover.",
        ..ROW
    },
    Setting {
        key: Key::HintsShare,
        name: "hintsShare",
        default: DefaultValue::Switch(false),
        summary: "Whether hints of all lines also say the line's share of the worst case of its method",
        details: "The share counts loops and calls; symbols without a value count as 10. Hints of hot lines have their share of the typical energy.",
        ..ROW
    },
    Setting {
        key: Key::HintsHideOnCursorLine,
        name: "hintsHideOnCursorLine",
        default: DefaultValue::Switch(false),
        summary: "Whether the hint of the cursor's line is hidden",
        not_in_project: OF_EDITOR,
        is_of_editor: true,
        ..ROW
    },
    Setting {
        key: Key::Lens,
        name: "lens",
        default: DefaultValue::Switch(true),
        summary: "Whether methods have their energy above them",
        ..ROW
    },
    Setting {
        key: Key::HeatMap,
        name: "heatMap",
        default: DefaultValue::Switch(false),
        summary: "Whether lines are coloured by their share of the typical energy of their method",
        not_in_project: OF_EDITOR,
        is_of_editor: true,
        ..ROW
    },
    Setting {
        key: Key::Model,
        name: "model",
        kind: SettingKind::Text,
        summary: "The model: a name that `jouled model list` shows, or a file",
        details: "Without it, the default model is used.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Device,
        name: "device",
        kind: SettingKind::Text,
        default: DefaultValue::Text("any"),
        summary: "A device of the model, or any: the equal mixture of all of them",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Mapping,
        name: "mapping",
        kind: SettingKind::Choice {
            choices: &[
                choice(
                    "stack",
                    "a result that is used on the stack saves the declaration of a variable; jumps and arguments cost",
                ),
                choice(
                    "paper",
                    "every operator is its measured statement; jumps and arguments are free",
                ),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("stack"),
        summary: "How instructions become operations: stack, or the paper's plain reading",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Calls,
        name: "calls",
        kind: SettingKind::Choice {
            choices: &[
                choice("all", "of the project and of the JDK"),
                choice("project", "of the project only"),
                choice("none", "a method's number is what it executes itself"),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("all"),
        summary: "Whose calls are followed: all, the project's, or none",
        details: "The cost of the JDK's methods is worked out at the first use and kept in the cache folder.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Assume,
        name: "assume",
        kind: SettingKind::Assumptions,
        default: DefaultValue::EmptyTable,
        summary: "Values for symbols, such as n = 100",
        details: "A key is a symbol (`n`), a symbol of a method (`pkg.Class.method:n`, or with its \
            descriptor, `pkg.Class.method(I)V:n`; a constructor is `pkg.Class.<init>`), or a symbol of all \
            methods in files (`src/test/**:n`, a glob of paths relative to the project's root; a folder \
            stands for all below it; a path has a wildcard, ends in `/` or `.java`, or has slashes and no \
            dot). The most specific holds: method with descriptor, method, path (of several the one with \
            the most characters that are no wildcards, then the greater value), symbol. The tables of all \
            places are joined; where a key is in several, the first place wins.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::JavaHome,
        name: "javaHome",
        kind: SettingKind::Folder,
        summary: "The JDK to compile with, by an absolute path outside of the project",
        details: "Without it JAVA_HOME, PATH and the usual places are searched. A JDK in the project, in the current \
            directory, or behind a link in one of them is not used, whoever names it: a project does not choose what runs.",
        not_in_project: Some(
            "a program is run from it, and which programs run is not for a project to say; set it in the editor's \
             settings of the user or with --java-home",
        ),
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Release,
        name: "release",
        kind: SettingKind::Whole { min: 8, max: 99 },
        summary: "The Java release whose language and library are compiled for, as javac's --release",
        details: "Without it the language of the build files and the library of the JDK.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::ClassPath,
        name: "classPath",
        kind: SettingKind::Paths,
        default: DefaultValue::EmptyList,
        summary: "Class folders and jars to compile against, in front of those that are found",
        details: "The lists of all places are joined, in the order of the places.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Exclude,
        name: "exclude",
        kind: SettingKind::Globs,
        default: DefaultValue::EmptyList,
        summary: "Globs of paths that are not searched for sources, relative to the project's root",
        details: "`*` and `?` stay within a name, `**` stands for any number of folders, `{a,b}` for one of \
            several, and a folder for all below it, as in `[\"**/generated\", \"**/*Test.java\"]`. Without `**/` a name is \
            one below the root. Code that calls what is excluded loses the price of these calls. The lists of all \
            places are joined.",
        has_flag: true,
        ..ROW
    },
];

impl Setting {
    /// The setting of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// The name of the flag, without the dashes in front: `java-home`.
    pub fn flag(&self) -> String {
        let mut flag = String::with_capacity(self.name.len() + 4);
        for character in self.name.chars() {
            if character.is_ascii_uppercase() {
                flag.push('-');
            }
            flag.push(character.to_ascii_lowercase());
        }
        flag
    }
}

impl Key {
    /// The row of the table.
    pub fn setting(self) -> &'static Setting {
        // The order of the table is that of the keys, as a test makes sure.
        &SETTINGS[self as usize]
    }
}

impl SettingKind {
    /// What is expected, as it follows "must be".
    pub fn expected(&self) -> String {
        match self {
            Self::Switch => "true or false".to_owned(),
            Self::Choice { choices, .. } => {
                let names: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("\"{}\"", choice.name))
                    .collect();
                match names.split_last() {
                    Some((last, [first, rest @ ..])) => {
                        let mut text = first.clone();
                        for name in rest {
                            text.push_str(", ");
                            text.push_str(name);
                        }
                        format!("{text} or {last}")
                    }
                    _ => names.concat(),
                }
            }
            Self::Energy => "an energy such as \"5 nJ\"".to_owned(),
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Text => "text in quotes".to_owned(),
            Self::Folder => "the path of a folder in quotes".to_owned(),
            Self::Paths => "a list of paths".to_owned(),
            Self::Globs => "a list of globs of paths".to_owned(),
            Self::Assumptions => "a table of symbols and numbers, such as n = 100".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_finds_its_row() {
        for setting in SETTINGS {
            assert_eq!(setting.key.setting().name, setting.name);
            assert_eq!(Setting::named(setting.name), Some(setting));
        }
    }

    #[test]
    fn a_flag_is_the_name_in_kebab_case() {
        assert_eq!(Key::JavaHome.setting().flag(), "java-home");
        assert_eq!(Key::Model.setting().flag(), "model");
    }

    #[test]
    fn descriptions_are_sentences() {
        for setting in SETTINGS {
            let Setting {
                name,
                summary,
                details,
                ..
            } = setting;
            assert!(
                summary.starts_with(char::is_uppercase) && !summary.ends_with('.'),
                "{name}"
            );
            assert!(details.is_empty() || details.ends_with('.'), "{name}");
        }
    }

    #[test]
    fn what_is_expected_reads_on() {
        assert_eq!(
            Key::Hints.setting().kind.expected(),
            "\"hot\", \"all\" or \"none\""
        );
        assert_eq!(
            Key::Mapping.setting().kind.expected(),
            "\"stack\" or \"paper\""
        );
    }
}
