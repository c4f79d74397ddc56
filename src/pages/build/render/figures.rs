//! Renders blocks with a diagram: moves, positions and setups.

use serde_json::json;

use crate::book::{Block, MovesBlock, PositionBlock, SetupBlock, data::LegendData};
use crate::diagram::{Figure, draw, legend};
use crate::game::Piece;
use crate::games::play_moves;
use crate::geometry::{Cell, CellSet};
use crate::illustrate::Illustrator;
use crate::play::{FigureContent, FigureRequest, MovesContent};
use crate::query::{
    LoadedVariant, MAX_WRITTEN, MarkedCells, MoveFilter, MovesAnswer, MovesRequest, Unanswerable,
    Verdict,
};
use crate::rules::Position;
use crate::sheet::{legend_entry, side_legend};
use crate::source::{Code, Diagnostic, SourceText};
use crate::variant::AffectedFact;
use crate::verify::{Comparison, ComparisonKind, VerdictBadge, sentence};

use super::super::picture::{Picture, PicturePurpose};
use super::BlockRenderer;

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
        // A name that is no cell is an error already.
        let drawn = moves.marks.as_ref().filter(|_| marks.unknown_names.is_empty());
        let item = drawn.map(|drawn| {
            let verdict = match &answer {
                Ok(answer) => with_right_marks(
                    loaded.variant.compare(&marks, answer),
                    answer,
                    &loaded.variant,
                ),
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
        let content = (answer.is_ok() && !moves.refuted).then(|| moves_content(self.block, moves));
        self.figure(&name, figure, badge, content)
    }

    /// Returns what a block asks. Reports each word of the block that has no meaning.
    fn request(&mut self, moves: &MovesBlock) -> Option<MovesRequest> {
        let variant = &self.loaded.variant;
        let piece_types = self.piece_types(&moves.pieces);
        let side = self.side(moves.side.as_ref());
        let at = self.page.look_up(variant.cell(&moves.at.value), &moves.at);
        let position =
            self.block.position.as_ref().map(|text| self.read_position(text, moves.after.as_ref()));
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
        self.page.show(piece_types.iter().map(|&piece_type| (at, Piece { side, piece_type })));
        let show = moves.show;
        Some(MovesRequest { piece_types, side, at, position, show, to, unmoved: false })
    }

    /// The marks of a block. Reports names that are no cells, and cells that are marked twice.
    fn marks(&mut self, drawn: Option<&SourceText>) -> MarkedCells {
        let mut marks = MarkedCells::default();
        for word in drawn.map(SourceText::words).unwrap_or_default() {
            let cell = self.page.look_up(self.loaded.variant.cell(&word.value), &word);
            if cell.is_none() {
                marks.unknown_names.push(word.value.clone());
            }
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
        self.page.show(position.pieces());
        let Some(moves) = moves else { return Some((position, None)) };
        let played = self.page.look_up(play_moves(variant, position, &moves.value), moves);
        played.inspect(|(position, _)| self.page.show(position.pieces()))
    }

    /// The cells of an expression, from the point of view of the first side.
    fn cells(&mut self, text: &SourceText) -> Option<CellSet> {
        let variant = &self.loaded.variant;
        self.page.look_up(variant.variant().cells(&text.value, variant.first_side()), text)
    }

    pub(super) fn position(&mut self, drawn: &PositionBlock) -> Option<String> {
        let loaded = self.loaded;
        let marks = self.marks(drawn.marks.as_ref());
        let first = self.block.position.as_ref()?;
        let (position, mover) = self.read_position(first, drawn.after.as_ref())?;
        let mut figure = loaded.position_figure(&position, &marks.cells);
        figure.focus.extend(mover);
        let mut zones = Vec::new();
        for zone in &drawn.zones {
            zones.push((zone.value.as_str(), self.cells(zone)?));
        }
        loaded.shade_zones(&mut figure, zones);
        let badge = match &drawn.marks {
            None if drawn.after.is_some() || !drawn.zones.is_empty() => {
                VerdictBadge::of_diagram(None)
            }
            None => VerdictBadge::new("computed", "the position in words"),
            Some(_) => VerdictBadge {
                words: vec!["The marks of a position are the author's own.".to_owned()],
                ..VerdictBadge::new("unchecked", "not checked")
            },
        };
        let text = |text: &SourceText| text.value.clone();
        let content = FigureContent::Position {
            position: text(first),
            after: drawn.after.as_ref().map(text),
            then: None,
            zones: drawn.zones.iter().map(text).collect(),
            marks: drawn.marks.as_ref().map(text),
        };
        self.figure("position", figure, badge, Some(content))
    }

    pub(super) fn setup(&mut self, setup: &SetupBlock) -> Option<String> {
        let loaded = self.loaded;
        let side = self.side(setup.side.as_ref())?;
        let mut figure = if setup.flows { loaded.flow_figure() } else { loaded.setup_figure(side) };
        let (item, drawn) = self.compared_setup(setup)?.unzip();
        if let Some(drawn) = drawn.filter(|_| setup.refuted) {
            figure = loaded.position_figure(&drawn, &CellSet::new());
        }
        self.page.show(loaded.variant.rules().initial_position().pieces());
        let badge = VerdictBadge::of_diagram(item.as_ref());
        self.page.add_comparison(item);
        let of = self.block.setup.as_ref().map(|name| format!("-{}", name.value));
        let side = setup.side.as_ref().map(|side| side.value.clone());
        let content = FigureContent::Setup { side, flows: setup.flows };
        let content = (!setup.refuted).then_some(content);
        self.figure(&format!("setup{}", of.unwrap_or_default()), figure, badge, content)
    }

    /// Compares the drawn position of a setup, if there is one. The outer `None` is an error.
    pub(super) fn compared_setup(
        &mut self,
        setup: &SetupBlock,
    ) -> Option<Option<(Comparison, Position)>> {
        let side = self.side(setup.side.as_ref())?;
        let Some(text) = &self.block.position else { return Some(None) };
        let (drawn, _) = self.read_position(text, None)?;
        let verdict = self.loaded.variant.compare_setup(&drawn, side);
        let mut found = Comparison::new(text.location.clone(), ComparisonKind::Setup, verdict);
        found.unmodelled = self.loaded.variant.variant().unmodelled_rules(&[AffectedFact::Setup]);
        Some(Some((if setup.refuted { found.refuted() } else { found }, drawn)))
    }

    /// The figure of the block as data, for readers who play from it.
    fn figure_request(&self, shows: FigureContent) -> FigureRequest {
        let variant = self.loaded.variant.variant();
        let block = self.block;
        let head = &self.page.page.front_matter;
        // The setup of the page belongs to the variant of the page only.
        let of_page = if block.variant.is_none() { head.setup.as_ref() } else { None };
        let text = |text: &SourceText| text.value.clone();
        FigureRequest {
            variant: variant.id.clone(),
            setup: block.setup.as_ref().or(of_page).map(text),
            dress: block.dress.map(|dress| dress.word().to_owned()),
            view: block.view.as_ref().map(text),
            only: block.only.as_ref().map(text),
            shows,
        }
    }

    /// The part of a figure with the given cells.
    fn part(&mut self, whole: &Figure, text: &SourceText) -> Option<Figure> {
        let part = whole.cropped_to(&self.cells(text)?);
        let part = part.map_err(|error| Diagnostic::error(Code::CellsEmpty, error.to_string()));
        self.page.look_up(part, text)
    }

    /// Renders a figure as the block wants it: a part of the boards, as a side sees them. One with
    /// content can be played.
    pub(super) fn figure(
        &mut self,
        name: &str,
        mut whole: Figure,
        badge: VerdictBadge,
        content: Option<FigureContent>,
    ) -> Option<String> {
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
        if page.page.front_matter.cover.as_ref().is_some_and(|cover| cover.value == id) {
            page.cover = Some(figure.clone());
        }
        let picture = Picture::new(&page.page.address, &id, draw(figure), PicturePurpose::Page);
        let mut legend = legend(figure);
        legend.retain(|entry| page.needs_words(entry));
        let phrases = page.templates.phrases();
        let legend = legend.into_iter().map(|entry| {
            let LegendData { swatch, words } = legend_entry(entry, &id);
            LegendData { swatch, words: phrases.of(&words).to_owned() }
        });
        let mark = phrases.of(badge.mark);
        let words = figure.text_alternative.lines().map(str::to_owned).chain(badge.words);
        let has_board = content.is_some();
        if let Some(shows) = content {
            let request = self.figure_request(shows);
            self.page.rendered.boards.insert(id.clone(), request);
        }
        let page = &mut self.page;
        let (is_wide, across) = (picture.is_wide(), picture.across());
        let files = page.publish(picture);
        let data = json!({
            "board": has_board,
            "drawing": files.drawing,
            "wide": is_wide,
            "across": across,
            "armies": side_legend(figure, self.loaded),
            "legend": legend.collect::<Vec<_>>(),
            "verdict": badge.verdict,
            "mark": mark,
            "words": words.collect::<Vec<_>>(),
            "svg": files.svg,
            "png": files.png,
        });
        page.rendered.diagrams += 1;
        page.render_block("figure.html", self.block, id, data)
    }
}

/// What a block of moves asks, as data.
fn moves_content(block: &Block, moves: &MovesBlock) -> FigureContent {
    let text = |text: &SourceText| text.value.clone();
    let show = (moves.show != MoveFilter::Moves).then(|| moves.show.word().to_owned());
    FigureContent::Moves(MovesContent {
        pieces: moves.pieces.iter().map(text).collect(),
        side: moves.side.as_ref().map(text),
        at: text(&moves.at),
        position: block.position.as_ref().map(text),
        after: moves.after.as_ref().map(text),
        show,
        to: moves.to.as_ref().map(text),
    })
}

/// The rules in words only that affect the moves of a request.
fn unmodelled_rules(loaded: &Illustrator, request: &MovesRequest) -> Vec<String> {
    let pieces = request.piece_types.iter().map(|&piece| AffectedFact::Piece(piece));
    let facts: Vec<AffectedFact> = pieces.chain([AffectedFact::Moves]).collect();
    loaded.variant.variant().unmodelled_rules(&facts)
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
/// Adds the marks that agree, if they are few.
fn with_right_marks(verdict: Verdict, answer: &MovesAnswer, variant: &LoadedVariant) -> Verdict {
    let Verdict::Disagree(mut difference) = verdict else { return verdict };
    if difference.hint.is_none() && (1..MAX_WRITTEN).contains(&answer.cells.len()) {
        let cells = variant.cell_names(&answer.cells).join(" ");
        difference.hint = Some(format!("if the rules are right, write `marks = \"{cells}\"`"));
    }
    Verdict::Disagree(difference)
}
