//! The outline of Java texts that contain their own expectations.
//!
//! A comment `//^ entry; entry` names the expected entries for the line before it: classes as `class p/A$1`, methods as `kind
//! Class.name(types)`. The expectations of a text are complete: an entry without a comment also fails.

use source::{Class, ClassKind, Method, MethodKind, SourceFile};

fn class_entry(class: &Class) -> String {
    let kind = match class.kind {
        ClassKind::Class => "class",
        ClassKind::Interface => "interface",
        ClassKind::Enum => "enum",
        ClassKind::Record => "record",
        ClassKind::Annotation => "annotation",
        ClassKind::Anonymous => "anonymous",
        ClassKind::EnumConstant => "constant",
    };
    format!("{kind} {}", class.binary_name)
}

fn method_entry(method: &Method) -> String {
    let kind = match method.kind {
        MethodKind::Method if method.is_static => "static method",
        MethodKind::Method => "method",
        MethodKind::Constructor => "constructor",
        MethodKind::CompactConstructor => "compact",
        MethodKind::StaticInitializer => "clinit",
        MethodKind::InstanceInitializer => "init",
        MethodKind::Lambda => "lambda",
    };
    let parameters: Vec<_> = method
        .parameters
        .iter()
        .map(|parameter| parameter.erased_type.as_deref().unwrap_or("?"))
        .collect();
    format!(
        "{kind} {}.{}({})",
        method.class,
        method.name,
        parameters.join(",")
    )
}

/// Compares the outline with the comments in the text, line by line.
fn check(text: &str) -> SourceFile {
    let file = SourceFile::parse(text);
    let classes = file.classes().iter().map(|class| {
        (
            file.line_index().line_number(class.name_range.start),
            class_entry(class),
        )
    });
    let methods = file
        .methods()
        .iter()
        .map(|method| (method.header_line, method_entry(method)));
    let mut found: Vec<_> = classes.chain(methods).collect();
    let mut expected = Vec::new();
    let mut code_line = 0;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(entries) = line.trim_start().strip_prefix("//^") {
            expected.extend(
                entries
                    .split(';')
                    .map(|entry| (code_line, entry.trim().to_owned())),
            );
        } else {
            code_line = number;
        }
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    file
}

#[test]
fn every_kind_of_declaration() {
    let file = check(
        "package p . /* of */ q;
import java.util.*;

@Deprecated
public final
class A<T extends Comparable<T> & Runnable> {
//^ class p/q/A
    static int s; static { s = 1; }
    //^ clinit p/q/A.()
    { s = 2; }
    //^ init p/q/A.()
    public
    A(T t, int... rest) throws Error { this(t); }
    //^ constructor p/q/A.A(Comparable,int[])
    @Override(
        x = 1)
    public <U, V extends List<U>> Map.Entry<U, V>
        f(final U u, V v, java.util.Map.Entry<U, V>[] e, int x[]) { return null; }
        //^ method p/q/A.f(Object,List,Entry[],int[])
    static native void g(A<T> this, @Ann String @Ann [] @Ann [] s);
    //^ static method p/q/A.g(String[][])
    interface I<T> { default void d(T t) {} int K = 1; void abs(); }
    //^ interface p/q/A$I; method p/q/A$I.d(Object); method p/q/A$I.abs()
    enum E implements Runnable { P(1) { public void run() {} }, Q; E(int... i) {} E() {} }
    //^ enum p/q/A$E; constant p/q/A$E$1; method p/q/A$E$1.run()
    //^ constructor p/q/A$E.E(int[]); constructor p/q/A$E.E()
    record R<X>(X x, String... rest) { R { } R(int i) { this(null); } X both() { return x; } }
    //^ record p/q/A$R; compact p/q/A$R.R(Object,String[])
    //^ constructor p/q/A$R.R(int); method p/q/A$R.both()
    @interface N { int value() default 1; }
    //^ annotation p/q/A$N
    sealed interface Shape permits Circle {}
    //^ interface p/q/A$Shape
    non-sealed class Circle implements Shape { class Deep {} }
    //^ class p/q/A$Circle; class p/q/A$Circle$Deep
}
",
    );
    assert!(file.is_clean(), "{:?}", file.problems());
    assert_eq!(file.package(), "p.q");
}

