//! The instructions and line tables of JDK classes match the output of javap.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use std::collections::BTreeMap;
use std::process::Command;

use bytecode::ClassFile;
use jdk::{Jdk, JdkModules};

/// How many classes of each JDK are compared.
const CLASSES: usize = 60;

/// The mnemonics of a class in the order of its code, and its line-table entries, sorted.
#[derive(Debug, Default, PartialEq)]
struct Listing {
    mnemonics: Vec<String>,
    lines: Vec<u32>,
}

/// `SplitMix64` of Steele, Lea and Flood 2014: the same classes on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % limit
    }
}

fn random_classes(modules: &JdkModules, count: usize) -> Vec<String> {
    let all = modules.class_names("java.base").expect("java.base");
    let mut random = Random(20_251_101);
    let mut chosen = std::collections::BTreeSet::new();
    while chosen.len() < count {
        let name = &all[random.below(all.len())];
        if &**name != "module-info" {
            chosen.insert(name.to_string());
        }
    }
    chosen.into_iter().collect()
}

/// The output of one javap process for some classes, by class.
fn by_javap(jdk: &Jdk, classes: &[String]) -> BTreeMap<String, Listing> {
    let javap = jdk
        .home
        .join("bin")
        .join(format!("javap{}", std::env::consts::EXE_SUFFIX));
    // With -sysinfo each class begins with the place it was read from.
    let output = Command::new(javap)
        .args(["-sysinfo", "-c", "-l", "-p"])
        .args(classes.iter().map(|name| name.replace('/', ".")))
        .env_remove("JAVA_TOOL_OPTIONS")
        .output()
        .expect("javap starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut listings = BTreeMap::new();
    let mut current = &mut Listing::default();
    for line in text.lines() {
        if let Some(place) = line.strip_prefix("Classfile ") {
            let name = place
                .strip_prefix("jrt:/java.base/")
                .or_else(|| place.strip_prefix("/modules/java.base/"))
                .and_then(|name| name.strip_suffix(".class"))
                .unwrap_or_else(|| panic!("an unknown place: {place}"));
            current = listings.entry(name.to_owned()).or_default();
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(first), Some(second)) = (words.next(), words.next()) else {
            continue;
        };
        let Some(first) = first.strip_suffix(':') else {
            // `line 12: 7`
            if first == "line"
                && let Some(Ok(number)) = second.strip_suffix(':').map(str::parse)
            {
                current.lines.push(number);
            }
            continue;
        };
        // `7: iload_1`; the cases of a switch are numbers on both sides.
        let is_mnemonic = second.starts_with(|character: char| character.is_ascii_lowercase());
        if first.parse::<u32>().is_ok() && is_mnemonic {
            current.mnemonics.push(second.to_owned());
        }
    }
    for listing in listings.values_mut() {
        listing.lines.sort_unstable();
    }
    listings
}

fn by_this_project(bytes: &[u8]) -> Listing {
    let class = ClassFile::parse(bytes).expect("a class file");
    let mut listing = Listing::default();
    for code in class
        .methods
        .iter()
        .filter_map(|method| method.code.as_ref())
    {
        let instructions = code.instructions.iter();
        listing
            .mnemonics
            .extend(instructions.map(bytecode::Instruction::mnemonic));
        listing
            .lines
            .extend(code.lines.iter().map(|entry| entry.line));
    }
    listing.lines.sort_unstable();
    listing
}

#[test]
fn random_jdk_classes_have_javap_s_instructions_and_lines() {
    for jdk in support::jdks("random_jdk_classes_have_javap_s_instructions_and_lines") {
        let modules = JdkModules::open(&jdk).expect("a module image");
        let classes = random_classes(&modules, CLASSES);
        let listings = by_javap(&jdk, &classes);
        assert_eq!(listings.len(), CLASSES, "classes that javap printed");
        let (mut instructions, mut lines) = (0, 0);
        for name in &classes {
            let bytes = modules.class(name).expect("an entry").expect("a class");
            let found = by_this_project(bytes.bytes());
            let expected = &listings[name];
            assert_eq!(&found, expected, "JDK {}, {name}", jdk.version);
            instructions += expected.mnemonics.len();
            lines += expected.lines.len();
        }
        println!(
            "JDK {}: {instructions} instructions, {lines} lines",
            jdk.version
        );
        assert!(instructions > 100 * CLASSES && lines > 20 * CLASSES);
    }
}
