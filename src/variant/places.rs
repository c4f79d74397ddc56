use std::sync::Arc;

use crate::geometry::{Cell, Cells, Frame, Layout, Seat, Vector};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, limits, suggestion};

use super::cells::{Expr, RESERVED, Words};

/// Whose view is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The viewer's own.
    Own,
    /// That of the side that plays after it.
    Next,
    /// That of the side that plays before it.
    Previous,
    /// That of the side half a round away.
    Opposite,
    /// That of the only enemy.
    Enemy,
    /// That of one side.
    Side(usize),
}

/// What a side sees.
#[derive(Debug, Clone)]
pub(super) struct Viewer {
    pub seat: Seat,
    pub frame: Frame,
    pub has_turns: bool,
}

/// Who sits where, which cells have names, and what stands on them at the start: enough to say
/// which cells a text means for a side.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub layout: Arc<Layout>,
    full: Arc<Layout>,
    side_ids: Vec<String>,
    viewers: Vec<Viewer>,
    zone_ids: Vec<String>,
    /// For each zone, each side's cells.
    zones: Vec<Vec<Cells>>,
    border_ids: Vec<String>,
    borders: Vec<Vec<(Expr, Expr)>>,
    /// For each side, the cells of each kind of piece, under each name that it goes by.
    starts: Option<Vec<Vec<(String, Cells)>>>,
}

/// Two cells with a border between.
pub(super) type Pair = (Cell, Cell);

impl Places {
    pub fn new(
        layout: &Arc<Layout>,
        full: &Arc<Layout>,
        side_ids: Vec<String>,
        viewers: Vec<Viewer>,
    ) -> Places {
        Places {
            layout: layout.clone(),
            full: full.clone(),
            side_ids,
            viewers,
            zone_ids: Vec::new(),
            zones: Vec::new(),
            border_ids: Vec::new(),
            borders: Vec::new(),
            starts: None,
        }
    }

    /// Says what stands where at the start.
    pub fn set_starts(&mut self, starts: Vec<Vec<(String, Cells)>>) {
        self.starts = Some(starts);
    }

    /// Reads `[zones]`; those that name the array wait for it, and are read by a second call.
    pub fn read_zones(&mut self, table: &TomlTable, complaints: &mut Diagnostics) {
        let entries: Vec<(&SourceText, &SourceText)> = table.texts().collect();
        if let Some((key, _)) = entries.get(limits::ZONES) {
            let message = format!("more than {} zones", limits::ZONES);
            complaints.push(key.error(Code::Zone, message));
            return;
        }
        self.zone_ids = entries.iter().map(|(key, _)| key.value.clone()).collect();
        self.zones = vec![vec![Cells::new(); self.viewers.len()]; entries.len()];
        let mut exprs = Vec::new();
        for (key, text) in &entries {
            complaints.extend(self.misnamed(key, "zone", Code::Zone));
            exprs.push(complaints.keep(self.words().parse(text)));
        }
        let sound = exprs.iter().all(Option::is_some);
        let mut waiting = vec![false; exprs.len()];
        let mut order = Order {
            exprs: &exprs,
            entries: &entries,
            state: vec![State::New; exprs.len()],
            sorted: Vec::new(),
            is_sound: true,
        };
        for zone in 0..exprs.len() {
            order.visit(zone, complaints);
        }
        let sound = sound && order.is_sound;
        for zone in order.sorted {
            let Some(expr) = &exprs[zone] else { continue };
            waiting[zone] = expr.names_start() || expr.zones().iter().any(|&zone| waiting[zone]);
            if self.starts.is_none() && waiting[zone] {
                continue;
            }
            for side in 0..self.viewers.len() {
                if let Some(cells) = complaints.keep(self.eval(expr, side)) {
                    self.zones[zone][side] = cells;
                }
            }
            if sound && self.zones[zone].iter().all(Cells::is_empty) {
                let (key, text) = entries[zone];
                let message = format!("zone `{}` is empty", key.value);
                complaints.push(
                    text.error(Code::CellsEmpty, message)
                        .help("`and` keeps what both name, `,` takes what either names"),
                );
            }
        }
    }

    /// Reads `[borders]`.
    pub fn read_borders(&mut self, table: &TomlTable, complaints: &mut Diagnostics) {
        for (key, text) in table.texts() {
            complaints.extend(self.misnamed(key, "border", Code::Border));
            let Some(border) = complaints.keep(self.words().parse_border(text)) else { continue };
            self.border_ids.push(key.value.clone());
            self.borders.push(border);
            let border = self.borders.last().expect("it was added just now");
            for ((one, other), part) in border.iter().zip(text.split(&[','])) {
                match self.across((one, other), 0, true) {
                    Ok(pairs) if pairs.is_empty() => {
                        let message = "no two cells touch across this border";
                        complaints.push(
                            part.error(Code::Border, message)
                                .help("name cells on both sides of the line: `rank 5 | rank 6`"),
                        );
                    }
                    Ok(_) => {}
                    Err(complaint) => complaints.push(complaint),
                }
            }
        }
    }

