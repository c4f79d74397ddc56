//! Lowers a definition: resolves all names and makes the variant.

use std::cell::RefCell;
use std::sync::Arc;

use crate::diagram::PieceDress;
use crate::expression::{CellResolver, CellVocabulary, NameResolver, PieceResolver, SideResolver};
use crate::format::read_certainty;
use crate::game::{
    CellExpr, CheckSource, CountedRoyals, Game, MoveEffect, MoveRule, Outcome, Piece, PieceSet,
    PieceType, PieceTypeId, Said, SaidCells, SaidPieces, SaidSet, Side, SideId,
};
use crate::geometry::{Cell, CellSet, Layout};
use crate::notation::Atom;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, distinct, limits};
use crate::toml_text::TomlTable;

use super::armies::{self, ArmyChoice};
use super::definition::Setup;
use super::initial_position::{InitialPosition, unpromoted};
use super::move_rules::PieceMoves;
use super::piece_types::RawPieceType;
use super::royal_rules::max_count;
use super::side_rules::{self, SideRules};
use super::sides::RawSide;
use super::states::state_ids;
use super::variant_model::{About, Variant};
use super::{boards, drawable_text, drops, piece_types, side_colours, sides};

/// What the readers of single rules need to resolve names, and where they report errors.
///
/// Each reader is a method, in the file of its subject.
pub(super) struct LoweringContext<'a> {
    /// The file of the definition itself, not of a definition that it is based on.
    pub file: &'a SourceFile,
    pub root: &'a TomlTable,
    /// By side, its own rules.
    pub side_rules: &'a [SideRules],
    pub choice: &'a ArmyChoice,
    pub names: NameResolver,
    pub sides: Vec<RawSide<'a>>,
    pub piece_types: Vec<RawPieceType<'a>>,
    /// The keys and the tables of the boards.
    pub boards: Vec<(&'a SourceText, &'a TomlTable)>,
    pub diagnostics: RefCell<&'a mut Diagnostics>,
}

impl<'a> LoweringContext<'a> {
    /// Adds a diagnostic.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Returns the value, or adds the diagnostics and returns `None`.
    pub fn keep<T>(&self, result: Result<T, impl Into<Diagnostics>>) -> Option<T> {
        self.diagnostics.borrow_mut().keep(result)
    }

    pub fn layout(&self) -> &Layout {
        self.names.cells.layout()
    }

    /// The ids of all sides, in order.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// The indices of the sides that have turns.
    pub fn players(&self) -> Vec<usize> {
        self.names.pieces.sides.players.clone()
    }

    /// The id of a side, as the definition has it.
    pub fn side_name(&self, side: usize) -> &str {
        &self.sides[side].id.value
    }

    /// The cells that the text of a key names for each side.
    pub fn cells(&self, table: &TomlTable, key: &str) -> Result<Option<SaidCells>, Diagnostic> {
        let said = |(cells, expr): (Vec<CellSet>, CellExpr)| Said { by_side: cells.into(), expr };
        table.text(key).map(|text| self.names.cells.resolved(text).map(said)).transpose()
    }

    /// The pieces that the text of a key names for each side.
    pub fn pieces(&self, table: &TomlTable, key: &str) -> Result<Option<SaidPieces>, Diagnostic> {
        table.text(key).map(|text| self.names.pieces_of_each_side(text)).transpose()
    }

    /// The piece that a side has in place of `piece_type` of the setup.
    pub fn army_piece(&self, side: usize, piece_type: PieceTypeId) -> Piece {
        let piece_type = self.names.pieces.of_army(side, piece_type);
        Piece { side: SideId(side as u8), piece_type }
    }

    /// The table of a side's army; empty if the side has none.
    pub fn army(&self, side: usize) -> &'a TomlTable {
        let id = self.choice.armies.get(side).and_then(Option::as_deref);
        self.root.table("armies").table(id.unwrap_or_default())
    }

    /// The id of a piece type, as the definition has it.
    pub fn piece_type_id(&self, piece_type: PieceTypeId) -> &str {
        &self.names.pieces.piece_types[piece_type.index()]
    }
}

