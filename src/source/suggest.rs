/// The one of `known` that the author may have meant by `typed`, if one is near enough: at most a
/// third of its letters wrong, left out, added or exchanged with a neighbour.
pub fn closest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = typed.to_lowercase();
    known
        .into_iter()
        .map(|word| (distance(&folded, &word.to_lowercase()), word))
        .filter(|&(distance, word)| distance * 3 <= word.chars().count().max(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// How many single mistakes lie between the two words (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let known = ["knight", "bishop", "queen", "king"];
        assert_eq!(closest("knigt", known), Some("knight"));
        assert_eq!(closest("bihsop", known), Some("bishop"));
        assert_eq!(closest("Queen", known), Some("queen"));
        assert_eq!(closest("zebra", known), None);
    }
}
