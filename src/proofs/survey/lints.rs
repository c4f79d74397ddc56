//! Warnings about the design of a game: what an inventor may not have meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::check_claim;
use crate::game::{
    CheckSource, CountedRoyals, EndRules, Outcome, Piece, PieceTypeId, Promotion, SideId,
};
use crate::game_text::print_position;
use crate::games::algebraic;
use crate::geometry::Cell;
use crate::query::{LoadedVariant, Verdict};
use crate::rules::{EndReason, Position};
use crate::source::{
    Code, Diagnostic, Location, SourceText, distinct, join_words, quoted_list, suggestion,
};
use crate::toml_text::{TomlEntry, TomlTable};
use crate::variant::{Definition, PieceTypeInfo};

use super::mobility::{reaches_from, reaches_of_type, usual_cells};
use super::pieces_in_play::pieces_in_play;
use super::stuck_pieces::without_move;
use super::unused_rules::{
    contradictions, idle_effects, unreached_counts, unused_double_steps, unused_drops,
    unused_promotions, wide_auras,
};
use super::{RandomGames, Survey};

/// The names of all warnings, as `intended` of a definition has them, with their meanings.
pub const DESIGN_LINTS: [(&str, &str); 20] = [
    ("no-end", "no rule lets a side win or lose"),
    ("no-move", "a piece, or the first side, has no move: at first, or where it can come"),
    ("narrow-reach", "a piece reaches less than half of the board from its initial cells"),
    ("first-capture", "the first move of the game can be a capture"),
    ("first-check", "the first move of the game can give check"),
    ("asymmetry", "sides with the same pieces begin on cells that do not correspond"),
    ("alike-letters", "the letters of two pieces look alike in many fonts"),
    ("early-promotion", "a rule of chess promotes a piece before the edge of a longer board"),
    ("royal-extinction", "a side must lose pieces that are never captured, because they are royal"),
    ("no-pieces", "a side begins without pieces, and gets none"),
    ("unused-piece", "a piece is in no setup, and no rule brings it into the game"),
    ("unused-promotion", "a promotion is of an unused piece, or behind all its initial cells"),
    ("unused-double-step", "no piece begins on the cells of its double step"),
    ("unused-drop", "a rule about drops of a piece that is never in hand"),
    ("wide-aura", "an aura of pieces has no range, and works on the whole board"),
    ("contradiction", "two rules ask for the same, and one of them never decides anything"),
    ("no-result", "checkmate or stalemate has a result, and the other one has none"),
    ("checkmate-wins", "the side that is checkmated wins"),
    ("royal-promotion", "a piece may promote to the royal piece that its side has one of"),
    ("unreached-end", "an end of the game that no random game reaches"),
];

/// The number of random games from which a missing end is reported.
const GAMES_FOR_ENDS: usize = 1000;

/// A fault of design with what it is about.
pub(super) struct DesignFault {
    /// One of [`DESIGN_LINTS`].
    lint: &'static str,
    /// The keys of the definition that it is about.
    path: Vec<String>,
    message: String,
    /// The position that shows it.
    position: Option<String>,
}

impl DesignFault {
    pub(super) fn new(lint: &'static str, path: &[&str], message: String) -> DesignFault {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        DesignFault { lint, path, message, position: None }
    }

    /// Its name for the piece that it is about: `narrow-reach:bishop`.
    fn of_piece(&self) -> Option<String> {
        match &self.path[..] {
            [pieces, id, ..] if pieces == "pieces" => Some(format!("{}:{id}", self.lint)),
            _ => None,
        }
    }

    pub(super) fn shown_by(self, variant: &LoadedVariant, position: &Position) -> DesignFault {
        let position = print_position(variant.variant(), variant.rules(), position);
        DesignFault { position: Some(position), ..self }
    }
}

