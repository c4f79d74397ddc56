//! Resolves sets of cells and borders: from a parsed text to the cells that a side means by it.

use std::sync::Arc;

use crate::format::{GAME, ValueKind};
use crate::game::{BorderName, CellExpr, CellNode, RelativeSide};
use crate::geometry::{Cell, CellSet, Facing, Layout, Orientation, Seat, Vector};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, Span, limits, sort, suggestion};
use crate::toml_text::TomlTable;

use super::cells::{CellVocabulary, RESERVED_WORDS};

/// The seat and the directions of a side.
#[derive(Debug, Clone)]
pub struct Viewer {
    pub seat: Seat,
    pub frame: Orientation,
}

/// Decides which cells a text means for a side, by boards, seats, zones and initial cells.
#[derive(Debug, Clone)]
pub struct CellResolver {
    pub vocabulary: CellVocabulary,
    viewers: Vec<Viewer>,
    /// For each zone, each side's cells.
    zones: Vec<Vec<CellSet>>,
    borders: Vec<NamedBorder>,
    /// For each side, the initial cells of each piece type, under each of its names.
    pub starts: Option<Vec<Vec<(String, CellSet)>>>,
}

/// Two cells with a border between.
pub type CellPair = (Cell, Cell);

/// A line between cells, as `[borders]` has it.
#[derive(Debug, Clone)]
struct NamedBorder {
    id: String,
    text: SourceText,
    /// Sets of cells with the line between them.
    parts: Vec<(CellExpr, CellExpr)>,
}

impl CellResolver {
    pub fn new(vocabulary: CellVocabulary, viewers: Vec<Viewer>) -> CellResolver {
        let (zones, borders) = (Vec::new(), Vec::new());
        CellResolver { vocabulary, viewers, zones, borders, starts: None }
    }

    /// Reads `[zones]`. Zones that name initial cells stay empty until a call with `starts`.
    pub fn read_zones(&mut self, table: &TomlTable, diagnostics: &mut Diagnostics) {
        let entries: Vec<(&SourceText, &SourceText)> = table.texts().collect();
        if let Some((key, _)) = entries.get(limits::ZONES) {
            let message = format!("more than {} zones", limits::ZONES);
            diagnostics.push(key.error(Code::Zone, message));
            return;
        }
        self.vocabulary.zones = entries.iter().map(|(key, _)| key.value.clone()).collect();
        self.zones = vec![vec![CellSet::new(); self.viewers.len()]; entries.len()];
        let mut exprs = Vec::new();
        for (key, text) in &entries {
            diagnostics.extend(self.misnamed(key, "zone", Code::Zone));
            diagnostics.extend(self.without_its_board(text));
            exprs.push(diagnostics.keep(self.vocabulary.parse(text)));
        }
        let mut waiting = vec![false; exprs.len()];
        let mut order = ZoneOrder {
            exprs: &exprs,
            entries: &entries,
            open: Vec::new(),
            sorted: Vec::new(),
            is_sound: exprs.iter().all(Option::is_some),
        };
        for zone in 0..exprs.len() {
            order.visit(zone, diagnostics);
        }
        let is_sound = order.is_sound;
        for zone in order.sorted {
            let Some(expr) = &exprs[zone] else { continue };
            waiting[zone] =
                expr.has_start_cells() || expr.zones().iter().any(|&zone| waiting[zone]);
            if self.starts.is_none() && waiting[zone] {
                continue;
            }
            for side in 0..self.viewers.len() {
                let cells = self.resolve_expr(expr, entries[zone].1, side);
                if let Some(cells) = diagnostics.keep(cells) {
                    self.zones[zone][side] = cells;
                }
            }
            if is_sound && self.zones[zone].iter().all(CellSet::is_empty) {
                let (key, text) = entries[zone];
                let message = format!("zone `{}` is empty", key.value);
                let help = "`and` means the cells of both sets, `,` the cells of either";
                diagnostics.push(text.error(Code::CellsEmpty, message).help(help));
            }
        }
    }

    /// The error about cells behind those of another board, `pond:(a1), (g1)`, which are on the first board.
    fn without_its_board(&self, text: &SourceText) -> Option<Diagnostic> {
        let (first, others) = self.vocabulary.layout.boards().split_first()?;
        let parts = text.split(&[',']);
        let named = parts.first()?.value.split_once(':')?.0;
        let other = others.iter().find(|board| board.id == named)?;
        let bare = parts.iter().find(|part| !part.value.contains(':'))?;
        let cells = &bare.value;
        if self.vocabulary.zones.contains(cells) {
            return None;
        }
        let message = format!("`{cells}` is on `{}`, the first board", first.id);
        let help = format!(
            "write `{}:{cells}`, or `{}:{cells}` if that board is meant",
            other.id, first.id
        );
        Some(bare.error(Code::Zone, message).help(help))
    }

