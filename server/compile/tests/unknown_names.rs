//! A missing type affects only the code that uses it.

use std::collections::BTreeSet;

use crate::support::{Tree, compile, config, file, jdk};
use compile::{CompiledFile, Compiler};
use ide::unknown_in;
use source::SourceFile;
use tokio::runtime::Builder;

/// The result of compiling a class `A` in the package `p` with these members and imports, for each of the cases.
fn compiled<'c>(cases: &[(&'c str, &'c str)]) -> Vec<(&'c str, CompiledFile)> {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let tree = Tree::new([("p/Other.java", "package p; class Other { }")]);
        let project = tree.project();
        let compiler = Compiler::start(jdk(), config()).await.unwrap();
        let mut files = Vec::new();
        for (imports, members) in cases {
            let text = format!("package p;\n{imports}\nclass A {{\n{members}\n}}\n");
            let source = SourceFile::parse(text);
            let file = tree.path("p/A.java");
            files.push((
                *members,
                compiler.compile_buffer(&project, &file, 1, source).await,
            ));
        }
        files
    })
}

/// Asserts that nothing of the file was left out.
fn assert_whole(file: &CompiledFile) {
    assert!(
        !file.classes.is_empty() && file.left_out().is_empty(),
        "{}\n{:#?}\n{:#?}",
        file.text,
        file.left_out(),
        file.problems
    );
}

/// The names of the methods that use missing names in their code, and the missing types.
fn touched(file: &CompiledFile) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut methods, mut types) = (BTreeSet::new(), BTreeSet::new());
    for class in &file.classes {
        for ((method, _), named) in unknown_in(&class.bytes, &file.unknown.types) {
            methods.insert(method);
            types.extend(named);
        }
    }
    (methods, types)
}

#[test]
fn an_unknown_annotation_voids_nothing_wherever_it_stands() {
    for (members, file) in compiled(&[
        ("import web.Get;", "@Get(\"/x\") int f(int a) { return a; }"),
        (
            "import web.Get;",
            "@Get(value = {\"a\", \"b\"}, order = 1 + 2) int f(int a) { return a; }",
        ),
        ("", "int f(@Param(name = \"a\") int a) { return a; }"),
        ("", "int f(int a) { @Local int b = a; return b; }"),
        (
            "",
            "int f(java.util.List<@NonNull String> l) { return l.size(); }",
        ),
        ("", "String @Sized [] f() { return null; }"),
        ("", "@One @One @Two({@One, @One}) int f() { return 1; }"),
        (
            "",
            "@Meta @interface Own { int value(); } @Own(1) int f() { return 1; }",
        ),
        ("", "@Group.Tag(Group.KIND) int f() { return 1; }"),
        ("", "@web.deep.Get int f() { return 1; }"),
        (
            "",
            "@Deprecated(since = Versions.TWO) int f() { return 1; }",
        ),
        (
            "import static web.Kinds.FAST;",
            "@Get(FAST)\n int f() { return 1; }",
        ),
        ("import web.*;", "@Get\n @Post int f() { return 1; }"),
    ]) {
        assert_whole(&file);
        let (methods, _) = touched(&file);
        assert!(methods.is_empty(), "{members}: {methods:?}");
        assert!(
            file.unknown.places.is_empty(),
            "{members}: {:?}",
            file.unknown
        );
        assert!(!file.problems.is_empty(), "it is reported");
    }
    let tree = Tree::new([
        ("p/package-info.java", "@NonNullApi package p;"),
        (
            "module-info.java",
            "module m { requires nowhere.to.be.found; }",
        ),
        (
            "p/A.java",
            "package p; @Marked(A.K) class A { static final int K = 1; int f() { return K; } }",
        ),
    ]);
    let compilation = compile(&tree.project());
    assert_whole(file(&compilation, "A.java"));
}