/// Returns the warnings about a definition that need no random games.
pub fn design_warnings(definition: &Definition, variant: &LoadedVariant) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    faults.extend(without_end(variant));
    faults.extend(without_result(definition, variant));
    faults.extend(checkmate_wins(variant));
    faults.extend(without_move(variant));
    faults.extend(narrow_reach(variant));
    faults.extend(first_moves(variant));
    faults.extend(asymmetry(variant));
    faults.extend(alike_letters(variant));
    faults.extend(early_promotion(definition, variant));
    faults.extend(royal_extinction(variant));
    faults.extend(no_pieces(variant));
    let used = pieces_in_play(definition, variant);
    faults.extend(unused_pieces(definition, variant, &used));
    faults.extend(unused_promotions(definition, variant, &used));
    faults.extend(unused_drops(definition, variant, &used));
    faults.extend(unused_double_steps(definition, variant));
    faults.extend(wide_auras(definition));
    faults.extend(idle_effects(definition, variant));
    faults.extend(contradictions(definition));
    faults.extend(unreached_counts(variant));
    let unknown = intended(definition).into_iter().filter_map(|word| unknown_lint(&word, variant));
    unknown.chain(warnings(definition, faults)).collect()
}

/// Returns the warnings that the random games of a survey give.
pub fn survey_warnings(
    definition: &Definition,
    variant: &LoadedVariant,
    survey: &Survey,
) -> Vec<Diagnostic> {
    warnings(definition, unreached_ends(variant, &survey.games)).collect()
}

/// The warnings of `intended`, with their places: `narrow-reach`, or `narrow-reach:bishop` for one
/// piece.
fn intended(definition: &Definition) -> Vec<SourceText> {
    definition.root().map(|root| root.words("intended")).unwrap_or_default()
}

fn unknown_lint(word: &SourceText, variant: &LoadedVariant) -> Option<Diagnostic> {
    let known = DESIGN_LINTS.map(|(name, _)| name);
    let (lint, piece) = match word.value.split_once(':') {
        Some((lint, piece)) => (lint, Some(piece)),
        None => (word.value.as_str(), None),
    };
    if !known.contains(&lint) {
        let message = format!("no warning is called `{lint}`");
        return Some(word.warning(Code::Design, message).help(suggestion(lint, known)));
    }
    let ids = || variant.variant().faces.iter().map(|face| face.id.as_str());
    let piece = piece.filter(|piece| ids().all(|id| id != *piece))?;
    let message = format!("the game has no piece `{piece}`");
    Some(word.warning(Code::Design, message).help(suggestion(piece, ids())))
}

fn warnings(definition: &Definition, faults: Vec<DesignFault>) -> impl Iterator<Item = Diagnostic> {
    let intended: Vec<String> = intended(definition).into_iter().map(|word| word.value).collect();
    let before: String = intended.iter().map(|word| format!("{word} ")).collect();
    let is_intended = move |fault: &DesignFault| {
        let of_piece = fault.of_piece();
        intended.iter().any(|word| word == fault.lint || of_piece.as_ref() == Some(word))
    };
    let faults = faults.into_iter().filter(move |fault| !is_intended(fault));
    faults.filter_map(move |fault| {
        let lint = fault.of_piece().unwrap_or_else(|| fault.lint.to_owned());
        let DesignFault { path, message, position, .. } = fault;
        let warning = Diagnostic::warning(Code::Design, message);
        let warning =
            position.into_iter().fold(warning, |it, text| it.note(format!("position: {text}")));
        let warning =
            warning.help(format!("if the game is meant so, write `intended = \"{before}{lint}\"`"));
        let at = place(definition, &path)?;
        Some(warning.in_file(&at.file, at.span))
    })
}

/// The place of the keys in the definition, or of the part of them that it has.
fn place(definition: &Definition, path: &[String]) -> Option<Location> {
    let mut table = definition.root()?;
    // `name` is not inherited: it is in the file of this game.
    let mut found = table.get("name").map(|entry| entry.key.location.clone())?;
    let own = found.file.path().to_owned();
    for key in path {
        let Some(entry) = table.get(key) else { break };
        if entry.key.location.file.path() == own {
            found = entry.key.location.clone();
        }
        match entry.node.table() {
            Some(inner) => table = inner,
            None => break,
        }
    }
    Some(found)
}

/// Whether the file of the definition has an entry itself, so that it is not inherited.
fn is_own(root: &TomlTable, entry: &TomlEntry) -> bool {
    let path = |entry: &TomlEntry| entry.key.location.file.path().to_owned();
    root.get("name").map(path) == Some(path(entry))
}