    fn misnamed(&self, key: &SourceText, what: &str, code: Code) -> Option<Diagnostic> {
        let name = key.as_str();
        if RESERVED.contains(&name) {
            let message = format!("a {what} may not be called `{name}`: that word has a meaning");
            return Some(key.error(code, message));
        }
        let boards = self.layout.boards();
        let board = boards.len() > 1 && boards.iter().any(|board| board.id == name);
        if self.layout.find(name).is_some() || board {
            let other = if board { "board" } else { "cell" };
            let message =
                format!("a {what} may not be called `{name}`: there is a {other} so called");
            return Some(key.error(code, message));
        }
        None
    }

    /// The words that texts may use.
    pub fn words(&self) -> Words<'_> {
        Words {
            layout: &self.layout,
            full: &self.full,
            zones: &self.zone_ids,
            sides: &self.side_ids,
            players: self.viewers.iter().filter(|viewer| viewer.has_turns).count(),
        }
    }

    /// The ids of the zones.
    pub fn zone_ids(&self) -> &[String] {
        &self.zone_ids
    }

    /// A zone's cells, side by side.
    pub fn zone(&self, zone: usize) -> &[Cells] {
        &self.zones[zone]
    }

    /// The ids of the borders.
    pub fn border_ids(&self) -> &[String] {
        &self.border_ids
    }

    /// The cells that a text means for a side.
    pub fn cells(&self, text: &SourceText, side: usize) -> Result<Cells, Diagnostic> {
        self.eval(&self.words().parse(text)?, side)
    }

    /// The cells that a text means for each side.
    pub fn cells_of_all(&self, text: &SourceText) -> Result<Vec<Cells>, Diagnostic> {
        let expr = self.words().parse(text)?;
        (0..self.viewers.len()).map(|side| self.eval(&expr, side)).collect()
    }

    /// The cells that a text means for a side, each of which must be there; else the first one
    /// that has no place, as the first side calls it.
    pub fn cells_kept(
        &self,
        text: &SourceText,
        side: usize,
    ) -> Result<Result<Cells, Cell>, Diagnostic> {
        let expr = self.words().parse(text)?;
        let mut lost = None;
        let cells = self.eval_with(&expr, side, &mut lost)?;
        Ok(lost.map_or(Ok(cells), Err))
    }

    /// The pairs of cells on either side of a border, as a side sees it: those that share a side,
    /// or, not `narrow`, those that touch at all.
    pub fn border(
        &self,
        border: usize,
        side: usize,
        narrow: bool,
    ) -> Result<Vec<Pair>, Diagnostic> {
        let mut pairs = Vec::new();
        for (one, other) in &self.borders[border] {
            pairs.extend(self.across((one, other), side, narrow)?);
        }
        pairs.sort();
        pairs.dedup();
        Ok(pairs)
    }

    /// The pairs of cells that touch, one in each of two sets.
    fn across(
        &self,
        (one, other): (&Expr, &Expr),
        side: usize,
        narrow: bool,
    ) -> Result<Vec<Pair>, Diagnostic> {
        let (one, other) = (self.eval(one, side)?, self.eval(other, side)?);
        let mut pairs = Vec::new();
        for cell in one.iter() {
            let touching = self.layout.touching(cell, !narrow).filter(|&next| other.has(next));
            pairs.extend(touching.map(|next| (cell, next)));
        }
        Ok(pairs)
    }

    /// The pairs of the borders that `not-crossing` names: `river`, `river of next`.
    pub fn crossings(&self, text: &SourceText, side: usize) -> Result<Vec<Pair>, Diagnostic> {
        let words = text.words();
        let mut pairs = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let Some(border) = self.border_ids.iter().position(|id| *id == word.value) else {
                let known = self.border_ids.iter().map(String::as_str);
                return Err(word
                    .error(Code::Border, format!("no border `{}`", word.value))
                    .help(suggestion(&word.value, known)));
            };
            at += 1;
            let mut viewer = Some(side);
            if words.get(at).is_some_and(|word| word.value == "of") {
                let Some(whose) = words.get(at + 1) else {
                    return Err(words[at].error(Code::Border, "`of` wants a side after it"));
                };
                viewer = self.resolve(self.words().whose(whose)?, side);
                at += 2;
            }
            if let Some(viewer) = viewer {
                pairs.extend(self.border(border, viewer, false)?);
            }
        }
        Ok(pairs)
    }

    /// Which side is meant; nobody where a side without turns asks for its neighbours, or where
    /// there is no such side.
    pub fn resolve(&self, whose: Whose, viewer: usize) -> Option<usize> {
        let players: Vec<usize> =
            (0..self.viewers.len()).filter(|&side| self.viewers[side].has_turns).collect();
        let count = players.len();
        let place = players.iter().position(|&side| side == viewer);
        match whose {
            Whose::Own => Some(viewer),
            Whose::Side(side) => Some(side),
            Whose::Next => Some(players[(place? + 1) % count]),
            Whose::Previous => Some(players[(place? + count - 1) % count]),
            Whose::Opposite if count.is_multiple_of(2) => {
                Some(players[(place? + count / 2) % count])
            }
            Whose::Enemy if count == 2 => Some(players[1 - place?]),
            Whose::Opposite | Whose::Enemy => None,
        }
    }

    fn eval(&self, expr: &Expr, viewer: usize) -> Result<Cells, Diagnostic> {
        self.eval_with(expr, viewer, &mut None)
    }

    fn eval_with(
        &self,
        expr: &Expr,
        viewer: usize,
        lost: &mut Option<Cell>,
    ) -> Result<Cells, Diagnostic> {
        Ok(match expr {
            Expr::Named(cells) => self.turned(cells, viewer, lost),
            Expr::Everybodys(cells) => cells.clone(),
            Expr::Zone(zone) => self.zones[*zone].get(viewer).cloned().unwrap_or_default(),
            Expr::Not(all, inner) => all.without(&self.eval_with(inner, viewer, lost)?),
            Expr::Union(parts) => {
                let mut all = Cells::new();
                for part in parts {
                    all = all.union(&self.eval_with(part, viewer, lost)?);
                }
                all
            }
            Expr::Both(a, b) => {
                let a = self.eval_with(a, viewer, lost)?;
                a.intersection(&self.eval_with(b, viewer, lost)?)
            }
            Expr::But(a, b) => {
                let a = self.eval_with(a, viewer, lost)?;
                a.without(&self.eval_with(b, viewer, lost)?)
            }
            Expr::Beside(direction, inner) => {
                let cells = self.eval_with(inner, viewer, lost)?;
                self.beside(&cells, self.viewers[viewer].frame.to_board_step(*direction))
            }
            Expr::FarEdge(cells) => {
                let ahead = self.viewers[viewer].frame.to_board_step(Vector::new(0, 1, 0));
                cells.iter().filter(|&cell| self.layout.step(cell, ahead).is_none()).collect()
            }
            Expr::Start(piece) => self.start(piece, viewer)?,
            Expr::Of(inner, whose) => match self.resolve(*whose, viewer) {
                Some(viewer) => self.eval_with(inner, viewer, lost)?,
                None => Cells::new(),
            },
        })
    }

    fn turned(&self, cells: &Cells, viewer: usize, lost: &mut Option<Cell>) -> Cells {
        let seat = &self.viewers[viewer].seat;
        let mut turned = Cells::new();
        for cell in cells.iter() {
            match seat.cell(&self.layout, cell) {
                Some(cell) => {
                    turned.add(cell);
                }
                None => *lost = Some(cell),
            }
        }
        turned
    }

    /// All cells on the lines from these in one direction, holes not in the way.
    fn beside(&self, cells: &Cells, step: Vector) -> Cells {
        let mut found = Cells::new();
        for start in cells.iter() {
            let mut at = self.full.at(self.layout.point(start));
            for _ in 0..limits::AXIS {
                at = at.and_then(|cell| self.full.step(cell, step));
                let Some(cell) = at else { break };
                found.extend(self.layout.at(self.full.point(cell)));
            }
        }
        found
    }

    fn start(&self, piece: &SourceText, viewer: usize) -> Result<Cells, Diagnostic> {
        let Some(starts) = &self.starts else {
            return Err(piece.error(Code::Cells, "the array cannot be known here"));
        };
        let mut all = starts.iter().flatten().map(|(name, _)| name.as_str());
        if !all.any(|name| name == piece.value) {
            let mut known: Vec<&str> =
                starts.iter().flatten().map(|(name, _)| name.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            let message = format!("the array has no `{}`", piece.value);
            return Err(piece
                .error(Code::SetupPiece, message)
                .help(suggestion(&piece.value, known.iter().copied())));
        }
        let own = starts.get(viewer).into_iter().flatten();
        let cells = own.filter(|(name, _)| *name == piece.value).map(|(_, cells)| cells);
        Ok(cells.fold(Cells::new(), |all, cells| all.union(cells)))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// Puts zones in an order in which each one comes after those that it names.
struct Order<'a> {
    exprs: &'a [Option<Expr>],
    entries: &'a [(&'a SourceText, &'a SourceText)],
    state: Vec<State>,
    sorted: Vec<usize>,
    is_sound: bool,
}

impl Order<'_> {
    fn visit(&mut self, zone: usize, complaints: &mut Diagnostics) {
        match self.state[zone] {
            State::Done => return,
            State::Open => {
                let (key, text) = self.entries[zone];
                let message = format!("zone `{}` is made of itself", key.value);
                complaints.push(
                    text.error(Code::Zone, message)
                        .help("one of the zones in the ring has to name cells"),
                );
                self.is_sound = false;
                return;
            }
            State::New => {}
        }
        self.state[zone] = State::Open;
        for inner in self.exprs[zone].as_ref().map(Expr::zones).unwrap_or_default() {
            self.visit(inner, complaints);
        }
        self.state[zone] = State::Done;
        self.sorted.push(zone);
    }
}
