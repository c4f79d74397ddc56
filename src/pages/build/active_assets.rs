//! Files of a book that browsers run as programs, with none of the policies that pages have.

use crate::source::{Code, Diagnostic, Diagnostics};

/// Endings of files that a browser shows as a page of their own.
const PAGES: [&str; 9] = ["htm", "html", "mht", "mhtml", "shtm", "shtml", "xht", "xhtm", "xhtml"];
/// What only a document with a script has; attributes such as `onload` are searched apart.
const SIGNS: [&str; 7] = [
    "<script",
    ":script",
    "javascript:",
    "<foreignobject",
    "<?xml-stylesheet",
    "http://www.w3.org/1999/xhtml",
    "srcdoc",
];

/// Returns a warning for each file that is copied into the site and can run scripts.
pub(super) fn check<'a>(files: impl Iterator<Item = (&'a String, &'a [u8])>) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for (path, bytes) in files {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let start = bytes.trim_ascii_start();
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        // Browsers read most files that begin like this as documents, whatever their ending is.
        let is_markup = start.starts_with(b"<")
            || start.starts_with(b"\xff\xfe")
            || start.starts_with(b"\xfe\xff");
        let why = match ending.as_str() {
            page if PAGES.contains(&page) => "a page without the policy of the book",
            "svgz" => "a packed drawing that is not looked into",
            // What has no ending is shown as what it begins like.
            "" if is_markup => "a page without an ending",
            _ if is_markup && has_script(bytes) => {
                "a document with a script or a style sheet of its own"
            }
            _ => continue,
        };
        let message = format!("`content/{path}` can run scripts: it is {why}");
        let warning = Diagnostic::warning(Code::AssetScript, message);
        warnings.push(warning.help("remove what can run from it, or leave the file out"));
    }
    warnings
}

fn has_script(bytes: &[u8]) -> bool {
    let text: String = with_signs(&String::from_utf8_lossy(bytes)).to_ascii_lowercase();
    // A text of another encoding hides its letters from a search.
    let is_plain = !text.contains(['\u{fffd}', '\0', '\u{1b}']) && !text.contains("<!entity");
    let has_handler = || {
        text.match_indices("on").any(|(at, _)| {
            let name = text[at..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let is_start = text[..at].ends_with(|c: char| c.is_whitespace() || "\"'/".contains(c));
            is_start && name.len() < text.len() - at - 2 && name.trim_start().starts_with('=')
        })
    };
    // Browsers leave blanks and line ends within an address out.
    let is_blank = |sign: char| sign.is_whitespace() || sign.is_control();
    let close = text.replace(is_blank, "");
    let has_sign = |sign: &&str| text.contains(*sign) || close.contains(*sign);
    !is_plain || SIGNS.iter().any(has_sign) || has_handler()
}

/// The text with the sign in place of each number of one: `java&#115;cript`.
fn with_signs(text: &str) -> String {
    let mut parts = text.split("&#");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let hex = part.strip_prefix(['x', 'X']);
        let digits = hex.unwrap_or(part);
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let number = u32::from_str_radix(&digits[..end], if hex.is_some() { 16 } else { 10 });
        plain.extend(number.ok().and_then(char::from_u32));
        plain += digits[end..].strip_prefix(';').unwrap_or(&digits[end..]);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_can_run_scripts_are_named() {
        for (path, text, warns) in [
            ("a.html", "<p>", true),
            ("a.XHTML", "", true),
            ("a.svgz", "", true),
            ("a.svg", "<svg><path d=\"M0 0\"/><desc>on = 1</desc></svg>", false),
            ("a.svg", "<svg><SCRIPT>", true),
            ("a.svg", "<svg><s:script>", true),
            ("a.svg", "<svg onload = \"x()\">", true),
            ("a.svg", "<svg fill=\"red\"onclick='x()'>", true),
            ("a.svg", "<a href=\"JavaScript:x()\">", true),
            ("a.svg", "<a href=\"java&#115;cript:x()\">", true),
            ("a.svg", "<animate values=\"&#x6A;ava&#x0073;cript:x()\">", true),
            ("a.svg", "<a href=\"java\tscript&#58;x()\">", true),
            ("a.svg", "<desc>&#169; 2026 &#xe9;</desc>", false),
            ("page", " <p>x", true),
            ("page", "x", false),
            ("a.mhtml", "", true),
            ("a.svg", "<!ENTITY x \"<scr\">", true),
            ("a.svg", "<\0s\0c\0r", true),
            ("a.svg", "<?xml version=\"1.0\" encoding=\"iso-2022-jp\"?><scr\u{1b}(Bipt>", true),
            (
                "a.svg",
                "<h:iframe xmlns:h=\"http://www.w3.org/1999/xhtml\" srcdoc=\"&lt;p>\"/>",
                true,
            ),
            ("a.xsd", "<x><script>", true),
            ("a.atom", "\u{feff}<feed><script>", true),
            ("a.shtm", "", true),
            ("a.kml", "<kml><name>x</name></kml>", false),
            ("a.xml", "<?xml-stylesheet href=\"a.xsl\"?>", true),
            ("a.png", "\u{fffd}PNG<script", false),
            ("a.js", "x()", false),
        ] {
            let path = path.to_owned();
            let files = [(&path, text.as_bytes())];
            assert_eq!(check(files.into_iter()).len(), usize::from(warns), "{path}: {text}");
        }
    }
}
