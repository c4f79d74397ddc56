//! The directives of pages: fenced blocks that become diagrams and tables.

use crate::diagram::PieceDress;
use crate::games::GameEnding;
use crate::query::MoveFilter;
use crate::source::{
    Code, Diagnostics, SourceMap, SourceText, Span, did_you_mean, quoted_list, with_words,
};
use crate::toml_text::KeyReader;

use super::claim_list::CLAIM_LIST;
use super::keys::{BLOCKS, block_keys};
use super::page::Caption;

/// A directive with the keys that all directives share.
#[derive(Debug, Clone)]
pub struct Block {
    /// The place of the whole block.
    pub span: Span,
    /// The content.
    pub directive: Directive,
    /// A placement, or a list of pieces: the position of `position`, the other pieces of `moves` (`None` for an
    /// empty board), the first position of `game`, and what `setup` states to be checked.
    pub position: Option<SourceText>,
    /// The text below the diagram; empty if there is none.
    pub caption: Caption,
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
    /// The side at the bottom of the diagram; `None` for the first.
    pub view: Option<SourceText>,
    /// How the pieces are drawn; `None` as in the rest of the book.
    pub dress: Option<PieceDress>,
}

with_words! {
    /// The placement of a diagram in the page. Its word is that of pages and templates.
    #[derive(Default)]
    pub enum FigurePlacement {
        /// In the middle of the column.
        #[default]
        Centre = "centre",
        /// In one row with the block before it.
        SideBySide = "beside",
        /// At the right edge, with text to the left of it.
        Floating = "aside",
    }
}

/// The content of a directive.
#[derive(Debug, Clone)]
pub enum Directive {
    /// The moves of a piece: `moves`.
    Moves(Box<MovesBlock>),
    /// A position: `position`.
    Position(PositionBlock),
    /// The initial position: `setup`.
    Setup(SetupBlock),
    /// The moves of a whole game, with boards: `game`.
    Game(GameBlock),
    /// Glyphs of pieces with names, letters and notations: `pieces`.
    Pieces(PiecesBlock),
    /// The heading of the section about a piece: `piece`.
    Piece(PieceBlock),
    /// A table of the armies: `armies`.
    Armies,
    /// The rules in words: `rules`.
    Rules(RulesBlock),
    /// A table of the certainty of facts.
    Certainty,
    /// Links to pages of the book: `list`.
    List(ListBlock),
    /// The parts of drawings: `gallery`.
    Gallery(GalleryKind),
}

with_words! {
    /// The samples of a gallery. Its word is that of pages.
    pub enum GalleryKind {
        /// Every mark and every move line, with its meaning.
        Signs = "signs",
        /// Every piece of every game of the book, small and large.
        Pieces = "pieces",
        /// Every built-in piece.
        BuiltIn = "built-in",
        /// Every word that a glyph can contain.
        Parts = "parts",
        /// A piece in the colours of all armies.
        Armies = "armies",
        /// The initial position of a variant in every theme.
        Themes = "themes",
    }
}

/// The keys of `moves`.
#[derive(Debug, Clone)]
pub struct MovesBlock {
    /// One piece, or several whose targets are united.
    pub pieces: Vec<SourceText>,
    /// The cell of the pieces.
    pub at: SourceText,
    /// The side; `None` for the first.
    pub side: Option<SourceText>,
    /// Moves that are played in the position first.
    pub after: Option<SourceText>,
    /// The kind of targets.
    pub show: MoveFilter,
    /// The cells where moves may end; `None` for all.
    pub to: Option<SourceText>,
    /// The cells that are targets according to the author, to be checked.
    pub marks: Option<SourceText>,
    /// Whether `marks` are quoted as wrong.
    pub refuted: bool,
}

/// The keys of `position`.
#[derive(Debug, Clone)]
pub struct PositionBlock {
    /// Moves that are played in the position first.
    pub after: Option<SourceText>,
    /// Sets of cells that are drawn as zones.
    pub zones: Vec<SourceText>,
    /// Marked cells, which are not checked.
    pub marks: Option<SourceText>,
}

/// The keys of `setup`.
#[derive(Debug, Clone)]
pub struct SetupBlock {
    /// The side whose pieces are drawn; `None` for all sides.
    pub side: Option<SourceText>,
    /// Whether the transfers between boards are drawn.
    pub flows: bool,
    /// Whether the position of the block is quoted as wrong.
    pub refuted: bool,
}

