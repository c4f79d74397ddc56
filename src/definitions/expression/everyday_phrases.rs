//! Words of everyday language with which authors begin a condition, a change or a power.

/// What authors write, and what the format has.
const PHRASES: [(&str, &str); 34] = [
    ("can not be captured", "may not be captured"),
    ("can not capture", "may not capture"),
    ("cannot be captured", "may not be captured"),
    ("cannot be taken", "may not be captured"),
    ("cannot capture", "may not capture"),
    ("cannot move", "frozen"),
    ("cannot take", "may not capture"),
    ("does not capture", "may not capture"),
    ("must not capture", "may not capture"),
    ("never captures", "may not capture"),
    ("is frozen", "frozen"),
    ("freezes", "frozen"),
    ("freeze", "frozen"),
    ("immobilizes", "frozen"),
    ("immobilises", "frozen"),
    ("paralyses", "frozen"),
    ("paralyzes", "frozen"),
    ("is immune", "may not be captured"),
    ("may not move", "frozen"),
    ("moves to", "arrives on"),
    ("reaches", "arrives on"),
    ("enters", "arrives on"),
    ("lands on", "arrives on"),
    ("takes", "captures"),
    ("become", "becomes"),
    ("changes into", "becomes"),
    ("turns into", "becomes"),
    ("is captured", "captured"),
    ("is removed", "removed"),
    ("dies", "captured"),
    ("vanishes", "removed"),
    ("goes to", "moved to"),
    ("is moved", "moved"),
    ("disappears", "removed"),
];

/// The text with the words of the format in place of everyday ones at its begin.
pub(crate) fn in_words_of_the_format(text: &str) -> Option<String> {
    PHRASES.iter().find_map(|(everyday, meant)| {
        let rest = text.strip_prefix(everyday)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{meant}{rest}"))
    })
}
