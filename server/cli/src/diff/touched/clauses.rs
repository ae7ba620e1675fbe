//! Clauses about loops in comments: they are not code, but the numbers depend on them.

use super::texts::Texts;
use source::SourceFile;
use std::collections::BTreeSet;

/// The words that start a clause about a loop.
const KEYWORDS: [&str; 5] = [
    "loop_bound",
    "decreasing",
    "decreases",
    "maintaining",
    "loop_invariant",
];

/// The clauses that the head changes, a phrase for each file.
pub(super) fn between(before: &Texts, after: &Texts) -> Vec<String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let differing = names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name));
    let phrases = differing.filter_map(|name| {
        let of = |texts: &Texts| texts.get(name).map_or_else(Vec::new, |text| clauses(text));
        let (one, two) = (of(before), of(after));
        if one == two {
            return None;
        }
        let (gone, new) = (apart(&one, &two), apart(&two, &one));
        let what = match (gone.is_empty(), new.is_empty()) {
            (true, true) => String::from("its clauses in another order"),
            (false, false) => format!("{} → {}", gone.join(", "), new.join(", ")),
            (true, false) => format!("new {}", new.join(", ")),
            (false, true) => format!("no {}", gone.join(", ")),
        };
        Some(format!("{name}: {what}"))
    });
    phrases.collect()
}

/// The clauses about loops in a text, in their order.
fn clauses(text: &str) -> Vec<String> {
    let source = SourceFile::parse(text);
    let specifications = source.comments().into_iter().filter_map(|comment| {
        let is_line = comment.starts_with("//@");
        let content = comment
            .get(3..)
            .filter(|_| is_line || comment.starts_with("/*@"))?;
        Some(content.trim_end_matches("*/").replace('@', " "))
    });
    let all = specifications
        .collect::<Vec<_>>()
        .join(" ")
        .replace(';', " ; ");
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    for word in all.split_whitespace() {
        if KEYWORDS.contains(&word) {
            found.push(word.to_owned());
            is_open = true;
        } else if word == ";" {
            is_open = false;
        } else if let Some(clause) = found.last_mut().filter(|_| is_open) {
            clause.push(' ');
            clause.push_str(word);
        }
    }
    found
}

/// What one list has more often than the other.
fn apart(one: &[String], other: &[String]) -> Vec<String> {
    let mut rest = other.to_vec();
    let missing = one.iter().filter(|clause| {
        let place = rest.iter().position(|other| other == *clause);
        place.map(|place| rest.swap_remove(place)).is_none()
    });
    missing.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::clauses;

    #[test]
    fn clauses_are_read_from_comments_alone() {
        let text = "//@ loop_bound 31 -\n//@   log; energy <= 2 J;\nString s = \"//@ loop_bound 1;\";\n\
                    // loop_bound 2;\n/*@ decreasing b;\n  @ maintaining 0 <= i @*/";
        let expected = ["loop_bound 31 - log", "decreasing b", "maintaining 0 <= i"];
        assert_eq!(clauses(text), expected);
    }
}
