//! Which program a method belongs to.

/// Modules of the JDK that are programs of their own.
const PROGRAMS: [(&str, &str); 2] = [("jdk.compiler", "javac"), ("jdk.javadoc", "javadoc")];

/// The family of the JDK's other code, which all programs run.
pub(crate) const LIBRARY: &str = "jdk";

/// The family of a method that a program ran: of a module of the JDK, or of the program's jars.
pub(super) fn family_of<'f>(module: Option<&str>, program: &'f str) -> &'f str {
    let Some(module) = module else {
        return program;
    };
    let own = PROGRAMS.iter().find(|(known, _)| *known == module);
    own.map_or(LIBRARY, |(_, program)| program)
}
