//! The moves of a piece type in words: one clause a rule, then merged and joined.

mod merge;
mod move_clause;
mod path_phrase;

use serde::Serialize;

use crate::game::{
    AuraPower, AuraRange, AuraTargets, CaptureSeries, CellExpr, CellNode, MoveForm, Piece,
    PieceExpr, PieceTypeId, Prerequisite, ShotTarget, SideId,
};
use crate::geometry::{Cell, CellSet};
use crate::notation::{Betza, Term};
use crate::query::LoadedVariant;
use crate::variant::{EffectText, MoveRuleText};

use super::cell_phrases::{Reader, cell_phrase, cell_phrase_for, names_with_board, readers_of};
use super::definition_phrases::{border_words, cell_label};
use super::notation::{FIRST_MOVE, MoveNote, described_clauses, described_place};
use super::piece_filter::{PieceFilter, only_gives_check, piece_filter};
use super::rule_texts::state_words;
use super::vocabulary::{BoardVocabulary, cell_word, of_side, vocabulary};
use merge::{DescribedRule, join_clauses};
use move_clause::{EndCells, MoveClause, PieceConditions, ShotClause, Start};
use path_phrase::PathPhrase;

/// The greatest number of cells that are named one by one.
const NAMED: usize = 4;

/// The moves of a piece type in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveDescription {
    /// The moves by zone, if they depend on the zone where the piece stands.
    pub zones: Vec<ZoneMoves>,
    /// The rest in sentences, whose subject is the piece: `Slides any number of squares diagonally.`
    pub sentences: Vec<String>,
}

/// The moves that start in a zone. Templates use the names of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneMoves {
    /// The cells where the moves start: `Red's quarter`.
    pub place: String,
    /// The moves: `one square forward`.
    pub moves: String,
    /// The captures; empty if in every zone they are the moves.
    pub captures: String,
}

impl MoveDescription {
    /// The sentences of the description, without its table.
    pub fn words(&self) -> String {
        self.sentences.join(" ")
    }
}

/// The moves of a piece type in words.
pub fn describe_piece_type(variant: &LoadedVariant, piece_type: PieceTypeId) -> MoveDescription {
    let game = &variant.game().piece_types[piece_type];
    let vocabulary = vocabulary(variant, Some(piece_type));
    let described = |rules: &[MoveRuleText], reader: Reader| -> Vec<DescribedRule> {
        rules.iter().map(|rule| described_rule(variant, rule, &vocabulary, reader)).collect()
    };
    let rules =
        described(&variant.variant().face(piece_type).moves, readers_of(variant, piece_type));
    let plain = |text: &str| MoveDescription {
        sentences: vec![text.to_owned()],
        ..MoveDescription::default()
    };
    let mut description = match (game.move_unknown, rules.is_empty()) {
        (true, _) => plain("The source does not give this piece's move."),
        (false, true) => plain("Does not move."),
        (false, false) => join_clauses(rules, &vocabulary),
    };
    for (side, rules) in &variant.variant().face(piece_type).side_moves {
        let rules = described(rules, Reader::Only(*side));
        let name = &variant.variant().sides[side.index()].name;
        let own = join_clauses(rules, &vocabulary).sentences.into_iter();
        description.sentences.extend(own.map(|words| format!("{name}: {words}")));
    }
    description.sentences.extend(double_step_sentences(variant, piece_type));
    if game.royal {
        description.sentences.push("It is royal.".to_owned());
    }
    let lasting = [
        (AuraPower::MayNotCapture, "It may not capture."),
        (AuraPower::MayNotBeCaptured, "It may not be captured."),
    ];
    let lasting = lasting.into_iter().filter(|(power, _)| has_always(variant, piece_type, *power));
    description.sentences.extend(lasting.map(|(_, words)| words.to_owned()));
    description
}

/// Whether an aura gives all pieces of a type this power, wherever they stand.
fn has_always(variant: &LoadedVariant, piece_type: PieceTypeId, power: AuraPower) -> bool {
    let game = variant.game();
    game.auras.iter().any(|aura| {
        let is_meant = |side: SideId| match &aura.targets {
            AuraTargets::Pieces(pieces) => {
                aura.sides[side] && pieces.by_side[side].contains(Piece { side, piece_type })
            }
            AuraTargets::SameTypeOfEnemy => false,
        };
        aura.power == power
            && aura.of.is_none()
            && aura.range == AuraRange::Everywhere
            && game.side_ids().all(is_meant)
    })
}

