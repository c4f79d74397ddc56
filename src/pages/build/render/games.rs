//! Renders sample games: numbered moves with boards between them.

use serde_json::{Value, json};

use crate::book::{Block, Caption, FigurePlacement, GameBlock, escape, slug};
use crate::game::SideId;
use crate::game_text::print_position;
use crate::games::{GameEnding, GameResult, PlayedMove, SampleGame, result_name};
use crate::notation::{Movetext, MovetextTag, parse_movetext};
use crate::play::FigureContent;
use crate::prose::end_words;
use crate::rules::Position;
use crate::source::{Code, Diagnostic, Location, SourceText, closest};
use crate::verify::{
    ComparedGame, Comparison, ComparisonOutcome, StatedGame, VerdictBadge, read_result, sentence,
};

use super::BlockRenderer;

/// Tags that say nothing about the players and the event.
const TECHNICAL_TAGS: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];

/// A block of a sample game, read and compared.
pub(super) struct ReadGame {
    movetext: Movetext,
    result: Option<GameResult>,
    compared: ComparedGame,
}

impl ReadGame {
    pub(super) fn into_comparison(self) -> Comparison {
        self.compared.comparison
    }
}

impl BlockRenderer<'_, '_> {
    /// Plays the moves of a sample game and compares its result.
    pub(super) fn compared_game(&mut self, block: &GameBlock) -> Option<ReadGame> {
        let loaded = self.loaded;
        let movetext = match parse_movetext(&block.moves.value) {
            Ok(movetext) => movetext,
            Err(errors) => {
                errors.iter().for_each(|error| self.page.report(block.moves.locate(error.clone())));
                return None;
            }
        };
        if movetext.moves.is_empty() {
            let error = block.moves.error(Code::Directive, "this game has no moves");
            self.page.report(error.help("write at least one move: `1. e4`"));
            return None;
        }
        let position = self.first_position(block, &movetext)?;
        let result = self.stated_result(block, &movetext)?;
        let known = result.as_ref().map(|(result, _)| *result);
        let stated = StatedGame {
            first: position,
            text: &block.moves,
            movetext: &movetext,
            result,
            ended: block.ended,
        };
        let compared = stated.compare(&loaded.variant);
        let compared = compared.map_err(|error| self.page.report(error)).ok()?;
        Some(ReadGame { movetext, result: known, compared })
    }

    /// The position of the key `position` or of the tag `FEN`.
    fn first_position(&mut self, block: &GameBlock, movetext: &Movetext) -> Option<Position> {
        let variant = &self.loaded.variant;
        let tag = tag(movetext, "FEN").map(|tag| block.moves.part(tag.span));
        if let (Some(tag), Some(_)) = (&tag, &self.block.position) {
            let error = tag.error(Code::Directive, "this game has two first positions");
            self.page.report(error.help("leave the tag or the key `position` out"));
            return None;
        }
        match self.block.position.as_ref().or(tag.as_ref()) {
            Some(text) => self.page.look_up(variant.position(&text.value), text),
            None => Some(variant.rules().initial_position()),
        }
    }

    /// The result of the key, of the tag and behind the moves, which must be the same. The outer
    /// `None` is an error.
    fn stated_result(
        &mut self,
        block: &GameBlock,
        movetext: &Movetext,
    ) -> Option<Option<(GameResult, Location)>> {
        let tag = tag(movetext, "Result").map(|tag| block.moves.part(tag.span));
        let behind = movetext.result.map(|(_, span)| block.moves.part(span));
        let mut found: Option<(GameResult, Location)> = None;
        for text in [behind, tag, block.result.clone()].into_iter().flatten() {
            let read = read_result(&self.loaded.variant, &text);
            let result = read.map_err(|error| self.page.report(error)).ok()?;
            match &found {
                Some((other, place)) if *other != result => {
                    let message = format!("the game has another result too: `{}`", text.value);
                    let error = text.error(Code::Directive, message);
                    let error = place.add_label(error, "the other result");
                    self.page.report(error.help("write one of the two: `1-0` behind the moves"));
                    return None;
                }
                _ => found = Some((result, text.location.clone())),
            }
        }
        Some(found)
    }

