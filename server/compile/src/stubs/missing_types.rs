//! Stand-ins for missing packages, imports and classes.

use std::ops::Range;

use source::{NameUse, SourceFile, TypeUse};

use super::Stubs;
use super::java_names::{binary_name, is_plain, last_is_class, simple, within};
use super::repairable_error::SymbolKind;
use super::source_context::SourceContext;

impl Stubs {
    pub(super) fn no_package(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        package: &str,
    ) -> bool {
        let Some(used) = source.name_use(bytes) else {
            return false;
        };
        if !used.is_imported {
            let name = within(&self.of_classes(package, source), &used.name);
            let parameters = source.uses_of(&used.name).arguments;
            return self.add_type(&name, used.usage, parameters);
        }
        // javac names the package of a class, or of an import with an asterisk.
        let imports = source.imports();
        let of_package = imports.iter().filter(|import| {
            let rest = import.path.strip_prefix(package);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        let mut is_news = false;
        for import in of_package {
            is_news |= match (import.is_static, import.is_wildcard) {
                (false, true) => self.add_package(&import.path),
                (true, true) => self.add_type(&import.path, TypeUse::Other, 0),
                (true, false) => self.add_static_import(source, &import.path),
                (false, false) => self.add_imported(source, &import.path),
            };
        }
        is_news
    }

    /// What javac takes for a package is a class if it is written like one.
    fn of_classes(&self, package: &str, source: &SourceFile) -> String {
        let (first, rest) = package.split_once('.').unwrap_or((package, ""));
        if !first.chars().next().is_some_and(char::is_uppercase) {
            return package.to_owned();
        }
        let first = self.resolve(first, source);
        if rest.is_empty() {
            first
        } else {
            format!("{first}.{rest}")
        }
    }

    fn add_package(&mut self, name: &str) -> bool {
        // An asterisk after a class means its members.
        if last_is_class(name) {
            return self.add_type(name, TypeUse::Other, 0);
        }
        if !is_plain(name) {
            return false;
        }
        self.packages.insert(name.to_owned());
        self.note(format!("package {name}"))
    }

    fn add_imported(&mut self, source: &SourceFile, path: &str) -> bool {
        let uses = source.uses_of(simple(path));
        self.add_type(path, TypeUse::Other, uses.arguments)
    }

    fn add_static_import(&mut self, source: &SourceFile, path: &str) -> bool {
        let Some((class, member)) = path.rsplit_once('.') else {
            return false;
        };
        let uses = source.uses_of(member);
        let is_class = last_is_class(path) && member.chars().any(char::is_lowercase);
        if is_class {
            return self.add_type(path, TypeUse::Other, uses.arguments);
        }
        // The import alone needs some member of this name, whatever its uses need.
        let is_news = self.add_type(class, TypeUse::Other, 0);
        self.add_field(class, member, true) || is_news
    }

    pub(super) fn no_import(
        &mut self,
        source: &SourceFile,
        used: &NameUse,
        kind: SymbolKind,
        name: &str,
        owner: Option<&str>,
    ) -> bool {
        if kind == SymbolKind::Static {
            let owner = owner.and_then(|owner| self.owner(owner, source));
            return owner.is_some_and(|owner| self.add_field(&owner, name, true));
        }
        let path = match &used.prefix {
            Some(prefix) => within(&without_spaces(source, prefix), &used.name),
            None => used.name.clone(),
        };
        let imports = source.imports();
        let is_static = imports
            .iter()
            .any(|import| import.is_static && !import.is_wildcard && import.path == path);
        if is_static {
            self.add_static_import(source, &path)
        } else {
            self.add_imported(source, &path)
        }
    }

    pub(super) fn no_class(
        &mut self,
        source: &SourceFile,
        used: &NameUse,
        owner: Option<&str>,
        around: &dyn SourceContext,
    ) -> bool {
        let parameters = source.uses_of(&used.name).arguments;
        let name = match (&used.prefix, owner) {
            (None, _) => self.resolve(&used.name, source),
            // javac looked for it in a package that has other classes.
            (Some(prefix), None) => within(&without_spaces(source, prefix), &used.name),
            // A member of a stand-in. A missing member of another class cannot be told from a typing error.
            (Some(_), Some(owner)) => match self.owner(owner, source) {
                Some(owner) => within(&owner, &used.name),
                None => return false,
            },
        };
        !around.has_class(&binary_name(&name)) && self.add_type(&name, used.usage, parameters)
    }
}

/// A name in a text, without the spaces that it may contain.
fn without_spaces(source: &SourceFile, name: &Range<usize>) -> String {
    let text = source.text().get(name.clone()).unwrap_or_default();
    text.split_whitespace().collect()
}
