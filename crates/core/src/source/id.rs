//! Ids of variants and pages: names that are files on every system.

/// The longest id, so that a file with its name and an ending can be on every disk.
const LONGEST: usize = 200;

/// Whether a name needs no escape in a link or in the name of a file, and has no capitals, which
/// some systems do not tell from small letters.
pub fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(plain)
}

/// Whether a name can be the id of a variant: plain, not too long, and not kept by Windows.
///
/// ```
/// use fairybook_core::source::is_id;
///
/// assert!(is_id("five-check") && is_id("3check_2"));
/// assert!(!is_id("My Game") && !is_id("../x") && !is_id(".x") && !is_id("con") && !is_id(""));
/// ```
pub fn is_id(name: &str) -> bool {
    is_plain_name(name) && name.len() <= LONGEST && !is_device_name(name)
}

/// Returns the id that is nearest to a name, if the name has letters or digits for one.
///
/// ```
/// use fairybook_core::source::nearest_id;
///
/// assert_eq!(nearest_id("../My Game!").as_deref(), Some("my-game"));
/// assert_eq!(nearest_id("!"), None);
/// ```
pub fn nearest_id(name: &str) -> Option<String> {
    let mut id = String::new();
    for c in name.chars() {
        match c.to_ascii_lowercase() {
            c if is_plain_name(c.encode_utf8(&mut [0; 4])) => id.push(c),
            _ if id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    let id = id.trim_matches('-');
    is_id(id).then(|| id.to_owned())
}

/// Whether Windows keeps a name, without its ending, for a device.
pub fn is_device_name(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    matches!(&*stem, "con" | "prn" | "aux" | "nul")
        || port.is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
}
