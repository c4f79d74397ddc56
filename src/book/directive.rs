//! The directives of pages: fenced blocks that become diagrams and tables.

use crate::query::MoveFilter;
use crate::source::{
    Code, Diagnostics, KeyReader, SourceMap, SourceText, Span, Spanned, did_you_mean, quoted_list,
};

/// A directive with the keys that all directives share.
#[derive(Debug, Clone)]
pub struct Block {
    /// The place of the whole block.
    pub span: Span,
    /// The content.
    pub directive: Directive,
    /// The text below the diagram.
    pub caption: Option<SourceText>,
    /// The name of the diagram's files; `None` for a name made from the content.
    pub name: Option<SourceText>,
    /// The placement of the diagram in the page.
    pub placement: FigurePlacement,
    /// The variant; `None` for that of the page.
    pub variant: Option<SourceText>,
    /// The setup; `None` for that of the page.
    pub setup: Option<SourceText>,
    /// Cells that a detail of the boards must include; `None` for the whole boards.
    pub only: Option<SourceText>,
}

/// The placement of a diagram in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FigurePlacement {
    /// In the middle of the column.
    #[default]
    Centre,
    /// In one row with the block before it.
    SideBySide,
    /// At the right edge, with text to the left of it.
    Floating,
}

/// The content of a directive.
#[derive(Debug, Clone)]
pub enum Directive {
    /// The moves of a piece: `moves`.
    Moves(MovesBlock),
    /// A position: `position`.
    Position(PositionBlock),
    /// The initial position: `setup`.
    Setup(SetupBlock),
    /// Glyphs of pieces with names, letters and notations: `pieces`.
    Pieces(PiecesBlock),
    /// The heading of the section about a piece: `piece`.
    Piece(PieceBlock),
    /// A table of the armies: `armies`.
    Armies,
    /// A table of the certainty of facts: `standing` or `certainty`.
    Certainty,
    /// The parts of drawings: `gallery`.
    Gallery(GalleryKind),
}

/// The samples of a gallery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GalleryKind {
    /// Every mark and every move line, with its meaning.
    #[default]
    Signs,
    /// Every piece of every game of the book, small and large.
    Pieces,
    /// Every word that a glyph can contain.
    Parts,
    /// A piece in the colours of all armies.
    Armies,
    /// The initial position of a variant in every theme.
    Themes,
}

impl GalleryKind {
    const CHOICES: [(&'static str, GalleryKind); 5] = [
        ("signs", GalleryKind::Signs),
        ("pieces", GalleryKind::Pieces),
        ("parts", GalleryKind::Parts),
        ("armies", GalleryKind::Armies),
        ("themes", GalleryKind::Themes),
    ];

    /// The word in pages.
    pub fn word(self) -> &'static str {
        GalleryKind::CHOICES[self as usize].0
    }
}

/// The keys of `moves`.
#[derive(Debug, Clone)]
pub struct MovesBlock {
    /// One piece, or several whose targets are united.
    pub pieces: Vec<Spanned<String>>,
    /// The cell of the pieces.
    pub at: Spanned<String>,
    /// The side; `None` for the first.
    pub side: Option<Spanned<String>>,
    /// The other pieces; `None` for an empty board.
    pub position: Option<SourceText>,
    /// Moves that are played in the position first.
    pub after: Option<SourceText>,
    /// The kind of targets.
    pub show: MoveFilter,
    /// The cells where moves may end; `None` for all.
    pub to: Option<SourceText>,
    /// The targets according to the author, to be checked.
    pub marks: Option<DrawnMarks>,
    /// Whether `marks` are quoted as wrong.
    pub refuted: bool,
    /// The side at the bottom of the diagram; `None` for the first.
    pub view: Option<Spanned<String>>,
}

/// Cells that the author marks.
#[derive(Debug, Clone)]
pub struct DrawnMarks {
    /// The cells, in the order of the page.
    pub cells: Vec<Spanned<String>>,
    /// The place of the list.
    pub span: Span,
}