/// The clause of a rule, and the clause of each term of its notation.
fn described_rule(
    variant: &LoadedVariant,
    rule: &MoveRuleText,
    vocabulary: &BoardVocabulary,
    reader: Reader,
) -> DescribedRule {
    let terms = match rule.effect {
        EffectText::None | EffectText::Shoot(_) => rule.form.terms(),
        EffectText::Swap(_) => &[],
    };
    let alone = |term: &Term| {
        let form = MoveForm::Betza(Betza { terms: vec![term.clone()] });
        move_clause(variant, &MoveRuleText { form, ..rule.clone() }, vocabulary, reader)
    };
    DescribedRule {
        whole: move_clause(variant, rule, vocabulary, reader),
        terms: terms.iter().map(alone).collect(),
    }
}

fn move_clause(
    variant: &LoadedVariant,
    rule: &MoveRuleText,
    vocabulary: &BoardVocabulary,
    reader: Reader,
) -> MoveClause {
    let cell = vocabulary.cell();
    let phrase = |cells| cell_phrase_for(variant, cells, reader);
    let mut clause = body(variant, rule, vocabulary);
    match (&rule.from, &rule.to) {
        (Some(from), Some(to)) => clause.ends.push(ends_of(variant, from, to, reader)),
        (Some(from), None) => clause
            .starts
            .push(Start { lead: phrase(from).from(), label: cell_label(variant, from) }),
        (None, Some(to)) => {
            let end = format!("must end {}", phrase(to).place());
            clause.tail.push(MoveNote::OfMove(end));
        }
        (None, None) => {}
    }
    clause.when = rule.conditions.iter().map(|it| condition_words(variant, it)).collect();
    match &rule.within {
        Some(CellExpr { node: CellNode::Not(_, outside), .. }) => {
            let outside = phrase(outside).noun(cell);
            clause.tail.push(MoveNote::OfPiece(format!("may not enter {outside}")));
        }
        Some(inside) => clause.within.push(phrase(inside).noun(cell)),
        None => {}
    }
    if !rule.not_crossing.is_empty() {
        let crosses = format!("cross {}", border_words(variant, &rule.not_crossing));
        match clause.ends.is_empty() {
            true => clause.forbidden = Some(crosses),
            false => clause.tail.push(MoveNote::OfPiece(format!("may not {crosses}"))),
        }
    }
    if let Some(over) = &rule.jumps_over {
        clause.tail.push(MoveNote::OfPiece(jump_words(variant, over, vocabulary)));
    }
    clause.tail.extend(rule.again.map(|again| {
        let may = match again {
            CaptureSeries::May => "may capture again in such a way",
            CaptureSeries::Must => "must capture again in such a way, if it can",
        };
        let words = "All its captures are one move, and no piece is captured twice";
        MoveNote::Whole(format!("After a capture it {may}. {words}"))
    }));
    let filter = |expr: &Option<PieceExpr>| {
        let filter = expr.as_ref().map(|expr| piece_filter(variant, expr));
        filter.filter(|filter| *filter != PieceFilter::All)
    };
    let (hurdles, captures) = (filter(&rule.hurdles), filter(&rule.captures));
    let only_gives_check = rule.captures.as_ref().is_some_and(|it| only_gives_check(variant, it));
    clause.pieces = PieceConditions { hurdles, captures, only_gives_check };
    clause
}

/// The cells where the moves of a rule start and end.
fn ends_of(variant: &LoadedVariant, from: &CellExpr, to: &CellExpr, reader: Reader) -> EndCells {
    let [from_words, to_words] = [from, to].map(|it| cell_phrase_for(variant, it, reader));
    let (cell, inside) = (cell_word(variant), to_words.place());
    let end = to_words.noun(cell);
    let (place, cells) = match from == to {
        true => (Some(to.clone()), format!("{cell}s {}", to_words.of_place())),
        false => (None, format!("from {} to {end}", from_words.noun(cell))),
    };
    EndCells { place, end, inside, cells }
}

