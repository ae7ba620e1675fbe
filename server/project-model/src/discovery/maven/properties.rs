//! Replaces `${…}` in build files.

/// The maximum number of lookups for one value. Properties may refer to each other, even in cycles, or multiply with each step.
const MAX_LOOKUPS: usize = 2_000;
const MAX_DEPTH: usize = 32;
const MAX_BYTES: usize = 64 << 10;

/// Replaces each `${name}` by what `lookup` returns, and continues in the result. Unknown names stay as they are.
pub(super) fn interpolate(text: &str, lookup: &dyn Fn(&str) -> Option<String>) -> String {
    if !text.contains("${") {
        return text.to_owned();
    }
    let mut result = String::new();
    let mut lookups = 0;
    expand(text, lookup, 0, &mut lookups, &mut result);
    result
}

fn expand(
    text: &str,
    lookup: &dyn Fn(&str) -> Option<String>,
    depth: usize,
    lookups: &mut usize,
    result: &mut String,
) {
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, reference) = rest.split_at(start);
        result.push_str(before);
        let Some(end) = reference.find('}') else {
            rest = reference;
            break;
        };
        let (written, after) = reference.split_at(end + 1);
        rest = after;
        *lookups += 1;
        let is_bounded = depth < MAX_DEPTH && *lookups <= MAX_LOOKUPS && result.len() < MAX_BYTES;
        let name = written.get(2..end).unwrap_or_default();
        match lookup(name).filter(|_| is_bounded) {
            Some(value) => expand(&value, lookup, depth + 1, lookups, result),
            None => result.push_str(written),
        }
    }
    if result.len() < MAX_BYTES {
        result.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str, known: &[(&str, &str)]) -> String {
        let lookup = |name: &str| {
            let found = known.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        interpolate(text, &lookup)
    }

    #[test]
    fn properties_name_properties() {
        let known = [("a", "1.${b}"), ("b", "2"), ("self", "x${self}")];
        assert_eq!(of("v${a}-${b}", &known), "v1.2-2");
        assert_eq!(of("${unknown}${b", &known), "${unknown}${b");
        assert!(of("${self}", &known).ends_with("${self}"));
    }

    #[test]
    fn values_that_multiply_end() {
        let names: Vec<_> = (0..40).map(|level| format!("p{level}")).collect();
        let values: Vec<_> = (0..40)
            .map(|level| format!("${{p{}}}", level + 1).repeat(10))
            .collect();
        let known: Vec<_> = names
            .iter()
            .zip(&values)
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert!(of("${p0}", &known).len() < 1 << 20);
    }

    proptest! {
        #[test]
        fn any_text_is_interpolated(text in "[${}ab é]{0,40}") {
            let _ = of(&text, &[("a", "${b}"), ("b", "${a}${a}")]);
        }
    }
}