/// The keys of `position`.
#[derive(Debug, Clone)]
pub struct PositionBlock {
    /// A placement, or a list of pieces.
    pub position: SourceText,
    /// Moves that are played in the position first.
    pub after: Option<SourceText>,
    /// Sets of cells that are drawn as zones.
    pub zones: Vec<Spanned<String>>,
    /// Marked cells, which are not checked.
    pub marks: Option<DrawnMarks>,
    /// The side at the bottom of the diagram; `None` for the first.
    pub view: Option<Spanned<String>>,
}

/// The keys of `setup`.
#[derive(Debug, Clone)]
pub struct SetupBlock {
    /// The side whose pieces are drawn; `None` for all sides.
    pub side: Option<Spanned<String>>,
    /// Whether the transfers between boards are drawn.
    pub flows: bool,
    /// The initial position according to the author, to be checked.
    pub position: Option<SourceText>,
    /// Whether `position` is quoted as wrong.
    pub refuted: bool,
    /// The side at the bottom of the diagram; `None` for the first.
    pub view: Option<Spanned<String>>,
}

/// The keys of `pieces`.
#[derive(Debug, Clone)]
pub struct PiecesBlock {
    /// The pieces; none for those of the initial position.
    pub pieces: Vec<Spanned<String>>,
    /// The army, instead of `pieces`.
    pub army: Option<Spanned<String>>,
    /// The side whose colours the glyphs have; `None` for the owner of each piece.
    pub side: Option<Spanned<String>>,
    /// The form.
    pub form: PieceListForm,
}

/// The form of a list of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PieceListForm {
    /// A row of glyphs, each with its name.
    #[default]
    Row,
    /// A table: glyph, name, letter, notation, and the move in words.
    Table,
}

/// The keys of `piece`.
#[derive(Debug, Clone)]
pub struct PieceBlock {
    /// The piece.
    pub piece: Spanned<String>,
    /// The side whose colours the glyphs have; `None` for the owner of each piece.
    pub side: Option<Spanned<String>>,
}

/// The words that make a fenced block a directive.
pub const DIRECTIVES: &[&str] = &[
    "moves",
    "position",
    "setup",
    "pieces",
    "piece",
    "armies",
    "standing",
    "certainty",
    "gallery",
];

/// The keys that only directives have.
pub const KEYS: &[&str] = &[
    "piece", "pieces", "at", "side", "position", "after", "show", "to", "marks", "refuted", "view",
    "zones", "flows", "form", "army", "of", "place", "caption", "name", "variant", "setup", "only",
];

/// Whether the text of other code can be read as a directive.
pub fn can_be_read(map: &SourceMap) -> bool {
    DIRECTIVES.iter().any(|kind| {
        let mut diagnostics = Diagnostics::default();
        read(kind, map, Span::default(), &mut diagnostics).is_some() && diagnostics.is_empty()
    })
}