/// Whether the file of the definition has this table itself.
pub(super) fn has_own(definition: &Definition, section: &str, id: &str) -> bool {
    let root = definition.root();
    root.is_some_and(|root| root.table(section).get(id).is_some_and(|entry| is_own(root, entry)))
}

fn without_end(variant: &LoadedVariant) -> Option<DesignFault> {
    let game = variant.game();
    let decides = |outcome: Option<Outcome>| {
        outcome.is_some_and(|outcome| !matches!(outcome, Outcome::Draw | Outcome::Passes))
    };
    let has_royals =
        game.initial_pieces.iter().any(|(_, piece)| game.piece_types[piece.piece_type].royal);
    let can_decide = |ends: &EndRules| {
        let by_royals = has_royals && (decides(ends.checkmate) || decides(ends.royal_capturable));
        let others =
            [ends.stalemate, ends.facing_royals, ends.all_passed, ends.no_promotion_choice];
        let listed = ends.extinction.iter().map(|(_, outcome)| *outcome);
        let mut listed = listed.chain(ends.goal.iter().map(|goal| goal.outcome));
        by_royals || others.into_iter().any(decides) || listed.any(|outcome| decides(Some(outcome)))
    };
    let own = game.own_ends.iter().flatten();
    let is_decided = std::iter::once(&game.ends).chain(own).any(can_decide)
        || game.end_conditions.iter().any(|end| decides(Some(end.outcome)));
    (!is_decided).then(|| {
        let message = match has_royals {
            true => {
                "no side can win: the game has royal pieces, but no rule of `[ends]` decides it"
            }
            false => "no side can win: the game has no royal piece, and no other rule decides it",
        };
        DesignFault::new("no-end", &["ends"], message.to_owned())
    })
}

/// A game in which one of checkmate and stalemate has a result and the other has none, though no `without` says
/// so.
fn without_result(definition: &Definition, variant: &LoadedVariant) -> Option<DesignFault> {
    let game = variant.game();
    let left_out = definition.root().map(|root| root.words("without")).unwrap_or_default();
    let has_royal = |side: SideId| {
        let is_royal = |(_, piece): &(Cell, Piece)| {
            piece.side == side && game.piece_types[piece.piece_type].royal
        };
        game.initial_pieces.iter().any(is_royal)
    };
    let is_forgotten = |side: SideId| {
        let ends = game.ends_of(side);
        let is_checked = game.check_by != CheckSource::None && has_royal(side);
        is_checked && ends.stalemate.is_some() && ends.checkmate.or(ends.royal_capturable).is_none()
    };
    let lacks_stalemate = |side: SideId| {
        let ends = game.ends_of(side);
        ends.checkmate.is_some() && ends.stalemate.is_none()
    };
    let is_meant = left_out.iter().any(|word| word.value.starts_with("ends"));
    let mut players = variant.variant().players();
    let says_checkmate = definition.root().is_some_and(|root| {
        root.table("ends").get("checkmate").is_some_and(|entry| is_own(root, entry))
    });
    if says_checkmate && !variant.variant().players().any(has_royal) {
        let message = "no piece is royal, so there is no checkmate; `royal = true` in `[pieces.NAME]` makes one so";
        return Some(DesignFault::new("no-result", &["ends", "checkmate"], message.to_owned()));
    }
    if !is_meant && variant.variant().players().any(lacks_stalemate) {
        let message = "nothing says what happens to a side without a move that is not in check; \
                       `stalemate = \"draw\"` in `[ends]` does";
        return Some(DesignFault::new("no-result", &["ends"], message.to_owned()));
    }
    (!is_meant && players.any(is_forgotten)).then(|| {
        let message = "a checkmated side neither wins nor loses; `checkmate = \"loses\"` in `[ends]` decides it";
        DesignFault::new("no-result", &["ends"], message.to_owned())
    })
}

fn checkmate_wins(variant: &LoadedVariant) -> Option<DesignFault> {
    let mut players = variant.variant().players();
    let wins = players.any(|side| variant.game().ends_of(side).checkmate == Some(Outcome::Wins));
    wins.then(|| {
        let message = "a side that is checkmated wins; usually it loses: `checkmate = \"loses\"`";
        DesignFault::new("checkmate-wins", &["ends", "checkmate"], message.to_owned())
    })
}