    /// Whether an expression names a zone without cells.
    pub fn names_empty_zone(&self, expr: &CellExpr) -> bool {
        expr.zones().iter().any(|&zone| self.zones[zone].iter().all(CellSet::is_empty))
    }

    /// Reads `[borders]`.
    pub fn read_borders(&mut self, table: &TomlTable, diagnostics: &mut Diagnostics) {
        for (key, text) in table.texts() {
            diagnostics.extend(self.misnamed(key, "border", Code::Border));
            let parts = diagnostics.keep(self.vocabulary.parse_border(text));
            let Some(parts) = parts else { continue };
            for (line, part) in parts.iter().zip(text.split(&[','])) {
                let pairs = diagnostics.keep(self.across(line, text, 0, true));
                if pairs.is_some_and(|pairs| pairs.is_empty()) {
                    let error = part.error(Code::Border, "no two cells touch across this border");
                    let help = "name cells on both sides of the line: `rank 5 | rank 6`";
                    diagnostics.push(error.help(help));
                }
            }
            self.borders.push(NamedBorder { id: key.value.clone(), text: text.clone(), parts });
        }
    }

    /// Returns an error if the id is reserved, or the name of a cell or a board.
    fn misnamed(&self, key: &SourceText, what: &str, code: Code) -> Option<Diagnostic> {
        let name = key.as_str();
        if RESERVED_WORDS.contains(&name) {
            let message = format!("a {what} may not be called `{name}`: the word is reserved");
            let help = format!("call it `my-{name}`");
            return Some(key.error(code, message).help(help));
        }
        let board = GAME.key("board").map(|key| &key.value);
        if matches!(board, Some(ValueKind::Table(board)) if board.key(name).is_some()) {
            let message =
                format!("this makes a {what} called `{name}`, which is a key of `[board]`");
            let help = format!("write the line below `[board]`, or call the {what} `my-{name}`");
            return Some(key.warning(code, message).help(help));
        }
        let boards = self.layout().boards();
        let board = boards.len() > 1 && boards.iter().any(|board| board.id == name);
        if self.layout().find(name).is_some() || board {
            let other = if board { "board" } else { "cell" };
            let message = format!("a {what} may not be called `{name}`: a {other} has that name");
            return Some(key.error(code, message));
        }
        None
    }

    /// The seats and directions of the sides, in order.
    pub fn viewers(&self) -> impl Iterator<Item = &Viewer> {
        self.viewers.iter()
    }

