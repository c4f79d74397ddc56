use crate::source::{Code, Diagnostic, Span, Spanned};

use super::ground::Ground;
use super::table::{Table, Text, list_words};

/// A fenced block of a page that the engine answers.
#[derive(Debug, Clone)]
pub struct Block {
    /// The whole block in the file.
    pub span: Span,
    /// What is asked.
    pub directive: Directive,
    /// What stands under the picture.
    pub caption: Option<Text>,
    /// How the files of the picture are called; made from the question where nothing is said.
    pub name: Option<Text>,
    /// Where the picture stands in the page.
    pub place: Place,
    /// Another variant than the page's.
    pub variant: Option<Text>,
    /// Another set-up than the page's.
    pub setup: Option<Text>,
    /// The cells that are drawn: the boards' part around them, or all.
    pub only: Option<Text>,
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
    const ALL: [GalleryOf; 5] = [
        GalleryOf::Signs,
        GalleryOf::Pieces,
        GalleryOf::Parts,
        GalleryOf::Armies,
        GalleryOf::Themes,
    ];
    const WORDS: [&'static str; 5] = ["signs", "pieces", "parts", "armies", "themes"];

    /// The word for it, as authors write it.
    pub fn word(self) -> &'static str {
        GalleryOf::WORDS[self as usize]
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
    pub position: Option<Text>,
    /// Moves that are made first.
    pub after: Option<Text>,
    /// Which cells are meant.
    pub show: Show,
    /// Only moves that end on these cells.
    pub to: Option<Text>,
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
    pub position: Text,
    /// Moves that are made first.
    pub after: Option<Text>,
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
    pub position: Option<Text>,
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
pub fn read(kind: &str, ground: &Ground, span: Span) -> (Option<Block>, Vec<Diagnostic>) {
    let table = Table::parse(ground, &format!("a `{kind}` block"), Code::Directive);
    let directive = match kind {
        "moves" => moves(&table).map(Directive::Moves),
        "position" => position(&table).map(Directive::Position),
        "setup" => Some(Directive::Setup(setup(&table))),
        "pieces" => Some(Directive::Pieces(pieces(&table))),
        "piece" => piece(&table).map(Directive::Piece),
        "armies" => Some(Directive::Armies),
        "gallery" => {
            let of = table.choice("of", &GalleryOf::WORDS);
            Some(Directive::Gallery(of.map_or(GalleryOf::Signs, |at| GalleryOf::ALL[at])))
        }
        _ => Some(Directive::Standing),
    };
    let place = table.choice("place", &["centre", "beside", "aside"]);
    let parts = (table.text("caption"), table.text("name"));
    let (variant, setup) = (table.text("variant"), table.text("setup"));
    let drawn = matches!(
        directive,
        Some(Directive::Moves(_) | Directive::Position(_) | Directive::Setup(_))
    );
    let only = if drawn { table.text("only") } else { None };
    let block = directive.map(|directive| Block {
        span,
        directive,
        caption: parts.0,
        name: parts.1,
        place: place.map_or(Place::Centre, |at| [Place::Centre, Place::Beside, Place::Aside][at]),
        variant,
        setup,
        only,
    });
    (block, table.finish())
}

fn moves(table: &Table) -> Option<Moves> {
    let several = table.text("pieces").map(|text| text.words());
    let pieces = several.or_else(|| {
        let piece = table.required_text("piece", "\"knight\"")?;
        Some(vec![piece.spanned()])
    });
    table.ask("piece");
    let at = table.required_text("at", "\"d4\"");
    let shows = [Show::Moves, Show::Quiet, Show::Captures, Show::Victims];
    let show = table.choice("show", &["moves", "quiet", "captures", "victims"]);
    let marks = marks(table);
    let refuted = table.switch("refuted");
    if refuted && marks.is_none() {
        table.lacks("refuted", "marks", "what is refuted must be drawn");
    }
    let (side, position, view) = (one(table, "side"), table.text("position"), one(table, "view"));
    let (after, to) = (table.text("after"), table.text("to"));
    if after.is_some() && position.is_none() {
        table.lacks("after", "position", "moves are made in a position");
    }
    Some(Moves {
        pieces: pieces?,
        at: at?.spanned(),
        side,
        position,
        after,
        to,
        show: show.map_or(Show::Moves, |at| shows[at]),
        marks,
        refuted,
        view,
    })
}

fn position(table: &Table) -> Option<PositionBlock> {
    let position = table.required_text("position", "\"8/8/8/3N4/8/8/8/8\"");
    let (after, marks, view) = (table.text("after"), marks(table), one(table, "view"));
    let zones = table.text("zones").map(|text| text.parts(',')).unwrap_or_default();
    Some(PositionBlock { position: position?, after, zones, marks, view })
}

fn setup(table: &Table) -> SetupBlock {
    let position = table.text("position");
    let refuted = table.switch("refuted");
    if refuted && position.is_none() {
        table.lacks("refuted", "position", "what is refuted must be drawn");
    }
    let (side, flows, view) = (one(table, "side"), table.switch("flows"), one(table, "view"));
    SetupBlock { side, flows, position, refuted, view }
}

fn pieces(table: &Table) -> PiecesBlock {
    let form = table.choice("form", &["row", "table"]);
    PiecesBlock {
        pieces: table.text("pieces").map(|text| text.words()).unwrap_or_default(),
        army: one(table, "army"),
        side: one(table, "side"),
        form: form.map_or(Form::Row, |at| [Form::Row, Form::Table][at]),
    }
}

fn piece(table: &Table) -> Option<PieceBlock> {
    let piece = table.required_text("piece", "\"knight\"");
    let side = one(table, "side");
    Some(PieceBlock { piece: piece?.spanned(), side })
}

fn marks(table: &Table) -> Option<Marks> {
    table.text("marks").map(|text| Marks { cells: text.words(), span: text.span })
}

fn one(table: &Table, key: &'static str) -> Option<Spanned<String>> {
    table.text(key).map(|text| text.spanned())
}

/// What to say of a fenced block whose word is nearly a directive's.
pub fn misspelt(word: &str) -> Option<String> {
    let near = crate::source::closest(word, DIRECTIVES.iter().copied())?;
    let all = list_words(DIRECTIVES);
    Some(format!("did you mean `{near}`? blocks that are drawn are {all}"))
}
