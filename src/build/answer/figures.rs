use crate::book::{Block, Marks, Moves, PositionBlock, SetupBlock, Show, data::FigureData};
use crate::diagram::{Figure, ZoneStyle, legend};
use crate::geometry::{Cell, Cells};
use crate::illustrate::Illustrator;
use crate::query::{self, MovesRequest, Study, Unanswerable, Verdict};
use crate::rules::{Piece, PieceTypeId, Position, SideId};
use crate::source::{Code, Diagnostic, Location, SourceText, Spanned};
use crate::verify::{Item, ItemKind, Outcome};

use crate::build::picture::Picture;
use crate::sheet::legend_entry;

use super::colours::colours;
use super::{Answerer, caption, place, sentence};

/// A zone of so many cells is listed cell by cell beside its picture; a larger one is only named.
const ZONE_CELLS: usize = 24;

/// What stands under a figure: how its check came out.
struct Seal {
    /// `agree`, `refuted`, `computed` or `unchecked`.
    verdict: &'static str,
    mark: String,
    /// Further words for those who open it.
    words: Vec<String>,
}

impl Seal {
    fn drawn() -> Self {
        let mark = "drawn by the engine".to_owned();
        Seal { verdict: "computed", mark, words: Vec::new() }
    }

    fn of(item: &Item) -> Self {
        let (verdict, mark) = match (item.outcome, item.refuted) {
            (Outcome::Unchecked, _) => ("unchecked", "not checked"),
            (_, true) => ("refuted", "contradicted by the engine, as the page says"),
            (_, false) => ("agree", "verified against the engine"),
        };
        let mut words = Vec::new();
        // A diagram that is quoted as wrong says itself which cells differ.
        let is_told = item.kind == ItemKind::Diagram && item.refuted;
        if !is_told && !item.missing.is_empty() {
            words.push(format!(
                "Not marked, though the rules allow it: {}.",
                item.missing.join(" ")
            ));
        }
        if !is_told && !item.extra.is_empty() {
            words.push(format!("Marked, though the rules forbid it: {}.", item.extra.join(" ")));
        }
        if !item.hint.is_empty() {
            words.push(sentence(&item.hint.replace('`', "")));
        }
        Seal { verdict, mark: mark.to_owned(), words }
    }
}