    /// Returns the boards with their holes.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.vocabulary.layout
    }

    /// Returns the zones: the id of each, and for each side its cells.
    pub fn zones(&self) -> impl Iterator<Item = (&str, &[CellSet])> {
        let ids = self.vocabulary.zones.iter().map(String::as_str);
        ids.zip(self.zones.iter().map(Vec::as_slice))
    }

    /// Returns the ids of the borders.
    pub fn border_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.borders.iter().map(|border| &*border.id)
    }

    /// Returns the cells that exist on a board by its `cells`, before zones and sides are known.
    pub fn cells_of_board(&self, text: &SourceText, board: u8) -> Result<CellSet, Diagnostic> {
        let expr = self.vocabulary.parse_on_board(text, board)?;
        if expr.is_relative() {
            let message = "the cells of a board are the same for every side";
            let help = "zones, sides and initial cells depend on the board: name cells themselves";
            return Err(text.error(Code::Cells, message).help(help));
        }
        let cells = self.resolve_expr(&expr, text, 0)?;
        if cells.is_empty() {
            let help = "`cells` names those that exist; `any but a1 h8` leaves holes";
            return Err(text.error(Code::CellsEmpty, "the board has no cells").help(help));
        }
        Ok(cells)
    }

    /// Returns the cells that a text means for a side.
    pub fn cells(&self, text: &SourceText, side: usize) -> Result<CellSet, Diagnostic> {
        self.resolve_expr(&self.vocabulary.parse(text)?, text, side)
    }

    /// Returns the cells that a parsed text means for a side; none if it cannot mean any.
    pub fn cells_of(&self, expr: &CellExpr, side: usize) -> CellSet {
        self.resolve_node(expr, side, &mut None).unwrap_or_default()
    }

    /// Parses a text; returns the cells that it means for each side, and the parsed form.
    pub fn resolved(&self, text: &SourceText) -> Result<(Vec<CellSet>, CellExpr), Diagnostic> {
        let expr = self.vocabulary.parse(text)?;
        let cells = (0..self.viewers.len()).map(|side| self.resolve_expr(&expr, text, side));
        Ok((cells.collect::<Result<_, _>>()?, expr))
    }

    /// Returns the cells that a text means for a side if the board has all of them.
    ///
    /// Otherwise returns one cell that the side's seat turns off the board.
    pub fn cells_or_missing(
        &self,
        text: &SourceText,
        side: usize,
    ) -> Result<Result<CellSet, Cell>, Diagnostic> {
        let expr = self.vocabulary.parse(text)?;
        let mut missing = None;
        let cells = self.resolve_node(&expr, side, &mut missing);
        let cells = cells.map_err(|error| placed(error, text))?;
        Ok(missing.map_or(Ok(cells), Err))
    }

    /// Returns the pairs of adjacent cells with the border between them, as a side sees it.
    ///
    /// If `narrow`, the cells of a pair share an edge, otherwise an edge or a corner.
    pub fn border(
        &self,
        border: usize,
        side: usize,
        narrow: bool,
    ) -> Result<Vec<CellPair>, Diagnostic> {
        let mut pairs = Vec::new();
        let NamedBorder { text, parts, .. } = &self.borders[border];
        for line in parts {
            pairs.extend(self.across(line, text, side, narrow)?);
        }
        sort(&mut pairs);
        pairs.dedup();
        Ok(pairs)
    }

    /// Returns the pairs of adjacent cells, one in each of two sets.
    fn across(
        &self,
        (one, other): &(CellExpr, CellExpr),
        text: &SourceText,
        side: usize,
        narrow: bool,
    ) -> Result<Vec<CellPair>, Diagnostic> {
        let one = self.resolve_expr(one, text, side)?;
        let other = self.resolve_expr(other, text, side)?;
        let mut pairs = Vec::new();
        for cell in one.iter() {
            let touching =
                self.layout().touching(cell, !narrow).filter(|&next| other.contains(next));
            pairs.extend(touching.map(|next| (cell, next)));
        }
        Ok(pairs)
    }

    /// Parses the borders that a text names: `river`, `river of next`.
    pub fn border_names(&self, text: &SourceText) -> Result<Vec<BorderName>, Diagnostic> {
        let words = text.words();
        let mut words = words.iter().peekable();
        let mut names = Vec::new();
        while let Some(word) = words.next() {
            let Some(border) = self.border_ids().position(|id| *id == word.value) else {
                return Err(word.unknown_name(Code::Border, "border", self.border_ids()));
            };
            let mut side = None;
            if let Some(of) = words.next_if(|word| word.value == "of") {
                let Some(word) = words.next() else {
                    return Err(of.error(Code::Border, "`of` needs a side after it"));
                };
                side = Some(self.vocabulary.sides.parse(word)?);
            }
            names.push(BorderName { border, side });
        }
        Ok(names)
    }

    /// Returns the pairs of cells with one of these borders between, as a side sees them.
    pub fn crossings(
        &self,
        borders: &[BorderName],
        side: usize,
    ) -> Result<Vec<CellPair>, Diagnostic> {
        let mut pairs = Vec::new();
        for name in borders {
            let relative = name.side.unwrap_or(RelativeSide::Own);
            if let Some(viewer) = self.vocabulary.sides.resolve(relative, side) {
                pairs.extend(self.border(name.border, viewer, false)?);
            }
        }
        Ok(pairs)
    }

    /// Returns the cells that `expr`, parsed from `text`, means for a side.
    fn resolve_expr(
        &self,
        expr: &CellExpr,
        text: &SourceText,
        viewer: usize,
    ) -> Result<CellSet, Diagnostic> {
        self.resolve_node(expr, viewer, &mut None).map_err(|error| placed(error, text))
    }

    /// Does the same; errors have spans within the text.
    ///
    /// `missing` becomes a cell that the seat turns off the board, if there is one.
    fn resolve_node(
        &self,
        expr: &CellExpr,
        viewer: usize,
        missing: &mut Option<Cell>,
    ) -> Result<CellSet, Diagnostic> {
        let all = |board: Option<u8>| self.vocabulary.all(board);
        let mut cells_of = |expr: &CellExpr| self.resolve_node(expr, viewer, missing);
        Ok(match &expr.node {
            CellNode::All(board) => all(*board),
            CellNode::Board(board) => all(Some(*board)),
            CellNode::Named(_, cells) => self.turned(cells, viewer, missing),
            CellNode::Zone(zone) => self.zones[*zone].get(viewer).cloned().unwrap_or_default(),
            CellNode::Not(board, inner) => all(*board).difference(&cells_of(inner)?),
            CellNode::Union(parts) => {
                let mut all = CellSet::new();
                for part in parts {
                    all = all.union(&cells_of(part)?);
                }
                all
            }
            CellNode::Intersection(one, other) => cells_of(one)?.intersection(&cells_of(other)?),
            CellNode::Difference(one, other) => cells_of(one)?.difference(&cells_of(other)?),
            CellNode::InDirection(facing, inner) => {
                self.in_direction(&cells_of(inner)?, self.step_of(*facing, viewer))
            }
            CellNode::FarEdge(board) => {
                let forward = self.step_of(Facing::Forward, viewer);
                let is_last = |&cell: &Cell| self.layout().step(cell, forward).is_none();
                self.layout().cells_of(*board).filter(is_last).collect()
            }
            CellNode::StartCells(piece) => self.start_cells(piece, expr.span, viewer)?,
            CellNode::OfSide(inner, side) => match self.vocabulary.sides.resolve(*side, viewer) {
                Some(viewer) => self.resolve_node(inner, viewer, missing)?,
                None => CellSet::new(),
            },
        })
    }

    /// Returns the step on the board in a direction of a side.
    fn step_of(&self, facing: Facing, viewer: usize) -> Vector {
        let (x, y) = match facing {
            Facing::Right => (1, 0),
            Facing::Left => (-1, 0),
            Facing::Forward => (0, 1),
            Facing::Backward => (0, -1),
        };
        self.viewers[viewer].frame.to_board_step(Vector::new(x, y, 0))
    }

    /// Returns the cells turned by the seat of a side.
    fn turned(&self, cells: &CellSet, viewer: usize, missing: &mut Option<Cell>) -> CellSet {
        let turn = |cell: Cell| {
            let turned = self.viewers[viewer].seat.cell(self.layout(), cell);
            if turned.is_none() {
                *missing = Some(cell);
            }
            turned
        };
        cells.iter().filter_map(turn).collect()
    }

    /// Returns all cells on the lines from these in one direction, also behind holes.
    fn in_direction(&self, cells: &CellSet, step: Vector) -> CellSet {
        let CellVocabulary { layout, full, .. } = &self.vocabulary;
        let mut found = CellSet::new();
        for start in cells.iter() {
            let start = full.at(layout.point(start));
            let line = std::iter::successors(start, |&cell| full.step(cell, step));
            let line = line.skip(1).take(limits::AXIS);
            found.extend(line.filter_map(|cell| layout.at(full.point(cell))));
        }
        found
    }

    /// Returns the cells on which a side has that piece type in the initial position.
    fn start_cells(&self, piece: &str, span: Span, viewer: usize) -> Result<CellSet, Diagnostic> {
        let error = |code, message| {
            Diagnostic::error(code, message).at_span(Span::new(span.end - piece.len(), span.end))
        };
        let Some(starts) = &self.starts else {
            return Err(error(Code::Cells, "the initial position is not known here".to_owned()));
        };
        let mut known: Vec<&str> = starts.iter().flatten().map(|(name, _)| name.as_str()).collect();
        if !known.contains(&piece) {
            sort(&mut known);
            known.dedup();
            let error = error(Code::SetupPiece, format!("the initial position has no `{piece}`"));
            return Err(error.help(suggestion(piece, known.iter().copied())));
        }
        let own = starts[viewer].iter().filter(|(name, _)| name == piece);
        Ok(own.fold(CellSet::new(), |all, (_, cells)| all.union(cells)))
    }
}

