//! The table of settings: the only place with their names, kinds, defaults and descriptions.
//!
//! `cargo xtask settings` generates manuals and manifests from it. The readers of this module and the flags of the command line
//! follow it.

/// A setting, for code that must handle each of them.
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
    Profile,
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

/// The kind of value of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// One of a few words. If it is also a switch, `true` is the first word and `false` the last.
    Choice {
        /// The words.
        choices: &'static [Choice],
        /// Whether `true` and `false` are accepted.
        is_switch: bool,
    },
    /// A number and a unit of energy.
    Energy,
    /// A whole number.
    Whole {
        /// The minimum.
        min: u16,
        /// The maximum.
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

/// A word that is valid for a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// Another spelling, for keyboards that lack a character.
    pub alias: Option<&'static str>,
    /// What it means.
    pub meaning: &'static str,
}

/// The default of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DefaultValue {
    /// None; the description says what that means.
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
    /// The setting.
    pub key: Key,
    /// Its name in `jouled.toml` and in the section `jouled` of an editor's settings. The flag is the same in kebab-case.
    pub name: &'static str,
    /// The kind of value.
    pub kind: SettingKind,
    /// The default.
    pub default: DefaultValue,
    /// A sentence without its full stop.
    pub summary: &'static str,
    /// More sentences; may be empty.
    pub details: &'static str,
    /// Why it does not apply in `jouled.toml`; `None` if it does.
    pub not_in_project: Option<&'static str>,
    /// Whether the command line has a flag for it.
    pub has_flag: bool,
    /// Whether only the editor uses it, and not the server.
    pub is_of_editor: bool,
}

const OF_EDITOR: Option<&str> =
    Some("only the editor uses it, and the editor does not read this file");

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