/// Each piece type of the initial position, of one side.
pub(super) fn own_pieces(variant: &LoadedVariant) -> Vec<Piece> {
    let game = variant.game();
    let is_used = |piece_type: &PieceTypeId| {
        game.initial_pieces.iter().any(|(_, piece)| piece.piece_type == *piece_type)
    };
    let used = game.piece_type_ids().filter(is_used);
    used.map(|piece_type| Piece { side: variant.owning_side(piece_type), piece_type }).collect()
}

fn narrow_reach(variant: &LoadedVariant) -> Vec<DesignFault> {
    let layout = variant.layout();
    let mut faults = Vec::new();
    for piece in own_pieces(variant) {
        let moves = &variant.game().piece_types[piece.piece_type].move_rules[piece.side];
        // The definition says itself where the piece may be.
        let is_limited = moves
            .iter()
            .any(|rule| rule.to.is_some() || rule.within.is_some() || rule.from.is_some());
        // A piece that can be dropped can be everywhere.
        let drops = &variant.game().drops;
        let is_dropped = drops
            .iter()
            .any(|rule| rule.dropped_as.iter().any(|(form, _)| *form == piece.piece_type));
        let cells = usual_cells(variant, piece);
        // What takes it to another board is no move of its own.
        let boards = distinct(cells.iter().map(|cell| layout.point(cell).board));
        let all = boards.iter().map(|&board| layout.cells_of(board).count()).sum();
        if is_limited
            || is_dropped
            || 2 * cells.len() >= all
            || reaches_of_type(variant, piece).is_empty()
        {
            continue;
        }
        let mut position = Position::empty(variant.rules());
        for cell in variant.game().initial_cells(piece).iter() {
            position.set_piece(cell, Some(piece));
        }
        let (name, count) = (variant.piece_type_name(piece.piece_type), cells.len());
        let message = format!(
            "from its initial cells the {name} reaches only {count} of {all} cells of the board"
        );
        let id = &variant.variant().face(piece.piece_type).id;
        let fault = DesignFault::new("narrow-reach", &["pieces", id], message);
        faults.push(fault.shown_by(variant, &position));
    }
    faults
}

fn first_moves(variant: &LoadedVariant) -> Vec<DesignFault> {
    let rules = variant.rules();
    let initial = rules.initial_position();
    let moves = rules.moves(&initial);
    let side = variant.side_title(initial.turn.to_move);
    let capture = moves.iter().find(|found| !found.captures.is_empty()).map(|found| {
        let text = algebraic(variant, &initial, found);
        let message = format!("{side} can capture with the first move of the game: `{text}`");
        DesignFault::new("first-capture", &["setup"], message).shown_by(variant, &initial)
    });
    let gives_check = |found: &&_| {
        let after = rules.after(&initial, found);
        let mut sides = variant.game().side_ids();
        sides.any(|side| side != initial.turn.to_move && rules.in_check(&after, side))
    };
    let check = moves.iter().find(gives_check).map(|found| {
        let text = algebraic(variant, &initial, found);
        let message = format!("{side} can give check with the first move of the game: `{text}`");
        let after = rules.after(&initial, found);
        DesignFault::new("first-check", &["setup"], message).shown_by(variant, &after)
    });
    capture.into_iter().chain(check).collect()
}

