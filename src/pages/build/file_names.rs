//! Names of files that some system does not allow or cannot tell apart.

use std::collections::BTreeMap;

use crate::source::{Code, Diagnostic, Diagnostics, is_device_name};

/// The longest name of a file or folder on usual disks, in bytes.
const LONGEST: usize = 255;

/// Reports files of a site that cannot be copied to every usual system: Windows and macOS do not
/// tell capitals from small letters, and Windows reserves names and characters.
pub(super) fn check<'a>(paths: impl Iterator<Item = &'a str>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let mut files: BTreeMap<String, &str> = BTreeMap::new();
    let mut folders: BTreeMap<String, &str> = BTreeMap::new();
    let mut error = |what: String| {
        diagnostics.push(Diagnostic::error(Code::FilePath, what).help("rename the file"));
    };
    for path in paths {
        for part in path.split('/') {
            if let Some(why) = forbidden_because(part) {
                error(format!("{path:?} cannot be a file on every system: {why}"));
            }
        }
        let folded = path.to_lowercase();
        for (at, _) in folded.match_indices('/') {
            folders.entry(folded[..at].to_owned()).or_insert(path);
        }
        if let Some(other) = files.insert(folded, path) {
            error(format!("`{other}` and `{path}` are one file on some systems"));
        }
    }
    for (folded, path) in files {
        if let Some(below) = folders.get(&folded) {
            error(format!("`{path}` cannot be a file, because `{below}` needs a folder there"));
        }
    }
    diagnostics
}

fn forbidden_because(part: &str) -> Option<&'static str> {
    if part.chars().any(char::is_control) {
        Some("it has a control character")
    } else if part.contains(['<', '>', ':', '"', '|', '?', '*', '\\']) {
        Some("Windows allows none of `< > : \" | ? * \\`")
    } else if part.ends_with(['.', ' ']) {
        Some("Windows drops a dot or a blank at the end")
    } else if part.split('.').next().is_some_and(is_device_name) {
        Some("Windows keeps this name for a device")
    } else if part.len() > LONGEST {
        Some("its name has more than 255 bytes")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_clash_or_cannot_exist_are_refused_with_the_pair() {
        let check = |paths: &[&str]| -> Vec<String> {
            check(paths.iter().copied()).iter().map(|error| error.message.clone()).collect()
        };
        assert_eq!(check(&["a/b.svg", "a/c.svg", "a.svg", "console.txt", "com10"]), [""; 0]);
        assert_eq!(
            check(&["A.svg", "a.svg"]),
            ["`A.svg` and `a.svg` are one file on some systems"]
        );
        assert_eq!(
            check(&["Chess", "chess/index.html"]),
            ["`Chess` cannot be a file, because `chess/index.html` needs a folder there"]
        );
        let long = "x".repeat(256);
        for name in ["a/con.svg", "LPT1", "a:b", "x.", "y ", "\u{1b}[31m.png", &long] {
            let messages = check(&[name]);
            assert_eq!(messages.len(), 1, "{name:?}: {messages:?}");
            assert!(!messages[0].contains('\u{1b}'), "no control character is printed");
        }
    }
}
