//! Each form, read by an independent reader.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic"
)]
#![allow(clippy::float_cmp, reason = "sums of binary fractions are exact")]

mod example;
mod wire;

use std::collections::BTreeMap;
use std::io::Read;

use example::{NASTY, WHOLE_JOULES, example, mean, node, part};
use flate2::read::GzDecoder;
use profile::{Analysis, AnalysisOptions, Method, Node, Part, SampledCallTree, ThreadKind, Unit};
use profile_forms::{collapsed, flame_graph, pprof, speedscope};
use proptest::prelude::*;
use serde_json::Value;
use wire::Wire;

const NASTY_METHOD: &str = "p.A.</script><b>;,\"' 7\\u{a}\\u{202e}=1(int)";

#[test]
fn collapsed_stacks_have_a_line_for_each_stack() {
    let nasty = NASTY_METHOD.replace(';', ":");
    let expected = format!(
        "Java code;p.A.main(int) 250000000\n\
         Java code;p.A.main(int);p.A.hot(int) 2000000000\n\
         Java code;p.A.main(int);p.A.hot(int);p.A.hot(int);java.util.HashMap.put(int) 1500000000\n\
         Java code;{nasty} 125000000\n\
         Java code;whose stack could not be walked 250000000\n\
         compiling it (JIT) 1500000000\n\
         while the program used no CPU time 375000000\n"
    );
    assert_eq!(collapsed(&example()), expected);
}

/// The stacks and their weights, read from speedscope's format.
fn read_speedscope(text: &str) -> BTreeMap<String, f64> {
    let file: Value = serde_json::from_str(text).unwrap();
    let frames = file["shared"]["frames"].as_array().unwrap();
    let mut stacks = BTreeMap::new();
    for profile in file["profiles"].as_array().unwrap() {
        assert_eq!(profile["type"], "sampled");
        let samples = profile["samples"].as_array().unwrap();
        let weights = profile["weights"].as_array().unwrap();
        assert_eq!(samples.len(), weights.len());
        let mut sum = 0.0;
        for (sample, weight) in samples.iter().zip(weights) {
            let name = |place: &Value| {
                let frame = &frames[usize::try_from(place.as_u64().unwrap()).unwrap()];
                frame["name"].as_str().unwrap().to_owned()
            };
            let names: Vec<String> = sample.as_array().unwrap().iter().map(name).collect();
            let weight = weight.as_f64().unwrap();
            *stacks.entry(names.join(" | ")).or_insert(0.0) += weight;
            sum += weight;
        }
        let span = (profile["startValue"].as_f64(), profile["endValue"].as_f64());
        assert_eq!(span, (Some(0.0), Some(sum)));
    }
    stacks
}

#[test]
fn speedscope_has_all_stacks() {
    let text = speedscope(&example());
    let stacks = read_speedscope(&text);
    let put =
        "Java code | p.A.main(int) | p.A.hot(int) | p.A.hot(int) | java.util.HashMap.put(int)";
    assert_eq!(stacks[put], 1.5);
    assert_eq!(stacks["compiling it (JIT)"], 1.5);
    assert_eq!(stacks[&format!("Java code | {NASTY_METHOD}")], 0.125);
    assert_eq!(stacks.values().sum::<f64>(), WHOLE_JOULES);
    let file: Value = serde_json::from_str(&text).unwrap();
    let profile = &file["profiles"][0];
    assert_eq!(
        (&profile["name"], &profile["unit"]),
        (&"java A (joules)".into(), &"none".into())
    );
    assert_eq!(
        file["$schema"],
        "https://www.speedscope.app/file-format-schema.json"
    );
}

