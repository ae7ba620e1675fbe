//! The classes of the JDK's own image, and files that are not images.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use jdk::{Jdk, JdkModules, ModuleClasses, ModulesError};
use crate::support::each_jdk;

#[test]
fn the_modules_are_those_of_java_itself() {
    for jdk in each_jdk("the_modules_are_those_of_java_itself") {
        let modules = JdkModules::open(&jdk).unwrap();
        let output = jdk.java_command().arg("--list-modules").output().unwrap();
        let mut listed: Vec<String> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| line.split('@').next().unwrap().to_owned())
            .collect();
        listed.sort();
        let ours: Vec<_> = modules.modules().collect();
        assert!(ours.is_sorted());
        assert!(
            ours.iter()
                .all(|name| listed.iter().any(|listed| listed == name)),
            "{ours:?}"
        );
        // A module without classes of its own, such as java.se, has nothing to read.
        let (with, without): (Vec<_>, Vec<_>) = listed
            .iter()
            .partition(|name| ours.contains(&name.as_str()));
        assert!(with.len() > 40, "{without:?}");
        assert!(without.iter().any(|name| *name == "java.se"), "{without:?}");
    }
}

/// The names that the JDK's own tool prints for a module, if the JDK has the tool.
fn listed_by_jimage(jdk: &Jdk, module: &str) -> Option<Vec<String>> {
    let output = Command::new(jdk.home.join("bin").join("jimage"))
        .args(["list", "--include", &format!("glob:/{module}/**.class")])
        .arg(jdk.modules_file())
        .output()
        .ok()?;
    assert!(output.status.success());
    let mut package = String::new();
    let mut names = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        if let Some(name) = line.trim().strip_prefix("Package: ") {
            package = name.replace('.', "/");
        } else if let Some(name) = line
            .trim()
            .strip_suffix(".class")
            .filter(|name| *name != "module-info")
        {
            names.push(
                format!("{package}/{name}")
                    .trim_start_matches('/')
                    .to_owned(),
            );
        }
    }
    names.sort();
    Some(names)
}

#[test]
fn the_classes_of_java_base_are_those_that_jimage_lists() {
    for jdk in each_jdk("the_classes_of_java_base_are_those_that_jimage_lists") {
        let Some(expected) = listed_by_jimage(&jdk, "java.base") else {
            tests::skip(
                "the_classes_of_java_base_are_those_that_jimage_lists",
                &format!("{jdk} has no jimage"),
            );
            continue;
        };
        let modules = JdkModules::open(&jdk).unwrap();
        let ours: Vec<&str> = modules
            .class_names("java.base")
            .unwrap()
            .iter()
            .map(AsRef::as_ref)
            .collect();
        assert!(expected.len() > 5_000, "{}", expected.len());
        assert_eq!(ours, expected);
    }
}

#[test]
fn every_class_is_found_by_its_name_from_several_threads() {
    for jdk in each_jdk("every_class_is_found_by_its_name_from_several_threads") {
        let modules = JdkModules::open(&jdk).unwrap();
        let all: Vec<(&str, &str)> = modules
            .modules()
            .flat_map(|module| {
                modules
                    .class_names(module)
                    .unwrap()
                    .iter()
                    .map(move |name| (module, &**name))
            })
            .collect();
        assert!(all.len() > 20_000);
        thread::scope(|scope| {
            for part in all.chunks(all.len().div_ceil(4)) {
                let modules = &modules;
                scope.spawn(move || {
                    for (module, name) in part {
                        let class = modules
                            .class(name)
                            .unwrap()
                            .unwrap_or_else(|| panic!("{name}"));
                        assert_eq!(class.module(), *module);
                        assert_eq!(class.bytes()[..4], [0xca, 0xfe, 0xba, 0xbe], "{name}");
                    }
                });
            }
        });
        assert_eq!(
            modules
                .class("java/util/Map$Entry")
                .unwrap()
                .unwrap()
                .module(),
            "java.base"
        );
        assert_eq!(modules.module_of_package("java/sql"), Some("java.sql"));
        for absent in [
            "",
            "Object",
            "java/lang/NoSuch",
            "no/such/Package",
            "/java.base/java/lang/Object",
            "java/lang/Object.class",
        ] {
            assert!(modules.class(absent).unwrap().is_none(), "{absent}");
        }
        assert!(modules.class_names("no.such").is_none());
    }
}

