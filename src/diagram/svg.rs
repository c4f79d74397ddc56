//! Writes a scene as SVG.

use super::path_writer::write_number;
use super::scene::{NodeStyle, NodeTransform, Paint, PaintColour, SceneNode, Symbol};
use super::{ColourRole, Point, Scene, Theme};

/// Where an SVG is used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SvgTarget<'a> {
    /// For the inside of a page: colours are the page's CSS custom properties (see
    /// [`Theme::custom_properties`]), those of the usual theme where the page has none; no
    /// background; ids begin with the prefix, which must be the picture's own on its page.
    Inline {
        /// For instance `fig3-`.
        id_prefix: &'a str,
    },
    /// A file that needs nothing else.
    StandAlone(&'a Theme),
}

/// How many CSS pixels a cell has at the size that an SVG asks for.
pub const CELL_PX: f64 = 45.0;

/// The scene as SVG, on one line. The same scene gives the same bytes.
pub fn write_svg(scene: &Scene, flavour: SvgTarget) -> String {
    write_sized_svg(scene, flavour, CELL_PX / 100.0)
}

/// The scene as SVG that asks for so many pixels for each unit of length.
pub fn write_sized_svg(scene: &Scene, flavour: SvgTarget, px_per_unit: f64) -> String {
    // Stamps that are used more than once are worth a definition.
    let symbols = scene.symbols().into_values();
    let shared = symbols.filter(|&(_, times)| times > 1).map(|(symbol, _)| symbol).collect();
    let mut writer = SvgWriter { out: String::with_capacity(8192), flavour, scene, shared };
    writer.document(px_per_unit);
    writer.out
}

/// Text as it must stand in XML.
fn write_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(|character| escaped(character).is_some()) {
        let (plain, from) = rest.split_at(at);
        let mut characters = from.chars();
        out.push_str(plain);
        out.push_str(characters.next().and_then(escaped).unwrap_or_default());
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// The replacement of a character that XML does not allow.
fn escaped(character: char) -> Option<&'static str> {
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        // XML has no way to say these at all.
        '\t' | '\n' | '\r' => Some(" "),
        '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        control if control.is_control() => Some("\u{fffd}"),
        _ => None,
    }
}

struct SvgWriter<'a> {
    out: String,
    flavour: SvgTarget<'a>,
    scene: &'a Scene,
    shared: Vec<&'a Symbol>,
}