/// Sides with the same pieces should begin on cells that a symmetry of the board takes to each
/// other.
fn asymmetry(variant: &LoadedVariant) -> Option<DesignFault> {
    let game = variant.game();
    let army = |side: SideId| {
        let mut counts: BTreeMap<PieceTypeId, usize> = BTreeMap::new();
        for (_, piece) in game.initial_pieces.iter().filter(|(_, piece)| piece.side == side) {
            *counts.entry(piece.piece_type).or_default() += 1;
        }
        counts
    };
    let players: Vec<SideId> = variant.variant().players().collect();
    let [first, others @ ..] = &players[..] else { return None };
    if others.is_empty() || others.iter().any(|&side| army(side) != army(*first)) {
        return None;
    }
    let seats = [
        "turn 60",
        "turn 90",
        "turn 120",
        "turn 180",
        "flip ranks",
        "flip files",
        "flip levels",
        "flip ranks, flip levels",
        "turn 180, flip levels",
    ];
    let found = seats.map(|seat| check_claim(&format!("symmetric(setup, \"{seat}\")"), variant));
    let is_decided = |verdict: &Verdict| matches!(verdict, Verdict::Agree | Verdict::Disagree(_));
    let decided: Vec<Verdict> = found.into_iter().flatten().filter(is_decided).collect();
    let is_symmetrical = decided.iter().any(|verdict| matches!(verdict, Verdict::Agree));
    (!decided.is_empty() && !is_symmetrical).then(|| {
        let names = players.iter().map(|&side| variant.side_title(side));
        let names = join_words(names.collect::<Vec<&str>>(), "and");
        let message = format!(
            "{names} have the same pieces, but no turn or mirror of the board takes one side's cells \
             to those of the next"
        );
        let initial = variant.rules().initial_position();
        DesignFault::new("asymmetry", &["setup"], message).shown_by(variant, &initial)
    })
}

/// Signs that look alike in many fonts.
const ALIKE: [&str; 2] = ["Il1|", "O0"];

fn alike_letters(variant: &LoadedVariant) -> Vec<DesignFault> {
    let faces = &variant.variant().faces;
    let forms = |letter: &str| [letter.to_uppercase(), letter.to_lowercase()];
    let is_alike = |one: &str, other: &str| {
        ALIKE.iter().any(|signs| {
            let has = |letter: &str| forms(letter).iter().any(|form| signs.contains(form.as_str()));
            one != other && has(one) && has(other)
        })
    };
    let mut faults = Vec::new();
    for (index, one) in faces.iter().enumerate() {
        for other in faces[index + 1..].iter().filter(|other| is_alike(&one.letter, &other.letter))
        {
            let letters = quoted_list([one.letter.as_str(), other.letter.as_str()]);
            let message = format!(
                "the letters of {} and {}, {letters}, look alike in many fonts",
                one.name, other.name
            );
            faults.push(DesignFault::new(
                "alike-letters",
                &["pieces", &other.id, "letter"],
                message,
            ));
        }
    }
    faults
}

/// A promotion that a game inherits, though its own board goes on behind the promotion cells.
fn early_promotion(definition: &Definition, variant: &LoadedVariant) -> Vec<DesignFault> {
    let Some(root) = definition.root() else { return Vec::new() };
    let path_of = |entry: &TomlEntry| entry.key.location.file.path().to_owned();
    let is_own = |entry: &TomlEntry| is_own(root, entry);
    let board = root.table("board");
    if !["files", "ranks", "levels"].iter().any(|axis| board.get(axis).is_some_and(is_own)) {
        return Vec::new();
    }
    let game = variant.game();
    let usual = game
        .promotions
        .iter()
        .filter(|promotion| promotion.side == variant.owning_side(promotion.piece_type));
    let fault = |promotion: &Promotion| {
        let id = &variant.variant().face(promotion.piece_type).id;
        let must = root.table("promotion").table(id).get("must")?;
        // Another rank than the last of chess is meant.
        let is_usual = must.node.value.text().is_some_and(|text| text.value == "rank 8");
        if is_own(must) && !is_usual {
            return None;
        }
        let piece = Piece { side: promotion.side, piece_type: promotion.piece_type };
        let zone = &promotion.compulsory_zone;
        if reaches_from(variant, piece, zone.iter()).difference(zone).is_empty() {
            return None;
        }
        let (name, cells) = (variant.piece_type_name(piece.piece_type), must.node.value.text()?);
        let start = format!("the {name} must promote on {}", cells.value);
        let ranks = &variant.layout().board(0).ranks;
        let last = &ranks.names[ranks.len() - 1];
        let (path, message) = match is_own(must) {
            true => (
                vec!["promotion", id, "must"],
                format!("{start}, though its moves lead farther: write `must = \"rank {last}\"`"),
            ),
            false => (
                vec!["board"],
                format!(
                    "{start}, a rule of `{}`, though its moves lead farther on this board; `must` in \
                     `[promotion.{id}]` of this file replaces the rule",
                    path_of(must),
                ),
            ),
        };
        Some(DesignFault::new("early-promotion", &path, message))
    };
    usual.filter_map(fault).collect()
}

