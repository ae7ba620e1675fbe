//! Names of methods, threads, parts and reasons.

use crate::analysis::{NoCostReason, Part};
use crate::record::{Method, Sampler, ThreadKind};

/// The name of a method as Java writes it: `p.A.f(int, String)`, or `p.A.f(…)` if overloads are not distinguished.
pub fn method_name(method: &Method) -> String {
    let class = method.class.replace('/', ".");
    let parameters = match &method.descriptor {
        Some(descriptor) => parameters(descriptor).unwrap_or_else(|| descriptor.clone()),
        None => "…".to_owned(),
    };
    format!("{class}.{}({parameters})", method.name)
}

/// The name of a method on one line. If it does not fit into `columns` after the `used` ones, its beginning is cut off.
pub(super) fn method_in(method: &Method, columns: usize, used: usize) -> String {
    let name = escape::plain(&method_name(method));
    let room = columns.saturating_sub(used);
    let length = name.chars().count();
    if length <= room {
        return name;
    }
    let kept: String = name.chars().skip(length + 1 - room.max(1)).collect();
    format!("…{kept}")
}

/// The types of a descriptor's parameters without their packages; `None` if the text is not a descriptor.
fn parameters(descriptor: &str) -> Option<String> {
    let (mut rest, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut shown = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (name, after) = if let Some(class) = element.strip_prefix('L') {
            let (class, after) = class.split_once(';')?;
            let last = class.rsplit(['/', '$']).next().unwrap_or(class);
            (last, after)
        } else {
            let name = match element.chars().next()? {
                'B' => "byte",
                'C' => "char",
                'D' => "double",
                'F' => "float",
                'I' => "int",
                'J' => "long",
                'S' => "short",
                'Z' => "boolean",
                _ => return None,
            };
            (name, element.get(1..)?)
        };
        shown.push(format!("{name}{}", "[]".repeat(dimensions.min(255))));
        rest = after;
    }
    Some(shown.join(", "))
}

/// The name of a sampler in documents.
pub(super) fn sampler(sampler: Sampler) -> &'static str {
    match sampler {
        Sampler::CpuTime => "cpu_time",
        Sampler::Safepoints => "safepoints",
    }
}

/// The name of a part of the energy in documents.
pub(super) fn part(part: Part) -> &'static str {
    match part {
        Part::Threads(kind) => thread_kind(kind),
        Part::Unseen => "unseen",
        Part::Idle => "idle",
    }
}

/// The name in documents of the reason why there is no energy per execution.
pub(super) fn no_cost(reason: NoCostReason) -> &'static str {
    match reason {
        NoCostReason::NotMeasured => "not_measured",
        NoCostReason::PartlyMeasured => "partly_measured",
        NoCostReason::NotCounted => "not_counted",
        NoCostReason::DifferentWork => "different_work",
        NoCostReason::NeverRan => "never_ran",
        NoCostReason::Overloads => "overloads",
        NoCostReason::FewSamples => "few_samples",
    }
}

/// A word for what threads of this kind do.
pub fn thread_kind(kind: ThreadKind) -> &'static str {
    match kind {
        ThreadKind::Java => "java",
        ThreadKind::Jit => "jit",
        ThreadKind::Gc => "gc",
        ThreadKind::Vm => "vm",
        ThreadKind::Recorder => "recorder",
        ThreadKind::Native => "native",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_java() {
        let shown = |descriptor: Option<&str>| {
            method_name(&Method {
                class: "p/A$B".to_owned(),
                name: "f".to_owned(),
                descriptor: descriptor.map(str::to_owned),
            })
        };
        assert_eq!(shown(Some("()V")), "p.A$B.f()");
        assert_eq!(
            shown(Some("(I[[JLjava/util/Map$Entry;)Z")),
            "p.A$B.f(int, long[][], Entry)"
        );
        assert_eq!(shown(None), "p.A$B.f(…)");
        for broken in ["", "(", "(L)V", "(é)V", "([)V", "(Ljava/lang"] {
            assert_eq!(shown(Some(broken)), format!("p.A$B.f({broken})"));
        }
    }
}
