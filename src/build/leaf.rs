use crate::book::{
    Page, address,
    data::{LeafData, LeafPieceData, LegendData},
};
use crate::diagram::{Figure, Flavour, draw, legend, write_svg};
use crate::rules::{KindId, Man, SideId};
use crate::study::{MovesRequest, Study};

use super::picture::sign_data;
use super::{armies, card, sheet};

/// Up to so many pieces get much room, and up to so many get some.
const FEW: usize = 6;
const SOME: usize = 12;

/// The file of the site that holds the rule sheet of the page with that address.
pub(super) fn file(page: &str) -> String {
    address::beside(page, "rule-sheet.html")
}

/// Board, pieces and moves of a game, for one sheet of paper.
pub(super) fn leaf(
    study: &Study,
    page: &Page,
    piece: impl Fn(SideId, KindId) -> Piece,
) -> LeafData {
    let variant = study.variant();
    let setup = draw(&study.setup_figure(None));
    let mut signs: Vec<LegendData> = Vec::new();
    let mut wide = false;
    let mut pieces = Vec::new();
    for (index, kind) in armies::kinds(variant, None).into_iter().enumerate() {
        let side = owner(study, kind);
        let figure = moves(study, side, kind);
        let id_prefix = format!("sheet-{index}-");
        let mut drawing = String::new();
        if let Some(figure) = &figure {
            let scene = draw(figure);
            wide |= scene.width > 1.5 * scene.height;
            drawing = write_svg(&scene, Flavour::Inline { id_prefix: &id_prefix });
            add_signs(&mut signs, figure, &id_prefix);
        }
        pieces.push(LeafPieceData { piece: piece(side, kind), drawing });
    }
    let size = match pieces.len() {
        count if count <= FEW => "few",
        count if count <= SOME => "some",
        _ => "many",
    };
    LeafData {
        title: variant.name.clone(),
        description: page.head.description.as_ref().map_or(String::new(), |it| it.value.clone()),
        page: address::link(&page.address, &address::file_of(&page.address)),
        drawing: write_svg(&setup, Flavour::Inline { id_prefix: "sheet-" }),
        facts: card::facts(variant),
        size: size.to_owned(),
        wide,
        pieces,
        legend: signs,
    }
}

/// What a piece looks like in lists.
type Piece = crate::book::data::PieceData;

/// Whose piece it is: the first side's, if it has one.
fn owner(study: &Study, kind: KindId) -> SideId {
    let men = study.variant().game.array.iter().filter(|(_, man)| man.kind == kind);
    men.map(|(_, man)| man.side).min().unwrap_or(study.first_side())
}

/// The moves of a piece from where it has most of them; nothing where nobody knows them.
fn moves(study: &Study, side: SideId, kind: KindId) -> Option<Figure> {
    let at = sheet::best_cell(study, side, kind)?;
    let answer = study.answer(&MovesRequest::new(Man { side, kind }, at)).ok()?;
    let mut figure = study.illustrate(&answer);
    // At this size coordinates cannot be read, and the levels say what their stack would.
    let ground = figure.ground_mut();
    ground.coordinates = false;
    ground.overview = false;
    Some(figure)
}

fn add_signs(signs: &mut Vec<LegendData>, figure: &Figure, id_prefix: &str) {
    for entry in legend(figure) {
        if !signs.iter().any(|known| known.words == entry.words) {
            signs.push(sign_data(entry, id_prefix));
        }
    }
}
