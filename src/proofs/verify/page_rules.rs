//! The game that a foreign page says itself, as a definition, and its comparison with a variant.

use std::collections::{BTreeMap, BTreeSet};

use crate::exchange::{PageGame, PagePiece};
use crate::format::builtin_piece;
use crate::fsf::Draft;
use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::Cell;
use crate::notation::{lint, parse};
use crate::query::{Disagreement, LoadedVariant, MoveFilter, Verdict};
use crate::rules::{PieceStatus, Position};
use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, Span, capitalised, join_words, limits,
    nearest_id,
};
use crate::variant::load;

use super::foreign::{grid, request};
use super::{Comparison, ComparisonKind};

/// Pieces that move alike in all games.
const USUAL: &str = "king queen rook bishop knight archbishop chancellor";

/// A game of a foreign page as a definition.
#[derive(Debug)]
pub struct DefinedGame {
    /// The definition.
    pub definition: String,
    /// Its rules.
    pub rules: LoadedVariant,
    /// For each piece: what the page calls it, and its id, in the order of the page.
    pub pieces: Vec<(String, String)>,
}

/// Makes a definition of a game and loads it.
///
/// A piece whose notation cannot be read moves in an unknown way. Warnings say so, and name all else
/// that is not read.
pub fn defined_game(
    file: &SourceFile,
    game: &PageGame,
    name: &str,
) -> (Option<DefinedGame>, Diagnostics) {
    let ids = ids(game);
    let mut unread = game.unread.clone();
    let definition = definition(game, &ids, name, &mut unread);
    let warnings = unread.iter().map(|(what, span)| {
        let warning = Diagnostic::warning(Code::PageDiagram, format!("not read: {what}"));
        let help = "nothing about it is compared; `fairybook help definitions` lists what a definition can say";
        warning.in_file(file, *span).help(help)
    });
    let mut diagnostics: Diagnostics = warnings.collect();
    match loaded(&definition) {
        Ok(rules) => {
            let signs = game.pieces.iter().map(|piece| piece.id.to_uppercase());
            let pieces = signs.zip(ids).collect();
            (Some(DefinedGame { definition, rules, pieces }), diagnostics)
        }
        Err(errors) => {
            let why = errors.iter().find(|error| error.is_error());
            let why = why.map_or("", |error| &error.message);
            let message = format!("this Interactive Diagram is no game: {why}");
            let error = Diagnostic::error(Code::PageDiagram, message).in_file(file, game.span);
            let help = "compare it with the page's source: a piece is `knight:N:NW:knight:b1,g1`";
            diagnostics.push(error.help(help));
            (None, diagnostics)
        }
    }
}

fn loaded(definition: &str) -> Result<LoadedVariant, Diagnostics> {
    let (loaded, errors) =
        load(&SourceFile::new("page.toml", definition), "page", &BTreeMap::new());
    match loaded {
        Some(definition) if !errors.has_error() => LoadedVariant::new(definition.variant(None)?),
        _ => Err(errors),
    }
}

/// A different id for each piece.
fn ids(game: &PageGame) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for (index, piece) in game.pieces.iter().enumerate() {
        let id = nearest_id(&piece.name).filter(|id| !ids.contains(id));
        ids.push(id.unwrap_or_else(|| format!("piece-{}", index + 1)));
    }
    ids
}