/// The keys of `game`.
#[derive(Debug, Clone)]
pub struct GameBlock {
    /// The moves as they are printed, with numbers, comments and tags.
    pub moves: SourceText,
    /// The result; `None` for that of the moves, if they have one.
    pub result: Option<SourceText>,
    /// How the game ended.
    pub ended: GameEnding,
    /// The moves after which a board is drawn; none for the last one.
    pub boards: Vec<SourceText>,
}

/// The keys of `pieces`.
#[derive(Debug, Clone)]
pub struct PiecesBlock {
    /// The pieces; none for those of the initial position.
    pub pieces: Vec<SourceText>,
    /// The army, instead of `pieces`.
    pub army: Option<SourceText>,
    /// The side whose colours the glyphs have; `None` for the owner of each piece.
    pub side: Option<SourceText>,
    /// The form: `row` for glyphs with names, or `table` with letter, notation and move too.
    pub form: &'static str,
}

with_words! {
    /// The order of a list of pages.
    pub enum ListOrder {
        /// By title.
        Titles = "titles",
        /// Those that were changed last are first.
        Newest = "newest",
    }
}

/// The keys of `list`.
#[derive(Debug, Clone)]
pub struct ListBlock {
    /// The order.
    pub order: ListOrder,
    /// The tag that a page must have.
    pub tag: Option<SourceText>,
    /// The group that a page must belong to.
    pub group: Option<SourceText>,
    /// The most pages that are listed.
    pub most: Option<usize>,
}

/// The keys of `rules`.
#[derive(Debug, Clone)]
pub struct RulesBlock {
    /// The headings of the rules that are shown; none for all.
    pub headings: Vec<SourceText>,
}

/// The keys of `piece`.
#[derive(Debug, Clone)]
pub struct PieceBlock {
    /// The piece.
    pub piece: SourceText,
    /// The side whose colours the glyphs have; `None` for the owner of each piece.
    pub side: Option<SourceText>,
}

/// The forms of a `pieces` block; the first is the usual one.
pub(super) const FORMS: [(&str, &str); 2] = [("row", "row"), ("table", "table")];

/// Returns the words that make a fenced block a directive.
pub fn directive_words() -> impl Iterator<Item = &'static str> + Clone {
    BLOCKS.iter().map(|block| block.word.as_str()).chain([CLAIM_LIST])
}

/// Whether some directive may have a key.
pub fn is_directive_key(key: &str) -> bool {
    BLOCKS.iter().any(|block| block.keys.iter().any(|known| known.name == key))
}

/// Whether the text of other code can be read as a directive.
pub fn can_be_read(map: &SourceMap) -> bool {
    BLOCKS.iter().map(|block| block.word.as_str()).any(|kind| {
        let mut diagnostics = Diagnostics::default();
        read(kind, map, Span::default(), &mut diagnostics).is_some() && diagnostics.is_empty()
    })
}

