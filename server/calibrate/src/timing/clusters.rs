//! Groups of instructions that take about equally long (Lambert and Power 2008, section 4.3).

use serde::Serialize;

/// A merge of two groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Merge {
    /// The difference between the largest and the smallest time in the new group, in seconds.
    pub(super) height: f64,
    /// Its instructions, by ascending time.
    pub(super) members: Vec<&'static str>,
}

/// The tree of groups by complete linkage. Each step merges the two neighbours with the smallest joint range.
pub(super) fn dendrogram(times: &[(&'static str, f64)]) -> Vec<Merge> {
    let mut sorted = times.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut groups: Vec<Vec<(&'static str, f64)>> = sorted.into_iter().map(|of| vec![of]).collect();
    let mut merges = Vec::new();
    while groups.len() > 1 {
        let spans = groups.windows(2).map(|pair| span(&pair[0], &pair[1]));
        let Some((at, height)) = spans.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        let right = groups.remove(at + 1);
        groups[at].extend(right);
        merges.push(Merge {
            height,
            members: groups[at].iter().map(|of| of.0).collect(),
        });
    }
    merges
}

fn span(left: &[(&'static str, f64)], right: &[(&'static str, f64)]) -> f64 {
    match (left.first(), right.last()) {
        (Some(least), Some(greatest)) => greatest.1 - least.1,
        _ => f64::INFINITY,
    }
}

/// The groups in which no two instructions differ by more than a granularity, by ascending time.
pub(super) fn cut(times: &[(&'static str, f64)], granularity: f64) -> Vec<Vec<&'static str>> {
    let mut sorted = times.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let order: Vec<&'static str> = sorted.iter().map(|of| of.0).collect();
    let mut groups: Vec<Vec<&'static str>> = order.iter().map(|name| vec![*name]).collect();
    for merge in dendrogram(times) {
        if merge.height > granularity {
            break;
        }
        groups.retain(|group| !merge.members.contains(&group[0]));
        groups.push(merge.members);
    }
    groups.sort_by_key(|group| order.iter().position(|name| *name == group[0]));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: [(&str, f64); 5] = [
        ("e", 50.0),
        ("a", 1.0),
        ("b", 2.0),
        ("d", 11.0),
        ("c", 10.0),
    ];

    #[test]
    fn near_times_are_joined_first() {
        let merges = dendrogram(&TIMES);
        let heights: Vec<f64> = merges.iter().map(|merge| merge.height).collect();
        assert_eq!(heights, [1.0, 1.0, 10.0, 49.0]);
        assert_eq!(merges[3].members, ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn a_coarser_granularity_gives_fewer_groups_and_the_greatest_time_one() {
        let groups = |granularity| cut(&TIMES, granularity);
        assert_eq!(groups(0.5).len(), 5);
        assert_eq!(groups(2.0), [vec!["a", "b"], vec!["c", "d"], vec!["e"]]);
        assert_eq!(groups(10.0), [vec!["a", "b", "c", "d"], vec!["e"]]);
        assert_eq!(groups(50.0).len(), 1);
    }
}