impl Answerer<'_> {
    pub(super) fn moves(
        &mut self,
        block: &Block,
        moves: &Moves,
        illustrator: &Illustrator,
    ) -> Option<String> {
        let study = &illustrator.variant;
        let marks = self.marks(moves.marks.as_ref(), study);
        let request = self.request(moves, study)?;
        let answer = study.answer(&request);
        let item = moves.marks.as_ref().map(|drawn| {
            let verdict = match &answer {
                Ok(answer) => study.compare(&marks, answer),
                Err(Unanswerable(why)) => Verdict::Unchecked(why.clone()),
            };
            let at = Location::new(&self.page.file, drawn.span);
            let pieces: Vec<&str> = ids(study, &request);
            let item =
                Item { piece: pieces.join(" "), ..Item::new(at, ItemKind::Diagram, verdict) };
            if moves.refuted { item.refuted() } else { item }
        });
        let usual = format!("{}-{}", ids(study, &request).join("-"), moves.at.value);
        let mut seal = item.as_ref().map_or_else(Seal::drawn, Seal::of);
        let mut figure = match (&answer, moves.refuted) {
            (Ok(answer), false) => illustrator.illustrate(answer),
            (Ok(answer), true) => illustrator.illustrate_difference(answer, &marks.cells),
            (Err(Unanswerable(why)), _) => {
                seal.words.push(sentence(why));
                unanswered(illustrator, &request, &marks.cells)
            }
        };
        self.turn(&mut figure, study, moves.view.as_ref());
        self.checked(item);
        self.figure(block, &usual, figure, illustrator, seal)
    }

    /// The question of a block, every word of it looked up.
    fn request(&mut self, moves: &Moves, study: &Study) -> Option<MovesRequest> {
        let kinds: Vec<_> =
            moves.pieces.iter().map(|word| self.ask(study.kind(&word.value), word)).collect();
        let side = self.side(study, moves.side.as_ref());
        let at = self.ask(study.cell(&moves.at.value), &moves.at);
        let position = moves.position.as_ref().map(|text| {
            let position = self.placement(text, study)?;
            Some(self.played(position, moves.after.as_ref(), study)?.0)
        });
        let to = moves.to.as_ref().map(|text| self.cells(text, study));
        let kinds: Vec<_> = kinds.into_iter().collect::<Option<_>>()?;
        let (side, at) = (side?, at?);
        let position = match position {
            Some(position) => Some(position?),
            None => None,
        };
        let to = match to {
            Some(to) => Some(to?),
            None => None,
        };
        let there = position.as_ref().and_then(|position| position.piece_at(at));
        if let Some(there) = there.filter(|there| !meant(*there, &kinds, side)) {
            let wanted = study.piece_name(Piece { side, piece_type: *kinds.first()? });
            let message = format!("on {} stands a {}", moves.at.value, study.piece_name(there));
            let complaint = Diagnostic::error(Code::DiagramEmpty, message)
                .help(format!("put the {wanted} there, or leave the cell empty"));
            self.complain_at(complaint, &moves.at);
            return None;
        }
        let show = match moves.show {
            Show::Moves => query::Show::Moves,
            Show::Quiet => query::Show::Quiet,
            Show::Captures => query::Show::Captures,
            Show::Victims => query::Show::Victims,
        };
        Some(MovesRequest { piece_types: kinds, side, at, position, show, to, unmoved: false })
    }

    /// The marks of a block; names that are no cells are complained of where they stand.
    fn marks(&mut self, drawn: Option<&Marks>, study: &Study) -> query::Marks {
        let Some(drawn) = drawn else { return query::Marks::default() };
        let mut marks = query::Marks::default();
        for word in &drawn.cells {
            let Some(cell) = self.ask(study.cell(&word.value), word) else { continue };
            if !marks.cells.add(cell) {
                let message = format!("`{}` is marked twice", word.value);
                self.complain_at(Diagnostic::warning(Code::Directive, message), word);
            }
        }
        marks
    }

    fn placement(&mut self, text: &SourceText, study: &Study) -> Option<Position> {
        let told = study.position(&text.value);
        told.map_err(|complaint| self.complain_in(complaint, text)).ok()
    }

    /// The position after moves, and where the man stands who made the last.
    fn played(
        &mut self,
        position: Position,
        moves: Option<&SourceText>,
        study: &Study,
    ) -> Option<(Position, Option<Cell>)> {
        let Some(text) = moves else { return Some((position, None)) };
        let played = study.play(position, &text.value);
        played.map_err(|complaint| self.complain_in(complaint, text)).ok()
    }

    /// Cells, as definitions write them, seen by the first side.
    fn cells(&mut self, text: &SourceText, study: &Study) -> Option<Cells> {
        let cells = study.variant().cells(&text.value, study.first_side());
        cells.map_err(|complaint| self.complain_in(complaint, text)).ok()
    }

    pub(super) fn complain_in(&mut self, complaint: Diagnostic, text: &SourceText) {
        self.complain(text.locate(complaint));
    }

    /// Notes how a comparison came out, and complains where it must not have.
    pub(super) fn checked(&mut self, item: Option<Item>) {
        let Some(item) = item else { return };
        if let Some(complaint) = item.diagnostic() {
            self.complain(complaint);
        }
        self.answered.checks.push(item);
    }

    pub(super) fn position(
        &mut self,
        block: &Block,
        drawn: &PositionBlock,
        illustrator: &Illustrator,
    ) -> Option<String> {
        let study = &illustrator.variant;
        let marks = self.marks(drawn.marks.as_ref(), study);
        let position = self.placement(&drawn.position, study)?;
        let (position, mover) = self.played(position, drawn.after.as_ref(), study)?;
        let mut figure = illustrator.position_figure(&position, &marks.cells);
        figure.focus.extend(mover);
        if !drawn.zones.is_empty() {
            // Those that the author names stand for all.
            figure.view_mut().zones.clear();
        }
        for zone in &drawn.zones {
            let cells = study.variant().cells(&zone.value, study.first_side());
            let cells = self.ask(cells, zone)?;
            let label = zone_words(study, &zone.value, &cells);
            figure.text_alternative += &format!(" Shaded: {label}.");
            figure.view_mut().zones.push(ZoneStyle { cells, label });
        }
        self.turn(&mut figure, study, drawn.view.as_ref());
        let seal = match &drawn.marks {
            None if drawn.after.is_some() || !drawn.zones.is_empty() => Seal::drawn(),
            None => Seal { verdict: "computed", mark: "in words".to_owned(), words: Vec::new() },
            Some(_) => Seal {
                verdict: "unchecked",
                mark: "not checked".to_owned(),
                words: vec!["The marks of a position are the author's own.".to_owned()],
            },
        };
        self.figure(block, "position", figure, illustrator, seal)
    }

    pub(super) fn setup(
        &mut self,
        block: &Block,
        setup: &SetupBlock,
        illustrator: &Illustrator,
    ) -> Option<String> {
        let study = &illustrator.variant;
        let side = match &setup.side {
            Some(word) => Some(self.ask(study.side(&word.value), word)?),
            None => None,
        };
        let mut figure = match setup.flows {
            true => illustrator.flow_figure(),
            false => illustrator.setup_figure(side),
        };
        self.turn(&mut figure, study, setup.view.as_ref());
        let usual = match &block.setup {
            Some(name) => format!("setup-{}", name.value),
            None => "setup".to_owned(),
        };
        let item = match &setup.position {
            Some(text) => {
                let drawn = self.placement(text, study)?;
                let verdict = study.compare_setup(&drawn, side);
                let at = text.location.clone();
                let item = Item::new(at, ItemKind::Setup, verdict);
                if setup.refuted {
                    figure = illustrator.position_figure(&drawn, &Cells::new());
                    Some(item.refuted())
                } else {
                    Some(item)
                }
            }
            None => None,
        };
        let seal = item.as_ref().map_or_else(Seal::drawn, Seal::of);
        self.checked(item);
        self.figure(block, &usual, figure, illustrator, seal)
    }

    /// The part of a picture around cells.
    fn part(&mut self, whole: &Figure, text: &SourceText, study: &Study) -> Option<Figure> {
        let cells = self.cells(text, study)?;
        let part = whole.cropped_to(&cells);
        part.map_err(|error| {
            let complaint = Diagnostic::error(Code::CellsEmpty, error.to_string());
            self.complain_in(complaint, text);
        })
        .ok()
    }

    /// Shows the board from the chair of the side that the author names.
    fn turn(&mut self, figure: &mut Figure, study: &Study, side: Option<&Spanned<String>>) {
        let Some(word) = side else { return };
        if let Some(side) = self.ask(study.side(&word.value), word) {
            figure.view_mut().orientation = study.rules().game().sides[side.index()].frame;
        }
    }

    fn figure(
        &mut self,
        block: &Block,
        usual: &str,
        whole: Figure,
        illustrator: &Illustrator,
        seal: Seal,
    ) -> Option<String> {
        let figure = &match &block.only {
            Some(text) => self.part(&whole, text, &illustrator.variant)?,
            None => whole,
        };
        let id = self.name(block, usual);
        let picture = Picture::new(&self.page.address, &id, figure);
        let files = picture.data();
        let legend = legend(figure).into_iter().map(|entry| legend_entry(entry, &id)).collect();
        let armies = colours(figure, illustrator);
        let mut words: Vec<String> = figure.text_alternative.lines().map(str::to_owned).collect();
        words.extend(seal.words);
        let data = FigureData {
            id: id.clone(),
            place: place(block).to_owned(),
            wide: picture.is_wide(),
            across: picture.across(),
            drawing: files.drawing,
            caption: caption(block),
            armies,
            legend,
            verdict: seal.verdict.to_owned(),
            mark: seal.mark,
            words,
            svg: files.svg,
            png: files.png,
        };
        self.answered.pictures.push(picture);
        self.answered.diagrams += 1;
        self.render("figure.html", &data)
    }
}

