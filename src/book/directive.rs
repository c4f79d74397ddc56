//! The fenced blocks of pages that the engine answers.

use crate::source::{
    Code, Diagnostics, KeyReader, SourceMap, SourceText, Span, Spanned, did_you_mean, quoted_list,
};

/// A fenced block of a page that the engine answers.
#[derive(Debug, Clone)]
pub struct Block {
    /// The whole block in the file.
    pub span: Span,
    /// What is asked.
    pub directive: Directive,
    /// What stands under the picture.
    pub caption: Option<SourceText>,
    /// How the files of the picture are called; made from the question where nothing is said.
    pub name: Option<SourceText>,
    /// Where the picture stands in the page.
    pub place: Place,
    /// Another variant than the page's.
    pub variant: Option<SourceText>,
    /// Another set-up than the page's.
    pub setup: Option<SourceText>,
    /// The cells that are drawn: the boards' part around them, or all.
    pub only: Option<SourceText>,
}

/// Where a picture stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// By itself, in the middle of the column.
    #[default]
    Centre,
    /// To the right of the block before it, in one row.
    Beside,
    /// At the right edge, and the text runs beside it where there is room.
    Aside,
}

/// What a block asks for.
#[derive(Debug, Clone)]
pub enum Directive {
    /// Where a piece can go: `moves`.
    Moves(Moves),
    /// Some position: `position`.
    Position(PositionBlock),
    /// The array: `setup`.
    Setup(SetupBlock),
    /// Glyphs of pieces with names, letters and notations: `pieces`.
    Pieces(PiecesBlock),
    /// Head of the section about one piece: `piece`.
    Piece(PieceBlock),
    /// Which army replaces what, as a table: `armies`.
    Armies,
    /// How sure the definition is of its facts, as a table: `standing`.
    Standing,
    /// What drawings are made of: `gallery`.
    Gallery(GalleryOf),
}

/// What a gallery shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GalleryOf {
    /// Every mark and every trail, with what it says.
    #[default]
    Signs,
    /// Every piece of every game of the book, small and large.
    Pieces,
    /// Every word that a glyph can be made of.
    Parts,
    /// A piece in the looks of all armies.
    Armies,
    /// The array of a game in every theme.
    Themes,
}

impl GalleryOf {
    const CHOICES: [(&'static str, GalleryOf); 5] = [
        ("signs", GalleryOf::Signs),
        ("pieces", GalleryOf::Pieces),
        ("parts", GalleryOf::Parts),
        ("armies", GalleryOf::Armies),
        ("themes", GalleryOf::Themes),
    ];

    /// The word for it, as authors write it.
    pub fn word(self) -> &'static str {
        GalleryOf::CHOICES[self as usize].0
    }
}

/// Where a piece can go.
#[derive(Debug, Clone)]
pub struct Moves {
    /// Which pieces: one, or several whose cells are united.
    pub pieces: Vec<Spanned<String>>,
    /// From where.
    pub at: Spanned<String>,
    /// Whose; the first side's where nothing is said.
    pub side: Option<Spanned<String>>,
    /// What else stands on the board; nothing where it is left out.
    pub position: Option<SourceText>,
    /// Moves that are made first.
    pub after: Option<SourceText>,
    /// Which cells are meant.
    pub show: Show,
    /// Only moves that end on these cells.
    pub to: Option<SourceText>,
    /// The marks that the author drew, to be checked.
    pub marks: Option<Marks>,
    /// Whether the marks are quoted as wrong.
    pub refuted: bool,
    /// From whose chair.
    pub view: Option<Spanned<String>>,
}

/// Marked cells.
#[derive(Debug, Clone)]
pub struct Marks {
    /// The cells, in the author's order.
    pub cells: Vec<Spanned<String>>,
    /// The whole list.
    pub span: Span,
}

