//! Users' Java programs, each in a loop around its `main`.

use campaign::ProgramKind;

use super::source::Source;

/// A Java file with a class that has a `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserProgram {
    /// The name of the program in reports: that of its class.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl UserProgram {
    /// The package in the text, with slashes.
    fn package(&self) -> Option<String> {
        let line = self
            .text
            .lines()
            .map(str::trim)
            .find(|line| line.starts_with("package "))?;
        let name = line.strip_prefix("package ")?.split(';').next()?;
        Some(name.trim().replace('.', "/"))
    }

    /// The file's path below its source root.
    pub fn path(&self) -> String {
        match self.package() {
            Some(package) => format!("{package}/{}.java", self.name),
            None => format!("{}.java", self.name),
        }
    }

    /// The loop around its `main`, in the same package, so the class need not be public. The loop does more than call, because C1
    /// would inline a shorter one into its caller, where it never counts as compiled.
    pub(super) fn source(&self) -> Source {
        let package = self.package();
        let class = format!("P_given_{}", self.name);
        let binary = package
            .as_ref()
            .map_or_else(|| class.clone(), |package| format!("{package}/{class}"));
        let head = package.map_or_else(String::new, |package| {
            format!("package {};\n", package.replace('/', "."))
        });
        Source {
            name: format!("given_{}", self.name),
            class: binary,
            kind: ProgramKind::Composite,
            held_out: false,
            triple: None,
            executions: 1.0,
            text: format!(
                "{head}public final class {class} {{\n    \
                     static volatile int zero;\n    \
                     static volatile int result;\n    \
                     public static void run(int n) throws Exception {{\n        \
                         int i;\n        \
                         int sum = 0;\n        \
                         String[] arguments = new String[0];\n        \
                         for (i = 0; i < n; i++) {{\n            \
                             sum += zero + i;\n            \
                             {}.main(arguments);\n        \
                         }}\n        \
                         result = sum;\n    \
                     }}\n\
                 }}\n",
                self.name
            ),
        }
    }
}
