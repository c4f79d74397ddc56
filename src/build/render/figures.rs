//! Renders blocks with a diagram: moves, positions and setups.

use serde_json::json;

use crate::book::{MovesBlock, PositionBlock, SetupBlock};
use crate::diagram::{Figure, ZoneStyle, draw, legend};
use crate::geometry::{Cell, CellSet};
use crate::illustrate::Illustrator;
use crate::query::{MarkedCells, MovesAnswer, MovesRequest, Unanswerable, Verdict};
use crate::rules::{Piece, Position};
use crate::sheet::{legend_entry, side_legend};
use crate::source::{Code, Diagnostic, SourceText};
use crate::variant::AffectedFact;
use crate::verify::{Comparison, ComparisonKind, VerdictBadge, sentence};

use super::super::picture::{Picture, PicturePurpose};
use super::BlockRenderer;

/// The text alternative lists the cells of a zone with at most this number of cells.
const MAX_LISTED_ZONE: usize = 24;

/// A block of moves with its answer, and the comparison of its marks if it has any.
pub(super) struct ComparedMoves {
    request: MovesRequest,
    answer: Result<MovesAnswer, Unanswerable>,
    marks: MarkedCells,
    pub(super) item: Option<Comparison>,
}

impl BlockRenderer<'_, '_> {
    /// Answers a block of moves and compares its marks.
    pub(super) fn compared_moves(&mut self, moves: &MovesBlock) -> Option<ComparedMoves> {
        let loaded = self.loaded;
        let marks = self.marks(moves.marks.as_ref());
        let request = self.request(moves)?;
        let answer = loaded.variant.answer(&request);
        let item = moves.marks.as_ref().map(|drawn| {
            let verdict = match &answer {
                Ok(answer) => loaded.variant.compare(&marks, answer),
                Err(Unanswerable(why)) => Verdict::Unchecked(why.clone()),
            };
            let item = Comparison::new(drawn.location.clone(), ComparisonKind::Diagram, verdict);
            let unmodelled = unmodelled_rules(loaded, &request);
            let piece = self.ids(&request).join(" ");
            let item = Comparison { piece, unmodelled, ..item };
            if moves.refuted { item.refuted() } else { item }
        });
        Some(ComparedMoves { request, answer, marks, item })
    }

    /// The ids of the piece types of a request.
    fn ids(&self, request: &MovesRequest) -> Vec<&str> {
        let id = |&kind| self.loaded.variant.variant().face(kind).id.as_str();
        request.piece_types.iter().map(id).collect()
    }

    pub(super) fn moves(&mut self, moves: &MovesBlock) -> Option<String> {
        let loaded = self.loaded;
        let ComparedMoves { request, answer, marks, item } = self.compared_moves(moves)?;
        let name = format!("{}-{}", self.ids(&request).join("-"), moves.at.value);
        let mut badge = VerdictBadge::of_diagram(item.as_ref());
        let figure = match (&answer, moves.refuted) {
            (Ok(answer), false) => loaded.illustrate(answer),
            (Ok(answer), true) => loaded.illustrate_difference(answer, &marks.cells),
            (Err(Unanswerable(why)), _) => {
                badge.words.push(sentence(why));
                unanswered_figure(loaded, &request, &marks.cells)
            }
        };
        self.page.add_comparison(item);
        self.figure(&name, figure, badge)
    }

