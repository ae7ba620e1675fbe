//! Large generated projects for measuring the start of the server.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

/// Files of a project, each with this many methods.
pub(super) const FILES: usize = 1000;
pub(super) const METHODS: usize = 9;
/// The file that is open.
const OPEN: usize = FILES / 2;
/// Modules of the Maven project, with the same number of files each.
const MODULES: usize = 10;
/// Artifacts in the user's repository. The project names a third of them, and each artifact names the next two.
const ARTIFACTS: usize = 300;
/// A zip file without entries: only the end of the central directory.
const EMPTY_JAR: [u8; 22] = [
    b'P', b'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// How a project is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    /// One source root without a build file.
    Plain,
    /// Ten modules in a chain, with a common parent and 300 artifacts.
    Maven,
}

impl Shape {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Plain => "without build files",
            Self::Maven => "10 Maven modules with 300 artifacts",
        }
    }

    /// Writes the files, each of which uses another one; returns the one that is open.
    pub(super) fn write(self, root: &Path, home: &Path) -> Result<PathBuf> {
        fs::create_dir_all(home)?;
        let modules = match self {
            Self::Plain => 1,
            Self::Maven => {
                write_repository(home)?;
                write_poms(root)?;
                MODULES
            }
        };
        let in_module = FILES / modules;
        let place = |file: usize| match self {
            Self::Plain => (root.join("src"), 0),
            Self::Maven => {
                let module = file / in_module;
                (root.join(format!("m{module}/src/main/java")), module)
            }
        };
        for file in 0..FILES {
            let (sources, module) = place(file);
            let package = sources.join(format!("p{module}"));
            fs::create_dir_all(&package)?;
            // The first file of a module uses the last one of the module before it.
            let call = file.checked_sub(1).map_or("x".to_owned(), |before| {
                format!("p{}.C{before}.m0(x)", place(before).1)
            });
            let path = package.join(format!("C{file}.java"));
            fs::write(path, text(module, file, &call))?;
        }
        let (sources, module) = place(OPEN);
        Ok(sources.join(format!("p{module}/C{OPEN}.java")))
    }
}

fn text(module: usize, file: usize, call: &str) -> String {
    let mut text = format!(
        "package p{module};\n\npublic class C{file} {{\n    public static int m0(int x) {{\n        \
         return {call} + 1;\n    }}\n"
    );
    for method in 1..METHODS {
        let _ = write!(
            text,
            "    static int m{method}(int n) {{\n        int s = 0;\n        \
             for (int i = 0; i < n; i++) {{ s += i * {method}; }}\n        return s;\n    }}\n"
        );
    }
    text.push_str("}\n");
    text
}

fn dependency(artifact: usize) -> String {
    format!(
        "<dependency><groupId>x.y{artifact}</groupId><artifactId>a{artifact}</artifactId>\
         <version>1</version></dependency>"
    )
}

fn write_repository(home: &Path) -> Result<()> {
    for artifact in 0..ARTIFACTS {
        let folder = home.join(format!(".m2/repository/x/y{artifact}/a{artifact}/1"));
        fs::create_dir_all(&folder)?;
        let next: String = (artifact + 1..ARTIFACTS.min(artifact + 3))
            .map(dependency)
            .collect();
        let pom = format!(
            "<project><groupId>x.y{artifact}</groupId><artifactId>a{artifact}</artifactId>\
             <version>1</version><dependencies>{next}</dependencies></project>"
        );
        fs::write(folder.join(format!("a{artifact}-1.pom")), pom)?;
        fs::write(folder.join(format!("a{artifact}-1.jar")), EMPTY_JAR)?;
    }
    Ok(())
}

fn write_poms(root: &Path) -> Result<()> {
    fs::create_dir_all(root)?;
    let modules: Vec<String> = (0..MODULES)
        .map(|module| format!("<module>m{module}</module>"))
        .collect();
    let modules = modules.concat();
    let named: String = (0..ARTIFACTS).step_by(3).map(dependency).collect();
    let parent = format!(
        "<project><groupId>g</groupId><artifactId>p</artifactId><version>1</version>\
         <packaging>pom</packaging><modules>{modules}</modules>\
         <dependencies>{named}</dependencies></project>"
    );
    fs::write(root.join("pom.xml"), parent)?;
    for module in 0..MODULES {
        let folder = root.join(format!("m{module}"));
        fs::create_dir_all(&folder)?;
        let before = module.checked_sub(1).map_or(String::new(), |before| {
            format!(
                "<dependencies><dependency><groupId>g</groupId><artifactId>m{before}</artifactId>\
                 <version>1</version></dependency></dependencies>"
            )
        });
        let pom = format!(
            "<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version>\
             </parent><artifactId>m{module}</artifactId>{before}</project>"
        );
        fs::write(folder.join("pom.xml"), pom)?;
    }
    Ok(())
}