/// A zone as the author names it, and its cells where they are not many.
fn zone_words(study: &Study, named: &str, cells: &Cells) -> String {
    let list = study.layout().list(cells);
    let is_id = study.variant().zones.iter().any(|zone| zone.id == named);
    let named = if is_id { named.replace('-', " ") } else { named.to_owned() };
    match cells.count() {
        _ if named.split_whitespace().eq(list.split_whitespace()) => list,
        0..=ZONE_CELLS => format!("{named} ({list})"),
        _ => named,
    }
}

/// A question that nobody can answer, with the marks that somebody drew.
fn unanswered(illustrator: &Illustrator, request: &MovesRequest, marks: &Cells) -> Figure {
    let empty = || Position::empty(illustrator.variant.rules());
    let mut position = request.position.clone().unwrap_or_else(empty);
    let piece =
        request.piece_types.first().map(|&piece_type| Piece { side: request.side, piece_type });
    position.set_piece(request.at, piece);
    let mut figure = illustrator.position_figure(&position, marks);
    figure.focus.add(request.at);
    figure
}

fn meant(there: Piece, kinds: &[PieceTypeId], side: SideId) -> bool {
    there.side == side && kinds.contains(&there.piece_type)
}

fn ids<'a>(study: &'a Study, request: &MovesRequest) -> Vec<&'a str> {
    request.piece_types.iter().map(|&kind| study.variant().face(kind).id.as_str()).collect()
}
