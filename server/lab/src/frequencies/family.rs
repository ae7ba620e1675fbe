//! Which program a method belongs to.

/// Modules of the JDK that are separate programs.
const PROGRAMS: [(&str, &str); 2] = [("jdk.compiler", "javac"), ("jdk.javadoc", "javadoc")];

/// The family of the rest of the JDK's code, which all programs run.
pub(crate) const LIBRARY: &str = "jdk";

/// The family of a method that a program ran: a module of the JDK, or the program's jars.
pub(super) fn family_of<'f>(module: Option<&str>, program: &'f str) -> &'f str {
    let Some(module) = module else {
        return program;
    };
    let own = PROGRAMS.iter().find(|(known, _)| *known == module);
    own.map_or(LIBRARY, |(_, program)| program)
}