/// Which cells a diagram means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Every cell where a move may end.
    #[default]
    Moves,
    /// Cells where it goes without taking anything.
    Quiet,
    /// Cells where it goes and takes what stands there.
    Captures,
    /// Cells whose men it may take, wherever it ends.
    Victims,
}

/// Some position.
#[derive(Debug, Clone)]
pub struct PositionBlock {
    /// As a placement, or a list of men.
    pub position: SourceText,
    /// Moves that are made first.
    pub after: Option<SourceText>,
    /// Sets of cells that are shown as zones.
    pub zones: Vec<Spanned<String>>,
    /// Marked cells, which nothing checks.
    pub marks: Option<Marks>,
    /// From whose chair.
    pub view: Option<Spanned<String>>,
}

/// The array.
#[derive(Debug, Clone)]
pub struct SetupBlock {
    /// Only this side's men.
    pub side: Option<Spanned<String>>,
    /// Whether the ways from board to board are drawn.
    pub flows: bool,
    /// The array as the author drew it, to be checked.
    pub position: Option<SourceText>,
    /// Whether the drawn array is quoted as wrong.
    pub refuted: bool,
    /// From whose chair.
    pub view: Option<Spanned<String>>,
}

/// Glyphs of pieces.
#[derive(Debug, Clone)]
pub struct PiecesBlock {
    /// These; all of the game where nothing is said.
    pub pieces: Vec<Spanned<String>>,
    /// The pieces of that army.
    pub army: Option<Spanned<String>>,
    /// In this side's colours.
    pub side: Option<Spanned<String>>,
    /// In which form.
    pub form: Form,
}

/// The form of a list of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// A row of glyphs, each with its name.
    #[default]
    Row,
    /// A table: glyph, name, letter, notation, and the move in words.
    Table,
}

/// The head of a piece's section.
#[derive(Debug, Clone)]
pub struct PieceBlock {
    /// Which.
    pub piece: Spanned<String>,
    /// In this side's colours.
    pub side: Option<Spanned<String>>,
}

/// The first words of fenced blocks that are directives.
pub const DIRECTIVES: &[&str] =
    &["moves", "position", "setup", "pieces", "piece", "armies", "standing", "gallery"];

/// Reads a block's body. `kind` is one of [`DIRECTIVES`].
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
        "gallery" => Some(Directive::Gallery(keys.choice("of", &GalleryOf::CHOICES))),
        _ => Some(Directive::Standing),
    };
    let places = [("centre", Place::Centre), ("beside", Place::Beside), ("aside", Place::Aside)];
    let block = directive.map(|directive| Block {
        span,
        place: keys.choice("place", &places),
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

fn moves(keys: &mut KeyReader) -> Option<Moves> {
    let mut pieces = keys.words("pieces");
    if pieces.is_empty() {
        pieces.extend(required_word(keys, "piece", "\"knight\""));
    }
    keys.allow("piece");
    let at = required_word(keys, "at", "\"d4\"");
    let shows = [
        ("moves", Show::Moves),
        ("quiet", Show::Quiet),
        ("captures", Show::Captures),
        ("victims", Show::Victims),
    ];
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
    Some(Moves { pieces, at: at?, side, position, after, to, show, marks, refuted, view })
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
        form: keys.choice("form", &[("row", Form::Row), ("table", Form::Table)]),
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

fn marks(keys: &mut KeyReader) -> Option<Marks> {
    keys.text("marks").map(|text| Marks {
        span: text.span(),
        cells: text.words().into_iter().map(SourceText::into_spanned).collect(),
    })
}

/// The flag `refuted`, which has no use without what it refutes.
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

/// The help for a fenced block whose word is nearly that of a directive.
pub fn misspelt(word: &str) -> Option<String> {
    let question = did_you_mean(word, DIRECTIVES.iter().copied())?;
    let all = quoted_list(DIRECTIVES.iter().copied());
    Some(format!("{question} blocks that are drawn are {all}"))
}
