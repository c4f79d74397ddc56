use std::sync::Arc;

use crate::book::{
    Page, address,
    data::{LeafData, LeafPieceData, LegendData, PieceData, RulingData},
};
use crate::diagram::{BoardShape, Figure, SvgTarget, draw, legend, write_svg};
use crate::geometry::{Cell, Cells, Facing, Frame, Joined, Tiling};
use crate::prose::Ruling;
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::source::series;

use super::armies::{self, WithArmy};
use super::card;
use super::fit::{Fit, Load, Plate};
use super::picture::sign_data;

/// Boards with more files or ranks are shown in part, where a part has all that matters.
const LARGE: usize = 10;
/// So many cells a side has such a part at least.
const WINDOW: i16 = 5;

/// The file of the site that holds the rule sheet of the page with that address.
pub(super) fn file(page: &str) -> String {
    address::beside(page, "rule-sheet.html")
}

/// Board, pieces and moves of a game, for one sheet of paper; with all of its armies, where there
/// are several to choose from.
pub(super) fn leaf(
    study: &Arc<Study>,
    armies: &[WithArmy],
    page: &Page,
    piece: impl Fn(&Study, SideId, PieceTypeId) -> PieceData,
) -> LeafData {
    let variant = study.variant();
    let mut setup = study.setup_figure(None);
    lay_down(&mut setup);
    let setup = draw(&setup);
    let description = page.head.description.as_ref().map_or(String::new(), |it| it.value.clone());
    let mut facts = card::facts(variant);
    // Not all that is unsure is told on a sheet.
    if let Some(standing) = facts.iter_mut().find(|fact| fact.term == card::STANDING) {
        standing.words = "in part".to_owned();
    }
    let others: Vec<&Study> = match armies {
        [] | [_] => Vec::new(),
        several => several.iter().map(|army| &*army.study).collect(),
    };
    let mut rulings: Vec<RulingData> =
        study.rulings_with(&others).into_iter().map(ruling_data).collect();
    if let Some(words) = armies_words(armies) {
        let ruling = RulingData { on: "Armies".to_owned(), words, badge: String::new() };
        rulings.insert(1.min(rulings.len()), ruling);
    }

    let mut load = Load { board: setup.width / setup.height, ..Load::default() };
    load.facts.push(description.chars().count());
    load.facts.extend(facts.iter().map(|fact| fact.words.chars().count()));
    let letters = |ruling: &RulingData| {
        [&ruling.on, &ruling.words, &ruling.badge].map(|it| it.chars().count())
    };
    load.rulings.extend(rulings.iter().map(|ruling| letters(ruling).iter().sum::<usize>()));

    let mut signs: Vec<LegendData> = Vec::new();
    let mut wide = false;
    let mut takers = Takers::default();
    let mut pieces = Vec::new();
    for (index, entry) in entries(study, armies).into_iter().enumerate() {
        let Entry { study, piece: board_piece, note } = entry;
        let id_prefix = format!("sheet-{index}-");
        let piece = piece(&study, board_piece.side, board_piece.piece_type);
        let mut item = LeafPieceData { piece, drawing: String::new(), note };
        let mut plate = None;
        if let Some(mut figure) = moves(&study, board_piece) {
            takers.add(&item.piece.name, &figure);
            // One legend serves all pieces, and says of all dots what they have in common.
            figure.moves_also_capture = false;
            let scene = draw(&figure);
            let aspect = scene.width / scene.height;
            plate = Some(Plate { aspect, across: scene.across() });
            wide |= aspect > 1.9;
            item.drawing = write_svg(&scene, SvgTarget::Inline { id_prefix: &id_prefix });
            add_signs(&mut signs, &figure, &id_prefix);
        }
        load.pieces.push((plate, item.piece.words.chars().count() + item.note.chars().count()));
        pieces.push(item);
    }
    let word = |words| LegendData { swatch: String::new(), words };
    signs.extend(takers.words().map(word));
    let letters = |sign: &LegendData| match sign.swatch.is_empty() {
        true => Load::LINE,
        false => sign.words.chars().count(),
    };
    load.legend.extend(signs.iter().map(letters));
    let fit = Fit::of(&load);
    LeafData {
        title: variant.name.clone(),
        description,
        page: address::link(&page.address, &address::file_of(&page.address)),
        drawing: write_svg(&setup, SvgTarget::Inline { id_prefix: "sheet-" }),
        facts,
        fit: fit.classes(),
        wide,
        pieces,
        legend: signs,
        rulings,
    }
}

