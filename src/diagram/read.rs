/// A mark as it stands in a finished SVG.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadMark {
    /// The name of its cell.
    pub cell: String,
    /// What it says: the [word](super::MarkKind::word) of its kind.
    pub kind: String,
    /// Its further words: `leap`, `first`, `wrong`, `missing`.
    pub more: Vec<String>,
}

/// The marks of a finished SVG, in the order in which they are drawn.
///
/// Reads the text that a browser would get, and nothing else: groups whose first class is `mark`,
/// and the cells that the elements in them name.
pub fn read_marks(svg: &str) -> Vec<ReadMark> {
    let (mut marks, mut meaning) = (Vec::new(), Vec::new());
    let tags = svg.split('<').filter_map(|text| Some(&text[..text.find('>')?]));
    for style in tags {
        if let Some(class) = attribute(style, "class") {
            let mut words = class.split(' ').map(str::to_owned);
            let is_mark = words.next().is_some_and(|word| word == "mark");
            meaning = if is_mark { words.collect() } else { Vec::new() };
        }
        if let (Some(cell), [kind, more @ ..]) = (attribute(style, "data-cell"), &meaning[..]) {
            let (cell, kind, more) = (unescape(cell), kind.clone(), more.to_vec());
            marks.push(ReadMark { cell, kind, more });
        }
    }
    marks
}

fn attribute<'a>(style: &'a str, name: &str) -> Option<&'a str> {
    let start = style.find(&format!(" {name}=\""))? + name.len() + 3;
    let length = style[start..].find('"')?;
    Some(&style[start..start + length])
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
