//! Numbers of anonymous and local classes, compared with javac's.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use source::SourceFile;

/// Every class body declares a method `m…` that identifies its class file.
const TEXT: &str = "package p;
import java.util.*;
import java.util.function.*;
class Outer {
    static <T> T id(T t) { return t; }
    static <T> T both(T a, Object b) { return a; }
    static void lazy(Supplier<?> s, Object o) { }
    Outer with(Object o) { return this; }
    Object first = new Object() { void m1() { } };
    void calls() {
        // Arguments come before the receiver.
        new Outer() { void m2() { } }.with(new Object() { void m3() { } });
        with(new Object() { void m4() { } }).with(new Object() { void m5() { } });
        // Standalone arguments come before those typed by the call.
        lazy(() -> new Object() { void m6() { } }, new Object() { void m7() { } });
        both(id(new Object() { void m8() { } }), new Object() { void m9() { } });
        both(new ArrayList<>() { private void m10() { } }, new ArrayList<String>() { void m11() { } });
        both(true ? new Object() { void m12() { } } : null, new Object() { void m13() { } });
        both((new Object() { void m14() { } }), (id(new Object() { void m15() { } })));
        Outer.<Object>both(Outer.<Object>id(new Object() { void m16() { } }), new Object() { void m17() { } });
        // A class body comes between the two kinds of argument of its constructor.
        new ArrayList<Object>(List.of(new Object() { void m18() { } })) { void m19() { } };
        new ArrayList<Object>(new ArrayList<Object>() { void m61() { } }) { void m62() { } };
        new ArrayList<>(Outer.<List<String>>both(null, new Object() { void m63() { } })) { private void m64() { } };
    }
    void statements(int n) {
        for (Object a = new Object() { void m20() { } }; n < 0; id(new Object() { void m21() { } })) {
            id(new Object() { void m22() { } });
        }
        do { id(new Object() { void m23() { } }); } while (new Object() { boolean m24() { return false; } }.m24());
        Object[] array = { new Object() { void m25() { } }, new Object[] { new Object() { void m26() { } } } };
        array[new Object() { int m27() { return 0; } }.m27()] = new Object() { void m28() { } };
        try (AutoCloseable c = new AutoCloseable() { public void close() { } void m29() { } }) {
            id(new Object() { void m30() { } });
        } catch (Exception e) { id(new Object() { void m31() { } }); }
        Supplier<Object> s = () -> { class Local { void m32() { } } return new Local() { void m33() { } }; };
        class Local { void m34() { } Object o = new Object() { void m35() { } }; }
        if (false) { id(new Object() { }); }
        { class Other { void m36() { } } interface Face { void m37(); } enum Few { X { void m38() { } } } record Pair(int m39) { } }
        Object o = switch (n) { case 1 -> new Object() { void m40() { } }; default -> new Object() { void m41() { } }; };
        Function<Object, Function<Object, Object>> f = x -> y -> new Object() { void m42() { } };
        f.apply(x(() -> { return new Object() { void m43() { } }; })).apply(new Object() { void m44() { } });
    }
    static Object x(Supplier<Object> s) { return s; }
    class Inner { Object o = new Object() { void m45() { } class Deep { void m46() { } } }; }
    enum Kind { A(new Object() { void m47() { } }) { void m48() { } }, B { void m49() { } Object o = new Object() { void m50() { } }; };
        Kind(Object... o) { } Object after = new Object() { void m51() { } }; }
    Outer() { this(new Object() { void m52() { } }); }
    Outer(Object o) { super(); }
    static Object last = new Object() { void m53() { } };
    // Names with a dollar sign take numbers away.
    static class $1 { void m54() { } }
    Outer chain() {
        return new Outer().with(id(new Object() { void m55() { } })).with(new Object() { void m56() { } })
            .with((Supplier<?>) () -> new Object() { void m57() { } });
    }
    void streams(List<String> l) {
        l.stream().map(s -> new Object() { void m58() { } }).filter(o -> new Object() { boolean m59() { return true; } }.m59())
            .sorted(new Comparator<Object>() { public int compare(Object a, Object b) { return 0; } void m60() { } }).toList();
    }
}
";

fn marker(text: &str, body: std::ops::Range<usize>) -> Option<String> {
    // The first `m…` of a body that contains no other body before it.
    let body = &text[body];
    let at = body.find(" m").map(|at| at + 2)?;
    let digits: String = body[at..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    (!digits.is_empty()).then(|| format!("m{digits}"))
}

fn javacs() -> Vec<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let homes = named
        .into_iter()
        .chain(installed.flatten().map(|entry| entry.path()));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut javacs: Vec<_> = homes
        .map(|home| home.join("bin"))
        .chain(std::env::split_paths(&on_path))
        .filter_map(|bin| bin.join("javac").canonicalize().ok())
        .collect();
    javacs.sort();
    javacs.dedup();
    javacs
}

/// Marker methods by the class file that contains them.
fn compiled(javac: &Path) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("Outer.java");
    std::fs::write(&file, TEXT)?;
    let output = Command::new(javac)
        .args(["-proc:none", "-encoding", "UTF-8", "-d"])
        .args([folder.path(), &file])
        .env_remove("JAVA_TOOL_OPTIONS")
        .output()?;
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {messages}", javac.display());
    let mut classes = BTreeMap::new();
    for entry in std::fs::read_dir(folder.path().join("p"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().replace(".class", "");
        let bytes = std::fs::read(entry.path())?;
        for number in 1..=64 {
            // A CONSTANT_Utf8 in the constant pool with the marker (JVMS 4.4.7). Classes that call another class's marker have
            // it, too, but the name of that class is longer.
            let marker = format!("m{number}");
            let constant = [&[1, 0, marker.len() as u8], marker.as_bytes()].concat();
            if bytes
                .windows(constant.len())
                .any(|window| window == constant)
            {
                let known = classes.entry(marker).or_insert_with(|| name.clone());
                if name.len() > known.len() {
                    known.clone_from(&name);
                }
            }
        }
    }
    Ok(classes)
}

#[test]
fn numbers_are_those_of_javac() -> Result<(), Box<dyn Error>> {
    let file = SourceFile::parse(TEXT);
    assert!(file.is_clean(), "{:?}", file.problems());
    let found: BTreeMap<_, _> = file
        .classes()
        .iter()
        .filter(|class| class.binary_name != "p/Outer")
        .filter_map(|class| {
            let body = class.range.clone();
            Some((marker(TEXT, body)?, class.binary_name.replace("p/", "")))
        })
        .fold(BTreeMap::new(), |mut classes, (marker, name)| {
            // The innermost class with the marker is the one that declares it.
            let known: &mut String = classes.entry(marker).or_default();
            if name.len() > known.len() {
                *known = name;
            }
            classes
        });
    let javacs = javacs();
    if javacs.is_empty() {
        tests::skip("numbers_are_those_of_javac", "no javac to compare with");
    }
    for javac in javacs {
        let expected = compiled(&javac)?;
        let wrong: Vec<_> = expected
            .iter()
            .map(|(marker, name)| (marker, name, found.get(marker)))
            .filter(|(_, name, found)| Some(*name) != *found)
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", javac.display());
        assert_eq!(expected.len(), 64);
    }
    Ok(())
}
