//! Whole games in both movers: positions and moves of the rules as the reference mover has them.

use std::collections::{BTreeMap, BTreeSet};

use fairybook::game::{Outcome, SideId};
use fairybook::geometry::Cell;
use fairybook::rules::{EndReason, GameEnd, Move, MoveKind, Position, Rules};
use fairybook::source::{SourceFile, render};
use fairybook::variant::{Variant, load};
use toml::Table;

use crate::shipped::Shipped;
use fairybook::game_text::{print_move, print_position};
use reference_mover::{
    GameMemory, GameState, GameStep, GameStepKind, GameVerdict, PartsMade, Unit, WordGame,
};

/// One definition, as both movers read it.
pub struct BothMovers {
    pub variant: Variant,
    pub rules: Rules,
    pub words: WordGame,
    pub definition: String,
}

impl BothMovers {
    /// Reads a definition; returns its errors if it has any.
    pub fn read(definition: &str) -> Result<BothMovers, Vec<String>> {
        let file = SourceFile::new("words.toml", definition);
        let (read, errors) = load(&file, "words", &Shipped);
        let shown = |errors: &[fairybook::source::Diagnostic]| {
            errors.iter().map(|error| render(error, false)).collect::<Vec<_>>()
        };
        let read = read.ok_or_else(|| shown(&errors))?;
        let variant = read.variant(None).map_err(|errors| shown(&errors))?;
        let rules = Rules::compile(variant.game.clone()).map_err(|errors| {
            errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>()
        })?;
        Ok(BothMovers::of(variant, rules, definition.parse().expect("the definition is TOML")))
    }

    /// Gives the tables of a definition to the reference mover.
    pub fn of(variant: Variant, rules: Rules, definition: Table) -> BothMovers {
        let ids: Vec<&str> = rules.game().sides.iter().map(|side| side.id.as_str()).collect();
        let text = definition.to_string();
        let words = WordGame::of(definition, rules.game().layout.clone(), &ids);
        BothMovers { words, variant, rules, definition: text }
    }

    fn unit(&self, piece: fairybook::game::Piece) -> Unit {
        let id = &self.rules.game().piece_types[piece.piece_type].id;
        Unit::new(piece.side.index(), self.words.kind(id))
    }

    fn castling(&self, index: usize) -> (usize, String) {
        let castling = &self.rules.game().castlings[index];
        (castling.side.index(), castling.name.clone())
    }

    /// Returns a position as the reference mover has it.
    pub fn state(&self, position: &Position) -> GameState {
        let game = self.rules.game();
        // The rules also remember it where the game ends when nothing is left to promote to.
        let keeps_first = game.hands.as_ref().is_some_and(|hands| hands.unpromoted);
        let unit = |cell: Cell, piece| {
            let status = position.status(cell);
            let was = status
                .promoted_from
                .filter(|_| keeps_first)
                .map(|it| self.words.kind(&game.piece_types[it].id));
            Unit {
                moved: status.moved,
                was,
                states: self.states(status.states),
                ..self.unit(piece)
            }
        };
        let pieces = position.pieces().map(|(cell, piece)| (cell, unit(cell, piece))).collect();
        let mut hands = BTreeMap::new();
        for side in game.side_ids() {
            for piece_type in game.piece_type_ids() {
                let piece = fairybook::game::Piece { side, piece_type };
                if position.in_hand(piece) > 0 {
                    let Unit { side, kind, .. } = self.unit(piece);
                    hands.insert((side, kind), position.in_hand(piece).into());
                }
            }
        }
        let rights = (0..game.castlings.len()).filter(|&index| position.can_castle(index));
        let mut passed: Vec<(Cell, Cell, usize)> = position
            .en_passant_targets
            .iter()
            .map(|it| (it.cell, it.victim, it.side.index()))
            .collect();
        passed.sort();
        let progress = position.turn_progress().map(|progress| PartsMade {
            part: self.part_of_side(progress.part.into(), position.turn.to_move.index()),
            times: progress.times.into(),
            last: self.step(&progress.last),
            moved: progress.moved.clone(),
        });
        GameState {
            pieces,
            hands,
            passed,
            rights: rights.map(|index| self.castling(index)).collect(),
            to_move: position.turn.to_move.index(),
            out: (0..self.words.sides.len())
                .filter(|&side| position.is_eliminated(SideId(side as u8)))
                .collect(),
            turns: position.turn.plies as usize,
            progress,
            memory: GameMemory::default(),
            judging: false,
        }
    }

    /// Returns a part of a turn as the reference mover counts: among those of one side.
    fn part_of_side(&self, part: usize, side: usize) -> usize {
        let name = &self.rules.game().turn_parts[part].name;
        let mut parts = self.words.tables(side, "turn-parts").into_iter();
        parts.position(|(known, _)| known == name).expect("the side has this part")
    }