#[test]
fn a_class_that_a_package_of_the_project_lacks_is_stood_in_for_by_its_whole_name() {
    let tree = Tree::new([
        (
            "r/Known.java",
            "package r; public class Known { public static int known(int a) { return a; } }",
        ),
        (
            "p/A.java",
            "package p; class A { int f(int a) { return r.Missing.twice(a) + r.Known.known(a); } }",
        ),
        (
            "p/B.java",
            "package p; class B extends r . Base<String> implements r.Face { r.Other o = new r.Other(); int f(r.More[] m) { return 1; } }",
        ),
    ]);
    let compilation = compile(&tree.project());
    for name in ["A.java", "B.java"] {
        assert_whole(file(&compilation, name));
    }
}

#[test]
fn an_unknown_type_is_stood_in_for_and_the_code_around_it_compiles() {
    for (members, file) in compiled(&[
        ("", "int f(Missing m, int a) { return a * a; }"),
        (
            "import q.Missing;",
            "int f(Missing m, int a) { return a * a; }",
        ),
        ("", "int f(nowhere.Missing m) { return 1; }"),
        ("", "int f(nowhere.Missing.Inner m) { return 1; }"),
        ("import q.Outer.Inner;", "int f(Inner m) { return 1; }"),
        ("import q.*;", "int f(Missing m) { return m.size(); }"),
        ("", "Missing m; int f() { return m == null ? 1 : 2; }"),
        (
            "",
            "Missing[] all = new Missing[3]; int f() { return all.length; }",
        ),
        ("", "int f(java.util.List<Missing> l) { return l.size(); }"),
        ("", "int f(Table<String, Integer> t) { return t.size(); }"),
        (
            "",
            "int f() { Table<String> t = new Table<>(); return t.size(); }",
        ),
        ("", "<T extends Missing> int f(T t) { return 1; }"),
        ("", "static class B extends Base { int f() { return 1; } }"),
        (
            "",
            "static class B extends Base<String> { B() { super(1, \"a\"); } int f() { return base(2) + super.other(); } }",
        ),
        (
            "",
            "static class B implements Handler<String>, Runnable { public void run() { } @Override public void handle(String s) { } }",
        ),
        ("", "interface B extends Base, More<String> { int f(); }"),
        ("", "void f() throws Odd { throw new Odd(\"x\", 1); }"),
        (
            "import q.Failed;",
            "int f() { try { return g(); } catch (Failed | IllegalStateException e) { return 2; } } int g() { return 1; }",
        ),
        (
            "import q.Failed;",
            "int f() { try { return g(); } catch (Failed | RuntimeException e) { return 2; } } int g() { return 1; }",
        ),
        (
            "import q.Failed;",
            "int f() { try { return g(); } catch (RuntimeException e) { return 2; } catch (Failed e) { return 3; } } int g() { return 1; }",
        ),
        (
            "",
            "record R(Missing m, int a) { int twice() { return 2 * a; } }",
        ),
        ("", "boolean f(Object o) { return o instanceof Missing; }"),
        ("", "Class<?> f() { return Missing.class; }"),
        (
            "",
            "int f(Color c) { switch (c) { case RED: return 1; case GREEN: return 2; default: return 3; } }",
        ),
        ("", "boolean f(Color c) { return c == Color.RED; }"),
        ("import q.Limits;", "int f() { return Limits.MAX * 2; }"),
        ("", "Missing.Builder f() { return new Missing.Builder(1); }"),
        (
            "",
            "void f() { try (Source s = new Source(\"a\")) { s.read(); } }",
        ),
    ]) {
        assert_whole(&file);
        assert!(
            file.unknown.is_used && !file.problems.is_empty(),
            "{members}"
        );
    }
}