/// Which armies there are to choose from, and where their pieces stand; nothing where there is one.
fn armies_words(armies: &[WithArmy]) -> Option<String> {
    let places = armies::roles(armies);
    if armies.len() < 2 || places.is_empty() {
        return None;
    }
    let told = armies.iter().map(|army| {
        let names: Vec<&str> = army.kinds.iter().map(|&kind| army.study.kind_name(kind)).collect();
        format!("{}: {}", army.army.name, names.join(", "))
    });
    let told: Vec<String> = told.collect();
    let first = &armies[0].study.variant().sides[0].name;
    Some(format!(
        "Each player chooses one. On {first}’s {} stand, in this order, {}.",
        series(&places, "and"),
        told.join("; ")
    ))
}

/// Who captures as he moves, and who does not.
#[derive(Default)]
struct Takers {
    alike: Vec<String>,
    others: Vec<String>,
}

impl Takers {
    fn add(&mut self, name: &str, figure: &Figure) {
        let list = if figure.moves_also_capture { &mut self.alike } else { &mut self.others };
        if !list.iter().any(|known| known == name) {
            list.push(name.to_owned());
        }
    }

    /// Those of whom there are fewer are named.
    fn words(&self) -> Option<String> {
        let Takers { alike, others } = self;
        let list = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("the {name}")).collect();
            series(&names, "and")
        };
        let capital = |text: String| text.replacen("the", "The", 1);
        match (alike.len(), others.len()) {
            (0, _) => None,
            (_, 0) => Some("All pieces capture in the way they move.".to_owned()),
            (1, _) => Some(capital(format!("{} captures in the way it moves.", list(alike)))),
            (some, few) if few < some => {
                Some(format!("All but {} capture in the way they move.", list(others)))
            }
            _ => Some(capital(format!("{} capture in the way they move.", list(alike)))),
        }
    }
}

/// A kind that the sheet shows.
struct Entry {
    /// The game, with the army that has it.
    study: Arc<Study>,
    piece: Piece,
    /// Whose it is, or how one comes to have it.
    note: String,
}

/// Everybody who can stand on the board: the array, the other armies, and what pieces become.
fn entries(study: &Arc<Study>, armies: &[WithArmy]) -> Vec<Entry> {
    let variant = study.variant();
    let entry = |study: &Arc<Study>, piece_type: PieceTypeId, note: &str| Entry {
        study: study.clone(),
        piece: Piece { side: study.owner(piece_type), piece_type },
        note: note.to_owned(),
    };
    let mut kinds = armies::ordered(variant, None);
    let mut entries = Vec::new();
    if armies.len() > 1 {
        let id =
            |study: &Study, piece_type: PieceTypeId| study.variant().face(piece_type).id.clone();
        let in_army = |piece_type: &PieceTypeId| {
            let of = |army: &WithArmy| {
                army.kinds.iter().any(|&it| id(&army.study, it) == id(study, *piece_type))
            };
            armies.iter().any(of)
        };
        kinds.retain(|piece_type| !in_army(piece_type));
        for army in armies {
            let own = army.kinds.iter();
            entries.extend(own.map(|&piece_type| entry(&army.study, piece_type, &army.army.name)));
        }
    }
    let shared: Vec<Entry> = kinds.iter().map(|&piece_type| entry(study, piece_type, "")).collect();
    entries.splice(0..0, shared);
    let shown: Vec<String> =
        entries.iter().map(|it| it.study.kind_name(it.piece.piece_type).to_owned()).collect();
    let mut promoted: Vec<PieceTypeId> = Vec::new();
    for promotion in &variant.game.promotions {
        for &piece_type in &promotion.choices {
            let is_new = !promoted.contains(&piece_type);
            if is_new && !shown.iter().any(|name| name == study.kind_name(piece_type)) {
                promoted.push(piece_type);
            }
        }
    }
    entries.extend(promoted.into_iter().map(|piece_type| entry(study, piece_type, "by promotion")));
    entries
}