    pub(super) fn game(&mut self, block: &GameBlock) -> Option<String> {
        let read = self.compared_game(block)?;
        let game = &read.compared.game;
        // A wrong move ends the game: boards after it are no fault of their own.
        let is_whole = read.compared.comparison.outcome != ComparisonOutcome::Disagree;
        let boards = self.boards(block, game, is_whole)?;
        let badge = VerdictBadge::of_diagram(Some(&read.compared.comparison));
        let id = self.page.name(self.block, "game");
        let mut parts = Vec::new();
        let mut done = 0;
        for &shown in &boards {
            parts.push(json!({
                "rounds": self.rounds(&read, done..shown),
                "figure": self.board_after(game, shown, &id)?,
            }));
            done = shown;
        }
        let rest = self.rounds(&read, done..game.moves.len());
        if !rest.is_empty() {
            parts.push(json!({ "rounds": rest, "figure": "" }));
        }
        let variant = &self.loaded.variant;
        let players: Vec<SideId> = variant.variant().players().collect();
        let sides: Vec<&str> = players.iter().map(|&side| variant.side_title(side)).collect();
        let data = json!({
            "sides": sides,
            "tags": tags(&read.movetext, &sides),
            "opening": read.movetext.opening_comments,
            "parts": parts,
            "result": self.result_text(block, &read),
            "verdict": badge.verdict,
            "mark": self.page.templates.phrases().of(badge.mark),
            "words": badge.words,
        });
        self.page.add_comparison(Some(read.into_comparison()));
        self.page.render_block("game.html", self.block, id, data)
    }

