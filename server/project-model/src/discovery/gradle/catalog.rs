//! Version catalogs: `gradle/libs.versions.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use super::super::reader::Reader;
use problems::Severity;

/// A library of a catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Library {
    pub(super) group: String,
    pub(super) artifact: String,
    /// Empty if a platform supplies it.
    pub(super) version: String,
}

/// A version catalog. Names have dots, as in scripts.
#[derive(Debug, Clone, Default)]
pub(super) struct Catalog {
    pub(super) versions: BTreeMap<String, String>,
    pub(super) libraries: BTreeMap<String, Library>,
    pub(super) bundles: BTreeMap<String, Vec<String>>,
    /// The identifiers of plugins.
    pub(super) plugins: BTreeMap<String, String>,
}

/// A name as in a script.
pub(super) fn accessor(name: &str) -> String {
    name.replace(['-', '_'], ".")
}

impl Catalog {
    pub(super) fn read(reader: &mut Reader<'_>, file: &Path) -> Self {
        let text = reader.text(file).unwrap_or_default();
        match text.parse::<Table>() {
            Ok(table) => Self::of(&table),
            Err(error) => {
                let message = format!("this catalog cannot be read: {}", error.message());
                reader.problem(Severity::Warning, file, None, message);
                Self::default()
            }
        }
    }

    fn of(table: &Table) -> Self {
        let mut catalog = Self::default();
        let entries = |name: &str| {
            let table = table.get(name).and_then(Value::as_table);
            table.into_iter().flatten()
        };
        for (name, version) in entries("versions") {
            catalog
                .versions
                .insert(accessor(name), catalog.version(version));
        }
        for (name, library) in entries("libraries") {
            if let Some(library) = catalog.library(library) {
                catalog.libraries.insert(accessor(name), library);
            }
        }
        for (name, members) in entries("bundles") {
            let members = members.as_array().into_iter().flatten();
            let members = members.filter_map(Value::as_str).map(accessor);
            catalog.bundles.insert(accessor(name), members.collect());
        }
        for (name, plugin) in entries("plugins") {
            let id = match plugin {
                Value::String(text) => text.split(':').next(),
                plugin => plugin.get("id").and_then(Value::as_str),
            };
            if let Some(id) = id {
                catalog.plugins.insert(accessor(name), id.to_owned());
            }
        }
        catalog
    }

    /// A version: a text, a reference, or a table of required and preferred versions.
    fn version(&self, written: &Value) -> String {
        if let Some(text) = written.as_str() {
            return text.to_owned();
        }
        let text = |name: &str| written.get(name).and_then(Value::as_str);
        if let Some(name) = text("ref") {
            return self
                .versions
                .get(&accessor(name))
                .cloned()
                .unwrap_or_default();
        }
        let wanted = ["strictly", "require", "prefer"].into_iter().find_map(text);
        wanted.unwrap_or_default().to_owned()
    }

    fn library(&self, written: &Value) -> Option<Library> {
        if let Some(text) = written.as_str() {
            return Library::parse(text);
        }
        let text = |name: &str| written.get(name).and_then(Value::as_str);
        let (group, artifact) = match text("module") {
            Some(module) => module.split_once(':')?,
            None => (text("group")?, text("name")?),
        };
        let version = written.get("version").map(|version| self.version(version));
        Some(Library {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.unwrap_or_default(),
        })
    }
}

impl Library {
    /// `group:artifact`, followed by a version if there is one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let library = Self {
            group: parts.next()?.to_owned(),
            artifact: parts.next()?.to_owned(),
            version: parts.next().unwrap_or_default().to_owned(),
        };
        Some(library)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalog_says_what_its_names_stand_for() {
        let text = r#"
            [versions]
            lib = "1.5"
            rich-one = { strictly = "[1,2)", prefer = "1.2" }
            [libraries]
            short = "g:short:2"
            by-module = { module = "g:by-module", version.ref = "lib" }
            by_parts = { group = "g", name = "parts", version = "3" }
            managed = { module = "g:managed" }
            rich = { module = "g:rich", version = { ref = "rich-one" } }
            [bundles]
            all = ["short", "by-module"]
            [plugins]
            boot = { id = "org.boot", version.ref = "lib" }
        "#;
        let table: Table = text.parse().unwrap_or_default();
        let catalog = Catalog::of(&table);
        let version = |name: &str| {
            catalog
                .libraries
                .get(name)
                .map(|library| library.version.as_str())
        };
        assert_eq!(version("short"), Some("2"));
        assert_eq!(version("by.module"), Some("1.5"));
        assert_eq!(version("by.parts"), Some("3"));
        assert_eq!(version("managed"), Some(""));
        assert_eq!(version("rich"), Some("[1,2)"));
        assert_eq!(catalog.bundles["all"], ["short", "by.module"]);
        assert_eq!(catalog.plugins["boot"], "org.boot");
    }
}