/// Resolves all names of a definition and returns the variant.
///
/// Returns `None` if its boards, sides or piece types cannot be read.
pub(super) fn lower(setup: &Setup, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let root = setup.root.table()?;
    check_about(root, diagnostics);
    let certainty_notes = read_certainty(&setup.root, diagnostics);
    let side_rules = side_rules::read(&setup.root, diagnostics);
    let boards = boards::read(root, diagnostics)?;
    let piece_types = piece_types::read(root, diagnostics)?;
    let sides = sides::read(root, &boards.layout, diagnostics)?;
    check_names(root, &sides, &piece_types, diagnostics)?;
    let has_turns = |side: &usize| sides[*side].has_turns;
    let side_resolver = Arc::new(SideResolver {
        ids: sides.iter().map(|side| side.id.value.clone()).collect(),
        players: (0..sides.len()).filter(has_turns).collect(),
    });
    let vocabulary = CellVocabulary {
        layout: boards.layout,
        full: boards.full,
        zones: Vec::new(),
        sides: side_resolver.clone(),
    };
    let names = NameResolver {
        cells: named_cells(root, vocabulary, &sides, diagnostics),
        pieces: named_pieces(&piece_types, side_resolver),
        states: state_ids(root, diagnostics),
    };
    let mut context = LoweringContext {
        file: &setup.root.location.file,
        root,
        side_rules: &side_rules,
        choice: &setup.choice,
        names,
        sides,
        piece_types,
        boards: boards.tables,
        diagnostics: RefCell::new(diagnostics),
    };
    context.check_shown();
    side_colours::check(&context);
    drawable_text::check(&context);
    context.read_armies();
    let initial = context.initial_position();
    context.set_initial_pieces(&initial.pieces);
    let raw = context.piece_types.iter();
    let moves: Vec<PieceMoves> = raw.map(|raw| context.moves_of_each_side(raw)).collect();
    let game = context.game(&initial, &moves);
    Some(Variant {
        unmodelled: context.unmodelled_rules(),
        id: setup.game.clone(),
        name: root.string("name").unwrap_or_default(),
        setup: setup.id.clone(),
        setup_name: setup.title.clone(),
        about: About::read(root.table("about")),
        game,
        pieces_without_cell: initial.pieces_without_cell,
        boards: context.board_infos(),
        sides: context.side_infos(),
        dress: dress(root),
        ticks: context.ticks(),
        faces: context.piece_infos(&moves),
        zones: context.zones(),
        borders: context.borders(),
        score: context.score(root.table("score")),
        own_scores: context.own_scores(),
        certainty_notes,
        rule_sources: moves.into_iter().map(|moves| moves.sources).collect(),
        compiled: None,
        names: context.names,
    })
}