    /// Returns what a block asks. Reports each word of the block that has no meaning.
    fn request(&mut self, moves: &MovesBlock) -> Option<MovesRequest> {
        let variant = &self.loaded.variant;
        let piece_types = self.piece_types(&moves.pieces);
        let side = self.side(moves.side.as_ref());
        let at = self.page.look_up(variant.cell(&moves.at.value), &moves.at);
        let position =
            moves.position.as_ref().map(|text| self.read_position(text, moves.after.as_ref()));
        let to = moves.to.as_ref().map(|text| self.cells(text));
        let (piece_types, side, at) = (piece_types?, side?.unwrap_or(variant.first_side()), at?);
        // The outer `None` stands for an error.
        let position =
            position.map_or(Some(None), |read| read.map(|(position, _)| Some(position)))?;
        let to = to.map_or(Some(None), |to| to.map(Some))?;
        let found = position.as_ref().and_then(|position| position.piece_at(at));
        let is_asked =
            |piece: &Piece| piece.side == side && piece_types.contains(&piece.piece_type);
        if let Some(found) = found.filter(|piece| !is_asked(piece)) {
            let wanted = variant.piece_name(Piece { side, piece_type: *piece_types.first()? });
            let found = variant.piece_name(found);
            let message = format!("{} is occupied by a {found}", moves.at.value);
            let error = moves.at.error(Code::DiagramEmpty, message);
            let help = format!("put the {wanted} on this cell, or leave the cell empty");
            self.page.report(error.help(help));
            return None;
        }
        let show = moves.show;
        Some(MovesRequest { piece_types, side, at, position, show, to, unmoved: false })
    }

    /// The marks of a block. Reports names that are no cells, and cells that are marked twice.
    fn marks(&mut self, drawn: Option<&SourceText>) -> MarkedCells {
        let mut marks = MarkedCells::default();
        for word in drawn.map(SourceText::words).unwrap_or_default() {
            let cell = self.page.look_up(self.loaded.variant.cell(&word.value), &word);
            if cell.is_some_and(|cell| !marks.cells.insert(cell)) {
                let message = format!("`{}` is marked twice", word.value);
                self.page.report(word.warning(Code::Directive, message));
            }
        }
        marks
    }

    /// A position after moves, and the cell of the piece that moved last.
    fn read_position(
        &mut self,
        text: &SourceText,
        moves: Option<&SourceText>,
    ) -> Option<(Position, Option<Cell>)> {
        let variant = &self.loaded.variant;
        let position = self.page.look_up(variant.position(&text.value), text)?;
        let Some(moves) = moves else { return Some((position, None)) };
        self.page.look_up(variant.play(position, &moves.value), moves)
    }

    /// The cells of an expression, from the point of view of the first side.
    fn cells(&mut self, text: &SourceText) -> Option<CellSet> {
        let variant = &self.loaded.variant;
        self.page.look_up(variant.variant().cells(&text.value, variant.first_side()), text)
    }

    pub(super) fn position(&mut self, drawn: &PositionBlock) -> Option<String> {
        let loaded = self.loaded;
        let marks = self.marks(drawn.marks.as_ref());
        let (position, mover) = self.read_position(&drawn.position, drawn.after.as_ref())?;
        let mut figure = loaded.position_figure(&position, &marks.cells);
        figure.focus.extend(mover);
        if !drawn.zones.is_empty() {
            // The zones of the block replace those of the definition.
            figure.view_mut().zones.clear();
        }
        for zone in &drawn.zones {
            let cells = self.cells(zone)?;
            let label = zone_label(loaded, &zone.value, &cells);
            figure.text_alternative += &format!(" Shaded: {label}.");
            figure.view_mut().zones.push(ZoneStyle { cells, label });
        }
        let badge = match &drawn.marks {
            None if drawn.after.is_some() || !drawn.zones.is_empty() => {
                VerdictBadge::of_diagram(None)
            }
            None => VerdictBadge::new("computed", "in words"),
            Some(_) => VerdictBadge {
                words: vec!["The marks of a position are the author's own.".to_owned()],
                ..VerdictBadge::new("unchecked", "not checked")
            },
        };
        self.figure("position", figure, badge)
    }

    pub(super) fn setup(&mut self, setup: &SetupBlock) -> Option<String> {
        let loaded = self.loaded;
        let side = self.side(setup.side.as_ref())?;
        let mut figure = if setup.flows { loaded.flow_figure() } else { loaded.setup_figure(side) };
        let (item, drawn) = self.compared_setup(setup)?.unzip();
        if let Some(drawn) = drawn.filter(|_| setup.refuted) {
            figure = loaded.position_figure(&drawn, &CellSet::new());
        }
        let badge = VerdictBadge::of_diagram(item.as_ref());
        self.page.add_comparison(item);
        let of = self.block.setup.as_ref().map(|name| format!("-{}", name.value));
        self.figure(&format!("setup{}", of.unwrap_or_default()), figure, badge)
    }

