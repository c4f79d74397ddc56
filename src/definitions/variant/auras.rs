//! Reads `[auras]`: pieces that change what other pieces may do.

use crate::expression::in_words_of_the_format;
use crate::game::{Aura, AuraPower, AuraRange, AuraTargets, BySide, PieceSet};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, WordCursor, quoted_list};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

const POWERS: &str = "frozen, may not capture, may not be captured, also moves like PIECE, \
                      moves only like PIECE, stops slides";

impl LoweringContext<'_> {
    /// Returns the auras.
    pub fn auras(&self) -> Vec<Aura> {
        let tables = self.tables_by_side("auras").into_iter();
        tables
            .filter_map(|(name, sides, table)| self.keep(aura(self, name, &sides, table)).flatten())
            .collect()
    }

    /// For each side, whether its pieces have an aura of these players. Sides without turns have
    /// the auras of players without rules of their own.
    fn owners_of_aura(&self, players: &BySide<bool>) -> BySide<bool> {
        let mut common = self.players().into_iter().filter(|&side| !self.has_own(side, "auras"));
        let is_common = common.next().is_some_and(|side| players.get(side) == Some(&true));
        let sides = players.iter().zip(&self.sides);
        sides.map(|(&holds, side)| if side.has_turns { holds } else { is_common }).collect()
    }
}

/// Returns an aura; `None` if a required key is missing, which was reported before.
fn aura(
    context: &LoweringContext<'_>,
    name: &SourceText,
    players: &BySide<bool>,
    table: &TomlTable,
) -> Result<Option<Aura>, Diagnostics> {
    let (Some(pieces), Some(does)) = (table.text("pieces"), table.text("does")) else {
        return Ok(None);
    };
    let of = context.pieces(table, "of")?;
    if of.as_ref().is_some_and(|of| of.iter().all(PieceSet::is_empty)) {
        let text = table.text("of").expect("it was read");
        return Err(text.error(Code::Aura, "no piece has this aura").help("name a piece").into());
    }
    let power = power(context, does)?;
    let targets = match pieces.plain().as_str() {
        "same type of enemy" => AuraTargets::SameTypeOfEnemy,
        _ => {
            let sets = context.names.pieces_of_each_side(pieces)?;
            check_targets(context, pieces, &sets, power)?;
            AuraTargets::Pieces(sets)
        }
    };
    let range = match table.text("range") {
        None => AuraRange::Everywhere,
        Some(text) if text.plain() == "its attacks" => AuraRange::Attacked,
        Some(text) => AuraRange::Cells(context.names.landings_of_each_side(text)?),
    };
    check_source(table, does, &targets, power)?;
    let to = table.text("to").map(|text| context.names.cells_of_each_side(text)).transpose()?;
    let sides = context.owners_of_aura(players);
    Ok(Some(Aura { name: name.value.clone(), sides, of, range, targets, power, to }))
}

/// Reports what needs a piece that has the aura, or a range, where there is none.
fn check_source(
    table: &TomlTable,
    does: &SourceText,
    targets: &AuraTargets,
    power: AuraPower,
) -> Result<(), Diagnostic> {
    let gives_moves = matches!(power, AuraPower::AlsoMovesLike(_) | AuraPower::MovesOnlyLike(_));
    if let Some(to) = table.text("to").filter(|_| !gives_moves) {
        let message = "`to` limits moves that an aura gives, and this one gives none";
        let help = "leave `to` out; where pieces are changed is said by `range` and `of`";
        return Err(to.error(Code::Aura, message).help(help));
    }
    let names_cells = |range: &SourceText| range.plain() != "its attacks";
    if power == AuraPower::StopsSlides && !table.text("range").is_some_and(names_cells) {
        let error = does.error(Code::Aura, "`stops slides` needs a notation as its range");
        return Err(error.help("for instance `range = \"K\"`, the cells around the piece"));
    }
    if table.text("of").is_some() {
        return Ok(());
    }
    let help = "`of` names the pieces that have the aura, for instance `of = \"knight\"`";
    match (table.text("range"), targets) {
        (Some(range), _) => {
            let message = "a range is seen from a piece, and this aura names none";
            Err(range.error(Code::Aura, message).help(help))
        }
        (None, AuraTargets::SameTypeOfEnemy) => {
            let text = table.text("pieces").unwrap_or(does);
            let message = "`same type of enemy` compares two pieces, and this aura names one";
            Err(text.error(Code::Aura, message).help(help))
        }
        (None, AuraTargets::Pieces(_)) => Ok(()),
    }
}

/// Reports an aura that affects no piece, or that lets pieces move as they do anyway.
fn check_targets(
    context: &LoweringContext<'_>,
    text: &SourceText,
    sets: &BySide<PieceSet>,
    power: AuraPower,
) -> Result<(), Diagnostic> {
    let mut all = sets.iter().flat_map(PieceSet::iter).peekable();
    if all.peek().is_none() {
        let error = text.error(Code::Aura, "this aura affects no piece");
        return Err(error.help("for instance `pieces = \"enemy\"`"));
    }
    let (AuraPower::AlsoMovesLike(like) | AuraPower::MovesOnlyLike(like)) = power else {
        return Ok(());
    };
    if all.all(|piece| piece.piece_type == like) {
        let id = context.piece_type_id(like);
        let error = text.error(Code::Aura, format!("a {id} already moves like a {id}"));
        return Err(error.help(format!("name other pieces, for instance `own but {id}`")));
    }
    Ok(())
}

/// Parses what an aura does.
fn power(context: &LoweringContext<'_>, text: &SourceText) -> Result<AuraPower, Diagnostic> {
    let mut words = WordCursor::new(text, Code::Aura);
    let power = if words.take(&["frozen"]) {
        AuraPower::Frozen
    } else if words.take(&["may", "not", "capture"]) {
        AuraPower::MayNotCapture
    } else if words.take(&["may", "not", "be", "captured"]) {
        AuraPower::MayNotBeCaptured
    } else if words.take(&["stops", "slides"]) {
        AuraPower::StopsSlides
    } else if words.take(&["also", "moves", "like"]) {
        AuraPower::AlsoMovesLike(context.names.piece_type(&mut words, "also moves like knight")?)
    } else if words.take(&["moves", "only", "like"]) {
        AuraPower::MovesOnlyLike(context.names.piece_type(&mut words, "moves only like king")?)
    } else {
        let message = format!("an aura cannot do `{}`", text.value);
        let help = match in_words_of_the_format(&text.value) {
            Some(meant) => format!("write `{meant}`"),
            None => format!("there are {}", quoted_list(POWERS.split(", "))),
        };
        return Err(text.error(Code::Aura, message).help(help));
    };
    words.finish()?;
    Ok(power)
}