/// The text of the definition. Adds notations that cannot be read to what is not read.
fn definition(
    game: &PageGame,
    ids: &[String],
    name: &str,
    unread: &mut Vec<(String, Span)>,
) -> String {
    let PageGame { files, ranks, first_rank, .. } = *game;
    let file_letter = |file: usize| char::from(b'a' + file as u8);
    let mut draft = Draft::of([("format", 1.into()), ("name", name.into())]);
    draft.set(&["board", "files"], format!("a-{}", file_letter(files - 1)));
    draft.set(&["board", "ranks"], format!("{first_rank}-{}", first_rank + ranks - 1));
    let cell = |(rank, file): &_| format!("{}{}", file_letter(*file), first_rank + rank);
    let cells = |cells: &BTreeSet<_>| cells.iter().map(cell).collect::<Vec<_>>().join(" ");
    if !game.holes.is_empty() {
        let whole = format!("{}-{}", cell(&(0, 0)), cell(&(ranks - 1, files - 1)));
        draft.set(&["board", "cells"], format!("{whole} but {}", cells(&game.holes)));
    }
    draft.set(&["sides", "white"], Draft::default());
    let seat = if game.is_turned { "turn 180" } else { "flip ranks" };
    draft.set(&["sides", "black", "seat"], seat);
    let mut letters: Vec<String> = Vec::new();
    for (piece, id) in game.pieces.iter().zip(ids) {
        let letter = free_letter(piece, &letters);
        draft.set(&["pieces", id, "letter"], &*letter);
        letters.push(letter);
        draft.set(&["pieces", id, "name"], capitalised(&piece.name));
        match notation(piece) {
            Ok(Some(notation)) => draft.set(&["pieces", id, "move"], notation),
            Ok(None) if USUAL.split(' ').any(|usual| usual == id) => {}
            unknown => {
                let none = format!("how `{}` moves, because the page has no notation", piece.name);
                unread.push((unknown.err().unwrap_or(none), piece.span));
                draft.set(&["pieces", id, "move"], "unknown");
            }
        }
        if piece.royal || builtin_piece(id).is_some_and(|table| table.get("royal").is_some()) {
            draft.set(&["pieces", id, "royal"], piece.royal);
        }
    }
    for (piece, id) in game.pieces.iter().zip(ids) {
        let is_each = game.is_symmetric && piece.cells[1].is_empty();
        let sides = if is_each { ["each", ""] } else { ["white", "black"] };
        for (side, own) in sides.iter().zip(&piece.cells).filter(|(_, own)| !own.is_empty()) {
            draft.set(&["setup", side, id], cells(own));
        }
    }
    add_promotions(&mut draft, game, ids);
    if game.pieces.iter().any(|piece| piece.royal) {
        draft.set(&["ends", "checkmate"], "loses");
    }
    for (what, _) in unread {
        let rule = format!("The page also says: {}.", what.replace('`', ""));
        draft.push("unmodelled", Draft::of([("rule", rule.into()), ("affects", "play".into())]));
    }
    draft.print()
}

/// The notation of a piece, if it has any, or what cannot be read of it.
fn notation(piece: &PagePiece) -> Result<Option<&str>, String> {
    let Some(notation) = &piece.betza else { return Ok(None) };
    let errors = parse(notation).err();
    let Some(why) = errors.as_ref().and_then(|it| it.0.first()) else { return Ok(Some(notation)) };
    Err(format!("the notation `{notation}` of `{}`, because {}", piece.name, why.message))
}

/// What other programs read differently in the notation of a piece.
fn doubt(piece: &PagePiece) -> Option<String> {
    let notation = parse(piece.betza.as_deref()?).ok()?;
    lint(&notation).iter().next().map(|warning| warning.message.clone())
}

fn add_promotions(draft: &mut Draft, game: &PageGame, ids: &[String]) {
    let end = game.first_rank + game.ranks;
    let zone = end - game.promotion_zone.clamp(1, game.ranks)..end;
    let zone: Vec<String> = zone.map(|rank| rank.to_string()).collect();
    for (piece, choices) in &game.promotions {
        let choices: Vec<&str> = choices.iter().map(|choice| &*ids[*choice]).collect();
        let path = |key| ["promotion", &ids[*piece], key];
        let key = if game.promotion_is_optional { "may" } else { "must" };
        draft.set(&path(key), format!("ranks {}", zone.join(" ")));
        if game.promotion_is_optional {
            draft.set(&path("leaving"), true);
        }
        draft.set(&path("becomes"), choices.join(" "));
        if game.promotes_to_lost {
            draft.set(&path("limit"), "initial");
        }
    }
}

