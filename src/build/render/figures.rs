//! Renders blocks with a diagram: moves, positions and setups.

use crate::book::{Block, DrawnMarks, MovesBlock, PositionBlock, SetupBlock, data::FigureData};
use crate::diagram::{Figure, ZoneStyle, legend};
use crate::geometry::{Cell, CellSet};
use crate::illustrate::Illustrator;
use crate::query::{self, MovesRequest, Unanswerable, Verdict};
use crate::rules::{Piece, Position};
use crate::sheet::{legend_entry, side_legend};
use crate::source::{Code, Diagnostic, Location, SourceText, Spanned};
use crate::variant::AffectedFact;
use crate::verify::{Comparison, ComparisonKind, VerdictBadge, sentence};

use super::super::picture::Picture;
use super::{PageRenderer, caption, place};

/// The text alternative lists the cells of a zone with at most this number of cells.
const MAX_LISTED_ZONE: usize = 24;

impl PageRenderer<'_> {
    pub(super) fn moves(
        &mut self,
        block: &Block,
        moves: &MovesBlock,
        loaded: &Illustrator,
    ) -> Option<String> {
        let marks = self.marks(moves.marks.as_ref(), loaded);
        let request = self.request(moves, loaded)?;
        let answer = loaded.variant.answer(&request);
        let item = moves.marks.as_ref().map(|drawn| {
            let verdict = match &answer {
                Ok(answer) => loaded.variant.compare(&marks, answer),
                Err(Unanswerable(why)) => Verdict::Unchecked(why.clone()),
            };
            let at = Location::new(&self.page.file, drawn.span);
            let pieces: Vec<&str> = ids(loaded, &request);
            let item = Comparison {
                piece: pieces.join(" "),
                unmodelled: unmodelled_rules(loaded, &request),
                ..Comparison::new(at, ComparisonKind::Diagram, verdict)
            };
            if moves.refuted { item.refuted() } else { item }
        });
        let name = format!("{}-{}", ids(loaded, &request).join("-"), moves.at.value);
        let mut badge = VerdictBadge::of_diagram(item.as_ref());
        let mut figure = match (&answer, moves.refuted) {
            (Ok(answer), false) => loaded.illustrate(answer),
            (Ok(answer), true) => loaded.illustrate_difference(answer, &marks.cells),
            (Err(Unanswerable(why)), _) => {
                badge.words.push(sentence(why));
                unanswered_figure(loaded, &request, &marks.cells)
            }
        };
        self.set_view(&mut figure, loaded, moves.view.as_ref());
        self.add_comparison(item);
        self.figure(block, &name, figure, loaded, badge)
    }

    /// Returns what a block asks. Reports each word of the block that has no meaning.
    fn request(&mut self, moves: &MovesBlock, loaded: &Illustrator) -> Option<MovesRequest> {
        let piece_types = self.piece_types(loaded, &moves.pieces);
        let side = self.side(loaded, moves.side.as_ref());
        let at = self.look_up(loaded.variant.cell(&moves.at.value), &moves.at);
        let position = moves.position.as_ref().map(|text| {
            let position = self.read_position(text, loaded)?;
            Some(self.play(position, moves.after.as_ref(), loaded)?.0)
        });
        let to = moves.to.as_ref().map(|text| self.cells(text, loaded));
        let (piece_types, side, at) =
            (piece_types?, side?.unwrap_or(loaded.variant.first_side()), at?);
        // The outer `None` stands for an error.
        let position = position.map_or(Some(None), |position| position.map(Some))?;
        let to = to.map_or(Some(None), |to| to.map(Some))?;
        let found = position.as_ref().and_then(|position| position.piece_at(at));
        let is_asked =
            |piece: &Piece| piece.side == side && piece_types.contains(&piece.piece_type);
        if let Some(found) = found.filter(|piece| !is_asked(piece)) {
            let wanted =
                loaded.variant.piece_name(Piece { side, piece_type: *piece_types.first()? });
            let found = loaded.variant.piece_name(found);
            let message = format!("{} is occupied by a {found}", moves.at.value);
            let error = Diagnostic::error(Code::DiagramEmpty, message)
                .help(format!("put the {wanted} on this cell, or leave the cell empty"));
            self.report_at(error, &moves.at);
            return None;
        }
        let show = moves.show;
        Some(MovesRequest { piece_types, side, at, position, show, to, unmoved: false })
    }

    /// The marks of a block. Reports names that are no cells, and cells that are marked twice.
    fn marks(&mut self, drawn: Option<&DrawnMarks>, loaded: &Illustrator) -> query::MarkedCells {
        let Some(drawn) = drawn else { return query::MarkedCells::default() };
        let mut marks = query::MarkedCells::default();
        for word in &drawn.cells {
            let Some(cell) = self.look_up(loaded.variant.cell(&word.value), word) else { continue };
            if !marks.cells.insert(cell) {
                let message = format!("`{}` is marked twice", word.value);
                self.report_at(Diagnostic::warning(Code::Directive, message), word);
            }
        }
        marks
    }

    fn read_position(&mut self, text: &SourceText, loaded: &Illustrator) -> Option<Position> {
        self.look_up_in(loaded.variant.position(&text.value), text)
    }

    /// The position after moves, and the cell of the piece that moved last.
    fn play(
        &mut self,
        position: Position,
        moves: Option<&SourceText>,
        loaded: &Illustrator,
    ) -> Option<(Position, Option<Cell>)> {
        let Some(text) = moves else { return Some((position, None)) };
        self.look_up_in(loaded.variant.play(position, &text.value), text)
    }

    /// The cells of an expression, from the point of view of the first side.
    fn cells(&mut self, text: &SourceText, loaded: &Illustrator) -> Option<CellSet> {
        self.look_up_in(
            loaded.variant.variant().cells(&text.value, loaded.variant.first_side()),
            text,
        )
    }

    /// Adds a comparison to those of the page, and its diagnostic if it does not agree.
    pub(super) fn add_comparison(&mut self, item: Option<Comparison>) {
        let Some(item) = item else { return };
        self.rendered.diagnostics.extend(item.diagnostic());
        self.rendered.checks.push(item);
    }

    pub(super) fn position(
        &mut self,
        block: &Block,
        drawn: &PositionBlock,
        loaded: &Illustrator,
    ) -> Option<String> {
        let marks = self.marks(drawn.marks.as_ref(), loaded);
        let position = self.read_position(&drawn.position, loaded)?;
        let (position, mover) = self.play(position, drawn.after.as_ref(), loaded)?;
        let mut figure = loaded.position_figure(&position, &marks.cells);
        figure.focus.extend(mover);
        if !drawn.zones.is_empty() {
            // The zones of the block replace those of the definition.
            figure.view_mut().zones.clear();
        }
        for zone in &drawn.zones {
            let cells = loaded.variant.variant().cells(&zone.value, loaded.variant.first_side());
            let cells = self.look_up(cells, zone)?;
            let label = zone_label(loaded, &zone.value, &cells);
            figure.text_alternative += &format!(" Shaded: {label}.");
            figure.view_mut().zones.push(ZoneStyle { cells, label });
        }
        self.set_view(&mut figure, loaded, drawn.view.as_ref());
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
        self.figure(block, "position", figure, loaded, badge)
    }

    pub(super) fn setup(
        &mut self,
        block: &Block,
        setup: &SetupBlock,
        loaded: &Illustrator,
    ) -> Option<String> {
        let side = self.side(loaded, setup.side.as_ref())?;
        let mut figure = if setup.flows { loaded.flow_figure() } else { loaded.setup_figure(side) };
        self.set_view(&mut figure, loaded, setup.view.as_ref());
        let name = match &block.setup {
            Some(name) => format!("setup-{}", name.value),
            None => "setup".to_owned(),
        };
        let item = match &setup.position {
            Some(text) => {
                let drawn = self.read_position(text, loaded)?;
                let verdict = loaded.variant.compare_setup(&drawn, side);
                let item = Comparison {
                    unmodelled: loaded.variant.variant().unmodelled_rules(&[AffectedFact::Setup]),
                    ..Comparison::new(text.location.clone(), ComparisonKind::Setup, verdict)
                };
                if setup.refuted {
                    figure = loaded.position_figure(&drawn, &CellSet::new());
                }
                Some(if setup.refuted { item.refuted() } else { item })
            }
            None => None,
        };
        let badge = VerdictBadge::of_diagram(item.as_ref());
        self.add_comparison(item);
        self.figure(block, &name, figure, loaded, badge)
    }

    /// The part of a figure with the given cells.
    fn part(&mut self, whole: &Figure, text: &SourceText, loaded: &Illustrator) -> Option<Figure> {
        let cells = self.cells(text, loaded)?;
        let part = whole.cropped_to(&cells);
        let part = part.map_err(|error| Diagnostic::error(Code::CellsEmpty, error.to_string()));
        self.look_up_in(part, text)
    }

    /// Shows the board as the side that the author names sees it.
    fn set_view(
        &mut self,
        figure: &mut Figure,
        loaded: &Illustrator,
        side: Option<&Spanned<String>>,
    ) {
        let Some(word) = side else { return };
        if let Some(side) = self.look_up(loaded.variant.side(&word.value), word) {
            figure.view_mut().orientation = loaded.variant.rules().game().sides[side].frame;
        }
    }

    fn figure(
        &mut self,
        block: &Block,
        default_name: &str,
        whole: Figure,
        loaded: &Illustrator,
        badge: VerdictBadge,
    ) -> Option<String> {
        let figure = &match &block.only {
            Some(text) => self.part(&whole, text, loaded)?,
            None => whole,
        };
        let id = self.name(block, default_name);
        let picture = Picture::new(&self.page.address, &id, figure);
        let files = picture.data();
        let legend = legend(figure).into_iter().map(|entry| legend_entry(entry, &id)).collect();
        let armies = side_legend(figure, loaded);
        let mut words: Vec<String> = figure.text_alternative.lines().map(str::to_owned).collect();
        words.extend(badge.words);
        let data = FigureData {
            id: id.clone(),
            place: place(block).to_owned(),
            wide: picture.is_wide(),
            across: picture.across(),
            drawing: files.drawing,
            caption: caption(block),
            armies,
            legend,
            verdict: badge.verdict.to_owned(),
            mark: badge.mark.to_owned(),
            words,
            svg: files.svg,
            png: files.png,
        };
        self.rendered.pictures.push(picture);
        self.rendered.diagrams += 1;
        self.render("figure.html", &data)
    }
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

/// The rules in words only that affect the moves of a request.
fn unmodelled_rules(loaded: &Illustrator, request: &MovesRequest) -> Vec<String> {
    let pieces = request.piece_types.iter().map(|&piece| AffectedFact::Piece(piece));
    let facts: Vec<AffectedFact> = pieces.chain([AffectedFact::Moves]).collect();
    loaded.variant.variant().unmodelled_rules(&facts)
}

fn ids<'a>(loaded: &'a Illustrator, request: &MovesRequest) -> Vec<&'a str> {
    request
        .piece_types
        .iter()
        .map(|&kind| loaded.variant.variant().face(kind).id.as_str())
        .collect()
}
