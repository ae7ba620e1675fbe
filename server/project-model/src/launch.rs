//! How to run a method of a project for profiling. Nothing is run here: the user decides.

use crate::{BuildTool, Project};
use std::path::{Path, PathBuf};

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments, to follow `jouled profile --`.
    pub command: Vec<String>,
    /// The folder to run it in.
    pub folder: PathBuf,
}

impl Launch {
    /// The command for the `main` of a class, whose name has slashes, in a file of a project: from the classes of its build, or
    /// straight from the file if no build file describes how classes are built.
    ///
    /// # Errors
    ///
    /// What the user must do first.
    pub fn of_main(project: &Project, file: &Path, class: &str) -> Result<Self, String> {
        let paths = std::env::join_paths(&project.class_path).map_err(|error| {
            format!("the class path cannot be written on a command line: {error}")
        })?;
        let mut command = vec![String::from("java")];
        if !paths.is_empty() {
            command.extend([String::from("-cp"), paths.to_string_lossy().into_owned()]);
        }
        let of_class = format!("{class}.class");
        let mut places = project.class_path.iter();
        if places.any(|place| place.join(&of_class).is_file()) {
            command.push(class.replace('/', "."));
        } else if project.build_files.is_empty() && !class.contains('$') {
            command.push(file.display().to_string());
        } else {
            return Err(format!(
                "{of_class} is in no class folder of the project: build the project first"
            ));
        }
        Ok(Self {
            command,
            folder: project.root.clone(),
        })
    }

    /// The command for one test, or all tests of a class whose name has slashes, with the project's build tool.
    ///
    /// # Errors
    ///
    /// Why there is no build tool to run.
    pub fn of_test(project: &Project, class: &str, method: Option<&str>) -> Result<Self, String> {
        let tool = BuildTool::of(project).map_err(|error| error.to_string())?;
        Ok(Self {
            command: tool.of_test(&class.replace('/', "."), method),
            folder: tool.folder().to_path_buf(),
        })
    }
}
