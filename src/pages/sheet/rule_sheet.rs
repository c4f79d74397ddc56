//! The content of a rule sheet.

use std::sync::Arc;

use crate::book::{
    Page, Phrases, Settings, address,
    data::{RuleSheetData, RuleTextData, SheetPieceData},
};
use crate::diagram::{Figure, SvgTarget, draw, write_svg};
use crate::format::Certainty;
use crate::game::{MoveRule, Piece, SideId};
use crate::illustrate::Illustrator;
use crate::prose::{RuleText, least_certain, rule_texts_with, setup_words};
use crate::query::LoadedVariant;
use crate::source::join_words;

use super::armies::{ArmyGame, army_squares};
use super::facts;
use super::legend::{SharedLegend, side_legend};
use super::pieces::{IN_PLAY, SheetPiece, move_diagram, piece_data, sheet_pieces, turn_tall_board};
use super::size::set_size;
use super::terms::{date_words, terms};

/// Pictures with a greater ratio of width to height need wide columns.
const WIDE: f64 = 1.9;

/// The file of the site that holds the rule sheet of the page with that address.
pub fn rule_sheet_file(page: &str) -> String {
    address::beside(page, "rule-sheet.html")
}

/// The rule sheet of a variant, with the pieces of all armies to choose from.
pub fn rule_sheet(
    loaded: &Arc<Illustrator>,
    armies: &[ArmyGame],
    (page, settings, phrases): (&Page, &Settings, &Phrases),
) -> RuleSheetData {
    let mut setup = loaded.setup_figure(None);
    turn_tall_board(&mut setup);
    let facts = facts::facts(loaded.variant.variant(), phrases);
    let mut legend = SharedLegend::default();
    let mut wide = false;
    let mut pieces: Vec<SheetPieceData> = Vec::new();
    for (index, SheetPiece { loaded, piece, note }) in
        sheet_pieces(loaded, armies).into_iter().enumerate()
    {
        let id_prefix = format!("sheet-{index}-");
        let data = piece_data(&loaded, piece.side, piece.piece_type);
        let drawn = move_figure(&loaded, piece, &data.name, &mut legend, &id_prefix);
        let badge = piece_badge(&loaded, piece);
        let is_like = |it: &&mut SheetPieceData| {
            (it.note == note || note == IN_PLAY)
                && it.badge == badge
                && it.piece.words == data.words
                && it.piece.zones == data.zones
        };
        if let Some(same) = pieces.iter_mut().find(is_like) {
            same.also.push(data);
            continue;
        }
        let mut drawing = String::new();
        if let Some(figure) = drawn {
            let scene = draw(&figure);
            wide |= scene.width > WIDE * scene.height;
            drawing = write_svg(&scene, SvgTarget::Inline { id_prefix: &id_prefix });
        }
        let also = Vec::new();
        pieces.push(SheetPieceData { piece: data, also, drawing, note, badge, long: false });
    }
    let mut sheet = RuleSheetData {
        title: loaded.variant.variant().name.clone(),
        description: page.front_matter.description_text().to_owned(),
        page: address::link(&page.address, &address::file_of(&page.address)),
        drawing: write_svg(&draw(&setup), SvgTarget::Inline { id_prefix: "sheet-" }),
        facts,
        size: String::new(),
        columns: 0,
        rows: 0,
        wide,
        pieces,
        legend: legend.into_entries(),
        sides: side_legend(&setup, loaded),
        rules: rule_data(loaded, armies),
        terms: Vec::new(),
        address: sheet_address(page, settings),
        revised: loaded
            .variant
            .variant()
            .about
            .revised
            .as_deref()
            .map_or(String::new(), date_words),
    };
    let badges = sheet.rules.iter().map(|rule| &rule.badge);
    let badges = badges.chain(sheet.facts.iter().map(|fact| &fact.badge));
    let badges = badges.chain(sheet.pieces.iter().map(|it| &it.badge));
    let badges: Vec<String> = badges.cloned().collect();
    sheet.terms = terms(&loaded.variant, &all_texts(&sheet), &badges);
    set_size(&mut sheet);
    sheet
}

/// The certainty of a rule or of a part of it, as the sheet prints it; empty if the source states it.
fn badge(certainty: Certainty, is_partly: bool) -> String {
    let partly = if is_partly && certainty != Certainty::Stated { "partly " } else { "" };
    format!("{partly}{}", certainty.badge())
}

/// The certainty of the moves of a piece.
fn piece_badge(loaded: &Illustrator, piece: Piece) -> String {
    let path = format!("pieces.{}", loaded.variant.variant().face(piece.piece_type).id);
    let notes = &loaded.variant.variant().certainty_notes;
    let whole = notes.of(&format!("{path}.move")).max(notes.of(&format!("{path}.moves")));
    let least = least_certain(&loaded.variant, &path);
    badge(least, whole != least)
}