#[test]
fn the_classes_of_a_module_come_in_order_with_their_bytes() {
    for jdk in each_jdk("the_classes_of_a_module_come_in_order_with_their_bytes") {
        let modules = JdkModules::open(&jdk).unwrap();
        let all = ModuleClasses::open(&jdk, |module, _| module == "java.base").unwrap();
        let names = modules.class_names("java.base").unwrap();
        assert_eq!(all.len(), names.len());
        for (index, name) in names.iter().enumerate() {
            let (ours, class) = all.get(index).unwrap();
            assert_eq!((ours, class.module()), (&**name, "java.base"));
            let expected = modules.class(name).unwrap().unwrap();
            assert_eq!(class.bytes(), expected.bytes(), "{name}");
        }
        assert!(all.get(names.len()).is_none());

        let of_package = ModuleClasses::open(&jdk, |_, package| package == "java/util").unwrap();
        let expected = names.iter().filter(|name| {
            let rest = name.strip_prefix("java/util/");
            rest.is_some_and(|rest| !rest.contains('/'))
        });
        assert_eq!(of_package.len(), expected.count());
        let none = ModuleClasses::open(&jdk, |_, _| false).unwrap();
        assert!(none.is_empty());
    }
}

fn open_bytes(path: &Path, bytes: &[u8]) -> Result<JdkModules, ModulesError> {
    fs::write(path, bytes).unwrap();
    JdkModules::from_file(path)
}

#[test]
fn what_is_no_image_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("modules");
    assert!(matches!(
        JdkModules::from_file(&path),
        Err(ModulesError::Open { .. })
    ));
    let little = [0xda, 0xda, 0xfe, 0xca, 0, 0, 1, 0, 0, 0, 0, 0];
    for bytes in [
        Vec::new(),
        b"short".to_vec(),
        vec![0; 100],
        little.to_vec(),
        [&little[..], &[0; 16]].concat(),
        [&little[..], &[0xff; 16]].concat(),
        [
            &little[..],
            &[1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            &[0xff; 64],
        ]
        .concat(),
        [
            &little[..],
            &[1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            &[0; 64],
        ]
        .concat(),
    ] {
        let by_name = open_bytes(&path, &bytes).unwrap_err();
        let in_order = ModuleClasses::from_file(&path, |_, _| true).unwrap_err();
        for error in [by_name, in_order] {
            assert!(matches!(error, ModulesError::Invalid { .. }), "{error}");
            assert!(error.to_string().contains("modules"));
        }
    }
}

/// A small random sequence, the same in each run: xorshift64 (Marsaglia 2003).
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize
}

#[test]
fn truncated_and_flipped_images_give_errors_or_other_classes_but_never_a_panic() {
    let jdk =
        each_jdk("truncated_and_flipped_images_give_errors_or_other_classes_but_never_a_panic")
            .remove(0);
    let image = fs::read(jdk.modules_file()).unwrap();
    let word =
        |index: usize| u32::from_le_bytes(image[index * 4..][..4].try_into().unwrap()) as usize;
    let (slots, locations, strings) = (word(4), word(5), word(6));
    let tables = 28 + 8 * slots + locations + strings;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("modules");

    for end in [20, 28, 1000, tables / 2, tables - 1] {
        assert!(
            open_bytes(&path, &image[..end]).is_err(),
            "cut at {end} of {tables}"
        );
    }
    // Cut within the classes: entries past the end are noticed.
    assert!(open_bytes(&path, &image[..tables + 1_000_000]).is_err());

    // The tables of all entries cover the whole file; testing a part of them keeps the test short.
    let names = [
        "java/lang/Object",
        "java/util/Map$Entry",
        "java/lang/String",
    ];
    let mut bytes = image;
    let mut state = 0x9e37_79b9_7f4a_7c15;
    fs::write(&path, &bytes).unwrap();
    let (mut errors, mut opened) = (0, 0);
    for round in 0..40 {
        // The header, then every table in turn.
        let position = match round % 4 {
            0 => random(&mut state) % 28,
            1 => 28 + random(&mut state) % (8 * slots),
            2 => 28 + 8 * slots + random(&mut state) % locations,
            _ => 28 + 8 * slots + locations + random(&mut state) % strings,
        };
        let mask = 1 << (random(&mut state) % 8);
        bytes[position] ^= mask;
        patch(&path, position, bytes[position]);
        match JdkModules::from_file(&path) {
            Ok(modules) => {
                opened += 1;
                for name in names {
                    let _ = modules
                        .class(name)
                        .map(|class| class.map(|class| class.bytes().len()));
                }
            }
            Err(_) => errors += 1,
        }
        if let Ok(classes) = ModuleClasses::from_file(&path, |_, _| true) {
            for index in 0..classes.len() {
                let _ = classes.get(index).map(|(_, class)| class.bytes().len());
            }
        }
        bytes[position] ^= mask;
        patch(&path, position, bytes[position]);
    }
    println!("{errors} images refused, {opened} opened");
    assert!(errors > 4 && opened > 4);
    assert!(
        JdkModules::from_file(&path)
            .unwrap()
            .class(names[0])
            .unwrap()
            .is_some()
    );
}

/// Changes one byte of a file in place.
fn patch(path: &Path, position: usize, byte: u8) {
    use std::io::{Seek, SeekFrom, Write};
    let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(position as u64)).unwrap();
    file.write_all(&[byte]).unwrap();
}