/// Returns the error at its location in the file if its span is within `text`.
fn placed(error: Diagnostic, text: &SourceText) -> Diagnostic {
    if error.span.is_some() && error.file.is_none() { text.locate(error) } else { error }
}

/// Sorts zones so that each comes after the zones that it names.
struct ZoneOrder<'a> {
    exprs: &'a [Option<CellExpr>],
    entries: &'a [(&'a SourceText, &'a SourceText)],
    /// The zones that are being visited, each named by the one before.
    open: Vec<usize>,
    sorted: Vec<usize>,
    is_sound: bool,
}

impl ZoneOrder<'_> {
    /// Adds a zone to `sorted`, after the zones that it names.
    fn visit(&mut self, zone: usize, diagnostics: &mut Diagnostics) {
        if self.sorted.contains(&zone) {
            return;
        }
        if self.open.contains(&zone) {
            let (key, text) = self.entries[zone];
            let message = format!("zone `{}` is defined by itself", key.value);
            let help = "one of the zones that name each other must name cells";
            diagnostics.push(text.error(Code::Zone, message).help(help));
            self.is_sound = false;
            return;
        }
        self.open.push(zone);
        for inner in self.exprs[zone].as_ref().map(CellExpr::zones).unwrap_or_default() {
            self.visit(inner, diagnostics);
        }
        self.open.pop();
        self.sorted.push(zone);
    }
}
