use std::fmt::Write;

use super::pen::number;
use super::scene::{Node, Paint, Placing, Tag, Tint};
use super::{Ink, Scene, Theme};

/// For whom an SVG is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Flavour<'a> {
    /// For the inside of a page: colours are the page's CSS custom properties (see
    /// [`Theme::custom_properties`]), those of the usual theme where the page has none; no ground;
    /// ids begin with the prefix, which must be the picture's own on its page.
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
pub fn write_svg(scene: &Scene, flavour: Flavour) -> String {
    let mut writer =
        Writer { out: String::with_capacity(8192), flavour, scene, shared: Vec::new() };
    writer.shared = writer.shared_stamps();
    writer.document();
    writer.out
}

/// Text as it must stand in XML.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to say these at all.
            '\t' | '\n' | '\r' => out.push(' '),
            control if control.is_control() => out.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

struct Writer<'a> {
    out: String,
    flavour: Flavour<'a>,
    scene: &'a Scene,
    shared: Vec<&'a str>,
}

impl<'a> Writer<'a> {
    /// Stamps that are worth a definition: all that are used more than once.
    fn shared_stamps(&self) -> Vec<&'a str> {
        let uses = self.scene.uses();
        uses.into_iter().filter(|&(_, times)| times > 1).map(|(name, _)| name).collect()
    }

    fn id(&self, name: &str) -> String {
        match self.flavour {
            Flavour::Inline { id_prefix } => escape(&format!("{id_prefix}{name}")),
            Flavour::StandAlone(_) => name.to_owned(),
        }
    }

    fn document(&mut self) {
        let scene = self.scene;
        let (width, height) = (number(scene.width), number(scene.height));
        let px = |length: f64| number((length * CELL_PX / 100.0).ceil());
        let (width_px, height_px) = (px(scene.width), px(scene.height));
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width_px}\" height=\"{height_px}\" class=\"diagram\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        );
        self.alternative();
        self.definitions();
        if let Flavour::StandAlone(theme) = self.flavour {
            let paper = theme.colour(Ink::Paper).text();
            let _ = write!(self.out, "<path fill=\"{paper}\" d=\"M0 0h{width}v{height}H0z\"/>");
        }
        self.nodes(&scene.nodes);
        self.out.push_str("</svg>");
    }

    /// Closes the start tag, and says in words what is shown.
    fn alternative(&mut self) {
        let (title, words) = (&self.scene.title, &self.scene.words);
        let parts = [("t", "title", title), ("d", "desc", words)];
        let parts: Vec<_> = parts.into_iter().filter(|(_, _, text)| !text.is_empty()).collect();
        if parts.is_empty() {
            // A sign beside the words that name it: nothing to be read aloud.
            self.out.push_str(" aria-hidden=\"true\"");
        } else {
            let ids: Vec<String> = parts.iter().map(|(id, ..)| self.id(id)).collect();
            let _ = write!(self.out, " role=\"img\" aria-labelledby=\"{}\"", ids.join(" "));
        }
        self.out.push('>');
        for (id, element, text) in parts {
            let id = self.id(id);
            let _ = write!(self.out, "<{element} id=\"{id}\">{}</{element}>", escape(text));
        }
    }

    fn definitions(&mut self) {
        if self.shared.is_empty() {
            return;
        }
        self.out.push_str("<defs>");
        for name in self.shared.clone() {
            let _ = write!(self.out, "<g id=\"{}\">", self.id(name));
            self.nodes(&self.scene.stamps[name]);
            self.out.push_str("</g>");
        }
        self.out.push_str("</defs>");
    }

    fn nodes(&mut self, nodes: &'a [Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &'a Node) {
        match node {
            Node::Group(tag, nodes) => {
                self.open("g", tag);
                self.out.push('>');
                self.nodes(nodes);
                self.out.push_str("</g>");
            }
            Node::Path(tag, data) => {
                self.open("path", tag);
                let _ = write!(self.out, " d=\"{data}\"/>");
            }
            Node::Circle(tag, centre, radius) => {
                self.open("circle", tag);
                let (x, y, r) = (number(centre.x), number(centre.y), number(*radius));
                let _ = write!(self.out, " cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
            }
            Node::Stamp(tag, name, at) if self.shared.contains(&name.as_str()) => {
                self.open("use", tag);
                let (id, x, y) = (self.id(name), number(at.x), number(at.y));
                let _ = write!(self.out, " href=\"#{id}\"");
                // A tag that places its node has said all.
                if tag.place.is_none() {
                    let _ = write!(self.out, " x=\"{x}\" y=\"{y}\"");
                }
                if tag.turn > 0 {
                    let _ = write!(self.out, " transform=\"rotate({} {x} {y})\"", tag.turn);
                }
                self.out.push_str("/>");
            }
            Node::Stamp(tag, name, at) => {
                self.open("g", tag);
                let (x, y) = (number(at.x), number(at.y));
                if tag.place.is_none() {
                    let turn =
                        if tag.turn > 0 { format!("rotate({})", tag.turn) } else { String::new() };
                    let _ = write!(self.out, " transform=\"translate({x} {y}){turn}\"");
                }
                self.out.push('>');
                self.nodes(&self.scene.stamps[name]);
                self.out.push_str("</g>");
            }
        }
    }

    fn open(&mut self, element: &str, tag: &Tag) {
        self.out.push('<');
        self.out.push_str(element);
        if !tag.class.is_empty() {
            let _ = write!(self.out, " class=\"{}\"", escape(&tag.class));
        }
        if !tag.cell.is_empty() {
            let _ = write!(self.out, " data-cell=\"{}\"", escape(&tag.cell));
        }
        if let Some(place) = tag.place {
            self.place(place);
        }
        self.paint(&tag.paint);
    }

    fn place(&mut self, Placing { at, scale }: Placing) {
        let _ = write!(self.out, " transform=\"translate({} {})", number(at.x), number(at.y));
        if scale != 1.0 {
            let _ = write!(self.out, "scale({})", number(scale));
        }
        self.out.push('"');
    }

    fn paint(&mut self, paint: &Paint) {
        if let Some(ink) = paint.current {
            self.attribute("color", Tint::Of(ink));
        }
        if let Some(fill) = paint.fill {
            self.attribute("fill", fill);
        }
        if let Some(stroke) = paint.stroke {
            self.attribute("stroke", stroke);
        }
        if let Some(width) = paint.width {
            let _ = write!(self.out, " stroke-width=\"{}\"", number(width));
        }
        if let Some([dash, gap]) = paint.dash {
            let _ = write!(self.out, " stroke-dasharray=\"{} {}\"", number(dash), number(gap));
        }
        if let Some(opacity) = paint.opacity {
            let _ = write!(self.out, " opacity=\"{}\"", number(opacity));
        }
    }

    fn attribute(&mut self, name: &str, tint: Tint) {
        let colour = match (tint, self.flavour) {
            (Tint::None, _) => "none".to_owned(),
            (Tint::Current, _) => "currentColor".to_owned(),
            (Tint::Of(ink), Flavour::StandAlone(theme)) => theme.colour(ink).text(),
            (Tint::Of(ink), Flavour::Inline { .. }) => {
                format!("var(--{},{})", ink.property(), Theme::paper().colour(ink).text())
            }
        };
        let _ = write!(self.out, " {name}=\"{colour}\"");
    }
}
