//! Writes a scene as SVG.

use std::collections::BTreeMap;

use super::path_writer::write_number;
use super::scene::{NodeStyle, PaintColour, SceneNode, Symbol};
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
    write_scene(scene, flavour, px_per_unit, None)
}

/// The scene as SVG over a board that stands elsewhere on the page, with that id.
pub(super) fn write_scene(
    scene: &Scene,
    flavour: SvgTarget,
    px_per_unit: f64,
    board: Option<&str>,
) -> String {
    let mut writer = SvgWriter::new(&scene.nodes, flavour);
    writer.board = board;
    let has_column = scene.column.is_some() && matches!(flavour, SvgTarget::Inline { .. });
    let class = if has_column { "diagram row" } else { "diagram" };
    writer.head(scene.width, scene.height, px_per_unit, class);
    writer.alternative(scene);
    writer.symbols();
    if let SvgTarget::StandAlone(_) = flavour {
        writer.paper(scene);
    }
    if has_column {
        writer.id("<g id=\"", WHOLE, "\">");
    }
    writer.nodes(&scene.nodes);
    writer.put(if has_column { "</g></svg>" } else { "</svg>" });
    writer.out
}

/// The boards or levels of a scene one under the other, as an SVG that shows parts of the inline SVG
/// with that prefix on the same page; `None` if the scene has no narrower form.
pub fn write_column_svg(scene: &Scene, id_prefix: &str) -> Option<String> {
    let column = scene.column.as_ref()?;
    let mut writer = SvgWriter::new(&[], SvgTarget::Inline { id_prefix });
    writer.head(column.width, column.height, CELL_PX / 100.0, "diagram column");
    writer.label(scene);
    for (panel, corner) in &column.parts {
        let (width, height) = (panel.width(), panel.height());
        writer.numbers("<svg x=\"", &[corner.x], "\"");
        writer.numbers(" y=\"", &[corner.y], "\"");
        writer.numbers(" width=\"", &[width], "\"");
        writer.numbers(" height=\"", &[height], "\"");
        writer.numbers(" viewBox=\"", &[panel.left, panel.top, width, height], "\">");
        writer.id("<use class=\"part\" href=\"#", WHOLE, "\"/></svg>");
    }
    writer.put("</svg>");
    Some(writer.out)
}

/// The id of all that a scene with a column draws.
const WHOLE: &str = "all";

/// The scene as two SVG without paper and words: what it shares with other scenes, which lies below,
/// and what is its own.
pub fn write_layers(scene: &Scene, theme: &Theme) -> [String; 2] {
    let is_shared = |node: &&SceneNode| matches!(node, SceneNode::Shared(_));
    let (below, above) = scene.nodes.split_at(scene.nodes.iter().take_while(is_shared).count());
    [below, above].map(|nodes| {
        let mut writer = SvgWriter::new(nodes, SvgTarget::StandAlone(theme));
        writer.head(scene.width, scene.height, 1.0, "diagram");
        writer.put(">");
        writer.symbols();
        writer.nodes(nodes);
        writer.put("</svg>");
        writer.out
    })
}

/// Counts symbols by name.
fn count_symbols<'a>(nodes: &'a [SceneNode], counts: &mut BTreeMap<&'a str, (&'a Symbol, usize)>) {
    for node in nodes {
        let mut count = |symbol: &'a Symbol, times: usize| {
            counts.entry(&symbol.name).or_insert((symbol, 0)).1 += times;
        };
        match node {
            SceneNode::Group(_, nodes) => count_symbols(nodes, counts),
            SceneNode::Shared(nodes) => count_symbols(nodes, counts),
            SceneNode::Symbol(_, symbol, _) => count(symbol, 1),
            SceneNode::Marks(symbol, cells) => count(symbol, cells.len()),
            SceneNode::Path(..) | SceneNode::Circle(..) => {}
        }
    }
}

/// Text as it must stand in XML.
fn write_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to say these at all.
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            control if control.is_control() => out.push('\u{fffd}'),
            plain => out.push(plain),
        }
    }
}

