//! Removes the line numbers of a listing.

/// Returns the text with each line number of a listing replaced by as many blanks.
///
/// A page that was copied from a listing of its source has a number before each line. Other lines
/// can also begin with a number (`8 w`, the end of a FEN), so only the longest rising sequence
/// belongs to the listing. A text that is not a listing is returned unchanged.
pub(super) fn without_line_numbers(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let numbered: Vec<(usize, u32)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, leading_number(line)?)))
        .collect();
    let rising = longest_rising(&numbered);
    if !looks_like_a_listing(&rising) {
        return text.to_owned();
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    for (at, _) in rising {
        let digits = lines[at].bytes().take_while(u8::is_ascii_digit).count();
        lines[at].replace_range(..digits, &" ".repeat(digits));
    }
    lines.join("\n")
}

/// Whether there are enough numbers. Blank lines of a listing can be missing, but not most lines.
fn looks_like_a_listing(rising: &[(usize, u32)]) -> bool {
    let (Some((_, first)), Some((_, last))) = (rising.first(), rising.last()) else {
        return false;
    };
    rising.len() >= 8 && (last - first) as usize <= 4 * rising.len()
}

fn leading_number(line: &str) -> Option<u32> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_word.then(|| line[..line.len() - rest.len()].parse().ok())?
}

/// A longest strictly rising subsequence (patience sorting).
fn longest_rising(numbers: &[(usize, u32)]) -> Vec<(usize, u32)> {
    // For each length, the index of the smallest number that ends such a sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; numbers.len()];
    for (at, &(_, number)) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers[end].1 < number);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut rising: Vec<(usize, u32)> =
        std::iter::successors(ends.last().copied(), |&at| before[at])
            .map(|at| numbers[at])
            .collect();
    rising.reverse();
    rising
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
1 <h1>Moves
2 <div data-fen='
8/
8 w
0 {
3 }'>
4 four
5 five
6 six
12 squares lie between
7 seven
8 eight
9 nine";

    #[test]
    fn only_the_rising_numbers_belong_to_the_listing() {
        let plain = without_line_numbers(LISTING);
        assert_eq!(plain.len(), LISTING.len(), "every byte keeps its offset");
        let expected = "  <h1>Moves\n  <div data-fen='\n8/\n8 w\n0 {\n  }'>\n  four\n";
        assert!(plain.starts_with(expected), "{plain}");
        assert!(plain.contains("\n12 squares lie between\n"), "{plain}");
    }

    #[test]
    fn a_page_with_a_few_numbers_is_no_listing() {
        let few = "1 one\n2 two\n3 three";
        assert_eq!(without_line_numbers(few), few);
        let far_apart: String = (1..20).map(|n| format!("{} x\n", n * 100)).collect();
        assert_eq!(without_line_numbers(&far_apart), far_apart);
    }
}