/// The picture of the moves of a piece, with what the legend does not say of it.
fn move_figure(
    loaded: &Arc<Illustrator>,
    piece: Piece,
    name: &str,
    legend: &mut SharedLegend,
    id_prefix: &str,
) -> Option<Figure> {
    let mut figure = move_diagram(loaded, piece)?;
    // A rule that captures only some pieces is another way to capture, unless it adds captures.
    let rules = &loaded.variant.game().piece_types[piece.piece_type].move_rules[piece.side];
    figure.moves_also_capture &=
        rules.iter().all(|rule| rule.may_capture.is_none() || only_captures(rule));
    if rules.iter().any(|rule| rule.may_capture.is_some() && only_captures(rule)) {
        legend.add_other_capture(name);
    }
    legend.add(name, &mut figure, id_prefix);
    Some(figure)
}

/// Whether every move of a rule is a capture.
fn only_captures(rule: &MoveRule) -> bool {
    let mut ends = rule.form.terms().iter().filter_map(|term| term.legs.last());
    ends.all(|leg| leg.modifiers.capture && !leg.modifiers.quiet)
}

/// The texts of the sheet in which terms occur.
fn all_texts(sheet: &RuleSheetData) -> String {
    let pieces = sheet.pieces.iter().flat_map(|it| {
        let zones = it.piece.zones.iter();
        let zones = zones.flat_map(|zone| [&zone.place, &zone.moves, &zone.captures]);
        zones.chain([&it.piece.words])
    });
    let rules = sheet.rules.iter().map(|rule| &rule.words);
    let legend = sheet.legend.iter().map(|entry| &entry.words);
    let texts: Vec<&str> = pieces.chain(rules).chain(legend).map(String::as_str).collect();
    texts.join(" ")
}

/// The title of the book and the address of the page, with its folder alone if the book has no
/// address.
fn sheet_address(page: &Page, settings: &Settings) -> String {
    let folder = page.address.trim_end_matches("index.html");
    match &settings.base_url {
        Some(base) => format!("{base}{folder}"),
        None => format!("{}: {folder}", settings.title),
    }
}

/// The rules of the variant except the moves of pieces, with the armies to choose from.
pub fn rule_data(loaded: &Illustrator, armies: &[ArmyGame]) -> Vec<RuleTextData> {
    let others: Vec<&LoadedVariant> = match armies {
        [] | [_] => Vec::new(),
        several => several.iter().map(|army| &*army.loaded.variant).collect(),
    };
    let text = |RuleText { heading, words, certainty, is_partly }| RuleTextData {
        heading,
        words,
        badge: badge(certainty, is_partly),
    };
    let mut rules: Vec<RuleTextData> =
        rule_texts_with(&loaded.variant, &others).into_iter().map(text).collect();
    // Four colours look alike on a grey print.
    if loaded.variant.variant().players().count() > 2 {
        let setup = |side: SideId| {
            let name = loaded.variant.side_title(side);
            let words = setup_words(
                &loaded.variant,
                &loaded.variant.initial_pieces(Some(side)),
                Some(side),
            );
            let words = words.strip_prefix(&format!("{name}: ")).unwrap_or(&words).to_owned();
            let badge = least_certain(&loaded.variant, "setup").badge();
            RuleTextData { heading: format!("Setup, {name}"), words, badge }
        };
        rules.splice(0..0, loaded.variant.variant().players().map(setup));
    }
    if let Some(words) = armies_text(armies) {
        let heading = "Armies".to_owned();
        rules.insert(1.min(rules.len()), RuleTextData { heading, words, badge: String::new() });
    }
    let unmodelled = &loaded.variant.variant().unmodelled;
    rules.extend(unmodelled.iter().map(|rule| RuleTextData {
        heading: "Further rules".to_owned(),
        words: rule.rule.clone(),
        badge: String::new(),
    }));
    rules
}

/// The armies to choose from and the squares of their pieces; `None` if there is only one army, or
/// if the armies use different squares.
fn armies_text(armies: &[ArmyGame]) -> Option<String> {
    if armies.len() < 2 {
        return None;
    }
    let variant = armies[0].loaded.variant.variant();
    let squares = variant.players().filter_map(|side| {
        let squares = army_squares(armies, side);
        let name = &variant.sides[side.index()].name;
        (!squares.is_empty()).then(|| format!("{} ({name})", join_words(squares, "and")))
    });
    let squares: Vec<String> = squares.collect();
    if squares.is_empty() {
        return None;
    }
    let names_of = |army: &ArmyGame| {
        let names: Vec<&str> =
            army.piece_types.iter().map(|&it| army.loaded.variant.piece_type_name(it)).collect();
        format!("{}: {}", army.army.name, join_words(names, "and"))
    };
    let pieces: Vec<String> = armies.iter().map(names_of).collect();
    Some(format!(
        "Each player chooses one army; players may choose the same army. {}. In this order the \
         pieces of an army start on {}. All other pieces start as in the diagram, which shows {}.",
        pieces.join(". "),
        squares.join(" or "),
        armies[0].army.name
    ))
}