    /// Returns states by name: the reference mover has them in the order of their names.
    fn states(&self, states: u16) -> u16 {
        let rules = &self.rules.game().states;
        let held = rules.iter().enumerate().filter(|(index, _)| states >> index & 1 == 1);
        held.filter_map(|(_, state)| self.words.state_bit(state)).sum()
    }

    /// Returns a move as the reference mover has it.
    pub fn step(&self, found: &Move) -> GameStep {
        let kind = match found.kind {
            MoveKind::Step => GameStepKind::Moves,
            MoveKind::Castle(index) => GameStepKind::Castles(self.castling(index.into()).1),
            MoveKind::Drop(piece) => {
                let Unit { side, kind, .. } = self.unit(piece);
                GameStepKind::Drops(side, kind)
            }
            MoveKind::Pass => return GameStep::new(GameStepKind::Passes, Cell(0), Cell(0)),
            MoveKind::Transfer(_) => GameStepKind::Transfers,
        };
        let kind_id = |it| self.words.kind(&self.rules.game().piece_types[it].id);
        GameStep {
            captures: found.captures.iter().collect(),
            displaced: found.displaced,
            promotion: found.promotion.map(kind_id),
            skipped: found.skipped.into_iter().flatten().collect(),
            ..GameStep::new(kind, found.from, found.to)
        }
    }

    fn verdict(&self, end: GameEnd) -> GameVerdict {
        let reason = match end.reason {
            EndReason::Board => "board",
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::Repetition => "repetition",
            EndReason::NoProgress => panic!("no game counts this"),
        };
        let outcome = match end.outcome {
            Outcome::Loses => "loses",
            Outcome::Wins => "wins",
            Outcome::Draw => "draw",
            Outcome::Eliminated => "eliminated",
            other => panic!("no game has the result {other:?}"),
        };
        (reason, end.side.index(), outcome.to_owned())
    }

    /// Compares the legal moves and the end of a position, without earlier positions.
    pub fn compare(&self, position: &Position, state: &GameState) -> Result<(), String> {
        self.compare_at(position, state, self.rules.game_end(position, &[]))
    }

    /// Compares the legal moves and the end of a position of a game.
    pub fn compare_at(
        &self,
        position: &Position,
        state: &GameState,
        end: Option<GameEnd>,
    ) -> Result<(), String> {
        let theirs = self.words.legal(state);
        let moves = self.rules.moves(position);
        let ours: BTreeSet<GameStep> = moves.iter().map(|found| self.step(found)).collect();
        if end.is_some_and(|end| end.reason == EndReason::NoProgress) {
            // Only the rules count moves without progress.
            return Ok(());
        }
        let end = end.map(|end| self.verdict(end));
        let naive_end = self.words.end(state);
        if ours.len() == moves.len() && ours == theirs && end == naive_end {
            return Ok(());
        }
        let print = |step: &GameStep| {
            let found = moves.iter().find(|found| self.step(found) == *step);
            let name = |cell: &Cell| self.words.layout.name(*cell).to_owned();
            let takes: Vec<String> = step.captures.iter().map(name).collect();
            match found {
                Some(found) => print_move(&self.variant, &self.rules, position, found),
                None => format!(
                    "{:?} {}{} takes {takes:?} promotes {:?}",
                    step.kind,
                    name(&step.from),
                    name(&step.to),
                    step.promotion
                ),
            }
        };
        let only = |a: &BTreeSet<GameStep>, b: &BTreeSet<GameStep>| {
            a.difference(b).map(print).collect::<Vec<_>>().join("; ")
        };
        Err(format!(
            "{}\nonly the rules: {}\nonly the reference mover: {}\nends: {end:?}, {naive_end:?}\n{}",
            print_position(&self.variant, &self.rules, position),
            only(&ours, &theirs),
            only(&theirs, &ours),
            self.definition
        ))
    }

    /// Makes a move in both, and compares the positions. What is remembered of earlier moves shows
    /// only in what depends on it.
    pub fn compare_after(
        &self,
        position: &Position,
        state: &GameState,
        found: &Move,
    ) -> Result<(Position, GameState), String> {
        let after = self.rules.after(position, found);
        let theirs = self.words.after(state, &self.step(found));
        let ours = self.state(&after);
        let mut compared = GameState { memory: GameMemory::default(), ..theirs.clone() };
        compared.passed.sort();
        if let Some(progress) = &mut compared.progress {
            // The rules keep of a part only its cells and captures.
            progress.last.promotion = None;
            progress.last.skipped.clear();
            if matches!(progress.last.kind, GameStepKind::Castles(_)) {
                progress.last.kind = GameStepKind::Moves;
            }
        }
        if ours == compared {
            return Ok((after, theirs));
        }
        Err(format!(
            "after {} in {}\nthe rules: {ours:?}\nthe reference mover: {compared:?}\n{}",
            print_move(&self.variant, &self.rules, position, found),
            print_position(&self.variant, &self.rules, position),
            self.definition
        ))
    }
}