/// Reads the keys of a directive, and its caption, which is not yet in it. `kind` is the word of one of
/// [`BLOCKS`].
pub fn read(
    kind: &str,
    map: &SourceMap,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<(Block, Option<SourceText>)> {
    let owner = format!("a `{kind}` block");
    let mut keys = KeyReader::parse(map, &owner, Code::Directive, block_keys(kind));
    let position = match kind {
        "position" => keys.required_text("position"),
        _ if keys.allows("position") => keys.text("position"),
        _ => None,
    };
    let has_position = position.is_some();
    let directive = match kind {
        "moves" => moves(&mut keys, has_position).map(|block| Directive::Moves(block.into())),
        "position" => Some(Directive::Position(position_block(&mut keys))).filter(|_| has_position),
        "setup" => Some(Directive::Setup(setup(&mut keys, has_position))),
        "game" => game(&mut keys).map(Directive::Game),
        "pieces" => Some(Directive::Pieces(pieces(&mut keys))),
        "piece" => piece(&mut keys).map(Directive::Piece),
        "armies" => Some(Directive::Armies),
        "list" => Some(Directive::List(ListBlock {
            order: keys.choice("sort", ListOrder::CHOICES),
            tag: keys.text("tag"),
            group: keys.text("group"),
            most: keys.integer("most").and_then(|(most, _)| usize::try_from(most).ok()),
        })),
        "rules" => Some(Directive::Rules(RulesBlock { headings: keys.names("headings") })),
        "gallery" => Some(Directive::Gallery(keys.choice("of", GalleryKind::CHOICES))),
        _ => Some(Directive::Certainty),
    };
    let placement = match keys.allows("place") {
        true => keys.choice("place", FigurePlacement::CHOICES),
        false => FigurePlacement::Centre,
    };
    let (caption_text, name) = (keys.text("caption"), keys.text("name"));
    let mut board_key = |key| if keys.allows(key) { keys.text(key) } else { None };
    let (variant, setup) = (board_key("variant"), board_key("setup"));
    let (only, view) = (board_key("only"), board_key("view"));
    let dress = if keys.allows("dress") { dress(&mut keys) } else { None };
    diagnostics.extend(keys.finish());
    let directive = directive?;
    let caption = Caption::default();
    let block = Block {
        span,
        directive,
        position,
        caption,
        name,
        placement,
        variant,
        setup,
        only,
        view,
        dress,
    };
    Some((block, caption_text))
}

/// How the pieces of a block are drawn, if it says so.
fn dress(keys: &mut KeyReader) -> Option<PieceDress> {
    let text = keys.text("dress")?;
    let dress = PieceDress::of_word(&text.value);
    if dress.is_none() {
        let message = format!("`dress` cannot be `{}`", text.value);
        let known = PieceDress::words();
        keys.push(text.unknown(Code::Directive, message, known));
    }
    dress
}

fn moves(keys: &mut KeyReader, has_position: bool) -> Option<MovesBlock> {
    let mut pieces = keys.words("pieces");
    if pieces.is_empty() {
        pieces.extend(keys.required_text("piece"));
    }
    let at = keys.required_text("at");
    let shows = MoveFilter::ALL.map(|show| (show.word(), show));
    let show = keys.choice("show", &shows);
    let marks = keys.text("marks");
    let refuted = refuted(keys, "marks", marks.is_some());
    let (side, after, to) = (keys.text("side"), keys.text("after"), keys.text("to"));
    if after.is_some() && !has_position {
        keys.requires_key("after", "position", "moves are made in a position");
    }
    if pieces.is_empty() {
        return None;
    }
    Some(MovesBlock { pieces, at: at?, side, after, to, show, marks, refuted })
}

fn position_block(keys: &mut KeyReader) -> PositionBlock {
    let (after, marks) = (keys.text("after"), keys.text("marks"));
    let zones = keys.text("zones").map(|text| text.split(&[','])).unwrap_or_default();
    PositionBlock { after, zones, marks }
}

fn setup(keys: &mut KeyReader, has_position: bool) -> SetupBlock {
    let refuted = refuted(keys, "position", has_position);
    SetupBlock { side: keys.text("side"), flows: keys.flag_or("flows", false), refuted }
}

fn game(keys: &mut KeyReader) -> Option<GameBlock> {
    let moves = keys.required_text("moves");
    let result = keys.text("result");
    let boards = keys.names("boards");
    let is_known =
        |word: SourceText| GameEnding::CHOICES.iter().any(|(known, _)| *known == word.value);
    let is_readable = keys.text("ended").is_none_or(is_known);
    let ended = keys.choice("ended", &GameEnding::CHOICES);
    if !is_readable {
        return None;
    }
    Some(GameBlock { moves: moves?, result, ended, boards })
}

fn pieces(keys: &mut KeyReader) -> PiecesBlock {
    PiecesBlock {
        form: keys.choice("form", &FORMS),
        pieces: keys.words("pieces"),
        army: keys.text("army"),
        side: keys.text("side"),
    }
}

fn piece(keys: &mut KeyReader) -> Option<PieceBlock> {
    let (piece, side) = (keys.required_text("piece"), keys.text("side"));
    Some(PieceBlock { piece: piece?, side })
}

/// The flag `refuted`. It is an error without the key that it refutes.
fn refuted(keys: &mut KeyReader, other: &str, is_drawn: bool) -> bool {
    let refuted = keys.flag_or("refuted", false);
    if refuted && !is_drawn {
        keys.requires_key("refuted", other, "what is refuted must be drawn");
    }
    refuted
}

/// Returns help for a fenced block whose word is close to that of a directive.
pub fn suggest_directive(word: &str) -> Option<String> {
    let question = did_you_mean(word, directive_words())?;
    let all = quoted_list(directive_words());
    Some(format!("{question} blocks that are drawn are {all}"))
}
