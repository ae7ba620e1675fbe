//! The common elements of two lists.

/// Lists longer than this are not matched.
const LONGEST: usize = 512;

/// Pairs of common elements, in the order of both lists, with the greatest total similarity.
pub(crate) fn matched<T>(
    before: &[T],
    after: &[T],
    likeness: impl Fn(&T, &T) -> u32,
) -> Vec<(usize, usize)> {
    if before.len().max(after.len()) > LONGEST {
        return Vec::new();
    }
    let width = after.len() + 1;
    let mut most = vec![0_u32; (before.len() + 1) * width];
    let mut alike = vec![0_u32; before.len() * after.len()];
    for (row, one) in before.iter().enumerate().rev() {
        for (column, two) in after.iter().enumerate().rev() {
            let here = likeness(one, two);
            alike[row * after.len() + column] = here;
            let both = most[(row + 1) * width + column + 1] + here;
            let one_alone = most[(row + 1) * width + column];
            let two_alone = most[row * width + column + 1];
            most[row * width + column] = both.max(one_alone).max(two_alone);
        }
    }
    let mut found = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < before.len() && column < after.len() {
        let here = alike[row * after.len() + column];
        let best = most[row * width + column];
        if here > 0 && best == most[(row + 1) * width + column + 1] + here {
            found.push((row, column));
            row += 1;
            column += 1;
        } else if best == most[(row + 1) * width + column] {
            row += 1;
        } else {
            column += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::matched;

    #[test]
    fn pairs_keep_their_order_and_prefer_likeness() {
        let alike = |one: &u32, two: &u32| match (one == two, one % 10 == two % 10) {
            (true, _) => 3,
            (_, true) => 1,
            _ => 0,
        };
        assert_eq!(matched(&[1, 2, 3], &[1, 9, 3], alike), [(0, 0), (2, 2)]);
        assert_eq!(matched(&[1], &[11, 1], alike), [(0, 1)]);
        assert_eq!(matched(&[1, 2], &[2, 1], alike).len(), 1);
        assert_eq!(matched(&[], &[1], alike), []);
        assert_eq!(matched(&[1; 513], &[1; 3], alike), []);
    }
}
