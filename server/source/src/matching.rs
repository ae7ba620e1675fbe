//! Matches a method of a class file to its text.

use crate::outline::{ClassKind, Method, MethodKind, Outline};

impl Outline {
    /// The method in the text that a method of a class file was compiled from.
    ///
    /// `class` has slashes, `name` and `descriptor` are as in the class file, and `first_line` is the smallest line (from 1) of
    /// its line table. `None` for methods that javac adds: default constructors, accessors, bridges, `values` of an enum.
    pub fn method_of(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        first_line: Option<u32>,
    ) -> Option<&Method> {
        let holds_first_line =
            |method: &&Method| first_line.is_none_or(|line| method.lines.contains(&line));
        if name.starts_with("lambda$") {
            // The innermost one. The text does not show its number.
            return self
                .methods_of(class)
                .into_iter()
                .filter(|method| method.kind == MethodKind::Lambda && first_line.is_some())
                .filter(holds_first_line)
                .min_by_key(|method| method.range.len());
        }
        let mut named = self
            .methods_of(class)
            .into_iter()
            .filter(|m| m.jvm_name() == Some(name));
        if name == "<clinit>" {
            return named.find(holds_first_line);
        }
        let types = parameter_types(descriptor)?;
        let candidates: Vec<_> = named.collect();
        let mut exact = candidates.iter().filter(|m| accepts(m, &types));
        if let Some(first) = exact.next() {
            let better = exact.find(|m| !holds_first_line(first) && holds_first_line(m));
            return Some(better.unwrap_or(first));
        }
        if name != "<init>" {
            return None;
        }
        let declaration = self.classes.iter().find(|c| c.binary_name == class)?;
        let leading = match declaration.kind {
            // The constant's name and ordinal.
            ClassKind::Enum => 2,
            _ => usize::from(declaration.is_inner),
        };
        let types = types.get(leading..).unwrap_or_default();
        // Variables that a local class captures come after the declared parameters.
        let fits = |method: &&&Method| {
            let count = method.parameters.len();
            let captures = declaration.is_local || types.len() == count;
            captures
                && types
                    .get(..count)
                    .is_some_and(|types| accepts(method, types))
        };
        candidates
            .iter()
            .filter(fits)
            .max_by_key(|method| method.parameters.len())
            .copied()
    }

    /// A method outside every class belongs to the class that is named after the file, which the text does not declare.
    fn methods_of(&self, class: &str) -> Vec<&Method> {
        let is_declared = self.classes.iter().any(|c| c.binary_name == class);
        let class = if is_declared { class } else { "" };
        self.methods.iter().filter(|m| m.class == class).collect()
    }
}

fn accepts(method: &Method, types: &[(&str, usize)]) -> bool {
    method.parameters.len() == types.len()
        && method
            .parameters
            .iter()
            .zip(types)
            .all(|(parameter, (base, dimensions))| {
                parameter.erased_type.as_ref().is_none_or(|written| {
                    let simple = written.trim_end_matches("[]");
                    (written.len() - simple.len()) / 2 == *dimensions && names(base, simple)
                })
            })
}

/// Whether a class with this full name can have this simple name.
fn names(binary_name: &str, simple: &str) -> bool {
    binary_name.strip_suffix(simple).is_some_and(|before| {
        before.is_empty()
            || before.ends_with(|c: char| matches!(c, '/' | '$') || c.is_ascii_digit())
    })
}

/// Base type and dimensions of each parameter of a descriptor (JVMS 4.3.3).
fn parameter_types(descriptor: &str) -> Option<Vec<(&str, usize)>> {
    let mut rest = descriptor.strip_prefix('(')?.split_once(')')?.0;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (base, after) = match element.as_bytes().first()? {
            b'L' => element[1..].split_once(';')?,
            b'B' => ("byte", &element[1..]),
            b'C' => ("char", &element[1..]),
            b'D' => ("double", &element[1..]),
            b'F' => ("float", &element[1..]),
            b'I' => ("int", &element[1..]),
            b'J' => ("long", &element[1..]),
            b'S' => ("short", &element[1..]),
            b'Z' => ("boolean", &element[1..]),
            _ => return None,
        };
        types.push((base, dimensions));
        rest = after;
    }
    Some(types)
}

#[cfg(test)]
mod tests {
    use crate::SourceFile;

    /// The line of the header of the method that a class file's method was compiled from.
    fn line(text: &str, class: &str, name: &str, descriptor: &str, first: u32) -> Option<u32> {
        let file = SourceFile::parse(text);
        let found = file
            .outline()
            .method_of(class, name, descriptor, Some(first));
        found.map(|method| method.header_line)
    }

    #[test]
    fn overloads_are_told_apart_by_their_erased_parameters() {
        let text = "package p;\nclass A<T extends Number> {\n  void f(int[] a) {}\n  void f(T a) {}\n  \
                    void f(java.util.List<String>... a) {}\n  <U> void f(U a, Map.Entry b) {}\n}";
        let f = |descriptor| line(text, "p/A", "f", descriptor, 1);
        assert_eq!(f("([I)V"), Some(3));
        assert_eq!(f("(Ljava/lang/Number;)V"), Some(4));
        assert_eq!(f("([Ljava/util/List;)V"), Some(5));
        assert_eq!(f("(Ljava/lang/Object;Ljava/util/Map$Entry;)V"), Some(6));
        assert_eq!(f("(J)V"), None);
        assert_eq!(f("broken"), None);
        assert_eq!(f("(Lé"), None);
    }

    #[test]
    fn constructors_take_what_javac_adds_to_their_parameters() {
        let text = "enum E {\n A(1);\n E(int i) {}\n class Inner {\n  Inner(long l) {}\n }\n static void f(int n) {\n  \
                    class Local {\n   Local(String s) {}\n   int g() { return n; }\n  }\n }\n}";
        let init = |class, descriptor| line(text, class, "<init>", descriptor, 1);
        assert_eq!(init("E", "(Ljava/lang/String;II)V"), Some(3));
        assert_eq!(init("E$Inner", "(LE;J)V"), Some(5));
        assert_eq!(init("E$1Local", "(Ljava/lang/String;I)V"), Some(9));
        assert_eq!(init("E", "(Ljava/lang/String;IJ)V"), None);
    }

    #[test]
    fn initialisers_and_lambdas_are_found_by_line() {
        let text = "class A {\n static { f(); }\n static { g(); }\n Runnable r = () -> {\n  run(() ->\n   h());\n };\n}";
        assert_eq!(line(text, "A", "<clinit>", "()V", 3), Some(3));
        assert_eq!(line(text, "A", "lambda$new$0", "()V", 6), Some(5));
        assert_eq!(line(text, "A", "lambda$new$1", "()V", 4), Some(4));
    }

    #[test]
    fn methods_outside_a_class_belong_to_the_file_s_class() {
        let text = "void main() {}\nclass B { void f() {} }";
        assert_eq!(line(text, "Main", "main", "()V", 1), Some(1));
        assert_eq!(line(text, "B", "main", "()V", 1), None);
    }
}
