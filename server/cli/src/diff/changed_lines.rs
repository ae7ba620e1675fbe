//! Finds the lines of a text that another text does not have.

use std::collections::BTreeSet;

/// If there are more pairs of lines than this, all lines between the first and the last difference count as changed.
const MOST_PAIRS: usize = 4_000_000;

/// The lines of `after`, from 1, that are not in a longest common subsequence of lines.
pub(super) fn changed_lines(before: &str, after: &str) -> BTreeSet<u32> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, two)| one == two).count()
    };
    let first = same(&mut old.iter().zip(&new));
    let (old, new) = (&old[first..], &new[first..]);
    let last = same(&mut old.iter().rev().zip(new.iter().rev()));
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let number = |place: usize| u32::try_from(first + place + 1).unwrap_or(u32::MAX);
    if (old.len() + 1).saturating_mul(new.len() + 1) > MOST_PAIRS {
        return (0..new.len()).map(number).collect();
    }
    // The number of common lines in the rest of both texts.
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut changed) = (0, BTreeSet::new());
    let mut j = 0;
    while j < new.len() {
        if i < old.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && common[(i + 1) * width + j] >= common[i * width + j + 1] {
            i += 1;
        } else {
            changed.insert(number(j));
            j += 1;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::changed_lines;

    fn changed(before: &str, after: &str) -> Vec<u32> {
        let lines = |text: &str| text.replace(' ', "\n");
        changed_lines(&lines(before), &lines(after))
            .into_iter()
            .collect()
    }

    #[test]
    fn lines_that_are_new_or_other_are_changed() {
        assert_eq!(changed("a b c", "a b c"), [0; 0]);
        assert_eq!(changed("a b c", "a x c"), [2]);
        assert_eq!(changed("a b c", "a c"), [0; 0]);
        assert_eq!(changed("", "a b"), [1, 2]);
        assert_eq!(changed("a b", ""), [0; 0]);
        assert_eq!(changed("a b c d", "x b y c d z"), [1, 3, 6]);
        assert_eq!(changed("a a a", "a a a a"), [4]);
    }

    #[test]
    fn texts_that_are_too_long_are_changed_from_the_first_difference_to_the_last() {
        let text = |word: &str| format!("{word}\n").repeat(3_000);
        let (one, two) = (
            format!("same\n{}same", text("a")),
            format!("same\n{}same", text("b")),
        );
        let changed = changed_lines(&one, &two);
        assert_eq!(changed.len(), 3_000);
        assert!(!changed.contains(&1) && !changed.contains(&3_002));
    }
}
