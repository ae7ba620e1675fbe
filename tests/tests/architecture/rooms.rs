//! The files of one target, and the names that each of them uses. Paths are resolved as in `rustc`, but from the tokens
//! alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Names that pass through this many re-exports are not followed further.
const MOST_REEXPORTS: usize = 16;

/// A path as written, from the first to the last name.
type Names = Vec<String>;

/// A module of the target: a file, or a part of one.
struct Module {
    path: Names,
    file: usize,
    children: BTreeMap<String, usize>,
    /// The names that `use` introduces here, and their targets.
    imports: BTreeMap<String, Names>,
    /// The modules imported with a glob.
    globs: Vec<Names>,
    named: Vec<Named>,
}

struct Named {
    names: Names,
    /// True for `pub use`: re-exported, but not used here.
    is_handed_on: bool,
}

/// All modules of a target when it is built without tests.
pub(crate) struct Rooms {
    files: Vec<PathBuf>,
    modules: Vec<Module>,
}

/// A file that uses a name from another file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
    pub(crate) names: BTreeSet<String>,
}

impl Rooms {
    /// The modules of the target with the root file `root`.
    pub(crate) fn read(root: &Path) -> Self {
        let mut rooms = Self {
            files: Vec::new(),
            modules: Vec::new(),
        };
        let folder = root.parent().unwrap_or(root);
        rooms.read_file(root.to_path_buf(), folder, Vec::new());
        rooms
    }

    fn read_file(&mut self, file: PathBuf, folder: &Path, path: Names) -> usize {
        let text = std::fs::read_to_string(&file).unwrap();
        let tokens: TokenStream = text.parse().unwrap();
        self.files.push(file);
        let file = self.files.len() - 1;
        self.read_module(tokens, file, folder, path)
    }

    fn read_module(
        &mut self,
        tokens: TokenStream,
        file: usize,
        folder: &Path,
        path: Names,
    ) -> usize {
        let module = self.modules.len();
        self.modules.push(Module {
            path,
            file,
            children: BTreeMap::new(),
            imports: BTreeMap::new(),
            globs: Vec::new(),
            named: Vec::new(),
        });
        self.read_tokens(tokens, module, folder);
        module
    }