#[test]
fn classes_and_lambdas_in_code() {
    check(
        "class A {
//^ class A
    Runnable a = () -> { }, b = new Runnable() { public void run() { } };
    //^ lambda A.(); anonymous A$1; method A$1.run()
    void f(int n) {
    //^ method A.f(int)
        class Local { void g() { new Object() { }; } }
        //^ class A$1Local; method A$1Local.g(); anonymous A$1Local$1
        record Point(int x, int y) { }
        //^ record A$1Point
        g((x, y) -> x, z -> z, (int i, final String... s) -> i, (var v) -> v);
        //^ lambda A.(?,?); lambda A.(?); lambda A.(int,String[]); lambda A.(?)
        { class Local { } }
        //^ class A$2Local
        new Object() { { class Local { } } };
        //^ anonymous A$2; init A$2.(); class A$2$1Local
        Object o = switch (n) { case 1 -> new Object() { }; default -> { yield new Object() { }; } };
        //^ anonymous A$3; anonymous A$4
    }
}
",
    );
}

#[test]
fn what_the_grammar_lacks_is_read_all_the_same() {
    let file = check(
        "import module java.base;
class A {
//^ class A
    A(int i) { if (i < 0) throw null; /* checked */ super(); }
    //^ constructor A.A(int)
    int \\u0061b(L\\uu0069st l) { return 1; }
    //^ method A.ab(List)
    boolean f(Object o) { return o instanceof R(int _, var _) && o instanceof int i; }
    //^ method A.f(Object)
    void g() { }
    //^ method A.g()
}
",
    );
    assert!(file.is_clean(), "{:?}", file.problems());
}

#[test]
fn a_file_without_a_class_around_its_methods() {
    check(
        "package p;
int counter = 1;
void main() { IO.println(new Object() { }); }
//^ method .main(); anonymous $1
class B { }
//^ class p/B
",
    );
}

#[test]
fn broken_code_gives_what_can_be_had() {
    let text = "class A {\n  void f() { int x = ; }\n  void g( { }\n  int h() { return 1; }\n}\n";
    let file = SourceFile::parse(text);
    assert!(!file.is_clean());
    let problems = file.problems();
    assert!(
        problems.iter().all(|problem| matches!(problem.line, 2 | 3)),
        "{problems:?}"
    );
    let names: Vec<_> = file
        .methods()
        .iter()
        .map(|method| method.name.as_str())
        .collect();
    assert!(names.contains(&"f") && names.contains(&"h"), "{names:?}");
    for text in [
        "",
        "\0",
        "}}}}",
        "class",
        "class A { void",
        "\u{feff}class A {}",
        "漢🦀",
    ] {
        SourceFile::parse(text).methods();
    }
}

#[test]
fn spans_are_those_of_the_text() {
    let text = "class A {\n  @Override\n  public int\n  f(int x)\n    throws Error {\n    return x;\n  }\n  \
                static\n  { }\n  Object o = (a) ->\n    1;\n}";
    let file = SourceFile::parse(text);
    let spans: Vec<_> = file
        .methods()
        .iter()
        .map(|m| (&text[m.header.clone()], m.header_line, m.lines.clone()))
        .collect();
    assert_eq!(
        spans,
        [
            ("f(int x)", 4, 2..=7),
            ("static\n  ", 8, 8..=9),
            ("(a)", 10, 10..=11)
        ]
    );
    let bodies = file
        .methods()
        .iter()
        .map(|m| m.body.clone().map(|body| &text[body]));
    assert!(bodies.eq([Some("{\n    return x;\n  }"), Some("{ }"), Some("1")]));
}
