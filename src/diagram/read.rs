/// A mark as it stands in a finished SVG.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadMark {
    /// The name of its cell.
    pub cell: String,
    /// What it says: the [word](super::MarkKind::word) of its kind.
    pub kind: String,
    /// Its further words: `leap`, `hop`, `first`, `wrong`, `missing`.
    pub more: Vec<String>,
}

/// The marks of a finished SVG, in the order in which they are drawn.
///
/// Reads the text that a browser would get, and nothing else: elements whose first class is
/// `mark`, and the cells that they name.
pub fn read_marks(svg: &str) -> Vec<ReadMark> {
    svg.split('<').filter_map(read_mark).collect()
}

fn read_mark(tag: &str) -> Option<ReadMark> {
    let tag = &tag[..tag.find('>')?];
    let mut words = attribute(tag, "class")?.split(' ');
    if words.next()? != "mark" {
        return None;
    }
    let kind = words.next()?.to_owned();
    let cell = unescape(attribute(tag, "data-cell")?);
    Some(ReadMark { cell, kind, more: words.map(str::to_owned).collect() })
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let length = tag[start..].find('"')?;
    Some(&tag[start..start + length])
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
