//! The types and symbols of expressions, with the real javac of each JDK found.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use attributes::{AttributedSymbolKind, Attributes, TypeKind};
use jdk::CompileRequest;
use std::ops::Range;
use crate::support::{assert_alive, compiled, each_jdk, request, start};

fn place(text: &str, part: &str) -> Range<usize> {
    let start = text.find(part).unwrap();
    start..start + part.len()
}

fn with_attributes<const N: usize>(sources: [(&str, &str); N]) -> CompileRequest {
    CompileRequest {
        attributes: true,
        ..request(sources)
    }
}

const TEXT: &str = "import java.util.*;
class A<T> {
    // é𝄞 counts otherwise in UTF-16
    private final List<String> names = new ArrayList<>();
    static final int LIMIT = 40 + 2;
    int f(int n, Map<String, List<T>> all) {
        int i = n, more = i + 1;
        var first = names.get(0);
        for (String other : names) { i += other.length(); }
        Runnable r = () -> System.out.println(n);
        for (List<? extends T> list : all.values()) { list.get(0); }
        return LIMIT + more;
    }
}";

fn name_of(attributes: &Attributes, range: Range<usize>) -> String {
    let symbol = attributes.symbol(attributes.symbol_at(range).unwrap());
    let symbol = symbol.unwrap();
    format!("{}.{}({})", symbol.owner, symbol.name, symbol.parameters)
}

#[tokio::test]
async fn expressions_have_their_types_and_symbols() {
    for jdk in each_jdk("expressions_have_their_types_and_symbols") {
        let service = start(&jdk).await;
        let answer = compiled(&service, with_attributes([("A.java", TEXT)])).await;
        assert_eq!(answer.classes.len(), 1, "classes come with the types");
        let known = &answer.attributes[0];
        let type_of = |part: &str| known.type_at(place(TEXT, part)).unwrap();

        let n = place(TEXT, "n, more").start;
        assert_eq!(known.type_at(n..n + 1).unwrap().kind, TypeKind::Int);
        let names = type_of("names.get(0)");
        assert!(names.is_string());
        assert_eq!(
            name_of(known, place(TEXT, "names.get(0)")),
            "java.util.List.get(int)"
        );
        assert_eq!(
            name_of(known, place(TEXT, "other.length()")),
            "java.lang.String.length()"
        );
        let made = type_of("new ArrayList<>()");
        assert_eq!(made.written, "java.util.ArrayList<java.lang.String>");
        assert!(made.is_a("java.util.Collection") && made.is_a("java.util.RandomAccess"));

        // The name in a declaration has the same symbol as each use of it.
        let declared = |text: &str, name: &str| {
            let range = place(TEXT, text);
            known
                .symbol_at(range.start..range.start + name.len())
                .unwrap()
        };
        let i = declared("i = n, more", "i");
        assert_eq!(
            known.symbol_at(place(TEXT, "i + 1").start..place(TEXT, "i + 1").start + 1),
            Some(i)
        );
        let more = declared("more = i + 1", "more");
        let used = place(TEXT, "LIMIT + more").end;
        assert_eq!(known.symbol_at(used - 4..used), Some(more));
        assert_eq!(
            known.symbol(more).unwrap().kind,
            AttributedSymbolKind::Local
        );
        let first = declared("first = names", "first");
        assert!(
            known
                .type_of(known.symbol(first).unwrap())
                .unwrap()
                .is_string()
        );

        let limit = place(TEXT, "LIMIT + more");
        let limit = known.symbol_at(limit.start..limit.start + 5).unwrap();
        let limit = known.symbol(limit).unwrap();
        assert_eq!(limit.constant.as_deref(), Some("42"));
        assert!(limit.is_static && limit.is_final && limit.owner == "A");
        // A captured type cannot be written in source text.
        assert!(
            type_of("list.get(0)").written.contains('?')
                || type_of("list.get(0)").kind == TypeKind::Variable
        );
    }
}

#[tokio::test]
async fn types_with_the_same_name_stay_apart() {
    const TEXT: &str = "class A {
        static class Box<T> { class Inner { T value; } static class Plain<U> {} }
        static <T> T any(T one) { return one; }
        static <T extends Number> T number(T two) { return two; }
        static void inner(Box<String>.Inner three, Box.Inner four, Box.Plain<String> five) {
            String text = three.value;
            Object object = four.value;
        }
        static Object local() {
            enum Local { RED }
            return Local.RED;
        }
        static Object another() {
            class Local {}
            return new Local();
        }
        static Object anonymous() {
            return new Object() {};
        }
    }";
    for jdk in each_jdk("types_with_the_same_name_stay_apart") {
        let service = start(&jdk).await;
        let answer = compiled(&service, with_attributes([("A.java", TEXT)])).await;
        let known = &answer.attributes[0];
        let type_of = |part: &str| known.type_at(place(TEXT, part)).unwrap();
        assert_eq!(type_of("one").erased, "java.lang.Object");
        assert_eq!(type_of("two").erased, "java.lang.Number");
        assert_eq!(type_of("three").written, "A.Box<java.lang.String>.Inner");
        assert_eq!(type_of("three").erased, "A.Box.Inner");
        assert_eq!(type_of("four").written, "A.Box.Inner");
        assert_eq!(type_of("five").written, "A.Box.Plain<java.lang.String>");
        assert_eq!(type_of("Local.RED").written, "Local");
        assert!(type_of("Local.RED").is_a("java.lang.Enum"));
        assert!(!type_of("new Local()").is_a("java.lang.Enum"));
        assert_eq!(type_of("new Object() {}").written, "?");
    }
}

#[tokio::test]
async fn nothing_is_told_of_text_with_errors() {
    for jdk in each_jdk("nothing_is_told_of_text_with_errors") {
        let service = start(&jdk).await;
        let wrong = with_attributes([("A.java", "class A { int f() { return g(); } }")]);
        let answer = service.compile(wrong).await.unwrap();
        assert!(!answer.success && answer.attributes.is_empty() && answer.classes.is_empty());
        assert!(answer.errors().count() > 0);
        assert_alive(&service).await;
    }
}

#[tokio::test]
async fn odd_text_costs_no_more_than_its_request() {
    let parts = [
        "class A { int a = , b; }".to_owned(),
        format!("class A {{ int a = {}1{}; }}", "(".repeat(3000), ")".repeat(3000)),
        "class A extends A {} ".to_owned(),
        "class A<T extends Comparable<T>> { <U extends T> U f(U u) { return f(u); } }".to_owned(),
        "record A(int a, int... b) { A { } enum E { X { } , Y; } }".to_owned(),
        "class A { Object o = new Object() { int q = ((Runnable) () -> {}).hashCode(); }; { int x; } }".to_owned(),
        "class A { int \\u0061b = 1; int f() { return \\u0061b; } }".to_owned(),
        "class A { int f(int a) { return a".to_owned(),
    ];
    for jdk in each_jdk("odd_text_costs_no_more_than_its_request") {
        let service = start(&jdk).await;
        for text in &parts {
            // Whatever javac says, the process responds.
            let _ = service.compile(with_attributes([("A.java", text)])).await;
            assert_alive(&service).await;
        }
    }
}