/// Losing all of some pieces, a royal piece among them, though no rule lets a side lose it.
fn royal_extinction(variant: &LoadedVariant) -> Vec<DesignFault> {
    let game = variant.game();
    let is_plain = game.check_royals == CountedRoyals::Each
        && game.check_by != CheckSource::None
        && game.effects.is_empty()
        && game.auras.is_empty()
        && game.turn_parts.is_empty();
    let is_royal = |piece: &Piece| game.piece_types[piece.piece_type].royal;
    let ends = game.ends.extinction.iter().filter(|_| is_plain);
    let royals = ends.filter_map(|(pieces, _)| {
        let mut initial = game.initial_pieces.iter().map(|&(_, piece)| piece);
        initial.find(|piece| is_royal(piece) && pieces.contains(*piece))
    });
    let fault = |royal: Piece| {
        let face = variant.variant().face(royal.piece_type);
        let message = format!(
            "no side can lose all these pieces: the {} is royal and never captured; \
             `royal = false` in `[pieces.{}]` makes it an ordinary piece",
            face.name, face.id,
        );
        DesignFault::new("royal-extinction", &["ends", "extinction"], message)
    };
    royals.map(fault).collect()
}

/// A side with turns that begins without pieces, though others have some.
fn no_pieces(variant: &LoadedVariant) -> Vec<DesignFault> {
    let game = variant.game();
    let hands = game.hands.iter().flat_map(|hands| hands.initial.iter().map(|(piece, _)| *piece));
    let initial = game.initial_pieces.iter().map(|&(_, piece)| piece);
    let owners: BTreeSet<SideId> = initial.chain(hands).map(|piece| piece.side).collect();
    let places = game.turn_parts.iter().any(|part| part.places.is_some());
    let is_known = variant.variant().pieces_without_cell.is_empty();
    let lacks = |side: &SideId| !owners.contains(side) && game.sides[*side].moved_by.contains(side);
    let sides = game.side_ids().filter(|_| !owners.is_empty() && !places && is_known);
    let fault = |side: SideId| {
        let message = format!(
            "{} has no pieces; `[setup.each]` sets up every side, each as seen from its seat",
            variant.side_title(side)
        );
        DesignFault::new("no-pieces", &["setup"], message)
    };
    sides.filter(lacks).map(fault).collect()
}

fn unused_pieces(
    definition: &Definition,
    variant: &LoadedVariant,
    used: &BTreeSet<String>,
) -> Vec<DesignFault> {
    let has_own = |face: &&PieceTypeInfo| has_own(definition, "pieces", &face.id);
    let faces = variant.variant().faces.iter().filter(|face| !used.contains(&face.id));
    let fault = |face: &PieceTypeInfo| {
        let message = format!(
            "the {} never comes into play: it is in no setup, and no promotion, hand, turn or effect \
             brings it; `{} = \"...\"` in `[setup.each]` sets it up",
            face.name, face.id,
        );
        DesignFault::new("unused-piece", &["pieces", &face.id], message)
    };
    faces.filter(has_own).map(fault).collect()
}

fn unreached_ends(variant: &LoadedVariant, games: &RandomGames) -> Vec<DesignFault> {
    if games.played < GAMES_FOR_ENDS {
        return Vec::new();
    }
    let ends = &variant.game().ends;
    let known = [
        ("checkmate", ends.checkmate.is_some(), EndReason::Checkmate),
        ("stalemate", ends.stalemate.is_some(), EndReason::Stalemate),
        ("repetition", ends.repetition.is_some(), EndReason::Repetition),
        ("no-progress", ends.no_progress.is_some(), EndReason::NoProgress),
        ("extinction", !ends.extinction.is_empty(), EndReason::Board),
        ("goal", !ends.goal.is_empty(), EndReason::Board),
    ];
    let missing = known
        .into_iter()
        .filter(|(_, is_rule, reason)| *is_rule && !games.reasons.contains(reason));
    missing
        .map(|(key, ..)| {
            let message = format!("none of {} random games ended by `{key}`", games.played);
            DesignFault::new("unreached-end", &["ends", key], message)
        })
        .collect()
}