/// What a piece can do; nothing where nobody knows it.
fn moves(study: &Study, piece: Piece) -> Option<Figure> {
    let mut figure = study.showcase(piece)?;
    if let Some(window) = window(&figure) {
        figure = figure.cropped_to(&window).unwrap_or(figure);
    }
    lay_down(&mut figure);
    // At this size coordinates cannot be read, and the levels say what their stack would.
    let ground = figure.view_mut();
    ground.coordinates = false;
    ground.overview = false;
    // Side by side they fill a wide column; a last row that is not full is wasted paper.
    ground.in_one_row = true;
    Some(figure)
}

/// A board that is very much higher than wide is shown from the side: there its cells are larger.
/// Bent to a ring, it is as wide as high.
fn lay_down(figure: &mut Figure) {
    let ground = figure.view();
    let [board] = ground.layout.boards() else { return };
    let is_round = ground.boards.first().is_some_and(|style| style.shape == BoardShape::Ring);
    let is_high = board.ranks.len() >= 3 * board.files.len();
    if is_high && !is_round && board.tiling == Tiling::Squares {
        figure.view_mut().orientation = Frame::facing(Facing::Left);
    }
}

/// The part of a large board that has everything that the figure shows; `None` where that is most
/// of it.
fn window(figure: &Figure) -> Option<Cells> {
    let layout = &figure.view().layout;
    let [board] = layout.boards() else { return None };
    let (files, ranks) = (board.files.len() as i16, board.ranks.len() as i16);
    let is_plain = board.tiling == Tiling::Squares && board.joined == Joined::Nothing;
    // Of boards one above the other each is small.
    let is_large = board.files.len().max(board.ranks.len()) > LARGE || board.has_levels;
    if !is_plain || !is_large {
        return None;
    }
    let shown = figure.marks.iter().map(|mark| mark.cell);
    let shown: Cells = shown.chain(figure.pieces.iter().map(|it| it.cell)).collect();
    let points = || shown.iter().map(|cell| layout.point(cell).at);
    let span = |of: fn(crate::geometry::Vector) -> i16, size: i16| {
        let (least, most) = (points().map(of).min()?, points().map(of).max()?);
        // One cell around, and as many as a window has.
        let missing = (WINDOW - (most - least + 1)).max(2);
        let least = (least - missing / 2).clamp(0, (size - WINDOW).max(0));
        let most = (most + missing / 2).max(least + WINDOW - 1).min(size - 1);
        Some((least, most))
    };
    let (x, y) = (span(|at| at.x, files)?, span(|at| at.y, ranks)?);
    let within = |cell: &Cell| {
        let at = layout.point(*cell).at;
        (x.0..=x.1).contains(&at.x) && (y.0..=y.1).contains(&at.y)
    };
    let is_part = x.1 - x.0 + 3 < files || y.1 - y.0 + 3 < ranks;
    is_part.then(|| layout.cells().filter(within).collect())
}

fn ruling_data(Ruling { on, words, sureness }: Ruling) -> RulingData {
    RulingData { on, words, badge: sureness.badge() }
}

fn add_signs(signs: &mut Vec<LegendData>, figure: &Figure, id_prefix: &str) {
    for entry in legend(figure) {
        if !signs.iter().any(|known| known.words == entry.text) {
            signs.push(sign_data(entry, id_prefix));
        }
    }
}