/// `between b1 and g8, or from a1 to h8`; many links are only counted.
fn links_words(
    variant: &LoadedVariant,
    links: &[(Cell, Cell)],
    vocabulary: &BoardVocabulary,
) -> String {
    const LISTED: usize = 12;
    let name = |cell: Cell| variant.cell_name(cell);
    let is_mutual = |&(from, to): &(Cell, Cell)| links.contains(&(to, from));
    let once = links.iter().filter(|link| !is_mutual(link) || link.0 < link.1);
    let words: Vec<String> = once
        .map(|link| match is_mutual(link) {
            true => format!("between {} and {}", name(link.0), name(link.1)),
            false => format!("from {} to {}", name(link.0), name(link.1)),
        })
        .collect();
    match words.len() {
        ..=LISTED => words.join(", or "),
        many => format!("along one of {many} links between {}s", vocabulary.cell()),
    }
}

/// The clause of a rule, without its conditions.
fn body(variant: &LoadedVariant, rule: &MoveRuleText, vocabulary: &BoardVocabulary) -> MoveClause {
    let of_form = match &rule.form {
        MoveForm::Betza(betza) => MoveClause {
            purposes: described_clauses(&betza.terms, vocabulary),
            ..MoveClause::default()
        },
        MoveForm::Path(path) => {
            MoveClause { path: Some(PathPhrase::of(path, vocabulary)), ..MoveClause::default() }
        }
        MoveForm::Links(links) => {
            MoveClause::plain(format!("moves {}", links_words(variant, links, vocabulary)))
        }
        MoveForm::Stay => MoveClause::plain(format!("stays on its {}", vocabulary.cell())),
    };
    match &rule.effect {
        EffectText::None => of_form,
        EffectText::Swap(with) => {
            let place = described_place(rule.form.terms(), vocabulary);
            MoveClause::plain(swap_words(variant, with.as_ref(), &place))
        }
        EffectText::Shoot(shot) => {
            let shoots = shot_clause(shot, vocabulary);
            match rule.form {
                MoveForm::Stay => {
                    MoveClause::plain(format!("may shoot {} without moving", shoots.target))
                }
                _ => MoveClause { shoots: Some(shoots), ..of_form },
            }
        }
    }
}

/// Over which pieces a slide goes on: `may jump over enemy pieces on its way`.
fn jump_words(variant: &LoadedVariant, over: &PieceExpr, vocabulary: &BoardVocabulary) -> String {
    let pieces = match piece_filter(variant, over) {
        PieceFilter::All => "any pieces".to_owned(),
        PieceFilter::AllBut(pieces) => format!("any pieces except {pieces}"),
        PieceFilter::Only(pieces) => pieces,
    };
    let cell = vocabulary.cell();
    let limit = format!("but not over two on adjacent {cell}s");
    format!("may jump over {pieces} on its way, also over several, {limit}")
}

fn swap_words(variant: &LoadedVariant, with: Option<&PieceExpr>, place: &str) -> String {
    let with = match with.map_or(PieceFilter::All, |with| piece_filter(variant, with)) {
        PieceFilter::All => "any friendly piece".to_owned(),
        PieceFilter::AllBut(pieces) => format!("any friendly piece except {pieces}"),
        PieceFilter::Only(pieces) => format!("{pieces} of its own side"),
    };
    format!("may swap with {with}, {place}")
}

/// A condition of a rule: `on its first move`.
fn condition_words(variant: &LoadedVariant, condition: &Prerequisite) -> String {
    match condition {
        Prerequisite::NotInCheck => "if its side is not in check".to_owned(),
        Prerequisite::Unmoved => FIRST_MOVE.to_owned(),
        Prerequisite::Moved => "after its first move".to_owned(),
        Prerequisite::HasState(state) => format!("if it is {}", state_words(variant, *state)),
        Prerequisite::LacksState(state) => {
            format!("if it is not {}", state_words(variant, *state))
        }
    }
}