    fn read_tokens(&mut self, tokens: TokenStream, module: usize, folder: &Path) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let after_separator = is_inside_path(&tokens[..at]);
            match token {
                TokenTree::Punct(_) if is_test_attribute(&tokens[at..]) => {
                    at = end_of_item(&tokens, at);
                }
                // The visibility of an item is no use of anything.
                TokenTree::Group(_) if at > 0 && tokens[at - 1].to_string() == "pub" => {}
                TokenTree::Group(group) => self.read_tokens(group.stream(), module, folder),
                TokenTree::Ident(word) if word == "mod" && at + 2 < tokens.len() => {
                    self.read_child(&tokens[at + 1], &tokens[at + 2], module, folder);
                    at += 2;
                }
                TokenTree::Ident(word) if word == "use" => {
                    let end = (at..tokens.len())
                        .find(|end| is(&tokens[*end], ';'))
                        .unwrap_or(tokens.len());
                    let is_handed_on = is_public(&tokens[..at]);
                    self.read_use(&tokens[at + 1..end], &[], is_handed_on, module);
                    at = end;
                }
                TokenTree::Ident(_) if !after_separator => {
                    let names = path_at(&tokens[at..]);
                    // There are two colons between two names.
                    at += 3 * (names.len() - 1);
                    if names.len() > 1 {
                        self.modules[module].named.push(Named {
                            names,
                            is_handed_on: false,
                        });
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The module `name`, in braces or in its own file.
    fn read_child(&mut self, name: &TokenTree, body: &TokenTree, parent: usize, folder: &Path) {
        let name = name.to_string();
        let mut path = self.modules[parent].path.clone();
        path.push(name.clone());
        let inner = folder.join(&name);
        let child = if let TokenTree::Group(group) = body {
            let file = self.modules[parent].file;
            self.read_module(group.stream(), file, &inner, path)
        } else {
            let beside = folder.join(format!("{name}.rs"));
            let file = if beside.exists() {
                beside
            } else {
                inner.join("mod.rs")
            };
            self.read_file(file, &inner, path)
        };
        self.modules[parent].children.insert(name, child);
    }

    /// A `use` without its keyword and its semicolon.
    fn read_use(
        &mut self,
        tokens: &[TokenTree],
        prefix: &[String],
        is_handed_on: bool,
        module: usize,
    ) {
        for part in tokens.split(|token| is(token, ',')) {
            let mut names = prefix.to_vec();
            let mut called = None;
            let mut group: Option<&Group> = None;
            let mut words = part.iter().peekable();
            if prefix.is_empty() && part.first().is_some_and(|token| is(token, ':')) {
                // A path that begins with two colons means another crate, whatever modules are here.
                names.push("::".to_owned());
            }
            while let Some(word) = words.next() {
                match word {
                    TokenTree::Ident(word) if word == "as" => {
                        called = words.next().map(ToString::to_string);
                    }
                    TokenTree::Ident(word) if word == "self" && !names.is_empty() => {}
                    TokenTree::Ident(word) => names.push(word.to_string()),
                    TokenTree::Group(inner) => group = Some(inner),
                    _ => {}
                }
            }
            if let Some(group) = group {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                self.read_use(&inner, &names, is_handed_on, module);
            } else if let Some(last) = names.last().cloned() {
                let module = &mut self.modules[module];
                if part.last().is_some_and(|token| is(token, '*')) {
                    module.globs.push(names.clone());
                }
                module.imports.insert(called.unwrap_or(last), names.clone());
                module.named.push(Named {
                    names,
                    is_handed_on,
                });
            }
        }
    }

    /// The module that a path leads to from `module`: the one that declares what the path names. `None` if it belongs to
    /// another crate.
    fn lead(&self, names: &[String], module: usize, reexports: usize) -> Option<usize> {
        let (first, rest) = names.split_first()?;
        let mut here = module;
        let mut rest = rest;
        match first.as_str() {
            "crate" => here = 0,
            "self" => {}
            "super" => {
                here = self.parent(here)?;
                while let Some(("super", further)) = rest
                    .split_first()
                    .map(|(first, rest)| (first.as_str(), rest))
                {
                    here = self.parent(here)?;
                    rest = further;
                }
            }
            name => {
                let module = &self.modules[module];
                if let Some(import) = module.imports.get(name)
                    && import.first().map(String::as_str) != Some(name)
                {
                    let path: Names = import.iter().chain(rest).cloned().collect();
                    return self.follow(&path, here, reexports);
                }
                let Some(child) = module.children.get(name) else {
                    return self.lead_through_globs(names, here, reexports);
                };
                here = *child;
            }
        }
        while let Some((name, further)) = rest.split_first() {
            if let Some(child) = self.modules[here].children.get(name) {
                here = *child;
                rest = further;
            } else if let Some(import) = self.modules[here].imports.get(name) {
                let path: Names = import.iter().chain(further).cloned().collect();
                return self.follow(&path, here, reexports);
            } else {
                break;
            }
        }
        Some(here)
    }

    /// The same for a path whose first name comes from a glob import.
    fn lead_through_globs(
        &self,
        names: &[String],
        module: usize,
        reexports: usize,
    ) -> Option<usize> {
        let globs = self.modules[module].globs.iter();
        let opened = globs.filter_map(|glob| self.follow(glob, module, reexports));
        let mut knowing = opened.filter(|opened| {
            let opened = &self.modules[*opened];
            names.first().is_some_and(|name| {
                opened.children.contains_key(name) || opened.imports.contains_key(name)
            })
        });
        let opened = knowing.find(|opened| *opened != module)?;
        self.follow(names, opened, reexports)
    }

    fn follow(&self, path: &[String], module: usize, reexports: usize) -> Option<usize> {
        (reexports < MOST_REEXPORTS)
            .then(|| self.lead(path, module, reexports + 1))
            .flatten()
    }

    fn parent(&self, module: usize) -> Option<usize> {
        let (_, parent) = self.modules[module].path.split_last()?;
        self.modules.iter().position(|module| module.path == parent)
    }

    /// Which file uses names from which.
    pub(crate) fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
        for (number, module) in self.modules.iter().enumerate() {
            for named in module.named.iter().filter(|named| !named.is_handed_on) {
                let Some(to) = self.lead(&named.names, number, 0) else {
                    continue;
                };
                let to = self.modules[to].file;
                if to != module.file {
                    let names = arrows.entry((module.file, to)).or_default();
                    names.extend(named.names.last().cloned());
                }
            }
        }
        arrows
            .into_iter()
            .map(|((from, to), names)| Arrow {
                from: self.files[from].clone(),
                to: self.files[to].clone(),
                names,
            })
            .collect()
    }

    /// Every path that begins with a name from outside this target, with the file that contains it.
    pub(crate) fn foreign(&self) -> Vec<(&Path, &[String])> {
        let mut foreign = Vec::new();
        for (number, module) in self.modules.iter().enumerate() {
            for named in &module.named {
                let names = match named.names.first() {
                    Some(first) if first == "::" => &named.names[1..],
                    _ => &named.names,
                };
                if self.lead(&named.names, number, 0).is_none() {
                    foreign.push((self.files[module.file].as_path(), names));
                }
            }
        }
        foreign
    }
}

/// The arrows of each cycle: each of its files reaches each other.
pub(crate) fn circles(arrows: &[Arrow]) -> Vec<Vec<Arrow>> {
    let mut reached: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    for arrow in arrows {
        let mut open = vec![arrow.from.as_path()];
        let seen = reached.entry(&arrow.from).or_default();
        while let Some(file) = open.pop() {
            for next in arrows.iter().filter(|arrow| arrow.from == file) {
                if seen.insert(&next.to) {
                    open.push(&next.to);
                }
            }
        }
    }
    let reaches = |from: &Path, to: &Path| reached.get(from).is_some_and(|seen| seen.contains(to));
    let mut circles: BTreeMap<BTreeSet<&Path>, Vec<Arrow>> = BTreeMap::new();
    for arrow in arrows {
        if reaches(&arrow.to, &arrow.from) {
            let around = reached[arrow.from.as_path()]
                .iter()
                .copied()
                .filter(|file| reaches(file, &arrow.from))
                .collect();
            circles.entry(around).or_default().push(arrow.clone());
        }
    }
    circles.into_values().collect()
}

fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Whether the name after these tokens belongs to what comes before it: after two colons, or after one dot.
fn is_inside_path(before: &[TokenTree]) -> bool {
    match before {
        [.., first, second] if is(second, ':') => is(first, ':'),
        [.., first, second] => is(second, '.') && !is(first, '.'),
        _ => false,
    }
}

/// Whether `#[cfg(test)]`, or a condition that contains `test`, begins here.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(group), ..] = tokens else {
        return false;
    };
    let text: String = group.stream().to_string().split_whitespace().collect();
    is(hash, '#') && (text == "cfg(test)" || text.starts_with("cfg(all(test,") || text == "test")
}

