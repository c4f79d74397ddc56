//! Addresses of pages, files of the site, and the links between them.

use crate::source::is_plain_name;

/// The folder of a book's pages and pictures.
pub const CONTENT: &str = "content/";
/// The folder below [`CONTENT`] of definitions and the pages about them. It is not part of an
/// address: `variants/chess.md` is the page `chess`.
pub const VARIANTS: &str = "variants/";

/// Returns the address of the page of a file: its folder in the site, without slashes at the ends.
///
/// ```text
/// content/index.md          ""
/// content/chess.md          "chess"
/// content/variants/chess.md "chess"
/// content/aikou/index.md    "aikou"
/// content/aikou/gnu.md      "aikou/gnu"
/// ```
pub fn of_file(path: &str) -> String {
    let path = path.strip_prefix(CONTENT).unwrap_or(path);
    let path = without_variants(path.strip_suffix(".md").unwrap_or(path));
    match path.rsplit_once('/') {
        Some((folder, "index")) => folder.to_owned(),
        None if path == "index" => String::new(),
        Some(_) | None => path.to_owned(),
    }
}

/// Removes [`VARIANTS`] from the path of a page in that folder.
fn without_variants(path: &str) -> &str {
    match path.strip_prefix(VARIANTS) {
        Some(name) if !name.contains('/') && name != "index" && !name.is_empty() => name,
        Some(_) | None => path,
    }
}

/// Whether an address needs no escape in a link or in the name of a file.
pub fn is_plain(address: &str) -> bool {
    address.split('/').all(is_plain_name)
}

/// Whether a page of another program can have had this address: it needs no escape in a link, and
/// hides no file and no folder.
pub fn is_former(address: &str) -> bool {
    let is_usual = |c: char| c.is_ascii_alphanumeric() || "-_.~!,;=@+'()".contains(c);
    address.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with('.')
            && part.chars().all(is_usual)
    })
}

/// The file in the site of the page at `address`.
pub fn file_of(address: &str) -> String {
    beside(address, "index.html")
}

/// The file `name` in the folder of the page at `address`.
pub fn beside(address: &str, name: &str) -> String {
    if address.is_empty() { name.to_owned() } else { format!("{address}/{name}") }
}

/// The relative path from the page at `address` to the top of the site: ``, `../`, `../../`.
pub fn root_from(address: &str) -> String {
    "../".repeat(address.split_terminator('/').count())
}

/// The link to a file of the site, from the page at the address `from`.
pub fn link(from: &str, file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    if folder == from {
        return name.to_owned();
    }
    match file.strip_prefix(from).and_then(|rest| rest.strip_prefix('/')) {
        Some(below) if !from.is_empty() => below.to_owned(),
        Some(_) | None => format!("{}{file}", root_from(from)),
    }
}

/// Joins a relative path to a folder. Returns `None` if the result is above the top folder.
pub fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Returns the link of a page for the link that the author wrote in its file.
///
/// A link to an `.md` file becomes a link to its page. Other links name files by their path from
/// the file of the page. Returns `None` if the target is outside the book.
pub fn rewrite(file: &str, target: &str) -> Option<String> {
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (target, String::new()),
    };
    if path.is_empty() {
        return Some(anchor);
    }
    let own = file.strip_prefix(CONTENT).unwrap_or(file);
    let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
    let there = join(folder, path)?;
    let from = of_file(file);
    let at = if there.ends_with(".md") {
        file_of(&of_file(&there))
    } else if path.ends_with('/') || there.is_empty() {
        file_of(without_variants(&there))
    } else {
        there
    };
    Some(link(&from, &at) + &anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_folders() {
        assert_eq!(of_file("content/index.md"), "");
        assert_eq!(of_file("content/chess.md"), "chess");
        assert_eq!(of_file("content/variants/chess.md"), "chess");
        assert_eq!(of_file("content/variants/index.md"), "variants");
        assert_eq!(of_file("content/variants/hex/glinski.md"), "variants/hex/glinski");
        assert_eq!(of_file("content/aikou/index.md"), "aikou");
        assert_eq!(of_file("content/aikou/gnu.md"), "aikou/gnu");
        assert!(is_plain("aikou/gnu-2") && !is_plain("Gnu") && !is_plain("a b") && !is_plain(""));
    }

    #[test]
    fn links_are_relative() {
        assert_eq!(link("", "index.html"), "index.html");
        assert_eq!(link("chess", "chess/setup.svg"), "setup.svg");
        assert_eq!(link("chess", "assets/book.css"), "../assets/book.css");
        assert_eq!(link("aikou", "aikou/gnu/index.html"), "gnu/index.html");
        assert_eq!(link("aikou/gnu", "aikou/index.html"), "../../aikou/index.html");
    }

    #[test]
    fn links_to_sources_become_links_to_pages() {
        let from = |target| rewrite("content/aikou/gnu.md", target);
        assert_eq!(from("tor.md").as_deref(), Some("../../aikou/tor/index.html"));
        assert_eq!(from("../chess.md#ends").as_deref(), Some("../../chess/index.html#ends"));
        assert_eq!(from("/chess.md").as_deref(), Some("../../chess/index.html"));
        assert_eq!(from("index.md").as_deref(), Some("../../aikou/index.html"));
        assert_eq!(from("#ends").as_deref(), Some("#ends"));
        assert_eq!(from("../photo.png").as_deref(), Some("../../photo.png"));
        assert_eq!(from("../../secret"), None);
    }

    #[test]
    fn pages_beside_definitions_are_linked_as_they_lie() {
        let from = |target| rewrite("content/variants/chess.md", target);
        assert_eq!(from("grand.md").as_deref(), Some("../grand/index.html"));
        assert_eq!(from("grand/").as_deref(), Some("../grand/index.html"));
        assert_eq!(from("../checking.md#ticks").as_deref(), Some("../checking/index.html#ticks"));
        assert_eq!(from("../").as_deref(), Some("../index.html"));
        assert_eq!(from("photo.png").as_deref(), Some("../variants/photo.png"));
        let to = rewrite("content/index.md", "variants/grand.md");
        assert_eq!(to.as_deref(), Some("grand/index.html"));
    }
}
