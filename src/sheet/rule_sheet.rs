//! The content of a rule sheet.

use std::sync::Arc;

use crate::book::{
    Page, address,
    data::{PieceData, RuleSheetData, RuleTextData, SheetPieceData},
};
use crate::diagram::{SvgTarget, draw, write_svg};
use crate::illustrate::Illustrator;
use crate::prose::Ruling;
use crate::query::Study;
use crate::rules::{PieceTypeId, SideId};
use crate::source::series;

use super::armies::{ArmyGame, army_squares};
use super::infobox::{self, CERTAINTY};
use super::legend::SharedLegend;
use super::pieces::{SheetPiece, move_diagram, sheet_pieces, turn_tall_board};
use super::size::set_size;

/// Pictures with a greater ratio of width to height need wide columns.
const WIDE: f64 = 1.9;

/// The file of the site that holds the rule sheet of the page with that address.
pub fn rule_sheet_file(page: &str) -> String {
    address::beside(page, "rule-sheet.html")
}

/// The rule sheet of a variant, with the pieces of all armies to choose from.
pub fn rule_sheet(
    illustrator: &Arc<Illustrator>,
    armies: &[ArmyGame],
    page: &Page,
    piece_data: impl Fn(&Illustrator, SideId, PieceTypeId) -> PieceData,
) -> RuleSheetData {
    let study = &illustrator.variant;
    let mut setup = illustrator.setup_figure(None);
    turn_tall_board(&mut setup);
    let mut facts = infobox::facts(study.variant());
    // The number counts facts that the sheet does not show.
    if let Some(certainty) = facts.iter_mut().find(|fact| fact.term == CERTAINTY) {
        certainty.words = "in part".to_owned();
    }
    let mut legend = SharedLegend::default();
    let mut wide = false;
    let mut pieces = Vec::new();
    for (index, SheetPiece { illustrator, piece, note }) in
        sheet_pieces(illustrator, armies).into_iter().enumerate()
    {
        let id_prefix = format!("sheet-{index}-");
        let piece_data = piece_data(&illustrator, piece.side, piece.piece_type);
        let mut drawing = String::new();
        if let Some(mut figure) = move_diagram(&illustrator, piece) {
            legend.add(&piece_data.name, &mut figure, &id_prefix);
            let scene = draw(&figure);
            wide |= scene.width > WIDE * scene.height;
            drawing = write_svg(&scene, SvgTarget::Inline { id_prefix: &id_prefix });
        }
        pieces.push(SheetPieceData { piece: piece_data, drawing, note, long: false });
    }
    let description = page.head.description.as_ref();
    let mut sheet = RuleSheetData {
        title: study.variant().name.clone(),
        description: description.map_or(String::new(), |text| text.value.clone()),
        page: address::link(&page.address, &address::file_of(&page.address)),
        drawing: write_svg(&draw(&setup), SvgTarget::Inline { id_prefix: "sheet-" }),
        facts,
        size: String::new(),
        columns: 0,
        rows: 0,
        wide,
        pieces,
        legend: legend.into_entries(),
        rules: rules(study, armies),
    };
    set_size(&mut sheet);
    sheet
}

/// The rules that belong to no single piece, and the armies to choose from.
fn rules(study: &Study, armies: &[ArmyGame]) -> Vec<RuleTextData> {
    let others: Vec<&Study> = match armies {
        [] | [_] => Vec::new(),
        several => several.iter().map(|army| &*army.illustrator.variant).collect(),
    };
    let text = |Ruling { on, words, sureness }| RuleTextData {
        heading: on,
        words,
        badge: sureness.badge(),
    };
    let mut rules: Vec<RuleTextData> = study.rulings_with(&others).into_iter().map(text).collect();
    if let Some(words) = armies_text(armies) {
        let heading = "Armies".to_owned();
        rules.insert(1.min(rules.len()), RuleTextData { heading, words, badge: String::new() });
    }
    rules
}

/// The armies to choose from and the squares of their pieces; `None` if there is only one army, or
/// if the armies use different squares.
fn armies_text(armies: &[ArmyGame]) -> Option<String> {
    let squares = army_squares(armies);
    if armies.len() < 2 || squares.is_empty() {
        return None;
    }
    let pieces = |army: &ArmyGame| {
        let names: Vec<&str> =
            army.kinds.iter().map(|&kind| army.illustrator.variant.kind_name(kind)).collect();
        format!("{}: {}", army.army.name, names.join(", "))
    };
    let pieces: Vec<String> = armies.iter().map(pieces).collect();
    let first = &armies[0].illustrator.variant.variant().sides[0].name;
    Some(format!(
        "Each player chooses one. On {first}’s {} stand, in this order, {}.",
        series(&squares, "and"),
        pieces.join("; ")
    ))
}
