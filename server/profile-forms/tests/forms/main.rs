//! Each form, read by something that did not write it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may panic"
)]

mod example;
mod wire;

use std::collections::BTreeMap;
use std::io::Read;

use example::{NASTY, WHOLE_JOULES, code, energies, example, row};
use flate2::read::GzDecoder;
use profile::Code;
use profile_forms::{StackEnergies, collapsed, csv, flame_graph, pprof, speedscope};
use proptest::prelude::*;
use serde_json::Value;
use wire::Wire;

const NASTY_METHOD: &str = "p.A.</script><b>;,\"' 7\\u{a}\\u{202e}=1";

#[test]
fn collapsed_stacks_have_a_line_for_each_stack() {
    let code = example();
    let nasty = NASTY_METHOD.replace(';', ":");
    let expected = format!(
        "JIT compiler 1500000000\n\
         main;p.A.main 250000000\n\
         main;p.A.main;p.A.hot 2000000000\n\
         main;p.A.main;p.A.hot;p.A.hot;java.util.HashMap.put 1500000000\n\
         worker: 1;{nasty} 125000000\n"
    );
    assert_eq!(collapsed(&energies(&code)), expected);
}

/// Stacks and their weights, as a reader of speedscope's format sees them.
fn read_speedscope(text: &str) -> BTreeMap<String, f64> {
    let file: Value = serde_json::from_str(text).unwrap();
    let frames = file["shared"]["frames"].as_array().unwrap();
    let mut stacks = BTreeMap::new();
    for profile in file["profiles"].as_array().unwrap() {
        assert_eq!(
            (profile["type"].as_str(), profile["unit"].as_str()),
            (Some("sampled"), Some("none"))
        );
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
fn speedscope_has_a_profile_for_each_thread() {
    let code = example();
    let text = speedscope(&energies(&code));
    let stacks = read_speedscope(&text);
    assert_eq!(
        stacks["main | p.A.main | p.A.hot | p.A.hot | java.util.HashMap.put"],
        1.5
    );
    assert_eq!(stacks["JIT compiler"], 1.5);
    assert_eq!(stacks[&format!("worker; 1 | {NASTY_METHOD}")], 0.125);
    assert_eq!(stacks.values().sum::<f64>(), WHOLE_JOULES);
    let file: Value = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = file["profiles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|profile| profile["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "main (joules)",
            "JIT compiler (joules)",
            "worker; 1 (joules)"
        ]
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

/// The numbers of fields are those of `profile.proto`.
#[test]
fn pprof_has_samples_with_their_stacks() {
    let code = example();
    let profile = Wire::read(&unpacked(&pprof(&energies(&code))));
    let texts = profile.bytes(6);
    let text = |place: u64| std::str::from_utf8(texts[place as usize]).unwrap();
    assert_eq!(text(0), "");
    let types: Vec<(&str, &str)> = profile
        .messages(1)
        .iter()
        .map(|kind| (text(kind.number(1)), text(kind.number(2))))
        .collect();
    assert_eq!(
        types,
        [
            ("samples", "count"),
            ("cpu", "nanoseconds"),
            ("energy", "nanojoules")
        ]
    );
    assert_eq!(text(profile.number(14)), "energy");
    assert_eq!(
        (profile.number(9), profile.number(10)),
        (1_700_000_000_000_000_000, 2_500_000_000)
    );
    let comment = text(profile.numbers(13)[0]);
    assert!(
        comment.starts_with("java A, energy by powercap"),
        "{comment}"
    );

    let by_id = |tag: u64| -> BTreeMap<u64, Wire> {
        let messages = profile.messages(tag).into_iter();
        messages
            .map(|message| (message.number(1), message))
            .collect()
    };
    let (locations, functions) = (by_id(4), by_id(5));
    let place = |id: &u64| {
        let lines = locations[id].messages(4);
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        let function = &functions[&line.number(1)];
        let names = [function.number(2), function.number(3), function.number(4)].map(text);
        (names, line.number(2))
    };
    let samples = profile.messages(2);
    assert_eq!(samples.len(), 6);
    let map = &samples[2];
    let stack: Vec<_> = map.numbers(1).iter().map(place).collect();
    let hot = ["p.A.hot", "p.A.hot()V", "p/A"];
    let expected = [
        (
            [
                "java.util.HashMap.put",
                "java.util.HashMap.put()V",
                "java/util/HashMap",
            ],
            0,
        ),
        (hot, 8),
        (hot, 7),
        (["p.A.main", "p.A.main()V", "p/A"], 3),
    ];
    assert_eq!(stack, expected);
    assert_eq!(map.numbers(2), [100, 1_000_000_000, 1_000_000_000]);
    let label = &map.messages(3)[0];
    assert_eq!(
        (text(label.number(1)), text(label.number(2))),
        ("thread", "main")
    );
    let jit = samples[5].numbers(1).iter().map(place).collect::<Vec<_>>();
    assert_eq!(jit, [(["JIT compiler", "JIT compiler", ""], 0)]);
    let energy: u64 = samples.iter().map(|sample| sample.numbers(2)[2]).sum();
    assert_eq!(energy as f64, WHOLE_JOULES * 1e9);
}

/// The cells of each line.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let lines = csv.strip_suffix("\r\n").unwrap().split("\r\n");
    lines
        .map(|line| {
            let (mut cells, mut is_quoted) = (vec![String::new()], false);
            for character in line.chars() {
                match character {
                    '"' => is_quoted = !is_quoted,
                    ',' if !is_quoted => cells.push(String::new()),
                    _ => cells.last_mut().unwrap().push(character),
                }
            }
            cells
        })
        .collect()
}

#[test]
fn csv_has_a_line_for_each_method() {
    let code = example();
    let lines = cells(&csv(&energies(&code)));
    assert!(lines.iter().all(|line| line.len() == 7), "{lines:?}");
    let numbers: Vec<(&str, &str, f64, f64)> = lines[1..]
        .iter()
        .map(|line| {
            let number = |text: &String| text.parse::<f64>().unwrap();
            (
                line[0].as_str(),
                line[1].as_str(),
                number(&line[3]),
                number(&line[4]),
            )
        })
        .collect();
    let nasty = "</script><b>;,' 7\\u{a}\\u{202e}=1";
    let expected = [
        ("p.A", "hot", 2.0, 3.5),
        ("java.util.HashMap", "put", 1.5, 1.5),
        ("", "JIT compiler", 1.5, 1.5),
        ("p.A", "main", 0.25, 3.75),
        ("p.A", nasty, 0.125, 0.125),
    ];
    assert_eq!(numbers, expected);
    let own: f64 = numbers.iter().map(|line| line.2).sum();
    assert_eq!(own, WHOLE_JOULES);
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
    assert_eq!(nodes.len(), names.len());
    nodes
}

#[test]
fn a_flame_graph_adds_up() {
    let code = example();
    let page = flame_graph(&energies(&code));
    let nodes = read_page(&page);
    assert_eq!(nodes["java A"], (WHOLE_JOULES, 0.0));
    assert_eq!(nodes["java A | main"], (3.75, 0.0));
    assert_eq!(nodes["java A | main | p.A.main | p.A.hot"], (3.5, 2.0));
    assert_eq!(
        nodes["java A | main | p.A.main | p.A.hot | p.A.hot"],
        (1.5, 0.0)
    );
    assert_eq!(nodes["java A | JIT compiler"], (1.5, 1.5));
    assert_eq!(
        nodes[&format!("java A | worker; 1 | {NASTY_METHOD}")],
        (0.125, 0.125)
    );
    assert!(
        page.contains("5.38 J in 2.5 s, 537 samples. Energy by powercap."),
        "{page}"
    );
    assert!(page.contains("<td class=\"n\">37.2%</td>"), "{page}");
    assert!(!page.contains("are not drawn"));
}

#[test]
fn a_name_is_text_in_the_page() {
    let code = example();
    let mut nasty = energies(&code);
    nasty.program = NASTY;
    nasty.measured_by = NASTY;
    nasty.rows.push(row(NASTY, None, 1.0));
    let page = flame_graph(&nasty);
    // Besides the two of the page itself, no script ends, and nothing is bold.
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
    let names: Vec<String> = (0..30_000).map(|number| format!("m{number}")).collect();
    let names: Vec<(&str, &str)> = names.iter().map(|name| ("p/A", name.as_str())).collect();
    let mut stacks = vec![(None, 0, None)];
    stacks.extend((1..30_000).map(|number| (Some(0), number, None)));
    let code = code(&names, &stacks);
    let mut many = energies(&code);
    many.rows = (1..30_000)
        .map(|number| row("main", Some(number), f64::from(number)))
        .collect();
    let page = flame_graph(&many);
    let nodes = read_page(&page);
    assert_eq!(nodes.len(), 20_000);
    assert!(
        page.contains("10002 frames that cost less"),
        "{}",
        nodes.len()
    );
    let whole = 29_999.0 * 30_000.0 / 2.0;
    assert_eq!(nodes["java A | main | p.A.m0"].0, whole);
    assert!(nodes.contains_key("java A | main | p.A.m0 | p.A.m29999"));
    assert!(!nodes.contains_key("java A | main | p.A.m0 | p.A.m1"));
}

fn every_form(energies: &StackEnergies<'_>) {
    for line in collapsed(energies).lines() {
        let (_, weight) = line.rsplit_once(' ').expect("a weight");
        assert!(weight.parse::<u64>().is_ok(), "{line}");
    }
    read_speedscope(&speedscope(energies));
    Wire::read(&unpacked(&pprof(energies)));
    assert!(cells(&csv(energies)).iter().all(|line| line.len() == 7));
    read_page(&flame_graph(energies));
}

/// A profile is read from a file, which may hold anything.
#[test]
fn a_run_without_anything_and_energies_that_are_none_have_every_form() {
    let code = Code::default();
    let mut nothing = energies(&code);
    nothing.rows.clear();
    every_form(&nothing);
    assert_eq!(collapsed(&nothing), "");
    for joules in [f64::NAN, f64::INFINITY, -1.0, 1e308, 0.0] {
        nothing.rows = vec![row("main", Some(7), joules); 2];
        every_form(&nothing);
        assert_eq!(cells(&csv(&nothing))[1][3], "0");
    }
}

proptest! {
    #[test]
    fn any_names_and_any_stacks_have_every_form(
        names in proptest::collection::vec((".*", ".*"), 0..4),
        stacks in proptest::collection::vec((proptest::option::of(0..9_u32), 0..5_u32, proptest::option::of(any::<u32>())), 0..8),
        rows in proptest::collection::vec((".*", proptest::option::of(0..9_u32), 0.0..10.0), 0..8),
    ) {
        let names: Vec<(&str, &str)> = names.iter().map(|(class, name)| (class.as_str(), name.as_str())).collect();
        let code = code(&names, &stacks);
        let mut any = energies(&code);
        any.rows = rows.iter().map(|(root, stack, joules)| row(root, *stack, *joules)).collect();
        every_form(&any);
    }
}
