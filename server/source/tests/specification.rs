//! Comments for tools, and what they apply to.

use source::{SourceFile, Specified};

/// For each group of comments, what it applies to (by name or line), with the text of its comments.
fn groups(text: &str) -> Vec<(String, Vec<String>)> {
    let source = SourceFile::parse(text);
    let groups = source.specifications().into_iter().map(|group| {
        let of = match group.of {
            Specified::Method(index) => source.methods()[index].name.clone(),
            Specified::Loop(index) => format!("loop {}", source.loops()[index].lines.start()),
            Specified::Nothing => "nothing".to_owned(),
        };
        let comments = group.comments.into_iter();
        (
            of,
            comments.map(|comment| text[comment].to_owned()).collect(),
        )
    });
    groups.collect()
}

const TEXT: &str = "class A {
    //@ one;
    // not for tools
    /*@ two;
      @ more; @*/
    @Deprecated
    //@ three;
    public int f(int n) {
        int s = 0; //@ four;
        //@ five;
        for (int i = 0; i < n; i++) { s += i; }
        //@ six;
        outer: while (s > 0) { s--; }
        /*@ seven; */ do { s++; } while (s < 9);
        //@ eight;
        for (int x : new int[] {1}) {
            s += x; //@ nine;
        }
        //@ ten;
        return s; }
    //@ eleven;
    A() { }
    /** @ no */ //@ twelve;
    int field;
    void g() { }
    //@ thirteen;
}
";

#[test]
fn a_comment_belongs_to_the_method_or_loop_that_it_stands_before() {
    let of = |name: &str, comments: &[&str]| {
        let comments = comments.iter().map(|comment| (*comment).to_owned());
        (name.to_owned(), comments.collect::<Vec<String>>())
    };
    assert_eq!(
        groups(TEXT),
        [
            of(
                "f",
                &["//@ one;", "/*@ two;\n      @ more; @*/", "//@ three;"]
            ),
            of("loop 11", &["//@ four;", "//@ five;"]),
            of("loop 13", &["//@ six;"]),
            of("loop 14", &["/*@ seven; */"]),
            of("loop 16", &["//@ eight;"]),
            of("nothing", &["//@ nine;"]),
            of("nothing", &["//@ ten;"]),
            of("A", &["//@ eleven;"]),
            of("nothing", &["//@ twelve;"]),
            of("nothing", &["//@ thirteen;"]),
        ]
    );
}

#[test]
fn all_line_ends_end_a_comment() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "class A {\n//@ one;\nvoid f() { } }\n".replace('\n', end);
        assert_eq!(
            groups(&text),
            [("f".to_owned(), vec!["//@ one;".to_owned()])],
            "{end:?}"
        );
    }
}

#[test]
fn loops_have_the_lines_of_their_statements() {
    let source = SourceFile::parse(TEXT);
    let lines: Vec<(u32, u32)> = source
        .loops()
        .into_iter()
        .map(|one| one.lines.into_inner())
        .collect();
    assert_eq!(lines, [(11, 11), (13, 13), (14, 14), (16, 18)]);
}

#[test]
fn annotations_are_found_by_their_simple_name() {
    let text = "class A {
    @EnergyBudget(worst = \"5 mJ\") @Deprecated @jouled.annotation.EnergyBudget(worst = \"1 J\")
    static int f() { return 1; }
    int g() { @EnergyBudget int x = 1; return x; }
    @Other int h() { return 1; }
}";
    let source = SourceFile::parse(text);
    let found: Vec<Vec<&str>> = source
        .methods()
        .iter()
        .map(|method| source.annotations(&method.range, "EnergyBudget"))
        .map(|ranges| ranges.into_iter().map(|range| &text[range]).collect())
        .collect();
    assert_eq!(
        found,
        [
            vec![
                "@EnergyBudget(worst = \"5 mJ\")",
                "@jouled.annotation.EnergyBudget(worst = \"1 J\")"
            ],
            vec![],
            vec![],
        ]
    );
}

#[test]
fn fields_have_types_and_there_may_be_others() {
    let around = |text: &str| {
        let source = SourceFile::parse(text);
        let method = source.methods().iter().find(|method| method.name == "f");
        source.fields_around(&method.unwrap().range)
    };
    let fields = around(
        "import static p.Config.most; class A { int n, xs[]; double[] rates [] = null; void f() {} }",
    );
    let of_types = fields.declared.iter();
    let of_types: Vec<_> = of_types
        .map(|field| (field.name.as_str(), field.of_type.as_deref()))
        .collect();
    assert_eq!(
        of_types,
        [
            ("n", Some("int")),
            ("xs", Some("int[]")),
            ("rates", Some("double[][]")),
            ("most", None),
        ]
    );
    assert!(!fields.may_inherit && !fields.imports_all);
    for text in [
        "class A extends B { void f() {} }",
        "class A implements B { void f() {} }",
        "class A extends B { class C { void f() {} } }",
        "enum A implements B { ONE; void f() {} }",
        "record A(int n) implements B { void f() {} }",
        "interface A extends B { default void f() {} }",
        "class A { Object o = new B() { void f() {} }; }",
    ] {
        assert!(around(text).may_inherit, "{text}");
    }
    assert!(around("import static p.Config.*; class A { void f() {} }").imports_all);
}

#[test]
fn fields_are_those_of_the_types_around() {
    let text = "class A {
    int size, capacity = 3;
    static final int MOST = 9;
    int f() { int local = 1; return new Object() { int inner; int g() { return inner; } }.g(); }
    interface I { int CONSTANT = 1; default int h() { return CONSTANT; } }
    record R(int left, String... rest) { int sum() { return left; } }
    enum E { ONE; int value; int i(int parameter) { return value; } }
}";
    let source = SourceFile::parse(text);
    let around = |name: &str| {
        let mut methods = source.methods().iter();
        let method = methods.find(|method| method.name == name).unwrap();
        let declared = source.fields_around(&method.range).declared.into_iter();
        declared.map(|field| field.name).collect::<Vec<_>>()
    };
    let of_a = ["size", "capacity", "MOST"];
    let and_of_a = |own: &[&'static str]| [own, &of_a[..]].concat();
    assert_eq!(around("f"), of_a);
    assert_eq!(around("g"), and_of_a(&["inner"]));
    assert_eq!(around("h"), and_of_a(&["CONSTANT"]));
    assert_eq!(around("sum"), and_of_a(&["left", "rest"]));
    assert_eq!(around("i"), and_of_a(&["value"]));
}
