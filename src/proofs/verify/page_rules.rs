//! The game that a foreign page says itself, as a definition, and its comparison with a variant.

use std::collections::BTreeMap;

use crate::exchange::{PageGame, PagePiece};
use crate::format::{builtin_piece, is_builtin_piece};
use crate::fsf::Draft;
use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellCoordinates, Vector};
use crate::notation::parse;
use crate::query::{Disagreement, LoadedVariant, MoveFilter, MovesRequest, Verdict};
use crate::rules::{PieceStatus, Position};
use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, Span, capitalised, join_words, limits,
    nearest_id,
};
use crate::variant::load;

use super::{Comparison, ComparisonKind};

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
/// that is not read. Castling is left out if it is not asked for.
pub fn defined_game(
    file: &SourceFile,
    game: &PageGame,
    name: &str,
    with_castling: bool,
) -> (Option<DefinedGame>, Diagnostics) {
    let mut unread = game.unread.clone();
    let ids = ids(game);
    let draft = draft(game, &ids, name, with_castling, &mut unread);
    let definition = draft.print();
    let mut diagnostics: Diagnostics = unread
        .iter()
        .map(|(what, span)| {
            let warning = Diagnostic::warning(Code::PageDiagram, format!("not read: {what}"));
            warning.in_file(file, *span).help("nothing about it is compared; `fairybook help definitions` lists what a definition can say")
        })
        .collect();
    let source = SourceFile::new("page.toml", definition.as_str());
    let (loaded, errors) = load(&source, "page", &BTreeMap::new());
    let loaded = loaded.filter(|_| !errors.has_error());
    let rules = match loaded.map(|it| LoadedVariant::new(it.variant(None)?)) {
        Some(Ok(rules)) => {
            let signs = game.pieces.iter().map(|piece| piece.id.to_uppercase());
            let pieces = signs.zip(ids).collect();
            return (Some(DefinedGame { definition, rules, pieces }), diagnostics);
        }
        Some(Err(errors)) => errors,
        None => errors,
    };
    let why = rules.iter().find(|error| error.is_error()).map_or("", |error| &error.message);
    let message = format!("this Interactive Diagram is no game: {why}");
    let error = Diagnostic::error(Code::PageDiagram, message).in_file(file, game.span);
    diagnostics.push(
        error.help("compare it with the page's source: a piece is `knight:N:NW:knight:b1,g1`"),
    );
    (None, diagnostics)
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

fn draft(
    game: &PageGame,
    ids: &[String],
    name: &str,
    with_castling: bool,
    unread: &mut Vec<(String, Span)>,
) -> Draft {
    let PageGame { files, ranks, first_rank, .. } = *game;
    let mut draft = Draft::default();
    draft.set(&["format"], 1);
    draft.set(&["name"], name);
    let last_file = char::from(b'a' + (files - 1) as u8);
    draft.set(&["board", "files"], format!("a-{last_file}"));
    draft.set(&["board", "ranks"], format!("{first_rank}-{}", first_rank + ranks - 1));
    draft.set(&["sides", "white"], Draft::default());
    let seat = if game.is_turned { "turn 180" } else { "flip ranks" };
    draft.set(&["sides", "black", "seat"], seat);
    let mut letters: Vec<String> = Vec::new();
    for (piece, id) in game.pieces.iter().zip(ids) {
        let table = ["pieces", id];
        let set = |draft: &mut Draft, key: &str, value: &str| {
            draft.set(&[table[0], table[1], key], value)
        };
        let letter = free_letter(piece, &letters);
        set(&mut draft, "letter", &letter);
        letters.push(letter);
        set(&mut draft, "name", &capitalised(&piece.name));
        let notation = piece
            .betza
            .as_ref()
            .map(|text| if with_castling { text.clone() } else { without_castling(text) });
        match notation {
            Some(notation) if parse(&notation).is_ok() => set(&mut draft, "move", &notation),
            None if is_builtin_piece(id) => {}
            notation => {
                set(&mut draft, "move", "unknown");
                unread.push(match notation {
                    Some(notation) => {
                        let why =
                            parse(&notation).err().and_then(|errors| errors.0.into_iter().next());
                        let why =
                            why.map_or(String::new(), |why| format!(", because {}", why.message));
                        (format!("the notation `{notation}` of `{}`{why}", piece.name), piece.span)
                    }
                    None => (format!("`{}`, which has no notation", piece.name), piece.span),
                });
            }
        }
        if piece.royal || builtin_piece(id).is_some_and(|table| table.get("royal").is_some()) {
            draft.set(&["pieces", id, "royal"], piece.royal);
        }
    }
    let cell = |&(file, rank): &(usize, usize)| {
        format!("{}{}", char::from(b'a' + file as u8), first_rank + rank)
    };
    for (side, index) in [("white", 0), ("black", 1)] {
        for (piece, id) in
            game.pieces.iter().zip(ids).filter(|(piece, _)| !piece.cells[index].is_empty())
        {
            let cells: Vec<String> = piece.cells[index].iter().map(cell).collect();
            draft.set(&["setup", side, id], cells.join(" "));
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
    draft
}

fn add_promotions(draft: &mut Draft, game: &PageGame, ids: &[String]) {
    let PageGame { ranks, first_rank, .. } = *game;
    let zone = game.promotion_zone.clamp(1, ranks);
    let far = first_rank + ranks - zone;
    for (piece, choices) in &game.promotions {
        let key = if game.promotion_is_optional { "may" } else { "must" };
        let id = &ids[*piece];
        let zone = (far..far + zone).map(|rank| format!("{rank}")).collect::<Vec<_>>().join(" ");
        draft.set(&["promotion", id, key], format!("ranks {zone}"));
        if game.promotion_is_optional {
            draft.set(&["promotion", id, "leaving"], true);
        }
        let choices: Vec<&str> = choices.iter().map(|choice| &*ids[*choice]).collect();
        draft.set(&["promotion", id, "becomes"], choices.join(" "));
        if game.promotes_to_lost {
            draft.set(&["promotion", id, "limit"], "initial");
        }
    }
}

/// The letter of the page, or else one that no piece has yet.
fn free_letter(piece: &PagePiece, taken: &[String]) -> String {
    let words = piece.id.to_ascii_uppercase() + &piece.name.to_ascii_uppercase();
    let own = (piece.id.len() == 1).then(|| piece.id.to_ascii_uppercase());
    let letters = words.chars().chain('A'..='Z').filter(char::is_ascii_uppercase).map(String::from);
    let pairs = ('A'..='Z').map(|letter| format!("+{letter}"));
    let mut all = own.into_iter().chain(letters).chain(pairs);
    all.find(|letter| !taken.contains(letter)).unwrap_or_default()
}

/// The notation without the terms of castling, `isO3`.
fn without_castling(notation: &str) -> String {
    let mut text = String::new();
    let mut rest = notation;
    while let Some(at) = rest.find('O') {
        text += rest[..at].trim_end_matches(|c: char| c.is_ascii_lowercase());
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    text += rest;
    if text.is_empty() { "none".to_owned() } else { text }
}

/// A game of a page beside a variant.
struct GamePair<'a> {
    file: &'a SourceFile,
    game: &'a PageGame,
    page: &'a LoadedVariant,
    variant: &'a LoadedVariant,
    /// The cells of the variant for those of the page, in order.
    cells: Vec<Cell>,
    /// The sides of the variant for those of the page.
    sides: [SideId; 2],
    /// The piece types of page and variant that are the same, and how they were found.
    kinds: Vec<(PieceTypeId, PieceTypeId, &'static str)>,
}

/// Compares a game of a page with a variant: its board, its setup and each piece.
pub(super) fn compare_games(
    file: &SourceFile,
    game: &PageGame,
    defined: &DefinedGame,
    variant: &LoadedVariant,
) -> Vec<Comparison> {
    let location = || Location::new(file, game.span);
    let page = &defined.rules;
    let cells = page.layout().cells().map(|cell| {
        let CellCoordinates { at, .. } = page.layout().point(cell);
        grid_cell(variant, at.x as usize, at.y as usize)
    });
    let cells: Option<Vec<Cell>> = cells.collect();
    let players: Vec<SideId> = variant.variant().players().collect();
    let (Some(cells), [first, second]) =
        (cells.filter(|it| it.len() == variant.layout().len()), &players[..])
    else {
        let message = format!(
            "the page has {} squares in {} files and {} ranks, and two sides; the rules have {} squares and {} players",
            page.layout().len(),
            game.files,
            game.ranks,
            variant.layout().len(),
            players.len()
        );
        let hint = "name the variant that the page is about: `--variant ID`".to_owned();
        let wrong = Disagreement { message, hint: Some(hint), ..Disagreement::default() };
        return vec![Comparison::new(location(), ComparisonKind::Board, Verdict::Disagree(wrong))];
    };
    let mut pair =
        GamePair { file, game, page, variant, cells, sides: [*first, *second], kinds: Vec::new() };
    let mut found = vec![Comparison::new(location(), ComparisonKind::Board, Verdict::Agree)];
    let mut unmatched = Vec::new();
    for (index, piece) in game.pieces.iter().enumerate() {
        let Some(own) = page.kind(&defined.pieces[index].1).ok() else { continue };
        match pair.find(own, piece) {
            Some((kind, how)) => pair.kinds.push((own, kind, how)),
            None => unmatched.push(piece),
        }
    }
    found.push(Comparison::new(location(), ComparisonKind::Setup, pair.setup()));
    found.extend(unmatched.into_iter().map(|piece| {
        let known = variant.variant().faces.iter().map(|face| format!("`{}`", face.id));
        let known = join_words(known, "and");
        let why =
            format!("the rules have no piece like `{}` of the page; they have {known}", piece.name);
        pair.of_piece(piece, Verdict::Unchecked(why))
    }));
    for index in 0..pair.kinds.len() {
        let (own, ..) = pair.kinds[index];
        let id = &page.variant().face(own).id;
        let Some(at) = defined.pieces.iter().position(|(_, known)| known == id) else { continue };
        found.push(pair.of_piece(&game.pieces[at], pair.moves(index)));
    }
    found
}

/// The cell of a variant with one board at a file and rank, both from 0.
pub(super) fn grid_cell(variant: &LoadedVariant, file: usize, rank: usize) -> Option<Cell> {
    let at = Vector { x: i16::try_from(file).ok()?, y: i16::try_from(rank).ok()?, z: 0 };
    variant.layout().at(CellCoordinates { board: 0, at })
}

impl GamePair<'_> {
    fn of_piece(&self, piece: &PagePiece, verdict: Verdict) -> Comparison {
        let location = Location::new(self.file, piece.span);
        let comparison = Comparison::new(location, ComparisonKind::Piece, verdict);
        Comparison { piece: piece.name.clone(), ..comparison }
    }

    /// The piece type of the variant: by name, by letter or by the first cell of the setup.
    fn find(&self, own: PieceTypeId, piece: &PagePiece) -> Option<(PieceTypeId, &'static str)> {
        let is_free = |kind: &PieceTypeId| self.kinds.iter().all(|(_, known, _)| known != kind);
        let by_word = |word: &str| self.variant.kind(word).ok().filter(is_free);
        let by_cell = || {
            let initial = |it: &LoadedVariant| it.game().initial_pieces.clone();
            let (at, _) = initial(self.page).into_iter().find(|(_, it)| it.piece_type == own)?;
            let there = initial(self.variant)
                .into_iter()
                .find(|(cell, _)| *cell == self.cells[at.index()])?;
            Some(there.1.piece_type).filter(is_free)
        };
        let by_name = by_word(&piece.name).map(|kind| (kind, "name"));
        let by_letter = || by_word(&piece.id).map(|kind| (kind, "letter"));
        by_name.or_else(by_letter).or_else(|| by_cell().map(|kind| (kind, "square")))
    }

    /// The piece of the variant for one of the page.
    fn piece(&self, piece: Piece) -> Option<Piece> {
        let (_, kind, _) = self.kinds.iter().find(|(own, ..)| *own == piece.piece_type)?;
        Some(Piece { side: self.sides[piece.side.index()], piece_type: *kind })
    }

    /// Compares the initial positions. A piece that the variant does not have is on the page only.
    fn setup(&self) -> Verdict {
        if let Some((what, _)) =
            self.game.unread.iter().find(|(what, _)| what.starts_with("shuffle"))
        {
            return Verdict::Unchecked(format!("`{what}` changes it from game to game"));
        }
        let mut drawn = Position::empty(self.variant.rules());
        let mut unknown = Vec::new();
        for &(cell, piece) in &self.page.game().initial_pieces {
            let at = self.cells[cell.index()];
            match self.piece(piece) {
                Some(piece) => drawn.set_piece(at, Some(piece)),
                None => unknown.push(format!(
                    "{} {}",
                    self.page.piece_name(piece),
                    self.variant.cell_name(at)
                )),
            }
        }
        match self.variant.compare_setup(&drawn, None) {
            Verdict::Disagree(mut wrong) => {
                wrong.extra.extend(unknown);
                Verdict::Disagree(wrong)
            }
            verdict => verdict,
        }
    }

    /// Compares where two pieces go, from each cell of each side on an empty board and on two crowded ones.
    fn moves(&self, index: usize) -> Verdict {
        let (own, kind, how) = self.kinds[index];
        let is_royal = |kind: PieceTypeId| self.variant.game().piece_types[kind].royal;
        let other =
            self.kinds.iter().find(|(_, kind, _)| !is_royal(*kind)).unwrap_or(&self.kinds[index]);
        let cells: Vec<Cell> = self.page.layout().cells().collect();
        // A large board is compared from some of its cells.
        let work = cells.len() * cells.len() * self.kinds.len();
        let middle = cells.len() / 2 + self.game.files / 2;
        let mut starts: Vec<Cell> =
            cells.iter().copied().step_by(1 + work / limits::BOARD_LOOKUPS).collect();
        starts.sort_by_key(|cell| cell.index().abs_diff(middle));
        let mut first: Option<(Disagreement, Cell)> = None;
        let mut others = Vec::new();
        for (board, words) in
            ["", " with enemy pieces on all others", " among other pieces"].iter().enumerate()
        {
            for &at in &starts {
                for side in [SideId(0), SideId(1)] {
                    let filled = |cell: Cell| {
                        let pattern = (cell.index() / self.game.files * 2
                            + cell.index() % self.game.files)
                            % 5;
                        let enemy = SideId(1 - side.0);
                        let owner = match (board, pattern) {
                            (1, _) | (2, 0 | 2) => enemy,
                            (2, 3) => side,
                            _ => return None,
                        };
                        Some((owner, other.0)).filter(|_| cell != at)
                    };
                    let answers = self.answers(own, kind, side, at, &filled);
                    let (page, rules) = match answers {
                        Ok(answers) => answers,
                        Err(why) => return Verdict::Unchecked(why),
                    };
                    if page == rules {
                        continue;
                    }
                    if first.is_some() {
                        others.push(at);
                        continue;
                    }
                    let message = format!(
                        "the page's {} goes elsewhere than the {} of the rules, from {}{words}",
                        self.page.piece_name(Piece { side, piece_type: own }),
                        self.variant.piece_type_name(kind),
                        self.variant.cell_name(self.cells[at.index()]),
                    );
                    let only = |one: &[String], other: &[String]| -> Vec<String> {
                        one.iter().filter(|name| !other.contains(name)).cloned().collect()
                    };
                    let (missing, extra) = (only(&rules, &page), only(&page, &rules));
                    first = Some((
                        Disagreement { message, missing, extra, ..Disagreement::default() },
                        at,
                    ));
                }
            }
        }
        let Some((mut wrong, at)) = first else { return Verdict::Agree };
        others.retain(|other| *other != at);
        others.sort_unstable();
        others.dedup();
        wrong.notes.push(format!(
            "the same piece by its {how}; {} other squares differ too",
            others.len()
        ));
        Verdict::Disagree(wrong)
    }

    /// What both pieces can do from a cell, in the same words; captures have an `x`.
    fn answers(
        &self,
        own: PieceTypeId,
        kind: PieceTypeId,
        side: SideId,
        at: Cell,
        filled: &dyn Fn(Cell) -> Option<(SideId, PieceTypeId)>,
    ) -> Result<(Vec<String>, Vec<String>), String> {
        let place = |cell: Cell| self.cells[cell.index()];
        let theirs =
            self.piece(Piece { side, piece_type: own }).unwrap_or(Piece { side, piece_type: kind });
        let moved = !self.variant.game().initial_pieces.contains(&(place(at), theirs));
        let mut positions =
            [Position::empty(self.page.rules()), Position::empty(self.variant.rules())];
        for cell in self.page.layout().cells() {
            let filled = filled(cell).or((cell == at).then_some((side, own)));
            let Some(piece) = filled.map(|(side, piece_type)| Piece { side, piece_type }) else {
                continue;
            };
            positions[0].set_piece(cell, Some(piece));
            positions[1].set_piece(place(cell), self.piece(piece));
        }
        let status = PieceStatus { moved, ..PieceStatus::default() };
        let [page, rules] = &mut positions;
        page.set_status(at, status);
        rules.set_status(place(at), status);
        let words = |it: &LoadedVariant,
                     position: &Position,
                     piece: Piece,
                     at: Cell,
                     name: &dyn Fn(Cell) -> Cell| {
            let request =
                MovesRequest { position: Some(position.clone()), ..MovesRequest::new(piece, at) };
            let answer = it.answer(&request).map_err(|why| why.0)?;
            let mut words = Vec::new();
            for (filter, sign) in
                [(MoveFilter::Quiet, ""), (MoveFilter::Captures, "x"), (MoveFilter::Victims, "x")]
            {
                let cells = answer
                    .reaches
                    .iter()
                    .flat_map(|reach| filter.of(reach).iter().collect::<Vec<_>>());
                words.extend(
                    cells.map(|cell| format!("{sign}{}", self.variant.cell_name(name(cell)))),
                );
            }
            words.sort();
            words.dedup();
            Ok::<_, String>(words)
        };
        let own = Piece { side, piece_type: own };
        let page = words(self.page, page, own, at, &place)?;
        Ok((page, words(self.variant, rules, theirs, place(at), &|cell| cell)?))
    }
}