    /// Compares the drawn position of a setup, if there is one. The outer `None` is an error.
    pub(super) fn compared_setup(
        &mut self,
        setup: &SetupBlock,
    ) -> Option<Option<(Comparison, Position)>> {
        let side = self.side(setup.side.as_ref())?;
        let Some(text) = &setup.position else { return Some(None) };
        let (drawn, _) = self.read_position(text, None)?;
        let verdict = self.loaded.variant.compare_setup(&drawn, side);
        let mut found = Comparison::new(text.location.clone(), ComparisonKind::Setup, verdict);
        found.unmodelled = self.loaded.variant.variant().unmodelled_rules(&[AffectedFact::Setup]);
        Some(Some((if setup.refuted { found.refuted() } else { found }, drawn)))
    }

    /// The part of a figure with the given cells.
    fn part(&mut self, whole: &Figure, text: &SourceText) -> Option<Figure> {
        let part = whole.cropped_to(&self.cells(text)?);
        let part = part.map_err(|error| Diagnostic::error(Code::CellsEmpty, error.to_string()));
        self.page.look_up(part, text)
    }

    /// Renders a figure as the block wants it: a part of the boards, as a side sees them.
    fn figure(&mut self, name: &str, mut whole: Figure, badge: VerdictBadge) -> Option<String> {
        if let Some(side) = self.side(self.block.view.as_ref()).flatten() {
            let game = self.loaded.variant.rules().game();
            whole.view_mut().orientation = game.sides[side].frame;
        }
        let figure = &match &self.block.only {
            Some(text) => self.part(&whole, text)?,
            None => whole,
        };
        let page = &mut self.page;
        let id = page.name(self.block, name);
        let picture = Picture::new(&page.page.address, &id, draw(figure), PicturePurpose::Page);
        let files = picture.data();
        let legend = legend(figure).into_iter().map(|entry| legend_entry(entry, &id));
        let words = figure.text_alternative.lines().map(str::to_owned).chain(badge.words);
        let data = json!({
            "drawing": files.drawing,
            "wide": picture.is_wide(),
            "across": picture.across(),
            "armies": side_legend(figure, self.loaded),
            "legend": legend.collect::<Vec<_>>(),
            "verdict": badge.verdict,
            "mark": badge.mark,
            "words": words.collect::<Vec<_>>(),
            "svg": files.svg,
            "png": files.png,
        });
        page.rendered.pictures.push(picture);
        page.rendered.diagrams += 1;
        page.render_block("figure.html", self.block, id, data)
    }
}

/// The rules in words only that affect the moves of a request.
fn unmodelled_rules(loaded: &Illustrator, request: &MovesRequest) -> Vec<String> {
    let pieces = request.piece_types.iter().map(|&piece| AffectedFact::Piece(piece));
    let facts: Vec<AffectedFact> = pieces.chain([AffectedFact::Moves]).collect();
    loaded.variant.variant().unmodelled_rules(&facts)
}

/// The name of a zone as the author writes it, with its cells if they are few.
fn zone_label(loaded: &Illustrator, named: &str, cells: &CellSet) -> String {
    let list = loaded.variant.layout().names_of(cells);
    let is_id = loaded.variant.variant().zones.iter().any(|zone| zone.id == named);
    let named = if is_id { named.replace('-', " ") } else { named.to_owned() };
    match cells.len() {
        _ if named.split_whitespace().eq(list.split_whitespace()) => list,
        0..=MAX_LISTED_ZONE => format!("{named} ({list})"),
        _ => named,
    }
}

/// The diagram of a request that has no answer, with the marks of the page.
fn unanswered_figure(loaded: &Illustrator, request: &MovesRequest, marks: &CellSet) -> Figure {
    let empty = || Position::empty(loaded.variant.rules());
    let mut position = request.position.clone().unwrap_or_else(empty);
    let piece =
        request.piece_types.first().map(|&piece_type| Piece { side: request.side, piece_type });
    position.set_piece(request.at, piece);
    let mut figure = loaded.position_figure(&position, marks);
    figure.focus.insert(request.at);
    figure
}