pub(super) struct SvgWriter<'a> {
    out: String,
    flavour: SvgTarget<'a>,
    /// The id of the board on the page; `None` if it is drawn here.
    board: Option<&'a str>,
    shared: Vec<&'a Symbol>,
}

impl<'a> SvgWriter<'a> {
    fn new(nodes: &'a [SceneNode], flavour: SvgTarget<'a>) -> SvgWriter<'a> {
        // Stamps that are used more than once are worth a definition.
        let mut symbols = BTreeMap::new();
        count_symbols(nodes, &mut symbols);
        let symbols = symbols.into_values();
        let shared = symbols.filter(|&(_, times)| times > 1).map(|(symbol, _)| symbol).collect();
        SvgWriter { out: String::with_capacity(8192), flavour, board: None, shared }
    }

    /// The nodes without a picture around them.
    pub fn write_nodes(nodes: &[SceneNode], flavour: SvgTarget) -> String {
        let mut writer = SvgWriter::new(nodes, flavour);
        writer.symbols();
        writer.nodes(nodes);
        writer.out
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Numbers with blanks between, and the text around them.
    fn numbers(&mut self, before: &str, values: &[f64], after: &str) {
        self.put(before);
        for (index, &value) in values.iter().enumerate() {
            self.put(if index > 0 { " " } else { "" });
            write_number(&mut self.out, value);
        }
        self.put(after);
    }

    /// What an id is called in this document, and the text around it.
    fn id(&mut self, before: &str, name: &str, after: &str) {
        self.put(before);
        if let SvgTarget::Inline { id_prefix } = self.flavour {
            write_escaped(&mut self.out, id_prefix);
        }
        write_escaped(&mut self.out, name);
        self.put(after);
    }

    /// Begins the start tag.
    fn head(&mut self, width: f64, height: f64, px_per_unit: f64, class: &str) {
        let px = |length: f64| (length * px_per_unit).ceil();
        self.put("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        self.numbers(" viewBox=\"", &[0.0, 0.0, width, height], "\"");
        self.numbers(" width=\"", &[px(width)], "\"");
        self.numbers(" height=\"", &[px(height)], "\"");
        self.put(" class=\"");
        self.put(class);
        self.put("\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }

    fn symbols(&mut self) {
        if self.shared.is_empty() {
            return;
        }
        self.put("<defs>");
        for symbol in self.shared.clone() {
            self.id("<g id=\"", &symbol.name, "\">");
            self.nodes(&symbol.nodes);
            self.put("</g>");
        }
        self.put("</defs>");
    }

    fn paper(&mut self, scene: &Scene) {
        self.put("<path");
        self.colour(" fill=\"", PaintColour::Of(ColourRole::Paper));
        self.numbers(" d=\"M0 0h", &[scene.width], "");
        self.numbers("v", &[scene.height], "H0z\"/>");
    }

    /// Closes the start tag, which names the elements that say what is shown. Returns their ids, their
    /// names and their texts.
    fn label<'s>(&mut self, scene: &'s Scene) -> Vec<(&'static str, &'static str, &'s str)> {
        let (title, words) = (&*scene.title, &*scene.text_alternative);
        let mut parts = vec![("t", "title", title), ("d", "desc", words)];
        parts.retain(|(_, _, text)| !text.is_empty());
        if parts.is_empty() {
            // A sign beside the words that name it: nothing to be read aloud.
            self.put(" aria-hidden=\"true\">");
            return parts;
        }
        let mut before = " role=\"img\" aria-labelledby=\"";
        for (id, ..) in &parts {
            self.id(before, id, "");
            before = " ";
        }
        self.put("\">");
        parts
    }

    /// Closes the start tag, and says in words what is shown.
    fn alternative(&mut self, scene: &Scene) {
        for (id, element, text) in self.label(scene) {
            self.id(&format!("<{element} id=\""), id, "\">");
            write_escaped(&mut self.out, text);
            self.put(&format!("</{element}>"));
        }
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
                self.numbers(" cx=\"", &[centre.x], "\"");
                self.numbers(" cy=\"", &[centre.y], "\"");
                self.numbers(" r=\"", &[*radius], "\"/>");
            }
            SceneNode::Symbol(style, symbol, at) => {
                self.open(if self.is_shared(symbol) { "<use" } else { "<g" }, style);
                // A tag that places its node has said all.
                self.symbol(symbol, style.place.is_none().then_some(*at), style.turn);
            }
            SceneNode::Marks(symbol, cells) => {
                self.put("<g class=\"mark ");
                self.put(&symbol.mark_words);
                self.put("\">");
                let element = if self.is_shared(symbol) { "<use" } else { "<g" };
                for (cell, at) in cells {
                    self.put(element);
                    self.put(" data-cell=\"");
                    write_escaped(&mut self.out, cell);
                    self.put("\"");
                    self.symbol(symbol, Some(*at), 0);
                }
                self.put("</g>");
            }
            SceneNode::Shared(nodes) => match self.board {
                Some(id) => {
                    self.put("<use href=\"#");
                    self.put(id);
                    self.put("\"/>");
                }
                None => self.nodes(nodes),
            },
        }
    }

    fn is_shared(&self, symbol: &Symbol) -> bool {
        self.shared.iter().any(|shared| shared.name == symbol.name)
    }

    /// Writes the rest of a symbol: a reference by name, or its contents.
    fn symbol(&mut self, symbol: &'a Symbol, at: Option<Point>, turn: u16) {
        let degrees = f64::from(turn);
        if self.is_shared(symbol) {
            self.id(" href=\"#", &symbol.name, "\"");
            if let Some(at) = at.filter(|&at| at != Point::default()) {
                self.numbers(" x=\"", &[at.x], "\"");
                self.numbers(" y=\"", &[at.y], "\"");
            }
            if let (Some(at), 1..) = (at, turn) {
                self.numbers(" transform=\"rotate(", &[degrees, at.x, at.y], ")\"");
            }
            return self.put("/>");
        }
        if let Some(at) = at.filter(|&at| at != Point::default() || turn > 0) {
            self.translation(at);
            if turn > 0 {
                self.numbers("rotate(", &[degrees], ")");
            }
            self.put("\"");
        }
        self.put(">");
        self.nodes(&symbol.nodes);
        self.put("</g>");
    }

    /// Begins the attribute that moves a node.
    fn translation(&mut self, to: Point) {
        self.numbers(" transform=\"translate(", &[to.x, to.y], ")");
    }

    fn open(&mut self, element: &str, style: &NodeStyle) {
        self.put(element);
        if !style.class.is_empty() {
            self.put(" class=\"");
            self.put(&style.class);
            self.put("\"");
        }
        if let Some((at, scale)) = style.place {
            self.translation(at);
            if scale != 1.0 {
                self.numbers("scale(", &[scale], ")");
            }
            self.put("\"");
        }
        let current = style.current.map(PaintColour::Of);
        for (before, colour) in
            [(" color=\"", current), (" fill=\"", style.fill), (" stroke=\"", style.stroke)]
        {
            if let Some(colour) = colour {
                self.colour(before, colour);
            }
        }
        for (before, values) in [
            (" stroke-width=\"", style.width.as_slice()),
            (" stroke-dasharray=\"", style.dash.as_ref().map_or(&[], |dash| &dash[..])),
            (" opacity=\"", style.opacity.as_slice()),
        ] {
            if !values.is_empty() {
                self.numbers(before, values, "\"");
            }
        }
    }

    fn colour(&mut self, before: &str, colour: PaintColour) {
        self.put(before);
        match (colour, self.flavour) {
            (PaintColour::None, _) => self.put("none"),
            (PaintColour::Current, _) => self.put("currentColor"),
            (PaintColour::Of(role), SvgTarget::StandAlone(theme)) => {
                self.put(&theme.colour(role).text())
            }
            (PaintColour::Of(role), SvgTarget::Inline { .. }) => {
                let usual = Theme::paper().colour(role).text();
                self.put(&format!("var(--{},{usual})", role.property()));
            }
        }
        self.put("\"");
    }
}