/// A resolver that knows the zones and borders of the definition.
fn named_cells(
    root: &TomlTable,
    vocabulary: CellVocabulary,
    sides: &[RawSide<'_>],
    diagnostics: &mut Diagnostics,
) -> CellResolver {
    let viewers = sides.iter().map(|side| side.viewer.clone()).collect();
    let mut resolver = CellResolver::new(vocabulary, viewers);
    resolver.read_zones(root.table("zones"), diagnostics);
    resolver.read_borders(root.table("borders"), diagnostics);
    resolver
}

/// A resolver that knows the piece types, but no army and no setup.
fn named_pieces(piece_types: &[RawPieceType<'_>], sides: Arc<SideResolver>) -> PieceResolver {
    PieceResolver {
        piece_types: piece_types.iter().map(|piece_type| piece_type.id.value.clone()).collect(),
        armies: vec![Vec::new(); sides.ids.len()],
        royals: royal_types(piece_types),
        initial_types: vec![Vec::new(); sides.ids.len()],
        sides,
    }
}

/// How diagrams draw the pieces, if the definition says so.
fn dress(root: &TomlTable) -> Option<PieceDress> {
    PieceDress::of_word(&root.string("dress")?)
}

fn check_about(root: &TomlTable, diagnostics: &mut Diagnostics) {
    let about = root.table("about");
    if let Some((year, location)) = about.integer("year")
        && !(1..=2999).contains(&year)
    {
        diagnostics.push(location.error(Code::TomlValue, format!("year {year} is not a year")));
    }
    if let Some(source) = about.text("source") {
        let web = source.value.starts_with("http://") || source.value.starts_with("https://");
        if !web || source.value.contains(char::is_whitespace) {
            let error = source.error(Code::TomlValue, "not an address");
            diagnostics.push(error.help("it begins with `https://` or `http://`"));
        }
    }
}

/// Reports an id that is both a side and a piece, and more borders than the limit.
fn check_names(
    root: &TomlTable,
    sides: &[RawSide<'_>],
    piece_types: &[RawPieceType<'_>],
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    for side in sides {
        if let Some(piece) = piece_types.iter().find(|piece| piece.id.value == side.id.value) {
            let message = format!("`{}` is a side and a piece", side.id.value);
            let error = piece.id.error(Code::Side, message).help("give one another name");
            diagnostics.push(side.id.location.add_label(error, "the side"));
            return None;
        }
    }
    if let Some((id, _)) = root.table("borders").texts().nth(limits::ZONES) {
        diagnostics.push(id.error(Code::Border, "too many borders"));
    }
    Some(())
}

impl LoweringContext<'_> {
    /// Reports words of `show` that are no zones or borders.
    fn check_shown(&self) {
        let zones = self.names.cells.zones().map(|(id, _)| id);
        let known: Vec<&str> = zones.chain(self.names.cells.border_ids()).collect();
        for word in self.boards.iter().flat_map(|(_, table)| table.words("show")) {
            if !known.contains(&word.as_str()) {
                let known = known.iter().copied();
                self.report(word.unknown_name(Code::Zone, "zone or border", known));
            }
        }
    }

    /// Reads for each side which piece types of the setup its army replaces.
    fn read_armies(&mut self) {
        let setup = self.root.table("setup").named().flat_map(|(_, table)| table.texts());
        let in_setup: Vec<&str> = setup.map(|(piece, _)| piece.as_str()).collect();
        for (_, army) in self.root.table("armies").named() {
            for word in army.words("not-against") {
                armies::check_known(self.root, &word, &mut self.diagnostics.borrow_mut());
            }
            for (from, to) in army.table("pieces").texts() {
                if !in_setup.contains(&from.as_str()) {
                    let message = format!("the setup has no `{}` to replace", from.value);
                    let is_turned = in_setup.contains(&to.as_str());
                    let turned = format!(
                        "the piece of the setup stands first: write `{} = \"{}\"`",
                        to.value, from.value
                    );
                    self.report(match is_turned {
                        true => from.error(Code::Army, message).help(turned),
                        false => from.unknown(Code::Army, message, in_setup.iter().copied()),
                    });
                }
            }
        }
        let piece_type = |id: &SourceText| self.names.pieces.find(&id.value);
        let replaced = (0..self.sides.len()).map(|side| {
            let replaced = self.army(side).table("pieces").texts();
            replaced.filter_map(|(from, to)| piece_type(from).zip(piece_type(to))).collect()
        });
        self.names.pieces.armies = replaced.collect();
    }

    /// Sets the initial cells and piece types, and reads the zones that depend on them.
    fn set_initial_pieces(&mut self, initial: &[(Cell, Piece)]) {
        self.names.cells.starts = Some(self.start_cells(initial));
        let zones = self.root.table("zones");
        if zones.texts().any(|(_, text)| text.value.contains("start")) {
            self.names.cells.read_zones(zones, &mut self.diagnostics.borrow_mut());
        }
        for side in self.side_ids() {
            let own = initial.iter().filter(|(_, piece)| piece.side == side);
            let own = distinct(own.map(|(_, piece)| piece.piece_type));
            let is_common = |id: &PieceTypeId| !self.piece_types[id.index()].is_royal();
            self.names.pieces.initial_types[side.index()] =
                own.into_iter().filter(is_common).collect();
        }
    }

    /// Adds the rules that depend on conditions, and says which royals count.
    fn add_conditional_rules(&self, game: &mut Game) {
        game.check_royals = self.counted_royals(game);
        game.end_conditions = self.end_conditions(&game.castlings);
        game.restrictions = self.restrictions(&game.castlings);
        game.turn_parts = self.turn_parts(&game.castlings);
        game.effects = self.effects(&game.castlings);
        game.auras = self.auras();
        self.check_facts_of_turns(game);
    }

    /// The rules data.
    fn game(&self, initial: &InitialPosition, moves: &[PieceMoves]) -> Game {
        let hands = self.hands();
        let raw = self.piece_types.iter().zip(moves);
        let piece_types: Vec<PieceType> =
            raw.map(|(raw, moves)| self.piece_type(raw, moves)).collect();
        let is_known = initial.is_complete && initial.pieces_without_cell.is_empty();
        let sides = self.side_ids().map(|side| self.side(side)).collect();
        let castlings = self.castlings(is_known.then_some(&initial.pieces));
        let mut game = Game {
            layout: self.names.cells.layout().clone(),
            sides,
            piece_types: piece_types.into(),
            castlings,
            promotions: self.promotions(),
            hands,
            drops: Vec::new(),
            states: self.names.states.clone(),
            transfers: self.transfers(),
            passing: self.root.table("turn").text("pass").is_some_and(|pass| pass.value != "never"),
            check_by: self.check_by(),
            check_royals: CountedRoyals::default(),
            check_test: self.check_test(),
            turn_parts: Vec::new(),
            restrictions: Vec::new(),
            effects: Vec::new(),
            auras: Vec::new(),
            ends: self.end_rules(self.root.table("ends")),
            own_ends: self.own_ends(),
            end_conditions: Vec::new(),
            elimination: self.elimination(),
            initial_pieces: initial.pieces.clone(),
        };
        self.add_conditional_rules(&mut game);
        let has_hands = game.hands.as_ref().is_some_and(|hands| !hands.initial.is_empty());
        let is_empty = initial.pieces.is_empty() && initial.pieces_without_cell.is_empty();
        let is_empty = is_empty && !has_hands;
        if is_empty && !self.diagnostics.borrow().has_error() {
            let key = self.root.get("setup").map_or(self.sides[0].id, |entry| &entry.key);
            let error = key.error(Code::SetupPiece, "the initial position has no pieces");
            self.report(error.help("`[setup.each]`, and below it `king = \"e1\"`, for instance"));
        }
        for piece_type in game.piece_type_ids() {
            let is_form = self.piece_types[piece_type.index()].letter.starts_with('+');
            game.piece_types[piece_type].unpromoted = unpromoted(&game, piece_type, is_form);
        }
        self.break_circles(&mut game);
        self.add_loss_of_royals(&mut game);
        if game.hands.is_some() {
            let piece_types = &game.piece_types;
            let drops = self.root.table("drops");
            let has_table = |id: &str| [id, drops::ANY].iter().any(|id| drops.get(id).is_some());
            let in_hand = |piece_type: PieceTypeId| {
                let piece_type = &piece_types[piece_type];
                piece_type.unpromoted.is_none() && (!piece_type.royal || has_table(&piece_type.id))
            };
            game.drops = self.drops(in_hand);
        }
        game
    }

    /// A side that loses its last royal by an effect has the result of checkmate, if no end says more.
    fn add_loss_of_royals(&self, game: &mut Game) {
        let Some(outcome @ (Outcome::Loses | Outcome::Eliminated)) = game.ends.checkmate else {
            return;
        };
        let royals: PieceSet = game
            .initial_pieces
            .iter()
            .map(|&(_, piece)| piece)
            .filter(|piece| game.piece_types[piece.piece_type].royal)
            .collect();
        let is_said = !game.ends.extinction.is_empty() || game.own_ends.iter().any(Option::is_some);
        let takes = |effect: &MoveEffect| {
            royals.iter().any(|royal| {
                game.side_ids().any(|mover| mover != royal.side && effect.takes(royal, mover))
            })
        };
        if game.check_by == CheckSource::None || is_said || !game.effects.iter().any(takes) {
            return;
        }
        let place = self.root.get("effects").map_or(self.sides[0].id, |entry| &entry.key);
        let text = SourceText::new("royal", place.location.clone());
        if let Some((_, expr)) = self.keep(self.names.pieces.pieces(&text, None)) {
            game.ends.extinction.push((SaidSet { pieces: royals, expr }, outcome));
        }
    }

    /// Of two types that promote to each other, only one whose letter says so is a promoted form.
    fn break_circles(&self, game: &mut Game) {
        let is_form =
            |piece_type: PieceTypeId| self.piece_types[piece_type.index()].letter.starts_with('+');
        let unpromoted = |game: &Game, piece_type| game.piece_types[piece_type].unpromoted;
        let circles: Vec<PieceTypeId> = game
            .piece_type_ids()
            .filter(|&it| !is_form(it))
            .filter(|&it| unpromoted(game, it).and_then(|from| unpromoted(game, from)) == Some(it))
            .collect();
        for piece_type in circles {
            game.piece_types[piece_type].unpromoted = None;
        }
    }

    fn side(&self, id: SideId) -> Side {
        let raw = &self.sides[id.index()];
        let (captures, capture_words) = match raw.table.text("captures") {
            Some(text) => self.keep(self.names.pieces.pieces(text, Some(id.index()))).unzip(),
            None => {
                let all = self.names.pieces.all_pieces();
                (Some(all.iter().filter(|piece| piece.side != id).collect()), None)
            }
        };
        let moved_by = raw.table.text("moved-by");
        Side {
            id: raw.id.value.clone(),
            frame: raw.viewer.frame,
            may_capture: captures.unwrap_or_default(),
            capture_words,
            moved_by: moved_by.map_or_else(|| vec![id], |text| self.moving_sides(text)),
            has_turns: raw.has_turns,
            points: self.points(raw.table),
        }
    }

    /// The sides that move the pieces of a side with `moved-by`.
    fn moving_sides(&self, text: &SourceText) -> Vec<SideId> {
        let sides = &self.names.pieces.sides;
        let mut found = Vec::new();
        for word in text.words() {
            if let Some(side) = sides.find(&word.value) {
                found.push(SideId(side as u8));
            } else if word.value == "any" {
                found.extend(sides.players.iter().map(|&side| SideId(side as u8)));
            } else {
                self.report(word.unknown_name(Code::Side, "side", sides.known()));
            }
        }
        if found.is_empty() {
            self.report(text.error(Code::Side, "no player moves the pieces of this side"));
        }
        found
    }

    fn piece_type(&self, raw: &RawPieceType<'_>, moves: &PieceMoves) -> PieceType {
        let long_step = |key: &str| {
            let (cells, expr) = self.long_step(raw, moves, key).unzip();
            (cells.unwrap_or_else(|| vec![CellSet::new(); self.sides.len()]).into(), expr)
        };
        let (double_step, double_step_words) = long_step("double-step");
        let (triple_step, triple_step_words) = long_step("triple-step");
        PieceType {
            id: raw.id.value.clone(),
            move_rules: moves.rules.clone().into(),
            within: moves.within.clone().map(Into::into),
            royal: raw.is_royal(),
            double_step,
            double_step_words,
            triple_step,
            triple_step_words,
            max_count: self.keep(max_count(raw.table)).flatten(),
            points: self.points(raw.table),
            unpromoted: None,
            move_unknown: moves.unknown,
        }
    }

    /// The cells on which `key` lets a piece make its single step two or three times.
    fn long_step(
        &self,
        raw: &RawPieceType<'_>,
        moves: &PieceMoves,
        key: &str,
    ) -> Option<(Vec<CellSet>, CellExpr)> {
        // Any other piece without a rule has an unknown move, or one with errors of its own.
        let is_none = raw.table.text("move").is_some_and(|text| text.value == "none");
        if let Some(text) = raw.table.text(key)
            && (is_none || moves.rules.iter().any(|rules| !rules.is_empty()))
            && !moves.rules.iter().flatten().any(has_single_step)
        {
            let message = "this piece has no single step without capture that it could repeat";
            let help = format!(
                "`{key}` repeats a step such as `fmW`; is a line `[pieces.NAME]` missing above it?"
            );
            self.report(text.error(Code::PieceMove, message).help(help));
        }
        self.long_steps_of_each_side(raw, key)
    }
}

fn royal_types(piece_types: &[RawPieceType<'_>]) -> Vec<PieceTypeId> {
    let ids = (0..piece_types.len() as u8).map(PieceTypeId);
    ids.filter(|id| piece_types[id.index()].is_royal()).collect()
}

/// Whether the rule has a move of one step that captures nothing.
fn has_single_step(rule: &MoveRule) -> bool {
    rule.form.terms().iter().any(|term| {
        let [leg] = term.legs.as_slice() else { return false };
        let near = match leg.atom {
            Atom::Leap(leap) => leap.coordinates.iter().all(|&part| part <= 1),
            Atom::King => true,
            Atom::Queen | Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => false,
        };
        near && leg.range == 1 && (leg.modifiers.quiet || leg.modifiers.purpose_is_usual())
    })
}