/// The settings, in the order of the manuals.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: Key::Enable,
        name: "enable",
        default: DefaultValue::Switch(true),
        summary: "Whether the editor shows energies",
        details: "When this is off, jouled compiles nothing.",
        ..ROW
    },
    Setting {
        key: Key::Hints,
        name: "hints",
        kind: SettingKind::Choice {
            choices: &[
                choice(
                    "hot",
                    "the lines that together make up 80% of their method's typical energy: at most 5, and none in methods below 200 nJ",
                ),
                choice(
                    "all",
                    "every line that costs energy, with the energy of one run of it instead of its part of a call",
                ),
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
        summary: "The smallest energy that gets a hint, such as \"5 nJ\"",
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
                choice(
                    "p95",
                    "the energy that a run exceeds with a probability of 5%",
                ),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("mean"),
        summary: "Which figure a hint shows for the energy of a line",
        ..ROW
    },
    Setting {
        key: Key::HintsMaxLength,
        name: "hintsMaxLength",
        kind: SettingKind::Whole { min: 8, max: 1000 },
        default: DefaultValue::Whole(60),
        summary: "The maximum length of a hint in characters",
        details: "The rest is in the hover.",
        ..ROW
    },
    Setting {
        key: Key::HintsShare,
        name: "hintsShare",
        default: DefaultValue::Switch(false),
        summary: "Whether hints of all lines also show the line's share of its method's worst case",
        details: "The share includes loops and calls; symbols without a value count as 10. Hints of hot lines always show their share of the typical energy.",
        ..ROW
    },
    Setting {
        key: Key::HintsHideOnCursorLine,
        name: "hintsHideOnCursorLine",
        default: DefaultValue::Switch(false),
        summary: "Whether to hide the hint of the cursor's line",
        not_in_project: OF_EDITOR,
        is_of_editor: true,
        ..ROW
    },
    Setting {
        key: Key::Lens,
        name: "lens",
        default: DefaultValue::Switch(true),
        summary: "Whether a code lens above each method shows its energy",
        ..ROW
    },
    Setting {
        key: Key::HeatMap,
        name: "heatMap",
        default: DefaultValue::Switch(false),
        summary: "Whether to colour lines by their share of their method's typical energy",
        not_in_project: OF_EDITOR,
        is_of_editor: true,
        ..ROW
    },
    Setting {
        key: Key::Profile,
        name: "profile",
        kind: SettingKind::Text,
        summary: "The profile of a real run, made by `jouled profile`, whose measured energies the editor shows",
        details: "If unset, the editor shows the newest profile in the project's folder `.jouled`. `none` shows none. Commands take a \
            profile from --profile only.",
        ..ROW
    },
    Setting {
        key: Key::Model,
        name: "model",
        kind: SettingKind::Text,
        summary: "The model: a name from `jouled model list`, or a file",
        details: "If unset, jouled uses the model that `calibrate this-machine` or `jouled model use` chose, or else the default model.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Device,
        name: "device",
        kind: SettingKind::Text,
        default: DefaultValue::Text("any"),
        summary: "A device of the model, or any for the equal mixture of all devices",
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
                    "a result that stays on the stack saves the cost of storing it in a variable; jumps and arguments cost energy",
                ),
                choice(
                    "paper",
                    "every operator costs what its measured statement costs; jumps and arguments are free",
                ),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("stack"),
        summary: "How bytecode instructions map to measured operations: stack, or the paper's plain reading",
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
                choice("none", "only what the method executes itself"),
            ],
            is_switch: false,
        },
        default: DefaultValue::Text("all"),
        summary: "Which callees count in the energy of a method: all, the project's, or none",
        details: "jouled prices the JDK's methods at the first use and caches the result.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Assume,
        name: "assume",
        kind: SettingKind::Assumptions,
        default: DefaultValue::EmptyTable,
        summary: "Values for symbols, such as n = 100",
        details: "A key is a symbol (`n`), a symbol of a method (`pkg.Class.method:n`, or with its descriptor, `pkg.Class.method(I)V:n`; \
            a constructor is `pkg.Class.<init>`), or a symbol of all methods in some files \
            (`src/test/**:n`). The path before the colon is a glob relative to the project's root; a folder stands \
            for everything below it. A key is a path if it has a wildcard, ends in `/` or `.java`, or has slashes and \
            no dot. The most specific key wins, in this order: method with descriptor, method, path, symbol. Of several \
            paths, the one with the most characters that are not wildcards wins, then the greater value. jouled merges \
            the tables of all places; if several set the same key, the first place wins.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::JavaHome,
        name: "javaHome",
        kind: SettingKind::Folder,
        summary: "The JDK to compile with: an absolute path outside the project",
        details: "If unset, jouled searches JAVA_HOME, PATH and the usual places. It never uses a JDK in the \
            project, in the current directory, or behind a link in one of them: a project does not choose what runs.",
        not_in_project: Some(
            "jouled runs programs from it, and a project does not choose what runs; set it in your \
             editor's user settings or with --java-home",
        ),
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Release,
        name: "release",
        kind: SettingKind::Whole { min: 8, max: 99 },
        summary: "The Java release to compile for, as with javac's --release",
        details: "If unset, jouled uses the language level of the build files and the library of the JDK.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::ClassPath,
        name: "classPath",
        kind: SettingKind::Paths,
        default: DefaultValue::EmptyList,
        summary: "Class folders and jars to compile against, in front of those that jouled finds",
        details: "jouled concatenates the lists of all places, in the order of the places.",
        has_flag: true,
        ..ROW
    },
    Setting {
        key: Key::Exclude,
        name: "exclude",
        kind: SettingKind::Globs,
        default: DefaultValue::EmptyList,
        summary: "Globs of paths to skip in the search for sources, relative to the project's root",
        details: "`*` and `?` match within one name, `**` matches any number of folders, `{a,b}` matches one of several names, \
            and a folder stands for everything below it, as in `[\"**/generated\", \"**/*Test.java\"]`. Without a leading `**/`, \
            a name counts from the root. Calls to excluded code have no price. jouled concatenates the lists \
            of all places.",
        has_flag: true,
        ..ROW
    },
];

impl Setting {
    /// The setting with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// The name of the flag without the leading dashes: `java-home`.
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
        // The table has the order of the keys; a test checks that.
        &SETTINGS[self as usize]
    }
}

impl SettingKind {
    /// What is expected, to follow "must be".
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
    fn expected_values_are_listed_in_words() {
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