/// The letter of the page, or else one that no piece has yet.
fn free_letter(piece: &PagePiece, taken: &[String]) -> String {
    let words = [&*piece.id, &*piece.name].concat().to_ascii_uppercase();
    let letters = words.chars().chain('A'..='Z').filter(char::is_ascii_uppercase).map(String::from);
    let pairs = ('A'..='Z').map(|letter| format!("+{letter}"));
    let own = Some(piece.id.to_ascii_uppercase()).filter(|id| id.starts_with('+') && id.len() == 2);
    let mut all = own.into_iter().chain(letters).chain(pairs);
    all.find(|letter| !taken.contains(letter)).unwrap_or_default()
}

/// A game of a page beside a variant.
struct GamePair<'a> {
    game: &'a PageGame,
    page: &'a LoadedVariant,
    variant: &'a LoadedVariant,
    /// The cells of the variant for those of the page.
    cells: BTreeMap<Cell, Cell>,
    /// The sides of the variant for those of the page.
    sides: [SideId; 2],
    /// The piece types of page and variant that are the same, in the order of the page.
    kinds: Vec<Option<SameKind>>,
}

/// A piece type of a page and of a variant.
struct SameKind {
    page: PieceTypeId,
    variant: PieceTypeId,
    /// By what it was found.
    how: &'static str,
    /// Whether it castles, which is a rule of its own in a variant.
    castles: bool,
}

/// Compares a game of a page with a variant: its board, its setup and each piece.
pub(super) fn compare_games(
    file: &SourceFile,
    game: &PageGame,
    defined: &DefinedGame,
    variant: &LoadedVariant,
) -> Vec<Comparison> {
    let compared = |span, kind, verdict| Comparison::new(Location::new(file, span), kind, verdict);
    let Some(mut pair) = GamePair::new(game, &defined.rules, variant) else {
        let PageGame { files, ranks, .. } = game;
        let (own, squares) = (defined.rules.layout().len(), variant.layout().len());
        let players = variant.variant().players().count();
        let message = format!(
            "the page's board has {files} files, {ranks} ranks, {own} squares and two sides; \
             that of the rules has {squares} squares and {players} players"
        );
        let hint = Some("is the page about this game? If not, name it: `--variant ID`".to_owned());
        let wrong = Disagreement { message, hint, ..Disagreement::default() };
        return vec![compared(game.span, ComparisonKind::Board, Verdict::Disagree(wrong))];
    };
    let mut found = vec![compared(game.span, ComparisonKind::Board, Verdict::Agree)];
    for (piece, (_, id)) in game.pieces.iter().zip(&defined.pieces) {
        let own = defined.rules.kind(id).ok();
        pair.kinds.push(own.and_then(|own| pair.find(own, piece)));
    }
    found.push(compared(game.span, ComparisonKind::Setup, pair.setup()));
    for (piece, kind) in game.pieces.iter().zip(&pair.kinds) {
        let verdict = kind.as_ref().ok_or_else(|| {
            let known = variant.variant().faces.iter().map(|face| format!("`{}`", face.id));
            let (name, known) = (&piece.name, join_words(known, "and"));
            format!("the rules have no piece like `{name}` of the page; they have {known}")
        });
        let verdict = verdict.and_then(|kind| pair.moves(kind)).unwrap_or_else(Verdict::Unchecked);
        let verdict = match (verdict, doubt(piece)) {
            (Verdict::Disagree(_), Some(why)) => Verdict::Unchecked(why),
            (verdict, _) => verdict,
        };
        let comparison = compared(piece.span, ComparisonKind::Piece, verdict);
        found.push(Comparison { piece: piece.name.clone(), ..comparison });
    }
    found
}