/// Reads the keys of a directive. `kind` is one of [`DIRECTIVES`].
pub fn read(
    kind: &str,
    map: &SourceMap,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Block> {
    let owner = format!("a `{kind}` block");
    let mut keys = KeyReader::parse(map, &owner, Code::Directive);
    let directive = match kind {
        "moves" => moves(&mut keys).map(Directive::Moves),
        "position" => position(&mut keys).map(Directive::Position),
        "setup" => Some(Directive::Setup(setup(&mut keys))),
        "pieces" => Some(Directive::Pieces(pieces(&mut keys))),
        "piece" => piece(&mut keys).map(Directive::Piece),
        "armies" => Some(Directive::Armies),
        "gallery" => Some(Directive::Gallery(keys.choice("of", &GalleryKind::CHOICES))),
        _ => Some(Directive::Certainty),
    };
    let placements = [
        ("centre", FigurePlacement::Centre),
        ("beside", FigurePlacement::SideBySide),
        ("aside", FigurePlacement::Floating),
    ];
    let block = directive.map(|directive| Block {
        span,
        placement: keys.choice("place", &placements),
        caption: keys.text("caption"),
        name: keys.text("name"),
        variant: keys.text("variant"),
        setup: keys.text("setup"),
        only: match directive {
            Directive::Moves(_) | Directive::Position(_) | Directive::Setup(_) => keys.text("only"),
            _ => None,
        },
        directive,
    });
    diagnostics.extend(keys.finish());
    block
}

fn moves(keys: &mut KeyReader) -> Option<MovesBlock> {
    let mut pieces = keys.words("pieces");
    if pieces.is_empty() {
        pieces.extend(required_word(keys, "piece", "\"knight\""));
    }
    keys.allow("piece");
    let at = required_word(keys, "at", "\"d4\"");
    let shows = MoveFilter::ALL.map(|show| (show.word(), show));
    let show = keys.choice("show", &shows);
    let marks = marks(keys);
    let refuted = refuted(keys, "marks", marks.is_some());
    let (side, position, view) = (keys.word("side"), keys.text("position"), keys.word("view"));
    let (after, to) = (keys.text("after"), keys.text("to"));
    if after.is_some() && position.is_none() {
        keys.requires_key("after", "position", "moves are made in a position");
    }
    if pieces.is_empty() {
        return None;
    }
    Some(MovesBlock { pieces, at: at?, side, position, after, to, show, marks, refuted, view })
}

fn position(keys: &mut KeyReader) -> Option<PositionBlock> {
    let position = keys.required_text("position", "\"8/8/8/3N4/8/8/8/8\"");
    let (after, marks, view) = (keys.text("after"), marks(keys), keys.word("view"));
    let zones = keys.text("zones").map(|text| text.split(&[','])).unwrap_or_default();
    let zones = zones.into_iter().map(SourceText::into_spanned).collect();
    Some(PositionBlock { position: position?, after, zones, marks, view })
}

fn setup(keys: &mut KeyReader) -> SetupBlock {
    let position = keys.text("position");
    let refuted = refuted(keys, "position", position.is_some());
    let (side, flows, view) = (keys.word("side"), keys.flag_or("flows", false), keys.word("view"));
    SetupBlock { side, flows, position, refuted, view }
}

fn pieces(keys: &mut KeyReader) -> PiecesBlock {
    PiecesBlock {
        form: keys.choice("form", &[("row", PieceListForm::Row), ("table", PieceListForm::Table)]),
        pieces: keys.words("pieces"),
        army: keys.word("army"),
        side: keys.word("side"),
    }
}

fn piece(keys: &mut KeyReader) -> Option<PieceBlock> {
    let piece = required_word(keys, "piece", "\"knight\"");
    let side = keys.word("side");
    Some(PieceBlock { piece: piece?, side })
}

fn marks(keys: &mut KeyReader) -> Option<DrawnMarks> {
    keys.text("marks").map(|text| DrawnMarks {
        span: text.span(),
        cells: text.words().into_iter().map(SourceText::into_spanned).collect(),
    })
}

/// The flag `refuted`. It is an error without the key that it refutes.
fn refuted(keys: &mut KeyReader, other: &str, is_drawn: bool) -> bool {
    let refuted = keys.flag_or("refuted", false);
    if refuted && !is_drawn {
        keys.requires_key("refuted", other, "what is refuted must be drawn");
    }
    refuted
}

fn required_word(
    keys: &mut KeyReader,
    key: &'static str,
    example: &str,
) -> Option<Spanned<String>> {
    keys.required_text(key, example).map(SourceText::into_spanned)
}

/// Returns help for a fenced block whose word is close to that of a directive.
pub fn suggest_directive(word: &str) -> Option<String> {
    let question = did_you_mean(word, DIRECTIVES.iter().copied())?;
    let all = quoted_list(DIRECTIVES.iter().copied());
    Some(format!("{question} blocks that are drawn are {all}"))
}
