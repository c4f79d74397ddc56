/// Words as a sentence lists them: `a, b and c`.
pub fn series(words: &[String], conjunction: &str) -> String {
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
    }
}

/// `a`, or `an` before a vowel.
pub fn article(word: &str) -> &'static str {
    let vowel = word.starts_with(|c: char| "aeiouAEIOU".contains(c));
    if vowel { "an" } else { "a" }
}
