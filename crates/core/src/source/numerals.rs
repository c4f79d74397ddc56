//! English numbers as words.

/// The cardinal numbers from zero to nineteen.
pub const CARDINALS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

/// The ordinal numbers from zeroth to nineteenth.
pub const ORDINALS: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// The largest number that texts write as a word.
const LARGEST_WORD: usize = 12;

/// A number as running text has it: a word up to twelve, figures above.
pub fn number_word(value: usize) -> String {
    match CARDINALS[..=LARGEST_WORD].get(value) {
        Some(word) => (*word).to_owned(),
        None => value.to_string(),
    }
}

/// A place in a row as running text has it: `third`, `21st`.
pub fn ordinal_word(value: usize) -> String {
    let ending = match (value % 10, value % 100) {
        (1, last) if last != 11 => "st",
        (2, last) if last != 12 => "nd",
        (3, last) if last != 13 => "rd",
        _ => "th",
    };
    match ORDINALS[..=LARGEST_WORD].get(value) {
        Some(word) => (*word).to_owned(),
        None => format!("{value}{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_above_twelve_are_figures() {
        let words = [0, 1, 12, 13, 111].map(number_word);
        assert_eq!(words, ["zero", "one", "twelve", "13", "111"]);
        let words = [1, 12, 13, 21, 102, 111, 113].map(ordinal_word);
        assert_eq!(words, ["first", "twelfth", "13th", "21st", "102nd", "111th", "113th"]);
    }
}