fn unpacked(pprof: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(pprof).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The field numbers are those of `profile.proto`.
#[test]
fn pprof_has_samples_with_their_stacks() {
    let profile = Wire::read(&unpacked(&pprof(&example())));
    let texts = profile.bytes(6);
    let text = |place: u64| std::str::from_utf8(texts[place as usize]).unwrap();
    assert_eq!(text(0), "");
    let types: Vec<(&str, &str)> = profile
        .messages(1)
        .iter()
        .map(|kind| (text(kind.number(1)), text(kind.number(2))))
        .collect();
    assert_eq!(types, [("samples", "count"), ("energy", "nanojoules")]);
    assert_eq!(text(profile.number(14)), "energy");
    assert_eq!(profile.number(10), 2_500_000_000);
    let comment = text(profile.numbers(13)[0]);
    assert!(comment.starts_with("java A, jouled "), "{comment}");

    let by_id = |tag: u64| -> BTreeMap<u64, Wire> {
        let messages = profile.messages(tag).into_iter();
        messages
            .map(|message| (message.number(1), message))
            .collect()
    };
    let (locations, functions) = (by_id(4), by_id(5));
    // Each id occurs once.
    assert_eq!(
        (locations.len(), functions.len()),
        (profile.messages(4).len(), profile.messages(5).len())
    );
    let place = |id: &u64| {
        let lines = locations[id].messages(4);
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        let function = &functions[&line.number(1)];
        [function.number(2), function.number(3), function.number(4)].map(text)
    };
    let stack = |sample: &Wire| sample.numbers(1).iter().map(place).collect::<Vec<_>>();
    let samples = profile.messages(2);
    assert_eq!(samples.len(), 7);
    let hot = ["p.A.hot(int)", "p/A.hot(I)V", "p/A"];
    let expected = [
        [
            "java.util.HashMap.put(int)",
            "java/util/HashMap.put(I)V",
            "java/util/HashMap",
        ],
        hot,
        hot,
        ["p.A.main(int)", "p/A.main(I)V", "p/A"],
        ["Java code", "Java code", ""],
    ];
    assert_eq!(stack(&samples[2]), expected);
    assert_eq!(samples[2].numbers(2), [150, 1_500_000_000]);
    assert_eq!(
        stack(&samples[5]),
        [["compiling it (JIT)", "compiling it (JIT)", ""]]
    );
    let energy: u64 = samples.iter().map(|sample| sample.numbers(2)[1]).sum();
    assert_eq!(energy as f64, WHOLE_JOULES * 1e9);
}

/// The data of the graph: the name of each frame with its callers, and its total and own energy.
fn read_page(page: &str) -> BTreeMap<String, (f64, f64)> {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let list = |name: &str| data[name].as_array().unwrap().clone();
    let (names, parents) = (list("names"), list("parents"));
    let (totals, own) = (list("totals"), list("own"));
    let mut paths: Vec<String> = Vec::new();
    let mut nodes = BTreeMap::new();
    for (place, name) in names.iter().enumerate() {
        let name = name.as_str().unwrap();
        let path = match usize::try_from(parents[place].as_i64().unwrap()) {
            Ok(parent) => format!("{} | {name}", paths[parent]),
            Err(_) => name.to_owned(),
        };
        paths.push(path.clone());
        nodes.insert(
            path,
            (
                totals[place].as_f64().unwrap(),
                own[place].as_f64().unwrap(),
            ),
        );
    }
    nodes
}

#[test]
fn a_flame_graph_adds_up() {
    let page = flame_graph(&example());
    let nodes = read_page(&page);
    assert_eq!(nodes["java A"], (WHOLE_JOULES, 0.0));
    assert_eq!(nodes["java A | Java code"], (4.125, 0.0));
    assert_eq!(
        nodes["java A | Java code | p.A.main(int) | p.A.hot(int)"],
        (3.5, 2.0)
    );
    assert_eq!(
        nodes["java A | Java code | p.A.main(int) | p.A.hot(int) | p.A.hot(int)"],
        (1.5, 0.0)
    );
    assert_eq!(nodes["java A | compiling it (JIT)"], (1.5, 1.5));
    assert_eq!(
        nodes[&format!("java A | Java code | {NASTY_METHOD}")],
        (0.125, 0.125)
    );
    assert!(page.contains("6.00 J, measured by"), "{page}");
    assert!(page.contains("<td class=\"n\">48%</td>"), "{page}");
    assert!(!page.contains("are not drawn"));
}

#[test]
fn a_page_says_what_its_numbers_are_not() {
    let mut analysis = example();
    analysis.meter.is_modelled = true;
    analysis.totals.time_measured = 0.5;
    let page = flame_graph(&analysis);
    assert!(
        page.contains("At least 6.00 J, modelled, not measured, by"),
        "{page}"
    );
    analysis.totals.joules = None;
    analysis.unit = Unit::CpuSeconds;
    let page = flame_graph(&analysis);
    assert!(
        page.contains("Energy was not measured: all numbers are CPU time."),
        "{page}"
    );
    assert!(page.contains("Width is CPU time"));
    assert_eq!(
        read_page(&page)["java A | compiling it (JIT)"],
        (0.375, 0.375)
    );
    let speedscope: Value = serde_json::from_str(&speedscope(&analysis)).unwrap();
    assert_eq!(speedscope["profiles"][0]["unit"], "seconds");
    assert_eq!(speedscope["profiles"][0]["name"], "java A (CPU time)");
    let pprof = Wire::read(&unpacked(&pprof(&analysis)));
    let texts: Vec<&[u8]> = pprof.bytes(6);
    assert!(texts.contains(&&b"nanoseconds"[..]) && !texts.contains(&&b"nanojoules"[..]));
}

#[test]
fn a_name_is_text_in_the_page() {
    let mut nasty = example();
    nasty.program = NASTY.to_owned();
    nasty.meter.selector = NASTY.to_owned();
    let page = flame_graph(&nasty);
    // Besides the two scripts of the page itself, no script ends, and nothing is bold.
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b>") && !page.contains('\u{202e}'));
    assert!(
        read_page(&page)
            .keys()
            .any(|path| path.contains("</script><b>"))
    );
}

#[test]
fn a_graph_of_many_frames_keeps_those_that_cost_most_with_their_callers() {
    let mut many = example();
    many.names = (0..30_000)
        .map(|number| Method {
            class: "p/A".to_owned(),
            name: format!("m{number}"),
            descriptor: Some("()V".to_owned()),
        })
        .collect();
    let mut nodes = vec![Node::default(), node(0, 0, 0.0)];
    nodes.extend((1..30_000).map(|number| node(1, number, f64::from(number))));
    many.tree = SampledCallTree { nodes };
    let page = flame_graph(&many);
    let nodes = read_page(&page);
    assert_eq!(nodes.len(), 20_000);
    assert!(page.contains("10005 frames that cost less"));
    assert_eq!(
        nodes["java A | Java code | p.A.m0()"].0,
        29_999.0 * 30_000.0 / 2.0
    );
    assert!(nodes.contains_key("java A | Java code | p.A.m0() | p.A.m29999()"));
    assert!(!nodes.contains_key("java A | Java code | p.A.m0() | p.A.m1()"));
}

fn every_form(analysis: &Analysis) {
    for line in collapsed(analysis).lines() {
        let (_, weight) = line.rsplit_once(' ').expect("a weight");
        assert!(weight.parse::<u64>().is_ok(), "{line}");
    }
    read_speedscope(&speedscope(analysis));
    Wire::read(&unpacked(&pprof(analysis)));
    read_page(&flame_graph(analysis));
}

#[test]
fn an_analysis_without_anything_and_energies_that_are_none_have_every_form() {
    let nothing = Analysis::default();
    every_form(&nothing);
    assert_eq!(collapsed(&nothing), "");
    every_form(&profile::analyse(
        &profile::Profile::default(),
        &AnalysisOptions::default(),
    ));
    for joules in [f64::NAN, f64::INFINITY, -1.0, 1e308, 0.0] {
        let mut analysis = example();
        analysis.tree.nodes = vec![Node::default(), node(0, 7, joules), node(9, 1, joules)];
        analysis.totals.java.without_stack = joules;
        analysis.totals.parts = vec![part(Part::Threads(ThreadKind::Gc), joules); 2];
        analysis.totals.joules = Some(mean(joules));
        every_form(&analysis);
        assert_eq!(collapsed(&analysis), "");
    }
}

proptest! {
    #[test]
    fn any_names_and_any_trees_have_every_form(
        program in ".*",
        names in proptest::collection::vec((".*", ".*", proptest::option::of(".*")), 0..4),
        nodes in proptest::collection::vec((0..9_usize, 0..5_u32, 0.0..10.0), 0..8),
    ) {
        let mut any = example();
        any.program = program;
        any.names = names
            .into_iter()
            .map(|(class, name, descriptor)| Method { class, name, descriptor })
            .collect();
        let nodes = nodes.into_iter().map(|(caller, method, own)| node(caller, method, own));
        any.tree.nodes = std::iter::once(Node::default()).chain(nodes).collect();
        every_form(&any);
    }
}