    /// The numbers of moves after which the block draws a board, in order.
    fn boards(
        &mut self,
        block: &GameBlock,
        game: &SampleGame,
        is_whole: bool,
    ) -> Option<Vec<usize>> {
        if block.boards.is_empty() {
            return Some(vec![game.moves.len()]);
        }
        let mut found = Vec::new();
        for text in &block.boards {
            match self.moves_before_board(text, game) {
                Ok(after) => found.push(after),
                Err(_) if !is_whole => {}
                Err(error) => {
                    self.page.report(error);
                    return None;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// Reads `start`, `end`, `3` (after the third round) or `3 white`.
    fn moves_before_board(
        &self,
        text: &SourceText,
        game: &SampleGame,
    ) -> Result<usize, Diagnostic> {
        let (number, side) = text.value.split_once(' ').unwrap_or((&text.value, ""));
        let last = game.moves.last().map_or(0, |last| last.round);
        let unknown = |message: String| {
            let first = self.loaded.variant.side_name(self.loaded.variant.first_side());
            let help = format!(
                "the game has rounds 1 to {last}: write `{last}`, `{last} {first}`, `start` or `end`"
            );
            text.error(Code::Directive, message).help(help)
        };
        match (text.value.as_str(), number.trim_end_matches('.').parse::<usize>()) {
            ("start", _) => Ok(0),
            ("end", _) => Ok(game.moves.len()),
            (word, Err(_)) => {
                let message = format!("`{word}` is no place in a game");
                let near = match word {
                    "begin" | "beginning" | "setup" => Some("start"),
                    "last" | "final" => Some("end"),
                    _ => closest(word, ["start", "end"]),
                };
                Err(match near {
                    Some(near) => {
                        text.error(Code::Directive, message).help(format!("write `{near}`"))
                    }
                    None => unknown(message),
                })
            }
            (_, Ok(round)) => {
                let side = match side.trim() {
                    "" => None,
                    name => Some(self.loaded.variant.side(name).map_err(|it| text.locate(it))?),
                };
                let is_meant = |played: &PlayedMove| {
                    played.round == round && side.is_none_or(|side| played.side == side)
                };
                let found = game.moves.iter().rposition(is_meant);
                let missing = || unknown(format!("the game has no move `{}`", text.value));
                found.map(|index| index + 1).ok_or_else(missing)
            }
        }
    }

    /// The moves of a range as rounds; the first may begin in the middle of one.
    fn rounds(&self, read: &ReadGame, range: std::ops::Range<usize>) -> Vec<Value> {
        let variant = &self.loaded.variant;
        let players: Vec<SideId> = variant.variant().players().collect();
        let game = &read.compared.game;
        let mut rounds: Vec<(usize, Vec<Value>)> = Vec::new();
        for index in range {
            let (played, written) = (&game.moves[index], &read.movetext.moves[index]);
            let eliminated = played.eliminated.iter();
            let eliminated =
                eliminated.map(|&side| format!("{} is eliminated.", variant.side_title(side)));
            let comments: Vec<String> = eliminated.chain(written.comments.clone()).collect();
            let value = json!({
                "text": format!("{}{}", played.text, written.sign),
                "ply": index + 1,
                "side": variant.side_title(played.side),
                "seat": players.iter().position(|&side| side == played.side),
                "comments": comments,
            });
            match rounds.last_mut() {
                Some((round, moves)) if *round == played.round => moves.push(value),
                _ => rounds.push((played.round, vec![value])),
            }
        }
        let as_data = |(number, moves): (usize, Vec<Value>)| {
            let first = moves[0]["seat"].as_u64() == Some(0);
            let cells = (0..players.len()).map(|seat| {
                moves.iter().find(|it| it["seat"].as_u64() == Some(seat as u64)).cloned()
            });
            let cells: Vec<Option<Value>> = cells.collect();
            json!({ "number": number, "is_continued": !first, "moves": moves, "cells": cells })
        };
        rounds.into_iter().map(as_data).collect()
    }

    /// The board after a number of moves.
    fn board_after(&mut self, game: &SampleGame, shown: usize, id: &str) -> Option<String> {
        let loaded = self.loaded;
        let last = shown.checked_sub(1).map(|index| &game.moves[index]);
        let position = last.map_or(&game.first, |last| &last.after);
        let mut figure = loaded.position_figure(position, &Default::default());
        figure.focus.extend(last.and_then(|last| last.last_mover));
        let printed = |moves: &[PlayedMove]| {
            let texts: Vec<&str> = moves.iter().map(|played| played.printed.as_str()).collect();
            texts.join(" ")
        };
        let (before, then) = game.moves.split_at(shown);
        let first = match &self.block.position {
            Some(text) => text.value.clone(),
            None => print_position(loaded.variant.variant(), loaded.variant.rules(), &game.first),
        };
        let content = FigureContent::Position {
            position: first,
            after: (!before.is_empty()).then(|| printed(before)),
            then: Some(printed(then)),
            zones: Vec::new(),
            marks: None,
        };
        let (caption, name) = match last {
            None => ("Before the first move.".to_owned(), "start".to_owned()),
            Some(last) => {
                let side = loaded.variant.side_title(last.side);
                let leads = last.side == loaded.variant.first_side();
                let dots = if leads { "." } else { "..." };
                let moved = escape(&format!("{}{dots} {}", last.round, last.text));
                let words = format!("After <strong>{moved}</strong> ({}).", escape(side));
                (words, slug::slug(&format!("{} {side}", last.round)))
            }
        };
        let place = &self.block.span;
        let text =
            |value: String| SourceText::new(value, Location::new(&self.page.page.file, *place));
        let board = Block {
            caption: Caption::of_html(caption),
            name: Some(text(format!("{id}-{name}"))),
            placement: FigurePlacement::Centre,
            ..self.block.clone()
        };
        let badge = VerdictBadge::new("computed", "drawn by the engine");
        let mut renderer = BlockRenderer { page: self.page, block: &board, loaded };
        renderer.figure("board", figure, badge, Some(content))
    }

    /// How the game ended and its result: `Checkmate. White wins.`
    fn result_text(&self, block: &GameBlock, read: &ReadGame) -> String {
        let variant = &self.loaded.variant;
        let game = &read.compared.game;
        let last = game.moves.last().map_or(&game.first, |last| &last.after);
        let result = read.result.map(|result| sentence(&result_name(variant, result)));
        let why = match block.ended {
            GameEnding::Rules => None,
            GameEnding::Resignation => Some("Resignation."),
            GameEnding::Agreement => Some("The players agreed."),
            GameEnding::Time => Some("Time ran out."),
        };
        match (game.end, why) {
            (Some(end), None) => end_words(variant, last, &end),
            (_, Some(why)) => format!("{why} {}", result.unwrap_or_default()).trim().to_owned(),
            (None, None) if read.result == Some(GameResult::Unfinished) => {
                "The game is not complete.".to_owned()
            }
            (None, None) => String::new(),
        }
    }
}

fn tag<'m>(movetext: &'m Movetext, name: &str) -> Option<&'m MovetextTag> {
    movetext.tags.iter().find(|tag| tag.name == name)
}

/// The tags for readers: the players with their sides first, then what else is known.
fn tags(movetext: &Movetext, sides: &[&str]) -> Value {
    let known = |tag: &&MovetextTag| {
        !TECHNICAL_TAGS.contains(&tag.name.as_str()) && !matches!(tag.text.as_str(), "" | "?")
    };
    let is_player = |tag: &MovetextTag| sides.contains(&tag.name.as_str());
    let players: Vec<Value> = sides
        .iter()
        .filter_map(|side| tag(movetext, side))
        .filter(known)
        .map(|tag| json!({ "side": tag.name, "name": tag.text }))
        .collect();
    let others = movetext.tags.iter().filter(known).filter(|tag| !is_player(tag));
    let others: Vec<&str> = others.map(|tag| tag.text.as_str()).collect();
    json!({ "players": players, "others": others })
}