/// The cells from which a step without capture may be made twice or three times.
fn double_step_sentences(variant: &LoadedVariant, piece_type: PieceTypeId) -> Vec<String> {
    let game = &variant.game().piece_types[piece_type];
    let kinds = [
        (&game.double_step, &game.double_step_words, "double"),
        (&game.triple_step, &game.triple_step_words, "triple"),
    ];
    let mut starts: Vec<(String, Vec<&str>)> = Vec::new();
    for (cells, expr, kind) in kinds {
        let Some(from) = double_step_start(variant, piece_type, cells, expr.as_ref()) else {
            continue;
        };
        match starts.iter_mut().find(|(known, _)| *known == from) {
            Some((_, kinds)) => kinds.push(kind),
            None => starts.push((from, vec![kind])),
        }
    }
    let sentence = |(from, kinds): &(String, Vec<&str>)| {
        format!("From {from} it may make a {} step.", kinds.join(" or "))
    };
    starts.iter().map(sentence).collect()
}

/// Cells in words, by their relation to the starting cells of the piece type; `None` if there
/// are none.
fn double_step_start(
    variant: &LoadedVariant,
    piece_type: PieceTypeId,
    cells: &[CellSet],
    expr: Option<&CellExpr>,
) -> Option<String> {
    let (first, word) = (variant.first_side(), cell_word(variant));
    let own = of_side(cells, first);
    if own.is_empty() {
        return None;
    }
    let start = |side| variant.game().initial_cells(Piece { side, piece_type });
    let others = |side| start(side).difference(&of_side(cells, side));
    let list = |cells: &CellSet, link| names_with_board(variant, cells, link);
    let is_part = own.difference(&start(first)).is_empty();
    let (count, left) = (own.len(), others(first).len());
    Some(match (own == start(first), expr) {
        (true, _) => format!("a starting {word}"),
        (false, _) if is_part && left <= NAMED && left < count => {
            let except = |side| list(&others(side), "and");
            format!("a starting {word} other than {}", with_other_sides(variant, except))
        }
        (false, _) if count <= NAMED => {
            with_other_sides(variant, |side| list(&of_side(cells, side), "or"))
        }
        (false, Some(expr)) => cell_phrase(variant, expr).noun(word),
        (false, None) => list(&own, "or"),
    })
}

/// Words about the cells of the first side, with those of the other side of two players.
fn with_other_sides(variant: &LoadedVariant, words: impl Fn(SideId) -> String) -> String {
    let own = words(variant.first_side());
    let players: Vec<SideId> = variant.variant().players().collect();
    match players[..] {
        [_, other] if words(other) == own => own,
        [_, other] => format!("{own} ({}: {})", variant.side_title(other), words(other)),
        [first, _, ..] => format!("{own} ({}; rotated for the others)", variant.side_title(first)),
        _ => own,
    }
}

/// The shot of a rule: at `an enemy piece one square away orthogonally`.
fn shot_clause(shot: &ShotTarget, vocabulary: &BoardVocabulary) -> ShotClause {
    let (target, between) = match shot {
        ShotTarget::SameDistanceAgain => (
            "an enemy piece the same distance farther in that direction".to_owned(),
            Some(format!("All {}s between it and that piece must be empty", vocabulary.cell())),
        ),
        ShotTarget::Betza(betza) => {
            (format!("an enemy piece {}", described_place(&betza.terms, vocabulary)), None)
        }
    };
    ShotClause { target, between, is_optional: false }
}

#[cfg(test)]
mod tests {
    use crate::query::testing::loaded_variant;

    use super::*;

    fn describe(moves: &str) -> MoveDescription {
        let text = format!(
            "format = 1\nname = \"Moves\"\nbased-on = \"chess\"\n\
             [zones]\nden = \"a1-d4\"\npit = \"e5-h8\"\nford = \"d1-e8\"\n\
             [borders]\nbrook = \"file d | file e\"\n\
             [pieces.duke]\nletter = \"U\"\nmoves = [{moves}]\n"
        );
        let variant = loaded_variant("moves", &text);
        let duke = variant.kind("duke").expect("it is declared");
        describe_piece_type(&variant, duke)
    }

    #[track_caller]
    fn check(moves: &str, words: &str) {
        assert_eq!(describe(moves).words(), words, "{moves}");
    }

    #[test]
    fn moves_from_several_starts_are_described_once() {
        check(
            "{ move = \"W\", from = \"den\" }, { move = \"W ifmnD\", from = \"pit\" }",
            "From its den or its pit it moves one square orthogonally. On its first move, from its \
             pit, it may also move exactly two squares forward without capturing. This move is \
             blocked if the square between is occupied.",
        );
        check(
            "{ move = \"fmW fcF\", from = \"den\" }, { move = \"bW\", from = \"pit\" }",
            "From its den it moves one square forward without capturing and captures one square \
             diagonally forward. From its pit it moves one square backward with or without \
             capturing.",
        );
    }