impl<'a> SvgWriter<'a> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A number after a text.
    fn number(&mut self, before: &str, value: f64) {
        self.put(before);
        write_number(&mut self.out, value);
    }

    /// What an id is called in this document.
    fn id(&mut self, name: &str) {
        if let SvgTarget::Inline { id_prefix } = self.flavour {
            write_escaped(&mut self.out, id_prefix);
        }
        write_escaped(&mut self.out, name);
    }

    fn document(&mut self, px_per_unit: f64) {
        let Scene { width, height, .. } = *self.scene;
        let px = |length: f64| (length * px_per_unit).ceil();
        self.number("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width);
        self.number(" ", height);
        self.number("\" width=\"", px(width));
        self.number("\" height=\"", px(height));
        self.put("\" class=\"diagram\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        self.alternative();
        self.definitions();
        if let SvgTarget::StandAlone(_) = self.flavour {
            self.put("<path");
            self.attribute("fill", PaintColour::Of(ColourRole::Paper));
            self.number(" d=\"M0 0h", width);
            self.number("v", height);
            self.put("H0z\"/>");
        }
        self.nodes(&self.scene.nodes);
        self.put("</svg>");
    }

    /// Closes the start tag, and says in words what is shown.
    fn alternative(&mut self) {
        let (title, words) = (&self.scene.title, &self.scene.text_alternative);
        let parts = [("t", "title", title), ("d", "desc", words)];
        let parts = || parts.into_iter().filter(|(_, _, text)| !text.is_empty());
        if parts().next().is_none() {
            // A sign beside the words that name it: nothing to be read aloud.
            return self.put(" aria-hidden=\"true\">");
        }
        let mut before = " role=\"img\" aria-labelledby=\"";
        for (id, ..) in parts() {
            self.put(before);
            self.id(id);
            before = " ";
        }
        self.put("\">");
        for (id, element, text) in parts() {
            self.put("<");
            self.put(element);
            self.put(" id=\"");
            self.id(id);
            self.put("\">");
            write_escaped(&mut self.out, text);
            self.put("</");
            self.put(element);
            self.put(">");
        }
    }

    fn definitions(&mut self) {
        if self.shared.is_empty() {
            return;
        }
        self.put("<defs>");
        for symbol in self.shared.clone() {
            self.put("<g id=\"");
            self.id(&symbol.name);
            self.put("\">");
            self.nodes(&symbol.nodes);
            self.put("</g>");
        }
        self.put("</defs>");
    }

    fn nodes(&mut self, nodes: &'a [SceneNode]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &'a SceneNode) {
        match node {
            SceneNode::Group(style, nodes) => {
                self.open("<g", style);
                self.put(">");
                self.nodes(nodes);
                self.put("</g>");
            }
            SceneNode::Path(style, data) => {
                self.open("<path", style);
                self.put(" d=\"");
                self.put(data);
                self.put("\"/>");
            }
            SceneNode::Circle(style, centre, radius) => {
                self.open("<circle", style);
                self.number(" cx=\"", centre.x);
                self.number("\" cy=\"", centre.y);
                self.number("\" r=\"", *radius);
                self.put("\"/>");
            }
            SceneNode::Symbol(style, symbol, at) => {
                let is_shared = self.is_shared(symbol);
                self.open(if is_shared { "<use" } else { "<g" }, style);
                // A tag that places its node has said all.
                let at = style.place.is_none().then_some(*at);
                self.symbol(symbol, is_shared, at, style.turn);
            }
            SceneNode::Marks(symbol, cells) => {
                self.put("<g class=\"mark ");
                self.put(&symbol.mark_words);
                self.put("\">");
                let is_shared = self.is_shared(symbol);
                for (cell, at) in cells {
                    self.put(if is_shared { "<use data-cell=\"" } else { "<g data-cell=\"" });
                    write_escaped(&mut self.out, cell);
                    self.put("\"");
                    self.symbol(symbol, is_shared, Some(*at), 0);
                }
                self.put("</g>");
            }
            SceneNode::Shared(nodes) => self.nodes(nodes),
        }
    }

    fn is_shared(&self, symbol: &Symbol) -> bool {
        self.shared.iter().any(|shared| shared.name == symbol.name)
    }

    /// Writes the rest of a symbol: a reference by name, or its contents.
    fn symbol(&mut self, symbol: &'a Symbol, is_shared: bool, at: Option<Point>, turn: u16) {
        if is_shared {
            self.put(" href=\"#");
            self.id(&symbol.name);
            self.put("\"");
            if let Some(at) = at.filter(|&at| at != Point::default()) {
                self.number(" x=\"", at.x);
                self.number("\" y=\"", at.y);
                self.put("\"");
            }
            if let (Some(at), 1..) = (at, turn) {
                self.number(" transform=\"rotate(", f64::from(turn));
                self.number(" ", at.x);
                self.number(" ", at.y);
                self.put(")\"");
            }
            return self.put("/>");
        }
        if let Some(at) = at.filter(|&at| at != Point::default() || turn > 0) {
            self.number(" transform=\"translate(", at.x);
            self.number(" ", at.y);
            self.put(")");
            if turn > 0 {
                self.number("rotate(", f64::from(turn));
                self.put(")");
            }
            self.put("\"");
        }
        self.put(">");
        self.nodes(&symbol.nodes);
        self.put("</g>");
    }

    fn open(&mut self, element: &str, style: &NodeStyle) {
        self.put(element);
        if !style.class.is_empty() {
            self.put(" class=\"");
            self.put(&style.class);
            self.put("\"");
        }
        if let Some(NodeTransform { at, scale }) = style.place {
            self.number(" transform=\"translate(", at.x);
            self.number(" ", at.y);
            self.put(")");
            if scale != 1.0 {
                self.number("scale(", scale);
                self.put(")");
            }
            self.put("\"");
        }
        self.paint(&style.paint);
    }

    fn paint(&mut self, paint: &Paint) {
        if let Some(ink) = paint.current {
            self.attribute("color", PaintColour::Of(ink));
        }
        if let Some(fill) = paint.fill {
            self.attribute("fill", fill);
        }
        if let Some(stroke) = paint.stroke {
            self.attribute("stroke", stroke);
        }
        if let Some(width) = paint.width {
            self.number(" stroke-width=\"", width);
            self.put("\"");
        }
        if let Some([dash, gap]) = paint.dash {
            self.number(" stroke-dasharray=\"", dash);
            self.number(" ", gap);
            self.put("\"");
        }
        if let Some(opacity) = paint.opacity {
            self.number(" opacity=\"", opacity);
            self.put("\"");
        }
    }

    fn attribute(&mut self, name: &str, tint: PaintColour) {
        self.put(" ");
        self.put(name);
        self.put("=\"");
        match (tint, self.flavour) {
            (PaintColour::None, _) => self.put("none"),
            (PaintColour::Current, _) => self.put("currentColor"),
            (PaintColour::Of(ink), SvgTarget::StandAlone(theme)) => {
                self.put(&theme.colour(ink).text())
            }
            (PaintColour::Of(ink), SvgTarget::Inline { .. }) => {
                self.put("var(--");
                self.put(&ink.property());
                self.put(",");
                self.put(&Theme::paper().colour(ink).text());
                self.put(")");
            }
        }
        self.put("\"");
    }
}