#[test]
fn members_of_the_unknown_are_found_as_they_are_used() {
    for (members, file) in compiled(&[
        (
            "import q.Client;",
            "Client c; String f() { return c.get(\"a\", 1); }",
        ),
        (
            "import q.Client;",
            "Client c; int f() { int n = c.count() + 1; return n; }",
        ),
        (
            "import q.Client;",
            "Client c; void f() { c.builder().with(\"x\").size(3).build(); }",
        ),
        (
            "import q.Client;",
            "Client c; int f() { var x = c.open(); int y = x.size(); return y; }",
        ),
        (
            "import q.Client;",
            "Client c; int f() { if (c.ok() && !c.bad()) return 1; return 2; }",
        ),
        (
            "import q.Client;",
            "Client c; int f() { int n = 0; for (String s : c.names()) n += s.length(); return n; }",
        ),
        (
            "import q.Client;",
            "Object f() { return new Client(\"a\", 3L).with(1).with(\"b\"); }",
        ),
        (
            "import q.Client;",
            "int f() { return Client.load(1, \"a\").size(); }",
        ),
        (
            "import static q.Util.twice;",
            "int f() { return twice(3); }",
        ),
        (
            "import static q.Util.*;",
            "int f() { return twice(3) + ONE; }",
        ),
        (
            "import q.JSON;",
            "String f(Object o) { return JSON.text(o); }",
        ),
        (
            "import q.Client;",
            "Client c; void f() { c.each(x -> x.run()); }",
        ),
        (
            "import q.Client;",
            "Client c; void f() { c.each(String::valueOf); }",
        ),
        (
            "import q.Fun;",
            "Object f() { Fun g = x -> x.apply(1); return g; }",
        ),
        (
            "import q.Client;",
            "Client c; void f() { c.limit = 3; c.name = \"a\"; }",
        ),
        (
            "import q.Client;",
            "Client c; int f() { int n = c.limit; return n; }",
        ),
        (
            "import q.Client;",
            "Client c; void f() { System.out.println(c.get(1)); }",
        ),
        (
            "import q.Client;",
            "int f(java.util.List<Client> l) { int n = 0; for (Client c : l) { n += (int) c.size(); } return n; }",
        ),
    ]) {
        assert_whole(&file);
        let (methods, types) = touched(&file);
        assert!(
            methods.contains("f") || members.contains("Fun g"),
            "{members}: {methods:?}"
        );
        assert!(!types.is_empty(), "{members}");
    }
}

#[test]
fn members_that_only_a_processor_or_an_unknown_supertype_has_are_stood_in_for() {
    let tree = Tree::new([
        (
            "p/Pet.java",
            "package p;\nimport lombok.Data;\nimport lombok.extern.slf4j.Slf4j;\n@Data @Slf4j\npublic class Pet {\n\
             private String name; private int age;\nint old() { log.info(\"x\"); return getAge() + this.age; }\n}\n",
        ),
        (
            "p/User.java",
            "package p;\nclass User {\nRepo repo;\nint f(Pet p) { return p.getAge() * 2; }\nString g(Pet p) { return p.getName(); }\n\
             int h() { return repo.findAll().size(); }\nPet one() { return repo.findById(3).orElse(null); }\n\
             Pet made() { return new Pet(\"a\", 1); }\n}\ninterface Repo extends q.Store<Pet, Integer> { }\n",
        ),
        (
            "p/Typo.java",
            "package p;\nclass Typo {\nint f(String s) { return s.lenght(); }\nint g() { return conut; }\nint h() { return 1; }\n}\n",
        ),
    ]);
    let compilation = compile(&tree.project());
    assert_whole(file(&compilation, "Pet.java"));
    assert_whole(file(&compilation, "User.java"));
    // A mistyped name of the project or of the JDK is reported.
    let typo = file(&compilation, "Typo.java");
    let lines: Vec<u32> = typo
        .left_out()
        .iter()
        .map(|part| *part.lines.start())
        .collect();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn code_beside_the_unknown_has_the_same_instructions() {
    let members =
        "int f(int a) { int s = 0; for (int i = 0; i < a; i++) { s += a * i; } return s; }";
    let more = format!(
        "@Get {members} Client c; @Override public String toString() {{ return c.name(); }}"
    );
    let files = compiled(&[("", members), ("import q.Client;", &more)]);
    let [(_, alone), (_, beside)] = &files[..] else {
        panic!("two files");
    };
    assert_whole(beside);
    let code = |file: &CompiledFile| {
        let class = bytecode::ClassFile::parse(&file.classes[0].bytes)
            .unwrap()
            .into_owned();
        let method = class
            .methods
            .into_iter()
            .find(|method| method.name == "f")
            .unwrap();
        method.code.unwrap().instructions
    };
    assert_eq!(code(alone), code(beside));
    // Line tables match the text.
    assert!(SourceFile::parse(&*beside.text).is_clean());
}