impl<'a> GamePair<'a> {
    /// `None` if the boards or the numbers of sides differ.
    fn new(
        game: &'a PageGame,
        page: &'a LoadedVariant,
        variant: &'a LoadedVariant,
    ) -> Option<GamePair<'a>> {
        let (own, there) = (grid(page), grid(variant));
        let is_same = own.keys().eq(there.keys()) && there.len() == variant.layout().len();
        let cells = own.into_values().zip(there.into_values()).collect();
        let sides = variant.variant().players().collect::<Vec<_>>().try_into().ok()?;
        is_same.then_some(GamePair { game, page, variant, cells, sides, kinds: Vec::new() })
    }

    /// The piece type of the variant: by name, by letter or by the first cell of the setup.
    fn find(&self, own: PieceTypeId, piece: &PagePiece) -> Option<SameKind> {
        let by_cell = || {
            let of_page = &self.page.game().initial_pieces;
            let (at, _) = of_page.iter().find(|(_, it)| it.piece_type == own)?;
            let there = self.variant.initial_pieces(None).piece_at(self.cells[at])?;
            Some(there.piece_type)
        };
        let by_word = |word: &str| self.variant.kind(word).ok();
        let found =
            [(by_word(&piece.name), "name"), (by_word(&piece.id), "letter"), (by_cell(), "square")];
        let is_free = |kind| self.kinds.iter().flatten().all(|known| known.variant != kind);
        found.into_iter().find_map(|(kind, how)| {
            let variant = kind.filter(|kind| is_free(*kind))?;
            let castles = piece.betza.as_ref().is_some_and(|notation| notation.contains('O'));
            Some(SameKind { page: own, variant, how, castles })
        })
    }

    /// The piece of the variant for one of the page.
    fn piece(&self, piece: Piece) -> Option<Piece> {
        let kind = self.kinds.iter().flatten().find(|kind| kind.page == piece.piece_type)?;
        Some(Piece { side: self.sides[piece.side.index()], piece_type: kind.variant })
    }

    /// The position of the variant for one of the page, without pieces that the variant does not have.
    fn position(&self, page: &Position) -> Position {
        let mut position = Position::empty(self.variant.rules());
        for (cell, piece) in page.pieces() {
            position.set_piece(self.cells[&cell], self.piece(piece));
        }
        position
    }

    /// Compares the initial positions.
    fn setup(&self) -> Verdict {
        let shuffle = self.game.unread.iter().find(|(what, _)| what.starts_with("shuffle"));
        if let Some((what, _)) = shuffle {
            return Verdict::Unchecked(format!("`{what}` changes it from game to game"));
        }
        let page = self.page.initial_pieces(None);
        let unknown = page.pieces().filter(|(_, piece)| self.piece(*piece).is_none());
        let words = |(cell, piece): (Cell, Piece)| {
            let at = self.variant.cell_name(self.cells[&cell]);
            format!("{} {at}", self.page.piece_name(piece))
        };
        let extra: Vec<String> = unknown.map(words).collect();
        let message = "the page has pieces that the rules do not have".to_owned();
        let mut wrong = match self.variant.compare_setup(&self.position(&page), None) {
            Verdict::Disagree(wrong) => wrong,
            verdict if extra.is_empty() => return verdict,
            _ => Disagreement { message, ..Disagreement::default() },
        };
        wrong.extra.extend(extra);
        Verdict::Disagree(wrong)
    }

    /// Compares where two pieces go, from each cell of each side on an empty board and on two crowded ones.
    fn moves(&self, kind: &SameKind) -> Result<Verdict, String> {
        let boards = ["", " with enemy pieces on all others", " among other pieces"];
        let mut first: Option<Disagreement> = None;
        let mut different = BTreeSet::new();
        for (crowd, words) in boards.iter().enumerate() {
            for (at, side) in self.starts() {
                let piece = Piece { side, piece_type: kind.page };
                let other = Piece { side: SideId(1 - side.0), ..piece };
                // What only the other side has is not compared.
                if self.is_in_setup(other) && !self.is_in_setup(piece) {
                    continue;
                }
                let [page, rules] = self.answers(kind, piece, at, crowd)?;
                if page == rules {
                    continue;
                }
                different.insert(at);
                first.get_or_insert_with(|| Disagreement {
                    message: format!(
                        "the page's {} goes elsewhere than the {} of the rules, from {}{words}",
                        self.page.piece_name(piece),
                        self.variant.piece_type_name(kind.variant),
                        self.variant.cell_name(self.cells[&at]),
                    ),
                    missing: rules.difference(&page).cloned().collect(),
                    extra: page.difference(&rules).cloned().collect(),
                    ..Disagreement::default()
                });
            }
        }
        let Some(mut wrong) = first else { return Ok(Verdict::Agree) };
        let (how, others) = (kind.how, different.len() - 1);
        wrong.notes.push(format!("the same piece by its {how}; {others} other squares differ too"));
        Ok(Verdict::Disagree(wrong))
    }

    /// Whether a piece of the page is in the setup, of the page or of the rules.
    fn is_in_setup(&self, piece: Piece) -> bool {
        let mut all = [(self.page, Some(piece)), (self.variant, self.piece(piece))].into_iter();
        all.any(|(game, own)| game.game().initial_pieces.iter().any(|it| Some(it.1) == own))
    }

    /// The cells and sides of the page for which moves are compared, from the middle on: all, or some
    /// of a large board.
    fn starts(&self) -> impl Iterator<Item = (Cell, SideId)> + use<> {
        let count = self.cells.len();
        let step = 1 + count * count * self.kinds.len() / limits::BOARD_LOOKUPS;
        let mut starts: Vec<Cell> = self.page.layout().cells().step_by(step).collect();
        let middle = count / 2 + self.game.files / 2;
        starts.sort_by_key(|cell| cell.index().abs_diff(middle));
        starts.into_iter().flat_map(|at| [(at, SideId(0)), (at, SideId(1))])
    }

    /// What both pieces can do from a cell, in the same words.
    fn answers(
        &self,
        kind: &SameKind,
        piece: Piece,
        at: Cell,
        crowd: usize,
    ) -> Result<[BTreeSet<String>; 2], String> {
        let is_royal = |kind: &&SameKind| self.variant.game().piece_types[kind.variant].royal;
        let other = self.kinds.iter().flatten().find(|kind| !is_royal(kind)).unwrap_or(kind).page;
        let enemy = SideId(1 - piece.side.0);
        let mut page = Position::empty(self.page.rules());
        for cell in self.page.layout().cells().filter(|cell| *cell != at) {
            let (rank, file) = (cell.index() / self.game.files, cell.index() % self.game.files);
            let side = match (crowd, (rank * 2 + file) % 5) {
                (1, _) | (2, 0 | 2) => Some(enemy),
                (2, 3) => Some(piece.side),
                _ => None,
            };
            page.set_piece(cell, side.map(|side| Piece { side, piece_type: other }));
        }
        page.set_piece(at, Some(piece));
        let mut rules = self.position(&page);
        let (there, theirs) = (self.cells[&at], self.piece(piece).unwrap_or(piece));
        let is_initial = self.variant.game().initial_pieces.contains(&(there, theirs));
        let status = PieceStatus { moved: kind.castles || !is_initial, ..PieceStatus::default() };
        page.set_status(at, status);
        rules.set_status(there, status);
        let own = deeds(self.page, &page, (at, piece));
        let own = own.map_err(|why| why.replace("the definition", "the page"))?;
        let rules = deeds(self.variant, &rules, (there, theirs))?;
        let name = |cell: Cell| self.variant.cell_name(cell);
        let words = |(cell, sign): (Cell, &str)| format!("{sign}{}", name(cell));
        let own = own.into_iter().map(|(cell, sign)| (self.cells[&cell], sign));
        Ok([own.map(words).collect(), rules.into_iter().map(words).collect()])
    }
}

/// The cells to which a piece can go and on which it can capture; captures have an `x`.
fn deeds(
    game: &LoadedVariant,
    position: &Position,
    piece: (Cell, Piece),
) -> Result<Vec<(Cell, &'static str)>, String> {
    let answer = game.answer(&request(position, piece)).map_err(|why| why.0)?;
    let filters =
        [(MoveFilter::Quiet, ""), (MoveFilter::Captures, "x"), (MoveFilter::Victims, "x")];
    let cells = |(filter, sign): (MoveFilter, &'static str)| {
        let cells = filter.of(&answer.reaches[0]);
        cells.iter().map(|cell| (cell, sign)).collect::<Vec<_>>()
    };
    Ok(filters.into_iter().flat_map(cells).collect())
}
