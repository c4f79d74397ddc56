/// Words as a sentence lists them: `a, b and c`.
pub fn series(words: &[String], conjunction: &str) -> String {
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
    }
}