    #[test]
    fn moves_by_zone_are_a_table() {
        let rows = |moves: &str| {
            let description = describe(moves);
            assert_eq!(description.sentences, [""; 0], "{moves}");
            let row = |it: ZoneMoves| format!("{} | {} | {}", it.place, it.moves, it.captures);
            description.zones.into_iter().map(row).collect::<Vec<_>>()
        };
        assert_eq!(
            rows(
                "{ move = \"fmW fcF\", from = \"den\" }, { move = \"bW\", from = \"pit\" }, \
                 { move = \"sW\", from = \"ford\" }, { move = \"R\", from = \"ford\" }"
            ),
            [
                "Its den | one square forward | one square diagonally forward",
                "Its pit | one square backward | one square backward",
                "The ford | one square sideways, or sliding any number of squares orthogonally | \
                 one square sideways, or sliding any number of squares orthogonally",
            ]
        );
        assert_eq!(
            rows(
                "{ move = \"fW\", from = \"den\" }, { move = \"bW\", from = \"pit\" }, \
                 { move = \"W\", from = \"ford\" }"
            ),
            [
                "Its den | one square forward | ",
                "Its pit | one square backward | ",
                "The ford | one square orthogonally | ",
            ]
        );
    }

    #[test]
    fn forbidden_crossings_name_their_exceptions() {
        let inside = "{ move = \"N\", from = \"den\", to = \"den\" }";
        let outside = "{ move = \"N\", from = \"not den\", to = \"not den\" }";
        check(
            &format!("{inside}, {outside}"),
            "Leaps like a Knight. It may not enter or leave its den.",
        );
        let dry = "{ move = \"RN\", from = \"not ford\", to = \"not ford\" }";
        let slide = "{ move = \"R\", not-crossing = \"brook\" }";
        let slides = "Slides any number of squares orthogonally";
        check(slide, &format!("{slides}. It may not cross the brook."));
        check(
            &format!("{slide}, {inside}, {outside}, {dry}"),
            &format!(
                "{slides}. With this move it may cross the brook only if the move starts and ends \
                 outside the ford. Leaps like a Knight. With this move it may enter or leave its \
                 den only if the move starts and ends outside the ford."
            ),
        );
        // A piece that slides may leave the den and go on.
        check(
            "{ move = \"R\", from = \"den\", to = \"den\" }, \
             { move = \"R\", from = \"not den\", to = \"not den\" }",
            &format!("{slides} between squares of its den or between squares outside its den."),
        );
        check(
            "{ move = \"R\", from = \"den\", to = \"den\", not-crossing = \"brook\" }",
            &format!("{slides} between squares of its den. It may not cross the brook."),
        );
    }

    #[test]
    fn similar_paths_are_merged() {
        check(
            "{ path = \"W F\", turn = 45 }, { path = \"F W\", turn = 45 }",
            "Makes one orthogonal step, then one diagonal step, or one diagonal step, then one \
             orthogonal step, with a turn of 45°. On at least one route all squares before the last \
             must be empty.",
        );
        check(
            "{ path = \"W F\", turn = 45 }",
            "Makes one orthogonal step, then one diagonal step, with a turn of 45°. Every square \
             before the last must be empty.",
        );
        check(
            "{ path = \"W F W\" }, { path = \"W F W'\", in-line = \"B\" }",
            "Makes one orthogonal step, then one diagonal step, then one orthogonal step. The last \
             step has the direction of the first, or another direction if the move ends diagonally \
             in line with its start. On at least one route all squares before the last must be \
             empty.",
        );
    }

    #[test]
    fn a_rule_that_captures_some_pieces_only_names_them() {
        check(
            "{ move = \"W\", within = \"den\" }, { move = \"cR\", captures = \"queen\" }",
            "Moves one square orthogonally within its den. Captures a Queen by sliding any number \
             of squares orthogonally.",
        );
        check(
            "{ move = \"W\", within = \"den\" }, { move = \"cR\", captures = \"king\" }",
            "Moves one square orthogonally within its den. Attacks a King by sliding any number of \
             squares orthogonally.",
        );
    }
}