/// The last token of the item that begins at `at`: its braces or its semicolon.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    (at..tokens.len())
        .find(|end| match &tokens[*end] {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            token => is(token, ';'),
        })
        .unwrap_or(tokens.len())
}

/// Whether the item after these tokens has `pub`, or `pub(…)`.
fn is_public(before: &[TokenTree]) -> bool {
    let word = match before {
        [.., word, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => word,
        [.., word] => word,
        [] => return false,
    };
    word.to_string() == "pub"
}

/// The path that begins with the first token, a name.
fn path_at(tokens: &[TokenTree]) -> Names {
    let mut names: Names = tokens
        .first()
        .map(ToString::to_string)
        .into_iter()
        .collect();
    let mut rest = &tokens[1..];
    while let [first, second, TokenTree::Ident(name), further @ ..] = rest
        && is(first, ':')
        && is(second, ':')
    {
        names.push(name.to_string());
        rest = further;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Rooms, circles};

    /// The cycles in a library with these files, and the names of other crates that it uses.
    fn read(files: &[(&str, &str)]) -> (usize, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let rooms = Rooms::read(&folder.path().join("lib.rs"));
        let foreign = rooms.foreign().into_iter();
        let foreign = foreign.map(|(_, names)| names.join("::")).collect();
        (circles(&rooms.arrows()).len(), foreign)
    }

    #[test]
    fn a_cycle_is_found_however_its_files_name_each_other() {
        for back in [
            "use crate::a::A;",
            "use super::a::{self, A};",
            "use super::a as other;",
            "use crate::*; use a::A;",
            "use crate::{A as Other};",
            "use crate::c::A;",
            "fn f(a: crate::a::A) {}",
            "fn f() -> usize { Some(super::a::A).map(drop) }",
            "mod inner { use super::super::a::A; }",
            "#[derive(Debug)] struct B { a: super::a::A }",
            "macro_rules! m { () => { crate::a::f() } }",
        ] {
            let files = [
                ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
                ("a.rs", "use crate::b::B; pub struct A;"),
                ("b.rs", back),
                ("c/mod.rs", "pub use crate::a::A;"),
            ];
            assert_eq!(read(&files).0, 1, "{back}");
        }
    }

    #[test]
    fn mutual_use_only_in_tests_or_comments_is_no_cycle() {
        for back in [
            "// use crate::a::A;",
            "/// See [`crate::a::A`].\nstruct B;",
            "const TEXT: &str = \"crate::a::A\";",
            "#[cfg(test)] mod tests { use crate::a::A; }",
            "#[cfg(test)] use crate::a::A; struct B;",
            "pub(in crate::a) struct B;",
            "fn f(a: Other) { a.crate_a(); }",
        ] {
            let files = [
                ("lib.rs", "mod a; mod b; pub use a::A;"),
                ("a.rs", "use crate::b::B; pub struct A;"),
                ("b.rs", back),
            ];
            assert_eq!(read(&files).0, 0, "{back}");
        }
    }

    #[test]
    fn a_re_exported_name_is_not_a_use() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod b; pub use b::B; pub struct A;"),
            ("a/b.rs", "use super::A; pub struct B;"),
        ];
        assert_eq!(read(&files).0, 0);
    }

    #[test]
    fn another_crate_is_distinguished_from_a_module_of_the_same_name() {
        let files = [
            (
                "lib.rs",
                "mod diff; use ::diff::render::Format; use diff::D; use serde::de::Error;",
            ),
            ("diff.rs", "pub struct D;"),
        ];
        assert_eq!(read(&files).1, ["diff::render::Format", "serde::de::Error"]);
    }
}
